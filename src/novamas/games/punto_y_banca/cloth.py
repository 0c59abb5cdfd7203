"""The cloth of punto y banca: three bets, and the player whose turn it is to deal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from novamas.families.box_layout import common_spots
from novamas.families.coups import cloth as coups
from novamas.families.coups.setup import Box, fresh_shoe
from novamas.families.figures import PayFigures
from novamas.games.punto_y_banca.acts import Cartas, PassShoe
from novamas.games.punto_y_banca.setup import Course, Rules, TieFigures
from novamas.hands import baccarat_points
from novamas.law import Frame, law
from novamas.money import Rounding
from novamas.table.deeds import Act
from novamas.table.felt import Total
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who, write_who

PUNTO, BANCA, EMPATE = "punto", "banca", "empate"  # the bets; the first two are also the hands


class Cloth(coups.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of punto y banca, with the turn to deal."""

    public: ClassVar[tuple[str, ...]] = (*coups.Cloth.public, "dealer", "totals")
    in_the_round: ClassVar[tuple[type[Act], ...]] = (Cartas,)

    rules: Rules
    deals_next: int = 1
    declined: int = 0  # players in a row who have declined to deal this coup

    @property
    def course(self) -> Course:
        return self.rules.frame.group("course", Course)

    @property
    def boxes(self) -> dict[str, Box]:
        return boxes(self.rules)

    # ---- the deal and the hands

    @property
    @law("IB05.07.IV.1")
    def places(self) -> int:
        """The number of players: the seated ones and, if the house admits them, standing ones."""
        return self.rules.seats + self.rules.standing

    @property
    @law("IB05.07.IV.2", "IB05.07.IV.3", "IB05.07.III.2.6")
    def dealer(self) -> Who:
        """The player whose turn it is to deal.

        The croupier deals if the house lets no players deal, or if all of them have declined.
        """
        wanted = self.rules.players_deal and self.declined < self.rules.seats
        return self.deals_next if wanted else CROUPIER

    @property
    def totals(self) -> tuple[Total, ...]:
        """The totals of all face-up hands."""
        return tuple(Total(hand, baccarat_points(self.cards(hand))) for hand in self.lie_open)

    def right_of(self, seat: int) -> int:
        """Return the next seat to the right. Compartments are numbered from the table chief's right."""
        return seat % self.rules.seats + 1

    @law("IB05.07.II.3.2", "IB05.07.II.3.3")
    def compartment(self, seat: int) -> int:
        """Return the number of a player's compartment. The house may omit 13."""
        return seat + 1 if self.rules.omit_13 and seat >= 13 else seat

    def aloud(self, who: Who) -> str:
        """Return the words with which the croupier addresses a player or the croupier."""
        if not isinstance(who, int):
            return "el croupier"
        seated = who <= self.rules.seats
        return f"el departamento {self.compartment(who)}" if seated else f"quien está de pie ({who})"

    @property
    @law("IB05.07.IV.5")
    def punto_hand(self) -> Who:
        """The holder of the punto's cards: the player with the highest bet on it, or the croupier.

        Among equal bets it is the first player to the right of the one who deals.
        """
        dealer = self.dealer
        first = dealer if isinstance(dealer, int) else 0
        seats = self.rules.seats
        order = [(first + step) % seats + 1 for step in range(seats)]
        order += range(seats + 1, self.places + 1)
        highest = max(order, key=lambda seat: self.on(seat, PUNTO))
        return highest if self.on(highest, PUNTO) else CROUPIER

    # ---- the shoe passes on

    def own_offers(self, who: Who) -> Iterable[Offer]:
        if isinstance(who, int) and who == self.dealer:
            yield Offer(PassShoe(who), self.course.declined)

    def why_not_own(self, act: Act) -> Refusal | None:
        if not isinstance(act, PassShoe) or act.by == self.dealer:
            return super().why_not_own(act)
        return Refusal("not_the_dealer", self.course.dealer, figures={"who": write_who(self.dealer)})

    @law("IB05.07.IV.4")
    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """Pass the shoe to the player on the right, because a player declines to deal."""
        assert isinstance(act, PassShoe)
        moves.change(deals_next=self.right_of(self.deals_next), declined=self.declined + 1)
        say_who_deals(moves, self.course.declined)

    # ---- the cards

    @law("IB05.07.VII.1", "IB05.07.II.2.1")
    def shuffle(self, moves: Moves[Any]) -> Step:
        """Count, shuffle and cut the cards, and insert the cut card."""
        from novamas.games.punto_y_banca.phases import FirstCard  # imported late to avoid a cycle

        how = "a mano" if self.rules.shuffler == "none" else "a máquina"
        shoe = fresh_shoe(self.rules.frame)
        counted = f"{shoe.size} cartas contadas, mezcladas {how} y cortadas"
        moves.say(f"{counted}; {shoe.size - shoe.cut} bajo la carta de detención.", self.course.shuffling)
        moves.use(shoe)
        return moves.to(FirstCard(moves.felt))

    def close(self, moves: Moves[Any]) -> Step:
        from novamas.games.punto_y_banca.phases import Called

        return moves.to(Called(moves.felt))


@cache
@law("IB05.07.VI.1.6", "IB05.07.V.4")
def boxes(rules: Rules) -> dict[str, Box]:
    """Return the bets of the norm. The maximum on a tie is a tenth of the table's, in whole steps."""
    maximum = rules.frame.group("course", Course).maximum
    found = {bet: Box(spot, rules.maximum, maximum) for bet, spot in spots(rules.frame).items()}
    if EMPATE in found and rules.frame.has("limits.tie"):
        tie = rules.frame.group("limits.tie", TieFigures)
        above = Rounding.DOWN.whole(rules.maximum * tie.part) - rules.minimum
        most_on_tie = rules.minimum + above // rules.step * rules.step
        found[EMPATE] = Box(found[EMPATE].spot, most_on_tie, tie.cite[0])
    return found


@cache
def spots(frame: Frame) -> dict[str, Spot]:
    """Return the closed list of bets."""
    bets = frame.group("bets", dict[str, PayFigures])
    drawn = [Spot(name, name, figures.cite, figures.pays) for name, figures in bets.items()]
    return {spot.name: spot for spot in common_spots(drawn)}


def say_who_deals(moves: Moves[Cloth], clause: str) -> None:
    """Announce who gets the shoe: a player or the croupier."""
    felt = moves.felt
    moves.say(f"El sabot, para {felt.aloud(felt.dealer)}.", clause)

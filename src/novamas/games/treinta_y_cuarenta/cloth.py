"""The cloth of treinta y cuarenta: four chances, and the premiums that insure bets on them."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import Any, ClassVar

from novamas.families.banked.cloth import Least
from novamas.families.box_layout import HANDS, common_spots
from novamas.families.coups import cloth as coups
from novamas.families.coups.setup import Box, fresh_shoe
from novamas.families.figures import PayFigures
from novamas.families.prison import Prison
from novamas.games.treinta_y_cuarenta.acts import Cut, Insure
from novamas.games.treinta_y_cuarenta.setup import Course, Rules
from novamas.hands import row_points
from novamas.law import Frame, law
from novamas.table.bets import parts_of, write_bet
from novamas.table.deeds import Act
from novamas.table.felt import Total
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

SEGURO = "seguro"
NEGRA, ROJA, MESA = "negra", "roja", "mesa"  # the rows, the upper one first, and the cards not played


class Cloth(coups.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth. Stakes in prison are beside the others, and premiums on top of the bets that they insure."""

    public: ClassVar[tuple[str, ...]] = (*coups.Cloth.public, "totals")

    rules: Rules

    @property
    def course(self) -> Course:
        return self.rules.frame.group("course", Course)

    @property
    def boxes(self) -> dict[str, Box]:
        return boxes(self.rules)

    @property
    def totals(self) -> tuple[Total, ...]:
        """The totals of the two rows so far."""
        return tuple(Total(row, row_points(self.cards(row))) for row in self.lie_open)

    # ---- the prison

    @property
    def prisoners(self) -> Prison:
        return Prison(self, self.rules.prison, self.rules.rounding, self.rules.minimum)

    def why_bound(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a player may not take chips back, or return None.

        A stake in prison stays. A premium can only be taken back with the bet that it insures.
        """
        if parts_of(bet).kind == SEGURO and self.on(seat, bet):
            clause, values = self.rules.insurance.clause, {"bet": parts_of(bet).place}
            return Refusal("premium_goes_with_the_bet", clause, figures=values)
        return self.prisoners.why_bound(seat, bet)

    def why_over(self, act: Act) -> Refusal | None:
        return self.prisoners.why_over(act)

    # ---- insurance

    def is_insured(self, seat: int, bet: str) -> bool:
        return self.on(seat, premium_of(bet)) > 0

    def why_not_raise(self, seat: int, bet: str) -> Refusal | None:
        """Explain why a player may not add to a bet, or return None.

        A premium covers only the amount that was insured first.
        """
        if not self.is_insured(seat, bet):
            return None
        return Refusal("insured", self.rules.insurance.clause, figures={"bet": bet})

    @law("IB05.05.V.1.7")
    def premium(self, stake: int) -> Fraction:
        """Return the premium for a stake."""
        return stake * self.rules.insurance.premium

    @law("IB05.05.V.1.7")
    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the offers to insure a bet that reaches the threshold, if the premium is whole céntimos."""
        bets = tuple(
            bet
            for owner, bet, cents in self.chips
            if owner == who and bet in self.boxes and self.may_insure(owner, bet, cents)
        )
        if bets:
            clause = self.rules.insurance.clause
            yield Offer(Insure(who, bets[0]), clause, {"bet": OneOf(bets, clause)})

    def may_insure(self, seat: int, bet: str, stake: int) -> bool:
        return (
            stake >= self.rules.minimum_seguro
            and self.premium(stake).denominator == 1
            and not self.is_insured(seat, bet)
        )

    def why_not_own(self, act: Act) -> Refusal | None:
        """Explain why a bet may not be insured, or why another act of this game must wait, or return None."""
        if isinstance(act, Cut) and self.shoe is not None:
            return Refusal("shoe_not_ended", self.course.shoe_over)
        if not isinstance(act, Insure) or not isinstance(act.by, int):
            return self.prisoners.why_not(act) or super().why_not_own(act)
        stake, least = self.on(act.by, act.bet), self.rules.minimum_seguro
        clause, values = self.rules.insurance.clause, {"bet": act.bet}
        if not stake or act.bet not in self.boxes:
            return Refusal("nothing_to_insure", clause, dial="bet", given=act.bet)
        if self.is_insured(act.by, act.bet):
            return Refusal("insured", clause, figures=values)
        if stake < least:
            code = "too_small_to_insure"
            return Refusal(code, clause, dial="cents", given=stake, least=least, figures=values)
        return Refusal("premium_not_whole", clause, dial="cents", given=stake, figures=values)

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        assert isinstance(act, Insure)
        assert isinstance(act.by, int)
        premium = self.premium(self.on(act.by, act.bet)).numerator
        moves.stake(act.by, premium_of(act.bet), premium, self.rules.insurance.clause)

    @law("IB05.05.V.1.7")
    def least(self, seat: int, bet: str) -> Least:
        """Return the smallest stake that must stay. An insured bet is taken back whole or not at all."""
        if self.is_insured(seat, bet):
            return Least(self.on(seat, bet), 0, self.rules.insurance.clause)
        return super().least(seat, bet)

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Return chips to a player. With an insured bet, its premium goes back too."""
        super().take_back(moves, seat, bet, cents)
        if self.is_insured(seat, bet):
            premium = premium_of(bet)
            moves.withdraw(seat, premium, self.on(seat, premium), self.rules.insurance.clause)

    # ---- the cards

    @law("IB05.05.V.3.1")
    def shuffle(self, moves: Moves[Any]) -> Step:
        """Shuffle the cards. Then a player cuts."""
        from novamas.games.treinta_y_cuarenta.phases import Cutting  # imported late to avoid a cycle

        moves.say(f"{fresh_shoe(self.rules.frame).size} cartas mezcladas.", self.course.shuffling)
        return moves.to(Cutting(self))

    @law("IB05.05.V.1.1", "IB05.05.V.3.4")
    def close(self, moves: Moves[Any]) -> Step:
        """Close the betting and deal the cards in two rows, the black one first."""
        from novamas.games.treinta_y_cuarenta.phases import Laying

        return moves.to(Laying(moves.felt))


def premium_of(bet: str) -> str:
    """Return the name of the premium on a bet. It is shown as a marker on top of the bet."""
    return write_bet(SEGURO, bet)


@cache
@law("IB05.05.V.1.4", "IB05.05.V.2.2")
def boxes(rules: Rules) -> dict[str, Box]:
    """Return the four chances, all with the table's maximum."""
    maximum = rules.frame.group("course", Course).maximum
    return {bet: Box(spot, rules.maximum, maximum) for bet, spot in chances(rules.frame).items()}


@cache
def chances(frame: Frame) -> dict[str, Spot]:
    """Return the four chances in their order of payment."""
    bets = frame.group("bets", dict[str, PayFigures])
    spots = [
        Spot(name, name, figures.cite, figures.pays, order=nth)
        for nth, (name, figures) in enumerate(bets.items())
    ]
    return {spot.name: spot for spot in common_spots(spots, row=HANDS)}

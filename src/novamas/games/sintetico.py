"""Synthetic poker: two hole cards, five community cards turned one by one, and a deck of 28."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import ceil, floor
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.chance import Draws
from novamas.equipment.shoe import place_draws
from novamas.families.circle.cloth import BOARD, Cloth, Talk
from novamas.families.circle.incidents.deals import OneCardFaceUp, SetAside
from novamas.families.circle.phases.common import Drawing
from novamas.families.circle.phases.hand import Interval
from novamas.families.circle.phases.showdown import end_hand
from novamas.families.circle.pots import give_back
from novamas.families.circle.setup import RotationRules, Rules
from novamas.families.circle.variant import variant
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.offers import Offer, OneOf
from novamas.table.phases import Incident, Past, Step, happens_in

COMMON = 5
ANTE_IS_MINIMUM = "ante_not_the_minimum"  # the need that makes the ante the minimum bet, if the norm has one
RESTO_SCALE = "resto_off_scale"  # the need that ties the buy-in to the minimum, if the norm has one
VOID = "anuladas"  # community cards turned by mistake


class SinteticoFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """Figures on the community cards: their deal, the next opener, and the correction of mistakes."""

    cite: tuple[str, ...]
    lays_all: bool  # all five are dealt at once, four of them face down
    keeps_opener: bool
    mixes_back: bool
    extra: str
    early: str
    too_few_left: str


class SinteticoRules(RotationRules, frozen=True, cache_hash=True, kw_only=True):
    """The rules of a synthetic poker table."""

    least_more: int
    most_more: int
    replenish: bool

    @property
    def more(self) -> tuple[int, int]:
        return self.least_more, self.most_more

    @property
    def buys_only_when_exhausted(self) -> bool:
        return self.replenish

    @property
    def ante_is_minimum(self) -> bool:
        return ANTE_IS_MINIMUM in self.frame.needs

    def minimum_for_ante(self, part: Fraction) -> int:
        return 0 if self.ante_is_minimum else super().minimum_for_ante(part)

    @law("IB05.12.V.4.14")
    @law("IB05.12.V.3.3", "IB05.12.V.3.4", "IB05.12.V.3.5", "IB09.12-2-e.III.a.1", "IB09.12-2-e.III.b.1")
    def with_minimum(self, minimum: int) -> Rules:
        """Return these rules with another minimum bet.

        If the law has a scale, buy-in and re-buy stay the same multiple of the minimum. If the law ties the
        ante to the minimum bet, it changes too.
        """
        changed = super().with_minimum(minimum)
        if self.ante_is_minimum:
            changed = replace(changed, ante=minimum)
        if RESTO_SCALE not in self.frame.needs:
            return changed
        chip, chips = self.chip, Fraction(minimum, self.minimum * self.chip)
        return replace(
            changed,
            least_resto=ceil(self.least_resto * chips) * chip,
            most_resto=floor(self.most_resto * chips) * chip,
            least_more=ceil(self.least_more * chips) * chip,
            most_more=floor(self.most_more * chips) * chip,
        )


class SinteticoCloth(Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of synthetic poker."""

    rules: SinteticoRules
    mixed_back: tuple[tuple[int, int], ...] = ()  # cards, each with the first place that it can have again

    def forgotten(self) -> dict[str, object]:
        return {**super().forgotten(), "mixed_back": ()}

    def card_draws(self) -> Draws:
        """Return the cards that the next draw may bring.

        A card that was mixed back cannot be a community card that is already on the table.
        """
        place = next((held.place for held in self.held(BOARD) if held.card is None), 0)
        return self.draws_at(place)

    def draws_at(self, place: int) -> Draws:
        """Return the cards that may be at a place."""
        shoe = self.need_shoe
        if not self.mixed_back:
            return shoe
        blanks = [held.place for held in self.held(BOARD) if held.card is None]
        return place_draws(shoe, dict(self.mixed_back), blanks, place)

    def card_places(self) -> tuple[str, ...]:
        return (*super().card_places(), VOID)

    @property
    def most_minimum(self) -> int:
        """The highest minimum bet: the largest amount that a player may bring at the authorised minimum.

        On the law's scale the buy-in grows with the minimum.
        """
        rules = self.rules
        if RESTO_SCALE not in rules.frame.needs:
            return super().most_minimum
        return rules.most_resto * self.premises.authorised_minimum // rules.minimum

    def change_minimum(self, moves: Moves[Any], cents: int) -> None:
        """Set a new minimum bet and, if the law has a scale, a new buy-in."""
        super().change_minimum(moves, cents)
        rules: SinteticoRules = moves.felt.rules
        if rules.most_resto != self.rules.most_resto:
            clause = rules.frame.needs[RESTO_SCALE].cite[0]
            moves.note("resto_changed", clause, least=rules.least_resto, most=rules.most_resto)

    @property
    def special(self) -> SinteticoFigures:
        return self.rules.frame.group("sintetico", SinteticoFigures)

    @law("IB05.12.V.4.18", "IB05.12.V.4.20", "IB09.12-2-e.IV.1", "IB09.12-2-e.IV.3")
    @law("AR10.10-2-B-e.IV.3", "AR10.10-2-B-e.IV.4", "AR10.10-2-B-e.IV.6")
    def lay_card(self, moves: Moves[Any], owner: int | str, card: int, *, up: bool) -> None:
        """Deal a community card face up, or turn one if all five are already on the table."""
        held = self.held(BOARD)
        if owner == BOARD and held:
            blank = next((n for n, one in enumerate(held) if one.card is None), None)
            if blank is not None:
                moves.turn_up(BOARD, card, self.streets[self.street].clause, nth=blank)
                return
        moves.deal(owner, card, up=up)
        if owner == BOARD and self.special.lays_all:
            for _ in range(COMMON - 1):
                moves.deal_blank(BOARD)

    @law("IB05.12.V.4.19", "IB05.12.V.4.20", "IB09.12-2-e.IV.2", "IB09.12-2-e.IV.4")
    @law("AR10.10-2-B-e.IV.5", "AR10.10-2-B-e.IV.7")
    def first_to_speak(self) -> int:
        """Return the player who acts first: the mano, or later the highest bettor of the round before.

        If that hand is dead, it is the next player in turn.
        """
        return self.in_turn(self.last_bettor)[0] if self.street and self.last_bettor else self.players[0]

    def after_interval(self, moves: Moves[Any], talk: Talk) -> None:
        """Make the mano the next opener if no player bet in this round, unless the norm keeps the opener."""
        if not talk.bettor and not self.special.keeps_opener:
            moves.change(last_bettor=0)

    @law("IB05.12.V.4.21", "IB09.12-2-e.IV.5", "AR10.10-2-B-e.IV.8")
    def first_to_show(self, talk: Talk) -> int:
        """Return the player who shows first: the one who made the last highest bet, in any round."""
        return talk.bettor if talk.bettor in self.players else talk.opener

    def unused(self) -> int:
        """Return how many cards of the deck this hand does not need."""
        to_come = COMMON - len(self.held(BOARD))
        return self.need_shoe.undealt - to_come


C = TypeVar("C", bound=SinteticoCloth)


class Mistaken(Drawing[C], Generic[C], frozen=True):
    """Community cards were turned by mistake. They are seen, and other cards replace them."""

    public: ClassVar[tuple[str, ...]] = ("pots", "talk")

    talk: Talk
    clause_in: str
    turned: tuple[int, ...]  # their positions among the community cards, from 0
    seen: int = 0  # number of them already seen

    @property
    def clause(self) -> str:  # type: ignore[override]  # the clause depends on the mistake
        return self.clause_in

    def draws(self) -> Draws:
        return self.felt.draws_at(self.felt.held(BOARD)[self.turned[self.seen]].place)

    @law("IB05.12.V.5.2.a.1", "IB05.12.V.5.2.b.1", "IB09.12-2-e.V.2.a.1", "IB09.12-2-e.V.2.b.1")
    @law("AR10.10-2-B-e.V.2.a.1", "AR10.10-2-B-e.V.2.b.1")
    def drawn(self, what: int) -> Step:
        """Set the void cards aside and put new ones in their places. The others keep their order."""
        moves, clause = Moves(self.felt), self.clause_in
        moves.turn_up(BOARD, what, clause, nth=self.turned[self.seen])
        if self.seen + 1 < len(self.turned):
            return moves.to(replace(self, felt=moves.felt, seen=self.seen + 1))
        for nth in reversed(self.turned):
            moves.lay_aside(BOARD, VOID, nth=nth, clause=clause)
        if self.felt.special.mixes_back:
            self._mix_back(moves)
        for nth in self.turned:
            moves.deal_blank(BOARD, nth=nth)
        return moves.to(Interval(moves.felt, self.talk))

    def _mix_back(self, moves: Moves[Any]) -> None:
        """Mix the void cards with the rest of the deck. One of them may come again, in a new place."""
        felt = moves.felt
        void, first = felt.cards(VOID), felt.need_shoe.dealt
        moves.muck(VOID, self.clause_in)
        moves.use(moves.felt.need_shoe.mix_in(void))
        kept = tuple(each for each in felt.mixed_back if each[0] not in void)
        moves.change(mixed_back=(*kept, *((card, first) for card in void)))
        moves.note("card_mixed_back", self.clause_in)


@happens_in(Interval)
class CommonCardTurned(Incident[Any], frozen=True, kw_only=True):
    """The croupier turns too many community cards, or turns them too early.

    The cards are named by their positions. They are void and replaced. If there are not enough cards, the
    hand is void.
    """

    early: bool
    cards: str

    @classmethod
    @law("IB05.12.V.5.2.a.1", "IB05.12.V.5.2.b.1", "IB09.12-2-e.V.2.a.1", "IB09.12-2-e.V.2.b.1")
    @law("AR10.10-2-B-e.V.2.a.1", "AR10.10-2-B-e.V.2.b.1")
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        felt = now.felt
        if felt.street + 1 >= COMMON:
            return
        sets = _sets_turned(felt)
        for early in (True, False) if now.talk.spoken == 0 else (True,):
            clause = felt.special.early if early else felt.special.extra
            yield Offer(cls(early=early, cards=sets[0]), clause, {"cards": OneOf(sets, clause)})

    @law("IB05.12.V.5.2.a.2")
    def happen(self, now: Any, past: Past) -> Step:
        felt, moves = now.felt, Moves(now.felt)
        turned = tuple(int(position) - 1 for position in self.cards.split("+"))
        if not felt.special.mixes_back and felt.unused() < len(turned):
            moves.note("hand_void", felt.special.too_few_left)
            give_back(moves, felt.special.too_few_left)
            return end_hand(moves)
        for _ in range(COMMON - len(felt.held(BOARD))):
            moves.deal_blank(BOARD)
        clause = felt.special.early if self.early else felt.special.extra
        return moves.to(Mistaken(moves.felt, now.talk, clause, turned))


def _sets_turned(felt: SinteticoCloth) -> tuple[str, ...]:
    """Return the sets of community cards that can be turned by mistake, by their positions from 1.

    If all five are on the table, any of the covered ones can be turned. From the deck they come in order.
    """
    covered = [str(position) for position in range(felt.street + 2, COMMON + 1)]
    if len(felt.held(BOARD)) < COMMON:
        return tuple("+".join(covered[:n]) for n in range(1, len(covered) + 1))
    return tuple("+".join(each) for n in range(1, len(covered) + 1) for each in combinations(covered, n))


GAME = variant(
    "sintetico",
    SinteticoCloth,
    SinteticoRules,
    phases=(Mistaken,),
    without=(OneCardFaceUp,),
    without_phases=(SetAside,),
    incidents=(CommonCardTurned,),
    revision=6,
)

"""The course of a card game played in coups: the shoe, bets, «no va más», the cards, payment.

Punto y banca and treinta y cuarenta share it. The cloth of each game adds its boxes, the effect of the cards
and the person who handles them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from novamas.equipment.cards import DECK_52
from novamas.equipment.shoe import Shoe
from novamas.families.banked import phases
from novamas.families.banked.acts import BETTING, Bet, HaganJuego, Shuffle, Withdraw
from novamas.families.banked.phases import (
    Betting,
    Closed,
    Course,
    LateBets,
    Least,
    NothingAtRisk,
    Waiting,
    not_on_list,
    too_much_there,
)
from novamas.law import Frame, law
from novamas.money import Rounding
from novamas.table.deeds import Act
from novamas.table.layout import Spot
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who

# ---------------------------------------------------------------- what the law says of the course


class CoupCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of play."""

    shuffling: str
    result: str
    listed: str
    minimum: str
    maximum: str
    shoe_over: str


class CardFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The cards of a shoe, and the number of cards behind the cut card."""

    decks: int
    behind_stop_card: int


class Box(Struct, frozen=True):
    """A bet of the closed list: its spot on the cloth, its maximum, and their clauses."""

    spot: Spot
    most: int
    most_clause: str


class Rules(Struct, frozen=True, cache_hash=True, kw_only=True):
    """The choices of the house at every table played in coups."""

    frame: Frame
    seats: int
    minimum: int
    maximum: int
    chip: int
    rounding: Rounding

    @property
    def step(self) -> int:
        """The step by which stakes grow."""
        return self.chip


@cache
@law("IB05.05.II.1.1", "IB05.05.V.3.2", "IB05.07.II.1.1", "IB05.07.VII.1")
def fresh_shoe(frame: Frame) -> Shoe:
    """Return six decks, with the cut card before the last few cards."""
    cards = frame.group("cards", CardFigures)
    return Shoe.of(DECK_52, decks=cards.decks, cut=cards.decks * 52 - cards.behind_stop_card)


class Cloth(phases.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game played in coups. Each game extends it."""

    public: ClassVar[tuple[str, ...]] = (*phases.Cloth.public, "minimum", "maximum")

    rules: Rules

    @property
    def minimum(self) -> int:
        return self.rules.minimum

    @property
    def maximum(self) -> int:
        return self.rules.maximum

    @property
    def course(self) -> CoupCourse:
        raise AssertionError("each game has its own course")

    @property
    def boxes(self) -> dict[str, Box]:
        raise AssertionError("each game draws its own boxes")

    @property
    def places(self) -> int:
        return self.rules.seats

    @property
    def ending_clause(self) -> str:
        return self.course.result

    def is_free(self, bet: str) -> bool:
        return bet in self.boxes

    def why_not_raise(self, seat: int, bet: str) -> Refusal | None:
        """Explain why a player may not add to a bet, or return None."""
        return None

    def bets(self, seat: int) -> Iterable[Offer]:
        """Yield the amounts that a player may place on each box, or add to a stake there."""
        step = self.rules.step
        for name, box in self.boxes.items():
            has = self.on(seat, name)
            least = step if has else self.rules.minimum
            if has + least <= box.most and self.why_not_raise(seat, name) is None:
                dials: dict[str, Dial] = {
                    "bet": OneOf((name,), self.course.listed),
                    "cents": Range(least, box.most - has, step, self.course.minimum, box.most_clause),
                }
                yield Offer(Bet(seat, name, least), self.course.betting, dials)

    def open_boxes(self, seat: int) -> Iterable[str]:
        """Yield the boxes on which a player may still place chips."""
        step = self.rules.step
        for name, box in self.boxes.items():
            if self.on(seat, name) + step <= box.most and self.why_not_raise(seat, name) is None:
                yield name

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        if bet not in self.boxes:
            return not_on_list(self.open_boxes(seat), bet, self.course.listed)
        box, has = self.boxes[bet], self.on(seat, bet)
        if has + cents > box.most:
            return too_much_there(bet, has, cents, box.most, box.most_clause)
        return self.why_not_raise(seat, bet)

    def least(self, seat: int, bet: str) -> Least:
        return Least(self.rules.minimum, self.rules.step, self.course.minimum)

    def late_bets(self) -> LateBets:
        return LateBets(tuple(self.boxes), self.rules.minimum, self.rules.maximum, self.course.listed)

    def why_not_own(self, act: Act) -> Refusal | None:
        if isinstance(act, Shuffle):
            return Refusal("shoe_not_ended", self.course.shoe_over)
        return super().why_not_own(act)

    def shuffle(self, moves: Moves[Any]) -> Step:
        """Bring a fresh shoe to the table."""
        raise AssertionError("each game loads its own shoe")

    def next_round(self, moves: Moves[Any]) -> Step:
        """Continue with the next coup, or with a fresh shoe."""
        if not self.need_shoe.has_reached_cut:
            return super().next_round(moves)
        moves.say("Fin de la talla.", self.course.shoe_over)
        moves.use(None)
        moves.end_round()
        return moves.to(Shuffling(moves.felt))


C = TypeVar("C", bound=Cloth)


class Shuffling(NothingAtRisk[C], Generic[C], frozen=True):
    """There is no shoe on the table, and the cards are shuffled."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            return (Offer(Shuffle(), self.felt.course.shuffling),)
        return self.felt.withdrawals(who) if isinstance(who, int) else ()

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Bet | HaganJuego):
            return Refusal("no_shoe", self.felt.course.shuffling)
        return super().reason(act)

    def after(self, act: Act) -> Step:
        return self.withdrawn(act) if isinstance(act, Withdraw) else self.felt.shuffle(Moves(self.felt))


ACTS: tuple[type[Act], ...] = (Shuffle, *BETTING)


def phases_of(cloth: type[Cloth]) -> tuple[type[AnyPhase], ...]:
    """Return the phases that these games share, for the cloth of one game."""
    return tuple(phase[cloth] for phase in (Shuffling, Waiting, Betting, Closed))  # type: ignore[misc]

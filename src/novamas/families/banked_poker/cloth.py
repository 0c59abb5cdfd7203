"""The cloth of banked poker: what boxes of all such games have, whoever may bet on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from novamas.errors import Figure
from novamas.families.banked.acts import Bet
from novamas.families.banked.deal import DealtCloth
from novamas.families.banked.phases import Course, LateBets, Least, not_aside, not_on_list
from novamas.families.banked_poker.setup import PokerRules
from novamas.table.bets import write_bet
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.refusals import Refusal

BANK, BOARD = "bank", "board"


class PokerCourse(Course, frozen=True, forbid_unknown_fields=True):
    """The clauses of the course of a round."""

    minimum: str
    maximum: str
    one_box: str


class PokerCloth(DealtCloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game of banked poker. Each game makes its own of it."""

    public: ClassVar[tuple[str, ...]] = (*DealtCloth.public, "minimum", "maximum")
    main: ClassVar[str] = "ante"  # the bet that brings a hand
    hand_size: ClassVar[int]

    rules: PokerRules

    @property
    def minimum(self) -> int:
        return self.rules.minimum

    @property
    def maximum(self) -> int:
        return self.rules.maximum

    @property
    def course(self) -> PokerCourse:
        raise AssertionError("each game has its own course")

    @property
    def places(self) -> int:
        return self.rules.seats + self.rules.standing

    @property
    def packs(self) -> int:
        return 1

    def within_limits(self, least: int, most: int) -> Range:
        """Chips from so many to so many, as the limits of the table want it."""
        return Range(least, most, self.rules.chip, self.course.minimum, self.course.maximum)

    @property
    def beside(self) -> tuple[str, ...]:
        """The bets that there are beside the game at this table."""
        return ()

    def bets_aside(self, seat: int) -> Iterable[Offer]:
        """What a player may lay beside the game until «no va más»."""
        return ()

    def why_not_aside(self, seat: int, bet: str) -> Refusal | None:
        """The words for a bet beside the game of a player who has a hand: there is none, or it is laid."""
        if any(isinstance(offer.act, Bet) and offer.act.bet == bet for offer in self.bets_aside(seat)):
            return None
        if has := self.on(seat, bet):
            told: dict[str, Figure] = {"bet": bet, "has": has}
            clause = self.least(seat, bet).clause
            return Refusal("nothing_more_there", clause, dial="bet", given=bet, figures=told)
        return not_on_list((self.main, *self.beside), bet, self.course.betting)

    def why_not_first(self, seat: int, bet: str) -> Refusal:
        """The words for a first bet that is not the one that brings a hand."""
        if bet in self.beside:
            return not_aside(self.course.betting)
        return not_on_list((self.main, *self.beside), bet, self.course.betting)

    def least(self, seat: int, bet: str) -> Least:
        return Least(self.rules.minimum, self.rules.chip, self.course.minimum)

    def late_bets(self) -> LateBets:
        boxes = tuple(write_bet(self.main, box) for box in range(1, self.rules.boxes + 1))
        return LateBets(boxes, self.rules.minimum, self.rules.maximum, self.course.betting)


def laying(seat: int, bet: str, cents: Range, clause: str, *, listed: str = "") -> Offer:
    """A player may lay one bet; `listed` is the clause that says which, where it is another."""
    return Offer(
        Bet(seat, bet, cents.least), clause, {"bet": OneOf((bet,), listed or clause), "cents": cents}
    )

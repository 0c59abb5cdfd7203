"""The cloth of a game played in coups: its boxes, and the bets that players may place on them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, TypeVar

from novamas.families.banked import cloth as banked
from novamas.families.banked.acts import Bet, Shuffle
from novamas.families.banked.cloth import LateBets, Least, not_on_list, too_much_there
from novamas.families.coups.setup import Box, CoupCourse, Rules
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal


class Cloth(banked.LimitsOfRules, banked.Cloth, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game played in coups. Each game extends it."""

    are_bets_apart: ClassVar[bool] = True

    public: ClassVar[tuple[str, ...]] = (*banked.Cloth.public, "minimum", "maximum")

    rules: Rules

    @property
    def course(self) -> CoupCourse:
        raise AssertionError("each game has its own course")

    @property
    def boxes(self) -> dict[str, Box]:
        raise AssertionError("each game draws its own boxes")

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
        """Begin the next coup, or first bring a fresh shoe to the table."""
        if not self.need_shoe.has_reached_cut:
            return super().next_round(moves)
        moves.say("Fin de la talla.", self.course.shoe_over)
        moves.use(None)
        moves.end_round()
        from novamas.families.coups.phases import Shuffling  # imported late to avoid a cycle

        return moves.to(Shuffling(moves.felt))


C = TypeVar("C", bound=Cloth)

"""The cloth of a game against the house: which bets are placed, taken back and settled."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import Figure
from novamas.families.banked.acts import Bet, Withdraw
from novamas.table.deeds import Act
from novamas.table.felt import Felt
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import AnyPhase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses by which the betting opens and closes. Each game adds its own."""

    betting: str
    closing: str


class Least(NamedTuple):
    """The smallest stake that may stay on a bet, its step, and the clause.

    A step of 0 means that the law fixes the stake: the player takes back all of it or none.
    """

    cents: int
    step: int
    clause: str


class LateBets(NamedTuple):
    """Bets that may come too late: their names, the usual and the highest amount, and the clause."""

    bets: tuple[str, ...]
    usual: int
    most: int
    listed: str


class LimitsOfRules:
    """Limits and seats of a cloth that come from its rules, because they never change at an open table."""

    __slots__ = ()

    rules: Any

    @property
    def minimum(self) -> int:
        minimum: int = self.rules.minimum
        return minimum

    @property
    def maximum(self) -> int:
        maximum: int = self.rules.maximum
        return maximum

    @property
    def places(self) -> int:
        seats: int = self.rules.seats
        return seats


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game against the house. Each game extends it."""

    public: ClassVar[tuple[str, ...]] = ("is_last",)
    last_words: ClassVar[str] = "Última jugada."
    closing_words: ClassVar[str] = "No va más."
    are_bets_apart: ClassVar[bool] = False  # whether what a player may bet depends on no other player's chips
    in_the_round: ClassVar[tuple[type[Act], ...]] = ()  # acts of play, once the betting is closed

    is_last: bool = False  # whether the session ends with this round

    @property
    def course(self) -> Course:
        raise AssertionError("each game has its own course")

    @property
    def places(self) -> int:
        """The number of players who may take part."""
        raise AssertionError("each game has its own places")

    # ---- the betting opens

    @property
    def opening(self) -> tuple[str, str]:
        """The words with which the croupier opens the betting, and their clause."""
        return "Hagan juego.", self.course.betting

    def between(self, who: Who) -> Iterable[Offer]:
        """Return further offers between rounds, such as orders of the floor."""
        return ()

    def open(self, moves: Moves[Any], *, last: bool) -> Step:
        """Open the betting."""
        words, clause = self.opening
        if last:
            words = f"{words} {self.last_words}"
            moves.change(is_last=True)
        moves.say(words, clause)
        return moves.to(moves.felt.betting())

    def betting(self) -> AnyPhase:
        """Return the phase in which players bet. A game may have its own."""
        from novamas.families.banked.phases import Betting  # imported late to avoid a cycle

        return Betting(self)

    # ---- bets

    def bets(self, seat: int) -> Iterable[Offer]:
        """Return the bets that a player may place."""
        raise AssertionError("each game has its own bets")

    def lays(self, act: Act) -> bool:
        """Return whether an act places chips on the cloth."""
        return isinstance(act, Bet)

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a bet is not offered, if the law has a reason, or return None."""
        return None

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Place a bet, together with any other bets that go with it."""
        moves.stake(seat, bet, cents, self.course.betting)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the offers that only this game has until «no va más»."""
        return ()

    def do_own(self, moves: Moves[Any], act: Act) -> None:
        """Carry out an act that only this game has."""
        raise AssertionError(act)

    def why_not_own(self, act: Act) -> Refusal | None:
        """Explain why an act that only this game has is not allowed now, or return None."""
        return None

    def why_too_early(self, act: Act) -> Refusal | None:
        """Explain why an act of play is too early while bets are still open, or return None."""
        return Refusal("bets_first", self.course.closing) if isinstance(act, self.in_the_round) else None

    def why_over(self, act: Act) -> Refusal | None:
        """Explain why an act is too late after the end of the session, or return None."""
        return None

    # ---- taking back

    def is_free(self, bet: str) -> bool:
        """Return whether the owner of a bet may take it back while nothing is at risk."""
        return True

    def free_by(self, bet: str) -> str:
        """Return the clause that lets a player take a bet back."""
        return self.course.betting

    def least(self, seat: int, bet: str) -> Least:
        """Return the smallest stake that must stay when a player takes part of a bet back."""
        raise AssertionError("each game has its own limits")

    def why_bound(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a player may not take back this amount, if the law has a reason, or return None."""
        return None

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Return chips of a bet to its owner, together with any other bets that go with it."""
        moves.withdraw(seat, bet, cents, self.free_by(bet))

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Yield the bets that a player may take back."""
        for owner, bet, cents in self.chips:
            if owner == seat and self.is_free(bet):
                yield from taking_back(seat, bet, cents, self.free_by(bet), self.least(seat, bet))

    # ---- the betting closes, and the round ends

    @property
    def may_close(self) -> bool:
        """Whether the croupier may close the betting. At most tables it may close even without a bet."""
        return True

    def close(self, moves: Moves[Any]) -> Step:
        """Close the betting and begin the step that decides the bets."""
        raise AssertionError("each game goes on in its own way")

    def late_bets(self) -> LateBets:
        """Return the bets that a player may try to place after «no va más»."""
        raise AssertionError("each game has its own bets")

    def gather(self, moves: Moves[Any]) -> None:
        """Clear the game's own objects from the table at the end of a round."""

    @property
    def ending_clause(self) -> str:
        """The clause by which players get free stakes back at the end of the session."""
        return self.course.betting

    def next_round(self, moves: Moves[Any]) -> Step:
        """Continue with the next round."""
        from novamas.families.banked.phases import Waiting

        moves.end_round()
        return moves.to(Waiting(moves.felt))


C = TypeVar("C", bound=Cloth)


@lru_cache(maxsize=4096)
def taking_back(seat: int, bet: str, has: int, clause: str, least: Least) -> tuple[Offer, ...]:
    """Return the offers to take back a stake: all of it, or a part if the rest is an allowed stake."""
    whole = Offer(Withdraw(seat, bet, has), clause)
    most = has - least.cents
    if not least.step or most < least.step:
        return (whole,)
    dials: dict[str, Dial] = {
        "bet": OneOf((bet,), clause),
        "cents": Range(least.step, most, least.step, least.clause),
    }
    return whole, Offer(Withdraw(seat, bet, least.step), clause, dials)


def not_on_list(listed: Iterable[str], bet: str, clause: str) -> Refusal:
    """Return the refusal of a bet that is not on the closed list."""
    refusal = OneOf(tuple(listed), clause).why_not(bet)
    assert refusal is not None
    return replace(refusal, code="no_such_bet", dial="bet")


def not_aside(clause: str) -> Refusal:
    """Return the refusal of a side bet by a player without a main bet."""
    return Refusal("not_aside", clause)


def too_much_there(bet: str, has: int, cents: int, most: int, clause: str) -> Refusal:
    """Return the refusal of a stake that, with the chips already on the bet, exceeds the maximum."""
    values: dict[str, Figure] = {"bet": bet, "has": has}
    return Refusal("above_maximum", clause, dial="cents", given=has + cents, most=most, figures=values)

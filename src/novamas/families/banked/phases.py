"""The course of a round against the house: the betting opens, «no va más», chance, payment.

Every game against the house is played so. The cloth of each game adds its bets and the step that follows when
the betting closes.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import Figure
from novamas.families.banked.acts import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.table.deeds import Act, wrong_part
from novamas.table.felt import Chips, Felt
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import AnyPhase, Phase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, NOBODY, Who

# ---------------------------------------------------------------- the cloth


class Course(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses by which the betting opens and closes. Each game adds more."""

    betting: str
    closing: str


class Least(NamedTuple):
    """The smallest stake that may stay on a bet, its step, and the clause.

    A step of 0 means that the law fixes the stake: all of it stays or none.
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


class Cloth(Felt, frozen=True, cache_hash=True, kw_only=True):
    """The cloth of a game against the house. Each game extends it."""

    public: ClassVar[tuple[str, ...]] = ("is_last",)
    last_words: ClassVar[str] = "Última jugada."
    closing_words: ClassVar[str] = "No va más."
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
        """Return the other offers between rounds, such as orders of the floor."""
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
        """Return the phase in which bets are placed. A game may have its own."""
        return Betting(self)

    # ---- bets

    def bets(self, seat: int) -> Iterable[Offer]:
        """Return the bets that a player may place."""
        raise AssertionError("each game has its own bets")

    def lays(self, act: Act) -> bool:
        """Return whether an act places chips on the cloth."""
        return isinstance(act, Bet)

    def why_no_bet(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why a bet is not offered, if the law has a reason for it."""
        return None

    def lay(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Place a bet, with all that is tied to it."""
        moves.stake(seat, bet, cents, self.course.betting)

    def own_offers(self, who: Who) -> Iterable[Offer]:
        """Return the game's own offers until «no va más»."""
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
        """Explain why an act comes after the end of the session, or return None."""
        return None

    # ---- taking back

    def is_free(self, bet: str) -> bool:
        """Return whether its owner may take a bet back while nothing is at risk."""
        return True

    def free_by(self, bet: str) -> str:
        """Return the clause by which a player takes a bet back."""
        return self.course.betting

    def least(self, seat: int, bet: str) -> Least:
        """Return the smallest stake that must stay when part of a bet is taken back."""
        raise AssertionError("each game has its own limits")

    def why_bound(self, seat: int, bet: str, cents: int) -> Refusal | None:
        """Explain why its owner may not take this amount back, if the law has a reason for it."""
        return None

    def take_back(self, moves: Moves[Any], seat: int, bet: str, cents: int) -> None:
        """Return chips of a bet to its owner, with all that is tied to it."""
        moves.withdraw(seat, bet, cents, self.free_by(bet))

    def withdrawals(self, seat: int) -> Iterable[Offer]:
        """Yield the bets that a player may take back."""
        for owner, bet, cents in self.chips:
            if owner == seat and self.is_free(bet):
                yield from taking_back(seat, bet, cents, self.free_by(bet), self.least(seat, bet))

    # ---- the betting closes, and the round ends

    @property
    def may_close(self) -> bool:
        """Whether the betting may close. At most tables it may even without a bet."""
        return True

    def close(self, moves: Moves[Any]) -> Step:
        """Continue after «no va más» with the step that decides the bets."""
        raise AssertionError("each game goes on in its own way")

    def late_bets(self) -> LateBets:
        """Return the bets that may come after «no va más»."""
        raise AssertionError("each game has its own bets")

    def gather(self, moves: Moves[Any]) -> None:
        """Put away the game's own things at the end of a round."""

    @property
    def ending_clause(self) -> str:
        """The clause by which free stakes go back at the end of the session."""
        return self.course.betting

    def next_round(self, moves: Moves[Any]) -> Step:
        """Continue with the next round."""
        moves.end_round()
        return moves.to(Waiting(moves.felt))


C = TypeVar("C", bound=Cloth)


@lru_cache(maxsize=4096)
def taking_back(seat: int, bet: str, has: int, clause: str, least: Least) -> tuple[Offer, ...]:
    """Return the offers to take a stake back: all of it, or a part that leaves an allowed stake."""
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
    """Return the refusal of a side bet from a player without a main bet."""
    return Refusal("not_aside", clause)


def too_much_there(bet: str, has: int, cents: int, most: int, clause: str) -> Refusal:
    """Return the refusal of a stake that exceeds the maximum together with the chips already on the bet."""
    values: dict[str, Figure] = {"bet": bet, "has": has}
    return Refusal("above_maximum", clause, dial="cents", given=has + cents, most=most, figures=values)


# ---------------------------------------------------------------- phases


class BankedPhase(Phase[Act], Generic[C], frozen=True):
    """A phase of a game against the house."""

    step: ClassVar[str] = "betting"  # name of the clause of the course that describes this phase

    felt: C

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        clause: str = getattr(self.felt.course, self.step)
        return clause

    def seats(self) -> int:
        return self.felt.places

    def completed(self, act: Act) -> Act:
        if not isinstance(act, Withdraw) or act.cents or not isinstance(act.by, int) or wrong_part(act):
            return act
        return replace(act, cents=self.felt.on(act.by, act.bet))


class NothingAtRisk(BankedPhase[C], Generic[C], frozen=True):
    """A phase in which nothing is at risk. Free stakes may be taken back."""

    def reason(self, act: Act) -> Refusal | None:
        felt = self.felt
        if isinstance(act, Withdraw) and isinstance(act.by, int):
            if (refusal := felt.why_bound(act.by, act.bet, act.cents)) is not None:
                return refusal
            has = felt.on(act.by, act.bet)
            if not has or not felt.is_free(act.bet):
                return Refusal("nothing_there", felt.course.betting, dial="bet", given=act.bet)
            clause, values = felt.least(act.by, act.bet).clause, {"bet": act.bet}
            return Refusal("all_or_nothing", clause, dial="cents", given=has, figures=values)
        return felt.why_not_own(act) or felt.why_too_early(act)

    def withdrawn(self, act: Withdraw) -> Step:
        """Return chips to a player, and stay in the same phase."""
        assert isinstance(act.by, int)
        moves = Moves(self.felt)
        self.felt.take_back(moves, act.by, act.bet, act.cents)
        return self.stay(moves)

    def stay(self, moves: Moves[C]) -> Step:
        """Stay in the same phase."""
        return moves.to(type(self)(moves.felt))


class Waiting(NothingAtRisk[C], Generic[C], frozen=True):
    """Between rounds."""

    rest: ClassVar[bool] = True

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            clause = felt.opening[1]
            yield Offer(HaganJuego(), clause)
            yield Offer(HaganJuego(last=True), clause)
        elif isinstance(who, int):
            yield from felt.withdrawals(who)
        yield from felt.between(who)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, (NoVaMas, *self.felt.in_the_round)) or self.felt.lays(act):
            return Refusal("not_open", self.felt.opening[1])
        return super().reason(act)

    def after(self, act: Act) -> Step:
        match act:
            case HaganJuego():
                return self.felt.open(Moves(self.felt), last=act.last)
            case Withdraw():
                return self.withdrawn(act)
            case _:
                moves = Moves(self.felt)
                self.felt.do_own(moves, act)
                return self.stay(moves)


class Betting(NothingAtRisk[C], Generic[C], frozen=True):
    """Players place bets until «no va más»."""

    pause: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return CROUPIER if self.felt.may_close else 1  # without a bet there is nothing to decide

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who is CROUPIER:
            yield from self.calls()
        elif isinstance(who, int):
            yield from felt.bets(who)
            yield from felt.withdrawals(who)
        yield from felt.own_offers(who)

    def calls(self) -> Iterable[Offer]:
        """Return the calls of the croupier."""
        return (Offer(NoVaMas(), self.felt.course.closing),) if self.felt.may_close else ()

    def reason(self, act: Act) -> Refusal | None:
        match act:
            case Bet(int(seat), bet, cents):
                return self.felt.why_no_bet(seat, bet, cents)
            case NoVaMas() if not self.felt.may_close:
                return Refusal("no_bets", self.felt.course.betting)
            case HaganJuego():
                return Refusal("open_already", self.felt.opening[1])
            case _:
                return super().reason(act)

    def after(self, act: Act) -> Step:
        if isinstance(act, Withdraw):
            return self.withdrawn(act)
        felt, moves = self.felt, Moves(self.felt)
        match act:
            case Bet(int(seat), bet, cents):
                felt.lay(moves, seat, bet, cents)
            case NoVaMas():
                moves.say(felt.closing_words, felt.course.closing)
                return felt.close(moves)
            case _:
                return self.do_own(moves, act)
        return self.stay(moves)

    def do_own(self, moves: Moves[C], act: Act) -> Step:
        """Carry out an act that only this game has."""
        self.felt.do_own(moves, act)
        return self.stay(moves)


class Playing(BankedPhase[C], Generic[C], frozen=True):
    """Bets are closed."""

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Withdraw) or self.felt.lays(act):
            return Refusal("no_va_mas", self.felt.course.closing)
        if isinstance(act, HaganJuego | NoVaMas):
            return Refusal("closed_already", self.felt.course.closing)
        return self.felt.why_not_own(act)


class Drawing(Playing[C], Generic[C], frozen=True):
    """Chance decides: a card is drawn, the ball falls, the dice are thrown."""

    @property
    def turn(self) -> Who:
        return CHANCE


class Closed(BankedPhase[C], Generic[C], frozen=True):
    """The session is over and the cloth is empty."""

    rest: ClassVar[bool] = True

    @property
    def turn(self) -> Who:
        return NOBODY

    def reason(self, act: Act) -> Refusal | None:
        return self.felt.why_over(act)


# ---------------------------------------------------------------- the end of a round


def end_round(moves: Moves[Any]) -> Step:
    """Gather the cards after a settled round, and continue with the next one or end the session.

    A session does not end while a stake is bound: one more round is played.
    """
    moves.clear()
    felt: Cloth = moves.felt
    felt.gather(moves)
    if not felt.is_last:
        return felt.next_round(moves)
    felt = moves.felt
    if not all(felt.is_free(bet) for _, bet, _ in felt.chips):
        moves.change(is_last=False)
        return felt.next_round(moves)
    give_back(moves, felt.chips, felt.ending_clause)
    moves.use(None)
    moves.end_round()
    return moves.to(Closed(moves.felt))


def give_back(moves: Moves[Any], stakes: Iterable[Chips], clause: str) -> None:
    """Return these stakes to their owners, with nothing won or lost."""
    for seat, bet, cents in stakes:
        moves.withdraw(seat, bet, cents, clause)

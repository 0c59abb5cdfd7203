"""The course of a round against the house: the betting opens, «no va más», chance, payment.

Every game against the house has this course. The cloth of each game adds its bets, and the step that
follows when the betting closes.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic

from msgspec import Struct
from msgspec.structs import replace

from novamas.families.banked.acts import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.families.banked.cloth import C, Cloth
from novamas.table.deeds import Act, wrong_part
from novamas.table.felt import Chips, Felt
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, Phase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, NOBODY, Who

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
    """A phase in which nothing is at risk. Players may take back free stakes."""

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
        """Return chips to a player and stay in the same phase."""
        assert isinstance(act.by, int)
        moves = Moves(self.felt)
        self.felt.take_back(moves, act.by, act.bet, act.cents)
        return self.stay(moves)

    def stay(self, moves: Moves[C]) -> Step:
        """Return to the same phase after these moves."""
        return moves.to(type(self)(moves.felt))


class Waiting(NothingAtRisk[C], Generic[C], frozen=True):
    """The table is between two rounds."""

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


def _are_equal(one: Struct, other: Struct, apart: str) -> bool:
    """Return whether two values of one type are equal in all fields except one."""
    for name in one.__struct_fields__:
        mine, its = getattr(one, name), getattr(other, name)
        if mine is not its and name != apart and mine != its:
            return False
    return True


def chips_of(felt: Felt, seat: int) -> list[Chips]:
    """Return a player's chips on the cloth."""
    return [chips for chips in felt.chips if chips.seat == seat]


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

    def keeps_offers(self, before: AnyPhase, who: Who) -> bool:
        """Return whether only other players' chips have changed, so that a player's offers are the same."""
        if type(before) is not type(self) or not isinstance(who, int) or not self.felt.are_bets_apart:
            return False
        is_same = _are_equal(self, before, "felt") and _are_equal(self.felt, before.felt, "chips")
        return is_same and chips_of(self.felt, who) == chips_of(before.felt, who)

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
    """Bets are closed, and the round is played."""

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
    """Collect the cards after a settled round, and begin the next round or end the session.

    While a stake must stay on the cloth, the session does not end and one more round is played.
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

"""The prison for even-chance bets, when zero falls or when both rows make 31.

The name of a bet in prison has a mark: `rojo@2` has been caught twice.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import Figure
from novamas.law import law
from novamas.money import Rounding
from novamas.table.bets import parts_of, read_bet, write_bet
from novamas.table.deeds import Act, Call
from novamas.table.felt import Chips, Felt
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Phase, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, Who


class PrisonFigures(Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses on stakes that are caught, halved, kept in prison and freed."""

    caught: tuple[str, ...]
    freed: tuple[str, ...]
    halved: str  # when it is caught again
    kept: str  # below the minimum it stays until it is freed
    last: tuple[str, ...]  # in the last round of the session

    def again(self, times: int) -> tuple[str, ...]:
        """Return the additional clause for a stake that was caught more than once."""
        return (self.halved,) if times > 1 else ()


class TakeHalf(Act, frozen=True):
    """A player takes back half of a caught stake. The bank keeps the other half."""

    bet: str


class Imprison(Act, frozen=True):
    """A player leaves the whole stake in prison."""

    bet: str


class LeaveInPrison(Call, frozen=True):
    """The player says nothing, and the croupier leaves the whole stake in prison."""

    seat: int = 1
    bet: str = ""


def caught(bet: str) -> tuple[str, int]:
    """Return the name of a bet without its mark, and the number of times that it was caught."""
    name = read_bet(bet)
    return name.spot, name.times


def caught_again(bet: str, stake: int) -> str:
    """Return the name of a bet that is caught once more.

    The mark stops increasing when it no longer changes the value of the stake.
    """
    name = read_bet(bet)
    return write_bet(name.kind, name.place, times=min(name.times + 1, stake.bit_length() + 2))


@law("IB05.01.IV.1.B.b.3")
def worth(stake: int, times: int, rounding: Rounding) -> int:
    """Return the value of a stake in prison: all of it if caught once, then half as much each time.

    It is our reading that the player may withdraw half of the value: 1/2, 1/4, 1/8… of the initial stake. The
    last round of the session refunds the same amount (IB05.01.IV.1.B.b.5).
    """
    return rounding.whole(Fraction(stake, 2 ** max(0, times - 1)))


@law("IB05.01.IV.1.B.b.3", "IB05.01.IV.1.B.b.5")
def half(stake: int, times: int, rounding: Rounding) -> int:
    """Return the part of a stake that the player may withdraw after it was caught this many times."""
    return rounding.whole(Fraction(stake, 2**times))


@law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.4")
def may_take_half(stake: int, times: int, rounding: Rounding, minimum: int) -> bool:
    """Return whether the player may take half: always at first, later if the rest reaches the minimum."""
    return times == 1 or (times > 1 and half(stake, times, rounding) >= minimum)


# ---------------------------------------------------------------- why a stake in prison cannot be moved


class Prison(NamedTuple):
    """The stakes in prison at a table, and the rules that apply to them."""

    felt: Felt
    figures: PrisonFigures
    rounding: Rounding
    minimum: int

    def held(self, seat: int, spot: str) -> tuple[Chips, ...]:
        """Return the stakes that a player has in prison on a spot."""
        his = (chips for chips in self.felt.chips if chips.seat == seat)
        return tuple(chips for chips in his if caught(chips.bet)[1] and caught(chips.bet)[0] == spot)

    def why_bound(self, seat: int, bet: str) -> Refusal | None:
        """Explain why a stake in prison cannot be taken back, or return None.

        The next round frees it or takes it.
        """
        spot = parts_of(bet).spot
        if (bet == spot and self.felt.on(seat, bet)) or not self.held(seat, spot):
            return None
        return Refusal("in_prison", self.figures.freed[-1], figures={"bet": spot})

    def why_not(self, act: Act) -> Refusal | None:
        """Explain why a player may not choose now between half of a stake and prison, or return None."""
        if not isinstance(act, TakeHalf | Imprison) or not isinstance(act.by, int):
            return None
        held = self.held(act.by, parts_of(act.bet).spot)
        if not held:
            return Refusal("nothing_in_prison", self.figures.caught[-1], dial="bet", given=act.bet)
        return self.why_stays(act) or self.why_bound(act.by, held[-1].bet)

    @law("IB05.01.IV.1.B.b.4")
    def why_stays(self, act: Act) -> Refusal | None:
        """Explain why a stake stays in prison: half of its value would be below the minimum."""
        if not isinstance(act, TakeHalf | Imprison) or not isinstance(act.by, int):
            return None
        for _, bet, stake in self.held(act.by, parts_of(act.bet).spot):
            spot, times = caught(bet)
            if not may_take_half(stake, times, self.rounding, self.minimum):
                left = half(stake, times, self.rounding)
                values: dict[str, Figure] = {"bet": spot, "half": left, "minimum": self.minimum}
                return Refusal("prisoner_below_minimum", self.figures.kept, figures=values)
        return None

    @law("IB05.01.IV.1.B.b.5")
    def why_over(self, act: Act) -> Refusal | None:
        """Explain why a player has no choice after the last round: the rest of each stake was returned."""
        if not isinstance(act, TakeHalf | Imprison):
            return None
        return Refusal("last_round_decides", self.figures.last[-1])


ChoosingAct: TypeAlias = TakeHalf | Imprison | LeaveInPrison


class ChoosingHalf(Phase[ChoosingAct], frozen=True):
    """Each player with a caught stake takes half back or leaves it in prison. Silence leaves it there."""

    public: ClassVar[tuple[str, ...]] = ("asked",)

    asked: tuple[tuple[int, str], ...]

    @property
    def prisoners(self) -> Prison:
        raise AssertionError("each game has its own prison")

    @property
    def clause(self) -> str:  # type: ignore[override]  # which clause it is depends on the norm
        return self.prisoners.figures.caught[0]

    def all_chosen(self, moves: Moves[Any]) -> Step:
        """Continue after the last player has chosen."""
        raise AssertionError("each game goes on in its own way")

    @property
    def turn(self) -> Who:
        return self.asked[0][0]

    def offers(self, who: Who) -> Iterable[Offer]:
        seat, bet = self.asked[0]
        if who == seat:
            yield Offer(Imprison(seat, bet), self.clause)
            yield Offer(TakeHalf(seat, bet), self.clause)
        if who is CROUPIER:
            yield Offer(self.in_silence(), self.clause)

    @law("IB05.01.IV.1.B.b.1")
    def in_silence(self) -> LeaveInPrison:
        """Return the deed that leaves a silent player's stake in prison. That is our reading."""
        seat, bet = self.asked[0]
        return LeaveInPrison(seat=seat, bet=bet)

    def completed(self, act: ChoosingAct) -> ChoosingAct:
        """Return the choice with the exact bet if only its spot was named, as in `rojo` for `rojo@1`."""
        seat, bet = self.asked[0]
        is_named = act.by == seat and isinstance(act, TakeHalf | Imprison) and act.bet == caught(bet)[0]
        return replace(act, bet=bet) if is_named else act

    def reason(self, act: Act) -> Refusal | None:
        seat, bet = self.asked[0]
        if act.by == seat and isinstance(act, TakeHalf | Imprison):
            return Refusal("not_listed", self.clause, dial="bet", given=act.bet, near=(bet,))
        first = Refusal("half_or_prison", self.clause, figures={"seat": seat, "bet": caught(bet)[0]})
        return self.prisoners.why_stays(act) or first

    def after(self, act: ChoosingAct) -> Step:
        (seat, bet), *rest = self.asked
        moves = Moves(self.felt)
        match act:
            case TakeHalf():
                stake, (_, times) = self.felt.on(seat, bet), caught(bet)
                back = half(stake, times, self.prisoners.rounding)
                clauses = (*self.prisoners.figures.caught, *self.prisoners.figures.again(times))
                moves.settle(seat, bet, back, *clauses, rate=Fraction(back, stake) - 1)
            case Imprison():
                moves.say(f"{caught(bet)[0]}: en prisión.", self.clause)
            case LeaveInPrison():
                moves.note("says_nothing", self.clause, seat=seat, bet=caught(bet)[0])
        return moves.to(type(self)(moves.felt, tuple(rest))) if rest else self.all_chosen(moves)

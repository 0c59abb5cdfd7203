"""What the betting against the house is everywhere: it opens, chips are laid and taken back, it closes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from novamas.table.bets import write_bet
from novamas.table.deeds import Act, Call
from novamas.table.moves import Moves
from novamas.table.offers import Dial, Offer, OneOf, Range
from novamas.table.phases import AnyPhase, Incident, Past, Step


class HaganJuego(Call, frozen=True):
    """The betting opens; the croupier says whether it is the last coup, round or spin of the session."""

    last: bool = False


class Bet(Act, frozen=True):
    """A player lays chips on the cloth."""

    bet: str
    cents: int


class Withdraw(Act, frozen=True):
    """A player takes back all that he has on a bet."""

    bet: str


class NoVaMas(Call, frozen=True):
    """The betting closes."""


def give_back(now: AnyPhase, seat: int, bet: str, cents: int, clause: str) -> Step:
    """Chips that were laid too late go back to their owner, and the game goes on where it was."""
    moves: Moves[Any] = Moves(now.felt)
    late = write_bet("tarde", bet)
    moves.stake(seat, late, cents, clause)
    moves.withdraw(seat, late, cents, clause)
    return moves.to(now)


class TooLate(NamedTuple):
    """What can have been laid too late: by whom, where, how much usually and at most, and the clauses."""

    seats: int
    bets: tuple[str, ...]
    usual: int
    most: int
    closing: str
    listed: str


class LateBet(Incident[Any], frozen=True):
    """A player laid chips after «no va más»: they are given back."""

    seat: int = 1
    bet: str = ""
    cents: int = 0

    @classmethod
    def too_late(cls, now: Any) -> TooLate:
        raise AssertionError("each game has its own bets and limits")

    @classmethod
    def could(cls, now: Any, past: Past) -> Iterable[Offer]:
        late = cls.too_late(now)
        dials: dict[str, Dial] = {
            "seat": Range(1, late.seats, 1, late.closing),
            "bet": OneOf(late.bets, late.listed),
            "cents": Range(1, late.most, 1, late.closing),
        }
        yield Offer(cls(seat=1, bet=late.bets[0], cents=late.usual), late.closing, dials)

    def happen(self, now: Any, past: Past) -> Step:
        return give_back(now, self.seat, self.bet, self.cents, self.too_late(now).closing)

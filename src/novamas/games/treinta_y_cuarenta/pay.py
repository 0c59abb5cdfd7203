"""Payment at treinta y cuarenta: collecting losing bets, paying winners and freeing prisoners."""

from __future__ import annotations

from fractions import Fraction

from novamas.families.prison import caught, worth
from novamas.games.treinta_y_cuarenta.cloth import Cloth
from novamas.games.treinta_y_cuarenta.rows import Result
from novamas.law import law
from novamas.money import times as times_of
from novamas.table.moves import Moves


def collect(moves: Moves[Cloth], felt: Cloth, result: Result) -> None:
    """Collect every bet that did not win, whether in prison or not."""
    for seat, bet, _ in felt.chips:
        name, times = caught(bet)
        if name in felt.boxes and name not in result.won:
            clauses = felt.rules.prison.freed if times else felt.boxes[name].spot.clauses[:1]
            moves.collect(seat, bet, *clauses)


@law("IB05.05.V.3.7")
def pay(moves: Moves[Cloth], felt: Cloth, result: Result) -> None:
    """Pay the winners: colour or inverse before black or red, and the furthest seats first.

    Seats are counted from the croupier's right, so the furthest one has the highest number.
    """
    won = [chips for chips in felt.chips if caught(chips.bet)[0] in result.won]
    for seat, bet, cents in sorted(
        won, key=lambda chips: (felt.boxes[caught(chips.bet)[0]].spot.order, -chips.seat)
    ):
        name, times = caught(bet)
        if times:
            free(moves, seat, bet, cents)
        else:
            spot = felt.boxes[name].spot
            prize = times_of(cents, spot.to_one, felt.rules.rounding)
            moves.pay(seat, bet, prize, *spot.clauses, rate=spot.to_one)


@law("IB05.05.V.1.6")
def free(moves: Moves[Cloth], seat: int, bet: str, cents: int) -> None:
    """Return a winning stake in prison to its owner, at its present value."""
    rules, (_, times) = moves.felt.rules, caught(bet)
    back = worth(cents, times, rules.rounding)
    clauses = (*rules.prison.freed, *rules.prison.again(times))
    moves.settle(seat, bet, back, *clauses, rate=Fraction(back, cents) - 1)

"""Rounds per second through the pure engine: one player, one bet, no record. Run it by hand.

.venv/bin/python -m benchmarks.engine
"""

from __future__ import annotations

from time import perf_counter

from novamas.equipment.chance import Seeded
from novamas.families.banked.acts import Bet, HaganJuego, NoVaMas, Withdraw
from novamas.families.wheel.acts import Launch
from novamas.games import game
from novamas.law import catalogue
from novamas.table.deeds import Drawn
from novamas.table.game import open_table
from novamas.table.phases import AnyPhase, do


def rounds(opening: AnyPhase, bet: Bet, count: int) -> float:
    """Return the rounds per second, each with open betting, a bet, the ball, no va más, spin and payment."""
    source, phase = Seeded(1), opening
    half_or_prison = 0
    start = perf_counter()
    for _ in range(count):
        for deed in (HaganJuego(), bet, Launch(), NoVaMas()):
            phase, _ = do(phase, deed)
        phase, _ = do(phase, Drawn(what=source.draw(phase.draws())))
        while isinstance(phase.turn, int):  # zero: half back
            phase, _ = do(phase, list(phase.offers(phase.turn))[1].act)
            half_or_prison += 1
        if phase.felt.chips:
            phase, _ = do(phase, Withdraw(1, bet.bet, bet.cents))
    return count / (perf_counter() - start)


def main() -> None:
    table = open_table(game("ruleta"), catalogue.under("IB05")["ruleta"])
    bets = (Bet(1, "pleno:17", 200), Bet(1, "rojo", 200))
    best = {bet.bet: 0.0 for bet in bets}
    for _ in range(5):  # interleaved, the best of five: machines are noisy
        for bet in bets:
            best[bet.bet] = max(best[bet.bet], rounds(table.opening, bet, 5_000))
    for name, speed in best.items():
        print(f"ruleta, one bet on {name}: {speed:,.0f} rounds a second")


if __name__ == "__main__":
    main()

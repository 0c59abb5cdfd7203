"""Rounds per second of each kernel and of the machine's limit, interleaved. Run it by hand, alone.

    .venv/bin/python -m benchmarks.sim                 all kernels
    .venv/bin/python -m benchmarks.sim ruleta craps    some games

The limit of a kernel is the speed that the machine can reach with the same random words. A minimal loop draws
as many numbers as the rounds need, each with one look-up in a table, and counts the results. Kernel and loop
take turns, so that other work on the machine disturbs both alike. The best of several turns counts, in
processor time.

Half the limit is the goal of punto y banca and of treinta y cuarenta, which reaches it. The minimal loop has
no decisions. Whether a third card comes is random, and the processor often predicts that branch wrongly.
"""

from __future__ import annotations

import sys
from time import thread_time
from typing import NamedTuple

import numpy as np

from novamas.law import norms
from novamas.sim.compiler import kernel
from novamas.sim.dispatch import compile_bet
from novamas.sim.play import BEST, BLOCK, CompiledBet, Counts, copy_scratch
from novamas.sim.streams import AT, COUNT, WORDS_A_COUNT, Words, drawn, stream_of
from novamas.testing.rehearsal import opened

TURNS = 5
SECONDS = 0.2  # of each turn, about
WAYS = 37
MILLION = 1e6


class Mark(NamedTuple):
    """The goal of a kernel: a share of the machine's limit, or a number of rounds per second."""

    game: str
    norm: str
    bet: str
    of_floor: float | None = None
    a_second: float | None = None
    strategy: str = BEST


MARKS = (
    Mark("ruleta", "IB05", "rojo", of_floor=0.5),
    Mark("ruleta", "IB05", "pleno", of_floor=0.5),
    Mark("ruleta_americana", "IB05", "serie_grande", of_floor=0.5),
    Mark("ruleta_doble_cero", "AR10", "pleno", of_floor=0.5),
    Mark("boule", "IB05", "rojo", of_floor=0.5),
    Mark("ruleta_de_la_fortuna", "IB05", "24", of_floor=0.5),
    Mark("craps", "IB05", "win", of_floor=0.5),
    Mark("craps", "IB05", "win_con_asociada", of_floor=0.5),
    Mark("punto_y_banca", "IB05", "banca", of_floor=0.4),  # no one foretells a third card: see below
    Mark("treinta_y_cuarenta", "IB05", "rojo", of_floor=0.5),
    Mark("tres_cartas", "AR10", "ante", a_second=3 * MILLION),
    Mark("trijoker", "AR10", "trijoker", a_second=3 * MILLION),
    Mark("sin_descarte", "AR10", "apuesta_inicial", a_second=3 * MILLION),
    Mark("holdem_contrapartida", "AR10", "ante", a_second=3 * MILLION),
    Mark("holdem_bonus", "AR10", "bonus", a_second=3 * MILLION),
    Mark("blackjack", "IB05", "mano", a_second=MILLION),
    Mark("blackjack", "IB05", "mano_basica", a_second=MILLION),
    Mark("pai_gow_poker", "AR10", "casilla", a_second=MILLION),
    Mark("pai_gow_domino", "CM16", "banca_best", a_second=MILLION),
    Mark("chemin_de_fer", "IB05", "banca_five_draws", of_floor=0.4),
    Mark("bacara_dos_panos", "IB05", "banca_five_draws", of_floor=0.3),
    Mark("holdem", "AR10", "puesto", a_second=1.5 * MILLION, strategy="any"),
    Mark("holdem", "AR10", "puesto", a_second=1.2 * MILLION, strategy="call"),
    Mark("holdem", "AR10", "puesto", a_second=0.5 * MILLION, strategy="strong"),
    Mark("omaha", "AR10", "cagnotte", a_second=0.8 * MILLION, strategy="any"),
    Mark("sintetico", "AR10", "puesto", a_second=1.2 * MILLION, strategy="any"),
    Mark("five_stud", "AR10", "puesto", a_second=1.4 * MILLION, strategy="any"),
    Mark("seven_stud", "AR10", "puesto", a_second=0.8 * MILLION, strategy="any"),
    Mark("cubierto", "AR10", "puesto", a_second=0.6 * MILLION, strategy="any"),
)


@kernel
def floor(stream: Words, rounds: int, draws: float, table: Counts, counts: Counts) -> None:
    """Draw as many numbers per round as the kernel does on average, and count a look-up for each."""
    at = np.uint64(stream[AT])
    for _ in range(int(rounds * draws)):
        way, at = drawn(stream, at, WAYS)
        counts[table[way]] += 1
    stream[AT] = at


def draws_a_round(play: CompiledBet) -> float:
    """Return the mean number of random words that a round needs."""
    stream, counts = stream_of(1), np.zeros(len(play.nets), np.int64)
    play.kernel(stream, BLOCK, *copy_scratch(play.scratch), *play.tables, counts)
    return (int(stream[COUNT]) * WORDS_A_COUNT - len(stream) + int(stream[AT])) / BLOCK


def seconds_of(play: CompiledBet, blocks: int) -> float:
    start = thread_time()
    play.count(blocks * BLOCK, seed=1, first=0)
    return thread_time() - start


def measured(mark: Mark) -> tuple[float, float, float]:
    """Return the draws per round, and the rounds per second of the kernel and of the machine's limit."""
    play = compile_bet(opened(mark.game, mark.norm), mark.bet, mark.strategy)
    draws = draws_a_round(play)
    look_up = np.array([int(n < WAYS // 2) for n in range(WAYS)])
    beside = CompiledBet(floor, (draws, look_up), (0, 1), play.unit, play.per)
    blocks = []
    for each in (play, beside):
        each.count(1, seed=1, first=0)  # compiled
        blocks.append(1 + int(SECONDS / seconds_of(each, 4) * 4))
    best = [0.0, 0.0]
    for _ in range(TURNS):
        for n, each in enumerate((play, beside)):
            best[n] = max(best[n], blocks[n] * BLOCK / seconds_of(each, blocks[n]))
    return draws, best[0], best[1]


def main() -> None:
    chosen = sys.argv[1:]
    assert set(chosen) <= {mark.game for mark in MARKS}, f"one of {[mark.game for mark in MARKS]}"
    assert all(mark.norm in norms() for mark in MARKS)
    missed = 0
    for mark in MARKS:
        if chosen and mark.game not in chosen:
            continue
        draws, speed, lowest = measured(mark)
        wanted = mark.of_floor * lowest if mark.of_floor else mark.a_second or 0.0
        missed += speed < wanted
        print(
            f"{mark.game:22} {mark.bet:18} {mark.strategy:6} {draws:5.2f} draws a round"
            f" {speed / MILLION:8.1f} million a second,"
            f" floor {lowest / MILLION:8.1f} ({speed / lowest:4.0%})"
            f"   {'ok' if speed >= wanted else f'below {wanted / MILLION:.1f}'}",
            flush=True,
        )
    sys.exit(int(missed > 0))


if __name__ == "__main__":
    main()

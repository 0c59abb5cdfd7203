"""Rounds on the engine compared with the exact odds. Run it by hand, with a game and how many rounds.

    .venv/bin/python -m benchmarks.rounds tres_cartas 100000
    .venv/bin/python -m benchmarks.rounds sin_descarte 10000000 --norm IB05 --parts 100 --jobs 2 --keep FILE

After each part it prints the number of rounds per second, the distance of their mean from the odds in
standard errors, and chi-square over the outcomes with its degrees of freedom. Each part has its own random
stream, so parts can be played in any order. Parts that are already in the file of `--keep` are not played
again.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Hashable, Iterator
from functools import cache
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from time import process_time
from typing import NamedTuple

import msgspec
from benchmarks.players import PLAYERS, Player, player_of

from novamas.equipment.chance import Seeded
from novamas.odds.chi_square import chi_square
from novamas.table.events import Event, RoundOver
from novamas.table.phases import do, follow
from novamas.table.roles import CHANCE, CROUPIER


def play(player: Player, rounds: int, *, seed: int, stream: int = 0) -> Counter[Hashable]:
    """Play rounds from the phase before the cards come. Return the number of times of each outcome.

    The table checks each act of the player and refuses unlawful ones. The croupier takes the first offer, and
    chance draws from the possible draws.
    """
    source, found = Seeded(seed, stream), Counter[Hashable]()
    ready, decide, outcome = player.ready, player.decide, player.outcome
    for _ in range(rounds):
        phase, told = ready, list[Event]()
        while not told or type(told[-1]) is not RoundOver:
            turn = phase.turn
            if turn is CHANCE:
                phase, events = phase.drawn(source.draw(phase.draws()))
            elif turn is CROUPIER:
                phase, events = follow(phase, next(iter(phase.offers(turn))).act)
            else:
                phase, events = do(phase, decide(phase))
            told.extend(events)
        found[outcome(phase, told)] += 1
    return found


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The stored result of one part of a run."""

    game: str
    norm: str
    seed: int
    part: int
    rounds: int
    seconds: float
    outcomes: list[tuple[str, int]]  # by how the outcome is written


class Job(msgspec.Struct, frozen=True):
    """One part of a run that is still to be played."""

    game: str
    norm: str
    seed: int
    part: int
    rounds: int


@cache
def seated(game: str, norm: str) -> Player:
    return player_of(game, norm)


def play_part(job: Job) -> Part:
    player, start = seated(job.game, job.norm), process_time()
    counted = play(player, job.rounds, seed=job.seed, stream=job.part)
    outcomes = sorted((str(key), many) for key, many in counted.items())
    return Part(job.game, job.norm, job.seed, job.part, job.rounds, process_time() - start, outcomes)


def played(jobs: list[Job], processes: int, keep: Path | None) -> Iterator[Part]:
    """Yield the stored parts first, then the others when they are finished."""
    lines = keep.read_bytes().splitlines() if keep is not None and keep.exists() else []
    kept = [msgspec.json.decode(line, type=Part) for line in lines]
    done = {Job(part.game, part.norm, part.seed, part.part, part.rounds): part for part in kept}
    yield from (done[job] for job in jobs if job in done)
    missing = [job for job in jobs if job not in done]
    with Pool(processes) as pool:
        for part in pool.imap_unordered(play_part, missing):
            if keep is not None:
                with keep.open("ab") as file:
                    file.write(msgspec.json.encode(part) + b"\n")
            yield part


class Compared(NamedTuple):
    """The distance of the engine from the odds, in standard errors of the mean and by chi-square."""

    seen: float
    mean: float
    error: float
    chi_square: float
    freedom: int

    @property
    def errors(self) -> float:
        return (self.seen - self.mean) / self.error

    @property
    def is_near(self) -> bool:
        """Whether the mean is within three standard errors, and chi-square within about four deviations."""
        return abs(self.errors) <= 3 and self.chi_square <= self.freedom + 4 * sqrt(2 * self.freedom) + 4


def compare(player: Player, counted: Counter[Hashable]) -> Compared:
    """Compare the rounds with the odds."""
    rounds = sum(counted.values())
    values = {key: float(player.value(key)) for key in player.chances}
    mean = sum(values[key] * float(chance) for key, chance in player.chances.items())
    square = sum(values[key] ** 2 * float(chance) for key, chance in player.chances.items())
    seen = sum(values[key] * many for key, many in counted.items()) / rounds
    error = sqrt((square - mean**2) / rounds)
    statistic, freedom = chi_square(counted, player.chances)
    return Compared(seen, mean, error, statistic, freedom)


def told(player: Player, counted: Counter[Hashable]) -> str:
    """Return the text of a comparison."""
    found = compare(player, counted)
    return (
        f"{sum(counted.values()):,} rounds: mean {found.seen:+.6f}, odds {found.mean:+.6f},"
        f" {found.errors:+.2f} standard errors of {found.error:.6f};"
        f" chi-square {found.chi_square:.1f} with {found.freedom} degrees of freedom"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("game", choices=sorted(PLAYERS))
    parser.add_argument("rounds", type=int)
    parser.add_argument("--norm", help="the norm; by default the game's usual one")
    parser.add_argument("--parts", type=int, default=1, help="in how many parts")
    parser.add_argument("--jobs", type=int, default=1, help="how many of them at the same time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="a file that keeps what was played")
    given = parser.parse_args()
    norm = given.norm or PLAYERS[given.game][0]
    player = seated(given.game, norm)
    print(f"{given.game} under {norm}: {player.strategy}", flush=True)
    names = {str(key): key for key in player.chances}
    jobs = [
        Job(given.game, norm, given.seed, part, given.rounds // given.parts) for part in range(given.parts)
    ]
    counted = Counter[Hashable]()
    for part in played(jobs, given.jobs, given.keep):
        for name, many in part.outcomes:
            counted[names[name]] += many
        print(f"{part.rounds / part.seconds:,.0f} rounds a second; {told(player, counted)}", flush=True)


if __name__ == "__main__":
    main()

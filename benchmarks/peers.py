"""Kernels and engine compared with OpenSpiel and rlcard in one run. Run it by hand, alone.

    python -m venv ELSEWHERE
    ELSEWHERE/bin/pip install --require-hashes -r requirements/run.txt -r requirements/bench.txt
    PYTHONPATH=src:. ELSEWHERE/bin/python -m benchmarks.peers

Hold'em has six players and no limit. The acting player folds, calls or raises with equal probability among
the lawful acts, but never folds if a check is possible. Only our kernel has antes and rake. Its raise is any
lawful amount. OpenSpiel's raise is any amount too (`fullgame`) or one of two (`fcpa`), rlcard's is one of
three. At blackjack the others have no split, insurance or shoe, and play at random. Our kernel plays the
whole game by its best strategy. Turns are interleaved, and the best of each counts.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, NamedTuple

from benchmarks import engine, playouts

from novamas.families.banked.acts import Bet
from novamas.sim.dispatch import compile_bet
from novamas.testing.rehearsal import opened

TURNS = 7
SEATS = playouts.SEATS
HOLDEM = "holdem: kernel"
BLACKJACK = "blackjack: kernel"
DOOR = "holdem: engine"
ROULETTE = "ruleta: engine"
FEW_RAISES = "holdem: OpenSpiel, fcpa"
ANY_RAISE = "holdem: OpenSpiel, fullgame"
HOLDEM_RLCARD = "holdem: rlcard"
BLACKJACK_SPIEL, BLACKJACK_RLCARD = "blackjack: OpenSpiel", "blackjack: rlcard"
BLINDS = f"{playouts.BLINDS[0]} {playouts.BLINDS[1]}"
STACKS = " ".join([str(playouts.STACK)] * SEATS)

# ours, whose, and how many times as many rounds a second are wanted
MARKS = (
    (HOLDEM, ANY_RAISE, 25.0),
    (HOLDEM, FEW_RAISES, 25.0),
    (HOLDEM, HOLDEM_RLCARD, 200.0),
    (BLACKJACK, BLACKJACK_SPIEL, 20.0),
    (BLACKJACK, BLACKJACK_RLCARD, 50.0),
    (DOOR, HOLDEM_RLCARD, playouts.MARK),
)
ROULETTE_MARK = 20_000  # rounds a second through the engine's door


class Contestant(NamedTuple):
    """A program that plays a number of rounds in each turn."""

    name: str
    rounds: int
    play: Callable[[Random, int], object]


def main() -> int:
    contestants = (
        Contestant(HOLDEM, 65_536, by_kernel("holdem", "AR10", "puesto", "any")),
        Contestant(FEW_RAISES, 4_000, each(spiel_holdem("fcpa"))),
        Contestant(ANY_RAISE, 200, each(spiel_holdem("fullgame"))),
        Contestant(HOLDEM_RLCARD, 300, each(playouts.rlcard())),
        Contestant(DOOR, 1_000, each(playouts.ours())),
        Contestant(BLACKJACK, 262_144, by_kernel("blackjack", "IB05", "mano", "best")),
        Contestant(BLACKJACK_SPIEL, 20_000, each(spiel_blackjack())),
        Contestant(BLACKJACK_RLCARD, 3_000, each(rlcard_blackjack())),
        Contestant(ROULETTE, 5_000, roulette()),
    )
    best = dict.fromkeys([each.name for each in contestants], 0.0)
    for turn in range(-1, TURNS):  # the first one compiles and warms up
        for each_one in contestants:
            rng, start = Random(turn), process_time()  # noqa: S311 - blind play
            each_one.play(rng, each_one.rounds)
            if turn >= 0:
                best[each_one.name] = max(best[each_one.name], each_one.rounds / (process_time() - start))
    for name, speed in best.items():
        print(f"{name:28}{speed:12,.0f} rounds a second")
    return report(best)


def report(best: dict[str, float]) -> int:
    """Return the speed ratios, and the number of goals that were missed."""
    missed = 0
    for ours, whose, wanted in MARKS:
        times = best[ours] / best[whose]
        missed += times < wanted
        print(
            f"{ours} is ×{times:.1f} of {whose}, wanted ×{wanted:g}: {'met' if times >= wanted else 'missed'}"
        )
    is_met = best[ROULETTE] >= ROULETTE_MARK
    print(f"{ROULETTE}: wanted {ROULETTE_MARK:,}: {'met' if is_met else 'missed'}")
    return int(missed > 0 or not is_met)


def each(play: Callable[[Random], object]) -> Callable[[Random, int], None]:
    """Play rounds one after the other."""

    def rounds(rng: Random, many: int) -> None:
        for _ in range(many):
            play(rng)

    return rounds


def by_kernel(
    game: str, norm: str, bet: str, strategy: str, **choices: object
) -> Callable[[Random, int], object]:
    """Play rounds with our kernel on one thread."""
    play = compile_bet(opened(game, norm, **choices), bet, strategy)
    return lambda rng, many: play.count(many, seed=rng.randrange(2**32), first=0)


def roulette() -> Callable[[Random, int], object]:
    """Bet on one number, round after round through the engine."""
    opening = opened("ruleta", "IB05").opening
    return lambda _, many: engine.rounds(opening, Bet(1, "pleno:17", 200), many)


def spiel_holdem(raises: str) -> Callable[[Random], None]:
    """Play OpenSpiel's universal poker, which deals, plays and returns the gains."""
    game = import_module("pyspiel").load_game(
        f"universal_poker(betting=nolimit,numPlayers={SEATS},numRounds=4,blind={BLINDS} 0 0 0 0,"
        "firstPlayer=3 1 1 1,numSuits=4,numRanks=13,numHoleCards=2,numBoardCards=0 3 1 1,"
        f"stack={STACKS},bettingAbstraction={raises})"
    )

    def play(rng: Random) -> None:
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            lawful = state.legal_actions()
            if not state.is_chance_node():
                without_raise = lawful[: 2 if lawful[0] == 0 else 1]  # it lists no fold where one may check
                more = lawful[len(without_raise) :]
                chosen = rng.choice([*without_raise, None] if more else without_raise)
                lawful = more if chosen is None else [chosen]
            state.apply_action(rng.choice(lawful))
        state.returns()

    return play


def spiel_blackjack() -> Callable[[Random], None]:
    """Play OpenSpiel's blackjack with two acts, hit and stand."""
    game = import_module("pyspiel").load_game("blackjack")

    def play(rng: Random) -> None:
        state: Any = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        state.returns()

    return play


def rlcard_blackjack() -> Callable[[Random], None]:
    """Play rlcard's blackjack with two acts, hit and stand, and one deck."""
    game: Any = import_module("rlcard.games.blackjack").Game()

    def play(rng: Random) -> None:
        game.configure({"game_num_players": 1, "game_num_decks": 1})
        game.init_game()
        while not game.is_over():
            game.step(rng.choice(("hit", "stand")))

    return play


if __name__ == "__main__":
    sys.exit(main())

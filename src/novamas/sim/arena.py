"""The arena: many tables of one game, played step by step by acts from outside.

A game gives four functions: `begin` begins a round, `act` does an act, `advance` plays on to the
next decision or to the end of the round, `show` writes what the seat sees and which acts are
lawful. `stepper` compiles them into one kernel. So no game repeats the code for refusals, or for
the ends and beginnings of episodes.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.strategies import has_kernel_module, kernel_module
from novamas.sim.streams import Words
from novamas.table.game import Game

Numbers: TypeAlias = Any  # an array of numbers whose type numba infers
Observations: TypeAlias = NDArray[Any]  # of 16 bits, or 32 where there are many chips

ARENA, REGRET, WALKED = "arena", "regret", "novamas.sim.games.walked"
GOES_ON, ROUND_OVER, SHOE_OVER = range(3)  # how far a round has come
ROUND, SHOE, ENDLESS = range(3)  # lengths of an episode
NEXT_STEP, SAME_STEP, DISABLED = range(3)  # when a table whose episode is over begins the next one


class Field(NamedTuple):
    """A named part of an observation, with the bounds of its numbers."""

    name: str
    size: int
    least: int
    most: int
    says: str  # what it means


class Layout:
    """All fields of an observation, in order."""

    def __init__(self, *fields: tuple[str, int, int, int, str]) -> None:
        self.fields = tuple(Field(*each) for each in fields)
        self.at: dict[str, slice] = {}
        self.size = 0
        for each in self.fields:
            self.at[each.name] = slice(self.size, self.size + each.size)
            self.size += each.size
        self.type = np.int16 if max(each.most for each in self.fields) < 2**15 else np.int32

    def named(self, seen: Observations) -> dict[str, Observations]:
        """Return the fields of one observation, or of several, by name."""
        return {name: seen[..., at] for name, at in self.at.items()}

    def bounds(self) -> tuple[Observations, Observations]:
        """Return the lowest and the highest possible number at each position."""
        sizes = [each.size for each in self.fields]
        least, most = (np.array([each[side] for each in self.fields], self.type) for side in (2, 3))
        return np.repeat(least, sizes), np.repeat(most, sizes)


class Orders(NamedTuple):
    """The order for each table in a step: its act, or a reset."""

    acts: NDArray[np.int64]
    amounts: NDArray[np.int64]  # of acts that name an amount, in the game's units
    resets: NDArray[np.bool_]  # whether a table begins a new episode instead


class Results(NamedTuple):
    """The results of a step at each table."""

    seen: Observations
    final: Observations  # what the seat saw when its episode ended
    masks: NDArray[np.bool_]  # the lawful acts
    cents: NDArray[np.int64]  # what the seat has won in this step
    over: NDArray[np.bool_]  # whether the episode ended in this step
    rounds: NDArray[np.int64]  # rounds that ended in this step
    refused: NDArray[np.bool_]  # whether the act was unlawful and changed nothing
    waits: NDArray[np.bool_]  # whether the table waits for its next episode


class Arena(Struct, frozen=True):
    """A game at many tables: its observations, its acts, and the kernel that plays it."""

    layout: Layout
    actions: tuple[str, ...]  # the name of each act, by its number
    unit: int  # céntimos of a reward of 1
    step: Callable[..., None]  # made by `stepper`
    tables: tuple[Any, ...]  # what does not change
    states: Callable[[int], Any]  # the state of a number of tables
    from_shoe: bool = False  # whether rounds may come one after another from a shoe
    first_amount: int | None = None  # the first act that names an amount
    seats: int = 1  # seats whose acts come from outside
    who: Callable[[Any], NDArray[np.int64]] | None = None  # the seat to act at each table
    nets: Callable[[Any], NDArray[np.int64]] | None = None  # céntimos of each seat at the end


def results_for(arena: Arena, tables: int) -> Results:
    """Return empty results for a number of tables."""
    seen, masks = np.zeros((tables, arena.layout.size), arena.layout.type), (tables, len(arena.actions))
    flags = [np.zeros(tables, np.bool_) for _ in range(3)]
    cents, rounds = np.zeros(tables, np.int64), np.zeros(tables, np.int64)
    over, refused, waits = flags
    return Results(seen, seen.copy(), np.zeros(masks, np.bool_), cents, over, rounds, refused, waits)


def arena_module(game: Game) -> Any:
    """Return the module that makes the arena of a game, or None if it has no arena.

    It is the game's own module, its family's, or the one for wheels. A family's module may have
    `serves(game)`.
    """
    module: Any = kernel_module(game, ARENA) or (import_module(WALKED) if _is_walked(game) else None)
    return None if hasattr(module, "serves") and not module.serves(game) else module


def has_arena(game: Game) -> bool:
    """Return whether a game has an arena."""
    return arena_module(game) is not None


def regret_module(game: Game) -> Any:
    """Return the module that computes the value of each act in a game's arena, or None."""
    is_walked = has_arena(game) and arena_module(game).step is import_module(WALKED).step
    return kernel_module(game, REGRET) or (import_module(f"{WALKED}_regret") if is_walked else None)


def _is_walked(game: Game) -> bool:
    """Return whether the walk replaces a kernel for this game, as it does for wheels."""
    return not has_kernel_module(game, "rounds") and game.pieces == "wheel"


@part_of_kernel
def show_sorted(seen: Observations, at: int, cards: Numbers, first: int, many: int, room: int) -> int:
    """Write cards from the highest to the lowest, then 0 for those not shown. Return the next position.

    A card is written as its number plus one.
    """
    for n in range(room):
        seen[at + n] = 0
    for n in range(many):
        card, place = np.int16(cards[first + n] + 1), at + n
        while place > at and seen[place - 1] < card:
            seen[place] = seen[place - 1]
            place -= 1
        seen[place] = card
    return at + room


def stepper(begin: Any, act: Any, advance: Any, show: Any) -> Callable[..., None]:
    """Return the kernel that plays a step at some tables. It is made of a game's four functions.

    `begin(t, stream, state, tables, is_fresh)` begins a round at table `t`. `act(t, stream, state,
    tables, act, amount)` does an act. It returns whether the amount is lawful. `advance(t, stream,
    state, tables, begins)` returns how far the round has come and the céntimos won. `show(t, state,
    tables, seen, mask, is_over)` fills observation and mask.
    """

    @kernel
    def step(
        lo: int,
        hi: int,
        mode: int,
        episode: int,
        orders: Orders,
        streams: Words,
        state: Any,
        tables: Any,
        results: Results,
    ) -> None:
        seen, final, masks, waits = results.seen, results.final, results.masks, results.waits
        for t in range(lo, hi):
            stream = streams[t]
            results.cents[t], results.rounds[t], results.over[t], results.refused[t] = 0, 0, False, False
            begins = orders.resets[t] or (waits[t] and mode == NEXT_STEP)
            chosen = orders.acts[t]
            if not begins and (
                waits[t] or chosen < 0 or chosen >= masks.shape[1] or not masks[t, np.uint64(chosen)]
            ):
                results.refused[t] = True
                continue
            is_fresh = begins
            while True:
                if begins:
                    begin(t, stream, state, tables, is_fresh or episode == ROUND)
                    waits[t] = False
                elif not act(t, stream, state, tables, chosen, orders.amounts[t]):
                    results.refused[t] = True
                    break
                result, cents = advance(t, stream, state, tables, begins)
                results.cents[t] += cents
                is_over = result >= ROUND_OVER
                results.rounds[t] += int(is_over)
                if is_over and (episode == ENDLESS or (episode == SHOE and result != SHOE_OVER)):
                    begins, is_fresh = True, False
                    continue
                show(t, state, tables, final[t] if is_over else seen[t], masks[t], is_over)
                if not is_over:
                    break
                results.over[t] = True
                if mode != SAME_STEP:
                    waits[t] = True
                    for n in range(seen.shape[1]):
                        seen[t, n] = final[t, n]
                    for n in range(masks.shape[1]):
                        masks[t, n] = True  # the next act begins an episode or is refused
                    break
                begins, is_fresh = True, True

    return step

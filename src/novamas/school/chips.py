"""Exercises on chips: the fewest chips for an amount, and colour chips changed for value chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from novamas.law import Library
from novamas.school.exercises import Exercise, PosedExercise, Question
from novamas.school.tables import fancy_of, table_for

COMMON_VALUES = (100, 200, 500, 1_000, 2_000, 2_500, 5_000, 10_000, 50_000)  # céntimos
COLOUR_VALUES = (200, 250, 500, 1_000, 2_000)  # of a colour chip
MAX_UNITS = 1_500  # amounts are at most this many of the smallest chip
FEWEST_VALUES = 2
MAX_OF_ONE = 9  # chips of one value: longer stacks are changed for larger chips


def chips(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Ask for the fewest chips that make an amount. Return None if there are several solutions."""
    rng = fancy_of(exercise, attempt)
    known, clauses, norm = _known(exercise, law)
    many = min(FEWEST_VALUES + exercise.level, len(known))
    smallest = rng.randrange(len(known) - many + 1)
    values = tuple(sorted(known[smallest : smallest + many], reverse=True))
    if exercise.level > 1 and rng.randrange(2):
        pieces, value = rng.randrange(3, 20 * exercise.level), rng.choice(COLOUR_VALUES)
        amount, asks, figures = pieces * value, "chips_of_colour", {"pieces": pieces, "value": value}
    else:
        units = min(values[0] // values[-1] * (exercise.level + 1), MAX_UNITS)
        amount = values[-1] * rng.randrange(3, max(units, 5))
        asks, figures = "chips_of_amount", {"cents": amount}
    found = fewest(amount, values)
    if found is None or max(found.values()) > MAX_OF_ONE or sum(map(bool, found.values())) < FEWEST_VALUES:
        return None
    questions = tuple(
        Question("chips_of_value", "count", found[value], {"value": value}, clauses=clauses)
        for value in values
    )
    return PosedExercise(exercise, norm, questions, asks, figures)


def _known(exercise: Exercise, law: Library) -> tuple[tuple[int, ...], tuple[str, ...], str]:
    """Return the chip values, their clauses and the norm. Without a game there is no clause."""
    if not exercise.game:
        return COMMON_VALUES, (), ""
    frame = table_for(exercise, law).frame
    option = frame.options.get("chip_values")
    return COMMON_VALUES, (tuple(option.cite) if option else ()), frame.norm


def fewest(amount: int, values: Sequence[int]) -> Mapping[int, int] | None:
    """Return the fewest chips that make an amount, or None if there is not exactly one solution."""
    unit = min(values)
    if amount <= 0 or amount % unit or any(value % unit for value in values) or amount // unit > MAX_UNITS:
        return None
    sizes = [value // unit for value in values]
    least = [0]  # the fewest chips for each number of units
    for units in range(1, amount // unit + 1):
        few = min(least[units - size] + 1 for size in sizes if size <= units)
        least.append(few)
    return _one_way(amount // unit, sizes, unit, least)


def _one_way(units: int, sizes: Sequence[int], unit: int, least: Sequence[int]) -> Mapping[int, int] | None:
    """Return the smallest set of chips if it is the only one of its size. Larger chips are tried first."""
    found: list[tuple[int, ...]] = []

    def lay(rest: int, left: int, nth: int, counts: tuple[int, ...]) -> None:
        if len(found) > 1 or least[rest] > left:
            return
        if nth == len(sizes):
            if not rest:
                found.append(counts)
            return
        for count in range(min(rest // sizes[nth], left), -1, -1):
            lay(rest - count * sizes[nth], left - count, nth + 1, (*counts, count))

    lay(units, least[units], 0, ())
    if len(found) != 1:
        return None
    return {size * unit: count for size, count in zip(sizes, found[0], strict=True)}

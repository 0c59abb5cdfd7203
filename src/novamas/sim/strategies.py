"""Strategies that users write: a decision for each hand, in the terms of each game.

The reader of each game defines its fields. Errors name the place in the file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from novamas.equipment.cards import cards
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.games import modules_of
from novamas.hands import best_hand, ranking_of
from novamas.law.errors import nearest
from novamas.table.game import Game, Table

DECIDE = "decide"
GO = "go"
BY_FILE = "file"  # the strategy of a kernel that receives every decision


class Strategy(Struct, frozen=True):
    """A strategy that a user wrote: its name, its game and its decisions."""

    name: str
    game: str
    decide: Mapping[str, Any]


class Misread(Exception):
    """Raised when a field of a strategy is wrong. It has the place of the field."""

    def __init__(self, at: tuple[str, ...], problem: NovamasError) -> None:
        super().__init__(at, problem)
        self.at, self.problem = at, problem


def decisions(table: Table, bet: str | None, strategy: Strategy) -> dict[str, Any]:
    """Return a strategy as arguments of the kernel. Raise an error if the bet has no decisions."""
    reader = _reader(table)
    if reader is None or strategy.game != table.game.slug:
        raise NovamasError("strategy_of_another_game", game=table.game.slug, given=strategy.game)
    if bet not in (None, reader.DECIDED):
        raise NovamasError("no_such_strategy", given=strategy.name, known=("best",))
    found: dict[str, Any] = reader.read(table, strategy.decide)
    return found


def _reader(table: Table) -> Any:
    """Return the module that reads strategies for a game, or None."""
    return kernel_module(table.game, "strategy")


def kernel_module(game: Game, part: str) -> Any:
    """Return a kernel module in `novamas.sim.games` of the game or of its family, or None.

    `rounds` plays one seat, `seats` plays several, and `strategy` reads strategies.
    """
    name = _kernel_module(game, part)
    return None if name is None else import_module(name)


def has_kernel_module(game: Game, part: str) -> bool:
    """Return whether `kernel_module` would find a module. The module is not imported."""
    return _kernel_module(game, part) is not None


def _kernel_module(game: Game, part: str) -> str | None:
    for package in modules_of(game, "novamas.sim.games", "sim"):
        found = find_spec(package)
        if found is None or found.submodule_search_locations is None:
            continue  # one module, which is not divided into parts
        if find_spec(f"{package}.{part}") is not None:
            return f"{package}.{part}"
    return None


# ---------------------------------------------------------------- fields


def section(decide: Mapping[str, Any], known: Sequence[str], *at: str) -> Mapping[str, Any]:
    """Return a section of the decisions. Raise `Misread` unless it has exactly these fields."""
    found: Any = decide
    for name in at:
        found = found.get(name)
        if not isinstance(found, Mapping):
            raise Misread((DECIDE, *at), InvalidInput("strategy_lacks", known=tuple(known)))
    for name in found:
        if name not in known:
            problem = InvalidInput("unknown_field_of_strategy", given=name, near=nearest(name, known))
            raise Misread((DECIDE, *at, name), problem)
    for name in known:
        if name not in found:
            problem = InvalidInput("strategy_lacks", known=tuple(each for each in known if each not in found))
            raise Misread((DECIDE, *at, name), problem)
    return found  # type: ignore[no-any-return]


def text(within: Mapping[str, Any], *at: str) -> str:
    """Return a field that contains a text."""
    value = within[at[-1]]
    if not isinstance(value, str):
        raise Misread((DECIDE, *at), InvalidInput("strategy_no_text", given=quoted(value)))
    return value


def texts(within: Mapping[str, Any], *at: str) -> tuple[str, ...]:
    """Return the texts in a list field."""
    value = within[at[-1]]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Misread((DECIDE, *at), InvalidInput("strategy_no_list", given=quoted(value)))
    return tuple(value)


def flag(within: Mapping[str, Any], *at: str) -> bool:
    """Return a field that is true or false."""
    value = within[at[-1]]
    if not isinstance(value, bool):
        raise Misread((DECIDE, *at), InvalidInput("strategy_no_flag", given=quoted(value)))
    return value


def strength_of(table: Table, within: Mapping[str, Any], *at: str) -> int:
    """Return the strength of the hand in a field, the weakest hand for which the player does something."""
    written, ranking = text(within, *at), ranking_of(table.frame)
    try:
        held = cards(written)
        if len(held) != ranking.shape.cards:
            raise InvalidInput("hand_of_wrong_length", given=written, wanted=ranking.shape.cards)
    except NovamasError as problem:
        raise Misread((DECIDE, *at), problem) from None
    return int(best_hand(ranking, held).strength)

"""Strategies that somebody wrote down: what every hand does, told in the words of each game.

Which fields a game has and what they mean, its reader says; what cannot be read is told with its place.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from novamas.equipment.cards import cards
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.hands import best_hand, ranking_of
from novamas.law.errors import nearest
from novamas.table.game import Game, Table

DECIDE = "decide"
GO = "go"
BY_FILE = "file"  # the strategy of a kernel that is told all decisions


class Strategy(Struct, frozen=True):
    """A strategy as it is written: what it is called, of which game, and what it decides."""

    name: str
    game: str
    decide: Mapping[str, Any]


class Misread(Exception):
    """What is wrong with a strategy, and in which field."""

    def __init__(self, at: tuple[str, ...], problem: NovamasError) -> None:
        super().__init__(at, problem)
        self.at, self.problem = at, problem


def decisions(table: Table, bet: str | None, strategy: Strategy) -> dict[str, Any]:
    """What the kernel of a game must know to decide so; a bet that decides nothing has no strategy."""
    reader = _reader(table)
    if reader is None or strategy.game != table.game.slug:
        raise NovamasError("strategy_of_another_game", game=table.game.slug, given=strategy.game)
    if bet not in (None, reader.DECIDED):
        raise NovamasError("no_such_strategy", given=strategy.name, known=("best",))
    found: dict[str, Any] = reader.read(table, strategy.decide)
    return found


def _reader(table: Table) -> Any:
    """Return the module that reads the strategies of a game, if it has any."""
    return kernel_module(table.game, "strategy")


def kernel_module(game: Game, part: str) -> Any:
    """Return a module of the game's kernels in `novamas.sim.games`, or of its family's, if there is one.

    `rounds` plays one seat, `seats` several; `strategy` reads strategies.
    """
    for name in (game.slug, game.family):
        package = f"novamas.sim.games.{name}"
        if find_spec(package) is not None and find_spec(f"{package}.{part}") is not None:
            return import_module(f"{package}.{part}")
    return None


# ---------------------------------------------------------------- fields


def section(decide: Mapping[str, Any], known: Sequence[str], *at: str) -> Mapping[str, Any]:
    """A part of what is written, with just these fields."""
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
    """The text of a field."""
    value = within[at[-1]]
    if not isinstance(value, str):
        raise Misread((DECIDE, *at), InvalidInput("strategy_no_text", given=quoted(value)))
    return value


def texts(within: Mapping[str, Any], *at: str) -> tuple[str, ...]:
    """The texts of a field that lists them."""
    value = within[at[-1]]
    if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
        raise Misread((DECIDE, *at), InvalidInput("strategy_no_list", given=quoted(value)))
    return tuple(value)


def flag(within: Mapping[str, Any], *at: str) -> bool:
    """Yes or no."""
    value = within[at[-1]]
    if not isinstance(value, bool):
        raise Misread((DECIDE, *at), InvalidInput("strategy_no_flag", given=quoted(value)))
    return value


def strength_of(table: Table, within: Mapping[str, Any], *at: str) -> int:
    """How strong the weakest hand is with which something is done, among all hands of the table."""
    written, ranking = text(within, *at), ranking_of(table.frame)
    try:
        held = cards(written)
        if len(held) != ranking.shape.cards:
            raise InvalidInput("hand_of_wrong_length", given=written, wanted=ranking.shape.cards)
    except NovamasError as problem:
        raise Misread((DECIDE, *at), problem) from None
    return int(best_hand(ranking, held).strength)

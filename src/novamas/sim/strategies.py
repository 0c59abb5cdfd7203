"""Strategies that somebody wrote down: the weakest hand with which he goes on, where that is the decision."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from msgspec import Struct

from novamas.errors import NovamasError, Unreadable
from novamas.hands import best_hand, ranking_of
from novamas.kit.cards import cards
from novamas.sim.playing import Play
from novamas.sim.seats import SeatsPlay
from novamas.table.game import Table

GO = "go"
DECIDED = {"tres_cartas": "ante", "sin_descarte": "apuesta_inicial"}  # by game, the bet that is decided so


class Strategy(Struct, frozen=True):
    """A strategy as it is written: of which game, what it is called, and the weakest hand that goes on."""

    name: str
    game: str
    go: str  # cards


def play_by(table: Table, bet: str, strategy: Strategy) -> Play:
    """A bet played by a strategy that somebody wrote down."""
    compiled: Callable[..., Play] = import_module(f"novamas.sim.{table.game.slug}").compiled
    return compiled(table, bet, GO, from_hand=_from_hand(table, bet, strategy))


def _from_hand(table: Table, bet: str, strategy: Strategy) -> int:
    """The strength from which on a strategy goes; or it is refused, being of another game or bet."""
    if table.game.slug not in DECIDED or strategy.game != table.game.slug:
        raise NovamasError("strategy_of_another_game", game=table.game.slug, given=strategy.game)
    if bet != DECIDED[table.game.slug]:
        raise NovamasError("no_such_strategy", given=strategy.name, known=("best",))
    return strength_of(table, strategy)


def seats_by(table: Table, bet: str, strategy: Strategy, seats: int) -> SeatsPlay:
    """A bet that several seats lay, all of which play by such a strategy."""
    at_table: Callable[..., SeatsPlay] = import_module(f"novamas.sim.{table.game.slug}_seats").at_table
    return at_table(table, bet, GO, seats, from_hand=_from_hand(table, bet, strategy))


def strength_of(table: Table, strategy: Strategy) -> int:
    """How strong the weakest hand is that goes on, among all hands of the table."""
    ranking: Any = ranking_of(table.frame)
    held = cards(strategy.go)
    if len(held) != ranking.shape.cards:
        raise Unreadable("hand_of_wrong_length", given=strategy.go, wanted=ranking.shape.cards)
    return int(best_hand(ranking, held).strength)

"""Arenas by game and norm: the tables on which environments run, and their ids in Gymnasium."""

from __future__ import annotations

from functools import cache
from inspect import signature
from typing import Any

import gymnasium
from msgspec import Struct

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.house.opening import frame_to_play, open_as_written
from novamas.law import Library
from novamas.sim.arena import ENDLESS, ROUND, SHOE, Arena, arena_module, has_arena
from novamas.table.game import Table

NAMESPACE = "novamas"
VERSION = 1  # changes with layout, numbers of acts, meaning of a reward, or order of draws
EPISODES = {"round": ROUND, "shoe": SHOE, "endless": ENDLESS}


class OpenArena(Struct, frozen=True):
    """An arena at a table of a house, and the length of its episodes."""

    table: Table
    arena: Arena
    episode: int

    @property
    def metadata(self) -> dict[str, Any]:
        """The metadata of an environment: game, norm, pin, layout and actions."""
        table, arena = self.table, self.arena
        return {
            "render_modes": [],
            "name": f"{table.game.slug}_v{VERSION}",
            "game": table.game.slug,
            "norm": table.frame.norm,
            "pin": table.game.pin(table.frame),
            "layout": arena.layout.fields,
            "actions": arena.actions,
            "unit": arena.unit,
            "is_parallelizable": False,
        }


def open_arena(
    game: str,
    norm: str | None = None,
    *,
    episode: str = "round",
    law: Library | None = None,
    **arguments: object,
) -> OpenArena:
    """Open the arena of a game. Arguments unknown to the game's module are choices of the house."""
    frame = frame_to_play(game, norm, law=law)
    if not has_arena(game_named(game)):
        raise NovamasError("no_arena", game=game, known=tuple(arenas()))
    module = arena_module(game_named(game))
    own = {name for name in signature(module.arena).parameters if name != "table"}
    choices = {name: value for name, value in arguments.items() if name not in own}
    table = open_as_written(frame, choices)
    arena = module.arena(table, **{name: value for name, value in arguments.items() if name in own})
    if episode not in EPISODES or (EPISODES[episode] == SHOE and not arena.from_shoe):
        known = tuple(name for name in EPISODES if name != "shoe" or arena.from_shoe)
        raise InvalidInput("no_such_episode", given=quoted(episode), known=known)
    return OpenArena(table, arena, EPISODES[episode])


@cache
def arenas() -> tuple[str, ...]:
    """Return the games that have an arena."""
    return tuple(slug for slug in GAMES if has_arena(game_named(slug)))


def _register() -> None:
    """Register a Gymnasium id for each game, such as `novamas/blackjack-v1`."""
    for game in arenas():
        name = f"{NAMESPACE}/{game}-v{VERSION}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="novamas.research.arena_env:ArenaEnv",
                vector_entry_point="novamas.research.vector_env:ArenaVectorEnv",
                kwargs={"game": game},
            )


_register()

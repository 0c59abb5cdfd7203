"""The layouts of every game as a drawing needs them, for the tests of the drawings: `web/tests/layouts.json`.

`python -m tests.web.layouts` prints them anew.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec

from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.house.opening import frame_to_play
from novamas.table.game import open_table

FILE = Path(__file__).parents[2] / "web" / "tests" / "layouts.json"
STATED = {"tres_cartas": {"pareja_plus": "A"}}
NOT_DRAWN = ("clauses", "pays", "prizes", "order", "lays", "at")


def layout_of(slug: str) -> dict[str, Any]:
    """What a drawing takes from the layout of a game."""
    game = game_named(slug)
    table = open_table(game, frame_to_play(slug, None), STATED.get(slug, {}))
    drawn: dict[str, Any] = msgspec.to_builtins(game.layout(table.opening), enc_hook=str)
    for kind in ("spots", "cards", "pots", "markers"):
        for thing in drawn.get(kind, ()):
            for name in NOT_DRAWN:
                thing.pop(name, None)
    return drawn


def printed() -> str:
    """All layouts, one to a line."""
    lines = (f"{json.dumps(slug)}: {json.dumps(layout_of(slug), ensure_ascii=False)}" for slug in GAMES)
    return "{\n" + ",\n".join(lines) + "\n}\n"


if __name__ == "__main__":
    FILE.write_text(printed(), "utf-8")

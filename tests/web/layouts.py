"""The layouts of every game as drawings need them, one file each in `web/tests/layouts`.

`python -m tests.web.layouts` writes them again.
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

FOLDER = Path(__file__).parents[2] / "web" / "tests" / "layouts"
NOT_DRAWN = ("clauses", "pays", "prizes", "order", "lays", "at")


def layout_of(slug: str) -> dict[str, Any]:
    """Return the fields of a game's layout that a drawing needs."""
    game, frame = game_named(slug), frame_to_play(slug, None)
    stated = {name: frame.examples[name] for name, option in frame.options.items() if option.must_be_stated}
    table = open_table(game, frame, stated)
    drawn: dict[str, Any] = msgspec.to_builtins(game.layout(table.opening), enc_hook=str)
    for kind in ("spots", "cards", "pots", "markers"):
        for thing in drawn.get(kind, ()):
            for name in NOT_DRAWN:
                thing.pop(name, None)
    return drawn


def printed() -> dict[str, str]:
    """Return the text of each layout file by the name of the file."""
    return {f"{slug}.json": json.dumps(layout_of(slug), ensure_ascii=False) + "\n" for slug in GAMES}


if __name__ == "__main__":
    for name, text in printed().items():
        (FOLDER / name).write_text(text, "utf-8")

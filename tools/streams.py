"""Record the messages to a player at some tables: `python -m tools.streams`, into `web/tests/streams`.

Each line is a message, or `{"kept": …}`: the state of the table that a client has after the messages so far.
The Python client and the browser page must both arrive at this state.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

from tests.hall.watched import WatchedTable, person_at, watcher

from novamas.hall.deliveries import Form

STREAMS = Path(__file__).parents[1] / "web" / "tests" / "streams"
GAMES = ("ruleta", "blackjack", "holdem", "craps", "punto_y_banca")
SEAT, HAPPENINGS, STATE_EACH, LEAST_LINES = 1, 70, 12, 40
OMITTED = ("type", "since", "events", "says")  # of a state: they are of one message


async def recorded(game: str, turn: int = 1) -> list[dict[str, Any]]:
    """Return the lines of a game's first session that is long enough."""
    rng = Random(f"{game} {turn}")
    house = WatchedTable(game, f"{game} {turn}")
    house.seat_everyone()
    who = await watcher(house, person_at(SEAT), SEAT, form=Form("es"))
    lines = [who.stream[0]]
    for _ in range(HAPPENINGS):
        if house.is_over:
            break
        house.happen(rng)
        for message in who.hear():
            lines.append(message)
            if len(lines) % STATE_EACH == 0:
                lines.append({"kept": kept(who.kept.state)})
    if len(lines) < LEAST_LINES or not any(line.get("type") == "table" for line in lines):
        return await recorded(game, turn + 1)
    return [*lines, {"kept": kept(who.kept.state)}]


def kept(state: dict[str, Any]) -> dict[str, Any]:
    """Return the state of a table without the parts that belong to a single message."""
    return {name: value for name, value in state.items() if name not in OMITTED}


def main() -> None:
    STREAMS.mkdir(exist_ok=True)
    for game in GAMES:
        lines = asyncio.run(recorded(game))
        text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
        (STREAMS / f"{game}.jsonl").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

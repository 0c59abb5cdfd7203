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

from tests.hall.watched import WatchedTable, Watcher, person_at, watcher

from novamas.hall.deliveries import Form
from novamas.hall.subscribers import PendingReply
from novamas.protocol.messages import Reply

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
        if not _acts(house, who, rng):
            house.happen(rng)
        for message in who.hear():
            lines.append(message)
            if len(lines) % STATE_EACH == 0:
                lines.append({"kept": kept(who.kept.state)})
    kinds = {kind for line in lines for kind in (line.get("type"), "answer" in line)}
    if len(lines) < LEAST_LINES or not {"table", True} <= kinds:
        return await recorded(game, turn + 1)
    return [*lines, {"kept": kept(who.kept.state)}]


def _acts(house: WatchedTable, who: Watcher, rng: Random) -> bool:
    """Let the player do something that is offered. The answer comes with the state that it leads to."""
    offers = house.now.session.offers(SEAT) if house.now.may_speak_as(who.subscriber.person, SEAT) else []
    if not offers or rng.random() < 0.5:
        return False
    act = rng.choice(offers).sample(rng)
    who.subscriber.reply = PendingReply(Reply(f"a{house.now.number}", 1), has_receipt=True)
    if house.do(lambda fork: fork.do(act)):
        return True
    who.subscriber.reply = None
    return False


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

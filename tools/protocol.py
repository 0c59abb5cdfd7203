"""Print docs/protocol.md: the protocol of live tables, with an exchange that is recorded on a socket."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, get_args

from tests.server.tables.house import Standing, house
from tests.server.tables.lines import Line, line_to

from novamas.equipment.chance import CommittedSource
from novamas.protocol import messages
from novamas.protocol.messages import PROTOCOL

HEAD = Path(__file__).parent / "protocol.head.md"
BOT = Path(__file__).parents[1] / "tests" / "server" / "tables" / "whole_bot.py"
TABLE, SEED = "3f9c2a7be01d4856", "00" * 31 + "01"
PACE = {"step_ms": 100, "betting_ms": 0, "patience_ms": 0}
ROJO = {"do": "bet", "by": 1, "bet": "rojo", "cents": 500}
ACTS = [ROJO, {**ROJO, "bet": "negro", "cents": 1}]
MOST_SHOWN = 3  # of a long list
WIDTH = 110
HIDDEN = {"receipt": "…", "edition": "…", "ends": 0, "now": 0, "key": "…", "choices": {}}


def page() -> str:
    """Return the page on the protocol: the written head, the kinds of messages and the exchange."""
    kinds = "\n".join(
        f"| `{kind.__struct_config__.tag}` | {_first_line(kind)} |"
        for kind in map(_plain, get_args(messages.AnyClientMessage))
    )
    said = "\n".join(
        f"| `{kind.__struct_config__.tag}` | {_first_line(kind)} |"
        for kind in map(_plain, get_args(messages.AnyServerMessage))
    )
    exchange = "\n".join(asyncio.run(_exchange()))
    text = HEAD.read_text("utf-8")
    parts = {"{asked}": kinds, "{said}": said, "{exchange}": exchange, "{bot}": BOT.read_text("utf-8")}
    for place, part in parts.items():
        text = text.replace(place, part)
    return text


def _plain(kind: Any) -> Any:
    return getattr(kind, "__origin__", kind)


def _first_line(kind: Any) -> str:
    return str(kind.__doc__).partition("\n")[0].replace("|", "\\|")


async def _exchange() -> list[str]:
    """Record a round of roulette with a small stake that is refused, a reconnection, and a question."""
    with TemporaryDirectory() as folder:
        async with house(Path(folder) / "books.sqlite") as standing:
            return [line async for line in _played(standing)]


async def _played(standing: Standing) -> Any:
    hall = standing.hall
    await hall.commitments.keep(TABLE, CommittedSource(SEED))
    async with standing.visitor("Ana") as ana:
        await ana.open("ruleta", seats=4, pace=PACE, promise=TABLE, name="Mesa 1")
        talk = _Talk()
        async with line_to(standing, ana, TABLE, {}) as line:
            talk.line = line
            for one in (
                await talk.say("hello", eyes="rail", language="en", protocol=PROTOCOL, until="hello"),
                await talk.say("sit", id="a1", seat=1, cents=20_000, until="answer"),
                await talk.hears(lambda: bool(line.view["offers"])),
                await talk.say("act", id="a2", at=0, acts=ACTS, until="answer"),
                await talk.say("act", id="a2", at=0, acts=ACTS, until="answer"),
            ):
                yield one
            last = line.number
        yield "The connection breaks, and the client reconnects:\n"
        async with line_to(standing, ana, TABLE, {}) as line:
            talk.line = line
            asked = {"eyes": "s1", "since": last - 1, "language": "en", "protocol": PROTOCOL}
            yield await talk.say("hello", **asked, until="hello")
            yield await talk.say("ready", id="a3", until="answer")
            yield await talk.hears(lambda: line.view["rounds"] == 1)
            number, nth = next(place for place, event in line.events if event["event"] == "payment")
            yield await talk.say("why", id="a4", number=number, nth=nth, until="why")
            yield await talk.say("jump", id="a5", until="refused")


class _Talk:
    """The recorded messages of both sides."""

    line: Line

    async def say(self, type: str, *, until: str, **fields: Any) -> str:
        if "at" in fields:
            fields["at"] = self.line.number
        heard = len(self.line.came)
        await self.line.send(type, **fields)
        while not any(until in (one["type"], *one) for one in self.line.came[heard:]):
            await self.line.next()
        return _written([(">", {"type": type, **fields}), *self._heard(heard)])

    async def hears(self, is_so: Any) -> str:
        heard = len(self.line.came)
        while not is_so():
            await self.line.next()
        return _written(list(self._heard(heard)))

    def _heard(self, since: int) -> Iterator[tuple[str, dict[str, Any]]]:
        yield from (("<", one) for one in self.line.came[since:])


def _written(said: list[tuple[str, dict[str, Any]]]) -> str:
    lines = [f"{side} {line}" for side, message in said for line in _lines(_shortened(message))]
    return "\n".join(["```json", *lines, "```", ""])


def _lines(message: Any) -> Iterator[str]:
    """Yield a message on one line, or on one line per field if it is long."""
    whole = json.dumps(message, ensure_ascii=False)
    if len(whole) <= WIDTH:
        yield whole
        return
    fields = list(message.items())
    yield "{"
    for nth, (name, value) in enumerate(fields, start=1):
        comma = "," if nth < len(fields) else ""
        yield f'  "{name}": {json.dumps(value, ensure_ascii=False)}{comma}'
    yield "}"


def _shortened(value: Any, name: str = "") -> Any:
    """Return a value without variable parts, cut to a readable length."""
    if name in HIDDEN and value is not None:
        return HIDDEN[name]
    if isinstance(value, dict):
        return {each: _shortened(one, each) for each, one in value.items()}
    if isinstance(value, list):
        some = [_shortened(one) for one in value[:MOST_SHOWN]]
        keeps = name in ("events", "says", "seats", "acts", "clauses", "chips")
        return [_shortened(one) for one in value] if keeps else some + ["…"] * (len(value) > MOST_SHOWN)
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value):
        return f"{value[:8]}…"
    return value


__all__ = ["page"]

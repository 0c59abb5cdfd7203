"""Shared links to rounds: a picture, and tags from which other sites make a preview.

Both show the round as spectators saw it, without nicknames: its result, and the win or loss of each
seat.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from html import escape
from typing import Any, Final

from litestar import Controller, Request, Response, get
from litestar.datastructures import State
from litestar.params import FromPath
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hall.tables.round_views import PastRound, past_rounds
from novamas.hall.tables.table import LiveTable
from novamas.hall.text import says
from novamas.server.error_responses import REFUSED, spoken
from novamas.server.requests import Part
from novamas.server.tables.context import Playing, TablesContext
from novamas.table.events import Came, Payment
from novamas.table.roles import RAIL
from novamas.words import Voice

WIDTH, HEIGHT = 1200, 630  # as other sites show pictures
SVG: Final = "image/svg+xml"
MAX_LINES: Final = 7
KEPT: Final = {"cache-control": "public, max-age=86400"}  # a round that is over does not change


class SharedRound(Struct, frozen=True):
    """The title and the lines that a shared link shows of a round."""

    title: str
    lines: tuple[str, ...]


class SharedRounds(Controller):
    """Routes for pictures of rounds."""

    path = "/"
    tags = ("tables",)
    security = ({},)

    @get("/{table:str}/rounds/{round:int}/picture.svg", responses=REFUSED, media_type=SVG)
    async def show_picture(
        self, request: Request[Any, Any, State], tables: Playing, table: Part, round: FromPath[int]
    ) -> Response[str]:
        """Return the picture of a finished round: its result, and the win or loss of each seat."""
        voice = spoken(request)
        shared = await shared_round(tables, table, round, voice)
        return Response(picture(shared), media_type=SVG, headers=KEPT)

    @get("/{table:str}/picture.svg", responses=REFUSED, media_type=SVG)
    async def show_last_picture(
        self, request: Request[Any, Any, State], tables: Playing, table: Part
    ) -> Response[str]:
        """Return the last round of a table as a picture, for a page of another site that shows the table."""
        found = await tables.hall.table(table)
        voice = spoken(request)
        shared = await shared_round(tables, table, found.session.rounds, voice)
        return Response(picture(shared), media_type=SVG)


async def shared_round(tables: TablesContext, table: str, round: int, voice: Voice) -> SharedRound:
    """Return a finished round as spectators saw it. Raise `no_such_round` if there is none."""
    found = await tables.hall.table(table)
    rounds, hall = found.session.rounds, tables.hall
    if not 1 <= round <= rounds:
        raise NovamasError("no_such_round", given=round, rounds=rounds)
    async with tables.rereading:
        (seen,) = await asyncio.to_thread(past_rounds, hall.store, hall.seeds, found, RAIL, round, round)
    return _summary(seen, found, voice.under(found.table.frame))


def _summary(seen: PastRound, table: LiveTable, voice: Voice) -> SharedRound:
    title = voice.say("server.shared_round", game=table.game.slug, round=seen.round)
    results = [one for one in seen.told if isinstance(one.event, Came)]
    net: Counter[int] = Counter()
    for one in seen.told:
        if isinstance(one.event, Payment) and one.event.seat:
            net[one.event.seat] += one.event.returned - one.event.stake
    seats = (
        voice.say("server.shared_net", seat=seat, net=voice.gain(cents))
        for seat, cents in sorted(net.items())
    )
    return SharedRound(title, (*says(results, voice, RAIL), *seats)[:MAX_LINES])


def picture(shared: SharedRound) -> str:
    """Return a round as an SVG picture."""
    lines = "".join(
        f'<text x="80" y="{250 + 58 * nth}" font-size="40" fill="#f4f1e8">{escape(line)}</text>'
        for nth, line in enumerate(shared.lines)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" role="img">'
        f"<title>{escape(shared.title)}</title><desc>{escape(' '.join(shared.lines))}</desc>"
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#1d4a3a"/>'
        f'<rect x="32" y="32" width="{WIDTH - 64}" height="{HEIGHT - 64}" rx="24" fill="none"'
        ' stroke="#c9b37e" stroke-width="3"/>'
        f'<text x="80" y="140" font-size="60" font-weight="700" fill="#f4f1e8">{escape(shared.title)}</text>'
        f"{lines}"
        f'<text x="80" y="{HEIGHT - 64}" font-size="28" fill="#c9b37e">novamas</text></svg>\n'
    )


def tags(shared: SharedRound, page: str, image: str) -> str:
    """Return the preview tags for the head of a page that shows a round."""
    values = {
        "og:type": "article",
        "og:site_name": "novamas",
        "og:title": shared.title,
        "og:description": " ".join(shared.lines),
        "og:url": page,
        "og:image": image,
        "og:image:type": SVG,
        "og:image:width": str(WIDTH),
        "og:image:height": str(HEIGHT),
    }
    return "".join(
        f'<meta property="{name}" content="{escape(text, quote=True)}">' for name, text in values.items()
    )

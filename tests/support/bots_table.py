"""Tables with only bots. They continue as on the server, but without a store."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from tests.support.every_game import is_whole, small_choices

from novamas.bots.buy_ins import bots_cash
from novamas.bots.minds import minds_at
from novamas.equipment.chance import CommittedSource
from novamas.hall.tables.automation import next_due_action
from novamas.hall.tables.entries import BotSat, Opened
from novamas.hall.tables.table import LiveTable
from novamas.law import norms
from novamas.protocol.pace import Pace
from novamas.record import Header
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.roles import NOBODY
from novamas.testing.rehearsal import opened

BANK = 10**9  # céntimos: more than bots can win


def few_seats(slug: str, **choices: Any) -> Table:
    """Return a table with few seats, under the first norm that has the full rules of the game."""
    norm = next(norm for norm in norms() if is_whole(slug, norm))
    return opened(slug, norm, **(small_choices(slug) | choices))


def bots_only(
    table: Table, seed: str, *, minds: Mapping[int, str] | None = None, cash: int | None = None
) -> LiveTable:
    """Return a table with bots on all seats, or on the given ones, each with this much cash."""
    known = minds_at(table.opening)
    seats = range(1, table.opening.seats() + 1)
    header = Header(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        choices={},
        commitment=seed,
    )
    pace = Pace(step_ms=0, betting_ms=1, patience_ms=1)
    opening = Opened(header=header, name="", owner="house", pace=pace, alone=True, opening_float=BANK)
    live = LiveTable("table", opening, table, CommittedSource(sha256(seed.encode()).hexdigest()))
    live.enter(opening)
    for seat, mind in (minds or {seat: known[seat % len(known)] for seat in seats}).items():
        live.enter(BotSat(seat, mind, bots_cash(table) if cash is None else cash))
    return live


def resume(live: LiveTable, rounds: int) -> Iterator[Deed | None]:
    """Yield all automatic deeds until this many rounds have ended, or the table has closed."""
    while live.session.rounds < rounds and live.session.phase.turn is not NOBODY:
        following = next_due_action(live)
        assert following is not None, f"{live.session.phase} stands still"
        number, deeds = live.number, live.session.number
        following.do(live)
        yield live.session.deeds[-1] if live.session.number > deeds else None
        live.set_timestamps(range(live.moment + 1, live.moment + 1 + live.number - number))
        live.session.forget()
        live.uncommitted.clear()
        live.history.clear()

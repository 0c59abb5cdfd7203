"""Records and sessions as Arrow tables: their deeds and payments, for Polars, DuckDB, pandas."""

from __future__ import annotations

from os import PathLike
from typing import Any

from novamas.house.api import replay
from novamas.sim.arrow_export import arrow
from novamas.table.events import Payment
from novamas.table.notation import write
from novamas.table.roles import write_who
from novamas.table.session import Session

Played = Session | str | PathLike[str]  # a session, or the file of a record


def deeds(played: Played) -> Any:
    """Return all deeds, one row per deed: its number, actor, verb and line."""
    rows = [
        {"number": number, "by": write_who(deed.by), "verb": deed.verb(), "line": write(deed)}
        for number, deed in enumerate(_session(played).deeds, 1)
    ]
    pyarrow = arrow()
    names = ("by", "verb", "line")
    kinds = {"number": pyarrow.int64(), **dict.fromkeys(names, pyarrow.string())}
    return pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(kinds))


def payments(played: Played) -> Any:
    """Return all payments, one row per decided bet, with its clauses and amounts in céntimos."""
    rows = [
        {
            "number": number,
            "seat": event.seat,
            "bet": event.bet,
            "stake": event.stake,
            "returned": event.returned,
            "net": event.returned - event.stake,
            "clauses": list(event.clauses),
        }
        for number, events in enumerate(_session(played).deed_events, 1)
        for event in events
        if isinstance(event, Payment)
    ]
    pyarrow = arrow()
    amounts = dict.fromkeys(("number", "seat", "stake", "returned", "net"), pyarrow.int64())
    order = ("number", "seat", "bet", "stake", "returned", "net", "clauses")
    kinds = {**amounts, "bet": pyarrow.string(), "clauses": pyarrow.list_(pyarrow.string())}
    return pyarrow.Table.from_pylist(rows, schema=pyarrow.schema([(name, kinds[name]) for name in order]))


def _session(played: Played) -> Session:
    return played if isinstance(played, Session) else replay(played)

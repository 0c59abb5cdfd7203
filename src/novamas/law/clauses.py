"""The index of clauses: their ids, what they say in our words, and how we read the doubtful ones."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from novamas.law.errors import UnknownClause, did_you_mean
from novamas.law.files import read_data

NORMS = ("IB05", "IB09", "AR10", "CM16")

Duty = Literal["engine", "table", "conduct", "info", "none"]


class Reading(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Our reading of a doubtful clause: what it leaves open, and what we apply."""

    applies: str
    asks: str = ""
    why: str = ""  # where we depart from the reading first recommended


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One clause of a norm: what it requires, and what software owes it."""

    id: str
    norm: str
    game: str
    path: tuple[str, ...]
    kind: str
    duty: Duty
    says: str
    see: tuple[str, ...] = ()
    ca: str | None = None
    erratum: str | None = None
    reading: Reading | None = None

    @property
    def is_owed(self) -> bool:
        """Whether a game or the set-up checker must keep this clause."""
        return self.duty in ("engine", "table")


@cache
def index() -> dict[str, Clause]:
    """Every clause of every norm, in reading order."""
    decoder = msgspec.json.Decoder(Clause)
    found = {
        clause.id: clause
        for norm in NORMS
        for clause in decoder.decode_lines(read_data("clauses", f"{norm}.jsonl"))
    }
    for clause_id, reading in _our_readings().items():
        found[clause_id] = msgspec.structs.replace(found[clause_id], reading=reading)
    return found


def _our_readings() -> dict[str, Reading]:
    """Readings put better, or changed since, than the index has them."""
    return msgspec.toml.decode(read_data("clauses_readings.toml"), type=dict[str, Reading])


def clause(clause_id: str) -> Clause:
    """The clause with this id."""
    try:
        return index()[clause_id]
    except (KeyError, TypeError):
        says = f"No clause has the id {clause_id!r}{did_you_mean(clause_id, index())}"
        raise UnknownClause("unknown_clause", says) from None


def clauses(
    *, norm: str | None = None, game: str | None = None, duty: Duty | None = None
) -> tuple[Clause, ...]:
    """The clauses of a norm, of a game, of a duty, in reading order."""
    return tuple(
        clause
        for clause in index().values()
        if (norm is None or clause.norm == norm)
        and (game is None or clause.game == game)
        and (duty is None or clause.duty == duty)
    )


def search(words: str) -> tuple[Clause, ...]:
    """The clauses whose text, in our words, has all of these words."""
    wanted = str(words).casefold().split()
    return tuple(clause for clause in index().values() if all(word in _searchable(clause) for word in wanted))


def _searchable(clause: Clause) -> str:
    reading = clause.reading
    ours = (reading.asks, reading.applies) if reading else ()
    return " ".join((clause.id, clause.game, *clause.path, clause.says, *ours)).casefold()

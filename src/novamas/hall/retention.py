"""Retention: deletes unused passes and seeds, expired links and commitments, and revoked tokens.

Books are never deleted. They are append-only, and the store itself refuses to delete an entry. The
numbers of deleted items are entered in the book of the house.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import msgspec
from msgspec import Struct

from novamas.hall.people import dual_control, persons
from novamas.hall.people.operators import TOKENS
from novamas.hall.people.persons import StoredPass
from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.commitments import PROMISES
from novamas.hall.tables.seeds import SEEDS
from novamas.store import ReadTransaction, Store, WriteTransaction
from novamas.store.entries import moment
from novamas.store.epochs import BOOK

_SUBJECTS = "SELECT name, state FROM subjects WHERE name >= ? AND name < ? ORDER BY name"
_SEEDS = "SELECT name FROM secrets WHERE name >= ? AND name < ? ORDER BY name"
_CLOSED = (
    "SELECT s.book FROM snapshots s WHERE EXISTS (SELECT 1 FROM books b JOIN entries e ON e.book = b.id"
    " WHERE b.name = s.book AND e.kind = 'closed' AND e.number > s.number)"  # left by earlier versions
)


class RetentionTerms(Struct, frozen=True):
    """For each kind of deletable item, the number of days it is stored."""

    passes: int  # since their last use
    links: int  # after they ended
    operators: int  # after they were revoked


class RetentionReport(Struct, frozen=True):
    """The numbers of deleted items."""

    passes: int
    persons: int
    links: int
    operators: int
    snapshots: int
    promises: int


class _Until(Struct, frozen=True):
    until: int


def delete_expired(store: Store, terms: RetentionTerms, *, dry_run: bool) -> RetentionReport:
    """Delete expired items and return their numbers. With `dry_run` they are only counted."""

    def act(books: WriteTransaction) -> RetentionReport:
        gone = _Gone(books, terms)
        if not dry_run and any(msgspec.structs.astuple(gone.counted)):
            gone.delete()
            books.append(BOOK, "tidied", gone.counted)
        return gone.counted

    return store.write(act)


class _Gone:
    """The items that are to be deleted."""

    def __init__(self, books: WriteTransaction, terms: RetentionTerms) -> None:
        self._books = books
        now = books.now()
        self._shown = moment(now - timedelta(days=terms.passes))
        self._ended = moment(now - timedelta(days=terms.links))
        self._revoked = moment(now - timedelta(days=terms.operators))
        self.passes = set(self._old_passes())
        self.persons, self._lists = self._left_alone()
        self.links = [*self._lapsed(persons.LINKS), *self._lapsed(dual_control.PROPOSALS)]
        self.operators = [*TOKENS.lapsed(books, self._revoked)]
        self.snapshots = [book for (book,) in books.link.rows(_CLOSED)]
        self.promises = [*self._unused()]
        self.counted = RetentionReport(
            *(len(self.passes), len(self.persons), len(self.links)),
            *(len(self.operators), len(self.snapshots), len(self.promises)),
        )

    def delete(self) -> None:
        """Delete all collected items."""
        gone = [persons.PASSES + one for one in self.passes] + self.links + self.operators
        gone += self._lapsed(PROMISES)
        for one in self.persons:
            gone += [persons.PERSONS + one, persons.LISTS + one]
        for person, kept in self._lists.items():
            self._books.set_state(persons.LISTS + person, " ".join(kept))
        for sql, names in (
            ("DELETE FROM subjects WHERE name = ?", gone),
            ("DELETE FROM secrets WHERE name = ?", [SEEDS + one for one in self.promises]),
            ("DELETE FROM snapshots WHERE book = ?", self.snapshots),
        ):
            for name in names:
                self._books.link.do([(sql, [(name,)])])

    def _unused(self) -> Iterator[str]:
        """Yield committed seeds that no table used before they expired."""
        lapsed = {name.removeprefix(PROMISES) for name in self._lapsed(PROMISES)}
        for (name,) in self._books.link.rows(_SEEDS, SEEDS, f"{SEEDS}\U0010ffff"):
            seed = name.removeprefix(SEEDS)
            is_promised = self._books.state(PROMISES + seed) is not None
            if self._books.head(book_of(seed)) is None and (seed in lapsed or not is_promised):
                yield seed

    def _old_passes(self) -> Iterator[str]:
        """Yield passes that were revoked, or that have not been used for too long."""
        for name, state in _subjects(self._books, persons.PASSES):
            if state == persons.REVOKED or msgspec.json.decode(state, type=StoredPass).since < self._shown:
                yield name.removeprefix(persons.PASSES)

    def _left_alone(self) -> tuple[list[str], dict[str, list[str]]]:
        """Return the persons who keep no pass, and the passes that the others keep."""
        alone: list[str] = []
        lists: dict[str, list[str]] = {}
        for name, state in _subjects(self._books, persons.LISTS):
            person, listed = name.removeprefix(persons.LISTS), state.split()
            kept = [one for one in listed if one not in self.passes]
            if not kept:
                alone.append(person)
            elif len(kept) < len(listed):
                lists[person] = kept
        return alone, lists

    def _lapsed(self, beginning: str) -> Iterator[str]:
        """Yield the links and proposals that were used, or that expired too long ago."""
        for name, state in _subjects(self._books, beginning):
            if (
                state in (persons.TAKEN, dual_control.DONE)
                or msgspec.json.decode(state, type=_Until).until < self._ended
            ):
                yield name


def _subjects(books: ReadTransaction, beginning: str) -> list[tuple[str, str]]:
    found = books.link.rows(_SUBJECTS, beginning, f"{beginning}\U0010ffff")
    return [(name, state) for name, state in found if state]

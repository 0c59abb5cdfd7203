"""Idempotency: a repeated message gets the same answer and is not carried out twice."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Sequence
from hashlib import blake2b
from typing import Final, TypeAlias

from msgspec import Struct

from novamas.hall.tables.accounts import book_of
from novamas.hall.tables.entries import DEED
from novamas.hall.tables.table import LiveTable
from novamas.protocol.tables import DeedsResult
from novamas.store import Entry, NotEntered, Store
from novamas.table.deeds import Deed
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import RAIL, Who, write_who

Said: TypeAlias = tuple[bytes, ...]  # the encoded acts of a message
MAX_KEPT: Final = 1_000  # answers in memory; older ones are read from the books


class MessageKey(Struct, frozen=True):
    """The key of a message: its sender, and an id that the sender chose."""

    person: str
    id: str

    def of(self, nth: int) -> str:
        """Return the key of the entry for the message's n-th act."""
        return f"{self.person}/{self.id}/{nth}"


def subject_of(asked: bytes) -> str:
    """Return the subject of a command's entry: a hash of the request."""
    return f"asked/{blake2b(asked, digest_size=16, person=b'novamas.asked').hexdigest()}"


class AnswerCache:
    """A cache of the answers to recent messages."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, MessageKey], tuple[DeedsResult, Said]] = OrderedDict()

    def has(self, table: str, key: MessageKey) -> bool:
        """Return whether a message with this key was recently answered."""
        return (table, key) in self._kept

    def get(self, table: str, key: MessageKey, said: Said) -> DeedsResult | None:
        """Return the answer that this process gave earlier to a message, or None.

        Raise `key_reused` if the key was used for a different message.
        """
        answer, before = self._kept.get((table, key), (None, said))
        if answer is not None and before != said:
            raise NotEntered("key_reused", book=book_of(table), number=answer.number, key=key.id)
        return answer

    def keep(self, table: str, key: MessageKey, said: Said, answer: DeedsResult) -> DeedsResult:
        """Remember the answer to a message that was carried out. A refused message may be tried again."""
        if answer.done:
            self._kept[table, key] = answer, said
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return answer

    async def look_up(self, table: str, key: MessageKey, said: Said) -> DeedsResult | None:
        """Return the result that any process entered in the book for a message, or None."""
        return await asyncio.to_thread(self._look_up, book_of(table), key, said)

    def _look_up(self, book: str, key: MessageKey, said: Said) -> DeedsResult | None:
        done = number = 0
        with self._store.reading() as books:
            while done < len(said) and (made := books.entry_of(book, key.of(done))) is not None:
                if not _says(made, said[done]):
                    raise NotEntered("key_reused", book=book, number=made.number, key=key.id)
                done, number = done + 1, made.number
        return DeedsResult(number, done) if done else None


def _says(made: Entry, said: bytes) -> bool:
    """Return whether an entry was made for this message. Old entries do not contain their request."""
    return made.body == said if made.kind == DEED else made.subject in ("", said.decode())


def apply_deeds(
    fork: LiveTable, person: str, who: Who, deeds: Sequence[Deed], at: int, key: MessageKey, said: Said
) -> DeedsResult:
    """Apply a person's deeds in order, up to the first refused deed. `said` has the deeds encoded."""
    before = fork.number
    if not fork.may_speak_as(person, who) or any(deed.by != who for deed in deeds):
        return DeedsResult(before, 0, _not_yours(fork, person, who, deeds))
    if fork.closed is not None or not fork.state.waits.since <= at <= before:
        return DeedsResult(
            before, 0, Refusal("stale", "", given=at, least=fork.state.waits.since, most=before)
        )
    for nth, deed in enumerate(deeds):
        try:
            fork.do(deed, key.of(nth), said[nth])
        except Refused as refused:
            return DeedsResult(fork.number, nth, refused.refusal)
    return DeedsResult(fork.number, len(deeds))


def _not_yours(table: LiveTable, person: str, who: Who, deeds: Sequence[Deed]) -> Refusal:
    eyes: Who = next(iter(table.seats_of(person)), RAIL)
    other = next((deed.by for deed in deeds if deed.by != eyes), who)
    return Refusal("not_yours", "", figures={"eyes": write_who(eyes), "by": write_who(other)})

"""Messages of people, each done once: what was answered is answered again when the same message comes."""

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

Said: TypeAlias = tuple[bytes, ...]  # the acts of a message, as a book has them
MAX_KEPT: Final = 1_000  # answers that are at hand; the others are in the books


class MessageKey(Struct, frozen=True):
    """By what a message is known: who sent it, and under which name of his own."""

    person: str
    id: str

    def of(self, nth: int) -> str:
        """The key of the entry of its so-manieth act."""
        return f"{self.person}/{self.id}/{nth}"


def subject_of(asked: bytes) -> str:
    """The subject of an entry that was asked for beside the game: what was asked, as short as a name is."""
    return f"asked/{blake2b(asked, digest_size=16, person=b'novamas.asked').hexdigest()}"


class AnswerCache:
    """What messages were answered."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._kept: OrderedDict[tuple[str, MessageKey], tuple[DeedsResult, Said]] = OrderedDict()

    def get(self, table: str, key: MessageKey, said: Said) -> DeedsResult | None:
        """What this process has answered a message before; the same key for something else is refused."""
        answer, before = self._kept.get((table, key), (None, said))
        if answer is not None and before != said:
            raise NotEntered("key_reused", book=book_of(table), number=answer.number, key=key.id)
        return answer

    def keep(self, table: str, key: MessageKey, said: Said, answer: DeedsResult) -> DeedsResult:
        """Remember an answer to what was done; what was not done may be tried again."""
        if answer.done:
            self._kept[table, key] = answer, said
            if len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
        return answer

    async def look_up(self, table: str, key: MessageKey, said: Said) -> DeedsResult | None:
        """What any process has done for a message before, as the book tells."""
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
    """Is this what an entry was made for? Older programs did not write down what was asked for."""
    return made.body == said if made.kind == DEED else made.subject in ("", said.decode())


def apply_deeds(
    fork: LiveTable, person: str, who: Who, deeds: Sequence[Deed], at: int, key: MessageKey
) -> DeedsResult:
    """Do deeds of somebody in their order, up to the first that is refused."""
    before = fork.number
    if not fork.may_speak_as(person, who) or any(deed.by != who for deed in deeds):
        return DeedsResult(before, 0, _not_yours(fork, person, who, deeds))
    if fork.closed is not None or not fork.since <= at <= before:
        return DeedsResult(before, 0, Refusal("stale", "", given=at, least=fork.since, most=before))
    for nth, deed in enumerate(deeds):
        try:
            fork.do(deed, key.of(nth))
        except Refused as refused:
            return DeedsResult(fork.number, nth, refused.refusal)
    return DeedsResult(fork.number, len(deeds))


def _not_yours(table: LiveTable, person: str, who: Who, deeds: Sequence[Deed]) -> Refusal:
    eyes: Who = next(iter(table.seats_of(person)), RAIL)
    other = next((deed.by for deed in deeds if deed.by != eyes), who)
    return Refusal("not_yours", "", figures={"eyes": write_who(eyes), "by": write_who(other)})

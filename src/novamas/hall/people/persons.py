"""Persons without accounts. A guest pass in the browser's cookie identifies a person.

A *person* is a random number with a nickname and a language, and nothing else. A *pass* identifies
one device: ``v1.PASS.GENERATION.SIGNATURE``, signed with the house's key (HMAC by keyed BLAKE2b).
Each device has its own pass. A person can therefore add a device, and revoke any of them.

A pass is replaced by its next generation after twelve hours of use, and when its person gets a role
with more rights. The previous generation remains valid until the new one has been in use for a
minute. So a lost response locks no one out, and requests on their way are answered. An older
generation is a copy and is refused.

Persons and passes are subjects of the store, not entries of a book, so personal data can be
deleted.
"""

from __future__ import annotations

import re
from datetime import timedelta
from hashlib import blake2b
from hmac import compare_digest
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.chance import random_token
from novamas.errors import NovamasError
from novamas.hall.people.nicknames import read_nickname
from novamas.law.texts import Language
from novamas.protocol.pace import Speed
from novamas.store import Clock, ReadTransaction, Store, WriteTransaction
from novamas.store.entries import moment

ROTATED_AFTER: Final = timedelta(hours=12)  # of use
OVERLAP: Final = timedelta(seconds=60)  # that a generation is good beside the next
CARRIED_WITHIN: Final = timedelta(minutes=10)
KEPT_FOR: Final = timedelta(days=90)  # a pass that is not shown
MAX_PASSES: Final = 16  # of one person: a further device takes the place of the first
REVOKED: Final = "revoked"
TAKEN: Final = "taken"
ID_DIGITS: Final = 32  # hexadecimal: 128 bits
LONGEST_PASS: Final = 200
PASSES, PERSONS, LISTS, LINKS = "pass/", "person/", "passes/", "carry/"  # how their subjects begin

_PASS = re.compile(r"v1\.([0-9a-f]{32})\.([1-9][0-9]{0,8})\.([0-9a-f]{64})")
_CODE = re.compile(r"[0-9a-f]{32}")

NAME_LETTERS: Final = 4  # digits of the id that stand for a missing nickname


class Person(Struct, frozen=True):
    """A person with a nickname, a language and a preferred speed of tables."""

    id: str
    name: str = ""
    language: Language | None = None
    speed: Speed | None = None

    @property
    def called(self) -> str:
        """The name that other people at a table see."""
        return self.name or f"#{self.id[:NAME_LETTERS]}"


class StoredPass(Struct, frozen=True, forbid_unknown_fields=True):
    """A guest pass as it is stored. Times are microseconds since 1970 UTC."""

    person: str
    generation: int
    since: int  # when this generation was made
    seen: int | None = None  # when it was first shown


class Admitted(Struct, frozen=True):
    """A person with a valid pass, and the new pass if the pass was renewed."""

    person: Person
    id: str  # of the pass
    replaced_by: str | None = None


class _Named(Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    language: Language | None
    speed: Speed | None = None


class _DeviceLink(Struct, frozen=True, forbid_unknown_fields=True):
    person: str
    until: int


class Persons:
    """The persons of a house and their guest passes."""

    def __init__(self, store: Store, key: bytes, clock: Clock) -> None:
        if len(key) < 32:
            raise ValueError("a key of fewer than 256 bits")
        self._store = store
        self._key = key
        self._clock = clock

    # ------------------------------------------------------------ coming in

    def arrive(
        self, name: str = "", language: Language | None = None, speed: Speed | None = None
    ) -> Admitted:
        """Create a person, and a guest pass for the present device."""
        person = Person(_new_id(), read_nickname(name), language, speed)

        def act(books: WriteTransaction) -> Admitted:
            _call(books, person)
            return self._give(books, person)

        return self._store.write(act)

    def pass_id(self, shown_pass: str) -> str | None:
        """Return the id of a pass with a valid signature, or None. The pass may have been revoked."""
        found = self._signed(shown_pass)
        return found[0] if found else None

    def admit(self, shown_pass: str) -> Admitted:
        """Return the person to whom a valid pass belongs."""
        signed = self._signed(shown_pass)
        if signed is None:
            raise NovamasError("pass_forged")
        id, generation = signed
        with self._store.reading(at_one_moment=False) as books:
            held = self._held(books, id)
            person = person_of(books, held.person)
        if not self._is_good(held, generation):
            raise NovamasError("pass_replayed")
        if generation < held.generation:
            return Admitted(person, id, self._pass(id, held.generation))
        if held.seen is None or generation > held.generation or self._now() >= held.since + _ROTATED_AFTER:
            return self._store.write(lambda books: self._go_on(books, person, id, generation))
        return Admitted(person, id)

    def _is_good(self, held: StoredPass, generation: int) -> bool:
        """Return whether a generation of a pass is valid: until the next has been in use for a minute.

        A later generation than the stored one is valid too, because it was signed before the store was
        restored.
        """
        if generation >= held.generation:
            return True
        still = held.seen is None or self._now() <= held.seen + _OVERLAP
        return generation == held.generation - 1 and still

    def _go_on(self, books: WriteTransaction, person: Person, id: str, generation: int) -> Admitted:
        """Record the use of a pass generation, and create the next generation if it is due."""
        held = self._held(books, id, alone=True)
        if generation < held.generation:  # another request was first
            return Admitted(person, id, self._pass(id, held.generation))
        now = self._now()
        if now < held.since + _ROTATED_AFTER:
            since = held.since if generation == held.generation else now
            _keep(books, id, StoredPass(person.id, generation, since, now))
            return Admitted(person, id)
        _keep(books, id, StoredPass(person.id, generation + 1, now))
        return Admitted(person, id, self._pass(id, generation + 1))

    def _give(self, books: WriteTransaction, person: Person) -> Admitted:
        id, now = _new_id(), self._now()
        _keep(books, id, StoredPass(person.id, 1, now, now))
        listed = _passes(books, person.id)
        for old in listed[: -MAX_PASSES + 1]:
            books.set_state(_pass(old), REVOKED)
        books.set_state(_passes_of(person.id), " ".join([*listed[-MAX_PASSES + 1 :], id]))
        return Admitted(person, id, self._pass(id, 1))

    # ------------------------------------------------------------ a person's own account

    def rename(self, id: str, name: str, language: Language | None, speed: Speed | None = None) -> Person:
        """Change a person's nickname, language and, if given, speed of tables."""

        def act(books: WriteTransaction) -> Person:
            kept = speed or person_of(books, id).speed
            person = Person(id, read_nickname(name), language, kept)
            _call(books, person)
            return person

        return self._store.write(act)

    def create_device_link(self, id: str) -> str:
        """Create the code of a device link. It admits the same person once, on another device."""
        code = random_token()[:ID_DIGITS]
        link = _DeviceLink(id, moment(self._clock() + CARRIED_WITHIN))
        self._store.write(lambda books: books.set_state(_link(code), _text(link)))
        return code

    def can_be_taken(self, code: str) -> bool:
        """Return whether a device link exists and has neither been used nor expired."""
        if not _CODE.fullmatch(code):
            return False
        with self._store.reading() as books:
            return self._taken_by(books.state(_link(code))) is not None

    def take(self, code: str) -> Admitted:
        """Use a device link: create a new pass for the same person, and make the link invalid."""
        if not _CODE.fullmatch(code):
            raise NovamasError("carry_unknown")

        def act(books: WriteTransaction) -> Admitted:
            person = self._taken_by(books.state(_link(code), alone=True))
            if person is None:
                raise NovamasError("carry_unknown")
            books.set_state(_link(code), TAKEN)
            return self._give(books, person_of(books, person))

        return self._store.write(act)

    def _taken_by(self, state: str | None) -> str | None:
        if state is None or state == TAKEN:
            return None
        link = msgspec.json.decode(state, type=_DeviceLink)
        return link.person if self._now() <= link.until else None

    # ------------------------------------------------------------ generations

    def revoke(self, id: str, *, but: str | None = None) -> int:
        """Revoke all passes of a person, or all except one. Return the number of revoked passes."""

        def act(books: WriteTransaction) -> int:
            found = [one for one in _passes(books, id) if one != but]
            for one in found:
                books.set_state(_pass(one), REVOKED)
            books.set_state(_passes_of(id), but or "")
            return len(found)

        return self._store.write(act)

    def revoked(self, ids: set[str]) -> set[str]:
        """Return the passes in this list that are no longer valid."""
        with self._store.reading() as books:
            return {id for id in ids if books.state(_pass(id)) in (None, REVOKED)}

    # ------------------------------------------------------------ passes

    def _held(self, books: ReadTransaction, id: str, *, alone: bool = False) -> StoredPass:
        state = books.state(_pass(id), alone=True) if alone and isinstance(books, WriteTransaction) else None
        state = state or books.state(_pass(id))
        if state is None or state == REVOKED:
            raise NovamasError("pass_revoked")
        held = msgspec.json.decode(state, type=StoredPass)
        if self._now() > held.since + _KEPT_FOR:
            raise NovamasError("pass_revoked")
        return held

    def _signed(self, text: str) -> tuple[str, int] | None:
        """Return a pass with its generation, or None if the signature is not valid."""
        found = _PASS.fullmatch(text) if len(text) <= LONGEST_PASS else None
        if found is None:
            return None
        id, generation = found[1], int(found[2])
        return (id, generation) if compare_digest(self._pass(id, generation), text) else None

    def _pass(self, id: str, generation: int) -> str:
        """Return a pass as the text for the cookie."""
        said = f"v1.{id}.{generation}"
        signed = blake2b(said.encode(), key=self._key, digest_size=32, person=b"novamas.pass")
        return f"{said}.{signed.hexdigest()}"

    def _now(self) -> int:
        return moment(self._clock())


def person_of(books: ReadTransaction, id: str) -> Person:
    """Return a person. Without a stored entry, the person has only the number."""
    state = books.state(PERSONS + id)
    named = msgspec.json.decode(state, type=_Named) if state else _Named("", None)
    return Person(id, named.name, named.language, named.speed)


def remember_speed(books: WriteTransaction, id: str, speed: Speed) -> None:
    """Store the speed that a person prefers at their own tables."""
    person = person_of(books, id)
    if person.speed != speed:
        _call(books, replace(person, speed=speed))


def _call(books: WriteTransaction, person: Person) -> None:
    books.set_state(PERSONS + person.id, _text(_Named(person.name, person.language, person.speed)))


def _keep(books: WriteTransaction, id: str, held: StoredPass) -> None:
    books.set_state(_pass(id), _text(held))


def _passes(books: WriteTransaction, person: str) -> list[str]:
    return (books.state(_passes_of(person), alone=True) or "").split()


def _pass(id: str) -> str:
    return PASSES + id


def _passes_of(person: str) -> str:
    return LISTS + person


def _link(code: str) -> str:
    """Return the subject of a device link. It is a hash, so a reader of the store cannot use the link."""
    return LINKS + blake2b(code.encode(), digest_size=32, person=b"novamas.carry").hexdigest()


def _new_id() -> str:
    return random_token()[:ID_DIGITS]


def _text(kept: Struct) -> str:
    return msgspec.json.encode(kept).decode()


_MICROSECOND = timedelta(microseconds=1)
_ROTATED_AFTER, _OVERLAP, _KEPT_FOR = (each // _MICROSECOND for each in (ROTATED_AFTER, OVERLAP, KEPT_FOR))

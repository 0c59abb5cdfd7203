"""The chain of a record: every line carries the hash of itself and of all before it.

A line is one JSON object whose last member is its `link`. The link is the 32-byte BLAKE2b, with person
``novamas.link``, of the link before it (32 bytes of nought for the first line) followed by the line without
its last member, byte for byte. So the first link commits to the opening, and any later one to everything up
to it: told to a player, it is a *receipt*. The last line is the *seal*: how many lines stand before it, the
last link, and the seeds that were promised. Nothing may follow it.

What a chain proves and what not: a line that was changed, added, moved or taken out is found. A tail that was
cut off takes the seal with it, and looks like a table that crashed. Whoever writes the whole record anew can
chain and seal it anew. Both are told by a receipt that somebody kept, and by nothing else; a house may sign
seals and receipts, so that it cannot deny them (`novamas.record.signatures`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from hashlib import blake2b
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from novamas.errors import InvalidInput, RecordMismatch
from novamas.table.refusals import Refusal, Refused

LINK_BYTES = 32
SHORT_RECEIPT = 16  # hexadecimal digits: 64 bits
_NOTHING_BEFORE = "00" * LINK_BYTES
_LINK = b',"link":"'
_EMPTY = blake2b(digest_size=LINK_BYTES, person=b"novamas.link")  # copied for each line: half the time
_WRITTEN = msgspec.json.Encoder(enc_hook=str)
_LINK_WRITTEN = re.compile(f"[0-9a-f]{{{2 * LINK_BYTES}}}")

Figure: TypeAlias = int | str | None


class ChainBreak(Struct, frozen=True):
    """Where a record does not hold: the first line that does not, what it should say and what it says."""

    code: str
    line: int
    expected: Figure = None
    found: Figure = None
    refusal: Refusal | None = None  # of a deed that was not lawful
    game: str = ""  # at whose table it was not

    @property
    def clause(self) -> str | None:
        """What an unlawful deed offends against."""
        return (self.refusal.clause or None) if self.refusal else None


class Broken(RecordMismatch):
    """A record does not hold."""

    def __init__(self, at: ChainBreak) -> None:
        told: dict[str, Any] = {"line": at.line, "expected": _shown(at.expected), "found": _shown(at.found)}
        if at.refusal is not None:
            told |= {"told_as": "unlawful_deed", "deed": at.found, "why": Refused(at.refusal, at.game)}
        super().__init__(at.code, clause=at.clause, **told)
        self.at = at

    def __reduce__(self) -> tuple[type[Broken], tuple[ChainBreak]]:
        return Broken, (self.at,)


def _shown(figure: Figure) -> Figure:
    """As many of the digits of a link as a sentence tells."""
    return figure[:SHORT_RECEIPT] if isinstance(figure, str) else figure


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A house's name under a seal (`novamas.record.signatures`)."""

    table: str
    house: str  # its public key
    signature: str


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a record."""

    lines: int  # before this one
    last: str  # of their links
    seed: str | None = None  # behind the commitment
    player_seed: str | None = None  # and behind the player's
    signed: Signature | UnsetType = UNSET  # not written where nobody signs, as before there were houses


class Chain(Struct, frozen=True):
    """What binds the lines of a record; a record of the time before there were chains has none."""

    links: tuple[str, ...] = ()  # of every line that holds
    seal: Seal | None = None
    half_written: int | None = None  # the line in which a crash stopped the writing: it is left out
    broken: ChainBreak | None = None

    def line_of(self, receipt: str, seed: str | None = None) -> int | None:
        """The line whose receipt this is, whole or its beginning; with the seed, also of a blind one."""
        wanted = read_receipt(receipt)
        for line, link in enumerate(self.links, 1):
            if link.startswith(wanted) or (seed and blind_receipt(link, seed).startswith(wanted)):
                return line
        return None


def signature_of(chain: Chain) -> Signature | None:
    """The signature under the seal, if there is one."""
    return chain.seal.signed or None if chain.seal else None


def read_receipt(text: str) -> str:
    """A receipt as it is written, or why it is none."""
    wanted = text.strip().lower()
    if not re.fullmatch(f"[0-9a-f]{{{SHORT_RECEIPT},{2 * LINK_BYTES}}}", wanted):
        raise InvalidInput("receipt_unreadable", least=SHORT_RECEIPT, most=2 * LINK_BYTES, given=text)
    return wanted


def link_of(before: str, body: bytes) -> str:
    """The link of a line: the hash of it and, by the link before, of all before it."""
    link = _EMPTY.copy()
    link.update(bytes.fromhex(before) + body)
    return link.hexdigest()


def blind_receipt(link: str, seed: str) -> str:
    """A receipt for a table at which cards are hidden: who has no seed cannot try which card fits a link.

    It is the 32-byte BLAKE2b of the link, keyed with the seed, with person ``novamas.blind``; as the table is
    bound to the seed by its commitment, it commits to the link as well, and proves so when the seed is told.
    """
    key = bytes.fromhex(seed)
    return blake2b(bytes.fromhex(link), key=key, digest_size=LINK_BYTES, person=b"novamas.blind").hexdigest()


class ChainWriter:
    """Chains one line after another, as they are written; after those of a chain, where there are some."""

    def __init__(self, after: Chain | None = None) -> None:
        links = after.links if after else ()
        self.last = links[-1] if links else _NOTHING_BEFORE
        self.lines = len(links)

    @classmethod
    def going_on(cls, lines: int, last: str) -> ChainWriter:
        """After so many lines, the last of which has this link: all that a snapshot must keep of them."""
        linking = cls()
        linking.lines, linking.last = lines, last
        return linking

    def line(self, value: Struct) -> str:
        """The next line, with its link."""
        body = _WRITTEN.encode(value)
        self.last = link_of(self.last, body)
        self.lines += 1
        return f'{body[:-1].decode()}{_LINK.decode()}{self.last}"}}\n'

    def seal(
        self, seed: str | None, player_seed: str | None, sign: Callable[[Seal], Signature] | None = None
    ) -> str:
        """The last line, signed where a house signs it."""
        seal = Seal(self.lines, self.last, seed, player_seed)
        return self.line(seal if sign is None else replace(seal, signed=sign(seal)))


def read_chain(data: bytes) -> tuple[list[bytes], Chain]:
    """The lines of a record without links and seal, as far as they hold, and what binds them."""
    *lines, rest = data.split(b"\n")
    lines += [rest] if rest else []
    if not lines or _parted(lines[0])[1] is None:
        return data.splitlines(), Chain()
    bodies, links, broken = _follow(lines)
    if bodies and _is_seal(bodies[-1]):
        return bodies[:-1], _sealed(bodies[-1], links, broken)
    if rest and broken is not None and broken.line == len(lines) > 1:  # no line break ends it: a crash
        return bodies, Chain(tuple(links), half_written=broken.line)
    return bodies, Chain(tuple(links), broken=broken)


def read_unsealed(data: bytes) -> tuple[list[bytes], Chain, tuple[ChainBreak, ...]]:
    """All lines of a record without links and seal, what binds them, and each place where they do not hold.

    After a line that does not follow from those before it, what it bears is taken for its link, so that the
    lines after it are held against that.
    """
    whole, chain = read_chain(data)
    if chain.broken is None:
        return whole, chain, ()
    bodies: list[bytes] = []
    breaks: list[ChainBreak] = []
    links = [_NOTHING_BEFORE]
    seals: list[bytes] = []
    for number, line in enumerate(data.removesuffix(b"\n").split(b"\n"), start=1):
        body, found = _parted(line)
        expected = link_of(links[-1], body)
        if found != expected:
            breaks.append(ChainBreak("other_link" if found else "no_link", number, expected, found))
        elif seals:
            breaks.append(ChainBreak("after_seal", number))
        links.append(found if found and _LINK_WRITTEN.fullmatch(found) else expected)
        if _is_seal(body):
            seals.append(body)
            if found == expected and (at := _sealed(body, links[1:], None).broken) is not None:
                breaks.append(at)
        bodies.append(b"" if _is_seal(body) else body)  # every line keeps its number
    seal = _seal_of(seals[-1]) if seals else None
    return bodies, Chain(tuple(links[1:]), seal, broken=chain.broken), tuple(breaks)


def _follow(lines: Iterable[bytes]) -> tuple[list[bytes], list[str], ChainBreak | None]:
    """The lines without their links, and these, up to the first line that does not follow."""
    bodies: list[bytes] = []
    links = [_NOTHING_BEFORE]
    broken = None
    for number, line in enumerate(lines, start=1):
        body, found = _parted(line)
        expected = link_of(links[-1], body)
        if bodies and _is_seal(bodies[-1]):
            broken = ChainBreak("after_seal", number)
        elif found != expected:
            broken = ChainBreak("other_link" if found else "no_link", number, expected, found)
        if broken is not None:
            break
        bodies.append(body)
        links.append(expected)
    return bodies, links[1:], broken


def _is_seal(body: bytes) -> bool:
    return body.startswith(b'{"lines":')


def _parted(line: bytes) -> tuple[bytes, str | None]:
    """A line as it was before it was chained, and its link; or all of it, where it bears none."""
    body, mark, rest = line.rpartition(_LINK)
    if not mark or not rest.endswith(b'"}'):
        return line, None
    return body + b"}", rest[:-2].decode(errors="replace")


def _seal_of(body: bytes) -> Seal | None:
    try:
        return msgspec.json.decode(body, type=Seal)
    except msgspec.DecodeError:
        return None


def _sealed(body: bytes, links: Sequence[str], broken: ChainBreak | None) -> Chain:
    """A chain that ends with this seal, if it is the seal of these lines."""
    seal = _seal_of(body)
    if seal is None:
        return Chain(tuple(links), broken=ChainBreak("other_seal", len(links)))
    *_, last, _of_the_seal = (_NOTHING_BEFORE, *links)
    if (seal.lines, seal.last) != (len(links) - 1, last):
        return Chain(tuple(links), broken=ChainBreak("other_seal", len(links), last, seal.last))
    return Chain(tuple(links), seal, broken=broken)

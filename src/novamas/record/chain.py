"""The hash chain of a record: every line has a hash of itself and of all lines before it.

A line is one JSON object whose last member is its `link`. The link is the 32-byte BLAKE2b, with person
``novamas.link``, of the previous link (32 zero bytes for the first line) followed by the bytes of the
line without its last member. The first link therefore commits to the opening, and any later one to
everything up to it. A link that a player receives is a *receipt*. The last line is the *seal*: the number
of lines before it, the last link, and the seeds behind the commitments. No line may follow it.

A chain detects a line that was changed, added, moved or removed. If a record was cut off, its seal is
missing too, and it looks like the record of a table that crashed. A person who rewrites the whole record can
chain and seal it again. Only a receipt that a player kept detects these two cases. A house may sign seals and
receipts, so that it cannot deny them (`novamas.record.signatures`).
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
SHORT_RECEIPT = 32  # hexadecimal digits: 128 bits, so that no one finds two lines with one receipt
DIGITS_SHOWN = 16  # of a link, in a message
NOTHING_BEFORE = "00" * LINK_BYTES
_LINK = b',"link":"'
_EMPTY = blake2b(digest_size=LINK_BYTES, person=b"novamas.link")  # copying it is twice as fast
_WRITTEN = msgspec.json.Encoder(enc_hook=str)
_LINK_WRITTEN = re.compile(f"[0-9a-f]{{{2 * LINK_BYTES}}}")

Figure: TypeAlias = int | str | None
NO_JSON = (
    msgspec.DecodeError,
    UnicodeDecodeError,
    RecursionError,
)  # what decoding raises: no UTF-8, too deep


class ChainBreak(Struct, frozen=True):
    """The first line that breaks a record, with the expected and the found value."""

    code: str
    line: int
    expected: Figure = None
    found: Figure = None
    refusal: Refusal | None = None  # of an unlawful deed
    game: str = ""  # the game of an unlawful deed

    @property
    def clause(self) -> str | None:
        """The clause that an unlawful deed breaks."""
        return (self.refusal.clause or None) if self.refusal else None


class Broken(RecordMismatch):
    """Raised when a record breaks its chain or the rules."""

    def __init__(self, at: ChainBreak) -> None:
        values: dict[str, Any] = {"line": at.line, "expected": _shown(at.expected), "found": _shown(at.found)}
        if at.refusal is not None:
            values |= {"text_key": "unlawful_deed", "deed": at.found, "why": Refused(at.refusal, at.game)}
        super().__init__(at.code, clause=at.clause, **values)
        self.at = at

    def __reduce__(self) -> tuple[type[Broken], tuple[ChainBreak]]:
        return Broken, (self.at,)


def _shown(value: Figure) -> Figure:
    """Return the first digits of a link, which are enough for a message."""
    return value[:DIGITS_SHOWN] if isinstance(value, str) else value


class Signature(Struct, frozen=True, forbid_unknown_fields=True):
    """A house's signature of a seal (`novamas.record.signatures`)."""

    table: str
    house: str  # its public key
    signature: str


class Seal(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a record."""

    lines: int  # before this one
    last: str  # the last of their links
    seed: str | None = None  # behind the commitment
    player_seed: str | None = None  # behind the player's commitment
    signed: Signature | UnsetType = UNSET  # left out if unsigned, as in records of early versions


class Chain(Struct, frozen=True):
    """The links and the seal of a record. Records of early versions have neither."""

    links: tuple[str, ...] = ()  # of every line that holds
    seal: Seal | None = None
    half_written: int | None = None  # the line in which a crash stopped the writing, left out of the record
    broken: ChainBreak | None = None

    def line_of(self, receipt: str, seed: str | None = None) -> int | None:
        """Return the line of a receipt, which may be complete or only its first digits.

        With the seed, blind receipts are found too.
        """
        wanted = read_receipt(receipt)
        for line, link in enumerate(self.links, 1):
            if link.startswith(wanted) or (seed and blind_receipt(link, seed).startswith(wanted)):
                return line
        return None


def signature_of(chain: Chain) -> Signature | None:
    """Return the signature of a seal, if there is one."""
    return chain.seal.signed or None if chain.seal else None


def read_receipt(text: str) -> str:
    """Return the canonical form of a typed receipt. Raise if it is malformed."""
    wanted = text.strip().lower()
    if not re.fullmatch(f"[0-9a-f]{{{SHORT_RECEIPT},{2 * LINK_BYTES}}}", wanted):
        raise InvalidInput("receipt_unreadable", least=SHORT_RECEIPT, most=2 * LINK_BYTES, given=text)
    return wanted


def link_of(before: str, body: bytes) -> str:
    """Return the link of a line: a hash of the line and, through the previous link, of all earlier lines."""
    link = _EMPTY.copy()
    link.update(bytes.fromhex(before) + body)
    return link.hexdigest()


def blind_receipt(link: str, seed: str) -> str:
    """Return a receipt for a table with hidden cards. Without the seed it cannot be used to test cards.

    It is the 32-byte BLAKE2b of the link, keyed with the seed, with person ``novamas.blind``. The table
    is bound to the seed by its commitment, so the receipt commits to the link as well. This can be
    verified once the seed is revealed.
    """
    key = bytes.fromhex(seed)
    return blake2b(bytes.fromhex(link), key=key, digest_size=LINK_BYTES, person=b"novamas.blind").hexdigest()


class ChainWriter:
    """A writer that chains lines, from the start of a record or as the continuation of a chain."""

    def __init__(self, after: Chain | None = None) -> None:
        links = after.links if after else ()
        self.last = links[-1] if links else NOTHING_BEFORE
        self.lines = len(links)

    @classmethod
    def going_on(cls, lines: int, last: str) -> ChainWriter:
        """Return a writer that continues a chain of this many lines. `last` is the last link.

        A snapshot needs to store no more than these two values.
        """
        linking = cls()
        linking.lines, linking.last = lines, last
        return linking

    def line(self, value: Struct) -> str:
        """Return the next line of the record, including its link."""
        body = _WRITTEN.encode(value)
        self.last = link_of(self.last, body)
        self.lines += 1
        return f'{body[:-1].decode()}{_LINK.decode()}{self.last}"}}\n'

    def seal(
        self, seed: str | None, player_seed: str | None, sign: Callable[[Seal], Signature] | None = None
    ) -> str:
        """Return the last line of the record. It is signed if `sign` is given."""
        seal = Seal(self.lines, self.last, seed, player_seed)
        return self.line(seal if sign is None else replace(seal, signed=sign(seal)))


def read_chain(data: bytes) -> tuple[list[bytes], Chain]:
    """Return the lines of a record up to the first break, without links and seal, and the chain."""
    *lines, rest = data.split(b"\n")
    lines += [rest] if rest else []
    if not lines or _parted(lines[0])[1] is None:
        return data.splitlines(), Chain()
    bodies, links, broken = _follow(lines)
    if bodies and _is_seal(bodies[-1]):
        return bodies[:-1], _sealed(bodies[-1], links, broken)
    if rest and broken is not None and broken.line == len(lines) > 1:  # no line break at its end: a crash
        return bodies, Chain(tuple(links), half_written=broken.line)
    return bodies, Chain(tuple(links), broken=broken)


def read_unsealed(data: bytes) -> tuple[list[bytes], Chain, tuple[ChainBreak, ...]]:
    """Return all lines of a record without links and seal, its chain, and every break in it.

    After a line that breaks the chain, the link in that line is accepted, so that later lines are checked
    against that link.
    """
    whole, chain = read_chain(data)
    if chain.broken is None:
        return whole, chain, ()
    bodies: list[bytes] = []
    breaks: list[ChainBreak] = []
    links = [NOTHING_BEFORE]
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
    """Return the lines up to the first that breaks the chain, their links, and that break."""
    bodies: list[bytes] = []
    links = [NOTHING_BEFORE]
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
    """Split a line into its body and its link. The link is None if it is missing."""
    body, mark, rest = line.rpartition(_LINK)
    if not mark or not rest.endswith(b'"}'):
        return line, None
    return body + b"}", rest[:-2].decode(errors="replace")


def _seal_of(body: bytes) -> Seal | None:
    try:
        return msgspec.json.decode(body, type=Seal)
    except NO_JSON:
        return None


def _sealed(body: bytes, links: Sequence[str], broken: ChainBreak | None) -> Chain:
    """Return the chain with this seal. It is broken if the seal does not belong to these lines."""
    seal = _seal_of(body)
    if seal is None:
        return Chain(tuple(links), broken=ChainBreak("other_seal", len(links)))
    *_, last, _of_the_seal = (NOTHING_BEFORE, *links)
    if (seal.lines, seal.last) != (len(links) - 1, last):
        return Chain(tuple(links), broken=ChainBreak("other_seal", len(links), last, seal.last))
    return Chain(tuple(links), seal, broken=broken)

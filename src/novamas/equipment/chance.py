"""Chance comes in by the front door: what may be drawn, and who draws it.

A draw takes the top bits of a word of 64 bits, just as many as the number of ways needs, and takes the next
word when they say too much, so that no outcome is favoured. The words come from BLAKE2b in counter mode:
block *i* is the 64-byte BLAKE2b of *i* (eight bytes, least significant first), keyed with the stream's key
and with person ``novamas``; it holds eight words, least significant byte first. The key is itself a 64-byte
BLAKE2b:

- live: of the 32-byte seed, with person ``novamas.hall``; the commitment, shown before anybody bets, is the
  32-byte BLAKE2b of the same seed with person ``novamas.promise``, which tells nothing about the key;
- live, with a seed that a player brings: of the 32-byte seed followed by the player's text in UTF-8, with
  person ``novamas.both``. The house is bound by its commitment before it learns the text; the commitment to
  the text is its 32-byte BLAKE2b with person ``novamas.player``;
- seeded: of the text ``seed/stream`` in ASCII, with person ``novamas.seeded``.

With the seed 00…01 (31 bytes of nought and a one) eight spins of the wheel with one zero, whose 37 pockets
are counted as they lie on it, are

- alone: 30 7 22 34 8 4 20 28; its commitment begins with 989370fa5d3e3d01;
- with the player's text ``olé``: 26 2 7 21 33 23 29 16; the commitment to that begins with f1e76afd575b21fb.

The *position* of a stream is how many of its words have been used: seed and position are enough to go on with
the very next word. Seeds and live streams are watched by `novamas.equipment.health`, which changes no draw.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from functools import cache
from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes
from threading import local
from typing import Final, Protocol, TypeVar

import msgspec

from novamas.equipment.health import START, Health
from novamas.errors import InvalidInput, NovamasError

T = TypeVar("T")

SEED_BYTES = 32
_WORD_BITS = 64
_EIGHT_WORDS = struct.Struct("<8Q")
_BLOCK_WORDS = 8
_TOP_BYTE = 7  # of each word of eight bytes, least significant first


class Draws(Protocol):
    """What chance may bring now, in whole-number weights."""

    @property
    def total(self) -> int:
        """How many equally likely ways there are."""

    def at(self, n: int, /) -> int:
        """The draw of the n-th of those ways, counting from 0."""

    def items(self) -> Iterable[tuple[int, int]]:
        """Each draw once, with its weight; the weights add up to the total."""

    def may_bring(self, what: int, /) -> bool:
        """Can it be drawn at all?"""


class Source(Protocol):
    """Somebody who draws: chance itself, a seed, or a script."""

    def draw(self, draws: Draws, /) -> int:
        """One of the draws, each as likely as its weight."""


class UniformDraw(msgspec.Struct, frozen=True):
    """One number out of so many, from 0, all equally likely."""

    total: int

    def at(self, n: int) -> int:
        return n

    def items(self) -> Iterable[tuple[int, int]]:
        return ((number, 1) for number in range(self.total))

    def may_bring(self, what: int) -> bool:
        return 0 <= what < self.total


def below(bits: Callable[[int], int], n: int) -> int:
    """A number from 0 to n - 1, none favoured: bits are drawn again as long as they say n or more."""
    width = (n - 1).bit_length()
    while True:
        number = bits(width)
        if number < n:
            return number


def shuffled(items: Iterable[T], source: Source) -> tuple[T, ...]:
    """The items in a new order, every order equally likely (Fisher–Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = source.draw(UniformDraw(last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class _Stream:
    """The words of one key, in counter mode."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []  # still to be used, the next one last

    def bits(self, count: int) -> int:
        """The top bits of the next words."""
        if count > _WORD_BITS:
            return self.bits(_WORD_BITS) << (count - _WORD_BITS) | self.bits(count - _WORD_BITS)
        if not self._words:
            self._more()
        return self._words.pop() >> (_WORD_BITS - count)

    @property
    def position(self) -> int:
        """How many words were taken so far."""
        return self._block * _BLOCK_WORDS - len(self._words)

    def go_on_from(self, position: int) -> None:
        """The next word is the one after so many."""
        if not 0 <= position < 2**64:
            raise InvalidInput("position_unreadable", given=str(position))
        self._block, taken = divmod(position, _BLOCK_WORDS)
        self._words = []
        if taken:
            self._more()
            del self._words[-taken:]

    def draw(self, draws: Draws) -> int:
        total = draws.total
        if total < 1:
            raise InvalidInput("nothing_to_draw")
        return draws.at(below(self.bits, total))

    def _more(self) -> None:
        """The words of the next block."""
        self._words.extend(reversed(_EIGHT_WORDS.unpack(self._block_at(self._block))))
        self._block += 1

    def _block_at(self, number: int) -> bytes:
        return blake2b(number.to_bytes(8, "little"), key=self._key, person=b"novamas").digest()


class _Watched(_Stream):
    """The same words, looked at before they are used: eight blocks at a time, which costs little."""

    _BLOCKS: Final = 8
    _ALL_WORDS: Final = struct.Struct("<64Q")

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._health: Health | None = None  # until the first draw

    def go_on_from(self, position: int) -> None:
        """Words that come again because somebody went back to them are no fault of the stream."""
        if position == self.position:
            return
        if self._health is not None:
            self._health.look_afresh()
        super().go_on_from(position)

    def _more(self) -> None:
        if self._health is None:
            self._health = Health()
            self._start(self._health)
        blocks = [self._block_at(number) for number in range(self._block, self._block + self._BLOCKS)]
        self._health.see(blocks, _TOP_BYTE, _BLOCK_WORDS)
        self._words.extend(reversed(self._ALL_WORDS.unpack(b"".join(blocks))))
        self._block += self._BLOCKS

    def _start(self, health: Health) -> None:
        """Look at the words after the next ones first; they are drawn when it is their turn."""
        first = self._block + self._BLOCKS
        health.see(
            [self._block_at(number) for number in range(first, first + START // _BLOCK_WORDS)],
            _TOP_BYTE,
            _BLOCK_WORDS,
        )


class Seeded(_Stream):
    """A simulation's chance: the same seed and stream give the same draws; streams are independent."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        super().__init__(blake2b(f"{seed}/{stream}".encode("ascii"), person=b"novamas.seeded").digest())


class RevealedSource(_Stream):
    """The draws of a live table, once its seed has been revealed, and that of the player who brought one."""

    def __init__(self, seed: str, player_seed: str | None = None) -> None:
        super().__init__(_key_of(seed, player_seed))


class CommittedSource:
    """A live table's chance: seeded by the operating system, committed before the play, revealed after it."""

    def __init__(self, seed: str | None = None) -> None:
        self._seed = random_token() if seed is None else seed  # given where a table goes on
        self._stream = _Watched(_key_of(self._seed, None))
        self._is_revealed = False
        self.commitment = commitment_to(self._seed)
        self.player_seed: str | None = None

    @property
    def player_commitment(self) -> str | None:
        """The promise of the player's seed, where one was brought."""
        return None if self.player_seed is None else player_commitment_to(self.player_seed)

    def mix_in(self, player_seed: str) -> None:
        """A player brings a seed of his own, after the commitment and before anything is drawn."""
        if self.position or self._is_revealed:
            raise NovamasError("seed_too_late")
        self._stream = _Watched(_key_of(self._seed, player_seed))
        self.player_seed = player_seed

    @property
    def position(self) -> int:
        """How many words were drawn so far: with it whoever keeps the seed can go on."""
        return self._stream.position

    def go_on_from(self, position: int) -> None:
        """Go on after so many words, where a table is gone on with or a draw was not written down."""
        self._stream.go_on_from(position)

    def draw(self, draws: Draws) -> int:
        if self._is_revealed:
            raise NovamasError("seed_revealed")
        return self._stream.draw(draws)

    def kept(self) -> str:
        """The seed, for whoever keeps the table to go on with it; nobody else may know it yet."""
        return self._seed

    def reveal(self) -> str:
        """The seed, by which anybody can recompute the draws; nothing is drawn from it any more."""
        self._is_revealed = True
        return self._seed


class Scripted:
    """Draws written down beforehand; then those of another source, if there is one."""

    def __init__(self, values: Iterable[int], then: Source | None = None) -> None:
        self._values = iter(tuple(values))
        self._then = then

    def draw(self, draws: Draws) -> int:
        value = next(self._values, None)
        if value is not None:
            if not draws.may_bring(value):
                raise InvalidInput("draw_impossible", drawn=value)
            return value
        if self._then is None:
            raise InvalidInput("script_ended")
        return self._then.draw(draws)


class _System(local):
    """The operating system's bytes, watched from the first that a thread asks for; none are kept."""

    def __init__(self) -> None:
        self._health = Health()
        self._health.see([token_bytes(SEED_BYTES) for _ in range(START // SEED_BYTES)])

    def seed(self) -> bytes:
        found = token_bytes(SEED_BYTES)
        self._health.see([found])
        return found


@cache
def _system() -> _System:
    return _System()


def system_seed() -> bytes:
    """Bytes of the operating system, as many as a seed has, as long as it is in good health."""
    return _system().seed()


def random_token() -> str:
    """A text that nobody can guess: bytes of the operating system, in hexadecimal."""
    return system_seed().hex()


def commitment_to(seed: str) -> str:
    """The promise a table makes of its seed before it draws."""
    return blake2b(_read_seed(seed), digest_size=32, person=b"novamas.promise").hexdigest()


def player_commitment_to(player_seed: str) -> str:
    """The promise of a seed that a player brings."""
    return blake2b(_read_player_seed(player_seed), digest_size=32, person=b"novamas.player").hexdigest()


def verify(commitment: str, seed: str) -> bool:
    """Whether a revealed seed is the one that was promised."""
    return compare_digest(commitment_to(seed).encode(), commitment.lower().encode())


def _key_of(seed: str, player_seed: str | None) -> bytes:
    """The key of the stream of a live table."""
    if player_seed is None:
        return blake2b(_read_seed(seed), person=b"novamas.live").digest()
    return blake2b(_read_seed(seed) + _read_player_seed(player_seed), person=b"novamas.both").digest()


def _read_seed(seed: str) -> bytes:
    try:
        read = bytes.fromhex(seed)
    except ValueError:
        read = b""
    if len(read) != SEED_BYTES:
        raise InvalidInput("seed_unreadable", digits=2 * SEED_BYTES, given=seed)
    return read


def _read_player_seed(player_seed: str) -> bytes:
    try:
        read = player_seed.encode()
    except UnicodeEncodeError:
        read = b""
    if not read:
        raise InvalidInput("seed_unreadable", told_as="own_seed_unreadable")
    return read

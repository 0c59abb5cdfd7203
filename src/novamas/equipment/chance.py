"""Chance: possible draws, and the sources that draw (seeded BLAKE2b in counter mode).

A draw takes the top bits of a 64-bit word, as many as the number of outcomes requires. If their value is
too high, the draw takes the next word, so no outcome is favoured (rejection sampling). The words come
from BLAKE2b in counter mode: block *i* is the 64-byte BLAKE2b of *i* (eight bytes, least significant
first), keyed with the stream's key and with person ``novamas``. A block holds eight words, least
significant byte first. The key is itself a 64-byte BLAKE2b:

- live: of the 32-byte seed, with person ``novamas.live``. The commitment, shown before any bet, is the
  32-byte BLAKE2b of the same seed with person ``novamas.promise``, which reveals nothing about the key;
- live, with a player's own seed: of the 32-byte seed followed by the player's text in UTF-8, with
  person ``novamas.both``. The house is bound by its commitment before it learns the text. The
  commitment to the text is its 32-byte BLAKE2b with person ``novamas.player``;
- seeded: of the text ``seed/stream`` in ASCII, with person ``novamas.seeded``.

Test vectors: with the seed 00…01 (31 zero bytes and a one), eight spins of the wheel with one zero,
whose 37 pockets are numbered in their order on the wheel, are

- alone: 30 7 22 34 8 4 20 28; its commitment begins with 989370fa5d3e3d01;
- with the player's text ``olé``: 26 2 7 21 33 23 29 16; the commitment to that begins with f1e76afd575b21fb.

The *position* of a stream is the number of its words already used. Seed and position are enough to
continue with the next word. `novamas.equipment.health` tests the operating system's seeds and the live
streams. It changes no draw.
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
_TOP_BYTE = 7  # of each eight-byte word, least significant byte first


class Draws(Protocol):
    """The draws that are possible now, with whole-number weights."""

    @property
    def total(self) -> int:
        """The sum of all weights."""

    def at(self, n: int, /) -> int:
        """Return the draw for the number n, below `total`. A draw has as many numbers as its weight."""

    def items(self) -> Iterable[tuple[int, int]]:
        """Yield each draw once, with its weight. The weights add up to the total."""

    def may_bring(self, what: int, /) -> bool:
        """Return whether this draw is possible."""


class Source(Protocol):
    """A source of draws: real chance, a seed or a script."""

    def draw(self, draws: Draws, /) -> int:
        """Return one of the draws at random. The probability of each is proportional to its weight."""


class UniformDraw(msgspec.Struct, frozen=True):
    """A uniform draw from `range(total)`."""

    total: int

    def at(self, n: int) -> int:
        return n

    def items(self) -> Iterable[tuple[int, int]]:
        return ((number, 1) for number in range(self.total))

    def may_bring(self, what: int) -> bool:
        return 0 <= what < self.total


def below(bits: Callable[[int], int], n: int) -> int:
    """Return a uniform number from 0 to n - 1. If the bits give n or more, they are drawn again."""
    width = (n - 1).bit_length()
    while True:
        number = bits(width)
        if number < n:
            return number


def shuffled(items: Iterable[T], source: Source) -> tuple[T, ...]:
    """Return the items in a random order. Every order is equally likely (Fisher–Yates)."""
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = source.draw(UniformDraw(last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class _Stream:
    """The stream of random words that one key gives in counter mode."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []  # still unused, the next one last

    def bits(self, count: int) -> int:
        """Return this many random bits: the top bits of the next word, or of as many words as are needed."""
        if count > _WORD_BITS:
            return self.bits(_WORD_BITS) << (count - _WORD_BITS) | self.bits(count - _WORD_BITS)
        if not self._words:
            self._more()
        return self._words.pop() >> (_WORD_BITS - count)

    @property
    def position(self) -> int:
        """The number of words used so far."""
        return self._block * _BLOCK_WORDS - len(self._words)

    def seek(self, position: int) -> None:
        """Set the position: the number of words that count as used."""
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
        """Append the words of the next block."""
        self._words.extend(reversed(_EIGHT_WORDS.unpack(self._block_at(self._block))))
        self._block += 1

    def _block_at(self, number: int) -> bytes:
        return blake2b(number.to_bytes(8, "little"), key=self._key, person=b"novamas").digest()


class _Watched(_Stream):
    """A stream whose words pass health tests before they are used, eight blocks at a time for speed."""

    _BLOCKS: Final = 8
    _ALL_WORDS: Final = struct.Struct("<64Q")

    def __init__(self, key: bytes) -> None:
        super().__init__(key)
        self._health: Health | None = None  # until the first draw

    def seek(self, position: int) -> None:
        """Set the position and reset the health tests.

        After a step back the same words come again, and that is not a failure.
        """
        if position == self.position:
            return
        if self._health is not None:
            self._health.look_afresh()
        super().seek(position)

    def _more(self) -> None:
        if self._health is None:
            self._health = Health()
            self._start(self._health)
        blocks = [self._block_at(number) for number in range(self._block, self._block + self._BLOCKS)]
        self._health.see(blocks, _TOP_BYTE, _BLOCK_WORDS)
        self._words.extend(reversed(self._ALL_WORDS.unpack(b"".join(blocks))))
        self._block += self._BLOCKS

    def _start(self, health: Health) -> None:
        """Test a stretch of later words before the first draw. They are still used in their turn."""
        first = self._block + self._BLOCKS
        health.see(
            [self._block_at(number) for number in range(first, first + START // _BLOCK_WORDS)],
            _TOP_BYTE,
            _BLOCK_WORDS,
        )


class Seeded(_Stream):
    """Chance for simulations. The same seed and stream give the same draws. Streams are independent."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        super().__init__(blake2b(f"{seed}/{stream}".encode("ascii"), person=b"novamas.seeded").digest())


class RevealedSource(_Stream):
    """The draws of a live table, recomputed from its revealed seed and the player's own seed, if any."""

    def __init__(self, seed: str, player_seed: str | None = None) -> None:
        super().__init__(_key_of(seed, player_seed))


class CommittedSource:
    """Chance for a live table: seeded by the operating system, committed before play, revealed after."""

    def __init__(self, seed: str | None = None) -> None:
        self._seed = random_token() if seed is None else seed  # given if a table is restored
        self._stream = _Watched(_key_of(self._seed, None))
        self._is_revealed = False
        self.commitment = commitment_to(self._seed)
        self.player_seed: str | None = None

    @property
    def player_commitment(self) -> str | None:
        """The commitment to the player's seed, if there is one."""
        return None if self.player_seed is None else player_commitment_to(self.player_seed)

    def mix_in(self, player_seed: str) -> None:
        """Mix in a player's own seed, after the commitment and before the first draw.

        Raise `seed_too_late` if a draw has already taken place.
        """
        if self.position or self._is_revealed:
            raise NovamasError("seed_too_late")
        self._stream = _Watched(_key_of(self._seed, player_seed))
        self.player_seed = player_seed

    @property
    def position(self) -> int:
        """The number of words used so far. Together with the seed, it is enough to continue the stream."""
        return self._stream.position

    def seek(self, position: int) -> None:
        """Set the position of the stream, when a table is restored or a draw was not recorded."""
        self._stream.seek(position)

    def draw(self, draws: Draws) -> int:
        if self._is_revealed:
            raise NovamasError("seed_revealed")
        return self._stream.draw(draws)

    def kept(self) -> str:
        """Return the seed, which is still secret. It is stored only to restore the table."""
        return self._seed

    def reveal(self) -> str:
        """Return the seed, with which anyone can recompute the draws. After that the source draws no more."""
        self._is_revealed = True
        return self._seed


class Scripted:
    """Draws fixed in advance. When they run out, another source continues, if there is one."""

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
    """A tested source of random bytes from the operating system, one for each thread.

    Its first 1,024 bytes are only tested. No bytes are stored.
    """

    def __init__(self) -> None:
        self._health = Health()
        self._health.see([token_bytes(SEED_BYTES) for _ in range(START // SEED_BYTES)])

    def seed(self) -> bytes:
        seed = token_bytes(SEED_BYTES)
        self._health.see([seed])
        return seed


@cache
def _system() -> _System:
    return _System()


def system_seed() -> bytes:
    """Return a seed of random bytes from the operating system. Raise `chance_failed` if a test fails."""
    return _system().seed()


def random_token() -> str:
    """Return an unguessable text: random bytes of the operating system in hexadecimal."""
    return system_seed().hex()


def commitment_to(seed: str) -> str:
    """Return the commitment to a table's seed, published before the first draw."""
    return blake2b(_read_seed(seed), digest_size=32, person=b"novamas.promise").hexdigest()


def player_commitment_to(player_seed: str) -> str:
    """Return the commitment to a player's seed."""
    return blake2b(_read_player_seed(player_seed), digest_size=32, person=b"novamas.player").hexdigest()


def verify(commitment: str, seed: str) -> bool:
    """Return whether a revealed seed matches its commitment."""
    return compare_digest(commitment_to(seed).encode(), commitment.lower().encode())


def _key_of(seed: str, player_seed: str | None) -> bytes:
    """Return the key of a live table's stream."""
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
        raise InvalidInput("seed_unreadable", text_key="own_seed_unreadable")
    return read

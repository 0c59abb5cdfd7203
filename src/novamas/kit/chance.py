"""Chance comes in by the front door: what may be drawn, and who draws it.

A draw takes the top bits of a word of 64 bits, just as many as the number of ways needs, and takes the next
word when they say too much, so that no outcome is favoured. The words come from BLAKE2b in counter mode:
block *i* is the 64-byte BLAKE2b of *i* (eight bytes, least significant first), keyed with the stream's key
and with person ``novamas``; it holds eight words, least significant byte first. The key is itself a 64-byte
BLAKE2b:

- live: of the 32-byte seed, with person ``novamas.live``; the commitment, shown before anybody bets, is the
  32-byte BLAKE2b of the same seed with person ``novamas.promise``, which tells nothing about the key;
- live, with a seed that a player brings: of the 32-byte seed followed by the player's text in UTF-8, with
  person ``novamas.both``. The house is bound by its commitment before it learns the text; the commitment to
  the text is its 32-byte BLAKE2b with person ``novamas.player``;
- seeded: of the text ``seed/stream`` in ASCII, with person ``novamas.seeded``.

With the seed 00…01 (31 bytes of nought and a one) eight draws out of 37 are

- alone: 30 7 22 34 8 4 20 28; its commitment begins with 989370fa5d3e3d01;
- with the player's text ``olé``: 26 2 7 21 33 23 29 16; the commitment to that begins with f1e76afd575b21fb.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from hashlib import blake2b
from hmac import compare_digest
from secrets import token_bytes
from typing import Protocol, TypeVar

import msgspec

from novamas.errors import NovamasError, Unreadable

T = TypeVar("T")

SEED_BYTES = 32
_WORD_BITS = 64
_EIGHT_WORDS = struct.Struct("<8Q")
_WORDS = range(8)  # of a block


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


class OneOf(msgspec.Struct, frozen=True):
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
        other = source.draw(OneOf(last + 1))
        order[last], order[other] = order[other], order[last]
    return tuple(order)


class _Stream:
    """The words of one key, in counter mode."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def bits(self, count: int) -> int:
        """The top bits of the next words."""
        if count > _WORD_BITS:
            return self.bits(_WORD_BITS) << (count - _WORD_BITS) | self.bits(count - _WORD_BITS)
        if not self._words:
            number = self._block.to_bytes(8, "little")
            block = blake2b(number, key=self._key, person=b"novamas").digest()
            self._words.extend(reversed(_EIGHT_WORDS.unpack(block)))
            self._block += 1
        return self._words.pop() >> (_WORD_BITS - count)

    @property
    def position(self) -> int:
        """How many words were taken so far."""
        return self._block * len(_WORDS) - len(self._words)

    def go_on_from(self, position: int) -> None:
        """The next word is the one after so many."""
        self._block, taken = divmod(position, len(_WORDS))
        self._words = []
        for _ in range(taken):
            self.bits(_WORD_BITS)

    def draw(self, draws: Draws) -> int:
        total = draws.total
        if total < 1:
            raise Unreadable("nothing_to_draw")
        return draws.at(below(self.bits, total))


class Seeded(_Stream):
    """A simulation's chance: the same seed and stream give the same draws; streams are independent."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        super().__init__(blake2b(f"{seed}/{stream}".encode("ascii"), person=b"novamas.seeded").digest())


class Replayed(_Stream):
    """The draws of a live table, once its seed has been revealed, and that of the player who brought one."""

    def __init__(self, seed: str, player_seed: str | None = None) -> None:
        if player_seed is None:
            key = blake2b(_read_seed(seed), person=b"novamas.live")
        else:
            key = blake2b(_read_seed(seed) + _read_player_seed(player_seed), person=b"novamas.both")
        super().__init__(key.digest())


class Live:
    """A live table's chance: seeded by the operating system, committed before the play, revealed after it."""

    def __init__(self, seed: str | None = None) -> None:
        self._seed = seed or unguessable()  # given where a table goes on
        self._stream = Replayed(self._seed)
        self._has_drawn = False
        self._is_revealed = False
        self.commitment = commitment_to(self._seed)
        self.player_seed: str | None = None

    @property
    def player_commitment(self) -> str | None:
        """The promise of the player's seed, where one was brought."""
        return None if self.player_seed is None else player_commitment_to(self.player_seed)

    def mix_in(self, player_seed: str) -> None:
        """A player brings a seed of his own, after the commitment and before anything is drawn."""
        if self._has_drawn or self._is_revealed:
            raise NovamasError("seed_too_late")
        self._stream = Replayed(self._seed, player_seed)
        self.player_seed = player_seed

    @property
    def position(self) -> int:
        """How many words were drawn so far: with it whoever keeps the seed can go on."""
        return self._stream.position

    def go_on_from(self, position: int) -> None:
        """Go on after so many words, where a table is gone on with or a draw was not written down."""
        self._stream.go_on_from(position)
        self._has_drawn = position > 0

    def draw(self, draws: Draws) -> int:
        if self._is_revealed:
            raise NovamasError("seed_revealed")
        self._has_drawn = True
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
                raise Unreadable("draw_impossible", drawn=value)
            return value
        if self._then is None:
            raise Unreadable("script_ended")
        return self._then.draw(draws)


def unguessable() -> str:
    """A text that nobody can guess: bytes of the operating system, in hexadecimal."""
    return token_bytes(SEED_BYTES).hex()


def commitment_to(seed: str) -> str:
    """The promise a table makes of its seed before it draws."""
    return blake2b(_read_seed(seed), digest_size=32, person=b"novamas.promise").hexdigest()


def player_commitment_to(player_seed: str) -> str:
    """The promise of a seed that a player brings."""
    return blake2b(_read_player_seed(player_seed), digest_size=32, person=b"novamas.player").hexdigest()


def verify(commitment: str, seed: str) -> bool:
    """Whether a revealed seed is the one that was promised."""
    return compare_digest(commitment_to(seed).encode(), commitment.lower().encode())


def _read_seed(seed: str) -> bytes:
    try:
        read = bytes.fromhex(seed)
    except ValueError:
        read = b""
    if len(read) != SEED_BYTES:
        raise Unreadable("seed_unreadable", digits=2 * SEED_BYTES, given=seed)
    return read


def _read_player_seed(player_seed: str) -> bytes:
    try:
        read = player_seed.encode()
    except UnicodeEncodeError:
        read = b""
    if not read:
        raise Unreadable("seed_unreadable", told_as="own_seed_unreadable")
    return read

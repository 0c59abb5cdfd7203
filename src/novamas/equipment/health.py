"""Is chance in good health? Two tests that watch a source as it is drawn from, and stop it when it is stuck.

They are the continuous tests of NIST SP 800-90B, section 4.4, on samples of one byte:

- *repetition count*: nine equal samples one after the other. A sample equals the one before it with
  probability 2⁻⁸, so eight such repetitions have 2⁻⁶⁴: the cutoff is 1 + 64/8 = 9.
- *adaptive proportion*: the first sample of 512 comes 27 times or more among them. That is the least cutoff
  that 1 + a binomial number of 511 tries at 1/256 reaches with probability 2⁻⁶⁴ or less.
- besides, no block of the source may equal another of those read with it, nor the one before them: the same
  test with whole blocks of at least 256 bits as samples, at its least cutoff, 2.

False alarms of a sound source: 2⁻⁶⁴ for each sample and 2⁻⁶⁴ at most for each 512 of them; blocks add less
than 2⁻²⁴⁰. A thousand tables that use ten words a second for ten years take 3.2 · 10¹² samples: one false
alarm in all that time has a chance of less than one in five million. The standard proposes 2⁻²⁰ to 2⁻⁴⁰; a
house with many tables would then stop a sound one now and then. A source that is stuck is found all the same
by its ninth byte. What the tests do not tell: a source that somebody knows. Bytes that look like chance pass.

The operating system's bytes are watched whole. Of a stream the sample is the top byte of each word, which is
what a draw reads first. At the start 1,024 samples are looked at before anything is drawn, and are not drawn
from. A source that has failed stays so: nothing more comes from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

from novamas.errors import NovamasError

WINDOW = 512
START = 1024  # samples, before the first draw
REPETITION = 9
PROPORTION = 27


def repetition_cutoff(exponent: int) -> int:
    """How many equal bytes in a row have a probability of 2^-exponent or less."""
    return 1 + -(-exponent // 8)


def proportion_cutoff(exponent: int) -> int:
    """How often the first byte of a window may at least not come, to be wrong with 2^-exponent or less."""
    ways = 0
    for others in range(WINDOW - 1, -1, -1):
        ways += comb(WINDOW - 1, others) * 255 ** (WINDOW - 1 - others)
        if ways << exponent > 256 ** (WINDOW - 1):
            return others + 2
    return 1


class Health:
    """Watches one source; `NovamasError` once it has failed, and for ever after."""

    def __init__(self, repetition: int = REPETITION, proportion: int = PROPORTION) -> None:
        self._no_change = bytes(repetition - 1)
        self._most = proportion
        self._block = b""  # the last one
        self._tail = b""  # the last samples, one less than must not repeat
        self._first = b""  # of this window
        self._count = 0
        self._left = 0  # samples, until the next window
        self._failed = self._has_repeated = False

    def see(self, blocks: Sequence[bytes], place: int = 0, step: int = 1) -> None:
        """Look at the next blocks of the source, of which every step-th byte from a place on is a sample."""
        if not self._failed:
            samples = b"".join(blocks)[place::step]
            self._has_repeated = len({self._block, *blocks}) <= len(blocks) or self._repeats(samples)
            self._failed = self._has_repeated or self._leans(samples)
            self._block = blocks[-1]
        if self._failed:
            told_as = "chance_repeats" if self._has_repeated else "chance_leans"
            raise NovamasError("chance_failed", told_as=told_as)

    def look_afresh(self) -> None:
        """The source was set back: what came before says nothing of what comes; a failure stays one."""
        self._block = self._tail = b""
        self._left = 0

    def _repeats(self, samples: bytes) -> bool:
        """Is one byte followed by itself too often? Their XOR is nought where a byte equals the last."""
        run = self._tail + samples
        number = int.from_bytes(run, "big")
        changes = (number ^ number >> 8).to_bytes(len(run), "big")
        self._tail = run[-len(self._no_change) :]
        return changes.find(self._no_change, 1) > 0

    def _leans(self, samples: bytes) -> bool:
        """Does the first sample of a window come too often in it?"""
        while samples:
            if not self._left:
                self._first, self._count, self._left = samples[:1], 0, WINDOW
            now = samples[: self._left]
            self._count += now.count(self._first)
            if self._count >= self._most:
                return True
            self._left -= len(now)
            samples = samples[len(now) :]
        return False

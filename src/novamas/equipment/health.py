"""Health tests of chance: two tests of a source while it is in use, which stop it if it is stuck.

They are the continuous tests of NIST SP 800-90B, section 4.4, on samples of one byte:

- *repetition count*: nine equal samples in a row. A sample equals the one before it with probability
  2⁻⁸, and eight such repetitions occur with 2⁻⁶⁴. So the cutoff is 1 + 64/8 = 9.
- *adaptive proportion*: the first sample of 512 occurs 27 times or more among them. 27 is the least
  cutoff c with P(1 + Binomial(511, 1/256) ≥ c) ≤ 2⁻⁶⁴.
- In addition, a block must differ from all blocks read in the same call and from the last block before
  them. This is the repetition count with blocks of at least 256 bits as samples and the cutoff 2.

False alarms of a sound source: 2⁻⁶⁴ for each sample and at most 2⁻⁶⁴ for each 512 of them. Blocks add
less than 2⁻²⁴⁰. A thousand tables that use ten words a second for ten years take 3.2 · 10¹² samples:
the chance of one false alarm in all that time is less than one in five million. The standard proposes
2⁻²⁰ to 2⁻⁴⁰. At that rate, a house with many tables would now and then stop a sound source. A stuck
source is still found by its ninth byte. The tests cannot detect a predictable source, because its bytes
look random.

For the operating system, every byte is a sample. For a stream, the sample is the top byte of each word,
which a draw reads first. At the start, 1,024 samples are tested before the first draw and are not used
for it. A failure is permanent: the source gives no more bytes.
"""

from __future__ import annotations

from collections.abc import Sequence

from novamas.errors import NovamasError

WINDOW = 512
START = 1024  # samples tested before the first draw
REPETITION = 9
PROPORTION = 27


class Health:
    """The health tests of one source. After a failure every call raises `NovamasError`."""

    def __init__(self, repetition: int = REPETITION, proportion: int = PROPORTION) -> None:
        self._no_change = bytes(repetition - 1)
        self._most = proportion
        self._block = b""  # the last block
        self._tail = b""  # the last samples, one fewer than may not repeat
        self._first = b""  # sample of this window
        self._count = 0
        self._left = 0  # samples until the next window
        self._failed = self._has_repeated = False

    def see(self, blocks: Sequence[bytes], place: int = 0, step: int = 1) -> None:
        """Test the next blocks of the source. Every `step`-th byte from `place` is a sample.

        Raise `chance_failed` if a test fails or has failed before.
        """
        if not self._failed:
            samples = b"".join(blocks)[place::step]
            self._has_repeated = len({self._block, *blocks}) <= len(blocks) or self._repeats(samples)
            self._failed = self._has_repeated or self._leans(samples)
            self._block = blocks[-1]
        if self._failed:
            text_key = "chance_repeats" if self._has_repeated else "chance_leans"
            raise NovamasError("chance_failed", text_key=text_key)

    def look_afresh(self) -> None:
        """Reset the tests after the source was moved back. A failure remains."""
        self._block = self._tail = b""
        self._left = 0

    def _repeats(self, samples: bytes) -> bool:
        """Return whether a byte repeats too often. Two equal neighbours have the XOR zero."""
        run = self._tail + samples
        number = int.from_bytes(run, "big")
        changes = (number ^ number >> 8).to_bytes(len(run), "big")
        self._tail = run[-len(self._no_change) :]
        return changes.find(self._no_change, 1) > 0

    def _leans(self, samples: bytes) -> bool:
        """Return whether the first sample of a window occurs too often in it."""
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

"""Health tests of chance: a stuck source is stopped, a sound one never, and no draw is changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from hashlib import blake2b
from itertools import count
from math import comb
from os import urandom
from threading import Thread
from timeit import repeat

import pytest

from novamas.equipment import (
    SINGLE_ZERO,
    CommittedSource,
    RevealedSource,
    Seeded,
    UniformDraw,
    chance,
    health,
)
from novamas.equipment.chance import _key_of, _Stream, _system, _Watched, random_token
from novamas.equipment.health import (
    PROPORTION,
    REPETITION,
    WINDOW,
    Health,
)
from novamas.errors import NovamasError

SEED = "00" * 31 + "01"


@pytest.fixture
def system_anew() -> Iterator[None]:
    """Reset the watch of the operating system's bytes before the test and after it."""
    _system.cache_clear()
    yield
    _system.cache_clear()


def one_byte_at_a_time(watch: Health, samples: bytes) -> int | None:
    """Return the number of samples after which the watch raises an alarm, or None."""
    for number in range(len(samples)):
        try:
            watch.see([number.to_bytes(8, "big") + samples[number : number + 1]], 8)
        except NovamasError:
            return number + 1
    return None


# ---------------------------------------------------------------- the tests themselves


def repetition_cutoff(exponent: int) -> int:
    """Return the number of equal bytes in a row that has a probability of 2^-exponent or less."""
    return 1 + -(-exponent // 8)


def proportion_cutoff(exponent: int) -> int:
    """Return the cutoff of the adaptive proportion test for a false alarm rate of 2^-exponent or less.

    It is the smallest number of times that the first byte of a window must occur in it for an alarm.
    """
    ways = 0
    for others in range(WINDOW - 1, -1, -1):
        ways += comb(WINDOW - 1, others) * 255 ** (WINDOW - 1 - others)
        if ways << exponent > 256 ** (WINDOW - 1):
            return others + 2
    return 1


def test_the_cutoffs_are_the_computed_ones() -> None:
    assert repetition_cutoff(64) == REPETITION
    assert proportion_cutoff(64) == PROPORTION
    for exponent, repetition, proportion in ((20, 4, 14), (30, 5, 17), (40, 6, 20)):
        assert (repetition_cutoff(exponent), proportion_cutoff(exponent)) == (repetition, proportion)


def test_false_alarms_are_as_rare_as_is_said() -> None:
    """The false-alarm probabilities in the docstring of the health tests are recomputed as fractions."""

    def as_often(cutoff: int) -> Fraction:
        others = range(cutoff - 1, WINDOW)
        return sum(
            (Fraction(comb(WINDOW - 1, n) * 255 ** (WINDOW - 1 - n), 256 ** (WINDOW - 1)) for n in others),
            Fraction(0),
        )

    rarest = Fraction(1, 2**64)
    assert as_often(PROPORTION) <= rarest < as_often(PROPORTION - 1)
    assert Fraction(1, 256 ** (REPETITION - 1)) <= rarest
    samples = 1000 * 10 * 86400 * 36525 // 10
    assert 3.1e12 < samples < 3.3e12
    blocks = Fraction(1, 2**240)
    assert samples * (rarest + (rarest + blocks) / WINDOW) + samples * blocks < Fraction(1, 5_000_000)


@pytest.mark.parametrize(("exponent", "windows"), [(8, 2000), (10, 4000)])
def test_with_low_cutoffs_false_alarms_come_as_often_as_computed(exponent: int, windows: int) -> None:
    """With a sound source, the alarms of each test are within five standard deviations of the expectation."""
    source = Seeded(2026)
    alarms = {"chance_repeats": 0, "chance_leans": 0}
    repetition, proportion = repetition_cutoff(2 * exponent), proportion_cutoff(exponent)
    for number in range(windows):
        samples = source.bits(8 * WINDOW).to_bytes(WINDOW, "big")
        for watch in (Health(WINDOW, proportion), Health(repetition, WINDOW + 1)):
            try:
                watch.see([number.to_bytes(8, "big") + samples], 8)
            except NovamasError as alarm:
                alarms[alarm.text_key] += 1
    chances = {
        "chance_leans": sum(
            comb(WINDOW - 1, n) * (1 / 256) ** n * (255 / 256) ** (WINDOW - 1 - n)
            for n in range(proportion - 1, WINDOW)
        ),
        "chance_repeats": (WINDOW - repetition + 1) * 256.0 ** (1 - repetition),  # little below it, in truth
    }
    for test, chance_of_it in chances.items():
        expected = windows * chance_of_it
        assert abs(alarms[test] - expected) <= 5 * max(expected, 1) ** 0.5, (test, alarms[test], expected)


def test_a_run_is_found_at_its_ninth_byte_however_it_is_cut() -> None:
    run = bytes(range(1, 101)) + bytes([7]) * 9 + bytes(20)
    assert one_byte_at_a_time(Health(), run) == 109
    assert one_byte_at_a_time(Health(), bytes([7]) * 8 + bytes([8]) * 8 + bytes([0]) * 8) is None
    for cut in range(100, 110):
        parts = Health()
        parts.see([run[: min(cut, 108)]])
        with pytest.raises(NovamasError):
            parts.see([run[min(cut, 108) : 109]])


def test_a_value_that_comes_too_often_in_a_window_is_found() -> None:
    def window(times: int) -> bytes:
        others = [1 + number % 255 for number in range(WINDOW)]
        for number in range(times):
            others[number * 18] = 0
        return bytes(others)

    Health().see([window(PROPORTION - 1)])
    for cut in (1, 17, 300, 511):
        watch = Health()
        with pytest.raises(NovamasError) as alarm:
            watch.see([window(PROPORTION)[:cut], window(PROPORTION)[cut:]])
        assert alarm.value.text_key == "chance_leans"
    parted = Health()  # over the edge of a window it is not one window's
    parted.see([bytes([9]), window(PROPORTION)[1:], window(PROPORTION - 2)])


def test_blocks_that_come_again_are_found() -> None:
    blocks = [urandom(64) for _ in range(8)]
    for again in ([*blocks, blocks[0]], [blocks[0], blocks[0]]):
        with pytest.raises(NovamasError):
            Health().see(again)
    watch = Health()
    watch.see(blocks)
    with pytest.raises(NovamasError):
        watch.see(blocks[-1:])


def test_what_has_failed_stays_so() -> None:
    watch = Health()
    for _ in range(3):
        with pytest.raises(NovamasError) as alarm:
            watch.see([bytes(32)])
        assert alarm.value.code == "chance_failed"
        with pytest.raises(NovamasError):
            watch.see([urandom(32)])


# ---------------------------------------------------------------- at the table


def stuck(number: int) -> bytes:
    """Return the bytes of a generator whose counter does not advance."""
    return blake2b(b"again").digest()


def half_dead(number: int) -> bytes:
    """Return the bytes of a generator whose top bytes have only four values."""
    return b"".join(
        blake2b(bytes([number % 251, place])).digest()[:7] + bytes([(number + place) % 4])
        for place in range(8)
    )


@pytest.mark.parametrize("block_at", [lambda number: bytes(64), stuck, half_dead])
def test_from_a_stuck_stream_nothing_is_drawn(
    monkeypatch: pytest.MonkeyPatch, block_at: Callable[[int], bytes]
) -> None:
    live = CommittedSource(SEED)
    monkeypatch.setattr(live._stream, "_block_at", block_at)
    for _ in range(3):
        with pytest.raises(NovamasError) as alarm:
            live.draw(SINGLE_ZERO)
        assert alarm.value.code == "chance_failed"
    assert live.position == 0
    assert live.reveal() == SEED  # what was played can still be proved


def test_a_stream_that_fails_in_play_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    live = CommittedSource(SEED)
    sound = [live.draw(UniformDraw(2**64)) for _ in range(64)]
    monkeypatch.setattr(live._stream, "_block_at", stuck)
    for _ in range(3):
        with pytest.raises(NovamasError):
            live.draw(SINGLE_ZERO)
        with pytest.raises(NovamasError):
            live.seek(63)  # nor by going back
        live.seek(64)
    assert live.position == 64
    replayed = RevealedSource(SEED)
    assert [replayed.draw(UniformDraw(2**64)) for _ in range(64)] == sound


@pytest.mark.usefixtures("system_anew")
def test_from_a_stuck_operating_system_no_table_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chance, "token_bytes", bytes)
    for _ in range(3):
        with pytest.raises(NovamasError) as alarm:
            CommittedSource()
        assert alarm.value.code == "chance_failed"


@pytest.mark.usefixtures("system_anew")
def test_an_operating_system_that_repeats_itself_while_tables_open_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random_token()
    same = urandom(32)
    monkeypatch.setattr(chance, "token_bytes", lambda size: same[:size])
    assert random_token() == same.hex()
    for _ in range(3):
        with pytest.raises(NovamasError):
            random_token()


@pytest.mark.usefixtures("system_anew")
def test_each_thread_watches_from_its_own_start(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    numbers = count()

    def told(size: int) -> bytes:
        asked.append(size)
        return blake2b(str(next(numbers)).encode(), digest_size=size).digest()

    monkeypatch.setattr(chance, "token_bytes", told)
    random_token()
    assert sum(asked) == health.START + 32
    other = Thread(target=random_token)
    other.start()
    other.join()
    assert sum(asked) == 2 * (health.START + 32)


def test_watching_changes_no_draw() -> None:
    for player_seed in (None, "olé"):
        live, plain = CommittedSource(SEED), RevealedSource(SEED, player_seed)
        if player_seed is not None:
            live.mix_in(player_seed)
        for ways in (37, 2, 416, 1, 10**30, 36) * 200:
            assert live.draw(UniformDraw(ways)) == plain.draw(UniformDraw(ways))
            assert live.position == plain.position


@pytest.mark.soak
def test_watching_costs_less_than_a_twentieth_of_a_draw() -> None:
    """The health tests take less than a twentieth of a draw's time, in the fastest of many runs."""
    key = _key_of(SEED, None)
    plain, watched = _Stream(key), _Watched(key)
    watched.draw(SINGLE_ZERO)
    times: dict[bool, float] = {False: 1.0, True: 1.0}
    for _ in range(40):
        for is_watched, source in ((False, plain), (True, watched)):
            taken = min(repeat(lambda drawn=source: drawn.draw(SINGLE_ZERO), number=5000, repeat=2))  # type: ignore[misc]
            times[is_watched] = min(times[is_watched], taken)
    assert times[True] < 1.05 * times[False], times

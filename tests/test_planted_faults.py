"""The suite is proved by planting faults and seeing it fail."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from tests.contract import Contract
from tests.games import test_ruleta as ruleta_tests
from tests.games import test_ruleta_zero as zero_tests
from tests.sketches import hidden_bank

from novamas.table import moves as verbs
from novamas.table.events import Dealt, Event, Fed, Staked
from novamas.table.felt import Felt
from novamas.table.game import Game
from novamas.table.moves import Moves
from novamas.table.offers import Range
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal


class Ruleta(Contract):
    __test__ = False
    game = "ruleta"
    norms = ("IB05",)
    choices = {"seats": 2}
    steps = 1_500


def fails(check: Callable[[], object]) -> None:
    """The suite sees the fault, as a failed assertion or as a table that cannot go on."""
    with pytest.raises((AssertionError, KeyError)):
        check()


def test_the_suite_passes_without_faults() -> None:
    Ruleta().test_money_is_conserved()
    Ruleta().test_may_means_accepted_and_a_refusal_changes_nothing()


def test_chips_that_vanish_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def settle(self: Moves[Any], seat: int, bet: str, *_: object, **__: object) -> None:
        self._clear_bet(seat, bet)

    monkeypatch.setattr(Moves, "settle", settle)
    fails(Ruleta().test_money_is_conserved)


def test_a_stake_that_is_not_told_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def short(seat: int, bet: str, cents: int, clause: str = "") -> Event:
        return Staked(seat, bet, cents - 1, clause)

    monkeypatch.setattr(verbs, "Staked", short)
    fails(Ruleta().test_money_is_conserved)


class Carousel(Contract):
    __test__ = False
    game = "sin_descarte"
    norms = ("IB05",)
    choices = {"seats": 2, "carrousel": 100}
    steps = 1_500


def test_a_jackpot_that_grows_or_shrinks_untold_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    Carousel().test_money_is_conserved()
    with monkeypatch.context() as planted:
        planted.setattr(Moves, "feed", lambda self, jackpot, cents, clause: self._grow(jackpot, cents))
        fails(Carousel().test_money_is_conserved)
    with monkeypatch.context() as planted:
        planted.setattr(verbs, "Fed", lambda jackpot, cents, clause: Fed(jackpot, cents + 1, clause))
        fails(Carousel().test_money_is_conserved)
    monkeypatch.setattr(verbs, "Linked", lambda jackpot, cents, clause: Fed(jackpot, cents + 1, clause))
    fails(Carousel().test_money_is_conserved)


def test_a_loosened_bound_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Range, "fits", lambda self, value: type(value) is int and value >= self.least)
    fails(lambda: ruleta_tests.test_maxima_are_multiples_of_the_minimum(1))


def test_refusals_that_drift_from_offers_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(phase: object, deed: object, past: object = ()) -> Refusal | None:
        return None

    monkeypatch.setattr("novamas.table.phases.why_not", lenient)
    with pytest.raises(BaseException):  # noqa: B017, PT011 - whatever it is, it must not pass
        Ruleta().test_may_means_accepted_and_a_refusal_changes_nothing()


def test_a_wrong_prison_value_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("novamas.games.ruleta.worth", lambda stake, zeros, rounding: stake)
    fails(zero_tests.test_every_further_zero_halves_what_the_prisoner_is_worth)


def test_a_deed_that_is_not_recorded_is_missed(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    from novamas.record import Writer

    written = Writer.deed
    count = iter(range(10**9))

    def forgetful(self: Writer, deed: Any) -> None:
        if next(count) % 50 != 7:
            written(self, deed)

    monkeypatch.setattr(Writer, "deed", forgetful)
    with pytest.raises(Exception):  # noqa: B017, PT011 - a departure or a difference, as it falls
        Ruleta().test_replay_gives_the_same_events(tmp_path)


class HiddenBank(Contract):
    __test__ = False
    norms = ()

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        yield hidden_bank.GAME, hidden_bank.opening()


def test_a_view_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    HiddenBank().test_views_do_not_leak()
    monkeypatch.setattr(Felt, "seen_by", lambda self, eyes: self.piles)
    fails(HiddenBank().test_views_do_not_leak)


def test_an_event_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealt, "seen_by", lambda self, eyes: self)
    fails(HiddenBank().test_views_do_not_leak)

"""The suite of every game fails for injected faults, as it must."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace
from tests.games import test_ruleta, test_ruleta_zero
from tests.support.high_card import FRAME, GAME, Deciding, ExposedCard

from novamas.errors import NovamasError
from novamas.games import game
from novamas.table import moves as verbs
from novamas.table.events import Dealt, Event, Fed, Staked
from novamas.table.felt import Felt
from novamas.table.game import Game
from novamas.table.layout import Layout
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, Past, Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who
from novamas.testing import Contract


class Ruleta(Contract):
    __test__ = False
    game = "ruleta"
    norms = ("IB05",)
    choices = {"seats": 2}
    steps = 1_500


def fails(check: Callable[[], object]) -> None:
    """Check that the suite finds the fault: an assertion fails, or the table cannot continue."""
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


def test_a_spot_that_is_not_drawn_or_drawn_wrongly_is_missed() -> None:
    drawn = game("ruleta").layout

    def planted(**fields: object) -> Game:
        def layout(phase: AnyPhase) -> Layout:
            right = drawn(phase)
            return replace(right, spots=tuple(replace(spot, **fields) for spot in right.spots))

        return replace(game("ruleta"), layout=layout)

    Ruleta().test_what_lies_and_is_paid_has_its_place()
    for fields in ({"name": "nada"}, {"pays": Fraction(36)}, {"clauses": ("nada",)}):
        wrong = type("Wrong", (Ruleta,), {"game": planted(**fields)})()
        with pytest.raises((AssertionError, NovamasError)):
            wrong.test_what_lies_and_is_paid_has_its_place()


def test_a_loosened_bound_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Range, "fits", lambda self, value: type(value) is int and value >= self.least)
    fails(lambda: test_ruleta.test_maxima_are_multiples_of_the_minimum(1))


def test_refusals_that_drift_from_offers_are_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def lenient(phase: object, deed: object, past: object = ()) -> Refusal | None:
        return None

    monkeypatch.setattr("novamas.table.phases.why_not", lenient)
    with pytest.raises(BaseException):  # noqa: B017, PT011 - whatever it is, it must not pass
        Ruleta().test_may_means_accepted_and_a_refusal_changes_nothing()


@pytest.mark.parametrize("cited", ["", "nada", "IB05.07.V.1"])  # none, one that is not, another game's
def test_a_refusal_that_cites_nothing_of_its_game_is_missed(
    cited: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = Range._refusal

    def wrong(self: Range, code: str, given: int | str | None) -> Refusal:
        return replace(right(self, code, given), clause=cited)

    monkeypatch.setattr(Range, "_refusal", wrong)
    fails(Ruleta().test_may_means_accepted_and_a_refusal_changes_nothing)


def test_a_wrong_prison_value_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("novamas.games.ruleta.worth", lambda stake, zeros, rounding: stake)
    fails(test_ruleta_zero.test_every_further_zero_halves_what_the_prisoner_is_worth)


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


class HighCard(Contract):
    __test__ = False
    game = GAME
    frames = (FRAME,)


def test_a_view_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    HighCard().test_nothing_leaks()
    monkeypatch.setattr(Felt, "seen_by", lambda self, eyes: self.piles)
    fails(HighCard().test_nothing_leaks)


def test_an_event_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealt, "seen_by", lambda self, eyes: self)
    fails(HighCard().test_nothing_leaks)


def test_an_offer_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check notices offers that depend on another player's hidden card."""
    offers = Deciding.offers

    def telling(self: Deciding, who: Who) -> Iterable[Offer]:
        is_high = self.felt.cards(self.felt.players[-1])[0] > 26
        return list(offers(self, who))[is_high:]

    monkeypatch.setattr(Deciding, "offers", telling)
    fails(HighCard().test_nothing_leaks)


def test_a_refusal_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    def telling(self: Deciding, act: object) -> Refusal:
        return Refusal("wait", self.clause, f"Seat {self.turn} holds {self.felt.cards(self.waiting[0])}.")

    monkeypatch.setattr(Deciding, "reason", telling)
    fails(HighCard().test_nothing_leaks)


def test_an_incident_that_leaks_is_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check notices an incident that reveals a hidden card, unless its clause reveals the card."""

    def telling(self: ExposedCard, now: Deciding, past: Past) -> Step:
        moves, card = Moves(now.felt), now.felt.cards(now.waiting[0])[0]
        moves.note("high" if card > 26 else "low", self.clause)
        return moves.to(now)

    monkeypatch.setattr(ExposedCard, "happen", telling)
    fails(HighCard().test_nothing_leaks)
    monkeypatch.setattr(ExposedCard, "tells", True)  # unless its clause has it so
    HighCard().test_nothing_leaks()

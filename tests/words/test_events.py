"""Texts of events and names: every event has a line in each language."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.words.test_no_language_leaks import leaks

from novamas.families.pai_gow.acts import SetHand
from novamas.games import GAMES
from novamas.law import library, norms
from novamas.law.texts import LANGUAGES, Language
from novamas.table import events
from novamas.table.results import Pocket, Points, Throw
from novamas.table.roles import CROUPIER
from novamas.words import voice_for
from novamas.words.events import event_text
from novamas.words.texts import find
from novamas.words.transcript import deed_line

EVENTS: tuple[events.Event, ...] = (
    events.Said(CROUPIER, "No va más."),
    events.Came(Pocket("17", "negro")),
    events.Came(Throw((3, 1))),
    events.Came(Points((("punto", 6), ("bank", None)))),
    events.Staked(1, "rojo", 500),
    events.Withdrew(1, "rojo", 500),
    events.Slid(2, "rojo", "rojo@1", 500),
    events.Payment(1, "rojo", 500, 1000, ("IB05.01.IV.1.B.a.3",), Fraction(1)),
    events.Payment(2, "rojo", 500, 500, (), Fraction(0)),
    events.Payment(2, "bonus", 0, 500, ()),
    events.Bought(2, 500),
    events.Bought(2, -500),
    events.Took(2, "rojo", 50),
    events.Fed("jackpot", 50),
    events.PaidOut("jackpot", 50),
    events.Linked("jackpot", 50),
    events.Linked("jackpot", -50),
    events.Dealt(2, None, up=False, place=0),
    events.Dealt("bank", 51, up=True, place=1),
    events.Dealt(2, 51, up=False, place=1),
    events.Looked(2, None, 3),
    events.Looked(2, 51, 3),
    events.Shown("bank", (51, 50)),
    events.Parted(2, "bank"),
    events.Burned(4),
    events.Discarded(2, None),
    events.Happened("tirada_nula", "IB05.01.IV.3.d.1", {"form": "objeto"}),
    events.Noted("colour_marked", "IB05.02.I.b.2", {"seat": 2, "cents": 200}),
    events.RoundOver(),
)


def test_every_kind_of_event_is_told_here() -> None:
    kinds = {
        kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, events.Event)
    }
    assert {type(event) for event in EVENTS} == kinds - {events.Event}


@pytest.mark.parametrize("event", EVENTS, ids=lambda event: type(event).__name__)
def test_an_event_is_told_in_each_language(event: events.Event) -> None:
    told = {language: event_text(event, voice_for(language, "ruleta_americana")) for language in LANGUAGES}
    for language, line in told.items():
        assert not leaks([line], language), line
        assert line[0].isupper() or not line[0].isalpha(), line
    if getattr(event, "seat", None) == 1:  # the reader's own events have other texts
        for language, line in told.items():
            assert event_text(event, voice_for(language, "ruleta_americana"), me=1) != line


def test_every_game_has_a_name_in_every_language() -> None:
    slugs = dict.fromkeys(slug for norm in norms() for slug in library().entries(norm))
    for slug in (*slugs, *GAMES):
        assert find(library(), f"games.{slug}") is not None, slug


@pytest.mark.parametrize(
    ("language", "game", "bet", "called"),
    [
        ("en", "ruleta", "pleno:17", "17 straight up"),
        ("es", "ruleta", "pleno:17", "pleno al 17"),
        ("en", "ruleta", "rojo@1", "red in prison"),
        ("en", "ruleta", "rojo@3", "red in prison, caught 3 times"),
        ("ca", "ruleta", "docena:1", "dotzena 1"),
        ("en", "treinta_y_cuarenta", "color", "colour"),
    ],
)
def test_bets_are_named_as_people_call_them(language: Language, game: str, bet: str, called: str) -> None:
    assert voice_for(language, game).bet(bet) == called


def test_a_note_has_its_amounts_in_euros() -> None:
    noted = events.Noted("colour_marked", "IB05.02.I.b.2", {"seat": 2, "cents": 200})
    told = event_text(noted, voice_for("es", "ruleta_americana"))
    assert told == "Marcador del puesto 2: cada ficha de su color vale 2,00 €. (IB05.02.I.b.2)"


@pytest.mark.parametrize(("low", "shown"), [("3s 9d", "3♠ 9♦"), ("9d joker", "9♦ ★")])
def test_cards_that_somebody_laid_are_told_by_their_suits(low: str, shown: str) -> None:
    told = deed_line(SetHand(by=1, box=2, low=low), voice_for("es", "pai_gow_poker"))
    assert told == f"Puesto 1: forma las manos de la casilla 2: la baja, {shown}."

"""Banked pokers and pai gow in three languages: events, refusals and faults."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tools.playthroughs import read_script, scripts

from novamas.equipment.chance import Scripted
from novamas.errors import Figure
from novamas.law import Fault, Frame, Option, catalogue, norms, set_up
from novamas.law.texts import LANGUAGES, Language
from novamas.table.bets import parts_of
from novamas.table.events import Event, Happened, Noted
from novamas.table.refusals import Refusal
from novamas.table.session import Session
from novamas.testing import rehearse
from novamas.words import events as telling
from novamas.words import voice_for
from novamas.words.problems import error_text

ONE_BOX = ("trijoker", "holdem_bonus", "holdem_contrapartida")
FAMILY = ("tres_cartas", "sin_descarte", *ONE_BOX, "pai_gow_poker", "pai_gow_domino")
SCRIPTS = [script for script in scripts() if script.stem.split("-")[0] in FAMILY]


def said(event: Event, slug: str) -> tuple[str, ...]:
    """Return an event in Spanish, Catalan and English."""
    return tuple(telling.event_text(event, voice_for(language, slug)) for language in LANGUAGES)


def happened(incident: str, slug: str, **form: Figure) -> tuple[str, ...]:
    """Return an incident in Spanish, Catalan and English."""
    return said(Happened(incident, "", form), slug)


def refused(refusal: Refusal, slug: str) -> tuple[str, ...]:
    """Return a refusal in Spanish, Catalan and English."""
    return tuple(error_text(refusal, voice_for(language, slug)) for language in LANGUAGES)


# ---------------------------------------------------------------- sentences


def test_limits_are_told_as_money() -> None:
    figures = {"minimum": 1_000, "advance": 120_000_000}
    assert said(Noted("limits_changed", "AR10.10-1-E.VI.1.2", figures), "holdem_bonus") == (
        "Nuevo mínimo: 10,00 €; anticipo de la mesa: 1.200.000,00 €. (AR10.10-1-E.VI.1.2)",
        "Nou mínim: 10,00 €; avançament de la taula: 1.200.000,00 €. (AR10.10-1-E.VI.1.2)",
        "New minimum: €10.00; table float: €1,200,000.00. (AR10.10-1-E.VI.1.2)",
    )


@pytest.mark.parametrize(
    ("left", "es", "ca"), [(1, "sobra 1", "en sobra 1"), (4, "sobran 4", "en sobren 4")], ids=["one", "many"]
)
def test_what_is_left_over_is_one_card_or_many(left: int, es: str, ca: str) -> None:
    noted = Noted("hands_made", "", {"hands": 7, "size": 7, "left": left})
    spanish, catalan, _ = said(noted, "pai_gow_poker")
    assert spanish == f"Quedan boca abajo 7 manos de 7 cartas; {es}."
    assert catalan == f"Queden de cara avall 7 mans de 7 cartes; {ca}."


def test_an_incident_is_told_in_the_form_it_took() -> None:
    assert happened("tile_seen", "pai_gow_domino", box=2, tiles=1, by_holder=True) == (
        "Incidencia: 1 ficha vista en la casilla 2, por culpa de su jugador.",
        "Incidència: 1 fitxa vista a la casella 2, per culpa del seu jugador.",
        "Incident: 1 tile seen in box 2, through the player’s own fault.",
    )
    assert happened("tile_seen", "pai_gow_domino", box=0, tiles=3, by_holder=False) == (
        "Incidencia: 3 fichas vistas en la casilla 0, la del crupier.",
        "Incidència: 3 fitxes vistes a la casella 0, la del crupier.",
        "Incident: 3 tiles seen in box 0, the croupier's.",
    )
    assert happened("table_miscounted", "holdem_contrapartida", whose="bank", can_be_restored=False) == (
        "Incidencia: se cuentan mal las cartas (la banca), y no se puede corregir.",
        "Incidència: es compten malament les cartes (la banca), i no es pot corregir.",
        "Incident: cards are miscounted (the bank), which cannot be corrected.",
    )
    assert happened("deal_fault", "trijoker", what="face_up_in_deck") == (
        "Incidencia: error en el reparto, carta boca arriba en la baraja; la jugada se anula.",
        "Incidència: error en el repartiment, carta de cara amunt a la baralla; la jugada s’anul·la.",
        "Incident: a misdeal, a card face up in the deck; the round is void.",
    )


def test_a_refusal_tells_what_there_would_have_to_be() -> None:
    table = rehearse("pai_gow_domino", "CM16", seats=3)
    table.play("croupier hagan_juego; s1 bet casilla:1 500")
    assert refused(table.refused("s1 bet casilla:2 1000", "too_little_on_each"), "pai_gow_domino") == (
        "Con 2 manos debe haber al menos 10,00 € en cada una. (CM16.12.2.1)",
        "Amb 2 mans hi ha d’haver almenys 10,00 € a cadascuna. (CM16.12.2.1)",
        "With 2 hands there must be at least €10.00 on each. (CM16.12.2.1)",
    )


def test_the_maximum_of_a_box_counts_what_lies_there_already() -> None:
    table = rehearse("tres_cartas", "IB09", seats=2, pareja_plus="A")
    table.play("s1 bet ante 10000")
    refusal = table.refused("s1 bet ante 50", "above_maximum")
    assert (refusal.given, refusal.most) == (10_050, 10_000)
    assert refused(refusal, "tres_cartas")[:2] == (
        "El máximo de una casilla es 100,00 €: ya hay 100,00 €, y con esto serían 100,50 €. (IB09.17.V.4.3)",
        "El màxim d’una casella és 100,00 €: ja hi ha 100,00 €, i amb això serien 100,50 €. (IB09.17.V.4.3)",
    )


def test_a_card_may_not_be_bought_twice_nor_unseen() -> None:
    once = Refusal("may_not_buy", "", figures={"has_bought": True})
    unseen = Refusal("may_not_buy", "", figures={"has_bought": False})
    assert refused(once, "sin_descarte")[:2] == (
        "Solo se puede comprar una carta.",
        "Només es pot comprar una carta.",
    )
    assert refused(unseen, "sin_descarte")[:2] == (
        "No se puede comprar carta para una mano sin verla.",
        "No es pot comprar carta per a una mà sense veure-la.",
    )


def test_one_box_is_refused_in_the_words_of_the_round() -> None:
    """The refusal of a bet on one box depends on whether other players may bet on the box."""
    refusal = Refusal("one_box_only", "")
    assert refused(refusal, "tres_cartas")[0] == (
        "Cada jugador solo puede apostar en la casilla que tiene delante."
    )
    for slug in ONE_BOX:
        assert refused(refusal, slug)[0].endswith("para hacer otra apuesta, retire antes la que tiene.")


# ---------------------------------------------------------------- nothing is shown as a code


def has_code(line: str, *names: str) -> bool:
    """Return whether a line has a code, apart from names that people must type."""
    for name in names:
        line = line.replace(name, "")
    return "_" in line or "None" in line


def moments(script: Path) -> Iterator[tuple[Session, tuple[Event, ...]]]:
    """Yield the table after each deed of a script, and its events."""
    table, deeds = read_script(script)
    session = Session(table.opening, Scripted(()), automatic=())
    for deed in deeds:
        yield session, session.do(deed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_playthrough_is_told_without_codes(script: Path, language: Language) -> None:
    voice = voice_for(language, script.stem.split("-")[0])
    for session, events in moments(script):
        assert voice.has(f"phases.{session.phase.tag()}"), session.phase.tag()
        for event in events:
            assert not has_code(telling.event_text(event, voice)), event
            if bet := getattr(event, "bet", ""):
                assert voice.has(f"bets.{parts_of(bet).kind}"), bet


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_whatever_is_refused_in_a_playthrough_is_told_without_codes(script: Path) -> None:
    """No refusal shows a code: every deed of a playthrough's script is tried in every phase of it."""
    slug = script.stem.split("-")[0]
    _, deeds = read_script(script)
    seen: dict[str, Refusal] = {}
    for session, _ in moments(script):
        refusals = (session.why_not(deed) for deed in deeds)
        seen |= {refusal.code: refusal for refusal in refusals if refusal}
    assert len(seen) > 3
    for code, refusal in seen.items():
        assert voice_for("es", slug).has(f"refusals.{code}"), code
        for says in refused(refusal, slug):
            assert not has_code(says, str(refusal.given), *refusal.near), says


# ---------------------------------------------------------------- set-ups


def frames() -> Iterator[Frame]:
    """Yield each game of the family under every norm that has it."""
    for norm in norms():
        edition = catalogue.under(norm)
        yield from (edition[slug] for slug in FAMILY if slug in edition)


def strange(option: Option) -> tuple[Any, ...]:
    """Return the usual values of a choice, and some that are rarely lawful."""
    if option.unit == "names":
        return (option.one_of,)
    if option.unit == "flag":
        return (True, False)
    return option.one_of or (0, 1, 3, 7, 999_999_997)


def faults_of(frame: Frame) -> Iterator[Fault]:
    """Yield the faults of tables with one unusual choice."""
    for name, option in frame.options.items():
        for value in strange(option):
            yield from set_up(frame, {name: value}).faults


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_law_has_against_a_table_is_told_without_codes(language: Language) -> None:
    found = 0
    for frame in frames():
        voice = voice_for(language, frame.game)
        for fault in faults_of(frame):
            if fault.says is not None and not fault.code.startswith("choice_"):
                found += 1
                assert not has_code(error_text(fault, voice)), fault
    assert found > 100

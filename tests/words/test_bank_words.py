"""Texts of the baccarats and of blackjack are real sentences, without raw codes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.support.every_game import small_table
from tools.playthroughs import read_script, scripts

from novamas.equipment.chance import Scripted, Seeded
from novamas.games import game
from novamas.law import Fault, Frame, Option, catalogue, norms
from novamas.law.setups import set_up
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Act
from novamas.table.events import Came, Event, Happened, Noted, Staked
from novamas.table.refusals import Refusal
from novamas.table.results import Points
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import faults_of, rehearse
from novamas.words import voice_for
from novamas.words.events import event_text, event_texts, incident_text
from novamas.words.problems import error_text

SLUGS = ("punto_y_banca", "chemin_de_fer", "bacara_dos_panos", "blackjack")
SCRIPTS = [script for script in scripts() if script.stem.split("-")[0] in SLUGS]
CODE = re.compile(r"[a-z]+_[a-z]+|[a-z]+:\d")  # raw codes: `gives_up_place`, `mano:1`


def in_three(event: Event, slug: str) -> tuple[str, ...]:
    return tuple(event_text(event, voice_for(language, slug)) for language in LANGUAGES)


def refused_in_three(refusal: Refusal, slug: str) -> tuple[str, ...]:
    return tuple(error_text(refusal, voice_for(language, slug)) for language in LANGUAGES)


def faulted_in_three(fault: Fault, slug: str) -> tuple[str, ...]:
    return tuple(error_text(fault, voice_for(language, slug)) for language in LANGUAGES)


# ---------------------------------------------------------------- sentences


def test_a_new_minimum_is_told_with_its_amounts() -> None:
    figures = {"minimum": 500, "maximum": 900, "advance": 100, "guarantee": 100_000}
    assert in_three(Noted("limits_changed", "", figures), "blackjack") == (
        "Nuevos límites: mínimo 5,00 €, máximo 9,00 €. El anticipo pasa a 1,00 € y la garantía a 1.000,00 €.",
        "Nous límits: mínim 5,00 €, màxim 9,00 €. L’avançament passa a 1,00 € i la garantia a 1.000,00 €.",
        "New limits: minimum €5.00, maximum €9.00. The float becomes €1.00 and the guarantee €1,000.00.",
    )


def test_one_time_and_many_times() -> None:
    once, thrice = (Noted("packs_shuffled", "", {"decks": 6, "times": times}) for times in (1, 3))
    assert in_three(once, "blackjack")[0] == "Cada una de las 6 barajas se mezcla y se corta 1 vez."
    assert in_three(thrice, "blackjack") == (
        "Cada una de las 6 barajas se mezcla y se corta 3 veces.",
        "Cadascuna de les 6 baralles es remena i es talla 3 vegades.",
        "Each of the 6 decks is shuffled and cut 3 times.",
    )


def test_an_incident_is_told_in_the_form_that_it_took() -> None:
    late = Happened("late_stake", "IB05.08.VII.25", {"seat": 3, "cents": 1_000})
    assert in_three(late, "chemin_de_fer") == (
        "Incidencia: el puesto 3 pone 10,00 € después del «no van más apuestas». (IB05.08.VII.25)",
        "Incidència: el lloc 3 posa 10,00 € després del «no van más apuestas». (IB05.08.VII.25)",
        "Incident: seat 3 places €10.00 after “no van más apuestas”. (IB05.08.VII.25)",
    )
    taken = Happened("wrong_hands", "", {"seat": 4, "how": "taken"})
    assert in_three(taken, "chemin_de_fer")[1] == (
        "Incidència: en un banco seguit, té les cartes el lloc 4 i no el jugador a qui corresponen: les ha "
        "agafades abans que es donessin."
    )
    exposed = Happened("exposed_cards", "", {"pano": "segundo", "culprit": "banquero"})
    assert in_three(exposed, "bacara_dos_panos") == (
        "Incidencia: al repartir, el banquero descubre las dos cartas de un paño (segundo paño).",
        "Incidència: en repartir, el banquer descobreix les dues cartes d’un drap (segon drap).",
        "Incident: the banker exposes both cards of a cloth while dealing (second cloth).",
    )


@pytest.mark.parametrize("slug", ["chemin_de_fer", "bacara_dos_panos"])
def test_an_incident_that_may_go_two_ways_says_which(slug: str) -> None:
    binds, waived = (Happened("early_cards", "", {"waived": waived}) for waived in (False, True))
    assert in_three(binds, slug)[0].endswith("; quien la ha sacado ha de jugar la jugada.")
    assert in_three(waived, slug)[0].endswith("; se descarta y no obliga a nadie.")


def test_points_are_told_by_whose_they_are() -> None:
    points = Came(Points((("primero", None), ("segundo", 9), ("banca", 2))))
    assert in_three(points, "bacara_dos_panos") == (
        "Resultado: primer paño nulo, segundo paño 9, banca 2.",
        "Resultat: primer drap nul, segon drap 9, banca 2.",
        "Result: first cloth void, second cloth 9, bank 2.",
    )
    assert in_three(Came(Points((("punto", 6), ("banca", 7)))), "chemin_de_fer")[1] == (
        "Resultat: punt 6, banca 7."
    )


def test_chips_are_put_into_a_bank_and_bet_on_a_hand() -> None:
    assert (
        in_three(Staked(5, "banca", 100_000), "chemin_de_fer")[0] == "Puesto 5: pone 1.000,00 € en la banca."
    )
    assert in_three(Staked(5, "banca", 100_000), "punto_y_banca")[0] == (
        "Puesto 5: apuesta 1.000,00 € a la banca."
    )


def test_who_has_the_shoe_is_told() -> None:
    refusal = rehearse("punto_y_banca", "IB05", seats=3).refused("s2 pass_shoe", "not_the_dealer")
    assert refused_in_three(refusal, "punto_y_banca") == (
        "El sabot lo tiene otro: puesto 1. (IB05.07.IV.3)",
        "El sabot el té un altre: lloc 1. (IB05.07.IV.3)",
        "The shoe is held by another: seat 1. (IB05.07.IV.3)",
    )


def test_a_place_that_there_is_not_and_one_that_is_full() -> None:
    table = rehearse("blackjack", "IB05", places=3)
    table.play("s1 bet mano:1 25000")
    nowhere = table.refused("s1 bet mano:8 500", "no_such_place")
    assert refused_in_three(nowhere, "blackjack")[0] == (
        "No hay ninguna plaza «mano 8»: van de «mano:1» a «mano:3». (IB05.03.IV.a.1)"
    )
    full = table.refused("s1 bet mano:1 500", "above_maximum")
    assert refused_in_three(full, "blackjack")[:2] == (
        "El máximo en la mano 1 es 250,00 €: ya hay 250,00 €, y con esto serían 255,00 €. (IB05.03.V.2.b.2)",
        "El màxim a la mà 1 és 250,00 €: ja hi ha 250,00 €, i amb això serien 255,00 €. (IB05.03.V.2.b.2)",
    )


def test_faults_count_attendants_and_quote_prizes() -> None:
    fault = faults_of("chemin_de_fer", "IB05", tables_of_game=3, attendants=2)["too_many_attendants"]
    assert faulted_in_three(fault, "chemin_de_fer") == (
        "Para 3 mesas puede haber como máximo 1 servidor auxiliar, no 2. (IB05.08.III.3.2)",
        "Per a 3 taules hi pot haver com a màxim 1 servidor auxiliar, no 2. (IB05.08.III.3.2)",
        "3 tables may have at most 1 attendant, not 2. (IB05.08.III.3.2)",
    )
    jackpot: dict[str, Any] = {"jackpot": True, "authorised": ("jackpot", "progressive")}
    low = faults_of("blackjack", "AR10", **jackpot, progressive=True, jackpot_start=1)
    assert faulted_in_three(low["jackpot_starts_too_low"], "blackjack")[0] == (
        "Un jackpot progresivo no puede partir de menos de 10.000,00 €. (AR10.7.e.e.1)"
    )
    cheap = faults_of("blackjack", "AR10", **jackpot, jackpot_prizes=("siete:1",))["prize_too_low"]
    assert "«" in faulted_in_three(cheap, "blackjack")[1]


# ---------------------------------------------------------------- nothing is shown as a code


def check(text: str) -> None:
    assert text.strip()
    assert not CODE.search(re.sub("«[^»]*»", "", text)), text


def tell_round(events: tuple[Event, ...], slug: str) -> None:
    for language in LANGUAGES:
        voice = voice_for(language, slug)
        for event in events:
            assert not isinstance(event, Noted) or voice.has(f"notes.{event.code}"), event
        for line in event_texts(events, voice):
            check(line)


def tell_refusal(refusal: Refusal, slug: str) -> None:
    for language in LANGUAGES:
        voice = voice_for(language, slug)
        assert voice.has(f"refusals.{refusal.code}"), refusal
        check(error_text(refusal, voice))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_playthrough_is_told_and_so_is_what_is_refused_at_any_moment_of_it(script: Path) -> None:
    table, deeds = read_script(script)
    slug, session = table.game.slug, Session(table.opening, Scripted(()), automatic=())
    tried = list(dict.fromkeys(deed for deed in deeds if isinstance(deed, Act)))
    refusals: dict[tuple[object, ...], Refusal] = {}
    for deed in deeds:
        for other in tried:
            if refusal := session.why_not(other):
                refusals[refusal.code, *refusal.figures] = refusal
        tell_round(session.do(deed), slug)
    for refusal in refusals.values():
        tell_refusal(refusal, slug)
    assert len(refusals) > 3


@pytest.mark.parametrize("slug", SLUGS)
def test_whatever_is_noticed_in_blind_play_is_told(slug: str) -> None:
    rng, opening = Random(7), small_table(slug)
    session = Session(opening, Seeded(7), automatic=())
    for _ in range(1_000):
        if session.phase.turn is NOBODY:
            session = Session(opening, Seeded(rng.randrange(100)), automatic=())
        check(voice_for("es", slug).phase(session.phase.tag()))
        tell_round(session.do(any_deed(session, rng, incidents=0.2)), slug)


YES_OR_NO = (False, True)
FORMS: dict[str, tuple[object, ...]] = {  # possible values of the parts of an incident
    **dict.fromkeys(("waived", "put_right", "seen", "croupier", "others_shown"), YES_OR_NO),
    **dict.fromkeys(("word", "first"), ("carta", "no")),
    "seat": (3,),
    "cents": (1_000,),
    "cards": (0, 1, 2),
    "card": ("7h",),
    "bet": ("punto", "mano:1"),
    "how": ("given", "seen", "taken"),
    "about": ("coup", "stake"),
    "culprit": ("croupier", "banquero"),
    "pano": ("primero", "segundo"),
    "hand": ("primero", "segundo", "banca"),
}
ADVISED = {"chemin_de_fer": ("punto", "banca"), "bacara_dos_panos": ("primero", "segundo", "banca")}


@pytest.mark.parametrize("slug", SLUGS)
def test_every_incident_is_told_in_every_form(slug: str) -> None:
    for kind in game(slug).incidents:
        fields = [field for field in kind.__struct_fields__ if field != "by"]
        forms = [ADVISED[slug] if field == "to" else FORMS[field] for field in fields]
        for form, language in product(product(*forms), LANGUAGES):
            voice = voice_for(language, slug)
            assert voice.has(f"incidents.{kind.verb()}")
            check(incident_text(kind.verb(), dict(zip(fields, form, strict=True)), voice))


# ---------------------------------------------------------------- set-ups


def values_of(option: Option) -> Iterator[object]:
    """Yield values that a house might try for a choice."""
    match option.unit:
        case "flag":
            yield from (True, False)
        case "names":
            yield from ((), option.one_of, ("ocho:1",))
        case _:
            yield from option.one_of or (0, 1, 8, 10**7)


MIDI = {"table": "midi", "reversible_cloth": True}
BESIDES: tuple[dict[str, object], ...] = (  # set-ups that cause the remaining faults
    {"seats": 7},
    {**MIDI, "lacks": ("reversible_authorisation", "reversible_closing")},
    {**MIDI, "game_changes": 2},
    {"jackpot": True, "progressive": True, "jackpot_start": 0},
)


def set_ups(frame: Frame) -> Iterator[dict[str, object]]:
    """Yield set-ups with every pair of choices, and some with a single one."""
    yield from (given for given in BESIDES if given.keys() <= frame.options.keys())
    tried = {option.name: list(values_of(option)) for option in frame.options.values()}
    for one, other in combinations(tried, 2):
        for first, second in product(tried[one], tried[other]):
            yield {one: first, other: second}


EVERYWHERE = (frame for norm in norms() for frame in catalogue.under(norm))
FRAMES = [frame for frame in EVERYWHERE if frame.game in SLUGS and frame.can_be_played]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}-{frame.norm}")
def test_whatever_is_wrong_with_a_set_up_is_told(frame: Frame) -> None:
    found = (fault for given in set_ups(frame) for fault in set_up(frame, given).faults)
    faults = {(fault.code, fault.says): fault for fault in found}
    for fault in faults.values():
        for language in LANGUAGES:
            says, _bracket, _clause = error_text(fault, voice_for(language, frame.game)).rpartition(" (")
            assert says.strip(), fault
    assert {need.code or name for name, need in frame.needs.items()} <= {code for code, _ in faults}

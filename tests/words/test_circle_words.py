"""Circle poker in three languages: events, refusals, and faults of a set-up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from tests.support.circle import circle
from tests.support.circle_hands import VARIANTS, any_deed, begun, tables_of, wild_deeds
from tools.playthroughs import read_script, scripts

from novamas.equipment.chance import Scripted
from novamas.games import game
from novamas.law import Fault, FaultySetup, Frame, catalogue
from novamas.law.setups import set_up
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Deed
from novamas.table.events import (
    Discarded,
    Event,
    Happened,
    Noted,
    Payment,
    Shown,
    Slid,
    Staked,
    Took,
    Withdrew,
)
from novamas.table.game import open_table
from novamas.table.phases import AnyPhase, do, why_not
from novamas.table.refusals import Refusal
from novamas.table.roles import FLOOR
from novamas.table.session import Session
from novamas.words import Voice, voice_for
from novamas.words.events import event_text, event_texts
from novamas.words.problems import error_text

TABLES = [(slug, norm) for slug, norms in VARIANTS.items() for norm in norms]
SCRIPTS = [script for script in scripts() if script.stem.split("-")[0] in VARIANTS]
tables = pytest.mark.parametrize(("slug", "norm"), TABLES)


def spoken_at(slug: str) -> list[Voice]:
    return [voice_for(language, slug) for language in LANGUAGES]


# ---------------------------------------------------------------- sentences


def in_three(event: Event, slug: str) -> list[str]:
    return [event_text(event, voice) for voice in spoken_at(slug)]


def refused_in_three(refusal: Refusal, slug: str) -> list[str]:
    return [error_text(refusal, voice) for voice in spoken_at(slug)]


def test_a_warning_names_the_conduct() -> None:
    noticed = circle(norm="AR10").play("floor misconduct seat=3 what=delay")
    (happened,), (noted,) = noticed.of(Happened), noticed.of(Noted)
    assert in_three(noted, "holdem") == [
        "Puesto 3: amonestación por retrasar el juego. (AR10.10-2.VIII.3.a.1)",
        "Lloc 3: amonestació per retardar el joc. (AR10.10-2.VIII.3.a.1)",
        "Seat 3 is warned for delaying the game. (AR10.10-2.VIII.3.a.1)",
    ]
    assert in_three(happened, "holdem") == [
        "Incidencia: conducta no permitida del puesto 3: retrasar el juego. (AR10.10-2.VIII.3.a.1)",
        "Incidència: conducta no permesa del lloc 3: retardar el joc. (AR10.10-2.VIII.3.a.1)",
        "Incident: misconduct of seat 3: delaying the game. (AR10.10-2.VIII.3.a.1)",
    ]


def test_the_form_of_an_incident_is_told_flags_included() -> None:
    unseen = Happened("wrong_count", "IB09.12-1.III.1.a.1", {"seat": 2, "too_many": True, "seen": False})
    assert in_three(unseen, "cubierto") == [
        "Incidencia: el puesto 2 tiene cartas de más, aún sin ver. (IB09.12-1.III.1.a.1)",
        "Incidència: el lloc 2 té cartes de més, encara sense veure. (IB09.12-1.III.1.a.1)",
        "Incident: seat 2 has too many cards, not yet seen. (IB09.12-1.III.1.a.1)",
    ]
    seen = Happened("wrong_count", "IB09.12-1.III.1.b.2", {"seat": 2, "too_many": False, "seen": True})
    assert in_three(seen, "cubierto")[1] == (
        "Incidència: el lloc 2 té cartes de menys, ja vistes. (IB09.12-1.III.1.b.2)"
    )
    early = Happened("common_card_turned", "IB05.12.V.5.2.b.1", {"early": True, "cards": "2+3"})
    assert in_three(early, "sintetico")[0] == (
        "Incidencia: se descubren cartas comunes antes de tiempo: 2+3. (IB05.12.V.5.2.b.1)"
    )


def test_what_a_call_costs_is_told_in_euros() -> None:
    table = circle(norm="AR10")
    table.play("croupier deal")
    table.until("Interval")
    table.play("s1 raise_to 1000")
    assert refused_in_three(table.refused("s2 check", "bet_pending"), "holdem") == [
        "Hay una apuesta: verla cuesta 10,00 €. (AR10.10-2.VII.2.b.1)",
        "Hi ha una aposta: veure-la costa 10,00 €. (AR10.10-2.VII.2.b.1)",
        "There is a bet: a call costs €10.00. (AR10.10-2.VII.2.b.1)",
    ]


def test_one_raise_and_three_are_counted() -> None:
    once, thrice = (
        refused_in_three(
            Refusal("raised_enough", "AR10.10-2-B-a.II.2.1", figures={"times": times}), "seven_stud"
        )
        for times in (1, 3)
    )
    assert once[0] == (
        "Cada jugador puede subir 1 vez como máximo en un intervalo de apuestas. (AR10.10-2-B-a.II.2.1)"
    )
    assert thrice == [
        "Cada jugador puede subir 3 veces como máximo en un intervalo de apuestas. (AR10.10-2-B-a.II.2.1)",
        "Cada jugador pot apujar 3 vegades com a màxim en un interval d’apostes. (AR10.10-2-B-a.II.2.1)",
        "A player may raise at most 3 times in a betting round. (AR10.10-2-B-a.II.2.1)",
    ]


def test_the_pair_that_opens_is_named() -> None:
    refusal = Refusal("no_openers", "AR10.10-2-A.III.a.1", figures={"pair": "ases"})
    assert refused_in_three(refusal, "cubierto") == [
        "El bote solo se puede abrir con pareja de ases o mejor: hay que pasar. (AR10.10-2-A.III.a.1)",
        "El pot només es pot obrir amb parella d’asos o millor: cal passar. (AR10.10-2-A.III.a.1)",
        "The pot can be opened only with a pair of aces or better: check. (AR10.10-2-A.III.a.1)",
    ]


def test_side_pots_and_discards_have_names() -> None:
    assert [voice_for("es", "omaha").bet(bet) for bet in ("bote_1", "bote_3")] == [
        "bote principal",
        "bote aparte 2",
    ]
    assert [voice_for("ca", "omaha").bet(bet) for bet in ("bote_1", "bote_3")] == [
        "pot principal",
        "pot a part 2",
    ]
    assert voice_for("ca", "cubierto").owner("descarte_4") == "descart del lloc 4"


# ---------------------------------------------------------------- everything has words


def without_words(event: Event, voice: Voice) -> list[str]:
    """Return the names and sentences in an event that have no text."""
    match event:
        case Happened("conduct"):  # its values are a clause, a person and quoted words
            return []
        case Noted(code):
            asked = [f"notes.{code}"]
        case Happened(incident):
            asked = [f"incidents.{incident}"]
        case Staked(bet=bet) | Withdrew(bet=bet) | Took(bet=bet) | Payment(bet=bet):
            asked = [f"bets.{bet}"]
        case Slid(bet=bet, to=to):
            asked = [f"bets.{bet}", f"bets.{to}"]
        case Shown(owner=str(owner)) | Discarded(owner=str(owner)):
            asked = [f"places.{owner}"]
        case _:
            asked = []
    named = getattr(event, "figures", None) or getattr(event, "form", {})
    asked += [
        f"values.{value}" for value in named.values() if isinstance(value, str) and not value[0].isdigit()
    ]
    return [address for address in asked if not voice.has(address)]


def check_told(events: Iterable[Event], slug: str) -> None:
    """Check that every event has a text in every language, without codes."""
    noticed = tuple(events)
    for voice in spoken_at(slug):
        for event in noticed:
            assert not without_words(event, voice), event
        for line in event_texts(noticed, voice):
            assert not set("{_") & set(line), line


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_the_playthroughs_are_told_to_the_end(script: Path) -> None:
    table, deeds = read_script(script)
    session = Session(table.opening, Scripted(()), automatic=())
    for deed in deeds:
        check_told(session.do(deed), table.game.slug)


@tables
def test_whatever_happens_in_a_hand_is_told_and_whatever_is_refused(slug: str, norm: str, soak: bool) -> None:
    chosen, rng = tables_of(slug, norm), Random(f"words {slug} {norm}")
    refused: set[str] = set()
    for _ in range(10 if soak else 4):
        phase, events, _ = begun(chosen, rng)
        past: list[tuple[AnyPhase, Deed]] = []
        check_told(events, slug)
        while not phase.rest:
            for refusal in refusals(slug, phase, past, rng):
                refused.add(refusal.code)
                assert all(voice.has(f"refusals.{refusal.code}") for voice in spoken_at(slug)), refusal
                assert all("{" not in line for line in refused_in_three(refusal, slug))
            deed = any_deed(phase, past, rng, incidents=0.2)
            after, events = do(phase, deed, past)
            past.append((phase, deed))
            check_told(events, slug)
            phase = after
    assert refused >= {"hand_has_begun", "not_your_turn"}


def refusals(slug: str, phase: AnyPhase, past: list[tuple[AnyPhase, Deed]], rng: Random) -> Iterator[Refusal]:
    """Yield the refusals of deeds that players may try now."""
    for deed in wild_deeds(slug, phase, rng.randint(1, phase.seats()), rng):
        if refusal := why_not(phase, deed, past):
            yield refusal


@tables
def test_whatever_can_go_wrong_between_hands_is_told(slug: str, norm: str) -> None:
    table = circle(slug, norm)
    offers = table.session.offers(FLOOR)
    for offer in offers:
        _, events = do(table.phase, offer.act)
        check_told(events, slug)
    assert {"misconduct", "onlooker"} <= {offer.act.verb() for offer in offers}


def test_who_comes_rests_pays_for_the_session_and_leaves_is_told() -> None:
    table = circle(norm="IB09", purses=(10_000,) * 5, charge="sesion")
    told_of = [
        table.play("s5 leave; s5 buy 5000; croupier assign_place 5 5; s1 tip 100; s3 rest; floor hour_up")
    ]
    for _ in range(3):
        told_of += [table.play("croupier deal"), table.finish()]
    for noticed in told_of:
        check_told(noticed, "holdem")
    codes = {code for noticed in told_of for code in noticed.noted}
    assert codes >= {"place_given", "rests", "rested_too_long", "mano"}


# ---------------------------------------------------------------- set-ups

WRONG: tuple[dict[str, object], ...] = (
    {"minimum": 333},
    {"minimum": 100_000, "maximum": 300},
    {"minimum": 100_000, "maximum": 300, "limit": "split_limit"},
    {"minimum": 100},
    {"maximum": 90_000, "authorised_maximum": 1_000},
    {"ante": 100_000},
    {"ante": 33},
    {"ante": 0},
    {"least_resto": 51},
    {"most_resto": 51},
    {"least_more": 50},
    {"small_blind": 300, "big_blind": 250},
    {"small_blind": 33, "big_blind": 66},
    {"croupiers": 0, "chief": False},
    {"deck": "32", "seats": 8},
    {"charge": "sesion", "rake": Fraction(1, 20)},
    {"charge": "bote", "session_rate": Fraction(1, 10)},
    {"charge": "sesion", "session_rate": Fraction(1, 11)},
    {"rake": Fraction(3, 100), "authorised_rake": Fraction(1, 100)},
    {"seats": 99},
    {"seats": "many", "limit": "none", "odd": 1},
)


def faults_under(frame: Frame) -> Iterator[Fault]:
    """Yield the faults of tables that the house may not open."""
    lacking = {"lacks": tuple(frame.things), "game_hands": 10, "limits_change": True}
    for stated in (*WRONG, lacking):
        known = {name: value for name, value in stated.items() if name in frame.options or name == "odd"}
        try:
            open_table(game(frame.game), frame, known)
        except FaultySetup as faulty:
            yield from faulty.faults


@tables
def test_every_fault_of_a_set_up_is_told(slug: str, norm: str) -> None:
    frame = catalogue.under(norm)[slug]
    found: set[str] = set()
    for fault in faults_under(frame):
        found.add(fault.code)
        for voice in spoken_at(slug):
            line = error_text(fault, voice)
            assert "{" not in line
            assert line != error_text(Fault(fault.choice, "?", fault.clause), voice), (
                "it has words of its own"
            )
    assert found >= {need.code or name for name, need in frame.needs.items() if not need.doubt}
    assert found >= {f"no_{name}" for name in frame.things}


def test_a_fault_is_told_with_its_amounts() -> None:
    frame = catalogue.under("AR10")["holdem"]
    (fault,) = (each for each in set_up(frame, {"ante": 150}).faults if each.code == "ante_too_high")
    assert [error_text(fault, voice) for voice in spoken_at("holdem")] == [
        (
            "Con un mínimo de 2,00 €, el ante puede ser como máximo de 1,00 €, no de 1,50 €."
            " (AR10.10-2.VI.3.a.2)"
        ),
        "Amb un mínim de 2,00 €, l’ante pot ser com a màxim de 1,00 €, no de 1,50 €. (AR10.10-2.VI.3.a.2)",
        "With a minimum of €2.00 the ante may be at most €1.00, not €1.50. (AR10.10-2.VI.3.a.2)",
    ]


def test_a_need_of_an_early_edition_is_told_without_its_words() -> None:
    fault = Fault("maximum", "maximum_off_some_scale", "IB05.12.V.3.2", {"maximum": 100})
    assert [error_text(fault, voice) for voice in spoken_at("sintetico")] == [
        "«maximum» no cumple lo que exige la ley. (IB05.12.V.3.2)",
        "«maximum» no compleix el que exigeix la llei. (IB05.12.V.3.2)",
        "“maximum” does not meet what the law requires. (IB05.12.V.3.2)",
    ]
    thing = Fault("lacks", "no_lantern", "IB05.12.II.2.4", {"thing": "lantern"})
    assert error_text(thing, voice_for("en", "sintetico")) == "The table needs lantern. (IB05.12.II.2.4)"

"""Texts of wheels, dice and the two rows: results, notes, incidents, refusals and faults."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace
from tools.playthroughs import read_script, scripts

from novamas.equipment.chance import Scripted
from novamas.law import Fault, catalogue
from novamas.law.texts import LANGUAGES, Language
from novamas.table.events import Came, Event, Happened, Noted
from novamas.table.refusals import Refusal
from novamas.table.results import Pocket, Throw
from novamas.table.session import Session
from novamas.testing.rehearsal import faults_of, rehearse
from novamas.words import events, voice_for
from novamas.words.problems import error_text

GAMES = {
    "ruleta": "IB05",
    "ruleta_americana": "IB05",
    "ruleta_doble_cero": "AR10",
    "ruleta_de_la_fortuna": "IB05",
    "boule": "IB05",
    "craps": "IB05",
    "treinta_y_cuarenta": "IB05",
}
SCRIPTS = [script for script in scripts() if script.stem.partition("-")[0] in GAMES]
CODE = re.compile(r"[a-z]+_\w+|\w+:\w|@|[{}]")  # names of records do not belong in a sentence


def in_three(event: Event, slug: str) -> list[str]:
    return [events.event_text(event, voice_for(language, slug)) for language in LANGUAGES]


def problem_in_three(problem: Refusal | Fault, slug: str) -> list[str]:
    """Return a problem in three languages, without its clause."""
    return [error_text(problem, voice_for(language, slug)).rpartition(" (")[0] for language in LANGUAGES]


def no_codes(sentence: str) -> bool:
    """Return whether a sentence has only words. Calls at the table are ignored."""
    return CODE.search(re.sub(r"«[^»]*»", "", sentence)) is None


# ---------------------------------------------------------------- results and bets


@pytest.mark.parametrize(
    ("slug", "result", "expected"),
    [
        ("ruleta", Pocket("17", "negro"), ["17, negro", "17, negre", "17, black"]),
        ("ruleta", Pocket("0", "verde"), ["0", "0", "0"]),
        ("ruleta_doble_cero", Pocket("00", "verde"), ["doble cero", "doble zero", "double zero"]),
        ("ruleta_de_la_fortuna", Pocket("joker_rojo", "rojo"), ["joker rojo", "jòquer vermell", "red joker"]),
        ("boule", Pocket("5", "verde"), ["5", "5", "5"]),
        ("craps", Throw((6, 1)), ["6-1", "6-1", "6-1"]),
    ],
)
def test_what_came(slug: str, result: Pocket | Throw, expected: list[str]) -> None:
    heads = ("Resultado", "Resultat", "Result")
    lines = [f"{head}: {what}." for head, what in zip(heads, expected, strict=True)]
    assert in_three(Came(result), slug) == lines


@pytest.mark.parametrize(
    ("slug", "bet", "expected"),
    [
        ("ruleta", "pleno:17", "pleno al 17 / ple 17 / 17 straight up"),
        ("ruleta", "dos_docenas:1-2", "docenas 1-2 / dotzenes 1-2 / dozens 1-2"),
        ("ruleta", "rojo@1", "rojo en prisión / vermell a la presó / red in prison"),
        ("ruleta", "tarde:par", "par, fuera de tiempo / parell, fora de temps / even, too late"),
        ("ruleta_americana", "vecinos:17", "vecinos del 17 / 17 i veïns / neighbours of 17"),
        ("ruleta_doble_cero", "pleno:00", "pleno al doble cero / ple doble zero / double zero straight up"),
        ("ruleta_doble_cero", "caballo:0-00", "caballo 0-00 / cavall 0-00 / split 0-00"),
        ("craps", "dont_win", "don't win / don’t win / don't pass"),
        ("craps", "win:4", "win con el punto 4 / win amb el punt 4 / pass line, point 4"),
        (
            "treinta_y_cuarenta",
            "seguro:color",
            "seguro sobre color / assegurança sobre color / insurance on colour",
        ),
    ],
)
def test_bets_where_they_lie(slug: str, bet: str, expected: str) -> None:
    assert " / ".join(voice_for(language, slug).bet(bet) for language in LANGUAGES) == expected


# ---------------------------------------------------------------- notes and incidents


def test_new_minima_are_told_in_money() -> None:
    figures = {"minimum": 400, "minimum_sencilla": 1_000, "advance": 600_000, "guarantee": 1_200_000}
    figures |= {"maximum": 4_000, "maximum_sencilla": 72_000}
    es, ca, en = in_three(Noted("minima_changed", "IB05.01.IV.2.B.2", figures), "ruleta")
    assert es.startswith("Nuevos límites: a pleno de 4,00 € a 40,00 €, en suertes sencillas de 10,00 € a ")
    assert "720,00 €. El anticipo pasa a 6.000,00 € y la garantía a 12.000,00 €. (IB05.01.IV.2.B.2)" in es
    assert ca.startswith("Nous límits: a ple de 4,00 € a 40,00 €, en sorts senzilles de 10,00 € a 720,00 €.")
    assert en.endswith("The float becomes €6,000.00 and the guarantee €12,000.00. (IB05.01.IV.2.B.2)")


def test_a_player_is_paid_at_once_in_the_chips_of_the_house() -> None:
    paid = Noted("paid_at_once", "", {"seat": 2, "cents": 7_200, "paid_in": "both"})
    assert in_three(paid, "ruleta_americana") == [
        "Puesto 2: se le pagan 72,00 € de una vez, en fichas de color y de valor.",
        "Lloc 2: se li paguen 72,00 € d’un cop, en fitxes de color i de valor.",
        "Seat 2 is paid €72.00 in one payment, in colour and value chips.",
    ]


def test_a_late_bet_and_a_null_spin() -> None:
    late = Happened("late_bet", "", {"seat": 1, "bet": "pleno:17", "cents": 500})
    assert in_three(late, "ruleta") == [
        "Incidencia: puesto 1, apuesta tardía de 5,00 € a un pleno al 17.",
        "Incidència: lloc 1, aposta tardana de 5,00 € al ple 17.",
        "Incident: seat 1, late bet of €5.00 on 17 straight up.",
    ]
    null = Happened("tirada_nula", "", {"form": "bola_fuera"})
    assert in_three(null, "ruleta") == [
        "Incidencia: tirada nula: la bola ha saltado fuera.",
        "Incidència: tirada nul·la: la bola ha saltat a fora.",
        "Incident: void spin: the ball jumped out.",
    ]


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        (1, ["Incidencia: 1 dado roto.", "Incidència: 1 dau trencat.", "Incident: 1 broken die."]),
        (2, ["Incidencia: 2 dados rotos.", "Incidència: 2 daus trencats.", "Incident: 2 broken dice."]),
    ],
)
def test_one_die_or_two(dice: int, expected: list[str]) -> None:
    assert in_three(Happened("dado_roto", "", {"dice": dice}), "craps") == expected


@pytest.mark.parametrize("slug", sorted(GAMES.keys() - {"treinta_y_cuarenta"}))
def test_every_form_that_an_incident_can_take_is_told(slug: str) -> None:
    """The text includes the consequence. The law has no irregularities of treinta y cuarenta."""
    spun = "24" if slug == "ruleta_de_la_fortuna" else "1"
    lines = ("s1 take_dice; s1 bet win 1000",) if slug == "craps" else (spun, "croupier hagan_juego")
    table = rehearse(slug, GAMES[slug], *lines, "croupier no_va_mas")
    for kind in table.phase.incidents:
        for offer in kind.could(table.phase, ()):
            forms = [{name: value} for name, dial in offer.dials.items() for value in list(dial.every())[:40]]
            for form in forms or [{}]:
                for event in table.session.fork().do(replace(offer.act, **form)):
                    assert all(map(no_codes, in_three(event, slug))), event


# ---------------------------------------------------------------- whole rounds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_every_event_of_a_playthrough_is_told_in_words(script: Path, language: Language) -> None:
    table, deeds = read_script(script)
    session = Session(table.opening, Scripted(()), automatic=())
    for deed in deeds:
        for line in events.event_texts(session.do(deed), voice_for(language, table.game.slug)):
            assert no_codes(line), line


# ---------------------------------------------------------------- refusals

CAUGHT = "s1 bet rojo 1000; croupier no_va_mas"
ON_FOUR = "s1 take_dice; s1 bet win 1000; 1-3"
TIED = "s1 bet rojo 1000; Kc Kh Kd As Qh Qd Qs Ac"
BELOW = "s1 bet rojo 400; 0; s1 imprison rojo@1; 0"
INSURED = "s1 bet rojo 1000; s1 insure rojo"
REFUSED = [  # the game, the deeds before, the refused deed, and the reason
    ("ruleta", "", "s1 bet rojo 200", "not_open"),
    ("ruleta", "", "s9 bet rojo 200", "no_such_seat"),
    ("ruleta", "", "croupier launch", "not_open"),
    ("ruleta", "", "croupier no_va_mas", "not_open"),
    ("ruleta", "croupier hagan_juego", "croupier hagan_juego", "open_already"),
    ("ruleta", "croupier hagan_juego", "croupier no_va_mas", "ball_first"),
    ("ruleta", "croupier hagan_juego; croupier launch", "croupier launch", "ball_runs"),
    ("ruleta", CAUGHT, "croupier hagan_juego", "closed_already"),
    ("ruleta_de_la_fortuna", "croupier hagan_juego", "croupier no_va_mas", "ball_first"),
    ("ruleta_americana", "", "s1 announce tercio 200", "not_open"),
    ("ruleta_americana", "s1 bet rojo 200; croupier no_va_mas", "s1 announce tercio 200", "no_va_mas"),
    ("ruleta", "", "floor tirada_nula objeto", "cannot_have_happened"),
    ("ruleta", "", "chance drawn 5", "not_chance"),
    ("ruleta", "croupier hagan_juego", "s1 bet pleno:99 200", "no_such_bet"),
    ("ruleta", "croupier hagan_juego", "s1 bet rojo 50", "below_minimum"),
    ("ruleta", "croupier hagan_juego", "s1 bet rojo 900000", "above_maximum"),
    ("ruleta", "croupier hagan_juego", "s1 bet rojo 250", "broken_chip"),
    ("ruleta", "croupier hagan_juego", "s1 withdraw rojo 200", "nothing_there"),
    ("ruleta", "s1 bet pleno:17 2000", "s1 bet pleno:17 200", "above_maximum"),
    ("ruleta", "s1 bet rojo 200", "s1 withdraw rojo 100", "all_or_nothing"),
    ("ruleta", CAUGHT, "s1 bet rojo 200", "no_va_mas"),
    ("ruleta", CAUGHT, "floor tirada_nula terremoto", "not_listed"),
    ("ruleta", CAUGHT, "chance drawn 99", "cannot_be_drawn"),
    ("ruleta", f"{CAUGHT}; 0", "s2 bet rojo 200", "half_or_prison"),
    ("ruleta", f"{CAUGHT}; 0", "s1 take_half negro", "not_listed"),
    ("ruleta", "croupier hagan_juego yes; croupier no_va_mas; 5", "s1 bet rojo 200", "closed"),
    ("ruleta", "", "floor announce_minima 400 400", "minimum_not_to_be_varied"),
    ("ruleta", f"{CAUGHT}; 0; s1 imprison rojo@1", "s1 withdraw rojo@1 1000", "in_prison"),
    ("ruleta", f"{CAUGHT}; 0; s1 imprison rojo@1", "s2 take_half rojo@1", "nothing_in_prison"),
    ("ruleta", BELOW, "s1 take_half rojo@2", "prisoner_below_minimum"),
    ("ruleta", "croupier hagan_juego yes; s1 bet rojo 200; 0", "s1 imprison rojo@1", "last_round_decides"),
    ("ruleta_americana", "", "s1 take_colour 700", "no_such_chip"),
    ("ruleta_americana", "s1 bet rojo 200", "s1 take_colour 500", "colour_in_use"),
    ("treinta_y_cuarenta", "", "s1 bet rojo 1000", "no_shoe"),
    ("treinta_y_cuarenta", "", "croupier hagan_juego", "no_shoe"),
    ("treinta_y_cuarenta", "croupier hagan_juego", "croupier shuffle", "shoe_not_ended"),
    ("treinta_y_cuarenta", f"{INSURED}; croupier no_va_mas", "s1 insure rojo", "insured_when_laid"),
    ("treinta_y_cuarenta", INSURED, "s1 withdraw seguro:rojo 10", "premium_goes_with_the_bet"),
    ("treinta_y_cuarenta", "croupier shuffle", "s1 bet rojo 1000", "cut_first"),
    ("treinta_y_cuarenta", "s1 bet rojo 1000", "s1 insure negro", "nothing_to_insure"),
    ("treinta_y_cuarenta", "s1 bet rojo 1000; s1 insure rojo", "s1 insure rojo", "insured"),
    ("treinta_y_cuarenta", "s1 bet rojo 1000; s1 insure rojo", "s1 bet rojo 500", "insured"),
    ("treinta_y_cuarenta", TIED, "s2 bet rojo 1000", "half_or_prison"),
    ("craps", "", "croupier no_va_mas", "dice_first"),
    ("craps", "s1 take_dice", "croupier no_va_mas", "shooter_must_bet"),
    ("craps", "s1 take_dice", "s1 bet come 1000", "needs_a_point"),
    ("craps", "s1 take_dice", "s1 withdraw win 1000", "nothing_there"),
    ("craps", "s1 take_dice", "s1 bet asociada_win:4 1000", "nothing_to_follow"),
    ("craps", ON_FOUR, "s1 bet win 1000", "first_roll_only"),
    ("craps", ON_FOUR, "s1 bet win:4 1000", "point_known"),
    ("craps", ON_FOUR, "s1 withdraw win:4 1000", "must_play"),
    ("craps", ON_FOUR, "s1 ask_for_dice", "dice_in_series"),
    ("craps", ON_FOUR, "s1 refuse_dice", "dice_in_series"),
    ("craps", "s1 take_dice; s1 ask_for_dice", "croupier no_va_mas", "choose_dice_first"),
    ("craps", "s1 take_dice; s1 bet dont_win 200; 1-3", "s1 withdraw dont_win:4 200", "shooter_keeps_bet"),
    ("craps", f"{ON_FOUR}; croupier no_va_mas", "s1 bet field 200", "no_va_mas"),
]


@pytest.mark.parametrize(("slug", "before", "line", "code"), REFUSED)
def test_a_refusal_is_told_in_words(slug: str, before: str, line: str, code: str) -> None:
    table = rehearse(slug, GAMES[slug], *([before] if before else ()), seats=3)
    for sentence in problem_in_three(table.refused(line, code), slug):
        said, *offered = re.split("; (?=¿|potser|did)", sentence)  # suggestions are written as typed
        assert no_codes(said), sentence
        assert not said[0].islower(), sentence
        assert sentence[-1] in ".?", sentence
        assert bool(offered) == (code in ("no_such_bet", "not_listed")), sentence


def test_a_change_of_minima_is_refused_in_euros() -> None:
    table = rehearse("ruleta", "IB05", authorised=["vary_minimum"])
    refusal = table.refused("floor announce_minima 400 400", "no_table_at_minimum")
    assert problem_in_three(refusal, "ruleta") == [
        "Es la última mesa del juego con el mínimo autorizado de 2,00 €: no puede subir a 4,00 €.",
        "És l’última taula del joc amb el mínim autoritzat de 2,00 €: no pot pujar a 4,00 €.",
        "This is the last table of the game at the authorised minimum of €2.00: it cannot go up to €4.00.",
    ]
    refusal = table.refused("floor announce_minima 200 1500", "above_maximum")
    assert problem_in_three(refusal, "ruleta")[0] == "15,00 € supera el máximo, que es 10,00 €."
    table.play("floor announce_minima 200 300")
    refusal = table.refused("floor announce_minima 200 400", "change_under_way")
    assert problem_in_three(refusal, "ruleta")[2] == (
        "A change of limits has already been announced: wait until it comes into force."
    )


def test_refusals_with_figures() -> None:
    table = rehearse("ruleta", "IB05", "s1 bet pleno:17 2000")
    assert problem_in_three(table.refused("s1 bet pleno:17 200"), "ruleta") == [
        "El máximo en un pleno al 17 es 20,00 €: ya hay 20,00 €, y con esto serían 22,00 €.",
        "El màxim al ple 17 és 20,00 €: ja hi ha 20,00 €, i amb això serien 22,00 €.",
        "The maximum on 17 straight up is €20.00: €20.00 is there already, and this would make €22.00.",
    ]
    table = rehearse("craps", "IB05", ON_FOUR)
    assert problem_in_three(table.refused("s1 refuse_dice"), "craps")[:2] == [
        "Con el punto 4 por decidir, los dados no se pueden cambiar ni ceder: pasan a otro con el 7.",
        "Amb el punt 4 per decidir, els daus no es poden canviar ni cedir: passen a un altre amb el 7.",
    ]
    table = rehearse("craps", "IB05", "s1 take_dice; s1 bet dont_win 200; 1-5", rounding="exact")
    refusal = table.refused("s1 bet asociada_dont_win:6 300", "too_small_to_follow")
    assert problem_in_three(refusal, "craps")[0] == (
        "Su apuesta al don't win con el punto 6 es demasiado baja: "
        "la asociada al don't win con el punto 6 se juega desde 3,00 €."
    )


def test_what_cannot_be_insured() -> None:
    slug, lines = "treinta_y_cuarenta", "s1 bet rojo 500; s1 bet negro 1050"
    table = rehearse(slug, "IB05", lines, minimum_seguro=1_000, chip=50)
    assert problem_in_three(table.refused("s1 insure rojo", "too_small_to_insure"), slug) == [
        "Solo se pueden asegurar apuestas desde 10,00 €; en el rojo hay 5,00 €.",
        "Només es poden assegurar apostes des de 10,00 €; al vermell hi ha 5,00 €.",
        "Only bets of €10.00 or more can be insured; there is €5.00 on red.",
    ]
    assert problem_in_three(table.refused("s1 insure negro", "premium_not_whole"), slug) == [
        "No se puede asegurar la apuesta al negro: la prima de 10,50 € no sería de céntimos enteros.",
        "No es pot assegurar l’aposta al negre: la prima de 10,50 € no seria de cèntims sencers.",
        "The bet on black cannot be insured: the premium on €10.50 would not be a whole number of céntimos.",
    ]


def test_both_prisons_say_what_has_caught_the_bet() -> None:
    ruleta, treinta = (
        problem_in_three(rehearse(slug, "IB05", lines).refused("s2 bet rojo 1000", "half_or_prison"), slug)
        for slug, lines in (("ruleta", f"{CAUGHT}; 0"), ("treinta_y_cuarenta", TIED))
    )
    asked = [
        (
            ". Antes de seguir, el puesto 1 debe elegir entre retirar la mitad de la postura al "
            "rojo y dejarla entera en prisión."
        ),
        (
            ". Abans de continuar, el lloc 1 ha de triar entre retirar la meitat de la postura al "
            "vermell i deixar-la sencera a la presó."
        ),
        ". Seat 1 must first choose: take back half the stake on red, or leave it in prison.",
    ]
    fallen = ["Ha salido el cero", "Ha sortit el zero", "Zero has come up"]
    made = ["Las dos filas han hecho 31", "Les dues files han fet 31", "Both rows have made 31"]
    assert ruleta == [f"{what}{rest}" for what, rest in zip(fallen, asked, strict=True)]
    assert treinta == [f"{what}{rest}" for what, rest in zip(made, asked, strict=True)]


# ---------------------------------------------------------------- faults


def test_faults_of_a_set_up() -> None:
    found = faults_of("craps", "IB05", maximum_horn=100)["maximum_too_low"]
    assert problem_in_three(found, "craps") == [
        "El máximo en el horn debe estar entre 50,00 € y 150,00 €: 1,00 € es demasiado poco.",
        "El màxim al horn ha d’estar entre 50,00 € i 150,00 €: 1,00 € és massa poc.",
        "The maximum on the horn must be between €50.00 and €150.00: €1.00 is too low.",
    ]
    found = faults_of("boule", "IB05", cloths=1, croupiers=0)["too_few_croupiers"]
    assert problem_in_three(found, "boule") == [
        "La mesa debe tener 1 crupier, uno por tapete; tiene 0.",
        "La taula ha de tenir 1 crupier, un per tapet; en té 0.",
        "The table needs 1 croupier, one for each cloth; it has 0.",
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_every_thing_that_a_table_can_lack_is_named(slug: str) -> None:
    things = catalogue.under(GAMES[slug])[slug].options["lacks"].one_of
    faults = faults_of(slug, GAMES[slug], lacks=list(things))
    assert faults
    for fault in faults.values():
        assert all(map(no_codes, problem_in_three(fault, slug))), fault

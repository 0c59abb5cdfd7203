"""Every error has a text in three languages, with its place and with what to do."""

from __future__ import annotations

import ast
import errno
import json
import pickle
from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.words.codes import SOURCE, called, calls, constants, nodes, places_in

import novamas
from novamas.errors import InvalidInput, NovamasError
from novamas.histories.phh import read_action, read_histories
from novamas.law import catalogue, library
from novamas.law.texts import LANGUAGES, Language
from novamas.table.refusals import Refusal, Refused
from novamas.words import voice_for
from novamas.words.problems import error_text
from novamas.words.texts import find, text_file

HELPERS = {  # the argument that names the text, and the values that it adds
    "histories/replay.py fault": (1, {"number", "action"}),
    "histories/writer.py fault": (0, {"hand"}),
    "cli/usage_errors.py bad_usage": (0, {"command"}),
    "cli/help.py bad_usage": (0, {"command"}),
    "house/audit/rows.py _wrong": (4, {"path", "line", "column", "given"}),
}
NOT_READ_THERE = {  # another place says which text it is
    "histories/replay.py": "fault(action, code)",
    "histories/writer.py": "fault(text_key)",
    "record/records.py": "text_key=f'record_{found.code}'",
    "cli/usage_errors.py": "bad_usage(text_key)",
    "house/audit/rows.py": "_wrong(text_key)",
    "house/audit/detection.py": "RecordMismatch(refusal.code)",
}
MISFITS = ("no_object", "field_missing", "field_unknown", "field_wrong")


class Site(NamedTuple):
    """A place that raises an error: its possible texts, and its values, or None if they can be any."""

    where: str
    texts: tuple[str, ...]
    figures: frozenset[str] | None


@cache
def error_names() -> frozenset[str]:
    """Return the error classes whose constructor takes a code and values."""
    own = {"NovamasError"}
    classes = [node for path in sources() for node in nodes(path) if isinstance(node, ast.ClassDef)]
    for _ in range(3):  # as deep as the classes inherit
        own |= {one.name for one in classes if {ast.unparse(base) for base in one.bases} & own}
    made_otherwise = {
        one.name
        for one in classes
        if any(isinstance(part, ast.FunctionDef) and part.name == "__init__" for part in one.body)
    }
    return frozenset(own - made_otherwise | {"NovamasError"})


@cache
def sources() -> tuple[Path, ...]:
    return tuple(sorted(SOURCE.rglob("*.py")))


@cache
def sites() -> tuple[Site, ...]:
    return tuple(_sites())


def _sites() -> Iterator[Site]:
    for path in sources():
        short = path.relative_to(SOURCE).as_posix()
        for function, node in calls(path):
            name, where = called(node), f"{short}:{node.lineno}"
            if name in error_names():
                yield site(node, function, where, node.args[0])
            elif f"{short} {name}" in HELPERS:
                at, added = HELPERS[f"{short} {name}"]
                found = site(node, function, where, node.args[at])
                yield found._replace(figures=(found.figures or frozenset()) | added)
            elif name == "ChainBreak":
                texts = tuple(constants(node.args[0], function)) or ("unlawful_deed",)
                given = frozenset({"line", "expected", "found", "deed", "why"})
                yield Site(where, texts, given)
            elif name == "Breach":
                given = frozenset({"book", "number", "expected", "found"})
                yield Site(where, tuple(constants(node.args[0], function)), given)


def site(node: ast.Call, function: ast.AST, where: str, code: ast.expr) -> Site:
    named = {keyword.arg: keyword.value for keyword in node.keywords}
    texts = tuple(text for text in constants(named.get("text_key", code), function) if text)
    figures = None if None in named else frozenset(str(name) for name in named)
    return Site(where, texts, figures)


def test_an_error_is_made_of_a_code_and_figures_alone() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in sources()
        for _function, node in calls(path)
        if called(node) in error_names() and len(node.args) != 1
    ]
    assert wrong == []


def test_every_error_has_its_text_and_the_figures_for_it() -> None:
    for where, texts, figures in sites():
        assert texts or where.partition(":")[0] in NOT_READ_THERE, f"{where}: which text is it?"
        for text in texts:
            found = find(library(), f"errors.{text}")
            assert found is not None, f"{where}: no words for {text}"
            if figures is not None:
                assert places_in(found.es) <= figures, f"{where}: {text}"


def test_no_text_of_an_error_is_left_over() -> None:
    used = {text for one in sites() for text in one.texts} | {f"record_{misfit}" for misfit in MISFITS}
    assert text_file("errors").keys() - used == set()


# ---------------------------------------------------------------- texts


def raised(door: Callable[[], object]) -> NovamasError:
    with pytest.raises(NovamasError) as caught:
        door()
    return caught.value


TOLD = [
    (
        lambda: novamas.open("rulet"),
        "Aquí no se puede jugar a «rulet»; ¿quizá ruleta?",
        "Aquí no es pot jugar a «rulet»; potser ruleta?",
        "No game “rulet” can be played here; did you mean ruleta?",
    ),
    (
        lambda: catalogue.at("castilla_la_mancha", date(2016, 5, 11)),
        (
            "De los catálogos que tenemos, ninguno estaba en vigor en Castilla-La Mancha el 11 de mayo"
            " de 2016:"
            " el primero, CM16, lo está desde el 19 de mayo de 2016."
        ),
        (
            "Dels catàlegs que tenim, cap no estava en vigor a Castella-la Manxa l’11 de maig de 2016: el"
            " primer, CM16, ho està des del 19 de maig de 2016."
        ),
        (
            "None of our catalogues was in force in Castile-La Mancha on 11 May 2016: the first, CM16,"
            " has been in force since 19 May 2016."
        ),
    ),
    (
        lambda: catalogue.under("CM16")["craps"],
        (
            "El juego «craps» no está en el catálogo de CM16; sí está en otros: en las Illes Balears desde"
            " un día entre el 1 de enero de 2006 y, según nuestra lectura, el 31 de enero de 2006"
            " (IB05); en Aragón"
            " desde un día entre el 29 de abril de 2010 y, según nuestra lectura, el 31 de diciembre de 2010"
            " (AR10)."
        ),
        (
            "El joc «craps» no és al catàleg de CM16; sí que és en altres: a les Illes Balears des d’un dia"
            " entre l’1 de gener de 2006 i, segons la nostra lectura, el 31 de gener de 2006 (IB05); a"
            " l’Aragó des d’un"
            " dia entre el 29 d’abril de 2010 i, segons la nostra lectura, el 31 de desembre de 2010 (AR10)."
        ),
        (
            "The game “craps” is not in the catalogue of CM16, but it is in others: in the Balearic Islands"
            " since a day between 1 January 2006 and, by our reading, 31 January 2006 (IB05); in Aragon"
            " since a day"
            " between 29 April 2010 and, by our reading, 31 December 2010 (AR10)."
        ),
    ),
    (
        lambda: catalogue.under("AR10")["boule"].group("bets", dict),
        (
            "AR10 autoriza boule, pero sus reglas están en el Decreto 159/2002, cuyo texto novamas no tiene."
            " (AR10.1.3.d.1)"
        ),
        (
            "AR10 autoritza boule, però les seves regles són al Decret 159/2002, el text del qual novamas no"
            " té. (AR10.1.3.d.1)"
        ),
        (
            "AR10 authorises boule, but its rules are in Decree 159/2002, whose text novamas does not have."
            " (AR10.1.3.d.1)"
        ),
    ),
    (
        lambda: novamas.replay("nowhere.jsonl"),
        "No se puede leer nowhere.jsonl: no existe.",
        "No es pot llegir nowhere.jsonl: no existeix.",
        "nowhere.jsonl cannot be read: there is no such file or folder.",
    ),
    (
        lambda: novamas.open("ruleta").do("s1 bet rojo x"),
        "«s1 bet rojo x»: «x» no es válido en «cents».",
        "«s1 bet rojo x»: «x» no és vàlid a «cents».",
        "“s1 bet rojo x”: “x” is not valid for “cents”.",
    ),
    (
        lambda: read_action("d db 1x", "evening.phh", 2),
        (
            "evening.phh: d db 1x: «1x» en «1x» no es una carta: se escribe el valor (2…10, J, Q, K, A) y"
            " el palo (c, d, h, s)."
        ),
        (
            "evening.phh: d db 1x: «1x» a «1x» no és una carta: s’escriu el valor (2…10, J, Q, K, A) i el"
            " pal (c, d, h, s)."
        ),
        (
            "evening.phh: d db 1x: “1x” in “1x” is not a card: write a rank 2…10, J, Q, K, A and a suit"
            " c, d, h, s."
        ),
    ),
]


@pytest.mark.parametrize(("door", "es", "ca", "en"), TOLD)
def test_what_is_wrong_is_told_in_each_language(
    door: Callable[[], object], es: str, ca: str, en: str
) -> None:
    error = raised(door)
    assert [voice_for(language).error(error) for language in LANGUAGES] == [es, ca, en]
    assert str(error) == en


@pytest.mark.parametrize("door", [door for door, *_ in TOLD])
def test_an_error_may_travel_between_processes(door: Callable[[], object]) -> None:
    error = raised(door)
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), again.clause) == (type(error), str(error), error.clause)


def test_a_refusal_is_told_in_the_words_of_its_game() -> None:
    refused = Refused(Refusal("below_minimum", "IB05.01.IV.1.1", dial="cents", given=1, least=500), "ruleta")
    assert pickle.loads(pickle.dumps(refused)).game == "ruleta"
    session = novamas.open("ruleta", seed=1)
    found = raised(lambda: session.do("s1 bet rojo 1"))
    assert isinstance(found, Refused)
    assert found.game == "ruleta"


def test_the_problem_behind_another_brings_its_own_clause() -> None:
    """A problem with a cause cites the clause once, although both have it."""
    refused = Refused(Refusal("closed", "IB05.01.IV.1.1"))
    outer = NovamasError(
        "closed", text_key="in_action", clause=refused.clause, number=3, action="p1 f", why=refused
    )
    assert voice_for("es").error(outer).startswith("Acción 3, «p1 f»: ")
    assert voice_for("es").error(outer).count("IB05.01.IV.1.1") == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("number", [*errno.errorcode, 99_999, None])
def test_whatever_the_system_says_is_said_in_our_words(number: int | None, language: Language) -> None:
    said = voice_for(language).error(InvalidInput("no_record", path="a.jsonl", errno=number))
    assert said.endswith(".")
    assert "{" not in said


# ---------------------------------------------------------------- records that cannot be read


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a record without a chain, like the first ones, so that each line can be changed alone."""
    session = novamas.open("ruleta", draws=[17])
    session.round("s1 bet rojo 10 €")
    path = tmp_path / "record.jsonl"
    session.save(path)
    *lines, _seal = path.read_text("utf-8").splitlines()
    plain = [{name: value for name, value in json.loads(line).items() if name != "link"} for line in lines]
    path.write_text("".join(json.dumps(line) + "\n" for line in plain), "utf-8")
    novamas.replay(path)
    return path


def spoilt(path: Path, number: int, line: object) -> None:
    lines = path.read_text("utf-8").splitlines()
    lines[number - 1] = line if isinstance(line, str) else json.dumps(line)
    path.write_text("\n".join(lines) + "\n", "utf-8")


BET = {"do": "bet", "by": 1, "bet": "rojo", "cents": 1000}


@pytest.mark.parametrize(
    ("line", "es"),
    [
        ('{"do": "bet"', "no es JSON. Corríjala, o borre esta línea y todas las siguientes."),
        ([1, 2], "[1,2] no es un objeto JSON. Corríjala, o borre esta línea y todas las siguientes."),
        ({"by": 1}, "falta el campo «do». Añádalo, o borre esta línea y todas las siguientes."),
        (
            {**BET, "do": "dance"},
            (
                '"dance" no es un valor válido del campo «do». Corríjalo, o borre esta línea'
                " y todas las siguientes."
            ),
        ),
        (
            {**BET, "do": ["bet"]},
            (
                '["bet"] no es un valor válido del campo «do». Corríjalo, o borre esta línea'
                " y todas las siguientes."
            ),
        ),
        (
            {"do": "bet", "by": 1, "bet": "rojo"},
            "falta el campo «cents». Añádalo, o borre esta línea y todas las siguientes.",
        ),
        (
            {**BET, "cents": "lot"},
            (
                '"lot" no es un valor válido del campo «cents». Corríjalo, o borre esta línea'
                " y todas las siguientes."
            ),
        ),
        (
            {**BET, "colour": "red"},
            "el campo «colour» no existe. Quítelo, o borre esta línea y todas las siguientes.",
        ),
    ],
)
def test_a_spoilt_line_is_told_by_what_is_wrong_with_it(record: Path, line: object, es: str) -> None:
    spoilt(record, 3, line)
    error = raised(lambda: novamas.replay(record))
    assert error.code == "malformed_record"
    assert voice_for("es").error(error) == f"{record}, línea 3: {es}"


@pytest.mark.parametrize(
    ("change", "code", "field"),
    [
        ({"game": None}, "record_field_missing", "game"),
        ({"opened": "yesterday"}, "record_field_wrong", "opened"),
        ({"cash": {"1": "much"}}, "record_field_wrong", "cash"),
        ({"novamass": "1"}, "record_field_unknown", "novamass"),
    ],
)
def test_a_spoilt_first_line_too(record: Path, change: dict[str, object], code: str, field: str) -> None:
    header = {**json.loads(record.read_text("utf-8").splitlines()[0]), **change}
    spoilt(record, 1, {name: value for name, value in header.items() if name not in change or change[name]})
    error = raised(lambda: novamas.replay(record))
    assert (error.text_key, error.figures["field"], error.figures["line"]) == (code, field, 1)
    assert all(voice_for(language).error(error) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("not toml at all", 1),
        ('variant = "NT"\nantes = [0, 0\n', 2),
        ('[1]\nvariant = "NT"\n\n[2]\nvariant = NT\n', 5),
        ('[1]\nvariant = "NT"\n\n[1]\nvariant = "NT"\n', 4),
    ],
)
def test_a_spoilt_history_is_told_by_its_line(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "hands.phhs"
    path.write_text(text, "utf-8")
    error = raised(lambda: list(read_histories(path)))
    assert (error.code, error.text_key, error.figures["line"]) == ("no_history", "history_no_toml", line)
    assert voice_for("es").error(error).endswith(f"a partir de la línea {line} no es TOML.")


def test_a_history_that_is_no_text_or_no_file(tmp_path: Path) -> None:
    path = tmp_path / "hand.phh"
    path.write_bytes(b"\xff\xfe")
    assert raised(lambda: list(read_histories(path))).text_key == "history_no_text"
    assert raised(lambda: list(read_histories(tmp_path))).figures["errno"] == errno.EISDIR


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_line_that_breaks_a_record_is_told_with_the_refusal_behind_it(
    record: Path, language: Language
) -> None:
    spoilt(record, 3, {**BET, "cents": 1})
    said = voice_for(language).error(raised(lambda: novamas.replay(record)))
    line = {"es": "Línea", "ca": "Línia", "en": "Line"}[language]
    assert said.startswith(f"{line} 3: s1 bet rojo 1: ")
    assert said.count("(IB05.") == 1


def test_rates_and_days_are_no_texts_of_python() -> None:
    option = catalogue.under("AR10")["holdem"].options["rake"]
    error = raised(lambda: option.read("1/0"))
    assert error_text(error, voice_for("es")) == (
        f"«1/0» no es un valor de «rake»: se escribe una fracción como 1/20. ({option.cite[0]})"
    )
    assert option.read("1/20") == Fraction(1, 20)

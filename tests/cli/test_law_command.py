"""`novamas law` shows clauses with our readings marked, searches them, and lists covered ones."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

from novamas.law import clauses
from novamas.words.texts import text_file

ROOT = Path(__file__).parents[2]


@pytest.fixture
def run(novamas: Novamas) -> Callable[..., str]:
    """Return a function that runs `novamas law` without errors and returns its output."""

    def told(*words: str) -> str:
        ran = novamas("law", *words)
        assert (ran.status, ran.err) == (0, "")
        return ran.out

    return told


def test_a_clause_is_shown_with_our_reading_marked_as_ours(run: Callable[..., str]) -> None:
    shown = run("AR10.P.14")
    assert "AR10.P.14" in shown
    assert "general · prohibition · duty: information" in shown
    assert "our reading: A tournament is refused" in shown
    assert "why: " in shown


def test_a_clause_that_is_plain_has_no_reading(run: Callable[..., str]) -> None:
    assert "our reading" not in run("IB05.00.AU.1")


def test_a_clause_says_when_and_by_what_it_was_replaced(run: Callable[..., str]) -> None:
    shown = " ".join(run("IB05.12.V.4.11", "--lang", "es").replace("│", "").split())
    assert (
        "desde un día entre el 21 de julio de 2009 y, según nuestra lectura, el 31 de agosto de 2009" in shown
    )
    assert "sustituye el epígrafe 12, póquer sintético" in shown
    assert "(IB09.00.A1.1)" in shown
    replaced, kept = json.loads(run("IB05.12.V.4.11", "IB05.13.VII.19", "--json"))["clauses"]
    assert (replaced["replaced"]["norm"], replaced["replaced"]["cite"]) == ("IB09", ["IB09.00.A1.1"])
    assert (replaced["replaced"]["earliest"], replaced["replaced"]["latest"]) == ("2009-07-21", "2009-08-31")
    assert kept["replaced"] is None


def test_a_misprint_and_the_clauses_it_refers_to_are_shown(run: Callable[..., str]) -> None:
    assert "misprint: " in run("IB05.00.DD.0")
    assert "see: IB09.12.0" in run("IB09.00.A1.1")


def test_a_span_of_clauses_may_be_asked_for(run: Callable[..., str]) -> None:
    found = json.loads(run("IB05.00.DF.1-3", "--json"))["clauses"]
    assert [one["id"][-1] for one in found] == ["1", "2", "3"]


def test_json_has_what_people_see(run: Callable[..., str]) -> None:
    (found,) = json.loads(run("AR10.P.14", "--json"))["clauses"]
    assert found["game"] == "general"
    assert found["reading"]["applies"].startswith("A tournament is refused")
    assert found["reading"].keys() == {"asks", "applies", "why"}


def test_the_clauses_of_a_game_may_be_narrowed_to_a_norm(run: Callable[..., str]) -> None:
    everywhere = json.loads(run("--game", "boule", "--json"))["clauses"]
    assert len(everywhere) == len(clauses(game="boule"))
    assert "Clauses: 1" in run("--game", "boule", "--norm", "AR10")


def test_a_search_finds_words_within_a_game(run: Callable[..., str]) -> None:
    found = json.loads(run("search", "tournaments", "authorise", "--json"))["clauses"]
    assert "AR10.P.14" in [one["id"] for one in found]
    assert "Clauses: 0" in run("search", "tournaments", "--game", "boule")


@pytest.mark.parametrize(
    ("language", "headings", "ours", "label"),
    [
        ("en", "IV Players", "our reading: On a tie the player", "procedure · duty: engine"),
        ("es", "IV Jugadores", "lectura nuestra: En caso de empate", "procedimiento · deber: del juego"),
        ("ca", "IV Jugadors", "lectura nostra: En cas d’empat", "procediment · deure: del joc"),
    ],
)
def test_a_clause_is_shown_in_the_readers_language(
    run: Callable[..., str], language: str, headings: str, ours: str, label: str
) -> None:
    shown = run("IB05.07.IV.6", "--lang", language)
    assert all(words in shown for words in (headings, ours, label))
    (found,) = json.loads(run("IB05.07.IV.6", "--lang", language, "--json"))["clauses"]
    assert found["reading"]["applies"] in shown
    assert (found["kind"], found["duty"]) == ("procedure", "engine")  # for programs


def test_a_list_is_told_and_searched_in_the_readers_language(run: Callable[..., str]) -> None:
    assert run("search", "banc seguit", "--lang=ca") == run("search", "BANC", "seguit", "--lang=ca")
    shown = run("search", "seguit", "recupera", "--lang=ca")
    assert "IB05.08.VII.22" in shown
    assert "del joc" in shown
    assert "IB05.08.VII.22" in run("search", "abandoned banco", "--lang=ca")


def test_every_kind_and_duty_has_its_word_and_there_are_no_others() -> None:
    assert {one.kind for one in clauses()} == text_file("clause_kinds").keys()
    assert {one.duty for one in clauses()} == text_file("duties").keys()


def test_what_is_missing_is_told_in_the_readers_language(run: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    shown = run("coverage", "chemin_de_fer", "--root", str(tmp_path), "--lang=es")
    assert "código, pruebas" in shown
    assert "hizo banco y perdió" in shown


def test_coverage_is_a_table_per_game(run: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    norm = "IB05"
    (tmp_path / "src" / "a.py").write_text(f"# {norm}.99.1")
    counted = json.loads(run("coverage", "--root", str(tmp_path), "--json"))
    assert (counted["owed"], counted["code"], counted["tests"], counted["both"]) == (2047, 0, 0, 0)
    assert (counted["conduct"], counted["conduct_code"]) == (279, 0)
    assert counted["games"]["boule"] == {"owed": 30, "code": 0, "tests": 0, "both": 0}
    shown = run("coverage", "--root", str(tmp_path))
    assert "boule" in shown
    assert f"A cited clause does not exist: {norm}.99.1" in shown
    assert "Conduct clauses cited: 0 of 279" in shown


def test_coverage_of_a_game_lists_what_is_missing(run: Callable[..., str], tmp_path: Path) -> None:
    (tmp_path / "src").mkdir()
    missing = json.loads(run("coverage", "general", "--root", str(tmp_path), "--json"))["missing"]
    assert len(missing) == 15
    assert missing[0]["lacks"] == ["code", "tests"]
    assert missing[0]["id"] in run("coverage", "general", "--root", str(tmp_path))
    assert "Every clause that requires code and tests has both." in run(
        "coverage", "general", "--root", str(ROOT)
    )


@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "does not contain the project’s sources"),
        ("es", "no contiene las fuentes del proyecto"),
        ("ca", "no conté les fonts del projecte"),
    ],
)
def test_coverage_outside_a_source_tree_says_so(
    novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in ([], ["boule"], ["--json"]):
        ran = novamas("law", "coverage", *words, "--lang", language)
        assert (ran.status, ran.out) == (2, "")
        assert says in ran.err
        assert str(tmp_path) in ran.err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nonsense"], "“nonsense”"),
        (["--game", "bule"], "“bule”; did you mean boule"),
        (["--norm", "IB5"], "“IB05”, “IB09”, “AR10”, “CM16”"),
        (["coverage", "bule"], "“bule”"),
        ([], "Name the clause to read"),
        (["search"], "Name the clause to read"),
    ],
)
def test_what_cannot_be_answered_is_said_in_a_sentence(novamas: Novamas, words: list[str], says: str) -> None:
    ran = novamas("law", *words)
    assert ran.status == 2
    assert says in ran.err

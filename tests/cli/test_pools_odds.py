"""`novamas lototrot odds` and `season`, outlets, presented tickets and completions."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas
from tests.cli.test_pools_commands import DAY, RIGHT, Office, office, open_day

__all__ = ["office", "open_day"]  # fixtures


def test_the_chances_of_a_forecast_are_those_of_its_field(office: Office) -> None:
    found = json.loads(office.novamas("lototrot", "odds", RIGHT, "--runners", 2, "--json").out)["chances"]
    assert found["best"] == ["1/128", "7/128", "21/128", "35/128"]
    assert found["nothing"] == "1/2"
    sure = office.file("field.toml", '[[races]]\nwins = ["1", "0"]\n' * 7)
    found = json.loads(office.novamas("lototrot", "odds", RIGHT, "--field", sure, "--json").out)["chances"]
    assert found["best"][0] == "1"
    shown = office.novamas("lototrot", "odds", RIGHT, "--lang", "es").out
    assert "2.097.152" in shown


def test_what_a_column_expects_grows_with_what_is_carried(office: Office) -> None:
    def expected(*more: object) -> float:
        words = ("lototrot", "odds", RIGHT, "--columns", 30, "--runners", 3, *more, "--json")
        found = json.loads(office.novamas(*words).out)["expectation"]
        return sum(float(Fraction(each)) for each in found["by_category"].values())

    assert expected("--carried", "1000 €") > expected() > 0
    assert (
        "vuelve de media"
        in office.novamas("lototrot", "odds", RIGHT, "--columns", 30, "--runners", 3, "--lang", "es").out
    )


def test_a_season_is_that_of_its_seed(office: Office) -> None:
    season = ("lototrot", "season", "--days", 5, "--columns", 500, "--runners", 4, "--seed")
    found = json.loads(office.novamas(*season, 3, "--json").out)
    assert found == json.loads(office.novamas(*season, 3, "--json").out)
    assert found != json.loads(office.novamas(*season, 4, "--json").out)
    shown = office.novamas(*season, 3, "--lang", "ca").out
    assert "Jornades: 5" in shown
    assert "2026-01-30" in shown


@pytest.mark.parametrize(
    ("more", "code"),
    [
        (("1/1",), "forecast_of_other_races"),
        (("9/1/1/1/1/1/1",), "no_such_horse"),
        ((RIGHT, "--runners", 0), "runners_unfit"),
        (("1,2/1/1/1/1/1/1", "--columns", 5), "expectation_of_one_column"),
        ((RIGHT, "--price", "7"), "faulty"),
        ((RIGHT, "--field", "nada.toml"), "file_not_read"),
    ],
)
def test_bad_questions_about_chances_are_told(office: Office, more: tuple[object, ...], code: str) -> None:
    ran = office.novamas("lototrot", "odds", *more, "--json")
    assert ran.status == 2
    assert json.loads(ran.err)["error"]["code"] == code


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("races = 1", "field_of_other_races"),
        ("[[", "field_unreadable"),
        ('[[races]]\nwins = ["1/2"]\n' * 7, "field_race_unfit"),
        ("[[races]]\nwins = 3\n" * 7, "field_race_unfit"),
        ('[[races]]\nwins = ["2", "-1"]\n' * 7, "field_race_unfit"),
        ('[[races]]\nwins = ["1/0"]\n' * 7, "field_race_unfit"),
        ("races = [1, 2, 3, 4, 5, 6, 7]", "field_race_unfit"),
    ],
)
def test_a_field_at_fault_is_told(office: Office, text: str, code: str) -> None:
    ran = office.novamas("lototrot", "odds", RIGHT, "--field", office.file("f.toml", text), "--json")
    assert json.loads(ran.err)["error"]["code"] == code


def test_the_shell_completes_the_commands_of_the_pools(novamas: Novamas) -> None:
    def candidates(typed: str) -> list[str]:
        return novamas("--complete", "bash", typed).out.split()

    assert {"open", "sell", "settle", "odds", "season"} <= set(candidates("novamas lototrot "))
    assert {"terminal", "publish"} <= set(candidates("novamas promotrot "))
    assert candidates("novamas pools o") == ["outlets"]
    assert candidates("novamas store r") == ["restore", "rekey"]
    assert candidates("novamas games lot") == ["lototrot"]
    assert candidates("novamas play lot") == []
    assert "--may" in candidates("novamas pools token palma-1 --")
    assert candidates("novamas pools token palma-1 --may ") == ["sell", "pay", "office"]
    assert candidates("novamas pools token palma-1 --may sell,") == ["sell,pay", "sell,office"]


def test_the_outlets_are_listed_with_their_tills_and_tokens(open_day: Office) -> None:
    open_day("promotrot", "outlet", "inca-2", "Cafè Inca")
    open_day("lototrot", "sell", DAY, RIGHT, "--outlet", "palma-1")
    open_day("pools", "token", "palma-1")
    inca, palma = open_day.read("pools", "outlets")
    assert (palma["name"], palma["lototrot"], palma["promotrot"]) == ("palma-1", True, False)
    assert (palma["till"], palma["tokens"], palma["establishment"]) == (200, 1, "Bar Trot")
    assert (inca["lototrot"], inca["promotrot"], inca["till"]) == (False, True, 0)
    open_day("promotrot", "outlet", "inca-2", "--revoke")
    assert not open_day.read("pools", "outlets")[0]["promotrot"]
    assert "Cafè Inca" in open_day("pools", "outlets").out
    assert open_day.refused("promotrot", "outlet", "nada-1", "--revoke")[0] == "outlet_unknown"


@pytest.mark.law("IB05.14.II.3.1", "IB05.14.III.1.1-5.1")
def test_a_shown_ticket_is_held_against_the_books(open_day: Office, tmp_path: Path) -> None:
    sold = open_day.read("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1")
    shown = tmp_path / "shown.json"
    compare = ("lototrot", "ticket", sold["code"], "--shown", shown)
    shown.write_text(json.dumps(sold), "utf-8")
    assert open_day(*compare).out == "El boleto presentado coincide con los libros.\n"
    shown.write_text(json.dumps({**sold, "day": "2026-11-21"}), "utf-8")
    assert open_day(*compare).out.endswith("que prevalecen, en: la fecha.\n")
    assert open_day.read(*compare) == {"differs": ["day"]}
    shown.write_text(json.dumps({**sold, "racecourses": []}), "utf-8")
    assert open_day.refused(*compare) == ("ticket_lacks_elements", "IB05.14.II.3.1")
    shown.write_text("[]", "utf-8")
    assert open_day.refused(*compare)[0] == "shown_ticket_unreadable"


@pytest.mark.law("IB05.14.III.1.1-2.1", "IB05.14.III.1.1-4.1")
def test_a_bettor_who_wants_a_ticket_changed_gets_the_laws_answer(open_day: Office) -> None:
    sold = open_day.read("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1")
    ask = ("lototrot", "ticket", sold["code"], "--request")
    for asked in ("return", "modify", "extend", "correct"):
        assert open_day.refused(*ask, asked) == ("ticket_is_fixed", "IB05.14.III.1.1-4.1")
    assert open_day.refused(*ask, "claim") == ("ticket_was_taken", "IB05.14.III.1.1-2.1")
    assert open_day.refused(*ask, "frame")[0] == "no_such_request"

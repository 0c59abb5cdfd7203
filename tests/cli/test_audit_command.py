"""`novamas audit` and `novamas why --departure` at the command line."""

from __future__ import annotations

import csv
import json
from io import StringIO
from pathlib import Path
from random import Random

import pytest
from tests.house.audit.planting import PLANTERS
from tests.house.audit.sessions import play, write

from novamas.cli import main
from novamas.law.texts import LANGUAGES

HEAD = "round,table,croupier,seat,bet,stake,returned,result,bought\n"
RIGHT = "1,A,Pons,1,rojo,10,20,1,100\n2,A,Pons,2,pleno:17,5,0,3,\n"
WRONG = "3,A,Pons,1,pleno:17,5,100,17,\n4,A,Vidal,2,pleno:17,500,0,3,\n"
GAME = ("--game", "ruleta", "--norm", "IB05")


@pytest.fixture
def wrong(tmp_path: Path) -> str:
    path = tmp_path / "pit.csv"
    path.write_text(HEAD + RIGHT + WRONG, "utf-8")
    return str(path)


def test_a_clean_file_ends_with_nought(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pit.csv"
    path.write_text(HEAD + RIGHT, "utf-8")
    assert main(["audit", str(path), *GAME, "--lang", "en"]) == 0
    told = capsys.readouterr().out
    assert "No departures." in told
    assert "Drop: €100.00; result of the house: −€5.00, −5.000 % of it." in told.replace("\n  ", " ")


@pytest.mark.law("IB05.01.IV.1.A.a.1", "IB05.01.IV.2.A.b.2")
def test_departures_are_told_with_clause_place_money_and_who_gained(
    wrong: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert main(["audit", wrong, *GAME, "--lang", "en"]) == 1
    out = capsys.readouterr().out
    told = " ".join(out.split())
    assert "wrong payout" in told
    assert "line 4 · round 3 · table A · croupier Pons" in told
    assert "€5.00 returns €180.00, but €100.00 is recorded. (IB05.01.IV.1.A.a.1)" in told
    assert (
        "€500.00 is above the maximum, €20.00. (IB05.01.IV.2.A.b.2) In the house’s favour: €480.00." in told
    )
    assert "In the house’s favour: €80.00." in told
    assert "bet above the maximum" in told
    assert all(len(line) <= 80 for line in out.splitlines() if wrong not in line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_is_told_in_every_language(
    language: str, wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["audit", wrong, *GAME, "--lang", language]) == 1
    assert "1." in capsys.readouterr().out
    page, sheet = tmp_path / "report.html", tmp_path / "report.pdf"
    for path in (page, sheet):
        assert main(["audit", wrong, *GAME, "--lang", language, "--to", str(path)]) == 1
        assert capsys.readouterr().out == ""
    assert f'<html lang="{language}">' in page.read_text("utf-8")
    assert sheet.read_bytes().startswith(b"%PDF-")
    assert main(["why", wrong, *GAME, "--lang", language]) == 0
    assert "IB05.01" in capsys.readouterr().out


def test_json_and_csv_say_the_same(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["audit", wrong, *GAME, "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["total"] == 2
    assert found["clean"] is False
    assert found["kinds"] == {
        "above_limit": {"count": 1, "at_stake": 48_000},
        "wrong_payout": {"count": 1, "at_stake": 8000},
    }
    assert found["croupiers"]["Vidal"]["departures"] == 1
    assert found["money"]["drop"] == 10_000
    assert found["tests"]["method"] == "holm"
    assert main(["audit", wrong, *GAME, "--csv"]) == 1
    rows = list(csv.DictReader(StringIO(capsys.readouterr().out)))
    assert [row["kind"] for row in rows] == [one["kind"] for one in found["departures"]]
    assert (rows[0]["due"], rows[0]["claimed"], rows[0]["at_stake"]) == ("180.00", "100.00", "80.00")
    assert all(row["clause"] for row in rows)


def test_the_page_asks_for_nothing_and_trusts_nothing(tmp_path: Path) -> None:
    path = tmp_path / "pit.csv"
    path.write_text(HEAD + "1,<b>,<script>alert(1)</script>,1,<img src=x>,5,0,3,\n", "utf-8")
    assert main(["audit", str(path), *GAME, "--to", str(tmp_path / "report.html")]) == 1
    page = (tmp_path / "report.html").read_text("utf-8")
    assert "<script" not in page
    assert "<img" not in page
    assert "http" not in page
    assert "url(" not in page
    assert "prefers-color-scheme: dark" in page


def test_a_formula_is_no_formula_in_a_spreadsheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "pit.csv"
    path.write_text(HEAD + "=1+1,A,@x,1,pleno:17,5,9,3,\n", "utf-8")
    assert main(["audit", str(path), *GAME, "--csv"]) == 1
    (row,) = csv.DictReader(StringIO(capsys.readouterr().out))
    assert (row["round"], row["croupier"]) == ("'=1+1", "'@x")


def test_a_record_and_a_table_are_audited_together(wrong: str, tmp_path: Path) -> None:
    session = write(play("boule", 3, 4), tmp_path / "boule.jsonl")
    assert main(["audit", str(session)]) == 0
    assert main(["audit", str(session), wrong, *GAME]) == 1


@pytest.mark.parametrize(
    "line",
    [["nothing.csv", *GAME], ["pit.csv"], ["pit.csv", "--game", "craps"], ["none.jsonl"], ["none.phh"]],
)
def test_bad_input_ends_with_two(
    line: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("pit.csv").write_text(HEAD + RIGHT, "utf-8")
    assert main(["audit", *line, "--json"]) == 2
    assert json.loads(capsys.readouterr().err)["error"]["says"]


def test_the_set_up_may_come_from_the_floor(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    floor = tmp_path / "floor.toml"
    floor.write_text('game = "ruleta"\nnorm = "IB05"\n', "utf-8")
    assert main(["audit", wrong, "--setup", str(floor), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["total"] == 2


def test_a_departure_is_walked_from_the_cards_to_the_law(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    session = play("tres_cartas", 7, 20, incidents=0.0)
    planted = next(PLANTERS["wrong_payout"](session, Random(3)))
    path = str(write(planted.played, tmp_path / "session.jsonl"))
    assert main(["why", path, "--departure", "1", "--lang", "en"]) == 0
    told = capsys.readouterr().out
    for part in ("The result:", "The rule:", "The arithmetic:", "Difference: ", "AR10.10-1-D"):
        assert part in told
    assert any(rank in told for rank in ("pair", "high", "flush", "straight", "ace"))
    assert main(["why", path, "--departure", "2"]) == 2
    assert main(["why", path, "--departure", "1", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["departures"]
    assert one["kind"] == "wrong_payout"
    assert len(one["why"]) > 5

"""Unreadable files of rounds: one sentence names the file, the line and the field."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.house.audit.sessions import table_for

from novamas.errors import NovamasError
from novamas.extras import MissingExtra
from novamas.house.audit import Setup, audit
from novamas.law.texts import LANGUAGES
from novamas.record.bounded_files import LONGEST_LINE
from novamas.words import voice_for

HEAD = "round,seat,bet,stake,returned,result"


def problem(folder: Path, data: bytes | str, name: str = "rounds.csv") -> NovamasError:
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    with pytest.raises(NovamasError) as raised:
        audit([path], Setup({"": table_for("ruleta")}))
    for language in LANGUAGES:
        says = voice_for(language).error(raised.value)
        assert str(path) in says
        assert "\n" not in says
        assert len(says) < 700
    return raised.value


@pytest.mark.parametrize(
    ("row", "text_key", "column"),
    [
        ("1,1,rojo,NaN,0,1", "field_no_amount", "stake"),
        ("1,1,rojo,-5,0,1", "field_no_amount", "stake"),
        ("1,1,rojo,1e9,0,1", "field_no_amount", "stake"),
        ("1,1,rojo,5,inf,1", "field_no_amount", "returned"),
        (f"1,1,rojo,{'9' * 18},0,1", "field_no_amount", "stake"),
        (f"1,1,rojo,{'9' * 5000},0,1", "field_no_amount", "stake"),
        ("1,1,rojo,5.001,0,1", "field_no_amount", "stake"),
        ("1,0,rojo,5,0,1", "field_no_seat", "seat"),
        ("1,x,rojo,5,0,1", "field_no_seat", "seat"),
        ("1,,rojo,5,0,1", "field_no_seat", "seat"),
        ("1,٣,rojo,5,0,1", "field_no_seat", "seat"),
        (f"1,{'9' * 400},rojo,5,0,1", "field_no_seat", "seat"),
        (",1,rojo,5,0,1", "field_empty", "round"),
        ("1,2,par,5,0,2", "round_says_both", "result"),
        (f"1,2,par,5,0,{'7' * 5000}", "round_says_both", "result"),
    ],
)
def test_a_field_that_cannot_be_read_is_named(row: str, text_key: str, column: str, tmp_path: Path) -> None:
    found = problem(tmp_path, f"{HEAD}\n1,1,rojo,5,10,1\n{row}\n")
    assert (found.code, found.text_key) == ("rounds_unreadable", text_key)
    assert (found.figures["line"], found.figures["column"]) == (3, column)


@pytest.mark.parametrize(
    ("data", "text_key"),
    [
        (b"", "rounds_empty"),
        (b"\n\n", "rounds_empty"),
        (f"{HEAD},bank\n".encode(), "column_unknown"),
        (f"{HEAD},bet\n".encode(), "column_twice"),
        (b"round,seat,bet,returned,result\n", "column_missing"),
        (b"round,seat,bet,stake,returned\n", "column_missing"),
        (f"{HEAD}\n1,1,rojo,5\n".encode(), "fields_missing"),
        (f"{HEAD}\n1,1,rojo,5,0,1,2,3\n".encode(), "fields_missing"),
        (f'{HEAD}\n1,1,"rojo,5,0,1\n'.encode(), "rounds_no_csv"),
        (f'{HEAD}\n1,1,"rojo"x,5,0,1\n'.encode(), "rounds_no_csv"),
        (f"{HEAD}\n1,1,rojo,5,0,".encode() + b"\xff\xfe\n", "rounds_no_text"),
        (f"{HEAD}\n1,1,rojo,5,0,1\n".encode("utf-16"), "rounds_no_text"),
        (f"{HEAD}\n1,1,{'x' * 200_000},5,0,1\n".encode(), "rounds_no_csv"),
        (f"{HEAD}\n{'1,' * LONGEST_LINE}".encode(), "line_too_long"),
        (f"{HEAD}\n".encode() + b"\0" * (LONGEST_LINE + 2), "line_too_long"),
        ((HEAD + "\n" + "1,1,rojo,5,0,1\n" * 6000).encode(), "round_too_long"),
    ],
)
def test_a_file_that_cannot_be_read_says_where(data: bytes, text_key: str, tmp_path: Path) -> None:
    assert problem(tmp_path, data).text_key == text_key


def test_a_file_that_is_not_there_or_is_a_folder(tmp_path: Path) -> None:
    for path in (tmp_path / "none.csv", tmp_path):
        with pytest.raises(NovamasError, match="cannot be read"):
            audit([path / "x.csv" if path.is_dir() else path], Setup({"": table_for("ruleta")}))


def test_an_act_that_nobody_can_read_is_named(tmp_path: Path) -> None:
    found = problem(tmp_path, f"{HEAD},acts\n1,1,rojo,5,0,1,s1 vuela\n")
    assert found.text_key == "field_no_deed"
    assert found.figures["column"] == "acts"
    found = problem(tmp_path, f"{HEAD},irregularity\n1,1,rojo,5,0,1,terremoto\n")
    assert found.figures["column"] == "irregularity"


STRANGE = (
    *("(" * 5000, f"pleno:{'9' * 300}", f"rojo@{'9' * 5000}", "a" * 9000),
    *("rojo@999", "rojo@1@2", "rojo@99999999", "=cmd()", "🎲"),
)


@pytest.mark.parametrize("results", [("1", "", ""), ("", "", "1"), ("1", "1", "1"), ("", "1", "1")])
def test_what_is_said_of_a_whole_round_stands_in_any_row(results: tuple[str, ...], tmp_path: Path) -> None:
    path = tmp_path / "rounds.csv"
    bets = zip(("rojo", "par", "pleno:1"), ("10", "0", "180"), results, strict=True)
    rows = "".join(f"1,1,{bet},5,{back},{result}\n" for bet, back, result in bets)
    path.write_text(f"{HEAD}\n{rows}", "utf-8")
    assert audit([path], Setup({"": table_for("ruleta")})).is_clean


@pytest.mark.parametrize("bet", STRANGE)
def test_a_strange_bet_departs_and_breaks_nothing(bet: str, tmp_path: Path) -> None:
    path = tmp_path / "rounds.csv"
    path.write_text(f"{HEAD}\n1,1,rojo,5,10,1\n2,1,{bet},5,0,2\n3,1,rojo,5,10,1\n", "utf-8")
    found = audit([path], Setup({"": table_for("ruleta")}))
    assert [(one.kind, one.round) for one in found.departures] == [("unlawful_bet", "2")]
    assert found.money.rounds == 3


def test_a_table_of_another_game_or_of_none_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "rounds.csv"
    path.write_text(f"{HEAD}\n", "utf-8")
    with pytest.raises(NovamasError) as raised:
        audit([path])
    assert raised.value.code == "rounds_without_game"
    with pytest.raises(NovamasError) as raised:
        audit([path], Setup({"": table_for("craps")}))
    assert raised.value.code == "rounds_of_other_game"


def test_without_pyarrow_one_sentence_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtra) as raised:
        audit([tmp_path / "rounds.parquet"], Setup({"": table_for("ruleta")}))
    assert "novamas[parquet]" in voice_for("es").error(raised.value)


@pytest.mark.parametrize("data", [b"", b"PAR1", b"PAR1" + b"\0" * 100 + b"PAR1", b"round,seat\n"])
def test_a_parquet_file_that_is_none_is_named(data: bytes, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    assert problem(tmp_path, data, "rounds.parquet").text_key == "rounds_no_parquet"


def test_parquet_may_bring_numbers_and_nothing(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow")
    from pyarrow import parquet

    columns = {
        "round": [1, 2, 3],
        "seat": [1, 1, 1],
        "bet": ["rojo"] * 3,
        "stake": [5.0, 5.5, 5.0],
        "returned": [10.0, None, 9.0],
        "result": [1, 3, 5],
    }
    path = tmp_path / "rounds.parquet"
    parquet.write_table(pyarrow.table(columns), path)
    found = audit([path], Setup({"": table_for("ruleta")}))
    assert [(one.kind, one.line) for one in found.departures] == [("unlawful_bet", 2), ("wrong_payout", 3)]
    columns["stake"] = [5.0, float("nan"), 5.0]
    parquet.write_table(pyarrow.table(columns), path)
    assert problem(tmp_path, path.read_bytes(), "rounds.parquet").figures["column"] == "stake"

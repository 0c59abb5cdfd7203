"""`novamas sessions`, `novamas day` and the files of `novamas simulate`."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

FLOOR = """
[floor]
norm = "IB05"

[games.boule.play]
lays = "rojo 10 € + numero:5 2 €"
rounds_an_hour = 30
hours = 2

[[tables]]
name = "B1"
game = "boule"

[[tables]]
name = "B2"
game = "boule"
play = { lays = "rojo", rounds_an_hour = 60, hours = 1, seats = 4 }

[[tables]]
name = "R1"
game = "ruleta"
"""


def floor(folder: Path, text: str = FLOOR) -> str:
    path = folder / "floor.toml"
    path.write_text(text, "utf-8")
    return str(path)


def test_people_see_how_evenings_end(novamas: Novamas) -> None:
    line = ("sessions", "boule", "--bet", "rojo", "--purse", "20 €", "--target", "40 €", "--seed", "1")
    shown = novamas(*line, "--system", "martingale", "--lang", "es").out
    for words in ("martingala", "arruinados", "con el objetivo alcanzado", "11,11111 %", "semilla 1"):
        assert words in shown


def test_programs_read_whole_numbers(novamas: Novamas, tmp_path: Path) -> None:
    line = (
        "sessions",
        "boule",
        "--bet",
        "rojo",
        "--purse",
        "2000",
        "--rounds",
        "50",
        "--seed",
        "1",
        "--json",
    )
    told = json.loads(novamas(*line).out)
    assert (told["unit"], told["edge"], told["players"]) == (200, "1/9", 10_000)
    assert told == json.loads(novamas(*line).out)
    page = tmp_path / "page.html"
    assert novamas(*line[:-1], "--to", str(page)).status == 0
    assert "sessions" in page.read_text("utf-8")


def test_a_day_of_a_floor(novamas: Novamas, tmp_path: Path) -> None:
    line = ("day", floor(tmp_path), "--days", "500", "--seed", "1")
    shown = novamas(*line, "--lang", "ca").out
    for words in (
        "B1",
        "B2",
        "tota la sala",
        "avançament suficient el 99,9 % dels dies",
        "vermell, 10,00 € +",
    ):
        assert words in shown
    assert "R1" not in shown  # the file does not say how it is played
    told = json.loads(novamas(*line, "--json").out)
    assert [table["rounds"] for table in told["tables"]] == [60, 60]
    assert [table["expected"] for table in told["tables"]] == ["8000", "16000/3"]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        ('lays = "rojo"', 'lays = "rosa"', "line 17, field “play.lays”: There is no bet “rosa”"),
        ('lays = "rojo"', 'lays = "rojo 1 €"', "is below the minimum"),
        ("seats = 4", "seats = 0", "the rounds an hour"),
        ("seats = 4", "chairs = 4", "the rounds an hour"),
        ('game = "ruleta"', 'game = "ruletta"', "ruletta"),
    ],
)
def test_what_is_wrong_with_a_floor_is_told_with_its_line(
    novamas: Novamas, tmp_path: Path, before: str, after: str, says: str
) -> None:
    ran = novamas("day", floor(tmp_path, FLOOR.replace(before, after)), "--days", "10")
    assert ran.status == 2
    assert says in ran.err
    assert "Traceback" not in ran.err


def test_a_floor_that_nobody_plays(novamas: Novamas, tmp_path: Path) -> None:
    ran = novamas("day", floor(tmp_path, '[[tables]]\ngame = "boule"\nnorm = "IB05"\n'))
    assert (ran.status, "[tables.play]" in ran.err) == (2, True)


def test_the_check_has_nothing_against_how_a_table_is_played(novamas: Novamas, tmp_path: Path) -> None:
    assert "play" not in novamas("check", floor(tmp_path)).out


def test_rounds_and_results_are_kept_as_columns(novamas: Novamas, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    rounds, results = tmp_path / "rounds.parquet", tmp_path / "results.parquet"
    line = (
        "simulate",
        "boule",
        "--bet",
        "rojo 4 € + numero:5 2 €",
        "--rounds",
        "5000",
        "--seed",
        "1",
        "--json",
    )
    assert novamas(*line, "--out", str(rounds), "--by-round").status == 0
    told = json.loads(novamas(*line, "--out", str(results)).out)["rojo 4 € + numero:5 2 €"]
    assert parquet.read_table(rounds).num_rows == 5000
    assert sum(parquet.read_table(results)["times"].to_pylist()) == told["rounds"] == 5000


ON_A_CLUSTER = ("simulate", "boule", "--bet", "rojo", "--rounds", "9", "--cluster")


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (("simulate", "boule", "--by-round"), "--out"),
        (("simulate", "boule", "--out", "x.csv"), ".parquet"),
        (("sessions", "boule", "--bet", "rojo", "--purse", "1 €"), "one round can lose €2.00"),
        (("sessions", "boule", "--bet", "rojo", "--purse", "1"), "one round can lose €2.00"),
        (("sessions", "boule", "--bet", "rojo", "--purse", "much"), "is not an amount"),
        pytest.param((*ON_A_CLUSTER, "nowhere"), "“nowhere”", marks=pytest.mark.soak),
        (("sessions", "boule", "--bet", "rojo", "--purse", "9 €", "--line", "1,x"), "1,2,3,4"),
        (("sessions", "boule", "--bet", "rojo", "--purse", "9 €", "--system", "luck"), "martingale"),
        (("day", "nowhere.toml"), "nowhere.toml"),
    ],
)
def test_nonsense_gets_one_sentence(novamas: Novamas, line: tuple[str, ...], says: str) -> None:
    ran = novamas(*line)
    assert ran.status == 2
    assert says in ran.err
    assert len(ran.err.strip().splitlines()) <= 3


def test_without_dask_one_sentence_says_what_to_install(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    ran = novamas(*ON_A_CLUSTER, "local")
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert "novamas[cluster]" in ran.err

"""`novamas placard`: of a game, or of every table of a floor, as text, page or sheet."""

from __future__ import annotations

from pathlib import Path

from .conftest import Novamas

FLOOR = """
[floor]
norm = "IB05"
[[tables]]
name = "B 1"
game = "boule"
[[tables]]
name = "R/1"
game = "ruleta"
rules.minimum = "5 €"
premises.authorised_minimum = 500
"""


def test_a_placard_is_printed_as_text(novamas: Novamas) -> None:
    ran = novamas("placard", "boule", "--norm", "IB05", "--choice", "authorised_minimum=500", "--lang", "ca")
    assert ran.status == 0
    assert "Mínim: 5,00 €" in ran.out
    assert "Màxim a un número: 200,00 €" in ran.out
    assert all(len(line) == 80 for line in ran.out.splitlines())


def test_a_placard_is_written_in_three_forms(novamas: Novamas, tmp_path: Path) -> None:
    for ending, begins in ((".txt", "╔"), (".html", "<!doctype html>"), (".pdf", "%PDF-")):
        path = tmp_path / f"placard{ending}"
        ran = novamas("placard", "tres_cartas", "--in", "aragon", "--to", path, "--paper", "a3")
        assert (ran.status, ran.out, ran.err) == (0, "", "")
        assert path.read_bytes().startswith(begins.encode())


def test_every_table_of_a_floor_has_its_placard(novamas: Novamas, tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    floor.write_text(FLOOR, "utf-8")
    assert novamas("placard", floor, "--to", tmp_path / "p.txt").status == 0
    assert sorted(path.name for path in tmp_path.glob("p*")) == ["p-B_1.txt", "p-R_1.txt"]
    assert "Minimum: €5.00" in (tmp_path / "p-R_1.txt").read_text("utf-8")


def test_what_is_not_lawful_has_no_placard(novamas: Novamas, tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    floor.write_text(FLOOR.replace('"5 €"', '"1 €"'), "utf-8")
    ran = novamas("placard", floor)
    assert (ran.status, ran.out) == (2, "")
    assert "(IB05.01.IV.2.A.1)" in ran.err
    for wrong in (FLOOR.replace('"ruleta"', '"bingo"'), FLOOR.replace('"R/1"', '"B 1"')):
        floor.write_text(wrong, "utf-8")
        assert novamas("placard", floor, "--to", tmp_path / "p.txt").status == 2
        assert not list(tmp_path.glob("p*"))


def test_bad_input_is_one_sentence(novamas: Novamas, tmp_path: Path) -> None:
    for line in (
        ("placard", "bingo"),
        ("placard", "boule", "--to", tmp_path / "x.doc"),
        ("placard", "boule", "--paper", "a0"),
        ("placard", "boule", "--to", tmp_path / "nowhere" / "x.txt"),
        ("placard", tmp_path / "nobody.toml"),
        ("placard", tmp_path, "--norm", "IB05"),
        ("placard", "lototrot"),
    ):
        ran = novamas(*line)
        assert (ran.status, ran.out) == (2, ""), line
        assert ran.err.count("\n") == 1, ran.err

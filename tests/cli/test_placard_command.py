"""`novamas placard` prints the notice of a game or of every table of a floor, as text, page or PDF."""

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


PENDING = "Depende de una autorización que aquí no consta. (IB05.01.IV.2.B.1)"


def test_what_hangs_on_an_authorisation_has_a_placard_that_says_so(novamas: Novamas, tmp_path: Path) -> None:
    floor = tmp_path / "floor.toml"
    kept = '[[tables]]\nname = "R2"\ngame = "ruleta"\npremises.authorised_minimum = 500\n'
    raised = FLOOR.replace('"5 €"', '"10 €"') + kept
    floor.write_text(raised, "utf-8")
    for ending in (".txt", ".html", ".pdf"):
        assert novamas("placard", floor, "--lang", "es", "--to", tmp_path / f"p{ending}").status == 0
    for name, is_pending in (("p-R_1", True), ("p-R2", False), ("p-B_1", False)):
        assert (PENDING in (tmp_path / f"{name}.txt").read_text("utf-8")) is is_pending
        assert (PENDING in (tmp_path / f"{name}.html").read_text("utf-8")) is is_pending
    granted = "\n[games.ruleta.premises]\nauthorised = ['vary_minimum']\n"
    floor.write_text(raised + granted, "utf-8")
    assert PENDING not in novamas("placard", floor, "--lang", "es").out
    floor.write_text(raised + granted.replace("'vary_minimum'", ""), "utf-8")
    assert novamas("placard", floor, "--lang", "es").status == 2


def test_the_same_holds_for_a_table_that_is_typed(novamas: Novamas) -> None:
    choices = ("authorised_minimum=500", "minimum=1000", "minimum_kept_elsewhere=true")
    typed_as = [word for choice in choices for word in ("--choice", choice)]
    line = ("placard", "ruleta", "--norm", "IB05", "--lang", "es", *typed_as)
    typed = novamas(*line)
    assert (typed.status, PENDING in typed.out) == (0, True)
    granted = novamas(*line, "--choice", "authorised=vary_minimum")
    assert (granted.status, PENDING in granted.out) == (0, False)
    refused = novamas(*line, "--choice", "authorised=")
    assert refused.status == 2


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

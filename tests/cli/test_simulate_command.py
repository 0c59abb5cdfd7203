"""`novamas simulate`: what people see, what other programs read, and what is said of nonsense."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas


def test_people_see_the_edge_its_error_and_how_it_agrees(novamas: Novamas) -> None:
    shown = novamas("simulate", "ruleta", "--bet", "rojo", "--rounds", "1e6", "--seed", "5").out
    assert "1,000,000" in shown
    assert "house edge" in shown
    assert "It agrees with the odds." in shown
    assert "standard errors from it" in shown
    assert "48.648649 %" in shown  # the chance of either side, beside how often it came
    assert "Risk of ruin" in shown
    assert "seed 5" in shown


def test_programs_read_whole_numbers_and_fractions(novamas: Novamas) -> None:
    line = (
        "simulate",
        "boule",
        "--bet",
        "rojo",
        "--bet",
        "numero",
        "--rounds",
        "200000",
        "--seed",
        "5",
        "--json",
    )
    report = json.loads(novamas(*line).out)
    assert list(report) == ["rojo", "numero"]
    rojo = report["rojo"]
    assert (rojo["game"], rojo["rounds"], rojo["seed"], rojo["strategy"]) == ("boule", 200_000, 5, "best")
    counted = {each["net"]: each["times"] for each in rojo["outcomes"]}
    assert sum(counted.values()) == 200_000
    edge = -Fraction(sum(net * times for net, times in counted.items()), 200_000) / Fraction(rojo["unit"])
    assert Fraction(rojo["edge"]) == edge
    assert rojo["agreement"]["edge"] == "1/9"
    assert report == json.loads(novamas(*line, "--threads", "1").out)


def test_without_a_bet_all_are_played_from_one_seed(novamas: Novamas) -> None:
    report = json.loads(novamas("simulate", "ruleta_de_la_fortuna", "--rounds", "1000", "--json").out)
    assert {"24", "joker_rojo"} <= report.keys()
    assert len({one["seed"] for one in report.values()}) == 1


def test_it_makes_a_page(novamas: Novamas, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    ran = novamas(
        *("simulate", "ruleta", "--bet", "rojo", "--strategy", "imprison", "--rounds", "1e5", "--seed", "5"),
        *("--lang", "es", "--to", str(page)),
    )
    assert (ran.status, ran.out) == (0, "")
    told = page.read_text("utf-8")
    assert "Ruleta francesa: simulación" in told
    assert "siempre se elige" in told
    assert "Concuerda" in told  # with the odds of those who always let it be imprisoned


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (("--rounds", "many"), "«many» is no number of rounds"),
        (("--rounds", "1.5"), "«1.5» is no number of rounds"),
        (("--rounds", "-3"), "«-3» is no number of rounds"),
        (("--rounds", "nan"), "«nan» is no number of rounds"),
        (("--rounds", "1e99999"), "«1e99999» is no number of rounds"),
        (("--bet", "rosa"), "There is no bet «rosa»"),
        (("--bet", "rojo", "--strategy", "pray"), "there are best, imprison, take_half"),
    ],
)
def test_nonsense_gets_one_sentence(novamas: Novamas, line: tuple[str, ...], says: str) -> None:
    ran = novamas("simulate", "ruleta", *line)
    assert ran.status == 2
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1


def test_what_has_no_kernel_yet_is_said_in_the_language_of_the_call(novamas: Novamas) -> None:
    line = ("seven_stud", "--choice", "charge=sesion", "--bet", "cagnotte", "--strategy", "any")
    ran = novamas("simulate", *line, "--lang", "ca")
    assert ran.status == 2
    assert "Encara no hi ha simulació a gran escala" in ran.err

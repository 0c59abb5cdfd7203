"""`novamas simulate`: its output for people and programs, and its errors."""

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
    assert "The simulation agrees with the odds." in shown
    assert "standard errors away" in shown
    assert "48.648649 %" in shown  # the probability of either side, beside its frequency
    assert "Risk of ruin" in shown
    assert "seed 5" in shown
    few = novamas("simulate", "ruleta", "--bet", "rojo", "--rounds", "2e5", "--seed", "5", "--lang", "es").out
    assert "10,000 players" in shown
    assert "2.000 jugadores" in few


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
    assert "Siempre que se puede, se elige" in told
    assert (
        "concuerda con las probabilidades" in told
    )  # with the odds of players who always leave the stake in prison


THREE_CARDS = ("tres_cartas", "--norm", "AR10", "--bet", "ante", "--strategy", "go", "--rounds", "20000")


def test_several_seats_are_told_together_and_one_beside_them(novamas: Novamas) -> None:
    line = ("simulate", *THREE_CARDS, "--seats", "4", "--seed", "5")
    shown = " ".join(novamas(*line).out.split())
    assert "4 seats place this bet in every round" in shown
    assert "the covariance of two seats is" in shown
    report = json.loads(novamas(*line, "--json").out)["ante"]
    assert (report["seats"], report["unit"], report["seat"]["unit"]) == (4, "2000", "500")
    assert 0 < report["seat"]["correlation"] < 1
    variance = 4 * report["seat"]["sd"] ** 2 + 12 * report["seat"]["covariance"]
    assert (4 * report["sd"]) ** 2 == pytest.approx(variance)
    assert report["agreement"]["p"] is None  # the results are not those of one seat


def test_more_seats_than_the_table_has_are_refused_with_their_clause(novamas: Novamas) -> None:
    ran = novamas("simulate", *THREE_CARDS, "--seats", "40")
    assert ran.status == 2
    assert "AR10." in ran.err
    assert len(ran.err.splitlines()) == 1


def test_the_bank_of_a_player_is_told_with_the_hands_against_it(novamas: Novamas) -> None:
    line = ("simulate", "pai_gow_domino", "--bet", "banca", "--rounds", "20000", "--seats", "5")
    shown = " ".join(novamas(*line).out.split())
    assert "Per unit staked against the bank by all hands" in shown
    assert "A player holds the bank against 5 hands" in shown
    report = json.loads(novamas(*line, "--json").out)["banca"]
    assert (report["seats"], report["seat"], report["agreement"]) == (5, None, None)
    ran = novamas(*line, "--seats", "40")
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert "CM16.10.1" in ran.err


def test_a_jackpot_is_carried_on_and_told(novamas: Novamas) -> None:
    line = ("sin_descarte", "--norm", "IB05", "--choice", "carrousel=1 €", "--strategy", "go")
    told = ("--bet", "carrousel", "--jackpot", "25000 €", "--rounds", "1000", "--lang", "es")
    shown = " ".join(novamas("simulate", *line, *told).out.split())
    assert "empezó con 25.000,00 €" in shown
    ran = novamas("simulate", *line, "--bet", "apuesta_inicial", "--jackpot", "1 €")
    assert ran.status == 2
    assert "No jackpot pays this bet" in ran.err


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (("--rounds", "many"), "“many” is not a number of rounds"),
        (("--rounds", "1.5"), "“1.5” is not a number of rounds"),
        (("--rounds", "-3"), "“-3” is not a number of rounds"),
        (("--rounds", "nan"), "“nan” is not a number of rounds"),
        (("--rounds", "1e99999"), "“1e99999” is not a number of rounds"),
        (("--bet", "rosa"), "There is no bet “rosa”"),
        (("--bet", "rojo", "--strategy", "pray"), "choose “best”, “imprison”, “take_half”"),
        (("--bet", "rojo", "--seats", "3"), "French roulette cannot be simulated with several seats yet"),
        (("--bet", "rojo", "--seats", "0"), "“0” is not a number of seats"),
        (("--bet", "rojo", "--jackpot", "1 €"), "No jackpot pays this bet"),
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
    assert "encara no es pot simular amb l’opció «charge»" in ran.err


@pytest.mark.parametrize(
    "line",
    [
        ("odds", "ruleta", "--bet", "red"),
        ("simulate", "ruleta", "--bet", "red", "--rounds", "1000", "--seed", "1"),
        ("sessions", "ruleta", "--bet", "red 5 €", "--purse", "50", "--players", "10", "--seed", "1"),
    ],
    ids=lambda line: line[0],
)
def test_a_bet_is_taken_by_its_name_in_the_language(line: tuple[str, ...], novamas: Novamas) -> None:
    named = novamas(*line)
    spanish = novamas(*(word.replace("red", "rojo") for word in line))
    assert (named.status, named.out) == (0, spanish.out), named.err
    wrong = novamas(*(word.replace("red", "purple") for word in line))
    assert wrong.status == 2
    assert "“purple”" in wrong.err

"""`novamas odds`: its output for people and for programs."""

from __future__ import annotations

import json
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas


@pytest.mark.law("IB05.01.IV.1.A.a.1", "IB05.01.IV.1.B.b.1")
def test_json_has_what_the_design_promises(novamas: Novamas) -> None:
    report = json.loads(novamas("odds", "ruleta", "--norm", "IB05", "--json").out)
    assert report.keys() == {"game", "norm", "choices", "bets", "strategy", "readings"}
    assert (report["game"], report["norm"]) == ("ruleta", "IB05")
    assert report["choices"]["chip"] == 100
    pleno = report["bets"]["pleno"]
    assert (pleno["edge"], pleno["exact"], pleno["se"]) == ("1/37", True, None)
    assert pleno["edge_float"] == pytest.approx(1 / 37)
    assert Fraction(pleno["hit"]) == Fraction(1, 37)
    assert pleno["distribution"] == [["-1", "36/37"], ["35", "1/37"]]
    assert report["bets"]["rojo"]["edge"] == "1/74"
    assert {"bet": "rojo", "best": "take_half"}.items() <= report["strategy"][0].items()
    assert "IB05.01.IV.1.A.h.1" in report["readings"]


def test_people_see_edge_chances_decisions_choices_and_readings(novamas: Novamas) -> None:
    shown = novamas("odds", "ruleta").out
    assert "2.703 %" in shown
    assert "1/37" in shown
    assert "rojo (red)" in shown
    assert "red in prison: the best play is “half” (“prison” ≈ 0.493150686, “half” 1/2)" in shown
    assert "chip = 100 (€1.00)" in shown
    assert "ours, not the law’s" in shown


def test_one_bet_may_be_asked_for(novamas: Novamas) -> None:
    report = json.loads(novamas("odds", "boule", "--bet", "rojo", "--json").out)
    assert list(report["bets"]) == ["rojo"]
    assert report["bets"]["rojo"]["edge"] == "1/9"


def test_a_choice_of_the_house_changes_the_table(novamas: Novamas) -> None:
    report = json.loads(novamas("odds", "boule", "--choice", "chip=50", "--bet", "numero", "--json").out)
    assert report["choices"]["chip"] == 50


def test_decimals_are_written_as_the_reader_does(novamas: Novamas) -> None:
    shown = novamas("odds", "boule", "--bet", "rojo", "--lang", "es").out
    assert "11,111 %" in shown
    assert "ventaja de la casa" in shown
    assert "unidad apostada" in shown


def test_rules_to_remember_are_told_with_their_cost(novamas: Novamas) -> None:
    shown = novamas("odds", "trijoker", "--norm", "IB05").out
    assert "first bet: “leave” with a pair of jacks or better, or three of one suit in a row" in shown
    assert "otherwise “withdraw”. Costs 0.0217 % compared with best play." in shown
    shown = novamas("odds", "holdem_contrapartida", "--lang", "es").out
    assert (
        "flop: «apostar» con todo menos un dos con un tres, cuatro, cinco, seis o siete de otro palo; si no,"
        " «retirarse»" in shown
    )


def test_the_paytable_that_the_house_chooses_changes_the_edge(novamas: Novamas) -> None:
    shown = novamas("odds", "tres_cartas", "--norm", "AR10", "--choice", "pareja_plus=A").out
    assert "`pareja_plus = A`, the edge is 7.095 %" in shown
    assert "with B it would be 2.317 % (−4.778 %), with C it would be 2.697 % (−4.398 %)" in shown
    shown = novamas("odds", "tres_cartas", "--norm", "AR10", "--choice", "pareja_plus=B").out
    assert "with A it would be 7.095 % (+4.778 %)" in shown


def test_how_to_set_a_hand_of_pai_gow(novamas: Novamas) -> None:
    told = json.loads(
        novamas("odds", "pai_gow_domino", "--hand", "6:6 1:3 2:4 5:5", "--json", "--bet", "casilla").out
    )
    worths = [Fraction(worth) for worth in told["worth"].values()]
    assert len(worths) == 3
    assert worths == sorted(worths, reverse=True)
    assert told["house"] in told["worth"]
    asked = ("odds", "pai_gow_poker", "--norm", "IB09", "--hand", "Ac Ad Kh Ks 7c 4d 2s")
    assert "Best: KhKs in the low hand. The house way: KhKs." in novamas(*asked).out
    exact = json.loads(novamas(*asked, "--json").out)["worth"].values()
    assert all(comb(46, 7) * 20 % Fraction(worth).denominator == 0 for worth in exact)  # against every hand
    for slug, hand in (
        ("pai_gow_domino", "6:6 1:3"),
        ("pai_gow_poker", "Ac Ad"),
        ("tres_cartas", "Ac Ad 2c"),
    ):
        assert novamas("odds", slug, "--hand", hand).status == 2


@pytest.mark.parametrize(
    ("game", "usual", "others"),
    [
        (
            "blackjack",
            ("As 10h", "6d"),
            (("AS TH", "6D"), ("A♠, 10♥", "6♦"), ("as de picas y diez de corazones", "sis de diamants")),
        ),
        ("blackjack", ("10 6", "10"), (("106", "T"), ("10c,6h", "king of spades"))),
        (
            "sin_descarte",
            ("Ac Kd Jh 8s 3c", "10h"),
            (("AC K♦ J♥ 8S 3c", "TH"), ("as de tréboles, rey de diamantes, Jh+8s+3c", "deu de cors")),
        ),
    ],
)
def test_cards_of_a_decision_are_read_as_everywhere(
    novamas: Novamas, game: str, usual: tuple[str, str], others: tuple[tuple[str, str], ...]
) -> None:
    told = novamas("odds", game, "--hand", usual[0], "--bank", usual[1])
    assert told.status == 0
    for hand, bank in others:
        assert novamas("odds", game, "--hand", hand, "--bank", bank) == told


def test_a_hand_to_set_is_read_as_everywhere(novamas: Novamas) -> None:
    usual = novamas("odds", "pai_gow_poker", "--hand", "Jk As Kh Th 4d 3c 2c")
    assert usual.status == 0
    for hand in ("comodí, as de piques, K♥, 10h, 4D, 3c, 2♣", "JOKER AS KH TH 4D 3C 2C"):
        assert novamas("odds", "pai_gow_poker", "--hand", hand) == usual


def test_the_whole_table_goes_to_a_file(novamas: Novamas, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    assert novamas("odds", "tres_cartas", "--table", file).status == 0
    assert file.read_text("utf-8").splitlines()[0] == "bet,hand,hands,best,worth_of_go,worth_of_fold"
    refused = novamas("odds", "tres_cartas", "--table", tmp_path)
    assert refused.status == 2
    assert "cannot be written" in refused.err


def test_fresh_counts_again_what_was_kept(
    novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NOVAMAS_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr("novamas.odds.cache.LONG", 0.0)
    first = novamas("odds", "boule", "--json").out
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(kept.read_bytes().replace(b"1/9", b"1/8"))
    assert novamas("odds", "boule", "--json").out != first
    assert novamas("odds", "boule", "--json", "--fresh").out == first
    assert novamas("odds", "boule", "--json").out == first


def test_bars_are_for_terminals_only(novamas: Novamas, monkeypatch: pytest.MonkeyPatch) -> None:
    assert novamas("odds", "tres_cartas", "--fresh").err == ""
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert "counting" in novamas("odds", "boule", "--fresh").err


def test_odds_are_those_in_force_somewhere_on_a_day(novamas: Novamas) -> None:
    found = json.loads(novamas("odds", "boule", "--in", "illes_balears", "--on", "2008-01-01", "--json").out)
    assert found["norm"] == "IB05"
    early = novamas("odds", "tres_cartas", "--in", "illes_balears", "--on", "2008-01-01")
    assert early.status == 2
    assert "is not in the catalogue in force in the Balearic Islands on 1 January 2008" in early.err
    assert "A date needs a region" in novamas("odds", "boule", "--on", "2008-01-01").err
    assert novamas("odds", "boule", "--norm", "IB05", "--in", "aragon").status == 2


@pytest.mark.parametrize(
    ("language", "says", "part", "error"),
    [
        ("en", "no bet has a house edge", "€25.00 €1.00 €50.00 €2.50", "(standard error)"),
        ("es", "ninguna apuesta tiene ventaja de la casa", "25,00 € 1,00 € 50,00 € 2,50 €", "(error típico)"),
        ("ca", "cap aposta no té avantatge de la casa", "25,00 € 1,00 € 50,00 € 2,50 €", "(error típic)"),
    ],
)
def test_where_players_play_each_other_it_tells_what_the_house_takes(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch, language: str, says: str, part: str, error: str
) -> None:
    monkeypatch.setattr("novamas.house.rake.TABLES", 2)
    ran = novamas("odds", "holdem", "--lang", language)
    told = " ".join(ran.out.split())
    assert ran.status == 0
    assert all(each in told for each in (says, part, error, "`novamas equity`"))
    assert says not in " ".join(novamas("odds", "boule", "--lang", language).out.split())


def test_what_the_house_takes_is_there_for_programs(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("novamas.house.rake.TABLES", 2)
    found = json.loads(novamas("odds", "omaha", "--json").out)["rake"]
    assert found["by_pot"]["5000"] == 250
    assert (found["hand"]["hands"], found["hand"]["seed"]) == (20, 1)
    assert Fraction(found["hand"]["mean"]) > 0
    by_session = json.loads(novamas("odds", "omaha", "--json", "--choice", "charge=sesion").out)
    assert by_session["rake"] == {"session": {"rate": "1/10", "base": "maximo"}}
    assert "rake" not in json.loads(novamas("odds", "boule", "--json").out)


def test_a_charge_by_session_and_one_by_interval_are_told_as_such(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("novamas.house.rake.TABLES", 2)
    by_session = novamas("odds", "holdem", "--choice", "charge=sesion").out
    assert (
        "Nothing is taken from the pots: each player pays 10.0 % of the table’s maximum per session."
        in by_session
    )
    by_interval = novamas("odds", "holdem", "--norm", "IB09", "--choice", "rake_at=intervalo").out
    assert "The table gives the maximum for a whole hand." in by_interval

"""Circle poker at the command line: a person plays with bots that know only their own view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

from novamas.bots.circle import MINDS
from novamas.law.texts import LANGUAGES, Language
from novamas.record import read_record
from novamas.words import voice_for
from novamas.words.texts import text_file

VARIANTS = ("cubierto", "holdem", "seven_stud")


@pytest.mark.parametrize("game", VARIANTS)
def test_a_newcomer_plays_a_hand_with_companions(novamas: Novamas, tmp_path: Path, game: str) -> None:
    record = tmp_path / "record.jsonl"
    lines = "buy 50\n" + "\n" * 12 + "acts\nwhy\nquit\n"
    ran = novamas("play", game, "--norm", "AR10", "--seed", 3, "--record", record, lines=lines)
    assert ran.status == 0, ran.err
    assert "Traceback" not in ran.out
    assert "Se sortean los departamentos." in ran.out
    assert "▒▒" in ran.out
    assert re.search(r"seat [234]: «(Paso|Resto|Servido|Tres)", ran.out) or "out of play" in ran.out
    again = novamas("replay", record)
    assert again.status == 0, again.err


def test_the_same_number_gives_the_same_companions(novamas: Novamas) -> None:
    lines = "buy 50\n" + "\n" * 6 + "quit\n"

    def told(seed: int) -> list[str]:
        return novamas("play", "holdem", "--norm", "AR10", "--seed", seed, lines=lines).out.splitlines()[5:-2]

    assert told(3) == told(3)
    assert told(3) != told(4)


# ---------------------------------------------------------------- cash


@pytest.mark.parametrize("game", VARIANTS)
def test_the_cash_that_one_brings_bounds_what_one_buys(novamas: Novamas, game: str) -> None:
    out = novamas("play", game, "--seed", 3, "--cash", 60, lines="buy 100\nbuy 50\nquit\n").out
    assert "with no chips yet. Cash not yet changed: €60.00." in out
    assert "€40.00 – €60.00" in out
    assert "You have €60.00 left in cash: not enough to buy €100.00 in chips." in out.split("> buy 100")[1]
    assert "Cash not yet changed: €10.00." in out.split("> quit")[1]


@pytest.mark.parametrize(
    ("game", "cash", "told"),
    [
        ("holdem", 20, "€20.00 is not enough for this table: the first chips cost at least €40.00."),
        ("chemin_de_fer", 50, "every player starts with €10,000.00 in chips."),
        ("bacara_dos_panos", 50, "every player starts with €20,000.00 in chips."),
    ],
)
def test_who_brings_too_little_is_told_before_he_sits_down(
    novamas: Novamas, game: str, cash: int, told: str
) -> None:
    ran = novamas("play", game, "--cash", cash, lines="quit\n")
    assert ran.status == 2
    assert told in ran.err
    assert novamas("play", game, "--cash", cash, "--as", "croupier", lines="quit\n").status == 0


@pytest.mark.parametrize(("game", "verb"), [("chemin_de_fer", "chips"), ("bacara_dos_panos", "chips")])
def test_so_it_does_where_everybody_has_changed_some_already(novamas: Novamas, game: str, verb: str) -> None:
    lines = f"{verb} 600\n{verb} 500\nquit\n"
    cash = 10_500 if game == "chemin_de_fer" else 20_500
    out = novamas("play", game, "--seed", 3, "--cash", cash, lines=lines).out
    assert "You have €500.00 left in cash: not enough to buy €600.00 in chips." in out
    assert "Cash not yet changed: €0.00." in out.split("> quit")[1]


def test_the_others_have_cash_too(novamas: Novamas, tmp_path: Path) -> None:
    record = tmp_path / "record.jsonl"
    novamas("play", "holdem", "--seed", 3, "--record", record, lines="quit\n")
    assert read_record(record).header.cash == {1: 20_000, 2: 200_000, 3: 200_000, 4: 200_000}


def test_who_has_lost_all_is_told_that_he_can_buy_nothing(novamas: Novamas) -> None:
    lines = "buy 40\n\n\n" + "raise to 39\nmatch\n" + "\n" * 30 + "quit\nyes\n"
    for seed in range(12):
        out = novamas("play", "holdem", "--seed", seed, "--cash", 40, lines=lines).out
        if "You cannot buy more chips with" in out:
            return
    raise AssertionError("nobody lost")


# ---------------------------------------------------------------- minds


@pytest.mark.parametrize(
    ("language", "typed"),
    [("es", "s2=prudente,s3=suelto"), ("ca", "s2=prudent, s3=solt"), ("en", "s2=tight,s3=loose")],
)
def test_the_minds_of_the_others_are_chosen_by_seat(
    novamas: Novamas, tmp_path: Path, language: Language, typed: str
) -> None:
    record = tmp_path / "record.jsonl"
    asked = ("play", "holdem", "--seed", 3, "--record", record, "--lang", language)
    ran = novamas(*asked, "--bots", typed, lines="quit\n")
    minds = read_record(record).header.minds
    assert minds is not None
    assert (minds[2], minds[3]) == ("tight", "loose")
    assert minds[4] in MINDS
    assert voice_for(language).text("minds.tight") in ran.out


def test_unless_it_is_said_they_differ_and_one_mind_may_be_everybodys(
    novamas: Novamas, tmp_path: Path
) -> None:
    usual, alike = tmp_path / "usual.jsonl", tmp_path / "alike.jsonl"
    novamas("play", "omaha", "--seed", 3, "--record", usual, lines="quit\n")
    minds = read_record(usual).header.minds
    assert minds is not None
    assert len(set(minds.values())) == len(minds) == 3
    novamas("play", "omaha", "--seed", 3, "--record", alike, "--bots", "bold", lines="quit\n")
    assert read_record(alike).header.minds == {2: "bold", 3: "bold", 4: "bold"}


@pytest.mark.parametrize(
    ("game", "typed", "told"),
    [
        ("holdem", "s1=tight", "There can be no bot at “s1”: --bots takes “s2”, “s3”, “s4”."),
        ("holdem", "s9=tight", "“s9”"),
        ("holdem", "x=tight", "“x”"),
        (
            "holdem",
            "s2=quick",
            "no playing style “quick”: --bots takes tight, loose, bold, calling or steady.",
        ),
        ("holdem", "", "There is no playing style “”"),
        ("ruleta", "tight", "French roulette has no playing styles to choose with --bots"),
        ("chemin_de_fer", "tight", "only circle poker has"),
    ],
)
def test_a_mind_that_is_none_is_told(novamas: Novamas, game: str, typed: str, told: str) -> None:
    ran = novamas("play", game, "--bots", typed, lines="quit\n")
    assert ran.status == 2
    assert told in ran.err


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_names_every_mind(novamas: Novamas, language: Language) -> None:
    out = " ".join(novamas("play", "--help", "--lang", language).out.split())
    assert all(voice_for(language).text(f"minds.{mind}") in out for mind in MINDS)
    assert set(MINDS) <= set(text_file("minds"))


def test_a_table_that_goes_on_keeps_its_minds(novamas: Novamas, tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.jsonl", tmp_path / "parts.jsonl"
    asked, first, then = (
        ("play", "holdem", "--seed", 8, "--bots", "s2=bold,s3=bold"),
        "buy 100\n\n\n",
        "\n" * 40,
    )
    novamas(*asked, "--record", whole, lines=f"{first}{then}quit\nyes\n")
    novamas(*asked, "--record", parts, lines=f"{first}save\n")
    ran = novamas("play", "--resume", parts, lines=f"{then}quit\nyes\n")
    assert ran.status == 0, ran.err
    assert "The others: seat 2, bold; seat 3, bold; seat 4, " in ran.out
    assert read_record(parts).deeds == read_record(whole).deeds
    assert len(read_record(parts).deeds) > 60

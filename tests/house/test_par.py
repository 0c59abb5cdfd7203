"""The PAR sheet: every figure follows from the odds, in three languages and five formats."""

from __future__ import annotations

import csv
import json
from fractions import Fraction
from math import isclose, sqrt
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas, english, novamas

from novamas.documents import Rows, as_html, as_pdf
from novamas.games import GAMES
from novamas.house.opening import frame_to_play, homes, is_playable, open_as_written
from novamas.house.par.document import par_document
from novamas.house.par.sheet import ParSheet, Traffic, hourly_rake, hourly_win, par_sheet, published
from novamas.law.texts import LANGUAGES, Language
from novamas.odds.effects import effects, listed_choices, other_choices
from novamas.odds.moments import deviations, moments
from novamas.odds.payload import bet_payload, plain, report
from novamas.odds.report import BetOdds, table_odds
from novamas.table.game import Table
from novamas.words import voice_for

__all__ = ["english", "novamas"]

TRAFFIC = Traffic(tables=2, seats=5, rounds=40, stake=1000)
QUICK = ("boule", "ruleta", "tres_cartas", "punto_y_banca", "ruleta_doble_cero", "holdem", "pai_gow_poker")


def table(game: str, norm: str | None = None, **choices: object) -> Table:
    return open_as_written(frame_to_play(game, norm), choices)


def coin(edge: Fraction = Fraction(1, 10)) -> BetOdds:
    """Return the odds of an even-money bet with this house edge."""
    wins = (1 - edge) / 2
    return BetOdds(
        edge=edge,
        per="unit_staked",
        stake=100,
        sd=sqrt(1 - edge**2),
        hit=wins,
        distribution=((Fraction(-1), 1 - wins), (Fraction(1), wins)),
    )


def test_the_moments_of_a_coin_are_those_of_the_textbook() -> None:
    found = moments(coin())
    p = 0.45
    assert found.returned == Fraction(9, 10)
    assert found.skewness == pytest.approx((1 - 2 * p) / sqrt(p * (1 - p)))
    assert found.excess_kurtosis == pytest.approx((1 - 6 * p * (1 - p)) / (p * (1 - p)))
    assert sum(each.part for each in found.outcomes) == Fraction(-1, 10)


def test_the_hold_narrows_as_the_root_of_the_rounds() -> None:
    found = moments(coin())
    wide = {(each.rounds, each.level): each.high - each.low for each in found.intervals}
    for level in {level for _, level in wide}:
        assert wide[100, level] == pytest.approx(10 * wide[10_000, level])
    near, rounds = found.rounds_needed[0]
    assert deviations(Fraction(95, 100)) == pytest.approx(1.959964, abs=1e-6)
    assert deviations(Fraction(95, 100)) * coin().sd / sqrt(rounds) <= near
    assert deviations(Fraction(95, 100)) * coin().sd / sqrt(rounds - 1) > near


def test_what_the_house_wins_in_an_hour() -> None:
    win = hourly_win(coin(), TRAFFIC)
    assert win.staked == 2 * 5 * 40 * 1000
    assert win.mean == 40_000
    assert win.sd == pytest.approx(coin().sd * 1000 * 20)
    assert hourly_rake(250, TRAFFIC) == (20_000, Fraction(2_000))


@pytest.mark.parametrize("game", QUICK)
def test_every_figure_equals_the_odds(game: str) -> None:
    for norm in homes(game):
        if not is_playable(frame_to_play(game, norm)):
            continue
        opened = table(game, norm)
        sheet = par_sheet(opened, with_effects=False)
        assert {name: plain(bet_payload(bet)) for name, bet in sheet.odds.items()} == report(
            opened, sheet.odds
        )["bets"]
        for name, found in sheet.mathematics.items():
            bet, outcomes = sheet.odds[name], found.moments.outcomes
            assert found.moments.returned == 1 - bet.edge
            assert sum(each.chance for each in outcomes) + bet.tail == 1
            if bet.exact:
                assert sum(each.part for each in outcomes) == -bet.edge
            assert isclose(_spread(sheet, name), bet.sd, rel_tol=1e-6)


def _spread(sheet: ParSheet, name: str) -> float:
    outcomes = sheet.mathematics[name].moments.outcomes
    mean = sum(each.part for each in outcomes)
    return sqrt(sum(each.chance * (each.net - mean) ** 2 for each in outcomes))


def test_every_published_figure_agrees_at_a_usual_table() -> None:
    checked = 0
    for game in ("ruleta", "ruleta_doble_cero", "boule", "tres_cartas", "punto_y_banca", "chemin_de_fer"):
        for found in par_sheet(table(game), with_effects=False).mathematics.values():
            if found.published:
                assert found.published.agrees, (game, found.published)
                checked += 1
    assert checked == 10


def test_other_odds_than_the_published_ones_are_said_to_differ() -> None:
    found = published("boule", "numero", coin())
    assert found is not None
    assert not found.agrees


def test_the_effect_of_a_choice_is_the_edge_of_the_table_that_chose_it() -> None:
    opened = table("tres_cartas", "AR10", pareja_plus="A")
    sheet = par_sheet(opened)
    told = {(effect.choice, effect.value): dict(effect.edges) for effect in sheet.effects}
    other = table_odds(table("tres_cartas", "AR10", pareja_plus="B"))
    assert told["pareja_plus", "B"] == {"pareja_plus": other["pareja_plus"].edge}
    assert ("pareja_plus", "A") not in told


def test_a_table_keeps_what_its_house_chose_while_another_choice_is_tried() -> None:
    opened = table("tres_cartas", "AR10", pareja_plus="A", minimum=1000)
    tried = []

    def count(other: Table) -> dict[str, BetOdds]:
        tried.append(other.chosen["minimum"])
        return table_odds(other)

    assert list(effects(opened, table_odds(opened), other_choices(opened), count))
    assert set(tried) == {1000}


def test_listed_choices_are_among_the_others() -> None:
    for game in GAMES:
        opened = table(game)
        assert set(listed_choices(opened)) <= {*other_choices(opened), *_chosen_otherwise(opened)}


def _chosen_otherwise(opened: Table) -> set[tuple[str, object]]:
    """Return the values of choices whose example differs from the default."""
    return {(name, value) for name, value in opened.chosen.items() if not isinstance(value, list)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_report_is_a_page_and_a_sheet_in_each_language(language: Language) -> None:
    sheet = par_sheet(table("boule"), language)
    document = par_document(sheet, TRAFFIC, voice_for(language, "boule"))
    page = as_html(document)
    for bet in sheet.odds.values():
        assert voice_for(language).percent(bet.edge) in page
    assert as_pdf(document).startswith(b"%PDF-")


def test_every_game_has_a_report_whose_tables_are_whole() -> None:
    for game in QUICK:
        opened = table(game)
        sheet = par_sheet(opened, "ca", with_effects=False)
        for block in par_document(sheet, TRAFFIC, voice_for("ca", game)).blocks:
            if isinstance(block, Rows):
                assert all(len(row) == len(block.columns) for row in block.rows)


def test_circle_poker_has_rake_in_place_of_edges() -> None:
    sheet = par_sheet(table("holdem", "AR10"))
    assert not sheet.odds
    assert not sheet.effects
    assert sheet.rake[10_000] == 500


# ---------------------------------------------------------------- the command


def test_programs_read_the_report(novamas: Novamas) -> None:
    sheet = json.loads(novamas("par", "boule", "--json").out)
    assert sheet["odds"]["numero"]["edge"] == "1/9"
    assert sheet["mathematics"]["numero"]["method"] == "walked"
    rows = list(csv.DictReader(novamas("par", "boule", "--csv").out.splitlines()))
    assert {"bet": "numero", "figure": "edge", "of": "unit_staked", "value": "1/9"} in rows


def test_people_are_told_and_files_are_written(novamas: Novamas, tmp_path: Path) -> None:
    shown = novamas("par", "boule", "--lang", "es", "--tables", "3", "--stake", "5 €").out
    assert "informe matemático (PAR)" in shown
    assert "Mesas: 3" in shown
    assert "5,00 €" in shown
    for name, start in (("par.html", b"<!doctype html>"), ("par.PDF", b"%PDF-")):
        assert novamas("par", "boule", "--to", tmp_path / name).status == 0
        assert (tmp_path / name).read_bytes().startswith(start)


@pytest.mark.parametrize(
    "words", [("--to", "par.doc"), ("--stake", "mucho"), ("--tables", "0"), ("--to", "/no/such/par.html")]
)
def test_bad_requests_get_one_sentence(novamas: Novamas, words: tuple[str, ...]) -> None:
    ran = novamas("par", "boule", *words)
    assert ran.status == 2
    assert len(ran.err.strip().splitlines()) == 1


EVERY_TABLE = [
    (game, norm) for game in GAMES for norm in homes(game) if is_playable(frame_to_play(game, norm))
]


@pytest.mark.parametrize(("game", "norm"), [
    pytest.param(*each, marks=[] if each[0] in QUICK else [pytest.mark.soak]) for each in EVERY_TABLE
])  # fmt: skip
def test_no_rounded_figure_is_called_exact_or_a_fraction(novamas: Novamas, game: str, norm: str) -> None:
    """A fraction that is too long is shown by its first digits, and its heading says so."""
    sheet = par_sheet(table(game, norm), "en", with_effects=False)
    voice = voice_for("en", game)
    fractions = {voice.text("par.in_full"), voice.text("par.chance_full")}
    for block in par_document(sheet, TRAFFIC, voice).blocks:
        if isinstance(block, Rows):
            under = [column in fractions for column in block.columns]
            for row in block.rows:
                cells = [cell for cell, is_one in zip(row, under, strict=True) if is_one]
                cells += row[1:] if row[0] in fractions else ()
                assert not any("≈" in cell for cell in cells), (block.columns, row)
    shown = novamas("odds", game, "--norm", norm).out
    heads = [line for line in shown.splitlines() if voice.text("odds_told.wins") in line]
    exact = [line for line in heads if f" {voice.text('odds_told.exactly')} " in line]
    first_rows = shown.partition(voice.text("odds_told.choices"))[0] if exact else ""
    assert "≈" not in first_rows.partition(voice.text("odds_told.decisions"))[0]


@pytest.mark.soak
@pytest.mark.parametrize(("game", "norm"), EVERY_TABLE)
def test_every_table_has_its_report_in_every_form(game: str, norm: str) -> None:
    opened = table(game, norm)
    for language in LANGUAGES:
        sheet = par_sheet(opened, language, with_effects=False)
        document = par_document(sheet, TRAFFIC, voice_for(language, game))
        assert as_pdf(document).startswith(b"%PDF-")
        page = as_html(document).replace("\N{NO-BREAK SPACE}", " ")
        for bet in sheet.odds.values():
            assert voice_for(language).percent(bet.edge) in page
        assert all(found.published.agrees for found in sheet.mathematics.values() if found.published)

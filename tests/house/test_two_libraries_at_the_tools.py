"""The tools of a house work under the given library: check, placard, PAR, audit, why, diff."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from tests.support.law_pack import NORM, two_libraries

import novamas
from novamas.errors import NovamasError
from novamas.law import Library, library
from novamas.words import voice_for


@pytest.fixture
def both(tmp_path: Path) -> tuple[Library, Library]:
    return two_libraries(tmp_path)


def test_each_table_tells_the_figures_and_the_region_of_its_library(both: tuple[Library, Library]) -> None:
    for law, pays, region in zip(both, (8, 10), ("Somewhere", "Elsewhere"), strict=True):
        table = novamas.open("boule", norm=NORM, law=law, seed=1)
        sheet = novamas.par_sheet(table, with_effects=False)
        assert {payout.bet: payout.pays for payout in sheet.payouts}["numero"] == str(pays)
        assert novamas.compute_odds(table)["numero"].edge == 1 - Fraction(pays + 1, 9)
        assert voice_for("en", law=law).named("regions", table.table.frame.jurisdiction) == region
        assert NORM in novamas.placard(table).under or "Made-up order" in novamas.placard(table).under


def test_two_tables_of_two_libraries_can_be_compared(both: tuple[Library, Library]) -> None:
    one, other = (novamas.open("boule", norm=NORM, law=law, seed=1) for law in both)
    found = novamas.diff(one, other)
    assert [each.path for each in found.rules] == ["bets.numero"]


def test_a_floor_is_checked_under_the_library_that_is_given(
    both: tuple[Library, Library], tmp_path: Path
) -> None:
    floor = tmp_path / "floor.toml"
    floor.write_text(f'[floor]\nnorm = "{NORM}"\n[[tables]]\nname = "1"\ngame = "boule"\n', "utf-8")
    for law in both:
        assert novamas.check(floor, law).count("red") == 0
    (unknown,) = [one for one in novamas.check(floor, library()).findings if one.severity == "red"]
    assert unknown.problem.code == "unknown_norm"


def test_an_unknown_norm_names_those_of_the_library(both: tuple[Library, Library]) -> None:
    with pytest.raises(NovamasError, match=NORM):
        novamas.open("boule", norm="ZZ27", law=both[0])
    with pytest.raises(NovamasError) as elsewhere:
        novamas.open("boule", norm=NORM)
    assert NORM not in elsewhere.value.figures["known"]

"""Rake and fees at circle poker: by the size of a pot, and per hand of bots."""

from __future__ import annotations

from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from novamas.house import rake
from novamas.house.rake import by_pot, circle_rules, expected_take
from novamas.testing.rehearsal import opened

VARIANTS = ("cubierto", "five_stud", "holdem", "omaha", "seven_stud", "sintetico")


@pytest.mark.law("AR10.10-2.II.a.1")
@pytest.mark.parametrize("slug", VARIANTS)
def test_of_a_pot_the_house_takes_its_part_in_whole_chips_and_never_more(slug: str) -> None:
    for part in (Fraction(1, 20), Fraction(1, 40)):
        table = opened(slug, "AR10", rake=part)
        chip = table.chosen["chip"]
        assert isinstance(chip, int)
        for pot, taken in by_pot(table).items():
            assert taken % chip == 0
            assert taken <= pot * part < taken + chip


def test_only_circle_poker_has_a_rake() -> None:
    assert by_pot(opened("ruleta", "IB05")) == {}
    assert circle_rules(opened("chemin_de_fer", "IB05")) is None


@pytest.mark.parametrize(
    ("slug", "norm", "choices"),
    [
        ("holdem", "AR10", {}),
        ("holdem", "IB09", {"rake_at": "intervalo"}),
        ("cubierto", "AR10", {}),
        ("sintetico", "IB05", {}),
    ],
)
def test_what_it_takes_of_a_hand_is_a_part_of_its_pot_with_a_standard_error(
    monkeypatch: pytest.MonkeyPatch, slug: str, norm: str, choices: dict[str, Any]
) -> None:
    monkeypatch.setattr(rake, "TABLES", 4)
    table = opened(slug, norm, **choices)
    rules = circle_rules(table)
    assert rules is not None
    found = expected_take(table)
    assert found.hands == 4 * rake.HANDS
    assert 0 < found.mean <= found.pot * rules.rake
    # the rest is lost by rounding in each betting round
    assert found.mean > found.pot * rules.rake - 6 * rules.chip
    assert found.se > 0
    assert expected_take(table) == found  # the seed reproduces it


def test_another_seed_is_another_sample_of_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rake, "TABLES", 8)
    table = opened("five_stud", "AR10")
    one, other = expected_take(table), expected_take(table, seed=2)
    assert one.mean != other.mean
    assert abs(float(one.mean - other.mean)) < 6 * hypot(one.se, other.se)


def test_a_table_that_takes_nothing_takes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rake, "TABLES", 2)
    found = expected_take(opened("holdem", "AR10", rake=Fraction(0)))
    assert found.mean == 0
    assert found.se == 0
    assert found.pot > 0

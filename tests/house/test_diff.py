"""Comparison of two tables of a game: the differences, their clauses and their cost."""

from __future__ import annotations

from fractions import Fraction

import pytest

from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.house.diff.comparison import Comparison, StatedRule, compare, law_differences, rules
from novamas.house.opening import frame_of, frame_to_play, homes, open_as_written
from novamas.law import catalogue, clause, norms
from novamas.table.game import Table
from novamas.words import voice_for


def table(game: str, norm: str, **choices: object) -> Table:
    return open_as_written(frame_to_play(game, norm), choices)


def stated(found: Comparison, path: str) -> tuple[StatedRule | None, StatedRule | None]:
    return next((each.one, each.other) for each in found.rules if each.path == path)


@pytest.mark.law("IB05.13.VI.3", "AR10.10-1-B.VII.2.1")
def test_a_figure_that_differs_stands_beside_its_clauses() -> None:
    one, other = stated(compare(table("trijoker", "IB05"), table("trijoker", "AR10")), "limits")
    assert one is not None
    assert other is not None
    assert one.figures["times"] == [10, 20, 25]
    assert other.figures["times"] == [10, 20, 30]
    assert "IB05.13.VI.3" in one.cite
    assert "AR10.10-1-B.VII.2.1" in other.cite


@pytest.mark.law("IB05.13.II.a.3")
def test_what_only_one_norm_has_is_absent_in_the_other() -> None:
    one, other = stated(
        compare(table("trijoker", "IB05"), table("trijoker", "AR10")), "equipment.common_boxes"
    )
    assert one == StatedRule({}, ("IB05.13.II.a.3",))
    assert other is None


def test_two_houses_under_one_law_differ_in_their_choices_and_edges_alone() -> None:
    found = compare(
        table("tres_cartas", "AR10", pareja_plus="A"), table("tres_cartas", "AR10", pareja_plus="B")
    )
    assert not found.rules
    assert not found.wording
    assert [each.path for each in found.choices] == ["pareja_plus"]
    changed = {each.bet: each.change for each in found.edges if each.change}
    assert set(changed) == {"pareja_plus"}


def test_a_table_does_not_differ_from_itself() -> None:
    found = compare(table("boule", "IB05"), table("boule", "IB05"))
    assert (found.rules, found.choices, found.wording) == ((), (), ())
    assert all(each.change == Fraction(0) for each in found.edges)


def test_two_games_are_not_compared() -> None:
    with pytest.raises(NovamasError) as refused:
        compare(table("boule", "IB05"), table("ruleta", "IB05"))
    assert refused.value.code == "two_games"


def test_every_difference_names_clauses_of_its_own_norm() -> None:
    """For every game of two norms, each side cites clauses of its own law or of law that it borrows."""
    pairs = [
        (frame_of(game, one), frame_of(game, other))
        for game in GAMES
        for one in homes(game)
        for other in homes(game)
        if one < other
    ]
    assert len(pairs) > 20
    for one, other in pairs:
        for each in law_differences(one, other):
            for frame, side in ((one, each.one), (other, each.other)):
                borrowed = {source.norm for source in frame.borrowed.values()}
                cited = {clause(id).norm for id in side.cite} if side else set()
                assert cited <= {frame.norm} | borrowed, (frame, each.path)


def test_every_rule_has_its_own_path() -> None:
    for game in GAMES:
        for norm in homes(game):
            paths = [path for path, _ in rules(frame_of(game, norm))]
            assert len(paths) == len(set(paths)), (game, norm)


@pytest.mark.parametrize("norm", norms())
def test_every_rule_of_a_law_is_told_by_what_it_is_about(norm: str) -> None:
    named = {"rules", "premises", "equipment", "needs", "bets"}  # each of them has texts of its own
    for frame in catalogue.under(norm):
        if frame.game in GAMES:
            parts = {path.partition(".")[0] for path, _ in rules(frame)}
            assert [part for part in parts - named if not voice_for("es").has(f"law_parts.{part}")] == []

"""Parallel clauses of two norms have the same reading, or a stated reason for the difference."""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations

import msgspec

from novamas.law import Option, catalogue, clause, clauses, library, norms
from novamas.law.clauses import Clause


class Apart(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two parallel clauses of which only one has a reading."""

    clauses: tuple[str, str]
    why: str


class Twins(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Parallel clauses found in the gazettes, whose wording is closer than that of our own texts."""

    same: tuple[tuple[str, str], ...]
    apart: tuple[Apart, ...]


TWINS = msgspec.toml.decode(library().read("clauses_twins.toml") or b"", type=Twins)
ALIKE = 0.9  # of their words
LEAST_WORDS = 6


def words_of(one: Clause) -> Counter[str]:
    return Counter(re.findall(r"\w+", one.says.lower()))


def are_alike(one: Clause, other: Clause) -> bool:
    """Return whether two clauses have nearly the same words in English or in Spanish."""
    return any(
        _share(library().clause_in(one.id, language), library().clause_in(other.id, language)) >= ALIKE
        for language in ("en", "es")
    )


def _share(one: Clause, other: Clause) -> float:
    mine, its = words_of(one), words_of(other)
    if min(mine.total(), its.total()) < LEAST_WORDS:
        return 0
    return 2 * (mine & its).total() / (mine.total() + its.total())


def found() -> set[tuple[str, str]]:
    """Return parallel clauses of a game in two norms, found by our own words."""
    by_game: dict[str, list[Clause]] = {}
    for one in clauses():
        if one.duty in ("engine", "table", "conduct"):
            by_game.setdefault(one.game, []).append(one)
    return {
        (one.id, other.id)
        for of_game in by_game.values()
        for one, other in combinations(of_game, 2)
        if one.norm != other.norm and bool(one.reading) != bool(other.reading) and are_alike(one, other)
    }


def test_twins_both_have_a_reading_or_neither_has() -> None:
    alone = [pair for pair in TWINS.same if bool(clause(pair[0]).reading) != bool(clause(pair[1]).reading)]
    assert not alone


def test_twins_that_are_read_apart_are_so_for_a_reason() -> None:
    for apart in TWINS.apart:
        one, other = map(clause, apart.clauses)
        assert bool(one.reading) != bool(other.reading), f"{apart.clauses} are read alike by now"
        assert apart.why


def test_twins_are_of_two_norms_and_of_one_duty_to_people() -> None:
    for one, other in (*TWINS.same, *(apart.clauses for apart in TWINS.apart)):
        assert clause(one).norm != clause(other).norm
        assert {clause(one).duty, clause(other).duty} <= {"engine", "table", "conduct"}


def test_no_twin_by_our_own_words_is_without_its_reading() -> None:
    known = {apart.clauses for apart in TWINS.apart}
    assert not found() - known


def test_choices_by_clauses_that_say_the_same_have_one_default() -> None:
    stated: dict[tuple[str, str], list[tuple[str, Option]]] = {}
    for norm in norms():
        for slug in catalogue.under(norm).games:
            for name, option in catalogue.under(norm)[slug].options.items():
                stated.setdefault((slug, name), []).append((norm, option))
    twins, compared = {frozenset(pair) for pair in TWINS.same}, 0
    for where, options in stated.items():
        for (norm, one), (other_norm, other) in combinations(options, 2):
            cited = [(clause(mine), clause(its)) for mine in one.cite for its in other.cite]
            if any(frozenset((mine.id, its.id)) in twins or are_alike(mine, its) for mine, its in cited):
                compared += 1
                same = (one.default, one.default_from) == (other.default, other.default_from)
                assert same, f"{where}: {norm} has {one.default}, {other_norm} {other.default}"
    assert compared > 50

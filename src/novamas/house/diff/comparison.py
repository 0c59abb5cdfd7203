"""Comparison of two tables of one game: differences of law and of choices, and their cost.

The figures of the law have the same names in all norms. So a rule of one norm is compared with the
rule that has the same name in the other norm. Both are shown with their clauses.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from novamas.errors import InvalidInput, NovamasError
from novamas.house.diff.payload import (
    DifferencePayload,
    DifferencesPayload,
    EdgesPayload,
    SidePayload,
    StatedPayload,
)
from novamas.house.opening import frame_to_play, read_day
from novamas.law import Frame, Library
from novamas.law.citations import CITATION, expand_ids
from novamas.law.frames import NOTES
from novamas.law.options import as_figure
from novamas.odds import BetOdds
from novamas.odds.cache import cached_odds
from novamas.table.game import Table


class StatedRule(Struct, frozen=True):
    """The figures that a law or a house has under one name, with their clauses."""

    figures: Mapping[str, object]
    cite: tuple[str, ...]
    compared: Mapping[
        str, object
    ] = {}  # the figures, with a clause that has the words of another as the other


class Difference(Struct, frozen=True):
    """A rule with its figures on both sides. A side that lacks the rule has None."""

    path: str
    one: StatedRule | None
    other: StatedRule | None

    @property
    def is_wording(self) -> bool:
        """Whether both sides have equal figures and differ only in wording."""
        return self.one is not None and self.other is not None and self.one.compared == self.other.compared


class Edges(Struct, frozen=True):
    """The house edge of a bet on both sides. A side that does not offer the bet has None."""

    bet: str
    per: str
    one: Fraction | None
    other: Fraction | None

    @property
    def change(self) -> Fraction | None:
        """The edge of `other` minus the edge of `one`, which is the house's gain per unit staked."""
        return None if self.one is None or self.other is None else self.other - self.one


class Comparison(Struct, frozen=True):
    """All differences between two tables of one game."""

    game: str
    rules: tuple[Difference, ...]
    choices: tuple[Difference, ...]  # choices of the houses that differ
    wording: tuple[Difference, ...]  # the same figures, worded differently
    edges: tuple[Edges, ...]


def compare(one: Table, other: Table) -> Comparison:
    """Compare two tables of one game, rule by rule, choice by choice and bet by bet."""
    if one.game.slug != other.game.slug:
        raise NovamasError("two_games", one=one.game.slug, other=other.game.slug)
    differences = tuple(law_differences(one.frame, other.frame))
    return Comparison(
        game=one.game.slug,
        rules=tuple(each for each in differences if not each.is_wording),
        choices=tuple(choice_differences(one, other)),
        wording=tuple(each for each in differences if each.is_wording),
        edges=tuple(edges(cached_odds(one), cached_odds(other))),
    )


def law_differences(one: Frame, other: Frame) -> Iterator[Difference]:
    """Yield each rule that only one side has, or that differs in figures or wording."""
    if one is other:
        return
    mine, theirs = dict(rules(one)), dict(rules(other))
    for path in dict.fromkeys((*mine, *theirs)):
        found = Difference(path, mine.get(path), theirs.get(path))
        if not found.is_wording or _orders(one.law, found.one) != _orders(other.law, found.other):
            yield found


def rules(frame: Frame) -> Iterator[tuple[str, StatedRule]]:
    """Yield each rule of a frame by its path. A rule is figures with clauses, or a clause alone."""
    yield from _stated(frame.law, frame.figures, "", ())


def _stated(
    law: Library, table: Mapping[str, object], path: str, cite: tuple[str, ...]
) -> Iterator[tuple[str, StatedRule]]:
    """Yield the rule in a table of figures, then the rules in the tables inside it."""
    own = table.get("cite")
    if isinstance(own, list | tuple):
        cite = tuple(id for written in own for id in expand_ids(written, law.index))
    figures = {}
    for name, value in table.items():
        if isinstance(value, str) and CITATION.fullmatch(value):
            yield f"{path}{name}", StatedRule({}, (value,))
        elif name not in NOTES and not _is_nested(value):
            figures[name] = value
    if figures or own is not None:
        compared = {name: _as_first(law, value) for name, value in figures.items()}
        yield path.removesuffix(".") or "law", StatedRule(figures, cite, compared)
    for name, value in table.items():
        if isinstance(value, Mapping):
            yield from _stated(law, value, f"{path}{name}.", cite)
        elif _is_nested(value):
            assert isinstance(value, list | tuple)
            for number, each in enumerate(value, start=1):
                yield from _stated(law, each, f"{path}{name}.{each.get('name', number)}.", cite)


def _as_first(law: Library, value: object) -> object:
    """Return a figure in which each clause with the words of another is that other."""
    if isinstance(value, list | tuple):
        return tuple(_as_first(law, each) for each in value)
    while isinstance(value, str) and (twin := law.twins.get(value)) is not None and twin.is_same:
        value = twin.of
    return value


def _is_nested(value: object) -> bool:
    listed = (
        isinstance(value, list | tuple) and bool(value) and all(isinstance(one, Mapping) for one in value)
    )
    return isinstance(value, Mapping) or listed


def _orders(law: Library, stated: StatedRule | None) -> frozenset[str]:
    """Return the texts of a rule's clauses. Clause numbers are ignored."""
    return frozenset(law.clause(id).says for id in stated.cite) if stated else frozenset()


def choice_differences(one: Table, other: Table) -> Iterator[Difference]:
    """Yield each choice that differs between the houses, or that only one of them has."""
    for name in dict.fromkeys((*one.chosen, *other.chosen)):
        mine, theirs = _chosen(one, name), _chosen(other, name)
        if mine is None or theirs is None or mine.figures != theirs.figures:
            yield Difference(name, mine, theirs)


def _chosen(table: Table, name: str) -> StatedRule | None:
    option = table.frame.options.get(name)
    if option is None:
        return None
    value = {name: table.chosen[name]}
    return StatedRule(value, option.cite, value)


def edges(one: Mapping[str, BetOdds], other: Mapping[str, BetOdds]) -> Iterator[Edges]:
    """Yield the edges of each bet that either side offers."""
    for bet in dict.fromkeys((*one, *other)):
        mine, theirs = one.get(bet), other.get(bet)
        either = mine or theirs
        assert either is not None
        yield Edges(bet, either.per, mine.edge if mine else None, theirs.edge if theirs else None)


def frames_between(
    game: str, between: str | None, norm: str | None, region: str | None, law: Library
) -> tuple[Frame, Frame]:
    """Return the two laws to compare.

    They are two norms, two days of a region, or one law for two set-ups.
    """
    if between is None:
        same = frame_to_play(game, norm, region=region, law=law)
        return same, same
    sides = [side.strip() for side in between.split(",")]
    if len(sides) != 2 or norm is not None:
        raise InvalidInput("two_sides_unreadable", given=between)
    if all(side in law.norms for side in sides) and region is None:
        first, second = (frame_to_play(game, side, law=law) for side in sides)
    else:
        first, second = (frame_to_play(game, region=region, on=read_day(side), law=law) for side in sides)
    return first, second


# ---------------------------------------------------------------- payload


def comparison_payload(found: Comparison, one: Table, other: Table) -> DifferencesPayload:
    """Return a comparison as a payload for JSON."""
    return DifferencesPayload(
        game=found.game,
        one=SidePayload(one.frame.norm, one.frame.pin),
        other=SidePayload(other.frame.norm, other.frame.pin),
        rules=_differences_payload(found.rules),
        choices=_differences_payload(found.choices),
        wording=_differences_payload(found.wording),
        edges=tuple(
            EdgesPayload(each.bet, each.per, each.one, each.other, each.change) for each in found.edges
        ),
    )


def _differences_payload(differences: Iterable[Difference]) -> tuple[DifferencePayload, ...]:
    return tuple(
        DifferencePayload(each.path, _stated_payload(each.one), _stated_payload(each.other))
        for each in differences
    )


def _stated_payload(stated: StatedRule | None) -> StatedPayload | None:
    if stated is None:
        return None
    return StatedPayload({name: as_figure(value) for name, value in stated.figures.items()}, stated.cite)

"""Every group of figures is read by code, and tables pay what the law pays."""

from __future__ import annotations

import ast
import re
from fnmatch import fnmatch
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from tests.words.codes import calls, nodes
from tools.cited import Group, written_groups
from tools.playthroughs import framed, read_script, scripts, stated

import novamas
from novamas.equipment.chance import Scripted
from novamas.games import GAMES, game
from novamas.law import Frame
from novamas.table.deeds import Deed
from novamas.table.events import Payment
from novamas.table.game import Table, open_table
from novamas.table.refusals import Refused
from novamas.table.session import Session

from .reached import class_names, reads

SOURCES = Path(novamas.__file__).parent
BY_THE_FRAME = ("rules", "premises", "needs", "equipment")  # set-ups read these, and conditions in them
GENERAL = ("games", "families", "closed_list", "tournaments")  # read by their kind, in law/general.py
GROUPS = written_groups()
ASIDE = ("jackpot", "progresivo", "carrousel", "casa")  # pools, and a stake of the house that it loses
CONDITION = re.compile(r"\b([a-z_]+(?:\.[a-z_]+)+)")


def groups_read() -> set[str]:
    """Return the names of groups that the code reads from a frame. A computed part is `*`."""
    found = set()
    for path in SOURCES.rglob("*.py"):
        for _function, node in calls(path):
            if isinstance(node.func, ast.Attribute) and node.func.attr == "group":
                found |= {_name(node.args[0])} if node.args else set()
    return found


def _name(asked: ast.expr) -> str:
    match asked:
        case ast.Constant(value=str() as name):
            return name
        case ast.JoinedStr(values=parts):
            return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in parts)
        case ast.Name(id=name):
            return name.lower()  # a constant that has the name of the group
    return ast.unparse(asked)


@cache
def figures_in_conditions() -> set[str]:
    """Return the figures that occur in needs, equipment and defaults, such as `limits.times`."""
    return {
        name
        for group in GROUPS
        if group.top in BY_THE_FRAME
        for key in ("must", "when", "default_from", "figures")
        for name in CONDITION.findall(str(group.table.get(key, "")))
    }


def is_read(group: Group, read: set[str], spoken_of: set[str]) -> bool:
    above = [group.path[:dot] for dot in range(len(group.path)) if group.path[dot] == "."]
    by_code = any(fnmatch(path, name) for path in (group.path, *above) for name in read)
    return by_code or any(name.startswith(f"{group.path}.") for name in spoken_of)


def test_every_group_is_read_by_somebody() -> None:
    read, spoken_of = groups_read(), figures_in_conditions()
    unread = [
        group.where
        for group in GROUPS
        if group.top not in (*BY_THE_FRAME, *GENERAL, "ranking", "ranked")
        and not is_read(group, read, spoken_of)
    ]
    assert not unread


# ---- figure by figure

BY_NAME = ("moments", "irregularities")  # a moment and an incident find their clause by their own name
ELSEWHERE = ("odds", "house", "words", "hands")  # who reads figures besides the game


@cache
def read_elsewhere() -> set[str]:
    folders = [SOURCES / name for name in ELSEWHERE]
    paths = [path for folder in folders for path in folder.rglob("*.py")]
    return {node.attr for path in paths for node in nodes(path) if isinstance(node, ast.Attribute)}


def is_figure_read(group: Group, name: str, read: set[tuple[str, str]], elsewhere: set[str]) -> bool:
    """Return whether the game reads this figure, through its course or by its name."""
    if group.top == "course":
        return any(
            (one == name and (not before or "course" in before)) or one == f"course.{name}"
            for before, one in read
        )
    if group.top in BY_NAME and name in class_names(group.game):
        return True
    return name in elsewhere or any(one == name for _, one in read)


def unread_figures(slug: str, groups: list[Group]) -> list[str]:
    read, elsewhere, spoken_of = reads(slug), read_elsewhere(), figures_in_conditions()
    return [
        f"{group.where}.{name}"
        for group in groups
        for name in group.table
        if name not in ("cite", "reading", "says")
        and f"{group.path}.{name}" not in spoken_of
        and not is_figure_read(group, name, read, elsewhere)
    ]


@pytest.mark.parametrize("slug", GAMES)
def test_every_figure_is_read_by_somebody(slug: str) -> None:
    groups = [
        group
        for group in GROUPS
        if group.game == slug and group.top not in (*BY_THE_FRAME, *GENERAL, "ranking", "ranked")
    ]
    assert not unread_figures(slug, groups)


def test_a_figure_that_nobody_reads_is_found() -> None:
    course = next(group for group in GROUPS if (group.game, group.path) == ("pai_gow_domino", "course"))
    added = course._replace(table={**course.table, "one_area": "CM16.12.1.1", "cutting": "CM16.12.1.1"})
    assert unread_figures("pai_gow_domino", [added]) == [
        f"{course.where}.one_area",
        f"{course.where}.cutting",
    ]


# ---- payouts


def with_halved_payouts(frame: Frame) -> Frame:
    """Return the law with half the payout of every bet."""

    def halved(value: Any, name: str = "") -> Any:
        if isinstance(value, dict):
            return {key: halved(one, key) for key, one in value.items()}
        if name in ("pays", "double_pays") and Fraction(value) > 0:
            return str(Fraction(value) / 2)
        return value

    figures = {**frame.figures, "bets": halved(frame.figures["bets"])}
    return Frame(frame.law, frame.game, frame.norm, frame.entry, figures, frame.borrowed, frame.texts)


def wins(table: Table, deeds: list[Deed]) -> list[Payment]:
    """Return the results at a table for those of the deeds that are lawful.

    Other amounts may have other results.
    """
    session, found = Session(table.opening, Scripted(()), automatic=()), list[Payment]()
    for deed in deeds:
        try:
            events = session.do(deed)
        except Refused:
            break
        found += [event for event in events if isinstance(event, Payment)]
    return [event for event in found if not event.bet.startswith(ASIDE)]


BANKED = [script for script in scripts() if "bets" in framed(script).figures]
NONE_WON = {"pai_gow_poker-AR10"}  # only the bank wins there


@pytest.mark.parametrize("script", BANKED, ids=lambda script: script.stem)
def test_what_the_figures_pay_is_what_is_paid(script: Path) -> None:
    table, deeds = read_script(script)
    choices = {name: table.frame.options[name].read(text) for name, text in stated(script).items()}
    less = open_table(game(table.game.slug), with_halved_payouts(table.frame), choices)
    paired = zip(wins(table, deeds), wins(less, deeds), strict=False)
    won = [(one, other) for one, other in paired if one.returned > one.stake]
    assert bool(won) != (script.stem in NONE_WON)
    for one, other in won:
        assert (one.seat, one.bet) == (other.seat, other.bet)
        assert other.returned < one.returned, f"{one.bet} pays {one.returned} whatever the figures say"


@pytest.mark.law("IB05.08.V.28", "IB05.07.V.2")
def test_what_the_bank_pays_is_one_less_the_part_of_the_house() -> None:
    groups = {(group.game, group.path): group.table for group in GROUPS if group.norm == "IB05"}
    deduction = Fraction(groups["chemin_de_fer", "bank"]["deduction"])
    assert Fraction(groups["chemin_de_fer", "bets.banca"]["pays"]) == 1 - deduction == Fraction(19, 20)
    assert Fraction(groups["punto_y_banca", "bets.banca"]["pays"]) == Fraction(19, 20)

"""The bounds of every choice of the house: values inside are accepted, the next ones are refused.

`bounds/GAME.toml` states them a second time, besides the figures, so that no bound changes unnoticed. A bound
is `least..most`, or the list of allowed values.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tools.cited import Group, written_groups

from novamas.law import Option, catalogue, library, norms
from novamas.law.options import EXACT, WrittenOption

BOUNDS: dict[str, dict[str, dict[str, str]]] = {
    path.stem: msgspec.toml.decode(path.read_bytes()) for path in Path(__file__).parent.glob("bounds/*.toml")
}
CHOICES = [group for group in written_groups() if group.top in ("rules", "premises")]
FREE = [group for group in CHOICES if group.name != "lacks"]  # what may lack is what must be there: see below
LARGE = 10**12  # céntimos: no house has as much
NUMBERS = ("cents", "count", "days", "fraction", "millimetres")


def option(group: Group) -> Option:
    written = {name: value for name, value in group.table.items() if name != "says"}
    return msgspec.convert(written, WrittenOption).named(group.name, "rules")


def bounds(group: Group) -> str:
    """Return the bounds of a choice in their written form, or an empty text."""
    return BOUNDS.get(group.game, {}).get(group.norm, {}).get(group.name, "")


def values(group: Group) -> list[Any]:
    """Return the allowed values in the unit of the choice."""
    return [option(group).read(text) for text in bounds(group).split(" | ")]


def verdict(group: Group, value: Any) -> str | None:
    fault = option(group).fault((value,) if option(group).unit == "names" else value)
    return fault.code if fault else None


def test_the_bounds_of_every_choice_are_written_out_here() -> None:
    written = {
        (game, norm, name) for game, in_ in BOUNDS.items() for norm, rows in in_.items() for name in rows
    }
    assert written == {(group.game, group.norm, group.name) for group in FREE}


NUMBERED = [group for group in FREE if ".." in bounds(group)]
LISTED = [group for group in FREE if bounds(group) and ".." not in bounds(group)]


@pytest.mark.parametrize("group", NUMBERED, ids=lambda one: one.where)
def test_a_number_is_chosen_up_to_its_bounds_and_not_beyond(group: Group) -> None:
    least, most = (Fraction(text) if text else None for text in bounds(group).split(".."))
    step = Fraction(1, 1000) if option(group).unit in EXACT else 1

    def chosen(value: Fraction) -> str | None:
        return verdict(group, value if option(group).unit in EXACT else int(value))

    assert least is not None
    assert option(group).unit in NUMBERS
    assert (chosen(least), chosen(least - step)) == (None, "choice_too_low")
    if most is None:
        assert chosen(Fraction(LARGE)) is None
    else:
        assert (chosen(most), chosen(most + step)) == (None, "choice_too_high")


@pytest.mark.parametrize("group", LISTED, ids=lambda one: one.where)
def test_one_of_a_list_is_chosen_and_nothing_else(group: Group) -> None:
    if bounds(group) == "any":
        assert not option(group).one_of
        return
    of_it = [text for value in values(group) for text in (value if isinstance(value, tuple) else (value,))]
    assert [verdict(group, value) for value in of_it] == [None] * len(of_it)
    if option(group).unit == "flag":
        assert set(option(group).one_of or (True, False)) == set(of_it)
        return
    assert list(option(group).one_of) == of_it
    strange = "none_of_these" if isinstance(of_it[0], str) else max(of_it) + 1
    assert verdict(group, strange) == "choice_not_offered"


def test_what_a_table_may_lack_is_what_it_must_have() -> None:
    for norm in norms():
        for game in library().entries(norm):
            frame = catalogue.under(norm)[game]
            if "lacks" in frame.options:
                assert set(frame.options["lacks"].one_of) == set(frame.things), f"{norm} {game}"

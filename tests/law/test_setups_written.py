"""Set-ups that the options could once not express. Now each can be written, and has its fault."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from novamas.house.floor.alternatives import every_fault
from novamas.law import catalogue, set_up
from novamas.law.choices import read_choice


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up: the table, its choices besides the examples, and the fault with its clause."""

    what: str
    table: str
    choices: dict[str, Any]
    fault: str


SETUPS = msgspec.toml.decode(
    (Path(__file__).parent / "setups_written.toml").read_bytes(), type=dict[str, list[Written]]
)["setup"]


def test_they_are_counted() -> None:
    faulty = [one for one in SETUPS if one.fault]
    assert (len(SETUPS), len(faulty), len({one.fault for one in faulty})) == (58, 43, 38)
    assert len({one.what for one in SETUPS}) == len(SETUPS)


@pytest.mark.parametrize("one", [pytest.param(one, id=one.what) for one in SETUPS])
def test_a_set_up_is_written_and_judged(one: Written) -> None:
    game, norm = one.table.split()
    frame = catalogue.under(norm)[game]
    assert one.choices.keys() <= frame.options.keys(), "it can be written"
    stated = {name: read_choice(frame.options[name], value) for name, value in one.choices.items()}
    usual = {(fault.code, fault.clause) for fault in every_fault(set_up(frame, frame.examples))}
    found = {(fault.code, fault.clause) for fault in every_fault(set_up(frame, {**frame.examples, **stated}))}
    assert [f"{code} {clause}" for code, clause in sorted(found - usual)] == (
        [one.fault] if one.fault else []
    )

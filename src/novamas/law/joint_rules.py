"""Joint rules: the clauses that bind several tables of a house together, by the kind of rule."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from novamas.law.package_data import read_data

Bond = Literal["adjoining", "cards_on_the_other_side", "prize_of_all_tables"]


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses with the same joint rule."""

    cite: tuple[str, ...]


@cache
def _bonds() -> dict[Bond, Cited]:
    return msgspec.toml.decode(read_data("bonds.toml"), type=dict[Bond, Cited])


def binds(bond: Bond, clauses: tuple[str, ...]) -> bool:
    """Return whether one of these clauses binds tables in this way."""
    return not set(clauses).isdisjoint(_bonds()[bond].cite)

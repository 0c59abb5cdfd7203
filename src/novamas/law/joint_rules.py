"""Joint rules: the clauses that apply to several tables of a house together, by kind of rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from novamas.law.library_cache import cached_in_library
from novamas.law.packs import converted

if TYPE_CHECKING:
    from novamas.law.library import Library

Bond = Literal["adjoining", "cards_on_the_other_side", "prize_of_all_tables"]


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses that state the same joint rule."""

    cite: tuple[str, ...]


@cached_in_library
def _bonds(law: Library) -> dict[Bond, frozenset[str]]:
    """Return the clauses that state each joint rule, from all packs."""
    found: dict[Bond, frozenset[str]] = {}
    for pack, written in law.tables("bonds.toml"):
        rules: dict[Bond, Cited] = converted(pack.path("bonds.toml"), written, dict[Bond, Cited])
        found |= {bond: found.get(bond, frozenset()) | set(rule.cite) for bond, rule in rules.items()}
    return found


def binds(law: Library, bond: Bond, clauses: tuple[str, ...]) -> bool:
    """Return whether one of these clauses states this joint rule."""
    return not set(clauses).isdisjoint(_bonds(law)[bond])

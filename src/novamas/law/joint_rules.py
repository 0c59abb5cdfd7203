"""Joint rules: the clauses that bind several tables of a house together, by the kind of rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import msgspec

from novamas.law.library_cache import cached_in_library

if TYPE_CHECKING:
    from novamas.law.library import Library

Bond = Literal["adjoining", "cards_on_the_other_side", "prize_of_all_tables"]


class Cited(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The clauses with the same joint rule."""

    cite: tuple[str, ...]


@cached_in_library
def _bonds(law: Library) -> dict[Bond, Cited]:
    return msgspec.convert(law.tables("bonds.toml"), dict[Bond, Cited])


def binds(law: Library, bond: Bond, clauses: tuple[str, ...]) -> bool:
    """Return whether one of these clauses binds tables in this way."""
    return not set(clauses).isdisjoint(_bonds(law)[bond].cite)

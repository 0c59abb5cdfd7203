"""Rules of conduct: whom each rule binds, and which incident of the game carries it out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, cached_property
from typing import TYPE_CHECKING

import msgspec

from novamas.law.frames import Frame
from novamas.law.library_cache import cached_in_library
from novamas.law.packs import converted

if TYPE_CHECKING:
    from novamas.law.library import Library


class RulesOfConduct(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """The rules of conduct of a game, grouped by the people who can break them, with their incidents."""

    players: tuple[str, ...] = ()
    croupier: tuple[str, ...] = ()
    floor: tuple[str, ...] = ()
    staff: tuple[str, ...] = ()  # employees who take no part in the deeds of a table
    orders: Mapping[str, tuple[str, ...]] = {}  # rules by the incident that carries them out

    @cached_property
    def carried_out_by(self) -> dict[str, str]:
        """The incident that carries out each rule, by rule."""
        return {rule: incident for incident, rules in self.orders.items() for rule in rules}

    @cached_property
    def all(self) -> tuple[str, ...]:
        """All rules, each listed once."""
        listed = (*self.players, *self.croupier, *self.floor, *self.staff, *self.carried_out_by)
        return tuple(dict.fromkeys(listed))


@cache
def rules_of_conduct(frame: Frame) -> RulesOfConduct:
    """Return the rules of conduct of a game: its own and those of its family."""
    listed = _listed(frame.law, frame.norm) if frame.norm in frame.law.norms else {}
    own = [listed[game] for game in (frame.game, frame.entry.common) if game in listed]
    return RulesOfConduct(
        players=tuple(rule for one in own for rule in one.players),
        croupier=tuple(rule for one in own for rule in one.croupier),
        floor=tuple(rule for one in own for rule in one.floor),
        staff=tuple(rule for one in own for rule in one.staff),
        orders={
            incident: tuple(rule for one in own for rule in one.orders.get(incident, ()))
            for incident in dict.fromkeys(incident for one in own for incident in one.orders)
        },
    )


@cached_in_library
def _listed(law: Library, norm: str) -> dict[str, RulesOfConduct]:
    path = law.pack_of[norm].path("conduct.toml")
    return converted(path, law.of_norm(norm, "conduct.toml"), dict[str, RulesOfConduct])  # type: ignore[no-any-return]

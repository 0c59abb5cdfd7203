"""Rules of the norms that apply to every table: closed lists and tournaments.

Each function returns the faults it finds, with their clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

import msgspec

from novamas.errors import Figure
from novamas.law.citations import law
from novamas.law.editions import Edition
from novamas.law.errors import nearest
from novamas.law.faults import Fault
from novamas.law.frames import rules_not_held
from novamas.law.library_cache import cached_in_library
from novamas.law.texts import Text

if TYPE_CHECKING:
    from novamas.law.library import Library

T = TypeVar("T")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule without figures: its clauses and its text."""

    cite: tuple[str, ...]
    says: Text
    reading: bool = False


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family of games in which only the listed members are authorised."""

    cite: tuple[str, ...]
    members: tuple[str, ...]


class Organiser(msgspec.Struct, frozen=True):
    """An organiser of a tournament."""

    name: str
    is_authorised_casino: bool


@law("AR10.1.3.1", "AR10.1.3.k.1", "AR10.10.2.1", "AR10.10.2.a.1")
def may_open(edition: Edition, game: str) -> list[Fault]:
    """Return a fault for a game that is not on the closed list, or a modality of poker that is not."""
    if game in edition:
        frame = edition[game]
        return [] if frame.can_be_played else [rules_not_held(frame)]
    for norm in edition.norms:
        family = _rules(edition.law, norm, "families", Family).get(game)
        if family:
            members: dict[str, Figure] = {"game": game, "members": family.members}
            return [Fault(None, "game_not_named", family.cite[0], members)]
    closed = _rules(edition.law, edition.norms[0], "closed_list", Rule)["games"]
    near: dict[str, Figure] = {"game": game, "near": nearest(game, edition.games)}
    return [Fault(None, "game_not_authorised", closed.cite[0], near, closed.says)]


@law("AR10.2.2.1", "AR10.P.14")
def tournament_faults(
    edition: Edition, game: str, *, organisers: Sequence[Organiser], specifically_authorised: bool
) -> list[Fault]:
    """Return a fault if the organiser is not an authorised casino or lacks a specific authorisation."""
    faults = may_open(edition, game)
    for norm in edition.norms:
        for rule in _rules(edition.law, norm, "tournaments", Rule).values():
            if not organisers:
                faults.append(Fault("organisers", "organiser_missing", rule.cite[0]))
            for organiser in organisers:
                if not organiser.is_authorised_casino:
                    values = {"organiser": organiser.name}
                    faults.append(Fault("organisers", "organiser_no_casino", rule.cite[0], values))
            if not specifically_authorised:
                faults.append(Fault("authorisation", "tournament_not_authorised", rule.cite[0]))
    return faults


@cached_in_library
def _rules(law: Library, norm: str, kind: str, shape: type[T]) -> dict[str, T]:
    """Return the norm's rules of one kind by name. The result is empty if it has none."""
    written = msgspec.convert(law.figures(norm, "general").nested().get(kind, {}), dict[str, object])
    return {name: msgspec.convert(rule, shape) for name, rule in written.items()}

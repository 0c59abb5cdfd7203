"""What the norms lay down for every table: closed lists and tournaments.

Each function gives the faults it finds, with their clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeVar

import msgspec

from novamas.law.catalogue import Edition
from novamas.law.citations import law
from novamas.law.errors import nearest
from novamas.law.faults import Fault
from novamas.law.figures import figures
from novamas.law.frames import rules_not_held
from novamas.law.texts import Text

T = TypeVar("T")


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that needs no figures: its clause, and what it says."""

    cite: tuple[str, ...]
    says: Text
    reading: bool = False


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family of games, authorised only through its members."""

    cite: tuple[str, ...]
    members: tuple[str, ...]


class Organiser(msgspec.Struct, frozen=True):
    """Who organises a tournament."""

    name: str
    is_authorised_casino: bool


@law("AR10.1.3.1", "AR10.1.3.k.1", "AR10.10.2.1", "AR10.10.2.a.1")
def may_open(edition: Edition, game: str) -> list[Fault]:
    """A table may be opened for a game of the closed list only, and for poker only for a listed modality."""
    if game in edition:
        frame = edition[game]
        return [] if frame.can_be_played else [rules_not_held(frame)]
    for norm in edition.norms:
        family = _rules(norm, "families", Family).get(game)
        if family:
            told = {"game": game, "members": family.members}
            return [Fault(None, "game_not_named", family.cite[0], told)]
    closed = _rules(edition.norms[0], "closed_list", Rule)["games"]
    told = {"game": game, "near": nearest(game, edition.games)}
    return [Fault(None, "game_not_authorised", closed.cite[0], told, closed.says)]


@law("AR10.2.2.1", "AR10.P.14")
def tournament_faults(
    edition: Edition, game: str, *, organisers: Sequence[Organiser], specifically_authorised: bool
) -> list[Fault]:
    """A tournament is for authorised casinos to organise, and only with an authorisation of its own."""
    faults = may_open(edition, game)
    for norm in edition.norms:
        for rule in _rules(norm, "tournaments", Rule).values():
            if not organisers:
                faults.append(Fault("organisers", "organiser_missing", rule.cite[0]))
            for organiser in organisers:
                if not organiser.is_authorised_casino:
                    told = {"organiser": organiser.name}
                    faults.append(Fault("organisers", "organiser_no_casino", rule.cite[0], told))
            if not specifically_authorised:
                faults.append(Fault("authorisation", "tournament_not_authorised", rule.cite[0]))
    return faults


@cache
def _rules(norm: str, kind: str, shape: type[T]) -> dict[str, T]:
    """The norm's rules of this kind by name, or none where it is silent."""
    written = msgspec.convert(figures(norm, "general").nested().get(kind, {}), dict[str, object])
    return {name: msgspec.convert(rule, shape) for name, rule in written.items()}

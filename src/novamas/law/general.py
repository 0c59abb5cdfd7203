"""What the norms lay down for every table: closed lists, tournaments, licences, and changes of limits.

Each function gives the faults it finds, with their clauses. What is left to a decree whose text we do not
have is asked of the house, and is a fault as long as the house does not state it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache
from typing import Literal, TypeVar

import msgspec

from novamas.law.catalogue import Edition
from novamas.law.citing import law
from novamas.law.errors import did_you_mean
from novamas.law.faults import Fault
from novamas.law.figures import figures
from novamas.law.frames import rules_not_held

T = TypeVar("T")
Channel = Literal["in_person", "electronic"]


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A rule that needs no figures: its clause, and what it says."""

    cite: tuple[str, ...]
    says: str
    reading: bool = False


class Requirement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something the house must be able to state before it opens a table."""

    cite: tuple[str, ...]
    says: str
    channel: Channel | None = None  # None: however the game is played


class Family(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A family of games, authorised only through its members."""

    cite: tuple[str, ...]
    members: tuple[str, ...]


class LimitsElsewhere(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits that another decree sets."""

    cite: tuple[str, ...]
    decree: str


class Band(msgspec.Struct, frozen=True):
    """The least and the most that may be staked."""

    least_cents: int
    most_cents: int

    def __post_init__(self) -> None:
        assert 0 < self.least_cents <= self.most_cents, "a band goes up"

    def holds(self, other: Band) -> bool:
        """Whether the other band lies within this one."""
        return self.least_cents <= other.least_cents and other.most_cents <= self.most_cents


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
            says = f"{game} is a family of games: name one of {', '.join(family.members)}."
            return [Fault(None, "game_not_named", family.cite[0], says)]
    closed = _rules(edition.norms[0], "closed_list", Rule)["games"]
    near = did_you_mean(game, edition.games)
    says = f"{game} is not one of {closed.says}{near}"
    return [Fault(None, "game_not_authorised", closed.cite[0], says)]


@law("AR10.2.2.1", "AR10.P.14")
def tournament_faults(
    edition: Edition, game: str, *, organisers: Sequence[Organiser], specifically_authorised: bool
) -> list[Fault]:
    """A tournament is for authorised casinos to organise, and only with an authorisation of its own."""
    faults = may_open(edition, game)
    for norm in edition.norms:
        for rule in _rules(norm, "tournaments", Rule).values():
            if not organisers:
                says = "A tournament needs an organiser: one or more authorised casinos."
                faults.append(Fault("organisers", "organiser_missing", rule.cite[0], says))
            for organiser in organisers:
                if not organiser.is_authorised_casino:
                    says = f"{organiser.name} is no authorised casino and may not organise a tournament."
                    faults.append(Fault("organisers", "organiser_no_casino", rule.cite[0], says))
            if not specifically_authorised:
                says = "The gaming authority must have authorised this very tournament."
                faults.append(Fault("authorisation", "tournament_not_authorised", rule.cite[0], says))
    return faults


def requirements(norm: str, channel: Channel) -> dict[str, Requirement]:
    """What the house must be able to state before it opens a table, by name."""
    return {
        name: requirement
        for name, requirement in _rules(norm, "requirements", Requirement).items()
        if requirement.channel in (None, channel)
    }


@law("CM16.4.1.1", "CM16.4.2.1", "CM16.5.1.1", "CM16.5.1.a.1", "CM16.5.1.b.1", "CM16.5.3.1")
@law("CM16.6.1.1", "CM16.6.2.1")
def licence_faults(
    norm: str, channel: Channel, *, stated: Collection[str], authorised: Band | None, limits: Band
) -> list[Fault]:
    """The house states what licence and decrees ask of it, and keeps to the limits they authorise.

    `stated` names the `requirements` that the house states it meets; `authorised` are the limits of its
    authorisation, which the norm leaves to a decree that we do not have.
    """
    asked = requirements(norm, channel)
    faults = [
        Fault(
            name,
            "requirement_not_stated",
            requirement.cite[0],
            f"The house must state that {requirement.says}.",
        )
        for name, requirement in asked.items()
        if name not in stated
    ]
    for name in stated:
        if name not in asked:
            says = f"{norm} asks for no {name!r} when play is {channel}{did_you_mean(name, asked)}"
            faults.append(Fault(name, "unknown_requirement", None, says))
    elsewhere = _rules(norm, "limits", LimitsElsewhere).get(channel)
    if elsewhere:
        faults += _limit_faults(elsewhere, authorised=authorised, limits=limits)
    return faults


def _limit_faults(elsewhere: LimitsElsewhere, *, authorised: Band | None, limits: Band) -> list[Fault]:
    clause = elsewhere.cite[0]
    if authorised is None:
        says = f"The house must state the limits it is authorised to offer: {elsewhere.decree} sets them."
        return [Fault("authorised", "authorised_limits_missing", clause, says)]
    if not authorised.holds(limits):
        says = f"The limits {_in_words(limits)} are outside the authorised {_in_words(authorised)}."
        return [Fault("limits", "limits_not_authorised", clause, says)]
    return []


@law("CM16.5.2.1", "CM16.5.2.2")
def limit_change_faults(
    norm: str, *, new: Band, authorised: Band, told_players: bool, mid_hand: bool
) -> list[Fault]:
    """The limits of an open table change only after notice, only within the band, and never mid-hand."""
    rules = _rules(norm, "limit_changes", Rule)
    if not rules:
        return []  # each game's own clauses decide
    standing, exception = rules["standing"].cite[0], rules["exception"].cite[0]
    faults = []
    if mid_hand:
        says = "The limits of a table may not change in the middle of a hand: wait until it is over."
        faults.append(Fault("limits", "limits_changed_mid_hand", standing, says))
    if not told_players:
        says = "The limits of an open table may change only once the players have been told."
        faults.append(Fault("limits", "players_not_told", exception, says))
    if not authorised.holds(new):
        says = f"The limits {_in_words(new)} are outside the authorised band, {_in_words(authorised)}."
        faults.append(Fault("limits", "limits_outside_band", exception, says))
    return faults


def _in_words(band: Band) -> str:
    return f"{band.least_cents} to {band.most_cents} céntimos"


@cache
def _rules(norm: str, kind: str, shape: type[T]) -> dict[str, T]:
    """The norm's rules of this kind by name, or none where it is silent."""
    written = msgspec.convert(figures(norm, "general").nested().get(kind, {}), dict[str, object])
    return {name: msgspec.convert(rule, shape) for name, rule in written.items()}

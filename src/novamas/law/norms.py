"""The norms we hold: where they rule, since when as far as we know, and what they change."""

from __future__ import annotations

from datetime import date
from functools import cache

import msgspec

from novamas.errors import quoted
from novamas.law.errors import DayNotKnown, LawError, UnknownName, nearest
from novamas.law.package_data import read_data
from novamas.law.texts import Text


class Amendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a norm does to an earlier one."""

    of: str | Text  # one that we hold, or what another is called
    says: Text
    cite: tuple[str, ...]
    replaces: tuple[str, ...] = ()  # games whose earlier rules are no longer in force


class Norm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One norm: an order or a decree, and the days on which it may have come into force."""

    jurisdiction: str
    title: Text
    gazette: Text
    signed: date
    cite: tuple[str, ...]
    published: date | None = None
    in_force: date | None = None
    in_force_earliest: date | None = None
    in_force_latest: date | None = None
    base: Text | None = None  # the decree it rests on and whose text we do not have
    amends: tuple[Amendment, ...] = ()

    @property
    def earliest(self) -> date:
        """The first day on which it may have come into force."""
        day = self.in_force or self.in_force_earliest
        assert day is not None
        return day

    @property
    def latest(self) -> date:
        """The day on which it was in force at the latest: where the text has no day, a bound of our own."""
        day = self.in_force or self.in_force_latest
        assert day is not None
        return day


@cache
def norms() -> dict[str, Norm]:
    """Every norm we hold, the earliest first."""
    return msgspec.toml.decode(read_data("norms.toml"), type=dict[str, Norm])


def norm_named(name: str) -> Norm:
    """The norm of this name."""
    try:
        return norms()[name]
    except (KeyError, TypeError):
        near = nearest(name, norms())
        raise UnknownName("unknown_norm", given=quoted(name), known=tuple(norms()), near=near) from None


def was_in_force(name: str, on: date, *, told: date | None = None) -> bool:
    """Whether the norm was in force that day; `told` is the day it came into force, if known."""
    norm = norm_named(name)
    if told is not None:
        if not norm.earliest <= told <= norm.latest:
            raise LawError("impossible_day", clause=norm.cite[0], norm=name, day=told)
        return told <= on
    if norm.earliest <= on < norm.latest:
        raise DayNotKnown("day_not_known", clause=norm.cite[0], norm=name, day=on)
    return norm.latest <= on

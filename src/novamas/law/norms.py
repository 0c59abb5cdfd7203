"""Norms: their jurisdiction, their entry into force as far as it is known, and their amendments."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING, Annotated

import msgspec

from novamas.law.errors import DayNotKnown, LawError
from novamas.law.texts import Text

if TYPE_CHECKING:
    from novamas.law.packs import Pack


class Currency(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The money in which a norm counts: its code in ISO 4217, and the sign after an amount."""

    code: Annotated[str, msgspec.Meta(pattern="^[A-Z]{3}$")]
    sign: Annotated[str, msgspec.Meta(min_length=1, max_length=6, pattern=r"^[^\W\d_]+\.?$|^\W$")]


EURO = Currency("EUR", "€")


class Amendment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change that a norm makes to an earlier one."""

    of: str | Text  # a norm that novamas includes, or the title of another
    says: Text
    cite: tuple[str, ...]
    replaces: tuple[str, ...] = ()  # games whose earlier rules are no longer in force


class Norm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An order or decree, and the days between which it came into force."""

    jurisdiction: str
    title: Text
    gazette: Text
    signed: date
    cite: tuple[str, ...]
    published: date | None = None
    eli: str = ""  # European Legislation Identifier: the address of the text
    currency: Currency = EURO
    in_force: date | None = None
    in_force_earliest: date | None = None
    in_force_latest: date | None = None
    base: Text | None = None  # the decree it is based on, whose text is not included
    amends: tuple[Amendment, ...] = ()

    @property
    def earliest(self) -> date:
        """The first day on which this norm may have come into force."""
        day = self.in_force or self.in_force_earliest
        assert day is not None
        return day

    @property
    def latest(self) -> date:
        """The last day on which this norm may have come into force, estimated if its text does not say."""
        day = self.in_force or self.in_force_latest
        assert day is not None
        return day


def norms_of(pack: Pack) -> Mapping[str, Norm]:
    """Return the norms of our own pack."""
    return msgspec.toml.decode(pack.read("norms.toml") or b"", type=dict[str, Norm])


def was_in_force(name: str, norm: Norm, on: date, *, entered: date | None = None) -> bool:
    """Return whether a norm was in force on a day. `entered` is its day of entry into force, if known.

    Raise `DayNotKnown` if the result depends on that day and the day is not given.
    """
    if entered is not None:
        if not norm.earliest <= entered <= norm.latest:
            raise LawError("impossible_day", clause=norm.cite[0], norm=name, day=entered)
        return entered <= on
    if norm.earliest <= on < norm.latest:
        raise DayNotKnown("day_not_known", clause=norm.cite[0], norm=name, day=on)
    return norm.latest <= on

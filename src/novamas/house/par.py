"""The PAR sheet of a table: what its bets pay, what the house chose, the odds, the readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from novamas.house.sitting import Sitting, table_meant
from novamas.law import Frame, Option
from novamas.law.options import Value
from novamas.odds.cache import kept_odds
from novamas.odds.report import BetOdds
from novamas.table.game import Table


class Payout(Struct, frozen=True):
    """What one unit on a bet, or on a combination of it, wins."""

    bet: str
    pays: str  # to one, as the figures write it: "35", "3/2"
    cite: tuple[str, ...]
    borrowed: bool = False  # from another norm, where this one does not give it


class Chosen(Struct, frozen=True):
    """A choice of the house: what the law leaves open, and what this house made of it."""

    option: Option
    value: Value | None


class Applied(Struct, frozen=True):
    """A clause that had to be read one way or another, and how it was read."""

    clause: str
    applies: str


class ParSheet(Struct, frozen=True):
    """All that a game mathematician, a laboratory or an inspector asks of a table, as data."""

    game: str
    norm: str
    edition: str
    payouts: tuple[Payout, ...]
    choices: tuple[Chosen, ...]
    readings: tuple[Applied, ...]
    odds: Mapping[str, BetOdds]


def par_sheet(of: Table | Sitting, language: str = "en") -> ParSheet:
    """The PAR sheet of a table, its readings in a language; odds are counted now, unless they were kept."""
    table = table_meant(of)
    return ParSheet(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        payouts=payouts(table.frame),
        choices=choices(table),
        readings=readings(table.frame, language),
        odds=kept_odds(table),
    )


def payouts(frame: Frame) -> tuple[Payout, ...]:
    """What each bet pays, as the figures of the law have it."""
    bets = frame.figures.get("bets")
    found = _paying(bets) if isinstance(bets, Mapping) else ()
    return tuple(
        Payout(name, str(figures["pays"]), tuple(figures["cite"]), f"bets.{name}" in frame.borrowed)
        for name, figures in found
    )


def _paying(bets: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every figure of a bet that says what it pays, however deep it stands."""
    for name, figures in bets.items():
        if isinstance(figures, Mapping):
            if "pays" in figures:
                yield path + name, figures
            else:
                yield from _paying(figures, f"{path}{name}.")


def choices(table: Table) -> tuple[Chosen, ...]:
    """What the law leaves to the house, and what it chose at this table."""
    return tuple(Chosen(option, table.chosen[name]) for name, option in table.frame.options.items())


def readings(frame: Frame, language: str = "en") -> tuple[Applied, ...]:
    """Where the law is ambiguous, silent or misprinted: what we apply, which is not its letter."""
    told = (clause.told(language) for clause in frame.readings())
    return tuple(Applied(clause.id, clause.reading.applies) for clause in told if clause.reading)

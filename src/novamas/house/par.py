"""The PAR sheet of a table: what its bets pay, what the house chose, the odds, the readings.

It holds codes and figures for programs, and beside them what they mean in a language, for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct

from novamas.errors import Unreadable, shown
from novamas.house.sitting import Sitting, table_meant
from novamas.law import Frame, Option
from novamas.law.options import Value
from novamas.law.texts import LANGUAGES, Language
from novamas.odds.cache import kept_odds
from novamas.odds.report import BetOdds, strategy
from novamas.table.game import Table
from novamas.words import Words, words
from novamas.words.odds import advice_told


class Payout(Struct, frozen=True):
    """What one unit on a bet, or on a combination of it, wins."""

    bet: str
    called: str  # the bet and its combination, as people call them
    pays: str  # to one, as the figures write it: "35", "3/2"
    cite: tuple[str, ...]
    borrowed: bool = False  # from another norm, where this one does not give it


class Chosen(Struct, frozen=True):
    """A choice of the house: what the law leaves open, and what this house made of it."""

    option: Option
    value: Value | None
    says: str  # what the house may choose


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
    called: Mapping[str, str]  # the bets whose odds these are, as people call them
    per: Mapping[str, str]  # what each code of `per` and `also` in the odds means
    advice: tuple[str, ...]  # how the bets are best played; charts and tables are in the odds


def par_sheet(of: Table | Sitting, language: Language = "en") -> ParSheet:
    """The PAR sheet of a table with its words in a language; odds are counted now, unless they were kept."""
    table = table_meant(of)
    if language not in LANGUAGES:
        raise Unreadable(
            "language_unknown", told_as="unknown_language", given=shown(language), known=LANGUAGES
        )
    voice, odds = words(language, table.game.slug), kept_odds(table)
    counted_by = {per for bet in odds.values() for per in (bet.per, *bet.also)}
    return ParSheet(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        payouts=payouts(table.frame, voice),
        choices=choices(table, voice),
        readings=readings(table.frame, language),
        odds=odds,
        called={name: voice.bet(name) for name in odds},
        per={per: voice.text(f"per.{per}") for per in sorted(counted_by)},
        advice=tuple(line for advice in strategy(odds) for line in advice_told(advice, table.chosen, voice)),
    )


def payouts(frame: Frame, voice: Words) -> tuple[Payout, ...]:
    """What each bet pays, as the figures of the law have it."""
    bets = frame.figures.get("bets")
    found = _paying(bets) if isinstance(bets, Mapping) else ()
    return tuple(
        Payout(
            bet=name,
            called=": ".join(_called(part, voice) for part in name.split(".")),
            pays=str(figures["pays"]),
            cite=tuple(figures["cite"]),
            borrowed=f"bets.{name}" in frame.borrowed,
        )
        for name, figures in found
    )


def _called(name: str, voice: Words) -> str:
    """What a combination or a bet is called."""
    address = f"combinations.{name}"
    return voice.text(address) if voice.has(address) else voice.bet(name)


def _paying(bets: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Every figure of a bet that says what it pays, however deep it stands."""
    for name, figures in bets.items():
        if isinstance(figures, Mapping):
            if "pays" in figures:
                yield path + name, figures
            else:
                yield from _paying(figures, f"{path}{name}.")


def choices(table: Table, voice: Words) -> tuple[Chosen, ...]:
    """What the law leaves to the house, and what it chose at this table."""
    options = table.frame.options.items()
    return tuple(Chosen(option, table.chosen[name], voice.choice(option)) for name, option in options)


def readings(frame: Frame, language: Language) -> tuple[Applied, ...]:
    """Where the law is ambiguous, silent or misprinted: what we apply, which is not its letter."""
    told = (clause.told(language) for clause in frame.readings())
    return tuple(Applied(clause.id, clause.reading.applies) for clause in told if clause.reading)

"""The PAR sheet of a table: what its bets pay, what the house chose, the mathematics, the readings.

It holds codes and figures for programs, and beside them what they mean in a language, for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from importlib.resources import files
from math import sqrt
from typing import Any, Literal

import msgspec
from msgspec import Struct

import novamas
from novamas.house.rake import by_pot
from novamas.house.sitting import Sitting, table_meant
from novamas.house.voices import voice_in
from novamas.law import Frame, Option
from novamas.law.options import Value
from novamas.law.texts import Language
from novamas.odds.cache import cached_odds, program_hash
from novamas.odds.effects import Effect, effects, other_choices
from novamas.odds.moments import Moments, moments
from novamas.odds.report import BetOdds, method_of, strategy
from novamas.table.game import Table
from novamas.words import Voice
from novamas.words.odds import advice_text

Method = Literal["walked", "counted", "bounded"]


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


class Published(Struct, frozen=True):
    """An edge as it is published elsewhere for the same rules, and whether ours rounds to it."""

    edge: str
    about: str
    agrees: bool


class Mathematics(Struct, frozen=True):
    """The mathematics of one bet: how its odds were found, and all that follows from them."""

    method: Method
    moments: Moments
    published: Published | None = None


class ParSheet(Struct, frozen=True):
    """All that a game mathematician, a laboratory or an inspector asks of a table, as data."""

    game: str
    norm: str
    edition: str
    program: str  # the hash of the program's text and figures, as far as odds depend on them
    version: str
    payouts: tuple[Payout, ...]
    choices: tuple[Chosen, ...]
    readings: tuple[Applied, ...]
    odds: Mapping[str, BetOdds]
    mathematics: Mapping[str, Mathematics]
    effects: tuple[Effect, ...]  # of other choices of the house on the edges
    rake: Mapping[int, int]  # of a game that is played among players: the house's part of pots, in céntimos
    called: Mapping[str, str]  # the bets whose odds these are, as people call them
    per: Mapping[str, str]  # what each code of `per` and `also` in the odds means
    advice: tuple[str, ...]  # how the bets are best played; charts and tables are in the odds


def par_sheet(of: Table | Sitting, language: Language = "en", *, with_effects: bool = True) -> ParSheet:
    """The PAR sheet of a table with its words in a language; odds are counted now, unless they were kept.

    What other choices do to the edges means counting the odds again for each of them: it can be left out.
    """
    table = table_meant(of)
    voice, odds = voice_in(language, table.game.slug), cached_odds(table)
    counted_by = {per for bet in odds.values() for per in (bet.per, *bet.also)}
    others = effects(table, odds, other_choices(table), cached_odds) if with_effects and odds else ()
    return ParSheet(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        program=program_hash(),
        version=novamas.__version__,
        payouts=payouts(table.frame, voice),
        choices=choices(table, voice),
        readings=readings(table.frame, language),
        odds=odds,
        mathematics={name: mathematics(table, name, bet) for name, bet in odds.items()},
        effects=tuple(each for each in others if each.edges),
        rake=by_pot(table),
        called={name: voice.bet(name) for name in odds},
        per={per: voice.text(f"per.{per}") for per in sorted(counted_by)},
        advice=tuple(line for advice in strategy(odds) for line in advice_text(advice, table.chosen, voice)),
    )


# ---------------------------------------------------------------- the rules


def payouts(frame: Frame, voice: Voice) -> tuple[Payout, ...]:
    """What each bet pays, as the figures of the law have it."""
    bets = frame.figures.get("bets")
    found = _paying(bets) if isinstance(bets, Mapping) else ()
    return tuple(
        Payout(
            bet=name,
            called=": ".join(called(part, voice) for part in name.split(".")),
            pays=str(figures["pays"]),
            cite=tuple(figures["cite"]),
            borrowed=f"bets.{name}" in frame.borrowed,
        )
        for name, figures in found
    )


def called(name: str, voice: Voice) -> str:
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


def choices(table: Table, voice: Voice) -> tuple[Chosen, ...]:
    """What the law leaves to the house, and what it chose at this table."""
    options = table.frame.options.items()
    return tuple(Chosen(option, table.chosen[name], voice.choice(option)) for name, option in options)


def readings(frame: Frame, language: Language) -> tuple[Applied, ...]:
    """Where the law is ambiguous, silent or misprinted: what we apply, which is not its letter."""
    told = (clause.told(language) for clause in frame.readings())
    return tuple(Applied(clause.id, clause.reading.applies) for clause in told if clause.reading)


# ---------------------------------------------------------------- the mathematics


def mathematics(table: Table, name: str, bet: BetOdds) -> Mathematics:
    """How the odds of a bet were found, and what follows from them."""
    return Mathematics(method_used(table, bet), moments(bet), published(table.game.slug, name, bet))


def method_used(table: Table, bet: BetOdds) -> Method:
    """Every round played out on the engine, a method of the game's own, or a proved bound."""
    if bet.within is not None:
        return "bounded"
    return "walked" if method_of(table) is None else "counted"


def published(game: str, name: str, bet: BetOdds) -> Published | None:
    """What is published elsewhere for the same rules, where we know of it."""
    known = _all_published().get(game, {}).get(name)
    if known is None:
        return None
    digits = len(known["edge"].partition(".")[2])
    agrees = round(bet.edge, digits) == Fraction(known["edge"])
    return Published(known["edge"], known["about"], agrees)


def _all_published() -> dict[str, dict[str, dict[str, str]]]:
    text = files("novamas.house.par").joinpath("published.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, dict[str, dict[str, str]]])


# ---------------------------------------------------------------- the win


class Traffic(Struct, frozen=True):
    """How much is played: tables, people at each, rounds an hour, and what they stake on average."""

    tables: int
    seats: int
    rounds: int
    stake: int  # céntimos


class Win(Struct, frozen=True):
    """What the house wins on a bet in an hour on average, and how far one hour may lie from it."""

    staked: int  # céntimos
    mean: Fraction  # céntimos
    sd: float  # céntimos, as if every stake were decided by itself


def hourly_win(bet: BetOdds, traffic: Traffic) -> Win:
    """The theoretical win of an hour."""
    stakes = traffic.tables * traffic.seats * traffic.rounds
    staked = stakes * traffic.stake
    return Win(staked, bet.edge * staked, bet.sd * traffic.stake * sqrt(stakes))


def hourly_rake(taken: int, traffic: Traffic) -> tuple[int, Fraction]:
    """What the house takes in an hour of pots of one size, at all tables, and of each player."""
    whole = taken * traffic.rounds * traffic.tables
    return whole, Fraction(whole, traffic.tables * traffic.seats)

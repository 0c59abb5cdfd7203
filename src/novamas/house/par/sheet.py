"""The PAR sheet of a table: payouts, choices of the house, mathematics, readings of the law.

It has codes and figures for programs. Each has its text in one language for people.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from importlib.resources import files
from math import sqrt
from typing import Any, Literal

import msgspec
from msgspec import Struct

import novamas
from novamas.house.rake import by_pot
from novamas.house.sitting import Sitting, table_meant
from novamas.law import Frame, Option
from novamas.law.options import Value
from novamas.law.texts import Language
from novamas.odds.cache import cached_odds, program_of
from novamas.odds.effects import Effect, effects, other_choices
from novamas.odds.moments import Moments, moments
from novamas.odds.report import BetOdds, method_of, strategy
from novamas.table.game import Table
from novamas.words import Voice, voice_for
from novamas.words.odds import advice_text

Method = Literal["walked", "counted", "bounded"]


class Payout(Struct, frozen=True):
    """The win per unit on a bet, or on a combination in it."""

    bet: str
    called: str  # name of the bet and its combination
    pays: str  # to one, in the notation of the figures: "35", "3/2"
    cite: tuple[str, ...]
    borrowed: bool = False  # whether it comes from another norm, because this one does not give it


class Chosen(Struct, frozen=True):
    """A choice that the law leaves open, with the value that this house chose."""

    option: Option
    value: Value | None
    says: str  # text of what the house may choose


class Applied(Struct, frozen=True):
    """A clause that needed an interpretation, and the reading that we apply."""

    clause: str
    applies: str


class Published(Struct, frozen=True):
    """An edge that others have published for the same rules, and whether ours rounds to it."""

    edge: str
    about: str
    agrees: bool


class Mathematics(Struct, frozen=True):
    """The mathematics of one bet: how its odds are computed, and the figures that follow."""

    method: Method
    moments: Moments
    published: Published | None = None


class ParSheet(Struct, frozen=True):
    """The mathematics report on a table, as data for mathematicians, laboratories and inspectors."""

    game: str
    norm: str
    edition: str
    program: str  # hash of the source code and figures on which odds depend
    version: str
    payouts: tuple[Payout, ...]
    choices: tuple[Chosen, ...]
    readings: tuple[Applied, ...]
    odds: Mapping[str, BetOdds]
    mathematics: Mapping[str, Mathematics]
    effects: tuple[Effect, ...]  # of other choices of the house on the edges
    rake: Mapping[int, int]  # rake by pot in céntimos, for games among players
    called: Mapping[str, str]  # names of the bets that have odds
    per: Mapping[str, str]  # meaning of each code of `per` and `also` in the odds
    advice: tuple[str, ...]  # best strategy in sentences: its charts and tables are in the odds


def par_sheet(of: Table | Sitting, language: Language = "en", *, with_effects: bool = True) -> ParSheet:
    """Return the PAR sheet of a table, with texts in one language. Odds that are not cached are computed.

    The effects of other choices need the odds for each choice, so they can be left out.
    """
    table = table_meant(of)
    voice = voice_for(language, law=table.frame.law).under(table.frame)
    odds = cached_odds(table)
    counted_by = {per for bet in odds.values() for per in (bet.per, *bet.also)}
    others = effects(table, odds, other_choices(table), cached_odds) if with_effects and odds else ()
    return ParSheet(
        game=table.game.slug,
        norm=table.frame.norm,
        edition=table.game.pin(table.frame),
        program=program_of(table.game.slug),
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
    """Return the payout of each bet according to the figures of the law."""
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
    """Return the name of a combination or of a bet."""
    address = f"combinations.{name}"
    return voice.text(address) if voice.has(address) else voice.bet(name)


def _paying(bets: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the figures of each bet with a payout, at any depth."""
    for name, figures in bets.items():
        if isinstance(figures, Mapping):
            if "pays" in figures:
                yield path + name, figures
            else:
                yield from _paying(figures, f"{path}{name}.")


def choices(table: Table, voice: Voice) -> tuple[Chosen, ...]:
    """Return the choices that the law leaves to the house, and their values at this table."""
    options = table.frame.options.items()
    return tuple(Chosen(option, table.chosen[name], voice.choice(option)) for name, option in options)


def readings(frame: Frame, language: Language) -> tuple[Applied, ...]:
    """Return the readings that we apply where the law is ambiguous, silent or misprinted."""
    clauses = (frame.law.clause_in(clause.id, language) for clause in frame.readings())
    return tuple(Applied(clause.id, clause.reading.applies) for clause in clauses if clause.reading)


# ---------------------------------------------------------------- the mathematics


def mathematics(table: Table, name: str, bet: BetOdds) -> Mathematics:
    """Return how the odds of a bet are computed, and further figures about them."""
    return Mathematics(method_used(table, bet), moments(bet), published(table.game.slug, name, bet))


def method_used(table: Table, bet: BetOdds) -> Method:
    """Return the method behind odds: the walk over all rounds, the game's own, or a proved bound."""
    if bet.within is not None:
        return "bounded"
    return "walked" if method_of(table) is None else "counted"


def published(game: str, name: str, bet: BetOdds) -> Published | None:
    """Return the edge that others have published for the same rules, or None if we know none."""
    known = _all_published(game).get(name)
    if known is None:
        return None
    digits = len(known["edge"].partition(".")[2])
    agrees = round(bet.edge, digits) == Fraction(known["edge"])
    return Published(known["edge"], known["about"], agrees)


@cache
def _all_published(game: str) -> dict[str, dict[str, str]]:
    """Return the published edges of a game by bet, from `data/published/SLUG.toml` if there is one."""
    file = files("novamas.house.par").joinpath(f"data/published/{game}.toml")
    return msgspec.toml.decode(file.read_bytes(), type=dict[str, dict[str, str]]) if file.is_file() else {}


# ---------------------------------------------------------------- the win


class Traffic(Struct, frozen=True):
    """The volume of play: the number of tables, the players at each, rounds per hour and mean stake."""

    tables: int
    seats: int
    rounds: int
    stake: int  # céntimos


class Win(Struct, frozen=True):
    """The house's mean win on a bet per hour, and its standard deviation."""

    staked: int  # céntimos
    mean: Fraction  # céntimos
    sd: float  # céntimos, as if all stakes were independent


def hourly_win(bet: BetOdds, traffic: Traffic) -> Win:
    """Return the theoretical win per hour."""
    stakes = traffic.tables * traffic.seats * traffic.rounds
    staked = stakes * traffic.stake
    return Win(staked, bet.edge * staked, bet.sd * traffic.stake * sqrt(stakes))


def hourly_rake(taken: int, traffic: Traffic) -> tuple[int, Fraction]:
    """Return the rake per hour from pots of one size: at all tables, and per player."""
    whole = taken * traffic.rounds * traffic.tables
    return whole, Fraction(whole, traffic.tables * traffic.seats)

"""Payloads of odds: one JSON form of bets and advice, whether odds are cached or computed now.

A fraction is the text `p/q`. A number for people has a second field, whose name ends in `_float`.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, Struct, UnsetType, field

from novamas.errors import Figure
from novamas.law.options import as_figure, read_fraction
from novamas.odds.report import BetOdds, strategy
from novamas.table.game import Table

Coded: TypeAlias = Mapping[str, int | str | tuple[int | str, ...]]  # a code of hands, and values by name
Worth: TypeAlias = Mapping[str, Fraction]  # of each act, per unit staked


class BetOddsPayload(Struct, frozen=True, kw_only=True):
    """The odds of one bet. `per` names the unit to which they refer."""

    edge: Fraction
    edge_float: float
    per: str
    exact: bool
    se: float | None
    within: float | None
    sd: float
    hit: Fraction
    hit_float: float
    stake_cents: int
    tail: Fraction
    also: Mapping[str, Fraction]
    distribution: tuple[tuple[Fraction, Fraction], ...] | None  # net win per unit, chance


class TableRow(Struct, frozen=True, kw_only=True):
    """A situation in a strategy table with its best act.

    Its number of hands and the value of each act are there if they were computed.
    """

    when: Mapping[str, str]
    hands: int | UnsetType = UNSET
    best: str
    worth: Worth | UnsetType = UNSET


class ChartRow(Struct, frozen=True):
    """A hand in a strategy chart, with the best act against each card of the bank."""

    hand: Coded
    against: Mapping[str, str]


class BankMix(Struct, frozen=True):
    """A situation in which the bank mixes drawing and standing at equilibrium."""

    bank: str
    against: tuple[str, ...]
    draws: Fraction


class Ignorance(Struct, frozen=True):
    """The loss of a player at equilibrium who does not know something."""

    ignorance: str
    loses: Fraction
    loses_float: float


class Advice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A piece of advice: an act, a rule, a table, a chart, an equilibrium or a break-even point."""

    bet: str | UnsetType = UNSET  # left out where a sheet groups advice by bet
    against: str | UnsetType = UNSET
    model: str | UnsetType = UNSET
    best: str
    otherwise: str | UnsetType = UNSET
    hands: Coded | UnsetType = field(name="from", default=UNSET)  # the hands that do `best`
    cost: Fraction | UnsetType = UNSET  # loss of the rule against best play
    worth: Worth
    about: str | UnsetType = UNSET
    choice: str | UnsetType = UNSET
    edges: Mapping[str, Fraction] | UnsetType = UNSET  # by the value of `choice`
    table: tuple[TableRow, ...] | UnsetType = UNSET
    chart: tuple[ChartRow, ...] | UnsetType = UNSET
    break_even: Fraction | UnsetType = UNSET
    deduction: Fraction | UnsetType = UNSET
    punto_draws_on_five: Fraction | UnsetType = UNSET
    punto_draws_on_five_float: float | UnsetType = UNSET
    bank_mixes: tuple[BankMix, ...] | UnsetType = UNSET
    punto_gains: Fraction | UnsetType = UNSET
    punto_gains_float: float | UnsetType = UNSET
    bank_gains: Fraction | UnsetType = UNSET
    bank_gains_float: float | UnsetType = UNSET
    ignorance: tuple[Ignorance, ...] | UnsetType = UNSET


class BetAdvice(Advice, frozen=True, kw_only=True):
    """A piece of advice with the name of its bet."""

    bet: str


class TableOdds(Struct, frozen=True, kw_only=True):
    """The odds of a table's bets, the best play, and the readings on which they depend."""

    game: str
    norm: str
    choices: Mapping[str, Figure]
    bets: Mapping[str, BetOddsPayload]
    strategy: tuple[BetAdvice, ...]
    readings: tuple[str, ...]


def bet_payload(bet: BetOdds) -> BetOddsPayload:
    """Return the odds of one bet as a payload for JSON."""
    return BetOddsPayload(
        edge=bet.edge,
        edge_float=float(bet.edge),
        per=bet.per,
        exact=bet.exact,
        se=None,  # no standard error: every edge is computed, not sampled
        within=bet.within,
        sd=bet.sd,
        hit=bet.hit,
        hit_float=float(bet.hit),
        stake_cents=bet.stake,
        tail=bet.tail,
        also=bet.also,
        distribution=bet.distribution,
    )


def bet_advice(advice: Mapping[str, Any]) -> BetAdvice:
    """Return a piece of advice of `strategy` as a payload for JSON."""
    return msgspec.convert(advice, BetAdvice, dec_hook=read_fraction)


def choices_payload(table: Table) -> dict[str, Figure]:
    """Return the choices of a table's house by name, as in JSON."""
    return {name: as_figure(table.chosen[name]) for name in table.frame.options}


def odds_fields(table: Table, odds: Mapping[str, BetOdds]) -> dict[str, Any]:
    """Return the fields of `TableOdds`."""
    return {
        "game": table.game.slug,
        "norm": table.frame.norm,
        "choices": choices_payload(table),
        "bets": {name: bet_payload(bet) for name, bet in odds.items()},
        "strategy": tuple(map(bet_advice, strategy(odds))),
        "readings": tuple(clause.id for clause in table.frame.readings()),
    }


def plain(payload: Struct) -> Any:
    """Return a payload as Python values, with the same spelling as in its JSON."""
    return msgspec.json.decode(msgspec.json.encode(payload, enc_hook=str))


def report(table: Table, odds: Mapping[str, BetOdds]) -> dict[str, Any]:
    """Return the odds and strategy of a table in the form of `novamas odds --json`."""
    found: dict[str, Any] = plain(TableOdds(**odds_fields(table, odds)))
    return found

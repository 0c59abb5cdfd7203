"""Payloads about best play, a single decision, and a Lototrot forecast."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

from msgspec import Struct, convert

from novamas.errors import Figure
from novamas.law.options import read_fraction
from novamas.money import Cents
from novamas.odds.payload import BetAdvice, Worth
from novamas.pools.lototrot.odds import Chances
from novamas.pools.lototrot.setup import Category


class AdvicePayload(BetAdvice, frozen=True, kw_only=True):
    """A piece of advice on a bet, as data and as sentences."""

    says: tuple[str, ...]


def advice_payload(advice: Mapping[str, Any], says: tuple[str, ...]) -> AdvicePayload:
    """Return a piece of advice together with its sentences."""
    return convert({**advice, "says": says}, AdvicePayload, dec_hook=read_fraction)


class StrategyPayload(Struct, frozen=True, kw_only=True):
    """The best play for the bets of a table."""

    game: str
    norm: str
    choices: Mapping[str, Figure]
    strategy: tuple[AdvicePayload, ...]


class DecisionPayload(Struct, frozen=True, kw_only=True):
    """The best act with one hand against one card of the bank, and the value of each act."""

    hand: str
    total: Mapping[str, int | str | tuple[int, ...]]
    bank: str
    best: str
    worth: Worth
    insurance: Fraction | None
    basic_strategy: str


class NumberPayload:
    """A number, written as a fraction if it is exact and otherwise as a decimal."""

    schema: ClassVar[dict[str, Any]] = {
        "anyOf": [{"type": "string", "pattern": r"^-?\d+(/\d+)?$"}, {"type": "number"}]
    }


class ExpectationPayload(Struct, frozen=True):
    """The expected prize of a Lototrot column.

    It has the amount in céntimos by category, and the column's share in the sum carried over for 7/7.
    """

    by_category: Mapping[Category, NumberPayload]
    price: Cents
    seven_share: NumberPayload
    exact: bool


class ExpectedPayload(Struct, frozen=True):
    """A forecast and its probabilities. It includes the expected prize if the pool is known."""

    forecast: str
    chances: Chances
    expectation: ExpectationPayload | None

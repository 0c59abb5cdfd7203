"""Payloads of a table's odds and, for circle poker, of its rake."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Literal

from msgspec import UNSET, Struct, UnsetType

from novamas.errors import NovamasError, quoted
from novamas.house.rake import Take, by_pot, circle_rules, expected_take
from novamas.odds.payload import TableOdds, odds_fields
from novamas.odds.report import BetOdds
from novamas.table.game import Table


class SessionTake(Struct, frozen=True):
    """A fee per session in place of a rake: its rate, and the amount to which the rate applies."""

    rate: Fraction
    base: Literal["maximo", "resto"]


class TakePayload(Struct, frozen=True):
    """The rake at circle poker: per session, or by pot and per hand in céntimos."""

    session: SessionTake | UnsetType = UNSET
    by_pot: Mapping[int, int] | UnsetType = UNSET
    at_most: bool | UnsetType = UNSET  # it is taken in each betting round, up to the amounts of `by_pot`
    hand: Take | UnsetType = UNSET


class OddsPayload(TableOdds, frozen=True, kw_only=True):
    """The odds of a table. If players play against each other, they include the rake."""

    rake: TakePayload | UnsetType = UNSET


def odds_payload(table: Table, odds: Mapping[str, BetOdds]) -> OddsPayload:
    """Return each bet's odds and the best decisions. Games among players also have the rake."""
    rake = UNSET if circle_rules(table) is None else take_payload(table)
    return OddsPayload(**odds_fields(table, odds), rake=rake)


def take_payload(table: Table) -> TakePayload:
    """Return the rake as a payload for JSON: per session, or by pot and per hand in céntimos."""
    rules = circle_rules(table)
    assert rules is not None, table.game.slug
    if rules.by_session:
        return TakePayload(session=SessionTake(rules.session_rate, rules.session_base))
    return TakePayload(by_pot=by_pot(table), at_most=rules.takes_each_interval, hand=expected_take(table))


def check_bet(table: Table, bet: str | None) -> None:
    """Raise `NovamasError` if a bet has no odds. It is called before any computation."""
    known = table.game.wagers(table.opening)
    if bet is not None and bet not in known:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=tuple(known))

"""Payloads of the odds of a table and, at circle poker, of the rake."""

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
    """A fee per session instead of a rake: its rate, and the amount of which it is a part."""

    rate: Fraction
    base: Literal["maximo", "resto"]


class TakePayload(Struct, frozen=True):
    """The rake of a table of circle poker: by the session, or by pot and per hand in céntimos."""

    session: SessionTake | UnsetType = UNSET
    by_pot: Mapping[int, int] | UnsetType = UNSET
    at_most: bool | UnsetType = UNSET  # it is taken in each betting round, up to the amounts of `by_pot`
    hand: Take | UnsetType = UNSET


class OddsPayload(TableOdds, frozen=True, kw_only=True):
    """The odds of a table, and the rake if players play against each other."""

    rake: TakePayload | UnsetType = UNSET


def odds_payload(table: Table, odds: Mapping[str, BetOdds]) -> OddsPayload:
    """Return the odds of each bet and the best decisions, and the rake if players play against each other."""
    rake = UNSET if circle_rules(table) is None else take_payload(table)
    return OddsPayload(**odds_fields(table, odds), rake=rake)


def take_payload(table: Table) -> TakePayload:
    """Return the rake as the payload for JSON: by pot and per hand in céntimos, or by the session."""
    rules = circle_rules(table)
    assert rules is not None, table.game.slug
    if rules.by_session:
        return TakePayload(session=SessionTake(rules.session_rate, rules.session_base))
    return TakePayload(by_pot=by_pot(table), at_most=rules.takes_each_interval, hand=expected_take(table))


def check_bet(table: Table, bet: str | None) -> None:
    """Raise `NovamasError` for a bet without odds, before anything is computed."""
    known = table.game.wagers(table.opening)
    if bet is not None and bet not in known:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=tuple(known))

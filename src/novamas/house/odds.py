"""Payloads of the odds of a table and, at circle poker, of the rake."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.errors import NovamasError, quoted
from novamas.house.rake import by_pot, circle_rules, expected_take
from novamas.odds.report import BetOdds, report
from novamas.table.game import Table


def odds_payload(table: Table, odds: Mapping[str, BetOdds]) -> dict[str, Any]:
    """Return the odds of each bet and the best decisions, and the rake if players play against each other."""
    more = {} if circle_rules(table) is None else {"rake": take_payload(table)}
    return report(table, odds) | more


def take_payload(table: Table) -> dict[str, Any]:
    """Return the rake as the payload for JSON: by pot and per hand in céntimos, or by the session."""
    rules = circle_rules(table)
    assert rules is not None, table.game.slug
    if rules.by_session:
        return {"session": {"rate": rules.session_rate, "base": rules.session_base}}
    return {"by_pot": by_pot(table), "at_most": rules.takes_each_interval, "hand": expected_take(table)}


def check_bet(table: Table, bet: str | None) -> None:
    """Raise `NovamasError` for a bet without odds, before anything is computed."""
    known = table.game.wagers(table.opening)
    if bet is not None and bet not in known:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=tuple(known))

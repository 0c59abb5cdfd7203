"""Exact odds of bets as fractions, with whole distributions and best play."""

from __future__ import annotations

from novamas.odds.payload import report
from novamas.odds.report import BetOdds, bet_odds, table_odds
from novamas.odds.walk import Decision, HiddenCardUsed, Result, Walk

__all__ = ["BetOdds", "Decision", "HiddenCardUsed", "Result", "Walk", "bet_odds", "report", "table_odds"]

"""Phases of pai gow dominoes, which are those of its family."""

from __future__ import annotations

from novamas.families.banked.phases import Betting, Closed, Waiting
from novamas.families.pai_gow.phases.betting import Offering
from novamas.families.pai_gow.phases.deal import AFTER_CLOSING, TakingUp
from novamas.families.pai_gow.setup import Premises
from novamas.games.pai_gow_domino.cloth import Cloth
from novamas.games.pai_gow_domino.setup import Rules


def opening(rules: Rules, premises: Premises) -> Waiting[Cloth]:
    """Return the table before its first round. The bank is first offered to seat 1."""
    return Waiting(Cloth(rules=rules, premises=premises))


PHASES = tuple(phase[Cloth] for phase in (Waiting, Offering, Betting, Closed, TakingUp, *AFTER_CLOSING))

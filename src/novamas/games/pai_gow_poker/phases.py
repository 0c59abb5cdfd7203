"""Phases of pai gow poker, which are those of its family."""

from __future__ import annotations

from novamas.families.banked.phases import Waiting
from novamas.families.pai_gow.setup import Premises
from novamas.games.pai_gow_poker.cloth import Cloth
from novamas.games.pai_gow_poker.setup import Rules


def opening(rules: Rules, premises: Premises) -> Waiting[Cloth]:
    """Return the table before its first round. The bank is first offered to seat 1."""
    return Waiting(Cloth(rules=rules, premises=premises))

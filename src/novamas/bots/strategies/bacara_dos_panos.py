"""Bacará a dos paños: a punto stands with five, the banker plays by the table of play."""

from __future__ import annotations

from random import Random

from novamas.bots.knowledge import TableFacts
from novamas.bots.strategies.baccarat import act_by_table, punto_act
from novamas.families.passing_bank.cloth import BANCA
from novamas.games.bacara_dos_panos.cloth import PANOS
from novamas.table.deeds import Deed
from novamas.table.views import View


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Stand with five as a punto. As the banker, play by the table against the side with more chips."""
    if view.phase == "bank_speaks":
        return act_by_table(known, view, BANCA, _dearer_side(view))
    return punto_act(view, PANOS[view.shows.n], draws_on_five=False) if view.phase == "speaking" else None


expert = steady  # computing the equilibrium of two sides takes too long


def _dearer_side(view: View) -> str:
    staked = {pano: sum(chips.cents for chips in view.chips if chips.bet == pano) for pano in PANOS}
    return max(PANOS, key=staked.__getitem__)

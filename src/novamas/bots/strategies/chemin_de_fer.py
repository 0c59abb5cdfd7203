"""Strategies for chemin de fer: the punto stands with five, the banker uses the table or equilibrium."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.bots.strategies.baccarat import act_by_table, punto_act, third_card
from novamas.families.passing_bank.cloth import full_shoe
from novamas.hands import baccarat_points
from novamas.odds.games.baccarat import Equilibrium, counts_of, coups_of, equilibria
from novamas.odds.games.chemin_de_fer import house_rate
from novamas.table.deeds import Deed
from novamas.table.views import View


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Stand with five as the punto. As the banker, follow the table, and draw if it leaves the choice."""
    if view.phase == "bank_speaks":
        return act_by_table(known, view, view.eyes, view.shows.coup.punto)
    return punto_act(view, view.eyes, draws_on_five=False) if view.phase == "punto_speaks" else None


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Play the equilibrium. If it mixes two acts, choose at random."""
    solved = equilibrium(known)
    if view.phase == "bank_speaks":
        one, other = sorted(baccarat_points((card,)) for card in cards_of(view, view.eyes)[:2])
        drawing = solved.bank(((one, other), third_card(view, view.shows.coup.punto)))
        return act_from_view(view, "carta" if rng.random() < drawing else "no")
    draws_on_five = rng.random() < solved.punto_draws
    return punto_act(view, view.eyes, draws_on_five=draws_on_five) if view.phase == "punto_speaks" else None


@lru_cache(maxsize=32)
def equilibrium(known: TableFacts) -> Equilibrium:
    """Return the equilibrium of the game with a full shoe."""
    coups = coups_of(counts_of(full_shoe(known.table.frame)))
    return equilibria(coups, house_rate(known.table))[0]

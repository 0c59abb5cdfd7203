"""Baccarat in which players bank: the punto with five, the banker by the table of play or equilibrium."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.families.passing_bank.cloth import BANCA, full_shoe
from novamas.families.passing_bank.cuadro import Cuadro, Says
from novamas.games.bacara_dos_panos.cloth import PANOS
from novamas.hands import baccarat_points
from novamas.odds.games.baccarat import Equilibrium, coups_of, equilibria
from novamas.odds.games.chemin_de_fer import house_rate
from novamas.odds.games.punto_y_banca import counts_of
from novamas.table.deeds import Deed
from novamas.table.views import View

FIVE = 5


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Stand with five as the punto. Follow the table of play as the banker, drawing where it is optional."""
    if view.phase == "bank_speaks":
        rule = known.table.frame.group("cuadro", Cuadro)
        draws = rule.says(baccarat_points(_bank(view)), _third(view)) is not Says.STAND
        return act_from_view(view, "carta" if draws else "no")
    return _of_punto(view, draws_on_five=False)


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Play the equilibrium of chemin de fer. Where it mixes, the choice is random."""
    solved = equilibrium(known)
    if view.phase == "bank_speaks":
        one, other = sorted(map(_points, _bank(view)[:2]))
        return act_from_view(
            view, "carta" if rng.random() < solved.bank(((one, other), _third(view))) else "no"
        )
    return _of_punto(view, draws_on_five=rng.random() < solved.punto_draws)


@lru_cache(maxsize=32)
def equilibrium(known: TableFacts) -> Equilibrium:
    """Return the equilibrium from a full shoe."""
    coups = coups_of(counts_of(full_shoe(known.table.frame)))
    return equilibria(coups, house_rate(known.table))[0]


def _of_punto(view: View, *, draws_on_five: bool) -> Deed | None:
    """Draw with less than five and stand with more, even if the punto may choose freely."""
    if view.phase not in ("punto_speaks", "speaking"):
        return None
    owner = PANOS[view.shows.n] if view.phase == "speaking" else view.eyes
    points = baccarat_points(cards_of(view, owner))
    draws = points < FIVE or (points == FIVE and draws_on_five)
    return act_from_view(view, "carta" if draws else "no")


def _bank(view: View) -> tuple[int, ...]:
    """Return the banker's cards: in front of the banker, or in their own place at a two-sided table."""
    return cards_of(view, view.eyes) or cards_of(view, BANCA)


def _third(view: View) -> int | None:
    """Return the points of the third card against which the banker plays.

    At a two-sided table that is the card of the side with more chips.
    """
    against = view.shows.coup.punto if hasattr(view.shows.coup, "punto") else _dearer(view)
    held = view.held(against)
    third = held[2].card if len(held) > 2 else None
    return None if third is None else _points(third)


def _dearer(view: View) -> str:
    staked = {pano: sum(chips.cents for chips in view.chips if chips.bet == pano) for pano in PANOS}
    return max(PANOS, key=staked.__getitem__)


def _points(card: int) -> int:
    return baccarat_points((card,))

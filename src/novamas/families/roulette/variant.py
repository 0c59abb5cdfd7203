"""A roulette as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from novamas.families.banked.incidents import LateBet
from novamas.families.banked.phases import Waiting
from novamas.families.roulette.cloth import RouletteCloth
from novamas.families.roulette.setup import Premises, Rules
from novamas.families.wheel.incidents import TiradaNula
from novamas.families.wheel.phases import ACTS, layout, phases_of
from novamas.families.wheel.phases import wagers as bets_of_the_cloth
from novamas.table.deeds import Act
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


def variant(
    slug: str,
    cloth: type[RouletteCloth],
    rules: type[Rules],
    *,
    own_acts: tuple[type[Act], ...],
    own_phases: tuple[Any, ...] = (),
    wagers: Callable[[AnyPhase], dict[str, Wager]] = bets_of_the_cloth,
    **own: Any,
) -> Game:
    """Build the game of a roulette. `own` has further fields of the game, such as its set-up faults."""

    def opening(stated: Rules, premises: Premises) -> Waiting[Any]:
        return Waiting(cloth(rules=stated, premises=premises))

    return Game(
        slug=slug,
        family="roulette",
        pieces="wheel",
        audited_by="spins",
        revision=4,
        rules=rules,
        premises=Premises,
        opening=opening,
        wagers=wagers,
        layout=layout,
        felt=cloth,
        phases=(*phases_of(cloth), *own_phases),
        acts=(*ACTS, *own_acts),
        incidents=(TiradaNula, LateBet),
        **own,
    )

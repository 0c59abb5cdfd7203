"""A variant of circle poker as a game of the catalogue."""

from __future__ import annotations

from typing import Any

from novamas.families.circle import acts
from novamas.families.circle.cloth import Cloth
from novamas.families.circle.incidents import bets, conduct, deals
from novamas.families.circle.incidents.deals import SetAside
from novamas.families.circle.layout import layout
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Dealing, Interval, SkippedTurn
from novamas.families.circle.phases.seating import Gathering, Lots
from novamas.families.circle.phases.showdown import Reading, Showdown
from novamas.families.circle.setup import Premises, Rules
from novamas.table.deeds import Act
from novamas.table.game import Game, no_wagers
from novamas.table.phases import AnyPhase, Incident

PHASES: tuple[Any, ...] = (
    Gathering,
    Lots,
    Between,
    Dealing,
    SetAside,
    Interval,
    SkippedTurn,
    Showdown,
    Reading,
)
INCIDENTS = (*conduct.INCIDENTS, *bets.INCIDENTS, *deals.INCIDENTS)


def variant(
    slug: str,
    cloth: type[Cloth],
    rules: type[Rules],
    *,
    phases: tuple[Any, ...] = (),
    own_acts: tuple[type[Act], ...] = (),
    incidents: tuple[type[Incident[Any]], ...] = (),
    without: tuple[type[Incident[Any]], ...] = (),
    without_phases: tuple[Any, ...] = (),
    revision: int = 4,
) -> Game:
    """Build the game of a variant of circle poker.

    `cloth` holds the variant's own rules. `without` lists the incidents that cannot happen, and
    `without_phases` the phases that the variant does not have.
    """

    def opening(stated: Rules, premises: Premises) -> AnyPhase:
        return Gathering(cloth(rules=stated, premises=premises, purses=(0,) * stated.seats))

    return Game(
        slug=slug,
        family="circle",
        pieces="cards",
        rules=rules,
        premises=Premises,
        opening=opening,
        wagers=no_wagers,
        layout=layout,
        felt=cloth,
        phases=tuple(phase[cloth] for phase in (*PHASES, *phases) if phase not in without_phases),
        acts=(*acts.AROUND, *acts.IN_HAND, *own_acts),
        incidents=(*(each for each in INCIDENTS if each not in without), *incidents),
        revision=revision,
    )

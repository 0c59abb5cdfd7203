"""A variant of circle poker as a game of the catalogue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from novamas.games.circle.poker import acts, conduct, wrong_bets, wrong_deals
from novamas.games.circle.poker.between import Between
from novamas.games.circle.poker.choices import Choices, faults, rules_of
from novamas.games.circle.poker.cloth import Cloth
from novamas.games.circle.poker.gathering import Gathering, Lots
from novamas.games.circle.poker.hand import Dealing, Interval
from novamas.games.circle.poker.showdown import Reading, Showdown
from novamas.games.circle.poker.wrong_deals import SetAside
from novamas.law import Frame
from novamas.table.deeds import Act
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase, Incident

PHASES: tuple[Any, ...] = (Gathering, Lots, Between, Dealing, SetAside, Interval, Showdown, Reading)
INCIDENTS = (*wrong_deals.INCIDENTS, *wrong_bets.INCIDENTS, *conduct.INCIDENTS)


def circle_game(
    slug: str,
    says: str,
    cloth: type[Cloth],
    choices: type[Choices],
    *,
    phases: tuple[Any, ...] = (),
    own_acts: tuple[type[Act], ...] = (),
    incidents: tuple[type[Incident[Any]], ...] = (),
    without: tuple[type[Incident[Any]], ...] = (),
    without_phases: tuple[Any, ...] = (),
) -> Game:
    """A variant: its cloth says what differs; `without` names what cannot go wrong in it."""

    def opening(frame: Frame, chosen: Choices) -> AnyPhase:
        rules = rules_of(frame, chosen)
        return Gathering(cloth(rules=rules, purses=(0,) * rules.seats))

    return Game(
        slug=slug,
        says=says,
        choices=choices,
        faults=faults,
        opening=opening,
        wagers=no_wagers,
        phases=tuple(phase[cloth] for phase in (*PHASES, *phases) if phase not in without_phases),
        acts=(*acts.AROUND, *acts.IN_HAND, *own_acts),
        incidents=(*(each for each in INCIDENTS if each not in without), *incidents),
    )


def no_wagers(opening: AnyPhase) -> Mapping[str, Wager]:
    """Players play against each other: no bet has odds against the house."""
    return {}

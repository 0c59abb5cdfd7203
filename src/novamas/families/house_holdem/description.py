"""The description that both hold'ems against the house share: all of `GAME` except rules and bets."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from novamas.families.banked.acts import Fold
from novamas.families.banked.limits import AnnounceLimits
from novamas.families.banked.phases import Waiting
from novamas.families.banked_poker.one_box import ACTS
from novamas.families.house_holdem.acts import BetOn, Check
from novamas.families.house_holdem.cloth import HoldemCloth
from novamas.families.house_holdem.incidents import INCIDENTS
from novamas.families.house_holdem.layout import layout
from novamas.families.house_holdem.phases import phases_of
from novamas.families.house_holdem.setup import HoldemRules, Premises
from novamas.table.game import Game, Wager
from novamas.table.phases import AnyPhase


def holdem_game(
    slug: str, rules: type[HoldemRules], wagers: Callable[[AnyPhase], Mapping[str, Wager]]
) -> Game:
    """Return the description of a hold'em game with these rules."""

    def opening(stated: HoldemRules, premises: Premises) -> AnyPhase:
        return Waiting(HoldemCloth(rules=stated, premises=premises))

    return Game(
        slug=slug,
        family="house_holdem",
        pieces="cards",
        rules=rules,
        premises=Premises,
        opening=opening,
        wagers=wagers,
        layout=layout,
        felt=HoldemCloth,
        phases=phases_of(HoldemCloth[rules]),  # type: ignore[valid-type]  # the type is the argument
        acts=(*ACTS, BetOn, Check, Fold, AnnounceLimits),
        incidents=INCIDENTS,
    )

"""The engine's dealing order: each seat's cards if several seats have placed the same bet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.sim.wagers import BET, automatic_act, lay
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Owner
from novamas.table.game import Table, Wager
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE, CROUPIER

OF_FIRST = ":1"  # the end of a bet on the first seat's place


class Dealt(NamedTuple):
    """The deck positions of all cards that any viewpoint sees after the deal."""

    seats: NDArray[np.int64]  # by seat and card
    bank: NDArray[np.int64]


def dealt(table: Table, bet: str, seats: int) -> Dealt:
    """Return the deck positions of the dealt cards. Raise `Refused` if a seat may not bet."""
    phase, wager = table.opening, table.game.wagers(table.opening)[bet]
    for seat in range(1, seats + 1):
        for act in acts_of(wager, seat):
            phase = lay(phase, act)
    cards = iter(DECK_52)
    while phase.turn in (CHANCE, CROUPIER):
        deed = Drawn(what=next(cards)) if phase.turn is CHANCE else automatic_act(phase)
        phase, _ = follow(phase, deed)
    return Dealt(
        np.array([_places(phase, seat) for seat in range(1, seats + 1)], np.int64),
        np.array(_places(phase, "bank"), np.int64),
    )


def acts_of(wager: Wager, seat: int) -> tuple[Deed, ...]:
    """Return the acts by which a seat places a bet on its own place.

    Only the first seat does the acts that come before the bets.
    """
    return tuple(_by(act, seat) for act in wager.acts if seat == 1 or act.verb() == BET)


def _by(act: Deed, seat: int) -> Deed:
    if act.by != 1:
        return act
    bet = getattr(act, "bet", "")
    return replace(act, by=seat, **({"bet": f"{bet[:-2]}:{seat}"} if bet.endswith(OF_FIRST) else {}))


def _places(phase: AnyPhase, owner: Owner) -> list[int]:
    """Return the deck positions of an owner's visible cards. The deck was dealt from its beginning."""
    return [DECK_52.index(held.card) for held in phase.felt.held(owner) if held.card is not None]

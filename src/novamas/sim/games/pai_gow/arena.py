"""Both pai gow games in the arena: how a hand is set, as client against the croupier or as the bank.

Cards and tiles are shown sorted, so their order does not matter. A way to set them is named by places in
that order.
"""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.families.pai_gow.cloth import BANCA, CASILLA
from novamas.sim.arena import Layout
from novamas.sim.dispatch import compile_bet
from novamas.sim.play import CompiledBet
from novamas.table.game import Table

AS_HOUSE = "as_house"
ASKED, OWN = 0, 1


def layout_of(held: int, pieces: int, what: str) -> Layout:
    """Return the layout of a game with this many cards or tiles in a hand."""
    return Layout(
        ("asked", 1, 0, 1, "0 the round is over, 1 how to set the hand"),
        ("own", held, 1, pieces, f"{what}, the highest first"),
        ("is_banker", 1, 0, 1, "whether the player is the bank against the croupier's hand"),
        ("bank", held, 0, pieces, "the croupier's hand when it has been shown"),
    )


def play_of(table: Table, bank: bool) -> CompiledBet:
    """Compile the bet of a client or of the bank. Raise an error if the house sets by its own rules."""
    if not table.game.wagers(table.opening):
        raise NovamasError(
            "not_simulated_yet",
            text_key="choice_not_simulated_yet",
            game=table.game.slug,
            choice="house_way",
        )
    return compile_bet(table, BANCA if bank else CASILLA)

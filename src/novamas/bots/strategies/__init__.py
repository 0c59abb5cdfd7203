"""Strategies for playing hands, game by game: a simple rule, and the best play that the odds give."""

from __future__ import annotations

from functools import cache

from novamas.bots.knowledge import Way


@cache
def strategies_for(game: str) -> tuple[Way, Way] | None:
    """Return the steady and the expert strategy, or None if the game has no decisions about hands."""
    from novamas.bots.strategies import (
        baccarat,
        blackjack,
        house_holdem,
        pai_gow,
        sin_descarte,
        tres_cartas,
        trijoker,
    )

    return {
        "blackjack": (blackjack.steady, blackjack.expert),
        "tres_cartas": (tres_cartas.steady, tres_cartas.expert),
        "sin_descarte": (sin_descarte.steady, sin_descarte.expert),
        "trijoker": (trijoker.steady, trijoker.expert),
        "holdem_bonus": (house_holdem.steady, house_holdem.expert),
        "holdem_contrapartida": (house_holdem.steady, house_holdem.expert),
        "pai_gow_poker": (pai_gow.steady, pai_gow.expert),
        "pai_gow_domino": (pai_gow.steady, pai_gow.expert),
        "chemin_de_fer": (baccarat.steady, baccarat.expert),
        "bacara_dos_panos": (baccarat.steady, baccarat.steady),  # computing its equilibrium takes too long
    }.get(game)

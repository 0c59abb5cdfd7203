"""How to play a hand, game by game: a simple rule that people go by, and the best play that odds count."""

from __future__ import annotations

from functools import cache

from novamas.bots.knowledge import Way


@cache
def strategies_for(game: str) -> tuple[Way, Way] | None:
    """The steady way and the expert's, where a game lets its players decide anything about their hands."""
    from novamas.bots.strategies import baccarat as baccara
    from novamas.bots.strategies import blackjack, trijoker
    from novamas.bots.strategies import house_holdem as holdem
    from novamas.bots.strategies import pai_gow as setting
    from novamas.bots.strategies import sin_descarte as five_cards
    from novamas.bots.strategies import tres_cartas as three_cards

    return {
        "blackjack": (blackjack.steady, blackjack.expert),
        "tres_cartas": (three_cards.steady, three_cards.expert),
        "sin_descarte": (five_cards.steady, five_cards.expert),
        "trijoker": (trijoker.steady, trijoker.expert),
        "holdem_bonus": (holdem.steady, holdem.expert),
        "holdem_contrapartida": (holdem.steady, holdem.expert),
        "pai_gow_poker": (setting.steady, setting.expert),
        "pai_gow_domino": (setting.steady, setting.expert),
        "chemin_de_fer": (baccara.steady, baccara.expert),
        "bacara_dos_panos": (baccara.steady, baccara.steady),  # its equilibrium is not counted in time
    }.get(game)

"""Strategies for three-card poker: stay in with Q-6-4, or with any hand worth more than folding."""

from __future__ import annotations

from functools import cache, lru_cache
from random import Random

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of
from novamas.equipment.cards import cards
from novamas.games.tres_cartas.setup import figures
from novamas.hands import best_hand
from novamas.hands.rankings import Ranking
from novamas.odds.games.tres_cartas import HAND, Play
from novamas.table.deeds import Deed
from novamas.table.views import View

MIN = cards("Qs 6h 4d")  # the lowest hand that stays in


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Stay in with Q-6-4 or better."""
    hand = _hand(view)
    ranking = figures(known.table.frame).ranking
    goes = len(hand) == HAND and _strength(ranking, hand) >= _strength(ranking, MIN)
    return act_from_view(view, "go" if goes else "fold") if hand else None


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Stay in if that loses less than folding, under this table's payouts."""
    hand = tuple(sorted(_hand(view)))
    return act_from_view(view, "go" if hand in going(known) else "fold") if hand else None


def _hand(view: View) -> tuple[int, ...]:
    """Return the cards of the box for which the player must decide."""
    return cards_of(view, view.shows.waiting[0][0]) if view.phase == "deciding" else ()


@cache
def _strength(ranking: Ranking, hand: tuple[int, ...]) -> int:
    return best_hand(ranking, hand).strength


@lru_cache(maxsize=8)
def going(known: TableFacts) -> frozenset[tuple[int, ...]]:
    """Return all hands for which staying in is the best decision."""
    play = Play(known.table)
    return frozenset(tuple(sorted(hand)) for hand in play.census.hands[play.goes].tolist())

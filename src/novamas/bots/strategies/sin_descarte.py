"""Strategies for no-draw poker: stay in with A-K-J-8-3 or better, and buy a card for a draw."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from novamas.bots.knowledge import TableFacts, act_from_view, cards_of, offered_by_verb
from novamas.equipment.cards import DECK_52, cards, rank, suit
from novamas.families.banked_poker.bets import BANK
from novamas.hands import Category, best_hand
from novamas.hands.hand import Hand
from novamas.odds.games.sin_descarte.bets import going
from novamas.odds.games.sin_descarte.payouts import Pays, examples_of
from novamas.table.deeds import Deed
from novamas.table.views import View

MIN = cards("As Kd Jc 8h 3s")  # the lowest hand that stays in
NOTHING = (Category.AS_REY, Category.CARTA_MAYOR)


def steady(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Buy a card for a four-card draw below a pair. Otherwise stay in with A-K-J-8-3 or better."""
    hand = _hand(view)
    if not hand:
        return None
    made = _made(known, hand)
    bought = _bought(view, hand) if made.category in NOTHING else None
    return bought or act_from_view(view, "go" if made.strength >= _made(known, MIN).strength else "fold")


def expert(known: TableFacts, view: View, rng: Random) -> Deed | None:
    """Play a hand with ace and king by the bank's up card, after counting every hand of the bank.

    For all other hands the best play is obvious. If a card can be bought, counting takes too long at a table,
    so the bot plays the steady strategy.
    """
    hand, up = _hand(view), cards_of(view, BANK)
    if len(up) != 1 or "buy" in offered_by_verb(view) or not hand:
        return steady(known, view, rng)
    made = _made(known, hand)
    if made.category is not Category.AS_REY:
        return act_from_view(view, "fold" if made.category is Category.CARTA_MAYOR else "go")
    paid, left = pays(known), [card for card in DECK_52 if card not in (*hand, *up)]
    return act_from_view(view, "go" if going(paid, hand, up[0], left) >= paid.fold else "fold")


@lru_cache(maxsize=32)
def pays(known: TableFacts) -> Pays:
    """Return the payouts at tables like this."""
    return Pays(known.table)


def _hand(view: View) -> tuple[int, ...]:
    """Return the cards of the box for which the player must decide."""
    return cards_of(view, view.shows.waiting[0]) if view.phase == "deciding" else ()


def _made(known: TableFacts, hand: tuple[int, ...]) -> Hand:
    return best_hand(examples_of(known.table.frame).census.figures.ranking, hand)


def _bought(view: View, hand: tuple[int, ...]) -> Deed | None:
    """Buy a card to replace the one that does not fit the other four, if cards are sold."""
    offer = offered_by_verb(view).get("buy")
    if offer is None:
        return None
    for nth in range(len(hand)):
        four = hand[:nth] + hand[nth + 1 :]
        lowest = min(map(rank, four))
        in_a_row = {rank(card) - lowest for card in four} == {0, 1, 2, 3}
        if in_a_row or len(set(map(suit, four))) == 1:
            return offer.turned(nth=nth + 1)
    return None

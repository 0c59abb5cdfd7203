"""The hands that should stay in against each up card, as bits, at tables that sell no card.

A hand below ace and king folds, and a pair stays in, whatever the bank shows. In between, each hand
has a number whose bits are the up cards against which it stays in. Hands are numbered by their
cards in order: the number of choices of one card below the first, of two below the second, of three
below the third, and so on, added up.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from itertools import permutations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.hands import Category
from novamas.odds.cache import cached_array
from novamas.odds.games.sin_descarte.best_play import Chooser
from novamas.odds.games.sin_descarte.census import HAND, Census, Deal
from novamas.odds.games.sin_descarte.kernels import FOLD, GO
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.odds.progress import tracked

CARDS = len(DECK_52)


def goes_against(pays: Pays) -> NDArray[np.uint64]:
    """Return the bits for every hand at a table, from the cache or computed now."""
    assert not pays.rules.buy_card
    paid = pays.frame.pin, sorted((str(key), won) for key, won in pays.nets.items()), pays.fold
    name = blake2b(repr(paid).encode(), digest_size=8).hexdigest()
    return cached_array(f"sin_descarte-going-{name}", lambda: _count(Chooser(pays)))


def pair(counted: Census) -> int:
    """Return the strength of the weakest pair."""
    return counted.categories.index(Category.PAREJA)


def _count(chooser: Chooser) -> NDArray[np.uint64]:
    counted, bits = chooser.census, np.zeros(comb(CARDS, HAND), np.uint64)
    cards = np.arange(CARDS)
    for up in tracked("cards_of_the_bank", counted.ups):
        deal = Deal(counted, up)
        strengths, acts = deal.hands.strengths, chooser.decide(deal).acts
        doubt = (strengths >= counted.bank_plays) & (strengths < pair(counted))
        assert (acts[strengths < counted.bank_plays] == FOLD).all()
        assert (acts[strengths >= pair(counted)] == GO).all()
        goes = deal.hands.fives[doubt & (acts == GO)]
        for suits in permutations(range(4)):
            moved = cards & ~3 | np.array(suits)[cards & 3]
            places = numbers_of(np.sort(moved[goes], axis=1))
            bits[places] |= np.uint64(1) << np.uint64(moved[up])
    return bits


@cache
def parts() -> NDArray[np.int64]:
    """Return the number of choices of one to five cards below each card.

    The number of a hand is a sum of these.
    """
    return np.array([[comb(card, nth + 1) for nth in range(HAND)] for card in DECK_52], np.int64)


def numbers_of(hands: NDArray[Any]) -> NDArray[np.int64]:
    """Return the hand number of each row of five cards in order."""
    found: NDArray[np.int64] = sum(parts()[hands[:, nth], nth] for nth in range(HAND))
    return found

"""The hands that should buy a card against each up card, and which of them should then stay in.

Suits are renamed as in the census: the suit of the bank's card is clubs, and of the others the one
with the higher cards comes first. So every hand has a row, and only the rank of the bank's card
matters.
"""

from __future__ import annotations

from functools import cache
from hashlib import blake2b
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.odds.cache import cached_array
from novamas.odds.games.sin_descarte.best_play import Chooser
from novamas.odds.games.sin_descarte.census import HAND, Census, Deal
from novamas.odds.games.sin_descarte.decision_bits import numbers_of
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.odds.progress import tracked


class Buying(NamedTuple):
    """Best play at tables where a card can be bought."""

    rows: NDArray[np.int32]  # by the number of a hand, its suits renamed
    acts: NDArray[np.int8]  # by rank of the bank's card and row: fold, go, or the card to exchange
    goes: NDArray[np.uint64]  # the same with a bought card: the discards with which it stays in


def buying(pays: Pays, *, seguro: bool = False) -> Buying:
    """Return best play with every hand at a table that sells cards, from the cache or computed now.

    With `seguro`, the insurance on the final hand counts too.
    """
    assert pays.rules.buy_card
    chooser = Chooser(pays, seguro=seguro)
    prizes = sorted((str(key), str(won)) for key, won in pays.seguro.items())
    nets = sorted((str(key), won) for key, won in pays.nets.items())
    paid = (
        pays.frame.pin,
        nets,
        pays.fold,
        pays.price,
        (chooser.insured, chooser.scale, prizes) if seguro else (),
    )
    name = blake2b(repr(paid).encode(), digest_size=8).hexdigest()
    counted = cache(lambda: _count(chooser))
    return Buying(
        _rows(chooser.census),
        cached_array(f"sin_descarte-buying-{name}", lambda: counted()[0]),
        cached_array(f"sin_descarte-bought-{name}", lambda: counted()[1]),
    )


def _count(chooser: Chooser) -> tuple[NDArray[np.int8], NDArray[np.uint64]]:
    """Return the best acts, and the discards after which a hand with a bought card stays in."""
    counted = chooser.census
    every, rows = counted.looked_at, _rows(counted)
    acts = np.zeros((len(counted.ups), len(every.fives)), np.int8)
    goes = np.zeros((len(counted.ups), len(every.fives)), np.uint64)
    for nth, up in enumerate(tracked("cards_of_the_bank", counted.ups)):
        decided = chooser.decide(Deal(counted, up))
        assert decided.goes is not None
        acts[nth, np.all(every.fives != up, axis=1)] = decided.acts
        completed = counted.completed.beside(up)
        seen = completed.weights > 0
        goes[nth, rows[numbers_of(completed.fives[seen])]] = decided.goes[seen]
    return acts, goes


@cache
def _rows(counted: Census) -> NDArray[np.int32]:
    """Return the row of each representative hand by its number. Other hands have -1."""
    found = np.full(comb(len(DECK_52), HAND), -1, np.int32)
    fives = counted.looked_at.fives
    found[numbers_of(fives)] = np.arange(len(fives))
    return found

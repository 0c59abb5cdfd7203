"""Which hands buy a card against which card of the bank, and which go on with the card they have bought.

Suits are renamed as the census looks at hands: the suit of the bank's card is clubs, and of the others the
one with the higher cards comes first. So every hand has a row, and the bank's card is but a rank.
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
    """What is best where cards are sold."""

    rows: NDArray[np.int32]  # by the number of a hand, its suits renamed
    acts: NDArray[np.int8]  # by the rank of the bank's card and the row: fold, go, or which card to change
    goes: NDArray[np.uint64]  # the same with a bought card: the cards laid down with which it goes on


def buying(pays: Pays, *, seguro: bool = False) -> Buying:
    """What is best with every hand at a table that sells cards, as it was kept, or counted now.

    With `seguro`, also for the sake of an insurance that the last hand decides.
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
    """The acts, and the cards laid down with which a hand goes on that a bought card completed."""
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
    """The row of each hand that is looked at, by its number; of the others none."""
    found = np.full(comb(len(DECK_52), HAND), -1, np.int32)
    fives = counted.looked_at.fives
    found[numbers_of(fives)] = np.arange(len(fives))
    return found

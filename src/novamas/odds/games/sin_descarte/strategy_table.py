"""The complete strategy of no-draw poker: every hand against every up card of the bank.

Suits are named so that the bank's card is a club. Hands with the same ranks share a row if all are
best played alike without buying. Otherwise each hand has its own row, with the card to discard if
one is bought.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

from novamas.equipment.cards import name, names
from novamas.odds.advice import kind_label
from novamas.odds.games.sin_descarte.best_play import Chooser
from novamas.odds.games.sin_descarte.census import Deal
from novamas.odds.games.sin_descarte.kernels import BUY, FOLD, GO
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.odds.progress import tracked
from novamas.table.game import Table

COLUMNS = ("bank", "hand", "hands", "best", "lay_down", "worth_of_best")
VERBS = {FOLD: "fold", GO: "go"}


def whole_lines(table: Table) -> Iterator[Mapping[str, object]]:
    """Yield all rows in the order of up cards, the weakest hands first."""
    chooser = Chooser(Pays(table))
    for up in tracked("cards_of_the_bank", chooser.census.ups):
        yield from lines_against(chooser, up)


def lines_against(chooser: Chooser, up: int) -> Iterator[Mapping[str, object]]:
    """Yield a row for every hand against one up card of the bank."""
    deal = Deal(chooser.census, up)
    hands, decided = deal.hands, chooser.decide(deal)
    bounds = chooser.census.bounds(hands)
    acts, values, weights = decided.acts.tolist(), decided.values.tolist(), hands.weights.tolist()
    for begin, end in pairwise(bounds):
        if begin == end:
            continue
        best = acts[begin]
        if best < BUY and all(act == best for act in acts[begin:end]):
            many = sum(weights[begin:end])
            total = sum(v * w for v, w in zip(values[begin:end], weights[begin:end], strict=True))
            yield {
                "bank": name(up),
                "hand": kind_label(hands.fives[begin].tolist()),
                "hands": many,
                "best": VERBS[best],
                "worth_of_best": str(Fraction(total, many * chooser.each)),
            }
            continue
        for n in range(begin, end):
            cards = hands.fives[n].tolist()
            buys = acts[n] >= BUY
            yield {
                "bank": name(up),
                "hand": names(cards),
                "hands": weights[n],
                "best": "buy" if buys else VERBS[acts[n]],
                "lay_down": name(cards[acts[n] - BUY]) if buys else "",
                "worth_of_best": str(Fraction(values[n], chooser.each)),
            }

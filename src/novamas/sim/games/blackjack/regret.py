"""The value of every act at black jack from a fresh shoe, for each observation.

The value is exact to 10⁻¹² for hands that are not split. For hands of a split pair it is exact for
a player who plays each of them by its own cards. The value of a further split is that of two new
pairs.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.odds.games.blackjack.analysis import Against, SplitHand
from novamas.odds.games.blackjack.basic_strategy import analysed
from novamas.odds.games.blackjack.bets import rules_of, terms_of
from novamas.odds.games.blackjack.enumeration import ACE, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND
from novamas.sim.games.blackjack.acts import EVEN_MONEY, GIVE_UP, SPLIT
from novamas.sim.games.blackjack.arena import ACTIONS, GO_ON, LAYOUT
from novamas.sim.games.blackjack.nets import insured_stake
from novamas.sim.games.blackjack.rounds import DECLINE, INSURE
from novamas.table.game import Table

UNKNOWN = -np.inf
OWN = LAYOUT.at["own"]
UP, PAIR = LAYOUT.at["bank_up"].start, LAYOUT.at["pair"].start
_KEYS = np.random.default_rng(7).integers(1, 2**62, len(VALUES))  # of cards: the sum names a hand


class Worths:
    """The value of every act, by the bank's first card, the pair that was split, and the hand."""

    def __init__(self, table: Table) -> None:
        rules, every = rules_of(table), hands()
        terms = terms_of(rules)
        analyser = analysed(terms)
        keys = (every.cards.astype(np.int64) * _KEYS).sum(axis=1)
        self._order = np.argsort(keys)
        self._keys = keys[self._order]
        self._insured = insured_stake(rules.minimum, rules) / rules.minimum
        shape = (len(VALUES), len(VALUES) + 1, len(every.size), len(ACTIONS))
        self._worth = np.full(shape, UNKNOWN)
        self._worth[..., GO_ON] = 0
        self.best = 0.0  # the mean of a round by best play
        for up, chance in analyser.firsts.items():
            against = analyser.against(up)
            self._fill(self._worth[up], against)
            best = (dealt * max(against.worth_of(*held).values()) for held, dealt in against.deals().items())
            self.best += chance * sum(best)

    def of(self, seen: NDArray[Any]) -> NDArray[np.float64]:
        """Return the value of each act for each observation, in units of the first stake."""
        keys = seen[:, OWN].astype(np.int64) @ _KEYS
        hand = self._order[np.searchsorted(self._keys, keys)]
        found: NDArray[np.float64] = self._worth[seen[:, UP] - 1, seen[:, PAIR], hand]
        return found

    def is_exact(self, seen: NDArray[Any]) -> NDArray[np.bool_]:
        """Return whether the worths are exact, for each observation. They are unless a pair was split."""
        found: NDArray[np.bool_] = seen[:, PAIR] == 0
        return found

    def _fill(self, worth: NDArray[np.float64], against: Against) -> None:
        every, played, whole = hands(), against.played, worth[0]
        whole[:, STAND], whole[:, HIT] = played.stand[0], played.hit[0]
        two = against.terms.may_double
        whole[two, DOUBLE] = played.double[0, two]
        for pair in VALUES:
            split = against.splits[pair]
            if split is not None:
                whole[every.of(pair, pair), SPLIT] = split.worth
                self._fill_split(worth[pair + 1], split)
        for one, other in against.deals():
            self._fill_offers(whole[every.of(one, other)], against, one, other)

    def _fill_offers(self, acts: NDArray[np.float64], against: Against, one: int, other: int) -> None:
        """Fill in the value of offers before play. Insurance does not change the play of the hand."""
        worth = against.worth_of(one, other)
        on = max(value for name, value in worth.items() if name not in ("surrender", "even_money"))
        acts[DECLINE] = on
        if against.first == ACE:
            acts[INSURE] = on + self._insured * float(against.insurance(one, other))
            acts[EVEN_MONEY] = worth.get("even_money", UNKNOWN)
        elif against.terms.surrender_loses is not None:
            acts[GIVE_UP] = against.given_up(hands().of(one, other))

    def _fill_split(self, acts: NDArray[np.float64], split: SplitHand) -> None:
        """Fill in the hands of a split pair, weighted by the number of hands it becomes."""
        every, played = hands(), split.played
        weights = np.arange(2, len(split.ways.chances) + 2) * np.array(split.ways.chances)
        weights /= weights.sum()
        two = every.size == 2
        acts[:, STAND], acts[:, HIT] = weights @ played.stand, weights @ played.hit
        acts[two, DOUBLE] = (weights @ played.double)[two]
        seconds = [every.of(split.pair, value) for value in VALUES]
        each = (split.second * played.worth[:, seconds]).sum(axis=1)
        acts[every.of(split.pair, split.pair), SPLIT] = 2 * (weights @ each)

"""The analyser: the expected result of every act, for every hand against every up card and any shoe.

Hands that are not split are exact. They count every composition of the hand and every order of the
bank's cards, drawn without replacement. The bank draws its second card last, so its black jack
takes what doubling and splitting added.

Split hands are exact, re-splits included, for a player who plays each of them by its own cards
alone and by the same plan, and who splits every new pair or none. The player's expectation is the
sum over the possible numbers of hands, each with its probability. The edge shown is the edge
against that player. A player who also considered the cards of the other hands could do a little
better, so for that player the figure is a bound: the house's edge is no greater. `split_memory`
computes exactly how much such a player gains on the second of two hands, with the first played as
here. It is at most 0.00054 of its stake with any pair (twos against a four), and three parts in ten
million of the stake per round. With three or more hands the gain is rarer, and its size is not
proved.

The arithmetic is floating point. Each probability of the bank is a sum of at most 228 positive
products of at most 11 factors, and a hand lasts for at most 20 cards. Relative errors of 2^-53 at
each step cannot add up to more than 10^-12. Numbers of hands whose weight is below `TAIL` are
counted as the last number above it.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, cached_property
from math import comb

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from novamas.errors import NovamasError
from novamas.odds.games.blackjack.enumeration import (
    ACE,
    BLACKJACK,
    RESULTS,
    TEN,
    VALUES,
    Cards,
    bank_ways,
    hands,
)
from novamas.odds.games.blackjack.kernels import FREE, STAND, values

ONE_DECK: Cards = (4,) * 9 + (16,)
TAIL = 1e-12
MAX_HANDS = 60
Floats = NDArray[np.float64]
Plan = NDArray[np.int64]  # by hand: stand, hit or double


class Terms(Struct, frozen=True):
    """The conditions of a round: the cards that no one has seen, and the rules of the table."""

    shoe: Cards
    bank_stands_on: int
    blackjack_pays: Fraction
    insurance_pays: Fraction
    surrender_loses: Fraction | None
    resplit_aces: bool
    surrender_keeps_half: bool = True  # otherwise a black jack of the bank takes the rest
    doubled: tuple[int, ...] = ()  # totals that may be doubled; none listed: every total
    even_money: bool = True  # whether it is offered

    @property
    def may_double(self) -> NDArray[np.bool_]:
        """Whether each hand may be doubled: two cards, no pair of aces, and a total that is allowed."""
        return doubled_hands(self.doubled)


class Played(Struct, frozen=True, eq=False):
    """The results of hands against one up card, in one shoe or in several weighted shoes."""

    bank: Floats  # by shoe, hand and result
    stand: Floats  # by shoe and hand
    hit: Floats
    double: Floats
    worth: Floats
    acts: Plan


class SplitWays(Struct, frozen=True, eq=False):
    """The possible numbers of hands after a split, if every new pair is split: probabilities and shoes."""

    chances: tuple[float, ...]  # of two hands, three, four and so on
    shoes: Floats
    hidden: Floats
    tail: float  # greatest weight of the numbers of hands left out


@cache
def doubled_hands(totals: tuple[int, ...]) -> NDArray[np.bool_]:
    """Return which hands may be doubled, given the allowed totals."""
    every = hands()
    found: NDArray[np.bool_] = (every.size == 2) & (every.cards[:, ACE] < 2)
    return found & np.isin(every.points, totals) if totals else found


def play(
    first: int,
    shoes: Floats,
    *,
    stands_on: int,
    may_double: NDArray[np.bool_],
    hidden: Floats | None = None,
    weights: Floats | None = None,
    pair: int = -1,
    plan: Plan | None = None,
) -> Played:
    """Play every hand against this up card, either by a plan or by best play."""
    every, bank = hands(), bank_ways(first, stands_on, pair)
    many, count = len(shoes), len(every.size)
    order = np.arange(count, dtype=np.int64) if pair < 0 else every.with_value(pair)
    stand, hit, double, worth = np.zeros((4, many, count))
    played = Played(np.zeros((many, count, RESULTS)), stand, hit, double, worth, np.zeros(count, np.int64))
    values()(
        bank.parent,
        bank.value,
        bank.nth,
        bank.ways,
        bank.sheaf,
        bank.result,
        bank.drawn,
        bank.same,
        order,
        every.cards,
        every.points,
        every.size,
        may_double,
        every.after,
        shoes,
        np.zeros(many) if hidden is None else hidden,
        np.ones(many) if weights is None else weights,
        pair,
        np.full(count, FREE, np.int64) if plan is None else plan,
        played.bank,
        played.stand,
        played.hit,
        played.double,
        played.worth,
        played.acts,
    )
    return played


def falling(number: float, times: int) -> float:
    """Return the product number · (number - 1) · … with `times` factors, none of them below zero."""
    product = 1.0
    for n in range(times):
        product *= max(number - n, 0.0)
    return product


def split_ways(left: Floats, pair: int) -> SplitWays:
    """Return the probability and the shoe of each number of hands into which a pair may be split.

    The shoe is what is left with the pair on the table. Of the second cards dealt to the hands, each of
    the pair's value opens another hand, and each other card completes one. Sequences in which the last
    card completes the last hand are counted by the ballot theorem.
    """
    same, others = float(left[pair]), float(left.sum() - left[pair])
    chances: list[float] = []
    weight = 2.0
    for more in range(MAX_HANDS - 1):
        sequences = comb(2 * more + 2, more) * 2 // (2 * more + 2)
        drawn = 2 * more + 2
        if same + others < drawn or more > same:
            break
        chance = sequences * falling(same, more) * falling(others, more + 2) / falling(same + others, drawn)
        chances.append(chance)
        weight = (more + 2) * chance
        if weight < TAIL and more > same / (same + others) * drawn:
            break
    missing = max(1.0 - sum(chances), 0.0)
    chances[-1] += missing
    many = len(chances)
    shoes = np.tile(left, (many, 1))
    shoes[:, pair] += 2 - np.arange(1, many + 1)  # each shoe still has the hand's own card in it
    return SplitWays(tuple(chances), shoes, np.arange(1, many + 1, dtype=float), missing * MAX_HANDS)


class SplitHand(Struct, frozen=True, eq=False):
    """The value of splitting a pair, and the play of the hands after the split."""

    worth: float
    ways: SplitWays  # as many hands as there are new pairs, or two only
    played: Played
    resplit: bool
    pair: int

    @property
    def second(self) -> Floats:
        """The probability of each second card on a split hand, by the number of hands."""
        left = self.ways.shoes.copy()
        left[:, self.pair] -= 1
        if self.resplit:
            left[:, self.pair] = 0
        return np.asarray(left / left.sum(axis=1, keepdims=True))


class Against:
    """The analysis of all hands against one up card of the bank."""

    def __init__(self, terms: Terms, first: int) -> None:
        if terms.shoe[first] < 1:
            raise NovamasError("card_not_left", text_key="bank_card_not_left")
        self.terms = terms
        self.first = first
        self.shoe = np.array(terms.shoe, float)
        self.shoe[first] -= 1

    def play(
        self,
        shoes: Floats,
        *,
        hidden: Floats | None = None,
        weights: Floats | None = None,
        pair: int = -1,
        plan: Plan | None = None,
    ) -> Played:
        """Play every hand from these shoes, either by a plan or by best play."""
        return play(
            self.first,
            shoes,
            stands_on=self.terms.bank_stands_on,
            may_double=self.terms.may_double,
            hidden=hidden,
            weights=weights,
            pair=pair,
            plan=plan,
        )

    @cached_property
    def played(self) -> Played:
        """Return the expected result of each unsplit hand under best play."""
        return self.play(self.shoe[None, :])

    def split(self, pair: int, plan: Plan | None = None) -> SplitHand | None:
        """Return the better way to split a pair: once, or again with every new pair.

        The hands are played by a plan or by best play. Return None if the shoe lacks the cards.
        """
        if self.shoe[pair] < 2:
            return None
        may_again = (pair != ACE or self.terms.resplit_aces) and self.shoe.sum() - self.shoe[pair] > 1
        again = self.split_again(pair, plan) if may_again else None
        once = self.split_once(pair, plan)
        return once if again is None or once.worth > again.worth else again

    @cached_property
    def splits(self) -> tuple[SplitHand | None, ...]:
        """The best way to split each pair."""
        return tuple(self.split(pair) for pair in VALUES)

    def split_again(self, pair: int, plan: Plan | None) -> SplitHand:
        left = self.shoe.copy()
        left[pair] -= 2
        ways = split_ways(left, pair)
        return self._split(pair, ways, plan, resplit=True)

    def split_once(self, pair: int, plan: Plan | None) -> SplitHand:
        """Return a split into two hands. The other hand's second card is unseen."""
        shoe = self.shoe.copy()
        shoe[pair] -= 1
        ways = SplitWays((1.0,), shoe[None, :], np.zeros(1), 0.0)
        return self._split(pair, ways, plan, resplit=False)

    def _split(self, pair: int, ways: SplitWays, plan: Plan | None, *, resplit: bool) -> SplitHand:
        if pair == ACE:  # each ace gets only one card
            plan = np.full(len(hands().size), STAND, np.int64)
        counts = np.arange(2, len(ways.chances) + 2) * np.array(ways.chances)
        played = self.play(ways.shoes, hidden=ways.hidden, weights=counts, pair=pair, plan=plan)
        found = SplitHand(0.0, ways, played, resplit, pair)
        two = [hands().of(pair, value) for value in VALUES]
        each = (found.second * played.worth[:, two]).sum(axis=1)
        return SplitHand(float((counts * each).sum()), ways, played, resplit, pair)

    # ---- two cards

    def worth_of(self, *held: int) -> dict[str, float]:
        """Return the value of each lawful act with these cards, per unit of the first stake."""
        hand, terms, played = hands().of(*held), self.terms, self.played
        cards, two = hands().cards[hand], len(held) == 2
        if (self.shoe < cards).any():
            raise NovamasError("card_not_left", text_key="hand_not_left")
        if two and hands().points[hand] == 21:
            return self._worth_of_blackjack(hand)
        worth = {"stand": float(played.stand[0, hand])}
        if hands().points[hand] < 21:
            worth["hit"] = float(played.hit[0, hand])
        if terms.may_double[hand]:
            worth["double"] = float(played.double[0, hand])
        if two and held[0] == held[1] and (split := self.splits[held[0]]) is not None:
            worth["split"] = split.worth
        if two and terms.surrender_loses is not None and self.first != ACE:
            worth["surrender"] = self.given_up(hand)
        return worth

    def beaten(self, hand: int) -> float:
        """Return the probability that the bank's black jack takes the rest of this surrendered hand."""
        if self.terms.surrender_keeps_half or self.first != TEN:
            return 0.0
        return float((self.shoe[ACE] - hands().cards[hand][ACE]) / (self.shoe - hands().cards[hand]).sum())

    def given_up(self, hand: int) -> float:
        """Return the value of surrendering this hand, per unit staked."""
        assert self.terms.surrender_loses is not None
        loses = float(self.terms.surrender_loses)
        return -loses - (1 - loses) * self.beaten(hand)

    def _worth_of_blackjack(self, hand: int) -> dict[str, float]:
        """Return the value of standing with a black jack and, against an ace, of even money."""
        beaten = float(self.played.bank[0, hand, BLACKJACK])
        worth = {"stand": float(self.terms.blackjack_pays) * (1 - beaten)}
        if self.first == ACE and self.terms.even_money:
            worth["even_money"] = 1.0
        return worth

    def deals(self) -> dict[tuple[int, int], float]:
        """Return the probability of each first two cards, given the bank's up card."""
        whole = self.shoe.sum()
        found = {}
        for one in VALUES:
            for two in range(one, 10):
                ways = self.shoe[one] * (self.shoe[two] - (one == two)) * (1 if one == two else 2)
                if ways > 0:
                    found[one, two] = float(ways / whole / (whole - 1))
        return found

    def insurance(self, *held: int) -> Fraction:
        """Return the value of insurance per unit insured, given the cards in sight."""
        left = [int(self.shoe[value]) - held.count(value) for value in VALUES]
        return (1 + self.terms.insurance_pays) * Fraction(left[TEN], sum(left)) - 1


class Course(Struct, frozen=True, eq=False):
    """A strategy against one up card: acts with the first two cards, and the play of hands after that."""

    acts: dict[tuple[int, int], str]  # by the first two cards, the lower value first
    played: Played
    splits: dict[int, SplitHand]  # by value, the pairs that are split

    def worth(self, against: Against) -> float:
        """Return the gain of this strategy per unit of the first stake."""
        return sum(dealt * self.worth_of(against, held) for held, dealt in against.deals().items())

    def worth_of(self, against: Against, held: tuple[int, int]) -> float:
        """Return the gain of this strategy with these first two cards."""
        act, hand = self.acts[held], hands().of(*held)
        if hands().points[hand] == 21 or act == "surrender":
            return against.worth_of(*held)[act]
        if act == "split":
            return self.splits[held[0]].worth
        of_act = {"stand": self.played.stand, "hit": self.played.hit, "double": self.played.double}
        return float(of_act[act][0, hand])


def best_course(against: Against) -> Course:
    """Return the best act for every hand, judged by its own cards."""
    acts: dict[tuple[int, int], str] = {}
    splits: dict[int, SplitHand] = {}
    for held in against.deals():
        worth = against.worth_of(*held)
        acts[held] = max(worth, key=lambda act: worth[act])
        if acts[held] == "split":
            split = against.splits[held[0]]
            assert split is not None
            splits[held[0]] = split
    return Course(acts, against.played, splits)


class Analyser:
    """The analysis for all up cards of a table: the gain of best play, and the best act with any hand."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self._against: dict[int, Against] = {}

    def against(self, first: int) -> Against:
        """Return the analysis against one up card of the bank. It is cached."""
        if first not in self._against:
            self._against[first] = Against(self.terms, first)
        return self._against[first]

    @property
    def firsts(self) -> dict[int, float]:
        """The probability of each up card of the bank."""
        whole = sum(self.terms.shoe)
        return {value: count / whole for value, count in enumerate(self.terms.shoe) if count}

    def expectation(self, course_of: Callable[[Against], Course]) -> float:
        """Return the player's gain per unit of the first stake, given a strategy for each up card."""
        return sum(
            chance * course_of(self.against(first)).worth(self.against(first))
            for first, chance in self.firsts.items()
        )

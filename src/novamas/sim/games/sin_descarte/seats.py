"""Simulation of no-draw poker with several seats, with bought cards, or with a progressive jackpot."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.games.sin_descarte.cloth import INITIAL, SEGURO
from novamas.games.sin_descarte.pay import ROYAL
from novamas.games.sin_descarte.setup import Pool
from novamas.hands import Category
from novamas.hands.tables import Tables
from novamas.odds.games.sin_descarte.buying import Buying, buying
from novamas.odds.games.sin_descarte.census import HAND, census
from novamas.odds.games.sin_descarte.kernels import BUY, FOLD, GO
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.sim.compiler import kernel
from novamas.sim.deal_order import dealt
from novamas.sim.games.sin_descarte.decisions import ENDS, FOLDED, Going, end_of, goes_on, going
from novamas.sim.play import BEST
from novamas.sim.seats import ADDED, FED, LEVEL, PAID, PRIZES, CompiledSeats
from novamas.sim.streams import Words, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table

OF_INITIAL, OF_SEGURO, OF_LAST_HAND, OF_POOL = range(4)  # the bet that is counted
SUITS = 4
NOTHING, PART, WHOLE = range(3)  # a hand's share of a pool

_ONE = np.uint64(1)


class Money(NamedTuple):
    """The bet that is counted in a round, and its nets."""

    counted: int
    ends: NDArray[np.int64]  # numbered as by the kernel of one seat
    price: int  # of a card
    stake: int  # of the counted bet


class Paying(NamedTuple):
    """A pool: what each round adds, the part that each hand wins, and the amount after it is won."""

    feed: int
    takes: NDArray[np.int64]  # by the strength of the dealt cards: nothing, a part or the whole
    part: int  # numerator of the part
    parts: int
    start: int


class Held(NamedTuple):
    """The hands of a round, with the decisions of each seat."""

    hands: NDArray[np.uint8]  # of the seats, then the bank's
    first: NDArray[np.int64]  # by seat: the strength of the dealt cards
    last: NDArray[np.int64]  # with a bought card
    has_gone: NDArray[np.bool_]
    has_bought: NDArray[np.bool_]
    takes: NDArray[np.int64]  # shares of a pool
    suits: NDArray[np.int64]  # of one hand: the ranks of each suit, as bits
    renamed: NDArray[np.int64]  # the new name of each suit
    cards: NDArray[np.int64]  # with new suits, from the lowest
    order: NDArray[np.int64]  # their positions in the hand


@kernel
def rename(table: Held, own: int, up: int) -> None:
    """Rename suits. The bank's suit becomes clubs, and the others follow by their higher cards."""
    hands, held, renamed = table.hands, table.suits, table.renamed
    held[:] = 0
    for place in range(own, own + HAND):
        held[hands[place] & 3] |= np.int64(1) << np.int64(hands[place] >> 2)
    for suit in range(SUITS):
        before = 1
        for other in range(SUITS):
            if other not in (suit, up & 3) and (
                held[other] > held[suit] or (held[other] == held[suit] and other < suit)
            ):
                before += 1
        renamed[suit] = 0 if suit == up & 3 else before


@kernel
def row_of(table: Held, best: Buying, parts: NDArray[np.int64], own: int, up: int) -> int:
    """Return the row of a hand against the bank's card. Its suits are renamed and its cards sorted."""
    rename(table, own, up)
    hands, renamed, cards, order = table.hands, table.renamed, table.cards, table.order
    for place in range(HAND):
        held = np.int64(hands[own + place])
        card = held & ~3 | renamed[held & 3]
        other = place
        while other > 0 and cards[other - 1] > card:
            cards[other], order[other] = cards[other - 1], order[other - 1]
            other -= 1
        cards[other], order[other] = card, place
    number = np.int64(0)
    for place in range(HAND):
        number += parts[cards[place], place]
    return np.int64(best.rows[number])  # type: ignore[return-value]  # signed, as numbers are


@kernel
def pay_pool(pool: Paying, takes: NDArray[np.int64], stake: int, nets: Any, jackpot: Any) -> None:
    """Pay each hand its part of the pool. The royal flushes share the rest."""
    jackpot[LEVEL] += pool.feed
    jackpot[FED] += pool.feed
    parts = royals = np.int64(0)
    for seat in range(len(takes)):
        parts += takes[seat] == PART
        royals += takes[seat] == WHOLE
    part = jackpot[LEVEL] * pool.part // pool.parts
    whole = (jackpot[LEVEL] - parts * part) // max(royals, 1)
    for seat in range(len(takes)):
        prize = part if takes[seat] == PART else whole if takes[seat] == WHOLE else 0
        nets[seat] = prize - stake
        jackpot[LEVEL] -= prize
        jackpot[PAID] += prize
        jackpot[PRIZES] += takes[seat] != NOTHING
    if royals:
        jackpot[LEVEL] += pool.start
        jackpot[ADDED] += pool.start


@kernel
def play_tables(
    stream: Words,
    cards: NDArray[np.uint8],
    table: Held,
    ranked: Tables,
    places: NDArray[np.int64],
    shown: int,
    going: Going,
    best: Buying,
    made: NDArray[np.int64],
    money: Money,
    pool: Paying,
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play rounds: five cards each and the bank's up card, then each seat buys, stays in or folds."""
    seats = len(places)
    bank = seats * HAND
    hands, first, last, takes = table.hands, table.first, table.last, table.takes
    has_gone, has_bought = table.has_gone, table.has_bought
    for n in range(len(nets)):
        at = bank + 1
        deal(stream, cards, 0, at)
        for seat in range(seats):
            for place in range(HAND):
                hands[seat * HAND + place] = cards[places[seat, place]]
        hands[bank] = up = cards[shown]
        anybody = False
        for seat in range(seats):
            own = seat * HAND
            first[seat] = last[seat] = strength_of(ranked, hands, own, HAND, 0, 0)
            has_bought[seat] = False
            act: Any = FOLD
            if len(best.acts) == 0:
                act = GO if goes_on(going, hands, own, up, first[seat]) else FOLD
            else:
                act = np.int64(best.acts[up >> 2, row_of(table, best, going.parts, own, up)])
            if act >= BUY:
                out = own + table.order[act - BUY]
                laid = np.int64(hands[out])
                deal(stream, cards, at, at + 1)
                hands[out] = cards[at]
                at += 1
                has_bought[seat] = True
                last[seat] = strength_of(ranked, hands, own, HAND, 0, 0)
                row = row_of(table, best, going.parts, own, up)
                laid = laid & ~3 | table.renamed[laid & 3]
                act = GO if best.goes[up >> 2, row] >> np.uint64(laid) & _ONE else FOLD
            has_gone[seat] = act == GO
            anybody |= act == GO
        theirs = 0
        if anybody:
            deal(stream, cards, at, at + HAND - 1)
            for place in range(1, HAND):
                hands[bank + place] = cards[at + place - 1]
            theirs = strength_of(ranked, hands, bank, HAND, 0, 0)
        for seat in range(seats):
            takes[seat] = pool.takes[first[seat]] if has_gone[seat] else NOTHING
            end = FOLDED
            if has_gone[seat]:
                hand = first[seat] if money.counted == OF_SEGURO else last[seat]
                end = 1 + made[hand] * ENDS + end_of(going.bank_plays, last[seat], theirs)
            nets[n, seat] = money.ends[end] - money.price * has_bought[seat]
        if money.counted == OF_POOL:
            pay_pool(pool, takes, money.stake, nets[n], jackpot)


def is_for_table(table: Table, bet: str) -> bool:
    """Return whether a card is sold or a pool pays. This kernel then plays even a single seat."""
    return Pays(table).rules.buy_card or bet not in (INITIAL, SEGURO)


def at_table(
    table: Table,
    bet: str,
    strategy: str,
    seats: int,
    jackpot: int | None = None,
    *,
    from_hand: int | None = None,
) -> CompiledSeats:
    """Compile a bet at each seat, by best play or by staying in from a certain strength on."""
    pays, wager = Pays(table), table.game.wagers(table.opening)[bet]
    rules, places = pays.rules, dealt(table, bet, seats)
    by_last_hand = rules.buy_card and not rules.seguro_on_first_cards
    counted = {INITIAL: OF_INITIAL, SEGURO: OF_LAST_HAND if by_last_hand else OF_SEGURO}.get(bet, OF_POOL)
    best = Buying(np.zeros(0, np.int32), np.zeros((0, 0), np.int8), np.zeros((0, 0), np.uint64))
    if rules.buy_card and strategy == BEST:
        best = buying(pays, seguro=counted == OF_LAST_HAND)
    ranked, deck, going_on, made, ends = going(table, bet, strategy, from_hand=from_hand)
    pool = next((each for each in rules.pools if each.name == bet), None)
    opening = table.opening.felt.in_jackpot(bet) if jackpot is None else jackpot
    return CompiledSeats(
        kernel=play_tables,
        scratch=(deck, _empty(seats)),
        tables=(
            ranked,
            places.seats,
            int(places.bank[0]),
            going_on,
            best,
            made,
            Money(counted, ends, pays.price * pays.stake * (counted == OF_INITIAL), wager.stake),
            _paying(pays, pool, seats),
        ),
        seats=seats,
        unit=Fraction(wager.stake * seats),
        per=wager.per,
        jackpot=None if pool is None else opening,
    )


def _empty(seats: int) -> Held:
    """Return a table without cards."""
    numbers, flags = np.zeros(seats, np.int64), np.zeros(seats, np.bool_)
    suits, five = np.zeros(SUITS, np.int64), np.zeros(HAND, np.int64)
    hands = np.zeros((seats + 1) * HAND, np.uint8)
    return Held(hands, numbers, numbers, flags, flags, numbers, suits, suits, five, five)


def _paying(pays: Pays, pool: Pool | None, seats: int) -> Paying:
    """Return how a pool pays. Without a pool all numbers are zero."""
    categories = census(pays.frame).categories
    takes = np.zeros(len(categories), np.int64)
    if pool is None:
        return Paying(0, takes, 0, 1, 0)
    for strength, category in enumerate(categories):
        takes[strength] = {ROYAL: WHOLE, Category.ESCALERA_DE_COLOR: PART}.get(category, NOTHING)
    part = census(pays.frame).figures.pools[pool.name].part_of_it
    return Paying(int(pool.stake * seats * pool.share), takes, part.numerator, part.denominator, pool.start)

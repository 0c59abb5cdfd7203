"""A hand of circle poker that stops at each player's turn.

`begin`, `onward`, `say` and `settle` are the rules of all variants. Between two turns a hand is a
`Hand` of whole numbers, apart from the cards and chips. A driver passes it from one function to the
next: the simulation asks strategies, the arena takes the acts from outside.
"""

from __future__ import annotations

from typing import NamedTuple

from novamas.sim.compiler import load_fields, part_of_kernel, signed, store_fields
from novamas.sim.games.circle.betting import (
    FOLD,
    KNOWN,
    RAISE,
    STRONG,
    Round,
    Sitting,
    Stakes,
    Turn,
    gather,
    raises_of,
    said_by,
    share,
    unit_of,
)
from novamas.sim.games.circle.cards import (
    BY_OPEN_CARDS,
    FIRST,
    WHO_BET,
    WHO_OPENED,
    Cards,
    Deals,
    Numbers,
    before_deal,
    lay_common,
    serve,
    strength_with,
    who_shows,
)
from novamas.sim.games.circle.draw import begin_draw, change_cards, next_to_draw
from novamas.sim.streams import Words

OVER, SPEAKS, NOT_OPENED, DISCARDS = range(4)
"""The hand is over, a player speaks, no player has opened the pot, a player discards."""
NOT_WON = -1  # instead of the rake of a pot that no player has opened


class Pot(NamedTuple):
    """The chips at the beginning of a hand."""

    stack: int  # of each player
    carried: int  # in a pot that no player has opened
    blanks: int  # hands in which no player has opened it


class Hand(NamedTuple):
    """The state of a hand between two turns. Each set of players is stored as bits."""

    asked: int
    seat: int  # the player to speak
    level: int  # the highest bet
    step: int  # the least increase of a bet
    waits: int  # players who have still to speak
    acted: int  # players who have spoken since the last full raise
    bettor: int  # the last to bet in this betting round, or -1
    opener: int  # the first to bet in the first betting round, or -1
    alive: int  # players who have not folded
    able: int  # and have chips
    ranked: int  # players whose strength is known for their present cards
    pot: int  # all chips on the cloth
    interval: int
    first: int  # the first to speak in this betting round
    own: int  # cards
    common: int
    dealt: int  # cards that have left the deck
    aside: int  # cards set aside
    set_aside: int  # the rake so far, if it is taken in each betting round
    in_pot: int  # the pot from which it was taken
    unit: int  # the largest increase of a bet, if fixed; else 0
    opens_from: int  # the least strength that may open the pot; 0 for any
    least: int  # the least total of a raise
    most: int  # the greatest; 0 if the player may not raise
    must_bet: int


FIELDS = len(Hand._fields)


@part_of_kernel
def load(row: Numbers) -> Hand:
    """Return the hand that is stored in a row of an array."""
    return load_fields(row, Hand)  # type: ignore[call-arg]  # an intrinsic of numba


@part_of_kernel
def keep(row: Numbers, h: Hand) -> None:
    """Store a hand in a row of an array."""
    store_fields(row, h)  # type: ignore[call-arg]  # an intrinsic of numba


@part_of_kernel
def lay_initial(stakes: Stakes, sitting: Sitting, stack: int, carried: int) -> Round:
    """Place the initial bets, equal for all or by position. A short stack goes all in."""
    pot, able, blinds = carried, 0, int(stakes.big > 0) + int(stakes.small > 0)
    ante = min(stakes.ante, stack)
    for seat in range(stakes.players):
        left, bet = stack - ante, 0
        if seat < blinds:
            bet = min(stakes.small if blinds == 2 and seat == 0 else stakes.big, left)
        sitting.put[seat], sitting.bet[seat], sitting.stack[seat] = ante, bet, left - bet
        sitting.strength[seat] = 0
        able |= int(left > bet) << seat
        pot += ante + bet
    return Round((1 << stakes.players) - 1, able, 0, pot, -1, -1)


@part_of_kernel
def first_to_speak(
    deals: Deals, stakes: Stakes, cards: Cards, interval: int, now: Round, mano: int, last: int
) -> int:
    """Return the seat that begins a betting round. `last` began the previous one."""
    if deals.first == BY_OPEN_CARDS:
        return who_shows(deals, cards, stakes.players, now.alive, mano, deals.lowest_first and interval == 0)
    if interval == 0:
        return (int(stakes.big > 0) + int(stakes.small > 0)) % stakes.players
    if deals.first == FIRST:
        return 0
    if deals.first == WHO_OPENED:
        return now.opener
    if now.bettor >= 0 or deals.first == WHO_BET:
        return max(now.bettor, 0)
    return last


@part_of_kernel
def open_interval(
    stream: Words,
    deals: Deals,
    stakes: Stakes,
    cards: Cards,
    sitting: Sitting,
    mano: int,
    blanks: int,
    h: Hand,
) -> Hand:
    """Deal the cards of a betting round, and find the player who acts first."""
    n, dealt, aside, players = h.interval, h.dealt, h.aside, stakes.players
    own, common = signed(deals.own[n]), signed(deals.common[n])
    if deals.sets_aside and n > 0:
        dealt, aside, is_short = before_deal(deals, cards, players, h.alive, n, dealt, aside)
        if is_short:
            own, common = h.own, signed(1)
    dealt = serve(stream, deals, cards, players, h.alive, dealt, h.own, own)
    dealt = lay_common(stream, deals, cards, players, dealt, h.common, common)
    now, draws = Round(h.alive, h.able, 0, h.pot, h.bettor, h.opener), deals.most_discards > 0 and n > 0
    if draws:
        begin_draw(deals, cards, players, h.alive, h.opener)
    first = first_to_speak(deals, stakes, cards, n, now, mano, h.first)
    if stakes.raises:
        sitting.raised[:] = 0
    zero = signed(0)
    return Hand(
        signed(DISCARDS if draws else SPEAKS),
        signed(first),
        signed(max(stakes.small, stakes.big) if n == 0 else 0),
        signed(stakes.minimum),
        h.able,
        zero,
        signed(-1),
        h.opener,
        h.alive,
        h.able,
        zero,
        h.pot,
        n,
        signed(first),
        own,
        common,
        signed(dealt),
        signed(aside),
        h.set_aside,
        h.in_pot,
        signed(unit_of(deals, stakes, cards, n, h.alive, h.pot)),
        signed(deals.opening[min(blanks, 3)] if n == 0 else 0),
        zero,
        zero,
        signed(stakes.must_bet and n == 0),
    )


@part_of_kernel
def begin(
    stream: Words,
    deals: Deals,
    stakes: Stakes,
    cards: Cards,
    sitting: Sitting,
    mano: int,
    pot: Pot,
) -> Hand:
    """Place the initial bets and deal the first cards."""
    now = lay_initial(stakes, sitting, pot.stack, pot.carried)
    cards.open[:] = 0
    z = signed(0)
    alive, able, in_pot = signed(now.alive), signed(now.able), signed(now.pot)
    none = signed(-1)
    h = Hand(z, z, z, z, z, z, none, none, alive, able, z, in_pot, z, z, z, z, z, z, z, z, z, z, z, z, z)
    return open_interval(stream, deals, stakes, cards, sitting, mano, pot.blanks, h)


@part_of_kernel
def onward(
    stream: Words,
    deals: Deals,
    stakes: Stakes,
    cards: Cards,
    sitting: Sitting,
    mano: int,
    h: Hand,
) -> Hand:
    """Go on to the next player who speaks or discards, through betting rounds, or to the showdown."""
    while True:
        if h.asked == DISCARDS:
            drawer = next_to_draw(cards, stakes.players, h.opener)
            h = turned(h, DISCARDS if drawer >= 0 else SPEAKS, drawer if drawer >= 0 else h.first, h.dealt)
            if drawer >= 0:
                return h
        if h.waits and h.alive & (h.alive - 1):
            seat = h.seat
            while not h.waits >> seat & 1:
                seat = seat + 1 if seat + 1 < stakes.players else 0
            bit, owes = 1 << seat, h.level - sitting.bet[seat]
            if not (h.able == bit and owes <= 0):
                return asked(deals, stakes, cards, sitting, h, seat)
        now = Round(h.alive, h.able, h.ranked, h.pot, h.bettor, h.opener)
        if h.level:
            now = gather(stakes, sitting, now)
        set_aside, in_pot = h.set_aside, h.in_pot
        if stakes.by_interval:
            set_aside += (now.pot - in_pot) * stakes.rake // stakes.rakes
            in_pot = now.pot
        is_alone = not now.alive & (now.alive - 1)
        is_last = is_alone or h.interval + 1 == len(deals.own)
        is_blank = deals.most_discards > 0 and now.opener < 0 and not is_last
        h = Hand(
            signed(NOT_OPENED if is_blank else OVER),
            h.seat,
            signed(0),
            h.step,
            signed(0),
            signed(0),
            signed(now.bettor),
            signed(now.opener),
            signed(now.alive),
            signed(now.able),
            signed(now.ranked),
            signed(now.pot),
            h.interval if is_last else h.interval + 1,
            h.first,
            h.own,
            h.common,
            h.dealt,
            h.aside,
            signed(set_aside),
            signed(in_pot),
            h.unit,
            h.opens_from,
            signed(0),
            signed(0),
            signed(0),
        )
        if is_last or is_blank:
            return h
        h = open_interval(stream, deals, stakes, cards, sitting, mano, 0, h)


@part_of_kernel
def turned(h: Hand, asks: int, seat: int, dealt: int) -> Hand:
    """Return the hand with another player to discard or to speak."""
    return Hand(
        signed(asks), signed(seat), h.level, h.step, h.waits, h.acted, h.bettor, h.opener, h.alive, h.able,
        h.ranked, h.pot, h.interval, h.first, h.own, h.common, signed(dealt), h.aside, h.set_aside,
        h.in_pot, h.unit, h.opens_from, h.least, h.most, h.must_bet,
    )  # fmt: skip


@part_of_kernel
def discard(stream: Words, cards: Cards, h: Hand, places: int) -> Hand:
    """Let the player change the cards at these positions."""
    return turned(h, DISCARDS, h.seat, change_cards(stream, cards, h.seat, places, h.opener, h.dealt))


@part_of_kernel
def asked(deals: Deals, stakes: Stakes, cards: Cards, sitting: Sitting, h: Hand, seat: int) -> Hand:
    """Return the hand at this player's turn, with the lowest and highest raise."""
    bit, ranked, opens = 1 << seat, h.ranked, h.opens_from > 0 and h.level == 0
    if opens and not ranked & bit:
        sitting.strength[seat] = strength_with(deals, cards, stakes.players, seat, h.own, h.common)
        ranked |= bit
    least, most = raises_of(stakes, sitting, h.unit, seat, h.alive, h.level, h.step, h.pot)
    if h.acted & bit or h.able == bit or (opens and sitting.strength[seat] < h.opens_from):
        most = 0
    return Hand(
        h.asked, signed(seat), h.level, h.step, h.waits, h.acted, h.bettor, h.opener, h.alive, h.able,
        signed(ranked), h.pot, h.interval, h.first, h.own, h.common, h.dealt, h.aside, h.set_aside,
        h.in_pot, h.unit, h.opens_from, signed(least), signed(most), h.must_bet,
    )  # fmt: skip


@part_of_kernel
def rank(deals: Deals, stakes: Stakes, cards: Cards, sitting: Sitting, h: Hand) -> Hand:
    """Compute the hand strength of the player in turn. It is known until further cards come."""
    if not h.ranked >> h.seat & 1:
        sitting.strength[h.seat] = strength_with(deals, cards, stakes.players, h.seat, h.own, h.common)
    return Hand(
        h.asked, h.seat, h.level, h.step, h.waits, h.acted, h.bettor, h.opener, h.alive, h.able,
        h.ranked | 1 << h.seat, h.pot, h.interval, h.first, h.own, h.common, h.dealt, h.aside, h.set_aside,
        h.in_pot, h.unit, h.opens_from, h.least, h.most, h.must_bet,
    )  # fmt: skip


@part_of_kernel
def say(stakes: Stakes, sitting: Sitting, h: Hand, act: int, to: int) -> Hand:
    """Apply a player's act: fold, check or call, or bet or raise to this total."""
    seat, bit = h.seat, 1 << h.seat
    waits, alive, able, acted, step = h.waits & ~bit, h.alive, h.able, h.acted, h.step
    level, bettor, opener, pot = h.level, h.bettor, h.opener, h.pot
    if act == FOLD:
        alive, able = alive & ~bit, able & ~bit
    else:
        acted |= bit
        if act == RAISE:
            if to - level >= step:
                step, acted = signed(to - level), signed(bit)
                if stakes.low and h.unit and step > stakes.low:
                    step = h.unit  # all later raises follow the higher limit
            sitting.raised[seat] += int(level > 0)
            if h.interval == 0 and level == 0:
                opener = seat
            level, bettor, waits = signed(to), seat, able & ~bit
        laid = min(max(level - sitting.bet[seat], 0), sitting.stack[seat])
        sitting.stack[seat] -= laid
        sitting.bet[seat] += laid
        pot += laid
        if sitting.stack[seat] == 0:
            able &= ~bit
    return Hand(
        h.asked, seat, level, step, signed(waits), signed(acted), bettor, opener, signed(alive), signed(able),
        h.ranked, pot, h.interval, h.first, h.own, h.common, h.dealt, h.aside, h.set_aside,
        h.in_pot, h.unit, h.opens_from, signed(0), signed(0), signed(0),
    )  # fmt: skip


@part_of_kernel
def word_of(
    stream: Words, deals: Deals, cards: Cards, sitting: Sitting, strategy: int, h: Hand
) -> tuple[int, int]:
    """Return a strategy's act and the total of a raise. `rank` must come first if `needs_rank`."""
    owes = h.level - sitting.bet[h.seat]
    opens = h.opens_from > 0 and h.level == 0
    turn = Turn(h.seat, strategy, sitting.strength[h.seat], owes, h.least, h.most, h.must_bet != 0, opens)
    return said_by(stream, deals, cards, h.own, h.common, turn)


@part_of_kernel
def needs_rank(strategy: int, h: Hand) -> bool:
    """Return whether a strategy depends on the strength of the hand."""
    return strategy == STRONG and h.own + h.common >= KNOWN


@part_of_kernel
def settle(
    deals: Deals, stakes: Stakes, cards: Cards, sitting: Sitting, mano: int, carried: int, h: Hand
) -> int:
    """Award the pots and return the rake. Afterwards `sitting.stack` has each player's chips."""
    unknown = h.alive & ~h.ranked if h.alive & (h.alive - 1) else 0
    for seat in range(stakes.players):
        if unknown >> seat & 1:
            sitting.strength[seat] = strength_with(deals, cards, stakes.players, seat, h.own, h.common)
    return share(stakes, sitting, h.alive, carried, mano, h.set_aside)

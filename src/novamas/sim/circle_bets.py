"""The chips of circle poker at volume: intervals of betting, pots, and what the house takes of them."""

from __future__ import annotations

from typing import NamedTuple

from novamas.sim.circle_cards import (
    Cards,
    Deals,
    Numbers,
    is_pair_open,
    is_worth_a_bet,
    strength_with,
)
from novamas.sim.streams import Words, below
from novamas.sim.uncounted import uncounted

ANY, CALL, STRONG = range(3)  # strategies
NO_LIMIT, FIXED, PART_OF_POT, TIERS, SNAPSHOT = range(5)  # structures of limits
FOLD, MATCH, RAISE = range(3)
KNOWN = 5  # cards from which on a hand is ranked
HALF_POT, WHOLE_POT = 3, 4  # intervals from which on a snapshot of the pot limits raises


class Stakes(NamedTuple):
    """What is laid and what may be, in chips."""

    players: int
    stack: int
    ante: int
    small: int  # initial bets by position; none where big is 0
    big: int
    minimum: int
    maximum: int
    limit: int  # the structure of limits
    part: int  # of the pot that a raise may be, as a fraction: `part` of `parts`
    parts: int
    first_higher: int  # the interval from which on the higher of two limits is in use
    low: int  # the lower limit, where who goes above it binds all raises to the higher one; else 0
    raises: int  # how often a player may raise in an interval; 0 where that is not limited
    must_bet: bool  # who speaks first in the first interval
    rake: int  # of the pots, as a fraction
    rakes: int
    by_interval: bool  # whether the house sets it aside at each interval


class Minds(NamedTuple):
    """How the players play: the one whose result is counted, wherever he is, and the others."""

    me: int
    mine: int
    others: int


class Sitting(NamedTuple):
    """The players of a hand, in the order in which they are dealt to and speak."""

    stack: Numbers
    bet: Numbers  # in this interval
    put: Numbers  # into the pot
    strength: Numbers  # where it was asked for
    raised: Numbers  # how often, in this interval; the first bet is no raise


class Round(NamedTuple):
    """How far a hand has come; players are bits."""

    alive: int  # who has not folded
    able: int  # and has chips
    ranked: int  # whose strength is known, as their cards are now
    pot: int  # all that lies on the cloth
    bettor: int  # who bet last in this interval, -1 where nobody did
    opener: int  # who bet first in the first interval


class Interval(NamedTuple):
    """What an interval of betting begins with."""

    number: int
    first: int  # who speaks
    own: int  # cards
    common: int
    unit: int  # the most by which a bet goes up, where that is fixed; else 0
    opens_from: int  # the least strength that opens the pot; 0 where any does


@uncounted()
def unit_of(deals: Deals, stakes: Stakes, cards: Cards, interval: int, alive: int, pot: int) -> int:
    """By how much a bet or raise of this interval may go up; 0 where the pot or nothing limits it."""
    if stakes.limit == TIERS:
        is_low = interval < stakes.first_higher
        if is_low and interval > 0:
            is_low = not is_pair_open(deals, cards, stakes.players, alive)
        return stakes.minimum if is_low else stakes.maximum
    if stakes.limit == SNAPSHOT and interval >= HALF_POT:
        return max(pot if interval >= WHOLE_POT else pot // 2, stakes.minimum)
    return stakes.maximum if stakes.limit in (FIXED, SNAPSHOT) else 0


@uncounted(inline="always")
def said_by(
    stream: Words,
    deals: Deals,
    cards: Cards,
    strategy: int,
    now: Interval,
    seat: int,
    strength: int,
    owes: int,
    least: int,
    most: int,
    must_bet: bool,
    opens: bool,
) -> tuple[int, int]:
    """What a player does, and to how much he raises; where he may not, `most` is 0.

    Any: every lawful act is as likely, and so is every amount; but nobody folds who may pass. Call: he passes
    or matches. Strong: as long as he knows fewer than five cards he matches with a pair or two cards of ten
    or higher of his own, later with a pair or better; with two pairs or better he bets or raises by the
    least; otherwise he passes or folds. Who must bet, or may open a pot that has to be opened, does so by the
    least, unless he plays anything.
    """
    if strategy == ANY:
        act = RAISE
        if not must_bet:
            act = below(stream, 1 + int(owes > 0) + int(most > 0)) + int(owes <= 0)
        return act, (least + below(stream, most - least + 1) if act == RAISE else 0)
    if must_bet or (opens and most > 0):
        return RAISE, least
    if strategy == CALL:
        return MATCH, 0
    if now.own + now.common < KNOWN:
        return (MATCH if owes <= 0 or is_worth_a_bet(cards, seat, now.own) else FOLD), 0
    if strength >= deals.two_pairs and most > 0:
        return RAISE, least
    return (MATCH if owes <= 0 or strength >= deals.pair else FOLD), 0


@uncounted(inline="always")
def bet_round(
    stream: Words,
    deals: Deals,
    stakes: Stakes,
    minds: Minds,
    cards: Cards,
    sitting: Sitting,
    begun: Round,
    now: Interval,
) -> tuple[Round, int]:
    """An interval of betting: each in turn, until all who play have matched or are all in; the level."""
    players, unit, level, step = stakes.players, now.unit, 0, stakes.minimum
    alive, able, ranked, pot = begun.alive, begun.able, begun.ranked, begun.pot
    if now.number == 0 and stakes.big:
        for seat in range(players):
            level = max(level, sitting.bet[seat])
        if level:
            level = max(level, stakes.small, stakes.big)
    if stakes.raises:
        sitting.raised[:] = 0
    waits, acted, seat, bettor, opener = able, 0, now.first, -1, -1
    must_bet = stakes.must_bet and now.number == 0 and level == 0
    is_known = now.own + now.common >= KNOWN
    while waits and alive & (alive - 1):
        while not waits >> seat & 1:
            seat = seat + 1 if seat + 1 < players else 0
        bit, has, owes = 1 << seat, sitting.bet[seat] + sitting.stack[seat], level - sitting.bet[seat]
        if able == bit and owes <= 0:
            break
        least, most, opens = level + step, 0, now.opens_from > 0 and level == 0
        if has > level and able != bit and not acted & bit:
            most = has
            if unit:
                most = min(has, max(level + unit, least))
            elif stakes.limit == PART_OF_POT:
                of_pot = max((pot + owes) * stakes.part // stakes.parts, stakes.minimum)
                most = min(has, max(level + of_pot, least))
            least = min(least, most)
            others = alive & (alive - 1)
            if stakes.raises and sitting.raised[seat] >= stakes.raises and others & (others - 1):
                most = 0
        strategy = minds.mine if seat == minds.me else minds.others
        if (opens or (strategy == STRONG and is_known)) and not ranked & bit:
            sitting.strength[seat] = strength_with(deals, cards, players, seat, now.own, now.common)
            ranked |= bit
        if opens and sitting.strength[seat] < now.opens_from:
            most = 0
        act, cents = said_by(
            stream,
            deals,
            cards,
            strategy,
            now,
            seat,
            sitting.strength[seat],
            owes,
            least,
            most,
            must_bet,
            opens,
        )
        must_bet = False
        waits &= ~bit
        if act == FOLD:
            alive, able = alive & ~bit, able & ~bit
            continue
        acted |= bit
        if act == RAISE:
            if cents - level >= step:
                step, acted = cents - level, bit
                if stakes.low and unit and step > stakes.low:
                    step = unit  # the higher limit is in use: all raises follow it
            if level == 0:
                opener = seat
            else:
                sitting.raised[seat] += 1
            level, bettor, waits = cents, seat, able & ~bit
        laid = min(max(level - sitting.bet[seat], 0), sitting.stack[seat])
        if laid:
            sitting.stack[seat] -= laid
            sitting.bet[seat] += laid
            pot += laid
            if sitting.stack[seat] == 0:
                able &= ~bit
    return Round(alive, able, ranked, pot, bettor, opener if now.number == 0 else begun.opener), level


@uncounted(inline="always")
def gather(stakes: Stakes, sitting: Sitting, now: Round) -> Round:
    """What nobody matched goes back; the other bets go into the pot."""
    top, matched, who = 0, 0, 0
    for seat in range(stakes.players):
        bet = sitting.bet[seat]
        if bet >= top:
            top, matched, who = bet, top, seat
        else:
            matched = max(matched, bet)
        sitting.put[seat] += bet
        sitting.bet[seat] = 0
    back, able = top - matched, now.able
    if back == 0 or not now.alive >> who & 1:
        return now
    sitting.put[who] -= back
    sitting.stack[who] += back
    able |= 1 << who
    return Round(now.alive, able, now.ranked, now.pot - back, now.bettor, now.opener)


@uncounted(inline="always")
def share(stakes: Stakes, sitting: Sitting, alive: int, carried: int, mano: int, set_aside: int) -> int:
    """Pot after pot to its best hands, odd chips to the first in turn: what the house takes of them."""
    taken, floor, highest, players = 0, 0, 0, stakes.players
    for seat in range(players):
        highest = max(highest, sitting.put[seat])
    while True:
        level, last = highest + 1, 0
        for seat in range(players):
            if alive >> seat & 1 and sitting.put[seat] > floor:
                level, last = min(level, sitting.put[seat]), max(last, sitting.put[seat])
        if last == 0:
            return taken
        if level == last:
            level = highest  # a dead hand may have put in more
        size, best, winners = carried, -1, 0
        for seat in range(players):
            size += min(sitting.put[seat], level) - min(sitting.put[seat], floor)
            if alive >> seat & 1 and sitting.put[seat] > floor:
                if sitting.strength[seat] > best:
                    best, winners = sitting.strength[seat], 0
                winners += int(sitting.strength[seat] == best)
        rake = size * stakes.rake // stakes.rakes
        if stakes.by_interval:
            rake = min(set_aside, -(-size * stakes.rake // stakes.rakes))
            set_aside -= rake
        taken += rake
        each, odd = size - rake, 0
        if winners > 1:
            each, odd = each // winners, each % winners
        seat = mano
        for _ in range(players):
            if alive >> seat & 1 and sitting.put[seat] > floor and sitting.strength[seat] == best:
                sitting.stack[seat] += each + int(odd > 0)
                odd -= 1
            seat = seat + 1 if seat + 1 < players else 0
        floor, carried = level, 0

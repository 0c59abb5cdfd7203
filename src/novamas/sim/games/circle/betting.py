"""The chips at circle poker: betting rounds, pots and the rake."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from novamas.sim.compiler import called_by_kernels, part_of_kernel
from novamas.sim.games.circle.cards import Cards, Deals, Numbers, is_pair_open, is_worth_a_bet
from novamas.sim.streams import Words, below

ANY, CALL, STRONG = range(3)  # strategies
NO_LIMIT, FIXED, PART_OF_POT, TIERS, SNAPSHOT = range(5)  # structures of limits
FOLD, MATCH, RAISE = range(3)
KNOWN = 5  # cards from which on a hand is ranked
HALF_POT, WHOLE_POT = 3, 4  # betting rounds from which on a snapshot of the pot limits raises


class Stakes(NamedTuple):
    """The stakes and the limits at a table, in chips."""

    players: int
    stack: int
    ante: int
    small: int  # initial bets by position; none if big is 0
    big: int
    minimum: int
    maximum: int
    limit: int  # the structure of limits
    part: int  # maximum raise as a share of the pot: `part` of `parts`
    parts: int
    first_higher: int  # the betting round from which on the higher of two limits applies
    low: int  # the lower limit, if a raise above it raises all later ones to the higher; else 0
    raises: int  # a player's raises in a betting round; 0 for no limit
    must_bet: bool  # the first to speak in the first betting round
    rake: int  # of the pots, as a fraction
    rakes: int
    by_interval: bool  # whether the rake is set aside in each betting round


class Sitting(NamedTuple):
    """The players of a hand, in the order of dealing and betting."""

    stack: Numbers
    bet: Numbers  # in this betting round
    put: Numbers  # into the pot
    strength: Numbers  # if it was needed
    raised: Numbers  # raises in this betting round; the first bet is none


class Round(NamedTuple):
    """The state of a hand. Each set of players is stored as bits."""

    alive: int  # players who have not folded
    able: int  # and have chips
    ranked: int  # players whose strength is known for their present cards
    pot: int  # all chips on the cloth
    bettor: int  # the last to bet in this betting round, or -1
    opener: int  # the first to bet in the first betting round


class Turn(NamedTuple):
    """A player's turn in a betting round."""

    seat: int
    strategy: int
    strength: int  # if it was needed
    owes: int
    least: int  # the least total of a raise
    most: int  # 0 if the player may not raise
    must_bet: bool
    opens: bool  # whether a bet opens the pot and needs certain cards


def sitting_of(players: int) -> Sitting:
    """Return empty arrays for all players of a hand."""
    return Sitting(*(np.zeros(players, np.int64) for _ in Sitting._fields))


@called_by_kernels
def unit_of(deals: Deals, stakes: Stakes, cards: Cards, interval: int, alive: int, pot: int) -> int:
    """Return the largest increase of a bet in this betting round.

    It is 0 if the limit is the pot, or if there is no limit.
    """
    if stakes.limit == TIERS:
        is_low = interval < stakes.first_higher
        if is_low and interval > 0:
            is_low = not is_pair_open(deals, cards, stakes.players, alive)
        return stakes.minimum if is_low else stakes.maximum
    if stakes.limit == SNAPSHOT and interval >= HALF_POT:
        return max(pot if interval >= WHOLE_POT else pot // 2, stakes.minimum)
    return stakes.maximum if stakes.limit in (FIXED, SNAPSHOT) else 0


@part_of_kernel
def raises_of(
    stakes: Stakes, sitting: Sitting, unit: int, seat: int, alive: int, level: int, step: int, pot: int
) -> tuple[int, int]:
    """Return the lowest and the highest total of a player's raise. The highest is 0 without a raise.

    `unit` is the largest increase of a bet, if it is fixed.
    """
    least, has = level + step, sitting.bet[seat] + sitting.stack[seat]
    others = alive & (alive - 1)
    is_over = stakes.raises > 0 and sitting.raised[seat] >= stakes.raises and others & (others - 1) != 0
    if has <= level or is_over:
        return least, 0
    most = has
    if unit:
        most = min(has, max(level + unit, least))
    elif stakes.limit == PART_OF_POT:
        of_pot = max((pot + level - sitting.bet[seat]) * stakes.part // stakes.parts, stakes.minimum)
        most = min(has, max(level + of_pot, least))
    return min(least, most), most


@part_of_kernel
def said_by(stream: Words, deals: Deals, cards: Cards, own: int, common: int, turn: Turn) -> tuple[int, int]:
    """Return a player's act by a strategy, and the total of a raise.

    `any`: every lawful act and every amount is equally likely, but a player who may check never folds.
    `call`: the player checks or calls. `strong`: with fewer than five cards the player calls with a
    pair or two own cards of ten or higher, later with a pair or better. With two pairs or better the
    player bets or raises by the minimum, otherwise checks or folds. A player who must bet, or may open
    a pot that has to be opened, does so by the minimum, except with `any`.
    """
    may_pass = turn.owes <= 0
    if turn.strategy == ANY:
        act = RAISE
        if not turn.must_bet:
            act = below(stream, 1 + int(not may_pass) + int(turn.most > 0)) + int(may_pass)
        return act, (turn.least + below(stream, turn.most - turn.least + 1) if act == RAISE else 0)
    if turn.must_bet or (turn.opens and turn.most > 0):
        return RAISE, turn.least
    if turn.strategy == CALL:
        return MATCH, 0
    if own + common < KNOWN:
        return (MATCH if may_pass or is_worth_a_bet(cards, turn.seat, own) else FOLD), 0
    if turn.strength >= deals.two_pairs and turn.most > 0:
        return RAISE, turn.least
    return (MATCH if may_pass or turn.strength >= deals.pair else FOLD), 0


@part_of_kernel
def gather(stakes: Stakes, sitting: Sitting, now: Round) -> Round:
    """Return the uncalled part of the highest bet to its player, and move all other bets to the pot."""
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


@part_of_kernel
def share(stakes: Stakes, sitting: Sitting, alive: int, carried: int, mano: int, set_aside: int) -> int:
    """Award each pot to its best hands, with odd chips to the first of them. Return the rake."""
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
            level = highest  # a folded hand may have put in more
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

"""Simulation of circle poker: a player's net in a hand, or the rake.

Every hand begins with equal stacks, and the mano goes round. At covered poker a pot that no player opens
is played for again with the remaining chips, so a round lasts until the pot is won. All amounts are in
chips. Players follow simple strategies. No strategy is the best one, because players play against each
other.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from novamas.errors import NovamasError, quoted
from novamas.families.circle.cloth import Cloth
from novamas.sim.compiler import called_by_kernels, kernel, part_of_kernel
from novamas.sim.games.circle.betting import (
    Interval,
    Minds,
    Round,
    Sitting,
    Stakes,
    bet_round,
    gather,
    share,
    sitting_of,
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
    cards_for,
    lay_common,
    serve,
    strength_with,
    who_shows,
)
from novamas.sim.games.circle.draw import change_cards
from novamas.sim.games.circle.setup import deals_of, not_with, stakes_of
from novamas.sim.play import CompiledBet, Counts
from novamas.sim.streams import Words
from novamas.table.game import Table

PUESTO, CAGNOTTE = "puesto", "cagnotte"  # the counted bet: the first player's net, or the rake
BETS = (PUESTO, CAGNOTTE)
STRATEGIES = ("any", "call", "strong")  # in the order of their numbers
AGAINST = "/"  # strong/any: the first player's strategy and the others'
NOT_OPENED = -1  # the pot was not won
TOGETHER = 256  # hands that are played before they are counted
ME, MANO = range(2)  # positions in the speaking order


@part_of_kernel
def lay_initial(stakes: Stakes, sitting: Sitting, stack: int, carried: int) -> Round:
    """Place the initial bets: equal for all, or by position. A shorter stack puts in all its chips."""
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
    """Return the seat at which a betting round begins. `last` is where the previous one began."""
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
def play_hand(
    stream: Words,
    deals: Deals,
    stakes: Stakes,
    minds: Minds,
    cards: Cards,
    sitting: Sitting,
    mano: int,
    stack: int,
    carried: int,
    blanks: int,
) -> int:
    """Play a hand from the initial bets to the showdown. Return the rake, or NOT_OPENED."""
    players = stakes.players
    now = lay_initial(stakes, sitting, stack, carried)
    dealt, aside, own, common, set_aside, in_pot, first = 0, 0, 0, 0, 0, 0, 0
    cards.open[:] = 0
    for interval in range(len(deals.own)):
        own_then, common_then = deals.own[interval], deals.common[interval]
        if deals.sets_aside and interval > 0:
            dealt, aside, is_short = before_deal(deals, cards, players, now.alive, interval, dealt, aside)
            if is_short:
                own_then, common_then = own, 1
        dealt = serve(stream, deals, cards, players, now.alive, dealt, own, own_then)
        dealt = lay_common(stream, deals, cards, players, dealt, common, common_then)
        own, common = own_then, common_then
        if deals.most_discards and interval > 0:
            if now.opener < 0:
                return NOT_OPENED
            change_cards(stream, deals, minds, cards, players, now, dealt)
        first = first_to_speak(deals, stakes, cards, interval, now, mano, first)
        begins = Interval(
            interval,
            first,
            own,
            common,
            unit_of(deals, stakes, cards, interval, now.alive, now.pot),
            deals.opening[min(blanks, 3)] if interval == 0 else 0,
        )
        begun = Round(now.alive, now.able, 0, now.pot, -1, now.opener)
        now, level = bet_round(stream, deals, stakes, minds, cards, sitting, begun, begins)
        if level:
            now = gather(stakes, sitting, now)
        if stakes.by_interval:
            set_aside += (now.pot - in_pot) * stakes.rake // stakes.rakes
            in_pot = now.pot
        if not now.alive & (now.alive - 1):
            break
    unknown = now.alive & ~now.ranked if now.alive & (now.alive - 1) else 0
    for seat in range(players):
        if unknown >> seat & 1:
            sitting.strength[seat] = strength_with(deals, cards, players, seat, own, common)
    return share(stakes, sitting, now.alive, carried, mano, set_aside)


@called_by_kernels
def play_some(
    stream: Words,
    cards: Cards,
    sitting: Sitting,
    places: Numbers,
    ends: Numbers,
    deals: Deals,
    stakes: Stakes,
    mine: int,
    others: int,
    counts_house: bool,
) -> None:
    """Play hands. The mano passes to the next player after each, who speaks first, or last after blinds."""
    players, me, mano = stakes.players, places[ME], places[MANO]
    for nth in range(len(ends)):
        stack, carried, blanks, taken, place = stakes.stack, 0, 0, NOT_OPENED, me
        while taken == NOT_OPENED and stack:
            minds, place = Minds(me, mine, others), me
            taken = play_hand(stream, deals, stakes, minds, cards, sitting, mano, stack, carried, blanks)
            ante = min(stakes.ante, stack)
            stack, carried, blanks = stack - ante, carried + players * ante, blanks + 1
            if deals.turns:
                me = (me - deals.turns) % players
            else:
                mano = (mano + 1) % players
        ends[nth] = max(taken, 0) if counts_house else sitting.stack[place]
    places[ME], places[MANO] = me, mano


@kernel
def play_hands(
    stream: Words,
    rounds: int,
    cards: Cards,
    sitting: Sitting,
    places: Numbers,
    ends: Numbers,
    deals: Deals,
    stakes: Stakes,
    mine: int,
    others: int,
    counts_house: bool,
    counts: Counts,
) -> None:
    """Play hands in batches."""
    while rounds:
        some = ends[: min(rounds, len(ends))]
        play_some(stream, cards, sitting, places, some, deals, stakes, mine, others, counts_house)
        for end in some:
            counts[end] += 1
        rounds -= len(some)


# ---------------------------------------------------------------- tables and strategies


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the names of the amounts that can be simulated: the first player's net, and the rake."""
    return BETS


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile the first player's net in a hand, or the rake."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    if bet not in BETS:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=BETS)
    mine, others = strategies(strategy)
    if bet == CAGNOTTE and felt.rules.by_session:
        raise not_with(table, "charge")  # no rake is taken from a hand
    deals, stakes, chip = deals_of(felt), stakes_of(table), felt.rules.chip
    kinds = range(stakes.players * stakes.stack + 1)
    places, ends = np.zeros(2, np.int64), np.zeros(TOGETHER, np.int64)
    places[ME] = stakes.players - 1 if stakes.big else 0
    is_house = bet == CAGNOTTE
    return CompiledBet(
        kernel=play_hands,
        tables=(deals, stakes, mine, others, is_house),
        nets=tuple(-chip * end if is_house else chip * (end - stakes.stack) for end in kinds),
        unit=Fraction(felt.rules.minimum),
        per="least_bet",
        scratch=(cards_for(deals, stakes.players), sitting_of(stakes.players), places, ends),
    )


def strategies(written: str) -> tuple[int, int]:
    """Return the strategies of the first player and of the others: `strong/any`, or `call` for all."""
    mine, _, others = written.partition(AGAINST)
    for name in (mine, others or mine):
        if name not in STRATEGIES:
            raise NovamasError("no_such_strategy", given=quoted(written), known=STRATEGIES)
    return STRATEGIES.index(mine), STRATEGIES.index(others or mine)

"""Circle poker at volume, where all bet on the same common cards: what a player nets, what the house takes.

Every hand begins with the same stacks, and the mano goes round. All amounts are counted in chips. What a
player does hangs on a simple strategy; there is no best one, since nobody plays against the house.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import njit

from novamas.errors import NovamasError, shown
from novamas.games.sintetico import SinteticoCloth
from novamas.hands import Category, ladder
from novamas.hands.tables import Tables, tables
from novamas.kit.cards import deck
from novamas.rounds.circle.cloth import Cloth
from novamas.sim.playing import Counts, Play
from novamas.sim.streams import Words, below, deal
from novamas.sim.strengths import strength_of
from novamas.table.game import Table

Numbers: TypeAlias = Any  # an array of numbers; of which ones the compiler knows

GAMES = ("holdem", "omaha", "sintetico")
PUESTO, CAGNOTTE = "puesto", "cagnotte"  # what is counted: the first player's net, the house's part
BETS = (PUESTO, CAGNOTTE)
STRATEGIES = ("any", "call", "strong")
ANY, CALL, STRONG = range(3)
AGAINST = "/"  # strong/any: the first player's strategy, and that of the others
NO_LIMIT = -1
MOST_CARDS = 10  # own and common ones
TEN = 8  # as ranks are counted in the kernel
FOLD, MATCH, RAISE = range(3)
FIRST, WHO_BET, WHO_BET_EVER = range(3)  # the first who plays, who bet last in the interval before, or at all


class Deals(NamedTuple):
    """The cards of a hand, and how strong they are."""

    deck: Numbers
    own: int
    common: Numbers  # on the table at each interval
    by_size: tuple[Tables, Tables, Tables]  # of five, six and seven cards
    plays_two: bool  # just two of one's own count, and three of the common ones
    pair: int  # the least strength of it
    two_pairs: int
    opener: int  # who speaks first in a later interval: see below
    turns: int  # how the mano goes round: 1 as the cards, -1 against them


class Stakes(NamedTuple):
    """What is laid and what may be, in chips."""

    players: int
    stack: int
    ante: int
    small: int  # initial bets by position; none where big is 0
    big: int
    minimum: int
    most: int  # of one raise, where that is fixed; NO_LIMIT where it is not
    part: int  # of the pot that a raise may be, as a fraction: `part` of `parts`; NO_LIMIT where none
    parts: int
    rake: int  # of the pots, as a fraction
    rakes: int
    by_interval: bool  # whether the house sets it aside at each interval


class Sitting(NamedTuple):
    """The players of a hand, in the order in which they speak."""

    stack: Numbers
    bet: Numbers  # in this interval
    put: Numbers  # into the pot
    strength: Numbers
    plays: Numbers  # has not folded
    waits: Numbers  # is still to speak
    has_acted: Numbers  # since the last full raise
    strategy: Numbers
    held: Numbers  # cards that are ranked, and five of them


# ---------------------------------------------------------------- cards


@njit(cache=True, nogil=True)
def strength_with(deals: Deals, cards: Numbers, held: Numbers, players: int, seat: int, common: int) -> int:
    """How strong a player's cards are with the common ones that lie on the table; `held` is there to use."""
    board = deals.own * players
    for place in range(deals.own):
        held[place] = cards[place * players + seat]
    for place in range(common):
        held[deals.own + place] = cards[board + place]
    if not deals.plays_two:
        if common == 3:
            return strength_of(deals.by_size[0], held, 0, 5, 0, 0)
        if common == 4:
            return strength_of(deals.by_size[1], held, 0, 6, 0, 0)
        return strength_of(deals.by_size[2], held, 0, 7, 0, 0)
    best, five = 0, held[MOST_CARDS:]
    for one in range(deals.own):
        for other in range(one + 1, deals.own):
            five[0], five[1] = held[one], held[other]
            for first in range(deals.own, deals.own + common - 2):
                for second in range(first + 1, deals.own + common - 1):
                    for third in range(second + 1, deals.own + common):
                        five[2], five[3], five[4] = held[first], held[second], held[third]
                        best = max(best, strength_of(deals.by_size[0], five, 0, 5, 0, 0))
    return best


@njit(cache=True, nogil=True, inline="always")
def is_worth_a_bet(deals: Deals, cards: Numbers, players: int, seat: int) -> bool:
    """Do a player's own cards hold a pair, or two cards of ten or higher?"""
    high, ranks = 0, 0
    for place in range(deals.own):
        rank: Any = np.int64(cards[place * players + seat]) >> 2
        if ranks >> rank & 1:
            return True
        ranks |= 1 << rank
        high += int(rank >= TEN)
    return high >= 2


# ---------------------------------------------------------------- betting


@njit(cache=True, nogil=True, inline="always")
def said_by(
    stream: Words,
    deals: Deals,
    cards: Numbers,
    sitting: Sitting,
    seat: int,
    common: int,
    owes: int,
    least: int,
    most: int,
) -> tuple[int, int]:
    """What a player does, and to how much he raises; where he may not raise, `most` is 0.

    Any: every lawful act is as likely, and so is every amount; but nobody folds who may pass. Call: he passes
    or matches. Strong: before three common cards lie there he matches with a pair or two cards of ten or
    higher, later with a pair or better; with two pairs or better he raises by the least; otherwise he passes
    or folds.
    """
    strategy, players = sitting.strategy[seat], len(sitting.stack)
    if strategy == CALL:
        return MATCH, 0
    if strategy == STRONG:
        if common < 3:
            return (MATCH if owes <= 0 or is_worth_a_bet(deals, cards, players, seat) else FOLD), 0
        strength = strength_with(deals, cards, sitting.held, players, seat, common)
        if strength >= deals.two_pairs and most > 0:
            return RAISE, least
        return (MATCH if owes <= 0 or strength >= deals.pair else FOLD), 0
    acts = 1 + int(owes > 0) + int(most > 0)
    act = below(stream, acts) + int(owes <= 0)
    return act, (least + below(stream, most - least + 1) if act == RAISE else 0)


@njit(cache=True, nogil=True, inline="always")
def bet_round(
    stream: Words,
    deals: Deals,
    stakes: Stakes,
    cards: Numbers,
    sitting: Sitting,
    common: int,
    first: int,
) -> int:
    """An interval of betting: each in turn, until all who play have matched or are all in; who bet last."""
    players, level, step, pot = stakes.players, 0, stakes.minimum, 0
    for seat in range(players):
        level = max(level, sitting.bet[seat])
        pot += sitting.bet[seat] + sitting.put[seat]
        sitting.has_acted[seat] = False
        sitting.waits[seat] = sitting.plays[seat]
    if level:
        level = max(level, stakes.small, stakes.big)
    seat, bettor = first, -1
    while True:
        alive, able, last, somebody_waits = 0, 0, -1, False
        for each in range(players):
            if not sitting.plays[each]:
                sitting.waits[each] = False
                continue
            alive += 1
            if sitting.stack[each]:
                able, last = able + 1, each
                somebody_waits = somebody_waits or sitting.waits[each]
            else:
                sitting.waits[each] = False
        if alive < 2 or not somebody_waits or (able == 1 and level <= sitting.bet[last]):
            return bettor
        while not sitting.waits[seat]:
            seat = (seat + 1) % players
        has, owes = sitting.bet[seat] + sitting.stack[seat], level - sitting.bet[seat]
        least, most = level + step, 0
        if has > level and not sitting.has_acted[seat] and able > 1:
            most = has
            if stakes.most != NO_LIMIT:
                most = min(has, max(level + stakes.most, least))
            elif stakes.part != NO_LIMIT:
                of_pot = max((pot + owes) * stakes.part // stakes.parts, stakes.minimum)
                most = min(has, max(level + of_pot, least))
            least = min(least, most)
        act, cents = said_by(stream, deals, cards, sitting, seat, common, owes, least, most)
        sitting.waits[seat] = False
        if act == FOLD:
            sitting.plays[seat] = False
            continue
        if act == RAISE:
            if cents - level >= step:
                step = cents - level
                sitting.has_acted[:] = False
            level, bettor = cents, seat
            for each in range(players):
                sitting.waits[each] = sitting.plays[each] and each != seat
        sitting.has_acted[seat] = True
        laid = min(max(level - sitting.bet[seat], 0), sitting.stack[seat])
        sitting.stack[seat] -= laid
        sitting.bet[seat] += laid
        pot += laid


@njit(cache=True, nogil=True, inline="always")
def gather(sitting: Sitting) -> int:
    """What nobody matched goes back; the other bets go into the pot: how much that is."""
    top, matched, who, entered = 0, 0, -1, 0
    for seat in range(len(sitting.bet)):
        if sitting.bet[seat] >= top:
            top, matched, who = sitting.bet[seat], top, seat
        else:
            matched = max(matched, sitting.bet[seat])
    if top > matched and sitting.plays[who]:
        sitting.bet[who] = matched
        sitting.stack[who] += top - matched
    for seat in range(len(sitting.bet)):
        entered += sitting.bet[seat]
        sitting.put[seat] += sitting.bet[seat]
        sitting.bet[seat] = 0
    return entered


@njit(cache=True, nogil=True, inline="always")
def share(stakes: Stakes, sitting: Sitting, set_aside: int) -> int:
    """Pot after pot to its best hands, odd chips to the first in turn: what the house takes of them."""
    taken, floor, highest = 0, 0, 0
    for seat in range(stakes.players):
        highest = max(highest, sitting.put[seat])
    while True:
        level, last = highest + 1, 0
        for seat in range(stakes.players):
            if sitting.plays[seat] and sitting.put[seat] > floor:
                level, last = min(level, sitting.put[seat]), max(last, sitting.put[seat])
        if last == 0:
            return taken
        if level == last:
            level = highest  # a dead hand may have put in more
        size, best, winners = 0, -1, 0
        for seat in range(stakes.players):
            size += min(sitting.put[seat], level) - min(sitting.put[seat], floor)
            if sitting.plays[seat] and sitting.put[seat] > floor:
                if sitting.strength[seat] > best:
                    best, winners = sitting.strength[seat], 0
                winners += int(sitting.strength[seat] == best)
        rake = size * stakes.rake // stakes.rakes
        if stakes.by_interval:
            rake = min(set_aside, -(-size * stakes.rake // stakes.rakes))
            set_aside -= rake
        taken += rake
        each, odd = (size - rake) // winners, (size - rake) % winners
        for seat in range(stakes.players):
            if sitting.plays[seat] and sitting.put[seat] > floor and sitting.strength[seat] == best:
                sitting.stack[seat] += each + int(odd > 0)
                odd -= 1
        floor = level


# ---------------------------------------------------------------- hands


@njit(cache=True, nogil=True, inline="always")
def play_hand(stream: Words, deals: Deals, stakes: Stakes, cards: Numbers, sitting: Sitting) -> int:
    """Initial bets, own cards, an interval, and so on to the showdown: what the house takes."""
    players, dealt, set_aside, alive = stakes.players, deals.own * stakes.players, 0, 0
    antes = players * min(stakes.ante, stakes.stack)
    for seat in range(players):
        sitting.stack[seat], sitting.bet[seat], sitting.plays[seat] = stakes.stack, 0, True
        sitting.put[seat] = min(stakes.ante, stakes.stack)
        sitting.stack[seat] -= sitting.put[seat]
    blinds = int(stakes.big > 0) + int(stakes.small > 0)
    for seat in range(blinds):
        sitting.bet[seat] = min(
            stakes.small if blinds == 2 and seat == 0 else stakes.big, sitting.stack[seat]
        )
        sitting.stack[seat] -= sitting.bet[seat]
    first = blinds % players
    deal(stream, cards, 0, dealt)
    for interval in range(len(deals.common)):
        common = deals.common[interval]
        deal(stream, cards, dealt, deals.own * players + common)
        dealt = deals.own * players + common
        bettor = bet_round(stream, deals, stakes, cards, sitting, common, first)
        if deals.opener == FIRST:
            first = 0
        elif bettor >= 0 or deals.opener == WHO_BET:
            first = max(bettor, 0)
        entered = gather(sitting) + (antes if interval == 0 else 0)
        set_aside += entered * stakes.rake // stakes.rakes
        alive = 0
        for seat in range(players):
            alive += int(sitting.plays[seat])
        if alive == 1:
            break
    for seat in range(players):
        sitting.strength[seat] = 0
        if alive > 1 and sitting.plays[seat]:
            sitting.strength[seat] = strength_with(
                deals, cards, sitting.held, players, seat, deals.common[-1]
            )
    return share(stakes, sitting, set_aside)


@njit(cache=True, nogil=True)
def play_hands(
    stream: Words,
    rounds: int,
    deals: Deals,
    stakes: Stakes,
    mine: int,
    others: int,
    counts_house: bool,
    counts: Counts,
) -> None:
    """Hand after hand: in each one the next player has the mano, who speaks first, or last after blinds."""
    cards, players = deals.deck.copy(), stakes.players
    sitting = Sitting(
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.int64),
        np.zeros(players, np.bool_),
        np.zeros(players, np.bool_),
        np.zeros(players, np.bool_),
        np.zeros(players, np.int64),
        np.zeros(MOST_CARDS + 5, np.uint8),
    )
    me = players - 1 if stakes.big else 0
    for _ in range(rounds):
        sitting.strategy[:] = others
        sitting.strategy[me] = mine
        taken = play_hand(stream, deals, stakes, cards, sitting)
        counts[taken if counts_house else sitting.stack[me]] += 1
        me = (me - deals.turns) % players


# ---------------------------------------------------------------- tables and strategies


def bets_of(table: Table) -> tuple[str, ...]:
    """What can be counted of a hand."""
    return BETS


def compiled(table: Table, bet: str, strategy: str) -> Play:
    """What the first player nets in a hand, or what the house takes of it."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    if table.game.slug not in GAMES:
        raise NovamasError("not_simulated_yet", told_as="circle_not_simulated_yet", game=table.game.slug)
    if bet not in BETS:
        raise NovamasError("no_such_bet", game=table.game.slug, given=shown(bet), known=BETS)
    mine, others = strategies(strategy)
    deals, stakes, chip = deals_of(felt), stakes_of(table), felt.rules.chip
    ends = range(stakes.players * stakes.stack + 1)
    is_house = bet == CAGNOTTE
    return Play(
        kernel=play_hands,
        tables=(deals, stakes, mine, others, is_house),
        nets=tuple(-chip * end if is_house else chip * (end - stakes.stack) for end in ends),
        unit=Fraction(felt.rules.minimum),
        per="least_bet",
    )


def strategies(written: str) -> tuple[int, int]:
    """How the first player and the others play: `strong/any`, or `call` where all play alike."""
    mine, _, others = written.partition(AGAINST)
    for name in (mine, others or mine):
        if name not in STRATEGIES:
            raise NovamasError("no_such_strategy", given=shown(written), known=STRATEGIES)
    return STRATEGIES.index(mine), STRATEGIES.index(others or mine)


def deals_of(felt: Cloth) -> Deals:
    """The cards of a variant."""
    shape, rungs = felt.ranking.shape, ladder(felt.ranking.shape).rungs
    from_kind = {
        kind: 1 + next(n for n, rung in enumerate(rungs) if rung.category is kind)
        for kind in (Category.PAREJA, Category.DOBLE_PAREJA)
    }
    return Deals(
        deck=np.array(deck(shape.deck), np.uint8),
        own=len(felt.streets[0].own),
        common=np.array([street.common_so_far for street in felt.streets], np.int64),
        by_size=(tables(shape, 5), tables(shape, 6), tables(shape, 7)),
        plays_two=felt.ranking.exactly is not None,
        pair=from_kind[Category.PAREJA],
        two_pairs=from_kind[Category.DOBLE_PAREJA],
        opener=_opener(felt),
        turns=-1 if felt.rules.goes_clockwise else 1,
    )


def _opener(felt: Cloth) -> int:
    """Who speaks first in a later interval."""
    if not isinstance(felt, SinteticoCloth):
        return FIRST
    return WHO_BET_EVER if felt.special.keeps_opener else WHO_BET


def stakes_of(table: Table) -> Stakes:
    """What is laid at a table, in chips; every player begins with the least that he may buy."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    rules, limit = felt.rules, felt.limit
    blinds = (0, 0, *rules.blinds)[-2:]
    amounts = (rules.least_resto, rules.ante, *blinds, rules.minimum, rules.maximum)
    for choice, is_other in (
        ("charge", rules.by_session),
        ("limit", limit.tiers or limit.snapshot),
        ("chip", any(cents % rules.chip for cents in amounts)),
    ):
        if is_other:
            figures = {"game": table.game.slug, "choice": choice}
            raise NovamasError("not_simulated_yet", told_as="choice_not_simulated_yet", **figures)
    stack, ante, small, big, minimum, maximum = (cents // rules.chip for cents in amounts)
    part = limit.part
    return Stakes(
        players=rules.seats,
        stack=stack,
        ante=ante,
        small=small,
        big=big,
        minimum=minimum,
        most=maximum if limit.fixed else NO_LIMIT,
        part=NO_LIMIT if part is None else part.numerator,
        parts=1 if part is None else part.denominator,
        rake=rules.rake.numerator,
        rakes=rules.rake.denominator,
        by_interval=rules.takes_each_interval,
    )

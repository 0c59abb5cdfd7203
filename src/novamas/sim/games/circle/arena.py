"""Circle poker in the arena: players from outside act at all seats, or at one seat among bots.

Every hand begins with equal stacks, and the mano goes round. Own and community cards are sorted,
because their order does not matter. A raise is one of a few fractions of the pot, or an exact
amount given with the act.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.errors import NovamasError, quoted
from novamas.families.circle.cloth import Cloth
from novamas.sim.arena import GOES_ON, ROUND_OVER, Arena, Layout, Observations, show_sorted, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.circle.betting import FOLD, MATCH, RAISE, Sitting, Stakes
from novamas.sim.games.circle.cards import OPEN, ROOM, Cards, Deals, Numbers, cards_for
from novamas.sim.games.circle.draw import OWN, WAYS, WAYS_UP_TO, laid_aside_by, most_discards
from novamas.sim.games.circle.hand import (
    DISCARDS,
    FIELDS,
    NOT_OPENED,
    OVER,
    SPEAKS,
    Hand,
    Pot,
    discard,
    keep,
    load,
    needs_rank,
    onward,
    rank,
    say,
    settle,
    word_of,
)
from novamas.sim.games.circle.hand import begin as begin_hand
from novamas.sim.games.circle.rounds import STRATEGIES
from novamas.sim.games.circle.setup import deals_of, stakes_of
from novamas.sim.streams import Words
from novamas.table.game import Table

ACTIONS = (
    *("fold", "pass", "match", "raise_least", "raise_third", "raise_half", "raise_pot", "raise_two_pots"),
    *("all_in", "raise_to"),  # the second takes its amount beside the act
    "go_on",  # a hand in which no player can speak
)
DO_FOLD, PASS, CALL, LEAST, _, _, _, _, ALL_IN, RAISE_TO, GO_ON = range(len(ACTIONS))
SERVED = len(ACTIONS)  # the first act of a draw; the others discard cards by their places as shown
SIXTHS = (0, 0, 0, 0, 2, 3, 6, 12)  # of the pot once called: what these acts raise by
OUTSIDE = -1  # instead of a strategy: the player's acts come from outside
PAST, WORD = 48, 3  # words that are shown, and the numbers of each
DECIDES, FORCED, DRAWS = 1, 2, 3  # what is asked
CHANGED = LEAST + 2  # the word of a player who has changed cards
ME, MANO, SAID, WHO, STACK, CARRIED, BLANKS = range(7)  # numbers of a table


class State(NamedTuple):
    """The state of all tables: cards, chips, hands, past acts, and the nets of the last hand."""

    cards: Cards
    sitting: Sitting
    hands: NDArray[np.int64]
    numbers: NDArray[
        np.int64
    ]  # the first player's position, the mano, words said, the player to speak, a pot
    past: NDArray[np.int32]  # seat, act and amount of each word
    nets: NDArray[np.int64]  # céntimos, by player
    thrown: NDArray[np.uint8]  # at covered poker, the cards that each seat has discarded, plus one


class Tables(NamedTuple):
    """The rules, and how each player decides: by a strategy, or OUTSIDE."""

    deals: Deals
    stakes: Stakes
    bots: NDArray[np.int64]
    chip: int
    most_own: int
    most_common: int


@part_of_kernel
def cards_at(t: int, cards: Cards) -> Cards:
    """Return the cards of one table."""
    return Cards(
        *(cards.deck[t], cards.held[t], cards.open[t]), cards.threes[t], cards.three_ranks[t], cards.draw[t]
    )


@part_of_kernel
def sitting_at(t: int, sitting: Sitting) -> Sitting:
    """Return the players at one table."""
    return Sitting(sitting.stack[t], sitting.bet[t], sitting.put[t], sitting.strength[t], sitting.raised[t])


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Begin a pot with equal stacks."""
    numbers = state.numbers[t]
    numbers[STACK], numbers[CARRIED], numbers[BLANKS] = tables.stakes.stack, 0, 0


@part_of_kernel
def amount_of(h: Hand, owes: int, chosen: int, exact: int) -> int:
    """Return the total of a raise. It is 0 if the raise is unlawful or another act means the same."""
    if h.most == 0:
        return 0
    if chosen == LEAST:
        return h.least
    if chosen == ALL_IN:
        return h.most if h.most > h.least else 0
    if chosen == RAISE_TO:
        return exact if h.least <= exact <= h.most else 0
    to = h.level + (h.pot + owes) * SIXTHS[chosen] // 6
    return to if h.least < to < h.most else 0


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Do the act of the player whose turn it is."""
    h, sitting = load(state.hands[t]), sitting_at(t, state.sitting)
    if tables.deals.most_discards and h.asked == DISCARDS:
        cards, numbers = cards_at(t, state.cards), state.numbers[t]
        places = held_places(cards.held, h.seat * ROOM, WAYS[chosen - SERVED])
        note(state.past[t], numbers, h.seat, CHANGED, throw(cards.held, state.thrown[t], h.seat, places))
        keep(state.hands[t], discard(stream, cards, h, places))
        return True
    if h.asked != SPEAKS:
        return True
    to = 0
    if chosen > CALL:
        to = amount_of(h, h.level - sitting.bet[h.seat], chosen, amount)
        if to == 0:
            return False
    note(state.past[t], state.numbers[t], h.seat, min(chosen, LEAST) + 1, to)
    word = FOLD if chosen == DO_FOLD else RAISE if chosen > CALL else MATCH
    keep(state.hands[t], say(tables.stakes, sitting, h, word, to))
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Play on until a player from outside speaks or discards, or the pot is won."""
    cards, sitting = cards_at(t, state.cards), sitting_at(t, state.sitting)
    deals, stakes, numbers, h = tables.deals, tables.stakes, state.numbers[t], load(state.hands[t])
    players, me, mano, deals_now = stakes.players, numbers[ME], numbers[MANO], begins
    while deals_now or h.asked == SPEAKS or h.asked == DISCARDS:
        if deals_now:
            pot, deals_now = Pot(numbers[STACK], numbers[CARRIED], numbers[BLANKS]), False
            h = begin_hand(stream, deals, stakes, cards, sitting, mano, pot)
            numbers[SAID] = 0
            state.thrown[t, :] = 0
        h = onward(stream, deals, stakes, cards, sitting, mano, h)
        if deals.most_discards and h.asked == NOT_OPENED:
            ante = min(stakes.ante, numbers[STACK])
            numbers[STACK] -= ante
            if numbers[STACK] == 0:
                break
            numbers[CARRIED] += players * ante
            numbers[BLANKS] += 1
            me, mano = passed_on(deals, players, me, mano)
            deals_now = True
            continue
        if h.asked != SPEAKS and h.asked != DISCARDS:
            break
        player = h.seat - me if h.seat >= me else h.seat - me + players
        numbers[WHO] = player
        strategy = tables.bots[player]
        if strategy < 0:
            break
        if deals.most_discards and h.asked == DISCARDS:
            most = most_discards(deals, cards, h.dealt)
            places = laid_aside_by(stream, deals, cards, players, h.seat, strategy, most)
            note(state.past[t], numbers, h.seat, CHANGED, throw(cards.held, state.thrown[t], h.seat, places))
            h = discard(stream, cards, h, places)
            continue
        if needs_rank(strategy, h):
            h = rank(deals, stakes, cards, sitting, h)
        word, to = word_of(stream, deals, cards, sitting, strategy, h)
        h = say(stakes, sitting, h, word, to)
    keep(state.hands[t], h)
    numbers[ME], numbers[MANO] = me, mano
    if begins or h.asked == SPEAKS or h.asked == DISCARDS:
        return GOES_ON, 0
    if h.asked == OVER:
        settle(deals, stakes, cards, sitting, mano, numbers[CARRIED], h)
    for player in range(players):
        chips = sitting.stack[(player + me) % players] - stakes.stack
        state.nets[t, player] = chips * tables.chip
    numbers[ME], numbers[MANO] = passed_on(deals, players, me, mano)
    return ROUND_OVER, state.nets[t, 0]


@part_of_kernel
def passed_on(deals: Deals, players: int, me: int, mano: int) -> tuple[int, int]:
    """Return the positions of the first player and of the mano in the next hand."""
    if deals.turns:
        return (me - deals.turns) % players, mano
    return me, (mano + 1) % players


@part_of_kernel
def held_places(held: Numbers, first: int, shown: int) -> int:
    """Return the positions of cards in a hand. `shown` are their places from the highest card on."""
    found = 0
    for place in range(first, first + OWN):
        higher = 0
        for other in range(first, first + OWN):
            higher += int(held[other] > held[place])
        found |= (shown >> higher & 1) << (place - first)
    return found


@part_of_kernel
def throw(held: Numbers, thrown: Numbers, seat: int, places: int) -> int:
    """Store the cards that a player discards. Return how many they are."""
    found = 0
    for place in range(OWN):
        if places >> place & 1:
            thrown[seat * OWN + found] = held[seat * ROOM + place] + 1
            found += 1
    return found


@part_of_kernel
def note(past: Numbers, numbers: Numbers, seat: int, said: int, to: int) -> None:
    """Store a player's act in the history. The oldest act is dropped if there are too many."""
    many = numbers[SAID]
    if many >= PAST:
        for n in range((PAST - 1) * WORD):
            past[n] = past[n + WORD]
    at = min(many, PAST - 1) * WORD
    past[at], past[at + 1], past[at + 2] = seat, said, to
    numbers[SAID] = many + 1


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in observation and mask for the player in turn or, at the end, for the last one."""
    deals, stakes, h, numbers = tables.deals, tables.stakes, load(state.hands[t]), state.numbers[t]
    players, stack, bet = stakes.players, state.sitting.stack[t], state.sitting.bet[t]
    speaks = h.asked == SPEAKS and not is_over
    draws = deals.most_discards > 0 and h.asked == DISCARDS and not is_over
    me = h.seat
    if tables.bots[players - 1] >= 0 or not speaks:
        me = (numbers[WHO] + numbers[ME]) % players
    if tables.bots[players - 1] >= 0:
        me = numbers[ME]  # the only player from outside
        if is_over and deals.turns:
            me = (me + deals.turns) % players  # the positions have passed on
    owes = h.level - bet[me]
    for n in range(len(mask)):
        mask[n] = False
    if speaks:
        mask[DO_FOLD], mask[PASS], mask[CALL] = owes > 0, owes <= 0, owes > 0
        if h.must_bet:
            mask[PASS] = False
        for n in range(LEAST, RAISE_TO):
            mask[n] = amount_of(h, owes, n, 0) > 0
        mask[RAISE_TO] = h.most > 0
    elif draws:
        for n in range(WAYS_UP_TO[most_discards(deals, cards_at(t, state.cards), h.dealt)]):
            mask[SERVED + n] = True
    else:
        mask[GO_ON] = True
    seen[0] = 0 if is_over else DECIDES if speaks else DRAWS if draws else FORCED
    at = show_sorted(seen, 1, state.cards.held[t], me * ROOM, h.own, tables.most_own)
    at = show_sorted(seen, at, state.cards.held[t], players * ROOM, h.common, tables.most_common)
    seen[at], seen[at + 1], seen[at + 2] = h.interval, (me - numbers[MANO]) % players, h.pot
    seen[at + 3], seen[at + 4], seen[at + 5], seen[at + 6] = max(owes, 0), h.least, h.most, h.level
    at += 7
    seat = me
    for nth in range(players):
        seen[at + nth], seen[at + players + nth] = stack[seat], bet[seat]
        seen[at + 2 * players + nth] = state.sitting.put[t, seat]
        seen[at + 3 * players + nth] = h.alive >> seat & 1
        seat = seat + 1 if seat + 1 < players else 0
    at += 4 * players
    if deals.covered and len(deals.shown) > 1:
        for _ in range(players):
            first = seat * ROOM + deals.covered
            for place in range(OPEN):
                is_open = deals.covered + place < h.own
                seen[at + place] = state.cards.held[t, first + place] + 1 if is_open else 0
            at += OPEN
            seat = seat + 1 if seat + 1 < players else 0
    past, last = state.past[t], min(numbers[SAID], PAST) * WORD
    for n in range(0, last, WORD):
        seat = past[n] - me  # counted from the one who sees
        seen[at + n] = seat + 1 if seat >= 0 else seat + players + 1
        seen[at + n + 1], seen[at + n + 2] = past[n + 1], past[n + 2]
    for n in range(last, PAST * WORD):
        seen[at + n] = 0
    at += PAST * WORD
    seen[at] = numbers[SAID]
    if deals.most_discards:
        seen[at + 1] = numbers[BLANKS]
        for n in range(OWN):
            seen[at + 2 + n] = state.thrown[t, me * OWN + n]


step = stepper(begin, act, advance, show)


def arena(table: Table, opponents: str | None = None) -> Arena:
    """Return the arena of a table.

    Either all seats act from outside, or only the first one does, against bots with a strategy.
    """
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    deals, stakes = deals_of(felt), stakes_of(table)
    if opponents not in (None, *STRATEGIES):
        raise NovamasError("no_such_strategy", given=quoted(opponents), known=STRATEGIES)
    players, chip = stakes.players, int(felt.rules.chip)
    bots = np.full(players, OUTSIDE if opponents is None else STRATEGIES.index(opponents), np.int64)
    bots[0] = OUTSIDE
    common = max(int(deals.common[-1]), int(deals.sets_aside))
    tables = Tables(deals, stakes, bots, chip, int(deals.own[-1]), common)
    first_place = players - 1 if stakes.big else 0

    def states(many: int) -> State:
        one = cards_for(deals, players)
        cards = Cards(*(np.tile(each, (many, 1)) for each in one))
        chips = Sitting(*(np.zeros((many, players), np.int64) for _ in Sitting._fields))
        numbers = np.zeros((many, BLANKS + 1), np.int64)
        numbers[:, ME] = first_place
        words, nets = np.zeros((many, PAST * WORD), np.int32), np.zeros((many, players), np.int64)
        thrown = np.zeros((many, players * OWN if deals.most_discards else 0), np.uint8)
        return State(cards, chips, np.zeros((many, FIELDS), np.int64), numbers, words, nets, thrown)

    outside = 1 if opponents is not None else players
    return Arena(
        layout=layout_of(deals, stakes, tables),
        actions=(*ACTIONS, *discards(deals)),
        unit=int(felt.rules.minimum),
        step=step,
        tables=tables,
        states=states,
        first_amount=RAISE_TO,
        seats=outside,
        who=_who if outside > 1 else None,
        nets=_nets if outside > 1 else None,
    )


def discards(deals: Deals) -> tuple[str, ...]:
    """Return the acts of the draw, in the order of `WAYS`. Cards are named by their places as shown."""
    if not deals.most_discards:
        return ()
    sets = ([str(place + 1) for place in range(OWN) if way >> place & 1] for way in WAYS.tolist())
    named = ["discard:" + "-".join(each) if each else "served" for each in sets]
    return tuple(named[: WAYS_UP_TO[deals.most_discards]])


def _who(state: State) -> NDArray[np.int64]:
    return state.numbers[:, WHO] + 1


def _nets(state: State) -> NDArray[np.int64]:
    return state.nets


def layout_of(deals: Deals, stakes: Stakes, tables: Tables) -> Layout:
    """Return the fields of an observation. Players are numbered from the observing player on."""
    players, chips = stakes.players, stakes.players * stakes.stack
    board = (
        (("board", tables.most_common, 0, 52, "community cards, the highest first"),)
        if tables.most_common
        else ()
    )
    is_stud = deals.covered and len(deals.shown) > 1
    shown = (
        (("open", players * OPEN, 0, 52, "open cards, player by player, as they came"),) if is_stud else ()
    )
    pots = stakes.stack // max(stakes.ante, 1)
    draw = (
        (
            ("unopened", 1, 0, pots, "hands of this pot that no player has opened"),
            ("thrown", OWN, 0, 52, "own cards that were discarded"),
        )
        if deals.most_discards
        else ()
    )
    asks = ", 3 a draw" if draw else ""
    return Layout(
        ("asked", 1, 0, 3 if draw else 2, f"0 the hand is over, 1 a word, 2 nothing{asks}"),
        ("own", tables.most_own, 0, 52, "own cards as places in the deck, the highest first"),
        *board,
        ("interval", 1, 0, len(deals.own) - 1, "the betting round"),
        ("place", 1, 0, players - 1, "in the order of speaking"),
        ("pot", 1, 0, chips, "all chips on the cloth; amounts are chips"),
        ("owes", 1, 0, stakes.stack, "what the player must add to call"),
        ("least", 1, 0, chips, "the least total of a raise"),
        ("most", 1, 0, stakes.stack, "the greatest; 0 if the player may not raise"),
        ("level", 1, 0, stakes.stack, "the highest bet of this betting round"),
        ("stack", players, 0, chips, "chips, player by player from oneself on"),
        ("bet", players, 0, stakes.stack, "of each in this betting round"),
        ("put", players, 0, stakes.stack, "of each into the pot before it"),
        ("alive", players, 0, 1, "whether each has not folded"),
        *shown,
        ("past", PAST * WORD, 0, chips, "player, act and total of each word, the oldest first"),
        ("said", 1, 0, 32767, "words so far, of which the last 48 are shown"),
        *draw,
    )

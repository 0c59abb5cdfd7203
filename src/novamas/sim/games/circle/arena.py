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
from novamas.sim.games.circle.betting import FOLD, MATCH, RAISE, Minds, Sitting, Stakes
from novamas.sim.games.circle.cards import OPEN, ROOM, Cards, Deals, Numbers, cards_for
from novamas.sim.games.circle.hand import (
    FIELDS,
    SPEAKS,
    Hand,
    Pot,
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
from novamas.table.game import Game, Table

ACTIONS = (
    *("fold", "pass", "match", "raise_least", "raise_third", "raise_half", "raise_pot", "raise_two_pots"),
    *("all_in", "raise_to"),  # the second takes its amount beside the act
    "go_on",  # a hand in which no player can speak
)
DO_FOLD, PASS, CALL, LEAST, _, _, _, _, ALL_IN, RAISE_TO, GO_ON = range(len(ACTIONS))
SIXTHS = (0, 0, 0, 0, 2, 3, 6, 12)  # of the pot once called: what these acts raise by
OUTSIDE = -1  # instead of a strategy: the player's acts come from outside
PAST, WORD = 48, 3  # words that are shown, and the numbers of each
DECIDES, FORCED = 1, 2  # what is asked
ME, MANO, SAID, WHO = range(4)  # numbers of a table


class State(NamedTuple):
    """The state of all tables: cards, chips, hands, past acts, and the nets of the last hand."""

    cards: Cards
    sitting: Sitting
    hands: NDArray[np.int64]
    numbers: NDArray[np.int64]  # the first player's position, the mano, words said, the player to speak
    past: NDArray[np.int32]  # seat, act and amount of each word
    nets: NDArray[np.int64]  # céntimos, by player


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
    """Return the cards on one table."""
    return Cards(cards.deck[t], cards.held[t], cards.open[t], cards.threes[t], cards.three_ranks[t])


@part_of_kernel
def sitting_at(t: int, sitting: Sitting) -> Sitting:
    """Return the players at one table."""
    return Sitting(sitting.stack[t], sitting.bet[t], sitting.put[t], sitting.strength[t], sitting.raised[t])


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Begin a hand at a table."""
    cards, sitting, mano = cards_at(t, state.cards), sitting_at(t, state.sitting), state.numbers[t, MANO]
    pot, minds = Pot(tables.stakes.stack, 0, 0), Minds(-1, 0, 0)  # no cards are changed
    keep(state.hands[t], begin_hand(stream, tables.deals, tables.stakes, minds, cards, sitting, mano, pot))
    state.numbers[t, SAID] = 0


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
    if h.asked != SPEAKS:
        return True
    to = 0
    if chosen > CALL:
        to = amount_of(h, h.level - sitting.bet[h.seat], chosen, amount)
        if to == 0:
            return False
    note(state.past[t], state.numbers[t], h.seat, min(chosen, LEAST), to)
    word = FOLD if chosen == DO_FOLD else RAISE if chosen > CALL else MATCH
    keep(state.hands[t], say(tables.stakes, sitting, h, word, to))
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Play on until it is the turn of a player from outside, or until the hand is over."""
    cards, sitting = cards_at(t, state.cards), sitting_at(t, state.sitting)
    deals, stakes, numbers, h = tables.deals, tables.stakes, state.numbers[t], load(state.hands[t])
    players, me, mano = stakes.players, numbers[ME], numbers[MANO]
    while begins or h.asked == SPEAKS:
        h = onward(stream, deals, stakes, Minds(-1, 0, 0), cards, sitting, mano, h)
        if h.asked != SPEAKS:
            break
        player = h.seat - me if h.seat >= me else h.seat - me + players
        numbers[WHO] = player
        strategy = tables.bots[player]
        if strategy < 0:
            break
        if needs_rank(strategy, h):
            h = rank(deals, stakes, cards, sitting, h)
        word, to = word_of(stream, deals, cards, sitting, strategy, h)
        h = say(stakes, sitting, h, word, to)
    keep(state.hands[t], h)
    if begins or h.asked == SPEAKS:
        return GOES_ON, 0
    settle(deals, stakes, cards, sitting, mano, 0, h)
    for player in range(players):
        chips = sitting.stack[(player + me) % players] - stakes.stack
        state.nets[t, player] = chips * tables.chip
    if deals.turns:
        numbers[ME] = (me - deals.turns) % players
    else:
        numbers[MANO] = (mano + 1) % players
    return ROUND_OVER, state.nets[t, 0]


@part_of_kernel
def note(past: Numbers, numbers: Numbers, seat: int, said: int, to: int) -> None:
    """Store a player's act in the history. The oldest act is dropped if there are too many."""
    many = numbers[SAID]
    if many >= PAST:
        for n in range((PAST - 1) * WORD):
            past[n] = past[n + WORD]
    at = min(many, PAST - 1) * WORD
    past[at], past[at + 1], past[at + 2] = seat, said + 1, to
    numbers[SAID] = many + 1


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in observation and mask for the player in turn or, at the end, for the last one."""
    deals, stakes, h, numbers = tables.deals, tables.stakes, load(state.hands[t]), state.numbers[t]
    players, stack, bet = stakes.players, state.sitting.stack[t], state.sitting.bet[t]
    speaks = h.asked == SPEAKS and not is_over
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
    else:
        mask[GO_ON] = True
    seen[0] = 0 if is_over else DECIDES if speaks else FORCED
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


step = stepper(begin, act, advance, show)


def serves(game: Game) -> bool:
    """Return whether the arena can play a game. Games in which players change cards are excluded."""
    return not hasattr(game.rules, "most_discards")


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
        numbers = np.zeros((many, WHO + 1), np.int64)
        numbers[:, ME] = first_place
        words, nets = np.zeros((many, PAST * WORD), np.int32), np.zeros((many, players), np.int64)
        return State(cards, chips, np.zeros((many, FIELDS), np.int64), numbers, words, nets)

    outside = 1 if opponents is not None else players
    return Arena(
        layout=layout_of(deals, stakes, tables),
        actions=ACTIONS,
        unit=int(felt.rules.minimum),
        step=step,
        tables=tables,
        states=states,
        first_amount=RAISE_TO,
        seats=outside,
        who=_who if outside > 1 else None,
        nets=_nets if outside > 1 else None,
    )


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
    return Layout(
        ("asked", 1, 0, 2, "0 the hand is over, 1 a word, 2 nothing"),
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
    )

"""Black jack in the arena: one place, with a fresh shoe in each round or shoe after shoe.

Suits and the order of cards do not matter and are not shown. Hands that stood are shown only by the
classes that matter against the bank: the bank ends at 17 or more, so a hand of 16 does as well as
one of 12.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.games.blackjack.cloth import INSURANCE
from novamas.money import times
from novamas.odds.games.blackjack.bets import rules_of
from novamas.odds.games.blackjack.enumeration import ACE, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND
from novamas.sim.arena import GOES_ON, ROUND_OVER, SHOE_OVER, Arena, Layout, Observations, stepper
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.blackjack.acts import EVEN_MONEY, GIVE_UP, SPLIT
from novamas.sim.games.blackjack.nets import OF_HAND, bet_of, insured_stake
from novamas.sim.games.blackjack.rounds import (
    BANK_NATURAL,
    BURNED,
    DECLINE,
    FIELDS,
    HAND,
    INSURE,
    LIVE,
    OVER,
    PROPOSED,
    SEEN,
    WAS_REFILLED,
    House,
    Lying,
    Round,
    Shoe,
    empty_table,
    house_of,
    keep,
    load,
    play,
    propose,
    settle,
    shoe_of,
)
from novamas.sim.games.blackjack.rounds import begin as begin_round
from novamas.sim.streams import Words
from novamas.table.game import Table

ACTIONS = (
    *("stand", "hit", "double", "split", "surrender", "even_money", "decline", "insure"),
    "go_on",  # a round that asks nothing is an episode of one step
)
CARD_VALUES = len(VALUES)
GO_ON = ACTIONS.index("go_on")
FORCED = 3  # shown instead of OVER while the round waits for `go_on`
OVER_21 = 23  # the bank's result as it is shown; 22 is a black jack
STRONG = 16  # hands that stood with these points or fewer fare alike
STOOD_CLASSES = 6
LAYOUT = Layout(
    ("asked", 1, 0, 3, "0 the round is over, 1 an offer before play, 2 the hand, 3 nothing"),
    ("bank_up", 1, 1, 10, "the bank's first card: aces are 1, court cards 10"),
    ("own", CARD_VALUES, 0, 21, "cards of the hand to play, by value"),
    ("own_total", 1, 0, 21, "its points"),
    ("own_soft", 1, 0, 1, "whether an ace counts eleven"),
    ("own_stake", 1, 0, 2, "its stake, in units of the first stake"),
    ("pair", 1, 0, 10, "the value of a pair that was split"),
    ("waiting", 1, 0, 96, "split hands that wait for their second card"),
    ("stood", STOOD_CLASSES, 0, 194, "units on hands that wait for the bank: at most 16, 17, 18, 19, 20, 21"),
    ("lost", 1, 0, 194, "units on hands over 21"),
    ("insured", 1, 0, 1, "whether half the stake insures it"),
    ("natural", 1, 0, 1, "whether the first two cards are a black jack"),
    ("bank_end", 1, 0, OVER_21, "the bank when the round is over: its points, 22 a black jack, 23 over 21"),
    ("seen", CARD_VALUES, 0, 128, "cards of this shoe that were seen, by value"),
    ("left", 1, 0, 416, "cards before the cut card"),
)
AT = {name: place.start for name, place in LAYOUT.at.items()}
ASKED, UP, OWN, TOTAL, SOFT, STAKE = (AT[name] for name in list(AT)[:6])
PAIR, WAITING, STOOD, LOST, INSURED, NATURAL, BANK_END, SEEN_CARDS, LEFT = (AT[name] for name in list(AT)[6:])
COUNTED = CARD_VALUES  # after the counts of seen cards: how many are counted


class State(NamedTuple):
    """The state of all tables: cards, rounds between two decisions, and the seen cards by value."""

    lying: Lying
    rounds: NDArray[np.int64]
    told: NDArray[np.int16]


class Tables(NamedTuple):
    """The rules of the house, and the net of each end of a round."""

    shoe: Shoe
    house: House
    nets: NDArray[np.int64]
    insured: NDArray[np.int64]  # what the insurance nets: lost, won
    cards: NDArray[np.int16]  # of each hand, by value
    is_soft: NDArray[np.int16]


@part_of_kernel
def table_at(t: int, lying: Lying) -> Lying:
    """Return the cards on one table."""
    return Lying(
        lying.cards[t],
        lying.where[t],
        lying.owners[t],
        lying.is_gone[t],
        lying.on_table[t],
        lying.waiting[t],
        lying.strengths[t],
        lying.stakes[t],
    )


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal a round. The shoe is fresh if the order says so."""
    if is_fresh:
        state.lying.where[t, SEEN] = state.lying.cards.shape[1]
    keep(state.rounds[t], begin_round(stream, tables.shoe, tables.house, table_at(t, state.lying)))


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Do the chosen act for the decision that is due."""
    lying, r = table_at(t, state.lying), load(state.rounds[t])
    if r.asked == PROPOSED:
        r = propose(tables.house, lying, r, chosen)
    elif r.asked == HAND:
        r = play(stream, tables.shoe, tables.house, lying, r, chosen)
    keep(state.rounds[t], r)
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Let the bank play if the place has nothing more to decide.

    A round without any decision waits once.
    """
    shoe, house, lying, r = tables.shoe, tables.house, table_at(t, state.lying), load(state.rounds[t])
    if begins or r.asked != OVER:
        return GOES_ON, 0
    end, bank = settle(stream, shoe, house, lying, r)
    cents = tables.nets[end]
    if r.is_insured:
        cents += tables.insured[int(bank == BANK_NATURAL)]
    state.rounds[t, FIELDS] = bank if bank else OVER_21
    is_shoe_over = lying.where[SEEN] + lying.where[BURNED] >= shoe.cut or lying.where[WAS_REFILLED] != 0
    return (SHOE_OVER if is_shoe_over else ROUND_OVER), cents


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill in the observation and the mask of a table."""
    shoe, where, r = tables.shoe, state.lying.where[t], load(state.rounds[t])
    show_mask(mask, shoe, tables.house, r)
    hand = r.hand if r.hand >= 0 else shoe.no_cards
    asked = FORCED if r.asked == OVER else r.asked
    seen[ASKED], seen[UP] = OVER if is_over else asked, r.up + 1
    for value in range(CARD_VALUES):
        seen[OWN + value] = tables.cards[hand, value]
    seen[TOTAL], seen[SOFT], seen[STAKE] = shoe.points[hand], tables.is_soft[hand], r.stake
    seen[PAIR], seen[WAITING] = (r.one + 1 if r.is_split else 0), r.pending
    for n in range(STOOD_CLASSES):
        seen[STOOD + n] = 0
    for n in range(where[LIVE]):
        seen[STOOD + max(state.lying.strengths[t, n] - STRONG, 0)] += state.lying.stakes[t, n]
    seen[LOST], seen[INSURED], seen[NATURAL] = r.lost, r.is_insured, r.is_natural
    seen[BANK_END] = state.rounds[t, FIELDS] if is_over else 0
    # ---- cards seen since the shoe was shuffled
    told, here = state.told[t], where[SEEN]
    if here < told[COUNTED] or where[WAS_REFILLED]:
        for n in range(COUNTED + 1):
            told[n] = 0
    for n in range(told[COUNTED], here):
        told[shoe.values[state.lying.cards[t, n]]] += 1
    told[COUNTED] = here
    for value in range(CARD_VALUES):
        seen[SEEN_CARDS + value] = told[value]
    seen[LEFT] = max(shoe.cut - here - where[BURNED], 0)


@part_of_kernel
def show_mask(mask: NDArray[np.bool_], shoe: Shoe, house: House, r: Round) -> None:
    """Fill in the mask of the lawful acts."""
    for n in range(len(mask)):
        mask[n] = False
    if r.asked == PROPOSED:
        mask[DECLINE] = True
        if r.up == ACE:
            mask[INSURE], mask[EVEN_MONEY] = house.insures, r.is_natural and house.even_money
        else:
            mask[GIVE_UP] = True
    elif r.asked == HAND:
        pair = shoe.after[shoe.after[shoe.no_cards, r.one], r.one]
        is_of_aces = r.is_split and r.one == ACE
        is_pair = r.size == 2 and r.hand == pair and (r.is_split or r.one == r.two)
        mask[STAND], mask[HIT] = True, not is_of_aces
        mask[SPLIT] = is_pair and (not is_of_aces or house.resplits_aces)
        mask[DOUBLE] = r.size == 2 and house.doubles[r.hand] and not is_of_aces
    else:
        mask[GO_ON] = True


step = stepper(begin, act, advance, show)


def arena(table: Table) -> Arena:
    """Return the arena of a table. The stake is the minimum, and insurance costs half of it."""
    rules, wager = rules_of(table), table.game.wagers(table.opening)["mano"]
    shoe, every = shoe_of(rules), hands()
    _, nets, unit, prizes = bet_of(table, "mano", wager, rules)
    insured = insured_stake(wager.stake, rules)
    won = times(insured, rules.pays[INSURANCE].pays, rules.rounding)
    tables = Tables(
        shoe=shoe,
        house=house_of(rules, OF_HAND, prizes),
        nets=np.array(nets, np.int64),
        insured=np.array([-insured, won], np.int64),
        cards=every.cards.astype(np.int16),
        is_soft=every.is_soft.astype(np.int16),
    )

    def states(many: int) -> State:
        rounds, told = np.zeros((many, FIELDS + 1), np.int64), np.zeros((many, COUNTED + 1), np.int16)
        return State(empty_table(shoe, many), rounds, told)

    return Arena(LAYOUT, ACTIONS, unit, step, tables, states, from_shoe=not rules.is_continuous)

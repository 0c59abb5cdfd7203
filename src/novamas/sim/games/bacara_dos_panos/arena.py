"""Bacará a dos paños in the arena: the words of both sides and of the banker, coup after coup.

All are asked, or one of them against a plan of the simulation. Suits, court cards and tens do not matter and
are not told apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.errors import NovamasError, quoted
from novamas.families.passing_bank.cloth import full_shoe
from novamas.odds.games.bacara_dos_panos.bets import FARES
from novamas.sim.arena import GOES_ON, ROUND_OVER, SHOE_OVER, Arena, Layout, Observations, stepper
from novamas.sim.compiler import load_fields, part_of_kernel, signed, store_fields
from novamas.sim.games.bacara_dos_panos.rounds import (
    BANK,
    FIRST,
    NOTHING,
    PLANS,
    SECOND,
    WAITS,
    Coup,
    bank_net,
    bank_says,
    compiled,
    end_of,
    first_says,
    rules_of,
    second_says,
    side_net,
)
from novamas.sim.games.bacara_dos_panos.rounds import begin as begin_coup
from novamas.sim.games.baccarat import (
    ACTIONS,
    BANCA,
    CARTA,
    GO_ON,
    NATURAL,
    NO,
    PUNTO,
    count_seen,
    does,
    in_ten,
    show_pair,
    words_of,
)
from novamas.sim.play import BEST
from novamas.sim.streams import Words
from novamas.table.game import Table

POINTS = 10  # kinds of cards
SPEAKERS = 3  # the first side, the second, the banker
START, TOLD, WHO, WORD = range(4)  # numbers of a table
SILENT = -1  # instead of a word
ASKS = 14  # instead of what a side did: it asks for a card that has not come
LAYOUT = Layout(
    ("asked", 1, 0, 2, "0 the coup is over, 1 a word, 2 nothing"),
    ("role", 1, 0, 2, "0 the first side, 1 the second, 2 the banker"),
    ("own", 2, 1, POINTS, "the first two cards by points, from 1 on, the higher first"),
    ("own_total", 1, 0, 9, "the points of the hand"),
    ("did", 2, 0, ASKS, "each side: 0 no word, 1 no card, 2–11 third card plus 2, 12–13 natural, 14 asks"),
    ("hands", 2 * SPEAKERS, 0, POINTS, "the first two cards of each hand when the coup is over"),
    ("totals", SPEAKERS, 0, 9, "the points of each hand then"),
    ("seen", POINTS, 0, 128, "cards of earlier coups of this shoe, by points"),
    ("left", 1, 0, 416, "cards before the cut card"),
)
AT = {name: at.start for name, at in LAYOUT.at.items()}
OWN, OWN_TOTAL, DID, HANDS = (AT[name] for name in ("own", "own_total", "did", "hands"))
TOTALS, SEEN, LEFT = (AT[name] for name in ("totals", "seen", "left"))


class State(NamedTuple):
    """The tables: shoes, coups between two words, their numbers, cards seen by points, and nets."""

    shoes: NDArray[np.uint8]
    coups: NDArray[np.int64]
    numbers: NDArray[np.int64]
    seen: NDArray[np.int16]
    nets: NDArray[np.int64]  # céntimos, of both sides and the banker


class Tables(NamedTuple):
    """The rules, the words that are allowed to a side, and the plans of speakers not from outside."""

    cut: int
    points: NDArray[np.int64]
    may: NDArray[np.bool_]  # by a side's points and word
    is_bot: NDArray[np.bool_]
    hand_draws: NDArray[np.int64]
    bank_draws: NDArray[np.int64]
    nets: NDArray[np.int64]  # by speaker and end


@part_of_kernel
def load(row: NDArray[np.int64]) -> Coup:
    """Return the coup that a row of an array holds."""
    return load_fields(row, Coup)  # type: ignore[call-arg]  # an intrinsic of numba


@part_of_kernel
def total_of(coup: Coup) -> int:
    """Return the points of the hand that is asked."""
    return coup.first if coup.asked == FIRST else coup.second if coup.asked == SECOND else coup.bank


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Let the first side look, from a fresh shoe if the cut card has come or it is so ordered."""
    numbers, seen = state.numbers[t], state.coups[t, 1]
    if is_fresh or seen >= tables.cut:
        state.seen[t, :] = 0
        numbers[TOLD], seen = 0, signed(0)
    numbers[START], numbers[WHO], numbers[WORD] = seen, 0, SILENT
    store_fields(state.coups[t], begin_coup(stream, state.shoes[t], tables.points, seen))  # type: ignore[call-arg]


@part_of_kernel
def act(t: int, stream: Words, state: State, tables: Tables, chosen: int, amount: int) -> bool:
    """Say a word."""
    state.numbers[t, WORD] = chosen
    return True


@part_of_kernel
def advance(t: int, stream: Words, state: State, tables: Tables, begins: bool) -> tuple[int, int]:
    """Play on until a speaker from outside is asked or the coup is over. A natural is no word."""
    cards, points, numbers, coup = state.shoes[t], tables.points, state.numbers[t], load(state.coups[t])
    word = numbers[WORD]
    while coup.asked != NOTHING:
        speaker, draws = coup.asked - FIRST, False
        if coup.asked == BANK or total_of(coup) < NATURAL:
            if tables.is_bot[speaker]:
                words = tables.hand_draws[total_of(coup)] if coup.asked != BANK else signed(0)
                if coup.asked == BANK:
                    words = tables.bank_draws[coup.bank, coup.first_did, coup.second_did]
                draws = does(stream, words)
            elif word == SILENT:
                numbers[WHO] = speaker
                break
            else:
                draws, word = word == CARTA, signed(SILENT)
        if coup.asked == FIRST:
            coup = first_says(stream, cards, points, coup, draws)
        elif coup.asked == SECOND:
            coup = second_says(stream, cards, points, coup, draws)
        else:
            coup = bank_says(stream, cards, points, coup, draws)
    numbers[WORD] = SILENT
    store_fields(state.coups[t], coup)  # type: ignore[call-arg]
    if begins or coup.asked != NOTHING:
        return GOES_ON, 0
    for speaker in range(SPEAKERS):
        state.nets[t, speaker] = tables.nets[speaker, end_of(coup)]
    cents = state.nets[t, 2 if tables.is_bot[0] else 0]
    return (SHOE_OVER if coup.seen >= tables.cut else ROUND_OVER), cents


@part_of_kernel
def shown_did(did: int, has_spoken: bool) -> int:
    """Return the number by which a side's deed is shown."""
    if not has_spoken:
        return 0
    if did == WAITS:
        return ASKS
    if did < POINTS:
        return did + 2  # the third card
    return did + 1 if did > POINTS else 1


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill observation and mask for the speaker, or at the end for the last one who spoke."""
    cards, points, numbers, coup = state.shoes[t], tables.points, state.numbers[t], load(state.coups[t])
    speaks = coup.asked != NOTHING and not is_over
    me = numbers[WHO]
    if tables.is_bot[2]:
        me = signed(0)
    elif tables.is_bot[0]:
        me = signed(2)
    told = coup.seen if is_over else numbers[START]
    count_seen(state.seen[t], points, cards, numbers[TOLD], told)
    numbers[TOLD] = told
    seen[0], seen[1] = 0 if is_over else 1 if speaks else 2, me
    own = numbers[START] + 2 * me
    show_pair(seen, OWN, points, cards, own, True)
    for hand in range(SPEAKERS):
        show_pair(seen, HANDS + 2 * hand, points, cards, numbers[START] + 2 * hand, is_over)
        seen[TOTALS + hand] = 0
    seen[OWN_TOTAL] = in_ten(signed(points[cards[own]]) + signed(points[cards[own + 1]]))
    if is_over:
        seen[TOTALS], seen[TOTALS + 1], seen[TOTALS + 2] = coup.first, coup.second, coup.bank
        seen[OWN_TOTAL] = seen[TOTALS + me]
    all_spoke = coup.asked == BANK or coup.asked == NOTHING
    seen[DID] = shown_did(coup.first_did, coup.asked == SECOND or all_spoke)
    seen[DID + 1] = shown_did(coup.second_did, all_spoke)
    for value in range(POINTS):
        seen[SEEN + value] = state.seen[t, value]
    seen[LEFT] = max(tables.cut - told, 0)
    mask[NO], mask[CARTA], mask[GO_ON] = speaks, speaks, not speaks
    if speaks and coup.asked == BANK:
        mask[NO] = coup.bank != 0  # with zero the bank draws
    elif speaks:
        mask[NO], mask[CARTA] = tables.may[total_of(coup), NO], tables.may[total_of(coup), CARTA]


step = stepper(begin, act, advance, show)


def arena(table: Table, *, opponents: str | None = None, bank: bool = False) -> Arena:
    """Return the arena of a table: all speakers from outside, or one against a plan of the simulation."""
    if opponents not in (None, *PLANS):
        raise NovamasError("no_such_strategy", given=quoted(opponents), known=PLANS)
    play = compiled(table, (BANCA if bank else PUNTO) + (opponents or PLANS[0]), BEST)
    cut, points, hand_draws, bank_draws = play.tables
    rules, mine = rules_of(table), SPEAKERS - 1 if bank else 0
    nets = [[side_net(rules, side, ended) for ended in FARES] for side in range(SPEAKERS - 1)]
    tables = Tables(
        cut=cut,
        points=points,
        may=words_of(table, is_free=False),
        is_bot=np.array([opponents is not None and n != mine for n in range(SPEAKERS)]),
        hand_draws=hand_draws,
        bank_draws=bank_draws,
        nets=np.array([*nets, [bank_net(rules, ended) for ended in FARES]], np.int64),
    )
    cards = np.frombuffer(full_shoe(table.frame).left, np.uint8)

    def states(many: int) -> State:
        coups = np.zeros((many, len(Coup._fields)), np.int64)
        numbers, nets = np.zeros((many, WORD + 1), np.int64), np.zeros((many, SPEAKERS), np.int64)
        return State(np.tile(cards, (many, 1)), coups, numbers, np.zeros((many, POINTS), np.int16), nets)

    outside = 1 if opponents is not None else SPEAKERS
    return Arena(
        layout=LAYOUT,
        actions=ACTIONS,
        unit=int(play.unit),
        step=step,
        tables=tables,
        states=states,
        from_shoe=True,
        seats=outside,
        who=_who if outside > 1 else None,
        nets=_nets if outside > 1 else None,
    )


def _who(state: State) -> NDArray[np.int64]:
    return state.numbers[:, WHO] + 1


def _nets(state: State) -> NDArray[np.int64]:
    return state.nets

"""Chemin de fer in the arena: the words of the punto who went banco and of the banker, coup after coup.

Both are asked, or one of them against a plan of the simulation. Suits, court cards and tens do not matter and
are not told apart.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.errors import NovamasError, quoted
from novamas.families.passing_bank.cloth import full_shoe
from novamas.sim.arena import GOES_ON, ROUND_OVER, SHOE_OVER, Arena, Layout, Observations, stepper
from novamas.sim.compiler import load_fields, part_of_kernel, signed, store_fields
from novamas.sim.games.baccarat import (
    ACTIONS,
    BANCA,
    CARTA,
    GO_ON,
    NO,
    PUNTO,
    STOOD,
    count_seen,
    does,
    in_ten,
    show_pair,
    words_of,
)
from novamas.sim.games.chemin_de_fer.rounds import (
    BANK_SPEAKS,
    NOTHING,
    PUNTO_SPEAKS,
    Coup,
    bank_says,
    compiled,
    end_of,
    nets_of,
    plans_of,
    punto_says,
    rules_of,
)
from novamas.sim.games.chemin_de_fer.rounds import begin as begin_coup
from novamas.sim.play import BEST
from novamas.sim.streams import Words
from novamas.table.game import Table

POINTS = 10  # kinds of cards
SPEAKERS = 2  # the punto, then the banker
START, TOLD, WHO, WORD = range(4)  # numbers of a table
SILENT = -1  # instead of a word
LAYOUT = Layout(
    ("asked", 1, 0, 2, "0 the coup is over, 1 a word, 2 nothing"),
    ("role", 1, 0, 1, "0 the punto, 1 the banker"),
    ("own", 2, 1, POINTS, "the first two cards by points, from 1 on, the higher first"),
    ("own_total", 1, 0, 9, "the points of the hand"),
    ("third", 1, 0, 11, "the punto's word: 0 none yet, 1 no card, else the third card's points plus two"),
    ("other", 2, 0, POINTS, "the other hand's first two cards when the coup is over"),
    ("other_total", 1, 0, 9, "its points then"),
    ("seen", POINTS, 0, 128, "cards of earlier coups of this shoe, by points"),
    ("left", 1, 0, 416, "cards before the cut card"),
)
AT = {name: at.start for name, at in LAYOUT.at.items()}
OWN, OWN_TOTAL, THIRD, OTHER, OTHER_TOTAL = (
    AT[name] for name in ("own", "own_total", "third", "other", "other_total")
)
SEEN, LEFT = AT["seen"], AT["left"]


class State(NamedTuple):
    """The tables: shoes, coups between two words, their numbers, cards seen by points, and nets."""

    shoes: NDArray[np.uint8]
    coups: NDArray[np.int64]
    numbers: NDArray[np.int64]
    seen: NDArray[np.int16]
    nets: NDArray[np.int64]  # céntimos, of the punto and the banker


class Tables(NamedTuple):
    """The rules, the words that are allowed to the punto, and the plans of speakers not from outside."""

    cut: int
    points: NDArray[np.int64]
    may: NDArray[np.bool_]  # by the punto's points and word
    is_bot: NDArray[np.bool_]
    punto_draws: NDArray[np.int64]
    bank_draws: NDArray[np.int64]
    nets: NDArray[np.int64]  # by speaker and end


@part_of_kernel
def load(row: NDArray[np.int64]) -> Coup:
    """Return the coup that a row of an array holds."""
    return load_fields(row, Coup)  # type: ignore[call-arg]  # an intrinsic of numba


@part_of_kernel
def begin(t: int, stream: Words, state: State, tables: Tables, is_fresh: bool) -> None:
    """Deal two cards each, from a fresh shoe if the cut card has come or it is so ordered."""
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
    """Play on until a speaker from outside is asked or the coup is over."""
    cards, points, numbers, coup = state.shoes[t], tables.points, state.numbers[t], load(state.coups[t])
    word = numbers[WORD]
    while coup.asked != NOTHING:
        speaker = coup.asked - PUNTO_SPEAKS
        if tables.is_bot[speaker]:
            words = tables.punto_draws[coup.punto]
            if coup.asked == BANK_SPEAKS:
                words = tables.bank_draws[coup.one, coup.other, coup.third]
            draws = does(stream, words)
        elif word == SILENT:
            numbers[WHO] = speaker
            break
        else:
            draws, word = word == CARTA, signed(SILENT)
        if coup.asked == PUNTO_SPEAKS:
            coup = punto_says(stream, cards, points, coup, draws)
        else:
            coup = bank_says(stream, cards, points, coup, draws)
    numbers[WORD] = SILENT
    store_fields(state.coups[t], coup)  # type: ignore[call-arg]
    if begins or coup.asked != NOTHING:
        return GOES_ON, 0
    for speaker in range(SPEAKERS):
        state.nets[t, speaker] = tables.nets[speaker, end_of(coup)]
    cents = state.nets[t, 1 if tables.is_bot[0] else 0]
    return (SHOE_OVER if coup.seen >= tables.cut else ROUND_OVER), cents


@part_of_kernel
def show(
    t: int, state: State, tables: Tables, seen: Observations, mask: NDArray[np.bool_], is_over: bool
) -> None:
    """Fill observation and mask for the speaker, or at the end for the last one who spoke."""
    cards, points, numbers, coup = state.shoes[t], tables.points, state.numbers[t], load(state.coups[t])
    speaks = coup.asked != NOTHING and not is_over
    me = 1 if tables.is_bot[0] else 0 if tables.is_bot[1] else numbers[WHO]
    told = coup.seen if is_over else numbers[START]
    count_seen(state.seen[t], points, cards, numbers[TOLD], told)
    numbers[TOLD] = told
    seen[0], seen[1] = 0 if is_over else 1 if speaks else 2, me
    own, other = numbers[START] + 2 * me, numbers[START] + 2 * (1 - me)
    show_pair(seen, OWN, points, cards, own, True)
    show_pair(seen, OTHER, points, cards, other, is_over)
    total = in_ten(signed(points[cards[own]]) + signed(points[cards[own + 1]]))
    seen[OWN_TOTAL], seen[OTHER_TOTAL], seen[THIRD] = total, 0, 0
    if coup.asked == BANK_SPEAKS or is_over:
        seen[THIRD] = 1 if coup.third == STOOD else coup.third + 2
    if is_over:
        seen[OWN_TOTAL] = coup.bank if me else coup.punto
        seen[OTHER_TOTAL] = coup.punto if me else coup.bank
    for value in range(POINTS):
        seen[SEEN + value] = state.seen[t, value]
    seen[LEFT] = max(tables.cut - told, 0)
    mask[NO], mask[CARTA], mask[GO_ON] = speaks, speaks, not speaks
    if coup.asked == PUNTO_SPEAKS and speaks:
        mask[NO], mask[CARTA] = tables.may[coup.punto, NO], tables.may[coup.punto, CARTA]
    elif speaks:
        mask[NO] = coup.bank != 0  # with zero the bank draws


step = stepper(begin, act, advance, show)


def arena(table: Table, *, opponents: str | None = None, bank: bool = False) -> Arena:
    """Return the arena of a table: both speakers from outside, or one against a plan of the simulation."""
    known = plans_of(table)
    if opponents not in (None, *known):
        raise NovamasError("no_such_strategy", given=quoted(opponents), known=known)
    play = compiled(table, (BANCA if bank else PUNTO) + (opponents or known[0]), BEST)
    cut, points, punto_draws, bank_draws = play.tables
    is_bot = np.array([opponents is not None and bank, opponents is not None and not bank])
    tables = Tables(
        cut=cut,
        points=points,
        may=words_of(table, is_free=rules_of(table).banco_libre),
        is_bot=is_bot,
        punto_draws=punto_draws,
        bank_draws=bank_draws,
        nets=np.array([nets_of(table, is_bank=is_bank) for is_bank in (False, True)], np.int64),
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

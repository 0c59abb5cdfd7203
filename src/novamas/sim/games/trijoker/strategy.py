"""The format of a strategy for trijoker: the hands that leave each bet in play.

first = ["pair:J", "suited"]                    three cards
second = ["pair:J", "suited", "straight"]       three cards and a community card
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52, RANK_LETTERS
from novamas.errors import InvalidInput
from novamas.hands.batch import every_hand
from novamas.odds.games.trijoker.bets import OWN
from novamas.sim.strategies import DECIDE, Misread, section, texts
from novamas.sim.three_card_hands import CARDS
from novamas.table.game import Table

DECIDED = "trijoker"
FIRST, SECOND = "first", "second"
PAIR, SUITED, STRAIGHT = "pair", "suited", "straight"
KNOWN = (PAIR, "pair:J", SUITED, STRAIGHT)
IN_A_ROW = 5
ACE = len(RANK_LETTERS) - 1


def read(table: Table, decide: Mapping[str, Any]) -> dict[str, Any]:
    """Return the hands that leave the first bet in play, and those that leave the second.

    The second decision is by three cards and a community card.
    """
    fields = section(decide, (FIRST, SECOND))
    threes = every_hand(DECK_52, OWN).astype(np.int64)
    many = len(threes)
    common = np.tile(np.arange(CARDS), many)[:, None]
    fours = np.concatenate((np.repeat(threes, CARDS, axis=0), common), axis=1)
    return {
        "keeps": (
            _left(fields, FIRST, threes),
            _left(fields, SECOND, fours).reshape(many, CARDS),
        )
    }


def _left(fields: Mapping[str, Any], field: str, held: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the hands that meet at least one condition of a field."""
    found = np.zeros(len(held), np.bool_)
    for written in texts(fields, field):
        name, _, rank = written.partition(":")
        if name == PAIR and (rank or "2") in RANK_LETTERS and len(rank) < 2:
            found |= _pairs(held, RANK_LETTERS.index(rank or "2"))
        elif written == SUITED:
            found |= (held & 3 == held[:, :1] & 3).all(axis=1)
        elif written == STRAIGHT:
            found |= _in_a_row(held)
        else:
            raise Misread((DECIDE, field), InvalidInput("no_such_condition", given=written, known=KNOWN))
    return found


def _pairs(held: NDArray[np.int64], least: int) -> NDArray[np.bool_]:
    """Return the hands that have a pair of this rank or a higher one."""
    ranks = np.sort(held >> 2, axis=1)
    found: NDArray[np.bool_] = ((ranks[:, 1:] == ranks[:, :-1]) & (ranks[:, 1:] >= least)).any(axis=1)
    return found


def _in_a_row(held: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Return the hands whose cards fit into one straight. An ace counts high or low."""
    ranks = np.sort(held >> 2, axis=1)
    differ = (ranks[:, 1:] != ranks[:, :-1]).all(axis=1)
    high = ranks[:, -1] - ranks[:, 0] < IN_A_ROW
    low = (ranks[:, -1] == ACE) & (ranks[:, -2] < IN_A_ROW - 1)
    found: NDArray[np.bool_] = differ & (high | low)
    return found

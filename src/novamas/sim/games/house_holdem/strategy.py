"""The format of a strategy for hold'em against the house.

flop = ["22+", "A2+", "K7+", "T8s+"]     hole cards that bet on the flop; all others fold
turn = "2s 2d 3c 4h 5s"                  the weakest hand, with the flop, that bets on the turn
river = "2s 2d 3c 4h 5s"                 the weakest hand, with flop and turn, that bets on the river
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from novamas.equipment.cards import DECK_52, RANK_LETTERS
from novamas.errors import InvalidInput
from novamas.families.house_holdem.figures import FLOP, RIVER, TURN
from novamas.sim.strategies import DECIDE, Misread, section, strength_of, texts
from novamas.table.game import Table

DECIDED = "ante"
SUITED, OFFSUIT, MORE = "s", "o", "+"


def read(table: Table, decide: Mapping[str, Any]) -> dict[str, Any]:
    """Return the hole cards that bet on the flop, and the weakest hands that bet on turn and river."""
    fields = section(decide, (FLOP, TURN, RIVER))
    goes = np.zeros((len(DECK_52), len(DECK_52)), np.bool_)
    for written in texts(fields, FLOP):
        for high, low, suits in kinds(written):
            for one in range(4 * high, 4 * high + 4):
                for other in range(4 * low, 4 * low + 4):
                    is_suited = one & 3 == other & 3
                    if one != other and suits in ("", SUITED if is_suited else OFFSUIT):
                        goes[one, other] = goes[other, one] = True
    return {"goes": goes, "least": (strength_of(table, fields, TURN), strength_of(table, fields, RIVER))}


def kinds(written: str) -> Iterator[tuple[int, int, str]]:
    """Yield kinds of hole cards, such as QQ, QQ+ (and higher pairs), A9, A9s, A9o, A9s+ (up to AKs)."""
    bare = written.removesuffix(MORE)
    suits = bare[2:]
    if len(bare) < 2 or not set(bare[:2]) <= set(RANK_LETTERS) or suits not in ("", SUITED, OFFSUIT):
        raise _no_kind(written)
    low, high = sorted(RANK_LETTERS.index(rank) for rank in bare[:2])
    if high == low:
        if suits:
            raise _no_kind(written)
        ranks = range(high, len(RANK_LETTERS)) if written.endswith(MORE) else range(high, high + 1)
        yield from ((rank, rank, "") for rank in ranks)
        return
    kickers = range(low, high) if written.endswith(MORE) else range(low, low + 1)
    yield from ((high, kicker, suits) for kicker in kickers)


def _no_kind(written: str) -> Misread:
    return Misread((DECIDE, FLOP), InvalidInput("no_two_cards", given=written))

"""The grammar of bets, `kind[:place][.hand][@times]`: `rojo`, `pleno:17`, `ante:3`, `mano:3.2`, `rojo@2`.

A place is a number of the cloth, a box, or another bet to which this one is tied: `seguro:rojo`. Where it is
missing, the bet lies where its owner's bets of that kind lie: `ante` is on his own box.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from novamas.errors import InvalidInput

_WRITTEN = re.compile(r"(\w+)(?::([\w:-]+))?(?:\.([1-9][0-9]{0,8}))?(?:@([1-9][0-9]{0,8}))?", re.ASCII)


class BetName(Struct, frozen=True, gc=False):
    """A bet, told apart: what it is, where it lies, on which hand, and how often prison has caught it."""

    kind: str
    place: str = ""
    hand: int = 0  # of those that splitting made of one place; 0 is the first
    times: int = 0

    @property
    def spot(self) -> str:
        """Where on the cloth it lies: prisoners and the hands of one place lie together."""
        return write_bet(self.kind, self.place)


@lru_cache(maxsize=4096)
def read_bet(text: str) -> BetName:
    """The parts of a bet as it is written."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise InvalidInput("unreadable_bet", given=text)
    kind, place, hand, times = found.groups()
    return BetName(kind, place or "", int(hand or 0), int(times or 0))


def parts_of(text: str) -> BetName:
    """The parts of what may be a bet; any other text stands by itself, as a kind that no game has."""
    try:
        return read_bet(text)
    except InvalidInput:
        return BetName(text)


@lru_cache(maxsize=4096)
def write_bet(kind: str, place: str | int = "", hand: int = 0, times: int = 0) -> str:
    """A bet of these parts as it is written; the inverse of `read_bet`."""
    where = kind if place == "" else f"{kind}:{place}"
    of_hand = f"{where}.{hand}" if hand else where
    return f"{of_hand}@{times}" if times else of_hand

"""Grammar of bets, `kind[:place][.hand][@times]`: `rojo`, `pleno:17`, `ante:3`, `mano:3.2`, `rojo@2`.

A place is a number of the cloth, a box, or the bet on which this one depends: `seguro:rojo`. A name without
a place means the owner's own place for this kind of bet: `ante` is on the player's own box.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct

from novamas.errors import InvalidInput

_WRITTEN = re.compile(r"(\w+)(?::([\w:-]+))?(?:\.([1-9][0-9]{0,8}))?(?:@([1-9][0-9]{0,8}))?", re.ASCII)


class BetName(Struct, frozen=True, gc=False):
    """The parts of a bet's name: kind, place, hand, and how often it has been put in prison."""

    kind: str
    place: str = ""
    hand: int = 0  # among the hands that splitting made of one place; 0 is the first
    times: int = 0

    @property
    def spot(self) -> str:
        """The spot on the cloth. Bets in prison and split hands share the spot of the original bet."""
        return write_bet(self.kind, self.place)


@lru_cache(maxsize=4096)
def read_bet(text: str) -> BetName:
    """Parse the name of a bet. Raise `InvalidInput` if it does not follow the grammar."""
    found = _WRITTEN.fullmatch(text)
    if found is None:
        raise InvalidInput("unreadable_bet", given=text)
    kind, place, hand, times = found.groups()
    return BetName(kind, place or "", int(hand or 0), int(times or 0))


def parts_of(text: str) -> BetName:
    """Parse text that may be a bet. Any other text is returned as a kind that no game has."""
    try:
        return read_bet(text)
    except InvalidInput:
        return BetName(text)


@lru_cache(maxsize=4096)
def write_bet(kind: str, place: str | int = "", hand: int = 0, times: int = 0) -> str:
    """Return the name of a bet with these parts. This is the inverse of `read_bet`."""
    spot = kind if place == "" else f"{kind}:{place}"
    of_hand = f"{spot}.{hand}" if hand else spot
    return f"{of_hand}@{times}" if times else of_hand

"""What a record says was paid and laid, where it comes from elsewhere: an auditor holds it against the law.

A line of claims stands after the deed that ends its round: `{"claimed":{"paid":[[1,"rojo",1000]]}}`. It
changes nothing at the table; a replay passes over it.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

BURN = "burn"  # a card that left the shoe unseen, among those that were laid
MAX_CLAIMED = 10**15  # céntimos, or any other number
UNSEEN = "?"  # a card that the file does not tell


class Paid(NamedTuple):
    """What a player is said to have got back of a bet, prize included."""

    seat: int
    bet: str
    returned: int


class Claimed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What is said of one round; nothing where the file does not tell."""

    paid: tuple[Paid, ...] | None = None
    laid: tuple[str, ...] | None = None  # card after card, with its owner: `punto=9h`, `burn`
    round: str = ""
    time: str = ""
    table: str = ""
    croupier: str = ""


class ClaimLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Claims as a line of a record."""

    claimed: Claimed

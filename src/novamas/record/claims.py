"""Claims of an imported record: the payments and cards that its source reports, for an audit.

A line of claims comes after the deed that ends its round: `{"claimed":{"paid":[[1,"rojo",1000]]}}`. It
has no effect at the table, and a replay skips it.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec import Struct

BURN = "burn"  # in `Claimed.laid`: a card that left the shoe unseen
MAX_CLAIMED = 10**15  # céntimos, or any other number
UNSEEN = "?"  # a card that the file does not report


class Paid(NamedTuple):
    """The amount, with the prize, that a bet returned to a player according to the source."""

    seat: int
    bet: str
    returned: int


class Claimed(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The claims about one round. A field is None or empty if the source does not report it."""

    paid: tuple[Paid, ...] | None = None
    laid: tuple[str, ...] | None = None  # card by card, with its owner: `punto=9h`, `burn`
    round: str = ""
    time: str = ""
    table: str = ""
    croupier: str = ""


class ClaimLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A line of a record that contains claims."""

    claimed: Claimed

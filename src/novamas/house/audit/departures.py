"""Departures: everything that an audit finds wrong in a session, with its clause and amount."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, get_args

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Events, Payment
from novamas.table.phases import Incident
from novamas.table.refusals import Refusal

Kind: TypeAlias = Literal[
    "above_limit",
    "below_limit",
    "unlawful_bet",
    "unlawful_act",
    "missing_step",
    "missing_burn",
    "card_out_of_order",
    "impossible_card",
    "wrong_payout",
    "misapplied_irregularity",
    "broken_chain",
    "other_draw",
]
KINDS: Sequence[Kind] = get_args(Kind)
HOUSE, PLAYER = "house", "player"
MAX_PLAYED = 10**15  # céntimos: a larger amount does not count as a bet
LIMITS: dict[str, Kind] = {"above_maximum": "above_limit", "below_minimum": "below_limit"}


class Departure(Struct, frozen=True, kw_only=True):
    """A departure from the law: its place in a file, the clause, and the gain of house or player."""

    kind: Kind
    file: str
    line: int  # of the file, or the number of the action in a hand
    round: str = ""
    table: str = ""
    croupier: str = ""
    clause: str = ""
    seat: int | None = None
    bet: str = ""
    stake: int = 0
    due: int | None = None  # amount that is due by the law
    claimed: int | None = None  # amount that was returned according to the file
    cents: int = 0  # money at stake
    gained: str = ""  # the house or the player, if known
    gain: int = 0
    expected: str = ""  # a card, a draw, a link of the hash chain
    found: str = ""
    deed: Deed | None = None  # the refused deed
    problem: NovamasError | None = None  # a refused deed, a broken chain
    payment: Payment | None = None  # the payment that is due, with its reasons
    showed: Events = ()  # events that showed the result on the table


def kind_of(deed: Deed, refusal: Refusal) -> Kind:
    """Return the kind of departure for a refused deed."""
    match deed:
        case Drawn():
            return "impossible_card" if refusal.code == "cannot_be_drawn" else "card_out_of_order"
        case Incident():
            return "misapplied_irregularity"
        case _ if stakes(deed):
            is_dial = refusal.dial in ("", "cents")
            return LIMITS.get(refusal.code, "unlawful_bet") if is_dial else "unlawful_bet"
        case _:
            return "unlawful_act"


def stakes(deed: Deed) -> bool:
    """Return whether a player stakes chips by this deed."""
    return isinstance(deed.by, int) and "cents" in deed.__struct_fields__ and deed.verb() not in _NO_STAKE


_NO_STAKE = ("withdraw", "buy", "leave")


def at_stake(deed: Deed, refusal: Refusal) -> int:
    """Return the money at stake in an unlawful bet: the excess over the maximum, or all of it."""
    cents = getattr(deed, "cents", 0)
    if not isinstance(cents, int) or not stakes(deed) or not 0 <= cents <= MAX_PLAYED:
        return 0
    if refusal.code == "above_maximum" and isinstance(refusal.most, int) and cents > refusal.most >= 0:
        return cents - refusal.most
    return cents

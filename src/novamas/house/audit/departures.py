"""Departures: each thing that an audit holds against a session, by what clause, and what it was worth."""

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
MAX_PLAYED = 10**15  # céntimos of a bet that is taken for one, lawful or not
LIMITS: dict[str, Kind] = {"above_maximum": "above_limit", "below_minimum": "below_limit"}


class Departure(Struct, frozen=True, kw_only=True):
    """One departure: where it stands in which file, what it offends against, and who gained how much."""

    kind: Kind
    file: str
    line: int  # of the file, or the number of an action in a hand
    round: str = ""
    table: str = ""
    croupier: str = ""
    clause: str = ""
    seat: int | None = None
    bet: str = ""
    stake: int = 0
    due: int | None = None  # what the law gives back
    claimed: int | None = None  # what the file says was given back
    cents: int = 0  # money at stake
    gained: str = ""  # the house or the player, where it is known
    gain: int = 0
    expected: str = ""  # a card, a draw, a link
    found: str = ""
    deed: Deed | None = None  # that was refused
    problem: NovamasError | None = None  # a deed that was refused, a chain that broke
    payment: Payment | None = None  # what should have been paid, and why
    showed: Events = ()  # what lay on the table when it was decided


def kind_of(deed: Deed, refusal: Refusal) -> Kind:
    """What kind of departure a deed is that was refused."""
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
    """Does a player lay chips by it?"""
    return isinstance(deed.by, int) and "cents" in deed.__struct_fields__ and deed.verb() not in _NO_STAKE


_NO_STAKE = ("withdraw", "buy", "leave")


def at_stake(deed: Deed, refusal: Refusal) -> int:
    """The money that a bet puts beyond what is lawful: what is above the limit, or all of it."""
    cents = getattr(deed, "cents", 0)
    if not isinstance(cents, int) or not stakes(deed) or not 0 <= cents <= MAX_PLAYED:
        return 0
    if refusal.code == "above_maximum" and isinstance(refusal.most, int) and cents > refusal.most >= 0:
        return cents - refusal.most
    return cents

"""Entries of a table's book: opening, players sitting down and leaving, every deed, closing.

The number of an entry is the number of the state after it. Every change of a table is an entry. No
change is published before its entry is durable, so the book contains the whole table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias, get_args

from msgspec import Struct

from novamas.money import Cents
from novamas.protocol.notices import Reason
from novamas.protocol.pace import Pace, Speed
from novamas.record import Header
from novamas.table.roles import Role
from novamas.table.tags import snake

DEED: Final = "deed"  # kind of an entry whose body is a deed of the game


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an entry that is not a deed, such as a player sitting down or a fill of the bank."""


class Opened(Body, frozen=True, kw_only=True):
    """A table is opened with a lawful set-up and a commitment to its seed."""

    header: Header
    name: str
    owner: str  # the person
    pace: Pace = Pace()
    public: bool = True  # listed; otherwise it is found only by its id
    practice: bool = False  # only its owner sits at it, with chips that come from no wallet
    invitation: str = ""  # its hash
    alone: bool = False  # it continues while only bots sit at it
    group: str = ""  # of tables that share their jackpots
    opening_float: Cents = 0
    epoch: int = 0  # of chance, in which its seed was drawn (`novamas.store.epochs`)


class Sat(Body, frozen=True):
    """A person sits down with chips, or brings more chips."""

    seat: int
    person: str
    name: str
    cents: Cents
    joins: bool = False  # in the next hand, with chips bought for what the player brings


class BotSat(Body, frozen=True):
    """A bot with this skill sits down with chips, or brings more chips."""

    seat: int
    mind: str
    cents: Cents


class Leaving(Body, frozen=True):
    """A player asks to leave as soon as nothing is in play. Until then the seat acts at the least cost."""

    seat: int
    by: str = ""  # the person who made the player leave, if another


class Stood(Body, frozen=True):
    """A player leaves the seat and takes these chips along."""

    seat: int
    cents: Cents


class Ready(Body, frozen=True):
    """A player has no more bets to place, so the table need not wait for that player."""

    seat: int


class PaceSet(Body, frozen=True):
    """The table changes its speed and continues at this one."""

    speed: Speed


class Finishing(Body, frozen=True):
    """The rest of the deal is played without waiting, until a person acts or the round ends."""

    seat: int


class RoleTaken(Body, frozen=True):
    """A person takes the role of croupier or table chief. Without a person, the role is automatic."""

    role: Role
    person: str
    name: str


class Slip(Body, frozen=True):
    """Chips that come to a table's bank or leave it. Each movement has a slip, numbered without gaps.

    Either the house moves the chips automatically, or one person requests it and another agrees.
    """

    cents: Cents
    slip: int = 0  # 0 in books of older versions
    by: str = ""
    agreed: str = ""


class Filled(Slip, frozen=True):
    """The bank of the table receives chips from the house."""


class Credited(Slip, frozen=True):
    """The bank of the table returns chips to the house."""


class ChanceFailed(Body, frozen=True):
    """Chance has failed its health test. Nothing is drawn until it passes the test."""


class ClosingAsked(Body, frozen=True):
    """The table is to close at the end of this round. No new round begins."""

    by: str


class BetsReturned(Body, frozen=True):
    """The bets of a round that will not be decided go back to their players, seat by seat."""

    cents: Mapping[int, Cents]


class Account(Struct, frozen=True):
    """The account of a table's bank. Its win is the final amount less float and fills, plus credits."""

    opening: Cents
    fills: Cents
    credits: Cents
    closing: Cents
    jackpots: Cents  # paid into jackpots, less what these paid out
    win: Cents


class Closed(Body, frozen=True, kw_only=True):
    """The table is closed. Its seed is revealed, with the account of its bank."""

    account: Account
    rounds: int
    receipt: str  # the last link of the record
    seed: str | None = None
    player_seed: str | None = None
    reason: Reason = ""


AnyBody: TypeAlias = (
    Opened
    | Sat
    | BotSat
    | Leaving
    | Stood
    | Ready
    | PaceSet
    | Finishing
    | RoleTaken
    | Filled
    | Credited
    | ChanceFailed
    | ClosingAsked
    | BetsReturned
    | Closed
)


def kind_name(body: type[Body]) -> str:
    """Return the kind of entry that has this type of body."""
    return snake(body.__name__)


def kind_of(body: Body) -> str:
    """Return the kind of the entry with this body."""
    return kind_name(type(body))


BODIES: dict[str, type[Body]] = {kind_name(each): each for each in get_args(AnyBody)}

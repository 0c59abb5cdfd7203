"""Entries of a table's book: opening, players sitting down and leaving, every deed, closing.

The number of an entry is the number of the state after it. Every change of a table is an entry, and no
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
    """The body of an entry that is not a deed: a table is opened, a player sits down, a bank is filled."""


class Opened(Body, frozen=True, kw_only=True):
    """A table is opened, with a lawful set-up and a commitment to its seed."""

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
    """A person sits down with chips, or brings more."""

    seat: int
    person: str
    name: str
    cents: Cents
    joins: bool = False  # in the next hand, with chips bought for what the player brings


class BotSat(Body, frozen=True):
    """A bot of this skill sits down with chips, or brings more."""

    seat: int
    mind: str
    cents: Cents


class Leaving(Body, frozen=True):
    """The player leaves as soon as nothing is in play there. Until then the seat acts at the least cost."""

    seat: int
    by: str = ""  # the person who made the player leave, if another


class Stood(Body, frozen=True):
    """The player left the seat with these chips."""

    seat: int
    cents: Cents


class Ready(Body, frozen=True):
    """The player has no more bets to place: the table need not wait."""

    seat: int


class PaceSet(Body, frozen=True):
    """From now on the table continues at this speed."""

    speed: Speed


class Finishing(Body, frozen=True):
    """The rest of the deal takes no time, until a person acts or the round is over."""

    seat: int


class RoleTaken(Body, frozen=True):
    """A person takes the role of croupier or table chief. Without a person the role is automatic again."""

    role: Role
    person: str
    name: str


class Slip(Body, frozen=True):
    """Chips that come to the bank of a table or leave it, on slips numbered without gaps.

    The house moves them automatically, or one person requests it and another agrees.
    """

    cents: Cents
    slip: int = 0  # 0 in books of older versions
    by: str = ""
    agreed: str = ""


class Filled(Slip, frozen=True):
    """The bank of the table gets chips."""


class Credited(Slip, frozen=True):
    """The bank of the table gives chips back."""


class ChanceFailed(Body, frozen=True):
    """Chance failed its health test: nothing is drawn until it passes."""


class ClosingAsked(Body, frozen=True):
    """No new round begins. The table closes at the end of this one."""

    by: str


class BetsReturned(Body, frozen=True):
    """Bets of a round that will not be decided return to their players, by seat."""

    cents: Mapping[int, Cents]


class Account(Struct, frozen=True):
    """The account of a table's bank. Its win is the amount it has beyond the amounts it was given."""

    opening: Cents
    fills: Cents
    credits: Cents
    closing: Cents
    jackpots: Cents  # paid into jackpots, less what these paid out
    win: Cents


class Closed(Body, frozen=True, kw_only=True):
    """The table is closed: its seed is revealed, with the account of its bank."""

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
    """Return the kind of the entries with this type of body."""
    return snake(body.__name__)


def kind_of(body: Body) -> str:
    """Return the kind of the entry with this body."""
    return kind_name(type(body))


BODIES: dict[str, type[Body]] = {kind_name(each): each for each in get_args(AnyBody)}

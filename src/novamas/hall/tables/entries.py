"""What stands in the book of a table: its opening, who sits down and gets up, every deed, and its closing.

The number of an entry is the number of the state that it led to. All that anybody at the table can notice is
an entry, and nothing is told before its entry lasts; so whoever reads the book has the table.
"""

from __future__ import annotations

from typing import Final, TypeAlias, get_args

from msgspec import Struct

from novamas.money import Cents
from novamas.protocol.tables import Pace
from novamas.record import Header
from novamas.table.roles import Role
from novamas.table.tags import snake

DEED: Final = "deed"  # an entry whose body is a deed of the game, as records have it


class Body(Struct, frozen=True, forbid_unknown_fields=True):
    """What an entry says that is no deed of the game."""


class Opened(Body, frozen=True, kw_only=True):
    """A table is opened, from a lawful set-up and with a promise of its chance."""

    header: Header
    name: str
    owner: str  # the person
    pace: Pace = Pace()
    public: bool = True  # anybody finds it; else whoever has the invitation
    invitation: str = ""  # the hash of it
    alone: bool = False  # it goes on while only bots sit at it
    group: str = ""  # of tables that share their jackpots
    opening_float: Cents = 0


class Sat(Body, frozen=True):
    """Somebody sits down with so much, or brings more."""

    seat: int
    person: str
    name: str
    cents: Cents


class BotSat(Body, frozen=True):
    """A bot sits down with so much, and plays with this mind."""

    seat: int
    mind: str
    cents: Cents


class Leaving(Body, frozen=True):
    """Whoever sits here gets up as soon as nothing of his is in play; until then he does what costs least."""

    seat: int
    by: str = ""  # who sent him away, where it was not he himself


class Stood(Body, frozen=True):
    """Whoever sat here got up, and took so much along."""

    seat: int
    cents: Cents


class Ready(Body, frozen=True):
    """Whoever sits here has bet all that he wants: for him the table may go on."""

    seat: int


class RoleTaken(Body, frozen=True):
    """Somebody is the croupier or the floor of this table from now on; nobody: it is automatic."""

    role: Role
    person: str
    name: str


class Slip(Body, frozen=True):
    """Chips that come to the bank of a table or leave it, on slips numbered without a gap.

    The house moves them by itself, or one person asks for it and another agrees.
    """

    cents: Cents
    slip: int = 0  # none in books of older programs
    by: str = ""
    agreed: str = ""


class Filled(Slip, frozen=True):
    """The bank of the table is brought so much more."""


class Credited(Slip, frozen=True):
    """The bank of the table gives so much back."""


class ChanceFailed(Body, frozen=True):
    """The source of chance did not pass its health test: nothing more is drawn here until it does."""


class ClosingAsked(Body, frozen=True):
    """No new round begins: the table closes as soon as this one has ended."""

    by: str


class Account(Struct, frozen=True):
    """How the bank of a table came out: what it won is what it has more than it was given."""

    opening: Cents
    fills: Cents
    credits: Cents
    closing: Cents
    jackpots: Cents  # set aside out of the bank, less what they paid
    win: Cents


class Closed(Body, frozen=True, kw_only=True):
    """The table is closed: its seed is told, and the account of its bank."""

    account: Account
    rounds: int
    receipt: str  # the last link of the record
    seed: str | None = None
    player_seed: str | None = None


AnyBody: TypeAlias = (
    Opened
    | Sat
    | BotSat
    | Leaving
    | Stood
    | Ready
    | RoleTaken
    | Filled
    | Credited
    | ChanceFailed
    | ClosingAsked
    | Closed
)


def kind_name(body: type[Body]) -> str:
    """The kind of the entries that say something like this."""
    return snake(body.__name__)


def kind_of(body: Body) -> str:
    """The kind of the entry that says this."""
    return kind_name(type(body))


BODIES: dict[str, type[Body]] = {kind_name(each): each for each in get_args(AnyBody)}

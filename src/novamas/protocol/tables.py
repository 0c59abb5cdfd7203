"""What people ask of a table, and what they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeAlias

from msgspec import Struct
from typing_extensions import TypeVar

from novamas.money import Cents
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.pace import Pace, Speed
from novamas.table.refusals import Refusal
from novamas.table.roles import Who
from novamas.table.views import View


class OpenTableRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table that is to be opened: a game under a norm, what the house chooses, and who sits at it."""

    game: str
    norm: str | None = None
    choices: Mapping[str, Any] = {}
    name: str = ""
    pace: Pace = Pace()
    public: bool = True
    practice: bool = False
    alone: bool = False
    group: str = ""
    bots: Mapping[int, str] = {}  # minds by seats
    promise: str | None = None  # one that was given before, into which the seed of a player goes
    player_seed: str | None = None


class SeedCommitment(Struct, frozen=True):
    """The promise of a seed, given before anything else is said of the table."""

    promise: str
    commitment: str


class DeedsResult(Struct, frozen=True):
    """What came of what was asked: how far the table went, how much was done, and why not more."""

    number: int
    done: int
    refusal: Refusal | None = None


class Clock(Struct, frozen=True):
    """Until when the table waits before it goes on by itself, in microseconds since 1970 UTC."""

    ends: int
    now: int


class SeatInfo(Struct, frozen=True):
    """Who sits on a seat, and what he has before him."""

    seat: int
    name: str
    mind: str
    chips: Cents
    ready: bool  # he has bet all that he wants
    leaving: bool


class KindAct(Struct, frozen=True):
    """The parts that all acts of one kind share: the verb, and who does it."""

    do: str
    by: Who


class KindDial(Struct, frozen=True, omit_defaults=True):
    """An open parameter as all offers of one kind have it: limits and values are in the rows."""

    dial: Literal["range", "one_of", "line"]
    clause: str = ""
    step: int = 1  # of a range
    most_clause: str = ""  # of a range
    most: int = 0  # characters of a line


class OfferKind(Struct, frozen=True, omit_defaults=True):
    """What offers have in common. A row brings the other parts of an act, in the order of `parts`."""

    act: KindAct
    parts: tuple[str, ...] = ()
    clause: str = ""
    dials: Mapping[str, KindDial] = {}


# A range is `[least, most]` or `[least, most, usual]`; one of a list is one value, and each value has its
# row. Where the usual value is not the first, or an act has a second list, the part is `[usual, value, …]`.
# A part without a dial is itself. `[[text, text, …]]` stands for as many rows, each with one of these texts.
OfferPart: TypeAlias = int | str | bool | tuple[int | str | tuple[str, ...], ...] | None
OfferRow: TypeAlias = tuple[OfferPart, ...]  # the number of a kind, and the parts

V = TypeVar("V", bound=View, default=Any)  # the views of a game


class TableDocument(Struct, Generic[V], frozen=True, kw_only=True, omit_defaults=True):
    """A table from one viewpoint: its whole state, and the events that led to it.

    Offers are rows, by the name of the phase in which they are made, and `view.offers` is empty. A client
    that asked for whole states finds them in `view.offers` instead.
    """

    number: int
    since: int  # the state after which the events begin
    events: tuple[NumberedHallEvent, ...]
    says: tuple[str, ...] = ()  # the events as sentences, in the language that was asked for
    view: V
    seats: tuple[SeatInfo, ...]
    cash: Cents | None  # that a player has not changed for chips, where chips are bought at the table
    clock: Clock | None
    pace: Speed | Literal[""] = ""  # nothing at a table whose steps all have the same duration
    awaited: tuple[Who, ...] = ()  # seats and roles that the table waits for
    receipt: str  # of the record so far, blind until the seed is told
    kinds: tuple[OfferKind, ...] = ()  # of the rows, by their number
    offers: Mapping[str, tuple[OfferRow, ...]] = {}


class TableInfo(Struct, frozen=True, kw_only=True):
    """A table as it is shown to whoever comes by."""

    table: str
    name: str
    game: str
    norm: str
    edition: str
    choices: Mapping[str, Any]
    pace: Pace
    public: bool
    practice: bool  # of one person alone with bots, whose chips are free
    number: int
    rounds: int
    phase: str
    seats: tuple[SeatInfo, ...]
    free: tuple[int, ...]
    roles: Mapping[str, str]
    commitment: str | None
    player_commitment: str | None
    is_stopped: bool  # its chance is not in good health
    is_closing: bool
    is_closed: bool
    is_owner: bool
    my_seats: tuple[int, ...]
    my_roles: tuple[str, ...]

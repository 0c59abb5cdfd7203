"""Requests to tables, and the payloads of their responses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, Literal, TypeAlias

from msgspec import Struct
from typing_extensions import TypeVar

from novamas.money import Cents
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.pace import Durations, Pace, Speed
from novamas.table.refusals import Refusal
from novamas.table.roles import Who
from novamas.table.views import View

ChoiceValue: TypeAlias = bool | int | str | tuple[str, ...]  # a fraction is the text `p/q`


class OpenTableRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table to open: the game under a norm, the choices of the house, and the bots at the seats."""

    game: str
    norm: str | None = None
    choices: Mapping[str, Any] = {}
    name: str = ""
    pace: Pace = Pace()
    public: bool = True
    practice: bool = False
    alone: bool = False
    group: str = ""
    bots: Mapping[int, str] = {}  # skills by seat
    promise: str | None = None  # an earlier commitment; the player's seed is mixed into its seed
    player_seed: str | None = None


class SeedCommitment(Struct, frozen=True):
    """A commitment to a seed, made before the client describes the table to open."""

    promise: str
    commitment: str


class DeedsResult(Struct, frozen=True):
    """The result of a request: the number of the state, the number of deeds done, and any refusal."""

    number: int
    done: int
    refusal: Refusal | None = None


class Clock(Struct, frozen=True):
    """The end of the present waiting time, and the present time, in microseconds since 1970 UTC."""

    ends: int
    now: int


class SeatInfo(Struct, frozen=True):
    """A taken seat: its player and the player's chips."""

    seat: int
    name: str
    mind: str
    chips: Cents
    ready: bool  # has no more bets to place
    leaving: bool


class KindAct(Struct, frozen=True):
    """The parts that all acts of a kind share: the verb, and the seat or role."""

    do: str
    by: Who


class KindDial(Struct, frozen=True, omit_defaults=True):
    """An open parameter that all offers of a kind share. Its limits and values are in the rows."""

    dial: Literal["range", "one_of", "line"]
    clause: str = ""
    step: int = 1  # of a range
    most_clause: str = ""  # of a range
    most: int = 0  # characters of a line


class OfferKind(Struct, frozen=True, omit_defaults=True):
    """The common parts of similar offers. A row adds the other parts of an act, in the order of `parts`."""

    act: KindAct
    parts: tuple[str, ...] = ()
    clause: str = ""
    dials: Mapping[str, KindDial] = {}


# A range is `[least, most]` or `[least, most, usual]`. A value of a list is one value, and each value has its
# row. If the usual value is not the first, or an act has a second list, the part is `[usual, value, …]`.
# A part without a dial is the value itself. `[[text, text, …]]` stands for one row for each of these texts.
OfferPart: TypeAlias = int | str | bool | tuple[int | str | tuple[str, ...], ...] | None
OfferRow: TypeAlias = tuple[OfferPart, ...]  # the number of a kind, and the parts

V = TypeVar("V", bound=View, default=Any)  # the views of a game


class TableDocument(Struct, Generic[V], frozen=True, kw_only=True, omit_defaults=True):
    """A table from one viewpoint: its whole state, and the events that led to it.

    Offers are rows, grouped by the name of the phase in which they are made, and `view.offers` is empty. A
    client that asked for whole states finds the offers in `view.offers` instead.
    """

    number: int
    since: int  # the state after which the events begin
    events: tuple[NumberedHallEvent, ...]
    says: tuple[str, ...] = ()  # the events as sentences, in the requested language
    view: V
    seats: tuple[SeatInfo, ...]
    cash: Cents | None  # money not yet changed for chips, at games where players buy chips at the table
    clock: Clock | None
    pace: Speed | Literal[""] = ""  # empty at a table whose steps all have the same duration
    durations: Durations = {}  # how long each kind of step is shown at this speed
    awaited: tuple[Who, ...] = ()  # seats and roles that the table waits for
    receipt: str  # of the record so far; reveals nothing until the seed is published
    kinds: tuple[OfferKind, ...] = ()  # of the rows, by number
    offers: Mapping[str, tuple[OfferRow, ...]] = {}


class TableInfo(Struct, frozen=True, kw_only=True):
    """The description of a table."""

    table: str
    name: str
    game: str
    norm: str
    edition: str
    choices: Mapping[str, ChoiceValue]
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
    is_stopped: bool  # its random source failed the health test
    is_closing: bool
    is_closed: bool
    is_owner: bool
    my_seats: tuple[int, ...]
    my_roles: tuple[str, ...]

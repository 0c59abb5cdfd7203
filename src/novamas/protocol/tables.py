"""What people ask of a table, and what they are answered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, TypeAlias

import msgspec
from msgspec import Meta, Struct

from novamas.money import Cents
from novamas.protocol.notices import NumberedHallEvent
from novamas.table.refusals import Refusal
from novamas.table.views import View

Milliseconds: TypeAlias = Annotated[int, Meta(ge=0, le=3_600_000)]


class Pace(Struct, frozen=True, forbid_unknown_fields=True):
    """How fast a table goes on by itself, so that people can follow."""

    step_ms: Annotated[
        int,
        Meta(ge=0, le=60_000, description="Between two automatic actions. A caller may choose 100 or more."),
    ] = 700
    betting_ms: Annotated[int, Meta(ge=0, le=3_600_000)] = (
        20_000  # from the first stake to *no va más*; nothing: until all are ready
    )
    patience_ms: Milliseconds = 45_000  # that somebody is waited for; nothing: for ever


class OpenTableRequest(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table that is to be opened: a game under a norm, what the house chooses, and who sits at it."""

    game: str
    norm: str | None = None
    choices: Mapping[str, Any] = {}
    name: str = ""
    pace: Pace = Pace()
    public: bool = True
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


class TableUpdate(Struct, frozen=True, eq=False):
    """What one pair of eyes is told of a table: what happened, and how it stands now.

    All who look with the same eyes are told the same one; what is made of it for one of them is kept in it
    for the others.
    """

    number: int
    since: int  # the state after which it begins
    told: tuple[NumberedHallEvent, ...]
    view: View[Any, Any]
    seats: tuple[SeatInfo, ...]
    cash: Cents | None  # that a player has not changed for chips, where chips are bought at the table
    clock: Clock | None
    receipt: str  # of the record so far, blind until the seed is told
    texts: dict[str | None, bytes] = msgspec.field(default_factory=dict)  # as it goes out, by languages


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

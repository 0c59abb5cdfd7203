"""What is said on the socket of a table, by either side: one JSON object a message, its kind in `type`.

Whoever connects says `hello` first. What he asks for bears an `id` of his own, new for each thing: asked
again under the same one, it is answered again and not done twice. Acts say at which number of the table
they were meant (`at`). All that is told bears the number of the state it led to.
"""

from __future__ import annotations

from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Generic, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from typing_extensions import TypeVar

from novamas.law.texts import Language
from novamas.money import Cents
from novamas.protocol.notices import AnyNotice
from novamas.protocol.tables import Clock, TableDocument, TableInfo
from novamas.table.deeds import Deed
from novamas.table.events import AnyEvent, Payment
from novamas.table.game import Game
from novamas.table.refusals import Refusal
from novamas.table.roles import Who
from novamas.table.views import View
from novamas.table.wire import reader, types_of

PROTOCOL = 3  # the version of these messages: 1 sent whole views, 2 each answer by itself
MAX_ACTS = 200
MAX_CENTS = 10**12

Id: TypeAlias = Annotated[str, Meta(pattern=r"^[A-Za-z0-9_.\-]{1,64}$")]
Eyes: TypeAlias = Annotated[str, Meta(pattern=r"^(s[1-9][0-9]{0,3}|croupier|floor|rail)$")]
SeatNumber: TypeAlias = Annotated[int, Meta(ge=1, le=9999)]
StateNumber: TypeAlias = Annotated[int, Meta(ge=0, le=2**53)]
Staff: TypeAlias = Annotated[str, Meta(pattern="^(croupier|floor)$")]

D = TypeVar("D", bound=Deed, default=Any)  # the deeds of a game
V = TypeVar("V", bound=View, default=Any)  # its views


# ---------------------------------------------------------------- what is asked


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """What somebody says to the table."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """Look at the table with these eyes: `s3` for one's own third seat, `croupier`, `floor`, or the `rail`.

    Who was here before says the last number that he was told, and misses nothing. In a language, what
    happens is told in sentences too. `protocol` is the version of the messages that the client reads. With
    `whole` it is sent the whole state each time, and read at half the pace; with `receipts` it gets the
    receipt of every state.
    """

    eyes: Eyes = "rail"
    since: StateNumber | None = None
    language: Language | None = None
    protocol: Annotated[int, Meta(ge=1, le=10_000)] = 1
    whole: bool = False
    receipts: bool = False


class Look(ClientMessage, frozen=True, tag="look"):
    """Look with other eyes from now on."""

    id: Id
    eyes: Eyes


class Act(ClientMessage, Generic[D], frozen=True, tag="act"):
    """Deeds of one's own seat or role, done in their order up to the first that is refused."""

    id: Id
    at: StateNumber
    acts: Annotated[tuple[D, ...], Meta(min_length=1, max_length=MAX_ACTS)]


class Sit(ClientMessage, frozen=True, tag="sit"):
    """Sit down with so many céntimos out of one's purse; on one's own seat, bring so many more."""

    id: Id
    seat: SeatNumber
    cents: Annotated[Cents, Meta(ge=1, le=MAX_CENTS)]


class Stand(ClientMessage, frozen=True, tag="stand"):
    """Get up as soon as nothing of one's own is in play."""

    id: Id


class Ready(ClientMessage, frozen=True, tag="ready"):
    """One has bet all that one wants: the table need not wait."""

    id: Id


class Bot(ClientMessage, frozen=True, tag="bot"):
    """Let a bot of this mind sit down; for whoever opened the table."""

    id: Id
    seat: SeatNumber
    mind: Annotated[str, Meta(max_length=40)]


class TakeRole(ClientMessage, frozen=True, tag="take_role"):
    """Be the croupier or the floor of the table; for whoever opened it."""

    id: Id
    role: Staff


class LeaveRole(ClientMessage, frozen=True, tag="leave_role"):
    """Leave a role to the house."""

    id: Id
    role: Staff


class SendAway(ClientMessage, frozen=True, tag="send_away"):
    """Have whoever sits there get up as soon as nothing of his is in play; for the owner and the floor."""

    id: Id
    seat: SeatNumber


class Close(ClientMessage, frozen=True, tag="close"):
    """Begin no new round, and close the table after this one; for whoever opened it."""

    id: Id


class Why(ClientMessage, frozen=True, tag="why"):
    """Why was this paid? The payment is told by its number and its place there."""

    id: Id
    number: StateNumber
    nth: Annotated[int, Meta(ge=0, le=100_000)]


class WhyNot(ClientMessage, Generic[D], frozen=True, tag="why_not"):
    """Why may this not be done now?"""

    id: Id
    act: D


class NotOffered(ClientMessage, frozen=True, tag="not_offered"):
    """What can be done at such a table and is not offered to one's eyes now, and why not?"""

    id: Id


class WhatIf(ClientMessage, Generic[D], frozen=True, tag="what_if"):
    """What would follow from this? For the croupier and the floor, before they do it; nothing is done."""

    id: Id
    act: D


class Hint(ClientMessage, frozen=True, tag="hint"):
    """What would be best now, as far as somebody has counted it."""

    id: Id


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Is anybody there, and what does the clock of the house show?"""

    id: Id


# ---------------------------------------------------------------- what is told


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """What the table says to somebody."""


class ProblemMessage(Struct, frozen=True):
    """What is wrong: its code, the clause that says so where there is one, and a sentence."""

    code: str
    clause: str | None
    says: str


class Greeting(ServerMessage, TableDocument[V], Generic[V], frozen=True, tag="hello", kw_only=True):
    """How the table stands to whoever comes, comes back, or looks with other eyes; and what he missed.

    `events` are all since the state `since`: the one that he named, or the present one where he named none or
    one that is too long ago.
    """

    table: TableInfo
    eyes: Eyes
    commitment: str | None
    key: str | None  # with which the house signs, for whoever wants to check it
    language: Language | None
    protocol: int  # the version of the messages


class TableMessage(ServerMessage, TableDocument[V], Generic[V], frozen=True, tag="table", kw_only=True):
    """How the table stands now, whole: to who got up, is too far behind, or asked for whole states.

    `events` are those since the state `since`. To who is too far behind it is a later state than the last one
    that he was told.
    """


class SeatChange(Struct, frozen=True, omit_defaults=True):
    """What changed of a seat; all of it, if it was free."""

    seat: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    mind: str | UnsetType = UNSET
    chips: Cents | UnsetType = UNSET
    ready: bool | UnsetType = UNSET
    leaving: bool | UnsetType = UNSET


class StateChange(Struct, frozen=True, omit_defaults=True):
    """Fields of a table that have other values now. Absent ones have not changed.

    In `shows`, a field that is null is gone or has no value; in `seats`, a seat that is null is free.
    """

    turn: Who | UnsetType = UNSET
    undealt: int | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    shows: dict[str, Any] | UnsetType = UNSET
    seats: dict[int, SeatChange | None] | UnsetType = UNSET
    cash: Cents | UnsetType | None = UNSET
    clock: Clock | UnsetType | None = UNSET


class Reply(Struct, frozen=True):
    """The acts of one's own message that led to a state: its id, and how many were done, which is all."""

    id: str
    done: int


Cut: TypeAlias = tuple[int, int, tuple[Any, ...]]  # from this place so many items go, and these come


class DifferenceMessage(ServerMessage, frozen=True, tag="told", kw_only=True, omit_defaults=True):
    """What happened since the last number, and what is different now: `set` first, then `splice`.

    `events` lead to the state `number`. Where the message covers several states, `of` says how many each has.
    `splice` holds the cuts of lists, from the end of a list to its beginning: of the view (`chips`, `piles`,
    `purses`, `results`), of a fact in `shows` (`shows.NAME`), of `kinds`, and of the rows of offers in the
    phase that the table is in now (`offers`).
    """

    number: int
    of: tuple[int, ...] = ()
    events: tuple[AnyEvent | AnyNotice, ...] = ()
    says: tuple[str, ...] = ()  # the events as sentences, in the language that was asked for
    set: StateChange | UnsetType = UNSET
    splice: dict[str, tuple[Cut, ...]] = {}
    receipt: str = ""  # at the end of a round, after one's own acts, or of each state if asked for
    answer: Reply | UnsetType = UNSET  # to one's own message, in place of an `answer`


class Answer(ServerMessage, frozen=True, tag="answer", omit_defaults=True):
    """What was asked under this id is done and lasts: so many of its acts, and why not the next."""

    id: str
    number: int
    done: int
    refusal: Refusal | None = None
    says: str = ""  # of the refusal
    receipt: str = ""  # of the record with these acts, unless the table has gone on since


class RefusedMessage(ServerMessage, frozen=True, tag="refused"):
    """What was asked under this id was not done; without an id, a message that could not be read."""

    id: str
    error: ProblemMessage


class ClausePayload(Struct, frozen=True):
    """What a clause says, how we read it, and from which norm its figures are borrowed."""

    id: str
    says: str
    reading: str | None
    borrowed: str | None


class WhyMessage(ServerMessage, frozen=True, tag="why"):
    """A payment, from the stake by the arithmetic to the clauses."""

    id: str
    number: int
    nth: int
    payment: Payment
    says: str
    arithmetic: str
    clauses: tuple[ClausePayload, ...]


class WhyNotMessage(ServerMessage, frozen=True, tag="why_not"):
    """Why something may not be done now, line by line; nothing where it may."""

    id: str
    number: int
    refusal: Refusal | None
    says: tuple[str, ...]


class ActNotOffered(Struct, Generic[D], frozen=True):
    """Something that is not offered now, and why not."""

    act: D
    refusal: Refusal
    says: str


class NotOfferedMessage(ServerMessage, Generic[D], frozen=True, tag="not_offered"):
    """What is not offered at this number, where there is a reason to tell."""

    id: str
    number: int
    acts: tuple[ActNotOffered[D], ...]


class WhatIfMessage(ServerMessage, Generic[V], frozen=True, tag="what_if"):
    """What would follow, event by event, and how the table would stand then; or why it may not be done.

    Where the law decides by what lies face down, nothing is told before it is done.
    """

    id: str
    number: int
    refusal: Refusal | None = None
    is_hidden: bool = False
    events: tuple[AnyEvent, ...] = ()
    says: tuple[str, ...] = ()
    clauses: tuple[ClausePayload, ...] = ()
    view: V | None = None


class HintMessage(ServerMessage, frozen=True, tag="hint"):
    """What would be best at this number."""

    id: str
    number: int
    says: tuple[str, ...]


class Pong(ServerMessage, frozen=True, tag="pong"):
    """Somebody is there; the clock shows so many microseconds since 1970 UTC."""

    id: str
    number: int
    now: int


class Closing(ServerMessage, frozen=True, tag="closing"):
    """The house stops for a while: the table goes on when it is back."""

    number: int


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The last that is said on a socket: its close code, and why."""

    code: int
    error: ProblemMessage


AnyClientMessage: TypeAlias = (
    Hello | Look | Act[D] | Sit | Stand | Ready | Bot | TakeRole | LeaveRole | SendAway | Close
    | Why | WhyNot[D] | NotOffered | WhatIf[D] | Hint | Ping
)  # fmt: skip
AnyServerMessage: TypeAlias = (
    Greeting[V] | TableMessage[V] | DifferenceMessage | Answer | RefusedMessage | WhyMessage | WhyNotMessage
    | NotOfferedMessage[D] | WhatIfMessage[V] | HintMessage | Pong | Closing | Bye
)  # fmt: skip


def client_messages_at(game: Game) -> Any:
    """All that can be said to a table of a game."""
    return of_game(AnyClientMessage, deed=game.any_deed)


@cache
def client_message_decoder(game: Game) -> msgspec.json.Decoder[Any]:
    """What reads all that can be said to a table of a game; one for all who sit at such tables."""
    return reader(client_messages_at(game))


def said_at(game: Game) -> Any:
    """All that a table of a game says."""
    return of_game(AnyServerMessage, deed=game.any_deed, view=types_of(game)["view"])


def of_game(union: Any, *, deed: Any, view: Any = None) -> Any:
    """A union of kinds, of which some are told what the game's own deeds or views are."""
    own = {D: deed, V: view}
    kinds = (
        each[tuple(own[part] for part in parts)] if (parts := getattr(each, "__parameters__", ())) else each
        for each in get_args(union)
    )
    return reduce(or_, kinds)

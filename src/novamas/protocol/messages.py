"""Messages on a table's socket, in both directions: JSON objects with their kind in `type`.

A client begins with `hello`. A repeated message, with the same `id`, is answered but not carried out twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, reduce
from operator import or_
from typing import Annotated, Any, Generic, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType
from typing_extensions import TypeVar

from novamas.law.texts import Language
from novamas.money import Cents
from novamas.protocol.notices import AnyNotice
from novamas.protocol.pace import Durations, Speed, StepKind
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


# ---------------------------------------------------------------- messages of clients


class ClientMessage(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A message from a client to a table."""


class Hello(ClientMessage, frozen=True, tag="hello"):
    """Subscribe to the table from a viewpoint: an own seat (`s3`), `croupier`, `floor` or `rail`.

    A reconnecting client sends the last number it received as `since` and gets every later event. With a
    language, it gets events as sentences too. `protocol` is the version of the messages that the client
    reads. With `whole` it gets the whole state each time, and may send at half the rate. With `receipts` it
    gets the receipt of every state.
    """

    eyes: Eyes = "rail"
    since: StateNumber | None = None
    language: Language | None = None
    protocol: Annotated[int, Meta(ge=1, le=10_000)] = 1
    whole: bool = False
    receipts: bool = False


class Look(ClientMessage, frozen=True, tag="look"):
    """Change the viewpoint."""

    id: Id
    eyes: Eyes


class Act(ClientMessage, Generic[D], frozen=True, tag="act"):
    """Do deeds of an own seat or role in the given order, up to the first that is refused."""

    id: Id
    at: StateNumber
    acts: Annotated[tuple[D, ...], Meta(min_length=1, max_length=MAX_ACTS)]


class Sit(ClientMessage, frozen=True, tag="sit"):
    """Sit down with chips from the wallet or, on an own seat, bring more. The amount is in céntimos.

    Without a seat, the first free seat is taken, or a bot's seat. Without an amount, the table's suggested
    amount is used. With `ready`, the chips that the game requires are bought and the seat is ready at once.
    """

    id: Id
    seat: SeatNumber | None = None
    cents: Annotated[Cents, Meta(ge=1, le=MAX_CENTS)] | None = None
    ready: bool = False


class TopUp(ClientMessage, frozen=True, tag="top_up"):
    """Get more practice chips at a practice table. The default amount is the table's suggestion."""

    id: Id
    cents: Annotated[Cents, Meta(ge=1, le=MAX_CENTS)] | None = None


class SetPace(ClientMessage, frozen=True, tag="pace"):
    """Set the speed at which the table continues. The house remembers it for this person."""

    id: Id
    speed: Speed


class Finish(ClientMessage, frozen=True, tag="finish"):
    """Show the rest of the deal at once. This is only for a person who is alone with bots."""

    id: Id


class Stand(ClientMessage, frozen=True, tag="stand"):
    """Leave the table as soon as the player has no chips in play."""

    id: Id


class Ready(ClientMessage, frozen=True, tag="ready"):
    """Declare that the player has no more bets to place, so that the table need not wait."""

    id: Id


class Bot(ClientMessage, frozen=True, tag="bot"):
    """Seat a bot with this skill (`mind`). Only the owner of the table may do this."""

    id: Id
    seat: SeatNumber
    mind: Annotated[str, Meta(max_length=40)]


class TakeRole(ClientMessage, frozen=True, tag="take_role"):
    """Take the role of croupier or table chief (`floor`). Only the owner of the table may do this."""

    id: Id
    role: Staff


class LeaveRole(ClientMessage, frozen=True, tag="leave_role"):
    """Give a role back to the house."""

    id: Id
    role: Staff


class SendAway(ClientMessage, frozen=True, tag="send_away"):
    """Make a player leave once they have no chips in play. Only for the owner and the table chief."""

    id: Id
    seat: SeatNumber


class Close(ClientMessage, frozen=True, tag="close"):
    """Close the table after this round. Only the owner may do this."""

    id: Id


class Why(ClientMessage, frozen=True, tag="why"):
    """Ask for the explanation of a payment, named by the number of a state and the event's index in it."""

    id: Id
    number: StateNumber
    nth: Annotated[int, Meta(ge=0, le=100_000)]


class WhyNot(ClientMessage, Generic[D], frozen=True, tag="why_not"):
    """Ask why an act is not allowed now."""

    id: Id
    act: D


class NotOffered(ClientMessage, frozen=True, tag="not_offered"):
    """Ask which acts of the game are not offered to this viewpoint now, and why."""

    id: Id


class WhatIf(ClientMessage, Generic[D], frozen=True, tag="what_if"):
    """Ask for the effects of an act of the croupier or the table chief, without carrying it out."""

    id: Id
    act: D


class Hint(ClientMessage, frozen=True, tag="hint"):
    """Ask for the best act now, if novamas can compute it."""

    id: Id


class Coach(ClientMessage, frozen=True, tag="coach"):
    """Ask for the best act in the present decision, and for the cost of the other acts and of the bets."""

    id: Id


class Ping(ClientMessage, frozen=True, tag="ping"):
    """Ask for a reply with the time of the house's clock."""

    id: Id


# ---------------------------------------------------------------- messages of the server


class ServerMessage(Struct, frozen=True, tag_field="type"):
    """A message from a table to a client."""


class ProblemMessage(Struct, frozen=True, omit_defaults=True):
    """An error: its code, its clause if there is one, and its text."""

    code: str
    clause: str | None
    says: str
    values: Mapping[str, Any] = {}  # what a client needs to offer the way out, by code


class Greeting(ServerMessage, TableDocument[V], Generic[V], frozen=True, tag="hello", kw_only=True):
    """The whole state of the table, with missed events: after `hello`, and after a change of viewpoint.

    `events` are all events after the state `since`. This is the state that the client named, or the present
    one if the client named none or one that is too old.
    """

    table: TableInfo
    eyes: Eyes
    commitment: str | None
    key: str | None  # public key of the signatures of the house
    language: Language | None
    protocol: int  # the version of the messages


class TableMessage(ServerMessage, TableDocument[V], Generic[V], frozen=True, tag="table", kw_only=True):
    """The whole state: after a player leaves a seat, for a client far behind, or on request (`whole`).

    `events` are the events after the state `since`. For a client that is far behind, that is a later state
    than the last one it received.
    """


class SeatChange(Struct, frozen=True, omit_defaults=True):
    """The changed fields of a seat, or all its fields if the seat was free."""

    seat: int | UnsetType = UNSET
    name: str | UnsetType = UNSET
    mind: str | UnsetType = UNSET
    chips: Cents | UnsetType = UNSET
    ready: bool | UnsetType = UNSET
    leaving: bool | UnsetType = UNSET


class StateChange(Struct, frozen=True, omit_defaults=True):
    """The fields of a table that have new values. Unchanged fields are absent.

    In `shows`, null means that a field no longer exists or has no value. In `seats`, null means that the seat
    is free.
    """

    turn: Who | UnsetType = UNSET
    undealt: int | UnsetType = UNSET
    rounds: int | UnsetType = UNSET
    shows: dict[str, Any] | UnsetType = UNSET
    seats: dict[int, SeatChange | None] | UnsetType = UNSET
    cash: Cents | UnsetType | None = UNSET
    clock: Clock | UnsetType | None = UNSET
    pace: Speed | Literal[""] | UnsetType = UNSET
    durations: Durations | UnsetType = UNSET
    awaited: tuple[Who, ...] | UnsetType = UNSET


class Reply(Struct, frozen=True):
    """The result of the client's message that led to a state: its id, and the number of acts done."""

    id: str
    done: int


Cut: TypeAlias = tuple[int, int, tuple[Any, ...]]  # place, number of items removed there, new items there


class DifferenceMessage(ServerMessage, frozen=True, tag="told", kw_only=True, omit_defaults=True):
    """The events since the last number, and the changes to the state: apply `set` first, then `splice`.

    After `events`, the state is `number`. If the message covers several states, `of` gives the number of
    events for each. `splice` replaces parts of lists, in order from the end of a list to its beginning.
    It can change the view's lists (`chips`, `piles`, `purses`, `results`), the lists in `shows` (as
    `shows.NAME`), `kinds`, and the rows of offers in the present phase (`offers`). `steps` names the kinds
    of steps that the message shows. `ms` is the time until the table continues automatically. A client
    shows the changes within that time, or at once if `ms` is missing.
    """

    number: int
    of: tuple[int, ...] = ()
    events: tuple[AnyEvent | AnyNotice, ...] = ()
    says: tuple[str, ...] = ()  # the events as sentences, in the requested language
    set: StateChange | UnsetType = UNSET
    splice: dict[str, tuple[Cut, ...]] = {}
    steps: tuple[StepKind, ...] = ()
    ms: int = 0
    receipt: str = ""  # at the end of a round, after own acts or, if requested, of each state
    answer: Reply | UnsetType = UNSET  # to the client's own message, in place of an `answer`


class Answer(ServerMessage, frozen=True, tag="answer", omit_defaults=True):
    """The reply to a request that was carried out: the number of acts `done`, and any `refusal`."""

    id: str
    number: int
    done: int
    refusal: Refusal | None = None
    says: str = ""  # of the refusal
    receipt: str = ""  # of the record with these acts, unless the table has a later state


class RefusedMessage(ServerMessage, frozen=True, tag="refused"):
    """The reply to a request that was not carried out. Without an id, the message was unreadable."""

    id: str
    error: ProblemMessage


class ClausePayload(Struct, frozen=True):
    """The text of a clause, our reading of it, and the norm from which its figures are borrowed."""

    id: str
    says: str
    reading: str | None
    borrowed: str | None


class WhyMessage(ServerMessage, frozen=True, tag="why"):
    """The explanation of a payment: its stake, its arithmetic and its clauses."""

    id: str
    number: int
    nth: int
    payment: Payment
    says: str
    arithmetic: str
    clauses: tuple[ClausePayload, ...]


class WhyNotMessage(ServerMessage, frozen=True, tag="why_not"):
    """The reasons, line by line, why an act is not allowed now. The list is empty if it is allowed."""

    id: str
    number: int
    refusal: Refusal | None
    says: tuple[str, ...]


class ActNotOffered(Struct, Generic[D], frozen=True):
    """An act that is not offered now, with the reason."""

    act: D
    refusal: Refusal
    says: str


class CostOfAct(Struct, Generic[D], frozen=True, omit_defaults=True):
    """The immediate cost of an offered act, in céntimos: chips staked, taken back, lost and returned."""

    act: D
    staked: int = 0
    back: int = 0
    lost: int = 0
    returned: int = 0


class NotOfferedMessage(ServerMessage, Generic[D], frozen=True, tag="not_offered"):
    """The acts that are not offered in this state, with the known reasons, and the costs of the others."""

    id: str
    number: int
    acts: tuple[ActNotOffered[D], ...]
    costs: tuple[CostOfAct[D], ...] = ()


class WhatIfMessage(ServerMessage, Generic[V], frozen=True, tag="what_if"):
    """The effects of an act: its events and the view after it, or the refusal.

    If the law decides by cards that are face down, the effects are not shown in advance (`is_hidden`).
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
    """The best act in this state, line by line."""

    id: str
    number: int
    says: tuple[str, ...]


class CoachAnswer(Struct, Generic[D], frozen=True):
    """An act on offer, in words, with its cost compared with the best act if this is known exactly."""

    act: D
    says: str
    cents: Cents | None  # rounded
    percent: float | None  # of the stake


class CoachedBet(Struct, frozen=True):
    """A bet on the cloth, the house edge on it, and its average loss."""

    bet: str
    says: str
    cents: Cents
    edge: str  # a fraction
    percent: float
    loses: Cents  # rounded


class CoachMessage(ServerMessage, Generic[D], frozen=True, tag="coach"):
    """The advice for the state with this number. `advised` is an offered act, absent without a decision.

    `as_bot`: exact advice takes longer, and this is what a bot would do. Ask again a little later.
    """

    id: str
    number: int
    advised: D | None
    answers: tuple[CoachAnswer[D], ...]
    lies: tuple[CoachedBet, ...]
    is_exact: bool
    says: tuple[str, ...]
    as_bot: bool = False


class Pong(ServerMessage, frozen=True, tag="pong"):
    """The reply to `ping`: the time of the house's clock, in microseconds since 1970 UTC."""

    id: str
    number: int
    now: int


class Closing(ServerMessage, frozen=True, tag="closing"):
    """The house stops for some time. The table continues when the house runs again."""

    number: int


class Bye(ServerMessage, frozen=True, tag="bye"):
    """The last message on a socket: its close code, and the reason for closing."""

    code: int
    error: ProblemMessage


AnyClientMessage: TypeAlias = (
    Hello | Look | Act[D] | Sit | TopUp | Stand | Ready | SetPace | Finish | Bot | TakeRole | LeaveRole
    | SendAway | Close | Why | WhyNot[D] | NotOffered | WhatIf[D] | Hint | Coach | Ping
)  # fmt: skip
AnyServerMessage: TypeAlias = (
    Greeting[V] | TableMessage[V] | DifferenceMessage | Answer | RefusedMessage | WhyMessage | WhyNotMessage
    | NotOfferedMessage[D] | WhatIfMessage[V] | HintMessage | CoachMessage[D] | Pong | Closing | Bye
)  # fmt: skip


def client_messages_at(game: Game) -> Any:
    """Return the union of all messages that a client can send to a table of this game."""
    return of_game(AnyClientMessage, deed=game.any_deed)


@cache
def client_message_decoder(game: Game) -> msgspec.json.Decoder[Any]:
    """Return the cached decoder of messages to a table of this game."""
    return reader(client_messages_at(game))


def said_at(game: Game) -> Any:
    """Return the union of all messages that a table of this game can send."""
    return of_game(AnyServerMessage, deed=game.any_deed, view=types_of(game)["view"])


def of_game(union: Any, *, deed: Any, view: Any = None) -> Any:
    """Return a union of messages in which the game's deeds and views replace the generic parts."""
    own = {D: deed, V: view}
    kinds = (
        each[tuple(own[part] for part in parts)] if (parts := getattr(each, "__parameters__", ())) else each
        for each in get_args(union)
    )
    return reduce(or_, kinds)

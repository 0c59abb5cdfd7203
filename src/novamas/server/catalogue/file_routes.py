"""Uploaded files over HTTP: floors to check, records to verify or replay, sessions to audit."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Response, post
from litestar.params import JSONBody
from msgspec import Meta

from novamas.protocol.requests import Line
from novamas.protocol.requests import RequestBody as Body
from novamas.server.catalogue.dispatcher import Injected
from novamas.server.catalogue.file_tasks import (
    Audited,
    Explained,
    FloorChecked,
    Replayed,
    Session,
    States,
    Verified,
)
from novamas.server.catalogue.requests import MAX_CHOICES, SENT, SpokenAs
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.server.settings import FILE_BYTES

MAX_STATES = 200
PublicKey: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-fA-F]{64}$")]  # the key, not a path to it
Number: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]


class FloorRequest(Body, frozen=True):
    """A table or a floor to check, as a TOML text or as an object with the same sections."""

    floor: str | dict[str, Any]


class RecordRequest(Body, frozen=True, kw_only=True):
    """A record as text, with the receipts and the house's key against which it is checked."""

    record: str
    receipt: Line | None = None
    receipts: str | None = None
    house: PublicKey | None = None

    @property
    def held(self) -> tuple[str, str | None, str | None, str | None]:
        """The values of the first fields that every record task has."""
        return self.record, self.receipt, self.receipts, self.house


class ReplayRequest(RecordRequest, frozen=True, kw_only=True):
    """A record to replay, and the viewpoint: a seat (`s1`), `croupier`, `floor`, `rail` or all."""

    eyes: Line | None = None


class StatesRequest(RecordRequest, frozen=True, kw_only=True):
    """A record, a viewpoint, and the range of states that the client wants."""

    eyes: Line = "rail"
    first: Number = 0
    most: Annotated[int, Meta(ge=1, le=MAX_STATES)] = 100


class WhyRequest(RecordRequest, frozen=True, kw_only=True):
    """A record, with one of its payments to explain, or with a deed to try after one of its lines."""

    payment: Number | None = None
    deed: Line | None = None
    after: Number | None = None


class SessionRequest(Body, frozen=True, kw_only=True):
    """A session to audit, and its file format. A file of rounds also needs the table of play."""

    session: str
    kind: Session = "record"
    game: Line | None = None
    norm: Line | None = None
    region: Line | None = None
    on: Line | None = None
    choices: Annotated[tuple[Line, ...], Meta(max_length=MAX_CHOICES)] = ()

    @property
    def table(self) -> TableQuery | None:
        """The table at which the rounds of the file were played."""
        if self.game is None:
            return None
        return TableQuery(self.game, Law(self.norm, self.region, self.on), self.choices)


class FileRoutes(Controller):
    """Routes that check uploaded files. No file is stored."""

    path = "/"
    tags = ("files",)
    request_max_body_size = FILE_BYTES
    opt = {"anew": True}  # noqa: RUF012  # declared as Litestar does

    @post("/check", responses=SENT, opt={"task": FloorChecked}, status_code=200)
    async def check(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[FloorRequest]
    ) -> Response[Any]:
        """Check a table or a whole floor against the law."""
        return await dispatcher.answer(FloorChecked(data.floor), spoken)

    @post("/records/verify", responses=SENT, opt={"task": Verified}, status_code=200)
    async def verify(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[RecordRequest]
    ) -> Response[Any]:
        """Verify a record: its lawful deeds, its draws, its chain, its seal and its receipt."""
        return await dispatcher.answer(Verified(*data.held), spoken)

    @post("/records/replay", responses=SENT, opt={"task": Replayed}, status_code=200)
    async def replay(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[ReplayRequest]
    ) -> Response[Any]:
        """Replay a record. Return each deed with its events, and the result of each proof."""
        return await dispatcher.answer(Replayed(*data.held, data.eyes), spoken)

    @post("/records/states", responses=SENT, opt={"task": States}, status_code=200)
    async def states(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[StatesRequest]
    ) -> Response[Any]:
        """Return the states of a record from one viewpoint."""
        task = States(*data.held, data.eyes, data.first, data.most)
        return await dispatcher.answer(task, spoken)

    @post("/records/why", responses=SENT, opt={"task": Explained}, status_code=200)
    async def why(self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[WhyRequest]) -> Response[Any]:
        """Explain a payment by its stake, arithmetic and clauses, or explain why a deed is not lawful."""
        task = Explained(*data.held, data.payment, data.deed, data.after)
        return await dispatcher.answer(task, spoken)

    @post("/audit", responses=SENT, opt={"task": Audited}, status_code=200)
    async def audit(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[SessionRequest]
    ) -> Response[Any]:
        """Audit a session: replay each round under the law, and compare it with the file's payments."""
        task = Audited(data.session, data.kind, data.table, data.norm)
        return await dispatcher.answer(task, spoken)

"""Files that are sent over HTTP: floors to check, records to verify and replay, sessions to audit."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Response, post
from litestar.params import JSONBody
from msgspec import Meta

from novamas.server.catalogue.dispatcher import Asked
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
from novamas.server.requests import Line
from novamas.server.requests import RequestBody as Body
from novamas.server.settings import FILE_BYTES

MAX_STATES = 200
PublicKey: TypeAlias = Annotated[str, Meta(pattern=r"^[0-9a-fA-F]{64}$")]  # and no file of ours
Number: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]


class FloorRequest(Body, frozen=True):
    """A table or a floor: as TOML in a text, or the same sections as an object."""

    floor: str | dict[str, Any]


class RecordRequest(Body, frozen=True, kw_only=True):
    """A record as it is written, line by line; receipts and the house's key, that it is held against."""

    record: str
    receipt: Line | None = None
    any_edition: bool = False
    receipts: str | None = None
    house: PublicKey | None = None

    @property
    def held(self) -> tuple[str, str | None, bool, str | None, str | None]:
        """What every task of a record begins with."""
        return self.record, self.receipt, self.any_edition, self.receipts, self.house


class ReplayRequest(RecordRequest, frozen=True, kw_only=True):
    """A record, and whose eyes see it: a seat (`s1`), `croupier`, `floor`, `rail`; without, everybody's."""

    eyes: Line | None = None


class StatesRequest(RecordRequest, frozen=True, kw_only=True):
    """A record, whose eyes see it, and which of its states are wanted."""

    eyes: Line = "rail"
    first: Number = 0
    most: Annotated[int, Meta(ge=1, le=MAX_STATES)] = 100


class WhyRequest(RecordRequest, frozen=True, kw_only=True):
    """A record, and one payment of it; or a deed that might be done after one of its lines."""

    payment: Number | None = None
    deed: Line | None = None
    after: Number | None = None


class SessionRequest(Body, frozen=True, kw_only=True):
    """A session: what kind of file it is, and, of rounds, at which table they were played."""

    session: str
    kind: Session = "record"
    game: Line | None = None
    norm: Line | None = None
    region: Line | None = None
    on: Line | None = None
    choices: Annotated[tuple[Line, ...], Meta(max_length=MAX_CHOICES)] = ()
    any_edition: bool = False

    @property
    def table(self) -> TableQuery | None:
        """The table of a file of rounds."""
        if self.game is None:
            return None
        return TableQuery(self.game, Law(self.norm, self.region, self.on), self.choices)


class FileRoutes(Controller):
    """What is done with a file that somebody sends; nothing of it is kept."""

    path = "/"
    tags = ("files",)
    request_max_body_size = FILE_BYTES
    opt = {"anew": True}  # noqa: RUF012  # as Litestar has it

    @post("/check", responses=SENT, status_code=200)
    async def check(self, clerk: Asked, spoken: SpokenAs, data: JSONBody[FloorRequest]) -> Response[Any]:
        """All that the law has against a table or a whole floor."""
        return await clerk.answer(FloorChecked(data.floor), spoken)

    @post("/records/verify", responses=SENT, status_code=200)
    async def verify(self, clerk: Asked, spoken: SpokenAs, data: JSONBody[RecordRequest]) -> Response[Any]:
        """What can be proved of a record: lawful deeds, draws, chain, seal, receipt."""
        return await clerk.answer(Verified(*data.held), spoken)

    @post("/records/replay", responses=SENT, status_code=200)
    async def replay(self, clerk: Asked, spoken: SpokenAs, data: JSONBody[ReplayRequest]) -> Response[Any]:
        """A record played again: each deed and what was noticed of it, and what was proved."""
        return await clerk.answer(Replayed(*data.held, data.eyes), spoken)

    @post("/records/states", responses=SENT, status_code=200)
    async def states(self, clerk: Asked, spoken: SpokenAs, data: JSONBody[StatesRequest]) -> Response[Any]:
        """The states of a record as somebody's eyes see them."""
        task = States(*data.held, data.eyes, data.first, data.most)
        return await clerk.answer(task, spoken)

    @post("/records/why", responses=SENT, status_code=200)
    async def why(self, clerk: Asked, spoken: SpokenAs, data: JSONBody[WhyRequest]) -> Response[Any]:
        """Why something was paid, back to stake, arithmetic and clauses; or why a deed is not lawful."""
        task = Explained(*data.held, data.payment, data.deed, data.after)
        return await clerk.answer(task, spoken)

    @post("/audit", responses=SENT, status_code=200)
    async def audit(self, clerk: Asked, spoken: SpokenAs, data: JSONBody[SessionRequest]) -> Response[Any]:
        """Every round of a session played again under the law, against what its file says was paid."""
        task = Audited(data.session, data.kind, data.table, data.norm, data.any_edition)
        return await clerk.answer(task, spoken)

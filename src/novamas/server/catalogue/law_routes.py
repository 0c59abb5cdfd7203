"""The law over HTTP: norms, clauses, readings, the glossary."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from novamas.law.clauses import Duty
from novamas.server.catalogue.dispatcher import Asked
from novamas.server.catalogue.law_tasks import Beside, Cited, Clauses, Glossary, Norms
from novamas.server.catalogue.requests import ANSWERED, Line, Named, Norm, SpokenAs

MAX_CLAUSES = 5000

First: TypeAlias = Annotated[int, QueryParameter(name="first", ge=0, le=10**6)]
Most: TypeAlias = Annotated[int, QueryParameter(name="most", ge=1, le=MAX_CLAUSES)]


class LawRoutes(Controller):
    """What the law says."""

    path = "/"
    tags = ("law",)

    @get("/norms", responses=ANSWERED)
    async def norms(self, clerk: Asked, spoken: SpokenAs) -> Response[Any]:
        """The norms we hold: where they rule, since when, what they change, their games."""
        return await clerk.answer(Norms(), spoken)

    @get("/norms/{norm:str}", responses=ANSWERED)
    async def norm(self, clerk: Asked, spoken: SpokenAs, norm: Named) -> Response[Any]:
        """One norm."""
        return await clerk.answer(Norms(norm), spoken)

    @get("/clauses", responses=ANSWERED)
    async def clauses(
        self,
        clerk: Asked,
        spoken: SpokenAs,
        norm: Norm = None,
        game: Line = None,
        duty: FromQuery[Duty | None] = None,
        kind: Line = None,
        path: Line = None,
        q: Line = None,
        replaced: FromQuery[bool | None] = None,
        doubtful: FromQuery[bool | None] = None,
        first: First = 0,
        most: Most = MAX_CLAUSES,
    ) -> Response[Any]:
        """The clauses of a norm, a game, a duty, a kind; under a path; with some words; replaced or not."""
        task = Clauses(norm, game, duty, kind, path, q, replaced, doubtful, first, most)
        return await clerk.answer(task, spoken)

    @get("/clauses/{clause:str}", responses=ANSWERED)
    async def clause(self, clerk: Asked, spoken: SpokenAs, clause: Named) -> Response[Any]:
        """A clause: where it stands, what it says, how we read it, what replaced it; or a span of them."""
        return await clerk.answer(Cited(clause), spoken)

    @get("/clauses/{clause:str}/beside", responses=ANSWERED)
    async def beside(self, clerk: Asked, spoken: SpokenAs, clause: Named, norm: Norm = None) -> Response[Any]:
        """A clause, and those that keep the same place in other norms, or in one."""
        return await clerk.answer(Beside(clause, norm), spoken)

    @get("/readings", responses=ANSWERED)
    async def readings(
        self, clerk: Asked, spoken: SpokenAs, norm: Norm = None, game: Line = None
    ) -> Response[Any]:
        """The doubtful clauses of a norm or a game: what they leave open, and what we apply."""
        return await clerk.answer(Clauses(norm=norm, game=game, read=True), spoken)

    @get("/replaced", responses=ANSWERED)
    async def replaced(self, clerk: Asked, spoken: SpokenAs, norm: Norm = None) -> Response[Any]:
        """The clauses that a later norm has replaced, and by what."""
        return await clerk.answer(Clauses(norm=norm, replaced=True), spoken)

    @get("/glossary", responses=ANSWERED)
    async def glossary(self, clerk: Asked, spoken: SpokenAs) -> Response[Any]:
        """The trade's words in three languages."""
        return await clerk.answer(Glossary(), spoken)

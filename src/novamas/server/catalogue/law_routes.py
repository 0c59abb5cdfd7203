"""The law over HTTP: norms, clauses, readings and the glossary."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Response, get
from litestar.params import FromQuery, QueryParameter

from novamas.law.clauses import Duty
from novamas.server.catalogue.dispatcher import Injected
from novamas.server.catalogue.law_tasks import Beside, Cited, Clauses, Glossary, Norms, OneNorm
from novamas.server.catalogue.requests import ANSWERED, Line, Named, Norm, SpokenAs

MAX_CLAUSES = 5000

First: TypeAlias = Annotated[int, QueryParameter(name="first", ge=0, le=10**6)]
Most: TypeAlias = Annotated[int, QueryParameter(name="most", ge=1, le=MAX_CLAUSES)]


class LawRoutes(Controller):
    """Routes for norms and clauses of the law."""

    path = "/"
    tags = ("law",)

    @get("/norms", responses=ANSWERED, opt={"task": Norms})
    async def norms(self, dispatcher: Injected, spoken: SpokenAs) -> Response[Any]:
        """Return all norms with their regions, dates, amendments and games."""
        return await dispatcher.answer(Norms(), spoken)

    @get("/norms/{norm:str}", responses=ANSWERED, opt={"task": OneNorm})
    async def norm(self, dispatcher: Injected, spoken: SpokenAs, norm: Named) -> Response[Any]:
        """Return one norm."""
        return await dispatcher.answer(OneNorm(norm), spoken)

    @get("/clauses", responses=ANSWERED, opt={"task": Clauses})
    async def clauses(
        self,
        dispatcher: Injected,
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
        """Return the clauses that match the filters: norm, game, duty, kind, path, words, state."""
        task = Clauses(norm, game, duty, kind, path, q, replaced, doubtful, first, most)
        return await dispatcher.answer(task, spoken)

    @get("/clauses/{clause:str}", responses=ANSWERED, opt={"task": Cited})
    async def clause(self, dispatcher: Injected, spoken: SpokenAs, clause: Named) -> Response[Any]:
        """Return a clause or a span of clauses: place, text, applied reading and replacement."""
        return await dispatcher.answer(Cited(clause), spoken)

    @get("/clauses/{clause:str}/beside", responses=ANSWERED, opt={"task": Beside})
    async def beside(
        self, dispatcher: Injected, spoken: SpokenAs, clause: Named, norm: Norm = None
    ) -> Response[Any]:
        """Return a clause with its parallel clauses in all other norms, or in one of them."""
        return await dispatcher.answer(Beside(clause, norm), spoken)

    @get("/readings", responses=ANSWERED, opt={"task": Clauses})
    async def readings(
        self, dispatcher: Injected, spoken: SpokenAs, norm: Norm = None, game: Line = None
    ) -> Response[Any]:
        """Return the doubtful clauses of a norm or a game, each with its open question and our reading."""
        return await dispatcher.answer(Clauses(norm=norm, game=game, read=True), spoken)

    @get("/replaced", responses=ANSWERED, opt={"task": Clauses})
    async def replaced(self, dispatcher: Injected, spoken: SpokenAs, norm: Norm = None) -> Response[Any]:
        """Return the clauses that a later norm has replaced, each with its replacement."""
        return await dispatcher.answer(Clauses(norm=norm, replaced=True), spoken)

    @get("/glossary", responses=ANSWERED, opt={"task": Glossary})
    async def glossary(self, dispatcher: Injected, spoken: SpokenAs) -> Response[Any]:
        """Return the professional terms of the glossary in three languages."""
        return await dispatcher.answer(Glossary(), spoken)

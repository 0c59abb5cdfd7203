"""The games over HTTP: the catalogue, frames, set-ups, layouts, words, schemas."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from novamas.law.texts import Language
from novamas.server.catalogue.dispatcher import Asked
from novamas.server.catalogue.game_tasks import (
    About,
    Catalogue,
    GameFrame,
    Games,
    Schema,
    SetUp,
    TableLayout,
)
from novamas.server.catalogue.requests import ANSWERED, COUNTED, LawMeant, Named, SpokenAs, TableMeant
from novamas.server.catalogue.round_tasks import RoundPlayed


class GameRoutes(Controller):
    """What the catalogue has."""

    path = "/"
    tags = ("games",)

    @get("/", responses=ANSWERED)
    async def about(self, clerk: Asked, spoken: SpokenAs) -> Response[Any]:
        """What answers here: version, edition of law and program, languages, norms."""
        return await clerk.answer(About(), spoken)

    @get("/games", responses=ANSWERED)
    async def games(self, clerk: Asked, spoken: SpokenAs, law: LawMeant) -> Response[Any]:
        """The games of a norm, or of a region on a day; or every game that some norm has."""
        return await clerk.answer(Games(law), spoken)

    @get("/games/{game:str}", responses=ANSWERED)
    async def game(self, clerk: Asked, spoken: SpokenAs, law: LawMeant, game: Named) -> Response[Any]:
        """The lawful frame of a game: its norms, the house's choices, what is borrowed, our readings."""
        return await clerk.answer(GameFrame(game, law), spoken)

    @get("/setups/{game:str}", responses=ANSWERED)
    async def setup(self, clerk: Asked, spoken: SpokenAs, law: LawMeant, game: Named) -> Response[Any]:
        """What a house chooses in a game: bounds, clauses, needs, and an example; also as TOML to fill in."""
        return await clerk.answer(SetUp(game, law), spoken)

    @get("/layouts/{game:str}", responses=ANSWERED)
    async def layout(self, clerk: Asked, spoken: SpokenAs, table: TableMeant) -> Response[Any]:
        """What a page needs once to draw a table: its layout, limits, and the words of all that happens."""
        return await clerk.answer(TableLayout(table), spoken)

    @get("/rounds/{game:str}", responses=COUNTED)
    async def round(
        self,
        clerk: Asked,
        spoken: SpokenAs,
        table: TableMeant,
        seed: Annotated[int, QueryParameter(ge=0, le=10**12)] = 1,
    ) -> Response[Any]:
        """A round that players of the program play, step by step, with why each bet was paid."""
        return await clerk.answer(RoundPlayed(table, seed), spoken)

    @get("/words/{language:str}", responses=ANSWERED)
    async def words(self, clerk: Asked, spoken: SpokenAs, language: FromPath[Language]) -> Response[Any]:
        """The message catalogue of a language."""
        return await clerk.answer(Catalogue(language), spoken)

    @get("/words/{language:str}/{game:str}", responses=ANSWERED)
    async def game_words(
        self, clerk: Asked, spoken: SpokenAs, language: FromPath[Language], game: Named
    ) -> Response[Any]:
        """What a game says otherwise than others or alone."""
        return await clerk.answer(Catalogue(language, game), spoken)

    @get("/schemas/{of:str}", responses=ANSWERED)
    async def schema(self, clerk: Asked, spoken: SpokenAs, of: Named) -> Response[Any]:
        """The JSON Schema of a game's tables; of what is common to all; of a floor; of the school's files."""
        return await clerk.answer(Schema(of), spoken)

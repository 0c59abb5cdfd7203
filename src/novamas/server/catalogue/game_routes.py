"""Games over HTTP: the catalogue, frames, set-ups, layouts, texts and schemas."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from novamas.law.texts import Language
from novamas.server.catalogue.dispatcher import Injected
from novamas.server.catalogue.game_tasks import (
    About,
    Catalogue,
    GameFrame,
    Games,
    HandsNamed,
    Schema,
    SetUp,
    TableLayout,
)
from novamas.server.catalogue.requests import ANSWERED, COUNTED, LawMeant, Named, SpokenAs, TableMeant
from novamas.server.catalogue.round_tasks import RoundPlayed

MAX_HANDS = 24
LONGEST_HAND = 80  # characters


class GameRoutes(Controller):
    """Routes for games, their set-ups and their texts."""

    path = "/"
    tags = ("games",)

    @get("/", responses=ANSWERED, opt={"task": About})
    async def about(self, dispatcher: Injected, spoken: SpokenAs) -> Response[Any]:
        """Return the server's version, its edition of law and program, its languages and its norms."""
        return await dispatcher.answer(About(), spoken)

    @get("/games", responses=ANSWERED, opt={"task": Games})
    async def games(self, dispatcher: Injected, spoken: SpokenAs, law: LawMeant) -> Response[Any]:
        """Return the games of one norm, of a region on one day, or of all norms."""
        return await dispatcher.answer(Games(law), spoken)

    @get("/games/{game:str}", responses=ANSWERED, opt={"task": GameFrame})
    async def game(self, dispatcher: Injected, spoken: SpokenAs, law: LawMeant, game: Named) -> Response[Any]:
        """Return the legal frame of a game: norms, choices of the house, borrowed clauses, readings."""
        return await dispatcher.answer(GameFrame(game, law), spoken)

    @get("/setups/{game:str}", responses=ANSWERED, opt={"task": SetUp})
    async def setup(
        self, dispatcher: Injected, spoken: SpokenAs, law: LawMeant, game: Named
    ) -> Response[Any]:
        """Return the choices that a game leaves to the house, as JSON or as a TOML form.

        Each choice has its bounds, its clause and an example.
        """
        return await dispatcher.answer(SetUp(game, law), spoken)

    @get("/layouts/{game:str}", responses=ANSWERED, opt={"task": TableLayout})
    async def layout(self, dispatcher: Injected, spoken: SpokenAs, table: TableMeant) -> Response[Any]:
        """Return the data to draw a table: layout, limits, and the names of bets, acts and phases."""
        return await dispatcher.answer(TableLayout(table), spoken)

    @get("/hand-names/{game:str}", responses=ANSWERED, opt={"task": HandsNamed})
    async def hand_names(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        table: TableMeant,
        hand: Annotated[
            list[Annotated[str, QueryParameter(max_length=LONGEST_HAND)]], QueryParameter(max_items=MAX_HANDS)
        ],
        board: Annotated[str, QueryParameter(max_length=LONGEST_HAND)] = "",
    ) -> Response[Any]:
        """Return the name of each hand at a table, and the cards that make it."""
        return await dispatcher.answer(HandsNamed(table, tuple(hand), board), spoken)

    @get("/rounds/{game:str}", responses=COUNTED, opt={"task": RoundPlayed})
    async def round(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        table: TableMeant,
        seed: Annotated[int, QueryParameter(ge=0, le=10**12)] = 1,
    ) -> Response[Any]:
        """Return a round that bots play, step by step, with the reason for each payment."""
        return await dispatcher.answer(RoundPlayed(table, seed), spoken)

    @get("/words/{language:str}", responses=ANSWERED, opt={"task": Catalogue})
    async def words(
        self, dispatcher: Injected, spoken: SpokenAs, language: FromPath[Language]
    ) -> Response[Any]:
        """Return all texts of a language."""
        return await dispatcher.answer(Catalogue(language), spoken)

    @get("/words/{language:str}/{game:str}", responses=ANSWERED, opt={"task": Catalogue})
    async def game_words(
        self, dispatcher: Injected, spoken: SpokenAs, language: FromPath[Language], game: Named
    ) -> Response[Any]:
        """Return the texts that only this game has, or that differ from the common texts."""
        return await dispatcher.answer(Catalogue(language, game), spoken)

    @get("/schemas/{of:str}", responses=ANSWERED, opt={"task": Schema})
    async def schema(self, dispatcher: Injected, spoken: SpokenAs, of: Named) -> Response[Any]:
        """Return a JSON Schema for a game's tables, their common part, a floor or the school's files."""
        return await dispatcher.answer(Schema(of), spoken)

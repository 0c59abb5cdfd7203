"""Computed results over HTTP: odds, best play, PAR sheets, placards, comparisons and hands."""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from litestar import Controller, Response, get, post
from litestar.params import FromQuery, JSONBody, QueryParameter
from msgspec import Meta

from novamas.protocol.requests import Line as Name
from novamas.protocol.requests import RequestBody as Body
from novamas.server.catalogue.dispatcher import Injected
from novamas.server.catalogue.odds_tasks import (
    MAX_SAMPLES,
    BankrollBand,
    Decision,
    Differences,
    Equity,
    ForecastExpected,
    HandRanked,
    Odds,
    Par,
    Strategy,
    TablePlacard,
)
from novamas.server.catalogue.requests import (
    COUNTED,
    LONGEST,
    MAX_CHOICES,
    SENT,
    Cards,
    Line,
    Named,
    Norm,
    Region,
    SpokenAs,
    TableMeant,
)
from novamas.server.catalogue.table_query import Law, TableQuery

MAX_HANDS = 12
MAX_ROUNDS = 1000
MAX_BETS = 100
Staked: TypeAlias = Annotated[int, Meta(ge=0, le=10**9)]  # céntimos
Bets: TypeAlias = Annotated[dict[Name, Staked], Meta(max_length=MAX_BETS)]  # of one round
Many: TypeAlias = Annotated[int, QueryParameter(ge=1, le=1000)]
Typed: TypeAlias = Annotated[str, QueryParameter(max_length=LONGEST)]
Deck: TypeAlias = Annotated[int | None, QueryParameter(ge=1, le=1000)]
Side: TypeAlias = Annotated[
    list[Annotated[str, QueryParameter(max_length=LONGEST)]] | None, QueryParameter(max_items=MAX_CHOICES)
]


class BandRequest(Body, frozen=True, kw_only=True):
    """A table, and the bets of each round of a session in céntimos."""

    game: Name
    norm: Name | None = None
    choices: Annotated[tuple[Name, ...], Meta(max_length=MAX_CHOICES)] = ()
    rounds: Annotated[tuple[Bets, ...], Meta(max_length=MAX_ROUNDS)]

    @property
    def table(self) -> TableQuery:
        """The table of the session."""
        return TableQuery(self.game, Law(self.norm), self.choices)


class OddsRoutes(Controller):
    """Routes for computations about a table or about cards."""

    path = "/"
    tags = ("odds",)

    @get("/odds/{game:str}", responses=COUNTED, opt={"task": Odds})
    async def odds(
        self, dispatcher: Injected, spoken: SpokenAs, table: TableMeant, bet: Line = None
    ) -> Response[Any]:
        """Return the odds of a table's bets, or of one bet: edge, probability, spread and best play."""
        return await dispatcher.answer(Odds(table, bet), spoken)

    @post("/bands", responses=SENT, opt={"task": BankrollBand, "anew": True}, status_code=200)
    async def bands(
        self, dispatcher: Injected, spoken: SpokenAs, data: JSONBody[BandRequest]
    ) -> Response[Any]:
        """Return the band of a bankroll after each round of a session, for the bets that were made."""
        return await dispatcher.answer(BankrollBand(data.table, data.rounds), spoken)

    @get("/strategy/{game:str}", responses=COUNTED, opt={"task": Strategy})
    async def strategy(self, dispatcher: Injected, spoken: SpokenAs, table: TableMeant) -> Response[Any]:
        """Return the best play for a table's bets, with the value of each act, as data and as text."""
        return await dispatcher.answer(Strategy(table), spoken)

    @get("/decisions/{game:str}", responses=COUNTED, opt={"task": Decision})
    async def decision(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        table: TableMeant,
        hand: Cards,
        bank: Annotated[str | None, QueryParameter(max_length=LONGEST)] = None,
    ) -> Response[Any]:
        """Return the best play with one hand against a card of the bank, or the best setting in pai gow."""
        return await dispatcher.answer(Decision(table, hand, bank), spoken)

    @get("/par/{game:str}", responses=COUNTED, opt={"task": Par})
    async def par(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        table: TableMeant,
        effects: FromQuery[bool] = True,
        tables: Many = 1,
        seats: Many = 5,
        pace: Many = 40,
        stake: Annotated[str, QueryParameter(max_length=LONGEST)] = "10 €",
    ) -> Response[Any]:
        """Return a table's PAR sheet as JSON, HTML, PDF or CSV. The effects of choices are optional."""
        return await dispatcher.answer(Par(table, effects, tables, seats, pace, stake), spoken)

    @get("/placards/{game:str}", responses=COUNTED, opt={"task": TablePlacard})
    async def placard(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        table: TableMeant,
        paper: FromQuery[Literal["a4", "a3"]] = "a4",
    ) -> Response[Any]:
        """Return a table's placard as JSON, text, HTML or PDF."""
        return await dispatcher.answer(TablePlacard(table, paper), spoken)

    @get("/diff/{game:str}", responses=COUNTED, opt={"task": Differences})
    async def diff(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        game: Named,
        between: Line = None,
        norm: Norm = None,
        region: Region = None,
        one: Side = None,
        other: Side = None,
    ) -> Response[Any]:
        """Compare two norms (`between=IB05,AR10`), two days of a region, or two set-ups of a game."""
        task = Differences(game, between, norm, region, tuple(one or ()), tuple(other or ()))
        return await dispatcher.answer(task, spoken)

    @get("/lototrot", responses=COUNTED, opt={"task": ForecastExpected})
    async def lototrot(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        forecast: Cards,
        runners: Annotated[int, QueryParameter(ge=1, le=1000)] = 8,
        columns: Annotated[int | None, QueryParameter(ge=0, le=10**9)] = None,
        carried: Typed = "0",
        reserve: Typed = "0",
        price: Typed = "1",
        share: Typed = "3/5",
    ) -> Response[Any]:
        """Return a Lototrot forecast's probability to win, and its expected prize if the pool is given."""
        task = ForecastExpected(forecast, runners, columns, carried, reserve, price, share)
        return await dispatcher.answer(task, spoken)

    @get("/hands", responses=COUNTED, opt={"task": HandRanked})
    async def hand(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        cards: Cards,
        board: Cards = "",
        game: Line = None,
        norm: Norm = None,
        deck: Deck = None,
    ) -> Response[Any]:
        """Return the rank of a hand: its name, clause, position among all hands and probability."""
        return await dispatcher.answer(HandRanked(cards, board, game, norm, deck), spoken)

    @get("/equities", responses=COUNTED, opt={"task": Equity})
    async def equity(
        self,
        dispatcher: Injected,
        spoken: SpokenAs,
        hand: Annotated[
            list[Annotated[str, QueryParameter(max_length=LONGEST)]], QueryParameter(max_items=MAX_HANDS)
        ],
        board: Cards = "",
        dead: Cards = "",
        game: Annotated[str, QueryParameter(max_length=LONGEST)] = "holdem",
        norm: Norm = None,
        deck: Deck = None,
        samples: Annotated[int | None, QueryParameter(ge=2, le=MAX_SAMPLES)] = None,
        seed: Annotated[int, QueryParameter(ge=0, le=10**12)] = 0,
    ) -> Response[Any]:
        """Return each hand's share of the pot over all cards that may come. `?` is an unknown hand."""
        task = Equity(tuple(hand), board, dead, game, norm, deck, samples, seed)
        return await dispatcher.answer(task, spoken)

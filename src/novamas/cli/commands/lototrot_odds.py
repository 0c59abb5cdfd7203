"""`novamas lototrot odds` and `season`: the expected value of a forecast, and simulated seasons."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

from novamas.cli.options import Json
from novamas.cli.pools_common import To, answer, text_of
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.pools.lototrot.field_file import Fields
    from novamas.pools.lototrot.setup import Rules

GAME = "lototrot"
FIRST_DAY = date(2026, 1, 2)  # a Friday; any day would do
MAX_DAYS = 5000

Runners: TypeAlias = Annotated[int, typer.Option(metavar="metavars.number", help="options.pool_runners")]
FieldFile: TypeAlias = Annotated[
    Path | None, typer.Option("--field", metavar="metavars.file", help="options.pool_field")
]
Price: TypeAlias = Annotated[str, typer.Option(metavar="metavars.euros", help="options.pool_price")]
Share: TypeAlias = Annotated[
    str, typer.Option("--prize-share", metavar="metavars.share", help="options.pool_share")
]
Carried: TypeAlias = Annotated[str, typer.Option(metavar="metavars.euros", help="options.pool_carried")]
Reserve: TypeAlias = Annotated[str, typer.Option(metavar="metavars.euros", help="options.pool_reserve")]


def show_odds(
    context: typer.Context,
    forecast: Annotated[str, typer.Argument(metavar="metavars.forecast", help="options.pool_forecast")],
    runners: Runners = 8,
    field: FieldFile = None,
    columns: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.pool_columns", min=0)
    ] = None,
    carried: Carried = "0",
    reserve: Reserve = "0",
    price: Price = "1",
    share: Share = "3/5",
    to: To = None,
    json: Json = False,
) -> None:
    """Show the chance of a forecast to win and, given the pool, the expected value of a column."""
    from novamas.pools.lototrot.expected_prize import expected_of, funds_typed, rules_typed
    from novamas.pools.lototrot.tickets import read_forecast
    from novamas.words.pools_odds import chances_document

    voice: Voice = context.obj.at(GAME)
    rules = rules_typed(price, share)
    fields = _fields(runners, field, rules)
    read = read_forecast(forecast, rules)
    found = expected_of(read, fields, rules, columns, funds_typed(carried, reserve))
    answer(found, lambda: chances_document(read, found.chances, found.expectation, voice), to, json=json)


def show_season(
    context: typer.Context,
    days: Annotated[
        int, typer.Option(metavar="metavars.number", help="options.pool_days", min=1, max=MAX_DAYS)
    ] = 52,
    columns: Annotated[
        int, typer.Option(metavar="metavars.number", help="options.pool_season_columns", min=0)
    ] = 10_000,
    seed: Annotated[int, typer.Option(metavar="metavars.number", help="options.pool_seed", min=0)] = 1,
    runners: Runners = 8,
    field: FieldFile = None,
    carried: Carried = "0",
    reserve: Reserve = "0",
    price: Price = "1",
    share: Share = "3/5",
    to: To = None,
    json: Json = False,
) -> None:
    """Simulate a season from a seed, settle it by the rules of the law, and show it."""
    from novamas.pools.lototrot.expected_prize import funds_typed, rules_typed
    from novamas.pools.lototrot.seasons import Season, simulate
    from novamas.words.pools_odds import season_document

    voice: Voice = context.obj.at(GAME)
    rules = rules_typed(price, share)
    wins, marked = _fields(runners, field, rules)
    season = Season(FIRST_DAY, days, columns, wins, marked, funds=funds_typed(carried, reserve))
    found = tuple(simulate(season, rules, seed))
    answer(found, lambda: season_document(found, seed, voice), to, json=json)


def _fields(runners: int, file: Path | None, rules: Rules) -> Fields:
    """Return the probabilities that horses win and are marked: from a file, or equal for all horses."""
    from novamas.pools.lototrot.field_file import equal_field, read_field

    return equal_field(runners, rules.law) if file is None else read_field(text_of(file), rules.law)

"""The odds of a forecast, computed from the price, share and funds that a user types."""

from __future__ import annotations

import msgspec

from novamas.errors import NovamasError
from novamas.law.choices import read_choice
from novamas.law.default import ours
from novamas.money import cents_of
from novamas.pools.lototrot.field_file import Fields
from novamas.pools.lototrot.odds import Chances, Expectation, Pool, chances_of, expected_prize
from novamas.pools.lototrot.settlement import Funds
from novamas.pools.lototrot.setup import NORM, Rules, rules_of
from novamas.pools.lototrot.tickets import Forecast

GAME = "lototrot"


class Expected(msgspec.Struct, frozen=True):
    """A forecast and its chances. It includes the expected prize of its column if the pool is known."""

    forecast: str
    chances: Chances
    expectation: Expectation | None


def expected_of(
    forecast: Forecast, fields: Fields, rules: Rules, columns: int | None, funds: Funds
) -> Expected:
    """Return the chances of a forecast. Include its expected prize if `columns` is given.

    `columns` is the number of other columns in the pool. Only a forecast of one column has an expected prize.
    """
    check_forecast(forecast, fields, rules)
    expectation = None
    if columns is not None:
        if forecast.columns != 1:
            raise NovamasError("expectation_of_one_column", columns=forecast.columns)
        expectation = expected_prize(forecast, fields.wins, Pool(columns, fields.marked, funds), rules)
    return Expected(str(forecast), chances_of(forecast, fields.wins, rules.law), expectation)


def check_forecast(forecast: Forecast, fields: Fields, rules: Rules) -> None:
    """Raise if a forecast has a wrong number of races, or marks a horse that is not in the field."""
    held, races = rules.law.races, len(forecast.marks)
    if races != held.count:
        raise NovamasError("forecast_of_other_races", clause=held.counted, races=races, wanted=held.count)
    for order, (marked, race) in enumerate(zip(forecast.marks, fields.wins, strict=True), 1):
        for number in marked:
            if number not in race:
                last = max(race)
                raise NovamasError(
                    "no_such_horse", clause=held.numbered, race=order, number=number, last=last
                )


def rules_typed(price: str, share: str) -> Rules:
    """Return the rules with a typed price and share. Raise if the law does not allow these values."""
    options = ours().frame(NORM, GAME).options
    given = {"price": price if "€" in price else f"{price} €", "prize_share": share}
    return rules_of({name: read_choice(options[name], value) for name, value in given.items()})


def funds_typed(carried: str, reserve: str) -> Funds:
    """Return the funds from the typed amounts of the 7/7 fund and the reserve."""
    return Funds(cents_of(carried), cents_of(reserve))

"""What a forecast can expect, as people ask for it: price, share and sums as they type them."""

from __future__ import annotations

import msgspec

from novamas.errors import NovamasError
from novamas.law import catalogue
from novamas.law.choices import read_choice
from novamas.money import cents_of
from novamas.pools.lototrot.field_file import Fields
from novamas.pools.lototrot.odds import Chances, Expectation, Pool, chances_of, expected_prize
from novamas.pools.lototrot.settlement import Funds
from novamas.pools.lototrot.setup import NORM, Rules, rules_of
from novamas.pools.lototrot.tickets import Forecast

GAME = "lototrot"


class Expected(msgspec.Struct, frozen=True):
    """A forecast, how likely it is to win and, where the pool is known, what its column can expect."""

    forecast: str
    chances: Chances
    expectation: Expectation | None


def expected_of(
    forecast: Forecast, fields: Fields, rules: Rules, columns: int | None, funds: Funds
) -> Expected:
    """What a forecast can expect in this field; `columns` is how many others there are in the pool."""
    check_forecast(forecast, fields, rules)
    expectation = None
    if columns is not None:
        if forecast.columns != 1:
            raise NovamasError("expectation_of_one_column", columns=forecast.columns)
        expectation = expected_prize(forecast, fields.wins, Pool(columns, fields.marked, funds), rules)
    return Expected(str(forecast), chances_of(forecast, fields.wins, rules.law), expectation)


def check_forecast(forecast: Forecast, fields: Fields, rules: Rules) -> None:
    """Refuse a forecast of other races than the field has, or of a horse that is not in it."""
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
    """The rules that are asked for, if an organiser might choose them."""
    options = catalogue.under(NORM)[GAME].options
    given = {"price": price if "€" in price else f"{price} €", "prize_share": share}
    return rules_of({name: read_choice(options[name], value) for name, value in given.items()})


def funds_typed(carried: str, reserve: str) -> Funds:
    """What was carried to the day, and what lies in reserve."""
    return Funds(cents_of(carried), cents_of(reserve))

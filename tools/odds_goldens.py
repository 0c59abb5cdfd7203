"""The computed odds of every game under every norm: `docs/odds/GAME-NORM.json`.

The computation takes minutes. Pages are generated from the stored odds, so a page with changed words is ready
at once. Each file has the output of `novamas odds --json`, without facts that the law's data contain anyway
and without whole tables of best play. It adds the effects of other choices of the house on the edges.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from novamas.games import game
from novamas.law import Frame, catalogue
from novamas.law.options import read_fraction
from novamas.odds.effects import effects, listed_choices
from novamas.odds.payload import report
from novamas.odds.report import BetOdds, table_odds
from novamas.table.game import Table, open_table

FOLDER = Path(__file__).parent.parent / "docs" / "odds"
WHOLE_TABLE = "table"  # the advice that `novamas odds --table` writes: thousands of lines
DIGITS = 10  # of a number that is not exact: the last ones are the machine's


class KeptBet(Struct, frozen=True):
    """The figures that the page of a game shows for a bet."""

    edge: Fraction
    per: str
    exact: bool
    within: float | None
    sd: float
    hit: Fraction
    also: Mapping[str, Fraction]


class KeptOdds(Struct, frozen=True):
    """The stored odds of a game under a norm."""

    bets: Mapping[str, KeptBet]
    strategy: tuple[Mapping[str, Any], ...]
    effects: Mapping[str, Mapping[str, str | None]]  # by `choice=value`: the edges that it changes


def path_of(slug: str, norm: str) -> Path:
    """Return the path of the file with the odds of a game under a norm."""
    return FOLDER / f"{slug}-{norm}.json"


def kept(slug: str, norm: str) -> KeptOdds:
    """Return the stored odds of a game under a norm."""
    return msgspec.json.decode(path_of(slug, norm).read_bytes(), type=KeptOdds, dec_hook=read_fraction)


def example_table(slug: str, norm: str, **choices: object) -> Table:
    """Return a table with the example of each choice, or with the default if there is no example."""
    frame = catalogue.under(norm)[slug]
    return open_table(game(slug), frame, {**_examples(frame), **choices})


def _examples(frame: Frame) -> dict[str, object]:
    """Return the examples of all choices. They include bets that no house has by default."""
    return {name: option.example for name, option in frame.options.items() if option.example is not None}


def counted(slug: str, norm: str) -> str:
    """Compute the odds now, and return them in the format of the stored file."""
    table = example_table(slug, norm)
    odds = table_odds(table)
    told = report(table, odds)
    found = {
        "game": slug,
        "norm": norm,
        "choices": _examples(table.frame),
        "bets": told["bets"],
        "strategy": [advice for advice in told["strategy"] if WHOLE_TABLE not in advice],
        "effects": dict(_effects(table, odds)),
    }
    plain = _rounded(msgspec.to_builtins(found, enc_hook=str))
    return msgspec.json.format(msgspec.json.encode(plain), indent=1).decode() + "\n"


def _rounded(value: Any) -> Any:
    """Return the same odds, with fewer digits in numbers that are not exact."""
    match value:
        case float():
            return float(f"{value:.{DIGITS}g}")
        case dict():
            return {name: _rounded(each) for name, each in value.items()}
        case list():
            return [_rounded(each) for each in value]
        case _:
            return value


def _effects(table: Table, odds: Mapping[str, BetOdds]) -> Iterator[tuple[str, dict[str, str | None]]]:
    """Yield the effect of each listed choice on the edges, or None for a bet that the choice removes."""
    for effect in effects(table, odds, listed_choices(table)):
        edges = {bet: None if edge is None else str(edge) for bet, edge in effect.edges.items()}
        yield f"{effect.choice}={effect.value}", edges

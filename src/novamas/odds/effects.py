"""The effects that the house's choices have on the edges of bets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from novamas.law import FaultySetup
from novamas.law.options import Option
from novamas.law.setups import set_up
from novamas.odds.report import BetOdds, table_odds
from novamas.table.game import Table, open_table


class Effect(Struct, frozen=True):
    """Another value of a choice, and each edge that it changes. None means that the bet is not offered."""

    choice: str
    value: object
    edges: Mapping[str, Fraction | None]


def effects(
    table: Table,
    odds: Mapping[str, BetOdds],
    others: Iterable[tuple[str, object]],
    count: Callable[[Table], Mapping[str, BetOdds]] = table_odds,
) -> Iterator[Effect]:
    """Yield how other values of these choices would change the edges.

    A choice is skipped if it is unlawful unless another one is changed too.
    """
    stated = _stated(table)
    for name, value in others:
        try:
            found = count(open_table(table.game, table.frame, {**stated, name: value}))
        except FaultySetup:
            continue
        changed = [bet for bet in odds if bet not in found or _edges(found[bet]) != _edges(odds[bet])]
        yield Effect(name, value, {bet: found[bet].edge if bet in found else None for bet in changed})


def _stated(table: Table) -> dict[str, object]:
    """Return the choices that the house itself made. The others are defaults and may depend on them."""
    frame = table.frame
    usual = set_up(frame, frame.examples).chosen
    return {name: value for name, value in table.chosen.items() if value != usual.get(name)} | {
        name: table.chosen[name] for name in frame.examples
    }


def listed_choices(table: Table) -> Iterator[tuple[str, object]]:
    """Yield every value except the default that the house may choose from a list."""
    for name, option in table.frame.options.items():
        for value in option.one_of if option.unit != "names" else ():
            if value != option.default:
                yield name, value


def other_choices(table: Table) -> Iterator[tuple[str, object]]:
    """Yield the alternatives to a choice: other values of a list or flag, and both ends of a rate."""
    for name, option in table.frame.options.items():
        for value in _values(option):
            if value != table.chosen[name]:
                yield name, value


def _values(option: Option) -> tuple[object, ...]:
    match option.unit:
        case "names":
            return ()
        case "flag":
            return True, False
        case "fraction":
            return tuple(end for end in (option.least, option.most) if end is not None)
        case _:
            return option.one_of


def _edges(bet: BetOdds) -> tuple[object, ...]:
    return bet.edge, bet.also

"""What each choice of the house does to the edges."""

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
    """A value that the house may choose instead, and the edges that it changes; nothing: the bet is gone."""

    choice: str
    value: object
    edges: Mapping[str, Fraction | None]


def effects(
    table: Table,
    odds: Mapping[str, BetOdds],
    others: Iterable[tuple[str, object]],
    count: Callable[[Table], Mapping[str, BetOdds]] = table_odds,
) -> Iterator[Effect]:
    """What each of these choices does to the edges; one that needs another with it is passed over."""
    stated = _stated(table)
    for name, value in others:
        try:
            found = count(open_table(table.game, table.frame, {**stated, name: value}))
        except FaultySetup:
            continue
        changed = [bet for bet in odds if bet not in found or _edges(found[bet]) != _edges(odds[bet])]
        yield Effect(name, value, {bet: found[bet].edge if bet in found else None for bet in changed})


def _stated(table: Table) -> dict[str, object]:
    """What the house chose of itself; the rest follows from that, and from what is put in its place."""
    frame = table.frame
    usual = set_up(frame, frame.examples).chosen
    return {name: value for name, value in table.chosen.items() if value != usual.get(name)} | {
        name: table.chosen[name] for name in frame.examples
    }


def listed_choices(table: Table) -> Iterator[tuple[str, object]]:
    """Every value that the house may choose from a list in place of the usual one."""
    for name, option in table.frame.options.items():
        for value in option.one_of if option.unit != "names" else ():
            if value != option.default:
                yield name, value


def other_choices(table: Table) -> Iterator[tuple[str, object]]:
    """Every other value of a list, the other side of a flag, and the two ends of a rate."""
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

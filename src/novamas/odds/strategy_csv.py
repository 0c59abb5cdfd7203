"""The whole table of best play of a game, line by line, as programs that calculate read it."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TextIO

from novamas.errors import NovamasError
from novamas.odds.report import BetOdds, method_of, strategy
from novamas.table.game import Table

Line = Mapping[str, object]  # by column: the situation, its hands, what is best, what each act is worth
NO_DECISIONS = {"chart", "cost", "break_even", "edges"}  # what else is told of how to play


def write_lines(table: Table, odds: Mapping[str, BetOdds], file: TextIO) -> None:
    """All that best play says at a table, as CSV: of a method that goes through it, or of the odds."""
    lines: Iterable[Line]
    columns: Iterable[str]
    long_table = method_of(table, "table")  # too long to be told with the odds
    if long_table is not None:
        lines, columns = long_table.whole_lines(table), long_table.COLUMNS
    else:
        lines = list(lines_of(odds))
        columns = dict.fromkeys(column for line in lines for column in line)
        if not lines:
            raise NovamasError("no_such_table", told_as="nothing_to_decide", game=table.game.slug)
    writer = csv.DictWriter(file, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)


def lines_of(odds: Mapping[str, BetOdds]) -> Iterator[Line]:
    """What the odds themselves say of each decision."""
    for told in strategy(odds):
        if "chart" in told:
            for row in told["chart"]:
                yield {"bet": told["bet"], "hand": " ".join(map(str, row["hand"].values())), **row["against"]}
        for row in told.get("table", [] if told.keys() & NO_DECISIONS else [told]):
            yield _line(told["bet"], row)


def _line(bet: str, row: Mapping[str, Any]) -> Line:
    divided = row.get("by_suits", {})
    return {
        "bet": bet,
        **{name if name != "bet" else "decision": value for name, value in row.get("when", {}).items()},
        **({"hands": row["hands"]} if "hands" in row else {}),
        "best": row["best"],
        **({"by_suits": ", ".join(f"{act} {many}" for act, many in divided.items())} if divided else {}),
        **{f"worth_of_{verb}": "; ".join(worths) for verb, worths in _by_verb(row.get("worth", {})).items()},
    }


def _by_verb(worth: Mapping[str, str]) -> Mapping[str, list[str]]:
    """What each act is worth, and where one may be done in several ways, each way with its worth."""
    acts = [act.split()[1:] for act in worth]
    verbs = [verb for verb, *_ in acts]
    found: dict[str, list[str]] = {}
    for (verb, *how), value in zip(acts, worth.values(), strict=True):
        found.setdefault(verb, []).append(" ".join([*how, value]) if verbs.count(verb) > 1 else value)
    return found

"""Export of the complete strategy of a game as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TextIO

from novamas.errors import NovamasError
from novamas.odds.report import BetOdds, method_of, strategy
from novamas.table.game import Table

Line = Mapping[str, object]  # by column: the situation, its hands, the best act, the worth of each act
STRATEGY_TABLE = "strategy_table"  # the module of a strategy too long to be part of the odds
NO_DECISIONS = {"chart", "cost", "break_even", "edges"}  # advice that is not a decision


def write_lines(table: Table, odds: Mapping[str, BetOdds], file: TextIO) -> None:
    """Write the complete strategy of a table as CSV.

    The game's own strategy table is used if there is one, because it is too long to be in the odds.
    """
    lines: Iterable[Line]
    columns: Iterable[str]
    long_table = method_of(table, STRATEGY_TABLE)
    if long_table is not None:
        lines, columns = long_table.whole_lines(table), long_table.COLUMNS
    else:
        lines = list(lines_of(odds))
        columns = dict.fromkeys(column for line in lines for column in line)
        if not lines:
            raise NovamasError("no_such_table", text_key="nothing_to_decide", game=table.game.slug)
    writer = csv.DictWriter(file, list(columns), lineterminator="\n")
    writer.writeheader()
    writer.writerows(lines)


def lines_of(odds: Mapping[str, BetOdds]) -> Iterator[Line]:
    """Yield one line for each decision in the odds."""
    for advice in strategy(odds):
        if "chart" in advice:
            for row in advice["chart"]:
                yield {
                    "bet": advice["bet"],
                    "hand": " ".join(map(str, row["hand"].values())),
                    **row["against"],
                }
        for row in advice.get("table", [] if advice.keys() & NO_DECISIONS else [advice]):
            yield _line(advice["bet"], row)


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
    """Return the worths by verb. If a verb has several values, each worth has its value in front."""
    acts = [act.split()[1:] for act in worth]
    verbs = [verb for verb, *_ in acts]
    found: dict[str, list[str]] = {}
    for (verb, *how), value in zip(acts, worth.values(), strict=True):
        found.setdefault(verb, []).append(" ".join([*how, value]) if verbs.count(verb) > 1 else value)
    return found

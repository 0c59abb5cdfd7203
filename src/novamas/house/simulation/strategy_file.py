"""Strategy file: a TOML file with the game and the decisions (docs/simulate.md).

game = "tres_cartas"

[decide]
go = "Qs 6d 4c"        play this hand or a better one, fold all others
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.house.floor.file import Document, read_document
from novamas.law.errors import nearest
from novamas.sim.strategies import DECIDE, Misread, Strategy, decisions
from novamas.table.game import Table

ENDING = ".toml"
FIELDS = ("game", DECIDE)


def strategy_meant(written: str, table: Table) -> str | Strategy:
    """Return the name of a strategy, or the strategy that a file describes.

    Raise an error if the strategy is incomplete or not lawful at this table.
    """
    if not written.endswith(ENDING):
        return written
    path = Path(written)
    document = read_document(path, path.name)
    try:
        found = _read(document, path.name, table)
        decisions(table, None, found)
    except Misread as wrong:
        raise _at(document, path, wrong.at, wrong.problem) from None
    return found


def _read(document: Document, name: str, table: Table) -> Strategy:
    content = document.content
    for field in content:
        if field not in FIELDS:
            problem = InvalidInput("unknown_field_of_strategy", given=field, near=nearest(field, FIELDS))
            raise Misread((field,), problem)
    for field in FIELDS:
        if field not in content:
            raise Misread((field,), InvalidInput("strategy_lacks", known=(field,)))
    game, decide = content["game"], content[DECIDE]
    if not isinstance(game, str):
        raise Misread(("game",), InvalidInput("strategy_no_text", given=quoted(game)))
    if game != table.game.slug:
        problem = InvalidInput("strategy_of_another_game", game=table.game.slug, given=game)
        raise Misread(("game",), problem)
    if not isinstance(decide, Mapping):
        raise Misread((DECIDE,), InvalidInput("strategy_lacks", known=(DECIDE,)))
    return Strategy(name, game, decide)


def _at(document: Document, path: Path, at: tuple[str, ...], problem: NovamasError) -> NovamasError:
    """Return an error about a strategy file, with its path, line and field."""
    return NovamasError(
        problem.code,
        text_key="in_floor",
        clause=problem.clause,
        path=str(path),
        line=document.place(*at).line,
        field=".".join(at),
        why=problem,
    )

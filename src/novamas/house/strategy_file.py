"""A strategy as people write it: a TOML file with the game, and the weakest hand that goes on.

game = "tres_cartas"

[decide]
go = "Qs 6d 4c"        this hand, or a better one, goes on; all others fold
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from novamas.errors import NovamasError, Unreadable, shown
from novamas.house.floor_file import Document, read_document
from novamas.law.errors import nearest
from novamas.sim.strategies import GO, Strategy, strength_of
from novamas.table.game import Table

ENDING = ".toml"
FIELDS = {"": ("game", "decide"), "decide": (GO,)}


def strategy_meant(written: str, table: Table) -> str | Strategy:
    """The name of a strategy, or the one that a file holds: lawful and complete, or what is wrong with it."""
    if not written.endswith(ENDING):
        return written
    path = Path(written)
    document = read_document(path, path.name)
    _only_known(document, path, document.content, ())
    game = _text(document, path, document.content, ("game",))
    if game != table.game.slug:
        problem = Unreadable("strategy_of_another_game", game=table.game.slug, given=game)
        raise _at(document, path, ("game",), problem)
    decide = document.content.get("decide")
    if not isinstance(decide, Mapping):
        raise _at(document, path, ("decide",), Unreadable("strategy_lacks"))
    _only_known(document, path, decide, ("decide",))
    found = Strategy(path.name, game, _text(document, path, decide, ("decide", GO)))
    try:
        strength_of(table, found)
    except NovamasError as problem:
        raise _at(document, path, ("decide", GO), problem) from None
    return found


def _only_known(document: Document, path: Path, section: Mapping[str, object], at: tuple[str, ...]) -> None:
    known = FIELDS[at[0] if at else ""]
    for name in section:
        if name not in known:
            near = nearest(name, known)
            problem = Unreadable("unknown_field_of_strategy", given=name, near=near)
            raise _at(document, path, (*at, name), problem)


def _text(document: Document, path: Path, section: Mapping[str, object], at: tuple[str, ...]) -> str:
    value = section.get(at[-1])
    if value is None:
        raise _at(document, path, at, Unreadable("strategy_lacks"))
    if not isinstance(value, str):
        raise _at(document, path, at, Unreadable("strategy_no_text", given=shown(value)))
    return value


def _at(document: Document, path: Path, at: tuple[str, ...], problem: NovamasError) -> NovamasError:
    """What is wrong with a strategy, with its file, its line and its field."""
    return NovamasError(
        problem.code,
        told_as="in_floor",
        clause=problem.clause,
        path=str(path),
        line=document.place(*at).line,
        field=".".join(at),
        why=problem,
    )

"""All places in the figures and rankings of the law's data that cite a clause."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from novamas.law import library
from novamas.law.citations import CITATION, expand_ids
from novamas.law.clauses import Clause
from novamas.law.figures import Borrowing
from novamas.law.packs import OURS

Table = dict[str, Any]


class Group(NamedTuple):
    """A group with citations in a data file: figures of a game under a norm, or a list of a ranking."""

    norm: str
    game: str
    path: str
    table: Table

    @property
    def where(self) -> str:
        return f"{self.norm} {self.game}: {self.path}"

    @property
    def top(self) -> str:
        """The kind of the group, such as bets, rules or needs."""
        return self.path.split(".")[0]

    @property
    def name(self) -> str:
        return self.path.split(".")[-1]

    @property
    def cited(self) -> list[Clause]:
        return [library().index[id] for id in _ids(self.table["cite"])]

    @property
    def named(self) -> dict[str, list[Clause]]:
        """The figures of the group that are clauses, by their names."""
        return dict(_named({name: value for name, value in self.table.items() if name != "cite"}))


def written_groups() -> list[Group]:
    """Return the groups of every game under every norm. Borrowed groups are listed at their source only."""
    return [*_of_figures(), *_of_rankings()]


def written_borrowings() -> Iterator[tuple[str, str, Borrowing]]:
    """Yield the groups that a game borrows, with the norm that lends them."""
    for game, norm, table in _tables():
        lent = table.get("borrows", [])
        for one in lent if isinstance(lent, list) else [lent]:
            yield norm, game, msgspec.convert(one, Borrowing)


@cache
def _tables() -> list[tuple[str, str, Table]]:
    return [
        (path.stem, norm, table)
        for path in sorted(Path(OURS, "figures").glob("*.toml"))
        for norm, table in msgspec.toml.decode(path.read_text("utf-8")).items()
    ]


def _of_figures() -> Iterator[Group]:
    for game, norm, table in _tables():
        yield from _below(norm, game, {name: value for name, value in table.items() if name != "borrows"})


def _below(norm: str, game: str, table: Table, path: str = "") -> Iterator[Group]:
    for name, value in table.items():
        here = f"{path}.{name}" if path else name
        if "cite" in value:
            yield Group(norm, game, here, value)
        else:
            yield from _below(norm, game, value, here)


def _of_rankings() -> Iterator[Group]:
    for path in sorted(Path(OURS, "rankings").glob("*.toml")):
        written = msgspec.toml.decode(path.read_text("utf-8"))
        games = {entry["law"]: entry["game"] for entry in written["game"]}
        for law in written["law"]:
            owner = "poquer_circulo" if law["name"] == "circulo" else games[law["name"]]
            ranked = {one["category"]: {"clause": one["clause"]} for one in law["ranked"]}
            ties = {one["category"]: {"tie": one["tie"]} for one in law["ranked"] if "tie" in one}
            merged = {name: {**ranked[name], **ties.get(name, {})} for name in ranked}
            table = {name: value for name, value in law.items() if name not in ("ranked", "name", "low_ace")}
            yield Group(path.stem, owner, f"ranking.{law['name']}", {**table, **merged})
        for entry in written["game"]:
            variant = entry.get("variant", "whole")
            yield Group(path.stem, entry["game"], f"ranked.{entry['game']}.{variant}", entry)


def _named(value: Any, path: str = "") -> Iterator[tuple[str, list[Clause]]]:
    if isinstance(value, dict):
        for name, one in value.items():
            yield from _named(one, f"{path}.{name}" if path else name)
    elif found := [library().index[id] for id in _ids(value)]:
        yield path, found


def _ids(value: Any) -> list[str]:
    written = value if isinstance(value, list) else [value]
    cited = [one for one in written if isinstance(one, str) and CITATION.fullmatch(one)]
    return [id for one in cited for id in expand_ids(one, library().index)]

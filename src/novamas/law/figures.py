"""The figures of a game under a norm, from data/figures, each with the clause that gives it.

A file has one table per norm, divided into groups of figures. The norm is quoted in a heading, as in
`["IB05".bets.pleno]`, so that no heading looks like the id of a clause. A table with `cite` is one
cited group, and every figure must be in one. `borrows` takes groups from another game, or from
another norm if the law refers to rules whose own text is not included.

A norm of a pack often has the rules of another in clauses of its own. A group that it borrows then cites its
own clauses, the twins of the others, and is no longer a borrowed one. `changes` says what differs, and
`says` gives another text to a borrowed group.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

import msgspec

from novamas.errors import NovamasError, quoted
from novamas.law.texts import Text

if TYPE_CHECKING:
    from novamas.law.library import Library

Table = dict[str, object]


class Source(msgspec.Struct, frozen=True):
    """The origin of a borrowed group, and the clauses that refer to it."""

    norm: str
    game: str
    cite: tuple[str, ...]


class Borrowing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Groups of figures borrowed from another game, except those in `without`."""

    norm: str = msgspec.field(name="from")
    game: str
    groups: tuple[str, ...]
    cite: tuple[str, ...]
    without: tuple[str, ...] = ()

    def takes(self, path: str) -> bool:
        """Return whether this borrowing includes the cited group at a path."""
        return any(_within(path, group) for group in self.groups) and not any(
            _within(path, group) for group in self.without
        )


class FigureFault(NovamasError):
    """Raised when a figure of a game, or a borrowed group of figures, cannot be read."""

    steps: tuple[str | int, ...] = ("borrows",)  # the place in the table of the norm

    def in_file(self, steps: tuple[str | int, ...]) -> FigureFault:
        """Return the fault at this place in the table of the norm."""
        self.steps = steps
        return self


class Figures(msgspec.Struct, frozen=True):
    """The figures of a game under a norm: groups by dotted path, with the source of each borrowed group."""

    groups: dict[str, Table]
    borrowed: dict[str, Source]

    def nested(self) -> Table:
        """Return all groups as one nested mapping."""
        tree: Table = {}
        for path, table in self.groups.items():
            *above, name = path.split(".")
            node = tree
            for step in above:
                node = cast(Table, node.setdefault(step, {}))
            node[name] = table
        return tree


def read_figures(law: Library, norm: str, game: str, above: tuple[tuple[str, str], ...] = ()) -> Figures:
    """Return the figures of a game under a norm: its own first, then the borrowed ones.

    `above` lists the games that are borrowing these figures. It prevents an endless circle of borrowing.
    """
    written = dict(law.of_norm(norm, "figures", f"{game}.toml"))
    borrowings = _borrowings(written.pop("borrows", []))
    changes, texts = written.pop("changes", []), written.pop("says", {})
    groups = dict(_cited_groups(written))
    own = tuple(groups)
    borrowed: dict[str, Source] = {}
    for borrowing in borrowings:
        lender = (borrowing.norm, borrowing.game)
        if borrowing.norm not in law.norms:
            raise FigureFault("no_lender", norm=quoted(borrowing.norm))
        if lender in (*above, (norm, game)):
            raise FigureFault("borrowed_in_circle", norm=borrowing.norm, game=quoted(borrowing.game))
        source_figures = read_figures(law, *lender, (*above, (norm, game)))
        for group in borrowing.groups:
            if not any(_within(path, group) for path in source_figures.groups):
                lent = quoted(borrowing.game)
                raise FigureFault("nothing_to_borrow", norm=borrowing.norm, game=lent, figure=quoted(group))
        for path, table in source_figures.groups.items():
            if not borrowing.takes(path) or any(_within(path, mine) for mine in own):
                continue
            groups[path] = table
            source = source_figures.borrowed.get(path, Source(borrowing.norm, borrowing.game, borrowing.cite))
            if source.norm != norm:
                borrowed[path] = source
    found = Figures(groups, borrowed)
    return found if law.is_ours(norm) else _adapted(law, norm, found, changes, texts)


def _adapted(law: Library, norm: str, lent: Figures, changes: object, texts: object) -> Figures:
    """Return the figures of a pack's norm, whose groups cite its own clauses, after its changes."""
    from novamas.law.changes import changed, cites_only, recited  # imported here: our norms have none

    own_ids = law.own_ids(norm) if lent.borrowed else {}
    groups = {
        path: recited(table, own_ids) if path in lent.borrowed else table
        for path, table in lent.groups.items()
    }
    if changes:
        groups = dict(_cited_groups(changed(Figures(groups, {}).nested(), changes)))
    for path, text in msgspec.convert(texts, dict[str, Text]).items():
        if path not in groups:
            raise FigureFault("text_of_nothing", figure=quoted(path)).in_file(("says", path))
        groups[path] = {**groups[path], "says": msgspec.to_builtins(text)}
    borrowed = {
        path: source
        for path, source in lent.borrowed.items()
        if path in groups and not cites_only(groups[path], norm)
    }
    return Figures(groups, borrowed)


def _borrowings(written: object) -> list[Borrowing]:
    """Return the borrowings of a game. The file has one table, or an array of tables for several."""
    return msgspec.convert(written if isinstance(written, list) else [written], list[Borrowing])


def _cited_groups(table: Table, path: str = "") -> Iterator[tuple[str, Table]]:
    """Yield each cited group with its path. Raise `FigureFault` for a figure that cites no clause."""
    for name, value in table.items():
        here = f"{path}.{name}" if path else name
        if not isinstance(value, dict):
            raise FigureFault("figure_uncited", figure=quoted(here)).in_file(tuple(here.split(".")))
        if "cite" in value:
            yield here, value
        else:
            yield from _cited_groups(value, here)


def _within(path: str, group: str) -> bool:
    return path == group or path.startswith(f"{group}.")

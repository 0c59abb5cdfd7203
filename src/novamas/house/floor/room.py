"""Rules for the tables of a room together: minima, chiefs, reversible cloths, linked prizes.

A single table states most of these facts as premises. If the file describes the whole floor, the
facts follow from the floor and take precedence over the premises.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from novamas.errors import Figure
from novamas.games import game, known_games
from novamas.house.floor.file import Entry, Floor
from novamas.house.floor.findings import Finding, Severity
from novamas.law import Fault, Frame
from novamas.law.citations import law
from novamas.law.joint_rules import binds

AMONG_PLAYERS = ("circle", "passing_bank")  # families of games that players play against each other


class CheckedTable(msgspec.Struct, frozen=True):
    """A table of the floor with its law, its stated choices, and all choices that follow from them."""

    entry: Entry
    frame: Frame
    given: Mapping[str, object]
    chosen: Mapping[str, Any]

    def field(self, name: str) -> Any:
        """Return a field of the table, for example its chief."""
        return getattr(self.entry.fields, name)


class Room:
    """All tables of a floor whose law is known."""

    def __init__(self, floor: Floor, tables: Iterable[CheckedTable]) -> None:
        self.floor = floor
        self.tables = tuple(tables)
        self._by = {name: self._together(name) for name in ("game", "chief", "table", "linked")}

    def _together(self, field: str) -> dict[str, list[CheckedTable]]:
        found: dict[str, list[CheckedTable]] = defaultdict(list)
        for table in self.tables:
            if table.field(field) is not None:
                found[table.field(field)].append(table)
        return found

    def with_same(self, field: str, table: CheckedTable) -> list[CheckedTable]:
        """Return all tables with the same chief, linked prize or physical table as this one.

        This table is included.
        """
        return self._by[field].get(table.field(field), [])

    def of_game(self, table: CheckedTable) -> list[CheckedTable]:
        """Return all tables of the same game, including this one."""
        return self._by["game"][table.frame.game]

    # ---- facts

    def facts(self, table: CheckedTable) -> dict[str, object]:
        """Return the facts that the floor shows for the premises of a table."""
        if not self.floor.is_whole:
            return {}
        found: dict[str, object] = {
            "minimum_kept_elsewhere": self.keeps_minimum(table),
            "tables_of_game": len(self.of_game(table)),
            "open_tables": self.free_banks(),
        }
        if table.field("chief"):
            found["tables_per_chief"] = len(self.with_same("chief", table))
        if len(self.with_same("table", table)) > 1:
            found["reversible_cloth"] = True
        if lacking := [*self.lacking(table)]:
            stated = table.given.get("lacks", ())
            stated = [*stated] if isinstance(stated, list | tuple) else []
            found["lacks"] = (*stated, *(name for name in lacking if name not in stated))
        return {name: fact for name, fact in found.items() if name in table.frame.options}

    @law("IB05.01.IV.2.B.b.1", "IB05.04.V.b.2")
    def keeps_minimum(self, table: CheckedTable) -> bool:
        """Return whether another table of the same game is open at the authorised minimum."""
        return any(
            other.chosen.get("minimum") == other.chosen.get("authorised_minimum")
            for other in self.of_game(table)
            if other is not table
        )

    @law("IB05.09.V.2.3")
    def free_banks(self) -> int:
        """Return the number of tables with a free bank, but at least 1.

        The law allows one per establishment.
        """
        return max(1, len([table for table in self.tables if table.chosen.get("bank_mode") == "libre"]))

    def lacking(self, table: CheckedTable) -> Iterator[str]:
        """Yield each condition for sharing a chief that the tables on the floor do not meet."""
        together = self.with_same("chief", table)
        if len(together) < 2:
            return
        if "adjoining_tables" in table.frame.things and not self.adjoin(together):
            yield "adjoining_tables"
        if "same_sector" in table.frame.things and not self.in_one_sector(table, together):
            yield "same_sector"

    @law("AR10.3.d.1", "AR10.4.2", "AR10.10-1-B.III.1.3")
    def adjoin(self, tables: list[CheckedTable]) -> bool:
        """Return whether tables adjoin and have the same game. A floor without rows is assumed to adjoin."""
        if len({table.frame.game for table in tables}) > 1:
            return False
        if not self.floor.rows:
            return True
        names = {table.entry.name for table in tables}
        beside = [
            {one, other} for row in self.floor.rows for one, other in pairwise(row) if {one, other} <= names
        ]
        reached = {tables[0].entry.name}
        while more := [pair for pair in beside if pair & reached and not pair <= reached]:
            reached = reached.union(*more)
        return reached == names

    @law("AR10.6.1.2", "AR10.10-1-A.III.1.2", "AR10.10-1-C.III.1.3")
    def in_one_sector(self, table: CheckedTable, tables: list[CheckedTable]) -> bool:
        """Return whether tables are in one sector of banked card games.

        A table without a sector fits any.
        """
        if not all(_is_banked_card_game(other.frame.game) for other in tables):
            return False
        if len({sector for other in tables if (sector := other.field("sector"))}) > 1:
            return False
        return not binds(table.frame.law, "adjoining", table.frame.things["same_sector"].cite) or self.adjoin(
            tables
        )

    # ---- bonds

    def bonds(self) -> Iterator[Finding]:
        """Yield the findings about several tables that no premise of a single table covers."""
        yield from self._names()
        for table in self.tables:
            yield from self._chief(table)
            yield from self._cloth(table)
            yield from self._prize(table)

    def _names(self) -> Iterator[Finding]:
        named: dict[str, Entry] = {}
        for entry in self.floor.entries:
            if (first := named.setdefault(entry.name, entry)) is not entry:
                values = {"name": entry.name, "place": f"{first.place.file}:{first.place.line}"}
                fault = Fault("name", "table_named_twice", None, values)
                place, game = entry.place_of("name"), entry.fields.game
                yield Finding("red", fault, place, entry.name, game, "name", entry.name)
        for name in {name: None for row in self.floor.rows for name in row if name not in named}:
            fault = Fault("rows", "row_names_nobody", None, {"given": name})
            yield Finding("red", fault, self.floor.rows_place, field="rows", given=name)

    @law("IB05.06.III.1")
    def _chief(self, table: CheckedTable) -> Iterator[Finding]:
        """Yield an amber finding if a table shares its chief under a law that says nothing of sharing.

        Such a law provides one chief per table. It does not forbid sharing either.
        """
        tables = self.with_same("chief", table)
        if len(tables) > 1 and (option := table.frame.options.get("table_chiefs")):
            values: dict[str, Figure] = {"chief": table.field("chief"), "tables": len(tables)}
            yield _finding("amber", table, "chief", "chief_shared", option.cite[0], values)

    @law("IB05.03.II.3.5", "IB05.07.II.3.1.4", "IB05.11.II.2.6", "IB05.13.II.a.7")
    @law("AR10.10-1-E.II.3.5", "AR10.10-1-F.II.3.6", "CM16.ANX1.1.b.5")
    def _cloth(self, table: CheckedTable) -> Iterator[Finding]:
        """Yield findings about reversible cloths.

        Each cloth has its own number and books. Only certain games may share its table.
        """
        beside = [other for other in self.with_same("table", table) if other is not table]
        thing = table.frame.things.get("reversible_books")
        if thing and (beside or table.chosen.get("reversible_cloth")):
            for field, code in (("cloth", "cloth_numbered_twice"), ("books", "books_of_another_cloth")):
                if other := self._with_the_same(field, table):
                    values: dict[str, Figure] = {"given": str(table.field(field)), "other": other.entry.name}
                    yield _finding("red", table, field, code, thing.cite[0], values)
        for other in beside:
            yield from _beside(table, other)

    def _with_the_same(self, field: str, table: CheckedTable) -> CheckedTable | None:
        value = table.field(field)
        same = (other for other in self.tables if other is not table and other.field(field) == value)
        return None if value is None else next(same, None)

    def _prize(self, table: CheckedTable) -> Iterator[Finding]:
        """Yield findings about tables that feed one prize.

        They must play the same game and have the same terms for the prize.
        """
        if table.chosen.get("progresivo_shared") and not self._others(table, "progresivo_shared"):
            cite = table.frame.options["progresivo_shared"].cite[0]
            yield _finding("amber", table, "progresivo_shared", "shared_by_none", cite)
        yield from self._carrousel(table)
        if not (tables := [other for other in self.with_same("linked", table) if other is not table]):
            return
        option = table.frame.options.get("progressive") or table.frame.options.get("progresivo")
        if option is None or not table.chosen[option.name]:
            cited = option.cite[0] if option else None
            yield _finding("red", table, "linked", "linked_without_prize", cited)
            return
        for other in tables:
            values: dict[str, Figure] = {"other": other.entry.name, "game": other.frame.game}
            if other.frame.game != table.frame.game:
                yield _finding("red", table, "linked", "linked_to_other_game", option.cite[0], values)
            elif differing := [name for name in _TERMS if table.chosen.get(name) != other.chosen.get(name)]:
                values["terms"] = tuple(differing)
                yield _finding("amber", table, "linked", "linked_on_other_terms", option.cite[0], values)

    def _others(self, table: CheckedTable, choice: str) -> list[CheckedTable]:
        return [one for one in self.of_game(table) if one is not table and one.chosen.get(choice)]

    @law("AR10.10-1-A.VII.1")
    def _carrousel(self, table: CheckedTable) -> Iterator[Finding]:
        """Yield a finding for a table outside a carousel that must include all tables of its game."""
        option = table.frame.options.get("carrousel")
        if (
            option is None
            or table.chosen["carrousel"]
            or not binds(table.frame.law, "prize_of_all_tables", option.cite)
        ):
            return
        if playing := self._others(table, "carrousel"):
            values: dict[str, Figure] = {"other": playing[0].entry.name}
            yield _finding("red", table, "carrousel", "outside_the_carrousel", option.cite[0], values)


_TERMS = ("jackpot_stake", "jackpot_start", "jackpot_share", "progresivo", "progresivo_start")


@law("AR10.10-1-A.II.3.2", "AR10.10-1-B.II.3.2", "IB05.07.II.3.2.2", "CM16.ANX1.1.b.6")
def _beside(table: CheckedTable, other: CheckedTable) -> Iterator[Finding]:
    """Yield a finding if this game may not be on the other side of a reversible cloth."""
    option = table.frame.options.get("reversible_cloth")
    values: dict[str, Figure] = {"other": other.entry.name, "game": other.frame.game}
    if option is None:
        yield _finding("amber", table, "table", "cloth_of_no_reversible_game", None, values)
        return
    if table.chosen.get("table") == "midi":
        if not other.chosen.get("a_nueve"):  # only tables of black jack have this choice
            yield _finding("red", table, "table", "midi_beside_other_game", option.cite[-1], values)
    elif binds(table.frame.law, "cards_on_the_other_side", option.cite[-1:]) and not _is_banked_card_game(
        other.frame.game
    ):
        yield _finding("red", table, "table", "cloth_beside_other_kind", option.cite[-1], values)


def _is_banked_card_game(slug: str) -> bool:
    """Return whether players play this card game against the house."""
    if slug not in known_games():
        return False
    found = game(slug)
    return found.pieces == "cards" and found.family not in AMONG_PLAYERS


def _finding(
    severity: Severity,
    table: CheckedTable,
    field: str,
    code: str,
    clause: str | None,
    figures: Mapping[str, Figure] | None = None,
) -> Finding:
    """Return a finding about a table in relation to other tables, at one of its fields."""
    stated = table.entry.stated.get(field)
    value = stated.value if stated else getattr(table.entry.fields, field, None)
    given = None if value is None else value if isinstance(value, bool | int) else str(value)
    return Finding(
        severity,
        Fault(field, code, clause, figures or {}),
        table.entry.place_of(field),
        table.entry.name,
        table.frame.game,
        field,
        given,
    )

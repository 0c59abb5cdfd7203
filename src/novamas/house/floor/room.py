"""What binds the tables of a room together: minima, chiefs, reversible cloths, linked prizes.

Much of it the house states of each table, as a premise; where the whole floor is told, the floor itself shows
it. Facts of the floor go before what a table says of itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import msgspec

from novamas.errors import Figure
from novamas.games import GAMES, game
from novamas.house.floor.file import Entry, Floor
from novamas.house.floor.findings import Finding, Severity
from novamas.law import Fault, Frame
from novamas.law.citations import law
from novamas.law.joint_rules import binds

AMONG_PLAYERS = ("circle", "passing_bank")  # families in which players play against each other


class CheckedTable(msgspec.Struct, frozen=True):
    """A table of the floor with its law: what the house states of it, and what follows."""

    entry: Entry
    frame: Frame
    given: Mapping[str, object]
    chosen: Mapping[str, Any]

    def field(self, name: str) -> Any:
        """One of its own fields."""
        return getattr(self.entry.fields, name)


class Room:
    """All tables of a floor that the law knows, seen together."""

    def __init__(self, floor: Floor, tables: Iterable[CheckedTable]) -> None:
        self.floor = floor
        self.tables = tuple(tables)
        self._by = {name: self._together(name) for name in ("game", "chief", "table", "linked")}

    def _together(self, field: str) -> dict[str, list[CheckedTable]]:
        found: dict[str, list[CheckedTable]] = defaultdict(list)
        for seen in self.tables:
            if seen.field(field) is not None:
                found[seen.field(field)].append(seen)
        return found

    def with_same(self, field: str, seen: CheckedTable) -> list[CheckedTable]:
        """The tables that have the same chief, the same prize or lie on the same table, this one included."""
        return self._by[field].get(seen.field(field), [])

    def of_game(self, seen: CheckedTable) -> list[CheckedTable]:
        """The tables of the same game, this one included."""
        return self._by["game"][seen.frame.game]

    # ---- facts

    def facts(self, seen: CheckedTable) -> dict[str, object]:
        """What the floor shows of a table, as the premises that its game has."""
        if not self.floor.is_whole:
            return {}
        found: dict[str, object] = {
            "minimum_kept_elsewhere": self.keeps_minimum(seen),
            "tables_of_game": len(self.of_game(seen)),
            "open_tables": self.free_banks(),
        }
        if seen.field("chief"):
            found["tables_per_chief"] = len(self.with_same("chief", seen))
        if len(self.with_same("table", seen)) > 1:
            found["reversible_cloth"] = True
        if lacking := [*self.lacking(seen)]:
            stated = seen.given.get("lacks", ())
            stated = [*stated] if isinstance(stated, list | tuple) else []
            found["lacks"] = (*stated, *(name for name in lacking if name not in stated))
        return {name: fact for name, fact in found.items() if name in seen.frame.options}

    @law("IB05.01.IV.2.B.b.1", "IB05.04.V.b.2")
    def keeps_minimum(self, seen: CheckedTable) -> bool:
        """Whether another table of the game is open at the authorised minimum."""
        return any(
            other.chosen.get("minimum") == other.chosen.get("authorised_minimum")
            for other in self.of_game(seen)
            if other is not seen
        )

    @law("IB05.09.V.2.3")
    def free_banks(self) -> int:
        """How many tables of the establishment have a free bank; one is asked of every table of that game."""
        return max(1, len([seen for seen in self.tables if seen.chosen.get("bank_mode") == "libre"]))

    def lacking(self, seen: CheckedTable) -> Iterator[str]:
        """What a table needs to share its chief, and the floor shows that it has not."""
        together = self.with_same("chief", seen)
        if len(together) < 2:
            return
        if "adjoining_tables" in seen.frame.things and not self.adjoin(together):
            yield "adjoining_tables"
        if "same_sector" in seen.frame.things and not self.in_one_sector(seen, together):
            yield "same_sector"

    @law("AR10.3.d.1", "AR10.4.2", "AR10.10-1-B.III.1.3")
    def adjoin(self, tables: list[CheckedTable]) -> bool:
        """Whether tables are alike and stand side by side; where no rows are told, nobody knows better."""
        if len({seen.frame.game for seen in tables}) > 1:
            return False
        if not self.floor.rows:
            return True
        names = {seen.entry.name for seen in tables}
        beside = [
            {one, other} for row in self.floor.rows for one, other in pairwise(row) if {one, other} <= names
        ]
        reached = {tables[0].entry.name}
        while more := [pair for pair in beside if pair & reached and not pair <= reached]:
            reached = reached.union(*more)
        return reached == names

    @law("AR10.6.1.2", "AR10.10-1-A.III.1.2", "AR10.10-1-C.III.1.3")
    def in_one_sector(self, seen: CheckedTable, tables: list[CheckedTable]) -> bool:
        """Whether tables are of one sector of card games against the house; a sector nobody names is any."""
        if not all(_is_banked_card_game(other.frame.game) for other in tables):
            return False
        if len({sector for other in tables if (sector := other.field("sector"))}) > 1:
            return False
        return not binds("adjoining", seen.frame.things["same_sector"].cite) or self.adjoin(tables)

    # ---- bonds

    def bonds(self) -> Iterator[Finding]:
        """What is wrong with tables together, and is no premise of any of them."""
        yield from self._names()
        for seen in self.tables:
            yield from self._chief(seen)
            yield from self._cloth(seen)
            yield from self._prize(seen)

    def _names(self) -> Iterator[Finding]:
        named: dict[str, Entry] = {}
        for entry in self.floor.entries:
            if (first := named.setdefault(entry.name, entry)) is not entry:
                told = {"name": entry.name, "place": f"{first.place.file}:{first.place.line}"}
                fault = Fault("name", "table_named_twice", None, told)
                place, game = entry.place_of("name"), entry.fields.game
                yield Finding("red", fault, place, entry.name, game, "name", entry.name)
        for name in {name: None for row in self.floor.rows for name in row if name not in named}:
            fault = Fault("rows", "row_names_nobody", None, {"given": name})
            yield Finding("red", fault, self.floor.rows_place, field="rows", given=name)

    @law("IB05.06.III.1")
    def _chief(self, seen: CheckedTable) -> Iterator[Finding]:
        """Where the law gives each table its chief and says nothing of sharing him, that is no breach yet."""
        tables = self.with_same("chief", seen)
        if len(tables) > 1 and (option := seen.frame.options.get("table_chiefs")):
            told: dict[str, Figure] = {"chief": seen.field("chief"), "tables": len(tables)}
            yield _finding("amber", seen, "chief", "chief_shared", option.cite[0], told)

    @law("IB05.03.II.3.5", "IB05.07.II.3.1.4", "IB05.11.II.2.6", "IB05.13.II.a.7")
    @law("AR10.10-1-E.II.3.5", "AR10.10-1-F.II.3.6", "CM16.ANX1.1.b.5")
    def _cloth(self, seen: CheckedTable) -> Iterator[Finding]:
        """Each cloth has a number and books of its own, and lies beside one that may lie there."""
        beside = [other for other in self.with_same("table", seen) if other is not seen]
        thing = seen.frame.things.get("reversible_books")
        if thing and (beside or seen.chosen.get("reversible_cloth")):
            for field, code in (("cloth", "cloth_numbered_twice"), ("books", "books_of_another_cloth")):
                if other := self._with_the_same(field, seen):
                    told: dict[str, Figure] = {"given": str(seen.field(field)), "other": other.entry.name}
                    yield _finding("red", seen, field, code, thing.cite[0], told)
        for other in beside:
            yield from _beside(seen, other)

    def _with_the_same(self, field: str, seen: CheckedTable) -> CheckedTable | None:
        value = seen.field(field)
        same = (other for other in self.tables if other is not seen and other.field(field) == value)
        return None if value is None else next(same, None)

    def _prize(self, seen: CheckedTable) -> Iterator[Finding]:
        """A prize that tables feed together is one of the same game, and has the same terms at each."""
        if seen.chosen.get("progresivo_shared") and not self._others(seen, "progresivo_shared"):
            cite = seen.frame.options["progresivo_shared"].cite[0]
            yield _finding("amber", seen, "progresivo_shared", "shared_by_none", cite)
        yield from self._carrousel(seen)
        if not (tables := [other for other in self.with_same("linked", seen) if other is not seen]):
            return
        option = seen.frame.options.get("progressive") or seen.frame.options.get("progresivo")
        if option is None or not seen.chosen[option.name]:
            cited = option.cite[0] if option else None
            yield _finding("red", seen, "linked", "linked_without_prize", cited)
            return
        for other in tables:
            told: dict[str, Figure] = {"other": other.entry.name, "game": other.frame.game}
            if other.frame.game != seen.frame.game:
                yield _finding("red", seen, "linked", "linked_to_other_game", option.cite[0], told)
            elif differing := [name for name in _TERMS if seen.chosen.get(name) != other.chosen.get(name)]:
                told["terms"] = tuple(differing)
                yield _finding("amber", seen, "linked", "linked_on_other_terms", option.cite[0], told)

    def _others(self, seen: CheckedTable, choice: str) -> list[CheckedTable]:
        return [one for one in self.of_game(seen) if one is not seen and one.chosen.get(choice)]

    @law("AR10.10-1-A.VII.1")
    def _carrousel(self, seen: CheckedTable) -> Iterator[Finding]:
        """Where the carousel is one of all tables of the game, none of them stays outside."""
        option = seen.frame.options.get("carrousel")
        if option is None or seen.chosen["carrousel"] or not binds("prize_of_all_tables", option.cite):
            return
        if playing := self._others(seen, "carrousel"):
            told: dict[str, Figure] = {"other": playing[0].entry.name}
            yield _finding("red", seen, "carrousel", "outside_the_carrousel", option.cite[0], told)


_TERMS = ("jackpot_stake", "jackpot_start", "jackpot_share", "progresivo", "progresivo_start")


@law("AR10.10-1-A.II.3.2", "AR10.10-1-B.II.3.2", "IB05.07.II.3.2.2", "CM16.ANX1.1.b.6")
def _beside(seen: CheckedTable, other: CheckedTable) -> Iterator[Finding]:
    """Which game may lie on the other side of a cloth."""
    option = seen.frame.options.get("reversible_cloth")
    told: dict[str, Figure] = {"other": other.entry.name, "game": other.frame.game}
    if option is None:
        yield _finding("amber", seen, "table", "cloth_of_no_reversible_game", None, told)
        return
    if seen.chosen.get("table") == "midi":
        if other.frame.game != "blackjack" or not other.chosen.get("a_nueve"):
            yield _finding("red", seen, "table", "midi_beside_other_game", option.cite[-1], told)
    elif binds("cards_on_the_other_side", option.cite[-1:]) and not _is_banked_card_game(other.frame.game):
        yield _finding("red", seen, "table", "cloth_beside_other_kind", option.cite[-1], told)


def _is_banked_card_game(slug: str) -> bool:
    """Return whether it is a card game that players play against the house."""
    return slug in GAMES and (found := game(slug)).pieces == "cards" and found.family not in AMONG_PLAYERS


def _finding(
    severity: Severity,
    seen: CheckedTable,
    field: str,
    code: str,
    clause: str | None,
    figures: Mapping[str, Figure] | None = None,
) -> Finding:
    """What is wrong with a table beside others, at the field that tells it."""
    stated = seen.entry.stated.get(field)
    value = stated.value if stated else getattr(seen.entry.fields, field, None)
    given = None if value is None else value if isinstance(value, bool | int) else str(value)
    return Finding(
        severity,
        Fault(field, code, clause, figures or {}),
        seen.entry.place_of(field),
        seen.entry.name,
        seen.frame.game,
        field,
        given,
    )

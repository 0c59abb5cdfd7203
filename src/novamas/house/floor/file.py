"""Floor files: one TOML file, or a folder of them, that describes one table or a whole room.

    [floor]                          fields that all tables share
    region = "aragon"                or norm = "AR10"
    on = 2026-11-16
    rows = [["BJ1", "BJ2"]]          tables side by side, in their order

    [games.blackjack.premises]       choices that all tables of a game share
    authorised_minimum = "5 €"

    [[tables]]
    name = "BJ1"
    game = "blackjack"
    chief = "Ana"

    [tables.rules]
    minimum = "10 €"

    [tables.play]                    play on one day, for simulations
    lays = "mano 20 €"

A file of one table has its fields at the top level. This module only checks that a file can be read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from tomllib import TOMLDecodeError
from typing import Annotated, Any

import msgspec

from novamas import toml_lines
from novamas.errors import Figure, InvalidInput, NovamasError
from novamas.house.floor.findings import Finding, Place
from novamas.law import Fault
from novamas.law.errors import nearest
from novamas.law.options import as_figure
from novamas.toml_text import TomlBeyondBounds, load

MAX_BYTES = 4 * 2**20  # of a file: two hundred tables with all their comments take less than 1 MiB
MAX_TABLES = 2_000
ENDING = ".toml"

Name = Annotated[str, msgspec.Meta(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f-\x9f]+$")]
Section = dict[str, Any]


class FloorFields(msgspec.Struct, frozen=True):
    """The fields that all tables of a floor share, as the file has them."""

    region: Name | None = None
    norm: Name | None = None
    on: date | None = None
    rows: tuple[tuple[Name, ...], ...] = ()


class PlayFields(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The play at a table on one day, as the file has it. The law has no rule about it."""

    lays: Annotated[str, msgspec.Meta(min_length=1, max_length=400)]  # bets of each player in each round
    rounds_an_hour: Annotated[int, msgspec.Meta(ge=1, le=1000)]
    hours: Annotated[int, msgspec.Meta(ge=1, le=24)]
    seats: Annotated[int, msgspec.Meta(ge=1, le=100)] = 1  # the number of players, each with separate bets


class TableFields(msgspec.Struct, frozen=True):
    """A table with its fields as the file has them."""

    name: Name = ""
    game: Name = ""
    region: Name | None = None
    norm: Name | None = None
    on: date | None = None
    chief: Name | None = None  # name of the table chief
    sector: Name | None = None  # part of the room where the table is
    table: Name | None = None  # the physical table, if it has several cloths
    cloth: int | Name | None = None  # number of the cloth
    books: Name | None = None  # accounting books of the cloth
    linked: Name | None = None  # prize that the table feeds together with other tables
    rules: Section = {}
    premises: Section = {}
    play: PlayFields | None = None


class GameFields(msgspec.Struct, frozen=True):
    """The choices that all tables of one game share, as the file has them."""

    rules: Section = {}
    premises: Section = {}
    play: PlayFields | None = None


SECTIONS = {"floor", "games", "tables"}
LAW = ("norm", "region", "on")  # the fields that choose the edition of the law
KINDS = {
    "on": "day",
    "rows": "rows",
    "rules": "section",
    "premises": "section",
    "cloth": "label",
    "play": "play",
}


class Stated(msgspec.Struct, frozen=True):
    """A choice that the house states in the file, with its section and its place."""

    value: object
    part: str
    place: Place


class Entry(msgspec.Struct, frozen=True):
    """A table of the floor with its own and inherited fields. Each has its place in the file."""

    fields: TableFields
    stated: Mapping[str, Stated]
    place: Place
    places: Mapping[str, Place]

    @property
    def name(self) -> str:
        """The name of the table."""
        return self.fields.name

    def place_of(self, field: str) -> Place:
        """Return where a choice or field is in the file. If it is not there, return the table's place."""
        if field in self.stated:
            return self.stated[field].place
        return self.places.get(field, self.place)


class Floor(msgspec.Struct, frozen=True):
    """All tables of a gaming room, the rows that they form, and the findings of the reader."""

    entries: tuple[Entry, ...]
    rows: tuple[tuple[str, ...], ...]
    rows_place: Place
    is_whole: bool  # whether the file describes a floor, not a single table without its surroundings
    findings: tuple[Finding, ...]


class Document(msgspec.Struct, frozen=True):
    """A file with valid TOML."""

    file: str
    content: Section
    lines: Mapping[toml_lines.Path, int]

    def place(self, *path: str | int) -> Place:
        """Return the place of a value, or of the innermost section around it with a known line."""
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                return Place(self.file, self.lines[path[:length]])
        return Place(self.file, 1)


# ---------------------------------------------------------------- files


def read_floor(path: Path) -> Floor:
    """Return the floor that a file or a folder describes. Raise `InvalidInput` if there is none."""
    documents = [read_document(file, file.name) for file in _files(path)]
    reader = _Reader(documents)
    if not reader.entries:
        raise InvalidInput("floor_empty", path=str(path))
    return reader.floor()


def _files(path: Path) -> list[Path]:
    try:
        if path.is_dir():
            found = sorted(each for each in path.iterdir() if each.suffix == ENDING and each.is_file())
            if not found:
                raise InvalidInput("floor_empty", text_key="folder_without_floor", path=str(path))
            return found
        if not path.exists() or path.is_file():
            return [path]
    except (OSError, ValueError) as fault:
        raise _not_read(path, fault) from None
    raise InvalidInput("floor_unreadable", text_key="floor_no_file", path=str(path))


def _not_read(path: Path, fault: OSError | ValueError) -> NovamasError:
    return InvalidInput("floor_unreadable", path=str(path), errno=getattr(fault, "errno", None))


def read_document(path: Path, called: str) -> Document:
    """Read a TOML file, with the line of each key. Raise `InvalidInput` with file, line and field."""
    try:
        with path.open("rb") as file:
            written = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as fault:
        raise _not_read(path, fault) from None
    if len(written) > MAX_BYTES:
        raise InvalidInput("floor_too_long", path=str(path), most=MAX_BYTES // 2**20)
    text = _decoded(written, path)
    try:
        content = load(text, path, parse_float=Decimal)
    except TomlBeyondBounds as fault:
        if fault.code != "toml_too_deep":
            raise
        raise InvalidInput("floor_too_deep", path=str(path), line=fault.figures["line"]) from None
    except TOMLDecodeError as fault:
        raise _no_toml(text, path, str(fault)) from None
    return Document(called, content, toml_lines.lines_of(text.replace("\r\n", "\n")))


def _decoded(written: bytes, path: Path) -> str:
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = written.count(b"\n", 0, fault.start) + 1
        raise InvalidInput("floor_no_text", path=str(path), line=line) from None


def _no_toml(text: str, path: Path, fault: str) -> InvalidInput:
    """Return the error for a text that is not valid TOML, with its line and, if known, its field."""
    found = re.search(r"at line (\d+)", fault)
    number = re.search(r"\d{4300}", text)  # Python refuses longer integers without naming the line
    if found:
        line = int(found[1])
    elif number and "digits" in fault:
        line = text.count("\n", 0, number.start()) + 1
    else:
        line = text.count("\n") + 1
    field = _field_on(text, line)
    text_key = "floor_no_toml_in_field" if field else "floor_no_toml"
    return InvalidInput("floor_no_toml", text_key=text_key, path=str(path), line=line, field=field)


def _field_on(text: str, line: int) -> str:
    """Return the key on a line, or the earlier key whose value continues on that line."""
    for written in reversed(text.split("\n", line)[:line]):
        if found := re.match(r"\s*([A-Za-z0-9_.-]{1,60})\s*=", written):
            return found[1]
        if written.lstrip().startswith("["):
            break
    return ""


# ---------------------------------------------------------------- tables


class _Reader:
    """A reader that collects tables from documents. An unreadable field becomes a finding."""

    def __init__(self, documents: list[Document]) -> None:
        self.findings: list[Finding] = []
        self.entries: list[Entry] = []
        self.common = FloorFields()
        self.places = {"rows": Place(documents[0].file, 1)}
        self.is_whole = len(documents) > 1
        self._games: dict[str, dict[str, Stated]] = {}
        self._played: dict[str, PlayFields] = {}
        for document in documents:
            self._floor(document)
        for document in documents:
            for path, table in self._tables(document):
                self._entry(document, path, table)

    def floor(self) -> Floor:
        """Return the floor as read so far, with the findings."""
        return Floor(
            tuple(self.entries), self.common.rows, self.places["rows"], self.is_whole, tuple(self.findings)
        )

    def _floor(self, document: Document) -> None:
        """Read the fields that all tables share, or all tables of one game."""
        content = document.content
        if "floor" in content:
            if self.is_whole and self.common != FloorFields():
                self._wrong(Fault("floor", "floor_twice", None), document.place("floor"), "floor")
            self.common = self._fields(FloorFields, document, content["floor"], ("floor",))
            self.places = {name: document.place("floor", name) for name in FloorFields.__struct_fields__}
        self.is_whole = self.is_whole or "floor" in content or "tables" in content
        games = content.get("games", {})
        if not isinstance(games, dict):
            return self._wrong_kind(document, ("games",), "section", games)
        for game, written in games.items():
            fields = self._fields(GameFields, document, written, ("games", game))
            self._games.setdefault(game, {}).update(_stated(document, fields, ("games", game)))
            if fields.play is not None:
                self._played[game] = fields.play
        return None

    def _tables(self, document: Document) -> Iterator[tuple[toml_lines.Path, object]]:
        """Yield the tables that a document lists, or the document itself as a single table."""
        content = document.content
        if "game" in content or not content.keys() & SECTIONS:
            if content:
                yield (), content
            return
        for name in content.keys() - SECTIONS:
            self._unknown(document, (name,), SECTIONS, content[name])
        tables = content.get("tables", [])
        if not isinstance(tables, list):
            return self._wrong_kind(document, ("tables",), "tables", tables)
        for number, table in enumerate(tables):
            yield ("tables", number), table

    def _entry(self, document: Document, path: toml_lines.Path, written: object) -> None:
        before = len(self.findings)
        fields = self._fields(TableFields, document, written, path)
        if not fields.name:
            called = str(path[1] + 1) if path and isinstance(path[1], int) else Path(document.file).stem
            fields = msgspec.structs.replace(fields, name=called)
        named = {name: document.place(*path, name) for name in TableFields.__struct_fields__}
        if not (fields.norm or fields.region):
            inherited = {name: value for name in LAW if (value := getattr(self.common, name)) is not None}
            named |= {name: self.places[name] for name in inherited}
            own_day = {} if fields.on is None else {"on": fields.on}
            fields = msgspec.structs.replace(fields, **{**inherited, **own_day})
        if fields.play is None:
            fields = msgspec.structs.replace(fields, play=self._played.get(fields.game))
        stated = {**self._games.get(fields.game, {}), **_stated(document, fields, path)}
        self.entries.append(Entry(fields, stated, document.place(*path), named))
        table = {"table": fields.name, "game": fields.game}
        self.findings[before:] = [msgspec.structs.replace(one, **table) for one in self.findings[before:]]
        if len(self.entries) > MAX_TABLES:
            raise InvalidInput("too_many_tables", path=document.file, most=MAX_TABLES)

    def _fields(self, shape: type[Any], document: Document, written: object, path: toml_lines.Path) -> Any:
        """Convert a section to its struct. A field that does not fit becomes a finding and is omitted."""
        if not isinstance(written, dict):
            self._wrong_kind(document, path, "section", written)
            return shape()
        known = {field.name: field.type for field in msgspec.structs.fields(shape)}
        good: Section = {}
        for name, value in written.items():
            if name not in known:
                self._unknown(document, (*path, name), known, value)
                continue
            try:
                value = value.date() if isinstance(value, datetime) else value
                good[name] = msgspec.convert(value, known[name])
            except msgspec.ValidationError:
                self._wrong_kind(document, (*path, name), KINDS.get(name, "label"), value)
        return shape(**good)

    def _unknown(self, document: Document, path: toml_lines.Path, known: Any, value: object) -> None:
        name = str(path[-1])
        values: dict[str, Figure] = {"given": name, "near": nearest(name, known)}
        self._wrong(Fault(name, "unknown_field", None, values), document.place(*path), name, value)

    def _wrong_kind(self, document: Document, path: toml_lines.Path, unit: str, value: object) -> None:
        name = str(path[-1]) if path else document.file
        values = {"given": as_figure(value), "unit": unit}
        self._wrong(Fault(name, "choice_of_wrong_kind", None, values), document.place(*path), name, value)

    def _wrong(self, fault: Fault, place: Place, field: str, value: object = None) -> None:
        given = None if value is None else as_figure(value)
        self.findings.append(Finding("red", fault, place, field=field, given=given))


def _stated(document: Document, fields: TableFields | GameFields, path: toml_lines.Path) -> dict[str, Stated]:
    """Return the choices that a table or a game states, by their names."""
    return {
        name: Stated(value, part, document.place(*path, part, name))
        for part, section in (("rules", fields.rules), ("premises", fields.premises))
        for name, value in section.items()
    }

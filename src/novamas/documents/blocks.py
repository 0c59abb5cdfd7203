"""Blocks of a document. All their texts are already in the reader's language."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.law.texts import Language

News: TypeAlias = Literal["", "good", "doubtful", "bad"]


class Heading(Struct, frozen=True, tag="heading"):
    """The title of a section."""

    text: str


class Paragraph(Struct, frozen=True, tag="paragraph"):
    """One or more sentences. A note is less prominent than other paragraphs."""

    text: str
    is_note: bool = False


class Lines(Struct, frozen=True, tag="lines"):
    """Lines without space between them, for example the events at a table."""

    lines: tuple[str, ...]
    is_note: bool = False


class Key(Struct, frozen=True):
    """A main figure with its name. It can be marked as good or bad news."""

    name: str
    value: str
    news: News = ""


class Keys(Struct, frozen=True, tag="keys"):
    """The main figures of a document, side by side."""

    keys: tuple[Key, ...]


class Side(Struct, frozen=True):
    """The statement of one side in an item. A side without a counterpart has no name."""

    name: str
    parts: tuple[Paragraph, ...]


class Item(Struct, frozen=True, tag="item"):
    """One entry of a list: its title, with the statements of its sides next to each other.

    `weight` is a word before the title that says how serious the entry is.
    """

    title: str
    sides: tuple[Side, ...]
    weight: str = ""
    news: News = ""


class Rows(Struct, frozen=True, tag="rows"):
    """A table. `figures` holds the numbers of the columns with figures, which align right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()


class Bars(Struct, frozen=True, tag="bars"):
    """A bar chart with one bar per entry."""

    title: str
    bars: tuple[tuple[str, float, str], ...]  # name, size, and the size as text


class Band(Struct, frozen=True):
    """A range and its middle value."""

    label: str
    low: float
    middle: float
    high: float


class Bands(Struct, frozen=True, tag="bands"):
    """A chart of ranges side by side, for example the likely results after more and more rounds."""

    title: str
    bands: tuple[Band, ...]
    marks: tuple[tuple[float, str], ...]  # heights labelled at the side


class Mark(Struct, frozen=True):
    """A point on a line, with its label."""

    at: float
    label: str


class Interval(Struct, frozen=True, tag="interval"):
    """A line with a likely range, its middle value, and the value that was measured."""

    title: str
    low: Mark
    middle: Mark
    high: Mark
    found: Mark

    @property
    def is_inside(self) -> bool:
        """Whether the measured value is in the likely range."""
        return self.low.at <= self.found.at <= self.high.at


Chart: TypeAlias = Bars | Bands | Interval
Block: TypeAlias = Heading | Paragraph | Lines | Keys | Item | Rows | Chart


class Document(Struct, frozen=True):
    """A document: its title, its subject, its blocks and its footer."""

    language: Language
    title: str
    about: str
    blocks: tuple[Block, ...]
    foot: str

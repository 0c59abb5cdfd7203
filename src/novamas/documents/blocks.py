"""What a document is made of. Every text in it is already in the reader's language."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from novamas.law.texts import Language

News: TypeAlias = Literal["", "good", "doubtful", "bad"]


class Heading(Struct, frozen=True, tag="heading"):
    """The title of a part."""

    text: str


class Paragraph(Struct, frozen=True, tag="paragraph"):
    """Some sentences; a note is told more quietly."""

    text: str
    is_note: bool = False


class Lines(Struct, frozen=True, tag="lines"):
    """Lines close to one another: what was seen at a table, or the answers from which one is chosen."""

    lines: tuple[str, ...]
    is_note: bool = False


class Key(Struct, frozen=True):
    """A figure that is looked for first, and what it is; it may be good or bad news."""

    name: str
    told: str
    news: News = ""


class Keys(Struct, frozen=True, tag="keys"):
    """The figures that are looked for first, side by side."""

    keys: tuple[Key, ...]


class Side(Struct, frozen=True):
    """What one of several says of a thing; where there is only one, it has no name."""

    name: str
    parts: tuple[Paragraph, ...]


class Item(Struct, frozen=True, tag="item"):
    """One of many things of a kind: what it is, and what each side says of it, the one beside the other.

    A word before it may say how bad it is.
    """

    title: str
    sides: tuple[Side, ...]
    weight: str = ""
    news: News = ""


class Rows(Struct, frozen=True, tag="rows"):
    """A table: a title for each column, and which of them hold figures and keep to the right."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    figures: tuple[int, ...] = ()


class Bars(Struct, frozen=True, tag="bars"):
    """A chart of bars, one for each thing, as long as its size."""

    title: str
    bars: tuple[tuple[str, float, str], ...]  # what it is, how much, and that as it is told


class Band(Struct, frozen=True):
    """Between what and what something lies, and where its middle is."""

    label: str
    low: float
    middle: float
    high: float


class Bands(Struct, frozen=True, tag="bands"):
    """A chart of bands, one beside the other, such as what is likely after more and more rounds."""

    title: str
    bands: tuple[Band, ...]
    marks: tuple[tuple[float, str], ...]  # heights that are written at the side


class Mark(Struct, frozen=True):
    """A place on a line, and what is written there."""

    at: float
    told: str


class Interval(Struct, frozen=True, tag="interval"):
    """A line on which something was found, with where it should be and between what it is likely to be."""

    title: str
    low: Mark
    middle: Mark
    high: Mark
    found: Mark

    @property
    def is_inside(self) -> bool:
        """Was it found where it is likely to be?"""
        return self.low.at <= self.found.at <= self.high.at


Chart: TypeAlias = Bars | Bands | Interval
Block: TypeAlias = Heading | Paragraph | Lines | Keys | Item | Rows | Chart


class Document(Struct, frozen=True):
    """A document: what it is, what it is about, its parts, and what stands at its foot."""

    language: Language
    title: str
    about: str
    blocks: tuple[Block, ...]
    foot: str

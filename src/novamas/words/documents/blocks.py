"""What a document is made of. Every text in it is already in the reader's language."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from novamas.law.texts import Language


class Heading(Struct, frozen=True, tag="heading"):
    """The title of a part."""

    text: str


class Paragraph(Struct, frozen=True, tag="paragraph"):
    """Some sentences; a note is told more quietly."""

    text: str
    is_note: bool = False


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


Block: TypeAlias = Heading | Paragraph | Rows | Bars | Bands


class Document(Struct, frozen=True):
    """A document: what it is, what it is about, its parts, and what stands at its foot."""

    language: Language
    title: str
    about: str
    blocks: tuple[Block, ...]
    foot: str

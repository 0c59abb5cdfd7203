"""Documents for people. The same content becomes terminal text, a web page, or a sheet to print."""

from novamas.documents.blocks import (
    Band,
    Bands,
    Bars,
    Block,
    Document,
    Heading,
    Interval,
    Item,
    Key,
    Keys,
    Lines,
    Mark,
    News,
    Paragraph,
    Rows,
    Side,
)
from novamas.documents.page import as_html
from novamas.documents.sheet import as_pdf

__all__ = [
    "Band",
    "Bands",
    "Bars",
    "Block",
    "Document",
    "Heading",
    "Interval",
    "Item",
    "Key",
    "Keys",
    "Lines",
    "Mark",
    "News",
    "Paragraph",
    "Rows",
    "Side",
    "as_html",
    "as_pdf",
]

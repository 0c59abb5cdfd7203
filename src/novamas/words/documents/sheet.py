"""A document as sheets of paper: typst sets it, from one template, into PDF."""

from __future__ import annotations

from importlib.resources import files

import msgspec

from novamas.words.documents.blocks import Bands, Bars, Block, Document
from novamas.words.documents.charts import drawing

TEMPLATE = "sheet.typ"


def as_pdf(document: Document) -> bytes:
    """The sheets, A4; what they say goes to the template as data, so that nothing in it is markup."""
    import typst

    told = msgspec.to_builtins(document) | {"blocks": [_block(block) for block in document.blocks]}
    template = files("novamas.words.documents").joinpath(TEMPLATE).read_bytes()
    found: bytes = typst.compile(template, sys_inputs={"document": msgspec.json.encode(told).decode()})
    return found


def _block(block: Block) -> object:
    """A block as the template reads it; a chart comes as its drawing."""
    if isinstance(block, Bars | Bands):
        return {"type": "chart", "title": block.title, "drawing": drawing(block)}
    return msgspec.to_builtins(block)

"""A document as sheets of paper, A4, from one template."""

from __future__ import annotations

import msgspec

from novamas.documents.blocks import Block, Chart, Document
from novamas.documents.charts import drawing
from novamas.documents.typesetting import typeset

TEMPLATE = "sheet.typ"


def as_pdf(document: Document) -> bytes:
    """The sheets."""
    told = msgspec.to_builtins(document) | {"blocks": [_block(block) for block in document.blocks]}
    return typeset("novamas.documents", TEMPLATE, document=told)


def _block(block: Block) -> object:
    """A block as the template reads it; a chart comes as its drawing."""
    if isinstance(block, Chart):
        return {"type": "chart", "title": block.title, "drawing": drawing(block, is_page=False)}
    return msgspec.to_builtins(block)

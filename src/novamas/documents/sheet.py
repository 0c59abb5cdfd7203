"""Document as printed A4 sheets, made from one template."""

from __future__ import annotations

import msgspec

from novamas.documents.blocks import Block, Chart, Document
from novamas.documents.charts import drawing
from novamas.documents.typesetting import typeset

TEMPLATE = "sheet.typ"


def as_pdf(document: Document) -> bytes:
    """Return a document as the PDF of its sheets."""
    content = msgspec.to_builtins(document) | {"blocks": [_block(block) for block in document.blocks]}
    return typeset("novamas.documents", TEMPLATE, document=content)


def _block(block: Block) -> object:
    """Return a block as the template reads it. A chart becomes SVG."""
    if isinstance(block, Chart):
        return {"type": "chart", "title": block.title, "drawing": drawing(block, is_page=False)}
    return msgspec.to_builtins(block)

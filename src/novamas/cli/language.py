"""What people read, in their language."""

from __future__ import annotations


def _(text: str) -> str:
    """The text in the reader's language."""
    return text

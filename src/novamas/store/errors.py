"""Exceptions of the store."""

from __future__ import annotations

from novamas.errors import NovamasError


class StoreFault(NovamasError):
    """Raised when the store cannot be opened, read or written. Acknowledged entries are not lost."""


class NotEntered(NovamasError):
    """Raised when the books refuse an entry. Nothing of that entry is stored."""

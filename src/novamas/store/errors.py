"""What a store answers where it cannot do what is asked."""

from __future__ import annotations

from novamas.errors import NovamasError


class StoreFault(NovamasError):
    """The store cannot be opened, read or written now; what was acknowledged is kept."""


class NotEntered(NovamasError):
    """The books do not take this entry; nothing of it was entered."""

"""Acts that several games of banked poker share."""

from __future__ import annotations

from novamas.table.deeds import Act


class Go(Act, frozen=True):
    """A player stays in the round and places the second bet."""

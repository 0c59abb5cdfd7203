"""What players do in several games of banked poker."""

from __future__ import annotations

from novamas.table.deeds import Act


class Go(Act, frozen=True):
    """A player goes on with his hand and lays the second bet."""

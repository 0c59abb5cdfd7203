"""What only people at pai gow dominoes do."""

from __future__ import annotations

from novamas.table.deeds import Act, Order


class AllowThree(Order, frozen=True, kw_only=True):
    """The area chief lets a player play three hands."""

    seat: int


class GrantLimit(Order, frozen=True, kw_only=True):
    """A player is given a maximum of his own, which he keeps on another's hand too."""

    seat: int
    cents: int


class Redeal(Act, frozen=True):
    """A player whose tiles were seen wants the tiles mixed again."""


class PlayOn(Act, frozen=True):
    """A player whose tiles were seen plays his hand."""

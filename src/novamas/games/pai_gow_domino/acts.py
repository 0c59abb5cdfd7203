"""The acts that only pai gow dominoes has."""

from __future__ import annotations

from novamas.table.deeds import Act, Order


class AllowThree(Order, frozen=True, kw_only=True):
    """The area chief allows a player to play three hands."""

    seat: int


class GrantLimit(Order, frozen=True, kw_only=True):
    """The floor grants a player a special maximum, which also applies to other players' hands."""

    seat: int
    cents: int


class Redeal(Act, frozen=True):
    """A player whose tiles were seen asks for a new deal."""


class PlayOn(Act, frozen=True):
    """A player whose tiles were seen plays the hand."""

"""The acts that only punto y banca has."""

from __future__ import annotations

from novamas.table.deeds import Act, Call


class PassShoe(Act, frozen=True):
    """A player declines to deal and passes the shoe."""


class Cartas(Call, frozen=True):
    """The croupier calls for the cards."""

"""What people do at punto y banca and at no other table."""

from __future__ import annotations

from novamas.table.deeds import Act, Call


class PassShoe(Act, frozen=True):
    """A player whose turn it is to deal does not want to."""


class Cartas(Call, frozen=True):
    """The croupier orders the cards to be dealt."""

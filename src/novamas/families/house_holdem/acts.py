"""Acts of the players at a hold'em against the house."""

from __future__ import annotations

from novamas.table.deeds import Act


class BetOn(Act, frozen=True):
    """A player places the flop, turn or river bet."""

    street: str


class Check(Act, frozen=True):
    """A player stays in without placing the bet."""

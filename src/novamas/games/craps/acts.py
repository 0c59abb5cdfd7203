"""The acts of players, croupiers and the table chief at craps."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order


class TakeDice(Act, frozen=True):
    """A player takes the dice when they are offered."""


class RefuseDice(Act, frozen=True):
    """A player refuses the dice, or passes them on before the first roll of a series."""


class AskForDice(Act, frozen=True):
    """The shooter asks for other dice before throwing."""


class ChooseDie(Act, frozen=True):
    """The shooter picks one of the dice on the table."""

    die: str


class FindDie(Call, frozen=True):
    """The stickman finds a die that fell to the floor, and examines it."""


class CambioDeDados(Order, frozen=True):
    """The table chief orders a change of dice."""


class DepriveShooter(Order, frozen=True):
    """The table chief takes the dice from a shooter who has repeatedly broken the rules of throwing."""

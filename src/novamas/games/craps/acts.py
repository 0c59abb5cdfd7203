"""What players, croupiers and the table chief may do at craps."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order


class TakeDice(Act, frozen=True):
    """A player takes the dice that are offered to him."""


class RefuseDice(Act, frozen=True):
    """A player refuses the dice, or hands them on before the first roll of a series."""


class AskForDice(Act, frozen=True):
    """The shooter asks for other dice before he throws."""


class ChooseDie(Act, frozen=True):
    """The shooter takes one of the dice that lie before him."""

    die: str


class FindDie(Call, frozen=True):
    """The stickman finds what fell to the floor and examines it."""


class CambioDeDados(Order, frozen=True):
    """The table chief orders a change of dice."""


class DepriveShooter(Order, frozen=True):
    """The table chief deprives a player, who broke the rules of throwing repeatedly, of the dice."""

"""What people do at a pai gow table."""

from __future__ import annotations

from msgspec.structs import force_setattr

from novamas.equipment.pieces import one_word
from novamas.families.banked.acts import BETTING
from novamas.table.deeds import Act, Call, Order


class TakeBank(Act, frozen=True):
    """A player to whom the bank is offered takes it, and puts so much in it."""

    cents: int


class PassBank(Act, frozen=True):
    """A player to whom the bank is offered does not want it."""


class MakeHands(Call, frozen=True):
    """The croupier makes up the hands, face down, and puts away what is left."""


class PlaceHands(Call, frozen=True):
    """The croupier lays the hands before the players and himself, from the point that the dice gave."""


class TakeUp(Act, frozen=True):
    """A player with several hands takes one of them up to play it."""

    box: int


class SetAsHouse(Act, frozen=True):
    """A player sets a hand of his as the croupier would."""

    box: int


class SetHand(Act, frozen=True):
    """A player lays his two hands face down, or changes them while the bank has not shown its own."""

    box: int
    low: str  # a set: however it is written, it is the same deed

    def __post_init__(self) -> None:
        force_setattr(self, "low", one_word(self.low))


class Expose(Call, frozen=True):
    """All hands are set: the croupier turns his own up."""


class SetBank(Call, frozen=True, kw_only=True):
    """The croupier makes his two hands, by the house way."""

    low: str

    def __post_init__(self) -> None:
        force_setattr(self, "low", one_word(self.low))


class ChangeMinimum(Order, frozen=True, kw_only=True):
    """The floor tells the players a new minimum of the table."""

    cents: int


class ChangeMaximum(Order, frozen=True, kw_only=True):
    """The floor tells the players a new maximum of the table."""

    cents: int


IN_THE_ROUND: tuple[type[Act], ...] = (
    *(MakeHands, PlaceHands, TakeUp, SetAsHouse, SetHand, Expose, SetBank),
)
ACTS: tuple[type[Act], ...] = (
    *BETTING,
    *(TakeBank, PassBank, MakeHands, PlaceHands),
    *(SetAsHouse, SetHand, Expose, SetBank, ChangeMinimum, ChangeMaximum),
)

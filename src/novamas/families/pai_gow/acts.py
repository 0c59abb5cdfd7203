"""The acts of a pai gow table."""

from __future__ import annotations

from msgspec.structs import force_setattr

from novamas.equipment.pieces import one_word
from novamas.families.banked.acts import BETTING
from novamas.table.deeds import Act, Call, Order


class TakeBank(Act, frozen=True):
    """A player accepts the bank and puts chips into it."""

    cents: int


class PassBank(Act, frozen=True):
    """A player declines the bank."""


class MakeHands(Call, frozen=True):
    """The croupier forms the hands face down and puts away the rest."""


class PlaceHands(Call, frozen=True):
    """The croupier places the hands, starting at the position that the dice give."""


class TakeUp(Act, frozen=True):
    """A player with several hands picks up the next one to play."""

    box: int


class SetAsHouse(Act, frozen=True):
    """A player sets a hand by the house way."""

    box: int


class SetHand(Act, frozen=True):
    """A player sets two hands face down, or changes them before the bank shows its own."""

    box: int
    low: str  # a set: its order of writing does not matter

    def __post_init__(self) -> None:
        force_setattr(self, "low", one_word(self.low))


class Expose(Call, frozen=True):
    """All hands are set. The croupier turns up the house's own hand."""


class SetBank(Call, frozen=True, kw_only=True):
    """The croupier sets the two hands of the house by the house way."""

    low: str

    def __post_init__(self) -> None:
        force_setattr(self, "low", one_word(self.low))


class ChangeMinimum(Order, frozen=True, kw_only=True):
    """The floor announces a new minimum of the table."""

    cents: int


class ChangeMaximum(Order, frozen=True, kw_only=True):
    """The floor announces a new maximum of the table."""

    cents: int


IN_THE_ROUND: tuple[type[Act], ...] = (
    *(MakeHands, PlaceHands, TakeUp, SetAsHouse, SetHand, Expose, SetBank),
)
ACTS: tuple[type[Act], ...] = (
    *BETTING,
    *(TakeBank, PassBank, MakeHands, PlaceHands),
    *(SetAsHouse, SetHand, Expose, SetBank, ChangeMinimum, ChangeMaximum),
)

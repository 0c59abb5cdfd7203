"""The acts of a blackjack table."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order


class ShufflePacks(Call, frozen=True, kw_only=True):
    """The croupier shuffles and cuts the six decks one by one, then puts them together and cuts them."""

    times: int


class Cut(Act, frozen=True):
    """A player makes the last cut of the cards."""


class PlaceCutCard(Call, frozen=True, kw_only=True):
    """The croupier inserts the cut card, loads the shoe and sets the first five cards aside."""

    behind: int  # the number of cards behind it


class ConsentAt(Act, frozen=True):
    """The player who controls a vacant place allows others to bet there, or forbids it."""

    place: int
    yes: bool


class Insure(Act, frozen=True):
    """A player insures a stake against a black jack of the bank."""

    bet: str
    cents: int


class EvenMoney(Act, frozen=True):
    """A player with a black jack against an ace takes even money at once."""

    bet: str


class Surrender(Act, frozen=True):
    """A player surrenders a hand and loses half of its stake."""

    bet: str


class Decline(Act, frozen=True):
    """A player declines all further offers before the hands are played."""


class Stand(Act, frozen=True):
    """A player stands: the hand takes no more cards."""


class Hit(Act, frozen=True):
    """A player asks for a card."""


class Double(Act, frozen=True):
    """A player doubles the stake of the hand and gets exactly one more card."""


class Split(Act, frozen=True):
    """A player splits two cards of the same value into two hands."""


class Follow(Act, frozen=True):
    """A player who has bet on another player's hand adds a stake equal to the one already there."""


class Stay(Act, frozen=True):
    """A player who has bet on another player's hand leaves the stake as it is."""


PROPOSED: tuple[type[Act], ...] = (Insure, EvenMoney, Surrender, Decline)  # before the hands are played
OF_A_HAND: tuple[type[Act], ...] = (Stand, Hit, Double, Split, Follow, Stay)


class SetJackpot(Order, frozen=True, kw_only=True):
    """The floor sets the progressive jackpot after linked tables have fed it or one of them has won it."""

    cents: int

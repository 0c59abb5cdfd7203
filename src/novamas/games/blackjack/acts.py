"""What people do at a blackjack table."""

from __future__ import annotations

from novamas.table.deeds import Act, Call, Order


class ShufflePacks(Call, frozen=True, kw_only=True):
    """The six packs are shuffled and cut one by one, then joined and cut."""

    times: int


class Cut(Act, frozen=True):
    """A player makes the last cut."""


class PlaceCutCard(Call, frozen=True, kw_only=True):
    """The cut card is inserted, the cards go into the shoe, and the first five are set aside."""

    behind: int  # how many cards are left behind it


class Insure(Act, frozen=True):
    """A player insures his stake on a place against a blackjack of the bank."""

    bet: str
    cents: int


class EvenMoney(Act, frozen=True):
    """A player with blackjack against an ace is paid even money at once."""

    bet: str


class Surrender(Act, frozen=True):
    """A player gives up a hand and loses half its stake."""

    bet: str


class Decline(Act, frozen=True):
    """A player wants no more of what is proposed before the hands are played."""


class Stand(Act, frozen=True):
    """A player wants no more cards for the hand."""


class Hit(Act, frozen=True):
    """A player asks for a card."""


class Double(Act, frozen=True):
    """A player doubles the stake of the hand for one more card."""


class Split(Act, frozen=True):
    """A player makes two hands of two cards of the same value."""


class Follow(Act, frozen=True):
    """A player who bets on another's hand adds the same stake as he has on it."""


class Stay(Act, frozen=True):
    """A player who bets on another's hand leaves his stake as it is."""


PROPOSED: tuple[type[Act], ...] = (Insure, EvenMoney, Surrender, Decline)  # before the hands are played
OF_A_HAND: tuple[type[Act], ...] = (Stand, Hit, Double, Split, Follow, Stay)


class SetJackpot(Order, frozen=True, kw_only=True):
    """The linked tables have brought the progressive jackpot to so much, or one of them has won it."""

    cents: int

"""Acts that all games against the house share."""

from __future__ import annotations

from novamas.table.deeds import Act, Call


class Shuffle(Call, frozen=True):
    """The croupier counts and shuffles the cards, and loads the shoe."""


class HaganJuego(Call, frozen=True):
    """The croupier opens the betting, and announces the last round of the session if it is the last."""

    last: bool = False


class Bet(Act, frozen=True):
    """A player places chips on a bet of the cloth."""

    bet: str
    cents: int


class Withdraw(Act, frozen=True):
    """A player takes back a bet, or part of it if the rest is an allowed stake. No amount means all."""

    bet: str
    cents: int = 0


class Consent(Act, frozen=True):
    """A player allows others to bet on the player's hands, or forbids it."""

    yes: bool


class NoVaMas(Call, frozen=True):
    """The croupier closes the betting."""


class Fold(Act, frozen=True):
    """A player gives up a hand and loses the bets on it."""


BETTING: tuple[type[Act], ...] = (HaganJuego, Bet, Withdraw, NoVaMas)

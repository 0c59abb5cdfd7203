"""What people do in every game against the house."""

from __future__ import annotations

from novamas.table.deeds import Act, Call


class Shuffle(Call, frozen=True):
    """The cards are counted, shuffled and loaded into the shoe."""


class HaganJuego(Call, frozen=True):
    """The betting opens; the croupier says whether it is the last coup, round or spin of the session."""

    last: bool = False


class Bet(Act, frozen=True):
    """A player lays chips on a bet of the cloth."""

    bet: str
    cents: int


class Withdraw(Act, frozen=True):
    """A player takes back all that he has on a bet, or so much that what stays may lie there."""

    bet: str
    cents: int


class Consent(Act, frozen=True):
    """A player lets others bet on his hands, or does not."""

    yes: bool


class NoVaMas(Call, frozen=True):
    """The betting closes."""


class Fold(Act, frozen=True):
    """A player gives up his hand and loses what he has on it."""


BETTING: tuple[type[Act], ...] = (HaganJuego, Bet, Withdraw, NoVaMas)

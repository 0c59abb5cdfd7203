"""The acts at every baccarat table with a player as banker."""

from __future__ import annotations

from novamas.table.deeds import Act, Call

# ---------------------------------------------------------------- places


class BuyChips(Act, frozen=True):
    """A player changes money for chips."""

    cents: int


class JoinList(Act, frozen=True):
    """A player without a compartment joins the waiting list."""


class Sit(Act, frozen=True):
    """A player takes a vacant compartment."""

    place: int


class Rise(Act, frozen=True):
    """A player gives up a compartment and stands behind it."""


SEATING: tuple[type[Act], ...] = (BuyChips, JoinList, Sit, Rise)

# ---------------------------------------------------------------- the bank


class Shuffle(Call, frozen=True):
    """The croupier counts and shuffles the cards, has them cut and loads the shoe."""


class CloseTable(Call, frozen=True):
    """The croupier ends the game."""


class GoOn(Call, frozen=True):
    """The croupier continues the game."""


class Bid(Act, frozen=True):
    """A player bids for the bank."""

    cents: int


class Award(Call, frozen=True):
    """The croupier ends the auction."""


# ---------------------------------------------------------------- bets


class Banco(Act, frozen=True):
    """A player goes banco: one stake covers the whole bank."""


# ---------------------------------------------------------------- cards


class Serve(Call, frozen=True):
    """The banker draws one more card face down, and the croupier takes it to its owner."""


class Abatir(Act, frozen=True):
    """A player or the banker shows a natural."""


class Carta(Act, frozen=True):
    """A player or the banker asks for a card."""


class No(Act, frozen=True):
    """A player or the banker stands."""


class Give(Act, frozen=True):
    """The banker does not show a natural, and gives the card that was asked for."""


class Pay(Call, frozen=True):
    """The croupier collects the losing stakes and pays the winning ones."""


class AskTable(Act, frozen=True):
    """The banker asks for the bank's table of play and must then follow it."""


ANSWERS: tuple[type[Act], ...] = (Give, AskTable)  # only for the banker
WORDS: tuple[type[Act], ...] = (Abatir, Carta, No, *ANSWERS)

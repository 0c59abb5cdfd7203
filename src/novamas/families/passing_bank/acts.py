"""What people do at every baccarat table at which players bank."""

from __future__ import annotations

from novamas.table.deeds import Act, Call

# ---------------------------------------------------------------- places


class BuyChips(Act, frozen=True):
    """A player changes money for chips."""

    cents: int


class JoinList(Act, frozen=True):
    """A player without a compartment has himself entered on the waiting list."""


class Sit(Act, frozen=True):
    """A player takes a vacant compartment."""

    place: int


class Rise(Act, frozen=True):
    """A player gives his compartment up and stands behind it."""


SEATING: tuple[type[Act], ...] = (BuyChips, JoinList, Sit, Rise)

# ---------------------------------------------------------------- the bank


class Shuffle(Call, frozen=True):
    """The cards are counted, shuffled, cut and loaded into the shoe: a talla begins."""


class CloseTable(Call, frozen=True):
    """The game ends."""


class GoOn(Call, frozen=True):
    """The croupier goes on to what comes next."""


class Bid(Act, frozen=True):
    """A player bids for the bank."""

    cents: int


class Award(Call, frozen=True):
    """The auction ends."""


# ---------------------------------------------------------------- bets


class Banco(Act, frozen=True):
    """A player goes banco: he plays alone against the whole bank."""


# ---------------------------------------------------------------- cards


class Serve(Call, frozen=True):
    """One more card comes out of the shoe, face down, and is carried to its place."""


class Abatir(Act, frozen=True):
    """A natural is shown."""


class Carta(Act, frozen=True):
    """A card is asked for."""


class No(Act, frozen=True):
    """No card is wanted."""


class Give(Act, frozen=True):
    """The banker has no natural to show and goes on: who asked for a card has it."""


class Pay(Call, frozen=True):
    """The croupier collects what was lost and pays what was won."""


class AskTable(Act, frozen=True):
    """The banker asks for the bank's table of play, and must then follow it."""


ANSWERS: tuple[type[Act], ...] = (Give, AskTable)  # of the banker
WORDS: tuple[type[Act], ...] = (Abatir, Carta, No, *ANSWERS)

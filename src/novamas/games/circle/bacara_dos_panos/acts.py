"""What people do at a table of bacará a dos paños."""

from __future__ import annotations

from novamas.table.deeds import Act, Call


class BuyChips(Act, frozen=True):
    """A player changes money for chips."""

    cents: int


class JoinList(Act, frozen=True):
    """A player without a compartment has himself entered on the waiting list."""


class Sit(Act, frozen=True):
    """The first on the waiting list takes a vacant compartment."""

    place: int


class Rise(Act, frozen=True):
    """A player gives his compartment up and stands behind it."""


class Shuffle(Call, frozen=True):
    """The cards are counted, shuffled, cut and loaded into the shoe: a talla begins."""


class CloseTable(Call, frozen=True):
    """The session ends."""


class Bid(Act, frozen=True):
    """A player bids for the bank."""

    cents: int


class Award(Call, frozen=True):
    """The auction ends."""


class TakeBank(Act, frozen=True):
    """A player takes the bank for the amount it was first made with."""


class GoOn(Call, frozen=True):
    """The croupier goes on."""


class Continue(Act, frozen=True):
    """The banker goes on."""


class LeaveBank(Act, frozen=True):
    """The banker leaves the bank with what is in it."""


class Redeposit(Act, frozen=True):
    """The banker of a broken bank deposits anew."""

    cents: int
    new_shoe: bool


class Stake(Act, frozen=True):
    """A player stakes on a cloth."""

    pano: str
    cents: int


class StakeOnBoth(Act, frozen=True):
    """A player lays chips on the line between the cloths: they play on both."""

    cents: int


class StakeHalf(Act, frozen=True):
    """A player lays chips on the line of his own zone: half of them play on his cloth."""

    cents: int


class Banco(Act, frozen=True):
    """A player goes banco, against both hands of the bank."""


class YaNoVaMas(Call, frozen=True):
    """The betting closes."""


class Serve(Call, frozen=True):
    """One more card comes out of the shoe, face down, and is carried to its place."""


class Abatir(Act, frozen=True):
    """A natural is shown."""


class Carta(Act, frozen=True):
    """A card is asked for."""


class No(Act, frozen=True):
    """No card is wanted."""


class Give(Act, frozen=True):
    """The banker has no natural to show, and gives the cards that were asked for."""


class AskTable(Act, frozen=True):
    """The banker asks for the bank's table of play."""


ACTS: tuple[type[Act], ...] = (
    *(BuyChips, JoinList, Sit, Rise, Shuffle, CloseTable, Bid, Award, TakeBank, GoOn),
    *(Continue, LeaveBank, Redeposit, Stake, StakeOnBoth, StakeHalf, Banco, YaNoVaMas),
    *(Serve, Abatir, Carta, No, Give, AskTable),
)
SEATING: tuple[type[Act], ...] = (BuyChips, JoinList, Sit, Rise)

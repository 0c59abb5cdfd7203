"""The acts of a bacará a dos paños table."""

from __future__ import annotations

from novamas.families.passing_bank.acts import (
    ANSWERS,
    SEATING,
    WORDS,
    Abatir,
    AskTable,
    Award,
    Banco,
    Bid,
    BuyChips,
    Carta,
    CloseTable,
    Give,
    GoOn,
    JoinList,
    No,
    Pay,
    Rise,
    Serve,
    Shuffle,
    Sit,
)
from novamas.families.passing_bank.cloth import Kinds
from novamas.table.deeds import Act, Call


class TakeBank(Act, frozen=True):
    """A player takes the bank for its initial amount."""


class Continue(Act, frozen=True):
    """The banker keeps the bank for the next coup."""


class LeaveBank(Act, frozen=True):
    """The banker leaves the bank and takes its contents."""


class Redeposit(Act, frozen=True):
    """The banker of a broken bank makes a new deposit."""

    cents: int
    new_shoe: bool


class Stake(Act, frozen=True):
    """A player stakes on one side."""

    pano: str
    cents: int


class StakeOnBoth(Act, frozen=True):
    """A player places chips on the line between the sides. Half of them play on each side."""

    cents: int


class StakeHalf(Act, frozen=True):
    """A player places chips on the line of their own zone. Half of them play on that side."""

    cents: int


class YaNoVaMas(Call, frozen=True):
    """The croupier closes the betting."""


class OpenSession(Call, frozen=True):
    """The croupier opens the next session, after dinner or on the next day."""


KINDS = Kinds(
    seating=SEATING,
    taking=(Bid, TakeBank),
    holding=(Continue, LeaveBank, Redeposit),
    bets=(Stake, StakeOnBoth, StakeHalf, Banco),
    words=WORDS,
    answers=ANSWERS,
)
ACTS: tuple[type[Act], ...] = (
    *(BuyChips, JoinList, Sit, Rise, Shuffle, CloseTable, Bid, Award, TakeBank, GoOn),
    *(Continue, LeaveBank, Redeposit, Stake, StakeOnBoth, StakeHalf, Banco, YaNoVaMas),
    *(Serve, Abatir, Carta, No, Give, AskTable, Pay, OpenSession),
)

"""What people do at a table of bacará a dos paños."""

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
    """A player takes the bank for the amount it was first made with."""


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


class YaNoVaMas(Call, frozen=True):
    """The betting closes."""


class OpenSession(Call, frozen=True):
    """The next session begins, after dinner or on the next day."""


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

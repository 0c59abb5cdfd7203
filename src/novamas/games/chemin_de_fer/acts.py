"""The acts of a chemin de fer table."""

from __future__ import annotations

from novamas.families.passing_bank import acts
from novamas.families.passing_bank.acts import (
    Abatir,
    AskTable,
    Award,
    Banco,
    Bid,
    Carta,
    CloseTable,
    Give,
    GoOn,
    No,
    Pay,
    Serve,
    Shuffle,
)
from novamas.families.passing_bank.cloth import Kinds
from novamas.table.deeds import Act, Call

# ---------------------------------------------------------------- places


class LeaveOtherTable(Act, frozen=True):
    """A player gives up a seat at another table."""


class AskChange(Act, frozen=True):
    """A seated player asks for another place."""


class StepAway(Act, frozen=True):
    """A seated player leaves the table for a moment and keeps the place."""


class ComeBack(Act, frozen=True):
    """A player who stepped away comes back."""


# ---------------------------------------------------------------- the bank


class TakeBank(Act, frozen=True):
    """A player takes the bank and puts chips into it."""

    cents: int


class Decline(Act, frozen=True):
    """A player declines the bank."""


class Associate(Act, frozen=True):
    """A player offers chips to become an associate of the banker."""

    cents: int


class Accept(Act, frozen=True):
    """A player accepts a proposal."""


class Reject(Act, frozen=True):
    """A player rejects a proposal."""


class RaiseBank(Act, frozen=True):
    """The banker adds chips to the bank after its award."""

    cents: int


class Announce(Act, frozen=True):
    """The banker announces the amount of the bank and hands it to the croupier."""


class GiveUp(Act, frozen=True):
    """An association whose chips do not reach the amount gives up the bank."""


class Keep(Act, frozen=True):
    """The banker keeps the bank."""


class PassBank(Act, frozen=True):
    """The banker passes the bank on, which is called passing the hand."""


class Garage(Act, frozen=True):
    """The banker takes winnings out of play, which is called the garage."""

    cents: int


class TodoVa(Act, frozen=True):
    """The banker puts the winnings in the garage back into the bank."""


# ---------------------------------------------------------------- bets


class BancoAsociado(Act, frozen=True):
    """A player goes banco together with a partner, who stakes a part of it."""

    partner: int
    cents: int


class Completar(Call, frozen=True):
    """No player goes banco. The croupier invites the players to complete the bank."""


class BancoConLaMesa(Act, frozen=True):
    """A player stakes half of the bank."""


class UltimoCompleto(Act, frozen=True):
    """A player says "con la mesa y último completo" and will stake the part that is still missing."""


class Stake(Act, frozen=True):
    """A player stakes against part of the bank."""

    cents: int


class StakeOnLine(Act, frozen=True):
    """A player places chips on the line. Half of them play."""

    cents: int


class NoVanMas(Call, frozen=True):
    """The croupier closes the betting."""


class RemoveLate(Act, frozen=True):
    """The banker has stakes removed that came too late."""


class Repartir(Act, frozen=True):
    """The banker begins to deal."""


# ---------------------------------------------------------------- cards


class BancoSeguido(Act, frozen=True):
    """A player who went banco and lost goes banco again, although the cards are already dealt."""


class Levantar(Act, frozen=True):
    """The punto picks up the cards and looks at them, and the banker does the same."""


class AskAdvice(Act, frozen=True):
    """The punto asks the croupier for advice."""


class Deny(Act, frozen=True):
    """The banker denies a card after the punto said the wrong word."""


class TakeStakeBack(Act, frozen=True):
    """A player takes back a stake because the banker showed a natural too soon."""


class Resume(Call, frozen=True):
    """The croupier lets the coup continue."""


SEATING: tuple[type[Act], ...] = (*acts.SEATING, LeaveOtherTable, AskChange, StepAway, ComeBack)
BANKING: tuple[type[Act], ...] = (
    *(TakeBank, Decline, Associate, Accept, Reject, RaiseBank, Announce, GiveUp, GoOn, Bid, Award),
    *(Keep, PassBank, Garage, TodoVa, Shuffle, CloseTable),
)
BETTING: tuple[type[Act], ...] = (
    *(Banco, BancoAsociado, Completar, BancoConLaMesa, UltimoCompleto, Stake, StakeOnLine, NoVanMas),
    *(RemoveLate, Repartir),
)
PLAYING: tuple[type[Act], ...] = (
    *(Serve, BancoSeguido, Levantar, Abatir, Carta, No, AskAdvice, Give, Deny, AskTable),
    *(TakeStakeBack, Resume, Pay),
)
KINDS = Kinds(
    seating=SEATING,
    taking=(TakeBank, Decline, Bid),
    holding=(RaiseBank, Announce, GiveUp, Keep, PassBank, Garage, TodoVa, Repartir, RemoveLate),
    bets=(Banco, BancoAsociado, BancoConLaMesa, UltimoCompleto, Stake, StakeOnLine),
    words=(*acts.WORDS, Levantar, AskAdvice, Deny),
    answers=(*acts.ANSWERS, Deny),
)
ACTS = (*SEATING, *BANKING, *BETTING, *PLAYING)

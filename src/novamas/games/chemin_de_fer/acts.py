"""What people do at a table of chemin de fer."""

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
    """A player gives up the seat that he has at another table."""


class AskChange(Act, frozen=True):
    """A seated player asks for another place."""


class StepAway(Act, frozen=True):
    """A seated player leaves the table for a moment; his place stays his."""


class ComeBack(Act, frozen=True):
    """A player who had stepped away is back."""


# ---------------------------------------------------------------- the bank


class TakeBank(Act, frozen=True):
    """A player takes the bank and puts so much in it."""

    cents: int


class Decline(Act, frozen=True):
    """A player does not want the bank."""


class Associate(Act, frozen=True):
    """A player puts so much at the banker's disposal."""

    cents: int


class Accept(Act, frozen=True):
    """What was proposed is accepted."""


class Reject(Act, frozen=True):
    """What was proposed is not accepted."""


class RaiseBank(Act, frozen=True):
    """The banker adds to the bank that was awarded to him."""

    cents: int


class Announce(Act, frozen=True):
    """The banker announces what is in the bank and hands it to the croupier."""


class GiveUp(Act, frozen=True):
    """An association that has not reached the amount gives the bank up."""


class Keep(Act, frozen=True):
    """The banker keeps the bank."""


class PassBank(Act, frozen=True):
    """The banker passes the hand."""


class Garage(Act, frozen=True):
    """The banker takes winnings out of play."""

    cents: int


class TodoVa(Act, frozen=True):
    """The banker puts what he had taken out of play back into the bank."""


# ---------------------------------------------------------------- bets


class BancoAsociado(Act, frozen=True):
    """A player goes banco together with another, who puts in so much."""

    partner: int
    cents: int


class Completar(Call, frozen=True):
    """Nobody goes banco: the players are invited to complete the bank."""


class BancoConLaMesa(Act, frozen=True):
    """A player stakes half the bank."""


class UltimoCompleto(Act, frozen=True):
    """A player says «con la mesa y último completo»: he will complete what is missing."""


class Stake(Act, frozen=True):
    """A player stakes against part of the bank."""

    cents: int


class StakeOnLine(Act, frozen=True):
    """A player lays chips on the line: half of them play."""

    cents: int


class NoVanMas(Call, frozen=True):
    """The betting closes."""


class RemoveLate(Act, frozen=True):
    """The banker has stakes removed that were laid too late."""


class Repartir(Act, frozen=True):
    """The banker begins to deal."""


# ---------------------------------------------------------------- cards


class BancoSeguido(Act, frozen=True):
    """Who went banco and lost goes banco again, though the cards are already dealt."""


class Levantar(Act, frozen=True):
    """The punto takes his cards and looks at them, and so does the banker."""


class AskAdvice(Act, frozen=True):
    """The punto asks the croupier what to do."""


class Deny(Act, frozen=True):
    """The banker denies a card that was asked for, or meant to be asked for, by mistake."""


class TakeStakeBack(Act, frozen=True):
    """A player takes his stake back, for the banker showed a natural too soon."""


class Resume(Call, frozen=True):
    """The croupier lets the coup go on."""


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

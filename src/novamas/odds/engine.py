"""What the engine itself pays for a bet when the draws are known: methods weigh, the table pays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import sqrt

from novamas.kit.chance import Scripted
from novamas.odds.report import BetOdds
from novamas.table.deeds import Deed
from novamas.table.phases import AnyPhase
from novamas.table.session import Session


def net(opening: AnyPhase, acts: Sequence[Deed], draws: Iterable[int], *, seat: int = 1) -> int:
    """What a seat has won after one round in which it does these acts and chance draws this.

    An act is done as soon as it is lawful; what is free on the cloth counts as taken back.
    """
    session = Session(opening, Scripted(draws), automatic=())
    waiting = list(acts)
    rounds = session.rounds
    while session.rounds == rounds:
        if waiting and session.why_not(waiting[0]) is None:
            session.do(waiting.pop(0))
        else:
            session.do(_next(session))
    assert not waiting, f"{waiting[0]} never was lawful"
    return session.ledger.players[seat] + session.phase.free(seat)


def _next(session: Session) -> Deed:
    everybody = Session(session.phase, session.source, automatic=(session.phase.turn,))
    deed = everybody.next_deed()
    assert deed is not None, f"nobody can act in {session.phase}"
    return deed


def odds_of(nets: Mapping[Fraction, Fraction], per: str, stake: int) -> BetOdds:
    """The odds of a bet whose whole distribution is known: what it nets per unit, and with which chance."""
    mean = sum((won * chance for won, chance in nets.items()), Fraction(0))
    square = sum((won**2 * chance for won, chance in nets.items()), Fraction(0))
    return BetOdds(
        edge=-mean,
        per=per,
        stake=stake,
        sd=sqrt(square - mean**2),
        hit=sum((chance for won, chance in nets.items() if won > 0), Fraction(0)),
        distribution=tuple(sorted(nets.items())),
    )

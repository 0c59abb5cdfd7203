"""What the engine itself pays for a bet when the draws are known: methods weigh, the table pays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import sqrt

from novamas.equipment.chance import Scripted
from novamas.odds.report import BetOdds
from novamas.table.deeds import Deed
from novamas.table.phases import AnyPhase
from novamas.table.session import Session


def play(
    opening: AnyPhase, acts: Iterable[Deed], draws: Iterable[int], until: Callable[[Session], bool]
) -> Session:
    """A session in which these acts are done, each as soon as it is lawful, and chance draws this."""
    session = Session(opening, Scripted(draws), automatic=())
    waiting = list(acts)
    while waiting or not until(session):
        if waiting and session.why_not(waiting[0]) is None:
            session.do(waiting.pop(0))
            continue
        session.automatic = frozenset({session.phase.turn})
        deed = session.next_deed()
        assert deed is not None, f"nobody can act in {session.phase}"
        session.do(deed)
    return session


def net(opening: AnyPhase, acts: Iterable[Deed], draws: Iterable[int], *, seat: int = 1) -> int:
    """What a seat has won after a round played so; what is free on the cloth counts as taken back."""
    session = play(opening, acts, draws, lambda session: session.rounds > 0)
    return session.ledger.players[seat] + session.phase.free(seat)


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

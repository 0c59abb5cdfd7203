"""Payouts taken from the engine. Odds methods compute probabilities, and a played round the payout."""

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
    """Play a session with these draws until all acts are done and `until` is true.

    Each act is done as soon as it is lawful. Between the acts, other roles act automatically.
    """
    session = Session(opening, Scripted(draws), automatic=())
    remaining = list(acts)
    while remaining or not until(session):
        if remaining and session.why_not(remaining[0]) is None:
            session.do(remaining.pop(0))
            continue
        session.automatic = frozenset({session.phase.turn})
        deed = session.next_deed()
        assert deed is not None, f"nobody can act in {session.phase}"
        session.do(deed)
    return session


def net(opening: AnyPhase, acts: Iterable[Deed], draws: Iterable[int], *, seat: int = 1) -> int:
    """Return a seat's net win after a round with these acts and draws. Free chips count as taken back."""
    session = play(opening, acts, draws, lambda session: session.rounds > 0)
    return session.ledger.players[seat] + session.phase.free(seat)


def odds_of(nets: Mapping[Fraction, Fraction], per: str, stake: int) -> BetOdds:
    """Return the odds of a bet from its complete distribution: the probability of each net win per unit."""
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

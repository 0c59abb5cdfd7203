"""The others at a table among players: they do what is offered first, and stake or call now and then."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from novamas.table.deeds import Deed
from novamas.table.events import Said, Staked
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, follow
from novamas.table.session import Session
from novamas.table.views import View

ONE_IN = 5  # how often somebody who may call or stake does


def others(opening: AnyPhase, played: Collection[int]) -> tuple[int, ...]:
    """Everybody else at a table among players; against the house nobody else sits."""
    if not opening.felt.purses:
        return ()
    return tuple(seat for seat in range(1, opening.seats() + 1) if seat not in played)


def companions_of(
    opening: AnyPhase, played: Collection[int], seed: str, minds: Mapping[int, str] | None = None
) -> Mapping[int, Callable[[View], Deed]]:
    """How the others decide at circle poker: each by his own view, and with his own mind."""
    from novamas.bots.circle import bots_for

    return bots_for(opening, others(opening, played), seed, minds)


class Companions:
    """Those who play with the player, so that bets find somebody to take them."""

    def __init__(self, session: Session, played: Collection[int], seed: int | str) -> None:
        self.session = session
        self.seed = seed
        # those who decide for themselves do nothing on the spur of the moment
        self.seats = tuple(seat for seat in others(session.phase, played) if seat not in session.companions)

    def deeds(self) -> Iterator[Deed]:
        """What the others do while the table waits for bets or bids; each is lawful when it is given.

        It follows from the seed and the state alone: a table that is gone on with goes on as it would have.
        """
        from novamas.bots.circle import seeded_choice

        for seat in self.seats:
            rng = seeded_choice(self.seed, self.session.number, seat)
            if rng.randrange(ONE_IN) == 0:
                lively = [offer for offer in self.session.offers(seat) if self._is_lively(seat, offer)]
                if lively:
                    yield rng.choice(lively).sample(rng)

    def _is_lively(self, seat: int, offer: Offer) -> bool:
        """Does it stake chips, or is it said aloud?"""
        _after, events = follow(self.session.phase, offer.act)
        return any(
            event.seat == seat if isinstance(event, Staked) else isinstance(event, Said) and event.who == seat
            for event in events
        )

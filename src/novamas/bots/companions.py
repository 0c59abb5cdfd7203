"""Other players at a table: they take the first offer, and sometimes bet or announce by themselves."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from novamas.table.deeds import Deed
from novamas.table.events import Said, Staked
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, follow
from novamas.table.session import Session
from novamas.table.views import View

ONE_IN = 5  # a spontaneous act one time in this many


def others(opening: AnyPhase, played: Collection[int]) -> tuple[int, ...]:
    """Return the other seats if players play against each other. Return none in games against the house."""
    if not opening.felt.purses:
        return ()
    return tuple(seat for seat in range(1, opening.seats() + 1) if seat not in played)


def companions_of(
    opening: AnyPhase, played: Collection[int], seed: str, minds: Mapping[int, str] | None = None
) -> Mapping[int, Callable[[View], Deed]]:
    """Return the bots of the other seats at circle poker. Each has its own view and skill."""
    from novamas.bots.circle import bots_for

    return bots_for(opening, others(opening, played), seed, minds)


class Companions:
    """Automatic players in the other seats, so that bets find an opponent."""

    def __init__(self, session: Session, played: Collection[int], seed: int | str) -> None:
        self.session = session
        self.seed = seed
        # companions with decisions of their own do nothing spontaneously
        self.seats = tuple(seat for seat in others(session.phase, played) if seat not in session.companions)

    def deeds(self) -> Iterator[Deed]:
        """Yield acts of the companions while the table waits for bets or bids.

        Each act is lawful when it is yielded. The acts depend only on the seed and the state, so a resumed
        table continues in the same way.
        """
        from novamas.bots.circle import seeded_choice

        for seat in self.seats:
            rng = seeded_choice(self.seed, self.session.number, seat)
            if rng.randrange(ONE_IN) == 0:
                lively = [offer for offer in self.session.offers(seat) if self._is_lively(seat, offer)]
                if lively:
                    yield rng.choice(lively).sample(rng)

    def _is_lively(self, seat: int, offer: Offer) -> bool:
        """Return whether an act stakes chips or is an announcement."""
        _after, events = follow(self.session.phase, offer.act)
        return any(
            event.seat == seat if isinstance(event, Staked) else isinstance(event, Said) and event.who == seat
            for event in events
        )

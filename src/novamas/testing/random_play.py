"""Random lawful play: any offered act, with an incident from time to time."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

from msgspec.structs import replace

from novamas.table.conduct import Conduct
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Events
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, Who
from novamas.table.session import Session

Played: TypeAlias = tuple[AnyPhase, Deed, AnyPhase, Events]  # phase before, deed, phase after, events


def who_may_act(phase: AnyPhase) -> list[Who]:
    return [*range(1, phase.seats() + 1), CROUPIER]


def any_deed(session: Session, rng: Random, *, incidents: float) -> Deed:
    """Return a random lawful deed: an offered act, a draw, an incident or a record of conduct.

    Except in a pause, it is usually a deed of the person for whom the table waits.
    """
    phase = session.phase
    trouble = rng.random()
    if trouble < incidents and (given := gone_wrong(session)):
        return rng.choice(given).sample(rng)
    if trouble > 1 - incidents / 50 and (given := conduct(session)):
        return rng.choice(given).sample(rng)
    if phase.turn is CHANCE:
        return Drawn(what=session.source.draw(phase.draws()))
    waiting: Who = phase.turn
    if rng.random() < (0.8 if phase.pause else 0.2):
        waiting = rng.choice(who_may_act(phase))
    given = session.offers(waiting) or session.offers(phase.turn)
    assert given, f"nobody can act in {phase}"
    # the first offer is the default; otherwise a session might end too soon
    chosen = given[0] if waiting is CROUPIER and rng.random() < 0.95 else rng.choice(given)
    return chosen.sample(rng)


def gone_wrong(session: Session) -> list[Offer]:
    """Return the offers to the table chief, except records of conduct, which are always possible."""
    return [offer for offer in session.offers(FLOOR) if type(offer.act) is not Conduct]


def conduct(session: Session) -> list[Offer]:
    """Return the offers to the table chief that record a person's conduct."""
    return [offer for offer in session.offers(FLOOR) if type(offer.act) is Conduct]


def disturbed(deed: Deed, rng: Random) -> Deed:
    """Return a deed that was lawful earlier, sometimes changed to another number or another player."""
    numbers = [name for name in deed.__struct_fields__ if type(getattr(deed, name)) is int and name != "by"]
    if numbers and rng.random() < 0.5:
        name = rng.choice(numbers)
        by = rng.choice((-(10**9), -100, -1, 1, 100, 10**9))
        return replace(deed, **{name: getattr(deed, name) + by})
    if isinstance(deed.by, int) and rng.random() < 0.3:
        return replace(deed, by=rng.choice((1, 2, 99)))
    return deed


def wild_deeds(met: list[Deed], who: Who, rng: Random, count: int) -> Iterator[Deed]:
    """Yield deeds that a person may try, whether lawful or not.

    They are random deeds of this session with this person as the actor. Some have other numbers.
    """
    mine = [deed for deed in met if isinstance(deed.by, int) == isinstance(who, int)]
    for deed in rng.sample(mine, min(count, len(mine))):
        if isinstance(who, int) or deed.by is who:
            yield replace(disturbed(deed, rng), by=who)

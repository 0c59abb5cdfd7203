"""Blind lawful play: somebody does something that is offered, whatever it is, and things go wrong as well."""

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

Played: TypeAlias = tuple[AnyPhase, Deed, AnyPhase, Events]  # before, what was done, after, what was noticed


def who_may_act(phase: AnyPhase) -> list[Who]:
    return [*range(1, phase.seats() + 1), CROUPIER]


def any_deed(session: Session, rng: Random, *, incidents: float) -> Deed:
    """Something lawful, chosen blindly: for whom the table waits more often than for the others."""
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
    # the first offer is what happens by default; a session should not always end at once
    chosen = given[0] if waiting is CROUPIER and rng.random() < 0.95 else rng.choice(given)
    return chosen.sample(rng)


def gone_wrong(session: Session) -> list[Offer]:
    """What the floor may do, but for people's conduct, which can be recorded at any time."""
    return [offer for offer in session.offers(FLOOR) if type(offer.act) is not Conduct]


def conduct(session: Session) -> list[Offer]:
    """What the floor may record of people's conduct."""
    return [offer for offer in session.offers(FLOOR) if type(offer.act) is Conduct]


def disturbed(deed: Deed, rng: Random) -> Deed:
    """A deed that was lawful at some moment, sometimes with one figure moved."""
    numbers = [name for name in deed.__struct_fields__ if type(getattr(deed, name)) is int and name != "by"]
    if numbers and rng.random() < 0.5:
        name = rng.choice(numbers)
        by = rng.choice((-(10**9), -100, -1, 1, 100, 10**9))
        return replace(deed, **{name: getattr(deed, name) + by})
    if isinstance(deed.by, int) and rng.random() < 0.3:
        return replace(deed, by=rng.choice((1, 2, 99)))
    return deed


def wild_deeds(met: list[Deed], who: Who, rng: Random, count: int) -> Iterator[Deed]:
    """Deeds that somebody may want to do, lawful or not: those of others and his own, figures moved."""
    mine = [deed for deed in met if isinstance(deed.by, int) == isinstance(who, int)]
    for deed in rng.sample(mine, min(count, len(mine))):
        if isinstance(who, int) or deed.by is who:
            yield replace(disturbed(deed, rng), by=who)

"""A table of circle poker for tests: seated players with the chips we like, chosen cards, what was paid."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from tests.wheels import opened

from novamas.kit.cards import cards
from novamas.kit.chance import Scripted
from novamas.rounds.circle.cloth import Party
from novamas.rounds.circle.phases.between import Between
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Happened, Noted, Payment, Said, Took, Withdrew
from novamas.table.people import CHANCE, CROUPIER, Who
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.session import Session

BOTH = ("IB09", "AR10")


class Circle:
    """A session with nobody automatic; the places are those of the seats' numbers."""

    def __init__(
        self,
        slug: str = "holdem",
        norm: str = "AR10",
        purses: tuple[int, ...] = (10_000,) * 4,
        **choices: Any,
    ) -> None:
        self.norm = norm
        opening = opened(slug, norm, **{"seats": len(purses), **choices}).opening
        seats = tuple(range(1, len(purses) + 1))
        party = Party(places=seats, starters=seats, manos=(0,) * len(purses))
        felt: Any = replace(opening.felt, purses=purses, party=party)
        self.session = Session(Between(felt), Scripted(()), automatic=())

    @property
    def phase(self) -> AnyPhase:
        return self.session.phase

    @property
    def name(self) -> str:
        return type(self.session.phase).__name__

    @property
    def felt(self) -> Any:
        return self.session.phase.felt

    @property
    def turn(self) -> Who:
        return self.session.phase.turn

    def do(self, *deeds: Deed | str) -> list[Event]:
        """These deeds one after the other, words being cards that are drawn; all that is noticed."""
        told: list[Event] = []
        for deed in deeds:
            if isinstance(deed, Deed):
                told.extend(self.session.do(deed))
                continue
            for drawn in cards(deed):
                told.extend(self.session.do(Drawn(what=drawn)))
        return told

    def finish(self) -> list[Event]:
        """Everybody does what is offered first, and the lowest card left comes, until the hand is over."""
        told: list[Event] = []
        while not self.phase.rest:
            told.extend(self.step())
        return told

    def step(self) -> list[Event]:
        if self.turn is CHANCE:
            return list(self.session.do(Drawn(what=self.phase.draws().at(0))))
        return list(self.session.do(next(iter(self.phase.offers(self.turn))).act))

    def offered(self, who: Who) -> set[str]:
        """What somebody may do, by the names of the acts."""
        return {offer.act.verb() for offer in self.session.offers(who)}

    def refused(self, deed: Deed) -> Refusal:
        refusal = self.session.why_not(deed)
        assert refusal is not None, f"{deed} is lawful"
        return refusal

    def refusal(self, deed: Deed) -> tuple[str, str]:
        """The code and the clause of a refusal."""
        refused = self.refused(deed)
        return refused.code, refused.clause


def paid(told: list[Event]) -> dict[int, int]:
    """What each player got back out of all pots, those who got nothing left out."""
    back: dict[int, int] = {}
    for event in told:
        if isinstance(event, Payment) and event.returned:
            back[event.seat] = back.get(event.seat, 0) + event.returned
    return back


def pots(told: list[Event]) -> dict[str, dict[int, int]]:
    """What came back to whom, pot by pot."""
    found: dict[str, dict[int, int]] = {}
    for event in told:
        if isinstance(event, Payment):
            found.setdefault(event.bet, {})
            if event.returned:
                found[event.bet][event.seat] = event.returned
    return found


def raked(told: list[Event]) -> int:
    return sum(event.cents for event in told if isinstance(event, Took))


def returned(told: list[Event]) -> dict[int, int]:
    """What went back to its owner, neither won nor lost."""
    return {event.seat: event.cents for event in told if isinstance(event, Withdrew)}


def happened(told: list[Event]) -> str:
    """The clause of the incident."""
    return next(event.clause for event in told if isinstance(event, Happened))


def said(told: list[Event]) -> list[str]:
    return [event.words for event in told if isinstance(event, Said)]


def noted(told: list[Event]) -> list[str]:
    return [event.what for event in told if isinstance(event, Noted)]


__all__ = [
    "BOTH",
    "CROUPIER",
    "Circle",
    "happened",
    "noted",
    "paid",
    "pots",
    "raked",
    "returned",
    "said",
]

"""A table at which players bank, for tests: lines of the notation, chosen cards, and the money."""

from __future__ import annotations

from typing import Any

from tests.wheels import opened

from novamas.kit.cards import card
from novamas.kit.chance import Scripted
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Discarded, Event, Events, Noted, Payment, Said, Shown, Took
from novamas.table.notation import read
from novamas.table.people import CHANCE, CROUPIER
from novamas.table.refusals import Refusal
from novamas.table.session import Session


class Circle:
    """A session with nobody automatic, told in lines: `s1 take_bank 5000`, or `= 4s 5s` for cards."""

    def __init__(self, slug: str, **choices: Any) -> None:
        self.table = opened(slug, "IB05", **choices)
        self.session = Session(self.table.opening, Scripted(()), automatic=())
        self.pays = False  # the croupier pays what is announced, for no error is noticed

    @property
    def felt(self) -> Any:
        return self.session.phase.felt

    @property
    def phase(self) -> str:
        return type(self.session.phase).__name__

    @property
    def turn(self) -> Any:
        return self.session.phase.turn

    def deed(self, line: str) -> Deed:
        return read(self.table.game.deeds, line)

    def play(self, *lines: str) -> Events:
        """These lines one after the other, and all that is noticed."""
        told: list[Event] = []
        for line in lines:
            if line.startswith("="):
                for name in line[1:].split():
                    told.extend(self.serve())
                    told.extend(self.session.do(Drawn(what=card(name))))
            else:
                told.extend(self.session.do(self.deed(line)))
            if self.pays and self.phase == "Announced":
                told.extend(self.croupier())
        return tuple(told)

    def serve(self) -> Events:
        """Cards are carried and lifted until one must be seen."""
        told: list[Event] = []
        while self.session.phase.turn is not CHANCE:
            offer = next(iter(self.session.phase.offers(self.session.phase.turn)))
            assert self.phase in ("Ready", "Serving", "Served", "Dealing"), self.phase
            told.extend(self.session.do(offer.act))
        return tuple(told)

    def croupier(self) -> Events:
        """The croupier does what he does by default."""
        return self.session.do(next(iter(self.session.phase.offers(CROUPIER))).act)

    def refused(self, line: str) -> Refusal:
        refusal = self.session.why_not(self.deed(line))
        assert refusal is not None, f"{line} is lawful"
        return refusal

    def may(self, line: str) -> bool:
        return self.session.why_not(self.deed(line)) is None

    def verbs(self, seat: int) -> set[str]:
        """What a player may do now."""
        return {offer.act.verb() for offer in self.session.offers(seat)}

    def won(self, seat: int) -> int:
        return self.session.ledger.players[seat]

    @property
    def house(self) -> int:
        return self.session.ledger.house


def said(events: Events) -> list[str]:
    return [event.words for event in events if isinstance(event, Said)]


def noted(events: Events) -> list[tuple[str, str]]:
    return [(event.what, event.clause) for event in events if isinstance(event, Noted)]


def took(events: Events) -> list[int]:
    return [event.cents for event in events if isinstance(event, Took)]


def shown(events: Events) -> list[object]:
    return [event.owner for event in events if isinstance(event, Shown)]


def discarded(events: Events) -> list[Discarded]:
    return [event for event in events if isinstance(event, Discarded)]


def paid(events: Events) -> list[Payment]:
    return [event for event in events if isinstance(event, Payment)]

"""Two worlds that differ only in a card somebody may not know, and so must look the same to him.

Both are played side by side, incidents included: what he sees, what he is told, what he is offered and why he
is refused are compared at every step, until he rightly comes to know one of the two cards.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random

from novamas.equipment.chance import Scripted
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Discarded, Event, Looked, Shown
from novamas.table.notation import write
from novamas.table.phases import AnyPhase, Incident
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, RAIL, Who, may_know
from novamas.table.session import Session
from novamas.testing.random_play import Played, wild_deeds

WILD_DEEDS = 4  # tried at every step


def everybody(phase: AnyPhase) -> list[Who]:
    """All who look at a table."""
    return [*range(1, phase.seats() + 1), RAIL, CROUPIER, FLOOR]


def compare_worlds(opening: AnyPhase, played: Sequence[Played], rng: Random) -> int:
    """How often the worlds of a session were compared: for somebody, and a card that is hidden from him."""
    eyes = rng.choice(everybody(opening))
    hidden = [n for n, step in enumerate(played) if hides(step, eyes)]
    if not hidden:
        return 0
    swap = rng.choice(hidden)
    # a table that closes is opened again: the session began with the opening before the card
    start = max((n + 1 for n in range(swap) if played[n][2].turn is NOBODY), default=0)
    worlds = Worlds(opening, eyes)
    worlds.repeat(deed for _, deed, _, _ in played[start:swap])
    worlds.swap(played[swap][1], rng)
    met = list({type(deed): deed for _, deed, _, _ in played}.values())
    for compared, (_, deed, after, _) in enumerate(played[swap:]):
        if not worlds.go_on(deed) or after.turn is NOBODY:
            return compared
        worlds.compare(wild_deeds(met, eyes, rng, WILD_DEEDS))
    return len(played) - swap


def hides(step: Played, eyes: Who) -> bool:
    """Was a card drawn that lies where these eyes cannot see it? The felt says so, not the events."""
    before, deed, after, _ = step
    return isinstance(deed, Drawn) and any(
        held.card == deed.what and held not in before.felt.held(pile.owner)
        for pile in after.felt.piles
        for held in pile.cards
        if not may_know(eyes, after.felt.holder_of(pile.owner), up=held.up)
    )


class Worlds:
    """A session as it was played, and the same session but for two cards that have changed places."""

    def __init__(self, opening: AnyPhase, eyes: Who) -> None:
        self.eyes = eyes
        self.here = Session(opening, Scripted(()), automatic=())
        self.there = Session(opening, Scripted(()), automatic=())
        self.cards: dict[int, int] = {}
        self.deck: type[object] = object
        self.is_told = False  # a clause has decided by a hidden hand, and what follows may tell of it

    def repeat(self, deeds: Iterable[Deed]) -> None:
        """What was done while the worlds were still the same."""
        for deed in deeds:
            self.here.do(deed)
            self.there.do(deed)

    def swap(self, drawn: Deed, rng: Random) -> None:
        """From now on the card that is drawn and some other card stand for each other."""
        assert isinstance(drawn, Drawn)
        draws = self.here.phase.draws()
        other = rng.choice([what for what, _ in draws.items() if what != drawn.what])
        self.cards = {drawn.what: other, other: drawn.what}
        self.deck = type(draws)

    def go_on(self, deed: Deed) -> bool:
        """One more deed in both worlds, noticed alike; not, where others act by what they alone know."""
        mirrored = self.mirrored(deed)
        if (refusal := self.there.why_not(mirrored)) is not None:
            assert deed.by != self.eyes, f"{write(deed)}: lawful or not by a card that is hidden: {refusal}"
            return False
        seen = [event.seen_by(self.eyes) for event in self.here.do(deed)]
        others = [event.seen_by(self.eyes) for event in self.there.do(mirrored)]
        self.is_told = (isinstance(deed, Incident) and deed.tells) or (
            self.is_told and not self.here.phase.rest
        )
        if learns(self.eyes, seen, self.cards.keys()) or (self.is_told and self.differ(seen, others)):
            return False
        assert seen == others, f"{write(deed)}: what is noticed tells {self.eyes} a card that is hidden"
        return True

    def differ(self, seen: list[Event], others: list[Event]) -> bool:
        """Do the worlds no longer look the same?"""
        return seen != others or self.here.view(self.eyes) != self.there.view(self.eyes)

    def mirrored(self, deed: Deed) -> Deed:
        """The same deed in the other world; lots and dice are drawn too, but only cards change places."""
        phase = self.here.phase
        if isinstance(deed, Drawn) and phase.turn is CHANCE and type(phase.draws()) is self.deck:
            return Drawn(what=self.cards.get(deed.what, deed.what))
        return deed

    def compare(self, wild: Iterable[Deed]) -> None:
        """The view, what is offered in it, and why deeds of one's own are refused, are the same."""
        assert self.here.view(self.eyes) == self.there.view(self.eyes), f"{self.eyes} sees a hidden card"
        for deed in wild:
            here, there = self.here.why_not(deed), self.there.why_not(deed)
            assert here == there, f"{write(deed)}: the refusal tells a card that is hidden: {here} or {there}"


def learns(eyes: Who, seen: Iterable[Event], cards: Collection[int]) -> bool:
    """Do these eyes rightly come to know one of the cards: laid open, or dealt to them?"""
    for event in seen:
        match event:
            case Shown(_, shown):
                known = shown
            case Dealt(to, card, up) if up or to == eyes:
                known = (card,)
            case Looked(owner, card) if owner == eyes:
                known = (card,)
            case Discarded("shoe", card):
                known = (card,)
            case _:
                known = ()
        if any(card in known for card in cards):
            return True
    return False

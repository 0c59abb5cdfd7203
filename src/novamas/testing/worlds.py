"""Non-interference test: sessions that differ only in a hidden card look the same.

The test plays two sessions side by side, with incidents. At every step, both must give one viewpoint the same
view, the same offers and the same refusals, until that viewpoint rightly learns one of the two cards.
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

WILD_DEEDS = 4  # number of deeds tried at every step


def everybody(phase: AnyPhase) -> list[Who]:
    """Return all viewpoints of a table."""
    return [*range(1, phase.seats() + 1), RAIL, CROUPIER, FLOOR]


def compare_worlds(opening: AnyPhase, played: Sequence[Played], rng: Random) -> int:
    """Compare two sessions from a random viewpoint and return the number of comparisons.

    The sessions differ in one random card that this viewpoint cannot see.
    """
    eyes = rng.choice(everybody(opening))
    hidden = [n for n, step in enumerate(played) if hides(step, eyes)]
    if not hidden:
        return 0
    swap = rng.choice(hidden)
    # a table that closes is opened again: begin with the last opening before the card
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
    """Return whether a card was drawn to a place that is hidden from this viewpoint.

    The felt decides this, not the events.
    """
    before, deed, after, _ = step
    return isinstance(deed, Drawn) and any(
        held.card == deed.what and held not in before.felt.held(pile.owner)
        for pile in after.felt.piles
        for held in pile.cards
        if not may_know(eyes, after.felt.holder_of(pile.owner), up=held.up)
    )


class Worlds:
    """A session as it was played, and a copy of it with two cards swapped."""

    def __init__(self, opening: AnyPhase, eyes: Who) -> None:
        self.eyes = eyes
        self.here = Session(opening, Scripted(()), automatic=())
        self.there = Session(opening, Scripted(()), automatic=())
        self.cards: dict[int, int] = {}
        self.deck: type[object] = object
        self.is_told = False  # whether a hidden hand has decided a clause, so that later events may show it

    def repeat(self, deeds: Iterable[Deed]) -> None:
        """Do the deeds before the swap in both sessions."""
        for deed in deeds:
            self.here.do(deed)
            self.there.do(deed)

    def swap(self, drawn: Deed, rng: Random) -> None:
        """From now on, swap the drawn card with a random other card in the second session."""
        assert isinstance(drawn, Drawn)
        draws = self.here.phase.draws()
        other = rng.choice([what for what, _ in draws.items() if what != drawn.what])
        self.cards = {drawn.what: other, other: drawn.what}
        self.deck = type(draws)

    def go_on(self, deed: Deed) -> bool:
        """Do one more deed in both sessions and check that the viewpoint sees the same events.

        Return False if the comparison ends: the viewpoint has learned a card, a clause has revealed a
        hidden hand, or another person's deed is lawful only with the original card.
        """
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
        """Return whether the two sessions now look different."""
        return seen != others or self.here.view(self.eyes) != self.there.view(self.eyes)

    def mirrored(self, deed: Deed) -> Deed:
        """Return the same deed for the second session. Cards are swapped, lots and dice are not."""
        phase = self.here.phase
        if isinstance(deed, Drawn) and phase.turn is CHANCE and type(phase.draws()) is self.deck:
            return Drawn(what=self.cards.get(deed.what, deed.what))
        return deed

    def compare(self, wild: Iterable[Deed]) -> None:
        """Check that the view, the offers and the reasons for refusals are the same in both sessions."""
        assert self.here.view(self.eyes) == self.there.view(self.eyes), f"{self.eyes} sees a hidden card"
        for deed in wild:
            here, there = self.here.why_not(deed), self.there.why_not(deed)
            assert here == there, f"{write(deed)}: the refusal tells a card that is hidden: {here} or {there}"


def learns(eyes: Who, seen: Iterable[Event], cards: Collection[int]) -> bool:
    """Return whether these events rightly show the viewpoint one of the cards.

    They do if the card is turned face up, or if it is dealt to the viewpoint or seen by it.
    """
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

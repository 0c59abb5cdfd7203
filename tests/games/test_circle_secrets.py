"""A hidden card changes no view, event or refusal of a player who may not see it.

The test compares two tables at many steps of random play with incidents. They differ only in the cards that
one viewpoint may not see: face-down cards of others, cards in the deck, discarded or set aside cards.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.support.circle_hands import VARIANTS, any_deed, begun, tables_of, wild_deeds

from novamas.equipment.cards import name
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Dealt, Discarded, Event, Events, Shown
from novamas.table.felt import Held, Pile
from novamas.table.phases import AnyPhase, do, may, why_not
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, RAIL, Who
from novamas.words import Voice, voice_for
from novamas.words.problems import error_text

TABLES = [  # both norms of each game when soaking
    pytest.param(slug, norm, marks=[pytest.mark.soak] if nth else [])
    for slug, norms in VARIANTS.items()
    for nth, norm in enumerate(norms)
]
HANDS = 40
Past = list[tuple[AnyPhase, Deed]]


class OtherWorld:
    """The same phase, with other cards in places that this viewpoint cannot see."""

    def __init__(self, phase: AnyPhase, eyes: Who, rng: Random) -> None:
        felt: Any = phase.felt
        hidden = {
            held.card
            for pile in felt.piles
            for held in pile.cards
            if held.card is not None and not held.up and pile.owner != eyes
        }
        unknown = sorted(hidden | set(felt.shoe.left)) if felt.shoe is not None else sorted(hidden)
        shuffled = rng.sample(unknown, len(unknown))
        self.eyes = eyes
        self.other = dict(zip(unknown, shuffled, strict=True))
        self.is_other = any(self.other[card] != card for card in hidden)
        self.hidden = hidden
        piles = tuple(
            Pile(pile.owner, tuple(held if held.up else self.held(held) for held in pile.cards))
            if pile.owner != eyes
            else pile
            for pile in felt.piles
        )
        changed: dict[str, object] = {"piles": piles}
        if felt.shoe is not None:
            left = bytes(sorted(self.other[card] for card in felt.shoe.left))
            changed["shoe"] = replace(felt.shoe, left=left)
        if getattr(felt, "opening_hand", ()) and felt.opener != eyes:
            changed["opening_hand"] = tuple(self.other.get(card, card) for card in felt.opening_hand)
        self.phase = replace(phase, felt=replace(felt, **changed))

    def held(self, held: Held) -> Held:
        return held if held.card is None else Held(self.other[held.card], held.up, held.place)

    def deed(self, deed: Deed) -> Deed:
        """Return the same deed at the other table, where chance draws the corresponding card."""
        return Drawn(what=self.other.get(deed.what, deed.what)) if isinstance(deed, Drawn) else deed

    def told(self, events: Events) -> list[Event]:
        """Return the events seen from this viewpoint, without the cards shown in them."""
        seen = [event.seen_by(self.eyes) for event in events]
        open_cards = {card for event in seen if isinstance(event, Shown) for card in event.cards}
        open_cards |= {event.card for event in seen if isinstance(event, Dealt) and event.up}
        return [event for event in seen if not self.is_shown(event, open_cards)]

    def is_shown(self, event: Event, open_cards: set[int | None]) -> bool:
        match event:
            case Shown():
                return True
            case Dealt(to, _, up):
                return up or to == self.eyes
            case Discarded(owner, card):
                return owner in ("shoe", "board") or card in open_cards
            case _:
                return False


def people(phase: AnyPhase) -> list[Who]:
    return [*range(1, phase.seats() + 1), CROUPIER, FLOOR, RAIL]


def leaked(refusal: Refusal | None, hidden: set[int], voice: Voice) -> bool:
    return refusal is not None and any(name(card) in error_text(refusal, voice).split() for card in hidden)


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_what_may_not_be_seen_changes_nothing(slug: str, norm: str) -> None:
    tables, rng = tables_of(slug, norm), Random(f"secrets {slug} {norm}")
    counts: Counter[str] = Counter()
    for _ in range(HANDS):
        phase, _, _ = begun(tables, rng)
        past: Past = []
        while not phase.rest:
            deed = any_deed(phase, past, rng, 0.1)
            after, events = do(phase, deed, past)
            if rng.random() < 0.3:
                world = OtherWorld(phase, rng.choice(people(phase)), rng)
                if world.is_other:
                    compare(slug, phase, past, world, rng, counts)
                    compare_deed(deed, events, past, world, counts)
            past.append((phase, deed))
            phase = after
    assert counts["views"] > 50
    assert counts["refusals"] > 500
    assert counts["events"] > 50


def compare(
    slug: str, phase: AnyPhase, past: Past, world: OtherWorld, rng: Random, counts: Counter[str]
) -> None:
    """Check that view, offers and refusals are equal at both tables."""
    eyes = world.eyes
    assert phase.view(eyes, past) == world.phase.view(eyes, past)
    counts["views"] += 1
    for deed in wild_deeds(slug, phase, eyes, rng):
        here, there = why_not(phase, deed, past), why_not(world.phase, deed, past)
        assert here == there, deed
        assert not leaked(here, world.hidden, voice_for("en", slug)), here
        counts["refusals"] += here is not None


def compare_deed(deed: Deed, events: Events, past: Past, world: OtherWorld, counts: Counter[str]) -> None:
    """Check that the events of a deed are equal, unless hands are read."""
    mirrored = world.deed(deed)
    if deed.verb() in ("show", "pay_pot", "absent_all_in") or not may(world.phase, mirrored, past):
        return  # the cards speak, or the other cards do not allow the player to open the pot
    _, others = do(world.phase, mirrored, past)
    assert world.told(events) == world.told(others), deed
    counts["events"] += 1


def test_a_leak_would_be_found() -> None:
    """If hidden cards are swapped, their holder's view changes and the spectators' view does not."""
    tables, rng = tables_of("holdem", "AR10"), Random("secrets")
    phase, _, _ = begun(tables, rng)
    while phase.turn is CHANCE:
        phase, _ = do(phase, any_deed(phase, [], rng, 0))
    world = OtherWorld(phase, RAIL, rng)
    assert world.is_other
    seat = phase.turn
    assert phase.view(seat) != world.phase.view(seat)
    assert phase.view(RAIL) == world.phase.view(RAIL)

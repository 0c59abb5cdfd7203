"""A card that a viewpoint may not know has no effect on its view or on any answer to it.

The test compares two tables at many steps of random play in every game, with incidents. They differ only in
cards that one viewpoint may not know: face-down cards of others, and cards in the shoe.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, get_type_hints

import pytest
from msgspec.structs import replace
from tests.support.every_game import played

from novamas.games import GAMES, game
from novamas.games.chemin_de_fer.phases.cards import PuntoSpeaks
from novamas.table.deeds import Deed
from novamas.table.felt import Held, Pile
from novamas.table.phases import AnyPhase, why_not
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, RAIL, Who, may_know
from novamas.table.session import Session

STEPS, FEW_STEPS = 800, 300
OPEN = {"boule", "craps", "ruleta", "ruleta_americana", "ruleta_de_la_fortuna", "ruleta_doble_cero"} | {
    *("blackjack", "punto_y_banca", "treinta_y_cuarenta"),  # every card is dealt face up
}


def other_world(phase: AnyPhase, eyes: Who, rng: Random) -> AnyPhase | None:
    """Return the same phase with other cards in places hidden from a viewpoint, or None if it sees all."""
    felt: Any = phase.felt
    hidden = [
        (pile.owner, nth)
        for pile in felt.piles
        for nth, held in enumerate(pile.cards)
        if held.card is not None and not may_know(eyes, felt.holder_of(pile.owner), up=held.up)
    ]
    if not hidden or felt.shoe is None:
        return None
    left = list(felt.shoe.left)
    piles = {pile.owner: list(pile.cards) for pile in felt.piles}
    for owner, nth in hidden:
        held, place = piles[owner][nth], rng.randrange(len(left))
        piles[owner][nth] = Held(left[place], held.up, held.place)
        left[place] = held.card
    shoe = replace(felt.shoe, left=bytes(sorted(left)))
    laid = tuple(Pile(owner, tuple(cards)) for owner, cards in piles.items())
    if laid == felt.piles:
        return None
    return replace(phase, felt=replace(felt, piles=laid, shoe=shoe))


def wild_deeds(slug: str, who: Who, session: Session, rng: Random) -> Iterator[Deed]:
    """Yield a deed of each kind, lawful or not, with values that occur at this table."""
    words: list[object] = [
        value
        for offer in session.offers(session.phase.turn)
        for value in (getattr(offer.act, field) for field in offer.act.__struct_fields__)
        if isinstance(value, str)
    ] or ["-"]
    given: dict[Any, list[object]] = {int: [1, 2, 3, 5, 200, 1_000, 20_000], str: words, bool: [True, False]}
    for kind in game(slug).acts:
        hints = get_type_hints(kind)
        fields = {name: rng.choice(given[hints[name]]) for name in kind.__struct_fields__ if name != "by"}
        yield kind(by=who, **fields)


@pytest.mark.parametrize("slug", [slug for slug in GAMES if slug not in OPEN])
def test_what_may_not_be_known_changes_nothing(slug: str, soak: bool) -> None:
    rng, compared, refused = Random(f"eyes {slug}"), 0, 0
    for session in played(slug, 11, STEPS if soak else FEW_STEPS):
        here, past = session.phase, session.past
        eyes = rng.choice([*range(1, here.seats() + 1), CROUPIER, FLOOR, RAIL])
        there = other_world(here, eyes, rng)
        if there is None:
            continue
        assert here.view(eyes, past) == there.view(eyes, past)
        compared += 1
        for deed in wild_deeds(slug, eyes, session, rng):
            refusal = why_not(here, deed, past)
            assert why_not(there, deed, past) == refusal, (deed, here)
            refused += refusal is not None
    assert compared > 30, compared
    assert refused > 300, refused


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch, soak: bool) -> None:
    """The check finds a refusal that reveals the punto's cards to every viewpoint."""

    def forgetful(self: PuntoSpeaks, act: object) -> Refusal | None:
        total = self.felt.punto_points
        return Refusal("must_show" if total >= 8 else "must_draw", self.clause, "The punto's cards decide.")

    monkeypatch.setattr(PuntoSpeaks, "own_reason", forgetful)
    with pytest.raises(AssertionError):
        test_what_may_not_be_known_changes_nothing("chemin_de_fer", soak)

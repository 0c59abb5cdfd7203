"""The cards of a script (`cards=`) by their position in the deck, in whatever order they are seen."""

from __future__ import annotations

from collections.abc import Sequence

from novamas.equipment.shoe import Shoe
from novamas.errors import InvalidInput
from novamas.table.events import Dealt, Looked, Shown
from novamas.table.felt import Held
from novamas.table.phases import AnyPhase


class Stacked:
    """Cards in dealing order. A face-down card takes the next position, even if it is seen later."""

    def __init__(self, cards: Sequence[int]) -> None:
        self._cards: dict[int, int] = dict(enumerate(cards))

    def next_card(self, phase: AnyPhase) -> int | None:
        """Return the card that chance draws next, or None if no card is due or the script has ended."""
        draws = phase.draws()
        if not isinstance(draws, Shoe):
            return None
        place = place_drawn(phase, draws)
        card = self._cards.pop(place, None)
        if card is not None and not draws.may_bring(card):
            raise InvalidInput("draw_impossible", text_key="deck_impossible", cards=(card,), place=place)
        return card


def place_drawn(phase: AnyPhase, shoe: Shoe) -> int:
    """Return the position in the deck of the next card. A card is drawn on trial to find it."""
    trial = shoe.at(0)
    after, events = phase.drawn(trial)
    for event in events:
        match event:
            case Dealt(_, card, _, place) | Looked(_, card, place) if card == trial:
                return place
            case Shown(owner, (card,)) if card == trial:
                return _turned(phase.felt.held(owner), after.felt.held(owner))
            case _:
                pass
    return shoe.dealt


def _turned(before: Sequence[Held], after: Sequence[Held]) -> int:
    """Return the position of the card that was turned face up.

    If the cards have been gathered since then, return the first one that was still face down.
    """
    for was, now in zip(before, after, strict=False):
        if was.card is None and now.card is not None:
            return was.place
    return next(held.place for held in before if held.card is None)

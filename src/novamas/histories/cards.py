"""The cards of a hand history. Substitutes replace the cards that the history never shows."""

from __future__ import annotations

from novamas.equipment.cards import deck
from novamas.errors import NovamasError
from novamas.histories import phh
from novamas.histories.phh import History

Unknown = list[int | None]


def told_holes(history: History) -> list[Unknown]:
    """Return each player's hole cards that the history shows, when they are dealt or later."""
    holes: list[Unknown] = [[] for _ in range(history.count)]
    for action in history.actions:
        if action.does == phh.HOLE:
            holes[action.to - 1].extend(action.cards or ())
        elif action.does == phh.SHOW and action.cards is not None:
            hand = holes[action.by - 1]
            new = [card for card in action.cards if card is not None and card not in hand]
            blank = [place for place, card in enumerate(hand) if card is None]
            if new:  # shown cards of a player who drew are the last ones
                for place, card in zip(blank[-len(new) :], new, strict=False):
                    hand[place] = card
    return holes


def filled_holes(history: History, dealt: list[Unknown], cards: int) -> dict[int, list[int]]:
    """Return each player's hole cards. Cards that the history does not name replace the unknown ones."""
    holes = dict(enumerate(dealt, start=1))
    unknown = sum(held.count(None) for held in dealt)
    if not unknown:
        return {seat: [card for card in held if card is not None] for seat, held in holes.items()}
    named = {card for held in dealt for card in held}
    named |= {card for action in history.actions for card in action.cards or ()}
    spare = [card for card in deck(cards) if card not in named]
    if unknown > len(spare):
        raise NovamasError("too_many_cards")
    fill = iter(spare)
    return {seat: [next(fill) if card is None else card for card in held] for seat, held in holes.items()}

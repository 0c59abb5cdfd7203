"""Names of hands on a table: "pareja de reyes", "15 blando", "blackjack", "se pasa"."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.hands import Ranking, best_hand, ranking_of
from novamas.hands.dominoes import tile_hand
from novamas.table.game import HandPoints, Table
from novamas.words.hands import hand_text
from novamas.words.voice import Voice

MOST = 21  # points of a hand that is not bust; no other game counts so far
PAIR = 2  # cards of a low hand, and of a blackjack


class HandName(Struct, frozen=True):
    """The name of a hand and the cards that make it. Both are empty while the hand is incomplete."""

    name: str
    made_of: tuple[int, ...] = ()


def hand_name(table: Table, cards: Sequence[int], board: Sequence[int], voice: Voice) -> HandName:
    """Return the name of a hand at a table as people say it."""
    with suppress(NovamasError, AssertionError, LookupError, ValueError):
        if table.game.points is not None:
            return HandName(_points_text(table.game.points(cards), len(cards), voice))
        if table.game.pieces == "tiles":
            one, other = cards
            return HandName(hand_text(tile_hand(one, other), voice), (one, other))
        best = best_hand(_ranking(table, len(cards)), cards, board)
        return HandName(hand_text(best, voice), tuple(best.cards))
    return HandName("")


def _ranking(table: Table, size: int) -> Ranking:
    """Return the ranking for a hand at a table. A two-card low hand has its own ranking."""
    own: Ranking | None = getattr(table.opening.felt, "ranking", None)
    if own is not None:
        return own
    if table.game.family == "pai_gow" and size == PAIR:
        return ranking_of(table.frame, variant="low")
    return ranking_of(table.frame)


def _points_text(counted: HandPoints, size: int, voice: Voice) -> str:
    if counted.points > MOST:
        return voice.say("hand.bust", points=counted.points)
    if counted.points == MOST and size == PAIR:
        return voice.text("hand.blackjack")
    return voice.say("hand.soft", points=counted.points) if counted.is_soft else str(counted.points)

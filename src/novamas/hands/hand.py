"""A hand of cards: its strength, its name, the cards that make it and the clause that ranks it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import combinations

import msgspec

from novamas.equipment import JOKER, deck, rank, suit
from novamas.errors import InvalidInput
from novamas.hands.ladder import ladder
from novamas.hands.names import hand_name
from novamas.hands.rankings import Category, Ranking, Shape
from novamas.hands.reference import Made, made_by, made_of
from novamas.law import law


class Hand(msgspec.Struct, frozen=True):
    """The best hand that some cards make. A stronger hand compares as greater. Suits do not matter."""

    ranking: Ranking
    cards: tuple[int, ...]
    """The cards that make it, the most important first."""
    category: Category
    ranks: tuple[int, ...]
    """The ranks in the order in which they count. A joker has the rank it replaces."""
    strength: int
    """Its rung on the ladder of all hands, from 1 for the weakest."""

    @property
    def clause(self) -> str:
        """The clause that ranks the combination of this hand."""
        return self.ranking.clause(self.category)

    @property
    def call(self) -> str:
        """The croupier's call: "full de reyes y doses"."""
        return hand_name(self.category, self.ranks)

    def ties(self, other: Hand) -> bool:
        """Return whether this hand ties with another."""
        return self.strength == self._alike(other)

    def __lt__(self, other: Hand) -> bool:
        return self.strength < self._alike(other)

    def __le__(self, other: Hand) -> bool:
        return self.strength <= self._alike(other)

    def __gt__(self, other: Hand) -> bool:
        return self.strength > self._alike(other)

    def __ge__(self, other: Hand) -> bool:
        return self.strength >= self._alike(other)

    def _alike(self, other: Hand) -> int:
        if self.ranking.shape != other.ranking.shape:
            raise TypeError(f"hands of {self.ranking.game} and {other.ranking.game} are not ranked alike")
        return other.strength


@law("IB09.12-2-a.I.1", "IB09.12-2-b.I.1", "IB09.12-2-c.I.1", "IB09.12-2-e.I.1", "IB05.12.I.2")
@law("AR10.10-2-B-a.I.2", "AR10.10-2-B-b.I.2", "AR10.10-2-B-c.I.2", "AR10.10-2-B-e.I.2")
def best_hand(ranking: Ranking, own: Iterable[int], common: Iterable[int] = ()) -> Hand:
    """Return the best hand that a player can make of hole cards and community cards."""
    return _best_hand(ranking, tuple(own), tuple(common))


@lru_cache(maxsize=256)  # a hand is ranked when it is shown, and again when the pot is paid
def _best_hand(ranking: Ranking, own: tuple[int, ...], common: tuple[int, ...]) -> Hand:
    refuse_wrong_cards(ranking, own + common)
    _refuse_miscounted(ranking, own, common)
    made, made_from = _best_made(ranking, own, common)
    strength = ladder(ranking.shape).strength(made.key)
    return Hand(ranking, _as_they_count(made, made_from), made.category, made.ranks, strength)


def strength_of(ranking: Ranking, own: tuple[int, ...], common: tuple[int, ...]) -> int:
    """Return the strength of the best hand of these cards, without checking them or caching the result."""
    return ladder(ranking.shape).strength(_best_made(ranking, own, common)[0].key)


def _best_made(
    ranking: Ranking, own: tuple[int, ...], common: tuple[int, ...]
) -> tuple[Made, tuple[int, ...]]:
    """Return the best combination, and cards that make it."""
    shape, held = ranking.shape, own + common
    if ranking.exactly is None and not _may_be_suited(held, shape.cards):
        return _best_of_ranks(tuple(sorted([rank(card) for card in held])), shape), held
    made_hands = ((made_by(cards, shape), cards) for cards in _choices(ranking, own, common))
    return max(made_hands, key=lambda choice: choice[0].key)


def _may_be_suited(cards: tuple[int, ...], needed: int) -> bool:
    """Return whether this many of the cards can be of one suit. The joker can be of any suit."""
    suits = [suit(card) for card in cards if card != JOKER]
    return len(suits) < len(cards) or max(map(suits.count, suits)) >= needed


@cache
def _best_of_ranks(ranks: tuple[int, ...], shape: Shape) -> Made:
    """Return the best combination of cards that cannot make a hand of one suit."""
    return made_of(ladder(shape).best_of_ranks(ranks), False, shape)


def refuse_wrong_cards(ranking: Ranking, cards: tuple[int, ...]) -> None:
    """Raise `InvalidInput` if a card occurs twice or is not in the deck."""
    in_deck = deck(ranking.shape.deck)
    for card in cards:
        if card not in in_deck:
            raise InvalidInput("card_not_in_deck", cards=(card,), deck=len(in_deck))
        if cards.count(card) > 1:
            raise InvalidInput("card_twice", cards=(card,))


def _refuse_miscounted(ranking: Ranking, own: tuple[int, ...], common: tuple[int, ...]) -> None:
    """Raise `InvalidInput` if there are fewer cards than a hand needs, or more than are dealt."""
    needed, count = ranking.shape.cards, len(own) + len(common)
    if ranking.exactly is None or not common:
        most = needed if ranking.exactly else max(needed, ranking.own + ranking.common)
        is_right = needed <= count <= most
    else:
        is_right = ranking.exactly <= len(own) <= ranking.own and 3 <= len(common) <= ranking.common
    if not is_right:
        raise InvalidInput(
            "cards_miscounted",
            text_key="cards_miscounted_on_table" if ranking.common else "cards_miscounted",
            game=ranking.game,
            given=count,
            needed=needed,
            own=ranking.own,
            common=ranking.common,
        )


def _choices(ranking: Ranking, own: tuple[int, ...], common: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Yield the sets of cards that may be played as the hand."""
    needed = ranking.shape.cards
    if ranking.exactly is None or not common:
        yield from combinations(own + common, needed)
        return
    for of_own in combinations(own, ranking.exactly):
        for of_common in combinations(common, needed - ranking.exactly):
            yield of_own + of_common


def _as_they_count(made: Made, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards in the order in which their ranks count, with the joker in its place."""
    left: dict[int, list[int]] = {}
    for card in reversed(cards):
        if card != JOKER:
            left.setdefault(rank(card), []).append(card)
    return tuple([left[each].pop() if left.get(each) else JOKER for each in made.ranks])

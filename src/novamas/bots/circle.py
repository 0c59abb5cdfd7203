"""Bots for circle poker. Each weighs equity against price, in its own style.

A bot gets only a view: its own cards, the exposed cards, the chips and the lawful acts. It estimates its
equity by dealing the unseen cards a few hundred times, without knowledge of the other players' cards. It has
no state. Its acts depend only on its seed, its style and the view, so they stay the same when a table is
resumed later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from random import Random
from typing import TYPE_CHECKING

from msgspec import Struct

from novamas.equipment.cards import rank
from novamas.families.circle.cloth import BET, BOARD, Cloth, Talk
from novamas.hands import Category, best_hand, ranking
from novamas.law import Library, library
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase
from novamas.table.views import View

if TYPE_CHECKING:
    from novamas.hands.equity import Equities

SAMPLES = 300
DEARER = Fraction(1, 4)  # added to the share needed to raise, for each player who raised
DECKS = (28, 32, 36, 40, 44, 48, 52)
WHOLE = {  # hands that are never broken to draw
    *(Category.ESCALERA_DE_COLOR_REAL, Category.ESCALERA_DE_COLOR, Category.FULL, Category.COLOR),
    *(Category.ESCALERA_REAL, Category.ESCALERA),
}


class Style(Struct, frozen=True):
    """A style of play, as percentages."""

    caution: int  # how much better than its price a hand must be
    boldness: int  # lowers the share needed to raise, and enlarges the raise
    bluff: int  # chance of betting with nothing

    @classmethod
    def of(cls, rng: Random) -> Style:
        """Return a random style."""
        return cls(caution=rng.randrange(0, 30), boldness=rng.randrange(20, 100), bluff=rng.randrange(0, 12))


MINDS = {  # well-known styles of players
    "tight": Style(caution=25, boldness=50, bluff=1),
    "loose": Style(caution=-25, boldness=55, bluff=6),
    "bold": Style(caution=5, boldness=95, bluff=11),
    "calling": Style(caution=-40, boldness=20, bluff=0),
    "steady": Style(caution=10, boldness=75, bluff=4),
}


class Bot:
    """A bot for one game of circle poker, with a named style or a style derived from its seed."""

    def __init__(
        self,
        game: str,
        seed: int | str,
        *,
        norm: str | None = None,
        mind: str | None = None,
        law: Library | None = None,
    ) -> None:
        self.law = law or library()
        self.game = game
        self.norm = norm
        self.seed = seed
        self.style = MINDS[mind] if mind is not None else Style.of(seeded_choice(seed))
        first = choose_act(self.law, game, [(), ()], norm=norm, samples=2)  # slow the first time, so done now
        self.deck_varies = "deck" in self.law.frame(first.norm, game).options

    def __call__(self, view: View) -> Deed:
        """Return the bot's act when the table waits for it."""
        offers = {offer.act.verb(): offer for offer in view.offers}
        talk = getattr(view.shows, "talk", None)
        if isinstance(talk, Talk) and offers.keys() & {"check", "match", "raise_to"}:
            return self._bet(view, talk, offers)
        if "discard" in offers:
            return self._draw(view, offers)
        return view.offers[0].act

    def _bet(self, view: View, talk: Talk, offers: dict[str, Offer]) -> Deed:
        """Raise a good hand, call with one that is worth its price, and sometimes bluff."""
        seat = view.eyes
        assert isinstance(seat, int)
        pot = sum(chips.cents for chips in view.chips)
        mine = sum(chips.cents for chips in view.chips if chips.seat == seat and chips.bet == BET)
        price = min(max(talk.level - mine, 0), view.purses[seat - 1])
        share = self.share(view)
        players: tuple[int, ...] = view.shows.players
        asks = Fraction(200 - self.style.boldness, 100) + DEARER * len(talk.raised)
        bluffs = (
            not price and seeded_choice(self.seed, view.number, "bluff").randrange(100) < self.style.bluff
        )
        if "raise_to" in offers and (share * len(players) >= asks or bluffs or len(offers) == 1):
            return self._raise(offers["raise_to"], pot, share)
        if "check" in offers:
            return offers["check"].act
        is_worth_it = share * (pot + price) >= price * Fraction(100 + self.style.caution, 100)
        return offers["match" if "match" in offers and (is_worth_it or "fold" not in offers) else "fold"].act

    def _raise(self, offer: Offer, pot: int, share: Fraction) -> Deed:
        """Raise by a part of the pot. A better hand raises more."""
        dial = offer.dials["cents"]
        assert isinstance(dial, Range)
        more = int(pot * share * self.style.boldness / 50) // dial.step * dial.step
        highest = dial.least + (dial.most - dial.least) // dial.step * dial.step
        return offer.turned(cents=min(dial.least + more, highest))

    def _draw(self, view: View, offers: dict[str, Offer]) -> Deed:
        """Keep the cards that form a hand and exchange the others.

        If none of the five cards match, the two highest are kept.
        """
        own = view.held(view.eyes)
        cards = [held.card for held in own if held.card is not None]
        often = Counter(map(rank, cards))
        loose = sorted(
            (rank(card), place) for place, card in enumerate(cards, start=1) if often[rank(card)] == 1
        )
        made = best_hand(ranking(self.game, self.norm, deck=deck_of(view), law=self.law), cards)
        if made.category in WHOLE or not loose:
            return offers["served"].act
        places = sorted(place for _, place in (loose[:3] if len(loose) == len(cards) else loose))
        wanted = "".join(map(str, places))
        offer = offers["discard"]
        return offer.turned(cards=wanted) if offer.dials["cards"].fits(wanted) else offers["served"].act

    def share(self, view: View) -> Fraction:
        """Return the bot's share of the pot, estimated from its view."""
        seen = {
            pile.owner: tuple(held.card for held in pile.cards if held.card is not None)
            for pile in view.piles
        }
        players: tuple[int, ...] = view.shows.players
        found = choose_act(
            self.law,
            self.game,
            [seen.get(seat, ()) for seat in players],
            board=seen.get(BOARD, ()),
            norm=self.norm,
            deck=deck_of(view) if self.deck_varies else None,
            samples=SAMPLES,
            seed=seeded_choice(self.seed, view.number, "share").randrange(2**32),
        )
        return found.hands[players.index(view.eyes)].share


def choose_act(
    law: Library,
    game: str,
    hands: list[tuple[int, ...]],
    *,
    norm: str | None,
    samples: int,
    board: tuple[int, ...] = (),
    deck: int | None = None,
    seed: int = 0,
) -> Equities:
    """Return the estimated equity of each hand."""
    from novamas.hands.equity import equities  # numpy, which tables without bots need not load

    return equities(game, hands, board=board, norm=norm, deck=deck, samples=samples, seed=seed, law=law)


def deck_of(view: View) -> int:
    """Return the size of the deck, from the number of cards on the table and undealt."""
    cards = view.undealt + sum(len(pile.cards) for pile in view.piles)
    return next(size for size in DECKS if size >= cards)


def seeded_choice(*seed: object) -> Random:
    """Return a random source for one choice. Only the given seeds and numbers determine it."""
    return Random(".".join(map(str, seed)))  # noqa: S311 - a bot's choice, not a draw of the game


def has_bots(opening: AnyPhase) -> bool:
    """Return whether a game is circle poker, where bots play in the other seats."""
    return isinstance(opening.felt, Cloth)


def minds_for(opening: AnyPhase, seats: Sequence[int], seed: str) -> dict[int, str]:
    """Return a skill for each of these seats. A skill repeats only after all have been used."""
    if not has_bots(opening):
        return {}
    names = list(MINDS)
    seeded_choice(seed, "minds").shuffle(names)
    return {seat: names[place % len(names)] for place, seat in enumerate(seats)}


def bots_for(
    opening: AnyPhase, seats: Sequence[int], seed: str, minds: Mapping[int, str] | None = None
) -> dict[int, Bot]:
    """Return a bot for each of these seats at circle poker, each with its own skill."""
    felt = opening.felt
    if not isinstance(felt, Cloth):
        return {}
    frame, known = felt.rules.frame, minds or {}
    return {
        seat: Bot(frame.game, f"{seed}.{seat}", norm=frame.norm, mind=known.get(seat), law=frame.law)
        for seat in seats
    }

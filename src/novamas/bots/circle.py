"""Players to sit with at circle poker: they weigh equity against the price, each with a mind of his own.

A bot is given a view and nothing else: his own cards, what lies open, the chips and what he may do. What he
hopes for comes from dealing the unseen cards a few hundred times; what the others hold he takes as unknown.
He keeps nothing in mind: what he does follows from his seed, his style and what he sees, and so it is the
same when a table is gone on with another day.
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
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase
from novamas.table.views import View

if TYPE_CHECKING:
    from novamas.hands.equity import Equities

SAMPLES = 300
DEARER = Fraction(1, 4)  # by how much more each raise makes another one ask for
DECKS = (28, 32, 36, 40, 44, 48, 52)
WHOLE = {  # hands that nobody breaks in order to draw
    *(Category.ESCALERA_DE_COLOR_REAL, Category.ESCALERA_DE_COLOR, Category.FULL, Category.COLOR),
    *(Category.ESCALERA_REAL, Category.ESCALERA),
}


class Style(Struct, frozen=True):
    """How somebody plays, in hundredths."""

    caution: int  # by how much a hand must be better than its price
    boldness: int  # by how much less than a clearly better hand he raises with; and how much of the pot
    bluff: int  # how often he bets with nothing

    @classmethod
    def of(cls, rng: Random) -> Style:
        """A style of one's own."""
        return cls(caution=rng.randrange(0, 30), boldness=rng.randrange(20, 100), bluff=rng.randrange(0, 12))


MINDS = {  # how people are known to play
    "tight": Style(caution=25, boldness=50, bluff=1),
    "loose": Style(caution=-25, boldness=55, bluff=6),
    "bold": Style(caution=5, boldness=95, bluff=11),
    "calling": Style(caution=-40, boldness=20, bluff=0),
    "steady": Style(caution=10, boldness=75, bluff=4),
}


class Bot:
    """Somebody who plays one game by his view, with a mind that has a name or that comes of his seed."""

    def __init__(
        self, game: str, seed: int | str, *, norm: str | None = None, mind: str | None = None
    ) -> None:
        self.game = game
        self.norm = norm
        self.seed = seed
        self.style = MINDS[mind] if mind is not None else Style.of(seeded_choice(seed))
        choose_act(game, [(), ()], norm=norm, samples=2)  # slow the first time: he does it as he sits down

    def __call__(self, view: View) -> Deed:
        """What he does when the table waits for him."""
        offers = {offer.act.verb(): offer for offer in view.offers}
        talk = getattr(view.shows, "talk", None)
        if isinstance(talk, Talk) and offers.keys() & {"check", "match", "raise_to"}:
            return self._bet(view, talk, offers)
        if "discard" in offers:
            return self._draw(view, offers)
        return view.offers[0].act

    def _bet(self, view: View, talk: Talk, offers: dict[str, Offer]) -> Deed:
        """Raise what is good, call what is worth its price, and now and then bet nothing at all."""
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
        """A part of the pot, the greater the better the hand."""
        dial = offer.dials["cents"]
        assert isinstance(dial, Range)
        more = int(pot * share * self.style.boldness / 50) // dial.step * dial.step
        highest = dial.least + (dial.most - dial.least) // dial.step * dial.step
        return offer.turned(cents=min(dial.least + more, highest))

    def _draw(self, view: View, offers: dict[str, Offer]) -> Deed:
        """Keep what makes a hand, change the rest; of five loose cards the two highest stay."""
        own = view.held(view.eyes)
        cards = [held.card for held in own if held.card is not None]
        often = Counter(map(rank, cards))
        loose = sorted(
            (rank(card), place) for place, card in enumerate(cards, start=1) if often[rank(card)] == 1
        )
        made = best_hand(ranking(self.game, self.norm, deck=deck_of(view)), cards)
        if made.category in WHOLE or not loose:
            return offers["served"].act
        places = sorted(place for _, place in (loose[:3] if len(loose) == len(cards) else loose))
        wanted = "".join(map(str, places))
        offer = offers["discard"]
        return offer.turned(cards=wanted) if offer.dials["cards"].fits(wanted) else offers["served"].act

    def share(self, view: View) -> Fraction:
        """The part of the pot he may hope for, by what he sees."""
        seen = {
            pile.owner: tuple(held.card for held in pile.cards if held.card is not None)
            for pile in view.piles
        }
        players: tuple[int, ...] = view.shows.players
        found = choose_act(
            self.game,
            [seen.get(seat, ()) for seat in players],
            board=seen.get(BOARD, ()),
            norm=self.norm,
            deck=deck_of(view) if self.game == "cubierto" else None,
            samples=SAMPLES,
            seed=seeded_choice(self.seed, view.number, "share").randrange(2**32),
        )
        return found.hands[players.index(view.eyes)].share


def choose_act(
    game: str,
    hands: list[tuple[int, ...]],
    *,
    norm: str | None,
    samples: int,
    board: tuple[int, ...] = (),
    deck: int | None = None,
    seed: int = 0,
) -> Equities:
    """What each hand may hope for."""
    from novamas.hands.equity import equities  # numba, which tables without bots need not wait for

    return equities(game, hands, board=board, norm=norm, deck=deck, samples=samples, seed=seed)


def deck_of(view: View) -> int:
    """How many cards are in play: all that lie on the table and in the deck, whoever has them."""
    cards = view.undealt + sum(len(pile.cards) for pile in view.piles)
    return next(size for size in DECKS if size >= cards)


def seeded_choice(*seed: object) -> Random:
    """What somebody fancies at a moment: from his seed and the number of the state, and from nothing else."""
    return Random(".".join(map(str, seed)))  # noqa: S311 - a player's fancy, not what chance draws


def has_bots(opening: AnyPhase) -> bool:
    """Is it circle poker, where whoever sits with the player plays by a mind of his own?"""
    return isinstance(opening.felt, Cloth)


def minds_for(opening: AnyPhase, seats: Sequence[int], seed: str) -> dict[int, str]:
    """A mind for each of these seats: all the different ones before any comes twice."""
    if not has_bots(opening):
        return {}
    names = list(MINDS)
    seeded_choice(seed, "minds").shuffle(names)
    return {seat: names[place % len(names)] for place, seat in enumerate(seats)}


def bots_for(
    opening: AnyPhase, seats: Sequence[int], seed: str, minds: Mapping[int, str] | None = None
) -> dict[int, Bot]:
    """A bot for each of these seats where the game is circle poker, each with a mind of his own."""
    felt = opening.felt
    if not isinstance(felt, Cloth):
        return {}
    frame, known = felt.rules.frame, minds or {}
    return {seat: Bot(frame.game, f"{seed}.{seat}", norm=frame.norm, mind=known.get(seat)) for seat in seats}

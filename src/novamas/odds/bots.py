"""Players to sit with at circle poker: they weigh equity against the price, each in the style of his seed.

A bot is given a view and nothing else: his own cards, what lies open, the chips and what he may do. What he
hopes for comes from dealing the unseen cards a few hundred times; what the others hold he takes as unknown.
He bets in a style that lasts; all but the betting he does as the game's own companion would.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from msgspec import Struct

from novamas.games import game as game_named
from novamas.games.circle.poker.cloth import BET, BOARD, Talk
from novamas.odds.equity import equities
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, Range
from novamas.table.phases import View

SAMPLES = 300
DEARER = Fraction(1, 4)  # by how much more each raise makes another one ask for


class Style(Struct, frozen=True):
    """How somebody plays, in hundredths."""

    caution: int  # by how much a hand must be better than its price
    boldness: int  # by how much less than a clearly better hand he raises with; and how much of the pot
    bluff: int  # how often he bets with nothing

    @classmethod
    def of(cls, rng: Random) -> Style:
        """A style of one's own."""
        return cls(caution=rng.randrange(0, 30), boldness=rng.randrange(20, 100), bluff=rng.randrange(0, 12))


class Bot:
    """Somebody who plays one game by his view, in the style that comes of his seed."""

    def __init__(self, game: str, seed: int, *, norm: str | None = None) -> None:
        self.game = game
        self.norm = norm
        self.rng = Random(seed)  # noqa: S311 - a player's fancy, not what chance draws
        self.style = Style.of(self.rng)

    def __call__(self, view: View) -> Deed:
        """What he does when the table waits for him."""
        offers = {offer.act.verb(): offer for offer in view.offers}
        talk = dict(view.shows).get("talk")
        if isinstance(talk, Talk) and offers.keys() & {"check", "match", "raise_to"}:
            return self._bet(view, talk, offers)
        companion = game_named(self.game).companion
        return companion(self.rng, view) if companion else view.offers[0].act

    def _bet(self, view: View, talk: Talk, offers: dict[str, Offer]) -> Deed:
        """Raise what is good, call what is worth its price, and now and then bet nothing at all."""
        seat = view.eyes
        assert isinstance(seat, int)
        pot = sum(chips.cents for chips in view.chips)
        mine = sum(chips.cents for chips in view.chips if chips.seat == seat and chips.bet == BET)
        price = min(max(talk.level - mine, 0), view.purses[seat - 1])
        share = self.share(view)
        players = dict(view.shows)["players"]
        assert isinstance(players, tuple)
        asks = Fraction(200 - self.style.boldness, 100) + DEARER * len(talk.raised)
        bluffs = not price and self.rng.randrange(100) < self.style.bluff
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

    def share(self, view: View) -> Fraction:
        """The part of the pot he may hope for, by what he sees."""
        seen = {
            pile.owner: tuple(held.card for held in pile.cards if held.card is not None)
            for pile in view.piles
        }
        players = dict(view.shows)["players"]
        assert isinstance(players, tuple)
        found = equities(
            self.game,
            [seen.get(seat, ()) for seat in players],
            board=seen.get(BOARD, ()),
            norm=self.norm,
            samples=SAMPLES,
            seed=self.rng.randrange(2**32),
        )
        return found.hands[players.index(view.eyes)].share

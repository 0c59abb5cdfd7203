"""A player to sit with: he weighs his chances against the price, and sees nothing but his own view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from random import Random

from novamas.games.circle.poker.acts import Check, Fold, Match, RaiseTo
from novamas.games.circle.poker.cloth import BET, BOARD, Talk
from novamas.hands import Category, Ranking, best_hand, ranking
from novamas.kit.cards import deck, rank
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, Range
from novamas.table.phases import View

SAMPLES = 16
TIMID = Fraction(9, 10)
WHOLE = {  # hands that nobody breaks in order to draw
    *(Category.ESCALERA_DE_COLOR_REAL, Category.ESCALERA_DE_COLOR, Category.FULL, Category.COLOR),
    *(Category.ESCALERA,),
}


def decide(game: str, rng: Random, view: View) -> Deed:
    """What a companion does when the table waits for him."""
    verbs = {offer.act.verb(): offer for offer in view.offers}
    if "fold" in verbs or "check" in verbs or "raise_to" in verbs:
        return _bet(game, view, verbs, rng)
    if "discard" in verbs:
        return _draw(game, view, verbs)
    return view.offers[0].act


def _bet(game: str, view: View, verbs: dict[str, Offer], rng: Random) -> Deed:
    """Fold what is too dear, raise what is good, and now and then something else."""
    seat = view.eyes
    assert isinstance(seat, int)
    talk = dict(view.shows)["talk"]
    assert isinstance(talk, Talk)
    pot = sum(cents for _, _, cents in view.chips)
    mine = sum(cents for owner, bet, cents in view.chips if owner == seat and bet == BET)
    owes = min(max(talk.level - mine, 0), view.purses[seat - 1])
    chance = equity(game, view, rng)
    players = dict(view.shows)["players"]
    assert isinstance(players, tuple)
    boldness = Fraction(rng.randrange(100), 100)
    if "raise_to" in verbs and (chance * len(players) > TIMID + boldness or set(verbs) == {"raise_to"}):
        dial = verbs["raise_to"].dials["cents"]
        assert isinstance(dial, Range)
        wanted = dial.least + int(pot * boldness * chance) // dial.step * dial.step
        return RaiseTo(seat, min(wanted, dial.most))
    if "check" in verbs:
        return Check(seat)
    is_worth_it = chance * (pot + owes) > owes * (TIMID + boldness / 4)
    return Match(seat) if is_worth_it or "fold" not in verbs else Fold(seat)


def equity(game: str, view: View, rng: Random) -> Fraction:
    """The share of the pot that a player may hope for, by dealing the cards he has not seen a few times."""
    ranks = _ranking(game)
    piles = {pile.owner: [held.card for held in pile.cards if held.card is not None] for pile in view.piles}
    players = dict(view.shows)["players"]
    assert isinstance(players, tuple)
    seen = {card for cards in piles.values() for card in cards}
    unseen = [card for card in deck(ranks.shape.deck) if card not in seen]
    share = 0
    for _ in range(SAMPLES):
        rng.shuffle(unseen)
        stock = iter(unseen)
        board = _filled(piles.get(BOARD, []), ranks.common, stock)
        strengths = {
            seat: best_hand(ranks, _filled(piles.get(seat, []), ranks.own, stock), board).strength
            for seat in players
        }
        top = max(strengths.values())
        if strengths[view.eyes] == top:
            share += 12 // sum(value == top for value in strengths.values())
    return Fraction(share, 12 * SAMPLES)


def _filled(cards: Sequence[int], size: int, stock: Iterator[int]) -> list[int]:
    """Cards that are known, and as many from the stock as are missing."""
    return [*cards[:size], *(next(stock) for _ in range(size - len(cards)))]


def _draw(game: str, view: View, verbs: dict[str, Offer]) -> Deed:
    """Keep what makes a hand, change the rest."""
    (own,) = (pile.cards for pile in view.piles if pile.owner == view.eyes)
    cards = [held.card for held in own if held.card is not None]
    ranks = Counter(map(rank, cards))
    loose = [n for n, card in enumerate(cards, start=1) if ranks[rank(card)] == 1]
    if best_hand(_ranking(game), cards).category in WHOLE or not loose:
        return verbs["served"].act
    wanted = "".join(map(str, loose[:3] if len(loose) == len(cards) else loose))
    offer = verbs["discard"]
    return offer.turned(cards=wanted) if offer.dials["cards"].fits(wanted) else verbs["served"].act


def _ranking(game: str) -> Ranking:
    return ranking(game)

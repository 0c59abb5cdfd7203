"""Circle poker on the engine, hand after hand, with a strategy and with the cards of the kernel."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace
from tests.sim.engine import SEED, FromDeck, netted

from novamas.equipment.cards import deck, rank
from novamas.equipment.chance import Draws
from novamas.families.circle.acts import Check, Deal, Fold, Match, RaiseTo, Show
from novamas.families.circle.cloth import BOARD, Cloth, Party
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Interval
from novamas.games.cubierto import CubiertoCloth, Discard, Discarding, Served
from novamas.hands import Category, best_hand
from novamas.sim.dispatch import compile_bet
from novamas.sim.games.circle.rounds import CAGNOTTE, PUESTO
from novamas.sim.streams import below
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.offers import OneOf
from novamas.table.phases import AnyPhase, do
from novamas.table.roles import CHANCE

WEAK = (Category.CARTA_MAYOR, Category.PAREJA)
CHANGED = (*WEAK, Category.DOBLE_PAREJA, Category.FIGURAS, Category.TRIO)
KNOWN = 5
PREFIXES = 60  # rounds that are compared


class FromMixedDeck(FromDeck):
    """Cards as the kernel draws them: a returned card is swapped with the last drawn card."""

    left = 0

    def draw(self, draws: Draws) -> int:
        first, to_come = len(self.cards) - draws.total, self.left
        for place in range(self.left - 1, -1, -1) if first < self.left else ():
            if draws.may_bring(self.cards[place]):
                to_come -= 1
                self.cards[place], self.cards[to_come] = self.cards[to_come], self.cards[place]
        self.left = first + 1
        return super().draw(draws)


def said(phase: Interval[Cloth], strategy: str, source: FromDeck) -> Deed:
    """Return the act of a player who follows a strategy. Its random choices use the cards' stream."""
    seat, talk, felt = phase.talk.waiting[0], phase.talk, phase.felt
    acts = {type(offer.act): offer.act for offer in phase.offers(seat)}
    stays = acts.get(Check) or acts.get(Match)
    least = acts.get(RaiseTo)
    if strategy == "any":
        return anything(phase, source)
    if least and (stays is None or (is_closed(phase) and not talk.level)):
        return least
    assert stays is not None
    if strategy == "call":
        return stays
    own, board = felt.cards(seat), felt.cards(BOARD)
    if len(own) + len(board) < KNOWN:
        ranks = [rank(card) for card in own]
        goes = len(set(ranks)) < len(ranks) or sum(each >= 10 for each in ranks) > 1
        return stays if goes or Check in acts else Fold(seat)
    made = best_hand(felt.ranking, own, board).category
    if made not in WEAK and least:
        return least
    return stays if made is not Category.CARTA_MAYOR or Check in acts else Fold(seat)


def anything(phase: Interval[Cloth], source: FromDeck) -> Deed:
    """Return a random lawful act with a random amount, but never a fold if a check is possible."""
    seat = phase.talk.waiting[0]
    acts = {type(offer.act): offer.act for offer in phase.offers(seat)}
    kinds = (Check,) if Check in acts else (Fold, Match)
    others = [acts[kind] for kind in kinds if kind in acts]
    act = below(source.stream, len(others) + (RaiseTo in acts)) if others else 0
    if act < len(others):
        return others[act]
    cents = phase.raises(seat)
    assert cents is not None
    return RaiseTo(seat, cents.least + cents.step * below(source.stream, len(cents.every())))


def is_closed(phase: Interval[Cloth]) -> bool:
    """Return whether the pot must still be opened."""
    return isinstance(phase.felt, CubiertoCloth) and not phase.felt.street


def changed(phase: Discarding[CubiertoCloth], strategy: str, source: FromDeck) -> Deed:
    """Return the discard of a player who follows a strategy."""
    seat = phase.felt.to_draw[0]
    offers = {type(offer.act): offer for offer in phase.offers(seat)}
    dial = offers[Discard].dials["cards"] if Discard in offers else OneOf(())
    assert isinstance(dial, OneOf)
    sets = dial.values
    if strategy == "any":
        way = below(source.stream, 1 + len(sets))
        return Discard(seat, sets[way - 1]) if way else Served(seat)
    own = phase.felt.cards(seat)
    if best_hand(phase.felt.ranking, own).category not in CHANGED or not sets:
        return Served(seat)
    times = Counter(map(rank, own))
    alone = sorted((rank(card), place) for place, card in enumerate(own, start=1) if times[rank(card)] == 1)
    if len(alone) == len(own):
        alone.pop()
    places = sorted(place for _, place in alone[: max(map(len, sets))])
    return Discard(seat, "".join(map(str, places))) if places else Served(seat)


def rounds(table: Table, block: int, mine: str, others: str) -> Iterator[tuple[int, int]]:
    """Yield the net win of the first player in each round, and the total of all, which the house takes."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    stack, seats = felt.rules.least_resto, tuple(range(1, felt.rules.seats + 1))
    cards = deck(replace(felt, dealt=seats).ranking.shape.deck)
    source, hand = FromMixedDeck(SEED, block, cards), 0
    party = Party(places=seats, starters=seats, manos=(0,) * len(seats), charged=seats)
    while True:
        now, is_over = replace(felt, purses=(stack,) * len(seats), party=party), False
        while not is_over:
            last = (1 - hand) % len(seats) + 1 if hand and felt.rules.goes_clockwise else hand % len(seats)
            now = played(replace(now, mano_place=last), source, mine, others)
            hand += 1
            is_over = not (isinstance(now, CubiertoCloth) and now.entered and any(now.purses))
        yield now.purses[0] - stack, sum(now.purses) + now.cloth - len(seats) * stack


def played(felt: Cloth, source: FromDeck, mine: str, others: str) -> Cloth:
    """Play a hand to its end."""
    phase: AnyPhase = do(Between(felt), Deal())[0]
    while not phase.rest:
        phase = do(phase, next_deed(phase, source, mine, others))[0]
    ended = phase.felt
    assert isinstance(ended, Cloth)
    return ended


def next_deed(phase: AnyPhase, source: FromDeck, mine: str, others: str) -> Deed:
    strategy = mine if phase.turn == 1 else others
    if phase.turn is CHANCE:
        return Drawn(what=source.draw(phase.draws()))
    if isinstance(phase, Interval):
        return said(phase, strategy, source)
    if isinstance(phase, Discarding):
        return changed(phase, strategy, source)
    acts = [offer.act for offer in phase.offers(phase.turn)]
    return next((act for act in acts if isinstance(act, Show)), acts[0])


def assert_same_hands(table: Table, block: int, strategy: str, many: int) -> None:
    """Check that the first rounds of a block have the same net on the engine and in the kernel."""
    mine, _, others = strategy.partition("/")
    played = list(islice(rounds(table, block, mine, others or mine), many))
    bets = (PUESTO,) if table.chosen["charge"] == "sesion" else (PUESTO, CAGNOTTE)
    plays = [compile_bet(table, bet, strategy) for bet in bets]
    for first in sorted({1 + nth * many // PREFIXES for nth in range(PREFIXES)} | {many}):
        for play, results in zip(plays, zip(*played[:first], strict=True), strict=False):
            assert netted(play, block, first) == Counter(results), first

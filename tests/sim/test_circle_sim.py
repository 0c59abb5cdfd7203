"""Circle poker at volume: what the engine shares out to who bets the same with the same cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import islice

import pytest
from msgspec.structs import replace
from tests.sim.engine import SEED, FromDeck, any_tables, netted

from novamas.errors import NovamasError
from novamas.hands import Category, best_hand
from novamas.kit.cards import deck, rank
from novamas.rounds.circle.acts import Check, Deal, Fold, Match, RaiseTo, Show
from novamas.rounds.circle.cloth import BOARD, Cloth, Party
from novamas.rounds.circle.phases.between import Between
from novamas.rounds.circle.phases.hand import Interval
from novamas.sim.circle import CAGNOTTE, PUESTO, stakes_of
from novamas.sim.ready import ready
from novamas.sim.streams import below
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.offers import Offer
from novamas.table.people import CHANCE
from novamas.table.phases import AnyPhase, do
from novamas.testing.rehearsal import opened

WEAK = (Category.CARTA_MAYOR, Category.PAREJA)


def said(phase: Interval[Cloth], strategy: str, source: FromDeck) -> Deed:
    """What a player says who plays so; what he leaves to chance comes from the same stream as the cards."""
    seat = phase.talk.waiting[0]
    offers = {type(offer.act): offer for offer in phase.offers(seat)}
    stays = Check(seat) if Check in offers else Match(seat)
    raises = offers.get(RaiseTo)
    if strategy == "any":
        acts: list[Deed] = [] if Check in offers else [Fold(seat)]
        acts.append(stays)
        act = below(source.stream, len(acts) + (raises is not None))
        if act < len(acts):
            return acts[act]
        cents = phase.raises(seat)
        assert cents is not None
        return RaiseTo(seat, cents.least + cents.step * below(source.stream, len(cents.every())))
    if strategy == "call":
        return stays
    own, board = phase.felt.cards(seat), phase.felt.cards(BOARD)
    if len(board) < 3:
        ranks = [rank(card) for card in own]
        goes = len(set(ranks)) < len(ranks) or sum(each >= 10 for each in ranks) > 1
        return stays if goes or Check in offers else Fold(seat)
    made = best_hand(phase.felt.ranking, own, board).category
    if made not in WEAK and isinstance(raises, Offer) and isinstance(raises.act, RaiseTo):
        return raises.act  # to the least that he may
    return stays if made is not Category.CARTA_MAYOR or Check in offers else Fold(seat)


def hands(table: Table, block: int, mine: str, others: str) -> Iterator[tuple[int, int]]:
    """What the first player nets in each hand, and what the house takes: all begin with the same stacks."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    stack, seats = felt.rules.least_resto, tuple(range(1, felt.rules.seats + 1))
    source, hand = FromDeck(SEED, block, deck(felt.ranking.shape.deck)), 0
    party = Party(places=seats, starters=seats, manos=(0,) * len(seats))
    while True:
        last = -hand % len(seats) + 1 if hand and felt.rules.goes_clockwise else hand % len(seats)
        begun = replace(felt, purses=(stack,) * len(seats), party=party, mano_place=last)
        phase: AnyPhase = do(Between(begun), Deal())[0]
        while not phase.rest:
            phase = do(phase, next_deed(phase, source, mine, others))[0]
        purses = phase.felt.purses
        yield purses[0] - stack, len(seats) * stack - sum(purses)
        hand += 1


def next_deed(phase: AnyPhase, source: FromDeck, mine: str, others: str) -> Deed:
    if phase.turn is CHANCE:
        return Drawn(what=source.draw(phase.draws()))
    if isinstance(phase, Interval):
        return said(phase, mine if phase.turn == 1 else others, source)
    acts = [offer.act for offer in phase.offers(phase.turn)]
    return next((act for act in acts if isinstance(act, Show)), acts[0])


def assert_same_hands(table: Table, block: int, strategy: str, many: int) -> None:
    mine, _, others = strategy.partition("/")
    played = list(islice(hands(table, block, mine, others or mine), many))
    for first in (1, 2, 3, 7, many // 2, many):
        nets, taken = zip(*played[:first], strict=True)
        assert netted(ready(table, PUESTO, strategy), block, first) == Counter(nets)
        assert netted(ready(table, CAGNOTTE, strategy), block, first) == Counter(-each for each in taken)


@pytest.mark.parametrize("strategy", ["any", "call", "strong", "strong/any", "any/strong"])
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_hands_end_as_the_engine_ends_them(game: str, strategy: str, soak: bool) -> None:
    """With antes, at six places, the house's part taken of the hand."""
    assert_same_hands(opened(game, "AR10"), 1, strategy, 2000 if soak else 40)


@pytest.mark.parametrize("limit", ["split_limit", "bote_con_limite", "bote_sin_limite"])
@pytest.mark.parametrize("blinds", [(0, 0), (100, 200), (0, 200)])
def test_limits_and_blinds(limit: str, blinds: tuple[int, int], soak: bool) -> None:
    small, big = blinds
    table = opened("holdem", "AR10", limit=limit, small_blind=small, big_blind=big, ante=0 if big else 50)
    assert_same_hands(table, 2, "any", 1000 if soak else 40)


@pytest.mark.parametrize("rake_at", ["mano", "intervalo"])
def test_what_the_house_takes(rake_at: str, soak: bool) -> None:
    """Of the pots of a hand, or at each interval; chips are small enough that it takes something of most."""
    table = opened("holdem", "IB09", rake_at=rake_at, chip=10)
    assert stakes_of(table).by_interval == (rake_at == "intervalo")
    for strategy in ("any", "call"):
        assert_same_hands(table, 3, strategy, 1000 if soak else 40)


@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_whatever_the_house_chooses(norm: str, soak: bool) -> None:
    played = 0
    for block, table in enumerate(any_tables("holdem", norm, SEED, 40 if soak else 8)):
        if table.chosen["charge"] == "sesion" or is_broken_into_chips(table):
            with pytest.raises(NovamasError, match=r"charge|chip"):
                ready(table, PUESTO, "any")
            continue
        assert_same_hands(table, block, "any", 60 if soak else 12)
        played += 1
    assert played > 2


def is_broken_into_chips(table: Table) -> bool:
    names = ("least_resto", "ante", "small_blind", "big_blind", "minimum", "maximum")
    return any(table.chosen.get(name, 0) % table.chosen["chip"] for name in names)


def test_there_is_no_best_strategy() -> None:
    table = opened("holdem", "AR10")
    for strategy in ("best", "any/best", "tight"):
        with pytest.raises(NovamasError) as refused:
            ready(table, PUESTO, strategy)
        assert refused.value.code == "no_such_strategy"
    with pytest.raises(NovamasError, match="puesto"):
        ready(table, "mano", "any")


def test_what_is_not_simulated_yet_is_said() -> None:
    for game in ("seven_stud", "five_stud", "cubierto"):
        with pytest.raises(NovamasError) as refused:
            ready(opened(game, "AR10"), PUESTO, "any")
        assert refused.value.code == "not_simulated_yet"


@pytest.mark.parametrize("strategy", ["any", "strong/any", "strong"])
@pytest.mark.parametrize("norm", ["AR10", "IB05", "IB09"])
def test_synthetic_poker(norm: str, strategy: str, soak: bool) -> None:
    """Who bet last opens the next interval; the mano may go with the clock."""
    for block, table in enumerate(any_tables("sintetico", norm, SEED, 12 if soak else 3)):
        if table.chosen["charge"] != "sesion" and not is_broken_into_chips(table):
            assert_same_hands(table, block, strategy, 100 if soak else 14)

"""Simulated no-draw poker pays like the engine for the same decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import cycle, islice

import numpy as np
import pytest
from tests.sim.engine import (
    SEED,
    FromDeck,
    any_tables,
    assert_same_coups,
    assert_same_seats,
    netted,
    rounds_at,
    rounds_of_seats,
)

from novamas.equipment.cards import DECK_52, card, cards
from novamas.equipment.chance import Draws
from novamas.errors import NovamasError
from novamas.families.banked.acts import Fold
from novamas.families.banked_poker.acts import Go
from novamas.games.sin_descarte.acts import Buy
from novamas.hands import best_hand
from novamas.odds.games.sin_descarte.best_play import Chooser
from novamas.odds.games.sin_descarte.bets import worth_of
from novamas.odds.games.sin_descarte.buying import Buying, buying
from novamas.odds.games.sin_descarte.buying import _count as count_purchases
from novamas.odds.games.sin_descarte.buying import _rows as rows_of_hands
from novamas.odds.games.sin_descarte.census import Census
from novamas.odds.games.sin_descarte.decision_bits import numbers_of, pair
from novamas.odds.games.sin_descarte.kernels import BUY, FOLD, GO
from novamas.odds.games.sin_descarte.payouts import Pays, examples_of
from novamas.sim import simulate
from novamas.sim.deal_order import Dealt, dealt
from novamas.sim.dispatch import compile_bet, compile_play, compile_seats
from novamas.sim.games.sin_descarte.seats import PART, WHOLE, pay_pool
from novamas.sim.seats import LEVEL, PRIZES
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

NORMS = ("AR10", "IB05")


def goes_when_best(table: Table) -> Callable[[AnyPhase], Deed]:
    """Return a player who evaluates ace and king card by card against the bank's up card."""
    pays, counted = Pays(table), examples_of(table.frame).census

    def decide(phase: AnyPhase) -> Deed:
        seat = phase.turn
        assert isinstance(seat, int)
        own = tuple(sorted(phase.felt.cards(seat)))
        (up,) = (held.card for held in phase.felt.held("bank") if held.card is not None)
        strength = best_hand(counted.figures.ranking, own).strength
        if counted.bank_plays <= strength < pair(counted):
            worth = worth_of(pays, own, up)
            return Go(seat) if worth["go"] >= worth["fold"] else Fold(seat)
        return Go(seat) if strength >= pair(counted) else Fold(seat)

    return decide


def always_goes(phase: AnyPhase) -> Deed:
    assert isinstance(phase.turn, int)
    return Go(phase.turn)


@pytest.mark.parametrize("norm", ["AR10", pytest.param("IB05", marks=pytest.mark.soak)])
def test_the_initial_bet(norm: str, soak: bool) -> None:
    """The simulated initial bet agrees with the engine, whether the bank's up card comes second or last."""
    table = opened("sin_descarte", norm)
    wager = table.game.wagers(table.opening)["apuesta_inicial"]
    source = FromDeck(SEED, 4, DECK_52)
    best = rounds_at(table, wager, source, goes_when_best(table))
    assert_same_coups(compile_bet(table, "apuesta_inicial"), best, (1, 2, 10, 120, *((2000,) * soak)), 4)


def best_against_some(table: Table) -> Buying:
    """Return tables with best play against three cards of the bank and random acts against the others."""
    chooser, rng = Chooser(Pays(table)), np.random.default_rng(SEED)
    every, ups = chooser.census, chooser.census.ups
    some = np.array([0, 6, 12])  # a deuce, an eight, an ace
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Census, "ups", tuple(ups[nth] for nth in some))
        counted, rows = count_purchases(chooser), rows_of_hands(every)
    shape = len(ups), len(every.looked_at.fives)
    acts = rng.integers(FOLD, BUY + 5, shape, np.int8)
    goes = rng.integers(0, 1 << len(DECK_52), shape, np.uint64)
    acts[some], goes[some] = counted
    return Buying(rows, acts, goes)


def buys_by(best: Buying) -> Callable[[AnyPhase], Deed]:
    """Return a player who follows the tables if a card is for sale."""
    bought = dict[int, int]()

    def decide(phase: AnyPhase) -> Deed:
        seat = phase.turn
        assert isinstance(seat, int)
        own = tuple(phase.felt.cards(seat))
        (up,) = (held.card for held in phase.felt.held("bank") if held.card is not None)
        renamed = names_of_suits(own, up)
        order = sorted(range(5), key=lambda nth: renamed(own[nth]))
        row = best.rows[numbers_of(np.array([[renamed(own[nth]) for nth in order]]))[0]]
        if seat in phase.felt.bought:  # type: ignore[attr-defined]
            laid = renamed(bought[seat])
            return Go(seat) if int(best.goes[up // 4, row]) >> laid & 1 else Fold(seat)
        act = int(best.acts[up // 4, row])
        if act < BUY:
            return Go(seat) if act == GO else Fold(seat)
        bought[seat] = own[order[act - BUY]]
        return Buy(seat, order[act - BUY] + 1)

    return decide


def names_of_suits(own: tuple[int, ...], up: int) -> Callable[[int], int]:
    """Return new names for the suits: clubs for the bank's suit, then by the highest cards."""
    others = [suit for suit in range(4) if suit != up % 4]
    held = {suit: sorted((card // 4 for card in own if card % 4 == suit), reverse=True) for suit in others}
    order = [up % 4, *sorted(others, key=lambda suit: held[suit], reverse=True)]
    return lambda card: card // 4 * 4 + order.index(card % 4)


@pytest.mark.parametrize("norm", NORMS)
def test_whatever_the_house_chooses(norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables("sin_descarte", norm, SEED, 12 if soak else 4)):
        wager = table.game.wagers(table.opening)["apuesta_inicial"]
        engine = rounds_at(table, wager, FromDeck(SEED, block, DECK_52), always_goes)
        assert_same_coups(compile_play(table, "apuesta_inicial", "go"), engine, (1, 2, 10, 200), block)


@pytest.mark.parametrize("norm", ["IB05", pytest.param("AR10", marks=pytest.mark.soak)])
def test_who_may_buy_a_card_does_so_when_it_is_best(
    norm: str, soak: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A player buys a card if it is the best play. Only three cards of the bank are computed, for speed."""
    table = opened("sin_descarte", norm, buy_card=True)
    best = buying(Pays(table)) if soak else best_against_some(table)
    monkeypatch.setattr("novamas.sim.games.sin_descarte.seats.buying", lambda pays, *, seguro: best)
    wager = table.game.wagers(table.opening)["apuesta_inicial"]
    play, seen = compile_seats(table, "apuesta_inicial"), 2000 if soak else 150
    alone = rounds_of_seats(table, wager, 1, FromDeck(SEED, 3, DECK_52), buys_by(best))
    assert_same_seats(play, alone, seen, 3)
    together = rounds_of_seats(table, wager, 4, FromDeck(SEED, 5, DECK_52), buys_by(best))
    assert_same_seats(compile_seats(table, "apuesta_inicial", seats=4), together, seen // 3, 5)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("hand", "up"), [("As Kd Qs Js 2s", "5h"), ("9c 8d 7h 6s 2c", "Kd"), ("2s 2d 9c Th Kc", "Ah")]
)
def test_best_purchases_are_those_that_plain_counting_finds(hand: str, up: str) -> None:
    """Every discarded card and every bought card is counted against every hand of the bank."""
    table = opened("sin_descarte", "AR10", buy_card=True)
    pays, own, shown = Pays(table), cards(hand), card(up)
    worth = worth_of(pays, own, shown)
    best, renamed = buying(pays), names_of_suits(own, shown)
    order = sorted(range(5), key=lambda nth: renamed(own[nth]))
    row = best.rows[numbers_of(np.array([[renamed(own[nth]) for nth in order]]))[0]]
    act = int(best.acts[shown // 4, row])
    act_name = {FOLD: "fold", GO: "go"}.get(act) or f"buy {order[act - BUY] + 1}"
    assert worth[act_name] == max(worth.values())


@pytest.mark.soak
def test_who_buys_when_it_is_best_nets_what_the_odds_say() -> None:
    found = simulate(
        opened("sin_descarte", "AR10", buy_card=True), "apuesta_inicial", rounds=3_000_000, seed=SEED
    )
    assert found.agreement is not None
    assert found.agreement.p is not None
    assert found.agreement.exact
    assert abs(found.agreement.z) < 3.5
    assert found.agreement.p > 1e-3


@pytest.mark.parametrize("norm", NORMS)
def test_several_seats_against_one_bank(norm: str, soak: bool) -> None:
    table = opened("sin_descarte", norm)
    wager = table.game.wagers(table.opening)["apuesta_inicial"]
    for seats in (2, 6):
        engine = rounds_of_seats(table, wager, seats, FromDeck(SEED, seats, DECK_52), goes_when_best(table))
        play = compile_seats(table, "apuesta_inicial", seats=seats)
        assert_same_seats(play, engine, 1000 if soak else 60, seats)


# ---------------------------------------------------------------- pools

POOLS = [
    ("IB05", "carrousel", {"carrousel": 100, "carrousel_start": 123_457}),
    (
        "AR10",
        "progresivo",
        {"progresivo": 200, "progresivo_deduction": Fraction(1, 10)},
    ),
]


def pool_rounds(table: Table, bet: str, seats: int, block: int) -> Iterator[tuple[int, ...]]:
    """Yield the gain of each seat from a pool in each round."""
    wagers = table.game.wagers(table.opening)
    both, alone = (
        rounds_of_seats(table, wagers[name], seats, FromDeck(SEED, block, DECK_52), always_goes)
        for name in (bet, "apuesta_inicial")
    )
    for pair_of in zip(both, alone, strict=True):
        yield tuple(with_it - without for with_it, without in zip(*pair_of, strict=True))


@pytest.mark.parametrize(("norm", "bet", "chosen"), POOLS)
def test_a_pool_is_fed_and_won_and_carried_on(
    norm: str, bet: str, chosen: dict[str, object], soak: bool
) -> None:
    """Blocks begin with straight flushes, and the pool grows before and after them."""
    table = opened("sin_descarte", norm, **chosen)
    play, rounds, wanted = compile_seats(table, bet, "go", seats=6), 8, 6 if soak else 2
    for block in range(10**6):
        ends = play.outcomes(rounds, seed=SEED, first=block)
        if ends.nets.max() > 0:
            assert_same_seats(play, pool_rounds(table, bet, 6, block), rounds, block)
            wanted -= 1
        if not wanted:
            return


def test_two_straight_flushes_and_two_royals_share_a_pool() -> None:
    table = opened("sin_descarte", "IB05", carrousel=100, carrousel_start=123_457)
    play = compile_seats(table, "carrousel", "go", seats=4)
    paying, takes = play.tables[-1], np.array([WHOLE, PART, WHOLE, PART])
    nets, jackpot = np.zeros(4, np.int64), np.zeros(PRIZES + 1, np.int64)
    jackpot[LEVEL] = play.jackpot or 0
    pay_pool(paying, takes, 100, nets, jackpot)
    held = "As Ks Qs Js Ts", "9s 8s 7s 6s 5s", "Ah Kh Qh Jh Th", "9h 8h 7h 6h 5h"
    wager = table.game.wagers(table.opening)["carrousel"]
    source = Scripted(dealt(table, "carrousel", 4), tuple(map(cards, held)), cards("2c 2d 3c 3d 4c"))
    (engine,) = islice(rounds_of_seats(table, wager, 4, source, always_goes), 1)
    (alone,) = islice(
        rounds_of_seats(table, table.game.wagers(table.opening)["apuesta_inicial"], 4, source, always_goes), 1
    )
    assert [both - one for both, one in zip(engine, alone, strict=True)] == nets.tolist()
    assert jackpot[LEVEL] in (paying.start, paying.start + 1)


class Scripted:
    """Fixed hands for the seats and the bank, which repeat."""

    def __init__(self, where: Dealt, held: tuple[tuple[int, ...], ...], bank: tuple[int, ...]) -> None:
        first = {int(where.bank[0]): bank[0]}
        for places, hand in zip(where.seats.tolist(), held, strict=True):
            first |= dict(zip(places, hand, strict=True))
        self.cards = cycle([*(first[place] for place in sorted(first)), *bank[1:]])

    def draw(self, draws: Draws) -> int:
        return next(self.cards)


def test_a_jackpot_may_be_told() -> None:
    table = opened("sin_descarte", "IB05", carrousel=100)
    play = compile_seats(table, "carrousel", jackpot=5_000_000)
    assert play.jackpot == 5_000_000
    with pytest.raises(NovamasError) as refused:
        compile_play(table, "apuesta_inicial", jackpot=100)
    assert refused.value.code == "no_jackpot"


def test_the_money_of_a_jackpot_is_conserved() -> None:
    table = opened("sin_descarte", "IB05", carrousel=100, carrousel_start=50_000)
    found = simulate(table, "carrousel", rounds=1_500_000, seed=SEED, seats=3)
    money = found.jackpot
    assert money is not None
    assert money.prizes > 0
    assert money.began + money.fed + money.added - money.paid == money.left
    assert sum(each.net * each.times for each in found.outcomes) == money.paid - 1_500_000 * 3 * 100


def test_the_insurance_is_what_it_adds_to_the_round(soak: bool) -> None:
    table = opened("sin_descarte", "AR10")
    wagers, play = table.game.wagers(table.opening), compile_bet(table, "seguro", "go")
    for block in range(3000 if soak else 300):
        both, alone = (
            next(rounds_at(table, wagers[bet], FromDeck(SEED, block, DECK_52), always_goes))
            for bet in ("seguro", "apuesta_inicial")
        )
        assert netted(play, block) == {both - alone: 1}

"""Simulated hold'em against the house pays like the engine for the same bets."""

from __future__ import annotations

from collections.abc import Callable

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

from novamas.equipment.cards import DECK_52
from novamas.families.banked.acts import Fold
from novamas.families.house_holdem.acts import BetOn, Check
from novamas.families.house_holdem.figures import FLOP
from novamas.odds.games.house_holdem.bets import Play, kind_of, worth_of_bet
from novamas.odds.games.house_holdem.further_bets import CARDS, CHANGES, names_of_flops, rows_of
from novamas.odds.games.house_holdem.kernels import bets_simply
from novamas.sim.dispatch import compile_bet, compile_seats
from novamas.sim.games.house_holdem import rounds as house_holdem
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

Bets = Callable[[tuple[int, ...], tuple[int, ...]], bool]


def decides(table: Table, bets: Bets) -> Callable[[AnyPhase], Deed]:
    """Return a player with the best flop bet and the given later bets."""
    goes = Play(table).goes

    def decide(phase: AnyPhase) -> Deed:
        seat = phase.turn
        assert isinstance(seat, int)
        own, board = tuple(phase.felt.cards(seat)), tuple(phase.felt.cards("board"))
        street = phase.street  # type: ignore[attr-defined]
        if street == FLOP:
            return BetOn(seat, FLOP) if goes[kind_of(own)] else Fold(seat)
        return BetOn(seat, street) if bets(own, board) else Check(seat)

    return decide


def simply(own: tuple[int, ...], board: tuple[int, ...]) -> bool:
    one, other = own
    return bets_simply(one, other, np.array(board, np.uint8), len(board))


@pytest.mark.parametrize("game", ["holdem_contrapartida", "holdem_bonus"])
def test_the_ante_by_the_short_rule(game: str, soak: bool) -> None:
    for block, table in enumerate(any_tables(game, "AR10", SEED, 6 if soak else 2)):
        wager = table.game.wagers(table.opening)["ante"]
        engine = rounds_at(table, wager, FromDeck(SEED, block, DECK_52), decides(table, simply))
        assert_same_coups(
            compile_bet(table, "ante", "simple"), engine, (1, 2, 10, 300, *((2000,) * soak)), block
        )


def test_the_ante_played_for_the_best(monkeypatch: pytest.MonkeyPatch, soak: bool) -> None:
    """The best play of the ante evaluates only flops that come, with every hand and every turn card."""
    met: set[int] = set()
    names, _ = names_of_flops()

    def best(own: tuple[int, ...], board: tuple[int, ...]) -> bool:
        first, second, third = board[:3]
        met.add(int(names[(first * CARDS + second) * CARDS + third]) // CHANGES)
        return worth_of_bet(own, board) > 0

    table, rounds = opened("holdem_bonus", "AR10"), 400 if soak else 25
    wager = table.game.wagers(table.opening)["ante"]
    engine = rounds_at(table, wager, FromDeck(SEED, 9, DECK_52), decides(table, best))
    nets = [next(engine) for _ in range(rounds)]
    monkeypatch.setattr(house_holdem, "further_bets", lambda: rows_of(met))
    assert_same_coups(compile_bet(table, "ante"), iter(nets), range(1, rounds + 1), 9)
    assert len(met) > rounds // 2


@pytest.mark.parametrize(("game", "seats"), [("holdem_contrapartida", 2), ("holdem_bonus", 6)])
def test_several_places_with_the_same_common_cards(game: str, seats: int, soak: bool) -> None:
    table = opened(game, "AR10")
    wager, source = table.game.wagers(table.opening)["ante"], FromDeck(SEED, 3, DECK_52)
    engine = rounds_of_seats(table, wager, seats, source, decides(table, simply))
    assert_same_seats(compile_seats(table, "ante", "simple", seats=seats), engine, 1500 if soak else 100, 3)


def test_the_bonuses_of_several_places(soak: bool) -> None:
    """One round of each block is played, because the bank's cards may come before or after the board."""
    table = opened("holdem_bonus", "AR10")
    wagers, play = table.game.wagers(table.opening), compile_seats(table, "bonus", seats=3)
    decide = decides(table, lambda own, board: False)
    for block in range(3000 if soak else 200):
        both, alone = (
            next(rounds_of_seats(table, wagers[bet], 3, FromDeck(SEED, block, DECK_52), decide))
            for bet in ("bonus", "ante")
        )
        added = tuple(one - other for one, other in zip(both, alone, strict=True))
        assert_same_seats(play, iter([added]), 1, block)


def test_the_bonus_is_what_it_adds_to_the_round(soak: bool) -> None:
    """This includes players who folded. The bank's cards are shown only if a prize depends on them."""
    table = opened("holdem_bonus", "AR10")
    wagers, play = table.game.wagers(table.opening), compile_bet(table, "bonus")
    decide = decides(table, lambda own, board: False)
    won = 0
    for block in range(6000 if soak else 600):
        both, alone = (
            next(rounds_at(table, wagers[bet], FromDeck(SEED, block, DECK_52), decide))
            for bet in ("bonus", "ante")
        )
        assert netted(play, block) == {both - alone: 1}
        won += both > alone
    assert won > 30


def test_two_aces_look_at_the_bank() -> None:
    """The prize that depends on the bank's cards has its own probability, not that of a pair of aces."""
    table = opened("holdem_bonus", "AR10")
    nets, prizes, with_bank = house_holdem._prizes(table, 500)
    assert max(nets) == 500 * 1000
    one, other, third, fourth = (4 * 12 + suit for suit in range(4))
    assert prizes[one, other] == house_holdem.LOOK_AT_BANK
    assert nets[1 + with_bank[one, other, third, fourth]] == max(nets)
    assert nets[1 + with_bank[one, other, third, 0]] == 500 * 30

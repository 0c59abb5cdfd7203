"""Both pai gow games in the arena compared with the engine, step by step: settings, cards, money."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.sim.engine import SEED, any_tables
from tests.support.beside_engine import Beside, Choices, FromShort, Named, OneTable

from novamas.equipment.chance import Draws
from novamas.equipment.dice import THREE_DICE
from novamas.equipment.pieces import tile_of_piece
from novamas.errors import NovamasError
from novamas.families.pai_gow.acts import SetAsHouse, SetHand
from novamas.families.pai_gow.phases.deal import Setting
from novamas.sim.arena import arena_module
from novamas.sim.deal_order import acts_of
from novamas.sim.games.pai_gow.hands import felt_of
from novamas.sim.games.pai_gow.seats import acts_of_hands
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

GAMES = [("pai_gow_poker", "AR10"), ("pai_gow_poker", "CM16"), ("pai_gow_domino", "CM16")]


class WithDice(FromShort):
    """Cards or tiles as the arena deals them. The dice, which only place the hands, use no word."""

    def draw(self, draws: Draws) -> int:
        return THREE_DICE.at(77) if draws is THREE_DICE else super().draw(draws)


def number(piece: int) -> int:
    return 1 + (piece if piece < 64 else tile_of_piece(piece))


def shown(pieces: Sequence[int]) -> list[int]:
    return sorted(map(number, pieces), reverse=True)


def partner(own: list[int], two: list[int]) -> int:
    """Return the first place whose tile is beside the first one if these two are a hand."""
    rest = list(own)
    for each in two:
        rest.remove(each)
    return min(2 + own[1:].index(pair[1]) for pair in (two, rest) if pair[0] == own[0])


def decision(phase: AnyPhase) -> Choices | None:
    """Return the ways to set the hand, by places in the order in which it is shown."""
    if not isinstance(phase, Setting) or phase.turn != 1:
        return None
    felt, box = phase.felt, phase.box
    choices: dict[str, Any] = {"as_house": SetAsHouse(1, box)}
    own = shown(felt.known(box))
    for way, low in felt.splits(felt.known(box)).items():
        two = shown(low)
        if felt.size == 7:
            name = "low:" + "-".join(str(1 + own.index(each)) for each in two)
        else:
            name = f"pair:1-{partner(own, two)}"
        choices[name] = SetHand(1, box, way)
    return choices


def check(phase: AnyPhase, seen: Named) -> None:
    assert isinstance(phase, Setting)
    felt = phase.felt
    assert seen["own"].tolist() == shown(felt.known(phase.box))
    assert seen["is_banker"] == int(felt.banker == 1)
    assert not seen["bank"].any()


def beside(table: Table, seed: int, *, bank: bool) -> Beside:
    felt = felt_of(table)
    bets = acts_of_hands(felt, True, 1) if bank else acts_of(table.game.wagers(table.opening)["casilla"], 1)
    source = WithDice(seed, felt.fresh().left)
    return Beside(table, bets, decision, check, seed=seed, fresh=False, source=source, bank=bank)


@pytest.mark.parametrize(("game", "norm"), GAMES)
def test_each_setting_of_a_client_agrees_with_the_engine(game: str, norm: str, soak: bool) -> None:
    steps, many = (10**7 // 8, 8) if soak else (300, 3)
    for n, table in enumerate(any_tables(game, norm, SEED, many)):
        if table.chosen["house_way"] == "own":
            with pytest.raises(NovamasError):
                arena_module(table.game).arena(table)
            continue
        one = beside(table, SEED + n, bank=False)
        one.play(steps, Random(n), {"as_house": 0.1})
        assert len(one.acts) == len(one.one.arena.actions)


@pytest.mark.parametrize(("game", "norm"), GAMES[::2])
@pytest.mark.parametrize("house_stake", ["minimum", "last_bet"])
def test_each_setting_of_a_banker_agrees_with_the_engine(
    game: str, norm: str, house_stake: str, soak: bool
) -> None:
    table = opened(game, norm, player_bank=True, house_stake=house_stake)
    beside(table, SEED, bank=True).play(10**6 if soak else 200, Random(1))


@pytest.mark.parametrize(("game", "norm"), GAMES[::2])
def test_the_croupiers_hand_is_not_seen(game: str, norm: str) -> None:
    """The cards that are not in the own hand are swapped, and observation and mask stay the same."""
    module: Any = arena_module(opened(game, norm).game)
    one, rng = OneTable(module.arena(opened(game, norm)), SEED), np.random.default_rng(2)
    state: Any = one.state
    for _ in range(40):
        pieces = state[0][0]
        held = len(one.seen["own"])
        pieces[held:] = rng.permutation(pieces[held:])
        seen, mask = one.results.seen[0].copy(), one.results.masks[0].copy()
        module.show(0, state, one.arena.tables, seen, mask, False)
        assert (seen == one.results.seen[0]).all()
        assert (mask == one.results.masks[0]).all()
        one.do(sorted(one.lawful)[int(rng.integers(len(one.lawful)))])
        assert one.final["bank"].all()

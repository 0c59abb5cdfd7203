"""Both games of pai gow at volume: what the engine pays to who sets the same hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

import numpy as np
import pytest
from tests.sim.engine import SEED, FromDeck, any_tables, assert_same_coups, first_offer, rounds_at

from novamas.games.pai_gow_poker.cloth import house_way, way_name
from novamas.games.pai_gow_poker.house_way import LOWS, house_setting, settings
from novamas.kit.cards import DECK_53, names
from novamas.kit.chance import Draws
from novamas.kit.dice import THREE_DICE
from novamas.odds.pai_gow_poker import (
    best_settings,
    explain_setting,
    house_settings,
    right_ways,
)
from novamas.odds.pai_gow_poker.seven_cards import HELD, plain_hands, suited_hands
from novamas.rounds.pai_gow.acts import SetHand
from novamas.rounds.pai_gow.phases.dealing import Setting
from novamas.sim import pai_gow_poker, simulate
from novamas.sim.pai_gow_poker import number_of, numbers_of_hands
from novamas.sim.ready import ready
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

GAMES = [("pai_gow_poker", "AR10"), ("pai_gow_poker", "IB09"), ("pai_gow_poker", "CM16")]
GAMES += [("pai_gow_domino", "CM16")]


class WithDice(FromDeck):
    """Cards or tiles as the kernels deal them; who gets the first ones is all the same."""

    def draw(self, draws: Draws) -> int:
        return THREE_DICE.at(77) if draws is THREE_DICE else super().draw(draws)


def at_table(
    table: Table, bet: str, block: int, decide: Callable[[AnyPhase], Deed] = first_offer
) -> Iterator[int]:
    left = table.opening.felt.fresh().left  # type: ignore[attr-defined]
    return rounds_at(table, table.game.wagers(table.opening)[bet], WithDice(SEED, block, left), decide)


@pytest.mark.parametrize(("game", "norm"), GAMES)
def test_a_hand_set_as_the_house_sets_it(game: str, norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables(game, norm, SEED, 8 if soak else 3)):
        if table.chosen["house_way"] == "own":
            assert not table.game.wagers(table.opening)
            continue
        prefixes = (1, 2, 20, 100, *((2000,) * soak))
        assert_same_coups(ready(table, "casilla"), at_table(table, "casilla", block), prefixes, block)


@pytest.mark.parametrize(("game", "norm"), [GAMES[0], GAMES[3]])
def test_the_bank_of_a_player_against_the_croupiers_hand(game: str, norm: str, soak: bool) -> None:
    for house_stake in ("minimum", "last_bet"):
        table = opened(game, norm, player_bank=True, house_stake=house_stake)
        bank = at_table(table, "banca", 3)
        assert_same_coups(ready(table, "banca"), bank, (1, 2, 20, 60, *((2000,) * soak)), 3)


@pytest.mark.parametrize("bet", ["casilla_best", "banca_best"])
def test_hands_set_anyhow(bet: str, monkeypatch: pytest.MonkeyPatch, soak: bool) -> None:
    """Any right way to set each hand, whenever one comes that is alike but for its suits."""
    table, rng = opened("pai_gow_poker", "AR10", player_bank=True), Random(SEED)
    house = house_settings(table.frame, table.chosen["house_way"])
    high, low = (strengths.copy() for strengths in house)
    met: dict[int, tuple[int, int]] = {}

    def decide(phase: AnyPhase) -> Deed:
        if not isinstance(phase, Setting):
            return first_offer(phase)
        held = tuple(sorted(phase.felt.known(1)))
        number, (highs, lows) = (
            int(number_of(numbers_of_hands(), np.array(held, np.uint8), 0)),
            settings(held),
        )
        way = rng.choice(right_ways(held))
        if number in met:
            way = next(n for n in right_ways(held) if (highs[n], lows[n]) == met[number])
        met[number] = high[number], low[number] = highs[way], lows[way]
        ways = phase.felt.splits(held)
        return SetHand(1, 1, next(w for w in ways if ways[w] == tuple(held[n] for n in LOWS[way])))

    rounds = 3000 if soak else 150
    engine = at_table(table, bet, 6, decide)
    nets = [next(engine) for _ in range(rounds)]
    monkeypatch.setattr(pai_gow_poker, "best_settings", lambda frame, way, commission, is_bank: (high, low))
    assert_same_coups(ready(table, bet), iter(nets), (1, 10, rounds // 2, rounds), 6)
    assert any(met[n] != (house[0][n], house[1][n]) for n in met)


def test_every_hand_has_its_number(soak: bool) -> None:
    """As the odds number them; the house sets each as it would at the table, in whatever suits it comes."""
    every, rng = np.concatenate((plain_hands().hands, suited_hands().hands)), Random(SEED)
    for n in rng.sample(range(len(every)), 20_000 if soak else 2000):
        assert number_of(numbers_of_hands(), every[n], 0) == n
    table = opened("pai_gow_poker", "AR10")
    way = table.chosen["house_way"]
    high, low = house_settings(table.frame, way)
    for _ in range(5000 if soak else 500):
        held = tuple(sorted(rng.sample(DECK_53, HELD)))
        number = number_of(numbers_of_hands(), np.array(held, np.uint8), 0)
        chosen, (highs, lows) = house_setting(held, house_way(table.frame, way)), settings(held)
        assert (high[number], low[number]) == (highs[chosen], lows[chosen])


@pytest.mark.soak
def test_the_best_setting_is_the_one_that_is_told() -> None:
    """Of hands in the suits in which they are written, at the commission of the table."""
    rng, every = Random(SEED), np.concatenate((plain_hands().hands, suited_hands().hands))
    for commission in (Fraction(0), Fraction(1, 50), Fraction(1, 20)):
        table = opened("pai_gow_poker", "AR10", commission=commission)
        best = best_settings(table.frame, table.chosen["house_way"], commission, is_bank=False)
        for number in rng.sample(range(len(every)), 12):
            held = tuple(map(int, every[number]))
            told = explain_setting(table, names(held))
            high, low = settings(held)
            ways = [n for n in right_ways(held) if (high[n], low[n]) == (best[0][number], best[1][number])]
            assert max(told.worth.values()) in {told.worth[way_name(held, n)] for n in ways}


@pytest.mark.soak
@pytest.mark.parametrize("bet", ["casilla_best", "banca_best"])
def test_best_settings_agree_with_their_exact_odds(bet: str) -> None:
    table = opened("pai_gow_poker", "AR10", player_bank=True, commission=Fraction(1, 50))
    found = simulate(table, bet, rounds=4_000_000, seed=SEED)
    assert found.agreement is not None
    assert found.agreement.exact
    assert abs(found.agreement.z) < 3.5


@pytest.mark.parametrize("bet", ["casilla", "casilla_best", "banca", "banca_best"])
def test_tiles_agree_with_their_exact_odds(bet: str) -> None:
    found = simulate(opened("pai_gow_domino", "CM16"), bet, rounds=3_000_000, seed=SEED)
    assert found.agreement is not None
    assert found.agreement.p is not None
    assert found.agreement.exact
    assert abs(found.agreement.z) < 3.5
    assert found.agreement.p > 1e-3


def test_cards_agree_with_their_drawn_odds() -> None:
    found = simulate(opened("pai_gow_poker", "AR10"), "casilla", rounds=4_000_000, seed=SEED)
    assert found.agreement is not None
    assert abs(found.agreement.z) < 3.5

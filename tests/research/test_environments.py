"""The environments of all games pass the checkers of Gymnasium and PettingZoo."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from novamas.games import GAMES

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from novamas.research import TableAEC, TableEnv  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("game", GAMES)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        check_env(TableEnv(game), skip_render_check=True)
    # amounts and rounds have no bounds, and it may be said
    assert not [str(each.message) for each in told if "infinity" not in str(each.message)]


@pytest.mark.parametrize("game", GAMES)
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    pettingzoo_test.api_test(TableAEC(game), num_cycles=60)


@pytest.mark.parametrize("game", ["ruleta", "blackjack", "holdem", "pai_gow_poker"])
def test_the_same_seed_plays_the_same(game: str) -> None:
    pettingzoo_test.seed_test(lambda: TableAEC(game), num_cycles=20)


def play_blindly(env: TableEnv, seed: int) -> tuple[float, int]:
    rng, won, steps = np.random.default_rng(seed), 0.0, 0
    seen, _ = env.reset(seed=seed)
    while True:
        action = int(rng.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, over, cut_off, _ = env.step(action)
        won, steps = won + reward, steps + 1
        if over or cut_off:
            return won, steps


@pytest.mark.parametrize("game", GAMES)
def test_episodes_end_and_rewards_are_what_was_won(game: str) -> None:
    env = TableEnv(game, rounds=2)
    for seed in range(2):
        won, steps = play_blindly(env, seed)
        assert won == env.played.net(1)
        assert steps >= 1
        assert env.played.is_over or env.played.is_cut_off

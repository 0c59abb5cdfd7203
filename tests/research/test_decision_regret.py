"""Exact regret: best play minus the regret of the decisions equals the mean of a policy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import novamas
from novamas.errors import NovamasError

gymnasium = pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from novamas import research  # noqa: E402
from novamas.equipment.cards import names as card_names  # noqa: E402
from novamas.games import game as game_named  # noqa: E402
from novamas.odds.games.pai_gow_poker.bets import explain_setting  # noqa: E402
from novamas.sim.arena import regret_module  # noqa: E402
from novamas.sim.dispatch import odds_by  # noqa: E402
from novamas.testing.rehearsal import opened  # noqa: E402

Policy = Callable[[Any, Any, Any], Any]
TABLES = 8192


def at_random(seen: Any, masks: Any, rng: np.random.Generator) -> Any:
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def first_of(*wanted: int) -> Policy:
    def policy(seen: Any, masks: Any, rng: np.random.Generator) -> Any:
        acts = masks.argmax(axis=1)
        for act in reversed(wanted):
            acts = np.where(masks[:, act], act, acts)
        return acts

    return policy


def like_the_bank(seen: Any, masks: Any, rng: np.random.Generator) -> Any:
    """Play blackjack like the bank: draw below 17, and take no offer besides."""
    total = seen[:, 12]
    acts = np.where(masks[:, 6], 6, np.where(total < 17, 1, 0))
    return np.where(masks[np.arange(len(acts)), acts], acts, masks.argmax(axis=1))


def tried(game: str, norm: str, policy: Policy, steps: int) -> tuple[float, float, float, float]:
    """Return best play, the regret of a round, its win, and the standard error of the win."""
    regret = research.regret(game, norm)
    env = gymnasium.make_vec(f"novamas/{game}-v1", num_envs=TABLES, norm=norm, autoreset_mode="SameStep")
    seen, info = env.reset(seed=5)
    rng, lost, won, squares, rounds = np.random.default_rng(3), 0.0, 0.0, 0.0, 0
    for _ in range(steps):
        masks = info["action_mask"]
        acts = policy(seen, masks, rng)
        cost = regret.of(seen, masks, acts)
        assert np.isfinite(cost).all()
        assert (cost >= -1e-9).all()
        seen, reward, over, _, info = env.step(acts)
        lost, won, squares = lost + cost.sum(), won + reward.sum(), squares + (reward**2).sum()
        rounds += over.sum()
    return regret.best, lost / rounds, won / rounds, (squares / rounds) ** 0.5 / rounds**0.5


@pytest.mark.parametrize(
    ("game", "norm", "policy"),
    [
        ("blackjack", "IB05", at_random),
        ("blackjack", "IB05", first_of(6, 0)),
        ("blackjack", "AR10", like_the_bank),
        ("tres_cartas", "AR10", at_random),
        ("pai_gow_domino", "CM16", at_random),
        ("ruleta", "IB05", at_random),
        ("craps", "IB05", at_random),
    ],
)
def test_best_play_less_regret_is_what_is_won(game: str, norm: str, policy: Policy, soak: bool) -> None:
    best, lost, won, error = tried(game, norm, policy, 2000 if soak else 60)
    assert best - lost == pytest.approx(won, abs=4 * error)


def test_playing_like_the_bank_costs_what_its_odds_say(soak: bool) -> None:
    """The sum of the regret needs far fewer rounds than the winnings do."""
    table = opened("blackjack", "IB05")
    odds = odds_by(table, "mano", "bank")
    assert odds is not None
    best, lost, _, _ = tried("blackjack", "IB05", like_the_bank, 2000 if soak else 100)
    assert best == pytest.approx(-float(odds_by(table, "mano", "best").edge), abs=1e-9)  # type: ignore[union-attr]
    assert best - lost == pytest.approx(-float(odds.edge), abs=0.0002 if soak else 0.001)


def test_the_best_act_costs_nothing_and_folding_a_good_hand_does() -> None:
    regret = research.regret("tres_cartas")
    env = gymnasium.make_vec("novamas/tres_cartas-v1", num_envs=TABLES)
    seen, info = env.reset(seed=1)
    costs = np.array([regret.of(seen, info["action_mask"], np.full(TABLES, act)) for act in (0, 1)])
    assert (costs.min(axis=0) == 0).all()
    assert (costs[0][seen[:, 4] > 600] > 1).all()
    assert regret.is_exact(seen).all()
    odds = novamas.compute_odds(novamas.open("tres_cartas"), only="ante")["ante"]
    assert regret.best == pytest.approx(-float(odds.edge))


def test_each_setting_of_seven_cards_is_worth_what_its_odds_say() -> None:
    regret = research.regret("pai_gow_poker", "AR10")
    env = gymnasium.make_vec("novamas/pai_gow_poker-v1", num_envs=3, norm="AR10")
    seen, info = env.reset(seed=1)
    names = env.unwrapped.action_names
    table = opened("pai_gow_poker", "AR10")
    for row, mask in zip(seen, info["action_mask"], strict=True):
        own = (env.unwrapped.layout.named(row)["own"] - 1).tolist()
        found = explain_setting(table, card_names(own))
        worth = dict(zip(names, regret._worths.of(row[None])[0], strict=True))
        assert worth["as_house"] == pytest.approx(float(found.worth[found.house]))
        lawful = [worth[name] for name, may in zip(names, mask, strict=True) if may and name != "as_house"]
        assert sorted(lawful) == pytest.approx(sorted(map(float, found.worth.values())))


def test_a_game_without_exact_worths_says_so() -> None:
    with pytest.raises(NovamasError, match="not known yet"):
        research.regret("holdem")
    assert regret_module(game_named("boule")) is not None

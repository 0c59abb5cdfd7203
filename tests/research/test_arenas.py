"""Environments on the kernels: ids, checkers, seeds, threads, ends of episodes."""

from __future__ import annotations

import multiprocessing
from typing import Any

import numpy as np
import pytest

from novamas.errors import InvalidInput, NovamasError

gymnasium = pytest.importorskip("gymnasium")
pettingzoo_test = pytest.importorskip("pettingzoo.test")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from novamas import research  # noqa: E402

QUICK = ("blackjack", "tres_cartas")


def vector(game: str, many: int, **arguments: Any) -> Any:
    return gymnasium.make_vec(f"novamas/{game}-v1", num_envs=many, **arguments)


def lawful(masks: Any, rng: np.random.Generator) -> Any:
    """Return a random lawful act for each table."""
    return (rng.random(masks.shape) * masks).argmax(axis=1)


def played(env: Any, steps: int, *, seed: int = 3, many: int | None = None) -> list[Any]:
    """Return what the first tables saw and won. The acts depend on the table only."""
    seen, info = env.reset(seed=seed)
    rngs = [np.random.default_rng(k) for k in range(env.num_envs)]
    found = [seen[:many].copy()]
    for _ in range(steps):
        rows = info["action_mask"]
        acts = np.array([lawful(row[None], rng)[0] for row, rng in zip(rows, rngs, strict=True)])
        seen, won, over, _, info = env.step(acts)
        found += [seen[:many].copy(), won[:many].copy(), over[:many].copy()]
    return found


def assert_equal(one: list[Any], other: list[Any]) -> None:
    assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", QUICK)
def test_gymnasium_finds_nothing_wrong(game: str) -> None:
    env = gymnasium.make(f"novamas/{game}-v1")
    check_env(env.unwrapped, skip_render_check=True)
    names = env.unwrapped.action_names
    assert env.action_space.n == len(names)
    assert env.unwrapped.metadata["pin"].endswith(str(env.unwrapped.tables.opened.table.game.revision))


@pytest.mark.parametrize("game", QUICK)
def test_a_table_is_the_same_in_any_company(game: str) -> None:
    """Table k of seed s equals table 0 of seed s + k, alone or among many, in any mode."""
    many = played(vector(game, 16, autoreset_mode="SameStep"), 30)
    alone = played(vector(game, 1, autoreset_mode="SameStep"), 30)
    assert_equal([each[:1] for each in many], alone)
    env = gymnasium.make(f"novamas/{game}-v1")
    seen, _ = env.reset(seed=3 + 7)
    assert (seen == many[0][7]).all()
    again = vector(game, 16, autoreset_mode="SameStep")
    again.reset(seed=11)
    assert_equal(many, played(again, 30))


def test_threads_change_nothing() -> None:
    one, two, four = (
        played(vector("tres_cartas", 4096, autoreset_mode="SameStep", threads=threads), 4)
        for threads in (1, 2, 4)
    )
    assert_equal(one, two)
    assert_equal(one, four)


def _step_in_child(env: Any) -> None:
    env.step(np.zeros(4096, np.int64))


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_fork_makes_threads_of_its_own() -> None:
    env = vector("tres_cartas", 4096, threads=2)
    env.reset(seed=1)
    child = multiprocessing.get_context("fork").Process(target=_step_in_child, args=(env.unwrapped,))
    child.start()
    child.join(60)
    assert child.exitcode == 0
    env.close()


def test_the_three_modes_of_autoreset() -> None:
    acts = np.zeros(8, np.int64)  # every round of three-card poker ends with its first act
    same = vector("tres_cartas", 8, autoreset_mode="SameStep")
    first, _ = same.reset(seed=1)
    seen, won, over, cut, info = same.step(acts)
    assert over.all()
    assert not cut.any()
    assert (won == -1).all()
    assert (info["final_obs"][:, 1:4] == first[:, 1:4]).all()
    assert info["_final_obs"].all()
    assert (seen[:, 0] == 1).all()
    following = vector("tres_cartas", 8)
    assert following.unwrapped.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.NEXT_STEP
    following.reset(seed=1)
    ended, _, over, _, info = following.step(acts)
    assert over.all()
    assert (ended == same.unwrapped.results.final).all()
    assert info["action_mask"].all()
    begun, won, over, _, _ = following.step(acts)
    assert (begun == seen).all()
    assert not over.any()
    assert not won.any()
    resting = vector("tres_cartas", 8, autoreset_mode="Disabled")
    resting.reset(seed=1)
    resting.step(acts)
    _, _, _, _, info = resting.step(acts)
    assert info["refused"].all()
    some = np.arange(8) % 2 == 0
    rested, _ = resting.reset(options={"reset_mask": some})
    assert (rested[some] == seen[some]).all()
    assert (rested[~some] == ended[~some]).all()


def test_an_unlawful_act_changes_nothing() -> None:
    env = gymnasium.make("novamas/blackjack-v1").unwrapped
    seen, info = env.reset(seed=2)
    unlawful = int(np.flatnonzero(~info["action_mask"])[0])
    for act in (unlawful, -1, 99):
        after, won, over, cut, now = env.step(act)
        assert now["refused"]
        assert (won, over, cut) == (0.0, False, False)
        assert (after == seen).all()
        assert (env.action_masks() == info["action_mask"]).all()


def test_rounds_of_one_shoe_are_one_episode() -> None:
    env = vector("blackjack", 4, episode="shoe", autoreset_mode="SameStep")
    _, info = env.reset(seed=1)
    rng, rounds, money = np.random.default_rng(1), 0, 0.0
    for _ in range(1500):
        seen, won, over, _, info = env.step(lawful(info["action_mask"], rng))
        rounds, money = rounds + info["rounds"].sum(), money + won.sum()
        left = env.unwrapped.layout.named(seen)["left"][:, 0]
        assert (left[over] > 200).all()
        if over.any():
            break
    assert 4 < rounds < 1000
    with pytest.raises(InvalidInput, match="endless"):
        vector("tres_cartas", 4, episode="shoe")


def test_an_endless_episode_can_be_cut() -> None:
    env = vector("blackjack", 4, episode="endless", max_episode_steps=20, autoreset_mode="SameStep")
    _, info = env.reset(seed=1)
    rng = np.random.default_rng(2)
    for step in range(1, 61):
        _, _, over, cut, info = env.step(lawful(info["action_mask"], rng))
        assert not over.any()
        assert (cut == (step % 20 == 0)).all()
        assert not info["refused"].any()


def test_choices_of_the_house_are_arguments() -> None:
    env = vector("blackjack", 2, norm="AR10", minimum="10 €", authorised_minimum="10 €")
    assert env.unwrapped.unit == 1000
    assert env.unwrapped.metadata["norm"] == "AR10"
    with pytest.raises(NovamasError):
        vector("blackjack", 2, norm="AR10", no_such_choice=1)
    with pytest.raises(InvalidInput, match="whole number"):
        vector("blackjack", 0)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("game", ["holdem", "tres_cartas"])
def test_pettingzoo_finds_nothing_wrong(game: str) -> None:
    pettingzoo_test.api_test(research.ArenaAEC(game), num_cycles=60)
    pettingzoo_test.seed_test(lambda: research.ArenaAEC(game), num_cycles=20)


def test_what_the_seats_lose_is_the_rake() -> None:
    env, rng = research.ArenaAEC("holdem", seats=5), np.random.default_rng(1)
    assert env.possible_agents == [f"seat_{n}" for n in range(1, 6)]
    rake = 0.0
    for seed in range(40):
        env.reset(seed=seed)
        total = 0.0
        for _agent in env.agent_iter():
            seen, reward, over, cut, info = env.last()
            total += reward
            assert not info.get("refused")
            lawful_acts = np.flatnonzero(seen["action_mask"])
            acts = lawful_acts[lawful_acts != env.action_names.index("raise_to")]
            env.step(None if over or cut else int(rng.choice(acts)))
        rake -= total
    assert rake > 0


def test_many_tables_of_players_say_who_is_to_speak() -> None:
    env = vector("holdem", 8, autoreset_mode="SameStep")
    _, info = env.reset(seed=4)
    rng, ended = np.random.default_rng(1), 0
    for _ in range(200):
        may = info["action_mask"].copy()
        may[:, env.unwrapped.action_names.index("raise_to")] = False
        assert ((info["who"] >= 1) & (info["who"] <= 6)).all()
        _, won, over, _, info = env.step(lawful(may, rng))
        ended += over.sum()
        assert (won[over] * env.unwrapped.unit == info["nets"][over, 0]).all()
        assert (info["nets"][over].sum(axis=1) <= 0).all()
    assert ended > 50


def test_ids_are_registered_by_the_import() -> None:
    ids = [name for name in gymnasium.registry if name.startswith("novamas/") and name.endswith("-v1")]
    assert {f"novamas/{game}-v1" for game in research.arenas()} <= set(ids)

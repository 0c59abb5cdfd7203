"""Leaderboard entries that can be checked again, and data sets with what is needed to play them again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")
pyarrow = pytest.importorskip("pyarrow")

from novamas import research  # noqa: E402
from novamas.research.rollouts import differences, read_leaderboard, rollout, write_leaderboard  # noqa: E402

TABLES, STEPS = 64, 40


def always_on(seen: Any, masks: Any) -> Any:
    return np.ones(len(seen), np.int64)


def best(seen: Any, masks: Any) -> Any:
    """Play on with a queen, a six and a four or better."""
    return (seen[:, 4] > 120).astype(np.int64)


def played(policy: Any, name: str = "a", **choices: Any) -> research.Entry:
    return research.play_entry(
        name, policy, "tres_cartas", "AR10", seed=5, tables=TABLES, steps=STEPS, **choices
    )


def test_an_entry_is_checked_by_playing_it_again(tmp_path: Path) -> None:
    mine, other = played(best, "best"), played(always_on, "always on")
    assert mine.rounds == other.rounds == TABLES * STEPS
    assert mine.regret == 0.0
    assert other.regret is not None
    assert other.regret > 10
    write_leaderboard(tmp_path / "board.jsonl", (other, mine))
    found = read_leaderboard(tmp_path / "board.jsonl")
    assert list(found) == sorted((mine, other), key=lambda each: -each.mean)
    assert differences(mine, best) == ()
    assert differences(other, best) != ()
    assert differences(replace(mine, cents=mine.cents + 1), best) == ("cents",)
    assert differences(replace(mine, pin="other"), best) == ("pin",)


def test_choices_of_the_house_are_part_of_an_entry() -> None:
    found = played(best, minimum="10 €", authorised_minimum="10 €")
    assert found.unit == 1000
    assert differences(found, best) == ()


def test_an_unlawful_act_is_counted_and_costs_nothing() -> None:
    found = played(lambda seen, masks: np.full(len(seen), 9))
    assert (found.rounds, found.cents, found.regret, found.mean, found.error) == (0, 0, 0.0, 0.0, 0.0)
    assert found.refused == TABLES * STEPS


@pytest.mark.parametrize("form", ["parquet", "arrow"])
def test_a_data_set_can_be_played_again(form: str, tmp_path: Path) -> None:
    path = tmp_path / f"decisions.{form}"
    research.write_rollout(path, best, "tres_cartas", "AR10", seed=3, tables=TABLES, steps=STEPS)
    if form == "parquet":
        from pyarrow import parquet

        table = parquet.read_table(path)
    else:
        table = pyarrow.ipc.open_file(path).read_all()
    assert table.num_rows == TABLES * STEPS
    about = msgspec.json.decode(table.schema.metadata[b"novamas"])
    env = research.ArenaVectorEnv(about["game"], about["tables"], about["norm"], autoreset_mode="SameStep")
    assert about["pin"] == env.metadata["pin"]
    acts = np.array(table["act"]).reshape(STEPS, TABLES)
    given = iter(acts)
    steps = list(rollout(env, lambda seen, masks: next(given), seed=about["seed"], steps=about["steps"]))
    assert np.array_equal(np.array(table["cents"]), np.concatenate([step.cents for step in steps]))
    seen = np.stack(table["seen"].to_numpy())
    assert np.array_equal(seen, np.concatenate([step.seen for step in steps]))

"""Rollouts of a policy in an arena: data sets as Parquet files, and leaderboard entries to check again.

A policy maps the observations and masks of all tables to acts. A rollout is determined by the policy, the
seed and the number of tables and steps. If several seats act from outside, the policy plays all of them, and
the first seat is counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from math import isclose
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
import numpy as np
from gymnasium.vector import AutoresetMode
from msgspec import Struct
from numpy.typing import NDArray

from novamas.errors import NovamasError
from novamas.research.arenas import VERSION
from novamas.research.decision_regret import regret
from novamas.research.vector_env import ArenaVectorEnv
from novamas.sim.arena import regret_module
from novamas.sim.arrow_export import arrow, columns_file

Policy: TypeAlias = Callable[[NDArray[Any], NDArray[np.bool_]], NDArray[Any]]
DIGITS = 1e-9  # relative difference of two sums of the same regret


class Step(NamedTuple):
    """The tables of a rollout before an act, the acts, and what they led to."""

    seen: NDArray[Any]
    masks: NDArray[np.bool_]
    acts: NDArray[np.int64]
    cents: NDArray[np.int64]
    over: NDArray[np.bool_]
    refused: NDArray[np.bool_]


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The result of a policy on a leaderboard, and what is needed to compute it again."""

    name: str
    game: str
    norm: str
    pin: str
    version: int  # of the arena
    choices: dict[str, Any] = {}
    seed: int
    tables: int
    steps: int
    rounds: int
    cents: int  # won in all rounds
    squares: int  # of the céntimos won in each round, added up
    unit: int
    refused: int  # unlawful acts, which changed nothing
    regret: float | None = None  # of all decisions, in units, if their exact worth is known
    digest: str  # SHA-256 of all acts

    @property
    def mean(self) -> float:
        """The mean win of a round, in units."""
        return self.cents / self.rounds / self.unit if self.rounds else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean."""
        if not self.rounds:
            return 0.0
        variance = self.squares / self.rounds / self.unit**2 - self.mean**2
        return float((max(variance, 0.0) / self.rounds) ** 0.5)


def opened(game: str, norm: str | None, tables: int, choices: dict[str, Any]) -> ArenaVectorEnv:
    """Open the tables of a rollout. Each round begins at a fresh shoe."""
    return ArenaVectorEnv(game, tables, norm, autoreset_mode=AutoresetMode.SAME_STEP, **choices)


def rollout(env: ArenaVectorEnv, policy: Policy, *, seed: int, steps: int) -> Iterator[Step]:
    """Yield the steps of a policy at the tables of an environment."""
    seen, info = env.reset(seed=seed)
    for _ in range(steps):
        masks = info["action_mask"]
        acts = np.asarray(policy(seen, masks), np.int64)
        following, _, over, _, info = env.step(acts)
        yield Step(seen, masks, acts, info["cents"], over, info["refused"])
        seen = following


def play_entry(
    name: str,
    policy: Policy,
    game: str,
    norm: str | None = None,
    *,
    seed: int,
    tables: int = 1024,
    steps: int = 1000,
    with_regret: bool = True,
    **choices: Any,
) -> Entry:
    """Play a policy and return its leaderboard entry."""
    env = opened(game, norm, tables, choices)
    table, digest = env.opened.table, sha256()
    costs = None
    if with_regret and regret_module(table.game) is not None:
        costs = regret(game, norm, **choices)
    rounds = cents = squares = refused = 0
    won, lost = np.zeros(tables, np.int64), 0.0
    for step in rollout(env, policy, seed=seed, steps=steps):
        digest.update(step.acts.astype("<i8").tobytes())
        if costs is not None:
            lawful = np.where(step.refused, step.masks.argmax(axis=1), step.acts)
            lost += float(costs.of(step.seen, step.masks, lawful)[~step.refused].sum())
        won += step.cents
        rounds, refused = rounds + int(step.over.sum()), refused + int(step.refused.sum())
        cents, squares = cents + int(won[step.over].sum()), squares + int((won[step.over] ** 2).sum())
        won[step.over] = 0
    return Entry(
        name=name,
        game=table.game.slug,
        norm=table.frame.norm,
        pin=table.game.pin(table.frame),
        version=VERSION,
        choices=choices,
        seed=seed,
        tables=tables,
        steps=steps,
        rounds=rounds,
        cents=cents,
        squares=squares,
        unit=env.unit,
        refused=refused,
        regret=None if costs is None else lost,
        digest=digest.hexdigest(),
    )


def differences(entry: Entry, policy: Policy) -> tuple[str, ...]:
    """Play an entry again. Return the names of the fields that differ: none if the entry is true."""
    played = play_entry(
        entry.name,
        policy,
        entry.game,
        entry.norm,
        seed=entry.seed,
        tables=entry.tables,
        steps=entry.steps,
        with_regret=entry.regret is not None,
        **entry.choices,
    )
    names = [name for name in Entry.__struct_fields__ if getattr(entry, name) != getattr(played, name)]
    mine, other = entry.regret, played.regret
    if mine is not None and other is not None and isclose(mine, other, rel_tol=DIGITS, abs_tol=DIGITS):
        names = [name for name in names if name != "regret"]
    return tuple(names)


def write_leaderboard(path: Path, entries: Iterable[Entry]) -> None:
    """Write a leaderboard: one entry a line, the best mean first."""
    ranked = sorted(entries, key=lambda each: -each.mean)
    try:
        path.write_bytes(b"".join(msgspec.json.encode(each) + b"\n" for each in ranked))
    except OSError as fault:
        raise NovamasError("not_written", path=str(path), errno=fault.errno) from None


def read_leaderboard(path: Path) -> tuple[Entry, ...]:
    """Return the entries of a leaderboard."""
    return tuple(msgspec.json.decode(line, type=Entry) for line in path.read_bytes().splitlines())


def write_rollout(
    path: Path,
    policy: Policy,
    game: str,
    norm: str | None = None,
    *,
    seed: int,
    tables: int = 1024,
    steps: int = 100,
    **choices: Any,
) -> None:
    """Write the decisions of a policy to a Parquet or Arrow file, one row for each table and step.

    The metadata has what is needed to play it again: game, norm, pin, choices, seed, tables and steps.
    """
    env, pyarrow = opened(game, norm, tables, choices), arrow()
    layout, actions, table = env.layout, env.action_names, env.opened.table
    about = {
        "game": table.game.slug,
        "norm": table.frame.norm,
        "pin": table.game.pin(table.frame),
        "version": VERSION,
        "choices": choices,
        "seed": seed,
        "tables": tables,
        "steps": steps,
        "unit": env.unit,
        "actions": actions,
        "layout": [each._asdict() for each in layout.fields],
    }
    kind = pyarrow.from_numpy_dtype(layout.type)
    columns = {
        "table": pyarrow.int64(),
        "step": pyarrow.int64(),
        "seen": pyarrow.list_(kind, layout.size),
        "mask": pyarrow.list_(pyarrow.bool_(), len(actions)),
        "act": pyarrow.int64(),
        "cents": pyarrow.int64(),
        "over": pyarrow.bool_(),
    }
    schema = pyarrow.schema(list(columns.items()), metadata={"novamas": msgspec.json.encode(about)})
    with columns_file(path, schema) as writer:
        for nth, step in enumerate(rollout(env, policy, seed=seed, steps=steps)):
            arrays = [
                pyarrow.array(np.arange(tables)),
                pyarrow.array(np.full(tables, nth)),
                pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(step.seen.ravel()), layout.size),
                pyarrow.FixedSizeListArray.from_arrays(pyarrow.array(step.masks.ravel()), len(actions)),
                *(pyarrow.array(each) for each in (step.acts, step.cents, step.over)),
            ]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))

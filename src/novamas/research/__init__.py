"""Research tools: Gymnasium and PettingZoo environments, Arrow columns, notebooks, exploitability.

`pip install "novamas[research]"` installs the dependencies.
"""

from __future__ import annotations

from novamas.extras import optional_packages

with optional_packages():
    import gymnasium  # noqa: F401 - first, because its extra installs all packages that are used here

with optional_packages():
    from novamas.research.arena_aec import ArenaAEC
    from novamas.research.arena_env import ArenaEnv
    from novamas.research.arenas import arenas
    from novamas.research.columns import deeds, payments
    from novamas.research.decision_regret import DecisionRegret, regret
    from novamas.research.exploitability import Exploitability, exploitability
    from novamas.research.gymnasium_env import TableEnv, every_id, register
    from novamas.research.notebooks import html_of, load_ipython_extension
    from novamas.research.pettingzoo_env import TableAEC
    from novamas.research.rollouts import (
        Entry,
        differences,
        play_entry,
        read_leaderboard,
        write_leaderboard,
        write_rollout,
    )
    from novamas.research.strategy_regret import Regret, regret_by_hands, regret_of_strategy
    from novamas.research.vector_env import ArenaVectorEnv

__all__ = [
    "ArenaAEC",
    "ArenaEnv",
    "ArenaVectorEnv",
    "DecisionRegret",
    "Entry",
    "Exploitability",
    "Regret",
    "TableAEC",
    "TableEnv",
    "arenas",
    "deeds",
    "differences",
    "every_id",
    "exploitability",
    "html_of",
    "load_ipython_extension",
    "payments",
    "play_entry",
    "read_leaderboard",
    "register",
    "regret",
    "regret_by_hands",
    "regret_of_strategy",
    "write_leaderboard",
    "write_rollout",
]

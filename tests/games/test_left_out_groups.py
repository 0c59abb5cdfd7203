"""If a norm lacks a group of figures, a table opens and plays, or one sentence names the game.

The nine games are those of the oldest catalogue, which a pack of another region can have too.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest

from novamas.equipment.chance import Seeded
from novamas.errors import NovamasError
from novamas.games import game
from novamas.house.opening import as_counted
from novamas.law import Frame, library
from novamas.table import Session
from novamas.table.game import open_table
from novamas.table.phases import offers
from novamas.table.roles import NOBODY
from novamas.testing.random_play import who_may_act

GAMES = (
    *("ruleta", "ruleta_americana", "blackjack", "boule", "treinta_y_cuarenta", "craps", "punto_y_banca"),
    *("chemin_de_fer", "bacara_dos_panos"),
)
NORM = "IB05"
DEEDS = 40


def groups(figures: Mapping[str, Any]) -> Iterator[tuple[str, ...]]:
    """Yield the path of every group with citations."""
    for name, value in figures.items():
        if isinstance(value, Mapping):
            if "cite" in value:
                yield (name,)
            else:
                yield from ((name, each) for each in value if isinstance(value[each], Mapping))


def without(frame: Frame, path: tuple[str, ...]) -> Frame:
    """Return the law without one group."""
    figures = copy.deepcopy(dict(frame.figures))
    above: Any = figures
    for step in path[:-1]:
        above = above[step]
    del above[path[-1]]
    return Frame(frame.law, frame.game, frame.norm, frame.entry, figures, frame.borrowed, frame.texts)


def play(slug: str, frame: Frame) -> None:
    """Open a table, and do some of the offered deeds."""
    table = open_table(game(slug), frame, as_counted(frame, {}))
    rng, session = Random(1), Session(table.opening, Seeded(1), automatic=())
    for _ in range(DEEDS):
        found = [each for who in who_may_act(session.phase) for each in offers(session.phase, who)]
        if session.phase.turn is NOBODY or not found:
            return
        session.do(rng.choice(found).sample(rng))


def ways() -> list[tuple[str, tuple[str, ...]]]:
    return [(slug, path) for slug in GAMES for path in groups(library().frame(NORM, slug).figures)]


def outcome(slug: str, path: tuple[str, ...]) -> str:
    """Return what happens to a table without a group: it plays, is refused, or raises an exception."""
    try:
        play(slug, without(library().frame(NORM, slug), path))
    except NovamasError as told:
        return "told" if str(told) else "mute"
    except Exception as raised:  # what the test is about
        return f"{type(raised).__name__}: {raised}"
    return "plays"


def test_a_left_out_group_never_ends_in_an_exception(soak: bool) -> None:
    tried = ways()[:: 1 if soak else 7]
    found = {(slug, ".".join(path)): outcome(slug, path) for slug, path in tried}
    assert len(tried) >= (400 if soak else 60)
    assert {way: said for way, said in found.items() if said not in ("told", "plays")} == {}
    assert list(found.values()).count("plays") > len(tried) // 3


@pytest.mark.parametrize(("slug", "path"), [("ruleta", "course"), ("craps", "course")])
def test_the_sentence_names_the_game_and_the_norm(slug: str, path: str) -> None:
    with pytest.raises(NovamasError, match=f"{NORM}"):
        play(slug, without(library().frame(NORM, slug), tuple(path.split("."))))

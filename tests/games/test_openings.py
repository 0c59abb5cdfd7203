"""Every game opens under every norm that has it, with nothing stated but what the law leaves open."""

from __future__ import annotations

import pytest

from novamas.games import GAMES, game
from novamas.law import Faulty, Frame, catalogue, norms
from novamas.table.game import open_table

FRAMES = [
    catalogue.under(norm)[slug]
    for norm in norms()
    for slug in catalogue.under(norm).games
    if slug in GAMES and catalogue.under(norm)[slug].can_be_played
]


@pytest.mark.parametrize("frame", FRAMES, ids=lambda frame: f"{frame.game}-{frame.norm}")
def test_a_game_opens_with_the_examples_and_asks_for_no_more(frame: Frame) -> None:
    assert open_table(game(frame.game), frame, frame.examples).opening.rest
    must_be_stated = {name for name, option in frame.options.items() if option.must_be_stated}
    assert must_be_stated <= frame.examples.keys()
    if must_be_stated:
        with pytest.raises(Faulty) as faulty:
            open_table(game(frame.game), frame)
        told = {fault.choice for fault in faulty.value.faults if fault.code == "choice_missing"}
        assert told == must_be_stated
    else:
        assert open_table(game(frame.game), frame)

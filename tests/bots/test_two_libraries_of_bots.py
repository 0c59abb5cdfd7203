"""A bot plays by the law of its table, whichever library that law is in."""

from __future__ import annotations

from pathlib import Path

from tests.support.law_pack import NORM, two_libraries

from novamas.bots.circle import bots_for
from novamas.bots.demo_round import played
from novamas.games import game
from novamas.law import library
from novamas.table.events import Payment
from novamas.table.game import open_table


def test_bots_play_a_round_at_the_table_of_each_library(tmp_path: Path) -> None:
    for law in two_libraries(tmp_path):
        table = open_table(game("boule"), law.frame(NORM, "boule"))
        clauses = {
            clause
            for seed in range(8)
            for _, _, events in played(table, seed)
            for event in events
            if isinstance(event, Payment)
            for clause in event.clauses
        }
        assert clauses
        assert all(law.clause(clause).norm in (NORM, "IB05") for clause in clauses)


def test_bots_of_a_circle_carry_the_library_of_their_table(tmp_path: Path) -> None:
    one, _ = two_libraries(tmp_path)
    for law in (one, library()):
        frame = law.frame("AR10", "holdem")
        opening = open_table(game("holdem"), frame, frame.examples).opening
        assert {bot.law for bot in bots_for(opening, (1, 2), "seed").values()} == {law}

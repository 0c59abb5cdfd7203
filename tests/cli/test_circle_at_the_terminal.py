"""Circle poker at the command line: a person and companions who play by their own view."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Novamas

VARIANTS = ("cubierto", "holdem", "seven_stud")


@pytest.mark.parametrize("game", VARIANTS)
def test_a_newcomer_plays_a_hand_with_companions(novamas: Novamas, tmp_path: Path, game: str) -> None:
    record = tmp_path / "record.jsonl"
    lines = "buy 50\n" + "\n" * 12 + "acts\nwhy\nquit\n"
    ran = novamas("play", game, "--norm", "AR10", "--seed", 3, "--record", record, lines=lines)
    assert ran.status == 0, ran.err
    assert "Traceback" not in ran.out
    assert "Se sortean los departamentos." in ran.out
    assert "▒▒" in ran.out
    assert re.search(r"seat [234]: «(Paso|Resto|Servido|Tres)", ran.out) or "out of play" in ran.out
    again = novamas("replay", record)
    assert again.status == 0, again.err


def test_the_same_number_gives_the_same_companions(novamas: Novamas) -> None:
    lines = "buy 50\n" + "\n" * 6 + "quit\n"

    def told(seed: int) -> list[str]:
        return novamas("play", "holdem", "--norm", "AR10", "--seed", seed, lines=lines).out.splitlines()[5:-2]

    assert told(3) == told(3)
    assert told(3) != told(4)

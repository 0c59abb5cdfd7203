"""A demonstration round of each game: it ends, a player is paid, and its record is valid."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.support.every_game import ONE_OF_EACH_KIND

from novamas.record import check, read_record
from novamas.server.catalogue.round_tasks import RoundPlayed
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.words import voice_for


def played(game: str, seed: int = 1) -> Any:
    return RoundPlayed(TableQuery(game, Law()), seed).content(voice_for("es"))


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_a_round_of_every_game_ends_with_payments_and_a_record_that_holds(game: str, tmp_path: Path) -> None:
    found = played(game)
    steps = found.steps
    assert any(step.payments for step in steps)
    assert all(paid.clauses for step in steps for paid in step.payments)
    assert all(line.strip() for step in steps for line in step.told)
    path = tmp_path / "record.jsonl"
    path.write_text(found.record, "utf-8")
    checked = check(read_record(path))
    assert checked.broken is None
    assert len(checked.done) == len(steps)


def test_the_same_number_brings_the_same_round_and_another_one_another() -> None:
    first = played("ruleta")
    assert first == played("ruleta")
    assert first.record != played("ruleta", 2).record

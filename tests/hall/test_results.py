"""The results of running tables agree with the expectation. A biased wheel is detected."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.hall.play import House, play

from novamas.equipment.chance import CommittedSource, Draws
from novamas.hall.tables.records import lines_so_far
from novamas.protocol.pace import Pace
from novamas.server.tables.tasks import Result, TableResult
from novamas.words import voice_for

ROUNDS = 60
FAST = Pace(step_ms=100, betting_ms=1000)


class Leaning(CommittedSource):
    """A wheel on which every second spin has the same pocket."""

    def draw(self, draws: Draws) -> int:
        found = super().draw(draws)
        return draws.at(0) if self.position % 2 else found


def result_of(house: House, table: str, *, cut: int = 0) -> Result:
    with house.store.reading() as books:
        lines = list(lines_so_far(books, table))
    return TableResult("".join(lines[: len(lines) - cut])).content(voice_for("ca"))


@pytest.mark.parametrize("leans", [False, True])
def test_a_wheel_that_leans_raises_the_alarm_and_a_fair_one_does_not(
    leans: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main(house: House) -> None:
        table = await house.open("boule", bots=3, alone=True, pace=FAST)
        if leans:
            table.source.__class__ = Leaning
        house.go()
        while (await house.hall.table(table.id)).session.rounds < ROUNDS:
            await asyncio.sleep(5)
        now = await house.hall.table(table.id)
        found = result_of(house, table.id)
        assert found.rounds == now.session.rounds
        assert found.alarm is leans
        assert {test.test for test in found.tests.all} >= {"pockets", "hold"}
        (hold,) = found.holds
        assert hold.interval_99[0] < hold.expected < hold.interval_99[1]
        assert hold.staked > 0

    monkeypatch.chdir(tmp_path)
    play(main)


def test_of_the_round_in_play_nothing_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main(house: House) -> None:
        table = await house.open("punto_y_banca", bots=3, alone=True, pace=FAST)
        house.go()
        seen: dict[int, Result] = {}
        for _ in range(25):
            await asyncio.sleep(0.7)
            found = result_of(house, table.id)
            assert seen.setdefault(found.rounds, found) == found
        assert len(seen) > 1

    monkeypatch.chdir(tmp_path)
    play(main)

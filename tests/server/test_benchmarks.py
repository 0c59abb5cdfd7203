"""The benchmarks of live tables still run, with two tables and two seconds each."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from benchmarks.server import spectators
from benchmarks.server.guests import Figures, Guest, Manner, Players
from benchmarks.server.tables import Measuring, served

SECONDS = 2.0


def test_tables_are_played_at_and_measured(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Clients also read sentences, and the timers of the server's parts report sums."""
    manner = Manner(language="es", arrival=0.3, games=("ruleta", "blackjack"))
    timers = tmp_path / "timers.json"
    what = Measuring(2, SECONDS, manner, timers=timers)
    with served(str(tmp_path / "books.sqlite"), tmp_path, 1, timers=timers) as (address, pid):
        cost = asyncio.run(what.run(address, pid))
    assert cost.entries > 0
    assert cost.an_entry > 0
    assert cost.p50 <= cost.p99
    printed = capsys.readouterr().out
    assert "connections lost 0" in printed
    assert "sentences" in printed


def test_spectators_are_measured(tmp_path: Path) -> None:
    with served(str(tmp_path / "books.sqlite"), tmp_path, 1) as (address, pid):
        cost = asyncio.run(spectators.measure(address, pid, 3, SECONDS, Manner(language="es")))
    assert cost.bytes > 0
    assert cost.a_message > 0


def test_an_exception_of_a_guest_fails_the_run() -> None:
    """A guest that does not understand the server must fail, not silently measure nothing."""

    async def run() -> None:
        guest = Guest("http://127.0.0.1:1", "t", 1, "", Figures(), Manner())
        async with Players() as players:
            players.begin(guest._hear(None, {"type": "refused", "error": {"code": "client_too_old"}}))
            await players.wait(SECONDS)

    with pytest.raises(RuntimeError, match="client_too_old"):
        asyncio.run(run())

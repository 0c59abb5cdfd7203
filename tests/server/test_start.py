"""The start of a house: types are built before the server listens, and open tables do not break it."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest
from tests.hall.play import House
from tests.hall.virtual_clock import BEGAN, VirtualClock, in_virtual_time
from tests.server.test_process import serving
from tests.support.every_game import small_table

from novamas.equipment.chance import Seeded
from novamas.games import GAMES, game
from novamas.hall.keys import belongs, keys_of_house
from novamas.hall.people.operators import give_token
from novamas.hall.tables.entries import BODIES
from novamas.hall.tables.snapshot import save
from novamas.hall.tables.state import TableState
from novamas.server import process
from novamas.server.process import listening_at
from novamas.server.settings import Serving, Settings
from novamas.server.type_info import build_types
from novamas.store import open_store
from novamas.store.epochs import epoch_of, follow_mark
from novamas.table.session import Session

STARTS = 50
OPEN_TABLES = 20
PLAYED_SECONDS = 40  # after which each of these tables has a snapshot
BANKED = tuple(slug for slug in GAMES if game(slug).family != "circle")
HELD_SECONDS = 2


def test_the_types_of_every_game_are_built() -> None:
    built = build_types()
    for slug in GAMES:
        assert built.issuperset(game(slug).phases), slug
    assert built.issuperset(BODIES.values())


def test_types_are_built_before_the_application(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """msgspec crashed in 3 of 38 starts, when two threads used a type for the first time together."""
    steps: list[str] = []

    class Served(BaseException):
        pass

    def application(*_parts: object, **_named: object) -> object:
        steps.append("application")
        raise Served

    monkeypatch.setattr(process, "build_types", lambda _law: steps.append("types"))
    monkeypatch.setattr(process, "application", application)
    settings = Settings(serving=Serving(store=str(tmp_path / "books.sqlite")))
    with listening_at("127.0.0.1", 0) as listening, pytest.raises(Served):
        process.run(settings, listening, lambda: None)
    assert steps == ["types", "application"]


DECODED_TOGETHER = """
import sys
from threading import Barrier, Thread

from novamas.games import GAMES, game
from novamas.hall.tables.snapshot import load
from novamas.hall.tables.codec import deed_decoder
from novamas.protocol.messages import client_message_decoder
from novamas.server.process import TURN_SECONDS
from novamas.server.type_info import build_types

saved = dict(line.split(b" ", 1) for line in sys.stdin.buffer.read().splitlines())
built = build_types()
sys.setswitchinterval(TURN_SECONDS)
together = Barrier(4)


def decode():
    for slug in GAMES:
        together.wait()
        load(saved[slug.encode()], game(slug))
        deed_decoder(game(slug))
        client_message_decoder(game(slug))


threads = [Thread(target=decode) for _ in range(4)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
assert build_types() == built, "types that were first used by a thread"
print("decoded", len(saved))
"""


def test_threads_decode_a_snapshot_of_every_game_at_the_same_moment() -> None:
    """Without types built in advance, seven of eight such processes ended with a segmentation fault."""
    given = [
        slug.encode() + b" " + save(TableState(session=Session(small_table(slug), Seeded(1)).state))
        for slug in GAMES
    ]
    done = subprocess.run(
        [sys.executable, "-c", DECODED_TOGETHER], input=b"\n".join(given), capture_output=True, check=False
    )
    assert done.returncode == 0, (done.returncode, done.stderr)
    assert done.stdout.decode().split() == ["decoded", str(len(GAMES))]


def test_a_copied_store_is_recognised_before_the_application(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place, copy = tmp_path / "books.sqlite", tmp_path / "copy.sqlite"

    def started() -> int:
        """Start a house, and return its epoch of chance."""
        settings = Settings(serving=Serving(store=str(place)))
        with listening_at("127.0.0.1", 0) as listening, suppress(SystemExit):
            process.run(settings, listening, lambda: None)
        with open_store(place) as store, store.reading() as books:
            return epoch_of(books)

    def stop(*_parts: object) -> object:
        raise SystemExit

    monkeypatch.setattr(process, "application", stop)
    assert started() == 0
    with open_store(place) as store:
        store.copy_to(copy)
    give = open_store(place)
    follow_mark(give, tmp_path)
    give_token(give, "Marta")
    give.close()
    assert started() == 0
    for end in ("-wal", "-shm"):
        Path(f"{place}{end}").unlink(missing_ok=True)
    shutil.copyfile(copy, place)
    assert [started(), started()] == [1, 1]


@pytest.mark.soak
def test_fifty_cold_starts_with_tables_that_have_snapshots(tmp_path: Path) -> None:
    """Half of the starts open twenty tables of one game, the others tables of many games.

    An earlier version crashed in 3 of 38 starts, another one, which built fewer types, in 4 of 40.
    """
    for name, slugs in (("one", ("blackjack",)), ("many", BANKED)):
        folder = tmp_path / name
        folder.mkdir()
        place = folder / "books.sqlite"
        token = fill_with_played(place, slugs)
        for start in range(STARTS // 2):
            with serving(place) as (server, address):
                wait_until_loaded(address, token)
                with suppress(subprocess.TimeoutExpired):
                    server.wait(HELD_SECONDS)
                assert server.poll() is None, (name, start, server.poll())
                assert httpx.get(f"{address}/health", timeout=30).status_code == 200, (name, start)


def fill_with_played(place: Path, slugs: Sequence[str]) -> str:
    """Fill a store with tables on which bots play until each has a snapshot. Return a token."""
    keys, clock = keys_of_house(place.parent), VirtualClock()
    clock.ahead = (datetime.now(UTC) - BEGAN).total_seconds() - 2 * PLAYED_SECONDS

    async def play_on() -> None:
        house = House(place, clock, keys)
        belongs(house.store, keys)
        house.go()
        for number in range(OPEN_TABLES):
            await house.open(slugs[number % len(slugs)], bots=3, alone=True)
        await asyncio.sleep(PLAYED_SECONDS)
        assert all(table.saved_at for table in house.hall.loaded.known())
        await house.stop()

    in_virtual_time(play_on(), clock)
    with open_store(place) as store:
        return give_token(store, "Marta")


def wait_until_loaded(address: str, token: str) -> None:
    """Wait until the house has loaded every open table."""
    until, named = time.monotonic() + 60, {"Authorization": f"Bearer {token}"}
    while time.monotonic() < until:
        shown = httpx.get(f"{address}/metrics", headers=named, timeout=30).text
        tables = [
            float(line.split()[-1]) for line in shown.splitlines() if line.startswith("novamas_tables{")
        ]
        if sum(tables) == OPEN_TABLES:
            return
        time.sleep(0.05)
    raise AssertionError(shown)

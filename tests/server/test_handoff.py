"""One process serves all sockets of a table, even if the system gives them to another process."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32

import pytest
from tests.server.tables.house import QUICK, Standing, house

from novamas.server.handoff import Handoff

REQUEST = b"GET /api/tables/aa/live HTTP/1.1\r\nhost: here\r\n\r\n"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder with a short name, because a Unix socket address has about a hundred letters."""
    with TemporaryDirectory(prefix="handoff") as folder:
        yield Path(folder)


def owned_by(index: int, processes: int = 2) -> str:
    """Return the id of a table that this process owns."""
    return next(id for n in range(100) if crc32((id := f"{n:016x}").encode()) % processes == index)


def watched(standing: Standing, table: str) -> bool:
    return standing.hall.publisher.has_subscribers(table)


def test_two_people_who_arrive_at_two_processes_play_at_one(tmp_path: Path, folder: Path) -> None:
    async def play() -> None:
        async with (
            house(tmp_path / "house.sqlite", handoff=Handoff(folder, 0, 2)) as first,
            house(tmp_path / "house.sqlite", handoff=Handoff(folder, 1, 2)) as second,
            first.visitor("Ana") as ana,
            second.visitor("Bern") as bern,
        ):
            table = (await ana.open(game="boule", pace=QUICK)).table
            owner, other = (first, second) if crc32(table.encode()) % 2 == 0 else (second, first)
            async with ana.at(table) as hers, bern.at(table) as his:
                await hers.sit(1, 10_000)
                await his.sit(2, 10_000)
                await his.until(lambda live: len(live.seats) == 2)
                assert watched(owner, table)
                assert not watched(other, table)
                assert hers.connections == his.connections == 1

    asyncio.run(play())


def test_a_socket_stays_where_it_arrives_if_the_owner_does_not_run(tmp_path: Path, folder: Path) -> None:
    async def play() -> None:
        async with (
            house(tmp_path / "house.sqlite", handoff=Handoff(folder, 0, 2)) as only,
            only.visitor("Ana") as ana,
        ):
            table = ""
            while not table or crc32(table.encode()) % 2 == 0:
                table = (await ana.open(game="boule", pace=QUICK)).table
            async with ana.at(table) as hers:
                await hers.sit(1, 10_000)
                assert watched(only, table)

    asyncio.run(play())


def test_nothing_but_sockets_of_others_tables_is_passed_on(folder: Path) -> None:
    async def try_all() -> None:
        taken: list[bytes] = []

        def take(connection: socket.socket, request: bytes) -> None:
            connection.close()
            taken.append(request)

        end = Handoff(folder, 1, 2).listen(take)
        here, there = socket.socketpair()
        with here, there:
            handoff = Handoff(folder, 0, 2)
            own, others = (f"/api/tables/{owned_by(index)}/live".encode() for index in (0, 1))
            for path in (own, b"/api/tables", b"/api/live", others + b"x", others[:-5], b"/x" + others):
                assert not handoff.passes(path, there, REQUEST)
            assert not handoff.passes(others, there, b"x" * 1_000_000)
            assert handoff.passes(others, there, REQUEST)
            assert handoff.passes(others + b"?eyes=rail", there, REQUEST)
            while len(taken) < 2:
                await asyncio.sleep(0.005)
            end()
            assert not handoff.passes(others, there, REQUEST)
        assert taken == [REQUEST, REQUEST]

    asyncio.run(try_all())


def test_an_incomplete_request_is_not_served(folder: Path) -> None:
    async def try_it() -> None:
        taken: list[bytes] = []
        end = Handoff(folder, 0, 2).listen(lambda connection, request: taken.append(request))
        here, there = socket.socketpair()
        with here:
            here.settimeout(5)
            path = f"/api/tables/{owned_by(0)}/live".encode()
            assert Handoff(folder, 1, 2).passes(path, there, b"GET / HTTP/1.1\r\n")
            there.close()  # as the process that passes it on does
            assert await asyncio.to_thread(here.recv, 1) == b""
        end()
        assert taken == []

    asyncio.run(try_it())

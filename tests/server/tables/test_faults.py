"""Bad clients send nonsense, too much or half a message, do not read, or have no pass."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace
from tests.server.catalogue.made_up import Busy
from tests.server.tables.house import MESSAGE_BYTES, QUICK, QUICK_LIMITS, Standing, house, in_house
from tests.server.tables.lines import line_to
from tests.server.tables.test_every_game import a_round
from tests.server.tables.test_protocol import ROJO, roulette, seated
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from novamas.client import House
from novamas.errors import NovamasError
from novamas.server.catalogue.jobs import JobLimits
from novamas.server.process import listening_at
from novamas.server.tables.context import COMING, TableLimits
from novamas.store import verify

GARBAGE = (
    "{",
    "null",
    "[]",
    '"hello"',
    "{}",
    '{"type":"act"}',
    '{"type":"nix","id":"a"}',
    '{"type":"ping","id":"a","more":1}',
    '{"type":"ping","id":"' + "x" * 65 + '"}',
    '{"type":"ping","id":"a b"}',
    '{"type":"act","id":"a","at":-1,"acts":[]}',
    '{"type":"act","id":"a","at":1,"acts":[]}',
    '{"type":"act","id":"a","at":1,"acts":[{"do":"bet","by":1,"bet":"rojo","cents":5.5}]}',
    '{"type":"act","id":"a","at":1,"acts":[{"do":"bet","by":1,"bet":"rojo","cents":500,"x":1}]}',
    '{"type":"act","id":"a","at":1,"acts":[{"do":"fly","by":1}]}',
    '{"type":"sit","id":"a","seat":0,"cents":1}',
    '{"type":"sit","id":"a","seat":1,"cents":-5}',
    '{"type":"sit","id":"a","seat":1,"cents":1e400}',
    '{"type":"take_role","id":"a","role":"chance"}',
    '{"type":"look","id":"a","eyes":"chance"}',
    "[" * 20_000,
    b"\xff\xfe\x00",
    b"",
)


def test_garbage_is_refused_in_one_sentence_and_the_socket_goes_on(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table, {"language": "en"}) as line:
                before = (await standing.hall.table(table)).number
                for garbage in GARBAGE:
                    await line.socket.send(garbage)
                    refused = await line.until("refused")
                    assert refused["error"]["code"] in ("message_unreadable", "message_field"), garbage
                    assert refused["error"]["says"].endswith("nothing was done.")
                    assert refused["id"] in ("a", "a b", ""), garbage
                many = [ROJO] * 201
                await line.send("act", id="a", at=1, acts=many)
                assert (await line.until("refused"))["error"]["code"] == "message_field"
                assert (await line.ask("ping"))["type"] == "pong"
                assert (await standing.hall.table(table)).number == before

    in_house(tmp_path / "books.sqlite", play)


@pytest.mark.parametrize("bytes", [MESSAGE_BYTES + 1, 10 * 2**20])
def test_a_message_that_is_too_long_ends_the_socket_unread(tmp_path: Path, bytes: int) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                with_closing = asyncio.create_task(line.closed())
                with suppress(ConnectionClosed):
                    await line.socket.send("x" * bytes)
                assert await with_closing in (1009, 1006)  # 1006: it was cut while we were still sending
            assert (await ana.table(table)).number == 1

    in_house(tmp_path / "books.sqlite", play)


def test_the_application_itself_refuses_what_its_server_let_through(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                await line.socket.send("é" * 600)
                bye = await line.until("bye")
                assert bye["error"]["code"] == "message_too_long"
                assert await line.closed() == 1009

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, message_bytes=1000))


def test_half_a_frame_and_a_line_that_is_cut_leave_everybody_where_he_was(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                await seated(line)
                message = json.dumps({"type": "act", "id": "half", "at": line.number, "acts": [ROJO]})
                frame = bytes([0x81, 0x80 | 126]) + len(message).to_bytes(2, "big") + b"\0\0\0\0"
                transport = line.socket.transport
                transport.write(frame + message.encode()[:20])
                await asyncio.sleep(0.05)
                transport.abort()
            found = await standing.hall.table(table)
            assert not found.session.phase.felt.chips
            assert found.seats[1].person
            async with line_to(standing, ana, table, {"eyes": "s1", "since": line.number}) as line:
                assert (await line.ask("act", id="half", at=line.number, acts=[ROJO]))["done"] == 1

    in_house(tmp_path / "books.sqlite", play)


def test_who_sends_too_much_is_read_no_faster_and_nobody_else_waits(tmp_path: Path) -> None:
    slow = TableLimits(least_step_ms=0, messages_per_second=20, messages_at_once=10)

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as flood, line_to(standing, blai, table) as other:
                for number in range(30):
                    await flood.send("ping", id=f"f{number}")
                loop = asyncio.get_running_loop()
                began = loop.time()
                assert (await other.ask("ping"))["type"] == "pong"
                assert loop.time() - began < 0.5
                for number in range(30):
                    assert (await flood.until("pong"))["id"] == f"f{number}"
                assert loop.time() - began > 0.7  # twenty more than at once, at twenty a second

    in_house(tmp_path / "books.sqlite", play, slow)


def test_who_comes_when_too_many_wait_is_told_to_try_again_and_then_served(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana", language="ca") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                with patch("novamas.hall.request_queue.MAX_PENDING", 0):
                    sent_away = await line.ask("sit", id="one", seat=1, cents=5000)
                assert (sent_away["type"], sent_away["error"]["code"]) == ("refused", "hall_full")
                assert sent_away["error"]["says"].endswith(".")
                assert (await line.ask("sit", id="one", seat=1, cents=5000))["done"] == 1

    in_house(tmp_path / "books.sqlite", play)


def test_who_comes_when_too_many_come_waits_for_his_turn_or_is_told_to_try_again(tmp_path: Path) -> None:
    """In a rush a new client is told to try again, while the others at the table continue."""

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, AsyncExitStack() as others:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                for _ in range(COMING):
                    await others.enter_async_context(standing.tables.letting_in())
                async with line_to(standing, ana, table, {}) as late:
                    bye = await late.until("bye")
                    assert (bye["code"], bye["error"]["code"]) == (1013, "hall_full")
                assert (await line.ask("sit", id="one", seat=1, cents=5000))["done"] == 1
                await others.aclose()
                async with line_to(standing, ana, table) as again:
                    assert (await again.ask("ping", id="a"))["type"] == "pong"

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, coming_seconds=0.3))


def test_who_asks_again_with_all_he_has_is_answered_again_and_no_key_is_used_twice(tmp_path: Path) -> None:
    """A repeated request gets the first response, although the wallet is empty and the seat free by then."""

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                everything = standing.tables.limits.welcome
                first = await line.ask("sit", id="a", seat=1, cents=everything)
                again = await line.ask("sit", id="a", seat=1, cents=everything)
                assert (first["number"], first["done"]) == (again["number"], again["done"])
                other = await line.ask("sit", id="a", seat=1, cents=everything - 1)
                assert other["error"]["code"] == "key_reused"
                stood = await line.ask("stand", id="b")
                while (await standing.hall.table(table)).seats:
                    await asyncio.sleep(0.01)
                assert (await line.ask("stand", id="b"))["number"] == stood["number"]

    in_house(tmp_path / "books.sqlite", play)


def test_advice_is_counted_by_a_worker_and_nobody_asks_for_too_much_of_it(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        jobs = standing.app.state.dispatcher.jobs
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                assert (await line.ask("hint"))["says"]
                assert jobs._queues["advice"].worker._tasks == 1
                jobs.limits = JobLimits(most_of_asker=0)
                assert (await line.ask("hint"))["error"]["code"] == "too_many_jobs"

    in_house(tmp_path / "books.sqlite", play)


def test_advice_does_not_wait_for_a_long_file(tmp_path: Path) -> None:
    """A file occupies the worker for short jobs for the maximum time while a player wants a hint."""

    async def play(standing: Standing) -> None:
        jobs = standing.app.state.dispatcher.jobs
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                assert (await line.ask("hint"))["says"]  # the worker has begun
                busy = asyncio.create_task(jobs.ask(Busy(20.0), "en", "json", "stranger"))
                while not any(job.is_running for job in jobs._jobs.values()):
                    await asyncio.sleep(0.01)
                begun = time.monotonic()
                assert (await line.ask("hint"))["says"]
                assert time.monotonic() - begun < 1
                assert not busy.done()
                busy.cancel()

    in_house(tmp_path / "books.sqlite", play)


def test_without_a_hello_a_pass_or_a_table_one_is_told_why_and_sent_away(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table, {}) as line:
                bye = await line.until("bye")  # after a while
                assert (bye["code"], bye["error"]["code"]) == (4400, "hello_first")
                assert await line.closed() == 4400
            async with line_to(standing, ana, table, {}) as line:
                await line.send("ping", id="a")
                assert (await line.until("bye"))["error"]["code"] == "hello_first"
            async with line_to(standing, ana, table, {}) as line:
                await line.socket.send("{")
                assert (await line.until("bye"))["error"]["code"] == "message_unreadable"
            async with line_to(standing, ana, "0" * 16, {}) as line:
                assert (await line.until("bye"))["error"]["code"] == "no_table_in_play"
                assert await line.closed() == 4404
            async with connect(standing.socket_of(table), proxy=None) as bare:
                assert json.loads(await bare.recv())["code"] == 4401
            with pytest.raises(NovamasError) as refused:
                async with ana.at("0" * 16):
                    pass
            assert refused.value.code == "no_table_in_play"
            async with House(standing.address, cookies={"novamas": "v1.x.1.y"}) as ghost:
                with pytest.raises(NovamasError) as refused:
                    async with ghost.at(table):
                        pass
                assert refused.value.code == "pass_forged"
            with pytest.raises(InvalidStatus):
                await connect(f"{standing.address.replace('http', 'ws')}/api/tables/x/y/live", proxy=None)

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, hello_seconds=0.2))


def test_one_person_looks_on_by_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with AsyncExitStack() as stack:
                for _ in range(8):
                    await stack.enter_async_context(line_to(standing, ana, table))
                with pytest.raises(InvalidStatus):
                    await stack.enter_async_context(line_to(standing, ana, table))
                await stack.enter_async_context(line_to(standing, blai, table))
                assert len(standing.tables) == 9
            while len(standing.tables):
                await asyncio.sleep(0.01)
            assert not standing.hall.publisher._subscribers
            async with line_to(standing, ana, table):
                assert len(standing.tables) == 1

    in_house(tmp_path / "books.sqlite", play)


def test_who_does_not_read_is_let_go_and_the_others_go_on(tmp_path: Path) -> None:
    """A socket whose client does not read is closed when its buffers and its queue are full."""

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            raw = await deaf(standing, blai, table)
            async with line_to(standing, ana, table, {"language": "es"}) as line:
                await seated(line, cents=900_000)
                loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
                while len(standing.tables) > 1:
                    acts = [{**ROJO, "cents": 200}] * 5 + [
                        {"do": "withdraw", "by": 1, "bet": "rojo", "cents": 1000}
                    ]
                    answer = await line.ask("act", at=line.number, acts=acts)
                    assert answer["done"] == 6, answer
                assert loop.time() - began < 5
                assert (await line.ask("ping"))["type"] == "pong"
            raw.close()

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, send_seconds=0.3))


async def deaf(standing: Standing, who: House, table: str) -> socket.socket:
    """Return a socket with a small buffer that sends a hello and never reads."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    host, port = standing.address.removeprefix("http://").split(":")
    raw.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(raw, (host, int(port)))
    cookie = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
    head = (
        f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
        f"Sec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
    )
    hello = b'{"type":"hello","protocol":3}'
    await loop.sock_sendall(raw, head.encode())
    while not (await loop.sock_recv(raw, 1)).endswith(b"\n"):  # one byte: what follows stays unread
        pass
    await loop.sock_sendall(raw, bytes([0x81, 0x80 | len(hello)]) + b"\0\0\0\0" + hello)
    while not standing.hall.publisher._subscribers:
        await asyncio.sleep(0.01)
    return raw


def test_a_house_that_stops_says_so_and_its_clients_come_back_to_their_seats(tmp_path: Path) -> None:
    place = tmp_path / "books.sqlite"

    async def all_of_it() -> None:
        async with asyncio.timeout(60):
            async with house(place) as first:
                ana = first.visitor("Ana")
                await ana.arrive()
                opened = await ana.open("ruleta", pace=QUICK, seats=3)
                table = ana.at(opened.table)
                await table.__aenter__()
                await table.sit(2, 20_000)
                await table.until(lambda now: now.offer("bet", bet="pleno:17") is not None)
                bet = table.offer("bet", bet="pleno:17")
                assert bet is not None
                await table.do(bet.turned(bet="pleno:17", cents=1000))
                number, port = table.number, int(first.address.rpartition(":")[2])
                first.tables.stop()
                asked = asyncio.create_task(table.ready())
            async with house(place, port=port) as second:
                answer = await asked
                assert answer.done == 1
                assert table.connections == 2
                assert table.eyes == "s2"
                await table.until(lambda now: now.view.rounds == 1)
                told = [one for message in table._told for one in message.events]
                places = [(one.number, one.nth) for one in told]
                assert places == sorted(set(places))
                assert any(place[0] == (number or 0) + 1 for place in places)
                await table.__aexit__()
                assert verify(second.store).breach is None
            await ana.__aexit__()

    asyncio.run(all_of_it())


def test_the_seat_that_somebody_had_tells_the_next_nothing_of_its_cards(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            bots = {2: "steady", 3: "steady", 4: "steady"}
            opened = await ana.open("holdem", pace=QUICK, seats=4, bots=bots)
            async with ana.at(opened.table) as first:
                await first.sit(1, 900_000)
                await a_round(first)
                await first.stand()
                await first.until(lambda now: now.eyes == "rail")
            async with blai.at(opened.table) as next_one:
                before = next_one.number or 0
                await next_one.sit(1, 50_000)
                noticed = await blai.ask(opened.table, "events?eyes=s1&since=0")
                dealt = [
                    one["event"]
                    for one in noticed["events"]
                    if one["event"]["event"] in ("dealt", "looked") and one["number"] <= before
                ]
                assert dealt
                assert all(event["card"] is None for event in dealt if not event.get("up"))

    in_house(tmp_path / "books.sqlite", play)


def test_a_short_message_is_not_held_back_until_the_one_before_is_acknowledged() -> None:
    """An update and a reply are two messages. By Nagle's rule the second one would wait for 40 ms."""
    with listening_at("127.0.0.1", 0) as listening:
        listening.listen()
        with socket.create_connection(listening.getsockname()):
            accepted, _ = listening.accept()
            with accepted:
                assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
                assert accepted.proto == socket.IPPROTO_TCP  # else the loop would not ask for it

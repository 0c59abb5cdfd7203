"""A house that stops answers pending requests and asks sockets to reconnect. A second signal ends it."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from threading import Event, Thread
from typing import Any

import httpx
import pytest
from litestar import WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from tests.server.house import KEYS
from tests.server.test_process import novamas
from tests.store.databases import database
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from novamas.errors import NovamasError
from novamas.hall.people.operators import give_token
from novamas.server.application import application
from novamas.server.process import Server, _config, listening_at, serve
from novamas.server.settings import HouseLimits, Serving, Settings
from novamas.store import open_store
from novamas.words import voice_for


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


@websocket("/flood")
async def flood(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    while True:
        await socket.send_text("x" * 60_000)


@get("/slow")
async def slow() -> str:
    await asyncio.sleep(0.7)
    return "done"


class Served:
    """A house in a thread of this process, served by uvicorn as in production."""

    def __init__(self, server: Server, address: str, thread: Thread) -> None:
        self.server, self.address, self._thread = server, address, thread

    def stop(self) -> None:
        self.server.handle_exit(signal.SIGTERM, None)

    def ended(self, seconds: float) -> bool:
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def line(self, **headers: str) -> ClientConnection:
        return connect(f"{self.address.replace('http', 'ws')}/echo", additional_headers=headers)


@contextmanager
def served(folder: Path, settings: Settings) -> Iterator[Served]:
    with open_store(folder / "books.sqlite") as store:
        app = application(store, settings, KEYS)
        app.register(echo)
        app.register(slow)
        app.register(flood)
        is_ready = Event()
        listening = listening_at("127.0.0.1", 0)
        server = Server(_config(app, settings), app.state.running, is_ready.set)
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        found = Served(server, f"http://127.0.0.1:{listening.getsockname()[1]}", thread)
        try:
            assert is_ready.wait(20)
            yield found
        finally:
            found.stop()
            if not found.ended(10):
                found.stop()
            assert found.ended(10)


def test_whoever_asked_is_answered_and_sockets_are_told_to_come_back(tmp_path: Path) -> None:
    with served(tmp_path, Settings()) as house, house.line() as line:
        line.send("olé")
        assert line.recv() == "olé"
        answers: list[httpx.Response] = []
        asking = Thread(target=lambda: answers.append(httpx.get(f"{house.address}/slow")))
        asking.start()
        time.sleep(0.3)
        house.stop()
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(timeout=5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1012
        asking.join(10)
        assert [answer.text for answer in answers] == ["done"]
        assert house.ended(5)
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{house.address}/health")


def test_while_it_drains_it_answers_and_is_not_ready(tmp_path: Path) -> None:
    with served(tmp_path, Settings(serving=Serving(drain_seconds=1))) as house:
        assert httpx.get(f"{house.address}/ready").status_code == 200
        house.stop()
        assert httpx.get(f"{house.address}/ready").status_code == 503
        assert httpx.get(f"{house.address}/health").status_code == 200
        assert not house.ended(0.3)
        assert house.ended(5)


def test_told_twice_it_stops_at_once(tmp_path: Path) -> None:
    with served(tmp_path, Settings(serving=Serving(drain_seconds=60))) as house:
        house.stop()
        assert not house.ended(0.5)
        house.stop()
        assert house.ended(3)


def test_silent_connections_are_dropped_and_others_are_not(tmp_path: Path) -> None:
    with served(tmp_path, Settings(limits=HouseLimits(read_seconds=1))) as house, house.line() as line:
        host, port = house.address.removeprefix("http://").split(":")
        with (
            socket.create_connection((host, int(port))) as mute,
            socket.create_connection((host, int(port))) as halting,
        ):
            halting.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            for each in (mute, halting):
                each.settimeout(10)
                assert each.recv(100) == b""  # it hung up
        line.send("still here")
        assert line.recv() == "still here"


def test_half_a_frame_and_one_that_is_too_long_harm_nobody_else(tmp_path: Path) -> None:
    with served(tmp_path, Settings(limits=HouseLimits(message_bytes=1000))) as house, house.line() as other:
        with house.line() as line:
            line.send("x" * 5000)
            with pytest.raises(ConnectionClosed) as closed:
                line.recv(timeout=5)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 1009
        with house.line() as line:
            line.socket.sendall(b"\x81\xfe\x00")  # the beginning of a frame
            line.socket.shutdown(socket.SHUT_RDWR)
        other.send("olé")
        assert other.recv() == "olé"


def test_a_client_that_does_not_read_is_dropped_and_others_are_on_time(tmp_path: Path) -> None:
    with served(tmp_path, Settings(limits=HouseLimits(write_seconds=1, read_seconds=1))) as house:
        sockets = house.server._running.sockets
        flood = f"{house.address.replace('http', 'ws')}/flood"
        with house.line() as other, connect(flood, max_queue=1, close_timeout=0.1):
            for _ in range(50):
                began = time.monotonic()
                other.send("olé")
                assert other.recv(timeout=2) == "olé"
                assert time.monotonic() - began < 1
                if len(sockets) == 1:  # the other one alone
                    break
                time.sleep(0.1)
            assert len(sockets) == 1
            for _ in range(50):
                if len(house.server.server_state.connections) == 1:  # nothing is kept for it
                    break
                time.sleep(0.1)
            assert len(house.server.server_state.connections) == 1
        value = house.server._running.metrics.registry.get_sample_value
        assert value("novamas_dropped_clients_total", {"why": "socket"}) == 1


def test_a_page_of_another_site_gets_no_socket(tmp_path: Path) -> None:
    with served(tmp_path, Settings()) as house:
        with pytest.raises(InvalidStatus) as refused:
            house.line(Origin="http://evil.example")
        assert refused.value.response.status_code == 403
        with house.line(Origin=house.address) as line:
            line.send("olé")
            assert line.recv() == "olé"


def test_a_revoked_pass_loses_its_socket(tmp_path: Path) -> None:
    with served(tmp_path, Settings()) as house, httpx.Client(base_url=house.address) as browser:
        browser.post("/api/me", json={})
        first = browser.cookies["novamas"]
        path = browser.post("/api/me/carry").json()["path"]
        with httpx.Client(base_url=house.address) as other:
            other.post(path)
            with house.line(Cookie=f"novamas={first}") as line:
                line.send("olé")
                assert line.recv() == "olé"
                assert other.post("/api/me/revoke").json() == {"passes": 1}
                with pytest.raises(ConnectionClosed) as closed:
                    line.recv(timeout=5)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 4401


# ---------------------------------------------------------------- several processes


def test_several_processes_serve_one_house_and_one_that_is_killed_is_begun_again(postgres: str) -> None:
    place = database(postgres)
    with open_store(place) as store:
        token = give_token(store, "Maria")
    with novamas("serve", "--port", 0, "--store", place, "--workers", 2) as parent:
        try:
            assert parent.stdout is not None
            address = next(word for word in parent.stdout.readline().split() if "://" in word).rstrip(";")
            with httpx.Client(base_url=address) as browser:
                assert browser.post("/api/me", json={"name": "Aina"}).status_code == 200
                first = children(parent.pid)
                assert len(first) == 2
                for _ in range(20):  # whichever of them answers
                    assert browser.get("/api/me", headers={"connection": "close"}).json()["name"] == "Aina"
                os.kill(first[0], signal.SIGKILL)
                for _ in range(100):
                    if len(now := children(parent.pid)) == 2 and first[0] not in now:
                        break
                    time.sleep(0.1)
                else:
                    raise AssertionError("nobody took its place")
                assert browser.get("/api/me").json()["name"] == "Aina"
                bearer = {"authorization": f"Bearer {token}"}
                shown = ""
                while "novamas_ready 2.0" not in shown:  # or the test is too slow
                    shown = browser.get("/metrics", headers=bearer).text
                    time.sleep(0.1)
                counted = 'novamas_requests_total{method="GET",route="/api/me",status="200"}'
                line = next(one for one in shown.splitlines() if one.startswith(counted))
                assert float(line.split()[1]) == 21  # of all processes, the one that was killed not excepted
            parent.send_signal(signal.SIGTERM)
            out, err = parent.communicate(timeout=30)
            assert parent.returncode == 0, err[-2000:]
            assert "Servidor detenido" in out
            assert err.count('"worker_ended"') == 1
            assert err.count('"stopped"') == 2
        finally:
            parent.kill()


def test_those_who_come_are_dealt_out_to_all_who_listen_together() -> None:
    """New connections are spread over the processes, so that no process has all tables."""
    with (
        listening_at("127.0.0.1", 0, together=True) as place,  # which no one else takes meanwhile
        listening_at("127.0.0.1", place.getsockname()[1], together=True) as one,
        listening_at("127.0.0.1", place.getsockname()[1], together=True) as other,
        ExitStack() as coming,
    ):
        for listening in (one, other):
            listening.listen(100)
            listening.setblocking(False)
        for _ in range(100):
            coming.enter_context(socket.create_connection(place.getsockname(), 5))
        come = [_taken(listening, coming) for listening in (one, other)]
        assert sum(come) == 100
        assert min(come) > 20  # by chance once in a thousand million times


def test_two_houses_do_not_listen_together() -> None:
    with listening_at("127.0.0.1", 0, together=True) as other:
        other.listen()
        here = Serving(port=other.getsockname()[1], workers=2, store="postgresql://nobody/nothing")
        with pytest.raises(NovamasError) as refused:
            serve(Settings(serving=here), print)
        assert refused.value.code == "port_taken"


def _taken(listening: socket.socket, stack: ExitStack) -> int:
    """Return the number of connections that a socket accepted."""
    for taken in count():
        try:
            stack.enter_context(listening.accept()[0])
        except BlockingIOError:
            return taken
    raise AssertionError


def children(pid: int) -> list[int]:
    """Return the processes that serve, as children of the first one."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            stat = (folder / "stat").read_text().rpartition(")")[2].split()
            line = (folder / "cmdline").read_bytes()
        except OSError:
            continue
        if int(stat[1]) == pid and b"spawn_main" in line and stat[0] != "Z":
            found.append(int(folder.name))
    return sorted(found)


def test_several_processes_want_a_server() -> None:
    with pytest.raises(NovamasError) as refused:
        serve(Settings(serving=Serving(workers=2)), print)
    assert refused.value.code == "workers_need_server"
    assert "PostgreSQL" in voice_for("es").error(refused.value)

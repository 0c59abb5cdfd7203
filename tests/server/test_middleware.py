"""Middleware: headers of every response, and refusals of requests that are too long, frequent or slow."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from tests.server.house import ADDRESS, KEYS, House, house

from novamas.errors import NovamasError
from novamas.hall.people.operators import give_token
from novamas.server.app_state import AppState
from novamas.server.application import application
from novamas.server.middleware import HEADERS, GuardMiddleware
from novamas.server.rate_limits import FailedAttempts, SocketRegistry, TokenBuckets, is_loopback, network_of
from novamas.server.settings import HouseLimits, Serving, Settings

ROUTES = sorted({route.path for route in application().routes})
METHODS = ("GET", "POST", "PUT", "DELETE", "HEAD", "OPTIONS", "PATCH", "TRACE")


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with house(tmp_path_factory.mktemp("gate"), limits=HouseLimits(failures=100_000)) as found:
        yield found


@pytest.mark.parametrize("path", [*ROUTES, "/nowhere", "/api/nowhere", "//", "/carry"])
def test_every_answer_of_every_route_bears_the_headers(home: House, path: str) -> None:
    for method in METHODS:
        answer = home.client.request(method, path.replace("{", "").replace("}", "").replace(":str", ""))
        assert answer.status_code < 500
        for name, value in HEADERS.items():
            if name != "cache-control":
                assert answer.headers[name] == value, (method, path, name)
        assert "cache-control" in answer.headers
        assert "server" not in answer.headers
        assert answer.headers.get_list("content-security-policy") == [HEADERS["content-security-policy"]]


def test_the_policy_lets_in_nothing_that_is_not_ours() -> None:
    policy = dict(part.strip().split(" ", 1) for part in HEADERS["content-security-policy"].split(";"))
    assert policy["default-src"] == "'none'"
    assert policy["frame-ancestors"] == policy["base-uri"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert not any("unsafe" in value or "*" in value for value in policy.values())


def test_transport_security_where_it_is_served_by_tls(tmp_path: Path) -> None:
    with house(tmp_path, serving=Serving(https=True, trusted_proxies=("testclient",))) as home:
        by_tls = {"x-forwarded-proto": "https", "x-forwarded-for": "192.0.2.1"}
        assert "max-age" in home.client.get("/", headers=by_tls).headers["strict-transport-security"]
        assert home.client.get("/").json()["error"]["code"] == "https_wanted"
        assert home.client.get("/health").status_code == 200


# ---------------------------------------------------------------- names


def test_under_another_name_nothing_is_answered(tmp_path: Path) -> None:
    with house(tmp_path, serving=Serving(hosts=("casino.example", "[::1]"))) as home:
        for name in ("casino.example", "CASINO.example:8026", "[::1]:8026"):
            assert home.client.get("/health", headers={"host": name}).status_code == 200
        for name in (
            *("evil.example", "casino.example.evil.example", "", "[::1", "casino.example@evil"),
            *("casino.example:evil.com", "casino.example:", "casino.example:80:80", "casino.example:8026x"),
            *("casino.example:٣", "[::1]evil", "[::1]:", "casino.example/", "casino.example.", ":80", ":"),
            *("casino.example:123456", "casino.example, evil.com", "casino.example:+80"),
        ):
            answer = home.client.get("/health", headers={b"host": name.encode()})
            assert (answer.status_code, answer.json()["error"]["code"]) == (421, "host_unknown"), name
        for names in (("casino.example", "evil.com"), ("evil.com", "casino.example"), ("[::1]", "[::1]")):
            answer = home.client.get("/health", headers=[("host", name) for name in names])
            assert (answer.status_code, answer.json()["error"]["code"]) == (421, "host_unknown"), names


# ---------------------------------------------------------------- too long, too often, too many


def test_what_is_too_long_is_not_read(tmp_path: Path) -> None:
    with house(tmp_path, limits=HouseLimits(bytes=1000)) as home:
        answer = home.client.post("/api/me", content=b"x" * 10_000_000)
        assert (answer.status_code, answer.json()["error"]["code"]) == (413, "request_too_large")
        assert "1000" in answer.json()["error"]["says"]

        def pieces() -> Iterator[bytes]:
            yield from [b"x" * 600] * 5  # without a header for the length

        assert home.client.post("/api/me", content=pieces()).status_code == 413


def test_whoever_asks_too_often_waits_and_nobody_else(tmp_path: Path) -> None:
    limits = HouseLimits(requests_per_second=1, burst=5)
    with house(tmp_path, limits=limits, serving=Serving(trusted_proxies=("testclient",))) as home:

        def ask(address: str) -> int:
            return home.client.get("/health", headers={"x-forwarded-for": address}).status_code

        assert [ask("192.0.2.1") for _ in range(7)] == [200] * 5 + [429] * 2
        assert ask("192.0.2.2") == 200
        assert [ask(f"2001:db8::{number}") for number in range(7)] == [200] * 5 + [429] * 2  # one network
        assert home.events().count("too_many") == 2  # one of many refusals is logged


def test_only_trusted_proxies_are_believed(tmp_path: Path) -> None:
    limits = HouseLimits(requests_per_second=1, burst=5)
    with house(tmp_path, limits=limits) as home:
        found = [
            home.client.get("/health", headers={"x-forwarded-for": f"192.0.2.{number}"}).status_code
            for number in range(7)
        ]
        assert found == [200] * 5 + [429] * 2
        assert int(home.client.get("/health").headers["retry-after"]) >= 1


def test_one_pass_is_counted_by_itself(tmp_path: Path) -> None:
    with house(tmp_path, limits=HouseLimits(person_requests_per_second=1, person_burst=3)) as home:
        home.come()
        assert [home.client.get("/api/me").status_code for _ in range(4)] == [200] * 3 + [429]
        home.client.cookies.clear()
        assert home.client.get("/api/me").status_code == 200


def test_buckets_fill_with_time_and_are_so_many_and_no_more() -> None:
    now = [0.0]
    buckets = TokenBuckets(2, 3, 100, lambda: now[0])
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True]
    assert buckets.take("a") == pytest.approx(0.5)
    now[0] += 0.5
    assert buckets.take("a") == 0
    now[0] += 1000
    assert [buckets.take("a") > 0 for _ in range(4)] == [False, False, False, True]
    for number in range(10_000):
        buckets.take(str(number))
    assert len(buckets) == 100


def test_locks_last_longer_each_time_and_are_forgotten() -> None:
    now = [0.0]
    failures = FailedAttempts(HouseLimits(failures=3, lock_seconds=60, remembered=10), lambda: now[0])

    def locked() -> int:
        try:
            failures.check("a")
        except NovamasError as refused:
            return int(refused.figures["seconds"])
        return 0

    assert [failures.failed("a") for _ in range(3)] == [False, False, True]
    assert locked() == 61
    now[0] += 60
    assert locked() == 0
    assert failures.failed("a")
    assert locked() == 121
    now[0] += 120 + 901
    assert not failures.failed("a")
    failures.succeeded("a")
    for number in range(1000):
        failures.failed(str(number))
    assert len(failures._failed) == 10


@pytest.mark.parametrize(
    ("address", "counted", "here"),
    [
        ("192.0.2.1", "192.0.2.1", False),
        ("127.0.0.1", "127.0.0.1", True),
        ("::1", "0000:0000:0000:0000::/64", True),
        ("2001:db8:1:2:3::4", "2001:0db8:0001:0002::/64", False),
        ("::ffff:127.0.0.1", "127.0.0.1", True),
        ("testclient", "testclient", False),
        ("x" * 1000, "x" * 64, False),
    ],
)
def test_addresses_are_counted_by_their_networks(address: str, counted: str, here: bool) -> None:
    assert (network_of(address), is_loopback(address)) == (counted, here)


# ---------------------------------------------------------------- too slow


def ask(gate: GuardMiddleware, pieces: list[tuple[float, bytes]], write: float = 0) -> list[dict[str, Any]]:
    """Return the response to a client that sends each of these pieces after a number of seconds."""
    sent: list[dict[str, Any]] = []
    coming = iter(pieces)

    async def receive() -> dict[str, Any]:
        wait, piece = next(coming, (60.0, b""))
        await asyncio.sleep(wait)
        return {"type": "http.request", "body": piece, "more_body": True}

    async def send(message: dict[str, Any]) -> None:
        await asyncio.sleep(write)
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/",
        "scheme": "http",
        "headers": [],
        "client": ("192.0.2.1", 1),
    }

    async def watched() -> None:
        watching = asyncio.create_task(gate._running.watch())
        await gate(scope, receive, send)
        watching.cancel()

    asyncio.run(watched())
    return sent


async def reads_all(scope: Any, receive: Any, send: Any) -> None:
    while (await receive()).get("more_body"):
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


async def answers(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def test_a_request_that_does_not_come_to_its_end_is_dropped() -> None:
    running = AppState(Settings(limits=HouseLimits(read_seconds=1)))
    sent = ask(GuardMiddleware(reads_all, running), [(0.3, b"x")] * 10)
    assert sent[0]["status"] == 408
    assert running.requests == set()
    assert running.metrics.registry.get_sample_value("novamas_dropped_clients_total", {"why": "request"}) == 1


def test_whoever_does_not_read_his_answer_is_dropped() -> None:
    running = AppState(Settings(limits=HouseLimits(write_seconds=1)))
    assert ask(GuardMiddleware(answers, running), [], write=5) == []
    assert running.metrics.registry.get_sample_value("novamas_dropped_clients_total", {"why": "request"}) == 1


def test_beyond_so_many_requests_at_once_one_is_refused() -> None:
    running = AppState(Settings(limits=HouseLimits(requests_at_once=1)))
    running.requests.add(Line())  # type: ignore[arg-type]
    assert ask(GuardMiddleware(answers, running), [])[0]["status"] == 429


# ---------------------------------------------------------------- sockets


@websocket("/echo")
async def echo(socket: WebSocket[Any, Any, Any]) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_text(await socket.receive_text())
    except WebSocketDisconnect:
        pass


@pytest.fixture(scope="module")
def with_echo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """Yield a house with a socket that repeats what it receives."""
    with house(tmp_path_factory.mktemp("echo")) as found:
        found.client.app.register(echo)
        yield found


@pytest.mark.parametrize(
    ("headers", "is_let_in"),
    [
        ({}, True),
        ({"origin": ADDRESS}, True),
        ({"origin": "http://evil.example"}, False),
        ({"origin": "null"}, False),
    ],
)
def test_a_socket_is_opened_by_our_own_pages_alone(
    with_echo: House, headers: dict[str, str], is_let_in: bool
) -> None:
    home = with_echo
    if not is_let_in:
        with pytest.raises(WebSocketDisconnect), home.client.websocket_connect("/echo", headers=headers):
            pass
        assert len(home.running.sockets) == 0
        return
    with home.client.websocket_connect("/echo", headers=headers) as line:
        line.send_text("olé")
        assert line.receive_text() == "olé"
        assert len(home.running.sockets) == 1
    until_alone(home)


def until_alone(home: House) -> None:
    """Wait until the server has counted every socket as closed."""
    for _ in range(200):
        if not len(home.running.sockets):
            return
        time.sleep(0.01)
    raise AssertionError("a socket stayed open")


def test_sockets_are_so_many_of_one_pass_of_one_address_and_in_all(tmp_path: Path) -> None:
    with house(tmp_path, limits=HouseLimits(sockets_per_person=1)) as home:
        home.client.app.register(echo)
        home.come()
        with (
            home.client.websocket_connect("/echo"),
            pytest.raises(WebSocketDisconnect),
            home.client.websocket_connect("/echo"),
        ):
            pass
        until_alone(home)
        with home.client.websocket_connect("/echo"):
            pass
        assert "too_many" in home.events()
    sockets = SocketRegistry(HouseLimits(sockets=3, sockets_per_address=2))
    lines = [Line() for _ in range(4)]
    for line, address in zip(lines, ("a", "a", "b", "c"), strict=True):
        if address == "c":
            with pytest.raises(NovamasError):
                sockets.enter(line, "", address)
        else:
            sockets.enter(line, "", address)
    sockets.leave(lines[2])
    sockets.leave(lines[2])
    with pytest.raises(NovamasError):
        sockets.enter(lines[2], "", "a")
    sockets.enter(lines[2], "", "c")
    assert len(sockets) == 3


class Line:
    """A socket that remembers how it was closed."""

    code = 0

    async def close(self, code: int = 1000, reason: str | None = None) -> None:
        self.code = code


def test_sockets_of_a_revoked_pass_are_dropped_and_all_are_told_when_the_house_stops() -> None:
    sockets = SocketRegistry(HouseLimits())
    mine, other = Line(), Line()
    sockets.enter(mine, "mine", "a")
    sockets.enter(other, "other", "a")
    assert asyncio.run(sockets.drop({"mine"})) == 1
    assert (mine.code, other.code, len(sockets)) == (4401, 0, 1)
    asyncio.run(sockets.stop())
    assert (mine.code, other.code, len(sockets)) == (4401, 1012, 0)
    with pytest.raises(NovamasError):
        sockets.enter(mine, "mine", "a")


def test_a_pass_that_is_revoked_elsewhere_loses_its_sockets(tmp_path: Path) -> None:
    with house(tmp_path) as home:
        home.client.app.register(echo)
        home.come()
        person = home.client.get("/api/me").json()["person"]
        with home.client.websocket_connect("/echo") as line:
            home.running.people().revoke(person)
            with home.client.portal() as portal:
                assert portal.call(home.running.sweep) == 1
            with pytest.raises(WebSocketDisconnect) as ended:
                line.receive_text()
            assert ended.value.code == 4401


def test_metrics_are_for_an_operator_or_for_this_machine(tmp_path: Path) -> None:
    from novamas.server.settings import Figures

    with house(tmp_path, figures=Figures(loopback=True)) as home:
        assert home.client.get("/metrics").status_code == 401  # `testclient` is not this machine
        token = give_token(home.store, "Maria")
        shown = home.client.get("/metrics", headers={"authorization": f"Bearer {token}"})
        assert shown.headers["content-type"].startswith("text/plain; version=")
    assert KEYS.cookies.hex() not in shown.text

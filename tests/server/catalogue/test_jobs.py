"""Jobs: long tasks run in other processes within limits, and short requests do not wait for them."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from tests.server.catalogue.conftest import Client, over, refused
from tests.server.catalogue.made_up import Busy, Dying, Failing, Growing, Sleeping, Unsendable

from novamas.house.odds import odds_payload
from novamas.law import library
from novamas.odds.cache import cached_odds
from novamas.server.application import application
from novamas.server.catalogue.dispatcher import AnswerFormat, Dispatcher
from novamas.server.catalogue.jobs import JobLimits
from novamas.server.catalogue.table_query import Law, TableQuery
from novamas.server.catalogue.tasks import Task

SLOW = "/api/odds/blackjack?norm=IB05&choice=authorised_minimum={euros} €"  # many seconds each
LIGHT = "/api/clauses/IB05.01.IV.1.A.a.1"


@pytest.fixture(autouse=True)
def nothing_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Empty the cache of odds, so that long tasks really take long."""
    monkeypatch.setenv("NOVAMAS_CACHE", str(tmp_path / "kept"))


@contextmanager
def serving(**limits: Any) -> Iterator[Client]:
    with TestClient(application(counting=JobLimits(**limits)), raise_server_exceptions=False) as client:
        yield client


def ask(client: Client, task: Task, asker: str = "1") -> Any:
    """Send a task directly to the dispatcher."""
    dispatcher: Dispatcher = client.app.state.dispatcher

    async def asked() -> Any:
        return await dispatcher.answer(task, AnswerFormat("en", asker))

    with client.portal() as portal:
        return portal.call(asked)


def sent(answer: Any) -> Any:
    return json.loads(answer.content)


def test_what_takes_long_is_a_job_that_tells_how_far_it_is() -> None:
    with serving(waits=0.05) as client:
        first = ask(client, Sleeping(1.5))
        assert first.status_code == 202
        shown = sent(first)
        assert shown["state"] in ("waiting", "running")
        assert sent(ask(client, Sleeping(1.5)))["id"] == shown["id"]  # who asks the same waits for the same
        pending = client.get(f"{shown['address']}/result")
        assert pending.status_code == 202
        seen = set()
        while (now := client.get(shown["address"]).json())["state"] != "done":
            seen.add((now["progress"] or {}).get("done"))
            time.sleep(0.1)
        assert len(seen - {None}) > 2
        assert now["result"]["slept"] == 1.5
        assert "novamas-" in now["result"]["in"]
        assert not Path(now["result"]["in"]).exists()
        assert client.get(now["result_address"]).json() == now["result"]
        assert ask(client, Sleeping(1.5)).status_code == 200
        assert client.delete(shown["address"]).status_code == 204
        assert refused(client.get(shown["address"])) == (404, "no_such_job")


def test_a_job_that_is_cancelled_gives_way_to_the_next() -> None:
    with serving(waits=0.05) as client:
        long, next_one = ask(client, Sleeping(60.0)), ask(client, Sleeping(0.1))
        address = sent(long)["address"]
        while client.get(address).json()["state"] == "waiting":
            time.sleep(0.05)
        assert client.delete(address).status_code == 204
        assert over(client, sent(next_one)["address"])["state"] == "done"


def test_no_job_stops_those_behind_it() -> None:
    with serving(waits=30.0) as client:
        assert ask(client, Unsendable()).status_code == 500
        assert ask(client, Sleeping(0.1)).status_code == 200


def test_a_job_that_was_cancelled_before_its_turn_is_not_begun() -> None:
    with serving(waits=0.05) as client:
        first, second, third = (ask(client, Sleeping(1.0, number)) for number in range(3))
        assert client.delete(sent(second)["address"]).status_code == 204
        assert over(client, sent(first)["address"])["state"] == "done"
        worker = client.app.state.dispatcher.jobs._queues["long"].worker
        process = worker._process.pid
        assert over(client, sent(third)["address"])["state"] == "done"
        assert worker._process.pid == process  # no one was killed for it


def test_a_job_has_so_many_seconds() -> None:
    with serving(waits=0.05, seconds=1.0) as client:
        found = over(client, sent(ask(client, Sleeping(60.0)))["address"])
        assert (found["state"], found["error"]["code"]) == ("failed", "job_too_long")
        assert "1" in found["error"]["says"]
        answer = client.get(found["result_address"])
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "1")


def test_there_are_so_many_jobs_of_one_asker_and_in_all() -> None:
    with serving(waits=0.01, most_of_asker=2, most=3) as client:
        told = [ask(client, Sleeping(60.0, number), "1") for number in range(3)]
        assert [answer.status_code for answer in told] == [202, 202, 429]
        assert sent(told[2])["error"]["code"] == "too_many_jobs"
        others = [ask(client, Sleeping(60.0, number), "2") for number in (3, 4)]
        assert [answer.status_code for answer in others] == [202, 503]
        assert sent(others[1])["error"]["code"] == "jobs_full"
        assert client.delete(sent(told[0])["address"]).status_code == 204
        assert ask(client, Sleeping(60.0, 5), "2").status_code == 202


def test_outcomes_are_kept_for_a_while() -> None:
    with serving(waits=0.01, kept_seconds=0.3) as client:
        address = sent(ask(client, Sleeping(0.1)))["address"]
        assert over(client, address)["state"] == "done"
        time.sleep(0.4)
        assert refused(client.get(address)) == (404, "no_such_job")


def test_a_worker_that_dies_is_replaced() -> None:
    with serving(waits=30.0) as client:
        lost = ask(client, Dying())
        assert (lost.status_code, sent(lost)["error"]["code"]) == (503, "job_lost")
        assert ask(client, Sleeping(0.1)).status_code == 200


def test_a_job_that_needs_too_much_memory_is_one_sentence() -> None:
    with serving(short_waits=30.0, megabytes=300) as client:
        large = ask(client, Growing())
        assert (large.status_code, sent(large)["error"]["code"]) == (422, "job_too_large")
        assert "300 MiB" in sent(large)["error"]["says"]
        assert ask(client, Busy(0.1)).status_code == 200


NEEDED = """
import sys, novamas.server.catalogue.law_tasks, novamas.server.catalogue.worker
print(*{"litestar", "sqlalchemy", "uvicorn"} & sys.modules.keys())
"""


def test_a_worker_is_begun_without_what_only_the_server_needs() -> None:
    found = subprocess.run([sys.executable, "-c", NEEDED], capture_output=True, text=True, check=True)
    assert found.stdout == "\n"


ABANDONED = """
import sys
from tests.server.catalogue.made_up import Sleeping
from novamas.server.catalogue.worker import Worker

def main():
    worker = Worker()
    worker.begin()
    print(worker._process.pid, flush=True)
    worker.do(Sleeping(60.0), "en", "json", 60.0, print, lambda: True)

if __name__ == "__main__":
    main()
"""


def test_a_server_that_is_killed_leaves_no_worker_behind(tmp_path: Path) -> None:
    script = tmp_path / "abandoned.py"
    script.write_text(ABANDONED, "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    with subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, env=environment) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        server.stdout.readline()  # how far it has come: it is at work
        server.kill()
    latest = time.monotonic() + 20
    while time.monotonic() < latest and _is_alive(worker):
        time.sleep(0.05)
    assert not _is_alive(worker)


def _is_alive(process: int) -> bool:
    """Return whether a process still runs. No process may outlive its parent."""
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def test_a_mistake_of_ours_tells_nothing_of_the_program(client: Client) -> None:
    found = ask(client, Failing())
    assert found.status_code == 500
    assert b"secret" not in found.content
    assert sent(found)["error"]["code"] == "our_mistake"


def test_odds_that_were_counted_are_answered_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cached odds are read without computation, even while the worker is busy."""
    monkeypatch.setattr("novamas.odds.cache.LONG", 0.0)
    opened = TableQuery("boule", Law("IB05"), ("seats=7",)).opened(library())
    expected = odds_payload(opened, cached_odds(opened))
    with serving(waits=0.05) as client:
        assert ask(client, Sleeping(30.0)).status_code == 202
        answer = client.get("/api/odds/boule?norm=IB05&choice=seats=7")
        assert answer.status_code == 200
        assert answer.json() == json.loads(msgspec.json.encode(expected, enc_hook=str))
        other = client.get("/api/odds/boule?norm=IB05&choice=seats=8")
        assert other.status_code == 202


def test_heavy_requests_leave_light_ones_alone() -> None:
    """A hundred requests for odds are refused or queued, and a clause is returned as fast as before."""
    with serving(waits=0.2, most_of_asker=200, most=20) as client:

        def light(count: int) -> float:
            taken = []
            for number in range(count):
                start = time.perf_counter()
                assert client.get(f"{LIGHT}?lang=es&n={number}").status_code == 200
                taken.append(time.perf_counter() - start)
            return median(taken)

        light(20)
        before = light(50)
        with ThreadPoolExecutor(100) as crowd:
            asked = [crowd.submit(client.get, SLOW.format(euros=number + 1)) for number in range(100)]
            while not any(one.done() for one in asked):
                time.sleep(0.01)
            during = light(50)
            statuses = [one.result().status_code for one in asked]
        after = light(50)
        assert sorted(set(statuses)) == [202, 503]
        assert statuses.count(202) == 20
        assert min(during, after) < max(4 * before, 0.02)

"""The log: no secret gets into it, no line can be forged, every important event is documented."""

from __future__ import annotations

import ast
import io
import json
import logging
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import get
from tests.server.conftest import System, prepared
from tests.server.house import House, house
from tests.words.codes import SOURCE, called, parsed

from novamas.equipment.chance import CommittedSource
from novamas.hall.people.operators import give_token
from novamas.server.application import application
from novamas.server.logs import JsonLines, TextLines, events, log, one_line, redacted, set_up
from novamas.server.settings import HouseLimits, Logging

CANARY = "c0ffee" * 10 + "c0de"  # 64 hexadecimal digits, as a token, a seed or a signature has


@pytest.fixture
def home(tmp_path: Path) -> Iterator[House]:
    with house(tmp_path, limits=HouseLimits(failures=100_000), logging_=Logging(requests=True)) as found:
        yield found


def test_no_secret_reaches_the_log_by_any_route(home: House) -> None:
    cookie, operator = home.come("Aina"), give_token(home.store, "Maria")
    tokens = prepared(home.store)
    carried = home.client.post("/api/me/carry").json()["path"].rpartition("/")[2]
    seed = CommittedSource().kept()
    secrets = [CANARY, cookie, operator, carried, seed, *tokens.values(), *cookie.split(".")[1::2]]
    for path in [*sorted({route.path for route in application().routes}), "/nowhere/{code}"]:
        for part in (CANARY, carried):
            for method in ("GET", "POST"):
                for bearer in (seed, operator, tokens["office"]):
                    home.client.request(
                        method,
                        _filled(path, part),
                        params={"token": CANARY, "seed": seed},
                        json={"token": CANARY, "seed": seed, "name": CANARY, "code": part},
                        headers={
                            "authorization": f"Bearer {bearer}",
                            "idempotency-key": CANARY,
                            "x-forwarded-for": CANARY,
                            "user-agent": CANARY,
                            "referer": f"http://x/{CANARY}",
                        },
                    )
                home.client.request(method, _filled(path, part), headers={"cookie": f"novamas={CANARY}"})
    told = home.log()
    assert len(home.lines()) > 500
    assert [secret for secret in secrets if secret in told] == []
    shown = home.client.get("/metrics", headers={"authorization": f"Bearer {operator}"}).text
    assert [secret for secret in secrets if secret in shown] == []
    assert "Aina" not in told + shown


def _filled(path: str, part: str) -> str:
    return "/".join(part if each.startswith("{") else each for each in path.split("/"))


def test_a_mistake_is_logged_whole_but_for_secrets_and_told_without_a_trace(home: House) -> None:
    @get("/mistake", sync_to_thread=False)
    def mistake() -> None:
        raise RuntimeError(f"the seed was {CANARY}")

    home.client.app.register(mistake)
    answer = home.client.get("/mistake")
    assert (answer.status_code, answer.json()["error"]["code"]) == (500, "our_mistake")
    assert "RuntimeError" not in answer.text
    line = next(line for line in home.lines() if line["event"] == "our_mistake")
    assert "RuntimeError: the seed was …" in line["trace"]
    assert "test_logs.py" in line["trace"]
    assert line["route"] == "/mistake"
    assert CANARY not in home.log()


@pytest.mark.parametrize("form", ["json", "text"])
def test_no_line_is_forged(form: str) -> None:
    written = io.StringIO()
    logger = logging.getLogger("novamas.server")
    before = logger.handlers, logger.propagate, logger.level
    set_up(Logging(form=form), written)  # type: ignore[arg-type]
    try:
        evil = 'x\n{"event":"operator_admitted"}\r\x1b[2J\u2028\u202e\x85 level=error'
        log("token_refused", code=evil, address=evil)
    finally:
        logger.handlers, logger.propagate = before[:2]
        logger.setLevel(before[2])
    lines = written.getvalue().splitlines()
    assert len(lines) == 1
    assert not any(character in lines[0] for character in "\r\x1b\u2028\u202e\x85")
    if form == "json":
        assert json.loads(lines[0])["event"] == "token_refused"


def test_what_other_libraries_say_is_told_in_one_line() -> None:
    record = logging.LogRecord(
        "uvicorn.error", logging.WARNING, "x.py", 1, f"bad\nrequest {CANARY}", (), None
    )
    assert json.loads(JsonLines().format(record))["said"] == "bad\nrequest …"
    assert len(TextLines().format(record).splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (CANARY, "…"),
        (f"v1.{CANARY[:32]}.3.{CANARY}", "v1.….3.…"),
        ("q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=", "…"),
        ("/lototrot/outlets/{outlet:str}/sales", "/lototrot/outlets/{outlet:str}/sales"),
        ("test_a_killed_server_loses_nothing_and_doubles_nothing", None),
        ("postgresql://novamas@localhost:5432/books", None),
    ],
)
def test_what_looks_like_a_secret_is_cut_and_nothing_else(text: str, told: str | None) -> None:
    assert redacted(text) == (text if told is None else told)


def test_a_line_has_no_controls() -> None:
    assert one_line("olé · 5 €\n\t") == "olé · 5 €\\u000a\\u0009"


SAID = """
import asyncio, logging, sys, threading, warnings
from tests.server.catalogue.made_up import Failing, Grumbling
from novamas.server import logs
from novamas.server.catalogue.worker import Worker
from novamas.server.settings import Logging

class Ending:
    def __del__(self):
        raise RuntimeError("at its\\nend")

async def forgotten():
    raise RuntimeError("forgotten")

async def main():
    asyncio.get_running_loop().call_exception_handler({"message": "of the\\nloop"})
    task = asyncio.create_task(forgotten())
    await asyncio.sleep(0)
    del task

def thread():
    raise RuntimeError("in a\\nthread")

if __name__ == "__main__":
    with logs.whole_process(Logging(form="json")):
        for name in ("sqlalchemy.pool", "litestar", "websockets.server", "uvicorn", "numba", "elsewhere"):
            logging.getLogger(name).error("two\\nlines of %s", name)
        warnings.warn("an old\\nword", DeprecationWarning, stacklevel=1)
        warnings.warn("a warning", UserWarning, stacklevel=1)
        worker = Worker()
        for task in (Failing(), Grumbling()):
            worker.do(task, "en", "json", 20.0, print, lambda: True)
        worker.end()
        begun = threading.Thread(target=thread)
        begun.start()
        begun.join()
        Ending()
        asyncio.run(main())
        raise RuntimeError("the\\nlast")
"""
EXPECTED = {
    *("sqlalchemy.pool", "litestar", "websockets.server", "uvicorn", "numba", "elsewhere", "asyncio"),
    *("py.warnings", "our_mistake", "novamas.server.jobs", "of.the.worker"),
}


def test_every_line_is_json_whoever_says_it(tmp_path: Path) -> None:
    """Every log line is JSON, also from libraries, warnings, workers and uncaught exceptions."""
    script = tmp_path / "said.py"
    script.write_text(SAID, "utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONWARNINGS": "always"}
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False, env=environment
    )
    assert ran.returncode == 1
    lines = [json.loads(line) for line in ran.stderr.splitlines()]
    events_said = {line["event"] for line in lines}
    assert events_said >= EXPECTED, EXPECTED - events_said
    where = [line.get("where") for line in lines if line["event"] == "our_mistake"]
    assert where == ["thread", "finaliser", "process"]
    assert "RuntimeError: the\nlast" in lines[-1]["trace"]
    assert any("the worker warns" in line.get("said", "") for line in lines)


# ---------------------------------------------------------------- significant events


def logged() -> set[str]:
    """Return the names of all events that the server logs. No other package writes to the log."""
    found: set[str] = set()
    for path in (SOURCE / "server").rglob("*.py"):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Call) and called(node) in ("log", "_log_refusal") and node.args:
                match node.args[0]:
                    case ast.Constant(value=str(name)):
                        found.add(name)
    return found


def test_the_list_of_events_is_what_the_program_logs() -> None:
    assert logged() == set(events())


def test_refusals_of_what_one_may_not_do_are_logged(system: System, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "novamas.server"):
        system.ask("GET", "/lototrot/accounts", who="palma-1")
    ours = [one for one in caplog.records if one.name == "novamas.server"]
    figures: list[dict[str, Any]] = [vars(one)["figures"] for one in ours]
    assert [one.getMessage() for one in ours] == ["not_allowed"]
    assert figures[0]["code"] == "token_may_not"

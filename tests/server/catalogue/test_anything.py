"""Any request to any route gets a documented answer, and never an internal error."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import httpx
import pytest
import uvicorn
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.pools.day_at_the_races import DAY, NOON
from tests.server.conftest import BET, TICKET, prepared
from tests.store.databases import Clock
from tests.support.json_schema import Validator

from novamas import open as open_sitting
from novamas.games import GAMES
from novamas.hall.people.operators import give_token
from novamas.law import norms
from novamas.server.application import application, described
from novamas.server.catalogue.jobs import JobLimits
from novamas.server.settings import HouseLimits, Settings
from novamas.store import open_store
from novamas.words import voice_for


def recorded() -> str:
    """Return a record of two spins."""
    sitting = open_sitting("ruleta", norm="IB05", seed=7)
    sitting.round("s1 bet rojo 10 €", "s2 bet pleno:17 5 €")
    with TemporaryDirectory() as folder:
        sitting.save(Path(folder) / "record.jsonl")
        return (Path(folder) / "record.jsonl").read_text("utf-8")


DESCRIBED = json.loads(described())
SCHEMA = Validator(DESCRIBED)
RECORD = recorded()
FORMS = Path(__file__).parents[3] / "docs" / "pools"
PROGRAMME = (FORMS / "jornada-2.toml").read_text("utf-8")
PLAN = voice_for("en").text("pools_told.plan_form")
MANY = 10**6
SERVED = Settings(
    limits=HouseLimits(
        requests_per_second=MANY,
        burst=MANY,
        failures=MANY,
        person_requests_per_second=MANY,
        person_burst=MANY,
        arrivals_per_minute=MANY,
        arrivals_burst=MANY,
    )
)
# Who has time waits for what comes of a job; who has none gives up a long one before it costs much.
PATIENT = JobLimits(waits=1.5, short_waits=1.5, seconds=1.0, short_seconds=1.0, most_of_asker=MANY, most=MANY)
HURRIED = JobLimits(
    waits=0.1, short_waits=0.1, seconds=0.2, short_seconds=10.0, most_of_asker=MANY, most=MANY
)
OPERATIONS = [
    (method.upper(), path) for path, operations in DESCRIBED["paths"].items() for method in operations
]


@pytest.fixture(scope="module")
def api() -> Any:
    """Return the API description, from which random requests are generated."""
    import schemathesis  # which takes long, and no one else needs it

    return schemathesis.openapi.from_dict(json.loads(described()))


class Asked(NamedTuple):
    """A server, its possible callers (none, a guest, an operator, terminals), and existing ids."""

    address: str
    callers: dict[str, dict[str, str]]  # headers
    known: dict[str, list[Any]]


@pytest.fixture(scope="module")
def asked(soak: bool, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    """Yield a server on its own port, with tables of a guest, a race day and an issue."""
    clock = Clock()
    clock.now = NOON
    store = open_store(tmp_path_factory.mktemp("house") / "books.sqlite", clock=clock)
    terminals = prepared(store)
    operator = give_token(store, "Maria")
    app = application(store, SERVED, counting=PATIENT if soak else HURRIED)
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_config=None, lifespan="on"))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    address = f"http://127.0.0.1:{port}"
    codes: list[str] = []
    with httpx.Client(base_url=address) as guest:
        guest.post("/api/me", json={"name": "Aina"}).raise_for_status()
        tables = [
            guest.post("/api/tables", json={"game": game, "bots": bots}).raise_for_status().json()["table"]
            for game, bots in (("ruleta", {}), ("blackjack", {"1": "steady"}), ("holdem", {}), ("craps", {}))
        ]
        cookie = f"novamas={guest.cookies['novamas']}"
        for game, ticket in (("lototrot", BET), ("promotrot", TICKET)):
            seller = {"authorization": f"Bearer {terminals['palma-1']}", "idempotency-key": game}
            sold = guest.post(f"/{game}/outlets/palma-1/sales", json=ticket, headers=seller)
            codes.append(sold.raise_for_status().json()["code"])
    bearers = {"operator": operator, **terminals}
    callers = {
        "nobody": {},
        "guest": {"cookie": cookie},
        **{name: {"authorization": f"Bearer {token}"} for name, token in bearers.items()},
    }
    yield Asked(address, callers, {"table": [*tables, "0" * 16], "code": [*codes, "PALMA-1-1-AAAAAAAAAAA"]})
    server.should_exit = True
    thread.join()
    store.close()


LIKELY: dict[str, list[Any]] = {
    "game": [*GAMES, "lototrot", "promotrot"],
    "norm": [*norms(), "none"],
    "in": ["aragon", "illes_balears", "castilla_la_mancha"],
    "on": ["2012-01-01", "0001-01-01", "9999-12-31", "2012-13-01"],
    "choice": [["minimum=2 €"], ["seats=3"], ["commission=1/20"], ["chip=0"], ["x=1/0"], ["house_way=1"]],
    "one": [["minimum=2 €"], ["seats=3"]],
    "between": ["IB05,AR10", "IB09,AR10", "2008-01-01,2012-01-01"],
    "forecast": ["1/1/1/1/1/1/1", "1,2/1/1/1/1/1/8", "1/1/1", "9/1/1/1/1/1/1"],
    "bet": ["pleno", "ante", "mano", "rojo"],
    "clause": [
        "IB05.01.IV.1.A.a.1",
        "AR10.1.3.d.1",
        "IB05." + "00.AU.1-3",
        "IB05." + "00.AU.3-1",
    ],  # spans of clauses that there are not
    "path": ["IB05", "IB05.01"],
    "of": ["common", "floor", "school", *GAMES],
    "hand": ["As Kd", "As Ks Qs Js 10s", "A♠ A♠", "?"],
    "bank": ["9d", "As"],
    "cards": ["As Ks Qs Js 10s", "As Kd Qh", "Jk As"],
    "board": ["2c 7d 9h", "2c 7d 9h 10h Jh"],
    "lesson": ["ruleta_cero", "blackjack_seguro_y_pares"],
    "kind": ["record", "csv", "phh", "phhs", "payouts", "pots", ["terms"], ["irregularities"]],
    "eyes": ["s1", "s99", "rail", "croupier", "chance", "nobody"],
    "record": [RECORD, RECORD[:-20], RECORD.replace("rojo", "verde"), RECORD.split("\n", 1)[0]],
    "session": [RECORD, "round,seat,bet,stake\n1,1,rojo,10\n", "[1]\nvariant = 'NT'\n"],
    "floor": [
        "game = 'ruleta'",
        "[[tables]]\ngame = 'boule'\n[tables.rules]\nminimum = -1",
        {"game": "craps"},
    ],
    "day": [DAY.isoformat(), "2026-11-21", "9999-12-31"],
    "outlet": ["palma-1", "inca-2", "office"],
    "issue": ["herradura-1", "none"],
    "round": [0, 1, 2],
    "pace": [None, {"step_ms": 100}, {"step_ms": 60}],
    "cents": [0, 100, 10**9],
    "paid": [100],
    "race": [1, 7, 8],
    "winners": [[1], [1, 2]],
    "plan": [PLAN],
    "programme": [PROGRAMME],
    "deed": ["s1 bet rojo 10 €", "s1 bet pleno:99 5 €", "chance drawn 7", "nonsense"],
    "exercise": [
        {"kind": "payouts", "game": "ruleta"},
        {"kind": "terms"},
        {"kind": "pots", "game": "holdem"},
    ],
}


WHOLE = {  # bodies that are right, and done where the caller may
    "/lototrot/outlets/{outlet}/sales": BET,
    "/promotrot/outlets/{outlet}/sales": TICKET,
    "/lototrot/days/{day}/results": {"race": 1, "winners": [1]},
    "/api/tables": {"game": "craps", "pace": {"step_ms": 100}},
    "/api/tables/{table}/bank": {"fill": 10_000},
}


def go_far(case: Any, data: st.DataObject, known: dict[str, list[Any]]) -> None:
    """Replace a random value by a likely one, so that the request gets past the first checks."""
    for part in (case.path_parameters, case.query, case.body):
        if isinstance(part, dict):
            for name in sorted(known.keys() & part.keys()):
                if data.draw(st.sampled_from((True, True, True, False))):
                    part[name] = data.draw(st.sampled_from(known[name]))


def likely_callers(path: str) -> list[str]:
    """Return the callers for a path: most often an authorised one, sometimes one of the others."""
    others = ["nobody", "guest", "operator", "palma-1", "inca-2", "office", "seller"]
    if path.startswith("/api/tables/house"):
        return [*others, *["operator"] * 12]
    if path.startswith("/api"):
        return [*others, *["guest"] * 12]
    return [*others, *["office", "palma-1"] * 6]


@pytest.mark.parametrize(("method", "path"), OPERATIONS, ids=[" ".join(one) for one in OPERATIONS])
def test_any_request_is_answered(asked: Asked, soak: bool, api: Any, method: str, path: str) -> None:
    answers = DESCRIBED["paths"][path][method.lower()]["responses"]

    @settings(
        max_examples=100 if soak else 5,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        derandomize=True,
        database=None,
    )
    @given(case=api[path][method].as_strategy(), data=st.data())
    def ask(case: Any, data: st.DataObject) -> None:
        caller = data.draw(st.sampled_from(likely_callers(path)))
        own = {"outlet": [caller]} if caller in ("palma-1", "inca-2") else {}
        go_far(case, data, LIKELY | asked.known | own)
        if path in WHOLE and data.draw(st.booleans()):
            case.body = WHOLE[path]
        answer = case.call(base_url=asked.address, headers=asked.callers[caller], timeout=60)
        assert str(answer.status_code) in answers, answer.text
        media = answer.headers.get("content-type", [""])[0].partition(";")[0]
        if answer.status_code != 204:
            schema = answers[str(answer.status_code)]["content"][media]["schema"]
            if media == "application/json":  # schemathesis itself cannot hold tuples against their schema
                assert list(SCHEMA.faults(answer.json(), schema)) == []
        is_ours = answer.status_code >= 500 and answer.json()["error"]["code"] != "job_too_long"
        assert not is_ours, answer.text
        if answer.status_code >= 400:
            assert answer.json()["error"]["says"]

    ask()

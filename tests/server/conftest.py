"""The central system with an open day, a published issue, two outlets, and a token for each right."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient
from tests.pools.day_at_the_races import DAY, NOON, programme, rules
from tests.pools.promotrot import SEED, pre_drawn
from tests.store.databases import Clock

from novamas.pools.lototrot.office import Office as LototrotOffice
from novamas.pools.promotrot.office import Office as PromotrotOffice
from novamas.server.application import application
from novamas.server.pools.terminals import give_token
from novamas.server.settings import HouseLimits, Settings
from novamas.store import Store, open_store, verify

RIGHT = "1/1/1/1/1/1/1"
PATIENT = Settings(limits=HouseLimits(failures=1000))  # tests of refusals need not wait
BET = {"day": DAY.isoformat(), "forecast": RIGHT, "paid": 100}
TICKET = {"issue": "herradura-1", "paid": 100}


def prepared(store: Store) -> dict[str, str]:
    """Return a day and an issue with tokens for two outlets, the office, and an outlet that only sells."""
    lototrot, promotrot = LototrotOffice(store), PromotrotOffice(store)
    for outlet in ("palma-1", "inca-2"):
        lototrot.authorise(outlet, f"Bar {outlet}")
        promotrot.authorise(outlet, f"Bar {outlet}")
    lototrot.open_day(programme(), rules())
    promotrot.publish(pre_drawn(), seed=SEED)
    return {
        "palma-1": give_token(store, "palma-1", ["sell", "pay"]),
        "inca-2": give_token(store, "inca-2", ["sell", "pay"]),
        "office": give_token(store, "office", ["pay", "office"]),
        "seller": give_token(store, "palma-1", ["sell"]),
    }


class System:
    """The central system as a client with a token uses it."""

    def __init__(self, store: Store, clock: Clock, client: TestClient[Litestar]) -> None:
        self.store, self.clock, self.client = store, clock, client
        self.tokens = prepared(store)
        self.keys = 0

    def ask(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        who: str = "palma-1",
        key: str | None = None,
        language: str = "es",
    ) -> httpx.Response:
        self.keys += 1
        headers = {
            "authorization": f"Bearer {self.tokens[who]}",
            "idempotency-key": key or f"key-{self.keys}",
            "accept-language": language,
        }
        return self.client.request(method, path, json=body, headers=headers)

    def done(self, method: str, path: str, body: object = None, **how: Any) -> Any:
        """Return the response to a request that must succeed."""
        answer = self.ask(method, path, body, **how)
        assert answer.status_code in (200, 201), answer.text
        return answer.json()

    def refused(self, method: str, path: str, body: object = None, **how: Any) -> tuple[int, str, str | None]:
        """Check that a refusal is one sentence in every language and enters nothing. Return its error."""
        before, told = self.entries(), set()
        for language in ("ca", "en", "es"):
            answer = self.ask(method, path, body, language=language, **how)
            error = answer.json()["error"]
            assert answer.headers["content-language"] == language
            assert "\n" not in error["says"]
            assert error["says"].endswith(f"({error['clause']})" if error["clause"] else ".")
            told.add(error["says"])
        assert len(told) == 3
        assert self.entries() == before
        return answer.status_code, error["code"], error["clause"]

    def entries(self) -> int:
        found = verify(self.store)
        assert found.breach is None
        return found.entries

    def settle(self) -> None:
        """Run the day. The first horse wins every race, and prizes are paid from the next day on."""
        office = LototrotOffice(self.store)
        self.clock.now = NOON + timedelta(hours=9)
        office.close_day(DAY, NOON + timedelta(hours=4))
        for race in range(1, 8):
            office.enter_result(DAY, race, [1])
        office.settle_day(DAY)
        office.order_payment(DAY)
        self.clock.now += timedelta(days=2)


@pytest.fixture(autouse=True)
def nothing_left_behind(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Store all data of the process in this folder."""
    monkeypatch.setenv("NOVAMAS_DATA", str(tmp_path / "data"))


@contextmanager
def a_system(folder: Path) -> Iterator[System]:
    clock = Clock()
    clock.now = NOON
    with (
        open_store(str(folder / "books.sqlite"), clock=clock) as store,
        TestClient(application(store, PATIENT), raise_server_exceptions=False) as client,
    ):
        yield System(store, clock, client)


@pytest.fixture
def system(tmp_path: Path) -> Iterator[System]:
    with a_system(tmp_path) as found:
        yield found


@pytest.fixture(scope="module")
def untouched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[System]:
    """Yield one system for all tests of a file that enter nothing."""
    with a_system(tmp_path_factory.mktemp("system")) as found:
        yield found

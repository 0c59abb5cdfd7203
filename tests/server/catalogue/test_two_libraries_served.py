"""Two houses in one process serve two libraries. Their threads, workers and caches do not mix."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from litestar.testing import TestClient
from tests.server.catalogue.conftest import PATIENT
from tests.support.law_pack import NORM, two_libraries

from novamas.server.application import application

REGIONS = ("Somewhere", "Elsewhere")
PAYS = (8, 10)


def test_each_house_answers_by_its_own_library(tmp_path: Path) -> None:
    both = two_libraries(tmp_path)
    apps = [application(counting=PATIENT, law=law) for law in both]
    with (
        TestClient(apps[0]) as one,
        TestClient(apps[1]) as other,
        TestClient(application(counting=PATIENT)) as ours,
    ):
        houses = (one, other)
        spoken = {"accept-language": "en"}

        def read(nth: int, address: str) -> Any:
            answer = houses[nth].get(address, headers=spoken)
            assert answer.status_code == 200, answer.text
            return answer.json()

        for nth, region in enumerate(REGIONS):
            assert read(nth, f"/api/norms/{NORM}")["region"] == region
            assert f"pays {PAYS[nth]} to" in read(nth, f"/api/clauses/{NORM}.3")["clauses"][0]["says"]
            odds = read(nth, f"/api/odds/boule?norm={NORM}")  # a spawned worker computes it
            assert odds["bets"]["numero"]["edge"] == ("0", "-2/9")[nth]
        tags = {house.get("/api/norms", headers=spoken).headers["etag"] for house in (*houses, ours)}
        assert len(tags) == 3
        assert len({house.get("/api", headers=spoken).json()["edition"] for house in (*houses, ours)}) == 3
        packs = [house.get("/api", headers=spoken).json()["packs"] for house in (*houses, ours)]
        assert [[(pack["name"], pack["version"], pack["norms"]) for pack in each] for each in packs] == [
            *[[("novamas-zz26", "0.1.0", [NORM])]] * 2,
            [],
        ]
        assert packs[0][0]["hash"] != packs[1][0]["hash"]
        with ThreadPoolExecutor(4) as threads:
            asked = [(nth % 2, f"/api/norms/{NORM}?n={nth}") for nth in range(8)]
            assert [found["region"] for found in threads.map(lambda each: read(*each), asked)] == [
                *REGIONS
            ] * 4
        refused = ours.get(f"/api/norms/{NORM}", headers=spoken)
        assert refused.status_code == 404
        assert NORM not in ours.get("/api/norms", headers=spoken).text

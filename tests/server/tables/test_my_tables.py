"""A person's own tables: the list, closing one, and closing those without a bet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.tables.house import QUICK, Standing, in_house

from novamas.client import House, TableClient
from novamas.errors import NovamasError


async def lay(table: TableClient) -> None:
    """Bet five euros on a number."""
    await table.until(lambda now: now.offer("bet", bet="numero:1") is not None)
    bet = table.offer("bet", bet="numero:1")
    assert bet is not None
    await table.do(bet.turned(bet="numero:1", cents=500))


async def mine(house: House) -> dict[str, Any]:
    found: dict[str, Any] = await house._ask("GET", "/api/tables/mine", dict)
    return found


def test_own_tables_are_listed_with_what_is_in_play_and_those_of_others_are_not(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blas") as blas:
            opened = await ana.open("boule", pace=QUICK)
            async with ana.at(opened.table) as table:
                await table.sit(1, 10_000)
                await lay(table)
                [one] = (await mine(ana))["tables"]
                assert one["table"]["table"] == opened.table
                assert (one["chips"], one["staked"], one["is_idle"]) == (9_500, 500, False)
                assert one["awaits_me"]  # without a clock the house waits until she is ready
            assert (await mine(blas))["tables"] == []

    in_house(tmp_path / "books.sqlite", play)


def test_a_table_that_closes_makes_room_and_a_bet_keeps_one_open(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = [await ana.open("boule", pace=QUICK) for _ in range(3)]
            async with ana.at(opened[0].table) as table:
                await table.sit(1, 10_000)
                await lay(table)
                await ana._ask("POST", f"/api/tables/{opened[1].table}/close", dict, {})
                left = [one["table"]["table"] for one in (await mine(ana))["tables"]]
                assert sorted(left) == sorted([opened[0].table, opened[2].table])
                closed = await ana._ask("POST", "/api/tables/close-idle", dict, {})
                assert closed["closed"] == [opened[2].table]
                left = [one["table"]["table"] for one in (await mine(ana))["tables"]]
                assert left == [opened[0].table]

    in_house(tmp_path / "books.sqlite", play)


def test_nobody_closes_the_table_of_another(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blas") as blas:
            opened = await ana.open("boule", pace=QUICK)
            with pytest.raises(NovamasError) as refused:
                await blas._ask("POST", f"/api/tables/{opened.table}/close", dict, {})
            assert refused.value.code == "not_your_table"
            assert len((await mine(ana))["tables"]) == 1

    in_house(tmp_path / "books.sqlite", play)

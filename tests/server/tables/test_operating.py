"""The operator's routes for tables, practice chips for players who have few, and the metrics."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.server.tables.house import QUICK, Standing, in_house

from novamas.errors import NovamasError
from novamas.hall.people.operators import give_token
from novamas.hall.tables import commands
from novamas.hall.tables.accounts import purse
from novamas.hall.tables.entries import Credited, Filled, kind_name
from novamas.server.tables.context import TableLimits
from novamas.store import PUBLIC, Transfer, verify
from novamas.table.roles import CROUPIER


async def asked(
    standing: Standing, method: str, path: str, token: str = "", body: object = None
) -> httpx.Response:
    headers = {"authorization": f"Bearer {token}"} if token else {}
    async with httpx.AsyncClient(base_url=standing.address, trust_env=False) as http:
        return await http.request(method, path, headers=headers, json=body)


def test_an_operator_sees_all_tables_and_their_books_and_closes_one(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        token = give_token(standing.store, "Marta")
        async with standing.visitor("Ana") as ana:
            opened = await ana.open("boule", pace=QUICK, public=False)
            listed = (await asked(standing, "GET", "/api/tables/house", token)).json()
            assert [one["table"] for one in listed["tables"]] == [opened.table]
            books = (await asked(standing, "GET", f"/api/tables/house/{opened.table}/books", token)).json()
            assert books["account"]["closing"] == books["balances"]["float"] > 0
            async with ana.at(opened.table) as table:
                await table.sit(1, 10_000)
                closed = await asked(standing, "POST", f"/api/tables/house/{opened.table}/close", token)
                assert closed.status_code == 200
                async for _ in table:
                    pass
            assert (await ana.table(opened.table)).is_closed

    in_house(tmp_path / "books.sqlite", play)


OF_OPERATORS = (("GET", ""), ("GET", "/0123456789abcdef/books"), ("POST", "/0123456789abcdef/close"))


def test_without_an_operators_token_nobody_does(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        for method, path in OF_OPERATORS:
            for token, code in (("", "operator_missing"), ("0" * 64, "operator_unknown")):
                answer = await asked(standing, method, f"/api/tables/house{path}", token)
                assert (answer.status_code, answer.json()["error"]["code"]) == (401, code), path

    in_house(tmp_path / "books.sqlite", play)


def test_a_fill_or_a_credit_that_people_order_wants_two_of_them(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        marta, joan = give_token(standing.store, "Marta"), give_token(standing.store, "Joan")
        async with standing.visitor("Ana") as ana:
            table = (await ana.open("boule", pace=QUICK)).table
            bank, fill = f"/api/tables/house/{table}/bank", {"what": "fill", "cents": 50_000}

            async def refused(token: str, path: str, body: object) -> str:
                answer = await asked(standing, "POST", path, token, body)
                assert answer.status_code >= 400
                return str(answer.json()["error"]["code"])

            number = (await asked(standing, "POST", bank, marta, fill)).json()["proposal"]
            assert await refused(marta, f"{bank}/{number}", fill) == "same_person"
            assert await refused(joan, f"{bank}/{number}", {**fill, "cents": 60_000}) == "no_proposal"
            assert await refused(joan, f"{bank}/{'0' * 32}", fill) == "no_proposal"
            assert (await standing.hall.table(table)).state.bank.fills == 0
            done = (await asked(standing, "POST", f"{bank}/{number}", joan, fill)).json()
            assert (done["account"]["fills"], done["account"]["win"]) == (50_000, 0)
            assert await refused(joan, f"{bank}/{number}", fill) == "no_proposal"  # once
            assert await refused(joan, bank, {"what": "credit", "cents": 10**11}) == "bank_short"
            with pytest.raises(NovamasError) as may_not:  # the person who opened it is not a staff of it
                await ana._ask("POST", f"/api/tables/{table}/bank", dict, {"what": "credit", "cents": 7})
            assert may_not.value.code == "may_not"
            owner = (await standing.hall.table(table)).opened.owner
            await standing.hall.apply(table, commands.take_role(owner, "Ana", CROUPIER))
            credit = {"what": "credit", "cents": 7_000}
            number = (await ana._ask("POST", f"/api/tables/{table}/bank", dict, credit))["proposal"]
            done = (await asked(standing, "POST", f"{bank}/{number}", marta, credit)).json()
            assert (done["account"]["credits"], done["account"]["win"]) == (7_000, 0)
            with standing.store.reading() as books:
                slips = [
                    entry.read(body)
                    for entry in books.entries_after(f"table/{table}", 0)
                    for body in (Filled, Credited)
                    if entry.kind == kind_name(body)
                ]
            assert [(one.slip, one.agreed) for one in slips] == [(1, "operator Joan"), (2, "operator Marta")]
            assert slips[0].by == "operator Marta"
            assert verify(standing.store).breach is None

    in_house(tmp_path / "books.sqlite", play)


def test_whoever_has_few_chips_left_gets_more_once_a_day(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = await ana.open("boule", pace=QUICK)
            async with ana.at(opened.table) as table:
                await table.sit(1, 9_000)
                assert await refilled(ana) == 1_000  # those at the table count
                await table.stand()
            while (had := await refilled(ana)) == 1_000:
                await asyncio.sleep(0.05)
            assert had == 10_000
            lose(standing, 4_000)
            assert await refilled(ana) == 10_000
            lose(standing, 2_000)
            with pytest.raises(NovamasError) as refused:
                await refilled(ana)
            assert refused.value.code == "refilled_today"

    async def refilled(ana: Any) -> int:
        return int((await ana._ask("POST", "/api/tables/chips", dict))["cents"])

    def lose(standing: Standing, cents: int) -> None:
        with standing.store.reading() as books:
            (account,) = books.balances(purse(""))
        lost = [Transfer(account, PUBLIC, cents)]
        standing.store.write(lambda books: books.append("office/lost", "lost", {}, transfers=lost))

    in_house(tmp_path / "books.sqlite", play, TableLimits(least_step_ms=0, welcome=10_000))


def test_tables_and_seats_are_counted(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = await ana.open("boule", pace=QUICK, bots={2: "steady"})
            async with ana.at(opened.table) as table:
                await table.sit(1, 9_000)
            running = standing.app.state.running
            for measure in running.measures:
                measure()
            shown = running.metrics.as_text().decode()
            assert 'novamas_tables{game="boule"} 1.0' in shown
            assert 'novamas_seats{by="person"} 1.0' in shown
            assert 'novamas_seats{by="bot"} 1.0' in shown
            assert "novamas_commits_total" in shown

    in_house(tmp_path / "books.sqlite", play)

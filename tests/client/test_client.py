"""The client of live tables: example bots run, acts come too late, connections are lost."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.tables.house import QUICK, Standing, in_house

from novamas.client import House
from novamas.errors import NovamasError
from novamas.table.refusals import Refused
from novamas.table.results import Pocket

GUIDE = (Path(__file__).parent.parent.parent / "docs" / "bots.md").read_text("utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", GUIDE, re.S)
LINES_OF_A_BOT = 45


def test_the_bots_of_the_guide_run(tmp_path: Path) -> None:
    names: dict[str, Any] = {}
    for block in BLOCKS:
        assert len(block.splitlines()) <= LINES_OF_A_BOT
        exec(block, names)

    async def play(standing: Standing) -> None:
        books = await names["main"](standing.address)
        assert books["rounds"] == 1
        assert books["account"]["opening"] == 5_000_000
        came = await asyncio.to_thread(names["bet_on_seventeen"], standing.address)
        assert isinstance(came.result, Pocket)

    in_house(tmp_path / "books.sqlite", play)


def test_an_act_that_comes_too_late_is_asked_for_again_where_it_is_still_offered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = await ana.open("ruleta", pace=QUICK, seats=2)
            async with ana.at(opened.table) as table:
                await table.sit(1, 50_000)
                await table.until(lambda now: now.offer("bet", bet="rojo") is not None)
                bet = table.offer("bet", bet="rojo")
                assert bet is not None
                ask, late = table._ask, [True]

                async def ask_late(asked: Any) -> Any:
                    """Behave at the first call as if the last state of the table had not arrived."""
                    return await ask(replace(asked, at=0) if late and late.pop() else asked)

                monkeypatch.setattr(table, "_ask", ask_late)
                assert (await table.do(bet.turned(bet="rojo", cents=500))).done == 1
                assert not late
                with pytest.raises(Refused) as refused:
                    await table.do(bet.turned(bet="rojo", cents=200), bet.turned(bet="negro", cents=1))
                assert refused.value.code == "below_minimum"
                assert refused.value.clause
                assert sum(chips.cents for chips in table.view.chips) == 700  # the first of both stands

    in_house(tmp_path / "books.sqlite", play)


def test_a_line_that_breaks_is_taken_up_again_and_what_was_asked_is_done_once(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = await ana.open("ruleta", pace=QUICK, seats=2)
            async with ana.at(opened.table) as table:
                await table.sit(1, 50_000)
                await table.until(lambda now: now.offer("bet", bet="rojo") is not None)
                bet = table.offer("bet", bet="rojo")
                assert bet is not None
                for turn in range(3):
                    connected = turn + 1
                    await table.until(lambda now, times=connected: now.connections == times)  # type: ignore[misc]
                    asked = asyncio.create_task(table.do(bet.turned(bet="rojo", cents=200)))
                    await asyncio.sleep(0.002 * turn)
                    assert table._socket is not None
                    table._socket.transport.abort()
                    assert (await asked).done == 1
                await table.until(lambda now: now.connections == 4)
                assert [chips.cents for chips in table.view.chips] == [600]
                places = [(one.number, one.nth) for told in table._told for one in told.events]
                assert places == sorted(set(places))

    in_house(tmp_path / "books.sqlite", play)


def test_a_house_that_is_not_there_or_no_house_is_told_in_one_sentence(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        for address, code in (("http://127.0.0.1:1", "house_unreachable"), ("nonsense", "address_unfit")):
            with pytest.raises(NovamasError) as refused:
                async with House(address):
                    pass
            assert refused.value.code == code
        async with standing.visitor("Ana") as ana:
            same = House(standing.address, cookies=ana.cookies)
            async with same:
                opened = await same.open("boule", pace=QUICK)
            assert (await ana.table(opened.table)).is_owner

    in_house(tmp_path / "books.sqlite", play)

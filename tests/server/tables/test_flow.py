"""Play without obstacles: own tables, practice tables, refusals with a way out, and speeds."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest
from msgspec.structs import replace
from tests.server.tables.house import QUICK_LIMITS, Standing, in_house
from tests.server.tables.lines import Line, line_to
from tests.server.tables.test_messages import something
from tests.support.every_game import small_choices

from novamas.client import House
from novamas.hall.tables.pace import paces
from novamas.hall.text import says
from novamas.protocol.notices import NumberedHallEvent
from novamas.server.tables import tasks
from novamas.table.roles import RAIL, Who
from novamas.table.wire import reader
from novamas.words import voice_for

TABLES = "/api/tables"
PRACTICE: dict[str, Any] = {"practice": True, "bots": {"2": "steady"}, "sit": {}}


async def post(visitor: House, path: str, body: object = None) -> tuple[int, dict[str, Any]]:
    """Send a request, and return its status with the decoded response."""
    answer = await visitor._http.post(path, json=body)
    return answer.status_code, answer.json()


async def own(visitor: House) -> dict[str, Any]:
    return dict((await visitor._http.get(f"{TABLES}/mine")).json())


def test_nine_tables_in_a_row_are_opened_and_those_left_behind_are_closed(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = []
            for _ in range(9):
                status, table = await post(ana, TABLES, {"game": "boule", **PRACTICE})
                assert status == 201, table
                assert table["my_seats"] == [1]
                opened.append(table["table"])
            async with asyncio.timeout(5):
                while len((await own(ana))["tables"]) > 1:
                    await asyncio.sleep(0.02)
            assert [one["table"]["table"] for one in (await own(ana))["tables"]] == opened[-1:]

    in_house(tmp_path / "books.sqlite", play)


def test_the_refusal_of_a_further_table_says_which_tables_there_are(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            for _ in range(2):
                assert (await post(ana, TABLES, {"game": "boule"}))[0] == 201
            status, refused = await post(ana, TABLES, {"game": "boule"})
            mine = await own(ana)
            ids = [one["table"]["table"] for one in mine["tables"]]
            assert (status, refused["error"]["code"]) == (409, "tables_of_one_person")
            assert refused["error"]["values"] == {"most": 2, "tables": ids, "idle": ids}
            assert mine["most"] == 2
            assert (await post(ana, f"{TABLES}/mine/close_idle"))[1] == {"closed": ids}
            async with asyncio.timeout(5):
                while (await own(ana))["tables"]:
                    await asyncio.sleep(0.02)
            assert (await post(ana, TABLES, {"game": "boule"}))[0] == 201

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, tables_per_person=2))


def test_a_bet_keeps_a_practice_table_open_and_the_list_says_so(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            _, table = await post(ana, TABLES, {"game": "ruleta", **PRACTICE})
            async with line_to(standing, ana, table["table"], {"eyes": "s1"}) as line:
                while line.state["view"]["shows"]["phase"] != "betting":
                    await line.next()
                act = {"do": "bet", "by": 1, "bet": "rojo", "cents": 500}
                assert (await line.ask("act", at=line.number, acts=[act]))["done"] == 1
                (mine,) = (await own(ana))["tables"]
                assert (mine["staked"], mine["is_idle"], mine["awaits_me"]) == (500, False, True)
                assert (await post(ana, f"{TABLES}/mine/close_idle"))[1] == {"closed": []}
                assert (await post(blai, f"{TABLES}/{table['table']}/close"))[0] == 403
                assert (await own(blai))["tables"] == []

    in_house(tmp_path / "books.sqlite", play)


def test_an_empty_purse_is_refused_with_the_way_out_and_a_practice_table_needs_none(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            status, refused = await post(ana, TABLES, {"game": "boule", "sit": {"cents": 10_000}})
            assert (status, refused["error"]["code"]) == (422, "purse_short")
            # the wallet is as full as a refill would make it, so a refill is no way out
            assert refused["error"]["values"] == {"has": 5_000, "wanted": 10_000, "may_refill": False}
            assert (await own(ana))["tables"] == []
            _, table = await post(ana, TABLES, {"game": "boule", **PRACTICE})
            async with line_to(standing, ana, table["table"], {"eyes": "s1"}) as line:
                chips = line.state["seats"][0]["chips"]
                assert (await line.ask("top_up", cents=700))["done"] == 1
                assert line.state["seats"][0]["chips"] == chips + 700
            assert (await ana._http.get(f"{TABLES}/chips")).json() == {"cents": 5_000}

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, welcome=5_000))


def test_a_practice_table_whose_owner_does_not_come_back_is_closed(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            _, table = await post(ana, TABLES, {"game": "boule", **PRACTICE})
            async with line_to(standing, ana, table["table"], {"eyes": "s1"}):
                await asyncio.sleep(0.2)
                assert len((await own(ana))["tables"]) == 1
            async with asyncio.timeout(5):
                while (await own(ana))["tables"]:
                    await asyncio.sleep(0.02)

    in_house(tmp_path / "books.sqlite", play, replace(QUICK_LIMITS, left_seconds=0.05))


def test_a_table_is_listed_only_while_a_person_is_there(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = (await ana.open("boule")).table
            found = await standing.hall.table(table)
            assert [one.table for one in await blai.tables()] == [table]  # it was just opened
            found.ticks = found.ticks._replace(touched=found.ticks.touched - 10**9)
            assert await blai.tables() == ()
            async with ana.at(table):
                assert [one.table for one in await blai.tables()] == [table]

    in_house(tmp_path / "books.sqlite", play)


def test_the_speed_is_sent_with_each_step_and_kept_for_the_person(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            pace = {"speed": "quick", "betting_ms": 0, "patience_ms": 0}
            _, table = await post(ana, TABLES, {"game": "boule", **PRACTICE, "pace": pace})
            assert table["pace"]["speed"] == "quick"
            async with line_to(standing, ana, table["table"], {"eyes": "s1"}) as line:
                greeting = line.came[0]
                assert greeting["durations"] == paces()["quick"]
                assert greeting["pace"] == "quick"
                assert (await line.ask("pace", speed="calm"))["done"] == 1
                assert line.state["pace"] == "calm"
                assert line.state["durations"] == paces()["calm"]
                while 1 not in line.state["awaited"]:
                    await line.next()
                offer = next(one for one in line.state["view"]["offers"] if one["act"]["do"] == "bet")
                assert (await line.ask("act", at=line.number, acts=[offer["act"]]))["done"] == 1
                assert (await line.ask("ready"))["done"] == 1
                while not any("ms" in one and "ball" in one["steps"] for one in line.came):
                    await line.next()
                shown = next(one for one in line.came if "ball" in one.get("steps", ()))
                assert shown["ms"] == sum(paces()["calm"][kind] for kind in shown["steps"])
                begun = asyncio.get_running_loop().time()
                assert (await line.ask("finish"))["done"] == 1
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        while 1 not in line.state["awaited"]:
                            await line.next()
                assert asyncio.get_running_loop().time() - begun < 0.5
            assert (await ana._http.get("/api/me")).json()["pace"] == "calm"
            _, other = await post(ana, TABLES, {"game": "boule", **PRACTICE})
            assert other["pace"]["speed"] == "calm"

    in_house(tmp_path / "books.sqlite", play)


@pytest.mark.parametrize("game", ["blackjack", "sin_descarte", "holdem", "ruleta"])
def test_who_reloads_gets_the_past_rounds_that_the_same_viewpoint_saw(game: str, tmp_path: Path) -> None:
    """The log, the payments and the net result of each round equal those that came over the socket."""

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            seats = small_choices(game, {"seats": 3})["seats"]
            opening = {"game": game, "choices": {"seats": seats}, "practice": True, "sit": {"seat": 1}}
            opening["pace"] = {"speed": "instant", "betting_ms": 0, "patience_ms": 0}
            minds = (await ana._http.get(f"/api/setups/{game}")).json()["minds"]
            opening["bots"] = {str(seat): minds[0] for seat in range(2, seats + 1)}
            status, table = await post(ana, TABLES, opening)
            assert status == 201, table
            id = table["table"]
            async with (
                line_to(standing, ana, id, {"eyes": "s1", "since": 0, "language": "en"}) as line,
                line_to(standing, blai, id, {"since": 0, "language": "en"}) as rail,
            ):
                rng, asked = Random(game), 0
                while line.state["view"]["rounds"] < 3 and asked < 300:
                    await something(line, rng)
                    asked += 1
                await asyncio.sleep(0.3)  # bots have acted
                for one, visitor, eyes in ((line, ana, "s1"), (rail, blai, "rail")):
                    await one.ask("ping")
                    found = await history(visitor, id, f"eyes={eyes}")
                    log = [
                        (state["number"], state["says"]) for each in reversed(found) for state in each["log"]
                    ]
                    assert log == in_sentences(one, game, 1 if eyes == "s1" else RAIL)
                    paid = [(at, event) for at, event in one.events if event["event"] == "payment"]
                    assert [((why["number"], why["nth"]), why["payment"]) for why in payments(found)] == paid
                    assert await history(visitor, id, f"eyes={eyes}&before=2") == found[-1:]
                own, live = await history(ana, id, "eyes=s1"), await standing.hall.table(id)
                brought = (live.session.cash or {})[1]
                assert sum(one["net"] or 0 for one in own) == live.chips_of(1) + live.staked_by(1) - brought
            assert (await blai._http.get(f"{TABLES}/{id}/history?eyes=s1")).status_code == 403

    in_house(tmp_path / "books.sqlite", play)


async def history(visitor: House, id: str, query: str) -> list[dict[str, Any]]:
    """Return the past rounds of a table, the newest first."""
    answer = await visitor._http.get(f"{TABLES}/{id}/history?{query}", headers={"accept-language": "en"})
    return list(answer.json()["rounds"])


def in_sentences(line: Line, game: str, eyes: Who) -> list[tuple[int, list[str]]]:
    """Return the sentences that came over a socket, state by state."""
    came = [{"number": number, "nth": nth, "event": event} for (number, nth), event in line.events]
    told = reader(tuple[NumberedHallEvent, ...]).decode(json.dumps(came))
    states = groupby(told, key=lambda one: one.number)
    said = [(number, list(says(tuple(each), voice_for("en", game), eyes))) for number, each in states]
    return [each for each in said if each[1]]


def payments(rounds: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return all payments of some rounds, in order."""
    return [why for one in reversed(rounds) for why in one["payments"]]


@pytest.mark.parametrize("game", ["tres_cartas", "holdem", "ruleta"])
def test_the_coach_names_an_act_on_offer_and_what_the_others_cost(game: str, tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            seats = small_choices(game, {"seats": 3})["seats"]
            minds = (await ana._http.get(f"/api/setups/{game}")).json()["minds"]
            opening = {"game": game, "choices": {"seats": seats}, "practice": True, "sit": {"seat": 1}}
            opening["bots"] = {str(seat): minds[0] for seat in range(2, seats + 1)}
            opening["pace"] = {"speed": "instant", "betting_ms": 0, "patience_ms": 0}
            _, table = await post(ana, TABLES, opening)
            async with line_to(standing, ana, table["table"], {"eyes": "s1", "language": "es"}) as line:
                seen, asked = 0, 0
                while seen < 3 and asked < 60:
                    asked += 1
                    found = await line.ask("coach")
                    assert found["type"] == "coach", found
                    offers = {one["act"]["do"] for one in line.view["offers"]}
                    if found["number"] == line.number and found["advised"]:
                        seen += 1
                        assert found["advised"]["do"] in offers
                        assert {one["act"]["do"] for one in found["answers"]} == offers
                        if found["is_exact"]:
                            best = [one for one in found["answers"] if one["cents"] == 0]
                            assert found["advised"]["do"] in {one["act"]["do"] for one in best}
                    if game == "ruleta" and found["lies"]:
                        (bet,) = {(one["edge"], one["loses"], one["cents"]) for one in found["lies"]}
                        assert bet == ("1/74", 3, 200)
                        return
                    acts = [one["act"] for one in line.view["offers"]]
                    stake = {"do": "bet", "by": 1, "bet": "rojo", "cents": 200}
                    if game == "ruleta" and line.view["shows"]["phase"] == "betting":
                        await line.ask("act", at=line.number, acts=[stake])
                    elif acts and (found["advised"] or all(chips[0] != 1 for chips in line.view["chips"])):
                        await line.ask("act", at=line.number, acts=acts[:1])
                    await line.ask("ready") if not found["advised"] and game != "ruleta" else None
                    await asyncio.sleep(0.05)
                assert seen == 3

    in_house(tmp_path / "books.sqlite", play)


def test_while_exact_advice_takes_longer_the_coach_says_what_a_bot_would_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "COACH_SECONDS", 0.001)

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            pace = {"speed": "instant", "betting_ms": 0, "patience_ms": 0}
            opening = {"game": "tres_cartas", **PRACTICE, "bots": {}, "pace": pace}
            _, table = await post(ana, TABLES, opening)
            async with line_to(standing, ana, table["table"], {"eyes": "s1", "language": "en"}) as line:
                while not (found := await line.ask("coach"))["advised"]:
                    acts = [one["act"] for one in line.view["offers"] if one["act"]["do"] == "bet"]
                    if acts and not line.view["chips"]:
                        await line.ask("act", at=line.number, acts=acts[:1])
                    await line.ask("ready")
                    await asyncio.sleep(0.02)
                assert found["as_bot"], found
                assert found["advised"]["do"] in {one["act"]["do"] for one in line.view["offers"]}
                assert found["says"][0].startswith("A bot would choose: ")
                assert {one["cents"] for one in found["answers"]} == {None}
                monkeypatch.setattr(tasks, "COACH_SECONDS", 20.0)
                assert not (await line.ask("coach"))["as_bot"]

    in_house(tmp_path / "books.sqlite", play)


def test_a_shared_round_has_a_picture_and_tags_without_a_nickname(tmp_path: Path) -> None:
    """A visitor without a pass sees the result and the net amounts of the seats, but no name."""

    async def play(standing: Standing) -> None:
        async with standing.visitor("Anastasia") as ana:
            pace = {"speed": "instant", "betting_ms": 0, "patience_ms": 0}
            opening = {"game": "ruleta", "practice": True, "sit": {"seat": 1}, "pace": pace}
            _, table = await post(ana, TABLES, opening)
            id = table["table"]
            async with line_to(standing, ana, id, {"eyes": "s1"}) as line:
                while line.state["view"]["shows"]["phase"] != "betting":
                    await line.next()
                stake = {"do": "bet", "by": 1, "bet": "rojo", "cents": 500}
                await line.ask("act", at=line.number, acts=[stake])
                await line.ask("ready")
                while not line.state["view"]["rounds"]:
                    await line.next()
        async with httpx.AsyncClient(base_url=standing.address, headers={"accept-language": "en"}) as http:
            drawn = await http.get(f"{TABLES}/{id}/rounds/1/picture.svg")
            assert drawn.headers["content-type"].startswith("image/svg+xml")
            root = ElementTree.fromstring(drawn.text)
            said = [each.text or "" for each in root.iter("{http://www.w3.org/2000/svg}text")]
            assert said[0].endswith("round 1")
            assert any(one.startswith("Seat 1: ") and "5.00" in one for one in said)
            assert "Anastasia" not in drawn.text
            assert (await http.get(f"{TABLES}/{id}/picture.svg")).text == drawn.text
            assert (await http.get(f"{TABLES}/{id}/rounds/2/picture.svg")).status_code == 422
            page = (await http.get(f"/t/{id}/rounds/1", headers={"accept": "text/html"})).text
            if "og:title" in page:  # the app is built
                assert f"{standing.address}{TABLES}/{id}/rounds/1/picture.svg" in page
                assert "Anastasia" not in page

    in_house(tmp_path / "books.sqlite", play)

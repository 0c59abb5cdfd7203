"""Past rounds over HTTP, the reasons for acts that are not offered, and previews of acts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.server.tables.house import QUICK, Standing, in_house
from tests.server.tables.lines import Line, line_to
from tests.server.tables.test_every_game import CHIPS, a_round
from tests.server.tables.test_protocol import PLENO, ROJO, roulette, seated

from novamas.client import House
from novamas.errors import NovamasError
from novamas.hall.tables import round_views


async def spins(line: Line, count: int) -> None:
    """Play this many rounds with a bet on 17."""
    for _round in range(count):
        before = line.view["rounds"]
        while not any(offer["act"]["do"] == "bet" for offer in line.view["offers"]):
            await line.until_told()
        await line.ask("act", at=line.number, acts=[PLENO])
        await line.ask("ready")
        while line.view["rounds"] == before:
            await line.until_told()


async def round_of(house: House, table: str, round: int, **query: Any) -> dict[str, Any]:
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    found: dict[str, Any] = await house.ask(table, f"rounds/{round}?{asked}")
    return found


def test_a_round_is_seen_again_as_it_was_told(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table, {"language": "es"}) as line:
                await seated(line)
                await spins(line, 3)
                told = line.events
                again: list[Any] = []
                for round in (1, 2, 3):
                    seen = await round_of(ana, table, round, eyes="s1")
                    assert (seen["round"], seen["more"]) == (round, False)
                    assert all(state["view"]["offers"] == [] for state in seen["states"])
                    assert seen["states"][-1]["view"]["rounds"] == round
                    events = [one for state in seen["states"] for one in state["events"]]
                    again += [((one["number"], one["nth"]), one["event"]) for one in events]
                    paid = [why for state in seen["states"] for why in state["payments"]]
                    assert [why["payment"]["bet"] for why in paid] == ["pleno:17"]
                    assert paid[0]["clauses"][0]["id"] in paid[0]["payment"]["clauses"]
                known = dict(again)
                assert all(known[place] == event for place, event in told if place in known)
                assert len(set(known) & {place for place, _ in told}) > 10
                with pytest.raises(NovamasError) as gone:
                    await round_of(ana, table, 9)
                assert gone.value.code == "no_such_round"

    in_house(tmp_path / "books.sqlite", play)


def test_a_round_shows_nobody_what_was_not_his_to_see(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            bots = dict.fromkeys((2, 3, 4), "steady")
            opened = await ana.open("holdem", pace=QUICK, bots=bots, seats=5)
            async with ana.at(opened.table) as hers_at:
                await hers_at.sit(1, CHIPS)
                await a_round(hers_at)
            with pytest.raises(NovamasError) as refused:
                await round_of(blai, opened.table, 1, eyes="s1")
            assert refused.value.code == "not_your_seat"
            hers = await round_of(ana, opened.table, 1, eyes="s1")
            his = await round_of(blai, opened.table, 1)
            dealt = [state for state in hers["states"] if state["view"]["shows"]["phase"] == "interval"]
            assert len(known_cards(dealt, 1)) == 2
            assert not known_cards(dealt, 3)
            numbers = {state["number"] for state in dealt}
            assert not known_cards([state for state in his["states"] if state["number"] in numbers], 1)
            async with line_to(standing, blai, opened.table) as late:
                await late.ask("sit", seat=5, cents=100_000)
                before = await round_of(blai, opened.table, 1, eyes="s5")
                assert {state["view"]["eyes"] for state in before["states"]} == {"rail"}

    in_house(tmp_path / "books.sqlite", play)


def known_cards(states: list[Any], owner: int) -> set[int]:
    """Return the cards of other players that these states show."""
    return {
        card
        for state in states
        for whose, held in state["view"]["piles"]
        for card, _, _ in held
        if whose == owner and card is not None
    }


def test_whoever_comes_is_told_what_he_has_to_sit_down_with(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            welcome = standing.tables.limits.welcome
            assert (await ana._ask("GET", "/api/tables/chips", dict))["cents"] == welcome
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                await line.ask("sit", seat=1, cents=50_000)
            assert (await ana._ask("GET", "/api/tables/chips", dict))["cents"] == welcome - 50_000

    in_house(tmp_path / "books.sqlite", play)


def test_a_long_round_is_told_in_parts(tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setattr(round_views, "MAX_STATES", 3)

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                await seated(line)
                await spins(line, 1)
            parts: list[dict[str, Any]] = []
            since, more = 0, True
            while more:
                part = await round_of(ana, table, 1, since=since)
                parts, more = [*parts, *part["states"]], part["more"]
                since = parts[-1]["number"]
            numbers = [state["number"] for state in parts]
            assert len(numbers) > 3
            assert numbers == list(range(numbers[0], numbers[-1] + 1))

    in_house(tmp_path / "books.sqlite", play)


def test_what_is_not_offered_says_why(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            opened = await ana.open("blackjack", pace=QUICK, seats=3)
            async with line_to(standing, ana, opened.table, {"language": "en"}) as line:
                await seated(line)
                offer = next(one for one in line.view["offers"] if one["act"]["do"] == "bet")
                await line.ask("act", at=line.number, acts=[offer["act"]])
                told = await line.ask("not_offered")
                assert told["type"] == "not_offered"
                await line.ask("ready")
                while line.view["turn"] != 1 and line.view["rounds"] == 0:
                    await line.until_told()
                if line.view["rounds"]:
                    return  # a blackjack: nothing was asked
                offered = {one["act"]["do"] for one in line.view["offers"]}
                told = await line.ask("not_offered")
                barred = {one["act"]["do"]: one for one in told["acts"]}
                assert not offered & set(barred)
                assert barred["cut"]["refusal"]["code"] == "shoe_not_ended"
                for one in told["acts"]:
                    assert one["says"]
                    asked = await line.ask("why_not", act=one["act"])
                    assert asked["refusal"] == one["refusal"]
            async with line_to(standing, ana, opened.table, {"eyes": "rail"}) as rail:
                assert (await rail.ask("not_offered"))["acts"] == []

    in_house(tmp_path / "books.sqlite", play)


def test_the_floor_sees_what_would_follow_and_nothing_is_done(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with (
                line_to(standing, ana, table, {"language": "en"}) as floor,
                line_to(standing, blai, table) as player,
            ):
                await floor.ask("take_role", role="floor")
                await seated(player, seat=2)
                await player.ask("act", at=player.number, acts=[{**ROJO, "by": 2}])
                await floor.ask("ping")
                number = floor.number
                for offer in floor.view["offers"]:
                    told = await floor.ask("what_if", act=offer["act"])
                    assert (told["type"], told["refusal"], told["number"]) == ("what_if", None, number)
                    assert told["is_hidden"] or (told["events"] and told["says"] and told["view"])
                    happened = [one for one in told["events"] if one["event"] == "happened"]
                    assert all(one["clause"] in {each["id"] for each in told["clauses"]} for one in happened)
                assert floor.number == number
                wrong = floor.view["offers"][0]["act"]
                foresaw = await floor.ask("what_if", act=wrong)
                done = await floor.ask("act", at=floor.number, acts=[wrong])
                assert done["done"] == 1
                last = next(one for one in reversed(floor.came) if one["type"] == "told")
                assert last["events"] == foresaw["events"]
                his = await player.ask("what_if", act=wrong)
                assert his["refusal"]["code"] == "not_yours"
                own = await player.ask("what_if", act={**ROJO, "by": 2})
                assert own["refusal"]["code"] == "not_yours"

    in_house(tmp_path / "books.sqlite", play)

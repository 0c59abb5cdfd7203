"""The messages of a table's socket: their schema, their forms, and the state that they give."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.hall.watched import comparable
from tests.server.tables.house import QUICK, Standing, in_house
from tests.server.tables.lines import Line, Message, line_to
from tests.server.tables.test_protocol import PLENO, ROJO, roulette, seated
from tests.server.tables.whole_bot import play as play_whole
from tests.support.every_game import ONE_OF_EACH_KIND, small_choices
from tests.support.json_schema import Validator

from novamas.hall.tables.table import KEPT
from novamas.protocol.messages import MAX_ACTS, PROTOCOL

LIVE = Validator.of("live.json")
SAID = LIVE.named("said")


def must_fit(line: Line, game: str) -> None:
    """Check that every message matches the schema, and its view the schema of the game."""
    schema = Validator.of(f"{game}.json")
    for message in line.came:
        assert list(LIVE.faults(message, SAID)) == [], message
        if message.get("view"):
            assert list(schema.faults(message["view"], schema.named("view"))) == [], message


@pytest.mark.parametrize("game", ONE_OF_EACH_KIND)
def test_every_message_fits_its_schema_and_the_kept_table_is_the_one_of_who_comes_anew(
    game: str, tmp_path: Path, soak: bool
) -> None:
    async def play(standing: Standing) -> None:
        rng, seats = Random(game), small_choices(game, {"seats": 3})
        async with standing.visitor("Ana") as ana:
            bots = dict.fromkeys(range(2, min(seats["seats"], 4) + 1), "steady")
            table = (await ana.open(game, pace=QUICK, bots=bots, **seats)).table
            async with line_to(standing, ana, table, {"language": "ca"}) as line:
                await line.ask("sit", seat=1, cents=900_000)
                for _ in range(60 if soak else 20):
                    await something(line, rng)
                await line.ask("hint")
                await line.ask("not_offered")
                async with line_to(standing, ana, table, {"eyes": "s1"}) as other:
                    await line.ask("ping")
                    while line.number < other.number:
                        await line.next()
                    if line.number == other.number:
                        assert comparable(line.state) == comparable(other.state)
                    must_fit(other, game)
                async with line_to(standing, ana, table, {"eyes": "s1", "whole": True}) as whole:
                    await something(whole, rng)
                    assert not any(one["type"] == "told" for one in whole.came)
                    must_fit(whole, game)
                must_fit(line, game)
                assert {"hello", "told", "answer"} <= {one["type"] for one in line.came}

    in_house(tmp_path / "books.sqlite", play)


async def something(line: Line, rng: Random) -> None:
    """Do an offered act, declare readiness, or wait for the next message."""
    offers = [one["act"] for one in line.view["offers"]]
    acts = [one for one in offers if one["do"] not in ("leave", "leave_table", "stand_up", "rest")]
    if acts and (line.view["turn"] == 1 or rng.random() < 0.6):
        await line.ask("act", at=line.number, acts=[acts[0] if rng.random() < 0.5 else rng.choice(acts)])
    else:
        await line.ask("ready")
    await asyncio.sleep(0)


def test_a_client_of_an_older_protocol_is_told_so_in_one_sentence(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        sentences = set()
        for language in ("es", "ca", "en"):
            async with standing.visitor("Ana", language=language) as ana:
                table = await roulette(ana)
                async with line_to(standing, ana, table, {}) as line:
                    await line.send("hello", language=language)
                    bye = await line.until("bye")
                    assert bye["error"]["code"] == "client_too_old"
                    assert str(PROTOCOL) in bye["error"]["says"]
                    sentences.add(bye["error"]["says"])
                    assert await line.closed() == bye["code"] == 4426
        assert len(sentences) == 3

    in_house(tmp_path / "books.sqlite", play)


def test_a_bot_of_thirty_lines_plays_by_whole_states(tmp_path: Path) -> None:
    assert len(Path(play_whole.__code__.co_filename).read_text("utf-8").splitlines()) <= 40

    async def play(standing: Standing) -> None:
        for game in ("ruleta", "blackjack", "punto_y_banca"):
            async with standing.visitor("Ana") as ana:
                table = (await ana.open(game, pace=QUICK)).table
                cookie = "; ".join(f"{name}={value}" for name, value in ana.cookies.items())
                chips = await asyncio.wait_for(play_whole(standing.address, cookie, table), 30)
                now = await standing.hall.table(table)
                assert now.session.rounds >= 1
                assert chips == now.chips_of(1)
                noticed = await ana.ask(table, "events?eyes=s1&since=0")
                assert any(one["event"]["event"] == "staked" for one in noticed["events"])

    in_house(tmp_path / "books.sqlite", play)


def test_a_receipt_comes_with_a_reply_and_a_round_or_with_each_state_if_asked_for(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with (
                line_to(standing, ana, table) as line,
                line_to(standing, ana, table, {"receipts": True}) as other,
            ):
                await seated(line)
                answer = await line.ask("act", at=line.number, acts=[PLENO])
                await other.ask("ping")
                assert [one["receipt"] for one in other.came if one["type"] == "told"][-1] == answer[
                    "receipt"
                ]
                told = [one for one in line.came if one["type"] == "told"]
                assert [one["answer"]["done"] for one in told if "receipt" in one] == [1]
                await line.ask("ready")
                while line.view["rounds"] == 0:
                    await line.until_told()
                told = [one for one in line.came if one["type"] == "told"]
                for one in told:
                    ends = any(event["event"] == "round_over" for event in one.get("events", ()))
                    is_reply = any(event["event"] == "staked" for event in one.get("events", ()))
                    assert ("receipt" in one) == (ends or is_reply)
                await other.ask("ping")
                assert all(len(one["receipt"]) == 64 for one in other.came if one["type"] == "told")

    in_house(tmp_path / "books.sqlite", play)


def test_one_message_of_many_acts_cuts_nobody_off(tmp_path: Path) -> None:
    """If there are more entries than stored events, every client gets the whole state and stays."""

    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with (
                line_to(standing, ana, table, {"language": "es"}) as mine,
                line_to(standing, blai, table) as rail,
                line_to(standing, blai, table, {"whole": True}) as whole,
            ):
                await seated(mine)
                acts = [[ROJO, {**ROJO, "do": "withdraw"}][nth % 2] for nth in range(MAX_ACTS)]
                answer = await mine.ask("act", at=mine.number, acts=acts)
                assert answer["done"] == MAX_ACTS > KEPT
                for line in (mine, rail, whole):
                    await line.ask("ping")
                    assert line.number == answer["number"]
                    last = [one for one in line.came if one["type"] in ("told", "table")][-1]
                    assert last["type"] == "table"
                    assert last["since"] == answer["number"] - KEPT
                    assert len(last["events"]) == KEPT
                then = await mine.ask("act", at=mine.number, acts=[PLENO])
                for line in (mine, rail, whole):
                    await line.ask("ping")
                    assert line.number == then["number"]
                    assert line.view["chips"] == [[1, PLENO["bet"], PLENO["cents"]]]
                    assert [event["event"] for _, event in line.events][-1] == "staked"
                async with line_to(standing, ana, table, {"eyes": "s1"}) as anew:
                    assert comparable(anew.state) == comparable(mine.state)

    in_house(tmp_path / "books.sqlite", play)


def test_who_comes_back_after_any_message_has_the_same_table_and_each_event_once(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = (await ana.open("holdem", pace=QUICK, seats=4, bots={2: "steady", 3: "loose"})).table
            async with line_to(standing, ana, table) as line:
                await line.ask("sit", seat=1, cents=50_000)
                hello: Message = {"eyes": "s1", "since": line.number}
                rng, events = Random(3), list[Any]()
                async with line_to(standing, ana, table, {"eyes": "s1"}) as stays:
                    began = stays.number
                    for _ in range(40):
                        async with line_to(standing, ana, table, hello) as comes:
                            assert comes.state["since"] == hello["since"]
                            await something(comes, rng)
                            hello["since"] = comes.number
                            events += comes.events
                            await stays.ask("ping")
                            while stays.number < comes.number:
                                await stays.next()
                            if stays.number == comes.number:
                                assert comparable(stays.state) == comparable(comes.state)
                    places = [place for place, _ in events]
                    assert places == sorted(set(places))
                    last = hello["since"]
                    assert [one for one in events if one[0][0] > began] == [
                        one for one in stays.events if one[0][0] <= last
                    ]
                    assert len(events) > 20

    in_house(tmp_path / "books.sqlite", play)


def test_a_payment_in_a_message_of_several_states_is_found_by_number_and_place(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line, line_to(standing, blai, table) as rail:
                await seated(line)
                await line.ask("act", at=line.number, acts=[PLENO, ROJO, PLENO])
                batch = next(one for one in reversed(line.came) if one["type"] == "told" and "of" in one)
                assert batch["of"] == [1, 1, 1]
                assert sum(batch["of"]) == len(batch["events"])
                await line.ask("ready")
                while line.view["rounds"] == 0:
                    await line.until_told()
                await rail.ask("ping")
                noticed = await ana.ask(table, "events?eyes=rail&since=0")
                by_place = {(one["number"], one["nth"]): one["event"] for one in noticed["events"]}
                assert rail.events
                assert all(by_place[place] == event for place, event in rail.events)
                paid = [place for place, event in line.events if event["event"] == "payment"]
                assert paid
                for number, nth in paid:
                    assert (await line.ask("why", number=number, nth=nth))["type"] == "why"

    in_house(tmp_path / "books.sqlite", play)

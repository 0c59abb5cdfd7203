"""The protocol of a table's socket: numbers, repeats, seats, roles, questions, languages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.tables.house import KEYS, QUICK, Standing, in_house
from tests.server.tables.lines import Line, line_to

from novamas.client import House
from novamas.errors import NovamasError
from novamas.protocol.messages import PROTOCOL
from novamas.record import check, read_record
from novamas.record.chain import blind_receipt
from novamas.record.signatures import SignedReceipt

ROJO = {"do": "bet", "by": 1, "bet": "rojo", "cents": 500}
PLENO = {**ROJO, "bet": "pleno:17"}  # which no zero catches: no one is asked anything


def assert_kept(given: dict[str, Any], text: str, folder: Path) -> None:
    """Check that a receipt from play proves the published record, or shows that it was changed."""
    path = folder / "told.jsonl"
    path.write_text(text, "utf-8")
    receipt = msgspec.convert(given, SignedReceipt)
    checked = check(read_record(path), house=KEYS.house.public, receipts=[(1, receipt)])
    assert checked.broken is None
    assert [(one.line, one.signed) for one in checked.kept] == [(given["line"], "by_the_house")]
    path.write_text("".join(text.splitlines(keepends=True)[: given["line"] - 1]), "utf-8")
    cut_off = check(read_record(path), receipts=[(1, receipt)]).broken
    assert cut_off is not None
    assert cut_off.code == "tail_cut_off"


async def seated(line: Line, seat: int = 1, cents: int = 50_000) -> None:
    """Sit down, and wait until bets are open."""
    assert (await line.ask("sit", seat=seat, cents=cents))["done"] == 1
    while not any(offer["act"]["do"] == "bet" for offer in line.view["offers"]):
        if line.view["turn"] == seat:  # someone has to cut the cards
            await line.ask("act", at=line.number, acts=[line.view["offers"][0]["act"]])
        else:
            await line.until_told()


async def roulette(house: House, **how: Any) -> str:
    return (await house.open("ruleta", pace=QUICK, seats=4, **how)).table


def test_a_hello_tells_the_table_and_what_the_eyes_see(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana, name="La primera", bots={3: "expert"})
            async with line_to(standing, ana, table, {"language": "en"}) as line:
                hello = line.came[0]
                assert hello["eyes"] == hello["view"]["eyes"] == "rail"
                assert hello["table"]["name"] == "La primera"
                assert hello["table"]["is_owner"]
                assert hello["table"]["free"] == [1, 2, 4]
                assert [(seat["seat"], seat["mind"]) for seat in hello["seats"]] == [(3, "expert")]
                assert len(hello["commitment"]) == 64
                assert hello["key"] == KEYS.house.public
                assert hello["number"] == hello["since"] == 2
                assert hello["events"] == []
                pong = await line.ask("ping")
                assert pong["type"] == "pong"

    in_house(tmp_path / "books.sqlite", play)


def test_several_acts_in_order_are_answered_once_and_the_first_refusal_stops_them(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana", language="es") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table, {"language": "es"}) as line:
                await seated(line)
                acts = [ROJO, ROJO, {**ROJO, "bet": "negro", "cents": 1}, ROJO]
                answer = await line.ask("act", at=line.number, acts=acts)
                assert answer["done"] == 2
                assert answer["refusal"]["code"] == "below_minimum"
                assert answer["refusal"]["least"] == 200
                assert answer["says"].startswith("0,01 € no llega al mínimo, que es 2,00 €.")
                assert answer["says"].endswith(f"({answer['refusal']['clause']})")
                assert line.view["chips"] == [[1, "rojo", 1000]]
                told = [one for one in line.came if one["type"] == "told"][-1]
                assert told["number"] == answer["number"]
                assert len(told["events"]) == 2  # both in one message

    in_house(tmp_path / "books.sqlite", play)


def test_a_message_that_comes_twice_is_answered_and_not_done_twice(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as line:
                await seated(line)
                first = await line.ask("act", id="one", at=line.number, acts=[ROJO])
                again = await line.ask("act", id="one", at=first["number"], acts=[ROJO])
                assert first == again
                assert len(first["receipt"]) == 64
                sat = await line.ask("sit", id="more", seat=1, cents=1000)
                assert await line.ask("sit", id="more", seat=1, cents=1000) == sat
                standing.hall._answers._kept.clear()  # as if another process answered
                late = await line.ask("act", id="one", at=first["number"], acts=[ROJO])
                assert late == {name: one for name, one in first.items() if name != "receipt"}
                assert (await line.ask("sit", id="more", seat=1, cents=1000))["number"] == sat["number"]
                found = await standing.hall.table(table)
                assert found.chips_of(1) == 50_000 + 1000 - 500
                assert (await line.ask("act", id="two", at=line.number, acts=[ROJO]))["done"] == 1
                other = await line.ask("act", id="two", at=line.number, acts=[{**ROJO, "bet": "negro"}])
                assert (other["type"], other["error"]["code"]) == ("refused", "key_reused")
                assert {bet for _, bet, _ in line.view["chips"]} == {"rojo"}

    in_house(tmp_path / "books.sqlite", play)


def test_who_comes_back_in_mid_hand_misses_and_repeats_nothing(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            opened = await ana.open("blackjack", pace=QUICK, seats=3, bots={2: "steady"})
            async with line_to(standing, blai, opened.table) as rail:
                async with line_to(standing, ana, opened.table) as line:
                    await seated(line)
                    offer = next(o for o in line.view["offers"] if o["act"]["do"] == "bet")
                    await line.ask("act", at=line.number, acts=[offer["act"]])
                    last, before = line.number, line.events
                async with line_to(standing, ana, opened.table, {"eyes": "s1", "since": last}) as line:
                    assert line.came[0]["eyes"] == "s1"
                    assert line.came[0]["since"] == last
                    await line.ask("ready")
                    while line.view["turn"] != 1 and line.view["rounds"] == 0:
                        await line.until_told()
                    at, between = line.number, line.events
                await rail.ask("ping")
                hello = {"eyes": "s1", "since": at}
                async with line_to(standing, ana, opened.table, hello) as line:
                    numbers = [place for place, _ in before + between + line.events]
                    assert len(numbers) == len(set(numbers))
                    seen = dict(rail.events)
                    mine = dict(before + between + line.events)
                    assert [place for place in seen if place not in mine] == []

    in_house(tmp_path / "books.sqlite", play)


def test_a_stale_act_is_refused_but_not_because_others_bet(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as mine, line_to(standing, blai, table) as his:
                await seated(mine)
                await seated(his, 2)
                at = mine.number
                for _ in range(3):
                    answer = await his.ask("act", at=his.number, acts=[{**PLENO, "by": 2}])
                    assert answer["done"] == 1
                assert (await mine.ask("act", at=at, acts=[PLENO]))["done"] == 1
                await mine.ask("ready")
                await his.ask("ready")
                while mine.view["rounds"] == 0:
                    await mine.until_told()
                late = await mine.ask("act", at=at, acts=[PLENO])
                assert (late["done"], late["refusal"]["code"]) == (0, "stale")
                soon = await mine.ask("act", at=10**9, acts=[PLENO])
                assert soon["refusal"]["code"] == "stale"

    in_house(tmp_path / "books.sqlite", play)


def test_nobody_acts_for_another_nor_looks_with_his_eyes(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as mine, line_to(standing, blai, table) as his:
                await seated(mine)
                for by in (1, 2, "croupier", "floor", "chance"):
                    answer = await his.ask("act", at=his.number, acts=[{**ROJO, "by": by}])
                    assert (answer["done"], answer["refusal"]["code"]) == (0, "not_yours")
                drawn = {"do": "drawn", "by": "chance", "what": 7}
                assert (await mine.ask("act", at=mine.number, acts=[drawn]))["refusal"]["code"] == "not_yours"
                assert (await his.ask("why_not", act=ROJO))["refusal"]["code"] == "not_yours"
                for asked, code in (
                    ({"type": "look", "eyes": "s1"}, "not_your_seat"),
                    ({"type": "look", "eyes": "floor"}, "not_your_role"),
                    ({"type": "sit", "seat": 1, "cents": 100}, "seat_taken"),
                    ({"type": "sit", "seat": 99, "cents": 100}, "no_such_seat"),
                    ({"type": "sit", "seat": 2, "cents": 10**11}, "purse_short"),
                    ({"type": "bot", "seat": 2, "mind": "expert"}, "not_your_table"),
                    ({"type": "take_role", "role": "floor"}, "not_your_table"),
                    ({"type": "leave_role", "role": "floor"}, "not_your_role"),
                    ({"type": "send_away", "seat": 1}, "not_your_seat"),
                    ({"type": "close"}, "not_your_table"),
                    ({"type": "stand"}, "not_seated"),
                    ({"type": "why", "number": 1, "nth": 0}, "no_payment_there"),
                    ({"type": "hello"}, None),
                ):
                    if code is None:
                        await his.send(**asked)
                        assert (await his.until("refused"))["error"]["code"] == "hello_once"
                    else:
                        refused = await his.ask(**asked)
                        assert refused["type"] == "refused"
                        assert refused["error"]["code"] == code
                        assert refused["error"]["says"].endswith(".")
            async with line_to(standing, blai, table, {}) as line:
                await line.send("hello", eyes="s1", protocol=PROTOCOL)
                bye = await line.until("bye")
                assert bye["error"]["code"] == "not_your_seat"
                assert await line.closed() == bye["code"] == 4400

    in_house(tmp_path / "books.sqlite", play)


def test_the_same_events_are_told_in_three_languages_or_none(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with (
                line_to(standing, ana, table, {"language": "es"}) as es,
                line_to(standing, ana, table, {"language": "ca"}) as ca,
                line_to(standing, ana, table, {"language": "en"}) as en,
                line_to(standing, ana, table) as none,
            ):
                await seated(es)
                await es.ask("act", at=es.number, acts=[ROJO])
                for line in (es, ca, en, none):
                    await line.ask("ping")
                said = {
                    lang: [text for one in line.came for text in one.get("says", ()) if one["type"] == "told"]
                    for lang, line in (("es", es), ("ca", ca), ("en", en), ("none", none))
                }
                assert said["es"] == [
                    "Puesto 1: se sienta Ana.",
                    "Crupier: «Hagan juego.»",
                    "Usted apuesta 5,00 € al rojo.",
                ]
                assert said["ca"] == [
                    "Lloc 1: s’hi asseu Ana.",
                    "Crupier: «Hagan juego.»",
                    "Lloc 1: aposta 5,00 € al vermell.",
                ]
                assert said["en"] == [
                    "Ana takes seat 1.",
                    "Croupier: “Hagan juego.”",
                    "Seat 1 bets €5.00 on red.",
                ]
                assert said["none"] == []

    in_house(tmp_path / "books.sqlite", play)


def test_every_payment_can_be_asked_why_and_every_refusal_too(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana:
            table = await roulette(ana)
            async with line_to(standing, ana, table, {"language": "es"}) as line:
                await seated(line)
                await line.ask("act", at=line.number, acts=[PLENO, {**PLENO, "bet": "pleno:18"}])
                await line.ask("ready")
                while line.view["rounds"] == 0:
                    await line.until_told()
                paid = [(place, one) for place, one in line.events if one["event"] == "payment"]
                assert paid
                for (number, nth), payment in paid:
                    why = await line.ask("why", number=number, nth=nth)
                    assert why["payment"] == payment
                    assert [clause["id"] for clause in why["clauses"]] == payment["clauses"]
                    assert all(clause["says"] for clause in why["clauses"])
                    assert "5,00 €" in why["arithmetic"]
                not_now = await line.ask("why_not", act={"do": "no_va_mas", "by": "croupier"})
                assert not_now["refusal"]["code"] == "not_yours"
                small = await line.ask("why_not", act={**ROJO, "cents": 10**9})
                assert small["refusal"]["code"] in ("above_maximum", "not_open")  # in its state by then
                assert any(small["refusal"]["clause"] in said for said in small["says"])
                hint = await line.ask("hint")
                assert hint["type"] == "hint"
                assert hint["says"]

    in_house(tmp_path / "books.sqlite", play)


def test_a_person_as_croupier_and_as_floor_records_an_incident(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with (
                line_to(standing, ana, table) as croupier,
                line_to(standing, ana, table) as floor,
                line_to(standing, blai, table, {"language": "ca"}) as player,
            ):
                assert (await croupier.ask("take_role", role="croupier"))["done"] == 1
                assert (await floor.ask("take_role", role="floor"))["done"] == 1
                assert croupier.view["eyes"] == "croupier"
                assert floor.view["eyes"] == "floor"
                await player.ask("sit", seat=2, cents=50_000)
                await croupier.ask("ping")
                call = croupier.view["offers"][0]["act"]
                assert (await croupier.ask("act", at=croupier.number, acts=[call]))["done"] == 1
                while not player.view["offers"]:
                    await player.until_told()
                await player.ask("act", at=player.number, acts=[{**ROJO, "by": 2}])
                await floor.ask("ping")
                wrong = next(offer for offer in floor.view["offers"] if offer["act"]["by"] == "floor")
                done = await floor.ask("act", at=floor.number, acts=[wrong["act"]])
                assert done["done"] == 1, done
                happened = await player.until("told", number=done["number"])
                assert any(one["event"] == "happened" for one in happened["events"])
                assert happened["says"]
                assert (await floor.ask("send_away", seat=2))["done"] == 1
                assert (await croupier.ask("leave_role", role="croupier"))["done"] == 1
                await croupier.ask("ping")
                assert croupier.view["eyes"] == "rail"

    in_house(tmp_path / "books.sqlite", play)


def test_who_opened_a_table_brings_bots_sends_people_away_and_closes_it(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            table = await roulette(ana)
            async with line_to(standing, ana, table) as owner, line_to(standing, blai, table) as guest:
                assert (await owner.ask("bot", seat=4, mind="careless"))["done"] == 1
                assert (await owner.ask("bot", seat=3, mind="daft"))["error"]["code"] == "no_such_mind"
                await seated(guest, 2)
                assert (await owner.ask("send_away", seat=2))["done"] == 1
                while guest.view["eyes"] != "rail":
                    await guest.until_told()
                assert (await owner.ask("close"))["done"] == 1
                while not any(event["event"] == "table_closed" for _, event in owner.events):
                    await owner.until_told()
                assert (await guest.ask("sit", seat=1, cents=1000))["error"]["code"] == "table_closes"
                assert (await ana.ask(table, "verify"))["holds"]

    in_house(tmp_path / "books.sqlite", play)


def test_over_http_a_table_is_found_and_its_record_read_once_it_is_closed(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana") as ana, standing.visitor("Blai") as blai:
            promised = await ana.promise()
            opened = await ana.open(
                "boule", pace=QUICK, promise=promised.promise, player_seed="olé", minimum="2 €"
            )
            assert (opened.table, opened.commitment) == (promised.promise, promised.commitment)
            hidden = await blai.open("craps", pace=QUICK, public=False)
            assert [one.table for one in await blai.tables()] == [opened.table]
            assert await blai.tables("craps") == ()
            assert not (await blai.table(opened.table)).is_owner
            assert (await ana.table(hidden.table)).game == "craps"  # who has the link may come
            for what, code in (("books", "not_your_table"), ("verify", "table_still_open")):
                with pytest.raises(NovamasError) as refused:
                    await blai.ask(opened.table, what)
                assert refused.value.code == code
            with pytest.raises(NovamasError, match="sigue abierta"):
                await ana.record(opened.table)
            with pytest.raises(NovamasError) as refused:
                await ana.open("boule", promise=promised.promise)
            assert refused.value.code == "promise_used"
            async with ana.at(opened.table) as table:
                await table.sit(1, 10_000)
                await table.until(lambda now: now.offer("bet") is not None)
                await table.do(*[table.offers[0].act] * 2)
                await table.ready()
                await table.until(lambda now: now.view.rounds == 1)
                noticed = await ana.ask(opened.table, "events?eyes=s1&since=2")
                assert noticed["events"][-1]["number"] == noticed["number"]
                with pytest.raises(NovamasError):
                    await blai.ask(opened.table, "events?eyes=s1")
                kept = await blai.ask(opened.table, "receipt")
                await table.stand()
                await table.close_table()
                async for _ in table:
                    pass
            text = await blai.record(opened.table)
            lines = text.splitlines()
            assert_kept(kept, text, tmp_path)
            assert json.loads(lines[-1])["player_seed"] == "olé"
            assert all("link" in json.loads(line) for line in lines)
            proved = await blai.ask(opened.table, "verify")
            assert proved["holds"]
            assert blind_receipt(proved["receipt"], proved["seed"]) == table.receipt
            assert (proved["signed"], proved["house"]) == ("by_the_house", KEYS.house.public)
            books = await blai.ask(opened.table, "books")
            account = books["account"]
            assert account["win"] == account["closing"] - account["opening"] - account["fills"]
            assert set(books["balances"].values()) == {0}
            assert await blai.tables() == ()
            for bad in ("nix", "0" * 16, "x" * 500):
                with pytest.raises(NovamasError) as refused:
                    await ana.table(bad)
                assert refused.value.code == "no_table_in_play"
            assert len(standing.hall.loaded._locks) <= 2

    in_house(tmp_path / "books.sqlite", play)


def test_a_table_that_may_not_be_opened_says_all_its_faults(tmp_path: Path) -> None:
    async def play(standing: Standing) -> None:
        async with standing.visitor("Ana", language="en") as ana:
            for how, code in (
                ({"game": "ruleta", "seats": 99}, "faulty"),
                ({"game": "rulet"}, "no_such_game"),
                ({"game": "ruleta", "bots": {77: "bold"}}, "no_such_seat"),
                ({"game": "ruleta", "pace": {"step_ms": -1}}, "request_field"),
                ({"game": "ruleta", "norm": "XX"}, None),
            ):
                with pytest.raises(NovamasError) as refused:
                    await ana.open(**how)
                assert code is None or refused.value.code == code or code in ("faulty", "no_such_game"), code
            for _ in range(8):
                await roulette(ana)
            with pytest.raises(NovamasError) as refused:
                await roulette(ana)
            assert refused.value.code == "tables_of_one_person"

    in_house(tmp_path / "books.sqlite", play)

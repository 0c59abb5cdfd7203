"""The catalogue returns the same content as the command line with `--json`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.record.test_old_editions import older_law, played_under
from tests.record.test_signatures import OTHER
from tests.server.catalogue.conftest import Client, got, refused

from novamas import open as open_sitting
from novamas.cli import main

FLOOR = """
[floor]
norm = "IB05"
[[tables]]
name = "R1"
game = "ruleta"
[tables.rules]
seats = 99
"""


def printed(capsys: pytest.CaptureFixture[str], *line: str) -> Any:
    """Return the output of a command, and check that it writes no errors."""
    main([*line, "--lang", "es"])
    told = capsys.readouterr()
    return json.loads(told.out or told.err)


@pytest.mark.parametrize(
    ("line", "address"),
    [
        ("games --json", "/api/games"),
        ("games --norm CM16 --json", "/api/games?norm=CM16"),
        ("games --in aragon --on 2012-05-01 --json", "/api/games?in=aragon&on=2012-05-01"),
        ("games blackjack --json", "/api/games/blackjack"),
        ("games ruleta --norm AR10 --json", "/api/games/ruleta?norm=AR10"),
        ("law IB05.01.IV.1.A.a.1 --json", "/api/clauses/IB05.01.IV.1.A.a.1"),
        ("law AR10.1.3.d.1 --json", "/api/clauses/AR10.1.3.d.1"),
        ("odds boule --json", "/api/odds/boule"),
        ("odds ruleta --norm IB05 --choice chip=100 --json", "/api/odds/ruleta?norm=IB05&choice=chip=100"),
        ("odds ruleta --bet pleno --json", "/api/odds/ruleta?bet=pleno"),
        ("par boule --without-effects --json", "/api/par/boule?effects=false"),
        ("diff tres_cartas --between IB09,AR10 --json", "/api/diff/tres_cartas?between=IB09,AR10"),
        (
            "drill ruleta --seed 3 --count 2 --level 1 --json",
            "/api/drills/exercises?game=ruleta&seed=3&count=2&level=1",
        ),
        (
            "lototrot odds 1/1/1/1/1/1/1 --columns 1000 --carried 500 --json",
            "/api/lototrot?forecast=1/1/1/1/1/1/1&columns=1000&carried=500",
        ),
        ("check --schema", "/api/schemas/floor"),
        ("schema", "/api/schemas/common"),
        ("schema craps", "/api/schemas/craps"),
    ],
)
def test_the_same_is_answered(
    client: Client, capsys: pytest.CaptureFixture[str], line: str, address: str
) -> None:
    assert got(client, address) == printed(capsys, *line.split())


def test_hands_are_ranked_alike(client: Client, capsys: pytest.CaptureFixture[str]) -> None:
    cards = "As Ks Qs Js 10s"
    assert got(client, f"/api/hands?cards={cards}") == printed(capsys, "hand", cards, "--json")
    asked = printed(capsys, "equity", "As Kd", "Qh Qs", "--board", "2c 7d 9h", "--json")
    assert got(client, "/api/equities?hand=As+Kd&hand=Qh+Qs&board=2c+7d+9h") == asked


def test_a_floor_is_checked_alike(client: Client, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "floor.toml"
    path.write_text(FLOOR, "utf-8")
    expected = printed(capsys, "check", str(path), "--json")
    why = printed(capsys, "why", str(path), "--json")
    answer = client.post("/api/check", json={"floor": FLOOR}, headers={"accept-language": "es"}).json()
    assert [one.pop("why") for one in answer["findings"]] == why["faults"]
    assert answer == expected
    assert answer["red"] > 0
    page = client.post("/api/check", json={"floor": FLOOR}, params={"format": "html"})
    main(["check", str(path), "--to", str(tmp_path / "found.html"), "--lang", "es"])
    assert page.text == (tmp_path / "found.html").read_text("utf-8")
    sections = {
        "floor": {"norm": "IB05"},
        "tables": [{"name": "R1", "game": "ruleta", "rules": {"seats": 99}}],
    }
    as_object = client.post("/api/check", json={"floor": sections}, headers={"accept-language": "es"}).json()
    assert [one["says"] for one in as_object["findings"]] == [one["says"] for one in answer["findings"]]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """Return a record of two spins."""
    sitting = open_sitting("ruleta", norm="IB05", seed=7)
    sitting.round("s1 bet rojo 10 €", "s2 bet pleno:17 5 €")
    sitting.round("s1 bet negro 10 €")
    path = tmp_path / "record.jsonl"
    sitting.save(path)
    return path


def test_a_record_is_replayed_alike(
    client: Client, capsys: pytest.CaptureFixture[str], record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    sent = {"record": record.read_text("utf-8")}
    spanish = {"accept-language": "es"}
    (expected,) = printed(capsys, "replay", record.name, "--json")["records"]
    assert client.post("/api/records/replay", json=sent, headers=spanish).json() == expected
    (expected,) = printed(capsys, "replay", record.name, "--eyes", "s1", "--json")["records"]
    assert client.post("/api/records/replay", json={**sent, "eyes": "s1"}, headers=spanish).json() == expected
    why = client.post("/api/records/why", json=sent, headers=spanish).json()
    assert why == printed(capsys, "why", record.name, "--json")
    assert len(why["payments"]) == 3
    not_so = {**sent, "deed": "s1 bet pleno:99 5 €"}
    asked = printed(capsys, "why", record.name, "--deed", not_so["deed"], "--json")
    assert client.post("/api/records/why", json=not_so, headers=spanish).json() == asked
    audited = client.post("/api/audit", json={"session": sent["record"]}, headers=spanish).json()
    assert audited == printed(capsys, "audit", record.name, "--json")
    assert audited["clean"]


def test_a_record_shows_each_state_to_each_pair_of_eyes(client: Client, record: Path) -> None:
    sent = {"record": record.read_text("utf-8"), "eyes": "s2", "most": 200}
    shown = client.post("/api/records/states", json=sent).json()
    assert len(shown["states"]) == shown["total"] == len(record.read_text("utf-8").splitlines()) - 1
    assert [state["number"] for state in shown["states"]] == list(range(shown["total"]))
    assert {state["view"]["eyes"] for state in shown["states"]} == {2}
    paid = [(state["number"], why) for state in shown["states"] for why in state["payments"]]
    assert len(paid) == 3
    for number, why in paid:
        assert shown["states"][number]["events"][why["nth"]] == why["payment"]
        assert [clause["id"] for clause in why["clauses"]] == why["payment"]["clauses"]
        assert why["says"] in shown["states"][number]["says"]
    part = client.post("/api/records/states", json={**sent, "first": 3, "most": 2}).json()
    assert part["states"] == shown["states"][3:5]
    verified = client.post("/api/records/verify", json={"record": sent["record"]}).json()
    assert (verified["chain"], verified["sealed"], verified["departure"]) == ("whole", True, None)


def test_a_record_is_held_against_receipts_and_the_house(
    client: Client, capsys: pytest.CaptureFixture[str], record: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(record.parent)
    house, sent = OTHER.public, {"record": record.read_text("utf-8")}
    (expected,) = printed(capsys, "replay", record.name, "--house", house, "--json")["records"]
    answer = client.post(
        "/api/records/replay", json={**sent, "house": house}, headers={"accept-language": "es"}
    )
    assert answer.json() == expected
    assert expected["departure"]
    unread = client.post("/api/records/verify", json={**sent, "receipts": "nothing"})
    assert unread.status_code == 400


def test_a_forged_record_does_not_hold(client: Client, record: Path) -> None:
    forged = record.read_text("utf-8").replace('"cents":1000', '"cents":2000', 1)
    assert forged != record.read_text("utf-8")
    verified = client.post("/api/records/verify", json={"record": forged}).json()
    assert verified["chain"] == "broken"
    assert verified["departure"]["says"]
    assert client.post("/api/records/why", json={"record": forged}).status_code == 422


ROUNDS = """round,table,croupier,seat,bet,stake,returned,result,bought
1,A,Pons,1,rojo,10,20,1,100
3,A,Pons,1,pleno:17,5,100,17,
"""


@pytest.mark.law("IB05.01.IV.1.A.a.1")
def test_a_session_of_rounds_is_audited(client: Client) -> None:
    sent = {"session": ROUNDS, "kind": "csv", "game": "ruleta", "norm": "IB05"}
    found = client.post("/api/audit", json=sent, headers={"accept-language": "en"}).json()
    (departure,) = found["departures"]
    assert departure["clause"] == "IB05.01.IV.1.A.a.1"
    assert departure["file"] == "rounds.csv"
    as_csv = client.post("/api/audit?format=csv", json=sent)
    assert as_csv.headers["content-type"].startswith("text/csv")
    assert next(csv.DictReader(io.StringIO(as_csv.text)))["kind"] == departure["kind"]
    assert client.post("/api/audit?format=html", json=sent).text.startswith("<!")


def test_answers_are_marked_by_the_engine_that_posed(client: Client) -> None:
    hidden = got(client, "/api/drills/exercises?game=ruleta&kind=payouts&seed=5&count=1&answers=false")
    (posed,) = got(client, "/api/drills/exercises?game=ruleta&kind=payouts&seed=5&count=1")["exercises"]
    assert all("right" not in question for question in hidden["exercises"][0]["questions"])
    right = [question["right"] for question in posed["questions"]]
    marked = client.post("/api/drills/mark", json={"exercise": posed["exercise"], "answers": right}).json()
    assert marked["right"]
    wrong = client.post("/api/drills/mark", json={"exercise": posed["exercise"], "answers": [right[0] + 1]})
    assert wrong.json()["results"][0]["off"] == 1
    assert wrong.json()["why"]


@pytest.mark.parametrize("kind", ["verify", "replay", "states", "why", "audit"])
def test_only_an_edition_of_ours_is_played_for_a_stranger(client: Client, kind: str, tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    played_under(older_law(), path)
    field = "session" if kind == "audit" else "record"
    address = "/api/audit" if kind == "audit" else f"/api/records/{kind}"
    sent: dict[str, object] = {field: path.read_text("utf-8")}
    answer = client.post(address, json=sent)
    assert refused(answer)[1] == "other_edition", answer.text
    assert refused(client.post(address, json={**sent, "any_edition": True})) == (400, "request_field")

"""`novamas lototrot`, `promotrot` and `pools`: days and issues from the command line, and bad input."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Novamas, Ran

DAY = "2026-11-20"
OPENING = datetime(2026, 11, 20, 9, tzinfo=UTC)
START = "2026-11-20T17:00:00"  # in Palma: 16:00 UTC
RACES = "\n".join(
    f"""
[[races]]
racecourse = "{"Son Pardo" if order < 5 else "Manacor"}"
number = {order}
starts = 2026-11-20T{16 + order}:00:00
horses = ["A", "B", "C", "D"]"""
    for order in range(1, 8)
)
PROGRAMME = f"""
day = {DAY}
displayed = 2026-11-18T09:00:00
closes = {START}
approval = "FBT 2026/311"
price = "2 €"
{RACES}
"""


class Office:
    """The commands on one store, with a clock that the test sets."""

    def __init__(self, novamas: Novamas, tmp_path: Path) -> None:
        self.novamas, self.folder = novamas, tmp_path
        self.store = tmp_path / "books.sqlite"
        self.now = OPENING

    def __call__(self, *words: object, ok: bool = True) -> Ran:
        line = words if words[1] in ("form", "odds") else (*words, "--store", self.store)
        ran = self.novamas(*line, "--lang", "es")
        assert (ran.status == 0) is ok, ran
        return ran

    def read(self, *words: object) -> Any:
        return json.loads(self(*words, "--json").out)

    def refused(self, *words: object) -> tuple[str, str | None]:
        """Return the code and the clause of a refusal. Check that it is one sentence in every language."""
        for language in ("ca", "en"):
            told = self.novamas(*words, "--store", self.store, "--lang", language)
            assert told.status in (1, 2), told
            assert len(told.err.strip().splitlines()) == 1
        error = json.loads(self(*words, "--json", ok=False).err)["error"]
        return error["code"], error["clause"]

    def file(self, name: str, text: str) -> Path:
        (self.folder / name).write_text(text, "utf-8")
        return self.folder / name


@pytest.fixture
def office(novamas: Novamas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Office:
    found = Office(novamas, tmp_path)
    monkeypatch.setattr("novamas.cli.pools_common.right_now", lambda: found.now)
    return found


@pytest.fixture
def open_day(office: Office) -> Office:
    office("lototrot", "outlet", "palma-1", "Bar Trot")
    office("lototrot", "open", office.file("programme.toml", PROGRAMME))
    return office


def run_races(office: Office, winners: str = "1111111") -> None:
    office.now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    office("lototrot", "close", DAY, "--started", START)
    for race, winner in enumerate(winners, 1):
        office("lototrot", "result", DAY, race, winner)


# ---------------------------------------------------------------- Lototrot


@pytest.mark.law("IB05.14.III.5.5-3.2", "IB05.14.III.5.5-4.5-4-2.2")
def test_an_announcement_to_the_public_is_entered_with_its_means(open_day: Office) -> None:
    said = open_day("lototrot", "announce", DAY, "la carrera 3 no se celebra", "--means", "megafonía").out
    assert "20 de noviembre de 2026: la carrera 3 no se celebra (medio: megafonía)" in " ".join(said.split())
    assert (
        open_day.refused("lototrot", "announce", "2026-11-27", "x", "--means", "y")[0] == "no_such_pool_day"
    )
    assert open_day("pools", "verify").status == 0


@pytest.mark.law("IB05.14.III.8.8-1.2")
def test_a_breach_of_conduct_is_entered_under_its_rule_only(open_day: Office) -> None:
    rule = "IB05.14.III.8.8-1.2"
    entered = open_day.read("lototrot", "conduct", rule, "no lo anuncia", "--who", "palma-1")
    assert entered == {"rule": rule, "who": "palma-1", "what": "no lo anuncia"}
    refused = open_day.refused("lototrot", "conduct", "IB05.14.II.3.1", "x", "--who", "palma-1")
    assert refused == ("no_rule_of_the_office", "IB05.00.Catalogo.14.1")
    assert open_day("pools", "verify").status == 0


@pytest.mark.law("IB05.14.II.3.1")
def test_a_ticket_shows_every_element_of_validity(open_day: Office) -> None:
    shown = open_day("lototrot", "sell", DAY, "1,2/1/1/1/1/1/3", "--outlet", "palma-1").out
    code = re.search(r"PALMA-1-1-[0-9A-Z]{11}", shown)
    assert code is not None
    for element in (
        "LOTOTROT",
        "20 de noviembre de 2026",
        "Son Pardo, Manacor",
        "palma-1",
        "varios caballos",
    ):
        assert element in shown
    assert re.search(r"carreras +7\n", shown)
    assert re.search(r"1\.ª: Son Pardo, carrera 1 +1, 2\n", shown)
    assert re.search(r"7\.ª: Manacor, carrera 7 +3\n", shown)
    assert re.search(r"importe +4,00 €\n", shown)
    assert open_day("lototrot", "ticket", code[0]).out == shown


def test_a_day_goes_from_its_programme_to_the_last_prize(open_day: Office) -> None:
    for forecast in ("1/1/1/1/1/1/1", "1/1/1/1/1/1/2", "1/1/1/1/1/2/2", "1/1/1/1/2/2/2", "2/2/2/2/2/2/2"):
        ticket = open_day.read("lototrot", "sell", DAY, forecast, "--outlet", "palma-1", "--key", forecast)
    again = open_day.read("lototrot", "sell", DAY, forecast, "--outlet", "palma-1", "--key", forecast)
    assert again == ticket
    run_races(open_day)
    shown = open_day("lototrot", "settle", DAY).out
    assert "Se han jugado 5 columnas a 2,00 €: 10,00 €." in shown
    assert "IB05.14.III.9.9-2.2" in shown
    open_day("lototrot", "order", DAY)
    open_day.now += timedelta(days=1)
    won = open_day.read("lototrot", "report", DAY)["settlement"]["prizes"]
    assert [prize["winners"] for prize in won] == [1, 1, 1, 1]
    winner = open_day.read(
        "lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1", "--key", "1/1/1/1/1/1/1"
    )
    paid = open_day.read("lototrot", "pay", winner["code"], "--at", "palma-1")
    assert paid["cents"] == won[0]["cents"]
    assert open_day.refused("lototrot", "pay", winner["code"], "--at", "office")[0] == "already_paid"
    balances = open_day.read("pools", "balances")
    assert sum(balances["accounts"].values()) == 0
    assert "Los libros cuadran" in open_day("pools", "verify", "--ticket", winner["code"]).out


@pytest.mark.law("IB05.14.III.4.1")
def test_a_delayed_and_a_recalled_start_are_entered(open_day: Office) -> None:
    late = ("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1")
    assert (
        open_day.refused("lototrot", "postpone", DAY, "--closes", "2026-11-20T16:30:00")[0]
        == "closing_not_later"
    )
    assert (
        "Se aplaza el cierre" in open_day("lototrot", "postpone", DAY, "--closes", "2026-11-20T17:20:00").out
    )
    open_day.now = datetime(2026, 11, 20, 16, 10, tzinfo=UTC)  # ten minutes after the printed start
    assert open_day.read(*late)["cents"] == 200
    open_day.now = datetime(2026, 11, 20, 16, 20, tzinfo=UTC)
    assert open_day.refused(*late) == ("selling_closed", "IB05.14.III.4.1")
    assert open_day("lototrot", "close", DAY, "--started", "2026-11-20T17:05:00").out.endswith(": 1.\n")
    recalled = open_day.read("lototrot", "recall", DAY, "--closes", "2026-11-20T17:30:00")
    assert (recalled["day"], recalled["closes"]) == (DAY, "2026-11-20T17:30:00+01:00")
    open_day.read(*late)
    assert open_day.read("lototrot", "report", DAY)["sold"]["palma-1"]["tickets"] == 2
    open_day.now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    open_day("lototrot", "close", DAY, "--started", "2026-11-20T17:30:00")
    open_day("lototrot", "result", DAY, 1, 1)
    assert (
        open_day.refused("lototrot", "recall", DAY, "--closes", "2026-11-20T23:59:00")[0]
        == "start_not_recalled"
    )
    for command in ("postpone", "recall"):
        assert open_day.refused("lototrot", command, DAY, "--closes", "teatime")[0] == "unreadable_instant"


@pytest.mark.law("IB05.14.III.9.9-4.1", "IB05.14.III.10.10-2.3", "IB05.14.III.10.10-2.4")
def test_funds_are_brought_in_and_an_entity_pays_the_prize_that_they_make(open_day: Office) -> None:
    funds = ("lototrot", "funds", "--seven", "1.000,50", "--reserve", "200", "--why")
    assert open_day.refused(*funds, " ")[0] == "funds_unreadable"
    assert "1.000,50 € para el 7/7 y 200,00 € de reserva" in open_day(*funds, "acta").out
    open_day("lototrot", "outlet", "banco-1", "Banco de Inca", "--entity")
    bet = ("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet")
    assert open_day.refused(*bet, "banco-1")[0] == "outlet_not_authorised"
    ticket = open_day.read(*bet, "palma-1")["code"]
    run_races(open_day)
    open_day("lototrot", "settle", DAY)
    assert open_day.refused(*funds, "acta") == ("funds_are_kept", "IB05.14.III.9.9-5.2")
    open_day("lototrot", "order", DAY)
    open_day.now += timedelta(days=1)
    pay = ("lototrot", "pay", ticket, "--payee", "Ana", "--at")
    assert open_day.refused(*pay, "palma-1") == ("only_office_pays", "IB05.14.III.10.10-2.4")
    assert open_day.read(*pay, "banco-1")["cents"] > 100_050
    assert "Los libros cuadran" in open_day("pools", "verify").out


def test_a_race_without_result_is_drawn(open_day: Office) -> None:
    open_day.now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    open_day("lototrot", "close", DAY, "--started", START)
    (promised,) = open_day.read("lototrot", "declare", DAY, "suspended", 7)
    drawn = open_day.read("lototrot", "draw", DAY, 7, "--controller", "Maria Ferrer")
    assert drawn["winner"] in (1, 2, 3, 4)
    assert promised["commitment"] != drawn["seed"]
    assert (
        open_day.refused("lototrot", "draw", DAY, 7, "--controller", "Maria Ferrer")[0] == "result_is_final"
    )


@pytest.mark.law("IB05.14.III.5.5-4.5-4-2.1")
def test_a_day_of_which_no_race_was_held_is_closed_drawn_and_settled(open_day: Office) -> None:
    """No race started. The day is closed without a start, and the winners of public draws are entered."""
    open_day("lototrot", "sell", DAY, "2/2/2/2/2/2/2", "--outlet", "palma-1")
    open_day.now = datetime(2026, 11, 20, 23, tzinfo=UTC)
    assert open_day.refused("lototrot", "declare", DAY, "not_held")[0] == "day_still_open"
    closed = open_day.read("lototrot", "close", DAY)
    assert (closed["started"], closed["late"]) == (None, [])
    assert "ya está cerrada" in open_day("lototrot", "close", DAY, ok=False).err
    draw = ("lototrot", "draw", DAY, 1, "--controller", "Maria Ferrer", "--winner")
    assert open_day.refused(*draw, 2)[0] == "not_declared"
    assert len(open_day.read("lototrot", "declare", DAY, "not_held")) == 7
    assert open_day.refused(*draw, 9)[0] == "winner_did_not_start"
    assert "2" in open_day(*draw, 2, "--how", "bolas numeradas", "--ordered", "FBT 12").out
    assert open_day.refused(*draw, 3) == ("result_is_final", "IB05.14.III.5.5-3.3")
    for race in range(2, 7):
        entered = open_day.read("lototrot", "draw", DAY, race, "--controller", "Maria Ferrer", "--winner", 2)
        assert (entered["race"], entered["winner"], entered["controller"]) == (race, 2, "Maria Ferrer")
    assert "seed" not in entered
    by_seed = open_day.read("lototrot", "draw", DAY, 7, "--controller", "Maria Ferrer")
    open_day("lototrot", "settle", DAY)
    prizes = open_day.read("lototrot", "report", DAY)["settlement"]["prizes"]
    hits = 7 if by_seed["winner"] == 2 else 6
    assert [prize["winners"] for prize in prizes] == [int(hits == 7), int(hits == 6), 0, 0]
    assert "Los libros cuadran" in open_day("pools", "verify").out


def test_a_damaged_ticket_is_deposited_and_decided(open_day: Office) -> None:
    ticket = open_day.read("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1")
    run_races(open_day)
    open_day("lototrot", "settle", DAY)
    open_day("lototrot", "order", DAY)
    open_day.now += timedelta(days=2)
    pay = ("lototrot", "pay", ticket["code"], "--at", "palma-1", "--damage", "tears")
    assert open_day.refused(*pay) == ("ticket_damaged", "IB05.14.III.10.10-3.2")
    open_day("lototrot", "deposit", ticket["code"], "--at", "palma-1", "--damage", "tears")
    open_day.now += timedelta(days=40)
    told = open_day("lototrot", "decide", ticket["code"], "--by", "Joan Riera", "--legitimate").out
    assert "es legítimo: pago de" in told


RIGHT = "1/1/1/1/1/1/1"
BAD = [
    (
        ("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "inca-9"),
        "outlet_not_authorised",
        "IB05.14.I.6.2",
    ),
    (("lototrot", "sell", DAY, "1/1", "--outlet", "palma-1"), "forecast_of_other_races", "IB05.14.III.7.2"),
    (("lototrot", "sell", DAY, "1/1/1/1/1/1/9", "--outlet", "palma-1"), "no_such_horse", "IB05.14.I.5.1"),
    (
        ("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1", "--paid", "1 €"),
        "price_not_paid",
        "IB05.14.III.10.10-1.1",
    ),
    (("lototrot", "sell", "2026-12-01", "1/1/1/1/1/1/1", "--outlet", "palma-1"), "no_such_pool_day", None),
    (("lototrot", "ticket", "PALMA-1-1-AAAAAAAAAAA"), "code_altered", "IB05.14.II.3.1"),
    (("lototrot", "ticket", "hola"), "code_unreadable", "IB05.14.II.3.1"),
    (("lototrot", "settle", DAY), "day_still_open", "IB05.14.III.4.1"),
    (("lototrot", "close", DAY, "--started", "luego"), "unreadable_instant", None),
    (("lototrot", "result", DAY, 1, "uno"), "horse_unreadable", None),
    (("lototrot", "declare", DAY, "lluvia", 1), "no_such_cause", None),
    (
        ("lototrot", "deposit", "PALMA-1-1-AAAAAAAAAAA", "--at", "office", "--damage", "feo"),
        "no_such_damage",
        None,
    ),
    (("promotrot", "sell", "nada-1", "--outlet", "palma-1"), "issue_unknown", "IB05.15.IIbis.2.1"),
    (("pools", "verify", "--ticket", "hola"), "code_unreadable", None),
]


@pytest.mark.parametrize(("words", "code", "clause"), BAD, ids=[code for _, code, _ in BAD])
def test_bad_input_gets_one_sentence_and_changes_nothing(
    open_day: Office, words: tuple[object, ...], code: str, clause: str | None
) -> None:
    before = open_day.read("pools", "verify")["entries"]
    found = open_day.refused(*words)
    assert found[0] == code
    assert clause is None or found[1] == clause
    assert open_day.read("pools", "verify")["entries"] == before


def test_results_are_entered_once(open_day: Office) -> None:
    run_races(open_day)
    assert open_day.refused("lototrot", "result", DAY, 1, "2") == ("result_is_final", "IB05.14.III.5.5-3.3")


def test_a_clock_that_goes_back_is_refused(open_day: Office) -> None:
    open_day.now -= timedelta(hours=1)
    assert open_day.refused("lototrot", "outlet", "inca-2", "Café Inca")[0] == "clock_went_back"


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (('price = "2 €"', 'price = "7 €"'), "choice_too_high"),
        (('price = "2 €"', 'price = "0,49"'), "choice_too_low"),
        (('horses = ["A", "B", "C", "D"]', "horses = []"), "race_without_runner"),
        (('approval = "FBT 2026/311"\n', ""), "not_approved"),
        (("number = 3", 'number = "tres"'), "programme_field"),
        (("day = ", "day == "), "programme_unreadable"),
    ],
)
def test_a_programme_at_fault_is_refused_whole(office: Office, change: tuple[str, str], code: str) -> None:
    file = office.file("bad.toml", PROGRAMME.replace(*change, 1))
    ran = office("lototrot", "open", file, "--json", ok=False)
    error = json.loads(ran.err)["error"]
    assert code in (error["code"], *(fault["code"] for fault in error.get("faults", ())))


def test_the_example_of_a_programme_is_one(office: Office) -> None:
    form = office("lototrot", "form").out
    assert (
        office.refused("lototrot", "open", office.file("form.toml", form))[0] == "faulty"
    )  # one race of seven


# ---------------------------------------------------------------- Promotrot


def test_an_issue_goes_from_its_plan_to_the_revealed_seed(office: Office) -> None:
    plan = office.file("plan.toml", office("promotrot", "form").out)
    assert "70,0000 % (7/10)" in office("promotrot", "odds", plan).out
    office("promotrot", "outlet", "inca-2", "Café Inca")
    office("promotrot", "publish", plan)
    won = []
    for turn in range(60):
        ticket = office.read("promotrot", "sell", "herradura-1", "--outlet", "inca-2", "--key", turn)
        played = office.read("promotrot", "play", ticket["code"], 5, "--outlet", "inca-2")
        won += [played] if played["voucher"] else []
        if won:
            break
    voucher = won[0]["voucher"]
    shown = office("promotrot", "play", won[0]["ticket"], 5, "--outlet", "inca-2").out
    assert "Café Inca" in shown
    assert "20 de noviembre de 2026" in shown
    assert won[0]["code"] in shown
    cash: list[str] = []
    for turn in range(60, 160):
        ticket = office.read("promotrot", "sell", "herradura-1", "--outlet", "inca-2", "--key", turn)
        played = office.read("promotrot", "play", ticket["code"], 5, "--outlet", "inca-2")
        cash += [played["code"]] if played["voucher"] and not played["voucher"]["thing"] else []
        if len(cash) == 2:
            break
    slip = office("promotrot", "join", *cash, "--outlet", "inca-2", "--key", "j").out
    joint = office.read("promotrot", "join", *cash, "--outlet", "inca-2", "--key", "j")
    assert joint["code"] in slip
    assert "suma" in slip
    assert office.refused("promotrot", "pay", cash[0], "--at", "office")[0] == "voucher_joined"
    assert office.read("promotrot", "pay", joint["code"], "--at", "office")["cents"] == joint["cents"]
    paid = office.read("promotrot", "pay", won[0]["code"], "--at", "office")
    assert paid["cents"] == voucher["cents"]
    assert office.refused("promotrot", "pay", won[0]["code"], "--at", "inca-2")[0] == "voucher_paid"
    altered = won[0]["code"][:-1] + ("0" if won[0]["code"][-1] != "0" else "1")
    assert office.refused("promotrot", "pay", altered, "--at", "office")[0] == "code_altered"
    assert office.refused("promotrot", "check", "herradura-1")[0] == "seed_not_told"
    office("promotrot", "end", "herradura-1")
    assert "corresponden a la semilla del compromiso" in office("promotrot", "check", "herradura-1").out
    assert "Semilla publicada" in office("promotrot", "report", "herradura-1").out


def test_slips_and_reports_are_written_to_files(open_day: Office, tmp_path: Path) -> None:
    open_day("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1", "--to", tmp_path / "t.pdf")
    assert (tmp_path / "t.pdf").read_bytes().startswith(b"%PDF-")
    open_day("lototrot", "report", DAY, "--to", tmp_path / "r.html")
    assert "Lototrot: jornada" in (tmp_path / "r.html").read_text("utf-8")
    assert open_day.refused("lototrot", "report", DAY, "--to", tmp_path / "r.doc")[0] == "no_such_form"


def test_books_are_copied_and_a_forged_copy_is_found(open_day: Office, tmp_path: Path) -> None:
    import sqlite3

    ticket = open_day.read("lototrot", "sell", DAY, "1/1/1/1/1/1/1", "--outlet", "palma-1")
    copy = tmp_path / "copy.sqlite"
    open_day("store", "copy", copy)
    with sqlite3.connect(copy) as forged:
        for (trigger,) in forged.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            forged.execute(f"DROP TRIGGER {trigger}")
        forged.execute("DELETE FROM entries WHERE kind = 'sale'")
    open_day.store = copy
    assert open_day("pools", "verify", "--ticket", ticket["code"], ok=False).status == 1


def test_tokens_are_given_and_revoked(open_day: Office) -> None:
    given = open_day.read("pools", "token", "palma-1", "--may", "sell")
    assert given["may"] == ["sell"]
    assert len(bytes.fromhex(given["token"])) == 32
    assert "no se volverá a mostrar" in open_day("pools", "token", "office", "--may", "pay,office").out
    assert open_day.read("pools", "token", "palma-1", "--revoke")["revoked"] == 1
    assert open_day.refused("pools", "token", "inca-9")[0] == "no_outlet_for_token"
    assert open_day.refused("pools", "token", "palma-1", "--may", "mandar")[0] == "no_such_right"


def test_a_terminal_without_its_central_system_says_so(
    novamas: Novamas, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("novamas.client.terminal.TIMES_ASKED", 1)
    ran = novamas("promotrot", "terminal", "x", "--server", "http://127.0.0.1:1", "--token", "t")
    assert ran.status == 2
    assert ran.err.startswith("The central system does not respond at http://127.0.0.1:1.")

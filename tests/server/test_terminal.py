"""A terminal of Promotrot: what users type, what it shows, and lost responses."""

from __future__ import annotations

import io

import httpx
import pytest
from tests.pools.promotrot import PRE_DRAWN, SEED, pre_drawn
from tests.server.conftest import System

from novamas.cli.commands.terminal import Screen
from novamas.cli.signals import Stopping
from novamas.client import terminal
from novamas.client.terminal import TerminalClient
from novamas.errors import NovamasError
from novamas.pools.promotrot.issues import prize_of
from novamas.words import voice_for


class Line(httpx.BaseTransport):
    """A connection that loses a given number of first responses."""

    def __init__(self, system: System, lost: int = 0) -> None:
        self.system, self.lost, self.asked = system, lost, 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.asked += 1
        answer = self.system.client.request(
            request.method, request.url.path, content=request.read(), headers=dict(request.headers)
        )
        if self.asked % (self.lost + 1):
            raise httpx.ReadError("the answer was lost", request=request)
        return httpx.Response(answer.status_code, content=answer.content)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "FIRST_PAUSE", 0.0)
    monkeypatch.setenv("COLUMNS", "200")  # no sentence is broken


def central(system: System, lost: int = 0, who: str = "palma-1") -> TerminalClient:
    return TerminalClient("http://central", system.tokens[who], "es", transport=Line(system, lost))


def shown(
    system: System,
    lines: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    issue: str = "herradura-1",
) -> str:
    """Return the output of a terminal for these typed lines."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    with central(system) as found:
        Screen(found, found.issue(issue), voice_for("es", "promotrot"), Stopping()).run()
    return capsys.readouterr().out


def first_winner() -> int:
    """Return the number of the first ticket whose cash prize any outlet may pay."""
    prizes = ((number, prize_of(pre_drawn(), SEED, number)) for number in range(1, 1000))
    return next(number for number, prize in prizes if prize and not prize.thing and prize.cents <= 10_000)


@pytest.mark.parametrize("lost", [1, 3, 5])
def test_what_is_asked_again_is_done_once(system: System, lost: int) -> None:
    before = system.entries()
    with central(system, lost) as found:
        tickets = [found.buy("herradura-1", 100) for _ in range(first_winner())]
        assert [ticket.number for ticket in tickets] == [*range(1, len(tickets) + 1)]
        played = found.play(tickets[-1].code, 5)
        assert played.voucher is not None
        paid = found.pay(played.code)
        assert paid.cents == played.voucher.cents
        assert found.voucher(played.code).paid == "outlet/palma-1"
    assert system.entries() - before <= len(tickets) + 3  # the play, the payment, an advance
    with system.store.reading() as books:
        assert len(list(books.entries(kind="ticket"))) == len(tickets)
        assert len(list(books.entries(kind="payment"))) == 1


def test_who_never_hears_anything_says_so(untouched: System) -> None:
    with pytest.raises(NovamasError) as error:
        central(untouched, lost=100)
    assert error.value.code == "central_unreachable"
    assert "no responde en http://central" in voice_for("es").error(error.value)


def test_a_refusal_is_told_as_the_central_system_tells_it(untouched: System) -> None:
    with central(untouched) as found, pytest.raises(NovamasError) as error:
        found.buy("herradura-1", 99)
    assert (error.value.code, error.value.clause) == ("not_its_price", "IB05.15.IIbis.2.1")
    assert voice_for("es").error(error.value).count("IB05.15.IIbis.2.1") == 1


@pytest.mark.parametrize("address", ["central", "ftp://central", "http://[", "http://127.0.0.1:1"])
def test_an_address_that_is_none_is_told(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "TIMES_ASKED", 2)
    with pytest.raises(NovamasError) as error:
        TerminalClient(address, "token", "es")
    assert error.value.code in ("address_unfit", "central_unreachable")
    assert address in voice_for("es").error(error.value)


def test_a_token_that_is_none_is_told(untouched: System) -> None:
    for token in ("ñ", "a\nb", "nada"):
        with pytest.raises(NovamasError) as error:
            TerminalClient("http://central", token, "es", transport=Line(untouched))
        assert error.value.code == "token_unknown"


def test_whoever_answers_and_is_not_the_central_system_is_found_out() -> None:
    page = httpx.MockTransport(lambda request: httpx.Response(404, text="<h1>Not found</h1>"))
    with pytest.raises(NovamasError) as error:
        TerminalClient("http://central", "token", "es", transport=page)
    assert error.value.code == "central_answer_unreadable"


@pytest.mark.law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3")
def test_cells_are_uncovered_one_by_one(
    system: System, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = shown(system, "comprar\n5\n5\n12\n1\n\nsalir\n", monkeypatch, capsys)
    covered = told.index("[1]")
    assert "[5]" in told[covered:]
    assert "Elija un número del 1 al 9" in told
    assert told.count("[9]") == 3  # all covered, one open, two open; then nothing is covered
    assert "Billete 1: PALMA-1-1-" in told
    assert "Sin premio." in told or "Comprobante de premio" in told


def test_a_voucher_is_printed_checked_and_paid(
    system: System, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with central(system) as found:
        for _ in range(first_winner() - 1):
            found.buy("herradura-1", 100)
        code = found.buy("herradura-1", 100).code
    told = shown(system, f"jugar {code}\n3\n\n", monkeypatch, capsys)
    assert "Bar palma-1" in told
    voucher = [word for word in told.split() if word.startswith("PALMA-1-") and word != code][-1]
    told = shown(
        system, f"comprobar {voucher}\npagar {voucher}\ncomprobar {voucher}\nhola\n\n", monkeypatch, capsys
    )
    assert "El comprobante es válido" in told
    assert "ya está pagado" in told
    assert "El terminal no conoce «hola»" in told


def test_a_horse_is_picked_in_a_race(
    system: System, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plan = 'action = "carrera"\n' + PRE_DRAWN.replace("herradura-1", "trote-1")
    system.done("POST", "/promotrot/issues", {"plan": plan}, who="office")
    told = shown(system, "buy\n17\n7\n", monkeypatch, capsys, issue="trote-1")
    assert "¿Qué caballo, del 1 al 16?" in told
    assert "7" in told
    assert "comprado" in told or "Billete 1" in told


def test_a_ticket_left_unplayed_can_be_played_later(
    system: System, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    told = shown(system, "comprar\n", monkeypatch, capsys)
    assert "queda sin jugar" in told
    with system.store.reading() as books:
        assert not list(books.entries(kind="play"))

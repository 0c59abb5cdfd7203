"""The public Python API: complete, typed, quick to import, and without Python's own errors."""

from __future__ import annotations

import ast
import subprocess
import sys
from contextlib import suppress
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import novamas
from novamas.errors import NovamasError
from novamas.table.events import Dealt

DOOR = ast.parse(Path(novamas.__file__).read_text("utf-8"))
WRONG: list[Any] = [
    None,
    True,
    -1,
    10**30,
    10**5_000,
    -(10**5_000),
    2.5,
    float("nan"),
    "",
    "x",
    "2,505 €",
    "\x00",
    b"ruleta",
    [],
    ["x", None],
    {},
    {"a": 1},
    {99: "2 €"},
    ...,
    Decimal("NaN"),
    Decimal("0.001"),
    Decimal("1e999999999"),
    Decimal("-1e-999999999"),
    Decimal("sNaN"),
    "9" * 5_000,
    f"{'9' * 5_000} €",
    "x" * 10**6,
    Fraction(1, 3),
    datetime(2020, 1, 1),  # noqa: DTZ001 - a wrong thing to give
    len,
]


def short(wrong: object) -> str:
    return type(wrong).__name__ if isinstance(wrong, int | str) else repr(wrong)


def test_all_names_are_there_and_typed() -> None:
    """`__all__`, the modules and the type checker agree on the names."""
    typed = next(node for node in DOOR.body if isinstance(node, ast.If))
    seen = [
        alias.name for node in ast.walk(typed) if isinstance(node, ast.ImportFrom) for alias in node.names
    ]
    assert sorted(seen) == sorted(novamas.__all__)
    for name in novamas.__all__:
        assert getattr(novamas, name) is not None
        assert name in dir(novamas)


def test_what_is_not_there_is_said() -> None:
    with pytest.raises(AttributeError, match="novamas has no 'opne'; it has GAMES"):
        novamas.opne  # type: ignore[attr-defined]  # noqa: B018


def test_importing_costs_nearly_nothing() -> None:
    """The import loads no other module of novamas, no numpy and no msgspec."""
    program = "import sys, novamas; print(*sorted(name.split('.')[0] for name in sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"numpy", "numba", "msgspec", "typer"} & set(loaded.stdout.split())
    assert loaded.stdout.split().count("novamas") == 1


@pytest.mark.parametrize("wrong", WRONG, ids=short)
@pytest.mark.parametrize(
    "what",
    ["norm", "region", "on", "cash", "seed", "cards", "deck", "draws", "automatic", "seats", "minimum"],
)
def test_open_answers_whatever_it_is_given(what: str, wrong: Any) -> None:
    """The call returns a table or raises a `NovamasError` with its text. No other exception may occur."""
    with suppress(NovamasError):
        novamas.open("ruleta", **{what: wrong})


@pytest.mark.parametrize("wrong", WRONG, ids=short)
def test_the_other_doors_answer_too(wrong: Any, tmp_path: Path) -> None:
    session = novamas.open("ruleta", seed=1)
    players: Any = wrong or [1]
    for door in (
        lambda: novamas.open(wrong),
        lambda: novamas.game(wrong),
        lambda: novamas.clause(wrong),
        lambda: novamas.catalogue.at(wrong),
        lambda: novamas.catalogue.under(wrong),
        lambda: novamas.catalogue.at("aragon")[wrong],
        lambda: novamas.compute_odds(wrong),
        lambda: novamas.par_sheet(wrong),
        lambda: novamas.replay(wrong),
        lambda: session.do(wrong),
        lambda: session.do("s1 bet", bet=wrong, cents=1000),
        lambda: session.do("s1 bet", bet="rojos", cents=wrong),
        lambda: session.do("s1 bet rojo 10 €", wrong=wrong),
        lambda: session.round(wrong),
        lambda: session.round(players=players),
    ):
        with pytest.raises(NovamasError) as raised:
            door()
        said = str(raised.value).removesuffix(f" ({raised.value.clause})")
        assert said.endswith((".", "?")), raised.value
    assert session.deeds == []


@pytest.mark.parametrize("wrong", [wrong for wrong in WRONG if wrong is not None], ids=short)
def test_days_bets_seats_and_rounds_that_are_none(wrong: Any) -> None:
    session = novamas.open("ruleta", seed=1)
    with pytest.raises(NovamasError):
        novamas.compute_odds(session, only=wrong)
    if wrong is not True and not isinstance(wrong, int):
        with pytest.raises(NovamasError):
            session.play(wrong)
        with pytest.raises(NovamasError):
            novamas.catalogue.at("aragon", wrong)
    if wrong is not True:
        with pytest.raises(NovamasError):
            session.net(wrong)


def test_a_table_by_place_and_day() -> None:
    assert novamas.open("ruleta", region="illes_balears").table.frame.norm == "IB05"
    for day in (date(2008, 5, 31), "2008-05-31"):
        assert novamas.open("trijoker", region="illes_balears", on=day).table.frame.norm == "IB05"


def test_the_example_is_the_table_that_the_odds_command_means() -> None:
    session = novamas.open("ruleta")
    assert str(novamas.compute_odds(session, only="rojo")["rojo"].edge) == "1/74"
    assert novamas.compute_odds(session.table, only="rojo") == novamas.compute_odds(session, only="rojo")
    assert set(novamas.compute_odds(session)) == set(session.table.game.wagers(session.table.opening))


def test_cash_is_one_amount_for_all_or_one_by_seat() -> None:
    session = novamas.open("ruleta", seats=3, cash="50 €")
    assert [session.chips_of(seat) for seat in (1, 2, 3)] == [5000] * 3
    session = novamas.open("ruleta", seats=3, cash={2: Decimal("12.50")})
    assert [session.chips_of(seat) for seat in (1, 2, 3)] == [0, 1250, 0]


def test_which_cards_a_deck_has_may_be_a_choice_of_the_house() -> None:
    option = novamas.catalogue.under("AR10")["cubierto"].options["deck"]
    for lawful in map(str, option.one_of):
        assert novamas.open("cubierto", norm="AR10", deck=lawful).table.chosen["deck"] == lawful


def test_the_deck_of_the_house_and_scripted_cards_are_given_together() -> None:
    session = novamas.open("cubierto", norm="AR10", seats=5, deck="32", cards="As Ks Qs Js 10s", seed=1)
    assert session.table.chosen["deck"] == "32"
    dealt = [event for event in session.round() if isinstance(event, Dealt) and event.card is not None]
    script = dict(enumerate(novamas.equipment.cards("As Ks Qs Js 10s")))
    assert script == {event.place: event.card for event in dealt if event.place in script}


@pytest.mark.parametrize("slug", novamas.GAMES)
@pytest.mark.parametrize("script", ["As Kd", "AsKd", ["As", 12], [51, 42], "zz As"])
def test_a_script_given_as_the_deck_is_told_its_own_word(slug: str, script: Any) -> None:
    with pytest.raises(novamas.InvalidInput, match="give the cards to come with “cards=”") as raised:
        novamas.open(slug, deck=script)
    assert str(raised.value).count(".") == 1


@pytest.mark.parametrize("number", [30, "30", "999", True])
def test_a_deck_that_the_law_does_not_have_is_a_fault_and_no_script(number: Any) -> None:
    with pytest.raises(novamas.FaultySetup) as raised:
        novamas.open("cubierto", norm="AR10", seats=5, deck=number)
    assert [fault.choice for fault in raised.value.faults] == ["deck"]


def test_events_and_pools_are_rooms_of_the_door() -> None:
    """The subpackages are available in a fresh interpreter, before any other import."""
    program = (
        "import novamas; print(novamas.events.Payment is novamas.Payment, novamas.pools.POOLS,"
        " novamas.pools.lototrot.__name__);"
        " print(type(novamas.clause('IB05.01.IV.2.A.1').reading) is novamas.Reading)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "True ('lototrot', 'promotrot') novamas.pools.lototrot\nTrue\n"


def test_who_acts_automatically_is_a_word_of_open() -> None:
    session = novamas.open("ruleta", seed=1, automatic="chance")
    with pytest.raises(novamas.Refused) as raised:
        session.do("s1 bet rojo 10 €")
    assert raised.value.code == "not_open"
    session.do("croupier hagan_juego")
    session.do("s1 bet rojo 10 €")
    session.do("croupier launch")
    session.do("croupier no_va_mas")
    assert session.next_deed() is not None  # the ball
    alone = novamas.open("trijoker", seed=1, automatic=("croupier", "chance", "s1", 2))
    assert alone.automatic == {"croupier", "chance", 1, 2}
    told = novamas.open("ruleta", seed=1, automatic=())
    assert told.next_deed() is None


@pytest.mark.parametrize(
    ("wrong", "code"),
    [("nobody at all", "no_such_person"), (["s99"], "no_such_seat"), ([99], "no_such_seat")],
)
def test_nobody_acts_automatically_who_is_not_at_the_table(wrong: Any, code: str) -> None:
    with pytest.raises(NovamasError) as raised:
        novamas.open("ruleta", automatic=wrong)
    assert raised.value.code == code


def test_an_edition_is_a_list_of_games() -> None:
    edition = novamas.catalogue.at("aragon", date(2020, 1, 1))
    frames = list(edition)
    assert len(frames) == len(edition) == len(edition.games)
    assert [frame.game for frame in frames] == list(edition.games)
    assert all(frame in edition and frame.game in edition for frame in frames)
    assert novamas.catalogue.under("IB05")["trijoker"] not in edition
    assert "parchís" not in edition


def test_a_par_sheet_has_all_of_a_table() -> None:
    session = novamas.open("ruleta", seats=3)
    sheet = novamas.par_sheet(session)
    assert (sheet.game, sheet.norm) == ("ruleta", "IB05")
    assert sheet.odds == novamas.compute_odds(session)
    assert {payout.bet: payout.pays for payout in sheet.payouts}["pleno"] == "35"
    assert all(payout.cite for payout in sheet.payouts)
    assert {chosen.option.name: chosen.value for chosen in sheet.choices}["seats"] == 3
    assert {applied.clause for applied in sheet.readings} == {
        clause.id for clause in session.table.frame.readings()
    }


def test_a_par_sheet_is_whole_in_each_language() -> None:
    session = novamas.open("ruleta", seats=3)
    sheet = novamas.par_sheet(session, "es")
    told = {applied.clause: applied.applies for applied in sheet.readings}
    staff = "El personal enumerado es el mínimo: tener más personal en una mesa no es ningún incumplimiento."
    assert told["IB05.01.III.1.1"] == staff
    assert sheet.called["rojo"] == "rojo"
    assert sheet.per == {"unit_staked": "unidad apostada"}
    assert sheet.advice[0].startswith("rojo en prisión: lo mejor es «mitad» (")
    assert {payout.bet: payout.called for payout in sheet.payouts}["seisena"] == "seisena"
    says = {chosen.option.name: chosen.says for chosen in sheet.choices}
    assert says["minimum"] == "el mínimo a pleno de la mesa, en céntimos"
    assert "unitat apostada" in novamas.par_sheet(session, "ca").per.values()
    with pytest.raises(
        novamas.InvalidInput, match=r"The language “fr” is not available. Choose one of “es”, “ca”, “en”"
    ):
        novamas.par_sheet(session, "fr")  # type: ignore[arg-type]

"""Plans of issues: the four factors, the presentation, the prize table, and every fault with its line."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.pools.promotrot import PRE_DRAWN, PROBABILISTIC, changed, faults_of, pre_drawn, probabilistic
from tests.words.codes import SOURCE, emitted, places_in

from novamas.errors import InvalidInput, NovamasError
from novamas.law import FaultySetup, library
from novamas.law.texts import LANGUAGES
from novamas.pools.promotrot.plans import read_plan
from novamas.pools.promotrot.setup import frame_now
from novamas.words import voice_for
from novamas.words.texts import find


def told(plan: str) -> list[tuple[str, str | None]]:
    return [(fault.code, fault.clause) for fault in faults_of(plan)]


@pytest.mark.law("IB05.15.II.2.4", "IB05.15.II.2.5", "IB05.15.II.2.6")
def test_a_pre_drawn_plan_settles_tickets_price_and_the_exact_prizes() -> None:
    issue = pre_drawn()
    assert (issue.tickets, issue.price, issue.ways) == (1000, 100, 1000)
    assert [(one.name, one.times, one.cents) for one in issue.prizes] == [
        ("primero", 2, 10_000),
        ("silla", 1, 30_000),
        ("vuelta", 200, 100),
    ]
    law = issue.kind_law
    assert (law.tickets, law.price, law.prizes) == ("IB05.15.II.2.4", "IB05.15.II.2.5", "IB05.15.II.2.6")
    options = frame_now().options
    assert options["tickets"].cite[0] == law.tickets
    assert law.price in options["price"].cite
    assert told(PRE_DRAWN.replace("times = 200", "times = 998"))[0] == ("prizes_above_tickets", law.prizes)
    assert told(changed(PRE_DRAWN, tickets="0")) == [("choice_too_low", law.tickets)]


@pytest.mark.law("IB05.15.II.3.4", "IB05.15.II.3.5", "IB05.15.II.3.6")
def test_a_probabilistic_plan_settles_tickets_price_and_the_chance_of_each_prize() -> None:
    issue = probabilistic()
    assert (issue.tickets, issue.price, issue.ways) == (500, 200, 1000)
    law = issue.kind_law
    assert (law.tickets, law.price, law.prizes) == ("IB05.15.II.3.4", "IB05.15.II.3.5", "IB05.15.II.3.6")
    options = frame_now().options
    assert law.tickets in options["tickets"].cite
    assert law.price in options["price"].cite
    assert options["ways"].cite[0] == law.prizes
    assert told(PROBABILISTIC.replace("times = 250", "times = 1000"))[0] == (
        "prizes_above_tickets",
        law.prizes,
    )
    assert probabilistic(ways="2000", prize_share='"7/10"', price="100").returned == Fraction(3, 4)


@pytest.mark.law("IB05.15.II.2.6")
def test_the_prizes_of_a_pre_drawn_issue_are_spread_over_its_tickets() -> None:
    assert told(changed(PRE_DRAWN, ways="2000")) == [("ways_not_tickets", "IB05.15.II.2.6")]
    assert pre_drawn(ways="1000").ways == 1000


@pytest.mark.law("IB05.15.IIbis.4.1")
def test_a_price_is_from_twenty_centimos_to_ten_euros() -> None:
    dear = changed(PRE_DRAWN, price="1000").replace("times = 200", "times = 650").replace('"1 €"', '"10 €"')
    assert read_plan(dear).price == 1000
    cheap = probabilistic(price='"0,20 €"', ways="10000")
    assert cheap.price == 20
    assert told(changed(PRE_DRAWN, price="19")) == [("choice_too_low", "IB05.15.IIbis.4.1")]
    assert told(changed(PRE_DRAWN, price='"10,01 €"')) == [("choice_too_high", "IB05.15.IIbis.4.1")]


@pytest.mark.law("IB05.15.IIbis.6.6-2.2", "IB05.15.II.2.3")
def test_a_whole_pre_drawn_issue_returns_seventy_per_cent_to_the_centimo() -> None:
    assert pre_drawn().returned == Fraction(7, 10)
    short = PRE_DRAWN.replace('cash = "100 €"', 'cash = "99,99 €"')
    assert told(short) == [("return_below_law", "IB05.15.IIbis.6.6-2.2")]
    assert faults_of(short)[0].figures["returned"] == str(Fraction(69_998, 100_000))
    assert pre_drawn().kind_law.share == "IB05.15.II.2.3"
    assert "IB05.15.II.2.3" in frame_now().options["prize_share"].cite


@pytest.mark.law("IB05.15.IIbis.6.6-2.2", "IB05.15.II.3.3")
def test_a_probabilistic_game_returns_seventy_per_cent_mathematically() -> None:
    assert probabilistic().returned == Fraction(3, 4)
    lawful = changed(PROBABILISTIC, prize_share='"7/10"')
    assert faults_of(lawful.replace("times = 250", "times = 230")) == []
    assert told(lawful.replace("times = 250", "times = 229")) == [
        ("return_below_law", "IB05.15.IIbis.6.6-2.2")
    ]
    announced = PROBABILISTIC.replace("times = 250", "times = 249")
    assert told(announced) == [("return_below_announced", "IB05.15.II.3.3")]


@pytest.mark.law("IB05.15.IIbis.5.5-1.1")
def test_no_less_than_seventy_per_cent_may_be_announced() -> None:
    assert pre_drawn().prize_share == Fraction(7, 10)  # where nothing else is announced
    assert told(changed(PRE_DRAWN, prize_share='"699/1000"')) == [("choice_too_low", "IB05.15.IIbis.5.5-1.1")]


@pytest.mark.law("IB05.15.II.2.1")
def test_a_pre_drawn_issue_as_a_whole_meets_the_percentage_that_is_announced() -> None:
    richer = PRE_DRAWN.replace("times = 200", "times = 300")
    assert read_plan(changed(richer, prize_share='"8/10"')).prize_share == Fraction(8, 10)
    assert told(changed(richer, prize_share='"81/100"')) == [("return_below_announced", "IB05.15.II.2.1")]


@pytest.mark.law("IB05.15.IIbis.5.5-1.2")
def test_no_more_is_won_than_is_played() -> None:
    rich = PRE_DRAWN.replace('cash = "1 €"', 'cash = "2,50 €"')
    assert read_plan(rich).returned == 1
    more = PRE_DRAWN.replace('cash = "1 €"', 'cash = "2,51 €"')
    assert told(more) == [("return_above_takings", "IB05.15.IIbis.5.5-1.2")]


@pytest.mark.law("IB05.15.IIbis.6.6-2.1")
def test_a_prize_is_in_cash_or_in_kind() -> None:
    cash, thing, _ = pre_drawn().prizes
    assert (cash.is_in_kind, thing.is_in_kind) == (False, True)
    both = PRE_DRAWN.replace('thing = "una', 'cash = 1\nthing = "una')
    assert told(both) == [("prize_both_natures", "IB05.15.IIbis.6.6-2.1")]
    neither = PRE_DRAWN.replace('cash = "1 €"', "")
    assert told(neither) == [("prize_without_nature", "IB05.15.IIbis.6.6-2.1")]


@pytest.mark.law("IB05.15.IIbis.6.6-5.1")
def test_a_prize_in_kind_counts_at_its_market_price() -> None:
    assert pre_drawn().prizes[1].cents == 30_000
    without = PRE_DRAWN.replace('market_price = "300 €"', "")
    assert told(without) == [("prize_without_equivalent", "IB05.15.IIbis.6.6-5.1")]


@pytest.mark.law("IB05.15.I.2.1", "IB05.15.IIbis.3.1")
def test_terminals_are_connected_to_a_central_system() -> None:
    def lacking(thing: str) -> list[tuple[str, str | None]]:
        return told(changed(PRE_DRAWN, lacks=f'["{thing}"]'))

    assert lacking("terminals") == [("no_terminals", "IB05.15.I.2.1")]
    assert lacking("central_system") == [("no_central_system", "IB05.15.IIbis.3.1")]
    assert lacking("connection") == [("no_connection", "IB05.15.IIbis.3.1")]


@pytest.mark.law("IB05.15.IIbis.5.5-2.1")
def test_rules_and_percentage_are_on_display_where_tickets_are_sold() -> None:
    lacks = changed(PRE_DRAWN, lacks='["rules_on_display", "share_on_display"]')
    assert told(lacks) == [
        ("no_rules_on_display", "IB05.15.IIbis.5.5-2.1"),
        ("no_share_on_display", "IB05.15.IIbis.5.5-2.1"),
    ]


def test_there_are_two_kinds_and_one_must_be_chosen() -> None:
    assert told(changed(PRE_DRAWN, kind='"otro"'))[0][0] == "choice_not_offered"
    assert told(PRE_DRAWN.replace('kind = "presorteado"', ""))[0][0] == "choice_missing"


# ---------------------------------------------------------------- every fault, and where


def test_every_fault_is_told_at_once_each_with_its_line() -> None:
    plan = (
        PRE_DRAWN.replace("herradura-1", "La Herradura")
        .replace('"1 €"\n\n', '"12 €"\nprecio = 1\n\n')
        .replace("times = 2\n", "times = 0\n")
        .replace("market_price", "valor")
        .replace('"vuelta"', '"primero"')
    )
    found = [(fault.figures.get("line"), fault.code) for fault in faults_of(plan)]
    assert found == [
        (1, "code_unfit"),
        (6, "unknown_choice"),
        (5, "choice_too_high"),
        (10, "prize_field_wrong"),
        (17, "prize_field_unknown"),
        (13, "prize_without_equivalent"),
        (20, "prize_twice"),
    ]


def test_a_fault_is_said_with_its_line_in_three_languages() -> None:
    with pytest.raises(FaultySetup) as caught:
        read_plan(changed(PRE_DRAWN, price="5"))
    said = [voice_for(language).error(caught.value) for language in LANGUAGES]
    assert [line.split()[0] for line in said] == ["Línea", "Línia", "Line"]
    assert all(line.endswith("(IB05.15.IIbis.4.1)") for line in said)


def test_what_is_no_toml_is_told_by_its_line() -> None:
    with pytest.raises(InvalidInput) as caught:
        read_plan(PRE_DRAWN.replace("times = 1\n", "times = uno\n"))
    assert (caught.value.code, caught.value.figures) == ("plan_unreadable", {"line": 14})


def test_a_plan_without_prizes_or_name_is_no_plan() -> None:
    head = PRE_DRAWN.partition("[[")[0]
    assert told(head) == [("prize_missing", "IB05.15.II.2.6")]
    assert told(head + "prizes = 3") == [("prize_missing", "IB05.15.II.2.6")]
    assert told(head + "prizes = [3]") == [("prize_field_wrong", "IB05.15.II.2.6")]
    assert told(PRE_DRAWN.replace('name = "La herradura"', "")) == [("name_missing", None)]


def test_no_more_kinds_of_prizes_than_marks() -> None:
    rows = "".join(f'[[prizes]]\nname = "p{n}"\ntimes = 1\ncash = 5600\n' for n in range(13))
    plan = PRE_DRAWN.partition("[[")[0] + rows
    assert told(plan)[0] == ("prizes_too_many", None)


def said(plan: str) -> list[str]:
    try:
        return [read_plan(plan).name]
    except NovamasError as error:
        return [voice_for(language).error(error) for language in LANGUAGES]


@given(st.text(max_size=200))
def test_whatever_is_in_a_plan_is_told_and_never_a_traceback(text: str) -> None:
    for plan in (text, PRE_DRAWN + text, PRE_DRAWN.replace('"1 €"', f'"{text}"'), f"{text}\n{PRE_DRAWN}"):
        assert all(said(plan))


def test_faults_of_a_plan_have_words_and_the_figures_for_them() -> None:
    codes = {fault.code for fault in emitted(SOURCE / "pools" / "promotrot" / "plans.py", "Fault")}
    assert {"prize_missing", "return_below_law"} <= codes
    assert not [code for code in codes if find(library(), f"faults.{code}", "promotrot") is None]
    for option in frame_now().options.values():
        values = [value for value in option.one_of if isinstance(value, str)]
        assert not [value for value in values if find(library(), f"values.{value}", "promotrot") is None]
        assert option.says or find(library(), f"choices.{option.name}", "promotrot")
    for name, need in frame_now().needs.items():
        assert places_in(frame_now().texts[f"needs.{name}"].es) <= {need.choice, "tickets"}

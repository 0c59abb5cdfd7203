"""The games of each region on a given day, and the errors for days that the law leaves open."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from novamas.law import (
    DayNotKnown,
    LawError,
    NotInForce,
    UnknownName,
    catalogue,
    clause,
    clauses,
    library,
    norms,
)
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for

JURISDICTIONS = ("illes_balears", "aragon", "castilla_la_mancha")


def test_each_norm_lists_the_games_it_has_clauses_for() -> None:
    for norm in norms():
        written = {one.game for one in clauses(norm=norm)} - {"general", "poquer_circulo"}
        assert set(library().entries(norm)) == written


def test_every_norm_and_every_entry_cites_its_own_clauses() -> None:
    for name, norm in norms().items():
        cited = [*norm.cite]
        cited += [id for amendment in norm.amends for id in amendment.cite]
        cited += [id for entry in library().entries(name).values() for id in entry.cite]
        assert all(clause(id).norm == name for id in cited)


def test_today_the_balearic_catalogue_is_both_orders() -> None:
    edition = catalogue.at("illes_balears")
    assert edition.norms == ("IB05", "IB09")
    assert edition["ruleta"].norm == "IB05"
    assert edition["tres_cartas"].norm == "IB09"
    assert len(edition.games) == len(set(edition.games)) == 22


def test_the_order_of_2009_replaces_synthetic_poker() -> None:
    before = catalogue.at("illes_balears", date(2009, 1, 1))
    after = catalogue.at("illes_balears", date(2010, 1, 1))
    assert before["sintetico"].norm == "IB05"
    assert after["sintetico"].norm == "IB09"
    epigraph_12 = [one.id for one in clauses(norm="IB05", game="sintetico")]
    assert all(before.holds(id) for id in epigraph_12)
    assert not any(after.holds(id) for id in epigraph_12)
    assert after.holds("IB05.00.AU.1")
    assert not before.holds("IB09.00.A1.1")


def test_a_clause_says_when_and_by_what_it_was_replaced() -> None:
    found = library().replacement_of("IB05.12.V.4.11")
    assert found is not None
    assert (found.norm, found.cite) == ("IB09", ("IB09.00.A1.1",))
    assert (found.earliest, found.latest) == (date(2009, 7, 21), date(2009, 8, 31))
    assert library().replacement_of("IB05.13.VII.19") is None
    assert library().replacement_of("IB09.12-2-e.V.1.1") is None
    replaced = {one.id for one in clauses() if library().replacement_of(one.id)}
    assert replaced == {one.id for one in clauses(norm="IB05", game="sintetico")}


def test_the_last_day_that_no_text_has_is_said_to_be_ours() -> None:
    for name, norm in norms().items():
        told = {language: voice_for(language).fill("{norm:since}", {"norm": name}) for language in LANGUAGES}
        ours = {"es": "según nuestra lectura", "ca": "segons la nostra lectura", "en": "by our reading"}
        assert all((ours[language] in told[language]) is (norm.in_force is None) for language in LANGUAGES)
        if norm.in_force is None:
            reading = clause(norm.cite[0]).reading
            assert reading is not None
            assert "limit of our own" in reading.applies


def test_a_game_too_early_is_answered_with_since_when_and_where_it_exists() -> None:
    edition = catalogue.at("illes_balears", date(2009, 7, 20))
    assert "tres_cartas" not in edition
    with pytest.raises(NotInForce) as caught:
        edition["tres_cartas"]
    assert str(caught.value) == (
        "The game “three card poker” is not in the catalogue in force in the Balearic Islands on 20 July"
        " 2009, but it is in others: in the Balearic Islands since a day between 21 July 2009 and, by"
        " our reading, 31"
        " August 2009 (IB09); in Aragon since a day between 29 April 2010 and, by our reading, 31 December"
        " 2010 (AR10)."
    )


def test_a_game_of_another_norm_is_answered_so() -> None:
    with pytest.raises(
        NotInForce,
        match=r"“craps” is not in the catalogue of CM16, but it is in others: in the",
    ):
        catalogue.under("CM16")["craps"]


def test_a_day_nobody_has_told_us_is_not_guessed() -> None:
    with pytest.raises(
        DayNotKnown, match=r"It is not known whether IB09 was in force on 1 August 2009.*Give another date"
    ):
        catalogue.at("illes_balears", date(2009, 8, 1))
    with pytest.raises(DayNotKnown, match="AR10"):
        catalogue.at("aragon", date(2010, 4, 29))


def test_the_first_and_the_last_day_of_a_window_are_certain_on_their_outer_side() -> None:
    assert catalogue.at("illes_balears", date(2009, 8, 31)).norms == ("IB05", "IB09")
    assert catalogue.at("illes_balears", date(2006, 1, 31)).norms == ("IB05",)
    with pytest.raises(NotInForce):
        catalogue.at("aragon", date(2010, 4, 28))


@given(st.dates(date(2009, 7, 21), date(2009, 8, 31)), st.integers(-60, 60))
def test_the_day_told_decides(told: date, later: int) -> None:
    day = told + timedelta(days=later)
    edition = catalogue.at("illes_balears", day, in_force={"IB09": told})
    assert ("tres_cartas" in edition) == (told <= day)


@given(st.sampled_from(JURISDICTIONS), st.dates(date(2000, 1, 1), date(2030, 1, 1)))
def test_a_day_is_refused_only_where_the_law_or_the_day_is_unknown(jurisdiction: str, day: date) -> None:
    local = [norm for norm in norms().values() if norm.jurisdiction == jurisdiction]
    if any(norm.earliest <= day < norm.latest for norm in local):
        with pytest.raises(DayNotKnown):
            catalogue.at(jurisdiction, day)
    elif day < local[0].earliest:
        with pytest.raises(NotInForce, match=r"None of our catalogues was in force"):
            catalogue.at(jurisdiction, day)
    else:
        assert catalogue.at(jurisdiction, day).games


def test_the_castilian_order_is_in_force_the_day_after_its_gazette() -> None:
    norm = norms()["CM16"]
    assert norm.published == date(2016, 5, 18)
    assert catalogue.at("castilla_la_mancha", date(2016, 5, 19)).games == ("pai_gow_poker", "pai_gow_domino")
    with pytest.raises(NotInForce, match="since 19 May 2016"):
        catalogue.at("castilla_la_mancha", date(2016, 5, 18))


def test_a_day_that_cannot_be_is_refused() -> None:
    with pytest.raises(LawError, match=r"IB09 cannot have come into force on 1 January 2008"):
        catalogue.at("illes_balears", date(2010, 1, 1), in_force={"IB09": date(2008, 1, 1)})


def test_names_nobody_has_are_answered_with_the_names_there_are() -> None:
    with pytest.raises(
        UnknownName, match=r"“catalunya”: the catalogue has “illes_balears”, “aragon”, “castilla_la_mancha”"
    ):
        catalogue.at("catalunya")
    with pytest.raises(
        UnknownName, match=r"“IB5”: the catalogue has “IB05”, “IB09”, “AR10”, “CM16”; did you mean IB05"
    ):
        catalogue.under("IB5")
    with pytest.raises(UnknownName, match="“XX99”"):
        catalogue.at("aragon", in_force={"XX99": date(2010, 5, 1)})
    with pytest.raises(UnknownName, match=r"No norm has a game “ruletta”; did you mean ruleta"):
        catalogue.at("aragon")["ruletta"]


def test_a_norm_by_itself_knows_no_day() -> None:
    edition = catalogue.under("IB05")
    assert edition.on is None
    assert edition["sintetico"].norm == "IB05"
    assert edition.jurisdiction == "illes_balears"


def test_circle_games_share_the_clauses_of_their_family() -> None:
    games = {one.game for one in catalogue.under("IB09")["omaha"].clauses()}
    assert games == {"poquer_circulo", "omaha"}


def test_the_readings_of_a_game_are_its_doubtful_clauses() -> None:
    frame = catalogue.under("IB05")["boule"]
    readings = frame.readings()
    assert readings
    assert {one.game for one in readings} == {"boule"}
    assert all(one.reading for one in readings)
    assert len(readings) < len(frame.clauses())


def test_a_norm_has_a_title_in_each_language() -> None:
    for name, norm in norms().items():
        assert norm.title.es.startswith(("Orden de ", "Decreto ")), name
        assert norm.title.ca.startswith(("Ordre de ", "Decret ")), name
        assert norm.title.en.startswith(("Order of ", "Decree ")), name
        for amendment in norm.amends:
            assert not isinstance(amendment.of, str) or amendment.of in norms(), name
            assert all((amendment.says.es, amendment.says.ca, amendment.says.en)), name

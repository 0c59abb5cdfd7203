"""Every code, verb, incident, note, bet, choice, phase and message has texts in three languages."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import get_origin

import pytest
from tests.support.every_game import played, small_table
from tests.words.codes import REFUSING, SOURCE, emitted, emitted_by_games, modules_of, places_in, recoded
from tests.words.text_files import every_text, of_games, of_the_program

from novamas.games import GAMES, game
from novamas.law import Frame, catalogue, library, norms
from novamas.law.texts import LANGUAGES
from novamas.table.bets import parts_of
from novamas.table.roles import CROUPIER, FLOOR
from novamas.words import voice_for
from novamas.words.texts import find, text_file
from novamas.words.typed_acts import how_to_type


def frames_of(slug: str) -> Iterator[Frame]:
    """Yield the frame of a game under every norm that has it."""
    editions = [catalogue.under(norm) for norm in norms()]
    yield from (edition[slug] for edition in editions if slug in edition.games)


def lacking(slug: str, file: str, codes: set[str]) -> list[str]:
    """Return the codes without a text at a table of the game."""
    return sorted(code for code in codes if find(library(), f"{file}.{code}", slug) is None)


@pytest.mark.parametrize("slug", GAMES)
def test_games_acts_incidents_and_phases_have_names(slug: str) -> None:
    played = game(slug)
    assert not lacking(slug, "games", {slug})
    assert not lacking(slug, "abouts", {slug})
    assert not lacking(slug, "acts", {kind.verb() for kind in played.acts})
    assert not lacking(slug, "incidents", {kind.verb() for kind in played.felt.incidents})
    assert not lacking(slug, "phases", {(get_origin(phase) or phase).tag() for phase in played.phases})


@pytest.mark.parametrize("slug", GAMES)
def test_what_somebody_does_is_told_in_a_sentence_with_all_that_it_is(slug: str) -> None:
    for kind in game(slug).acts:
        told = find(library(), f"deeds_seen.{kind.verb()}", slug)
        assert told is not None, kind
        assert places_in(told.es) == {"who", *kind.__struct_fields__} - {"by"}


@pytest.mark.parametrize("slug", GAMES)
def test_an_incident_is_told_by_the_form_it_takes(slug: str) -> None:
    for kind in game(slug).felt.incidents:
        told = find(library(), f"incidents.{kind.verb()}", slug)
        assert told is not None
        assert places_in(told.es) <= set(kind.__struct_fields__), kind


@pytest.mark.parametrize("slug", GAMES)
def test_bets_and_combinations_have_names(slug: str) -> None:
    table = small_table(slug)
    layout = game(slug).layout(table)
    kinds = {spot.kind for spot in layout.spots}
    kinds |= {parts_of(bet).kind for bet in game(slug).wagers(table)}
    assert not lacking(slug, "bets", kinds)
    prizes = {prize.combination for spot in layout.spots for prize in spot.prizes}
    unnamed = [
        one
        for one in prizes
        if not find(library(), f"combinations.{one}", slug) and not find(library(), f"bets.{one}", slug)
    ]
    assert not unnamed


@pytest.mark.parametrize("slug", GAMES)
def test_choices_their_values_and_things_have_words(slug: str) -> None:
    for frame in frames_of(slug):
        for option in frame.options.values():
            assert option.says or find(library(), f"choices.{option.name}", slug), option.name
            values = {value for value in option.one_of if isinstance(value, str)}
            assert not lacking(slug, "values", values), option.name
        for name in frame.things:
            assert frame.texts.get(f"equipment.{name}") or find(library(), f"things.{name}", slug), name


@pytest.mark.parametrize("slug", GAMES)
def test_needs_have_words_and_the_figures_for_them(slug: str) -> None:
    from novamas.law.conditions import names_in

    for frame in frames_of(slug):
        for name, need in frame.needs.items():
            told = frame.texts.get(f"needs.{name}") or find(library(), f"faults.{need.code or name}", slug)
            assert told is not None, (frame.norm, name)
            spoken = names_in(need.must) | (names_in(need.when) if need.when else frozenset())
            carried = {need.choice, *need.figures, *(spoken & frame.options.keys())}
            assert places_in(told.es) <= carried | {"choice"}, (frame.norm, name)


@pytest.mark.parametrize("slug", GAMES)
def test_refusals_have_words_and_the_figures_for_them(slug: str) -> None:
    for module in modules_of(slug):
        for code, figures, where in emitted(module, "Refusal"):
            told = find(library(), f"refusals.{code}", slug)
            assert told is not None, f"{where}: no words for {code}"
            if figures is not None:
                assert places_in(told.es) <= figures, where
        assert not lacking(slug, "refusals", set(recoded(module)))


def test_refusals_of_every_table_have_words_and_the_figures_for_them() -> None:
    found = {
        code: figures
        for module in (SOURCE / "table").glob("*.py")
        for code, figures, _where in emitted(module, *REFUSING)
    }
    assert {"not_now", "below_minimum", "not_listed", "stale", "cannot_be_drawn"} <= found.keys()
    assert not lacking("", "refusals", set(found))


@pytest.mark.parametrize("slug", GAMES)
def test_notes_have_words_and_the_figures_for_them(slug: str) -> None:
    for module in modules_of(slug):
        for code, figures, where in emitted(module, "note"):
            told = find(library(), f"notes.{code}", slug)
            assert told is not None, f"{where}: no words for {code}"
            if figures is not None:
                assert places_in(told.es) <= figures, where


@pytest.mark.parametrize("slug", GAMES)
def test_python_faults_have_words(slug: str) -> None:
    for module in modules_of(slug):
        for code, _figures, where in emitted(module, "Fault"):
            assert find(library(), f"faults.{code}", slug), f"{where}: no words for {code}"


def test_no_words_are_kept_for_what_nobody_says() -> None:
    used = emitted_by_games()
    kept = [
        (where, *where.rpartition(": ")[2].split(".", 1)) for where, _text in (*of_the_program(), *of_games())
    ]
    assert not [where for where, file, code in kept if file in used and code not in used[file]]


def test_the_three_texts_ask_for_the_same_figures() -> None:
    for where, text in every_text():
        asked = {language: places_in(text.in_language(language)) for language in LANGUAGES}
        assert asked["es"] == asked["ca"] == asked["en"], where


def test_no_text_is_empty_and_apostrophes_are_typographic() -> None:
    for where, text in every_text():
        for language in LANGUAGES:
            told = text.in_language(language)
            assert told.strip(), f"{where}: nothing in {language}"
            assert told == told.strip() or told[0] in "; ", where
        assert "'" not in text.ca, where
        assert not {"tú", "vosotros", "vuestro", "vuestra"} & set(text.es.lower().split()), where
        assert not {"tu", "vostè", "vostès"} & set(text.ca.lower().split()), where


@pytest.mark.parametrize("slug", GAMES)
def test_no_pattern_of_an_act_shows_the_name_of_a_field(slug: str) -> None:
    """A pattern such as "límite LÍMITE" has a word in each language for what is typed there."""
    voice = voice_for("es", slug)
    known = text_file("parts")
    for session in islice(played(slug, 4, 40), 0, None, 4):
        for who in (FLOOR, CROUPIER, 1):
            offers = session.offers(who)
            for offer in offers:
                shown = how_to_type(offer, voice, offers).split()
                assert not [name for name in offer.dials if name not in known and name.upper() in shown]

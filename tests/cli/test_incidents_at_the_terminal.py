"""Incidents that the table chief types, in words or by number, in each language."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Novamas
from tests.support.every_game import GAMES, played

from novamas.cli.incidents import Incidents, incidents_of
from novamas.errors import InvalidInput
from novamas.games import game
from novamas.law.texts import LANGUAGES, Language
from novamas.record import read_record
from novamas.table.phases import Incident
from novamas.table.roles import FLOOR
from novamas.words import voice_for
from novamas.words.line_parser import read_line
from novamas.words.normalisation import phrase_of
from novamas.words.texts import text_file
from novamas.words.typed_acts import how_to_type, typed

STEPS, EACH = 90, 9


def kinds(slug: str) -> set[str]:
    return {kind.verb() for kind in game(slug).deeds if issubclass(kind, Incident)}


def test_every_incident_has_a_name_that_is_typed_and_no_name_is_left_over() -> None:
    assert set(text_file("incidents_typed")) == {verb for slug in GAMES for verb in kinds(slug)}


@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_incident_of_a_game_is_called_like_another_deed_of_it(slug: str, language: Language) -> None:
    voice = voice_for(language, slug)
    acts = {phrase_of(said) for kind in game(slug).acts for said in voice.verbs(kind.verb())}
    names = [phrase_of(said) for verb in kinds(slug) for said in voice.verbs(verb)]
    assert len(set(names)) == len(names)
    assert not acts & set(names)


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_listed_is_read_back_by_its_number_and_by_its_words(slug: str) -> None:
    rng = Random(4)
    listed = {language: Incidents(voice_for(language, slug)) for language in LANGUAGES}
    for step, session in enumerate(played(slug, 4, STEPS)):
        if step % EACH:
            continue
        offers = session.offers(FLOOR)
        told = incidents_of(offers)
        for language, incidents in listed.items():
            voice = voice_for(language, slug)
            lines = list(incidents.lines(offers))
            assert len(lines) == len(told)
            for offer, line in zip(told, lines, strict=True):
                number, _dot, rest = line.partition(". ")
                assert rest.startswith(how_to_type(offer, voice, offers))
                assert "_" not in rest.partition(":")[0].lower() or offer.dials
                act = offer.sample(rng)
                if getattr(act, "words", "") == "":
                    more = typed(act, voice).removeprefix(voice.act(act.verb()))
                    assert incidents.read(number + more, offers) == act
                    assert read_line(typed(act, voice), offers, voice) == act


def test_a_number_that_is_none_or_of_another_moment_is_no_incident() -> None:
    incidents = Incidents(voice_for("en", "craps"))
    first, *others = [session.offers(FLOOR) for session in played("craps", 4, STEPS)]
    every = [first, *others]
    for offers in every:
        list(incidents.lines(offers))
    for typed_number in ("", "0", "999", "-1", "x", "9" * 30):
        with pytest.raises(InvalidInput) as fault:
            incidents.read(typed_number, first)
        assert fault.value.code == "no_such_incident"
    with pytest.raises(InvalidInput) as fault:
        incidents.read(str(len(incidents.listed)), [])
    assert fault.value.text_key == "incident_not_now"


@pytest.mark.law("IB05.03.V.2.1")
@pytest.mark.parametrize(
    ("language", "lines"),
    [
        ("es", ["incidencia 5 1 mano 1 5", "apuesta tardía 1 mano 1 5"]),
        ("ca", ["incidència 5 1 mà 1 5", "aposta tardana 1 mà 1 5"]),
        ("en", ["incident 5 1 hand 1 5", "late bet 1 hand 1 5"]),
    ],
)
def test_the_chief_records_a_late_bet_at_the_terminal(
    novamas: Novamas, tmp_path: Path, language: Language, lines: list[str]
) -> None:
    done = []
    for name, line in enumerate(lines):
        record = tmp_path / f"{name}.jsonl"
        asked = ("play", "blackjack", "--as", "s1,floor", "--seed", 1, "--record", record, "--lang", language)
        out = novamas(*asked, lines=f"10\n\n{line}\nquit\n").out
        assert f"\n5. {voice_for(language, 'blackjack').act('late_bet')} " in out
        done.append(read_record(record).deeds)
    assert done[0] == done[1]
    assert [deed.cents for deed in done[0] if deed.verb() == "late_bet"] == [500]  # type: ignore[attr-defined]

"""Everything the command line says is said in three languages."""

from __future__ import annotations

import string
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po
from tests.cli.messages import allowed, needed

from novamas.cli.language import FOLDER, _, current, from_environment, use
from novamas.cli.names import NAMES, bet_name, folded, name, verbs
from novamas.games import GAMES, game
from novamas.law import catalogue, norms
from novamas.law.frames import entries
from novamas.rounds.wheel.phases import Cloth
from novamas.table.events import Event
from novamas.table.game import open_table


def entries_of(language: str) -> list[Message]:
    with (Path(FOLDER) / f"{language}.po").open("rb") as file:
        return [one for one in read_po(file, abort_invalid=True) if one.id]


def translations(language: str) -> dict[str, str]:
    return {str(one.id): str(one.string) for one in entries_of(language)}


@pytest.mark.parametrize("language", ["es", "ca"])
def test_every_text_is_translated_and_nothing_else(language: str) -> None:
    found = translations(language)
    assert needed() - found.keys() == set()
    of_games = {str(one.id) for one in entries_of(language) if one.auto_comments}
    assert found.keys() - needed() - allowed() - of_games == set()
    assert all(found.values())


@pytest.mark.parametrize("language", ["es", "ca"])
def test_what_each_game_is_stands_under_its_name(language: str) -> None:
    said = {
        one.auto_comments[0].removeprefix("game: "): one.id
        for one in entries_of(language)
        if one.auto_comments
    }
    assert said.keys() <= {slug for norm in norms() for slug in entries(norm)}
    assert {slug: says for slug, says in said.items() if slug in GAMES} == {
        slug: game(slug).says for slug in GAMES
    }


@pytest.mark.parametrize("language", ["es", "ca"])
def test_translations_keep_the_placeholders(language: str) -> None:
    def fields(text: str) -> set[str]:
        return {str(field) for _text, field, _spec, _conversion in string.Formatter().parse(text) if field}

    for text, translated in translations(language).items():
        assert fields(text) == fields(translated), text


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "es_ES.UTF-8"}, "es"),
        ({"LANG": "es_ES.UTF-8", "LC_MESSAGES": "ca_ES"}, "ca"),
        ({"LANG": "ca_ES", "LC_ALL": "C"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "", "LANG": "ca"}, "ca"),
    ],
)
def test_the_environment_decides_the_language(environment: dict[str, str], language: str) -> None:
    assert from_environment(environment) == language


def test_a_text_without_translation_stays_english() -> None:
    use("es")
    assert current() == "es"
    assert _("red") == "rojo"
    assert _("never written anywhere") == "never written anywhere"


def test_every_game_has_a_name_in_every_language() -> None:
    slugs = dict.fromkeys(slug for norm in norms() for slug in entries(norm))
    for language in ("en", "es", "ca"):
        use(language)
        assert all(name(slug) for slug in slugs)
    use("en")
    unnamed = [slug for slug in slugs if slug not in NAMES and name(slug) == slug.replace("_", " ")]
    assert unnamed == ["blackjack", "pai_gow_poker"]  # which are their names


@pytest.mark.parametrize("slug", ["boule", "ruleta", "ruleta_americana", "ruleta_de_la_fortuna"])
def test_every_bet_of_the_wheels_has_a_name(slug: str) -> None:
    felt = open_table(game(slug), catalogue.under("IB05")[slug]).opening.felt
    assert isinstance(felt, Cloth)
    for bet in felt.figures.spots:
        kind = bet.partition(":")[0]
        assert kind in NAMES or kind.isdecimal(), bet
        assert "_" not in bet_name(bet), bet


def test_bets_are_named_as_people_call_them() -> None:
    assert bet_name("pleno:17") == "straight up 17"
    assert bet_name("rojo@1") == "red in prison"
    assert bet_name("rojo@3") == "red in prison, caught 3 times"
    assert bet_name("seguro:color") == "insurance colour"  # of trente et quarante
    assert name("color") == "flush"
    assert bet_name("tarde:pleno:5") == "late straight up 5"
    use("ca")
    assert bet_name("docena:1") == "dotzena 1"
    assert name("tres_cartas") == "pòquer de tres cartes"


def test_verbs_are_typed_in_the_readers_language_and_in_that_of_records() -> None:
    assert verbs("bet") == ["bet", "stake"]
    use("es")
    assert verbs("take_half") == ["mitad", "media", "half", "half back", "take_half"]
    assert verbs("not_in_the_list") == ["not_in_the_list"]
    assert folded(" PRISIÓN de la Mesa ") == "prision_de_la_mesa"


def test_every_kind_of_event_can_be_told() -> None:
    from novamas.cli.telling import tell
    from novamas.table import events

    kinds = {
        kind
        for kind in vars(events).values()
        if isinstance(kind, type) and issubclass(kind, Event) and kind is not Event
    }
    told = {type(event) for event in EVENTS}
    assert told == kinds, "give each new kind of event its words in novamas.cli.telling"
    for language in ("en", "es", "ca"):
        use(language)
        for event in EVENTS:
            assert not tell(event, me=1).startswith(type(event).__name__.lower()), event
            assert tell(event) != tell(event, me=1) or not hasattr(event, "seat") or event.seat != 1


def _events() -> tuple[Event, ...]:
    from fractions import Fraction

    from novamas.table import events as e
    from novamas.table.people import CROUPIER

    return (
        e.Said(CROUPIER, "No va más."),
        e.Came("17"),
        e.Staked(1, "rojo", 500),
        e.Withdrew(1, "rojo", 500),
        e.Slid(2, "rojo", "rojo@1", 500),
        e.Payment(1, "rojo", 500, 1000, ("IB05.01.IV.1.B.a.3",), Fraction(1)),
        e.Payment(2, "rojo", 500, 500, (), Fraction(0)),
        e.Payment(2, "bonus", 0, 500, ()),
        e.Bought(2, 500),
        e.Bought(2, -500),
        e.Took(2, "pot", 50),
        e.Fed("jackpot", 50),
        e.PaidOut("jackpot", 50),
        e.Linked("jackpot", 50),
        e.Linked("jackpot", -50),
        e.Dealt(2, None, up=False, place=0),
        e.Dealt("bank", 51, up=True, place=1),
        e.Dealt(2, 51, up=False, place=1),
        e.Looked(2, None, 3),
        e.Looked(2, 51, 3),
        e.Shown("bank", (51, 50)),
        e.Parted(2, "2b"),
        e.Burned(4),
        e.Discarded(2, None),
        e.Happened("floor tirada_nula objeto", "IB05.01.IV.3.d.1"),
        e.Noted("marker of seat 2: each chip 200"),
        e.Noted("something else"),
        e.RoundOver(),
    )


EVENTS = _events()


def test_notes_have_their_amounts_in_euros() -> None:
    from novamas.cli.telling import tell
    from novamas.table.events import Noted

    assert tell(Noted("marker of seat 2: each chip 200")) == "Seat 2: each chip is worth €2.00."
    limits = Noted("minimum 400, on simple chances 800; advance completed to 1000, guarantee 2000")
    assert tell(limits).startswith("Minimum €4.00, on simple chances €8.00; advance completed to €10.00")
    assert tell(Noted("something else")) == "something else"

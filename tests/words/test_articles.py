"""Each bet has its article, contracted and elided: «al rojo», «a la banca», «a l’empat», «en el bote»."""

from __future__ import annotations

from datetime import date

import pytest
from tests.support.every_game import small_table

from novamas.games import GAMES, game
from novamas.law import library
from novamas.law.texts import LANGUAGES, Language
from novamas.table.bets import parts_of
from novamas.words import voice_for
from novamas.words.articles import article_of
from novamas.words.texts import find

FORMS = "{bet:the_bet} · {bet:on_bet} · {bet:of_bet} · {bet:in_bet}"


@pytest.mark.parametrize(
    ("slug", "bet", "es", "ca", "en"),
    [
        (
            *("ruleta", "rojo"),
            "el rojo · al rojo · del rojo · en el rojo",
            "el vermell · al vermell · del vermell · al vermell",
            "red · on red · from red · in red",
        ),
        (
            *("ruleta", "pleno:17"),
            "un pleno al 17 · a un pleno al 17 · de un pleno al 17 · en un pleno al 17",
            "el ple 17 · al ple 17 · del ple 17 · al ple 17",
            "17 straight up · on 17 straight up · from 17 straight up · in 17 straight up",
        ),
        (
            *("punto_y_banca", "empate"),
            "el empate · al empate · del empate · en el empate",
            "l’empat · a l’empat · de l’empat · a l’empat",
            "the tie · on the tie · from the tie · in the tie",
        ),
        (
            *("punto_y_banca", "banca"),
            "la banca · a la banca · de la banca · en la banca",
            "la banca · a la banca · de la banca · a la banca",
            "the bank · on the bank · from the bank · in the bank",
        ),
        (
            *("ruleta_americana", "huerfanos"),
            "los huérfanos · a los huérfanos · de los huérfanos · en los huérfanos",
            "els orfes · als orfes · dels orfes · als orfes",
            "the orphans · on the orphans · from the orphans · in the orphans",
        ),
        (
            *("ruleta_americana", "vecinos:11"),
            "los vecinos del 11 · a los vecinos del 11 · de los vecinos del 11 · en los vecinos del 11",
            "l’11 i veïns · a l’11 i veïns · de l’11 i veïns · a l’11 i veïns",
            (
                "the neighbours of 11 · on the neighbours of 11 · from the neighbours of 11"
                " · in the neighbours of 11"
            ),
        ),
        (
            *("craps", "any_craps"),
            "any craps · a any craps · de any craps · en any craps",
            "any craps · a any craps · d’any craps · a any craps",
            "any craps · on any craps · from any craps · in any craps",
        ),
        (
            *("craps", "horn"),
            "el horn · al horn · del horn · en el horn",
            "el horn · al horn · del horn · al horn",
            "the horn · on the horn · from the horn · in the horn",
        ),
        (
            *("holdem", "bote"),
            "el bote · al bote · del bote · en el bote",
            "el pot · al pot · del pot · al pot",
            "the pot · on the pot · from the pot · in the pot",
        ),
        (
            *("holdem", "apuesta"),
            "la apuesta · a la apuesta · de la apuesta · como apuesta",
            "l’aposta · a l’aposta · de l’aposta · com a aposta",
            "the bet · on the bet · from the bet · as a bet",
        ),
    ],
)
def test_a_bet_takes_its_article(slug: str, bet: str, es: str, ca: str, en: str) -> None:
    for language, told in zip(LANGUAGES, (es, ca, en), strict=True):
        assert voice_for(language, slug).fill(FORMS, {"bet": bet}) == told


def test_a_late_bet_and_one_in_prison_keep_the_article_of_the_bet() -> None:
    assert voice_for("es", "ruleta").fill("{bet:on_bet}", {"bet": "tarde:rojo"}) == "al rojo, fuera de tiempo"
    assert voice_for("ca", "ruleta").fill("{bet:on_bet}", {"bet": "rojo@1"}) == "al vermell a la presó"


@pytest.mark.parametrize("slug", GAMES)
def test_every_bet_on_a_cloth_has_an_article(slug: str) -> None:
    kinds = {parts_of(spot.name).kind for spot in game(slug).layout(small_table(slug)).spots}
    assert kinds
    assert not sorted(kind for kind in kinds if find(library(), f"articles.{kind}", slug) is None)


@pytest.mark.parametrize("slug", GAMES)
def test_articles_are_those_of_the_language(slug: str) -> None:
    known: dict[Language, set[str]] = {
        "es": {"el", "la", "los", "las", "un", "una", ""},
        "ca": {"el", "la", "els", "les", "un", "una", ""},
        "en": {"the", ""},
    }
    for spot in game(slug).layout(small_table(slug)).spots:
        for language in LANGUAGES:
            assert article_of(spot.name, voice_for(language, slug)) in known[language], spot.name


@pytest.mark.parametrize(
    ("day", "es", "ca", "en"),
    [
        (
            date(2026, 11, 16),
            "del 16 de noviembre de 2026",
            "del 16 de novembre del 2026",
            "of 16 November 2026",
        ),
        (date(2026, 5, 1), "del 1 de mayo de 2026", "de l’1 de maig del 2026", "of 1 May 2026"),
        (date(2026, 4, 11), "del 11 de abril de 2026", "de l’11 d’abril del 2026", "of 11 April 2026"),
    ],
)
def test_a_day_takes_its_preposition(day: date, es: str, ca: str, en: str) -> None:
    told = [voice_for(language).fill("{day:of_date}", {"day": day}) for language in LANGUAGES]
    assert told == [es, ca, en]

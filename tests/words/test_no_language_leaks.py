"""No text contains words of another language: all playthroughs and texts are searched."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from tests.words.text_files import every_text
from tools.playthroughs import played, scripts

from novamas.law.texts import LANGUAGES, Language

# Words that only one language has. Terms that all of them use (mano, punto, flop, win, big) are left out,
# and so are words that two languages share.
MARKERS: dict[Language, str] = {
    "en": "the of and is are was were with without his her their has have may must not this that at by from"
    " seat seats card cards hand hands dealt bets stake stakes chips money pays paid lost won takes house"
    " table croupier shuffled wheel ball round rounds cloth minimum maximum nothing nobody",
    "es": "las puesto puestos apuesta apuestas mesa mesas manos fichas casilla casillas baraja barajas máximo"
    " mínimo ninguno nadie perdido ganado dados puede pueden hay está según sin juego cartas",
    "ca": "els les dels amb lloc llocs aposta apostes taula taules mà mans fitxes casella caselles baralla"
    " baralles màxim mínim ningú perdut guanyat daus s’espera és sense joc i cartes",
}


def wrong_for(language: Language) -> set[str]:
    """Return the words that a text in this language must not contain."""
    return {word for other, words in MARKERS.items() if other != language for word in words.split()}


def spoken(line: str) -> str:
    """Return a line without clauses and without the croupier's calls, which are Spanish everywhere."""
    quoted = line.replace("“", "«").replace("”", "»")
    outside = "".join(piece.partition("»")[2] if at else piece for at, piece in enumerate(quoted.split("«")))
    return " ".join(word for word in outside.split() if not word.strip("(),")[:2].isupper())


def words_in(text: str) -> set[str]:
    plain = "".join(each if each.isalpha() or each in "’'·_" else " " for each in text.lower())
    return set(plain.split())


def leaks(lines: Iterator[str] | list[str], language: Language) -> list[str]:
    wrong = wrong_for(language)
    return [f"{sorted(found)}: {line}" for line in lines if (found := words_in(spoken(line)) & wrong)]


@pytest.mark.parametrize("language", ["es", "ca"])
@pytest.mark.parametrize("script", scripts(), ids=lambda script: script.stem)
def test_a_playthrough_is_told_in_one_language(script: Path, language: Language) -> None:
    _choices, *told = played(script, language).splitlines()  # the choices of the house as they are written
    assert not leaks(told, language)


def plain(text: str) -> str:
    """Return a text without the names of its placeholders."""
    return "".join(piece for piece, *_figure in Formatter().parse(text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_in_its_own_language(language: Language) -> None:
    told = ((where, plain(text.in_language(language))) for where, text in every_text())
    found = [f"{where}: {line}" for where, text in told for line in leaks([text], language)]
    assert not found, "\n".join(found)


def test_a_planted_leak_is_found() -> None:
    assert leaks(["Puesto 2: the cards are dealt."], "es")
    assert leaks(["Lloc 2: apuesta 5,00 €."], "ca")
    assert leaks(["Seat 2: aposta"], "en")
    assert not leaks(["Crupier: «Hagan juego.» (IB05.06.IV.1.1)"], "ca")
    assert not leaks(["After “no van más apuestas” no stake may be placed."], "en")
    assert leaks(["Seat 2: “carta”, aposta"], "en")

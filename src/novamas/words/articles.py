"""Articles of bets: "al rojo", "de la banca", "en el bote", and in Catalan "a l’empat", "als orfes".

The text file `articles` has the article of each kind of bet in each language. `∅` means that there is none.
`bets_in` has whole phrases for the few bets that use another preposition: "como apuesta".
"""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

from novamas.law.texts import Language
from novamas.table.bets import parts_of
from novamas.words.dates import date_text

if TYPE_CHECKING:
    from novamas.words.voice import Voice

NONE = "∅"
_VOWEL = re.compile(
    r"[aeiouàèéíòóú]|1\b|11\b", re.IGNORECASE
)  # u, onze; the h of "horn" and "hard 4" is aspirated
_WEAK = re.compile(r"[iu]", re.IGNORECASE)  # la inversa, la unitat: the feminine is not elided
_CONTRACTED = {
    ("a", "el"): "al",
    ("de", "el"): "del",
    ("a", "els"): "als",
    ("de", "els"): "dels",
}


def the_bet(bet: str, voice: Voice) -> str:
    """Return a bet with its article: "la mano 1", "l’empat", "the pot"."""
    return _after("", bet, voice)


def on_bet(bet: str, voice: Voice) -> str:
    """Return a bet after the verb to bet: "al rojo", "a l’empat", "on red"."""
    return _after({"es": "a", "ca": "a", "en": "on"}[voice.language], bet, voice)


def of_bet(bet: str, voice: Voice) -> str:
    """Return a bet from which chips are taken: "del bote", "de l’empat", "from the pot"."""
    return _after({"es": "de", "ca": "de", "en": "from"}[voice.language], bet, voice)


def in_bet(bet: str, voice: Voice) -> str:
    """Return a bet into which chips are put: "en el bote", "al pot", "in the pot", "como apuesta"."""
    own = f"bets_in.{parts_of(bet).kind}"
    if voice.has(own):
        return voice.text(own)
    into = "en" if voice.language == "ca" and article_of(bet, voice) in ("un", "una") else "a"
    return _after({"es": "en", "ca": into, "en": "in"}[voice.language], bet, voice)


def article_of(bet: str, voice: Voice) -> str:
    """Return the article of a bet, or an empty string. A late bet has the article of the bet it would be."""
    read = parts_of(bet)
    if voice.has(f"articles.{read.kind}"):
        return voice.text(f"articles.{read.kind}").replace(NONE, "")
    return article_of(read.place, voice) if read.place else ""


def of_date(day: date, voice: Voice) -> str:
    """Return a date with "of": "del 16 de noviembre de 2026", "de l’11 de maig del 2026"."""
    written = date_text(day, voice.language)
    return f"of {written}" if voice.language == "en" else _joined("de", "el", written, voice.language)


def _after(preposition: str, bet: str, voice: Voice) -> str:
    return _joined(preposition, article_of(bet, voice), voice.bet(bet), voice.language)


def _joined(preposition: str, article: str, name: str, language: Language) -> str:
    """Return a preposition, an article and a name, contracted or elided as the language requires."""
    elides = language == "ca" and bool(_VOWEL.match(name))
    if elides and (article == "el" or (article == "la" and not _WEAK.match(name))):
        return f"{preposition} l’{name}".lstrip()
    if elides and preposition == "de" and not article:
        return f"d’{name}"
    words = _CONTRACTED.get((preposition, article), f"{preposition} {article}".strip())
    return f"{words} {name}".lstrip()

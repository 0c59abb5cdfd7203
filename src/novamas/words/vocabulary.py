"""Names that users type: in their own language, in the other languages, and as records write them.

Each name has a rank. If a word has one meaning in the user's language and another in a different language,
the user's language counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache, partial
from typing import TypeAlias

from novamas.equipment.cards import names as card_names
from novamas.errors import NovamasError
from novamas.law import Library
from novamas.law.library_cache import cached_in_library
from novamas.law.texts import LANGUAGES, Language
from novamas.table.bets import parts_of, write_bet
from novamas.words.card_parser import read_cards
from novamas.words.normalisation import Phrase, phrase_of
from novamas.words.texts import find, of_game, text_file
from novamas.words.voice import Voice, voice_for

_SEAT = re.compile("s[1-9][0-9]*")  # a seat, as in records

OWN, OTHER, WRITTEN = 0, 1, 2  # ranks: the user's language, the other languages, records
Ranked: TypeAlias = dict[Phrase, int]

BY_NUMBER = (
    "pleno",
    "numero",
    "mano",
    "casilla",
)  # `17 2` is a bet on number 17, `1 5` on place 1


def called(value: str, voice: Voice) -> str:
    """Return the name of a bet, a place or another value, as users type it."""
    return _named(value, voice) or card_names(_cards(value)) or value


def pictured(value: str, voice: Voice) -> str:
    """Return the name of a value for a message. Cards are named by their suit symbols."""
    return _named(value, voice) or voice.cards(_cards(value)) or value


def _named(value: str, voice: Voice) -> str:
    if voice.has(f"bets.{parts_of(value).kind}"):
        return voice.bet(value)
    for name in ("places", "values", "people"):
        if voice.has(f"{name}.{value}"):
            return voice.text(f"{name}.{value}")
    return voice.person(int(value[1:])) if _SEAT.fullmatch(value) else ""


@partial(cached_in_library, most=1024)
def verb_phrases(law: Library, verb: str, game: str, language: Language) -> Ranked:
    """Return the phrases for an act: those of the game, and those that all games share."""
    voices = [(voice_for(each, game, law), voice_for(each, law=law)) for each in LANGUAGES]
    names = ((own.language, [*own.verbs(verb), *general.verbs(verb)]) for own, general in voices)
    return _ranked(verb, names, language)


@partial(cached_in_library, most=16384)
def value_phrases(law: Library, value: str, game: str, language: Language) -> Ranked:
    """Return the phrases for a bet, a place or another value of an act."""
    names = ((each, _said(value, voice_for(each, game, law))) for each in LANGUAGES)
    ranked = _ranked(value, names, language)
    for short in _by_number(value):
        ranked.setdefault(phrase_of(short), OWN)
    return ranked


def _ranked(
    written: str, names_by_language: Iterable[tuple[Language, Iterable[str]]], language: Language
) -> Ranked:
    ranked: Ranked = {}
    for spoken, names in names_by_language:
        rank = OWN if spoken == language else OTHER
        for phrase in map(phrase_of, names):
            ranked[phrase] = min(rank, ranked.get(phrase, rank))
    ranked.setdefault(phrase_of(written), WRITTEN)
    ranked.pop((), None)
    return ranked


def _said(value: str, voice: Voice) -> Iterator[str]:
    """Yield the names of a value in one language: first the name that is shown, then its synonyms."""
    yield called(value, voice)
    bet = parts_of(value)
    if (whole := find(voice.law, f"bets_typed.{value}")) is not None:
        yield from whole.in_language(voice.language).split("|")
    kind = find(voice.law, f"bets_typed.{bet.kind}") if bet.place else None
    names = kind.in_language(voice.language).split("|") if kind is not None else []
    for name in (voice.named("bets", bet.kind), *names):
        if bet.place:
            yield f"{name} {called(bet.place, voice)}"
            yield write_bet(name, bet.place, bet.hand, bet.times)


def _by_number(value: str) -> Iterator[str]:
    """Yield the numbers that identify a bet: 17, or 17-20 and 20-17."""
    bet = parts_of(value)
    if bet.hand or bet.times:
        return
    if bet.kind in BY_NUMBER and bet.place:
        yield bet.place
    first, dash, second = bet.place.partition("-")
    if dash and first.isdecimal() and second.isdecimal():
        yield bet.place
        yield f"{second}-{first}"
        yield f"{bet.kind} {second}-{first}"


class Vocabulary:
    """The values of an act, indexed by the phrases that mean them. Each phrase has a rank."""

    def __init__(self, law: Library, values: Iterable[str], game: str, language: Language) -> None:
        self.meant: dict[Phrase, dict[str, int]] = {}
        self.by_cards: dict[frozenset[int], str] = {}
        for value in values:
            for phrase, rank in value_phrases(law, value, game, language).items():
                self.meant.setdefault(phrase, {})[value] = rank
            if cards := frozenset(_cards(value)):
                self.by_cards[cards] = value
        self.longest = max(map(len, self.meant), default=0) if not self.by_cards else 8

    def find(self, phrase: Phrase) -> Mapping[str, int]:
        """Return the values that a phrase means, with their ranks."""
        if phrase in self.meant or not self.by_cards:
            return self.meant.get(phrase, {})
        value = self.by_cards.get(frozenset(_cards(" ".join(phrase))))
        return {value: OWN} if value is not None else {}


@partial(cached_in_library, most=256)
def vocabulary(law: Library, values: tuple[str, ...], game: str, language: Language) -> Vocabulary:
    """Return the vocabulary of phrases for these values."""
    return Vocabulary(law, values, game, language)


@lru_cache(maxsize=8192)
def _cards(text: str) -> tuple[int, ...]:
    """Return the cards that a text names, or none if it names anything else."""
    try:
        return read_cards(text)
    except NovamasError:
        return ()


@partial(cached_in_library, most=256)
def _kinds(law: Library, game: str, language: Language) -> dict[Phrase, str]:
    """Return the kinds of bets at a table of this game, by the phrases that name them."""
    codes = dict.fromkeys((*of_game(law, game).get("bets", ()), *text_file("bets")))
    found: dict[Phrase, tuple[int, str]] = {}
    for code in codes:
        for phrase, rank in value_phrases(law, code, game, language).items():
            if phrase not in found or rank < found[phrase][0]:
                found[phrase] = rank, code
    return {phrase: code for phrase, (_rank, code) in found.items()}


def any_bet(phrase: Phrase, voice: Voice) -> str:
    """Return the likely bet for a name that is not offered, so that the table can explain the refusal."""
    kinds = _kinds(voice.law, voice.game, voice.language)
    if phrase in kinds:
        return kinds[phrase]
    if phrase[:-1] in kinds:
        return write_bet(kinds[phrase[:-1]], phrase[-1])
    return " ".join(phrase)

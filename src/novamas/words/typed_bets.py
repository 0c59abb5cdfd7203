"""Bets in command options: "red 5 € + straight:17 2 €" and "rojo 5 € + pleno:17 2 €" are the same."""

from __future__ import annotations

import re
from collections.abc import Iterable

from novamas.words.normalisation import phrase_of
from novamas.words.vocabulary import value_phrases
from novamas.words.voice import Voice

_AND = "+"
_WITH_AMOUNT = re.compile(r"\s*(?P<name>.*?)(?P<amount>\s+[0-9][0-9.,]*\s*€?)?\s*")


def written_bets(typed: str, known: Iterable[str], voice: Voice) -> str:
    """Return bets by their names in records, from names in any language. Unknown names stay unchanged."""
    names = tuple(known)
    return f" {_AND} ".join(_written(part, names, voice) for part in typed.split(_AND))


def _written(typed: str, known: tuple[str, ...], voice: Voice) -> str:
    match = _WITH_AMOUNT.fullmatch(typed)
    assert match is not None  # the pattern fits any text
    name, colon, place = match["name"].partition(":")
    return f"{_named(name, known, voice)}{colon}{place}{match['amount'] or ''}"


def _named(typed: str, known: tuple[str, ...], voice: Voice) -> str:
    """Return the known bet with this name, in the first language in which exactly one bet has it."""
    if typed in known:
        return typed
    phrase = phrase_of(typed)
    ranks = {name: value_phrases(voice.law, name, voice.game, voice.language).get(phrase) for name in known}
    best = min((rank for rank in ranks.values() if rank is not None), default=None)
    found = [name for name, rank in ranks.items() if rank is not None and rank == best]
    return found[0] if len(found) == 1 else typed

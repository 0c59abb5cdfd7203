"""Texts of norms, regions and dates."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from novamas.words.dates import day_and_month

if TYPE_CHECKING:
    from novamas.words.voice import Voice


def day(on: date, voice: Voice) -> str:
    """Return a date as text: "el 31 de mayo de 2011", "31 May 2011"."""
    written = day_and_month(on, voice.language)
    if voice.language == "en":
        return f"{written} {on.year}"
    elides = voice.language == "ca" and on.day in (1, 11)  # before a vowel: u, onze
    return f"{'l’' if elides else 'el '}{written} de {on.year}"


def since(norm: str, voice: Voice) -> str:
    """Return the date on which a norm came into force, or the earliest and the latest possible date."""
    found = voice.law.norm(norm)
    if found.earliest != found.latest:
        return voice.say("days.since_between", earliest=found.earliest, latest=found.latest)
    text = voice.say("days.since", day=found.earliest)
    return text.replace(" de el ", " del ") if voice.language == "ca" else text


def homes(norms: Iterable[str], voice: Voice) -> str:
    """Return the region of each norm, with the date on which the norm came into force."""
    return "; ".join(
        voice.say("days.home", region=voice.law.norm(norm).jurisdiction, norm=norm) for norm in norms
    )


def base(norm: str, voice: Voice) -> str:
    """Return the name of the decree on which a norm is based. Its text is not available to us."""
    found = voice.law.norm(norm).base
    assert found is not None, f"{norm} rests on nothing else"
    return found.in_language(voice.language)

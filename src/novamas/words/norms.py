"""Norms, regions and days, as people write them."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from typing import TYPE_CHECKING

from novamas.law.norms import norm_named

if TYPE_CHECKING:
    from novamas.words.voice import Voice

_DAYS = {"es": "'el' d 'de' MMMM 'de' y", "ca": "'el' d MMMM 'de' y", "en": "d MMMM y"}


def day(on: date, voice: Voice) -> str:
    """A day: «el 31 de mayo de 2011», 31 May 2011."""
    from babel.dates import format_date  # here, because few runs tell of a day

    written: str = format_date(on, _DAYS[voice.language], locale=voice.language)
    elides = voice.language == "ca" and on.day in (1, 11)  # u, onze
    return f"l’{written.removeprefix('el ')}" if elides else written


def since(norm: str, voice: Voice) -> str:
    """Since when a norm is in force, as far as we know."""
    found = norm_named(norm)
    if found.earliest != found.latest:
        return voice.say("days.since_between", earliest=found.earliest, latest=found.latest)
    told = voice.say("days.since", day=found.earliest)
    return told.replace(" de el ", " del ") if voice.language == "ca" else told


def homes(norms: Iterable[str], voice: Voice) -> str:
    """Where and since when something exists."""
    return "; ".join(
        voice.say("days.home", region=norm_named(norm).jurisdiction, norm=norm) for norm in norms
    )


def base(norm: str, voice: Voice) -> str:
    """The decree that a norm rests on and whose text we do not have."""
    found = norm_named(norm).base
    assert found is not None, f"{norm} rests on nothing else"
    return found.told(voice.language)

"""Texts for stakes: a bet with its amount if it has one, or several bets."""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.money import cents_of
from novamas.sim.wagers import TOGETHER
from novamas.words import Voice


def wager_text(written: str, voice: Voice) -> str:
    """Return stakes as a text such as «rojo, 5,00 € + pleno al 17, 1,00 €»."""
    return " + ".join(_lot(part.strip(), voice) for part in written.split(TOGETHER))


def _lot(written: str, voice: Voice) -> str:
    name, _, amount = written.partition(" ")
    try:
        cents = cents_of(amount) if amount else None
        return voice.bet(name) if cents is None else f"{voice.bet(name)}, {voice.money(cents)}"
    except NovamasError:
        return written  # not a valid bet: the error that follows quotes it

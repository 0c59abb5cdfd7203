"""Explanations: a payment, a departure, a fault or a refusal, line by line back to the law."""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.house.audit.departures import Departure
from novamas.house.floor.findings import Finding
from novamas.house.floor.text import explain_finding
from novamas.house.sitting import Sitting, table_meant
from novamas.law.texts import Language
from novamas.table.deeds import Deed
from novamas.table.events import Payment
from novamas.table.game import Table
from novamas.words import voice_for
from novamas.words.audit import chain_text
from novamas.words.why import explain, explain_refusal


def why(
    of: Payment | Departure | Finding | Deed | str,
    at: Table | Sitting | None = None,
    language: Language = "en",
) -> tuple[str, ...]:
    """Return the explanation of a payment, a departure, a finding or a refused deed, line by line.

    A payment is explained `at` its table. A deed, or its line of text, is explained `at` the session, and
    the result is empty if the deed is lawful there. A departure and a finding contain their place.
    """
    voice = voice_for(language)
    if isinstance(of, Finding):
        return tuple(explain_finding(of, voice))
    if isinstance(of, Departure):
        table = None if at is None else table_meant(at)
        return tuple(chain_text(of, table, voice if table is None else voice.at(table.game.slug)))
    if isinstance(of, Payment) and at is not None:
        table = table_meant(at)
        return tuple(explain(of, table.frame, voice.at(table.game.slug)))
    if isinstance(of, Deed | str) and isinstance(at, Sitting):
        table, voice = at.table, voice.at(at.table.game.slug)
        deed = at.read(of)
        refusal = at.why_not(deed)
        return () if refusal is None else tuple(explain_refusal(deed, at.phase, refusal, table.frame, voice))
    raise NovamasError("nothing_to_explain", given=type(of).__name__, at=type(at).__name__)

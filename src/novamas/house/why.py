"""Explanations of payments, departures, faults and refusals, line by line back to the law."""

from __future__ import annotations

from novamas.errors import NovamasError
from novamas.house.audit.departures import Departure
from novamas.house.floor.findings import Finding
from novamas.house.floor.text import explain_finding
from novamas.house.sitting import Sitting, table_meant
from novamas.law import Library, library
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
    law: Library | None = None,
) -> tuple[str, ...]:
    """Return an explanation of a payment, departure, finding or refused deed, line by line.

    A payment is explained `at` its table. A deed, or its line of text, is explained `at` the session,
    and the result is empty if the deed is lawful there. A departure and a finding contain their place.
    """
    table = None if at is None else table_meant(at)
    law = law or (library() if table is None else table.frame.law)
    spoken = voice_for(language, law=law)
    voice = spoken if table is None else spoken.under(table.frame)
    if isinstance(of, Finding):
        return tuple(explain_finding(of, voice))
    if isinstance(of, Departure):
        return tuple(chain_text(of, table, voice))
    if isinstance(of, Payment) and table is not None:
        return tuple(explain(of, table.frame, voice))
    if isinstance(of, Deed | str) and isinstance(at, Sitting) and table is not None:
        deed = at.read(of)
        refusal = at.why_not(deed)
        return () if refusal is None else tuple(explain_refusal(deed, at.phase, refusal, table.frame, voice))
    raise NovamasError("nothing_to_explain", given=type(of).__name__, at=type(at).__name__)

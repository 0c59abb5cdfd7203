"""Audit: sessions are replayed under the law and compared with the payments in their files.

records.py               our own records, sealed or not, with the payments that they claim
continuation.py          a record continued after a departure
proofs.py                signatures of records, and the receipts that players kept
histories.py             hand histories of circle poker
followed_hand.py         a hand history continued after a departure
tables.py                files of rounds, read by rows.py from CSV or Parquet
spins.py                 spins in bulk, with one engine call per kind of bet (wheel_returns.py)
engine_round.py          every other round, played on the engine
payments.py              the amount due to each bet
card_order.py            the cards in the order in which they were dealt
departures.py            the departures of a session, found by detection.py and counted by tally.py
observations.py          counts of draws and stakes
statistics.py            the statistical tests
report.py                the report as one value; payload.py and document.py present it
"""

from __future__ import annotations

from novamas.house.audit.audit import Setup, audit
from novamas.house.audit.departures import KINDS, Departure
from novamas.house.audit.report import AuditReport

__all__ = ["KINDS", "AuditReport", "Departure", "Setup", "audit"]

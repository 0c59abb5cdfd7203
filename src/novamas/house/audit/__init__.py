"""Audit: sessions replayed under the law and compared with what their files claim was paid.

records.py       own records, sealed or not, with their claims. continuation.py plays on after a departure
proofs.py        signatures of records, and the receipts that players kept
histories.py     hand histories of circle poker. followed_hand.py plays on after a departure
tables.py        files of rounds (rows.py: CSV, Parquet). spins.py audits spins in bulk, with one engine call
                 per kind of bet (wheel_returns.py). engine_round.py plays each other round
payments.py, card_order.py      the amount due to each bet, and the cards in the order they were dealt
departures.py, detection.py     the departures of a session. tally.py counts them
observations.py, statistics.py  counts of draws and stakes, and the statistical tests
report.py, payload.py, document.py  the report as one value, as JSON and CSV, and as a page
"""

from __future__ import annotations

from novamas.house.audit.audit import Setup, audit
from novamas.house.audit.departures import KINDS, Departure
from novamas.house.audit.report import AuditReport

__all__ = ["KINDS", "AuditReport", "Departure", "Setup", "audit"]

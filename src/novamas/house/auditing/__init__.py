"""The auditor: sessions played again under the law, against what their files say was paid.

records.py       our own records, sealed or not, with what they claim
histories.py     hand histories of circle poker
tables.py        plain tables of rounds (CSV, Parquet), as a pit or an electronic table exports them
departures.py    what is held against a session; tally.py counts it, report.py tells it
observing.py     what chance brought and what was staked, for the tests of statistics.py
"""

from __future__ import annotations

from novamas.house.auditing.auditing import Setup, audit
from novamas.house.auditing.departures import KINDS, Departure
from novamas.house.auditing.report import Report

__all__ = ["KINDS", "Departure", "Report", "Setup", "audit"]

"""The auditor: sessions played again under the law, against what their files say was paid.

records.py       our own records, sealed or not, with what they claim; following.py goes on where one departs
histories.py     hand histories of circle poker
tables.py        files of rounds (rows.py: CSV, Parquet): spins.py at volume, by what returns.py asks the
                 engine once; playing.py each other round on the engine itself
payments.py, laying.py      what the law gives back of each bet, and the cards as they were laid
departures.py, finding.py   what is held against a session; tally.py counts it
observing.py, statistics.py what chance brought and what was staked, and the tests of both
report.py, written.py, page.py   all of it as one value, for programs, and as a page
"""

from __future__ import annotations

from novamas.house.audit.audit import Setup, audit
from novamas.house.audit.departures import KINDS, Departure
from novamas.house.audit.report import AuditReport

__all__ = ["KINDS", "AuditReport", "Departure", "Setup", "audit"]

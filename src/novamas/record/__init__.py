"""Records: what was played, under which edition of the rules, and how to play it again."""

from __future__ import annotations

from novamas.record.chain import Break, Broken, Chain
from novamas.record.records import Header, Record, Writer, header_of, read_record
from novamas.record.replay import Checked, Done, check, replay, resume, with_draws

__all__ = [
    "Break",
    "Broken",
    "Chain",
    "Checked",
    "Done",
    "Header",
    "Record",
    "Writer",
    "check",
    "header_of",
    "read_record",
    "replay",
    "resume",
    "with_draws",
]

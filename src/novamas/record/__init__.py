"""Records: the deeds of a table and the edition of its rules. They can be checked and replayed."""

from __future__ import annotations

from novamas.record.chain import Broken, Chain, ChainBreak
from novamas.record.records import Header, Record, Writer, header_of, read_record
from novamas.record.replay import Checked, ReplayedDeed, check, replay, resume, with_scripted_draws

__all__ = [
    "Broken",
    "Chain",
    "ChainBreak",
    "Checked",
    "Header",
    "Record",
    "ReplayedDeed",
    "Writer",
    "check",
    "header_of",
    "read_record",
    "replay",
    "resume",
    "with_scripted_draws",
]

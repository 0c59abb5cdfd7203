"""Recompute hold'em against the house, flop by flop, and write the file that the odds read.

Run it with `python -m tools.house_holdem` after a change of the ranking or the short rule. It takes a minute
or two.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from novamas.cli.progress_bars import bars
from novamas.odds.games.house_holdem.bets import count_all
from novamas.words import voice_for

KEPT = Path(__file__).parent.parent / "src" / "novamas" / "odds" / "games" / "house_holdem" / "data.json"

if __name__ == "__main__":
    with bars(voice_for("en")):
        found = count_all()
    lines = (
        msgspec.json.format(msgspec.json.encode(found), indent=0).replace(b"\n", b"").replace(b"],", b"],\n")
    )
    KEPT.write_bytes(lines + b"\n")

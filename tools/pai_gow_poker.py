"""Recompute all hands of pai gow poker, and pairs of hands, into the file that the odds read.

Run it with `python -m tools.pai_gow_poker` after a change of a house way. It takes a few minutes.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import msgspec

from novamas.cli.progress_bars import bars
from novamas.law import catalogue, norms
from novamas.odds.games.pai_gow_poker.bets import STEP, Published, count_hands, counted_anew
from novamas.words import voice_for

KEPT = Path(__file__).parent.parent / "src" / "novamas" / "odds" / "games" / "pai_gow_poker" / "data.json"
FRAME = catalogue.under("IB09")["pai_gow_poker"]  # the default house ways are the same under all norms
MOST = max(
    Fraction(str(catalogue.under(norm)["pai_gow_poker"].options["commission"].most))
    for norm in norms()
    if "pai_gow_poker" in catalogue.under(norm)
)
COMMISSIONS = [n * STEP for n in range(int(MOST / STEP) + 1)]

if __name__ == "__main__":
    with bars(voice_for("en")):
        ways = {way: counted_anew(FRAME, way, COMMISSIONS).ways[way] for way in ("usual", "simple")}
        found = Published(ways, count_hands())
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")

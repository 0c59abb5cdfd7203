"""Deal pai gow poker anew, and count its hands, into the file that the odds read.

Run it with `python -m tools.pai_gow_poker` when a house way changes: a quarter of an hour.
"""

from __future__ import annotations

from pathlib import Path

import msgspec

from novamas.cli.waiting import bars
from novamas.law import catalogue
from novamas.odds.pai_gow_poker import Published, count_hands, simulate
from novamas.words import words

KEPT = Path(__file__).parent.parent / "src" / "novamas" / "odds" / "pai_gow_poker" / "data.json"
FRAME = catalogue.under("IB09")["pai_gow_poker"]  # the house ways are ours, and the same under all norms
DEALS, SEED = 20_000_000, 2026
HANDS = {"usual": 100_000, "simple": 400_000}  # what a plainer way loses differs more from hand to hand

if __name__ == "__main__":
    with bars(words("en")):
        ways = {way: simulate(FRAME, way, deals=DEALS, hands=many, seed=SEED) for way, many in HANDS.items()}
        found = Published(ways, count_hands())
    KEPT.write_bytes(msgspec.json.format(msgspec.json.encode(found), indent=1) + b"\n")

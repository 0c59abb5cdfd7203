"""Chips and cards are conserved at circle poker, in any play and with any irregularity."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from tests.support.circle_hands import VARIANTS, played, tables_of

TABLES = [(slug, norm) for slug, norms in VARIANTS.items() for norm in norms]


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_chips_and_cards_are_conserved(slug: str, norm: str, soak: bool) -> None:
    hands = 100_000 if soak else 5_000  # at all tables together
    tables, rng = tables_of(slug, norm), Random(f"{slug} {norm}")
    players: Counter[int] = Counter()
    verbs: Counter[str] = Counter()
    for _ in range(hands // len(TABLES)):
        for phase, deed in played(tables, rng):
            if deed is None:
                players[len(phase.felt.dealt)] += 1  # type: ignore[attr-defined]
            else:
                verbs[deed.verb()] += 1
    assert set(range(2, tables.most_seats + 1)) <= players.keys()
    assert verbs.keys() >= {"match", "raise_to", "fold", "misdeal", "cards_touch", "mixed_with_discards"}

"""A ranking is found only for a deck and a way to play that the law lists."""

from __future__ import annotations

import pytest

from novamas.errors import InvalidInput
from novamas.hands.rankings import ranking_of
from novamas.law import catalogue


@pytest.mark.law("AR10.10-2-A.II.2")
def test_a_deck_that_the_law_does_not_list_has_no_ranking() -> None:
    frame = catalogue.under("AR10")["cubierto"]
    assert ranking_of(frame, deck=32) != ranking_of(frame, deck=52)
    with pytest.raises(InvalidInput) as refused:
        ranking_of(frame, deck=51)
    assert refused.value.code == "ranking_unknown"


def test_a_way_to_play_that_there_is_not_has_no_ranking() -> None:
    with pytest.raises(InvalidInput) as refused:
        ranking_of(catalogue.under("AR10")["cubierto"], variant="hacia_abajo")
    assert refused.value.code == "ranking_unknown"

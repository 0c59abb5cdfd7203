"""Cards that have left a shoe may be shuffled back into it."""

from __future__ import annotations

import pytest

from novamas.equipment.shoe import Shoe
from novamas.errors import InvalidInput


def test_cards_that_were_seen_can_come_again() -> None:
    shoe = Shoe.of(range(8)).take(3).take(5).skip()
    mixed = shoe.mix_in((5,))
    assert mixed.may_bring(5)
    assert not mixed.may_bring(3)
    assert (mixed.undealt, mixed.blanks) == (6, 1)


def test_cards_that_nobody_saw_only_make_room() -> None:
    shoe = Shoe.of(range(8)).skip().skip().take(7)
    mixed = shoe.mix_in(blanks=2)
    assert (mixed.undealt, mixed.blanks, mixed.total) == (7, 0, 7)


def test_no_more_can_go_back_than_has_left() -> None:
    with pytest.raises(InvalidInput):
        Shoe.of(range(8)).take(1).mix_in(blanks=1)
    with pytest.raises(InvalidInput):
        Shoe.of(range(8)).mix_in((1,))


def test_what_was_mixed_back_comes_out_at_places_of_its_own() -> None:
    shoe = Shoe.of(range(8)).skip().skip().take(7)
    assert shoe.mix_in((7,)).dealt == shoe.dealt == 3
    assert shoe.mix_in((7,), blanks=1).dealt == 3
    emptied = Shoe.of(range(2)).take(0).take(1).mix_in((0,)).take(0)
    assert (emptied.undealt, emptied.dealt, emptied.blanks) == (0, 3, 0)

"""Cards that have left a shoe may be shuffled back into it."""

from __future__ import annotations

import pytest

from novamas.errors import Unreadable
from novamas.kit.shoe import Shoe


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
    with pytest.raises(Unreadable):
        Shoe.of(range(8)).take(1).mix_in(blanks=1)
    with pytest.raises(Unreadable):
        Shoe.of(range(8)).mix_in((1,))

"""Tables in play in real browsers: a bet, a split, two who see only their own cards, keys, a broken line."""

from __future__ import annotations

from tests.web.layouts import FILE, printed
from tests.web.walking import walk


def test_tables_by_mouse_touch_keyboard_and_as_text(house: str) -> None:
    walk("tables", house)


def test_the_drawings_are_tested_with_the_layouts_of_today() -> None:
    assert FILE.read_text("utf-8") == printed()

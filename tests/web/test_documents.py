"""Every document page of the app in a real browser: texts, appearance, keyboard, and errors."""

from __future__ import annotations

import pytest
from tests.web.walking import walk


def test_every_route_by_axe_tab_key_and_language_light_and_dark(house: str, soak: bool) -> None:
    walk("documents", house, *(["all"] if soak else []))


def test_ways_through_the_app_by_mouse_finger_keyboard_and_ear(house: str) -> None:
    first = ("newcomer", "keyboardAlone", "search", "check", "drill", "languages")
    walk("ways", house, *first, "phone", "offline", "offlineReading")


def test_elements_on_pages_of_other_sites(house: str) -> None:
    walk("elements", house)


@pytest.mark.soak
def test_other_ways_through_the_app_by_keyboard_and_ear(house: str) -> None:
    others = ("catalogue", "law", "records", "round", "newTable", "diff", "odds", "lesson", "settings")
    walk("ways", house, *others)

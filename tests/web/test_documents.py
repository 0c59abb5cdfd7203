"""Every page of the app that is a document, in a real browser: words, looks, keys, and what goes wrong."""

from __future__ import annotations

from tests.web.walking import walk


def test_every_route_by_axe_tab_key_and_language_light_and_dark(house: str, soak: bool) -> None:
    walk("documents", house, *(["all"] if soak else []))


def test_ways_through_the_app_by_mouse_finger_keyboard_and_ear(house: str) -> None:
    walk("ways", house)

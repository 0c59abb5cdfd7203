"""Every page of the app that is a document, in a real browser: words, looks, keys, and what goes wrong."""

from __future__ import annotations

from tests.web.walking import walk


def test_every_document_in_three_languages_light_and_dark_by_mouse_and_keyboard(house: str) -> None:
    walk("documents", house)

"""The name of a game can be read without its other texts, and is the same."""

from __future__ import annotations

import pytest

from novamas.games import GAMES
from novamas.law.default import library


@pytest.mark.parametrize("slug", GAMES)
def test_a_file_of_texts_begins_with_the_game(slug: str) -> None:
    law = library()
    assert law.about(slug) == law.words(slug)["game"]
    assert {"name", "about"} <= law.about(slug).keys()

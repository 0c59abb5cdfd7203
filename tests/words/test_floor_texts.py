"""Texts of the floor panel: the meaning of yes and no in an incident, and words for searching."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import get_type_hints

from novamas.games import GAMES, game

TEXTS = tomllib.loads((files("novamas") / "words" / "data" / "web.toml").read_text("utf-8"))
LANGUAGES = ("es", "ca", "en")


def test_each_yes_and_no_of_an_incident_has_words() -> None:
    fields = {
        name
        for slug in GAMES
        for incident in game(slug).incidents
        for name, kind in get_type_hints(incident).items()
        if kind is bool
    }
    assert fields
    for name in fields:
        for language in LANGUAGES:
            yes, no = TEXTS[f"floor_if_{name}"][language].split("|")
            assert yes != no


def test_words_that_mean_the_same_are_groups_of_several_words() -> None:
    for language in LANGUAGES:
        groups = [group.split(",") for group in TEXTS["floor_synonyms"][language].split(";")]
        assert all(len(group) > 1 and all(word.strip() for word in group) for group in groups)

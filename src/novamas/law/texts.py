"""Texts in three languages side by side. Loading fails if a text lacks a language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

Language: TypeAlias = Literal["es", "ca", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in Spanish, Catalan and English, with placeholders in braces."""

    es: str
    ca: str
    en: str

    def in_language(self, language: Language) -> str:
        """Return the text in this language."""
        found: str = getattr(self, language)
        return found


Tree: TypeAlias = Mapping[str, object]


def parted(tree: Tree, path: str = "") -> tuple[dict[str, object], dict[str, Text]]:
    """Split a tree of figures into the figures and their texts. Texts are indexed by path.

    Texts are not part of the figures, so a correction of a text does not make a new edition of the law.
    """
    figures: dict[str, object] = {}
    texts: dict[str, Text] = {}
    for name, value in tree.items():
        if name == "says" and isinstance(value, dict):
            texts[path] = msgspec.convert(value, Text)
        elif isinstance(value, dict):
            figures[name], found = parted(value, f"{path}.{name}" if path else name)
            texts |= found
        else:
            figures[name] = value
    return figures, texts

"""Texts in three languages, side by side: a text that lacks one of them does not enter the program."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias, get_args

import msgspec

Language: TypeAlias = Literal["es", "ca", "en"]
LANGUAGES: tuple[Language, ...] = get_args(Language)


class Text(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The same in Spanish, Catalan and English; figures stand in braces."""

    es: str
    ca: str
    en: str

    def told(self, language: Language) -> str:
        """The text in this language."""
        found: str = getattr(self, language)
        return found


Tree: TypeAlias = Mapping[str, object]


def parted(tree: Tree, path: str = "") -> tuple[dict[str, object], dict[str, Text]]:
    """A tree of figures without its texts, and the texts by the paths of what they speak of.

    Words are no figures: one that is mended makes no new edition of the law.
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

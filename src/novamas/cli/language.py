"""What people read, in their language: English is the source text, Spanish and Catalan lie in `locale`."""

from __future__ import annotations

import os.path
from collections.abc import Mapping
from functools import cache

LANGUAGES = ("en", "es", "ca")
FOLDER = os.path.join(os.path.dirname(__file__), "locale")

_chosen = {"language": "en"}


def use(language: str) -> None:
    """Speak this language from now on."""
    assert language in LANGUAGES, language
    _chosen["language"] = language


def current() -> str:
    """The language that is spoken."""
    return _chosen["language"]


def _(text: str) -> str:
    """The text in the reader's language."""
    language = current()
    return text if language == "en" else _translations(language).get(text, text)


def mark(text: str) -> str:
    """A text that will be translated when it is shown."""
    return text


def from_environment(environment: Mapping[str, str]) -> str:
    """The language of the environment's locale; English where it is neither Spanish nor Catalan."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            language = environment[name][:2].lower()
            return language if language in LANGUAGES else "en"
    return "en"


@cache
def _translations(language: str) -> dict[str, str]:
    from babel.messages.pofile import read_po  # here, because English needs none of it

    with open(os.path.join(FOLDER, f"{language}.po"), "rb") as file:
        catalogue = read_po(file, locale=language)
    return {str(message.id): str(message.string) for message in catalogue if message.id and message.string}

"""What happened at a table as text: made once for all who look with the same eyes in the same language."""

from __future__ import annotations

from weakref import WeakKeyDictionary

from novamas.law.texts import Language
from novamas.live.asking import Seen
from novamas.live.telling import says
from novamas.server.tables.messages import News, Said
from novamas.table.wire import written
from novamas.words import words


class Saying:
    """Texts of what was told, for as long as it has still to be told to somebody."""

    def __init__(self) -> None:
        self._texts: WeakKeyDictionary[Seen, dict[Language | None, str]] = WeakKeyDictionary()

    def told(self, seen: Seen, game: str, language: Language | None) -> str:
        """What was told, in a language or without sentences."""
        texts = self._texts.setdefault(seen, {})
        if language not in texts:
            texts[language] = text_of(_told(seen, game, language))
        return texts[language]


def _told(seen: Seen, game: str, language: Language | None) -> News:
    return News(
        number=seen.number,
        events=seen.told,
        says=sentences(seen, game, language),
        view=seen.view,
        seats=seen.seats,
        cash=seen.cash,
        clock=seen.clock,
        receipt=seen.receipt,
    )


def sentences(seen: Seen, game: str, language: Language | None) -> tuple[str, ...]:
    """The events as sentences, where somebody wants them."""
    return () if language is None else says(seen.told, words(language, game), seen.view.eyes)


def text_of(message: Said) -> str:
    """A message as it goes over the wire."""
    return written(message).decode()

"""Whom somebody plays at a terminal: a seat, several, the croupier, the table chief."""

from __future__ import annotations

import re
from collections.abc import Iterator

from novamas.errors import InvalidInput, NovamasError
from novamas.law.texts import LANGUAGES
from novamas.table.events import Event
from novamas.table.roles import CROUPIER, FLOOR, Who, read_who, speaks_for, write_who
from novamas.table.session import Session
from novamas.words import voice_for
from novamas.words.normalisation import Phrase, phrase_of

FIRST_SEAT = 1
SPEAKERS = ("s1", CROUPIER.value, FLOOR.value)
_NAMED = re.compile(r"\s*([^:]{1,20}):\s*(.+)", re.DOTALL)  # «s2: rojo 5», «crupier: lanzar»


class Persons:
    """Those whom one person plays, in the order in which they were named."""

    def __init__(self, played: tuple[Who, ...] = (FIRST_SEAT,)) -> None:
        self.played = played
        self.seats = tuple(who for who in played if isinstance(who, int))

    @classmethod
    def read(cls, text: str | None) -> Persons:
        """Persons as they are typed: s2,croupier,floor."""
        if text is None:
            return cls()
        played = tuple(dict.fromkeys(_speaker(one.strip()) for one in text.split(",")))
        return cls(played)

    def __contains__(self, who: object) -> bool:
        return who in self.played

    def __iter__(self) -> Iterator[Who]:
        return iter(self.played)

    @property
    def me(self) -> int | None:
        """The one seat that is played, to whom the table speaks as to a player."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def last_seat(self) -> int:
        """The highest seat that the table must have."""
        return max(self.seats, default=FIRST_SEAT)

    def must_sit_at(self, seats: int) -> None:
        """Refuse a seat that the table has not."""
        if self.last_seat > seats:
            raise NovamasError("no_such_seat_here", seat=self.last_seat, seats=seats)

    def asked(self, session: Session) -> Who:
        """For whom the table waits, where he is one of them; else the first of them."""
        return session.phase.turn if session.phase.turn in self.played else self.played[0]

    def in_order(self, session: Session) -> tuple[Who, ...]:
        """All of them, who is asked before the others."""
        return tuple(dict.fromkeys((self.asked(session), *self.played)))

    def see(self, event: Event) -> Event:
        """What they notice together: who is shown a card by one of his eyes has seen it."""
        seen = [event.seen_by(who) for who in self.played]
        return event if event in seen else seen[0]

    def named(self, line: str) -> tuple[Who | None, str]:
        """The one of them whom a line names before what he does, and the rest of the line."""
        found = _NAMED.fullmatch(line)
        if found is None:
            return None, line
        name = phrase_of(found[1])
        who = next((who for who in self.played if name in _names(who)), None)
        return (None, line) if who is None else (who, found[2])


def _speaker(text: str) -> Who:
    try:
        who = read_who(text)
    except InvalidInput:
        who = None
    if who is None or not speaks_for(who, who):
        raise InvalidInput("no_such_speaker", given=text, known=SPEAKERS)
    return who


def _names(who: Who) -> set[Phrase]:
    """What somebody may be called in a line."""
    return {
        phrase_of(write_who(who)),
        *(phrase_of(voice_for(language).person(who)) for language in LANGUAGES),
    }

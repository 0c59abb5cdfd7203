"""Roles that one person plays at a terminal: one or several seats, the croupier, the table chief."""

from __future__ import annotations

import re
from collections.abc import Iterator

from novamas.errors import InvalidInput, NovamasError
from novamas.law.texts import LANGUAGES
from novamas.table.events import Event
from novamas.table.roles import CROUPIER, FLOOR, Who, read_who, speaks_for, write_who
from novamas.table.session import Session
from novamas.words import our_voice
from novamas.words.normalisation import Phrase, phrase_of

FIRST_SEAT = 1
SPEAKERS = ("s1", CROUPIER.value, FLOOR.value)
_NAMED = re.compile(r"\s*([^:]{1,20}):\s*(.+)", re.DOTALL)  # "s2: rojo 5", "crupier: lanzar"


class Persons:
    """The roles that one person plays, in the order in which they were typed."""

    def __init__(self, played: tuple[Who, ...] = (FIRST_SEAT,)) -> None:
        self.played = played
        self.seats = tuple(who for who in played if isinstance(who, int))

    @classmethod
    def read(cls, text: str | None) -> Persons:
        """Return the roles in a typed list, such as `s2,croupier,floor`."""
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
        """The seat that texts address as "you", or None unless exactly one seat is played."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def last_seat(self) -> int:
        """The highest seat that the table must have."""
        return max(self.seats, default=FIRST_SEAT)

    def check_seats(self, seats: int) -> None:
        """Raise `no_such_seat_here` if the table has fewer seats than the played ones need."""
        if self.last_seat > seats:
            raise NovamasError("no_such_seat_here", seat=self.last_seat, seats=seats)

    def asked(self, session: Session) -> Who:
        """Return the role for which the table waits if it is played here, otherwise the first played role."""
        return session.phase.turn if session.phase.turn in self.played else self.played[0]

    def in_order(self, session: Session) -> tuple[Who, ...]:
        """Return all played roles, beginning with the one that must act next."""
        return tuple(dict.fromkeys((self.asked(session), *self.played)))

    def see(self, event: Event) -> Event:
        """Return an event as the played roles see it together: each knows the cards that any of them sees."""
        seen = [event.seen_by(who) for who in self.played]
        return event if event in seen else seen[0]

    def named(self, line: str) -> tuple[Who | None, str]:
        """Return the role that begins a typed line, if any, and the rest of the line."""
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
    """Return the names of a role that a typed line may use."""
    return {
        phrase_of(write_who(who)),
        *(phrase_of(our_voice(language).person(who)) for language in LANGUAGES),
    }

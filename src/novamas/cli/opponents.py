"""With what one comes to a table, and whom one meets there: cash, and the minds of the others."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novamas.bots.circle import has_bots, minds_for
from novamas.bots.companions import others
from novamas.bots.minds import minds_at
from novamas.cli.played_roles import Persons
from novamas.errors import InvalidInput, NovamasError
from novamas.law.texts import LANGUAGES
from novamas.table.game import Table
from novamas.table.roles import Who, read_who
from novamas.words import Voice, voice_for
from novamas.words.normalisation import phrase_of

BROUGHT = 20_000  # céntimos that somebody brings who does not say it, or more where chips cost more
PURSES = 10  # as many times what a purse may hold at first, the others bring


# ---------------------------------------------------------------- cash


def usual_cash(opened: Table) -> int:
    """What somebody brings who does not say it: at least twice what the first chips cost here."""
    return max(BROUGHT, 2 * max(_changed(opened), _resto(opened, "least_resto")))


def cash_of_all(opened: Table, persons: Persons, brought: int) -> dict[int, int]:
    """What everybody brings: those who are played what was said, the others enough for a long evening."""
    changed, least = _changed(opened), _resto(opened, "least_resto")
    if persons.seats and brought < changed:
        raise NovamasError("too_little_cash", given=brought, least=changed)
    if persons.seats and brought < least:
        raise NovamasError("too_little_cash", text_key="too_little_to_buy", given=brought, least=least)
    theirs = PURSES * max(changed, _resto(opened, "most_resto"))
    found = dict.fromkeys(persons.seats, brought)
    return found | dict.fromkeys(others(opened.opening, persons.seats), theirs)


def _changed(opened: Table) -> int:
    """What every player of this table has changed for chips before it opens."""
    return max(opened.opening.felt.purses, default=0)


def _resto(opened: Table, bound: str) -> int:
    """The least or the most that a player buys first, where he buys his chips at the table."""
    value = opened.chosen[bound] if bound in opened.frame.options else 0
    assert isinstance(value, int), bound
    return value


# ---------------------------------------------------------------- minds


def minds_of_others(text: str | None, opened: Table, persons: Persons, seed: str) -> dict[int, str]:
    """The mind of each of the others: as it was said, and where nothing was said, one unlike the rest's."""
    seats = others(opened.opening, persons.seats)
    usual = minds_for(opened.opening, seats, seed)
    if text is None:
        return usual
    if not has_bots(opened.opening):
        raise NovamasError("no_minds_here", game=opened.game.slug)
    return usual | dict(_said(text.split(","), seats, minds_at(opened.opening)))


def _said(parts: Iterable[str], seats: tuple[int, ...], known: tuple[str, ...]) -> Iterable[tuple[int, str]]:
    """Seats with their minds: `s2=tight`; a mind without a seat is everybody's."""
    for part in parts:
        seat, equals, mind = part.strip().rpartition("=")
        if not equals:
            yield from ((each, _mind(mind, known)) for each in seats)
            continue
        who = _seat(seat.strip())
        if who not in seats:
            raise InvalidInput("no_such_bot", given=seat, known=tuple(f"s{each}" for each in seats))
        assert isinstance(who, int)
        yield who, _mind(mind, known)


def _seat(text: str) -> Who | None:
    try:
        return read_who(text)
    except InvalidInput:
        return None


def _mind(text: str, known: tuple[str, ...]) -> str:
    """A mind by its name in any language, or as records write it."""
    for mind in known:
        names = (mind, *(voice_for(language).text(f"minds.{mind}") for language in LANGUAGES))
        if phrase_of(text) in map(phrase_of, names):
            return mind
    raise InvalidInput("no_such_mind", given=text.strip(), known=known)


def skills_text(minds: Mapping[int, str], voice: Voice) -> list[str]:
    """Who plays how."""
    return [f"{voice.person(seat)}, {voice.text(f'minds.{mind}')}" for seat, mind in sorted(minds.items())]

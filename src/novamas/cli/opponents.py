"""Cash that players bring to a table, and the skills of its bots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from novamas.bots.circle import has_bots, minds_for
from novamas.bots.companions import others
from novamas.bots.minds import minds_at
from novamas.cli.played_roles import Persons
from novamas.errors import InvalidInput, NovamasError
from novamas.law.norms import EURO
from novamas.law.texts import LANGUAGES
from novamas.table.game import Table
from novamas.table.roles import Who, read_who
from novamas.words import Voice, our_voice
from novamas.words.normalisation import phrase_of

DEFAULT_CASH = 20_000  # default cash in céntimos of a euro; more where chips cost more
DEFAULT_MINIMA = 40  # default cash in another currency, as a multiple of the table's minimum
BOT_CASH_FACTOR = 10  # bots bring this many times the maximum that a player may hold at first


# ---------------------------------------------------------------- cash


def default_cash(opened: Table) -> int:
    """Return the default cash of a player: at least twice the price of the first chips at this table."""
    usual = DEFAULT_CASH
    if opened.frame.currency != EURO:  # 200 € are another amount there
        usual = DEFAULT_MINIMA * int(opened.chosen.get("minimum", 0))
    return max(usual, 2 * max(_changed(opened), _resto(opened, "least_resto")))


def cash_of_all(opened: Table, persons: Persons, brought: int) -> dict[int, int]:
    """Return the cash of every seat: `brought` for played seats, and enough for a long session for bots."""
    changed, least = _changed(opened), _resto(opened, "least_resto")
    if persons.seats and brought < changed:
        raise NovamasError("too_little_cash", given=brought, least=changed)
    if persons.seats and brought < least:
        raise NovamasError("too_little_cash", text_key="too_little_to_buy", given=brought, least=least)
    theirs = BOT_CASH_FACTOR * max(changed, _resto(opened, "most_resto"))
    found = dict.fromkeys(persons.seats, brought)
    return found | dict.fromkeys(others(opened.opening, persons.seats), theirs)


def _changed(opened: Table) -> int:
    """Return the amount for which every player buys chips before the table opens."""
    return max(opened.opening.felt.purses, default=0)


def _resto(opened: Table, bound: str) -> int:
    """Return the minimum or maximum of the first buy-in, or 0 if the table sells no chips."""
    value = opened.chosen[bound] if bound in opened.frame.options else 0
    assert isinstance(value, int), bound
    return value


# ---------------------------------------------------------------- minds


def skills_of_bots(text: str | None, opened: Table, persons: Persons, seed: str) -> dict[int, str]:
    """Return the skill of each bot, as `text` gives it or else different from the others."""
    seats = others(opened.opening, persons.seats)
    usual = minds_for(opened.opening, seats, seed)
    if text is None:
        return usual
    if not has_bots(opened.opening):
        raise NovamasError("no_minds_here", game=opened.game.slug)
    return usual | dict(_said(text.split(","), seats, minds_at(opened.opening)))


def _said(parts: Iterable[str], seats: tuple[int, ...], known: tuple[str, ...]) -> Iterable[tuple[int, str]]:
    """Yield each seat with its typed skill (`s2=tight`). A skill without a seat applies to every bot."""
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
    """Return the skill with this name, in any language or in the format of records."""
    for mind in known:
        names = (mind, *(our_voice(language).text(f"minds.{mind}") for language in LANGUAGES))
        if phrase_of(text) in map(phrase_of, names):
            return mind
    raise InvalidInput("no_such_mind", given=text.strip(), known=known)


def skills_text(minds: Mapping[int, str], voice: Voice) -> list[str]:
    """Return the skill of each bot as text."""
    return [f"{voice.person(seat)}, {voice.text(f'minds.{mind}')}" for seat, mind in sorted(minds.items())]

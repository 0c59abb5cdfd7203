"""A race day for the tests of Lototrot: seven races of eight horses at two racecourses."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import msgspec

from novamas.equipment.chance import RevealedSource, UniformDraw, verify
from novamas.errors import NovamasError
from novamas.pools.lototrot.programme import Horse, Programme, Race
from novamas.pools.lototrot.races import Declaration, Draw
from novamas.pools.lototrot.setup import Rules, rules_of
from novamas.pools.mixing import are_committed, mixed_seed
from novamas.words import voice_for

DAY = date(2026, 11, 20)
NOON = datetime(2026, 11, 20, 11, tzinfo=UTC)  # in Palma
FIRST = NOON + timedelta(hours=4)


def rules(**choices: object) -> Rules:
    return rules_of({"price": 100, **choices})


def race(order: int, horses: int = 8, starts: datetime = FIRST) -> Race:
    named = tuple(Horse(number, f"Trotón {order}.{number}") for number in range(1, horses + 1))
    course = "Son Pardo" if order <= 4 else "Maó"
    return Race(course, order, starts + timedelta(minutes=30 * (order - 1)), named)


def programme(day: date = DAY, horses: int = 8) -> Programme:
    shift = timedelta(days=(day - DAY).days)
    return Programme(
        day=day,
        races=tuple(race(order, horses, FIRST + shift) for order in range(1, 8)),
        closes=FIRST + shift,
        approval="FBT 2026/311",
        displayed=NOON + shift - timedelta(days=2),
    )


def changed(given: Programme, **fields: object) -> Programme:
    return msgspec.structs.replace(given, **fields)


def told_in_three(error: NovamasError) -> list[str]:
    """Check that the text of an error ends with its clause in every language."""
    told = [voice_for(language).error(error) for language in ("es", "ca", "en")]
    assert error.clause
    assert all(text.endswith(f"({error.clause})") for text in told)
    assert len(set(told)) == 3
    return told


def is_as_committed(draw: Draw, declared: Declaration) -> bool:
    """Return whether a draw follows from the committed seed, so that no one can have chosen the winner."""
    source = RevealedSource(mixed_seed(draw.seed, declared.mixed), draw.words)
    place = source.draw(UniformDraw(len(draw.starters)))
    is_committed = verify(declared.commitment, draw.seed) and are_committed(draw.seed, declared.mixed)
    return is_committed and draw.starters[place] == draw.winner

"""Compression of offers: their common parts are sent once as a kind, and each offer as a row.

A row is `[kind, part, part …]`. A range is `[least, most]`, or `[least, most, usual]` if the usual
amount is not the least. The first list of values that begins with the act's own value gives one row
for each value. Any other list is `[usual, value, value …]`. On the wire, neighbouring rows that
differ only in one text are merged into one row with `[[text, text …]]` in that place.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import Any, Final

import msgspec

from novamas.protocol.tables import KindAct, KindDial, OfferKind
from novamas.table.deeds import Deed
from novamas.table.offers import Dial, Line, Offer, OneOf, Range
from novamas.table.wire import written

MAX_ROWS: Final = 4_000  # offers whose rows a table keeps encoded
FEW: Final = 3  # rows, which are not worth looking at
_SPREAD: Final = "\0"  # stands in a row for the value that is spread
_SPREAD_JSON: Final = written(_SPREAD)


class RowCache:
    """Encoded offer rows, shared by all viewpoints of a table and by successive states."""

    def __init__(self) -> None:
        self._rows: dict[Hashable, tuple[bytes, ...]] = {}

    def find(self, key: Hashable, make: Callable[[], tuple[bytes, ...]]) -> tuple[bytes, ...]:
        """Return the rows for a key, which are made at the first call."""
        rows = self._rows.get(key)
        if rows is None:
            if len(self._rows) >= MAX_ROWS:
                self._rows.clear()
            rows = self._rows[key] = make()
        return rows


class OfferRows:
    """The kinds of offers already sent to one person, by number, and the rows of offers."""

    def __init__(self, cache: RowCache) -> None:
        self.kinds: list[bytes] = []
        self._numbers: dict[Hashable, int] = {}
        self._cache = cache
        self._last: dict[int, tuple[Offer, tuple[bytes, ...]]] = {}  # by the offers' places in memory

    def of_all(self, offers: Sequence[Offer]) -> tuple[bytes, ...]:
        """Return the rows of these offers. Most offers are the same objects as in the last call."""
        last, now, rows = self._last, {}, list[bytes]()
        for offer in offers:
            known = last.get(id(offer))
            if known is None:
                known = offer, self.of(offer)
            now[id(offer)] = known
            rows += known[1]
        self._last = now
        return tuple(rows)

    def of(self, offer: Offer) -> tuple[bytes, ...]:
        """Return the rows of an offer. A new kind gets the next number."""
        act, dials = offer.act, offer.dials
        parts: list[Any] = [self._number(offer)]
        values: tuple[str, ...] | None = None
        for name in _parts(act):
            value, dial = getattr(act, name), dials.get(name)
            if type(dial) is Range:
                parts.append(
                    (dial.least, dial.most) if value == dial.least else (dial.least, dial.most, value)
                )
            elif type(dial) is not OneOf:
                parts.append(value)
            elif values is None and value == dial.values[0]:
                values = dial.values
                parts.append(_SPREAD)
            else:
                parts.append((value, *dial.values))
        row = tuple(parts)
        return self._cache.find((values, *map(_exactly, row)), lambda: _encoded(row, values))

    def _number(self, offer: Offer) -> int:
        act = offer.act
        key = (
            type(act),
            act.by,
            offer.clause,
            *(_dial_key(name, dial) for name, dial in offer.dials.items()),
        )
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.kinds)
            self.kinds.append(written(_kind(offer)))
        return number


def _parts(act: Deed) -> list[str]:
    return [name for name in act.__struct_fields__ if name != "by"]


def _exactly(part: Any) -> Hashable:
    """Return a part of a row as a key. It tells true from 1, which are equal in Python but not in JSON."""
    return (type(part), part)


def _encoded(row: tuple[Any, ...], values: tuple[str, ...] | None) -> tuple[bytes, ...]:
    if values is None:
        return (written(row),)
    before, _, after = written(row).partition(_SPREAD_JSON)
    return tuple(b"%s%s%s" % (before, written(value), after) for value in values)


def _dial_key(name: str, dial: Dial) -> Hashable:
    match dial:
        case Range(step=step, clause=clause, most_clause=most_clause):
            return name, Range, step, clause, most_clause
        case Line(most=most, clause=clause):
            return name, Line, most, clause
        case OneOf(clause=clause):
            return name, OneOf, clause


def _kind(offer: Offer) -> OfferKind:
    act = offer.act
    dials = {name: _kind_dial(dial) for name, dial in offer.dials.items()}
    return OfferKind(KindAct(act.verb(), act.by), tuple(_parts(act)), offer.clause, dials)


def _kind_dial(dial: Dial) -> KindDial:
    match dial:
        case Range(step=step, clause=clause, most_clause=most_clause):
            return KindDial("range", clause, step=step, most_clause=most_clause)
        case Line(most=most, clause=clause):
            return KindDial("line", clause, most=most)
        case OneOf(clause=clause):
            return KindDial("one_of", clause)


def bundled(rows: Sequence[bytes]) -> list[msgspec.Raw]:
    """Return encoded rows for the wire. Neighbouring rows that differ in one text are merged."""
    if len(rows) < FEW:
        return [msgspec.Raw(row) for row in rows]
    return [msgspec.Raw(written(row)) for row in _bundles([msgspec.json.decode(row) for row in rows])]


def _bundles(rows: Sequence[list[Any]]) -> Iterator[list[Any]]:
    first, place, texts = rows[0], 0, list[str]()
    for row in rows[1:]:
        differs = _place_of_difference(first, row)
        if differs and place in (0, differs):
            place, texts = differs, texts or [first[differs]]
            texts.append(row[differs])
            continue
        yield _bundle(first, place, texts)
        first, place, texts = row, 0, []
    yield _bundle(first, place, texts)


def _bundle(row: list[Any], place: int, texts: list[str]) -> list[Any]:
    return [*row[:place], [texts], *row[place + 1 :]] if texts else row


def _place_of_difference(one: list[Any], other: list[Any]) -> int:
    """Return the position of the only text in which two rows differ, or 0."""
    if len(one) != len(other):
        return 0
    places = [at for at, (mine, its) in enumerate(zip(one, other, strict=True)) if mine != its]
    is_text = len(places) == 1 and type(one[places[0]]) is type(other[places[0]]) is str
    return places[0] if is_text else 0

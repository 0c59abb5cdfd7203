"""The state of a table as plain JSON, updated by the messages of the house.

A client in another language needs only this module. Offers come as rows of a few kinds. When a phase comes
back, so do the rows that it had last time. Neighbouring rows that differ in a single value are one offer.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

Json = dict[str, Any]

WHOLE = ("hello", "table")  # kinds of messages that bring the whole state
OF_VIEW = ("turn", "undealt", "rounds", "chips", "piles", "purses", "results")


class KeptTable:
    """The state of a table. `state` is a message with the whole state, and its view includes the offers."""

    def __init__(self, message: Mapping[str, Any]) -> None:
        """Begin with a message that contains the whole state."""
        view = dict(message["view"])
        self._kinds: list[Json] = list(message.get("kinds", ()))
        self._rows: dict[str, list[Any]] = {
            phase: list(unbundled(rows)) for phase, rows in message.get("offers", {}).items()
        }
        self.state: Json = {**message, "view": view}
        self.state.pop("kinds", None)
        self.state.pop("offers", None)
        self._made_from: list[Any] | None = None
        if not view["offers"]:  # else they came whole
            self._make_offers()

    def apply(self, message: Mapping[str, Any]) -> Json:
        """Apply the differences of a message, and return the whole state."""
        before, number = self.state, message["number"]
        view: Json = {**before["view"], "number": number}
        state: Json = {**before, "number": number, "view": view, "since": before["number"]}
        for name, value in message.get("set", {}).items():
            if name == "shows":
                view["shows"] = without_nulls({**view["shows"], **value})
            elif name == "seats":
                state["seats"] = _changed_seats(before["seats"], value)
            else:
                (view if name in OF_VIEW else state)[name] = value
        self.state = state
        for name, cuts in message.get("splice", {}).items():
            self._splice(name, cuts)
        self._make_offers()
        state["receipt"] = message.get("receipt", before["receipt"])
        state["events"] = list(numbered(message, before["number"]))
        state["says"] = list(message.get("says", ()))
        return state

    def _splice(self, name: str, cuts: Sequence[Any]) -> None:
        view = self.state["view"]
        if name == "kinds":
            self._kinds = spliced(self._kinds, cuts)
        elif name == "offers":
            phase = view["shows"]["phase"]
            rows = [(at, gone, list(unbundled(come))) for at, gone, come in cuts]
            self._rows[phase] = spliced(self._rows.get(phase, []), rows)
        elif name.startswith("shows."):
            fact = name.removeprefix("shows.")
            view["shows"] = {**view["shows"], fact: spliced(view["shows"][fact], cuts)}
        else:
            view[name] = spliced(view[name], cuts)

    def _make_offers(self) -> None:
        """Build the offers of the present phase, unless its rows are the same as before."""
        view = self.state["view"]
        rows = self._rows.setdefault(view["shows"]["phase"], [])
        if rows is not self._made_from:
            view["offers"], self._made_from = list(offers_of(rows, self._kinds)), rows


def spliced(items: Sequence[Any], cuts: Sequence[Any]) -> list[Any]:
    """Return a list with some parts replaced. The replacements are in order from its end to its beginning."""
    found = list(items)
    for at, gone, come in cuts:
        found[at : at + gone] = come
    return found


def without_nulls(fields: Mapping[str, Any]) -> Json:
    """Return the fields that have a value."""
    return {name: value for name, value in fields.items() if value is not None}


def numbered(message: Mapping[str, Any], since: int) -> Iterator[Json]:
    """Yield the events of a difference, each with its number and its position."""
    events: Iterator[Any] = iter(message.get("events", ()))
    counts = message.get("of")
    if counts is None:
        counts, since = [len(message.get("events", ()))], message["number"] - 1
    for number, count in enumerate(counts, start=since + 1):
        for nth in range(count):
            yield {"number": number, "nth": nth, "event": next(events)}


def _changed_seats(seats: Sequence[Json], changes: Mapping[str, Json | None]) -> list[Json]:
    found = {str(one["seat"]): one for one in seats}
    for seat, change in changes.items():
        if change is None:
            found.pop(seat, None)
        else:
            found[seat] = {**found.get(seat, {}), **change}
    return sorted(found.values(), key=lambda one: int(one["seat"]))


# ---------------------------------------------------------------- offers


def unbundled(rows: Sequence[Sequence[Any]]) -> Iterator[Sequence[Any]]:
    """Yield rows one by one. A list of values in a row means one row for each value."""
    for row in rows:
        at = next((at for at, part in enumerate(row) if isinstance(part, list) and _is_bundle(part)), None)
        if at is None:
            yield row
        else:
            yield from ([*row[:at], text, *row[at + 1 :]] for text in row[at][0])


def _is_bundle(part: list[Any]) -> bool:
    return bool(part) and isinstance(part[0], list)


def offers_of(rows: Sequence[Sequence[Any]], kinds: Sequence[Json]) -> Iterator[Json]:
    """Yield rows as offers. Neighbouring rows that differ in one value become one offer."""
    groups: list[tuple[Sequence[Any], list[str]]] = []
    last: Any = None
    for row in rows:
        at = _place_of_value(row, kinds[row[0]])
        key = (*row[:at], None, *row[at + 1 :]) if at else None
        if key is not None and key == last:
            groups[-1][1].append(row[at])
        else:
            groups.append((row, [row[at]] if at else []))
        last = key
    for row, values in groups:
        yield _offer(row, kinds[row[0]], values)


def _place_of_value(row: Sequence[Any], kind: Json) -> int:
    """Return the position of the single value in a row that is a list, or 0 if there is none."""
    dials = kind.get("dials", {})
    for at, name in enumerate(kind.get("parts", ()), start=1):
        if dials.get(name, {}).get("dial") == "one_of" and not isinstance(row[at], list):
            return at
    return 0


def _offer(row: Sequence[Any], kind: Json, values: list[str]) -> Json:
    act, dials = dict(kind["act"]), dict[str, Json]()
    for name, part in zip(kind.get("parts", ()), row[1:], strict=True):
        dial = kind.get("dials", {}).get(name)
        if dial is None:
            act[name] = part
        elif dial["dial"] == "range":
            least, most, usual = (*part, part[0])[:3]
            act[name], dials[name] = usual, {**dial, "least": least, "most": most}
        elif dial["dial"] == "one_of":
            usual, *given = part if isinstance(part, list) else (part, *values)
            act[name], dials[name] = usual, {**dial, "values": given}
        else:
            act[name], dials[name] = part, dial
    return {"act": act, "clause": kind.get("clause", ""), "dials": dials}

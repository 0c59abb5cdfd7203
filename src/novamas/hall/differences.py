"""The difference between two states of a table from one viewpoint: changed fields and list items.

Only the visible state is compared: the present view with the view that was sent last. Common fields
are compared and encoded once for all viewpoints. The other fields belong to a person, not to a
seat. A person who takes a seat receives them anew.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from novamas.hall.offer_rows import OfferRows, RowCache, bundled
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import Scene
from novamas.protocol.messages import SeatChange
from novamas.protocol.tables import SeatInfo
from novamas.table.phases import AnyPhase
from novamas.table.roles import Role, Who
from novamas.table.wire import written

SAME_CLOCK: Final = 5_000  # microseconds by which an end may drift, because it is computed from two clocks

Cut = tuple[int, int, Sequence[Any]]  # place, number of items removed there, new items there


def cuts(old: Sequence[Any], new: Sequence[Any]) -> list[Cut]:
    """Return the cuts that turn one list into another, ordered from the end to the beginning.

    A cut replaces some neighbouring items by others. In this order, no cut moves the position of the
    next cut.
    """
    first, last, other = 0, len(old), len(new)
    while first < last and first < other and old[first] == new[first]:
        first += 1
    while last > first and other > first and old[last - 1] == new[other - 1]:
        last, other = last - 1, other - 1
    if first == last and first == other:
        return []
    before, after = set(old[first:last]), set(new[first:other])
    if len(before) < last - first or len(after) < other - first:  # equal items cannot be told apart
        return [(first, last - first, new[first:other])]
    found: list[Cut] = []
    at, to = first, first
    while at < last or to < other:
        begin, come = at, []
        while (at < last or to < other) and not (at < last and to < other and old[at] == new[to]):
            if to < other and (at >= last or new[to] not in before):
                come.append(new[to])
                to += 1
            else:
                before.discard(old[at])  # it goes; if it comes again, then at another place
                at += 1
        if at > begin or come:
            found.append((begin, at - begin, come))
        at, to = at + 1, to + 1
    return found[::-1]


class Changes(NamedTuple):
    """The fields to set and the lists to splice. Each is encoded with its name."""

    sets: Sequence[bytes] = ()
    splices: Sequence[bytes] = ()

    def plus(self, more: Changes) -> Changes:
        """Return these changes together with other changes."""
        return Changes((*self.sets, *more.sets), (*self.splices, *more.splices))

    def encoded(self) -> bytes:
        """Return the changes encoded as fields of a message."""
        found = b""
        if self.sets:
            found += b',"set":{%s}' % b",".join(self.sets)
        if self.splices:
            found += b',"splice":{%s}' % b",".join(self.splices)
        return found


def _field(name: str, value: Any) -> bytes:
    return b'"%s":%s' % (name.encode(), written(value))


class CommonFields:
    """The fields that look the same from all viewpoints, with the values that were last sent."""

    def __init__(self, table: LiveTable, scene: Scene) -> None:
        self._plain: Mapping[str, Any] = {}
        self._clock: int | None = None
        self._shows: Mapping[str, Any] = {}
        self._phase: AnyPhase | None = None
        self._lists: dict[str, Sequence[Any]] = {}
        self._seats: Sequence[SeatInfo] = ()
        self.advance(table, scene)

    def advance(self, table: LiveTable, scene: Scene) -> Changes:
        """Return the changes of the common fields since the last state."""
        session, phase = table.session, table.session.phase
        felt = phase.felt
        sets = self._advance_plain(
            turn=phase.turn,
            undealt=felt.shoe.undealt if felt.shoe else 0,
            rounds=session.rounds,
            pace=scene.pace,
            durations=scene.durations,
            awaited=scene.awaited,
        )
        sets += self._advance_clock(scene)
        splices: list[bytes] = []
        if phase is not self._phase:
            self._phase = phase
            shows = {name: getattr(felt, name) for name in felt.public}
            for name in phase.public:
                shows[name] = getattr(phase, name)
            shows["phase"] = phase.tag()
            more = self._advance_shows(shows)
            sets += more.sets
            splices += more.splices
        if scene.seats != self._seats:
            sets.append(_field("seats", _changed_seats(self._seats, scene.seats)))
            self._seats = scene.seats
        for name, new in (("chips", felt.chips), ("purses", felt.purses), ("results", session.results)):
            old = self._lists.get(name, ())
            if new is not old:
                self._lists[name] = new
                if found := cuts(old, new):
                    splices.append(_field(name, found))
        return Changes(sets, splices)

    def _advance_plain(self, **plain: Any) -> list[bytes]:
        if plain == self._plain:
            return []
        before, self._plain = self._plain, plain
        return [_field(name, value) for name, value in plain.items() if before.get(name, ...) != value]

    def _advance_clock(self, scene: Scene) -> list[bytes]:
        ends = None if scene.clock is None else scene.clock.ends
        is_same = ends == self._clock
        if ends is not None and self._clock is not None:
            is_same = abs(ends - self._clock) < SAME_CLOCK
        if is_same:
            return []
        self._clock = ends
        return [_field("clock", scene.clock)]

    def _advance_shows(self, shows: Mapping[str, Any]) -> Changes:
        """Return the changes of the public facts. A fact that has disappeared is sent without a value."""
        changed: dict[str, Any] = {}
        splices: list[bytes] = []
        for name, new in shows.items():
            old = self._shows.get(name)
            if old is new or old == new:
                continue
            if type(new) is tuple and type(old) is tuple and old and new:
                splices.append(_field(f"shows.{name}", _cuts_of(old, new)))
            else:
                changed[name] = new
        gone = [name for name, old in self._shows.items() if old is not None and name not in shows]
        changed |= dict.fromkeys(gone)
        self._shows = shows
        return Changes([_field("shows", changed)] if changed else [], splices)


def _cuts_of(old: Sequence[Any], new: Sequence[Any]) -> list[Cut]:
    """Return the cuts between two public lists. Their items may be of any type."""
    try:
        return cuts(old, new)
    except TypeError:  # items that cannot be hashed
        return [(0, len(old), new)]


def _changed_seats(
    old: Sequence[SeatInfo], new: Sequence[SeatInfo]
) -> dict[int, SeatInfo | SeatChange | None]:
    before = {one.seat: one for one in old}
    changed: dict[int, SeatInfo | SeatChange | None] = {}
    for now in new:
        was = before.pop(now.seat, None)
        if was is None:
            changed[now.seat] = now
        elif was != now:
            fields: dict[str, Any] = {}
            for name in SeatInfo.__struct_fields__:
                if (value := getattr(now, name)) != getattr(was, name):
                    fields[name] = value
            changed[now.seat] = SeatChange(**fields)
    return changed | dict.fromkeys(before)


class OwnFields:
    """The fields that belong to one viewpoint, with the values that were last sent.

    They are the viewpoint's cards, cash and offers.
    """

    def __init__(self, table: LiveTable, eyes: Who, cache: RowCache) -> None:
        self._eyes = eyes
        self._person = _person_at(table, eyes)
        self._state: Any = None  # of the session, as last compared
        self._piles: Sequence[Any] = ()
        self._cash: int | None = None
        self._phase = ""
        self._offers: Sequence[Any] = ()
        self._rows = OfferRows(cache)
        self._by_phase: dict[str, Sequence[bytes]] = {}  # each phase brings back the offers of the last time
        self.advance(table)

    def is_of(self, table: LiveTable) -> bool:
        """Return whether this viewpoint still belongs to the same person."""
        return self._person == _person_at(table, self._eyes)

    def advance(self, table: LiveTable) -> Changes:
        """Return the changes of the viewpoint's own fields since the last state."""
        session, eyes = table.session, self._eyes
        if session.state is self._state:  # such as a player who is ready
            return Changes()
        self._state = session.state
        felt = session.phase.felt
        sets: list[bytes] = []
        splices: list[bytes] = []
        piles = felt.seen_by(eyes) if felt.piles else ()
        if found := cuts(self._piles, piles):
            splices.append(_field("piles", found))
            self._piles = piles
        cash = session.cash_left(eyes) if isinstance(eyes, int) else None
        if cash != self._cash:
            sets.append(_field("cash", cash))
            self._cash = cash
        return Changes(sets, [*splices, *self._advance_offers(table)])

    def _advance_offers(self, table: LiveTable) -> list[bytes]:
        """Return the new kinds of offers, and the cuts of the offer rows in this phase."""
        phase, offers = table.session.phase.tag(), table.session.offered(self._eyes)
        if phase == self._phase and (offers is self._offers or offers == self._offers):
            return []
        self._phase, self._offers = phase, offers
        splices: list[bytes] = []
        known = len(self._rows.kinds)
        rows = self._rows.of_all(offers)
        if len(self._rows.kinds) > known:
            splices.append(_field("kinds", [(known, 0, _raw(self._rows.kinds[known:]))]))
        old = self._by_phase.get(phase, ())
        if found := cuts(old, rows):
            splices.append(_field("offers", [(at, gone, bundled(come)) for at, gone, come in found]))
            self._by_phase[phase] = rows
        return splices

    def kinds(self) -> tuple[Any, ...]:
        """Return all kinds of offers, encoded."""
        return tuple(_raw(self._rows.kinds))

    def offers(self) -> dict[str, Any]:
        """Return the offer rows of each phase, encoded."""
        return {phase: tuple(bundled(rows)) for phase, rows in self._by_phase.items() if rows}


def _raw(encoded: Sequence[bytes]) -> list[msgspec.Raw]:
    return [msgspec.Raw(one) for one in encoded]


def _person_at(table: LiveTable, eyes: Who) -> object:
    """Return the person who has this viewpoint now. A seat that changes hands has a new person."""
    if isinstance(eyes, int):
        return table.seats[eyes].since if eyes in table.seats else None
    return table.roles.get(eyes) if isinstance(eyes, Role) else None


class SentState:
    """The state last sent to the subscribers of a table, with the fields of each viewpoint.

    `number` is the number of that state.
    """

    def __init__(self, table: LiveTable, scene: Scene) -> None:
        self.number = table.number
        self._common = CommonFields(table, scene)
        self._changes = Changes()
        self._cache = RowCache()
        self._own: dict[Who, OwnFields] = {}
        self._own_changes: dict[Who, Changes | None] = {}  # made for this number

    def advance(self, table: LiveTable, scene: Scene) -> None:
        """Advance to the table's present state."""
        self.number = table.number
        self._changes = self._common.advance(table, scene)
        self._own_changes = {}

    def own(self, table: LiveTable, eyes: Who) -> OwnFields:
        """Return the fields of one viewpoint in the present state."""
        self._advance_own(table, eyes)
        return self._own[eyes]

    def changes(self, table: LiveTable, eyes: Who) -> Changes | None:
        """Return the changes for a viewpoint since the last state, or None for a new person there."""
        own = self._advance_own(table, eyes)
        return None if own is None else self._changes.plus(own)

    def _advance_own(self, table: LiveTable, eyes: Who) -> Changes | None:
        """Advance a viewpoint's fields to the present state and return their changes. Idempotent."""
        if eyes not in self._own_changes:
            known = self._own.get(eyes)
            if known is not None and known.is_of(table):
                self._own_changes[eyes] = known.advance(table)
            else:
                self._own[eyes] = OwnFields(table, eyes, self._cache)
                self._own_changes[eyes] = None
        return self._own_changes[eyes]

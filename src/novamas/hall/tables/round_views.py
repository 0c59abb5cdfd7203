"""Past rounds of a table, state by state, each as one viewpoint saw it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import NovamasError
from novamas.hall.tables.entries import DEED
from novamas.hall.tables.loader import begun
from novamas.hall.tables.seeds import Seeds
from novamas.hall.tables.state import TableState
from novamas.hall.tables.table import LiveTable
from novamas.hall.views import seat_infos
from novamas.money import Cents
from novamas.protocol.notices import NumberedHallEvent
from novamas.protocol.tables import SeatInfo
from novamas.store import Store
from novamas.table.roles import RAIL, Who
from novamas.table.views import View

MAX_STATES: Final = 200  # in one response
MAX_ROUNDS: Final = 20  # in one response


class StateView(Struct, frozen=True):
    """One state of a round: the view, the seats, and the events that led to it."""

    number: int
    moment: int  # microseconds since 1970 UTC
    events: tuple[NumberedHallEvent, ...]
    view: View[Any, Any]
    seats: tuple[SeatInfo, ...]


class RoundView(Struct, frozen=True):
    """Some states of a round, and whether more states follow."""

    states: tuple[StateView, ...]
    more: bool


def round_seen(store: Store, seeds: Seeds, table: LiveTable, eyes: Who, round: int, since: int) -> RoundView:
    """Return the states of a round after this state number. They have no offers."""
    if not 1 <= round <= table.session.rounds + 1:
        raise NovamasError("no_such_round", given=round, rounds=table.session.rounds)
    states: list[StateView] = []
    for state in _states(store, seeds, table, eyes, round):
        if state.number > since:
            if len(states) == MAX_STATES:
                return RoundView(tuple(states), more=True)
            states.append(state)
    return RoundView(tuple(states), more=False)


def _states(store: Store, seeds: Seeds, table: LiveTable, eyes: Who, round: int) -> Iterator[StateView]:
    """Yield the states of a round. The table is replayed from a state before the round."""

    def is_before(saved: TableState) -> bool:
        return saved.session.rounds < round

    with store.reading() as books:
        again = begun(books, seeds, table.id, is_before, kept=1, law=table.table.frame.law)
        for entry in books.entries_after(again.book, again.number):
            if again.session.rounds >= round or entry.number > table.number:
                return
            belongs = again.session.rounds == round - 1
            again.read(entry)
            if belongs:
                yield _seen(again, _eyes_then(table, eyes, entry.number), entry.moment)


class PastRound(Struct, frozen=True):
    """A round as one viewpoint saw it, and what its seat won or lost."""

    round: int
    number: int  # of its last state
    moment: int  # microseconds since 1970 UTC
    is_over: bool
    told: tuple[NumberedHallEvent, ...]
    net: Cents | None  # chips won or lost by the deeds of the round. None: nothing was in play


def past_rounds(
    store: Store, seeds: Seeds, table: LiveTable, eyes: Who, first: int, last: int
) -> list[PastRound]:
    """Return rounds of a table in order. The last one may be the present round.

    The table is replayed from a state before these rounds.
    """
    found: list[PastRound] = []

    def is_before(saved: TableState) -> bool:
        return saved.session.rounds < first

    with store.reading() as books:
        again = begun(books, seeds, table.id, is_before, kept=1, law=table.table.frame.law)
        now = _RoundSoFar()
        for entry in books.entries_after(again.book, again.number):
            round = again.session.rounds + 1
            if round > last or entry.number > table.number:
                break
            seat = _seat_then(table, eyes, entry.number)
            before = _held(again, seat)
            again.read(entry)
            if round < first:
                continue
            now.add(again, _eyes_then(table, eyes, entry.number))
            if entry.kind == DEED and seat is not None:
                now.net += _held(again, seat) - before
                now.is_in_play |= bool(again.staked_by(seat)) or _held(again, seat) != before
            if again.session.rounds >= round:
                found.append(now.ended(again, round, entry.moment, is_over=True))
                now = _RoundSoFar()
        if now.told:
            found.append(now.ended(again, again.session.rounds + 1, again.moment, is_over=False))
    return found


class _RoundSoFar:
    """A round in the course of its replay."""

    def __init__(self) -> None:
        self.told: list[NumberedHallEvent] = []
        self.net = 0
        self.is_in_play = False

    def add(self, table: LiveTable, eyes: Who) -> None:
        self.told += table.events_since(eyes, table.number - 1) or ()

    def ended(self, table: LiveTable, round: int, moment: int, *, is_over: bool) -> PastRound:
        net = self.net if self.is_in_play else None
        return PastRound(round, table.number, moment, is_over, tuple(self.told), net)


def _held(table: LiveTable, seat: int | None) -> Cents:
    """Return all chips that a player owns, at the seat and in play."""
    return 0 if seat is None else table.chips_of(seat) + table.staked_by(seat)


def _seat_then(table: LiveTable, eyes: Who, number: int) -> int | None:
    """Return the seat of a viewpoint, if its present occupant had already sat down."""
    then = _eyes_then(table, eyes, number)
    return then if isinstance(then, int) else None


def _eyes_then(table: LiveTable, eyes: Who, number: int) -> Who:
    """Return the viewpoint for an entry. It is the rail if the seat's occupant sat down later."""
    sat = table.seats[eyes].since if isinstance(eyes, int) and eyes in table.seats else 0
    return eyes if number >= sat else RAIL


def _seen(table: LiveTable, eyes: Who, moment: int) -> StateView:
    events = table.events_since(eyes, table.number - 1)
    return StateView(
        number=table.number,
        moment=moment,
        events=tuple(events or ()),
        view=replace(table.view(eyes), offers=()),
        seats=seat_infos(table),
    )

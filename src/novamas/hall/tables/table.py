"""A table in play: its state, and the data that only the running process needs.

A command first runs on a fork, which collects the entries to be appended. Once they are durable,
the fork replaces the table. So no unwritten state is published, and a failed command leaves no
trace.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError
from novamas.hall.tables.accounts import account_changes, book_of, float_account, transfers_for
from novamas.hall.tables.codec import decode_body, deed_decoder, encode_body
from novamas.hall.tables.entries import (
    DEED,
    Account,
    BetsReturned,
    Body,
    Closed,
    Filled,
    Opened,
    Ready,
    Stood,
    kind_of,
)
from novamas.hall.tables.linked_jackpots import Levels
from novamas.hall.tables.pace import NOTHING_SHOWN, durations_at, step_of
from novamas.hall.tables.seeds import bot_seed
from novamas.hall.tables.state import RecordEnd, Seat, TableState
from novamas.hall.tables.steps import account_of, step_after
from novamas.money import Cents
from novamas.protocol.notices import Notice, NumberedHallEvent, Reason
from novamas.protocol.pace import Pace, Speed
from novamas.record.chain import blind_receipt, link_of
from novamas.store import Entry, StoreFault, Transfer
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event
from novamas.table.game import Game, Table
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, RAIL, Role, Who
from novamas.table.session import Session
from novamas.table.views import View

SAVED_EVERY: Final = 50  # entries, about: fewer are read again within milliseconds
KEPT: Final = 48  # states whose events are kept in memory for reconnecting clients
TOUCHES: Final = ("opened", "sat")  # entries made by a person, even without a key
RUNS_ALONE_AFTER: Final = 300  # entries that no person asked for: from then on no step is instant
LEAST_ALONE_MS: Final = 100
MILLISECOND: Final = 1000  # microseconds


class RecentEvents(NamedTuple):
    """The events of a recent entry, held in memory for clients that reconnect."""

    number: int
    events: tuple[Event | Notice, ...]


class PendingEntry(Struct, frozen=True):
    """An entry that has not been appended to the book yet."""

    kind: str
    body: bytes
    transfers: tuple[Transfer, ...] = ()
    key: str | None = None
    subject: str = ""


class Ticks(NamedTuple):
    """The ticks of four entries of a table, by the clock of this process.

    These entries are the last one, the first one of the present wait, the last one by a person, and the
    one whose step is shown.
    """

    last: int = 0
    awaited: int = 0
    touched: int = 0
    step: int = 0


class LiveTable:
    """A table in play, or a fork of it. Only `do` and `enter` change its state."""

    def __init__(
        self, id: str, opened: Opened, table: Table, source: CommittedSource, *, kept: int | None = KEPT
    ) -> None:
        self.id = id
        self.book = book_of(id)
        self.opened = opened
        self.table = table
        self.source = source
        self.bot_seed = bot_seed(source.kept())
        self.session = Session(table.opening, source, automatic=(), cash={})
        self.state: TableState = TableState(session=self.session.state, position=source.position)
        self.is_stale = False  # the store was restored since: nothing is drawn from this seed any more
        self.ticks = Ticks()
        self.step = NOTHING_SHOWN  # what the last deed shows
        self.step_number = 0  # of its entry
        self.levels: Levels = {}  # totals of linked jackpots
        self.history: deque[RecentEvents] = deque(maxlen=kept)
        self.uncommitted: list[PendingEntry] = []  # entries of a fork
        self.to_save: TableState | None = None  # state of a fork before its round began
        self.saved_at = 0

    # ------------------------------------------------------------ state

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def number(self) -> int:
        """The number of the last entry."""
        return self.state.number

    @property
    def moment(self) -> int:
        """The time of the last entry."""
        return self.state.moment

    @property
    def seats(self) -> Mapping[int, Seat]:
        """The occupied seats with their occupants."""
        return self.state.seats

    @property
    def roles(self) -> Mapping[Role, str]:
        """The persons who have a role, by role."""
        return self.state.roles

    @property
    def bank(self) -> Cents:
        """The chips of the table's bank."""
        return self.state.bank.cents

    @property
    def closed(self) -> Closed | None:
        """The last entry of a closed table, or None while the table is open."""
        return self.state.closed

    @property
    def is_closing(self) -> bool:
        """Whether the table will close and begins no new round."""
        return self.state.is_closing

    @property
    def pace(self) -> Pace:
        """The pace at which the table continues now."""
        speed = self.state.speed
        return self.opened.pace if speed is None else replace(self.opened.pace, speed=speed, step_ms=None)

    @property
    def speed(self) -> Speed | None:
        """The speed of the table, or None if all steps take equally long."""
        pace = self.pace
        return pace.speed if pace.step_ms is None else None

    @property
    def step_ms(self) -> int:
        """The milliseconds for which the last step is shown."""
        pace = self.pace
        if self.state.is_finishing:
            return 0
        durations = durations_at(pace, pace.speed)
        if durations is None:
            return pace.step_ms or 0
        runs_alone = self.number - self.state.waits.touched > RUNS_ALONE_AFTER
        return max(self.step.ms(durations), LEAST_ALONE_MS if runs_alone else 0)

    @property
    def next_tick(self) -> int:
        """The tick from which the table may continue by itself, because the last step has been shown."""
        if self.speed is None:
            return self.ticks.last + self.step_ms * MILLISECOND
        return max(self.ticks.last, self.ticks.step + self.step_ms * MILLISECOND)

    @property
    def ready(self) -> frozenset[int]:
        """The seats that will place no more bets, and the seats of newcomers who play the next hand."""
        joining = [seat for seat, who in self.seats.items() if who.joins]
        return self.state.waits.ready.union(joining) if joining else self.state.waits.ready

    @property
    def people(self) -> frozenset[str]:
        """The persons who sit at the table or have a role there."""
        return frozenset(
            {seat.person for seat in self.seats.values() if seat.person} | set(self.roles.values())
        )

    @property
    def bots(self) -> frozenset[int]:
        """The seats that no person plays."""
        return frozenset(seat for seat in self.seat_numbers if not self.is_played(seat))

    @property
    def seat_numbers(self) -> range:
        """The numbers of all seats, both free and occupied."""
        return range(1, self.session.phase.seats() + 1)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Return all seats of a person at this table."""
        return tuple(number for number, seat in self.seats.items() if seat.person == person)

    def may_speak_as(self, person: str, who: Who) -> bool:
        """Return whether a person has this seat or role."""
        if isinstance(who, int):
            seat = self.seats.get(who)
            return bool(person) and seat is not None and person == seat.person
        return who in (CROUPIER, FLOOR) and bool(person) and self.roles.get(who) == person

    @property
    def automatic(self) -> frozenset[Who]:
        """The roles and seats that act automatically: chance, empty seats, and staff without a person."""
        return frozenset({CHANCE, CROUPIER} - self.roles.keys()) | self.bots

    def is_played(self, seat: int) -> bool:
        """Return whether a seat has a person who is not about to leave."""
        found = self.seats.get(seat)
        return found is not None and bool(found.person) and not found.leaving

    def chips_of(self, seat: int) -> Cents:
        """Return a player's money and chips at this table, without the chips in play."""
        return (self.session.cash or {}).get(seat, 0) + self.session.ledger.players[seat]

    def staked_by(self, seat: int) -> Cents:
        """Return the chips that a player has in play."""
        return sum(cents for (owner, _), cents in self.session.ledger.cloth.items() if owner == seat)

    def purse_of(self, seat: int) -> Cents:
        """Return the chips that a player has bought, in games where players buy chips at the table."""
        purses = self.session.phase.felt.purses
        return purses[seat - 1] if purses else 0

    @property
    def account(self) -> Account:
        """The account of the table's bank."""
        return account_of(self.state, self.opened.opening_float)

    @property
    def receipt(self) -> str:
        """The receipt of the record so far. It reveals nothing until the seed is published."""
        return blind_receipt(self.state.record.last, self.source.kept())

    @property
    def waiting(self) -> tuple[type[AnyPhase], Who]:
        """The phase of the table, and the seat or role whose turn it is."""
        return type(self.session.phase), self.session.phase.turn

    # ------------------------------------------------------------ views and events

    def view(self, eyes: Who) -> View:
        """Return the view from one viewpoint. It has the number of the last entry in the book."""
        return replace(self.session.view(eyes), number=self.number)

    @property
    def kept_since(self) -> int:
        """The number of the state before the events in memory, or of the present state if there are none."""
        return self.history[0].number - 1 if self.history else self.number

    def has_events_since(self, since: int) -> bool:
        """Return whether all events after a state are in memory."""
        return since >= self.kept_since

    def events_since(self, eyes: Who, since: int) -> list[NumberedHallEvent] | None:
        """Return the events after a state from one viewpoint, or None if not all are in memory.

        For the time before its occupant sat down, a seat gets the events as the rail saw them.
        """
        if not self.has_events_since(since):
            return None
        sat = self.seats[eyes].since if isinstance(eyes, int) and eyes in self.seats else 0
        missed = list(takewhile(lambda one: one.number > since, reversed(self.history)))
        return [
            NumberedHallEvent(one.number, nth, event.seen_by(eyes if one.number >= sat else RAIL))  # type: ignore[arg-type]
            for one in reversed(missed)
            for nth, event in enumerate(one.events)
        ]

    # ------------------------------------------------------------ forks

    def fork(self) -> LiveTable:
        """Return a fork of the table, on which deeds can be applied before they are committed."""
        other = LiveTable.__new__(LiveTable)
        vars(other).update(vars(self))  # `copy.copy` would take as long as applying a deed
        other.session = self.session.fork()
        other.history = deque()
        other.uncommitted = []
        other.to_save = None
        return other

    def prepend_uncommitted(self, before: LiveTable) -> None:
        """Put the uncommitted entries of the table from which this fork was made before its own."""
        self.uncommitted = before.uncommitted + self.uncommitted
        self.history = before.history + self.history
        self.to_save = self.to_save or before.to_save

    def take_over(self, fork: LiveTable) -> None:
        """Replace this fork by a fork of it, and keep the uncommitted entries of both."""
        fork.prepend_uncommitted(self)
        vars(self).update(vars(fork))

    def mark_committed(self, before: LiveTable) -> None:
        """Make this fork the successor of the table `before`, once its entries are durable."""
        self.session.forget()
        before.history.extend(self.history)
        self.history, self.uncommitted = before.history, []
        if self.to_save is not None:
            self.saved_at, self.to_save = self.to_save.number, None

    # ------------------------------------------------------------ doing

    def draw(self) -> Drawn:
        """Make the draw for which the phase waits. If it is not committed, the next draw is the same.

        Raise `epoch_over` if the seed is older than the last restore of the store.
        """
        if self.is_stale:
            raise NovamasError("epoch_over", table=self.id)
        return self._drawn()

    def _drawn(self) -> Drawn:
        self.source.seek(self.state.position)
        return Drawn(what=self.source.draw(self.session.phase.draws()))

    def do(self, deed: Deed, key: str | None = None, body: bytes | None = None) -> None:
        """Apply a deed, and fill the bank if it cannot pay. Raise `Refused` if the deed is not lawful.

        `body` is the deed as `encode_body` encodes it, if the caller already has it.
        """
        before, was_staked = self.waiting, bool(self.session.phase.felt.chips)
        to_save = self.state if self._should_save(deed) else None
        events = self.session.do(deed)
        if to_save is not None and not self.session.phase.rest:
            self.to_save = to_save
        changes = account_changes(self.session.change, self.book, self.opened.group)
        gained = changes.get(float_account(self.book), 0)
        if self.bank + gained < 0:
            self._fill(-(self.bank + gained) + self.opened.opening_float)
        state, body = self.state, encode_body(deed) if body is None else body
        self.state = replace(
            state,
            session=self.session.state,
            bank=replace(state.bank, cents=state.bank.cents + gained) if gained else state.bank,
            record=RecordEnd(link_of(state.record.last, body), state.record.lines + 1),
            position=self.source.position if isinstance(deed, Drawn) else state.position,
            is_stopped=state.is_stopped and not isinstance(deed, Drawn),
        )
        self._append(DEED, body, transfers_for(changes), key, events)
        felt = self.session.phase.felt
        self.step = step_of(deed, events, felt, self.bots, is_betting=before[0].pause)
        self.step_number = self.number
        self._wait(deed, is_same=self.waiting == before, was_staked=was_staked)

    def _fill(self, cents: Cents) -> None:
        """Enter a fill of the bank in front of the deed that was just applied."""
        after = self.session.state
        self.session.state = self.state.session
        self.enter(Filled(cents, self.state.bank.slips + 1))
        self.session.state = after

    def _wait(self, deed: Deed, *, is_same: bool, was_staked: bool) -> None:
        """Update the times by which the table waits, after a deed."""
        state = self.state
        waits = state.waits
        if isinstance(deed.by, int):
            waits = replace(waits, acted={**waits.acted, deed.by: waits.acted.get(deed.by, 0) + 1})
        if not (self.session.phase.pause and is_same):
            waits = replace(waits, since=state.number, awaited=state.number, ready=frozenset(), acted={})
        elif self.session.phase.felt.chips and not was_staked:
            waits = replace(waits, awaited=state.number)
        is_finishing = state.is_finishing and not self.step.is_over and not self._is_of_person(deed)
        self.state = replace(state, waits=waits, is_finishing=is_finishing, seats=self._seats_after())

    def _seats_after(self) -> Mapping[int, Seat]:
        """Return the seats after a deed. A player whose first hand has begun is no newcomer any more."""
        felt, seats = self.session.phase.felt, self.state.seats
        begun = [seat for seat, who in seats.items() if who.joins and felt.in_play(seat)]
        return {**seats, **{seat: replace(seats[seat], joins=False) for seat in begun}} if begun else seats

    def _is_of_person(self, deed: Deed) -> bool:
        return isinstance(deed.by, int) and self.is_played(deed.by)

    def enter(self, body: Body, key: str | None = None) -> None:
        """Apply an entry that is not a deed of the game."""
        self.state, transfers, notices = step_after(self.state, body, self.opened, self.book)
        self.session.state = self.state.session
        if isinstance(body, Ready) and self.people == {self.seats[body.seat].person}:
            self.step = NOTHING_SHOWN  # one who is alone continues at once
        if isinstance(body, Opened):
            self.opened = replace(body, header=replace(body.header, figures=None))  # they are large
        self._append(kind_of(body), encode_body(body), transfers, key, notices)

    def _append(
        self,
        kind: str,
        body: bytes,
        transfers: tuple[Transfer, ...],
        key: str | None,
        events: Iterable[Event | Notice],
    ) -> None:
        number = self.state.number + 1
        is_touch = key is not None or kind in TOUCHES
        waits = replace(self.state.waits, touched=number) if is_touch else self.state.waits
        self.state = replace(self.state, number=number, waits=waits)
        self.uncommitted.append(PendingEntry(kind, body, transfers, key))
        self.history.append(RecentEvents(number, tuple(events)))

    def key_first(self, key: str, subject: str) -> None:
        """Put the key and the subject of a request on the first uncommitted entry."""
        self.uncommitted[0] = replace(self.uncommitted[0], key=key, subject=subject)
        first = self.number - len(self.uncommitted) + 1
        waits = replace(self.state.waits, touched=max(self.state.waits.touched, first))
        self.state = replace(self.state, waits=waits)

    def end_restored(self) -> None:
        """Close a table of a restored store. Bets of an undecided round go back to their players."""
        returned = {seat: cents for seat in sorted(self.seats) if (cents := self.staked_by(seat)) > 0}
        if returned:
            self.enter(BetsReturned(returned))
        self.close("restored")

    def close(self, reason: Reason = "") -> None:
        """Close the table. All players take their chips, and the seed is revealed."""
        for seat in sorted(self.seats):
            self.enter(Stood(seat, self.chips_of(seat)))
        self.enter(
            Closed(
                account=self.account,
                rounds=self.session.rounds,
                receipt=self.state.record.last,
                seed=self.source.kept(),  # nothing is drawn after this entry
                player_seed=self.source.player_seed,
                reason=reason,
            )
        )
        self.to_save = self.state  # opened again, a closed table is not read from its whole book

    # ------------------------------------------------------------ reading and saving

    def read(self, entry: Entry) -> None:
        """Apply an entry from the book."""
        if entry.number != self.number + 1:
            raise StoreFault("table_out_of_step", table=self.id, number=entry.number)
        if entry.kind == DEED:
            self._read_deed(deed_decoder(self.game).decode(entry.body), entry.key)
        else:
            self.enter(decode_body(entry), entry.key)
        self.set_timestamps((entry.moment,))
        self.session.forget()
        self.uncommitted.clear()

    def _read_deed(self, deed: Deed, key: str | None) -> None:
        """Apply a deed from the book. Raise `table_draws_differ` if chance gives another draw."""
        if isinstance(deed, Drawn) and self._drawn().what != deed.what:
            raise StoreFault("table_draws_differ", table=self.id, number=self.number + 1)
        self.do(deed, key)

    def _should_save(self, deed: Deed) -> bool:
        """Return whether a snapshot is due: between rounds, and long enough after the last one."""
        is_between = self.session.phase.rest and not isinstance(deed, Drawn)
        return is_between and self.number - self.saved_at >= SAVED_EVERY

    def restore(self, saved: TableState) -> None:
        """Continue the table from a saved state."""
        self.state, self.session.state = saved, saved.session
        self.saved_at = saved.number
        self.opened = replace(self.opened, header=replace(self.opened.header, figures=None))

    # ------------------------------------------------------------ times

    def set_timestamps(self, moments: Sequence[int]) -> None:
        """Set the times of the last entries of the table."""
        last = self.number
        self.state = self.state.with_timestamps(moments, last)
        if self.to_save is not None:
            self.to_save = self.to_save.with_timestamps(moments, last)

    def set_ticks(self, tick_of: Callable[[int], int], after: int = 0) -> None:
        """Set the ticks of all entries after a number, computed from their times."""
        waits, (before, awaited, touched, step) = self.state.waits, self.ticks
        last = max(before, tick_of(self.moment))
        if waits.awaited > after or not after:
            awaited = max(before, tick_of(waits.awaited_moment))
        if waits.touched > after or not after:
            touched = max(before, tick_of(waits.touched_moment))
        self.ticks = Ticks(last, awaited, touched, last if self.step_number > after else step)

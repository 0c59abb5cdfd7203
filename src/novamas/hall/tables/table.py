"""A table in play: the game's session, who sits where, and what they have, at one number of its book.

What somebody wants is first done at a fork of the table, which gathers the entries that would say so; when
they last, the fork is the table. So nothing is told that was not written, and nothing half done stays.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Final

import msgspec
from msgspec.structs import replace

from novamas.equipment.chance import CommittedSource
from novamas.hall.clock import HallClock
from novamas.hall.tables.accounts import (
    book_of,
    changes_by,
    float_account,
    jackpot_account,
    purse,
    seat_account,
    transfers_for,
)
from novamas.hall.tables.codec import decode_body, deed_decoder, encode_body
from novamas.hall.tables.entries import (
    DEED,
    Account,
    Body,
    BotSat,
    ChanceFailed,
    Closed,
    ClosingAsked,
    Credited,
    Filled,
    Leaving,
    Opened,
    Ready,
    RoleTaken,
    Sat,
    Stood,
    kind_of,
)
from novamas.hall.tables.linked_jackpots import Levels, start_of
from novamas.hall.tables.seeds import bot_seed
from novamas.hall.tables.snapshot import PendingEntry, RecentEvents, Seat, TableSnapshot
from novamas.money import Cents
from novamas.protocol.notices import (
    DealingStopped,
    GotUp,
    IsReady,
    Notice,
    NumberedHallEvent,
    RoleChanged,
    SatDown,
    TableClosed,
    TableCloses,
)
from novamas.record.chain import ChainWriter, blind_receipt
from novamas.store import PUBLIC, Entry, StoreFault, Transfer
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event
from novamas.table.game import Game, Table
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, RAIL, Role, Who
from novamas.table.session import Session
from novamas.table.views import View

SAVED_EVERY: Final = 50  # entries or so: less is read again in some milliseconds
KEPT: Final = 48  # states whose events are kept at hand, for whoever comes back
TOUCHES: Final = ("opened", "sat")  # entries that are a person's, whether they bear a key or not


class LiveTable:
    """A table in play; it changes only by entries, one number after the other."""

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
        self.seats: dict[int, Seat] = {}
        self.roles: dict[Role, str] = {}
        self.names: dict[str, str] = {}  # of persons, as the table knows them
        self.number = 0
        self.moment = 0  # the date of the last entry
        self.tick = 0  # when it was made by the hall's clock
        self.since = 0  # the number from which the table has waited for the same
        self.awaited = 0  # from which its time runs: the same, or the first stake while bets are taken
        self.awaited_moment = self.awaited_tick = 0
        self.touched = 0  # the number of the last entry that a person asked for
        self.touched_moment = self.touched_tick = 0
        self.ready: frozenset[int] = frozenset()  # seats for which it need not wait any longer
        self.acted: dict[int, int] = {}  # how much each seat has done since then
        self.bank: Cents = 0
        self.fills: Cents = 0
        self.credits: Cents = 0
        self.slips = 0  # of fills and credits
        self.linking = ChainWriter()
        self.is_stopped = False  # nothing is drawn, for chance is not in good health
        self.is_closing = False
        self.closed: Closed | None = None
        self.history: deque[RecentEvents] = deque(maxlen=kept)
        self.uncommitted: list[PendingEntry] = []  # of a fork: what is to be entered
        self.saved: TableSnapshot | None = None  # of a fork: how the table stood when its round began
        self.saved_at = 0
        self.levels: Levels = {}  # of the jackpots that it shares with other tables

    # ------------------------------------------------------------ what it is

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def seat_numbers(self) -> range:
        return range(1, self.session.phase.seats() + 1)

    def seats_of(self, person: str) -> tuple[int, ...]:
        """Where a person sits."""
        return tuple(number for number, seat in self.seats.items() if seat.person == person)

    def may_speak_as(self, person: str, who: Who) -> bool:
        """Does a person sit there, or have that role?"""
        if isinstance(who, int):
            return bool(person) and person == self.seats.get(who, Seat()).person
        return who in (CROUPIER, FLOOR) and bool(person) and self.roles.get(who) == person

    @property
    def automatic(self) -> frozenset[Who]:
        """Who acts without a person: chance, the croupier unless somebody is, and seats where nobody is."""
        nobody = {seat for seat in self.seat_numbers if not self.is_played(seat)}
        return frozenset({CHANCE, CROUPIER} - self.roles.keys()) | nobody

    def is_played(self, seat: int) -> bool:
        """Does a person sit here who stays?"""
        found = self.seats.get(seat)
        return found is not None and bool(found.person) and not found.leaving

    def chips_of(self, seat: int) -> Cents:
        """All that a player has at this table, bought or not, but for what lies in play."""
        assert self.session.cash is not None
        return self.session.cash.get(seat, 0) + self.session.ledger.players[seat]

    def purse_of(self, seat: int) -> Cents:
        """What a player has bought, where players buy their chips at the table."""
        purses = self.session.phase.felt.purses
        return purses[seat - 1] if purses else 0

    def view(self, eyes: Who) -> View:
        """What one pair of eyes sees now, under the number of the book."""
        return replace(self.session.view(eyes), number=self.number)

    def has_events_since(self, since: int) -> bool:
        """Is all at hand that was noticed since a state?"""
        return since >= self.number or (bool(self.history) and self.history[0].number <= since + 1)

    def events_since(self, eyes: Who, since: int) -> list[NumberedHallEvent] | None:
        """All that these eyes noticed since a state; nothing where that is further back than is at hand.

        Whoever sits on a seat saw as everybody did what happened before he sat down on it.
        """
        if not self.has_events_since(since):
            return None
        sat = self.seats[eyes].since if eyes in self.seats else 0
        missed = list(takewhile(lambda one: one.number > since, reversed(self.history)))
        return [
            NumberedHallEvent(one.number, nth, event.seen_by(eyes if one.number >= sat else RAIL))  # type: ignore[arg-type]
            for one in reversed(missed)
            for nth, event in enumerate(one.events)
        ]

    @property
    def receipt(self) -> str:
        """What commits the house to all so far, and tells nobody a card; proved when the seed is told."""
        return blind_receipt(self.linking.last, self.source.kept())

    # ------------------------------------------------------------ a fork, to be written

    def fork(self) -> LiveTable:
        """The same table, at which something is done that is not written yet."""
        other = LiveTable.__new__(LiveTable)
        vars(other).update(vars(self))  # `copy` would take as long as a deed
        other.session = self.session.fork()
        other.seats, other.roles, other.names = dict(self.seats), dict(self.roles), dict(self.names)
        other.linking = ChainWriter.going_on(self.linking.lines, self.linking.last)
        other.history = deque()
        other.uncommitted = []
        other.saved = None
        return other

    def prepend_uncommitted(self, before: LiveTable) -> None:
        """What was done before this at another fork is written together with it."""
        self.uncommitted = before.uncommitted + self.uncommitted
        self.history = before.history + self.history
        self.saved = self.saved or before.saved

    def mark_committed(self, before: LiveTable) -> None:
        """What was written lasts: this fork is the table now."""
        self.session.forget()
        before.history.extend(self.history)
        self.history, self.uncommitted = before.history, []
        if self.saved is not None:
            self.saved_at, self.saved = self.saved.number, None

    def do(self, deed: Deed, key: str | None = None) -> None:
        """A deed, if it is lawful; the bank is filled where it could not pay."""
        before, was_staked = self.waiting, bool(self.session.phase.felt.chips)
        saved = self.snapshot() if self._should_snapshot(deed) else None
        events = self.session.do(deed)
        if saved is not None and not self.session.phase.rest:
            self.saved = saved
        changes = changes_by(events, self.book, self.opened.group)
        gained = changes.get(float_account(self.book), 0)
        if self.bank + gained < 0:
            self.enter(Filled(-(self.bank + gained) + self.opened.opening_float, self.slips + 1))
        self.bank += gained
        self.is_stopped = self.is_stopped and not isinstance(deed, Drawn)
        if isinstance(deed.by, int):
            self.acted = {**self.acted, deed.by: self.acted.get(deed.by, 0) + 1}  # a fork has its own
        self.linking.line(deed)
        self._write(DEED, encode_body(deed), transfers_for(changes), key, events)
        if not (self.session.phase.pause and before == self.waiting):
            self.since, self.ready, self.acted = self.number, frozenset(), {}
            self.awaited = self.number
        elif self.session.phase.felt.chips and not was_staked:
            self.awaited = self.number

    def enter(self, body: Body, key: str | None = None) -> None:
        """Something that is no deed of the game."""
        transfers, notices = self._apply(body)
        self._write(kind_of(body), encode_body(body), transfers, key, notices)

    def _write(
        self,
        kind: str,
        body: bytes,
        transfers: tuple[Transfer, ...],
        key: str | None,
        told: Iterable[Event | Notice],
    ) -> None:
        self.number += 1
        if key is not None or kind in TOUCHES:
            self.touched = self.number
        self.uncommitted.append(PendingEntry(kind, body, transfers, key))
        self.history.append(RecentEvents(self.number, tuple(told)))

    # ------------------------------------------------------------ what entries do

    def read(self, entry: Entry) -> None:
        """An entry of the book, which leads to the next state."""
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
        """A deed again; where it was a draw, chance must say the same."""
        if isinstance(deed, Drawn):
            drawn = self.source.draw(self.session.phase.draws())
            if drawn != deed.what:
                raise StoreFault("table_draws_differ", table=self.id, number=self.number + 1)
        self.do(deed, key)

    @property
    def waiting(self) -> tuple[type, Who]:
        """In which moment the table is, and for whom it waits."""
        return type(self.session.phase), self.session.phase.turn

    def set_timestamps(self, moments: Sequence[int]) -> None:
        """When the last entries were made, one of which may be the one from which the table waits."""
        self.moment = moments[-1]
        first = self.number - len(moments) + 1
        if self.awaited >= first:
            self.awaited_moment = moments[self.awaited - first]
        if self.touched >= first:
            self.touched_moment = moments[self.touched - first]

    def set_ticks(self, clock: HallClock, after: int = 0, *, just_now: bool = False) -> None:
        """When the entries after one were made, by the clock of the hall, by which the table waits."""
        before = clock.tick() if just_now else self.tick
        self.tick = max(before, clock.tick_of(self.moment))
        if self.awaited > after or not after:
            self.awaited_tick = max(before, clock.tick_of(self.awaited_moment))
        if self.touched > after or not after:
            self.touched_tick = max(before, clock.tick_of(self.touched_moment))

    def _apply(self, body: Body) -> tuple[tuple[Transfer, ...], tuple[Notice, ...]]:
        cash = self.session.cash
        assert cash is not None
        match body:
            case Opened():
                self.bank = body.opening_float
                self.linking.line(body.header)
                self.opened = replace(body, header=replace(body.header, figures=None))  # they are large
                return (*self._brought(body.opening_float), *self._set_aside()), ()
            case Filled(cents, slip):
                self._count_slip(slip)
                self.bank += cents
                self.fills += cents
                return self._brought(cents), ()
            case Credited(cents, slip):
                self._count_slip(slip)
                self.bank -= cents
                self.credits += cents
                return (Transfer(float_account(self.book), PUBLIC, cents),), ()
            case Sat(seat, person, name, cents):
                return self._sit(seat, Seat(person, name), cents, purse(person))
            case BotSat(seat, mind, cents):
                return self._sit(seat, Seat(mind=mind), cents, PUBLIC)
            case Leaving(seat, _by):
                self.seats[seat] = replace(self.seats[seat], leaving=True)
                return (), ()
            case Stood(seat, cents):
                gone = self.seats.pop(seat)
                cash[seat] = cash.get(seat, 0) - cents
                source = seat_account(self.book, seat)
                target = purse(gone.person) if gone.person else PUBLIC
                return ((Transfer(source, target, cents),) if cents else ()), (GotUp(seat),)
            case Ready(seat):
                self.ready |= {seat}
                return (), (IsReady(seat),)
            case RoleTaken(role, person, name):
                if person:
                    self.roles[role], self.names[person] = person, name
                else:
                    self.roles.pop(role, None)
                return (), (RoleChanged(role, name),)
            case ChanceFailed():
                self.is_stopped = True
                return (), (DealingStopped(),)
            case ClosingAsked():
                self.is_closing = True
                return (), (TableCloses(),)
            case Closed():
                self.closed = body
                return self._clear_out(), (TableClosed(body.rounds, body.receipt, body.seed),)
            case _other:
                raise AssertionError(body)

    def _count_slip(self, slip: int) -> None:
        """The next slip; one that is missing is found."""
        self.slips += 1
        if slip not in (0, self.slips):
            raise StoreFault("table_slip_missing", table=self.id, slip=self.slips, found=slip)

    def _set_aside(self) -> tuple[Transfer, ...]:
        """What the house has put into the jackpots of the table; into linked ones whoever links them does."""
        if self.opened.group:
            return ()
        return tuple(
            Transfer(PUBLIC, jackpot_account(self.book, "", name), cents)
            for name, cents in start_of(self.session).items()
        )

    def _brought(self, cents: Cents) -> tuple[Transfer, ...]:
        return (Transfer(PUBLIC, float_account(self.book), cents),) if cents else ()

    def _sit(
        self, seat: int, who: Seat, cents: Cents, source: str
    ) -> tuple[tuple[Transfer, ...], tuple[Notice, ...]]:
        """Somebody sits down, or brings more."""
        assert self.session.cash is not None
        self.session.cash[seat] = self.session.cash.get(seat, 0) + cents
        there = self.seats.get(seat, Seat())
        is_new = (there.person, there.mind) != (who.person, who.mind)
        self.seats[seat] = replace(who, since=self.number + 1 if is_new else there.since)
        transfers = (Transfer(source, seat_account(self.book, seat), cents),) if cents else ()
        return transfers, ((SatDown(seat, who.name, who.mind),) if is_new else ())

    def _clear_out(self) -> tuple[Transfer, ...]:
        """At the end the bank and the jackpots of the table go back to the house."""
        left = {float_account(self.book): self.bank}
        if not self.opened.group:
            for jackpot in self.session.phase.felt.jackpots:
                left[jackpot_account(self.book, "", jackpot.name)] = jackpot.cents
        return tuple(Transfer(account, PUBLIC, cents) for account, cents in sorted(left.items()) if cents > 0)

    # ------------------------------------------------------------ the end

    @property
    def account(self) -> Account:
        """How the bank stands."""
        opening, ledger = self.opened.opening_float, self.session.ledger
        return Account(
            opening=opening,
            fills=self.fills,
            credits=self.credits,
            closing=self.bank,
            jackpots=sum(ledger.jackpots.values()),
            win=self.bank - opening - self.fills + self.credits,
        )

    def close(self) -> None:
        """Everybody takes what he has, the seed is told, and nothing may follow."""
        for seat in sorted(self.seats):
            self.enter(Stood(seat, self.chips_of(seat)))
        self.enter(
            Closed(
                account=self.account,
                rounds=self.session.rounds,
                receipt=self.linking.last,
                seed=self.source.kept(),  # nothing is drawn after this entry
                player_seed=self.source.player_seed,
            )
        )

    # ------------------------------------------------------------ how it stands, to go on from

    def _should_snapshot(self, deed: Deed) -> bool:
        """May a round begin now, long enough after the last one from which the table can be gone on with?"""
        is_between = self.session.phase.rest and not isinstance(deed, Drawn)
        return is_between and self.number - self.saved_at >= SAVED_EVERY

    def snapshot(self) -> TableSnapshot:
        """How the table stands, between two rounds."""
        session, ledger = self.session, self.session.ledger
        return TableSnapshot(
            number=self.number,
            moment=self.moment,
            phase=msgspec.Raw(self.game.save(session.phase)),
            deeds=session.number,
            rounds=session.rounds,
            results=tuple(session.results),
            players=dict(ledger.players),
            cloth=tuple((seat, bet, cents) for (seat, bet), cents in ledger.cloth.items() if cents),
            bought=dict(ledger.bought),
            jackpots=dict(ledger.jackpots),
            linked=dict(ledger.linked),
            house=ledger.house,
            cash=dict(session.cash or {}),
            seats=dict(self.seats),
            roles=dict(self.roles),
            names=dict(self.names),
            bank=self.bank,
            fills=self.fills,
            credits=self.credits,
            link=self.linking.last,
            lines=self.linking.lines,
            position=self.source.position,
            is_closing=self.is_closing,
            touched=self.touched,
            touched_moment=self.touched_moment,
            slips=self.slips,
            is_stopped=self.is_stopped,
        )

    def restore(self, saved: TableSnapshot) -> None:
        """Stand as it stood then, without having read what led to it."""
        session, ledger = self.session, self.session.ledger
        session.phase = self.game.load(saved.phase)
        session.forgotten, session.rounds = saved.deeds, saved.rounds
        session.results.extend(saved.results)
        session.cash = dict(saved.cash)
        ledger.players.update(saved.players)
        ledger.cloth.update({(seat, bet): cents for seat, bet, cents in saved.cloth})
        ledger.bought.update(saved.bought)
        ledger.jackpots.update(saved.jackpots)
        ledger.linked.update(saved.linked)
        ledger.house = saved.house
        self.seats, self.roles, self.names = dict(saved.seats), dict(saved.roles), dict(saved.names)
        self.bank, self.fills, self.credits = saved.bank, saved.fills, saved.credits
        self.slips, self.is_stopped = saved.slips, saved.is_stopped
        self.linking.last, self.linking.lines = saved.link, saved.lines
        self.source.seek(saved.position)
        self.is_closing = saved.is_closing
        self.number = self.since = self.awaited = self.saved_at = saved.number
        self.moment = self.awaited_moment = saved.moment
        self.touched, self.touched_moment = saved.touched, saved.touched_moment or saved.moment

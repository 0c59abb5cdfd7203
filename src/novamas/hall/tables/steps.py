"""The effects of entries that are not deeds: sitting down, leaving, roles, slips, opening, closing.

A step is pure. It returns the next state, the transfers and the notices, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from novamas.hall.tables.accounts import (
    cloth_account,
    float_account,
    jackpot_account,
    purse,
    seat_account,
)
from novamas.hall.tables.codec import encode_body
from novamas.hall.tables.entries import (
    Account,
    BetsReturned,
    Body,
    BotSat,
    ChanceFailed,
    Closed,
    ClosingAsked,
    Credited,
    Filled,
    Finishing,
    Leaving,
    Opened,
    PaceSet,
    Ready,
    RoleTaken,
    Sat,
    Stood,
)
from novamas.hall.tables.linked_jackpots import start_of
from novamas.hall.tables.state import Bank, RecordEnd, Seat, TableState
from novamas.money import Cents
from novamas.protocol.notices import (
    DealingStopped,
    GotUp,
    IsReady,
    Notice,
    RoleChanged,
    SatDown,
    TableClosed,
    TableCloses,
)
from novamas.record.chain import NOTHING_BEFORE, link_of
from novamas.store import PUBLIC, StoreFault, Transfer
from novamas.table.ledger import Ledger


class Step(NamedTuple):
    """The state after an entry, with the money that the entry moves and the notices about it."""

    state: TableState
    transfers: tuple[Transfer, ...] = ()
    notices: tuple[Notice, ...] = ()


def step_after(state: TableState, body: Body, opened: Opened, book: str) -> Step:
    """Return the effects of an entry on a table's state. `opened` is the first entry of its book."""
    bank, group = state.bank, opened.group
    match body:
        case Opened():
            record = RecordEnd(link_of(NOTHING_BEFORE, encode_body(body.header)), 1)
            begun = replace(state, bank=replace(bank, cents=body.opening_float), record=record)
            own = {} if group else start_of(state.session.phase)  # linked ones are paid in by the group
            jackpots = [Transfer(PUBLIC, jackpot_account(book, "", name), own[name]) for name in own]
            return Step(begun, (*_brought(book, body.opening_float), *jackpots))
        case Filled(cents, slip):
            filled = _with_slip(bank, slip, book)
            filled = replace(filled, cents=bank.cents + cents, fills=bank.fills + cents)
            return Step(replace(state, bank=filled), _brought(book, cents))
        case Credited(cents, slip):
            credited = _with_slip(bank, slip, book)
            credited = replace(credited, cents=bank.cents - cents, credits=bank.credits + cents)
            return Step(replace(state, bank=credited), (Transfer(float_account(book), PUBLIC, cents),))
        case Sat(seat, person, name, cents, joins):
            source = PUBLIC if opened.practice else purse(person)
            sits = Seat(person, name, joins=joins)
            return _sit(state, seat_account(book, seat), seat, sits, cents, source)
        case BotSat(seat, mind, cents):
            return _sit(state, seat_account(book, seat), seat, Seat(mind=mind), cents, PUBLIC)
        case Leaving(seat, _by):
            leaving = replace(state.seats[seat], leaving=True)
            return Step(replace(state, seats={**state.seats, seat: leaving}))
        case Stood(seat, cents):
            person = state.seats[seat].person
            target = purse(person) if person and not opened.practice else PUBLIC
            return _stand(state, seat_account(book, seat), seat, cents, target)
        case Ready(seat):
            waits = replace(state.waits, ready=state.waits.ready | {seat})
            return Step(replace(state, waits=waits), (), (IsReady(seat),))
        case PaceSet(speed):
            return Step(replace(state, speed=speed))
        case Finishing():
            return Step(replace(state, is_finishing=True))
        case RoleTaken():
            return _take_role(state, body)
        case ChanceFailed():
            return Step(replace(state, is_stopped=True), (), (DealingStopped(),))
        case ClosingAsked():
            return Step(replace(state, is_closing=True), (), (TableCloses(),))
        case BetsReturned(cents):
            return _return_bets(state, book, cents)
        case Closed():
            closed = replace(state, closed=body, session=replace(state.session, past=()))
            notice = TableClosed(body.rounds, body.receipt, body.seed, body.reason)
            return Step(closed, _clear_out(state, book, group), (notice,))
        case _other:
            raise AssertionError(body)


def _brought(book: str, cents: Cents) -> tuple[Transfer, ...]:
    return (Transfer(PUBLIC, float_account(book), cents),) if cents else ()


def _with_slip(bank: Bank, slip: int, book: str) -> Bank:
    """Return the bank with one more slip. Raise `table_slip_missing` if the number is not the next one."""
    slips = bank.slips + 1
    if slip not in (0, slips):
        raise StoreFault("table_slip_missing", table=book.removeprefix("table/"), slip=slips, found=slip)
    return replace(bank, slips=slips)


def _with_cash(state: TableState, seat: int, cents: Cents) -> TableState:
    cash: Mapping[int, Cents] = state.session.cash or {}
    session = replace(state.session, cash={**cash, seat: cash.get(seat, 0) + cents})
    return replace(state, session=session)


def _sit(state: TableState, account: str, seat: int, who: Seat, cents: Cents, source: str) -> Step:
    """Seat a person or a bot, or add chips. The chips go from a source to the account of the seat."""
    there = state.seats.get(seat, Seat())
    is_new = (there.person, there.mind) != (who.person, who.mind)
    sits = replace(who, since=state.number + 1 if is_new else there.since)
    transfers = (Transfer(source, account, cents),) if cents else ()
    notices = (SatDown(seat, who.name, who.mind),) if is_new else ()
    now = replace(_with_cash(state, seat, cents), seats={**state.seats, seat: sits})
    return Step(now, transfers, notices)


def _stand(state: TableState, account: str, seat: int, cents: Cents, target: str) -> Step:
    """Remove a person or a bot from a seat, together with the chips."""
    left = {number: who for number, who in state.seats.items() if number != seat}
    transfers = (Transfer(account, target, cents),) if cents else ()
    return Step(replace(_with_cash(state, seat, -cents), seats=left), transfers, (GotUp(seat),))


def _return_bets(state: TableState, book: str, cents: Mapping[int, Cents]) -> Step:
    """Return all chips in play to the players who staked them, seat by seat."""
    change = Ledger()
    for (seat, bet), staked in state.session.ledger.cloth.items():
        if seat in cents:
            change.cloth[seat, bet] -= staked
            change.players[seat] += staked
    session = replace(state.session, ledger=state.session.ledger.plus(change))
    transfers = [Transfer(cloth_account(book), seat_account(book, seat), cents[seat]) for seat in cents]
    return Step(replace(state, session=session), tuple(transfers))


def _take_role(state: TableState, taken: RoleTaken) -> Step:
    roles = {role: person for role, person in state.roles.items() if role != taken.role}
    names = dict(state.names)
    if taken.person:
        roles[taken.role], names[taken.person] = taken.person, taken.name
    return Step(replace(state, roles=roles, names=names), (), (RoleChanged(taken.role, taken.name),))


def _clear_out(state: TableState, book: str, group: str) -> tuple[Transfer, ...]:
    """Return the bank, ownerless chips in play and the table's own jackpots to the house."""
    left = {float_account(book): state.bank.cents, cloth_account(book): state.session.ledger.cloth.total()}
    if not group:
        for jackpot in state.session.phase.felt.jackpots:
            left[jackpot_account(book, "", jackpot.name)] = jackpot.cents
    return tuple(Transfer(account, PUBLIC, cents) for account, cents in sorted(left.items()) if cents > 0)


def account_of(state: TableState, opening: Cents) -> Account:
    """Return the account of a table's bank that was opened with this float."""
    bank, jackpots = state.bank, state.session.ledger.jackpots
    return Account(
        opening=opening,
        fills=bank.fills,
        credits=bank.credits,
        closing=bank.cents,
        jackpots=sum(jackpots.values()),
        win=bank.cents - opening - bank.fills + bank.credits,
    )

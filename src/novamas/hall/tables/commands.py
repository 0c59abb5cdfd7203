"""Commands at a table that are not deeds of the game: sit down, leave, be ready, take a role, close.

Each function returns a command. The command runs on a fork of the table, and raises an error if it
is not allowed.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from novamas.bots.buy_ins import bots_cash
from novamas.errors import NovamasError
from novamas.hall.people.rights import Operation, may, roles_at
from novamas.hall.tables.entries import (
    BotSat,
    ChanceFailed,
    ClosingAsked,
    Finishing,
    Leaving,
    PaceSet,
    Ready,
    RoleTaken,
    Sat,
    Stood,
)
from novamas.hall.tables.opening import check_skill
from novamas.hall.tables.seating import check_seat, free_seat, offered_chips, own_seat
from novamas.hall.tables.state import Seat
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.protocol.pace import Speed
from novamas.table.roles import CROUPIER, FLOOR, Role

Command: TypeAlias = Callable[[LiveTable], None]
MAX_PRACTICE: Final = 10**10  # céntimos at a practice table


def sit(person: str, name: str, seat: int, cents: Cents, *, joins: bool = False) -> Command:
    """Sit down with chips, or bring more chips. A bot with nothing in play makes room.

    A player who `joins` plays the next hand, for which the required chips are bought.
    """

    def command(fork: LiveTable) -> None:
        _check_open(fork)
        check_seat(fork, seat)
        if fork.opened.practice and person != fork.opened.owner:
            raise NovamasError("practice_table", table=fork.id)
        there, own = fork.seats.get(seat, Seat()), fork.seats_of(person)
        if own and own != (seat,):
            raise NovamasError("seated_already", seat=own[0])
        if (
            there.person not in ("", person)
            or there.leaving
            or (there.mind and fork.session.phase.felt.in_play(seat))
        ):
            raise NovamasError("seat_taken", seat=seat)
        least = max(1, fork.purse_of(seat)) if there.mind else 1
        if cents < least:
            raise NovamasError("seat_dearer", seat=seat, given=cents, least=least)
        if there.mind:
            fork.enter(Stood(seat, fork.chips_of(seat)))
        fork.enter(Sat(seat, person, name, cents, joins and bool(fork.session.phase.felt.purses)))

    return command


def sits_first(
    person: str, name: str, seat: int | None, cents: Cents | None, *, purse: Cents | None = None
) -> Command:
    """Sit down at a new table. The default is the first free seat, with the chips that the table offers.

    If the chips come from the wallet, raise `purse_short` if the wallet does not have enough.
    """

    def command(fork: LiveTable) -> None:
        own = free_seat(fork, person) if seat is None else seat
        brought = offered_chips(fork, own) if cents is None else cents
        if purse is not None and brought > purse:
            raise NovamasError("purse_short", has=purse, wanted=brought)
        sit(person, name, own, brought, joins=True)(fork)

    return command


def top_up(person: str, cents: Cents | None) -> Command:
    """Bring more practice chips to the caller's own seat."""

    def command(fork: LiveTable) -> None:
        _check_open(fork)
        seat = own_seat(fork, person)
        if not fork.opened.practice:
            raise NovamasError("not_practice", table=fork.id)
        brought = offered_chips(fork, seat) if cents is None else cents
        if fork.chips_of(seat) + brought > MAX_PRACTICE:
            raise NovamasError("practice_full", most=MAX_PRACTICE)
        joins = bool(fork.session.phase.felt.purses) and not fork.purse_of(seat)
        fork.enter(Sat(seat, person, fork.seats[seat].name, brought, joins))

    return command


def set_pace(person: str, speed: Speed) -> Command:
    """Set the speed at which the table continues.

    A person who is alone with bots may do so at any time. With other people at the table, only the
    owner may, between rounds.
    """

    def command(fork: LiveTable) -> None:
        _check_open(fork)
        is_alone = fork.people <= {person}
        if not may(roles_at(fork, person), "set_pace", own=is_alone):
            raise NovamasError("not_your_table", table=fork.id)
        if not is_alone and not fork.session.phase.rest:
            raise NovamasError("pace_between_rounds")
        if fork.speed != speed:
            fork.enter(PaceSet(speed))

    return command


def finish(person: str) -> Command:
    """Skip all waiting until the end of the deal, for a player who is alone with bots."""

    def command(fork: LiveTable) -> None:
        _check_open(fork)
        seat = own_seat(fork, person)
        if fork.people != {person}:
            raise NovamasError("not_alone")
        if not fork.state.is_finishing and not fork.session.phase.pause:
            fork.enter(Finishing(seat))

    return command


def stand(person: str, seat: int) -> Command:
    """Leave a seat as soon as nothing is in play there, or make another player leave."""

    def command(fork: LiveTable) -> None:
        there = fork.seats.get(seat, Seat())
        is_own = there.person == person
        if not may(roles_at(fork, person), "stand" if is_own else "remove_person", own=is_own):
            raise NovamasError("not_your_seat", seat=seat)
        if seat in fork.seats and not there.leaving:
            fork.enter(Leaving(seat, "" if there.person == person else person))

    return command


def be_ready(person: str, seat: int) -> Command:
    """Declare that the player will place no more bets."""

    def command(fork: LiveTable) -> None:
        if not fork.may_speak_as(person, seat):
            raise NovamasError("not_your_seat", seat=seat)
        _check_open(fork)
        if seat not in fork.state.waits.ready:
            fork.enter(Ready(seat))

    return command


def seat_bot(person: str, seat: int, mind: str) -> Command:
    """Seat a bot on an empty seat. Only the owner may do so."""

    def command(fork: LiveTable) -> None:
        _must_let(fork, person, "add_bot")
        _check_open(fork)
        check_seat(fork, seat)
        check_skill(mind, fork.table)
        if seat in fork.seats:
            raise NovamasError("seat_taken", seat=seat)
        fork.enter(BotSat(seat, mind, bots_cash(fork.table)))

    return command


def take_role(person: str, name: str, role: Role) -> Command:
    """Take the role of croupier or table chief. Only the owner may do so."""

    def command(fork: LiveTable) -> None:
        _must_let(fork, person, "give_role")
        _check_open(fork)
        if role not in (CROUPIER, FLOOR):
            raise NovamasError("no_such_role", given=role, known=(CROUPIER, FLOOR))
        if fork.roles.get(role) != person:
            fork.enter(RoleTaken(role, person, name))

    return command


def leave_role(person: str, role: Role) -> Command:
    """Give a role back to the house."""

    def command(fork: LiveTable) -> None:
        if fork.closed is not None or fork.roles.get(role) != person:
            raise NovamasError("not_your_role", role=role)
        fork.enter(RoleTaken(role, "", ""))

    return command


def close(person: str) -> Command:
    """Begin no new round, and close the table as soon as nothing is in play."""

    def command(fork: LiveTable) -> None:
        _must_let(fork, person, "close_table")
        if not fork.is_closing and fork.closed is None:
            fork.enter(ClosingAsked(person))

    return command


def close_with_seats(person: str) -> Command:
    """Close a table and leave the caller's own seat there."""

    def command(fork: LiveTable) -> None:
        close(person)(fork)
        for seat in fork.seats_of(person):
            stand(person, seat)(fork)

    return command


def close_for_house(operator: str) -> Command:
    """Close any table on behalf of the house, as an operator."""

    def command(fork: LiveTable) -> None:
        if not may(("operator",), "close_table", own=False):
            raise NovamasError("may_not", operation="may_close_table")
        if not fork.is_closing and fork.closed is None:
            fork.enter(ClosingAsked(f"operator {operator}"))

    return command


def stop_dealing(fork: LiveTable) -> None:
    """Enter that chance failed its health test. Repeated failures make no further entry."""
    if not fork.state.is_stopped and fork.closed is None:
        fork.enter(ChanceFailed())


def _check_open(table: LiveTable) -> None:
    if table.closed is not None or table.is_closing:
        raise NovamasError("table_closes", table=table.id)


def _must_let(table: LiveTable, person: str, operation: Operation) -> None:
    if not may(roles_at(table, person), operation, own=False):
        raise NovamasError("not_your_table", table=table.id)

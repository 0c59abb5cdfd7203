"""The seats that a person may take, and the chips that the table offers with each."""

from __future__ import annotations

from novamas.bots.buy_ins import bots_cash, least_chips
from novamas.errors import NovamasError
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.table.offers import Range


def check_seat(table: LiveTable, seat: int) -> None:
    """Raise `no_such_seat` if the table has no such seat."""
    if seat not in table.seat_numbers:
        raise NovamasError("no_such_seat", given=seat, seats=len(table.seat_numbers))


def own_seat(table: LiveTable, person: str) -> int:
    """Return a person's seat. Raise `not_seated` if the person has none."""
    for seat in table.seats_of(person):
        return seat
    raise NovamasError("not_seated")


def free_seat(table: LiveTable, person: str) -> int:
    """Return a seat for a person: their own, or else a free one, or else a bot's that makes room."""
    if own := table.seats_of(person):
        return own[0]
    for seat in table.seat_numbers:
        if seat not in table.seats:
            return seat
    for seat, who in sorted(table.seats.items()):
        if who.mind and not who.leaving and not table.session.phase.felt.in_play(seat):
            return seat
    raise NovamasError("no_free_seat", seats=len(table.seat_numbers))


def offered_chips(table: LiveTable, seat: int) -> Cents:
    """Return the chips that a player gets with a seat: the amount on sale, or enough for many rounds."""
    check_seat(table, seat)
    sold = [
        cents.least
        for offer in table.table.opening.offers(seat)
        if offer.act.verb() == "buy" and isinstance(cents := offer.dials.get("cents"), Range)
    ]
    held = table.purse_of(seat) if seat not in table.seats or table.seats[seat].mind else 0
    usual = sold[0] if sold else bots_cash(table.table) if table.opened.practice else least_chips(table.table)
    return max(usual, held)


def is_idle(table: LiveTable, person: str) -> bool:
    """Return whether no person has anything in play at a table and no other person is there."""
    felt = table.session.phase.felt
    return table.people <= {person} and not any(map(felt.in_play, table.seats_of(person)))

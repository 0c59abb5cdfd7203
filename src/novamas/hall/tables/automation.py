"""What happens at a table by itself, and when: the croupier, chance, bots, and seats where nobody answers.

It follows from the table alone, so every process that has the table would do the same; where several try,
the first whose entry lasts has done it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct

from novamas.bots.bettor import Pause
from novamas.bots.buy_ins import bots_cash, few_chips
from novamas.bots.minds import USUAL, Mind, mind_at
from novamas.hall.tables.entries import BotSat, ClosingAsked, Credited, Leaving, Ready, RoleTaken, Stood
from novamas.hall.tables.linked_jackpots import jackpot_order
from novamas.hall.tables.snapshot import Seat
from novamas.hall.tables.table import LiveTable
from novamas.money import Cents
from novamas.table.costs import STAKES, costs_nothing, takes_back
from novamas.table.deeds import Deed, Drawn
from novamas.table.phases import offered
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE, NOBODY

MILLISECOND: Final = 1000  # microseconds
ABANDONED: Final = 2 * 3_600_000 * MILLISECOND  # after which a table at which nobody does anything is closed
HOUSE: Final = "house"
TRIES_AGAIN: Final = 60_000 * MILLISECOND  # after which it is looked whether chance is in good health
CREDITED_ABOVE: Final = 2  # times what a bank began with
DECLINES: Final = ("leave", "decline", "refuse_dice", "pass_bank", "leave_bank")
SHORT: Final = ("not_enough_chips", "not_enough_cash")


class DueAction(Struct, frozen=True):
    """What happens next, and at which tick; it is done at a fork of the table."""

    tick: int
    do: Callable[[LiveTable], None]
    thinks: bool = False  # somebody weighs his cards: it takes a while
    is_shown: bool = True  # players see a clock run down to it
    ends_betting: bool = False  # the time is over: whoever bets after that is late


def next_due_action(table: LiveTable, abandoned: int = 0) -> DueAction | None:
    """What happens by itself next; nothing where the table is closed.

    Where nobody asks for anything for so long that the table is abandoned, the house closes it, but for one
    that is to go on while only bots sit at it.
    """
    found = _next_in_play(table)
    if table.closed is not None or table.is_closing or table.opened.alone or not abandoned:
        return found
    ends = table.touched_tick + abandoned
    return (
        found
        if found is not None and found.tick < ends
        else DueAction(max(ends, table.tick), _abandon, is_shown=False)
    )


def _abandon(table: LiveTable) -> None:
    """The house closes a table: its staff go, all get up as soon as they can, and no new round begins."""
    for role in sorted(table.roles):
        table.enter(RoleTaken(role, "", ""))
    for seat in filter(table.is_played, sorted(table.seats)):
        table.enter(Leaving(seat, HOUSE))
    table.enter(ClosingAsked(HOUSE))


def _next_in_play(table: LiveTable) -> DueAction | None:
    """What happens by itself next; nothing where the table waits for somebody, or is closed."""
    pace, phase, turn = table.opened.pace, table.session.phase, table.session.phase.turn
    soon = table.tick + pace.step_ms * MILLISECOND
    if table.closed is not None:
        return None
    if (seat := _who_gets_up(table)) is not None:
        return DueAction(table.tick, partial(_get_up, seat))
    if turn is NOBODY or (table.is_closing and _is_nothing_in_play(table)):
        return DueAction(table.tick, LiveTable.close)
    if phase.rest and not phase.felt.chips and not _is_anybody_here(table):
        return None
    if phase.rest and (poor := _who_brings_more(table)) is not None:
        return DueAction(table.tick, partial(_bring_more, poor))
    if phase.rest and _holds_too_much(table):
        return DueAction(table.tick, _give_back)
    if phase.rest and table.levels and (order := jackpot_order(table.session, table.levels)) is not None:
        return DueAction(table.tick, partial(LiveTable.do, deed=order))
    if phase.pause:
        return _in_pause(table, soon)
    if isinstance(turn, int):
        return _of_seat(table, turn, soon)
    if table.is_stopped and turn is CHANCE:
        return DueAction(table.tick + TRIES_AGAIN, _step, is_shown=False)
    return DueAction(soon, _step) if turn in table.automatic else _of_staff(table)


def _of_staff(table: LiveTable) -> DueAction | None:
    """A person who deals is waited for like a player; then the house deals for him."""
    patience = table.opened.pace.patience_ms
    return DueAction(table.awaited_tick + patience * MILLISECOND, _step) if patience else None


def _is_nothing_in_play(table: LiveTable) -> bool:
    """Between rounds, or while bets are taken and nobody has made one."""
    phase = table.session.phase
    return not phase.felt.chips and (phase.rest or (phase.pause and not phase.felt.piles))


def _is_anybody_here(table: LiveTable) -> bool:
    """Does anybody sit here for whom a round is worth beginning?"""
    return any(map(table.is_played, table.seats)) or (table.opened.alone and bool(table.seats))


# ---------------------------------------------------------------- while players may bet


def _in_pause(table: LiveTable, soon: int) -> DueAction | None:
    """Bots bet soon; the croupier goes on when the time is over, or when nobody wants more time."""
    for must in (False, True) if _waits_for_bots(table) else (False,):
        for seat in table.seats:
            if (wish := _wish(table, seat, must=must)) is not None:
                return DueAction(soon, partial(_lay, seat, wish))
    turn, pace = table.session.phase.turn, table.opened.pace
    if isinstance(turn, int):
        return _awaited(table, turn, soon) if table.session.phase.felt.chips else None
    if _waits_for_stakes(table):
        return None
    if turn not in table.automatic:
        return _of_staff(table)
    players = {seat for seat in table.seats if table.is_played(seat)}
    if players <= table.ready:
        return DueAction(soon, _step)
    if not pace.betting_ms:
        return None
    return DueAction(table.awaited_tick + pace.betting_ms * MILLISECOND, _step, ends_betting=True)


def _waits_for_bots(table: LiveTable) -> bool:
    """Does nothing go on unless somebody stakes, who may be a bot?"""
    turn = table.session.phase.turn
    return _waits_for_stakes(table) or (isinstance(turn, int) and bool(table.seats.get(turn, Seat()).mind))


def _awaited(table: LiveTable, seat: int, soon: int) -> DueAction | None:
    """A pot lies there, and a seat is to come in; where the table closes and nobody does, a bot does."""
    if seat in table.seats:
        return _of_seat(table, seat, soon)
    return DueAction(soon, partial(_come_in, seat)) if table.is_closing else None


def _come_in(seat: int, table: LiveTable) -> None:
    table.enter(BotSat(seat, USUAL, bots_cash(table.table)))


def _wish(table: LiveTable, seat: int, *, must: bool) -> Deed | None:
    """What a bot does of its own accord; or what whoever leaves can take back.

    `must`: nothing goes on unless somebody stakes; where a bot is waited for, that one. Else nobody stakes
    any more at a table that closes.
    """
    who, turn = table.seats[seat], table.session.phase.turn
    if who.leaving:
        return _taking_back(table, seat)
    waits_for_another = isinstance(turn, int) and turn != seat and bool(table.seats.get(turn, Seat()).mind)
    if not who.mind or seat in table.ready or (waits_for_another if must else table.is_closing):
        return None
    pause = Pause(table.view(seat), table.since, _has(table, seat), table.acted.get(seat, 0), must)
    return _mind(table, seat).wish(pause)


def _has(table: LiveTable, seat: int) -> Cents:
    """What a seat could stake now: its chips."""
    return table.purse_of(seat) if table.session.phase.felt.purses else table.chips_of(seat)


def _lay(seat: int, wish: Deed, table: LiveTable) -> None:
    """A bot bets; where it has too little it brings more, and where it may not it bets nothing."""
    try:
        table.do(wish)
    except Refused as refused:
        if not table.seats[seat].mind:
            raise
        if refused.refusal.code in SHORT:
            _bring_more(seat, table)
        else:
            table.enter(Ready(seat))


def _taking_back(table: LiveTable, seat: int) -> Deed | None:
    """An act that only gives a player his own chips back."""
    phase, given = table.session.phase, table.session.offers(seat)
    return next((offer.act for offer in given if takes_back(phase, offer)), None)


def _waits_for_stakes(table: LiveTable) -> bool:
    """May somebody stake, and has nobody?"""
    if table.session.phase.felt.chips:
        return False
    return any(offer.act.verb() in STAKES for seat in table.seats for offer in table.session.offers(seat))


# ---------------------------------------------------------------- whose turn it is


def _of_seat(table: LiveTable, seat: int, soon: int) -> DueAction | None:
    """A bot answers soon, a person has some time, and where nobody is, what costs nothing is done."""
    who, pace = table.seats.get(seat), table.opened.pace
    if who is not None and who.mind:
        return DueAction(soon, partial(_answer, seat), thinks=True)
    if not table.is_played(seat):
        return DueAction(soon, partial(_default, seat))
    if not pace.patience_ms:
        return None
    return DueAction(table.awaited_tick + pace.patience_ms * MILLISECOND, partial(_default, seat))


def _answer(seat: int, table: LiveTable) -> None:
    """A bot answers; where it has too little for that it brings more, and else does what costs nothing."""
    try:
        table.do(_mind(table, seat).answer(table.view(seat), _has(table, seat)))
    except Refused as refused:
        if refused.refusal.code in SHORT:
            _bring_more(seat, table)
        else:
            _default(seat, table)


def _mind(table: LiveTable, seat: int) -> Mind:
    return mind_at(table.table, seat, table.bot_seed, table.seats[seat].mind)


def _default(seat: int, table: LiveTable) -> None:
    """What happens to who says nothing: the first that costs him nothing, or what the law makes him do.

    Where nobody sits, or somebody leaves, all that is offered is declined.
    """
    phase = table.session.phase
    given = table.session.offers(seat)
    if not table.is_played(seat):
        given.sort(key=lambda offer: offer.act.verb() not in DECLINES)
    free = (offer for offer in given if costs_nothing(phase, offer))
    lawful = (offer for offer in (*free, *given) if table.session.why_not(offer.act) is None)
    table.do(next(lawful, given[0]).act)


def _step(table: LiveTable) -> None:
    """The croupier or chance."""
    phase = table.session.phase
    if phase.turn is CHANCE:
        table.do(Drawn(what=table.source.draw(phase.draws())))
    else:
        table.do(offered(phase, phase.turn)[0].act)


# ---------------------------------------------------------------- bringing more


def _who_brings_more(table: LiveTable) -> int | None:
    """A bot that has too little left to play on."""
    for seat, who in table.seats.items():
        if who.mind and not who.leaving and table.chips_of(seat) < few_chips(table.table):
            return seat
    return None


def _bring_more(seat: int, table: LiveTable) -> None:
    table.enter(BotSat(seat, table.seats[seat].mind, bots_cash(table.table)))


# ---------------------------------------------------------------- the bank


def _holds_too_much(table: LiveTable) -> bool:
    """Has the bank so much more than it began with that what it won is taken to the house?"""
    return table.bank > CREDITED_ABOVE * table.opened.opening_float > 0


def _give_back(table: LiveTable) -> None:
    table.enter(Credited(table.bank - table.opened.opening_float, table.slips + 1))


# ---------------------------------------------------------------- getting up


def _who_gets_up(table: LiveTable) -> int | None:
    """Somebody who leaves, and of whom nothing is in play any more."""
    for seat, who in table.seats.items():
        is_free = who.leaving and not table.session.phase.felt.in_play(seat)
        if is_free and (not _must_leave(table, seat) or _leave(table, seat)):
            return seat
    return None


def _must_leave(table: LiveTable, seat: int) -> bool:
    """Has he chips that the game itself lets him take along, when it is time?"""
    return bool(table.purse_of(seat)) and any(act.verb() == "leave" for act in table.game.acts)


def _leave(table: LiveTable, seat: int) -> Deed | None:
    return next((offer.act for offer in table.session.offers(seat) if offer.act.verb() == "leave"), None)


def _get_up(seat: int, table: LiveTable) -> None:
    """He takes all he has; where the seat must be played on, a bot buys its chips."""
    if _must_leave(table, seat) and (leave := _leave(table, seat)) is not None:
        table.do(leave)
    chips, purse = table.chips_of(seat), table.purse_of(seat)
    table.enter(Stood(seat, chips))
    if purse:
        table.enter(BotSat(seat, USUAL, chips))

"""Automatic actions of a table: by the croupier, by chance, by bots, and for absent players.

The next action follows from the table alone, so every process computes the same action. If several
processes try it, only the first one can commit its entry.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from novamas.bots.bettor import Pause
from novamas.bots.buy_ins import bots_cash, few_chips
from novamas.bots.minds import USUAL, Mind, mind_at
from novamas.errors import NovamasError
from novamas.hall.tables.entries import BotSat, ClosingAsked, Credited, Leaving, Ready, RoleTaken, Stood
from novamas.hall.tables.linked_jackpots import jackpot_order
from novamas.hall.tables.pace import NOTHING_SHOWN, joined
from novamas.hall.tables.state import Seat
from novamas.hall.tables.table import MILLISECOND, LiveTable
from novamas.money import Cents
from novamas.table.costs import STAKES, costs_nothing, takes_back
from novamas.table.deeds import Deed
from novamas.table.offers import Range
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE, NOBODY, Who

ABANDONED: Final = 2 * 3_600_000 * MILLISECOND  # after which an unused table is closed
HOUSE: Final = "house"
TRIES_AGAIN: Final = 60_000 * MILLISECOND  # after which a failed health test of chance is repeated
CREDITED_ABOVE: Final = 2  # times the opening float
MAX_JOINED: Final = 40  # deeds of one step, fewer than the events that are kept for subscribers
DECLINES: Final = ("leave", "decline", "refuse_dice", "pass_bank", "leave_bank")
SHORT: Final = ("not_enough_chips", "not_enough_cash")


class DueAction(Struct, frozen=True):
    """An automatic action, and the tick at which it is due. The action runs on a fork of the table."""

    tick: int
    do: Callable[[LiveTable], None]
    thinks: bool = False  # a bot decides, which takes a while: it runs in a thread
    is_shown: bool = True  # players see a countdown to it
    ends_betting: bool = False  # the time to bet is over: later bets are refused
    is_step: bool = False  # it waits only until the last step was shown, and may be joined with it


def next_due_action(table: LiveTable, abandoned: int = 0) -> DueAction | None:
    """Return the next automatic action, or None if the table is closed or waits for a person.

    A table that no person has used for the time `abandoned` is closed, unless it was opened to run with
    bots alone.
    """
    found = _next_in_play(table)
    if found is not None and (found.is_step or found.ends_betting) and _may_join(table):
        found = replace(found, do=partial(_do_joined, found))
    if table.closed is not None or table.is_closing or table.opened.alone or not abandoned:
        return found
    ends = table.ticks.touched + abandoned
    return (
        found
        if found is not None and found.tick < ends
        else DueAction(max(ends, table.ticks.last), _abandon, is_shown=False)
    )


def _may_join(table: LiveTable) -> bool:
    """Return whether the deeds of one step may run together.

    They may not if staff are present, who see each deed and may interrupt.
    """
    return table.speed is not None and not table.roles


def _do_joined(due: DueAction, table: LiveTable) -> None:
    """Run an action and all following actions of the same step, such as one card to every seat.

    The first action of the next step is tried on a fork and discarded.
    """
    due.do(table)
    while len(table.uncommitted) < MAX_JOINED:
        following = _next_in_play(table)
        if following is None or not following.is_step or (following.thinks and not due.thinks):
            return
        fork = table.fork()
        try:
            following.do(fork)
        except NovamasError:
            return  # it fails again when it is due, and is reported then
        first, then = table.step, fork.step if fork.step_number > table.step_number else NOTHING_SHOWN
        step = then if not table.step_ms and not first.is_over else joined(first, then, table.bots)
        if step is None:
            return
        table.take_over(fork)
        table.step = step


def awaited_at(table: LiveTable) -> tuple[Who, ...]:
    """Return the seats and roles for which the table waits.

    While bets are open, these are the players who are not ready.
    """
    phase, turn = table.session.phase, table.session.phase.turn
    players = tuple(seat for seat in sorted(table.seats) if table.is_played(seat))
    if table.closed is not None or turn is NOBODY or not (players or table.roles or table.opened.alone):
        return ()
    if phase.pause:
        waits = () if phase.is_brief else tuple(seat for seat in players if seat not in table.ready)
        return waits or ((turn,) if turn in table.roles else ())
    return (turn,) if isinstance(turn, int) or turn in table.roles else ()


def _abandon(table: LiveTable) -> None:
    """Close an abandoned table. Staff and players leave as soon as they can, and no new round begins."""
    for role in sorted(table.roles):
        table.enter(RoleTaken(role, "", ""))
    for seat in filter(table.is_played, sorted(table.seats)):
        table.enter(Leaving(seat, HOUSE))
    table.enter(ClosingAsked(HOUSE))


def _next_in_play(table: LiveTable) -> DueAction | None:
    """Return the next automatic action of the game, or None if it waits for a person or is closed."""
    phase, turn, soon = table.session.phase, table.session.phase.turn, table.next_tick
    if table.closed is not None:
        return None
    if table.is_stale:
        return DueAction(table.ticks.last, LiveTable.end_restored, is_shown=False, ends_betting=True)
    if (seat := _who_gets_up(table)) is not None:
        return DueAction(table.ticks.last, partial(_get_up, seat))
    if turn is NOBODY or (table.is_closing and _is_nothing_in_play(table)):
        return DueAction(table.ticks.last, LiveTable.close)
    if phase.rest and not phase.felt.chips and not _is_anybody_here(table):
        return None
    if phase.rest and (poor := _who_brings_more(table)) is not None:
        return DueAction(table.ticks.last, partial(_bring_more, poor))
    if phase.rest and _holds_too_much(table):
        return DueAction(table.ticks.last, _give_back)
    if phase.rest and table.levels and (order := jackpot_order(table.session, table.levels)) is not None:
        return DueAction(table.ticks.last, partial(LiveTable.do, deed=order))
    if phase.pause and (newcomer := _who_joins_in(table)) is not None:
        return DueAction(table.ticks.last, partial(_join_in, newcomer))
    if phase.pause:
        return _in_pause(table, soon)
    if isinstance(turn, int):
        return _of_seat(table, turn, soon)
    if table.state.is_stopped and turn is CHANCE:
        return DueAction(table.ticks.last + TRIES_AGAIN, _step, is_shown=False)
    return DueAction(soon, _step, is_step=True) if turn in table.automatic else _of_staff(table)


def _of_staff(table: LiveTable) -> DueAction | None:
    """Return the action in place of a croupier or table chief who does not act in time."""
    patience = table.opened.pace.patience_ms
    return DueAction(table.ticks.awaited + patience * MILLISECOND, _step) if patience else None


def _is_nothing_in_play(table: LiveTable) -> bool:
    """Return whether no chips are in play: between rounds, or before the first bet."""
    phase = table.session.phase
    return not phase.felt.chips and (phase.rest or (phase.pause and not phase.felt.piles))


def _is_anybody_here(table: LiveTable) -> bool:
    """Return whether a round may begin. A person must play, or bots must be allowed to play alone."""
    return any(map(table.is_played, table.seats)) or (table.opened.alone and bool(table.seats))


# ---------------------------------------------------------------- while players may bet


def _in_pause(table: LiveTable, soon: int) -> DueAction | None:
    """Return the next action while bets are open: a bot's bet, or the croupier's step.

    The croupier continues after the time to bet, or once all players are ready.
    """
    movers = [seat for seat, who in table.seats.items() if who.mind or who.leaving]
    for must in (False, True) if movers and _waits_for_bots(table) else (False,):
        for seat in movers:
            if (bet := _voluntary_bet(table, seat, must=must)) is not None:
                return DueAction(soon, partial(_place_bet, seat, bet), is_step=True)
    turn, pace = table.session.phase.turn, table.opened.pace
    if isinstance(turn, int):
        return _awaited(table, turn, soon) if table.session.phase.felt.chips else None
    if _waits_for_stakes(table):
        return None
    if turn not in table.automatic:
        return _of_staff(table)
    players = {seat for seat in table.seats if table.is_played(seat)}
    if table.session.phase.is_brief or players <= table.ready:
        return DueAction(soon, _step, is_step=True)
    if not pace.betting_ms:
        return None
    return DueAction(table.ticks.awaited + pace.betting_ms * MILLISECOND, _step, ends_betting=True)


def _waits_for_bots(table: LiveTable) -> bool:
    """Return whether the table cannot continue without a bet by a bot."""
    turn = table.session.phase.turn
    return _waits_for_stakes(table) or (isinstance(turn, int) and bool(table.seats.get(turn, Seat()).mind))


def _awaited(table: LiveTable, seat: int, soon: int) -> DueAction | None:
    """Return the action for the seat whose turn it is. At a closing table, a bot takes an empty seat."""
    if seat in table.seats:
        return _of_seat(table, seat, soon)
    return DueAction(soon, partial(_come_in, seat)) if table.is_closing else None


def _come_in(seat: int, table: LiveTable) -> None:
    table.enter(BotSat(seat, USUAL, bots_cash(table.table)))


def _voluntary_bet(table: LiveTable, seat: int, *, must: bool) -> Deed | None:
    """Return a bet that a bot wants to place, or an act by which a leaving player takes chips back.

    With `must`, the table cannot continue unless this bot bets. Without it, no bot bets at a closing
    table.
    """
    who, turn = table.seats[seat], table.session.phase.turn
    if who.leaving:
        return _taking_back(table, seat)
    waits_for_another = isinstance(turn, int) and turn != seat and bool(table.seats.get(turn, Seat()).mind)
    if not who.mind or seat in table.state.waits.ready or (waits_for_another if must else table.is_closing):
        return None
    pause = Pause(
        table.view(seat),
        table.state.waits.since,
        _has(table, seat),
        table.state.waits.acted.get(seat, 0),
        must,
    )
    return _mind(table, seat).propose(pause)


def _has(table: LiveTable, seat: int) -> Cents:
    """Return the chips that a player could bet now."""
    return table.purse_of(seat) if table.session.phase.felt.purses else table.chips_of(seat)


def _place_bet(seat: int, bet: Deed, table: LiveTable) -> None:
    """Place a bot's bet.

    A bot that is short of chips brings more. A bot whose bet is refused is marked as ready.
    """
    try:
        table.do(bet)
    except Refused as refused:
        if not table.seats[seat].mind:
            raise
        if refused.refusal.code in SHORT:
            _bring_more(seat, table)
        else:
            table.enter(Ready(seat))


def _taking_back(table: LiveTable, seat: int) -> Deed | None:
    """Return an act that only gives a player's own chips back, or None if there is none."""
    phase, given = table.session.phase, table.session.offers(seat)
    return next((offer.act for offer in given if takes_back(phase, offer)), None)


def _waits_for_stakes(table: LiveTable) -> bool:
    """Return whether bets are open and no bet is placed yet."""
    if table.session.phase.felt.chips:
        return False
    return any(offer.act.verb() in STAKES for seat in table.seats for offer in table.session.offers(seat))


# ---------------------------------------------------------------- whose turn it is


def _of_seat(table: LiveTable, seat: int, soon: int) -> DueAction | None:
    """Return the action of the seat whose turn it is. A bot acts soon, a person has time."""
    who, pace = table.seats.get(seat), table.opened.pace
    if who is not None and who.mind:
        return DueAction(soon, partial(_answer, seat), thinks=True, is_step=True)
    if not table.is_played(seat):
        return DueAction(soon, partial(_default, seat), is_step=True)
    if not pace.patience_ms:
        return None
    return DueAction(table.ticks.awaited + pace.patience_ms * MILLISECOND, partial(_default, seat))


def _answer(seat: int, table: LiveTable) -> None:
    """Apply a bot's decision.

    A bot that is short of chips brings more. A bot whose act is refused takes the default.
    """
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
    """Apply the default for a silent player: the first offer that costs nothing, or a compulsory act.

    If staff note the silence, that deed is done instead. An empty seat, or a seat whose player is
    leaving, declines any offer.
    """
    phase = table.session.phase
    if (noted := phase.in_silence()) is not None:
        table.do(noted)
        return
    given = table.session.offers(seat)
    if not table.is_played(seat):
        given.sort(key=lambda offer: offer.act.verb() not in DECLINES)
    free = (offer for offer in given if costs_nothing(phase, offer))
    lawful = (offer for offer in (*free, *given) if table.session.why_not(offer.act) is None)
    table.do(next(lawful, given[0]).act)


def _step(table: LiveTable) -> None:
    """Apply the next step of the croupier or of chance."""
    phase = table.session.phase
    if phase.turn is CHANCE:
        table.do(table.draw())
    else:
        table.do(table.session.offers(phase.turn)[0].act)


# ---------------------------------------------------------------- coming in


def _who_joins_in(table: LiveTable) -> int | None:
    """Return the seat of a newcomer who can now buy chips for the next hand, or None."""
    for seat, who in table.seats.items():
        if who.joins and not who.leaving and not table.purse_of(seat) and _purchase_of(table, seat):
            return seat
    return None


def _join_in(seat: int, table: LiveTable) -> None:
    """Buy as many of the chips that the newcomer brought as the game sells."""
    if (buy := _purchase_of(table, seat)) is not None:
        table.do(buy)


def _purchase_of(table: LiveTable, seat: int) -> Deed | None:
    """Return the largest purchase that a player can pay, or None if the game sells no chips now."""
    for offer in table.session.offers(seat):
        cents = offer.dials.get("cents")
        if offer.act.verb() == "buy" and isinstance(cents, Range):
            return replace(offer.act, cents=cents.most)  # limited to the cash of the player
    return None


# ---------------------------------------------------------------- bringing more


def _who_brings_more(table: LiveTable) -> int | None:
    """Return the seat of a bot that lacks the chips to continue, or None."""
    for seat, who in table.seats.items():
        if who.mind and not who.leaving and table.chips_of(seat) < few_chips(table.table):
            return seat
    return None


def _bring_more(seat: int, table: LiveTable) -> None:
    table.enter(BotSat(seat, table.seats[seat].mind, bots_cash(table.table)))


# ---------------------------------------------------------------- the bank


def _holds_too_much(table: LiveTable) -> bool:
    """Return whether the bank has so many chips that its winnings go back to the house."""
    return table.bank > CREDITED_ABOVE * table.opened.opening_float > 0


def _give_back(table: LiveTable) -> None:
    table.enter(Credited(table.bank - table.opened.opening_float, table.state.bank.slips + 1))


# ---------------------------------------------------------------- getting up


def _who_gets_up(table: LiveTable) -> int | None:
    """Return the seat of a leaving player who has nothing in play, or None."""
    for seat, who in table.seats.items():
        is_free = who.leaving and not table.session.phase.felt.in_play(seat)
        if is_free and (not _must_leave(table, seat) or _leave(table, seat)):
            return seat
    return None


def _must_leave(table: LiveTable, seat: int) -> bool:
    """Return whether the player must leave by an act of the game, which returns the player's chips."""
    return bool(table.purse_of(seat)) and any(act.verb() == "leave" for act in table.game.acts)


def _leave(table: LiveTable, seat: int) -> Deed | None:
    return next((offer.act for offer in table.session.offers(seat) if offer.act.verb() == "leave"), None)


def _get_up(seat: int, table: LiveTable) -> None:
    """Leave a seat with all chips. If the seat must be played on, a bot buys its chips."""
    if _must_leave(table, seat) and (leave := _leave(table, seat)) is not None:
        table.do(leave)
    chips, purse = table.chips_of(seat), table.purse_of(seat)
    table.enter(Stood(seat, chips))
    if purse:
        table.enter(BotSat(seat, USUAL, chips))

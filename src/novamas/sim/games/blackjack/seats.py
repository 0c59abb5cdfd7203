"""Simulation of black jack with several places, or with a progressive jackpot on sevens."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.games.blackjack.setup import SideBet
from novamas.money import times
from novamas.odds.games.blackjack.bets import rules_of
from novamas.odds.games.blackjack.enumeration import ACE
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.deal_order import dealt
from novamas.sim.games.blackjack.acts import Acts
from novamas.sim.games.blackjack.nets import (
    INSURANCE_LOST,
    INSURANCE_WON,
    NO_SEVEN,
    OF_INSURANCE,
    OF_SEVENS,
)
from novamas.sim.games.blackjack.rounds import (
    BANK,
    BANK_NATURAL,
    HAND,
    LIVE,
    PLAYER,
    PROPOSED,
    SUITS,
    House,
    Lying,
    Round,
    Shoe,
    bank_result,
    compiled,
    end_of,
    first_decision,
    is_at_risk,
    keep,
    load,
    next_act,
    next_card,
    play,
    prize_of_sevens,
    proposal,
    propose,
    shuffle_if_due,
    to_sevens,
)
from novamas.sim.seats import ADDED, FED, LEVEL, PAID, PRIZES, CompiledSeats, like_one
from novamas.sim.streams import Words
from novamas.table.game import Table

LOST, THIRD = Round._fields.index("lost"), Round._fields.index("third")


class Jackpot(NamedTuple):
    """The growth of the highest prize for sevens. All numbers are zero if the prize is fixed."""

    feed: int
    start: int


class Places(NamedTuple):
    """The state of all places in a round."""

    firsts: NDArray[np.int64]  # the first cards
    seconds: NDArray[np.int64]
    rounds: NDArray[np.int64]  # by place, the fields of its `Round`
    live: NDArray[np.int64]  # hands that wait for the bank before each place has played, and after the last


@part_of_kernel
def has_suited_sevens(r: Round) -> bool:
    """Return whether the first three cards are sevens of one suit."""
    return r.sevens == r.third * (SUITS + 1) and 0 <= r.third < NO_SEVEN


@kernel
def pay_sevens(
    house: House,
    places: Places,
    paid: NDArray[np.int64],
    grows: Jackpot,
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Pay each place its highest prize. Places with three suited sevens share a progressive jackpot."""
    jackpot[LEVEL] += grows.feed
    jackpot[FED] += grows.feed
    winners = np.int64(0)
    for seat in range(len(nets)):
        r = load(places.rounds[seat])
        nets[seat] = paid[prize_of_sevens(house, r)]
        winners += has_suited_sevens(r)
    if grows.start == 0 or winners == 0:
        return
    share = jackpot[LEVEL] // winners
    for seat in range(len(nets)):
        if has_suited_sevens(load(places.rounds[seat])):
            nets[seat] = max(nets[seat], share)
    jackpot[LEVEL] -= share * winners
    jackpot[PAID] += share * winners
    jackpot[PRIZES] += winners
    more = max(grows.start - jackpot[LEVEL], 0)
    jackpot[LEVEL] += more
    jackpot[ADDED] += more


@kernel
def play_seats(
    stream: Words,
    lying: Lying,
    places: Places,
    shoe: Shoe,
    house: House,
    acts: Acts,
    grows: Jackpot,
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Play rounds: deal to each place and the bank, then each place plays, and finally the bank."""
    seats = nets.shape[1]
    n = 0
    while n < len(nets):
        shuffle_if_due(shoe, lying, seats)
        for seat in range(seats):
            places.firsts[seat] = next_card(stream, shoe, lying, PLAYER + seat)
        up = shoe.values[next_card(stream, shoe, lying, BANK)]
        for seat in range(seats):
            places.seconds[seat] = next_card(stream, shoe, lying, PLAYER + seat)
        # ---- offers before any hand is played
        waits, looks = False, False
        for seat in range(seats):
            first, then, owner = places.firsts[seat], places.seconds[seat], PLAYER + seat
            r = first_decision(shoe, house, lying, up, first, then, owner, seats + 1 + seat)
            act = to_sevens(house, signed(acts.first[up, r.one, r.two]), r.one, r.two)
            if r.asked == PROPOSED:
                r = propose(house, lying, r, proposal(house, act, up))
            waits |= r.is_natural != 0 and r.end < 0
            looks |= r.is_insured != 0 or is_at_risk(house, r)
            keep(places.rounds[seat], r)
        # ---- the places in turn
        for seat in range(seats):
            places.live[seat] = lying.where[LIVE]
            r = load(places.rounds[seat])
            if r.asked == HAND:
                act = to_sevens(house, signed(acts.first[up, r.one, r.two]), r.one, r.two)
                while True:
                    r = play(stream, shoe, house, lying, r, act)
                    if r.asked != HAND:
                        break
                    act = next_act(acts, r)
                places.rounds[seat, LOST], places.rounds[seat, THIRD] = r.lost, r.third
        places.live[seats] = lying.where[LIVE]
        waits |= lying.where[LIVE] > 0
        bank = bank_result(stream, shoe, house, lying, up, waits, looks)
        # ---- what is counted
        if house.counted == OF_INSURANCE:
            if up == ACE:
                nets[n] = paid[INSURANCE_WON if bank == BANK_NATURAL else INSURANCE_LOST]
                n += 1
            continue
        if house.counted == OF_SEVENS:
            pay_sevens(house, places, paid, grows, nets[n], jackpot)
            n += 1
            continue
        for seat in range(seats):
            r = load(places.rounds[seat])
            nets[n, seat] = paid[end_of(house, lying, r, places.live[seat], places.live[seat + 1], bank)]
        n += 1


def is_for_table(table: Table, bet: str) -> bool:
    """Return whether a bet pays a progressive jackpot. This kernel then plays even a single seat."""
    side = rules_of(table).side_bet
    return side is not None and side.is_progressive and bet == side.name


def at_table(
    table: Table, bet: str, strategy: str, seats: int, jackpot: int | None = None, *, acts: Acts | None = None
) -> CompiledSeats:
    """Compile a bet at several places, or on sevens with a progressive jackpot."""
    dealt(table, bet, seats)  # raises if the seats may not bet
    play = compiled(table, bet, strategy, acts=acts)
    side = rules_of(table).side_bet
    grows = side is not None and side.is_progressive and bet == side.name
    opening = table.opening.felt.in_jackpot(bet) if jackpot is None else jackpot
    jackpot_of = _jackpot(table, side if grows else None, seats)
    several = like_one(play, play_seats, seats, jackpot_of, scratch=(_empty(seats),))
    return replace(several, jackpot=opening) if grows else several


def _empty(seats: int) -> Places:
    """Return a number of empty places."""
    rounds = np.zeros((seats, len(Round._fields)), np.int64)
    cards = np.zeros(seats, np.int64)
    return Places(cards, cards, rounds, np.zeros(seats + 1, np.int64))


def _jackpot(table: Table, side: SideBet | None, seats: int) -> Jackpot:
    """Return how much a round adds to a jackpot, and its amount after a prize."""
    if side is None:
        return Jackpot(0, 0)
    return Jackpot(times(side.stake * seats, side.share, rules_of(table).rounding), side.start)

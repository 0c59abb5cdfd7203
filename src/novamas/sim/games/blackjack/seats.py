"""Simulation of black jack with several places, and the bet on sevens with a progressive jackpot."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.games.blackjack.setup import SideBet
from novamas.money import times
from novamas.odds.games.blackjack.bets import rules_of
from novamas.odds.games.blackjack.enumeration import ACE, TEN
from novamas.odds.games.blackjack.kernels import HIT, STAND
from novamas.sim.compiler import kernel
from novamas.sim.deal_order import dealt
from novamas.sim.games.blackjack.rounds import (
    BANK,
    BEGAN,
    BURNED,
    EVEN,
    EVEN_MONEY,
    GIVE_UP,
    GIVEN_UP,
    INSURANCE_LOST,
    INSURANCE_WON,
    NO_SEVEN,
    OF_INSURANCE,
    OF_SEVENS,
    PLAYER,
    SEEN,
    SEVEN,
    WAS_REFILLED,
    WON_NATURAL,
    Acts,
    House,
    Lying,
    Shoe,
    compiled,
    next_card,
    play_hands,
)
from novamas.sim.seats import ADDED, FED, LEVEL, PAID, PRIZES, CompiledSeats, like_one
from novamas.sim.streams import Words
from novamas.table.game import Table


class Jackpot(NamedTuple):
    """The growth of the greatest prize of the sevens. All zero if the prize is fixed."""

    feed: int
    start: int


class Places(NamedTuple):
    """The places of a round."""

    first: NDArray[np.int64]  # the first card
    second: NDArray[np.int64]
    acts: NDArray[np.int64]  # with these two
    ends: NDArray[np.int64]  # negative while the bank decides it
    is_natural: NDArray[np.bool_]
    lost: NDArray[np.int64]  # stakes
    live: NDArray[np.int64]  # hands that wait for the bank after this place has played
    thirds: NDArray[np.int64]  # the suit of a third seven


@kernel
def pay_sevens(
    shoe: Shoe,
    house: House,
    places: Places,
    paid: NDArray[np.int64],
    grows: Jackpot,
    nets: NDArray[np.int64],
    jackpot: NDArray[np.int64],
) -> None:
    """Pay each place its greatest prize. Places with three sevens of one suit share a progressive jackpot."""
    jackpot[LEVEL] += grows.feed
    jackpot[FED] += grows.feed
    winners = np.int64(0)
    for seat in range(len(nets)):
        one, two = shoe.suits[places.first[seat]], shoe.suits[places.second[seat]]
        nets[seat] = paid[house.prizes[one, two, places.thirds[seat]]]
        winners += one == two and two == places.thirds[seat] and one != NO_SEVEN
    if grows.start == 0 or winners == 0:
        return
    share = jackpot[LEVEL] // winners
    for seat in range(len(nets)):
        one, two = shoe.suits[places.first[seat]], shoe.suits[places.second[seat]]
        if one == two and two == places.thirds[seat] and one != NO_SEVEN:
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
    """Play rounds: deal to each place and the bank, play the places in turn, then the bank."""
    seats, where = nets.shape[1], lying.where
    n = 0
    while n < len(nets):
        if where[SEEN] + where[BURNED] >= shoe.cut or where[WAS_REFILLED]:
            where[SEEN], where[BURNED], where[WAS_REFILLED] = 0, shoe.burned, 0
        where[BEGAN] = where[SEEN]
        lying.is_gone[: seats + 1] = False
        for seat in range(seats):
            places.first[seat] = next_card(stream, shoe, lying, PLAYER + seat)
        up = shoe.values[next_card(stream, shoe, lying, BANK)]
        for seat in range(seats):
            places.second[seat] = next_card(stream, shoe, lying, PLAYER + seat)
        is_insured = house.counted == OF_INSURANCE and up == ACE
        # ---- acts before any hand is played
        for seat in range(seats):
            one, two = shoe.values[places.first[seat]], shoe.values[places.second[seat]]
            hand = shoe.after[shoe.after[shoe.no_cards, one], two]
            places.is_natural[seat] = shoe.points[hand] == 21
            places.lost[seat], places.thirds[seat], places.ends[seat] = 0, NO_SEVEN, -1
            act: Any = np.int64(acts.first[up, one, two])
            if house.counted == OF_SEVENS and one == SEVEN and two == SEVEN and act in (STAND, GIVE_UP):
                act = HIT  # for a third seven
            places.acts[seat] = act
            if act == GIVE_UP:
                places.ends[seat] = GIVEN_UP
            elif act == EVEN_MONEY and not is_insured:
                places.ends[seat] = EVEN + 1
            elif places.is_natural[seat] and house.pays_at_once and up != ACE and up != TEN:
                places.ends[seat] = WON_NATURAL
            lying.is_gone[PLAYER + seat] = places.ends[seat] >= 0
        # ---- the places in turn
        live, owned, waits, is_at_risk = 0, seats, False, False
        for seat in range(seats):
            is_at_risk |= places.ends[seat] == GIVEN_UP and up == TEN and not house.half_is_safe
        for seat in range(seats):
            if places.is_natural[seat]:
                waits |= places.ends[seat] < 0
            elif places.ends[seat] < 0:
                one, two = shoe.values[places.first[seat]], shoe.values[places.second[seat]]
                hand = shoe.after[shoe.after[shoe.no_cards, one], two]
                live, places.lost[seat], places.thirds[seat], owned = play_hands(
                    stream,
                    shoe,
                    acts,
                    lying,
                    places.acts[seat],
                    one,
                    hand,
                    up,
                    PLAYER + seat,
                    seats + 1 + seat,
                    owned,
                    live,
                )
            places.live[seat] = live
        # ---- the bank
        waits |= live > 0
        bank: Any = np.int64(shoe.after[shoe.no_cards, up])
        cards_of_bank = 1
        while bank >= 0 and (
            (waits and shoe.points[bank] < house.bank_stands_on)
            or ((is_insured or is_at_risk) and cards_of_bank == 1)
        ):
            bank = np.int64(shoe.after[bank, shoe.values[next_card(stream, shoe, lying, BANK)]])
            cards_of_bank += 1
        is_bank_natural = cards_of_bank == 2 and shoe.points[bank] == 21
        # ---- what is counted
        if house.counted == OF_INSURANCE:
            if is_insured:
                nets[n] = paid[INSURANCE_WON if is_bank_natural else INSURANCE_LOST]
                n += 1
            continue
        if house.counted == OF_SEVENS:
            pay_sevens(shoe, house, places, paid, grows, nets[n], jackpot)
            n += 1
            continue
        result = 0 if bank < 0 else 22 if is_bank_natural else np.int64(shoe.points[bank])
        for seat in range(seats):
            end = places.ends[seat]
            if end == GIVEN_UP and is_at_risk and is_bank_natural:
                end = EVEN - 1
            if end < 0 and places.is_natural[seat]:
                end = EVEN if is_bank_natural else WON_NATURAL
            if end < 0:
                end = EVEN - places.lost[seat]
                for nth in range(places.live[seat - 1] if seat else 0, places.live[seat]):
                    if lying.strengths[nth] > result:
                        end += lying.stakes[nth]
                    elif lying.strengths[nth] < result:
                        end -= lying.stakes[nth]
            nets[n, seat] = paid[end]
        n += 1


def is_for_table(table: Table, bet: str) -> bool:
    """Return whether a progressive jackpot pays. Then one seat too is played with this kernel."""
    side = rules_of(table).side_bet
    return side is not None and side.is_progressive and bet == side.name


def at_table(
    table: Table, bet: str, strategy: str, seats: int, jackpot: int | None = None, *, acts: Acts | None = None
) -> CompiledSeats:
    """Compile several places, or the sevens with a progressive jackpot."""
    dealt(table, bet, seats)  # raises if the seats may not bet
    play = compiled(table, bet, strategy, acts=acts)
    side = rules_of(table).side_bet
    grows = side is not None and side.is_progressive and bet == side.name
    opening = table.opening.felt.in_jackpot(bet) if jackpot is None else jackpot
    jackpot_of = _jackpot(table, side if grows else None, seats)
    several = like_one(play, play_seats, seats, jackpot_of, scratch=(_empty(seats),))
    return replace(several, jackpot=opening) if grows else several


def _empty(seats: int) -> Places:
    """Return empty places."""
    numbers = np.zeros(seats, np.int64)
    return Places(numbers, numbers, numbers, numbers, np.zeros(seats, np.bool_), numbers, numbers, numbers)


def _jackpot(table: Table, side: SideBet | None, seats: int) -> Jackpot:
    """Return what a round adds to a jackpot, and its amount after a prize."""
    if side is None:
        return Jackpot(0, 0)
    return Jackpot(times(side.stake * seats, side.share, rules_of(table).rounding), side.start)

"""Kernels of both pai gow games for several hands against one bank.

Each client plays a box against the croupier. If a player banks, the bank plays against the
croupier's hand, if the house stakes on it, and against the boxes after the banker's. The commission
is taken once, on the bank's total win.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from novamas.families.banked.acts import Bet
from novamas.families.pai_gow.acts import TakeBank
from novamas.families.pai_gow.cloth import BANCA, LOSS, WIN, Cloth, bet_on
from novamas.sim.compiler import part_of_kernel
from novamas.sim.games.pai_gow.hands import RESULTS, Set, felt_of, result_of
from novamas.sim.play import CompiledBet
from novamas.sim.seats import CompiledSeats, like_one
from novamas.sim.wagers import lay
from novamas.table.deeds import Deed
from novamas.table.game import Table

WON, LOST = RESULTS.index(WIN), RESULTS.index(LOSS)
BANKER = 1
PER_ALL = "unit_of_all_against_the_bank"


@part_of_kernel
def settle(
    results: NDArray[np.int64],
    mine: Set,
    theirs: Set,
    is_bank: bool,
    hands: NDArray[np.int64],
    bank: int,
    paid: NDArray[np.int64],
    nets: NDArray[np.int64],
    n: int,
) -> None:
    """Write each client's net against the bank's hand, or a player's bank's net against all clients."""
    won = lost = 0
    for place in range(len(hands)):
        if place == bank:
            continue
        own, other = (hands[bank], hands[place]) if is_bank else (hands[place], hands[bank])
        end = result_of(results, mine, own, theirs, other, is_bank)
        won += int(end == WON)
        lost += int(end == LOST)
        if not is_bank:
            nets[n, place] = paid[end]
    if is_bank:
        nets[n, 0] = paid[won * len(hands) + lost]


def against_bank(
    table: Table, bet: str, play: CompiledBet, kernel: Callable[..., None], hands: int
) -> CompiledSeats:
    """Compile several hands against one bank. Raise `Refused` if a hand may not play."""
    felt, is_bank = felt_of(table), bet.startswith(BANCA)
    acts = acts_of_hands(felt, is_bank, hands)
    phase = replace(table.opening, felt=replace(felt, rules=replace(felt.rules, player_bank=is_bank)))
    for act in acts:
        phase = lay(phase, act)
    boxes = sum(isinstance(act, Bet) for act in acts)  # the bank's hand comes after theirs
    numbers = np.zeros(hands + 1, np.int64)
    if not is_bank:
        return like_one(play, kernel, hands, boxes, scratch=(numbers,))
    nets = nets_of_bank(felt, int(play.unit), hands)
    of_all = like_one(replace(play, nets=nets, per=PER_ALL), kernel, hands, boxes, scratch=(numbers,))
    return replace(of_all, seats=1, is_sum_of_ones=hands == 1)  # the bank is one seat


def acts_of_hands(felt: Cloth, is_bank: bool, hands: int) -> tuple[Deed, ...]:
    """Return the acts of hands that play for the minimum against the croupier or a player's bank.

    Against a player the croupier's hand is one of them, unless the house stakes nothing on it.
    """
    stake = felt.minimum
    if not is_bank:
        return tuple(Bet(seat, bet_on(seat), stake) for seat in range(1, hands + 1))
    house = felt.house_bet_against(BANKER)
    boxes = hands - int(house > 0)
    funds = house + stake * min(max(boxes, 1), felt.rules.seats)
    others = range(BANKER + 1, BANKER + 1 + boxes)
    return TakeBank(BANKER, funds), *(Bet(seat, bet_on(seat), stake) for seat in others)


def nets_of_bank(felt: Cloth, stake: int, hands: int) -> tuple[int, ...]:
    """Return the nets of a player's bank after commission, by the numbers of winners and losers."""
    prize = felt.prize(stake)
    wins = (lost * stake - won * prize for won in range(hands + 1) for lost in range(hands + 1))
    return tuple(net - felt.bank_commission_on(net) for net in wins)

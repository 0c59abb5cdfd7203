"""Payment at pai gow: each hand is compared with the bank's, one after another."""

from __future__ import annotations

from typing import Any

from novamas.equipment.pieces import set_name
from novamas.families.banked.acts import Bet
from novamas.families.banked.phases import end_round
from novamas.families.pai_gow.acts import TakeBank
from novamas.families.pai_gow.cloth import BANCA, CASA, CROUPIER_HAND, LOSS, VOID, WIN, C, Cloth, bet_on
from novamas.law import law
from novamas.table.game import Wager
from novamas.table.moves import Moves
from novamas.table.phases import AnyPhase, Step

ALOUD = {WIN: "gana", VOID: "partida nula", LOSS: "pierde"}


@law("IB09.16.I.3", "IB09.16.I.4", "IB09.16.VII.27", "AR10.10-1-C.I.3", "AR10.10-1-C.VI.26", "CM16.8.1.1")
@law("CM16.3.a.1", "CM16.3.b.1", "CM16.10.1")
def settle(moves: Moves[C]) -> Step:
    """Compare the hands of the first player with the bank's, then those of the second, and so on."""
    felt = moves.felt
    stakes = tuple(max((felt.on(seat, bet_on(box)) for box in felt.boxes), default=0) for seat in felt.boxes)
    funds = felt.bank
    won = compare_croupier(moves) if felt.banker else 0
    for box in felt.played:
        if box != felt.banker:
            compare(moves, box)
    if felt.banker:
        charge_bank(moves, moves.felt.on(felt.banker, BANCA) + won - funds)
    for box in felt.played:
        if not moves.felt.staked_on(box):
            felt.hold(moves, box, 0)
    moves.change(last_bets=stakes)
    return end_round(moves)


@law("IB09.16.VII.19", "AR10.10-1-C.VI.18")
def compare_croupier(moves: Moves[C]) -> int:
    """Compare a player's bank with the croupier's hand, and return the bank's win from the house."""
    felt = moves.felt
    banker, stake = felt.banker, felt.house_bet
    show(moves, banker)
    moves.say(f"La banca: {called(felt, banker)}.", felt.course.compared_first)
    case, clauses = case_of(felt, CROUPIER_HAND)
    moves.say(f"El croupier {ALOUD[case]}.", felt.course.compared_first)
    if case == WIN and stake:
        moves.take(banker, BANCA, felt.prize(stake), clauses[0])
    if case == LOSS and stake:
        moves.award(banker, CASA, stake, *clauses)
        return stake
    return 0


@law("IB09.16.VII.28", "IB09.16.VII.29", "IB09.16.VII.30")
@law("AR10.10-1-C.VI.27", "AR10.10-1-C.VI.28", "AR10.10-1-C.VI.29")
def compare(moves: Moves[C], box: int) -> None:
    """Compare one hand with the bank's and settle all bets on it. A hand that does not win is discarded."""
    felt = moves.felt
    show(moves, box)
    case, clauses = case_of(felt, box)
    moves.say(f"Casilla {box}: {called(felt, box)}; {ALOUD[case]}.", felt.course.one_by_one)
    for seat in felt.bettors(box):
        pay(moves, seat, box, case, clauses)
    if case != WIN and len([other for other in felt.dealt if felt.owner(other) == felt.owner(box)]) == 1:
        moves.muck(felt.owner(box), felt.course.losing)


def called(felt: Cloth, box: int) -> str:
    """Return the croupier's call for the two hands of a place. A hand that is set wrongly has no name."""
    low = felt.low(box)
    assert low is not None
    return felt.called(felt.known(box), low) if low else "mal confeccionada"


def show(moves: Moves[C], box: int) -> None:
    """Turn up all cards or tiles of a place."""
    felt = moves.felt
    if not all(held.up for held in felt.held(felt.owner(box))):
        moves.show(felt.owner(box), felt.course.one_by_one)
    if low := felt.low(box):
        moves.note("hands_open", felt.course.one_by_one, box=box, low=set_name(low))


@law("IB09.16.I.5", "AR10.10-1-C.I.4", "CM16.8.1.2", "CM16.11.8.2", "AR10.10-1-C.VI.19")
@law("IB09.16.VIII.3.1", "AR10.10-1-C.VII.3.1", "CM16.8.4.1")
def case_of(felt: Cloth, box: int) -> tuple[str, tuple[str, ...]]:
    """Return the result of a hand and its clauses. A hand set wrongly loses, even in a player's bank."""
    cases = felt.cases
    if box in felt.fouls:
        return LOSS, (felt.foul_clause, *_losing(felt))
    if felt.banker in felt.fouls:
        return WIN, (felt.foul_clause, *next(case.cite for case in cases.values() if case.result == WIN))
    low, bank_low = felt.low(box), felt.low(felt.banker)
    assert low is not None
    assert bank_low is not None
    high_stands, low_stands = felt.stands(felt.known(box), low, felt.known(felt.banker), bank_low)
    case = next(case for case in cases.values() if (case.high, case.low) == (high_stands, low_stands))
    return case.result, case.cite


def _losing(felt: Cloth) -> tuple[str, ...]:
    return next(case.cite for case in felt.cases.values() if case.high == case.low and case.result == LOSS)[
        2:
    ]


@law("IB09.16.I.8", "IB09.16.I.9", "IB09.16.VI.4", "IB09.16.VI.5", "IB09.16.VI.6")
@law("IB09.16.VII.30", "AR10.10-1-C.I.7", "AR10.10-1-C.I.8", "AR10.10-1-C.V.3.a.1", "AR10.10-1-C.V.3.b.1")
@law(
    "AR10.10-1-C.V.3.c.1",
    "AR10.10-1-C.VI.29",
    "AR10.10-1-C.III.2.2",
    "CM16.8.1.5",
    "CM16.8.1.6",
    "CM16.11.2.3",
    "CM16.12.4.2",
)
def pay(moves: Moves[Any], seat: int, box: int, case: str, clauses: tuple[str, ...]) -> None:
    """Pay even money less the commission, collect the stake, or return it on a push.

    A player's bank pays its own losses, and the house takes its commission from the winner.
    """
    felt: Cloth = moves.felt
    bet = bet_on(box)
    stake = felt.on(seat, bet)
    prize = felt.prize(stake)
    fee = felt.commission_on(prize)
    if case == VOID:
        moves.pay(seat, bet, 0, *clauses)
    elif case == LOSS and not felt.banker:
        moves.collect(seat, bet, *clauses)
    elif case == LOSS:
        moves.lose_to(seat, bet, felt.banker, BANCA, *clauses)
    elif not felt.banker:
        rate = felt.pays * (1 - felt.rules.commission)
        moves.pay(seat, bet, prize - fee, *clauses, felt.course.commission, rate=rate)
    else:
        moves.take(felt.banker, BANCA, fee, felt.course.commission)
        moves.win_from(seat, bet, felt.banker, BANCA, prize - fee, *clauses, felt.course.commission)


@law("IB09.16.VII.13", "AR10.10-1-C.VI.9")
def charge_bank(moves: Moves[Any], net: int) -> None:
    """Charge a player's bank the commission on its net win of the round."""
    felt: Cloth = moves.felt
    if fee := felt.bank_commission_on(net):
        moves.take(felt.banker, BANCA, fee, felt.course.commission)


def two_sides(phase: AnyPhase) -> dict[str, Wager]:
    """Return the bets of both sides: a box at the minimum, and a bank against one such box.

    The odds of each are computed for the house way and for best play. The mapping is empty if the house
    has a way of its own.
    """
    felt = phase.felt
    assert isinstance(felt, Cloth)
    if felt.rules.has_own_way:
        return {}
    stake = felt.minimum
    box = Wager((Bet(1, bet_on(1), stake),), stake, "unit_staked")
    bank = Wager((TakeBank(1, felt.least_bank(1)),), stake, "unit_against_the_bank")
    return {"casilla": box, "casilla_best": box, "banca": bank, "banca_best": bank}

"""The bank's hand, and the settlement of all stakes."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from novamas.families.banked.phases import end_round
from novamas.games.blackjack.cloth import BANK, INSURANCE, MAIN, NATURAL, SURRENDER, Cloth, Hand, without
from novamas.games.blackjack.shoe import Turning, turn_card
from novamas.games.blackjack.side_bet import settle_side_bets
from novamas.hands import BlackjackTotal
from novamas.law import law
from novamas.money import times
from novamas.table.bets import read_bet
from novamas.table.moves import Moves
from novamas.table.phases import Step
from novamas.table.results import Points


class Banking(Turning, frozen=True):
    """The croupier deals cards to the bank's hand."""

    step: ClassVar[str] = "bank_draws"

    def drawn(self, what: int) -> Step:
        moves = Moves(self.felt)
        turn_card(moves, self.felt, BANK, what)
        if len(moves.felt.held(BANK)) == 2:
            settle_insurance(moves)
            settle_given_up(moves)
        return bank_goes_on(moves)


@law("IB05.03.V.1.a.6")
def to_bank(moves: Moves[Cloth]) -> Step:
    """Settle the side bets. Then let the bank draw if any stake still depends on its hand."""
    settle_side_bets(moves)
    felt = moves.felt
    if felt.live or felt.given_up or any(read_bet(bet).kind == INSURANCE for _, bet, _ in felt.chips):
        return moves.to(Banking(felt))
    return end_round(moves)  # no hand or insurance is left, so the bank need not draw (our reading)


@law("IB05.03.V.1.a.7", "IB05.03.V.1.a.8", "IB05.03.V.1.a.9")
def bank_goes_on(moves: Moves[Cloth]) -> Step:
    """Let the bank draw until it reaches its total and must stand. An ace counts 11 if possible."""
    felt = moves.felt
    if felt.live and felt.bank.points < felt.rules.bank_stands_on:
        return moves.to(Banking(felt))
    if felt.live:
        settle_hands(moves)
    return end_round(moves)


@law("IB05.03.V.1.b.5", "IB05.03.V.1.b.6")
def settle_insurance(moves: Moves[Cloth]) -> None:
    """Pay insurances 2 to 1 if the bank's second card makes a black jack. Otherwise collect them."""
    felt = moves.felt
    for seat, bet, cents in felt.chips:
        if read_bet(bet).kind != INSURANCE:
            continue
        if felt.bank.is_blackjack:
            rate = felt.rules.pays[INSURANCE].pays
            returned = cents + times(cents, rate, felt.rules.rounding)
            moves.settle(seat, bet, returned, felt.course.insurance_won, rate=rate)
        else:
            moves.collect(seat, bet, felt.course.insurance_lost)


@law("IB05.03.V.1.e.1")
def settle_given_up(moves: Moves[Cloth]) -> None:
    """Collect the stakes of surrendered hands if the bank has a black jack, otherwise half of each."""
    felt = moves.felt
    if not felt.given_up:
        return
    rate = Fraction(-1) if felt.bank.is_blackjack else felt.rules.pays[SURRENDER].pays
    for name in felt.given_up:
        pay_hand(moves, felt, felt.hand(name), rate, felt.rules.surrender.cite[0])
    moves.change(given_up=())


@law("IB05.03.V.1.a.10")
def settle_hands(moves: Moves[Cloth]) -> None:
    """Announce the bank's total, then collect the losing stakes and pay the others from right to left."""
    felt = moves.felt
    bank = felt.bank
    points = "Black-Jack" if bank.is_blackjack else str(bank.points)
    moves.show_result(Points(((BANK, bank.points),)), felt.course.bank_announces)
    moves.say(f"La banca tiene {points}.", felt.course.bank_announces)
    for hand in reversed(felt.live):
        settle_hand(moves, felt, hand, bank)


@law("IB05.03.V.1.a.12", "IB05.03.V.1.a.13", "IB05.03.V.1.a.14", "IB05.03.V.1.a.15", "IB05.03.V.1.a.16")
@law("IB05.03.V.1.c.8")
def settle_hand(moves: Moves[Cloth], felt: Cloth, hand: Hand, bank: BlackjackTotal) -> None:
    """Compare a hand with the bank's and settle all stakes on it: it wins, loses or pushes."""
    total, course = felt.total(hand), felt.course
    if total.strength == bank.strength:
        rate, clauses = Fraction(0), [course.equal_is_void]
    elif total.strength < bank.strength:
        rate, clauses = Fraction(-1), [course.higher_wins]
        if bank.is_blackjack:
            clauses.append(course.bank_blackjack)
    elif total.is_blackjack:
        rate, clauses = felt.rules.pays[NATURAL].pays, [course.payment]
    else:
        won_by = course.bank_over_21 if bank.is_over else course.higher_wins
        rate, clauses = felt.rules.pays[MAIN].pays, [won_by, course.payment]
        if hand.is_split and len(felt.cards(hand.name)) == 2 and total.points == 21:
            clauses.append(course.split_21)
    pay_hand(moves, felt, hand, rate, *clauses)


def pay_hand(moves: Moves[Cloth], felt: Cloth, hand: Hand, rate: Fraction, *clauses: str) -> None:
    """Settle all stakes on a hand at one rate."""
    for seat in felt.holders(hand.name):
        returned = times(felt.on(seat, hand.name), 1 + rate, felt.rules.rounding)
        moves.settle(seat, hand.name, returned, *clauses, rate=rate)


def end_hand(moves: Moves[Cloth], felt: Cloth, hand: Hand, rate: Fraction, clause: str) -> None:
    """End a hand before the bank plays: settle its stakes at one rate and collect its cards."""
    pay_hand(moves, felt, hand, rate, clause)
    close_hand(moves, hand, clause)


def close_hand(moves: Moves[Cloth], hand: Hand, clause: str) -> None:
    """Take a hand out of play and its cards off the table."""
    moves.muck(hand.name, clause)
    moves.change(hands=without(moves.felt.hands, hand.name))

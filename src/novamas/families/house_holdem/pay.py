"""Payment at a hold'em against the house: the best hands of seven cards are compared, bonus last."""

from __future__ import annotations

from typing import Any

from novamas.families.banked.phases import end_round
from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.families.banked_poker.pay import pay_at
from novamas.families.house_holdem.cloth import HoldemCloth
from novamas.families.house_holdem.figures import ANTE, BONUS, STREETS
from novamas.hands import Hand, best_hand
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.phases import Step


@law("AR10.10-1-E.I.2", "AR10.10-1-E.VII.2.16", "AR10.10-1-E.VII.3.7")
@law("AR10.10-1-F.I.2", "AR10.10-1-F.VII.2.17", "AR10.10-1-F.VII.3.3")
def settle(moves: Moves[Any]) -> Step:
    """Compare the bank's best five of seven cards with each player's in turn. Then pay the bonus."""
    felt: HoldemCloth[Any] = moves.felt
    play, ranking, board = felt.figures.play, felt.figures.ranking, felt.cards(BOARD)
    if felt.players:
        bank = best_hand(ranking, felt.cards(BANK), board)
        moves.say(f"La banca: {bank.call}.", play.bank)
        for seat in felt.players:
            moves.show(seat, play.players)
            hand = best_hand(ranking, felt.cards(seat), board)
            moves.say(f"Departamento {seat}: {hand.call}.", play.players)
            pay(moves, seat, hand, bank)
    for seat in felt.holders:
        if felt.on(seat, BONUS):
            pay_bonus(moves, seat)
    return end_round(moves)


@law("AR10.10-1-E.VII.3.2", "AR10.10-1-E.VII.3.3", "AR10.10-1-E.VII.3.4", "AR10.10-1-E.VII.3.5")
@law("AR10.10-1-F.VII.2.19", "AR10.10-1-F.VII.2.20", "AR10.10-1-F.VII.2.21", "AR10.10-1-F.VII.2.23")
def pay(moves: Moves[Any], seat: int, hand: Hand, bank: Hand) -> None:
    """Settle the bets of one player: lost to a better hand, returned at a tie, otherwise paid one to one.

    The ante is paid only for a straight or better. A lower winning hand gets it back.
    """
    felt: HoldemCloth[Any] = moves.felt
    play = felt.figures.play
    for bet in (ANTE, *STREETS):
        stake = felt.on(seat, bet)
        if not stake:
            continue
        if hand < bank:
            moves.collect(seat, bet, play.losing, bank.clause)
        elif hand.ties(bank):
            moves.settle(seat, bet, stake, play.tie)
        elif bet == ANTE and not felt.figures.pays_ante(hand):
            moves.settle(seat, bet, stake, play.ante_back, hand.clause)
        else:
            figures = felt.figures.ante if bet == ANTE else felt.figures.streets[bet]
            pay_at(moves, felt, seat, bet, figures.pays, (*figures.cite[:1], hand.clause))


@law("AR10.10-1-F.VII.2.3", "AR10.10-1-F.VII.3.2")
def pay_bonus(moves: Moves[Any], seat: int) -> None:
    """Settle the bonus according to the player's two cards alone. The other bets do not matter."""
    felt: HoldemCloth[Any] = moves.felt
    bonus = felt.figures.bonus
    assert bonus is not None
    if not all(held.up for held in felt.held(seat)):
        moves.show(seat, bonus.apart)
    prize = felt.figures.bonus_prize(felt.cards(seat), felt.cards(BANK))
    if prize is None:
        moves.collect(seat, BONUS, bonus.losing)
    else:
        pay_at(moves, felt, seat, BONUS, prize.pays, prize.cite)

"""Payment at trijoker: each bet in play is paid by the player's best hand with the community cards."""

from __future__ import annotations

from typing import Any

from novamas.families.banked.phases import end_round
from novamas.families.banked_poker.bets import BOARD
from novamas.families.banked_poker.pay import pay_at
from novamas.games.trijoker.cloth import BETS, Cloth
from novamas.games.trijoker.setup import prize_of
from novamas.hands import Hand, best_hand, ranking_of
from novamas.law import law
from novamas.table.moves import Moves
from novamas.table.phases import Step


@law("IB05.13.VII.12", "AR10.10-1-B.VIII.3.1")
def settle(moves: Moves[Any]) -> Step:
    """Pay the winners and collect from the losers, beginning at the croupier's right."""
    felt: Cloth = moves.felt
    play, board, ranking = felt.play, felt.cards(BOARD), ranking_of(felt.rules.frame)
    for seat in reversed(felt.players):
        moves.show(seat, play.paying)
        hand = best_hand(ranking, felt.cards(seat), board)
        moves.say(f"Departamento {seat}: {hand.call}.", play.paying)
        pay(moves, seat, hand)
    return end_round(moves)


@law("IB05.13.VII.13", "IB05.13.VII.14", "AR10.10-1-B.VIII.3.2", "AR10.10-1-B.VIII.3.3")
def pay(moves: Moves[Any], seat: int, hand: Hand) -> None:
    """Settle the bets of one player: all are paid at the same rate, or all are lost."""
    felt: Cloth = moves.felt
    play, prize = felt.play, prize_of(felt.rules.frame, hand)
    for bet in BETS:
        if not felt.on(seat, bet):
            continue
        if prize is None:
            moves.collect(seat, bet, play.losing)
        else:
            pay_at(moves, felt, seat, bet, prize.pays, (*prize.cite, play.winning, hand.clause))

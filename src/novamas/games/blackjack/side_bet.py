"""The bet beside the game: the sevens among the first cards of a place, and the jackpot that grows."""

from __future__ import annotations

from fractions import Fraction

from novamas.games.blackjack.cloth import Cloth, place_of
from novamas.games.blackjack.setup import Rules, floors
from novamas.hands import Sevens, jackpot_sevens
from novamas.law import law
from novamas.money import times
from novamas.table.bets import read_bet
from novamas.table.moves import Moves


def prize_clauses(rules: Rules, sevens: Sevens) -> tuple[str, ...]:
    """Where the law speaks of a prize; a norm may leave it to the authorisation."""
    listed = floors(rules.frame)
    return (*((listed[sevens].cite[0],) if sevens in listed else ()), rules.side_bet_figures.prize_clause)


@law("IB05.03.V.1.f.1", "AR10.7.e.7")
def feed(moves: Moves[Cloth]) -> None:
    """A share of every stake feeds a progressive jackpot."""
    felt = moves.felt
    bet = felt.rules.side_bet
    if bet is None or not bet.is_progressive:
        return
    stakes = sum(cents for _, name, cents in felt.chips if read_bet(name).kind == bet.name)
    moves.feed(
        bet.name, times(stakes, bet.share, felt.rules.rounding), felt.rules.side_bet_figures.linked_clause
    )


def note_first(moves: Moves[Cloth], felt: Cloth, place: int, card: int) -> None:
    """The first three cards that come to a place count, in that order, whatever hand they go to."""
    if felt.rules.side_bet is None:
        return
    firsts = dict(felt.firsts)
    if len(firsts.get(place, ())) < 3:
        firsts[place] = (*firsts.get(place, ()), card)
        moves.change(firsts=tuple(sorted(firsts.items())))


@law("AR10.7.e.3", "AR10.7.e.5", "AR10.7.e.6", "IB05.03.V.1.f.1")
@law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1", "AR10.7.e.7")
def settle_side_bets(moves: Moves[Cloth]) -> None:
    """Once the hands are played, whatever became of them: the greatest prize, or the stake is lost.

    A progressive jackpot is shared equally by those who win it, and starts again.
    """
    felt = moves.felt
    bet, firsts = felt.rules.side_bet, dict(felt.firsts)
    if bet is None:
        return
    stakes = [chips for chips in felt.chips if read_bet(chips.bet).kind == bet.name]
    cards = {chips.bet: firsts.get(place_of(chips.bet), ()) for chips in stakes}
    winners = {name for name, three in cards.items() if jackpot_sevens(three) is Sevens.THREE_SUITED}
    share = felt.in_jackpot(bet.name) // max(len(winners), 1)
    for seat, name, cents in stakes:
        won = bet.best(cards[name], Fraction(share, bet.stake))
        if won is None:
            moves.collect(seat, name, felt.rules.side_bet_figures.lost_clause)
            continue
        sevens, rate = won
        returned = cents + times(cents, rate, felt.rules.rounding)
        clauses = prize_clauses(felt.rules, sevens)
        moves.settle(seat, name, returned, *clauses, rate=rate)
        if name in winners:
            moves.draw_on(bet.name, share, clauses[0])  # where that is too little, the house adds the rest
    if winners and bet.is_progressive:
        left = moves.felt.in_jackpot(bet.name)
        moves.feed(bet.name, max(bet.start - left, 0), felt.rules.side_bet_figures.linked_clause)

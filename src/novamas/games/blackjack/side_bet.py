"""The side bet on sevens: its combinations of the first cards of a place, and its jackpot."""

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
    """Return the clauses of a prize. A norm may leave the prize to the casino's authorisation."""
    listed = floors(rules.frame)
    return (*((listed[sevens].cite[0],) if sevens in listed else ()), rules.side_bet_figures.prize_clause)


@law("IB05.03.V.1.f.1", "AR10.7.e.7")
def feed(moves: Moves[Cloth]) -> None:
    """Add the jackpot's share of every side bet to a progressive jackpot."""
    felt = moves.felt
    bet = felt.rules.side_bet
    if bet is None or not bet.is_progressive:
        return
    stakes = sum(cents for _, name, cents in felt.chips if read_bet(name).kind == bet.name)
    moves.feed(
        bet.name, times(stakes, bet.share, felt.rules.rounding), felt.rules.side_bet_figures.linked_clause
    )


def note_first(moves: Moves[Cloth], felt: Cloth, place: int, card: int) -> None:
    """Note a card if it is among the first three of a place, no matter in which hand it is."""
    if felt.rules.side_bet is None:
        return
    firsts = dict(felt.firsts)
    if len(firsts.get(place, ())) < 3:
        firsts[place] = (*firsts.get(place, ()), card)
        moves.change(firsts=tuple(sorted(firsts.items())))


@law("AR10.7.e.3", "AR10.7.e.5", "AR10.7.e.6", "IB05.03.V.1.f.1")
@law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1", "AR10.7.e.7")
def settle_side_bets(moves: Moves[Cloth]) -> None:
    """Pay each side bet its greatest prize or collect it. The result of the hand does not matter.

    The winners of a progressive jackpot share it equally, and it restarts at its starting amount.
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
        best = bet.best(cards[name], Fraction(share, bet.stake))
        if best is None:
            moves.collect(seat, name, felt.rules.side_bet_figures.lost_clause)
            continue
        sevens, rate = best
        returned = cents + times(cents, rate, felt.rules.rounding)
        clauses = prize_clauses(felt.rules, sevens)
        moves.settle(seat, name, returned, *clauses, rate=rate)
        if name in winners:
            moves.draw_on(bet.name, share, clauses[0])  # if the jackpot holds less, the house adds the rest
    if winners and bet.is_progressive:
        left = moves.felt.in_jackpot(bet.name)
        moves.feed(bet.name, max(bet.start - left, 0), felt.rules.side_bet_figures.linked_clause)

"""The bet beside the game: the sevens among the first cards of a place, and the jackpot that grows."""

from __future__ import annotations

from fractions import Fraction

from novamas.games.banked.blackjack.cloth import Cloth
from novamas.games.banked.blackjack.rules import SideBet
from novamas.hands import Sevens, jackpot_sevens
from novamas.kit.money import times
from novamas.law import law
from novamas.table.felt import Chips
from novamas.table.moves import Moves


def aside(bet: SideBet, place: int) -> str:
    """The name of the bet on a place."""
    return f"{bet.name}:{place}"


def stake_clause(norm: str) -> str:
    """Where the law speaks of the stake."""
    return "IB05.03.V.1.f.1" if norm == "IB05" else "AR10.7.e.2"


def clauses_of(norm: str, sevens: Sevens) -> tuple[str, ...]:
    """Where the law speaks of a prize; the Balearic norm leaves it to the authorisation."""
    return ("IB05.03.V.1.f.1",) if norm == "IB05" else (sevens.clause, "AR10.7.e.6")


def feed(moves: Moves[Cloth]) -> None:
    """A share of every stake feeds a progressive jackpot."""
    felt = moves.felt
    bet = felt.rules.side_bet
    if bet is None or not bet.is_progressive:
        return
    stakes = sum(cents for _, name, cents in felt.chips if name.startswith(f"{bet.name}:"))
    if stakes:
        moves.change(jackpot=felt.jackpot + times(stakes, bet.share, felt.rules.rounding))


def note_first(moves: Moves[Cloth], felt: Cloth, place: int, card: int) -> None:
    """The first three cards that come to a place count, in that order, whatever hand they go to."""
    if felt.rules.side_bet is None:
        return
    firsts = dict(felt.firsts)
    if len(firsts.get(place, ())) < 3:
        firsts[place] = (*firsts.get(place, ()), card)
        moves.change(firsts=tuple(sorted(firsts.items())))


@law("AR10.7.e.3", "AR10.7.e.5", "AR10.7.e.6", "AR10.7.e.e.1", "IB05.03.V.1.f.1")
def settle_side_bets(moves: Moves[Cloth]) -> None:
    """Once the hands are played, whatever became of them: the greatest prize, or the stake is lost."""
    felt = moves.felt
    bet = felt.rules.side_bet
    if bet is None:
        return
    firsts = dict(felt.firsts)
    made: list[tuple[Chips, Sevens | None]] = []
    for chips in felt.chips:
        if chips.bet.startswith(f"{bet.name}:"):
            place = int(chips.bet.removeprefix(f"{bet.name}:"))
            made.append((chips, jackpot_sevens(firsts.get(place, ()))))
    winners = sum(1 for _, sevens in made if sevens is Sevens.THREE_SUITED)
    for chips, sevens in made:
        rate = None if sevens is None else prize(felt, bet, sevens, winners)
        if sevens is None or rate is None:
            lost = "IB05.03.V.1.f.1" if felt.rules.norm == "IB05" else "AR10.7.e.3"
            moves.collect(chips.seat, chips.bet, lost)
        else:
            returned = chips.cents + times(chips.cents, rate, felt.rules.rounding)
            moves.settle(chips.seat, chips.bet, returned, *clauses_of(felt.rules.norm, sevens), rate=rate)
    if winners and bet.is_progressive:
        moves.change(jackpot=bet.start)


@law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1", "AR10.7.e.7")
def prize(felt: Cloth, bet: SideBet, sevens: Sevens, winners: int) -> Fraction | None:
    """The prize to one: as displayed, or an equal share of the jackpot, never less than displayed."""
    displayed = bet.pays(sevens)
    if sevens is Sevens.THREE_SUITED and bet.is_progressive:
        shared = Fraction(felt.jackpot // winners, bet.stake)
        return max(shared, displayed or Fraction(0))
    return displayed

"""Payment at three-card poker: the main bets against the bank, the bonus, Pareja Plus."""

from __future__ import annotations

from typing import Any

from novamas.families.banked_poker.open_boxes import named
from novamas.families.banked_poker.pay import EVEN, pay_at
from novamas.games.tres_cartas.cloth import ANTE, BONUS, PAREJA_PLUS, SECOND, Cloth
from novamas.hands import Hand
from novamas.law import law
from novamas.table.moves import LOST, Moves


@law("IB09.17.V.2.9", "AR10.10-1-D.VII.10")
def settle(moves: Moves[Any], felt: Cloth) -> None:
    """Compare the bank's hand with each hand still in play, and settle every bet on it."""
    bank = felt.bank
    if not felt.does_bank_play(bank):
        moves.say("La banca no juega.", felt.figures.play.qualifying)
    for box, commander in felt.commands:
        if not felt.bettors(box):
            continue
        moves.show(felt.hand(box), felt.figures.play.comparing)
        mine = felt.made(box)
        for seat in felt.bettors(box):
            pay_main(moves, felt, box, seat, mine, bank)
            pay_bonus(moves, felt, box, seat, mine, bank)
        pay_pareja_plus(moves, felt, commander, mine)


@law("IB09.17.V.2.8", "IB09.17.V.2.10", "IB09.17.V.2.Bonus.3", "IB09.17.V.2.11", "IB09.17.V.2.16")
@law("AR10.10-1-D.VII.9", "AR10.10-1-D.VII.11", "AR10.10-1-D.VIII.3", "AR10.10-1-D.VIII.5")
@law("AR10.10-1-D.VIII.e.1")
def pay_main(moves: Moves[Any], felt: Cloth, box: int, seat: int, mine: Hand, bank: Hand) -> None:
    """Settle ante and second bet: even money if the hand is better, lost if worse, returned at a tie.

    A bank that does not play pays the ante alone. The law says nothing about the second bet in this case,
    or about both bets at a tie. It is our reading that they are returned.
    """
    play, bets = felt.figures.play, felt.figures.bets
    clauses: tuple[str, ...] = (play.not_playing,)
    ante, second = bets[ANTE].pays, EVEN
    if felt.does_bank_play(bank):
        same = (play.same, felt.ranking.tie_clause(mine.category)) if mine.category is bank.category else ()
        if mine.ties(bank):
            ante, clauses = EVEN, (play.tie,)
        elif mine > bank:
            second, clauses = bets[SECOND].pays, (play.winning, play.comparing, *same)
        else:
            ante, second, clauses = LOST, LOST, (play.losing, play.comparing, *same)
    pay_at(moves, felt, seat, named(ANTE, box, seat), ante, clauses)
    pay_at(moves, felt, seat, named(SECOND, box, seat), second, clauses)


@law("IB09.17.V.2.Bonus.1", "IB09.17.V.2.Bonus.2", "IB09.17.V.2.Bonus.4")
@law("AR10.10-1-D.VIII.1", "AR10.10-1-D.VIII.2", "AR10.10-1-D.VIII.4")
def pay_bonus(moves: Moves[Any], felt: Cloth, box: int, seat: int, mine: Hand, bank: Hand) -> None:
    """Pay the bonus for a straight or better. It is a multiple of the ante, whatever the bank has."""
    prize, play = felt.figures.bonus.get(mine.category.value), felt.figures.play
    if prize is not None:
        ante = felt.bet_on(ANTE, box, seat)
        whatever = play.bonus_always if felt.does_bank_play(bank) else play.bonus_if_not_playing
        clauses = (*prize.cite, play.bonus, whatever)
        moves.award(seat, named(BONUS, box, seat), int(prize.pays * ante), *clauses, rate=prize.pays)


@law("IB09.17.V.5.2", "IB09.17.V.5.4", "IB09.17.V.5.9", "IB09.17.V.5.10", "IB09.17.V.5.8")
@law("AR10.10-1-D.V.3.1", "AR10.10-1-D.V.3.3", "AR10.10-1-D.V.3.7", "AR10.10-1-D.V.3.8", "AR10.10-1-D.V.3.6")
def pay_pareja_plus(moves: Moves[Any], felt: Cloth, seat: int, mine: Hand) -> None:
    """Settle Pareja Plus by the pay table of the house. A hand below a pair loses."""
    if not felt.on(seat, PAREJA_PLUS):
        return
    aside = felt.figures.aside
    prize = felt.figures.pareja_plus[felt.rules.pareja_plus].get(mine.category.value)
    if prize is None:
        moves.collect(seat, PAREJA_PLUS, aside.losing)
    else:
        pay_at(moves, felt, seat, PAREJA_PLUS, prize.pays, (*prize.cite, aside.prize, aside.highest_only))

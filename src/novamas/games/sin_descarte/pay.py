"""Payment at no-draw poker: the main bets against the bank, the insurance, the jackpots."""

from __future__ import annotations

from typing import Any

from novamas.families.banked_poker.bets import BANK
from novamas.families.banked_poker.open_boxes import named
from novamas.families.banked_poker.pay import EVEN, pay_at
from novamas.games.sin_descarte.cloth import INITIAL, SECOND, SEGURO, Cloth
from novamas.games.sin_descarte.setup import Pool
from novamas.hands import Category, Hand
from novamas.law import law
from novamas.table.moves import LOST, Moves

ROYAL = Category.ESCALERA_DE_COLOR_REAL


@law("IB05.11.V.4.18", "AR10.10-1-A.VI.3.4", "AR10.10-1-A.I.2")
def settle(moves: Moves[Any], felt: Cloth) -> None:
    """Compare the bank's hand with each hand still in play, and settle every bet on it."""
    bank, play = felt.made(BANK), felt.figures.play
    if not felt.does_bank_play(bank):
        moves.say("La banca no juega.", play.qualifying)
    for box, commander in felt.commands:
        owner = felt.hand(box)
        if not felt.held(owner):
            continue
        if owner == box:  # the cards of a vacant box are already face up
            moves.show(owner, play.comparing)
        mine = felt.made(owner)
        for seat in felt.bettors(box):
            pay_main(moves, felt, box, seat, mine, bank)
        if owner == commander and felt.on(commander, SEGURO):
            pay_seguro(moves, felt, commander, mine)


@law("IB05.11.V.4.17", "IB05.11.V.4.18", "IB05.11.V.4.19", "IB05.11.V.4.20", "IB05.11.V.4.21")
@law("IB05.11.V.1.2", "IB05.11.V.1.3", "IB05.11.V.1.j.2", "AR10.10-1-A.V.1.3", "AR10.10-1-A.V.2.1")
@law("AR10.10-1-A.VI.3.3", "AR10.10-1-A.VI.3.4", "AR10.10-1-A.VI.3.5", "AR10.10-1-A.VI.3.6")
def pay_main(moves: Moves[Any], felt: Cloth, box: int, seat: int, mine: Hand, bank: Hand) -> None:
    """Settle the main bets: a better hand wins both, a worse one loses both, a tie returns both.

    The initial bet wins even money, the second by its combination. If the bank does not play, it pays only
    the initial bet. It is our reading that the second is then returned.
    """
    play = felt.figures.play
    clauses: tuple[str, ...] = (play.not_playing,)
    second_clauses = clauses
    initial, second = felt.figures.initial.pays, EVEN
    if felt.does_bank_play(bank):
        tie = felt.figures.ranking.tie_clause(mine.category)
        same = (play.same, tie) if mine.category is bank.category else ()
        if mine.ties(bank):
            initial, clauses = EVEN, (play.tie, play.only_if_better)
            second_clauses = clauses
        elif mine > bank:
            prize = felt.figures.second[mine.category.value]
            second = prize.pays
            clauses = (play.initial, *same)
            second_clauses = tuple(dict.fromkeys((*prize.cite, play.comparing, *same)))  # each named once
        else:
            initial, second = LOST, LOST
            clauses = second_clauses = (play.losing, play.only_if_better, *same)
    pay_at(moves, felt, seat, named(INITIAL, box, seat), initial, clauses)
    pay_at(moves, felt, seat, named(SECOND, box, seat), second, second_clauses)


@law("IB05.11.V.4.3", "AR10.10-1-A.VIII.1.2")
def pay_seguro(moves: Moves[Any], felt: Cloth, seat: int, mine: Hand) -> None:
    """Settle the insurance of a player who stayed in. A full house or better wins a multiple of it.

    It is paid even if the bank does not play or has the better hand.
    """
    figures, rules = felt.figures, felt.rules
    hand = felt.first_cards(seat) if rules.seguro_on_first_cards else mine
    prize = figures.prizes.get(hand.category.value)
    if prize is None:
        moves.collect(seat, SEGURO, figures.seguro.losing)
        return
    stake = felt.on(seat, SEGURO)
    returned = int(stake * prize.pays) + (stake if rules.seguro_returned else 0)
    moves.settle(seat, SEGURO, returned, *prize.cite, figures.seguro.prize, rate=prize.pays)


# ---------------------------------------------------------------- carousel and progressive


def settle_pools(moves: Moves[Any]) -> None:
    """Feed each jackpot from the stakes of the round, and pay the straight flushes and royal flushes."""
    felt: Cloth = moves.felt
    for pool in felt.rules.pools:
        settle_pool(moves, felt, pool)


@law("IB05.11.V.4.Carrousel.2", "IB05.11.V.4.Carrousel.3", "IB05.11.V.4.Carrousel.4", "AR10.10-1-A.VII.2")
@law("AR10.10-1-A.VII.3", "AR10.10-1-A.VIII.2.1", "AR10.10-1-A.VIII.2.5")
def settle_pool(moves: Moves[Any], felt: Cloth, pool: Pool) -> None:
    """Pay a tenth of the jackpot to a straight flush and the rest to royal flushes, which share it.

    Three points are our readings. Each of several straight flushes gets a tenth. The first five cards
    count. The jackpot starts again with the amount that the house has set aside for it.
    """
    figures, name = felt.figures.pools[pool.name], pool.name
    staked = sum(cents for _, bet, cents in (*felt.chips, *felt.taken) if bet == name)
    moves.feed(name, int(staked * pool.share), figures.feeding)
    holds = moves.felt.in_jackpot(name)
    seats = [seat for seat, bet, _ in felt.chips if bet == name]
    royals = [seat for seat in seats if was_dealt(felt, seat, ROYAL)]
    flushes = [seat for seat in seats if was_dealt(felt, seat, Category.ESCALERA_DE_COLOR)]
    tenth = int(holds * figures.part_of_it)
    prizes = dict.fromkeys(flushes, (tenth, figures.part))
    prizes |= {seat: ((holds - tenth * len(flushes)) // len(royals), figures.whole) for seat in royals}
    for seat in seats:
        if seat in prizes:
            prize, clause = prizes[seat]
            moves.settle(seat, name, prize, clause, figures.feeding)
            moves.draw_on(name, prize, clause)
        else:
            moves.collect(seat, name, figures.feeding)
    if royals:
        moves.feed(name, pool.start, figures.feeding)


def was_dealt(felt: Cloth, seat: int, category: Category) -> bool:
    """Return whether the first five cards of a player still in play make this category."""
    return bool(felt.held(seat)) and felt.first_cards(seat).category is category

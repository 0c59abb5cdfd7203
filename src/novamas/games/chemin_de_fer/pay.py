"""The end of a coup: showing hands, paying and collecting stakes, the deduction, banco seguido."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.families.passing_bank.acts import Pay
from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.families.passing_bank.phases import BankPhase
from novamas.games.chemin_de_fer.cloth import LATE, PUNTO, UNCOVERED, Cloth, Coup
from novamas.games.chemin_de_fer.phases import bank as holding
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.results import Points
from novamas.table.roles import CROUPIER, Who


@law("IB05.08.VI.13", "IB05.08.VII.26")
def announce(moves: BankMoves[Cloth]) -> Step:
    """Announce and show both hands. Nothing is paid yet."""
    felt = moves.felt
    punto, bank = felt.punto_points, felt.bank_points
    for owner in (felt.coup.punto, felt.banker):
        if felt.held(owner):
            moves.show(owner, felt.course.shown)
    moves.show_result(Points((("punto", punto), ("banca", bank))), felt.course.result)
    return moves.to(Announced(moves.felt))


class Announced(BankPhase[Cloth], frozen=True):
    """The hands are face up. Errors may still be noticed until the stakes are paid."""

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Pay(), self.clause)

    def after(self, act: Act) -> Step:
        moves = BankMoves(self.felt)
        return settle(moves, edge_of(moves), self.felt.course.result)


@law("IB05.08.VI.2", "IB05.08.VI.3", "IB05.08.VIII.4.8")
def edge_of(moves: BankMoves[Cloth]) -> int:
    """Return the bank's lead in points. Above zero the bank wins, below zero the punto wins.

    The hand nearest to nine wins. The bank's natural 8 beats a punto's 9 that was not shown in
    time.
    """
    felt = moves.felt
    forgot = felt.coup.misspoken and len(felt.held(felt.coup.punto)) == 2
    if forgot and felt.coup.abated == felt.banker and felt.punto_points == 9 and felt.bank_points == 8:
        return 1
    return felt.bank_points - felt.punto_points


@law("IB05.08.VI.13", "IB05.08.VI.3", "IB05.08.III.2.2", "IB05.08.IV.12", "IB05.08.V.28", "IB05.08.VII.27")
def settle(moves: BankMoves[Cloth], edge: int, clause: str) -> Step:
    """Settle the stakes between the puntos and the bank. The house deducts its share of the bank's win."""
    felt = moves.felt
    if felt.coup.fifth and not any(len(pile.cards) > 2 for pile in felt.piles):
        moves.burn(felt.wrongs.fifth_card)  # the fifth card was not needed
    banker, staked = felt.banker, felt.against
    # players who followed the hand are collected first and paid last
    order = sorted(felt.stakes, key=lambda one: ((one in felt.followers) == (edge < 0), felt.rank(one)))
    for person in order:
        if edge > 0:
            moves.lose_to(person, PUNTO, banker, BANCA, clause)
        elif edge < 0:
            moves.win_from(person, PUNTO, banker, BANCA, felt.rules.prize(felt.stakes[person]), clause)
        else:
            moves.withdraw(person, PUNTO, felt.stakes[person], felt.course.tie)
    if edge > 0:
        part = felt.rules.house_part(staked)
        moves.take(banker, BANCA, part, felt.course.deduction)
        moves.change(won=felt.won + staked - part, seguido=next_seguido(moves, felt.coup, order))
    return end_coup(moves, lost=edge < 0)


@law("IB05.08.VII.13", "IB05.08.VII.18", "IB05.08.VII.22", "IB05.08.VII.23")
def next_seguido(moves: BankMoves[Cloth], coup: Coup, puntos: list[int]) -> int:
    """Return the player who may repeat a banco: one who lost after going banco or staking alone, or 0."""
    if coup.banco:
        return coup.punto
    return puntos[0] if len(puntos) == 1 else 0


@law("IB05.08.VIII.1.5", "IB05.08.VIII.2.3")
def annul(moves: BankMoves[Cloth]) -> Step:
    """Declare the coup void and return all stakes to the players."""
    for person, bet, cents in moves.felt.chips:
        if bet in (PUNTO, LATE):
            moves.withdraw(person, bet, cents, moves.felt.course.tie)
    return end_coup(moves, lost=False)


@law("IB05.08.V.b.1", "IB05.08.VII.28", "IB05.08.V.16")
def end_coup(moves: BankMoves[Cloth], *, lost: bool) -> Step:
    """Gather the cards. The part of the bank that was not covered returns to play."""
    moves.clear()
    felt = moves.felt
    if felt.on(felt.banker, UNCOVERED):
        moves.slide(felt.banker, UNCOVERED, BANCA, felt.course.uncovered)
    moves.change(coup=Coup(), former_banco=0)
    phase, _ = holding.lose_bank(moves) if lost else holding.keep_bank(moves)
    moves.end_round()
    return moves.to(phase)

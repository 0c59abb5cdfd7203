"""The end of a coup on two sides: showing hands, collecting and paying stakes, the deduction."""

from __future__ import annotations

from collections.abc import Iterable

from novamas.families.passing_bank.acts import Pay
from novamas.families.passing_bank.cloth import BANCA, BankMoves
from novamas.games.bacara_dos_panos.cloth import CARDS, PANOS, PENDING, Cloth, Coup
from novamas.games.bacara_dos_panos.phases import bank
from novamas.games.bacara_dos_panos.phases.common import Playing
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.offers import Offer
from novamas.table.phases import Step
from novamas.table.results import Points
from novamas.table.roles import CROUPIER, Who


@law("IB05.09.VII.13", "IB05.09.VII.14")
def announce(moves: BankMoves[Cloth]) -> Step:
    """Show the hands and announce the points. Nothing is paid yet."""
    while moves.felt.held(PENDING):
        moves.lay_down(PENDING, nth=-1, clause=moves.felt.wrongs.surplus)
    felt = moves.felt
    for hand in CARDS:
        if felt.held(hand) and all(held.card is not None for held in felt.held(hand)):
            moves.show(hand, felt.course.shown)
    void = dict(zip(PANOS, felt.coup.void, strict=True))
    points = tuple((hand, None if void.get(hand) else felt.points(hand)) for hand in CARDS)
    moves.show_result(Points(points), felt.course.shown)
    return moves.to(Announced(moves.felt))


class Announced(Playing, frozen=True):
    """The hands are face up. Errors may still be noticed until the stakes are paid."""

    def offers(self, who: Who) -> Iterable[Offer]:
        if who is CROUPIER:
            yield Offer(Pay(), self.clause)

    @law("IB05.09.VII.15", "IB05.09.VII.16", "IB05.09.VI.10", "IB05.09.VI.11")
    def after(self, act: Act) -> Step:
        """Collect the losing stakes and pay the winners. The house deducts its share of a net win."""
        moves, felt = BankMoves(self.felt), self.felt
        results = tuple(result(felt, n) for n in (0, 1))
        if felt.rules.beyond_the_bank == "no_juegan" and not felt.rules.is_open:
            give_back_uncovered(moves)
        collected = collect(moves, results)
        paid = pay(moves, results)
        if collected > paid:
            moves.take(felt.banker, BANCA, felt.rules.house_part(collected - paid), felt.course.deduction)
        if felt.coup.banco and results == (0, 0):
            moves.say("Jugada nula: el banco puede repetirse.", felt.course.banco_void)
        else:
            moves.change(repeats=0, repeater=0)
        pass_hands(moves, results)
        return end_coup(moves)


@law("IB05.09.I.3", "IB05.09.IV.4")
def give_back_uncovered(moves: BankMoves[Cloth]) -> None:
    """Return the stakes that a limited bank cannot cover. They do not play.

    Stakes are covered by priority, those of the first side before those of the second.
    """
    felt, covered = moves.felt, moves.felt.bank
    for pano in PANOS:
        stakes = felt.stakes(pano)
        for person in sorted(stakes, key=felt.rank):
            plays = min(stakes[person], covered)
            covered -= plays
            if plays < stakes[person]:
                moves.withdraw(person, pano, stakes[person] - plays, felt.course.limited_bank)


@law("IB05.09.VI.7", "IB05.09.VI.11", "IB05.09.VIII.2.4")
def result(felt: Cloth, n: int) -> int:
    """Return the result on one side: 1 if the bank wins, -1 if the punto wins, 0 if tied or void."""
    if felt.coup.void[n]:
        return 0
    bank, punto = felt.strength(BANCA), felt.strength(PANOS[n])
    return (bank > punto) - (bank < punto)


def collect(moves: BankMoves[Cloth], results: tuple[int, ...]) -> int:
    """Add the losing stakes to the bank and return tied ones. Return the sum of the losing stakes."""
    collected = 0
    for pano, won in zip(PANOS, results, strict=True):
        stakes = moves.felt.stakes(pano)
        for person in sorted(stakes, key=moves.felt.rank):
            if won > 0:
                moves.lose_to(person, pano, moves.felt.banker, BANCA, moves.felt.course.result)
                collected += stakes[person]
            elif won == 0:
                moves.withdraw(person, pano, stakes[person], moves.felt.course.tie)
    return collected


@law("IB05.09.I.3", "IB05.09.I.4", "IB05.09.VII.15", "IB05.09.V.2.2", "IB05.09.IV.4")
def pay(moves: BankMoves[Cloth], results: tuple[int, ...]) -> int:
    """Pay the winners by priority and return the sum. A limited bank pays only until it is empty."""
    felt, paid = moves.felt, 0
    for pano, won in zip(PANOS, results, strict=True):
        stakes = felt.stakes(pano) if won < 0 else {}
        for person in sorted(stakes, key=felt.rank):
            prize = felt.rules.prize(pano, stakes[person])
            if felt.rules.is_open:
                guarantee(moves, prize)
            prize = min(prize, moves.felt.bank)
            if prize:
                moves.win_from(person, pano, felt.banker, BANCA, prize, felt.course.result)
            else:
                moves.withdraw(person, pano, stakes[person], felt.course.limited_bank)
            paid += prize
    return paid


@law("IB05.09.I.4", "IB05.09.V.2.2")
def guarantee(moves: BankMoves[Cloth], cents: int) -> None:
    """Refill an unlimited bank that is short, from the banker's chips or else from the deposit."""
    felt = moves.felt
    short = cents - felt.bank
    if short > 0:
        if felt.purse(felt.banker) < short:
            moves.buy(felt.banker, short - felt.purse(felt.banker), felt.course.guarantee)
        moves.stake(felt.banker, BANCA, short, felt.course.free_bank)
        moves.change(put_in=felt.put_in + short)


@law("IB05.09.IV.6", "IB05.09.IV.7", "IB05.09.VIII.1.7")
def pass_hands(moves: BankMoves[Cloth], results: tuple[int, ...]) -> None:
    """Pass the cards of a side to its next player if the bank won there."""
    felt, coup = moves.felt, moves.felt.coup
    if coup.banco:
        return
    hands = list(felt.hands)
    size = felt.rules.compartments
    for n in (0, 1):
        if results[n] > 0 and not coup.keeps_hand[n]:
            hands[n] = (felt.places.index(felt.holder(n)) % size + 1) % size
    moves.change(hands=(hands[0], hands[1]))


@law("IB05.09.VIII.1.5", "IB05.09.VIII.2.1")
def annul(moves: BankMoves[Cloth]) -> Step:
    """Declare the coup void and return all stakes to the players."""
    for person, bet, cents in moves.felt.chips:
        if bet in PANOS:
            moves.withdraw(person, bet, cents, moves.felt.course.tie)
    return end_coup(moves)


def end_coup(moves: BankMoves[Cloth]) -> Step:
    """Gather the cards and end the coup."""
    moves.clear()
    moves.change(coup=Coup())
    phase, _ = bank.after_coup(moves)
    moves.end_round()
    return moves.to(phase)

"""The phases of treinta y cuarenta: the cut, the rows, the red card and the tie at 31."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from novamas.equipment.cards import is_red
from novamas.families.banked.phases import Drawing, Waiting, end_round
from novamas.families.coups.phases import Shuffling
from novamas.families.coups.setup import fresh_shoe
from novamas.families.prison import ChoosingHalf, Prison, caught, caught_again, half, may_take_half
from novamas.games.treinta_y_cuarenta.acts import Cut, Insure
from novamas.games.treinta_y_cuarenta.cloth import MESA, NEGRA, ROJA, SEGURO, Cloth
from novamas.games.treinta_y_cuarenta.pay import collect, pay
from novamas.games.treinta_y_cuarenta.rows import Result
from novamas.games.treinta_y_cuarenta.setup import Rules
from novamas.hands import is_row_complete, row_points
from novamas.law import law
from novamas.table.bets import read_bet
from novamas.table.deeds import Act
from novamas.table.game import NoPremises
from novamas.table.moves import Moves
from novamas.table.offers import Offer
from novamas.table.phases import Phase, Step
from novamas.table.refusals import Refusal
from novamas.table.results import Points
from novamas.table.roles import Who


class Cutting(Phase[Cut], frozen=True):
    """The player at the croupier's right, in seat 1, cuts. The croupier then inserts the red card."""

    felt: Cloth

    @property
    def clause(self) -> str:  # type: ignore[override]  # the clause depends on the norm
        return self.felt.course.cut

    def seats(self) -> int:
        return self.felt.places

    @property
    def turn(self) -> Who:
        return 1

    def offers(self, who: Who) -> Iterable[Offer]:
        if who == 1:
            yield Offer(Cut(1), self.clause)

    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Cut):
            return None
        return Refusal("cut_first", self.clause, figures={"seat": 1})

    @law("IB05.05.V.3.1", "IB05.05.V.3.2")
    def after(self, act: Cut) -> Step:
        moves, shoe = Moves(self.felt), fresh_shoe(self.felt.rules.frame)
        moves.use(shoe)
        behind = f"La carta roja, delante de las {shoe.size - shoe.cut} últimas."
        moves.say(behind, self.felt.course.red_card)
        return moves.to(Waiting(moves.felt))


# ---------------------------------------------------------------- the rows


class Laying(Drawing[Cloth], frozen=True):
    """The croupier deals cards face up to the black row until it reaches 31, then to the red row."""

    @property
    def clause(self) -> str:  # type: ignore[override]
        return self.felt.course.laid

    @law("IB05.05.V.1.7")
    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Insure):
            return Refusal("insured_when_laid", self.felt.rules.insurance.clause)
        return super().reason(act)

    @law("IB05.05.V.1.1", "IB05.05.V.1.2", "IB05.05.V.3.4", "IB05.05.V.3.5")
    def drawn(self, what: int) -> Step:
        moves, row = Moves(self.felt), ROJA if is_row_complete(self.felt.cards(NEGRA)) else NEGRA
        moves.deal(row, what, up=True)
        felt = moves.felt
        if row == ROJA and is_row_complete(felt.cards(ROJA)):
            return settle(moves)
        if felt.need_shoe.has_reached_cut:
            return annul(moves)
        return moves.to(Laying(felt))


@law("IB05.05.V.3.3")
def annul(moves: Moves[Cloth]) -> Step:
    """Annul the coup because the red card appears. The last cards are dealt face down and counted."""
    felt = moves.felt
    clause = felt.course.annulled
    moves.say("Carta roja: jugada anulada.", clause)
    count_last(moves)
    for seat, bet, cents in felt.chips:
        if read_bet(bet).kind == SEGURO:
            moves.withdraw(seat, bet, cents, clause)
    return end_round(moves)


@law("IB05.05.V.3.3")
def count_last(moves: Moves[Cloth]) -> None:
    """Deal the cards behind the red card face down and count them."""
    felt = moves.felt
    for _ in range(felt.need_shoe.undealt):
        moves.deal_blank(MESA)
    moves.say(f"{felt.need_shoe.undealt} cartas tras la carta roja.", felt.course.annulled)


def end_coup(moves: Moves[Cloth]) -> Step:
    """End a coup that counts. It is our reading that the last cards are counted if the red card is next."""
    if moves.felt.need_shoe.has_reached_cut:
        count_last(moves)
    return end_round(moves)


# ---------------------------------------------------------------- the result of the rows


def result_of(felt: Cloth) -> Result:
    """Return the result of the rows on the table."""
    black = felt.cards(NEGRA)
    return Result(row_points(black), row_points(felt.cards(ROJA)), is_red(black[0]))


@law("IB05.05.V.1.7", "IB05.05.V.3.8")
def settle(moves: Moves[Cloth]) -> Step:
    """Collect premiums and losing stakes first. Only then pay the winners."""
    felt = moves.felt
    result = result_of(felt)
    moves.show_result(Points(((NEGRA, result.black), (ROJA, result.red))), felt.course.result)
    moves.say(result.aloud, felt.course.result)
    for seat, bet, _ in felt.chips:
        if read_bet(bet).kind == SEGURO:
            moves.collect(seat, bet, felt.rules.insurance.clause)
    if result.catches:
        return catch(moves, felt)
    if not result.is_tie:
        collect(moves, felt, result)
        pay(moves, felt, result)
    return end_coup(moves)


@law("IB05.05.V.1.6", "IB05.05.V.1.7")
def catch(moves: Moves[Cloth], felt: Cloth) -> Step:
    """Put all bets without insurance in prison, because both rows make 31.

    Stakes already there are caught again. On the last coup of the session the owners get back half
    of the present value of their stakes.
    """
    rounding, prison = felt.rules.rounding, felt.rules.prison
    for seat, bet, cents in felt.chips:
        name, times = caught(bet)
        if name not in felt.boxes or (not times and felt.is_insured(seat, bet)):
            continue
        if felt.is_last:
            back = half(cents, times + 1, rounding)
            moves.settle(seat, bet, back, *prison.last, rate=Fraction(back, cents) - 1)
        elif (marked := caught_again(bet, cents)) != bet:
            moves.slide(seat, bet, marked, prison.caught[0])
    may_choose = tuple(
        (seat, bet)
        for seat, bet, cents in moves.felt.chips
        if may_take_half(cents, caught(bet)[1], rounding, felt.rules.minimum)
    )
    return moves.to(Choosing(moves.felt, may_choose)) if may_choose else end_coup(moves)


class Choosing(ChoosingHalf, frozen=True):
    """Both rows made 31. Each player takes half of the stake back or leaves all of it in prison."""

    felt: Cloth

    def seats(self) -> int:
        return self.felt.places

    @property
    def prisoners(self) -> Prison:
        return self.felt.prisoners

    def all_chosen(self, moves: Moves[Any]) -> Step:
        return end_coup(moves)


@law("IB05.05.V.2.1", "IB05.05.V.2.2", "IB05.05.IV.1")
def opening(rules: Rules, premises: NoPremises) -> Shuffling[Cloth]:
    """Return the table before its first shoe."""
    return Shuffling(Cloth(rules=rules))

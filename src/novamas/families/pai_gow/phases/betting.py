"""A round of pai gow until "no va más": the bank is offered in turn, and players bet."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic

from novamas.families.banked.acts import HaganJuego, NoVaMas, Withdraw
from novamas.families.banked.phases import Betting, NothingAtRisk
from novamas.families.pai_gow.acts import PassBank, TakeBank
from novamas.families.pai_gow.cloth import BANCA, CROUPIER_HAND, C, bet_on, clear_box
from novamas.law import law
from novamas.table.deeds import Act
from novamas.table.moves import Moves
from novamas.table.offers import Offer, Range
from novamas.table.phases import Step
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

FIRST_THE_BANK: tuple[type[Act], ...] = (TakeBank, PassBank, HaganJuego, NoVaMas)


# ---------------------------------------------------------------- the bank passes round the table


@law("IB09.16.VII.10", "IB09.16.VII.11", "IB09.16.VII.12", "AR10.10-1-C.VI.9", "AR10.10-1-C.VI.10")
@law("AR10.10-1-C.VI.11")
def offer_bank(moves: Moves[C]) -> Step:
    """Offer the bank to the next player in turn. The croupier must accept it."""
    felt = moves.felt
    seat = felt.offered_next
    if seat not in felt.boxes:
        return bank_to(moves, CROUPIER_HAND)
    moves.say(f"Se ofrece la banca al puesto {seat}.", felt.course.offering)
    return moves.to(Offering(felt))


class Offering(NothingAtRisk[C], Generic[C], frozen=True):
    """The bank is offered to a player, who accepts or passes."""

    step: ClassVar[str] = "offering"

    @property
    def turn(self) -> Who:
        return self.felt.offered_next

    def offers(self, who: Who) -> Iterable[Offer]:
        felt = self.felt
        if who == self.turn:
            yield Offer(PassBank(who), felt.course.offering)
            least = felt.least_bank(self.felt.offered_next)
            most = max(least, felt.house_bet_against(felt.offered_next) + felt.rules.seats * felt.maximum)
            cents = Range(least, most, felt.rules.chip, felt.course.passing_on, felt.course.passing_on)
            yield Offer(TakeBank(who, least), felt.course.offering, {"cents": cents})
        if isinstance(who, int):
            yield from felt.withdrawals(who)

    def reason(self, act: Act) -> Refusal | None:
        """Explain why an act must wait: the player who is offered the bank decides first."""
        if isinstance(act, TakeBank | PassBank) and act.by == self.turn:
            return None  # the offer explains it
        if isinstance(act, (*FIRST_THE_BANK, *self.felt.in_the_round)) or self.felt.lays(act):
            return Refusal("bank_offered", self.clause, figures={"seat": self.felt.offered_next})
        return super().reason(act)

    def after(self, act: Act) -> Step:
        if isinstance(act, Withdraw):
            return self.withdrawn(act)
        moves, seat = Moves(self.felt), self.felt.offered_next
        if isinstance(act, PassBank):
            moves.say("Paso.", self.felt.course.offering, who=seat)
            moves.change(offered_next=seat + 1)
            return offer_bank(moves)
        assert isinstance(act, TakeBank)
        for box in self.felt.played:
            if self.felt.gives_way(box, seat):
                clear_box(moves, box)
            elif cents := self.felt.on(seat, bet_on(box)):
                moves.withdraw(seat, bet_on(box), cents, self.felt.course.keeps)
        moves.stake(seat, BANCA, act.cents, self.felt.course.passing_on)
        return bank_to(moves, seat)


@law("IB09.16.VII.13", "AR10.10-1-C.VI.12")
def bank_to(moves: Moves[C], banker: int) -> Step:
    """Give the bank to its holder for this round. In the next round it is offered to the following seat."""
    after = banker + 1 if moves.felt.rules.player_bank else 1
    moves.change(banker=banker, offered_next=after)
    whose = f"del puesto {banker}" if banker else "del croupier"
    course = moves.felt.course
    moves.say(f"La banca es {whose}. Hagan juego.", course.bank if banker else course.accepting)
    return moves.to(Betting(moves.felt))

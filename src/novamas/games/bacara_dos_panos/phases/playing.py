"""What every moment of a coup on two cloths has in common."""

from __future__ import annotations

from novamas.games.bacara_dos_panos.acts import Stake, StakeHalf, StakeOnBoth
from novamas.games.bacara_dos_panos.cloth import Cloth
from novamas.law import law
from novamas.rounds.passing_bank.acts import Banco
from novamas.rounds.passing_bank.phases import BankPhase
from novamas.table.deeds import Act
from novamas.table.refusals import Refusal


class Playing(BankPhase[Cloth], frozen=True):
    """The bets are closed."""

    @law("IB05.09.VIII.2.3")
    def reason(self, act: Act) -> Refusal | None:
        if isinstance(act, Stake | StakeOnBoth | StakeHalf | Banco):
            return Refusal("ya_no_va_mas", self.felt.course.closing)
        return self.own_reason(act)

    def own_reason(self, act: Act) -> Refusal | None:
        return None

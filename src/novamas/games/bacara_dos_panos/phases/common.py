"""The base class of all phases of a coup after the betting."""

from __future__ import annotations

from novamas.families.passing_bank.phases import BankPhase
from novamas.games.bacara_dos_panos.cloth import Cloth
from novamas.law import law


@law("IB05.09.VIII.2.3")
class Playing(BankPhase[Cloth], frozen=True):
    """Bets are closed, and the coup is played."""

"""The only act besides betting that wheel games have."""

from __future__ import annotations

from novamas.table.deeds import Call


class Launch(Call, frozen=True):
    """The croupier spins the wheel and launches the ball. Bets may still be placed."""

"""The only act that wheel games have besides betting."""

from __future__ import annotations

from novamas.table.deeds import Call


class Launch(Call, frozen=True):
    """The croupier spins the wheel and launches the ball. Bets may still be placed."""

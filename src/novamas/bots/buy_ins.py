"""Money that bots bring to a table: enough for a long session."""

from __future__ import annotations

from typing import Final

from novamas.money import Cents
from novamas.table.game import Table

BOT_BRINGS: Final = 100_000  # céntimos; more if chips cost more
MIN_STAKES: Final = 200  # at least this many minimum stakes
FEW: Final = 10


def bots_cash(table: Table) -> Cents:
    """Return the cash that a bot brings to a table: enough for a long session."""
    changed = max(table.opening.felt.purses, default=0)
    least, resto = _chosen(table, "minimum"), _chosen(table, "most_resto")
    return max(BOT_BRINGS, MIN_STAKES * least, 2 * changed, 10 * resto)


def least_chips(table: Table) -> Cents:
    """Return the chips that a person needs for several rounds: at least twenty minimum stakes."""
    return max(BOT_BRINGS // 5, 20 * _chosen(table, "minimum"))


def few_chips(table: Table) -> Cents:
    """Return the amount below which a bot cannot play for long: a small part of the cash it brings."""
    return max(bots_cash(table) // FEW, FEW * _chosen(table, "minimum"))


def _chosen(table: Table, amount: str) -> Cents:
    """Return the amount that the house chose, or 0 if the game has no choice of that name."""
    chosen = table.chosen.get(amount, 0)
    return chosen if isinstance(chosen, int) else 0

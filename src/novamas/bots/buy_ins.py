"""What bots bring to a table: enough for a long evening."""

from __future__ import annotations

from typing import Final

from novamas.money import Cents
from novamas.table.game import Table

BOT_BRINGS: Final = 100_000  # céntimos, or more where chips cost more
MIN_STAKES: Final = 200  # that a bot brings at least
FEW: Final = 10


def bots_cash(table: Table) -> Cents:
    """What a bot brings: enough for a long evening."""
    changed = max(table.opening.felt.purses, default=0)
    least, resto = _chosen(table, "minimum"), _chosen(table, "most_resto")
    return max(BOT_BRINGS, MIN_STAKES * least, 2 * changed, 10 * resto)


def few_chips(table: Table) -> Cents:
    """With less than this a bot cannot play on for long: a small part of what it brings."""
    return max(bots_cash(table) // FEW, FEW * _chosen(table, "minimum"))


def _chosen(table: Table, amount: str) -> Cents:
    """An amount that the house has chosen; nothing where the game has none of that name."""
    chosen = table.chosen.get(amount, 0)
    return chosen if isinstance(chosen, int) else 0

"""What a person can put right.

NovamasError                 every error below; anything else that escapes is our own mistake
├── LawError                 no such clause, norm, game or day (novamas.law)
├── Faulty                   a table that may not be opened, with all its faults (novamas.law)
├── Unreadable               a card, an amount, an act or a record that cannot be read
└── Refused                  an act that is not lawful now (novamas.table)
"""

from __future__ import annotations


class NovamasError(Exception):
    """One sentence for a person: what is wrong, where, and what to do; and the clause, where there is one."""

    def __init__(self, code: str, says: str, *, clause: str | None = None) -> None:
        super().__init__(says)
        self.code = code
        self.says = says
        self.clause = clause


class Unreadable(NovamasError):
    """Text that does not say what it should: a card, an amount, an act, a record."""


class Departs(NovamasError):
    """A record in which something was done that could not lawfully be done, or is not what its seed draws."""

"""What a person can put right.

NovamasError                 every error below; anything else that escapes is our own mistake
├── LawError                 no such clause, norm, game or day (novamas.law)
├── FaultySetup                   a table that may not be opened, with all its faults (novamas.law)
├── InvalidInput               a card, an amount, an act or a record that cannot be read
└── Refused                  an act that is not lawful now (novamas.table)
"""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

Figure: TypeAlias = bool | int | str | tuple[str, ...]  # what a sentence tells: amounts, names, lists of them


LONGEST_SHOWN = 60  # characters of what was given


def quoted(given: object) -> str:
    """What a program gave in place of something else, as a sentence can quote it."""
    if isinstance(given, int) and given.bit_length() > 200:
        return f"10^{int(given.bit_length() * 0.30103)}"  # Python writes no number of any length
    try:
        text = str(given)
    except (RecursionError, ValueError):  # too deep, or with too long a number in it
        text = type(given).__name__
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class NovamasError(Exception):
    """What is wrong, where, and under which clause: a code and figures; `novamas.words` says it to people.

    Where a code has several sentences, `told_as` names the one that is meant. Where another problem is behind
    this one, it is the figure `why`, and the clause is that problem's.
    """

    def __init__(self, code: str, *, told_as: str = "", clause: str | None = None, **figures: Any) -> None:
        super().__init__(code)
        self.code = code
        self.told_as = told_as or code  # the text
        self.clause = clause
        self.figures = figures

    def __reduce__(self) -> Any:
        made = partial(type(self), self.code, told_as=self.told_as, clause=self.clause, **self.figures)
        return made, ()

    def __str__(self) -> str:
        """In English, for whoever reads a traceback: there a sentence is made at the very end, too."""
        from novamas.words import voice_for

        return voice_for("en").error(self)


class InvalidInput(NovamasError):
    """Text that does not say what it should: a card, an amount, an act, a record."""


class RecordMismatch(NovamasError):
    """A record in which something was done that could not lawfully be done, or is not what its seed draws."""

"""Errors that a user or caller can correct.

NovamasError             the base of all; any other exception that escapes is a bug in novamas
├── LawError             no such clause, norm, game or day (novamas.law)
├── FaultySetup          a table that may not be opened, with all its faults (novamas.law)
├── InvalidInput         a card, an amount, an act or a record that cannot be read
├── MissingExtra         an optional package that is not installed (novamas.extras)
├── RecordMismatch       a record that the rules or its seed contradict
└── Refused              an act that is not lawful now (novamas.table)
"""

from __future__ import annotations

from functools import partial
from typing import Any, TypeAlias

Figure: TypeAlias = bool | int | str | tuple[str, ...]  # values shown in a text: amounts, names, lists


LONGEST_SHOWN = 60  # characters of a quoted value


def quoted(given: object) -> str:
    """Return an invalid value in a form that a text can quote, shortened if necessary."""
    if isinstance(given, int) and given.bit_length() > 200:
        return f"10^{int(given.bit_length() * 0.30103)}"  # Python refuses to print very long numbers
    try:
        text = str(given)
    except (RecursionError, ValueError):  # too deeply nested, or contains a very long number
        text = type(given).__name__
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


class NovamasError(Exception):
    """An error with a code, its values and, if one applies, a clause. `novamas.words` makes the text.

    If a code has several texts, `text_key` is the key of the one that applies. If another error caused this
    one, the value `why` is that error, and its clause is also the clause of this error.
    """

    def __init__(self, code: str, *, text_key: str = "", clause: str | None = None, **figures: Any) -> None:
        super().__init__(code)
        self.code = code
        self.text_key = text_key or code  # the text key
        self.clause = clause
        self.figures = figures

    def __reduce__(self) -> Any:
        made = partial(type(self), self.code, text_key=self.text_key, clause=self.clause, **self.figures)
        return made, ()

    def __str__(self) -> str:
        """Return the English text, for tracebacks."""
        from novamas.words import our_voice

        return our_voice("en").error(self)  # the default library itself may be at fault


class InvalidInput(NovamasError):
    """Raised when a value cannot be read: a card, an amount, an act or a record."""


class RecordMismatch(NovamasError):
    """Raised when a record contains an unlawful deed or differs from the draws of its seed."""

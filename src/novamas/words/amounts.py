"""Parser of amounts of euros: 5, 5,50, 5.50, 1.000, 1.000,50, 1,000.50.

The thousands separator of one language is the decimal separator of another. The parser does not guess
which one an ambiguous amount contains.
"""

from __future__ import annotations

import re

from novamas.errors import InvalidInput
from novamas.law.texts import Language
from novamas.money import Cents

_DIGITS = re.compile(r"[0-9.,]{1,18}")
_THOUSANDS = {"es": ".", "ca": ".", "en": ","}


class TwoAmounts(InvalidInput):
    """Raised when an amount can be read in two ways."""


def amounts(text: str, language: Language) -> tuple[Cents, ...]:
    """Return all meanings of a typed amount, in céntimos: none if malformed, two if ambiguous."""
    written = text.strip().removesuffix("€").removeprefix("€").strip()
    if not _DIGITS.fullmatch(written):
        return ()
    marks = [each for each in written if each in ".,"]
    if not marks:
        return (int(written) * 100,)
    if len(marks) > 1:
        return _of_many_marks(written, marks)
    return _of_one_mark(written, marks[0], language)


def read_amount(text: str, language: Language) -> Cents:
    """Return an amount of euros in céntimos. Raise if it is malformed or ambiguous."""
    found = amounts(text, language)
    if len(found) == 2:
        raise TwoAmounts("two_amounts", given=text.strip(), first=found[0], second=found[1])
    if not found:
        raise InvalidInput("amount_unreadable", given=text)
    return found[0]


def _of_many_marks(written: str, marks: list[str]) -> tuple[Cents, ...]:
    """Return the value of 1.000,50, 1,000.50 or 1.000.000. Only the last separator may be different."""
    thousands = marks[0]
    decimal = marks[-1] if marks[-1] != thousands else ""
    whole, _mark, rest = written.partition(decimal) if decimal else (written, "", "")
    first, *groups = whole.split(thousands)
    are_thousands = 1 <= len(first) <= 3 and all(len(each) == 3 and each.isdecimal() for each in groups)
    if not are_thousands or (decimal and not _is_cents(rest)):
        return ()
    return (int("".join((first, *groups))) * 100 + (_cents(rest) if decimal else 0),)


def _of_one_mark(written: str, mark: str, language: Language) -> tuple[Cents, ...]:
    """Return the value of 2,50 or 1.000. With a foreign separator, 1.000 can be one or a thousand."""
    whole, _mark, rest = written.partition(mark)
    if whole and _is_cents(rest):
        return (int(whole) * 100 + _cents(rest),)
    if len(rest) != 3 or not 1 <= len(whole) <= 3 or whole[0] == "0":
        return ()
    thousands = int(whole + rest) * 100
    if mark == _THOUSANDS[language]:
        return (thousands,)
    return (thousands, int(whole) * 100 + _cents(rest[:2])) if rest[2] == "0" else ()


def _is_cents(digits: str) -> bool:
    return digits.isdecimal() and 1 <= len(digits) <= 2


def _cents(digits: str) -> Cents:
    return int(digits.ljust(2, "0"))


def amount_typed(cents: Cents, language: Language) -> str:
    """Return an amount as users type it: 5 or 2,50."""
    whole, rest = divmod(cents, 100)
    return f"{whole}{'.' if language == 'en' else ','}{rest:02}" if rest else str(whole)

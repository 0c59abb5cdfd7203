"""Money in whole céntimos, rates as fractions, and named ways of rounding."""

from __future__ import annotations

import re
from decimal import Decimal
from enum import StrEnum
from fractions import Fraction
from math import ceil, floor

from novamas.errors import InvalidInput, quoted

Cents = int

MAX_CENTS = 10**24  # a higher amount is invalid

_WHOLE = re.compile(r"[0-9]{1,18}")
_SEPARATORS = str.maketrans(",.", ".,")  # Spanish and Catalan from English
_EUROS = re.compile(r"([0-9]{1,18})(?:[.,]([0-9]{1,2}))?\s*€?")
_RATIO = re.compile(r"([0-9]{1,18})(?:\s*(?:/|a)\s*([1-9][0-9]{0,17}))?")


def read_euros(text: str) -> Cents:
    """Parse an amount in euros, such as "2", "2,5" or "2,50", and return céntimos."""
    match = _EUROS.fullmatch(text.strip())
    if match is None:
        raise InvalidInput("amount_unreadable", given=text)
    whole, decimals = match.groups(default="")
    return int(whole) * 100 + int(decimals.ljust(2, "0"))


def cents_of(amount: object) -> Cents:
    """Return céntimos. "10 €", "2,50" and Decimal("2.5") are euros, 200 and "200" are céntimos."""
    match amount:
        case bool() | None:
            pass
        case int() if abs(amount) <= MAX_CENTS:
            return amount
        case str() if _WHOLE.fullmatch(amount.strip()):
            return int(amount)
        case str():
            return read_euros(amount)
        case Decimal() if amount.is_finite() and abs(amount.adjusted()) < 17 and amount == round(amount, 2):
            return int(amount * 100)
    raise InvalidInput("amount_unreadable", text_key="cents_unreadable", given=quoted(amount))


def euros(cents: Cents, language: str = "es") -> str:
    """Return an amount as text: "2,50 €". Above `MAX_CENTS`, return only its order of magnitude."""
    return amount_text(cents, language, "€")


def amount_text(cents: Cents, language: str, currency: str) -> str:
    """Return an amount with the sign of its currency. English has a sign that is no word before it."""
    if abs(cents) > MAX_CENTS:
        return f"{'-' if cents < 0 else ''}10^{cents.bit_length() * 30_103 // 100_000 - 2} {currency}"
    sign, (whole, rest) = "-" if cents < 0 else "", divmod(abs(cents), 100)
    amount = with_separators(f"{whole:,}.{rest:02}", language)
    if language == "en" and not currency[0].isalpha():
        return f"{sign}{currency}{amount}"
    return f"{sign}{amount}\N{NO-BREAK SPACE}{currency}"


def with_separators(number: str, language: str) -> str:
    """Replace the separators of an English number by those of a language: "1,234.50" by "1.234,50"."""
    return number if language == "en" else number.translate(_SEPARATORS)


class Rounding(StrEnum):
    """A way of rounding fractions of a céntimo."""

    DOWN = "down"
    UP = "up"
    HALF_UP = "half_up"
    HALF_EVEN = "half_even"
    EXACT = "exact"

    def whole(self, amount: Fraction) -> Cents:
        """Return an amount rounded to whole céntimos. `UP` rounds towards +∞, even a negative amount."""
        if self is Rounding.DOWN:
            return floor(amount)
        if self is Rounding.UP:
            return ceil(amount)
        if self is Rounding.HALF_UP:
            return floor(amount + Fraction(1, 2))
        if self is Rounding.HALF_EVEN:
            return round(amount)
        if amount.denominator != 1:
            raise InvalidInput("fraction_of_a_centimo", cents=str(amount))
        return amount.numerator

    def deducted(self, amount: Fraction) -> Cents:
        """Return a deduction from a win in whole céntimos. `UP` favours the player, as in a prize."""
        return -self.whole(-amount)


def ratio(text: str) -> Fraction:
    """Parse a rate as a placard writes it: "35", "1/2" or "35 a 1"."""
    match = _RATIO.fullmatch(text.strip())
    if match is None:
        raise InvalidInput("ratio_unreadable", given=text)
    return Fraction(int(match[1]), int(match[2] or "1"))


def times(cents: Cents, rate: Fraction, rounding: Rounding) -> Cents:
    """Return an amount multiplied by a rate and rounded to whole céntimos."""
    return rounding.whole(cents * rate)

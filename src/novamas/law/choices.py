"""Parser of the house's choices as people write them: amounts in euros, rates as fractions."""

from __future__ import annotations

from contextlib import suppress
from decimal import Decimal
from fractions import Fraction
from math import isfinite

from novamas.errors import InvalidInput
from novamas.law import Option
from novamas.law.norms import EURO, Currency
from novamas.law.options import EXACT
from novamas.money import cents_of


def read_choice(option: Option, written: object, currency: Currency = EURO) -> object:
    """Parse one choice: "2,50 €", Decimal("2.50") and 250 are the same amount, "1/20" is a rate.

    An amount in another currency than the norm's is not one.

    A value that cannot be parsed is returned unchanged. `Option.fault` reports it.
    """
    with suppress(InvalidInput):
        match written:
            case str() | Decimal() if option.unit == "cents":
                return cents_of(_in_euros(written, currency))
            case str():
                return option.read(written)
            case Decimal() if option.unit in EXACT and written.is_finite():
                return Fraction(written)
            case float() if option.unit == "millimetres" and isfinite(written):
                return Fraction(str(written))
            case set() | frozenset() if option.unit == "names":
                return tuple(sorted(written, key=str))
    return written


def _in_euros(written: str | Decimal, currency: Currency) -> str | Decimal:
    """Return an amount of a currency as the same number of euros. Raise if it is in euros already."""
    if currency == EURO or isinstance(written, Decimal):
        return written
    text = written.strip()
    if EURO.sign in text:
        raise InvalidInput("amount_unreadable", given=text)
    number = text.removesuffix(currency.sign).strip()
    return number if number == text else f"{number} {EURO.sign}"

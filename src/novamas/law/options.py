"""Choices that the law leaves to the house, and the bounds of each."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

from novamas.errors import Figure, InvalidInput, quoted
from novamas.law.faults import Fault
from novamas.law.texts import Text

Value = bool | int | str | Fraction | tuple[str, ...]
Unit = Literal["cents", "count", "days", "flag", "fraction", "millimetres", "name", "names"]
Part = Literal["rules", "premises"]
EXACT: tuple[Unit, ...] = ("fraction", "millimetres")  # need not be whole


class Option(msgspec.Struct, frozen=True):
    """One choice of the house: a flag, a name from a list, or a number between two bounds."""

    name: str
    cite: tuple[str, ...]
    unit: Unit
    part: Part  # `rules` change play or odds, `premises` describe the room and its authorisations
    default: Value | None = None
    default_from: str = ""  # formula for the default; without either default, the house must state it
    one_of: tuple[Value, ...] = ()
    least: int | Fraction | None = None
    most: int | Fraction | None = None
    least_clause: str = ""  # if the bound is in another clause than the first
    most_clause: str = ""
    reading: bool = False
    example: Value | None = None  # for a first try, if the house must state it
    says: Text | None = None  # if it differs from the usual description of this choice

    def fault(self, value: object) -> Fault | None:
        """Return why the house may not choose this value, or None."""
        given = self._shown(value)
        if not _fits(self.unit, value):
            return self._fault("choice_of_wrong_kind", given=given, unit=self.unit)
        chosen = value if isinstance(value, list | tuple) else (value,)
        if self.one_of and any(one not in self.one_of for one in chosen):
            lawful = tuple(str(one) for one in self.one_of)
            return self._fault("choice_not_offered", given=given, lawful=lawful)
        if self.least is not None and isinstance(value, int | Fraction) and value < self.least:
            least = as_figure(self.least)
            return self._fault("choice_too_low", self.least_clause, given=given, least=least, unit=self.unit)
        if self.most is not None and isinstance(value, int | Fraction) and value > self.most:
            most = as_figure(self.most)
            return self._fault("choice_too_high", self.most_clause, given=given, most=most, unit=self.unit)
        return None

    @property
    def must_be_stated(self) -> bool:
        """Whether the house must state this choice, because it has no default."""
        return self.default is None and not self.default_from

    def missing(self) -> Fault:
        """Return a fault: the house must state this choice and does not."""
        return self._fault("choice_missing")

    def read(self, text: str) -> Value:
        """Parse the value that a person typed for this choice. Raise `InvalidInput` if it is invalid."""
        if self.unit == "name":
            return text
        if self.unit == "names":
            return tuple(name.strip() for name in text.split(",") if name.strip())
        if self.unit == "flag" and text in ("true", "false"):
            return text == "true"
        try:
            if self.unit == "millimetres":
                return _whole_if_it_is(Fraction(text.strip().replace(",", ".")))
            return _read_share(text) if self.unit == "fraction" else int(text)
        except (ValueError, ZeroDivisionError):
            raise InvalidInput(
                "unreadable_choice", clause=self.cite[0], choice=self.name, given=text, unit=self.unit
            ) from None

    def settled(self, value: object) -> Value:
        """Return a valid value in the form in which a set-up stores it."""
        if isinstance(value, list):
            return tuple(value)
        if self.unit == "millimetres":
            return _whole_if_it_is(Fraction(value))  # type: ignore[call-overload]  # a number
        if self.unit == "fraction":
            return Fraction(value)  # type: ignore[call-overload, no-any-return]  # a number or its text
        return value  # type: ignore[return-value]  # has the type of its unit, because it has no fault

    def _shown(self, value: object) -> Figure:
        """Return a value in the form that a fault shows. Lengths appear as on a measuring gauge."""
        if self.unit == "millimetres" and isinstance(value, Fraction):
            return f"{float(value):g}"
        return as_figure(value)

    def _fault(self, code: str, clause: str = "", **figures: Figure) -> Fault:
        return Fault(self.name, code, clause or self.cite[0], figures, self.says)


def as_figure(value: object) -> Figure:
    """Return a value in a form that the text of a fault can contain."""
    if isinstance(value, int) and value.bit_length() < 64:
        return value
    return tuple(map(quoted, value)) if isinstance(value, list | tuple) else quoted(value)


def figure(value: Value | None) -> Figure | None:
    """Return a value as JSON contains it. Fractions become text."""
    return None if value is None else as_figure(value)


def read_fraction(wanted: type, written: object) -> object:
    """Decode a fraction for msgspec. It is written as text, such as "35" or "1/2", never as a float."""
    if wanted is Fraction:
        if isinstance(written, str | Fraction):
            return Fraction(written)
        if isinstance(written, int) and not isinstance(written, bool):
            return Fraction(written)
    raise TypeError(f"{written!r} is no {wanted.__name__}")


def _fits(unit: Unit, value: object) -> bool:
    if unit == "flag":
        return isinstance(value, bool)
    if unit == "name":
        return isinstance(value, str)
    if unit == "names":
        return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)
    if isinstance(value, bool):
        return False
    return isinstance(value, int | Fraction) if unit in EXACT else isinstance(value, int)


class WrittenOption(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice as written in the figures. Its unit may be omitted if the default shows it."""

    cite: tuple[str, ...]
    default: bool | int | str | tuple[str, ...] | None = None
    default_from: str = ""
    one_of: tuple[bool | int | str, ...] = ()
    least: int | str | None = None
    most: int | str | None = None
    least_clause: str = ""
    most_clause: str = ""
    unit: Unit | None = None
    reading: bool = False
    example: bool | int | str | tuple[str, ...] | None = None

    def named(self, name: str, part: Part, says: Text | None = None) -> Option:
        """Return the option with its name and with decoded fractions."""
        unit = self.unit or self._evident_unit()
        fraction = unit == "fraction"
        default: Value | None = self.default
        if fraction and isinstance(default, int | str):
            default = Fraction(default)
        return Option(
            name=name,
            cite=self.cite,
            unit=unit,
            part=part,
            default=default,
            default_from=self.default_from,
            one_of=tuple(Fraction(one) for one in self.one_of) if fraction else self.one_of,
            least=_number(self.least),
            most=_number(self.most),
            least_clause=self.least_clause,
            most_clause=self.most_clause,
            reading=self.reading,
            example=self.example,
            says=says,
        )

    def _evident_unit(self) -> Unit:
        value = self.one_of[0] if self.default is None and self.one_of else self.default
        if isinstance(value, bool):
            return "flag"
        if isinstance(value, tuple):
            return "names"
        return "name" if isinstance(value, str) else "count"


def _read_share(text: str) -> Fraction:
    """Return the share that is written as "1/20", "0.05", "5 %" or "5,5 %"."""
    plain = text.strip()
    if not plain.endswith("%"):
        return Fraction(plain)
    return Fraction(plain.removesuffix("%").strip().replace(",", ".")) / 100


def _whole_if_it_is(length: Fraction) -> int | Fraction:
    return length.numerator if length.denominator == 1 else length


def _number(written: int | str | None) -> int | Fraction | None:
    return Fraction(written) if isinstance(written, str) else written

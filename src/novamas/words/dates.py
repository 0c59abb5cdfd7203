"""Texts of days and months."""

from __future__ import annotations

from datetime import date

from novamas.law.texts import Language

_MONTHS: dict[Language, tuple[str, ...]] = {
    "es": (
        *("enero", "febrero", "marzo", "abril", "mayo", "junio"),
        *("julio", "agosto", "septiembre", "octubre", "noviembre", "diciembre"),
    ),
    "ca": (
        *("gener", "febrer", "març", "abril", "maig", "juny"),
        *("juliol", "agost", "setembre", "octubre", "novembre", "desembre"),
    ),
    "en": (
        *("January", "February", "March", "April", "May", "June"),
        *("July", "August", "September", "October", "November", "December"),
    ),
}
_BEFORE_THE_YEAR: dict[Language, str] = {"es": "de ", "ca": "del ", "en": ""}


def day_and_month(day: date, language: Language) -> str:
    """Return "2 de mayo", "5 d’abril" or "31 May"."""
    month = _MONTHS[language][day.month - 1]
    if language == "en":
        return f"{day.day} {month}"
    elides = language == "ca" and month.startswith(("a", "o"))
    return f"{day.day} d’{month}" if elides else f"{day.day} de {month}"


def date_text(day: date, language: Language) -> str:
    """Return "16 de noviembre de 2026", "16 de novembre del 2026" or "16 November 2026"."""
    return f"{day_and_month(day, language)} {_BEFORE_THE_YEAR[language]}{day.year}"

"""Parser of programme files (TOML): the races of a day, and the rules under which bets are taken.

Times without an offset are local times of the Balearic Islands. A horse has its index in the list as its
number, unless the file gives it another.

    day = 2026-11-20
    displayed = 2026-11-18T09:00:00
    closes = 2026-11-20T16:55:00
    approval = "FBT 2026/311"
    price = "1 €"

    [[races]]
    racecourse = "Son Pardo"
    number = 1
    starts = 2026-11-20T17:00:00
    horses = ["Jade", "Lluna", { number = 5, name = "Trot d’Or" }]
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from tomllib import TOMLDecodeError
from typing import Any

import msgspec

from novamas.errors import InvalidInput
from novamas.law import Frame
from novamas.law.choices import read_choice
from novamas.law.default import ours
from novamas.pools.lototrot.programme import Programme
from novamas.pools.lototrot.setup import NORM, SLUG, Rules, rules_of
from novamas.pools.payment_terms import BALEARIC
from novamas.toml_text import load

_AT_LINE = re.compile(r"at line (\d+)")
_FIELD = re.compile(r"`\$\.?([^`]*)`")


def read_programme(text: str, frame: Frame | None = None) -> tuple[Programme, Rules]:
    """Return the programme and the rules from a file. Raise if a field is malformed or a rule is unlawful."""
    held = frame or ours().frame(NORM, SLUG)
    written = _local(_parsed(text))
    given = {
        name: read_choice(held.options[name], written.pop(name)) for name in held.options if name in written
    }
    rules = rules_of(given, held)
    written["races"] = [_numbered(race) for race in _list(written.get("races"))]
    try:
        return msgspec.convert(written, Programme), rules
    except msgspec.ValidationError as error:
        field = _FIELD.search(str(error))
        name = field[1] if field else next(iter(re.findall(r"`([^`]*)`", str(error))), "")
        raise InvalidInput("programme_field", clause=rules.law.races.listed, field=name) from None


def _parsed(text: str) -> dict[str, Any]:
    try:
        return load(text, parse_float=Decimal)
    except TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        raise InvalidInput("programme_unreadable", line=int(found[1]) if found else 1) from None


def _local(value: Any) -> Any:
    """Return a parsed value in which times without an offset are in the Balearic time zone."""
    match value:
        case datetime() if value.tzinfo is None:
            return value.replace(tzinfo=BALEARIC)
        case dict():
            return {name: _local(each) for name, each in value.items()}
        case list():
            return [_local(each) for each in value]
        case _:
            return value


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


def _numbered(race: Any) -> Any:
    """Return a race in which every horse has a number. A horse without one gets its index in the list."""
    if not isinstance(race, Mapping):
        return race
    horses = [
        {"number": place, "name": horse} if isinstance(horse, str) else horse
        for place, horse in enumerate(_list(race.get("horses")), 1)
    ]
    return {**race, "horses": horses}

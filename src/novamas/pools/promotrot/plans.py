"""The plan of an issue: the organiser's choices before the first sale, and all their faults.

The plan is a TOML file with the code and name of the issue, the choices that the law leaves to the
organiser, and the exact prize table. Each kind of prize is a `[[prizes]]` row.

    code = "herradura-1"
    name = "La herradura de la suerte"
    kind = "presorteado"
    tickets = 100_000
    price = "1 €"
    prize_share = "7/10"

    [[prizes]]
    name = "primero"
    times = 5                      # tickets of the issue; in a probabilistic game, outcomes out of `ways`
    cash = "1000 €"

    [[prizes]]
    name = "sulky"
    times = 1
    thing = "un sulky de competición"
    market_price = "2500 €"
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from tomllib import TOMLDecodeError
from typing import Any

import msgspec

from novamas.errors import Figure, InvalidInput, quoted
from novamas.law import Fault, FaultySetup, Frame, law, set_up
from novamas.law.choices import read_choice
from novamas.money import MAX_CENTS, Cents, cents_of
from novamas.pools.promotrot.issues import Issue, Prize, returned
from novamas.pools.promotrot.setup import SLUG, Law, frame_now, law_of
from novamas.toml_text import load

LONGEST_CODE = 40
_CODE = re.compile(rf"(?=.{{1,{LONGEST_CODE}}}$)[a-z0-9]+(?:-[a-z0-9]+)*")
_KEY = re.compile(r"""\s*["']?([A-Za-z0-9_-]+)["']?\s*=""")
_ROW = re.compile(r"\s*\[\[\s*prizes\s*\]\]")
_AT_LINE = re.compile(r"at line (\d+)")
_FIELDS = ("name", "times", "cash", "thing", "market_price")
_RECKONED_FROM = {"kind", "tickets", "price", "ways", "prizes"}  # all are needed to compute the return


class Lines:
    """The line numbers of a plan's fields."""

    def __init__(self, text: str = "") -> None:
        self._found: dict[tuple[int, str], int] = {}
        row = 0
        for number, line in enumerate(text.splitlines(), 1):
            if _ROW.match(line):
                row += 1
                self._found[row, ""] = number
            elif key := _KEY.match(line):
                self._found.setdefault((row, key[1]), number)

    def put(self, fault: Fault, row: int = 0, field: str = "") -> Fault:
        """Return the fault with the line number of its field, if the file has that field."""
        line = self._found.get((row, field)) or self._found.get((row, ""))
        figures = fault.figures if line is None else {**fault.figures, "line": line}
        return msgspec.structs.replace(fault, figures=figures)


def read_plan(text: str, frame: Frame | None = None) -> Issue:
    """Return the issue that a plan describes. Raise an error with every fault, its line and its clause."""
    written = _parsed(text)
    rows = written.pop("prizes", [])
    code, name = written.pop("code", ""), written.pop("name", "")
    return issue_of(code, name, written, rows, frame or frame_now(), Lines(text))


def _parsed(text: str) -> dict[str, Any]:
    try:
        return load(text, parse_float=Decimal)
    except TOMLDecodeError as error:
        found = _AT_LINE.search(str(error))
        line = int(found[1]) if found else max(1, len(text.splitlines()))
        raise InvalidInput("plan_unreadable", line=line) from None


@law("IB05.15.II.2.4-6", "IB05.15.II.3.4-6", "IB05.15.IIbis.4.1")
def issue_of(
    code: object,
    name: object,
    choices: Mapping[str, object],
    rows: object,
    frame: Frame,
    lines: Lines | None = None,
) -> Issue:
    """Return the issue of a plan. Raise `FaultySetup` with all faults of the plan."""
    at = lines or Lines()
    options = frame.options
    given = {
        choice: read_choice(options[choice], value) if choice in options else value
        for choice, value in choices.items()
    }
    setup = set_up(frame, given)
    faults = [*_called(code, name, at)]
    faults += [at.put(fault, field=fault.choice or "") for fault in setup.faults]
    clauses, chosen = law_of(frame), setup.chosen
    prizes: list[Prize] = []
    faults += _table(rows, str(chosen["kind"]), clauses, at, prizes)
    if not {fault.choice for fault in faults} & _RECKONED_FROM:
        faults += [at.put(fault) for fault in _check_prizes(tuple(prizes), chosen, frame)]
    if faults:
        raise FaultySetup(faults, SLUG)
    rules = {rule: value for rule, value in chosen.items() if options[rule].part == "rules"}
    return Issue(frame=frame, code=str(code), name=str(name), prizes=tuple(prizes), **rules)


def _called(code: object, name: object, at: Lines) -> Iterator[Fault]:
    """Yield the faults in the code and the name of the issue."""
    if not (isinstance(code, str) and _CODE.fullmatch(code)):
        values: dict[str, Figure] = {"given": quoted(code), "most": LONGEST_CODE}
        yield at.put(Fault("code", "code_unfit", None, values), field="code")
    if not (isinstance(name, str) and name.strip()):
        yield at.put(Fault("name", "name_missing", None, {"field": "name"}), field="name")


def _table(rows: object, kind: str, clauses: Law, at: Lines, prizes: list[Prize]) -> Iterator[Fault]:
    """Append the valid rows of the prize table to `prizes`. Yield the faults of the other rows."""
    listed = clauses.kinds[kind].prizes
    if not isinstance(rows, Sequence) or isinstance(rows, str) or not rows:
        yield Fault("prizes", "prize_missing", listed)
        return
    for number, row in enumerate(rows, 1):
        found = list(_row_faults(number, row, listed, clauses))
        yield from (at.put(fault, number, str(fault.figures.get("field", ""))) for fault in found)
        if not found:
            prizes.append(_prize(row))
    names = [row.get("name") for row in rows if isinstance(row, Mapping)]
    for name, count in Counter(name for name in names if isinstance(name, str)).items():
        if count > 1:
            again = max(number for number, each in enumerate(names, 1) if each == name)
            yield at.put(Fault("prizes", "prize_twice", listed, {"name": name}), again, "name")


@law("IB05.15.IIbis.6.6-2.1", "IB05.15.IIbis.6.6-5.1")
def _row_faults(number: int, row: object, listed: str, clauses: Law) -> Iterator[Fault]:
    """Yield the faults of a prize row. A prize is cash, or an object with a market price."""
    values: dict[str, Figure] = {"prize": number}
    if not isinstance(row, Mapping):
        values |= {"field": "prizes", "given": quoted(row)}
        yield Fault("prizes", "prize_field_wrong", listed, values)
        return
    for field in sorted(row.keys() - set(_FIELDS)):
        yield Fault("prizes", "prize_field_unknown", listed, {**values, "field": field, "known": _FIELDS})
    for field in sorted({"name", "times"} - row.keys()):
        yield Fault("prizes", "prize_field_missing", listed, {**values, "field": field})
    for field in sorted(row.keys() & set(_FIELDS)):
        if not _is_fit(field, row[field]):
            field_values: dict[str, Figure] = {**values, "field": field, "given": quoted(row[field])}
            yield Fault("prizes", "prize_field_wrong", listed, field_values)
    if "cash" in row and ("thing" in row or "market_price" in row):
        yield Fault("prizes", "prize_both_natures", clauses.prize.nature, values)
    elif "thing" in row and "market_price" not in row:
        yield Fault("prizes", "prize_without_equivalent", clauses.prize.equivalent, values)
    elif "cash" not in row and "thing" not in row:
        yield Fault("prizes", "prize_without_nature", clauses.prize.nature, values)


def _is_fit(field: str, value: object) -> bool:
    if field in ("name", "thing"):
        return isinstance(value, str) and bool(value.strip())
    if field == "times":
        return isinstance(value, int) and not isinstance(value, bool) and value >= 1
    return _amount(value) > 0


def _amount(value: object) -> Cents:
    """Return the céntimos of a written amount, or 0 if it is malformed."""
    try:
        return min(cents_of(value), MAX_CENTS)
    except InvalidInput:
        return 0


def _prize(row: Mapping[str, Any]) -> Prize:
    amount = row["cash"] if "cash" in row else row["market_price"]
    return Prize(row["name"].strip(), row["times"], _amount(amount), row.get("thing", "").strip())


@law("IB05.15.IIbis.5.5-1.1", "IB05.15.IIbis.6.6-2.2", "IB05.15.II.2.1", "IB05.15.II.3.3")
def _check_prizes(prizes: tuple[Prize, ...], chosen: Mapping[str, Any], frame: Frame) -> Iterator[Fault]:
    """Yield the faults of the whole prize table: too many prizes, or a return that is too low or too high.

    The return is compared with the law's minimum, with the announced share and with the takings.
    """
    clauses, kind = law_of(frame), law_of(frame).kinds[chosen["kind"]]
    marks = len(clauses.presentations[chosen["presentation"]].marks)
    if len(prizes) > marks:
        # A limit of novamas, not of the law: each kind of prize is shown by a mark of its own.
        yield Fault("prizes", "prizes_too_many", None, {"given": len(prizes), "most": marks})
    times = sum(prize.times for prize in prizes)
    if times > chosen["ways"]:
        values: dict[str, Figure] = {"given": times, "most": chosen["ways"]}
        yield Fault("prizes", "prizes_above_tickets", kind.prizes, values)
    share = returned(prizes, chosen["ways"], chosen["price"])
    least = Fraction(frame.options["prize_share"].least or 0)
    if share < least:
        yield Fault("prizes", "return_below_law", clauses.prize.share, _shares(returned=share, least=least))
    elif share < chosen["prize_share"]:
        clause = kind.cite[0] if chosen["kind"] == "presorteado" else kind.share
        values = _shares(returned=share, announced=chosen["prize_share"])
        yield Fault("prizes", "return_below_announced", clause, values)
    elif share > 1:
        yield Fault("prizes", "return_above_takings", clauses.organiser.rest, _shares(returned=share))


def _shares(**shares: Fraction) -> dict[str, Figure]:
    """Return named shares in the format of a fault's values."""
    return {name: str(share) for name, share in shares.items()}

"""The texts of a floor check: the fault, the law, the file, and lawful alternatives."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from novamas.house.floor.findings import Finding, FloorReport, Lawful
from novamas.house.floor.payload import AlternativePayload, FindingPayload, FloorReportPayload
from novamas.law.options import Value, as_figure, figure
from novamas.words import Voice
from novamas.words.problems import error_text
from novamas.words.voice import shortened


def finding_text(finding: Finding, voice: Voice) -> str:
    """Return a finding as one sentence with its clause."""
    return error_text(finding.problem, voice.at(finding.game) if finding.game else voice)


def explain_finding(finding: Finding, voice: Voice) -> Iterator[str]:
    """Yield the lines about a finding: the fault, the file, alternatives, the clause and our reading."""
    yield finding_text(finding, voice)
    yield f"  {voice.text('check.file')}: {file_text(finding, voice)}"
    if lawful := alternatives_text(finding, voice):
        yield f"  {voice.text('check.lawful')}: {lawful}"
    if finding.clause:
        cited = voice.clause(finding.clause)
        yield f"  {cited.id}: {cited.says}"
        if cited.reading:
            yield f"    {voice.say('why.our_reading', applies=cited.reading.applies)}"


def law_text(finding: Finding, voice: Voice) -> str:
    """Return the text of the clause at fault, or an empty string."""
    return voice.clause(finding.clause).says if finding.clause else ""


def file_text(finding: Finding, voice: Voice) -> str:
    """Return the value in the file, together with the file and the line."""
    place = {"file": shortened(finding.place.file), "line": finding.place.line}
    if not finding.field:
        return voice.say("check.place", **place)
    if finding.given is None:
        return voice.say("check.file_silent", field=finding.field, **place)
    given = ", ".join(finding.given) if isinstance(finding.given, tuple) else finding.given
    given = str(given).lower() if isinstance(given, bool) else str(given)
    return voice.say("check.file_says", field=shortened(finding.field), given=given, **place)


def alternatives_text(finding: Finding, voice: Voice) -> str:
    """Return the allowed values or another remedy, or an empty string if there is none.

    If the choice is not the finding's field, it is named.
    """
    lawful, voice = finding.lawful, voice.citing(finding.clause)
    if lawful is None:
        remedy = f"check.instead_of_{finding.problem.code}"
        return voice.text(remedy) if voice.has(remedy) else ""
    values = _values_text(lawful, voice)
    return values if not values or lawful.choice == finding.field else f"{lawful.choice}: {values}"


def _values_text(lawful: Lawful, voice: Voice) -> str:
    if not lawful.nearest or lawful.nearest == lawful.one_of:
        return bounds_text(lawful, voice)
    values = _any_of(lawful.nearest, lawful, voice)  # within the bounds, and meeting the need
    return values if lawful.one_of else voice.say("check.for_example", values=values)


def bounds_text(lawful: Lawful, voice: Voice) -> str:
    """Return the bounds of a choice in a few words."""
    if lawful.one_of:
        return _any_of(lawful.one_of, lawful, voice)
    ends = {"least": lawful.least, "most": lawful.most}
    bounds = {name: value_text(end, lawful.unit, voice) for name, end in ends.items() if end is not None}
    match tuple(bounds):
        case ("least", "most"):
            return voice.say("catalogue.between", **bounds)
        case ("least",):
            return voice.say("catalogue.at_least", **bounds)
        case ("most",):
            return voice.say("catalogue.at_most", **bounds)
    return ""


def _any_of(values: Iterable[Value], lawful: Lawful, voice: Voice) -> str:
    """Return values as alternatives. Words are in quotation marks, numbers are not."""
    return voice.any_of(
        voice.quote_value(value) if isinstance(value, bool | str) else value_text(value, lawful.unit, voice)
        for value in values
    )


def value_text(value: object, unit: str, voice: Voice) -> str:
    """Return a value as written in the file. An amount of 1 € or more is also shown in euros."""
    if unit == "cents" and isinstance(value, int) and value > 99:
        return f"{value} ({voice.money(value)})"
    return str(value).lower() if isinstance(value, bool) else str(value)


def report_payload(checked: FloorReport, voice: Voice) -> FloorReportPayload:
    """Return a floor report as a payload for JSON."""
    return FloorReportPayload(
        tables=checked.tables,
        red=checked.count("red"),
        amber=checked.count("amber"),
        findings=tuple(_finding_payload(finding, voice) for finding in checked.findings),
    )


def _finding_payload(finding: Finding, voice: Voice) -> FindingPayload:
    return FindingPayload(
        severity=finding.severity,
        table=finding.table,
        game=finding.game,
        code=finding.problem.code,
        clause=finding.clause,
        says=finding_text(finding, voice),
        law=law_text(finding, voice) or None,
        file=finding.place.file,
        line=finding.place.line,
        field=finding.field or None,
        given=finding.given,
        lawful=None if finding.lawful is None else _alternatives_payload(finding.lawful),
        lawful_says=alternatives_text(finding, voice) or None,
    )


def _alternatives_payload(lawful: Lawful) -> AlternativePayload:
    return AlternativePayload(
        choice=lawful.choice,
        unit=lawful.unit,
        least=figure(lawful.least),
        most=figure(lawful.most),
        one_of=tuple(map(as_figure, lawful.one_of)),
        nearest=tuple(map(as_figure, lawful.nearest)),
    )

"""The report of an audit as a document with sentences, tables and charts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import novamas
from novamas.documents import (
    Bars,
    Block,
    Document,
    Heading,
    Interval,
    Item,
    Key,
    Keys,
    Mark,
    Paragraph,
    Rows,
    Side,
)
from novamas.house.audit.payload import hold_payload, money_payload
from novamas.house.audit.report import Audited, AuditReport
from novamas.house.audit.statistics import Hold
from novamas.house.audit.tally import Money
from novamas.words import Voice
from novamas.words.audit import departure_text, place_text
from novamas.words.voice import capital

MAX_TOLD = 2_000  # departures on a page: more make it slow to read


def audit_document(found: AuditReport, voice: Voice, most: int = MAX_TOLD) -> Document:
    """Return the whole report in the voice's language.

    Only the first `most` departures are listed one by one.
    """
    return Document(
        language=voice.language,
        title=voice.text("audit.title"),
        about=_about(found, voice),
        blocks=tuple(_blocks(found, voice, most)),
        foot=voice.say("audit.foot", version=novamas.__version__),
    )


def _about(found: AuditReport, voice: Voice) -> str:
    if len(found.files) == 1:
        return _file(found.files[0], voice)
    return voice.say("audit.files", count=len(found.files))


def _file(each: Audited, voice: Voice) -> str:
    code = "audit.file" if each.game else "audit.histories"
    file = voice.say(code, file=each.file, game=each.game, norm=each.norm)
    sentences = [file]
    if each.law != "of_the_edition":
        sentences.append(voice.say(f"proving.law_{each.law}", edition=each.edition))
    if each.signed in ("by_the_house", "by_some_house"):
        sentences.append(voice.text(f"audit.signed_{each.signed}"))
    return ". ".join(one.removesuffix(".") for one in sentences)


def _blocks(found: AuditReport, voice: Voice, most: int) -> Iterator[Block]:
    if len(found.files) > 1:
        yield from (Paragraph(_file(each, voice), is_note=True) for each in found.files)
    yield from _keys(found, voice)
    yield from _departures(found, voice, most)
    yield from _kinds(found, voice)
    yield from _money("by_croupier", "name", found.croupiers, voice)
    yield from _money("by_seat", "seat", {str(seat): money for seat, money in found.seats.items()}, voice)
    yield from _turned_over(found, voice)
    yield from _tests(found, voice)


def _keys(found: AuditReport, voice: Voice) -> Iterator[Block]:
    """Yield the main figures of the audit."""
    money = found.money
    figures = {
        "departures": voice.number(found.total),
        "stake": voice.money(money.at_stake),
        "rounds": voice.number(money.rounds),
        "staked": voice.money(money.staked),
        "win": voice.money(money.win),
    }
    news = {"departures": "good", "stake": ""} if found.is_clean else {"departures": "bad", "stake": "bad"}
    keys = (Key(voice.text(f"audit.{name}"), figure, news.get(name, "")) for name, figure in figures.items())  # type: ignore[arg-type]
    yield Keys(tuple(keys))
    if found.is_clean:
        yield Paragraph(voice.text("audit.clean"))
    if found.undecided:
        yield Paragraph(voice.say("audit.undecided", count=found.undecided), is_note=True)


def _departures(found: AuditReport, voice: Voice, most: int) -> Iterator[Block]:
    """Yield the departures, each with its kind, its place, its clause and its amount."""
    if not found.departures:
        return
    yield Heading(voice.say("audit.found", total=found.total).removesuffix("."))
    games = {each.file: each.game for each in found.files}
    for number, each in enumerate(found.departures[:most], start=1):
        spoken = voice.at(games.get(each.file, ""))
        lines = Paragraph(departure_text(each, spoken)), Paragraph(place_text(each, spoken), is_note=True)
        yield Item(f"{number}. {capital(voice.named('departures', each.kind))}", (Side("", lines),))
    left = found.total - min(len(found.departures), most)
    if left:
        yield Paragraph(voice.say("audit.more", count=left), is_note=True)


def _kinds(found: AuditReport, voice: Voice) -> Iterator[Block]:
    if not found.kinds:
        return
    yield Heading(voice.text("audit.by_kind"))
    names = {kind: voice.named("departures", kind) for kind in found.kinds}
    rows = tuple(
        (names[kind], voice.number(count), voice.money(found.cents[kind]))
        for kind, count in found.kinds.items()
    )
    yield Rows(_columns(("kind", "number", "stake"), voice), rows, figures=(1, 2))
    if len(rows) > 1:
        bars = ((names[kind], float(count), voice.number(count)) for kind, count in found.kinds.items())
        yield Bars(voice.text("audit.kinds_drawn"), tuple(bars))


def _money(title: str, whose: str, rows: Mapping[str, Money], voice: Voice) -> Iterator[Block]:
    """Yield the turnover of each croupier or seat, and each side's gain from departures."""
    if not rows:
        return
    yield Heading(voice.text(f"audit.{title}"))
    columns = (whose, "rounds", "staked", "win", "departures", "stake", "to_players", "to_house")
    cells = tuple(
        (
            name,
            voice.number(money.rounds),
            *map(voice.money, (money.staked, money.win)),
            voice.number(money.departures),
            *map(voice.money, (money.at_stake, money.to_players, money.to_house)),
        )
        for name, money in rows.items()
    )
    yield Rows(_columns(columns, voice), cells, figures=tuple(range(1, len(columns))))


def _turned_over(found: AuditReport, voice: Voice) -> Iterator[Block]:
    """Yield the money and the hold. Each hold has a chart of its 99 % interval."""
    yield Heading(voice.text("audit.money"))
    yield from map(Paragraph, money_payload(found, voice))
    for file, hold in found.holds:
        yield from map(Paragraph, hold_payload(file, hold, voice))
        yield _interval(file, hold, voice)


def _interval(file: str, hold: Hold, voice: Voice) -> Interval:
    """Return a chart of the win, and of the interval that contains 99 of 100 such sessions."""
    least, most = hold.interval
    low, middle, high, won = (
        Mark(cents, voice.money(round(cents))) for cents in (least, hold.expected, most, hold.win)
    )
    return Interval(voice.say("audit.hold_drawn", file=file), low, middle, high, won)


def _tests(found: AuditReport, voice: Voice) -> Iterator[Block]:
    if not found.tests:
        return
    yield Heading(voice.text("audit.tests"))
    rows = []
    for test in found.tests:
        code = "audit.hold_test" if test.code == "hold" else f"audit.{test.code}"
        chances = (voice.percent(Fraction(chance), 2) for chance in (test.chance, test.adjusted))
        figures = voice.number(test.count), voice.decimal(test.value, 2), *chances
        verdict = voice.text("audit.alarm" if test.is_alarm else "audit.no_alarm")
        rows.append((voice.text(code), test.table, *figures, verdict))
    columns = ("test", "table_name", "count", "value", "chance", "adjusted", "verdict")
    yield Rows(_columns(columns, voice), tuple(rows), figures=(2, 3, 4, 5))
    if not any(test.is_alarm for test in found.tests):
        yield Paragraph(voice.text("audit.no_alarms"))
    yield Paragraph(voice.say("audit.holm", count=len(found.tests)), is_note=True)


def _columns(names: tuple[str, ...], voice: Voice) -> tuple[str, ...]:
    return tuple(voice.text(f"audit.{name}") for name in names)

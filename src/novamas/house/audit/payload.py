"""The report of an audit as payloads for JSON, as CSV, and in sentences."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from fractions import Fraction
from io import StringIO

from msgspec import Struct
from msgspec.structs import asdict

from novamas.house.audit.departures import Departure, Kind
from novamas.house.audit.report import Audited, AuditReport
from novamas.house.audit.statistics import ChanceTest, Hold
from novamas.house.audit.tally import Money
from novamas.words import Voice
from novamas.words.audit import departure_text


class DeparturePayload(Struct, frozen=True, kw_only=True):
    """A departure of a session from the law."""

    kind: Kind
    code: str
    file: str
    line: int  # of the file, or the number of the action in a hand
    round: str
    table: str
    croupier: str
    seat: int | None
    bet: str
    stake: int
    due: int | None
    claimed: int | None
    at_stake: int
    gained: str
    gain: int
    expected: str
    found: str
    clause: str | None
    says: str


class KindPayload(Struct, frozen=True):
    """The number of departures of one kind, and the money at stake in them."""

    count: int
    at_stake: int


class HoldPayload(Struct, frozen=True):
    """The house's win from the stakes, and its expected value."""

    file: str
    staked: int
    win: int
    expected: float
    sd: float
    interval_99: tuple[float, float]
    exact_sd: bool
    uncovered: int


class ChanceTestPayload(Struct, frozen=True):
    """A statistical test of a wheel, a shoe or the hold."""

    test: str
    table: str
    count: int
    value: float
    freedom: int
    chance: float
    adjusted: float
    alarm: bool


class ChanceTestsPayload(Struct, frozen=True):
    """All statistical tests, and the method that adjusts their probabilities for multiple testing."""

    method: str
    count: int
    all: tuple[ChanceTestPayload, ...]


class AuditPayload(Struct, frozen=True, kw_only=True):
    """The results of an audit."""

    files: tuple[Audited, ...]
    clean: bool
    total: int
    undecided: int
    departures: tuple[DeparturePayload, ...]
    kinds: Mapping[str, KindPayload]
    money: Money
    croupiers: Mapping[str, Money]
    seats: Mapping[str, Money]
    holds: tuple[HoldPayload, ...]
    tests: ChanceTestsPayload


class DepartureExplained(DeparturePayload, frozen=True, kw_only=True):
    """A departure, explained from the cards and chips on the table back to the law."""

    why: tuple[str, ...]


class DeparturesExplained(Struct, frozen=True):
    """The departures of a session, each explained."""

    departures: tuple[DepartureExplained, ...]


FIELDS = (
    *("kind", "file", "line", "round", "table", "croupier", "seat", "bet", "stake", "due", "claimed"),
    *("at_stake", "gained", "gain", "expected", "found", "clause", "says"),
)
MONEY = ("stake", "due", "claimed", "at_stake", "gain")


def plain(found: Departure, game: str, voice: Voice) -> DeparturePayload:
    """Return a departure as a payload for JSON, with amounts in céntimos."""
    return DeparturePayload(
        kind=found.kind,
        code=found.problem.code if found.problem is not None else found.kind,
        file=found.file,
        line=found.line,
        round=found.round,
        table=found.table,
        croupier=found.croupier,
        seat=found.seat,
        bet=found.bet,
        stake=found.stake,
        due=found.due,
        claimed=found.claimed,
        at_stake=found.cents,
        gained=found.gained,
        gain=found.gain,
        expected=found.expected,
        found=found.found,
        clause=found.clause or None,
        says=departure_text(found, voice.at(game)),
    )


def report_payload(found: AuditReport, voice: Voice) -> AuditPayload:
    """Return the whole report as a payload for JSON."""
    games = {each.file: each.game for each in found.files}
    return AuditPayload(
        files=found.files,
        clean=found.is_clean,
        total=found.total,
        undecided=found.undecided,
        departures=tuple(plain(each, games.get(each.file, ""), voice) for each in found.departures),
        kinds={kind: KindPayload(count, found.cents[kind]) for kind, count in found.kinds.items()},
        money=found.money,
        croupiers=found.croupiers,
        seats={str(seat): money for seat, money in found.seats.items()},
        holds=tuple(_hold(file, hold) for file, hold in found.holds),
        tests=ChanceTestsPayload("holm", len(found.tests), tuple(map(_test, found.tests))),
    )


def _hold(file: str, hold: Hold) -> HoldPayload:
    return HoldPayload(
        file=file,
        staked=hold.staked,
        win=hold.win,
        expected=hold.expected,
        sd=hold.sd,
        interval_99=hold.interval,
        exact_sd=hold.is_exact,
        uncovered=hold.uncovered,
    )


def _test(test: ChanceTest) -> ChanceTestPayload:
    return ChanceTestPayload(
        test=test.code,
        table=test.table,
        count=test.count,
        value=test.value,
        freedom=test.freedom,
        chance=test.chance,
        adjusted=test.adjusted,
        alarm=test.is_alarm,
    )


def as_csv(found: AuditReport, voice: Voice) -> str:
    """Return the departures as CSV, one per line, with amounts in euros."""
    games = {each.file: each.game for each in found.files}
    written = StringIO()
    writer = csv.DictWriter(written, FIELDS, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for each in found.departures:
        row = asdict(plain(each, games.get(each.file, ""), voice))
        for name in MONEY:
            row[name] = "" if row[name] is None else f"{row[name] // 100}.{row[name] % 100:02}"
        writer.writerow({name: "" if value is None else _safe(value) for name, value in row.items()})
    return written.getvalue()


def _safe(value: object) -> object:
    """Escape a text that a spreadsheet would run as a formula (CSV injection)."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t") else value


def money_payload(found: AuditReport, voice: Voice) -> Iterator[str]:
    """Yield sentences about turnover, drop and win."""
    money = found.money
    yield voice.say(
        "audit.turned_over", rounds=money.rounds, staked=money.staked, due=money.due, paid=money.paid
    )
    if money.drop:
        yield voice.say("audit.drop", drop=money.drop, win=money.win, hold=Fraction(money.win, money.drop))
    else:
        yield voice.say("audit.no_drop", win=money.win)


def hold_payload(file: str, hold: Hold, voice: Voice) -> Iterator[str]:
    """Yield sentences about the hold, its expected value, and what the interval means."""
    least, most = (round(bound) for bound in hold.interval)
    staked = max(hold.staked, 1)
    yield voice.say(
        "audit.hold",
        file=file,
        staked=hold.staked,
        win=hold.win,
        hold=Fraction(hold.win, staked),
        expected=round(hold.expected),
        theory=Fraction(round(hold.expected), staked),
        least=least,
        most=most,
    )
    if not hold.is_exact:
        yield voice.text("audit.hold_best")
        yield voice.text("audit.hold_bound")
    if hold.uncovered:
        yield voice.say("audit.hold_uncovered", uncovered=hold.uncovered)

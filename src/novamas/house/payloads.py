"""What the tools of the house give to other programs: codes and figures, and beside them what they mean.

Each type here is one object of JSON, and stands in `docs/schema/house.json`: `--json` of a command prints it,
and a server sends it. Amounts are céntimos, rates and chances texts such as "1/37".
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from msgspec import Struct

from novamas.errors import Figure
from novamas.house.audit.departures import Kind
from novamas.house.audit.report import Audited
from novamas.house.audit.tally import Money
from novamas.house.floor.findings import Severity
from novamas.law import Source
from novamas.law.options import Unit, Value, as_figure


def figure(value: Value | None) -> Figure | None:
    """A value as JSON has it: fractions are texts."""
    return None if value is None else as_figure(value)


# ---------------------------------------------------------------- check


class AlternativePayload(Struct, frozen=True):
    """What a choice may be: its bounds, and the lawful values nearest to what was stated."""

    choice: str  # which it is: the one that the finding is about, or another that would do
    unit: Unit
    least: Figure | None
    most: Figure | None
    one_of: tuple[Figure, ...]
    nearest: tuple[Figure, ...]


class FindingPayload(Struct, frozen=True):
    """One thing that is not as the law has it, or that the file does not tell."""

    severity: Severity
    table: str
    game: str
    code: str
    clause: str | None
    says: str
    law: str | None  # what the clause says
    file: str
    line: int
    field: str | None
    given: Figure | None  # what the file says there
    lawful: AlternativePayload | None
    lawful_says: str | None


class FloorReportPayload(Struct, frozen=True):
    """A floor that was checked."""

    tables: int
    red: int
    amber: int
    findings: tuple[FindingPayload, ...]


# ---------------------------------------------------------------- audit


class DeparturePayload(Struct, frozen=True, kw_only=True):
    """One departure of a session from the law."""

    kind: Kind
    code: str
    file: str
    line: int  # of the file, or the number of an action in a hand
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
    """How many departures of a kind there are, and what was at stake."""

    count: int
    at_stake: int


class HoldPayload(Struct, frozen=True):
    """What the house kept of what was staked, beside what it should keep."""

    file: str
    staked: int
    win: int
    expected: float
    sd: float
    interval_99: tuple[float, float]
    exact_sd: bool
    uncovered: int


class ChanceTestPayload(Struct, frozen=True):
    """One test of a wheel, a shoe or the hold."""

    test: str
    table: str
    count: int
    value: float
    freedom: int
    chance: float
    adjusted: float
    alarm: bool


class ChanceTestsPayload(Struct, frozen=True):
    """All tests, and how their chances were adjusted for their number."""

    method: str
    count: int
    all: tuple[ChanceTestPayload, ...]


class AuditPayload(Struct, frozen=True, kw_only=True):
    """All that an audit found."""

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


# ---------------------------------------------------------------- diff


class StatedPayload(Struct, frozen=True):
    """What one law or house has under a name, and the clauses that it comes from."""

    figures: Mapping[str, Figure]
    cite: tuple[str, ...]


class DifferencePayload(Struct, frozen=True):
    """One rule on both sides; nothing on a side that does not have it."""

    path: str
    one: StatedPayload | None
    other: StatedPayload | None


class SidePayload(Struct, frozen=True):
    """The law of one side."""

    norm: str
    edition: str


class EdgesPayload(Struct, frozen=True):
    """The edge of a bet on both sides, and what the house gains by the other one."""

    bet: str
    per: str
    one: Fraction | None
    other: Fraction | None
    change: Fraction | None


class DifferencesPayload(Struct, frozen=True, kw_only=True):
    """All in which two tables of a game differ."""

    game: str
    one: SidePayload
    other: SidePayload
    rules: tuple[DifferencePayload, ...]
    choices: tuple[DifferencePayload, ...]
    wording: tuple[DifferencePayload, ...]  # the same figures, ordered in other words
    edges: tuple[EdgesPayload, ...]


# ---------------------------------------------------------------- why


class ClausePayload(Struct, frozen=True):
    """A clause, what it says, how we read it, and from where it was borrowed."""

    id: str
    says: str
    reading: str | None
    borrowed: Source | None


class PaymentPayload(Struct, frozen=True, kw_only=True):
    """A payment with its arithmetic and its clauses."""

    payment: int
    line: int
    seat: int
    bet: str
    stake: int
    rate: Fraction | None
    returned: int
    stays: bool
    arithmetic: str
    clauses: tuple[ClausePayload, ...]


class DepartureExplained(DeparturePayload, frozen=True, kw_only=True):
    """A departure with the chain from what lay on the table to the law."""

    why: tuple[str, ...]


class DeparturesExplained(Struct, frozen=True):
    """The departures of a session, explained."""

    departures: tuple[DepartureExplained, ...]


class FaultsExplained(Struct, frozen=True):
    """The faults of a floor, each line by line."""

    faults: tuple[tuple[str, ...], ...]


class RefusalExplained(Struct, frozen=True):
    """Why a deed is not lawful at a moment of a record, line by line."""

    deed: str
    lawful: bool
    code: str | None
    clause: str | None
    why: tuple[str, ...]

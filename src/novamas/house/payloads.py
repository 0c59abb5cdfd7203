"""Payloads of the operator's tools: codes and figures, each with its text.

Each type is one JSON object in `docs/schema/house.json`. Commands print it with `--json`, a server sends
it. Amounts are in céntimos, rates and probabilities are strings such as "1/37".
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
from novamas.law.options import Unit
from novamas.words.proofs import ProofsPayload

# ---------------------------------------------------------------- check


class AlternativePayload(Struct, frozen=True):
    """Lawful values of a choice: its bounds, and the values nearest to the one stated."""

    choice: str  # the choice of the finding, or another that would remove the fault
    unit: Unit
    least: Figure | None
    most: Figure | None
    one_of: tuple[Figure, ...]
    nearest: tuple[Figure, ...]


class FindingPayload(Struct, frozen=True):
    """One fault of a floor, or one fact that its file does not state."""

    severity: Severity
    table: str
    game: str
    code: str
    clause: str | None
    says: str
    law: str | None  # text of the clause
    file: str
    line: int
    field: str | None
    given: Figure | None  # the value in the file
    lawful: AlternativePayload | None
    lawful_says: str | None


class FloorReportPayload(Struct, frozen=True):
    """A checked floor."""

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
    """The number of departures of one kind, and the money at stake."""

    count: int
    at_stake: int


class HoldPayload(Struct, frozen=True):
    """The win of the house from the stakes, with its expected value."""

    file: str
    staked: int
    win: int
    expected: float
    sd: float
    interval_99: tuple[float, float]
    exact_sd: bool
    uncovered: int


class ChanceTestPayload(Struct, frozen=True):
    """One statistical test of a wheel, a shoe or the hold."""

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


# ---------------------------------------------------------------- diff


class StatedPayload(Struct, frozen=True):
    """The figures that one law or house has under a name, and their clauses."""

    figures: Mapping[str, Figure]
    cite: tuple[str, ...]


class DifferencePayload(Struct, frozen=True):
    """One rule on both sides, null on a side that does not have it."""

    path: str
    one: StatedPayload | None
    other: StatedPayload | None


class SidePayload(Struct, frozen=True):
    """The law of one side."""

    norm: str
    edition: str


class EdgesPayload(Struct, frozen=True):
    """The edge of a bet on both sides, and the house's gain from one side to the other."""

    bet: str
    per: str
    one: Fraction | None
    other: Fraction | None
    change: Fraction | None


class DifferencesPayload(Struct, frozen=True, kw_only=True):
    """The differences between two tables of one game."""

    game: str
    one: SidePayload
    other: SidePayload
    rules: tuple[DifferencePayload, ...]
    choices: tuple[DifferencePayload, ...]
    wording: tuple[DifferencePayload, ...]  # the same figures, worded differently
    edges: tuple[EdgesPayload, ...]


# ---------------------------------------------------------------- why


class ClausePayload(Struct, frozen=True):
    """A clause with its text, our reading, and the norm from which it was borrowed."""

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


class PaymentsExplained(ProofsPayload, frozen=True, kw_only=True):
    """The payments of a record, and what was proved of it."""

    payments: tuple[PaymentPayload, ...]


class DepartureExplained(DeparturePayload, frozen=True, kw_only=True):
    """A departure with its explanation, from the cards and chips on the table to the law."""

    why: tuple[str, ...]


class DeparturesExplained(Struct, frozen=True):
    """The departures of a session, explained."""

    departures: tuple[DepartureExplained, ...]


class FaultsExplained(Struct, frozen=True):
    """The faults of a floor, each line by line."""

    faults: tuple[tuple[str, ...], ...]


class RefusalExplained(Struct, frozen=True):
    """Whether a deed is lawful after a line of a record, and the explanation if it is not."""

    deed: str
    lawful: bool
    code: str | None
    clause: str | None
    why: tuple[str, ...]

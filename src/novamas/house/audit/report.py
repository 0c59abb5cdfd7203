"""The report of an audit as one value: departures, totals and statistical tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct

from novamas.house.audit.departures import KINDS, Departure
from novamas.house.audit.observations import Observer
from novamas.house.audit.statistics import ChanceTest, Hold, holm
from novamas.house.audit.tally import Money, Tally
from novamas.odds.cache import cached_odds
from novamas.record.carried_law import Law
from novamas.record.signatures import SignedBy


class Audited(Struct, frozen=True):
    """An audited file with its game and its law."""

    file: str
    game: str
    norm: str
    edition: str
    law: Law = "of_the_edition"  # under which it was replayed
    signed: SignedBy = "nobody"


class AuditReport(Struct, frozen=True, kw_only=True):
    """The results of an audit."""

    files: tuple[Audited, ...]
    departures: tuple[Departure, ...]  # the first ones, if there are very many
    total: int
    kinds: Mapping[str, int]
    cents: Mapping[str, int]  # money at stake, by kind
    money: Money
    croupiers: Mapping[str, Money]
    seats: Mapping[int, Money]
    undecided: int
    holds: tuple[tuple[str, Hold], ...]  # by file
    tests: tuple[ChanceTest, ...]

    @property
    def is_clean(self) -> bool:
        """Whether the audit found no departure."""
        return self.total == 0


def report_of(
    files: Sequence[Audited], tally: Tally, observers: Iterable[tuple[str, Observer]]
) -> AuditReport:
    """Return the report of a finished audit."""
    holds: list[tuple[str, Hold]] = []
    tests: list[ChanceTest] = []
    for file, observer in observers:
        tests.extend(observer.tests())
        found = observer.hold(cached_odds(observer.table)) if observer.staked and observer.has_odds else None
        if found is not None:
            holds.append((file, found[0]))
            tests.extend(filter(None, [found[1]]))
    return AuditReport(
        files=tuple(files),
        departures=tuple(tally.departures),
        total=tally.total,
        kinds={kind: tally.kinds[kind] for kind in KINDS if tally.kinds[kind]},
        cents={kind: tally.cents[kind] for kind in KINDS if tally.kinds[kind]},
        money=tally.all,
        croupiers=dict(sorted(tally.croupiers.items())),
        seats=dict(sorted(tally.seats.items())),
        undecided=tally.undecided,
        holds=tuple(holds),
        tests=holm(tests),
    )

"""Tasks on an uploaded file: check a floor, replay a record, audit a session.

The tasks run only in worker processes, each in a temporary folder. A result names the file as it is
called in this folder, so the result reveals no path of the server.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias, cast

from msgspec.structs import asdict

from novamas.documents import as_html, as_pdf
from novamas.errors import NovamasError
from novamas.house.audit.audit import Audit, Setup
from novamas.house.audit.document import audit_document
from novamas.house.audit.payload import AuditPayload, as_csv, report_payload
from novamas.house.audit.report import AuditReport
from novamas.house.floor.check import check
from novamas.house.floor.document import check_document
from novamas.house.floor.findings import FloorReport as FloorFound
from novamas.house.floor.form import toml
from novamas.house.floor.text import explain_finding
from novamas.house.floor.text import report_payload as found_content
from novamas.house.replay import ReplayPayload, replay_payload
from novamas.house.why_payload import (
    PaymentsExplained,
    RefusalExplained,
    payment_payload,
    payments,
    refusal_payload,
)
from novamas.law import Library
from novamas.law.options import as_figure
from novamas.protocol.schema import GameView
from novamas.record import Broken, Checked, Record, read_record
from novamas.record import check as check_record
from novamas.record.replay import opened, replay
from novamas.record.signatures import read_house, read_receipts
from novamas.server.catalogue.file_payloads import (
    CheckedFloor,
    ExplainedFinding,
    RecordState,
    RecordStates,
    VerifiedRecord,
)
from novamas.server.catalogue.table_query import TableQuery
from novamas.server.catalogue.tasks import Form, Queue, Rows, Task
from novamas.server.tables.payloads import why_message
from novamas.table.events import AnyEvent, Payment
from novamas.table.roles import Who, read_who
from novamas.table.session import Session as TableSession
from novamas.table.session import person_at
from novamas.words import Voice
from novamas.words.events import event_texts
from novamas.words.proofs import proofs

FLOOR, RECORD, RECEIPTS = "floor.toml", "record.jsonl", "receipts.jsonl"
Session: TypeAlias = Literal["record", "csv", "phh", "phhs"]
SESSIONS: Mapping[str, str] = {
    "record": RECORD,
    "csv": "rounds.csv",
    "phh": "hand.phh",
    "phhs": "hands.phhs",
}


def written(name: str, text: str) -> Path:
    """Write a text to a file in the task's folder, and return the file's path."""
    path = Path(name)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def as_toml(floor: str | Mapping[str, Any]) -> str:
    """Return a floor as TOML. A floor sent as JSON is converted section by section."""
    if isinstance(floor, str):
        return floor
    return "".join(f"{_key(name)} = {_value(value)}\n" for name, value in floor.items() if value is not None)


def _key(name: str) -> str:
    return toml(name)


def _value(value: object) -> str:
    match value:
        case dict():
            inside = (f"{_key(name)} = {_value(one)}" for name, one in value.items() if one is not None)
            return "{" + ", ".join(inside) + "}"
        case list():
            return "[" + ", ".join(_value(one) for one in value if one is not None) + "]"
        case float():
            return toml(Fraction(str(value))) if not value.is_integer() else str(int(value))
    return toml(value)


class FloorChecked(Task, frozen=True):
    """A request to check a table or a floor against the law."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "html", "pdf")
    queue: ClassVar[Queue] = "short"
    floor: str | dict[str, Any]

    def written(self, form: Form, voice: Voice) -> bytes:
        """Encode the report in the same way as `novamas check`."""
        if form not in ("html", "pdf"):
            return super().written(form, voice)
        document = check_document(self._checked(voice.law), FLOOR, voice)
        return as_html(document).encode() if form == "html" else as_pdf(document)

    def _checked(self, law: Library) -> FloorFound:
        return check(written(FLOOR, as_toml(self.floor)), law)

    def content(self, voice: Voice) -> CheckedFloor:
        """Return the output of `novamas check --json`, with an explanation of each finding."""
        found = self._checked(voice.law)
        payload = found_content(found, voice)
        findings = tuple(
            ExplainedFinding(**asdict(one), why=tuple(explain_finding(finding, voice)))
            for finding, one in zip(found.findings, payload.findings, strict=True)
        )
        return CheckedFloor(payload.tables, payload.red, payload.amber, findings)

    def rows(self, content: CheckedFloor) -> Rows:
        """Return one row per finding."""
        return map(asdict, content.findings)


class RecordTask(Task, frozen=True):
    """A request about a record. A record that carries figures of its own is refused."""

    queue: ClassVar[Queue] = "short"
    record: str
    receipt: str | None = None
    receipts: str | None = None  # one per line
    house: str | None = None  # public key of the house that should have signed it

    def read(self, law: Library) -> tuple[Record, Checked]:
        """Return the record and the result of its verification."""
        record = read_record(written(RECORD, self.record), law=law)
        receipts = () if self.receipts is None else tuple(read_receipts(written(RECEIPTS, self.receipts)))
        house = None if self.house is None else read_house(self.house)
        return record, check_record(record, self.receipt, house=house, receipts=receipts)

    def eyes_at(self, record: Record, eyes: str | None) -> Who | None:
        """Return the viewpoint with this name at the table of the record."""
        return None if eyes is None else person_at(record.table.opening, read_who(eyes))


class Verified(RecordTask, frozen=True):
    """A request to verify a record."""

    def content(self, voice: Voice) -> VerifiedRecord:
        """Return each fact that was proved, and the record's first breach of a rule."""
        record, checked = self.read(voice.law)
        spoken = voice.under(record.table.frame)
        return VerifiedRecord(
            game=record.header.game,
            norm=record.header.norm,
            edition=record.header.edition,
            commitment=record.header.commitment,
            deeds=len(checked.done),
            **proofs(checked, spoken),
        )


class Replayed(RecordTask, frozen=True):
    """A request to replay a record."""

    eyes: str | None = None

    def content(self, voice: Voice) -> ReplayPayload:
        """Return the output of `novamas replay --json`."""
        record, checked = self.read(voice.law)
        eyes = self.eyes_at(record, self.eyes)
        return replay_payload(RECORD, record, checked, eyes, voice.under(record.table.frame))


class States(RecordTask, frozen=True):
    """A request for the states of a record from one viewpoint."""

    eyes: str = "rail"
    first: int = 0
    most: int = 100

    def content(self, voice: Voice) -> RecordStates:
        """Return each state with its view, the events before it and the explained payments."""
        record = read_record(written(RECORD, self.record), law=voice.law)
        eyes = self.eyes_at(record, self.eyes)
        assert eyes is not None
        spoken = voice.under(record.table.frame)
        return RecordStates(
            game=record.header.game,
            norm=record.header.norm,
            eyes=self.eyes,
            total=len(record.deeds) + 1,
            choices={name: as_figure(value) for name, value in record.header.choices.items()},
            states=tuple(islice(self._states(record, eyes, spoken), self.first, self.first + self.most)),
        )

    def _states(self, record: Record, eyes: Who, voice: Voice) -> Iterator[RecordState]:
        """Yield the states of the record up to the first deed that breaks the rules."""
        session, frame = opened(record), record.table.frame
        yield RecordState(number=0, line=1, events=(), says=(), payments=(), view=_view(session, eyes))
        try:
            for done in replay(record, session):
                seen = tuple(event.seen_by(eyes) for event in done.events)
                number = session.number
                yield RecordState(
                    number=number,
                    line=done.line,
                    events=cast("tuple[AnyEvent, ...]", seen),
                    says=tuple(event_texts(seen, voice, me=eyes)),
                    payments=tuple(
                        why_message("", (number, nth), event, frame, voice, eyes)
                        for nth, event in enumerate(seen)
                        if isinstance(event, Payment)
                    ),
                    view=_view(session, eyes),
                )
        except Broken:
            return  # the place and the reason are in `Verified`


def _view(session: TableSession, eyes: Who) -> GameView:
    """Return the view of a session from one viewpoint. The type of the view depends on the game."""
    return cast("GameView", session.view(eyes))


class Explained(RecordTask, frozen=True):
    """A request to explain a record's payments, or to say why a deed is not lawful at one of its lines."""

    payment: int | None = None
    deed: str | None = None
    after: int | None = None

    def content(self, voice: Voice) -> PaymentsExplained | RefusalExplained:
        """Return the output of `novamas why --json`."""
        record, checked = self.read(voice.law)
        if checked.broken is not None:
            raise Broken(checked.broken)
        spoken = voice.under(record.table.frame)
        if self.deed is not None:
            return refusal_payload(record, checked, self.deed, self.after, spoken)
        found = list(payments(checked))
        if self.payment is not None and not 1 <= self.payment <= len(found):
            raise NovamasError("no_such_payment", number=self.payment, count=len(found))
        frame = record.table.frame
        explained = tuple(
            payment_payload(number, line, paid, frame, spoken)
            for number, line, paid in found
            if self.payment in (None, number)
        )
        return PaymentsExplained(payments=explained, **proofs(checked, spoken))


class Audited(Task, frozen=True):
    """A request to audit a session."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "html", "pdf")
    queue: ClassVar[Queue] = "long"
    session: str
    kind: Session = "record"
    table: TableQuery | None = None  # where the rounds of a CSV file were played
    norm: str | None = None  # of hand histories

    def content(self, voice: Voice) -> AuditPayload:
        """Return the output of `novamas audit --json`."""
        return report_payload(self._report(voice.law), voice)

    def written(self, form: Form, voice: Voice) -> bytes:
        """Encode the report in the same way as `novamas audit`."""
        if form == "json":
            return super().written(form, voice)
        found = self._report(voice.law)
        if form == "csv":
            return as_csv(found, voice).encode()
        document = audit_document(found, voice)
        return as_html(document).encode() if form == "html" else as_pdf(document)

    def _report(self, law: Library) -> AuditReport:
        tables = {} if self.table is None else {"": self.table.opened(law)}
        audit = Audit(Setup(tables, self.norm, law=law))
        audit.file(written(SESSIONS[self.kind], self.session))
        return audit.report()

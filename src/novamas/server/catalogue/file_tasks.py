"""What is done with a file that somebody sends: a floor checked, a record replayed, a session audited.

These are done by a worker alone, in a folder of its own that is then gone: what the answer says of a file is
the name under which it lies there, and no place on this machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import islice
from pathlib import Path
from typing import Any, ClassVar, Literal, TypeAlias

from msgspec.structs import asdict

from novamas.documents import as_html, as_pdf
from novamas.errors import NovamasError
from novamas.house.audit.audit import Audit, Setup
from novamas.house.audit.document import audit_document
from novamas.house.audit.payload import as_csv, report_payload
from novamas.house.floor.check import check
from novamas.house.floor.document import check_document
from novamas.house.floor.findings import FloorReport as FloorFound
from novamas.house.floor.form import toml
from novamas.house.floor.text import explain_finding
from novamas.house.floor.text import report_payload as found_content
from novamas.house.replay import replay_payload
from novamas.house.why_payload import payment_payload, payments, refusal_payload
from novamas.record import Broken, Checked, Record, read_record
from novamas.record import check as check_record
from novamas.record.replay import opened, replay
from novamas.record.signatures import read_house, read_receipts
from novamas.server.catalogue.table_query import TableQuery
from novamas.server.catalogue.tasks import Desk, Form, Task, encoded
from novamas.server.tables.payloads import why_message
from novamas.table.events import Payment
from novamas.table.roles import Who, read_who
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
    """A file under this name in the folder of the task."""
    path = Path(name)
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    return path


def as_toml(floor: str | Mapping[str, Any]) -> str:
    """A floor as it was written; one that came as JSON as TOML, section by section."""
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
    """A table or a whole floor against the law."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "html", "pdf")
    desk: ClassVar[Desk] = "short"
    floor: str | dict[str, Any]

    def written(self, form: Form, voice: Voice) -> bytes:
        """As the command `novamas check` writes it."""
        if form not in ("html", "pdf"):
            return super().written(form, voice)
        document = check_document(self._checked(), FLOOR, voice)
        return as_html(document).encode() if form == "html" else as_pdf(document)

    def _checked(self) -> FloorFound:
        return check(written(FLOOR, as_toml(self.floor)))

    def content(self, voice: Voice) -> Any:
        """As `novamas check --json` prints it, and each finding line by line as `novamas why` tells it."""
        found = self._checked()
        told = found_content(found, voice)
        findings = [
            {**asdict(one), "why": list(explain_finding(finding, voice))}
            for finding, one in zip(found.findings, told.findings, strict=True)
        ]
        return {**asdict(told), "findings": findings}

    def rows(self, content: Any) -> Iterable[Mapping[str, object]]:
        """One finding to a row."""
        return content["findings"]  # type: ignore[no-any-return]  # as they were made above


class RecordTask(Task, frozen=True):
    """Something that is asked of a record."""

    desk: ClassVar[Desk] = "short"
    record: str
    receipt: str | None = None
    any_edition: bool = False
    receipts: str | None = None  # as they were kept, one to a line
    house: str | None = None  # the public key of who should have signed it

    def read(self) -> tuple[Record, Checked]:
        """The record, and what was proved of it."""
        record = read_record(written(RECORD, self.record), any_edition=self.any_edition)
        kept = () if self.receipts is None else tuple(read_receipts(written(RECEIPTS, self.receipts)))
        house = None if self.house is None else read_house(self.house)
        return record, check_record(record, self.receipt, house=house, receipts=kept)

    def eyes_at(self, record: Record, eyes: str | None) -> Who | None:
        """Whose eyes are meant at the record's table."""
        return None if eyes is None else person_at(record.table.opening, read_who(eyes))


class Verified(RecordTask, frozen=True):
    """A record that is verified."""

    def content(self, voice: Voice) -> object:
        """Each thing that was proved, and where the record does not hold."""
        record, checked = self.read()
        spoken = voice.at(record.header.game)
        return {
            "game": record.header.game,
            "norm": record.header.norm,
            "edition": record.header.edition,
            "commitment": record.header.commitment,
            "deeds": len(checked.done),
            **proofs(checked, spoken),
        }


class Replayed(RecordTask, frozen=True):
    """A record that is played again."""

    eyes: str | None = None

    def content(self, voice: Voice) -> object:
        """As `novamas replay --json` prints it."""
        record, checked = self.read()
        eyes = self.eyes_at(record, self.eyes)
        return replay_payload(RECORD, record, checked, eyes, voice.at(record.header.game))


class States(RecordTask, frozen=True):
    """The states of a record, as somebody's eyes see them."""

    eyes: str = "rail"
    first: int = 0
    most: int = 100

    def content(self, voice: Voice) -> object:
        """State by state: what was noticed on the way to it, each payment and its why, and the view."""
        record = read_record(written(RECORD, self.record), any_edition=self.any_edition)
        eyes = self.eyes_at(record, self.eyes)
        assert eyes is not None
        spoken = voice.at(record.header.game)
        return {
            "game": record.header.game,
            "norm": record.header.norm,
            "eyes": self.eyes,
            "total": len(record.deeds) + 1,
            "choices": record.header.choices,
            "states": list(islice(self._states(record, eyes, spoken), self.first, self.first + self.most)),
        }

    def _states(self, record: Record, eyes: Who, voice: Voice) -> Iterator[dict[str, object]]:
        """Every state up to the first deed that departs from the rules."""
        session, frame = opened(record), record.table.frame
        yield {
            "number": 0,
            "line": 1,
            "events": (),
            "says": (),
            "payments": (),
            "view": session.view(eyes),
        }
        try:
            for done in replay(record, session):
                seen = tuple(event.seen_by(eyes) for event in done.events)
                number = session.number
                yield {
                    "number": number,
                    "line": done.line,
                    "events": seen,
                    "says": tuple(event_texts(seen, voice, me=eyes)),
                    "payments": tuple(
                        why_message("", (number, nth), event, frame, voice, eyes)
                        for nth, event in enumerate(seen)
                        if isinstance(event, Payment)
                    ),
                    "view": session.view(eyes),
                }
        except Broken:
            return  # `Verified` says where and why


class Explained(RecordTask, frozen=True):
    """Why something was paid in a record, or why a deed is not lawful at a moment of it."""

    payment: int | None = None
    deed: str | None = None
    after: int | None = None

    def content(self, voice: Voice) -> object:
        """As `novamas why --json` prints it."""
        record, checked = self.read()
        if checked.broken is not None:
            raise Broken(checked.broken)
        spoken = voice.at(record.header.game)
        if self.deed is not None:
            return refusal_payload(record, checked, self.deed, self.after, spoken)
        found = list(payments(checked))
        if self.payment is not None and not 1 <= self.payment <= len(found):
            raise NovamasError("no_such_payment", number=self.payment, count=len(found))
        frame = record.table.frame
        told = [
            payment_payload(number, line, paid, frame, spoken)
            for number, line, paid in found
            if self.payment in (None, number)
        ]
        return {"payments": told, **proofs(checked, spoken)}


class Audited(Task, frozen=True):
    """A session that is audited."""

    forms: ClassVar[tuple[Form, ...]] = ("json", "csv", "html", "pdf")
    desk: ClassVar[Desk] = "long"
    session: str
    kind: Session = "record"
    table: TableQuery | None = None  # at which rounds were played
    norm: str | None = None  # of hand histories
    any_edition: bool = False

    def written(self, form: Form, voice: Voice) -> bytes:
        """As the command `novamas audit` writes it."""
        tables = {} if self.table is None else {"": self.table.opened()}
        audit = Audit(Setup(tables, self.norm, self.any_edition))
        audit.file(written(SESSIONS[self.kind], self.session))
        found = audit.report()
        if form == "csv":
            return as_csv(found, voice).encode()
        if form == "json":
            return encoded(report_payload(found, voice))
        document = audit_document(found, voice)
        return as_html(document).encode() if form == "html" else as_pdf(document)

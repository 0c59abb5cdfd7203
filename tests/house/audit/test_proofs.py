"""Audit of signatures and receipts: those that the house signed, and those that players kept."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from tests.cli.conftest import Novamas
from tests.cli.conftest import novamas as novamas  # the command, as a fixture
from tests.record.forging import rewritten
from tests.record.test_signatures import HOUSE, OTHER, TABLE, receipts_of, written

from novamas.house.audit.audit import Setup, audit
from novamas.house.audit.proofs import Expected
from novamas.house.audit.report import AuditReport
from novamas.record import Broken
from novamas.record.signatures import House, SignedReceipt


def codes(found: AuditReport) -> list[str]:
    return [each.problem.code for each in found.departures if isinstance(each.problem, Broken)]


def audited(
    *paths: Path, house: House | None = None, receipts: Sequence[SignedReceipt | str] = ()
) -> AuditReport:
    expected = Expected(house.public if house else None, tuple(enumerate(receipts, start=1)))
    return audit(paths, Setup(expected=expected))


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return written(tmp_path / "evening.jsonl", HOUSE)


def test_an_audit_says_who_signed(record: Path, tmp_path: Path) -> None:
    assert audited(record, house=HOUSE).files[0].signed == "by_the_house"
    assert audited(record).files[0].signed == "by_some_house"
    assert (audited(record).is_clean, audited(record, house=HOUSE).is_clean) == (True, True)
    assert codes(audited(record, house=OTHER)) == ["other_house"]
    unsigned = written(tmp_path / "unsigned.jsonl", None)
    assert (audited(unsigned).is_clean, codes(audited(unsigned, house=HOUSE))) == (True, ["not_signed"])
    rewritten(record, (TABLE, "othertable"))
    assert codes(audited(record)) == ["signature_altered"]


def test_an_audit_holds_receipts_against_the_record_of_their_table(record: Path, tmp_path: Path) -> None:
    """A receipt accuses only records of its own table, and none of them if one agrees with it."""
    other = written(tmp_path / "other.jsonl", None)
    receipts = receipts_of(record)
    assert audited(record, other, receipts=receipts).is_clean
    assert audited(other, record, receipts=[receipt.link for receipt in receipts]).is_clean
    gone = HOUSE.signed_receipt(TABLE, len(receipts) + 5, receipts[-1].link)
    changed = HOUSE.signed_receipt(TABLE, 2, receipts[3].link)
    found = audited(other, record, receipts=[receipts[0], gone, changed])
    assert codes(found) == ["tail_cut_off", "other_story"]
    assert codes(audited(record, receipts=["ab" * 32])) == ["other_receipt"]
    assert audited(record, receipts=[changed]).departures[0].file == str(record)


def test_the_command_takes_house_and_receipts(record: Path, tmp_path: Path, novamas: Novamas) -> None:
    kept = tmp_path / "receipts.jsonl"
    receipts = receipts_of(record)
    kept.write_bytes(b"\n".join(map(msgspec.json.encode, receipts)) + b"\n")
    ran = novamas("audit", record, "--house", HOUSE.public, "--receipts", kept)
    assert ran.status == 0
    assert "signature of the house that was named" in " ".join(ran.out.split())
    kept.write_text(f"{'ab' * 32}\n")
    ran = novamas("audit", record, "--house", OTHER.public, "--receipts", kept)
    assert ran.status == 1
    assert "Departures: 2" in ran.out or ran.out.count("\n2. ") == 1

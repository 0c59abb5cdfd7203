"""Signatures and receipts in an audit: records against their house, receipts against all records."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from msgspec import Struct

from novamas.record import ChainBreak, Record
from novamas.record.replay import receipt_break, signature_break, signer_of
from novamas.record.signatures import SignedBy, SignedReceipt

OF_OTHERS = ("other_receipt", "receipt_of_other_table")  # breaks that only say: not of this record


class Expected(Struct, frozen=True):
    """The house that should have signed the audited records, and the receipts that players kept."""

    house: str | None = None  # public key
    receipts: Sequence[tuple[int, SignedReceipt | str]] = ()  # with their lines in their file


class ProofAudit:
    """An audit of signatures and receipts. A receipt is valid if an audited record proves it."""

    def __init__(self, expected: Expected) -> None:
        self.expected = expected
        self._proved: set[int] = set()
        self._breaks: dict[int, list[tuple[str, ChainBreak]]] = {}  # of each receipt, record by record

    def record(self, path: Path, record: Record) -> tuple[SignedBy, list[ChainBreak]]:
        """Return the kind of signer of a record, and the fault of its signature if it has one."""
        house = self.expected.house
        for place, given in self.expected.receipts:
            found = receipt_break(record, given, house)
            if found is None:
                self._proved.add(place)
            else:
                self._breaks.setdefault(place, []).append((str(path), found))
        signed, _ = signer_of(record, house)
        broken = signature_break(record, signed, house)
        return signed, [broken] if broken is not None else []

    def unproved(self) -> Iterator[tuple[str, ChainBreak]]:
        """Yield a record and its break for each receipt that no audited record proves.

        The record of the receipt's own table is preferred, if it is among the records.
        """
        for place, found in self._breaks.items():
            if place not in self._proved:
                yield min(found, key=lambda each: each[1].code in OF_OTHERS)

"""The chain of a record: as documented, after any changed byte, and after a crash at any point."""

from __future__ import annotations

from hashlib import blake2b
from io import StringIO
from itertools import pairwise
from pathlib import Path
from time import perf_counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.record.forging import bare, lines_of

import novamas
from novamas.errors import InvalidInput, NovamasError
from novamas.families.banked.acts import Bet
from novamas.record import Broken, Writer, check, header_of, read_record, resume
from novamas.record.chain import ChainBreak, ChainWriter, read_chain
from novamas.table.session import Session

RED = "s1 bet rojo 10 €"


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return some spins of ruleta, sealed, with their seeds."""
    path = tmp_path_factory.mktemp("records") / "evening.jsonl"
    session = novamas.open("ruleta", my_seed="olé", cash="500 €")
    session.play(4, RED)
    session.save(path, reveal=True)
    return path


def test_the_chain_is_the_documented_one(record: Path) -> None:
    """The test recomputes the chain from the module's docstring alone."""
    last = bytes(32)
    for line, body in zip(lines_of(record), bare(lines_of(record)), strict=True):
        last = blake2b(last + body.encode(), digest_size=32, person=b"novamas.link").digest()
        assert line == f'{body[:-1]},"link":"{last.hex()}"}}'
    seal = bare(lines_of(record))[-1]
    *_, before, _own = lines_of(record)
    assert seal.startswith(f'{{"lines":{len(lines_of(record)) - 1},"last":"{before[-66:-2]}","seed":"')


def test_vectors() -> None:
    """The hashes of the chain never change. A change would break every record and every receipt."""
    linking = ChainWriter()
    linking.line(Bet(1, "rojo", 500))
    assert linking.last == "c0b0d5416ed7cbb9c94beabb9bf4b1b63b5f9881161083665cd6db7c7323f9b0"
    linking.seal("00" * 32, None)
    assert linking.last == "9ff7533e77ac75829b70c72d66bd4fe41b4a135b883ad41cc060c28e2696fc75"


def is_found_out(path: Path) -> bool:
    """Return whether a record is refused, or reported to have lost its seal."""
    try:
        checked = check(read_record(path))
    except NovamasError:
        return True
    return checked.broken is not None or (checked.half_written is not None and not checked.sealed)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_whatever_byte_is_changed_is_found(record: Path, tmp_path: Path, data: st.DataObject) -> None:
    whole = record.read_bytes()
    line = data.draw(st.integers(0, whole.count(b"\n") - 1))
    begins = sum(len(one) + 1 for one in whole.split(b"\n")[:line])
    ends = whole.index(b"\n", begins)
    at = data.draw(st.integers(begins, ends))  # its line break too
    byte = data.draw(st.integers(0, 255).filter(lambda byte: byte != whole[at]))
    path = tmp_path / "flipped.jsonl"
    path.write_bytes(whole[:at] + bytes([byte]) + whole[at + 1 :])
    assert is_found_out(path)


def test_every_bit_of_every_deed_counts(record: Path) -> None:
    """Each bit of each line after the first is flipped, without random choice."""
    whole = record.read_bytes()
    _bodies, held = read_chain(whole)
    assert held.broken is None
    for at in range(whole.index(b"\n") + 1, len(whole) - 1):
        for bit in range(0, 8, 3):
            _bodies, chain = read_chain(whole[:at] + bytes([whole[at] ^ 1 << bit]) + whole[at + 1 :])
            assert chain.broken is not None
            assert chain.broken.line == whole[:at].count(b"\n") + 1


def test_wherever_a_crash_cuts_it_nothing_else_is_lost(record: Path, tmp_path: Path) -> None:
    whole = record.read_bytes()
    path = tmp_path / "cut.jsonl"
    all_deeds = read_record(record).deeds
    header = whole.index(b"\n") + 1
    for cut in range(header, len(whole) - 1, 7):
        path.write_bytes(whole[:cut])
        found = read_record(path)
        lines = whole[:cut].count(b"\n")
        is_half = not whole[:cut].endswith(b"\n") and whole[cut : cut + 1] != b"\n"
        assert found.chain.broken is None
        assert found.chain.seal is None
        assert found.chain.half_written == (lines + 1 if is_half else None)
        assert found.deeds == all_deeds[: lines - 1 + (not is_half and not whole[:cut].endswith(b"\n"))]
    resumed = resume(read_record(path))
    assert [*resumed.deeds] == [*all_deeds[: resumed.number]]


def test_a_last_line_without_its_line_break_is_whole_all_the_same(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "stripped.jsonl"
    path.write_bytes(record.read_bytes().rstrip(b"\n"))
    assert check(read_record(path)) == check(read_record(record))


def test_a_forged_opening_is_not_even_opened(record: Path, tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    path.write_text(record.read_text("utf-8").replace('"seats":', '"seats": ', 1), "utf-8")
    with pytest.raises(Broken) as refused:
        read_record(path)
    assert (refused.value.at.code, refused.value.at.line) == ("other_link", 1)


def test_nothing_is_written_after_the_seal() -> None:
    file = StringIO()
    writer = Writer(file, header_of(novamas.open("ruleta").table))
    writer.seal()
    before = file.getvalue()
    with pytest.raises(NovamasError, match="sealed and cannot be continued"):
        writer.deed(Bet(1, "rojo", 500))
    assert file.getvalue() == before


def test_receipts_grow_with_the_record() -> None:
    file = StringIO()
    writer = Writer(file, header_of(novamas.open("ruleta").table))
    session = Session(novamas.open("ruleta").table.opening, novamas.open("ruleta").source, log=writer.deed)
    receipts = [writer.receipt]
    while len(session.deeds) < 5:
        session.go_on()
        receipts.append(writer.receipt)
    assert all(one != other for one, other in pairwise(receipts))
    _bodies, chain = read_chain(file.getvalue().encode())
    lines = [chain.line_of(receipt[:32]) for receipt in receipts]
    assert lines[0] == 1
    assert lines[-1] == len(session.deeds) + 1
    assert chain.line_of("0" * 64) is None
    with pytest.raises(InvalidInput):
        chain.line_of(receipts[0][:15])


def test_what_is_proved_is_figures_and_codes(record: Path) -> None:
    checked = check(read_record(record), "0" * 32)
    links = read_record(record).chain.links
    assert checked.broken == ChainBreak("other_receipt", len(links), "0" * 32, links[-1])
    assert (checked.chance, checked.chain, checked.sealed, checked.receipt) == ("agrees", "whole", True, None)


def test_chaining_is_quick() -> None:
    """Chaining a line takes microseconds. The limit is generous, because a busy machine may need more."""
    linking, bet = ChainWriter(), Bet(1, "rojo", 500)
    start = perf_counter()
    for _ in range(10_000):
        linking.line(bet)
    assert (perf_counter() - start) / 10_000 < 50e-6

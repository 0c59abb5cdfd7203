"""A record names the pack of its norm, and is replayed under the given library."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from tests.support.law_pack import NORM, two_libraries

from novamas.equipment.chance import Scripted
from novamas.errors import InvalidInput, NovamasError
from novamas.games import game
from novamas.law import Library, library
from novamas.law.library import library_of
from novamas.record import Writer, header_of, read_record, replay
from novamas.table.events import Payment
from novamas.table.game import open_table
from novamas.table.session import Session


def played(law: Library, norm: str, path: Path) -> list[int]:
    """Play a round in which a number wins, write its record, and return the payment."""
    table, file = open_table(game("boule"), law.frame(norm, "boule")), StringIO()
    writer = Writer(file, header_of(table))
    session = Session(table.opening, Scripted([1]), log=writer.deed)
    session.go_on()
    offer = next(each for each in session.offers(1) if each.dials and "numero:1" in each.dials["bet"].every())
    session.do(offer.turned(bet="numero:1", cents=200))
    while not session.rounds:
        session.do(session.next_deed() or session.offers("croupier")[0].act)  # type: ignore[arg-type]
    path.write_text(file.getvalue(), "utf-8")
    return [event.returned for event in session.events if isinstance(event, Payment)]


def test_a_record_is_replayed_under_its_own_library(tmp_path: Path) -> None:
    for number, law in enumerate(two_libraries(tmp_path)):
        path = tmp_path / f"{number}.jsonl"
        (paid,) = played(law, NORM, path)
        assert paid == 200 * ((9, 11)[number])
        record = read_record(path, law=law)
        assert record.header.pack == "novamas-zz26 0.1.0"
        assert record.table.frame is law.frame(NORM, "boule")
        events = [event for done in replay(record) for event in done.events]
        assert [event.returned for event in events if isinstance(event, Payment)] == [paid]


def test_a_record_of_our_norms_names_no_pack(tmp_path: Path) -> None:
    one, _ = two_libraries(tmp_path)
    played(one, "IB05", tmp_path / "with.jsonl")
    played(library(), "IB05", tmp_path / "without.jsonl")
    assert (tmp_path / "with.jsonl").read_bytes() == (tmp_path / "without.jsonl").read_bytes()
    assert b'"pack"' not in (tmp_path / "with.jsonl").read_bytes()


def test_a_record_under_another_pack_or_none_is_refused_in_a_sentence(tmp_path: Path) -> None:
    one, other = two_libraries(tmp_path)
    path = tmp_path / "record.jsonl"
    played(one, NORM, path)
    with pytest.raises(InvalidInput) as departs:
        read_record(path, law=other)
    assert departs.value.code == "other_edition"
    with pytest.raises(NovamasError, match=r"under ZZ26, of the pack of law novamas-zz26 0\.1\.0, which"):
        read_record(path, law=library())


def test_with_any_edition_the_figures_in_the_header_are_enough(tmp_path: Path) -> None:
    """A round that pays 8 to 1 is told without the pack that says so. Our own norms pay 7."""
    one, _ = two_libraries(tmp_path)
    path = tmp_path / "record.jsonl"
    (paid,) = played(one, NORM, path)
    record = read_record(path, any_edition=True, law=library_of())
    assert (record.law, record.table.frame.norm) == ("carried", NORM)
    events = [event for done in replay(record) for event in done.events]
    assert [event.returned for event in events if isinstance(event, Payment)] == [paid]
    text = path.read_text("utf-8")
    path.write_text(text.replace('"pays":"8"', '"pays":"9"', 1), "utf-8")
    with pytest.raises(NovamasError):
        read_record(path, any_edition=True, law=library_of())

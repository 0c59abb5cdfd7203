"""A record contains the law of its table, and is replayed under that law even if the figures changed."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import msgspec
import pytest
from tests.record.forging import rewritten

from novamas.equipment.chance import Scripted
from novamas.errors import InvalidInput
from novamas.games import game
from novamas.law import Frame, catalogue, library
from novamas.record import Writer, header_of, read_record, replay
from novamas.table.events import Payment
from novamas.table.game import open_table
from novamas.table.session import Session


def older_law() -> Frame:
    """Return an invented edition of ruleta: a number pays forty to one, by an invented clause."""
    now = catalogue.under("IB05")["ruleta"]
    figures = msgspec.json.decode(msgspec.json.encode(now.figures))
    figures["bets"]["pleno"]["pays"] = "40"
    figures["course"]["forgotten"] = now.entry.cite[0]
    return Frame(now.law, now.game, now.norm, now.entry, figures, now.borrowed)


def played_under(frame: Frame, path: Path) -> Session:
    """Write the record of one spin with 17 on the table."""
    ruleta, file = game("ruleta"), StringIO()
    table = open_table(ruleta, frame)
    writer = Writer(file, header_of(table))
    session = Session(table.opening, Scripted([17]), log=writer.deed)
    session.go_on()
    (offer,) = [each for each in session.offers(1) if each.dials and "pleno:17" in each.dials["bet"].every()]
    session.do(offer.turned(bet="pleno:17", cents=200))
    while not session.rounds:
        session.go_on()
    path.write_text(file.getvalue(), "utf-8")
    return session


def paid(session: Session) -> list[int]:
    return [
        event.returned for events in session.deed_events for event in events if isinstance(event, Payment)
    ]


def test_an_old_edition_is_replayed_under_its_own_law(tmp_path: Path) -> None:
    path = tmp_path / "old.jsonl"
    session = played_under(older_law(), path)
    assert paid(session) == [200 + 40 * 200]
    with pytest.raises(InvalidInput, match="--any-edition"):
        read_record(path)
    record = read_record(path, any_edition=True)
    assert record.table.frame == older_law() != catalogue.under("IB05")["ruleta"]
    done = list(replay(record))
    assert [each.events for each in done] == session.deed_events
    assert done[-1].after == session.phase


def test_a_saved_phase_carries_the_pin_of_its_law(tmp_path: Path) -> None:
    session = played_under(older_law(), tmp_path / "old.jsonl")
    saved = game("ruleta").save(session.phase)
    assert older_law().pin.encode() in saved
    assert game("ruleta").load(saved, library()) == session.phase
    assert game("ruleta").load(saved, library()).felt.rules.frame == older_law()  # type: ignore[attr-defined]


def test_figures_that_are_not_those_of_the_edition_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "forged.jsonl"
    played_under(older_law(), path)
    rewritten(path, ('"pays":"40"', '"pays":"50"'))
    with pytest.raises(InvalidInput, match="are not those of its edition"):
        read_record(path, any_edition=True)

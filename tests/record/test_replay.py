"""A record is replayed deed by deed. The first departure is named: a deed, a draw, or the seed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from msgspec.structs import replace

from novamas.equipment.chance import CommittedSource, commitment_to
from novamas.families.banked.acts import Bet
from novamas.record import ChainBreak, Record, check, header_of, replay, resume
from novamas.table.deeds import Drawn
from novamas.table.notation import write
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened


def evening() -> tuple[Record, Session]:
    """Return some spins of ruleta with a committed and revealed seed."""
    table, source, rng = opened("ruleta", "IB05", seats=2), CommittedSource(), Random(4)
    session = Session(table.opening, source, automatic=())
    header = header_of(table, commitment=source.commitment)
    while len(session.deeds) < 60 and session.phase.turn is not NOBODY:
        session.do(any_deed(session, rng, incidents=0))
    return Record(header, table, tuple(session.deeds), source.reveal()), session


def broken(record: Record) -> ChainBreak:
    found = check(record).broken
    assert found is not None
    return found


def test_every_deed_is_done_again() -> None:
    record, session = evening()
    done = list(replay(record))
    assert [one.deed for one in done] == session.deeds
    assert [one.events for one in done] == session.deed_events
    assert [one.line for one in done] == list(range(2, len(done) + 2))
    assert all(one.after is another.before for one, another in pairwise(done))
    assert resume(record).phase == session.phase


def test_what_agrees_is_said_exactly() -> None:
    record, session = evening()
    draws = sum(isinstance(deed, Drawn) for deed in session.deeds)
    checked = check(record)
    assert (checked.broken, checked.chance, checked.draws) == (None, "agrees", draws)
    assert draws > 0
    hidden = check(replace(record, seed=None))
    assert (hidden.chance, hidden.draws) == ("not_revealed", 0)
    unbound = replace(record, seed=None, header=replace(record.header, commitment=None))
    assert check(unbound).chance == "not_committed"


def test_an_unlawful_deed_is_where_the_record_departs() -> None:
    record, _ = evening()
    first = next(n for n, deed in enumerate(record.deeds) if isinstance(deed, Drawn))
    late = Bet(1, "rojo", 500)
    wrong = replace(record, deeds=(*record.deeds[:first], late, *record.deeds[first:]))
    found = broken(wrong)
    assert (found.line, found.found, found.code) == (first + 2, write(late), "no_va_mas")
    assert found.refusal is not None
    assert check(wrong).chance == "not_to_the_end"
    assert len(check(wrong).done) == first


def test_another_draw_is_where_the_record_departs() -> None:
    record, _ = evening()
    first = next(n for n, deed in enumerate(record.deeds) if isinstance(deed, Drawn))
    deed = record.deeds[first]
    assert isinstance(deed, Drawn)
    other = Drawn(what=(deed.what + 1) % 37)
    wrong = replace(record, deeds=(*record.deeds[:first], other))
    assert broken(wrong) == ChainBreak("other_draw", first + 2, deed.what, other.what)
    assert check(wrong).chance == "departs"


def test_another_seed_than_was_promised_is_found() -> None:
    record, _ = evening()
    promised, told = commitment_to("11" * 32), record.header.commitment
    wrong = replace(record, header=replace(record.header, commitment=promised))
    assert broken(wrong) == ChainBreak("other_seed", len(record.deeds) + 2, promised, told)

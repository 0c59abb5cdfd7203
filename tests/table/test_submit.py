"""A person can act only as themselves and only on the present state."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.every_game import played, small_table

from novamas.equipment.chance import Seeded
from novamas.families.banked.acts import Bet, HaganJuego
from novamas.games import GAMES
from novamas.table.deeds import Deed, Drawn
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, RAIL, Who
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import Rehearsal, opened, rehearse

EVERYBODY: tuple[Who, ...] = (1, 2, 3, CROUPIER, FLOOR, CHANCE, RAIL, NOBODY)


def ruleta() -> Session:
    return Session(opened("ruleta", "IB05", seats=3).opening, Seeded(1), automatic=())


def code(session: Session, eyes: Who, deed: Deed, at: int) -> str | None:
    """Return the code of a refusal, after checking that nothing changed, or None if the deed was done."""
    before = (session.phase, session.number, session.ledger.house, list(session.deed_events))
    try:
        session.submit(eyes, deed, at)
    except Refused as refused:
        assert (session.phase, session.number, session.ledger.house, session.deed_events) == before
        return refused.code
    return None


def test_a_deed_is_done_and_its_speaker_told() -> None:
    session = ruleta()
    session.submit(CROUPIER, HaganJuego(), at=0)
    told = session.submit(1, Bet(1, "rojo", 500), at=1)
    assert [(one.number, one.nth, one.event) for one in told] == [(2, 0, session.deed_events[1][0])]


@pytest.mark.parametrize("at", [-1, 0, 2, 99])
def test_another_state_is_refused_harmlessly(at: int) -> None:
    session = ruleta()
    session.submit(CROUPIER, HaganJuego(), at=0)
    assert code(session, 1, Bet(1, "rojo", 500), at) == "stale"
    assert code(session, 1, Bet(1, "rojo", 500), 1) is None


def test_nobody_acts_for_another() -> None:
    session = ruleta()
    session.do(HaganJuego())
    for eyes in EVERYBODY:
        wanted = None if eyes == 2 else "not_yours"
        assert code(session, eyes, Bet(2, "rojo", 500), session.number) == wanted


def test_chance_and_spectators_never_speak() -> None:
    session = next(one for one in played("ruleta", 1, 500) if one.phase.turn is CHANCE)
    drawn = Drawn(what=17)
    assert session.why_not(drawn) is None
    assert {code(session, eyes, drawn, session.number) for eyes in EVERYBODY} == {"not_yours"}


def test_the_order_of_the_refusals() -> None:
    """A refused deed for another person reveals nothing else, and a late deed only that it is late."""
    session = ruleta()
    unlawful = Bet(2, "rojo", 1)
    assert code(session, 1, unlawful, 99) == "not_yours"
    assert code(session, 2, unlawful, 99) == "stale"
    assert code(session, 2, unlawful, 0) == "not_open"


@pytest.mark.parametrize("slug", GAMES)
def test_every_deed_can_be_submitted_by_who_does_it(slug: str) -> None:
    """Only draws of chance cannot be submitted, because they come from the table's own source."""
    rng, source, opening = Random(slug), Seeded(3), small_table(slug)
    session, speakers = Session(opening, source, automatic=()), set[str]()
    for _ in range(400):
        if session.phase.turn is NOBODY:
            session = Session(opening, source, automatic=())
        deed = any_deed(session, rng, incidents=0.1)
        if isinstance(deed, Drawn):
            session.do(deed)
            continue
        speakers.add("seat" if isinstance(deed.by, int) else deed.by)
        told = session.submit(deed.by, deed, session.number)
        assert [one.event for one in told] == [event.seen_by(deed.by) for event in session.deed_events[-1]]
    assert {"seat", CROUPIER} <= speakers


# ---------------------------------------------------------------- asking


def natural(cards: str) -> Rehearsal:
    """Return a coup of chemin de fer in which seat 3 went banco and has looked at the cards."""
    table = rehearse("chemin_de_fer", "IB05", seats=5, standing=2, buy_in=200_000)
    table.play("croupier shuffle; s1 take_bank 5000; s1 announce; s3 banco; croupier no_van_mas", cards)
    assert (table.at, table.turn) == ("PuntoSpeaks", 3)
    return table


@pytest.mark.parametrize("line", ["s3 no", "s3 carta", "s3 abatir"])
def test_asking_for_another_seat_does_not_tell_his_cards(line: str) -> None:
    """Refusals are the same whether the punto has a nine or nothing."""
    nine, nothing = natural("4s 5s Kh Qh"), natural("Kh Qh 4s 5s")
    mine = [table.session.why_not(table.deed(line)) for table in (nine, nothing)]
    assert mine[0] != mine[1]
    for eyes in EVERYBODY:
        answers = [table.session.why_not(table.deed(line), eyes) for table in (nine, nothing)]
        if eyes == 3:
            assert answers == mine
        else:
            assert answers[0] == answers[1]
            assert answers[0] is not None
            assert answers[0].code == "not_yours"

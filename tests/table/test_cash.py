"""The cash that a player brings limits the chips that the player can buy, at every game."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.every_game import small_table

from novamas.equipment.chance import Seeded
from novamas.table.deeds import Deed
from novamas.table.offers import Range
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE, NOBODY, Who
from novamas.table.session import Session

AMONG_PLAYERS = (
    *("bacara_dos_panos", "chemin_de_fer"),
    *("cubierto", "five_stud", "holdem", "omaha", "seven_stud", "sintetico"),
)
STEPS = 400


def session_of(slug: str, extra: int, seed: int = 1) -> Session:
    """Return a table at which every player has bought the same chips and has this much cash left."""
    opening = small_table(slug)
    cash = {seat: cents + extra for seat, cents in enumerate(opening.felt.purses, start=1)}
    return Session(opening, Seeded(seed), cash=cash)


def buying(session: Session, seat: int) -> Deed | None:
    """Return the deed of a player who buys as many chips as possible, or None."""
    for offer in session.offers(seat):
        dial = offer.dials.get("cents")
        if offer.act.verb() in ("buy", "buy_chips") and isinstance(dial, Range):
            return offer.turned(cents=dial.most)
    return None


@pytest.mark.parametrize("slug", AMONG_PLAYERS)
def test_what_is_bought_what_is_left_and_what_is_won_make_what_was_brought(slug: str) -> None:
    rng = Random(6)
    session = session_of(slug, 30_000)
    people: tuple[Who, ...] = tuple(range(1, session.phase.seats() + 1))
    for _ in range(STEPS):
        turn = session.phase.turn
        if turn is NOBODY:
            break
        who = turn if rng.random() < 0.7 else rng.choice(people)
        offers = [] if who is CHANCE else session.offers(who)
        if not offers:
            deed = session.next_deed()
            if deed is None:
                continue
        else:
            deed = rng.choice(offers).sample(rng)
        session.do(deed)  # whatever is offered can be paid for
        for seat in range(1, session.phase.seats() + 1):
            left = session.cash_left(seat)
            assert left == 30_000 - session.ledger.bought[seat]
            assert left >= 0
    assert any(session.ledger.bought.values())


@pytest.mark.parametrize("slug", AMONG_PLAYERS)
def test_more_than_his_cash_nobody_buys(slug: str) -> None:
    session = session_of(slug, 12_000)
    while session.phase.turn is not NOBODY and (wanted := buying(session, 1)) is None:
        deed = session.next_deed()
        assert deed is not None
        session.do(deed)
    assert wanted is not None
    assert wanted.cents <= 12_000  # type: ignore[attr-defined]
    most = session.cash_left(1)
    assert most == 12_000
    too_much = type(wanted)(1, cents=12_050 if slug not in ("chemin_de_fer", "bacara_dos_panos") else 12_100)  # type: ignore[call-arg]
    free = Session(session.phase, Seeded(1))
    assert free.why_not(too_much) is None  # the game itself would sell them
    before = session.phase
    with pytest.raises(Refused) as refused:
        session.do(too_much)
    assert (refused.value.code, refused.value.refusal.given, refused.value.refusal.most) == (
        "not_enough_cash",
        too_much.cents,  # type: ignore[attr-defined]
        12_000,
    )
    assert session.phase == before
    session.do(wanted)
    assert session.cash_left(1) == 12_000 - wanted.cents  # type: ignore[attr-defined]


def test_whose_cash_nobody_knows_buys_freely() -> None:
    opening = small_table("holdem")
    session = Session(opening, Seeded(1), cash={1: 5_000})
    assert session.cash_left(2) is None
    assert session.cash_left(1) == 5_000
    assert Session(opening, Seeded(1)).cash_left(1) is None


def test_who_leaves_has_his_chips_as_cash_again() -> None:
    session = session_of("holdem", 20_000)
    wanted = buying(session, 1)
    assert wanted is not None
    session.do(wanted)
    leave = next(offer.act for offer in session.offers(1) if offer.act.verb() == "leave")
    session.do(leave)
    assert (session.cash_left(1), session.chips_of(1)) == (20_000, 0)

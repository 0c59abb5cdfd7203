"""Every card on a table has its own position in the deck, where a known deck and an audit find it."""

from __future__ import annotations

from random import Random

import pytest
from tests.support.circle import circle
from tests.support.circle_hands import VARIANTS
from tests.support.every_game import GAMES, is_whole, small_choices

from novamas.equipment.chance import Seeded
from novamas.house.stacked_deck import Stacked
from novamas.law import catalogue, norms
from novamas.table.deeds import Drawn
from novamas.table.roles import CHANCE, NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened

TABLES = [
    (slug, norm)
    for slug in GAMES
    for norm in norms()
    if slug in catalogue.under(norm).games and is_whole(slug, norm)
]
STEPS, STEPS_OF_CIRCLES = 600, 2_000  # cards are mixed back into the deck of a circle only, and seldom


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_no_two_cards_that_lie_on_a_table_came_from_one_place(slug: str, norm: str) -> None:
    opening = opened(slug, norm, **small_choices(slug)).opening
    rng, source = Random(3), Seeded(3)
    session = Session(opening, source, automatic=())
    for _ in range(STEPS_OF_CIRCLES if slug in VARIANTS else STEPS):
        if session.phase.turn is NOBODY:
            session = Session(opening, source, automatic=())
        session.do(any_deed(session, rng, incidents=0.15))
        felt = session.phase.felt
        places = [held.place for pile in felt.piles for held in pile.cards]
        if felt.shoe is not None:
            assert len(set(places)) == len(places), (session.deeds[-3:], places)
            assert max(places, default=-1) < felt.shoe.dealt, (session.deeds[-3:], places)


@pytest.mark.parametrize("norm", ["IB05", "IB09", "AR10"])
def test_a_known_deck_goes_on_after_a_common_card_was_turned_early(norm: str) -> None:
    """In Aragón the void card returns to the deck, and the cards after it keep their positions."""
    table = circle("sintetico", norm)
    table.play("croupier deal")
    known = [card for card, _ in table.phase.draws().items()]
    deck, turned = Stacked(known), 0
    while table.at not in ("Showdown", "Reading", "Between"):
        if table.turn is CHANCE:
            card = deck.next_card(table.phase)
            assert card is not None, "the known deck falls back to a seed"
            table.session.do(Drawn(what=card))
        elif not turned and table.at == "Interval":
            turned = 1
            table.play("floor common_card_turned yes 2")
        else:
            table.whoever("check", "match")
    board = [held.place for held in table.felt.held("board")]
    assert len(board) == len(set(board)) == 5

"""The companions at a table of circle poker play lawfully, by their own view, and not badly."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest
from tests.circle import BOTH
from tests.wheels import opened

from novamas.games import game
from novamas.games.circle.poker.companion import equity
from novamas.kit.cards import cards
from novamas.kit.chance import Seeded
from novamas.table.felt import Held, Pile
from novamas.table.people import CHANCE, CROUPIER
from novamas.table.phases import View
from novamas.table.session import Session

VARIANTS = ("cubierto", "holdem", "omaha", "five_stud", "seven_stud", "sintetico")


@pytest.mark.parametrize("norm", BOTH)
@pytest.mark.parametrize("slug", VARIANTS)
def test_companions_play_whole_hands_by_themselves(slug: str, norm: str) -> None:
    companion = game(slug).companion
    assert companion is not None
    companions = {seat: partial(companion, Random(seat)) for seat in (1, 2, 3, 4)}
    session = Session(opened(slug, norm, seats=4).opening, Seeded(5), companions=companions)
    for _ in range(2_000):
        deed = session.next_deed()
        assert deed is not None
        session.do(deed)
        if session.rounds == 2:
            break
    assert session.rounds == 2


def view_of(own: str, board: str = "", players: tuple[int, ...] = (1, 2, 3)) -> View:
    """What the first player sees of a hand of hold'em."""
    piles = [Pile(1, tuple(Held(card, up=False, place=0) for card in cards(own)))]
    piles += [Pile(seat, (Held(None, up=False, place=0),) * 2) for seat in players if seat != 1]
    piles += [Pile("board", tuple(Held(card, up=True, place=0) for card in cards(board)))] if board else []
    return View(1, "interval", 1, (), tuple(piles), 0, (), (("players", players),), ())


def test_a_companion_knows_what_his_hand_is_worth() -> None:
    aces = equity("holdem", view_of("As Ad"), Random(1))
    trash = equity("holdem", view_of("7s 2d"), Random(1))
    nuts = equity("holdem", view_of("As Ks", "Qs Js Ts"), Random(1))
    assert nuts == 1
    assert aces > trash
    assert equity("holdem", view_of("As Ad", players=(1, 2)), Random(1)) > aces


def test_a_companion_beats_blind_play() -> None:
    companion = game("holdem").companion
    assert companion is not None
    rng, won = Random(8), 0
    for seed in range(8):
        table = opened("holdem", "AR10", seats=4, rake=0)
        companions = {1: partial(companion, Random(seed))}
        session = Session(table.opening, Seeded(seed), companions=companions)
        while session.rounds < 4:
            turn = session.phase.turn
            if turn in (1, CHANCE, CROUPIER):
                deed = session.next_deed()
                assert deed is not None
                session.do(deed)
            elif session.phase.pause:
                session.do(session.offers(turn)[0].act)
            else:
                given = session.offers(turn)
                session.do(rng.choice(given).sample(rng))
        won += session.ledger.players[1]
    assert won > 0

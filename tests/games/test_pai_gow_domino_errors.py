"""Pai gow dominoes: what article 13 orders when tiles are seen, dice lie on each other, or are miscounted."""

from __future__ import annotations

from typing import Any

import pytest
from tests.pai_gow import PaiGow, said

from novamas.games.pai_gow_domino.incidents import DiceStacked, PlayOn, Redeal, TileSeen, WrongCount
from novamas.kit.pieces import piece_of_tile
from novamas.kit.tiles import tile, tiles
from novamas.rounds.banked.acts import NoVaMas
from novamas.rounds.banked.incidents import LateBet
from novamas.rounds.pai_gow.acts import Expose, MakeHands
from novamas.rounds.pai_gow.phases.dealing import WrongHouseWay
from novamas.table.deeds import Drawn
from novamas.table.events import Withdrew
from novamas.table.people import RAIL

SLUG = "pai_gow_domino"
FOUR = "3:4 2:2 5:6 1:6"


def pieces(text: str) -> tuple[int, ...]:
    return tuple(map(piece_of_tile, tiles(text)))


def placing(*, banker: int | None = None, **choices: Any) -> PaiGow:
    """Seat 2 has bet; the dice have been thrown and the hands are about to be laid."""
    found = PaiGow(SLUG, "CM16", **{"seats": 3, "player_bank": banker is not None, **choices})
    found.open(banker=banker, bank=5000).bet(2, 1000)
    found.do(NoVaMas(), MakeHands(), Drawn(what=112))
    return found


def see(found: PaiGow, box: int, shown: str, *, by_holder: bool = False) -> list[str]:
    """These tiles of a box are seen; what is said then."""
    seen = shown.split()
    told = list(found.do(TileSeen(box=box, tiles=len(seen), by_holder=by_holder)))
    for look in seen:
        told.extend(found.do(Drawn(what=piece_of_tile(tile(look)))))
    return said(tuple(told))


REMIXED = ["Se mezclan de nuevo todas las fichas."]
PLAYED = ["Se juega la mano."]


@pytest.mark.law("CM16.13.1.1", "CM16.13.1.a.1")
def test_more_than_one_tile_with_the_croupiers_bank_means_a_remix() -> None:
    found = placing()
    assert see(found, 2, "3:4 2:2") == REMIXED
    assert found.phase == "Stacking"
    assert found.felt.on(2, "casilla:2") == 1000
    assert found.felt.piles == ()
    assert found.felt.shoe.left == bytes(sorted(found.felt.fresh().left))


@pytest.mark.law("CM16.13.1.a.2")
@pytest.mark.parametrize("again", [True, False])
def test_one_tile_of_a_player_lets_him_decide(again: bool) -> None:
    found = placing()
    assert see(found, 2, "3:4") == []
    assert (found.phase, found.session.phase.turn) == ("Deciding", 2)
    shown = [
        held.card for pile in found.session.view(RAIL).piles for held in pile.cards if held.card is not None
    ]
    assert shown == [piece_of_tile(tile("3:4"))]
    assert found.refused(Redeal(1)).code == "not_your_turn"
    found.do(Redeal(2) if again else PlayOn(2))
    if again:
        assert found.phase == "Stacking"
        return
    found.until("Setting", {2: pieces(FOUR)})
    assert sorted(found.felt.known(2)) == sorted(pieces(FOUR))


@pytest.mark.law("CM16.13.1.a.3")
def test_a_tile_of_a_hand_without_bets_means_a_new_deal() -> None:
    found = placing()
    assert see(found, 1, "3:4") == REMIXED
    assert found.phase == "Stacking"


@pytest.mark.law("CM16.13.1.b.1")
@pytest.mark.parametrize("shown", ["3:4", "3:4 2:2 5:6"])
def test_tiles_of_the_croupier_who_has_the_bank_are_played(shown: str) -> None:
    found = placing()
    assert see(found, 0, shown) == PLAYED
    assert found.phase == "Looking"


@pytest.mark.law("CM16.13.1.c.1")
@pytest.mark.parametrize("shown", ["6:6", "1:1", "1:2", "2:4", "3:4 6:6"])
@pytest.mark.parametrize("box", [0, 1, 2])
def test_a_teen_a_day_or_a_joker_means_a_remix_whose_ever_it_is(shown: str, box: int) -> None:
    found = placing()
    assert see(found, box, shown) == REMIXED
    assert found.phase == "Stacking"


@pytest.mark.law("CM16.13.1.d.1")
@pytest.mark.parametrize("again", [True, False])
def test_two_tiles_of_a_player_bank_let_him_demand_a_remix(again: bool) -> None:
    found = placing(banker=1)
    see(found, 1, "6:6 3:4")
    assert (found.phase, found.session.phase.turn) == ("Deciding", 1)
    found.do(Redeal(1) if again else PlayOn(1))
    assert found.phase == ("Stacking" if again else "Looking")


@pytest.mark.law("CM16.13.1.d.2", "CM16.13.1.e.1")
def test_one_tile_of_a_player_bank_or_what_he_shows_himself_is_played() -> None:
    assert see(placing(banker=1), 1, "6:6") == PLAYED
    found = placing(banker=1)
    assert see(found, 1, "6:6 3:4 1:1", by_holder=True) == PLAYED
    assert found.phase == "Looking"
    assert placing().refused(TileSeen(box=2, by_holder=True)).code == "cannot_have_happened"


@pytest.mark.parametrize(
    ("box", "shown", "phase"),
    [(2, "3:4 2:2", "Stacking"), (2, "6:6", "Deciding"), (3, "3:4", "Stacking"), (0, "3:4", "Looking")],
)
def test_with_a_player_bank_letter_a_holds_by_analogy(box: int, shown: str, phase: str) -> None:
    found = placing(banker=1)
    see(found, box, shown)
    assert found.phase == phase


def test_a_croupier_whose_tiles_all_lie_open_goes_straight_to_setting_them() -> None:
    found = placing()
    assert see(found, 0, FOUR) == PLAYED
    found.until("Ready", {2: pieces("6:6 1:1 4:4 1:3")})
    found.do(Expose())
    assert found.phase == "CroupierSets"


@pytest.mark.law("CM16.13.2.1")
def test_a_die_on_another_is_no_throw() -> None:
    found = PaiGow(SLUG, "CM16", seats=1).open().bet(1, 500)
    found.do(NoVaMas(), MakeHands())
    assert said(found.do(DiceStacked())) == ["La tirada no es válida."]
    assert found.phase == "Throwing"
    found.do(Drawn(what=111))
    assert found.refused(DiceStacked()).code == "cannot_have_happened"


@pytest.mark.law("CM16.13.3.1")
@pytest.mark.parametrize("phase", ["Setting", "Ready", "CroupierSets"])
def test_a_wrong_count_voids_all_hands(phase: str) -> None:
    found = placing()
    assert found.refused(WrongCount()).code == "cannot_have_happened"
    found.until(phase, {2: pieces(FOUR), 0: pieces("6:6 6:6 1:1 1:1")})
    assert said(found.do(WrongCount())) == REMIXED
    assert found.phase == "Stacking"
    assert found.felt.on(2, "casilla:2") == 1000
    assert found.felt.laid == ()
    found.finish({2: pieces(FOUR), 0: pieces("6:6 6:6 1:1 1:1")})
    assert found.won[2] == -1000


def test_late_bets_and_wrong_settings_of_the_croupier() -> None:
    found = placing()
    told = found.do(LateBet(seat=3, bet="casilla:3", cents=500))
    assert Withdrew(3, "tarde:casilla:3", 500, "CM16.6.1.1") in told
    bank = pieces("6:6 4:5 1:3 1:5")
    found.until("CroupierSets", {2: pieces(FOUR), 0: bank})
    right = found.felt.house_split(bank)
    wrong = next(way for way in found.felt.splits(bank) if way != right)
    found.do(WrongHouseWay(low=wrong))
    assert found.phase == "CroupierSets"
    assert found.refused(WrongHouseWay(low=right)).code == "not_listed"

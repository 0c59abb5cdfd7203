"""Pai gow dominoes, article 13: tiles seen, stacked dice, miscounts."""

from __future__ import annotations

import pytest

from novamas.equipment.pieces import piece_of_tile
from novamas.equipment.tiles import tile, tiles
from novamas.table.events import Withdrew
from novamas.table.roles import RAIL
from novamas.testing import Rehearsal, rehearse

FOUR = "3:4 2:2 5:6 1:6"


def placing(*, banker: bool = False) -> Rehearsal:
    """Return a table before the hands are placed. Seat 2 bets against the bank of seat 1 or the croupier."""
    table = rehearse("pai_gow_domino", "CM16", seats=3, player_bank=banker)
    table.play("s1 take_bank 5000" if banker else "", "s2 bet casilla:2 1000; 1-1-2")
    return table


def see(table: Rehearsal, box: int, shown: str, *, by_holder: bool = False) -> list[str]:
    """Expose these tiles of a box, and return the words of the croupier."""
    holder = "yes" if by_holder else "no"
    return table.play(f"floor tile_seen {box} {len(shown.split())} {holder}", shown).said


REMIXED = ["Se mezclan de nuevo todas las fichas."]
PLAYED = ["Se juega la mano."]


@pytest.mark.law("CM16.13.1.1", "CM16.13.1.a.1")
def test_more_than_one_tile_with_the_croupiers_bank_means_a_remix() -> None:
    table = placing()
    assert see(table, 2, "3:4 2:2") == REMIXED
    assert table.at == "Stacking"
    assert table.chips(2, "casilla:2") == 1000
    assert table.felt.piles == ()
    assert table.felt.shoe.left == bytes(sorted(table.felt.fresh().left))


@pytest.mark.law("CM16.13.1.a.1")
@pytest.mark.parametrize("banker", [False, True])
@pytest.mark.parametrize("hands", ["0 2", "1 2", "0 1"])
def test_tiles_of_two_hands_are_more_than_one_whosesoever_they_are(hands: str, banker: bool) -> None:
    table = placing(banker=banker)
    table.refused("floor two_hands_seen 2 2", "cannot_have_happened")
    told = table.play(f"floor two_hands_seen {hands}")
    assert (told.happened, told.said) == ("CM16.13.1.a.1", REMIXED)
    assert (table.at, table.chips(2, "casilla:2")) == ("Stacking", 1000)


@pytest.mark.law("CM16.13.1.a.2")
def test_one_tile_of_a_player_lets_him_decide() -> None:
    table = placing()
    assert see(table, 2, "3:4") == []
    assert (table.at, table.turn) == ("Deciding", 2)
    seen = [held.card for pile in table.session.view(RAIL).piles for held in pile.cards]
    assert [card for card in seen if card is not None] == [piece_of_tile(tile("3:4"))]
    table.refused("s1 redeal", "not_your_turn")
    again = table.fork()
    again.play("s2 redeal")
    assert again.at == "Stacking"
    table.play("s2 play_on; 2:2 5:6 1:6")
    assert table.at == "Setting"
    assert sorted(table.felt.known(2)) == sorted(map(piece_of_tile, tiles(FOUR)))


@pytest.mark.law("CM16.13.1.a.3")
def test_a_tile_of_a_hand_without_bets_means_a_new_deal() -> None:
    table = placing()
    assert see(table, 1, "3:4") == REMIXED
    assert table.at == "Stacking"


@pytest.mark.law("CM16.13.1.b.1")
@pytest.mark.parametrize("shown", ["3:4", "3:4 2:2 5:6"])
def test_tiles_of_the_croupier_who_has_the_bank_are_played(shown: str) -> None:
    table = placing()
    assert see(table, 0, shown) == PLAYED
    assert table.at == "Looking"


@pytest.mark.law("CM16.13.1.c.1")
@pytest.mark.parametrize("shown", ["6:6", "1:1", "1:2", "2:4", "3:4 6:6"])
@pytest.mark.parametrize("box", [0, 1, 2])
def test_a_teen_a_day_or_a_joker_means_a_remix_whose_ever_it_is(shown: str, box: int) -> None:
    table = placing()
    assert see(table, box, shown) == REMIXED
    assert table.at == "Stacking"


@pytest.mark.law("CM16.13.1.d.1")
@pytest.mark.parametrize(("act", "phase"), [("redeal", "Stacking"), ("play_on", "Looking")])
def test_two_tiles_of_a_player_bank_let_him_demand_a_remix(act: str, phase: str) -> None:
    table = placing(banker=True)
    see(table, 1, "6:6 3:4")
    assert (table.at, table.turn) == ("Deciding", 1)
    table.play(f"s1 {act}")
    assert table.at == phase


@pytest.mark.law("CM16.13.1.d.2", "CM16.13.1.e.1")
def test_one_tile_of_a_player_bank_or_what_he_shows_himself_is_played() -> None:
    assert see(placing(banker=True), 1, "6:6") == PLAYED
    table = placing(banker=True)
    assert see(table, 1, "6:6 3:4 1:1", by_holder=True) == PLAYED
    assert table.at == "Looking"
    placing().refused("floor tile_seen box=2 by_holder=yes", "cannot_have_happened")


@pytest.mark.law("CM16.13.1.a.1", "CM16.13.1.a.2")
def test_a_second_tile_seen_while_its_player_decides_means_a_remix() -> None:
    table = placing()
    table.refused("floor another_tile_seen 2", "cannot_have_happened")  # none was seen yet
    see(table, 2, "3:4")
    other = table.fork()
    told = table.play("floor another_tile_seen 2", "2:2")
    assert (told.happened, told.said) == ("CM16.13.1.1", REMIXED)
    told = other.play("floor another_tile_seen 3")
    assert (told.happened, told.said) == ("CM16.13.1.a.1", REMIXED)
    for after in (table, other):
        assert (after.at, after.chips(2, "casilla:2")) == ("Stacking", 1000)


@pytest.mark.law("CM16.13.1.a.1", "CM16.13.1.b.1")
def test_a_second_tile_counts_until_a_player_has_looked_at_one() -> None:
    table = placing()
    see(table, 0, "3:4")  # the croupier's own, which is played
    assert table.at == "Looking"
    again = table.fork()
    assert again.play("floor another_tile_seen 0", "2:2").said == PLAYED  # letter b): one or more
    assert again.play("floor another_tile_seen 2").said == REMIXED
    table.play("5:6")  # seat 2 looks
    table.refused("floor another_tile_seen 2", "cannot_have_happened")


@pytest.mark.law("CM16.13.1.d.1", "CM16.13.1.d.2", "CM16.13.1.e.1")
def test_a_second_tile_of_a_player_bank_lets_that_player_decide_unless_by_own_fault() -> None:
    table = placing(banker=True)
    assert see(table, 1, "6:6") == PLAYED
    own = table.fork()
    assert own.play("floor another_tile_seen 1 by_holder=yes", "3:4").said == PLAYED
    table.play("floor another_tile_seen 1", "3:4")
    assert (table.at, table.turn) == ("Deciding", 1)


@pytest.mark.parametrize(
    ("box", "shown", "phase"),
    [(2, "3:4 2:2", "Stacking"), (2, "6:6", "Deciding"), (3, "3:4", "Stacking"), (0, "3:4", "Looking")],
)
def test_with_a_player_bank_letter_a_holds_by_analogy(box: int, shown: str, phase: str) -> None:
    table = placing(banker=True)
    see(table, box, shown)
    assert table.at == phase


def test_a_croupier_whose_tiles_all_lie_open_goes_straight_to_setting_them() -> None:
    table = placing()
    assert see(table, 0, FOUR) == PLAYED
    table.play("6:6 1:1 4:4 1:3; s2 set_as_house 2; croupier expose")
    assert table.at == "CroupierSets"


@pytest.mark.law("CM16.13.2.1")
def test_a_die_on_another_is_no_throw() -> None:
    table = rehearse("pai_gow_domino", "CM16", "s1 bet casilla:1 500; croupier make_hands", seats=1)
    assert table.play("floor dice_stacked").said == ["La tirada no es válida."]
    assert table.at == "Throwing"
    table.play("1-1-1")
    table.refused("floor dice_stacked", "cannot_have_happened")


@pytest.mark.law("CM16.13.3.1")
@pytest.mark.parametrize(
    ("phase", "lines"),
    [
        ("Setting", FOUR),
        ("Ready", f"{FOUR}; s2 set_as_house 2"),
        ("CroupierSets", f"{FOUR}; s2 set_as_house 2; 6:6 6:6 1:1 1:1"),
    ],
)
def test_a_wrong_count_voids_all_hands(phase: str, lines: str) -> None:
    table = placing()
    table.refused("floor wrong_count", "cannot_have_happened")
    table.play(lines)
    assert table.at == phase
    assert table.play("floor wrong_count").said == REMIXED
    assert table.at == "Stacking"
    assert table.chips(2, "casilla:2") == 1000
    assert table.felt.laid == ()
    table.play("1-1-6", FOUR, "s2 set_as_house 2; 6:6 6:6 1:1 1:1")
    table.croupier()
    assert table.won(2) == -1000


def test_late_bets_and_wrong_settings_of_the_croupier() -> None:
    table = placing()
    told = table.play("floor late_bet seat=3 bet=casilla:3 cents=500")
    assert Withdrew(3, "tarde:casilla:3", 500, "CM16.6.1.1") in told
    table.play(FOUR, "s2 set_as_house 2; 6:6 4:5 1:3 1:5")
    bank = table.felt.known(0)
    right = table.felt.house_split(bank)
    wrong = next(way for way in table.felt.splits(bank) if way != right)
    table.play(f"floor wrong_house_way {wrong}")
    assert table.at == "CroupierSets"
    table.refused(f"floor wrong_house_way {right}", "not_listed")

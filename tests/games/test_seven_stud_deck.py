"""Seven stud with a short deck: dead cards, discards, the community card, cards dealt too early."""

from __future__ import annotations

import pytest
from tests.games.test_seven_stud import either, level
from tests.support.circle import circle

from novamas.table.events import Burned
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import Noticed, Rehearsal


def full_table(norm: str, players: int) -> Rehearsal:
    table = circle("seven_stud", norm, purses=(20_000,) * players)
    table.play("croupier deal")
    while table.felt.street < 4:
        if table.turn is CHANCE:
            table.step()
        else:
            level(table)
    return table


@either
@pytest.mark.law("AR10.10-2-B-a.III.a.1", "IB09.12-2-a.II.2.b.1")
def test_with_seven_players_the_dead_cards_are_mixed_in_for_the_seventh(norm: str) -> None:
    table = full_table(norm, 7)
    assert table.felt.dead == ()
    assert table.felt.shoe.undealt == 52 - 42
    for _ in range(7):
        table.step()
    assert [len(table.felt.held(seat)) for seat in range(1, 8)] == [7] * 7


@either
@pytest.mark.parametrize("players", [7, 6])
@pytest.mark.law("IB09.12-2-a.II.2.b.1", "AR10.10-2-B-a.III.a.1")
def test_the_cards_for_the_seventh_are_counted_before_the_first_less_the_one_set_aside(
    norm: str, players: int
) -> None:
    """Seven cards remain. That is enough for six players and the card set aside, but not for seven."""
    table = circle("seven_stud", norm, purses=(20_000,) * 7)
    table.play("croupier deal")
    told = Noticed()
    while table.felt.street < 4:
        if table.turn is CHANCE:
            told += table.step()
        elif table.felt.street == 3 and len(table.felt.players) > players:
            told += table.whoever("fold", "raise_to 200")
        else:
            told += table.whoever("check", "match", "raise_to 200")
    is_short = players == 7
    assert ("dead_cards_mixed" in told.noted) is is_short
    assert len(table.felt.dead) == (0 if is_short else 4)
    assert table.felt.shoe.undealt == (7 + 3 if is_short else 7 - 1)
    for _ in range(players):
        table.step()
    assert [len(table.felt.held(seat)) for seat in table.felt.players] == [7] * players
    assert not table.felt.common_seventh


@either
@pytest.mark.law("AR10.10-2-B-a.III.c.1", "IB09.12-2-a.II.2.c.1")
def test_with_eight_players_one_card_is_the_seventh_of_all(norm: str) -> None:
    table = full_table(norm, 8)
    assert table.felt.common_seventh
    table.step()
    assert len(table.felt.held("board")) == 1
    assert table.felt.held("board")[0].up
    assert [len(table.felt.held(seat)) for seat in range(1, 9)] == [6] * 8
    assert table.at == "Interval"
    table.finish()
    assert table.felt.common_seventh is False


@either
@pytest.mark.parametrize("discards_return", [True, False])
@pytest.mark.law("AR10.10-2-B-a.III.c.1", "IB09.12-2-a.II.2.c.1")
def test_whether_discards_are_dealt_again_before_a_common_card_is_used_is_for_the_house(
    norm: str, discards_return: bool
) -> None:
    table = circle("seven_stud", norm, purses=(20_000,) * 8, discards_return=discards_return)
    table.play("croupier deal")
    while table.felt.street < 3 or table.turn is CHANCE:
        if table.turn is CHANCE:
            table.step()
        else:
            level(table)
    opener = table.turn  # one card is left and three are dead: too few for five players
    table.whoever("raise_to 200")
    folded: list[int] = []
    told = Noticed()
    while table.felt.street == 3:
        seat = table.turn
        act = "fold" if len(folded) < 3 else "match"
        folded += [seat] * (act == "fold")
        told += table.play(f"s{seat} {act}")
    assert opener not in folded
    assert len(table.felt.players) == 5
    assert ("discards_mixed" in told.noted) is discards_return
    assert table.felt.common_seventh is not discards_return
    assert table.felt.shoe.undealt == (1 + 3 + 18 if discards_return else 1)
    while table.turn is CHANCE:
        table.step()
    assert [len(table.felt.held(seat)) for seat in table.felt.players] == [7 if discards_return else 6] * 5
    cards_out = [held.card for pile in table.felt.piles for held in pile.cards if held.card is not None]
    assert len(set(cards_out)) == len(cards_out)
    table.finish()


@either
@pytest.mark.law("AR10.10-2-B-a.III.a.1", "IB09.12-2-a.II.2.b.1")
def test_discards_are_not_dealt_again_where_the_dead_cards_are_enough(norm: str) -> None:
    table = circle("seven_stud", norm, purses=(20_000,) * 8, discards_return=True)
    table.play("croupier deal")
    told = Noticed()
    while table.felt.street < 4:
        if table.turn is CHANCE:
            told += table.step()
        elif table.felt.street == 1 and len(table.felt.players) > 6:
            told += table.whoever("fold", "raise_to 200")
        else:
            told += table.whoever("check", "match", "raise_to 200")
    assert "dead_cards_mixed" in told.noted
    assert "discards_mixed" not in told.noted
    assert table.felt.shoe.undealt == 52 - 8 * 4 - 6 * 2
    assert len(table.felt.held("retiradas")) == 8


@either
@pytest.mark.law("AR10.10-2-B-a.III.c.1", "IB09.12-2-a.II.2.c.1")
def test_where_nobody_has_folded_there_are_no_discards_to_deal_again(norm: str) -> None:
    table = circle("seven_stud", norm, purses=(20_000,) * 8, discards_return=True)
    table.play("croupier deal")
    while table.felt.street < 4:
        if table.turn is CHANCE:
            table.step()
        else:
            level(table)
    assert table.felt.common_seventh


@either
@pytest.mark.parametrize("players", [4, 6, 7, 8])
@pytest.mark.parametrize("street", [0, 1, 2, 3])
@pytest.mark.law("AR10.10-2-B-a.IV.2.b.1", "IB09.12-2-a.III.2.b.1")
def test_however_many_play_that_card_and_one_for_each_are_burned_and_the_hand_is_dealt_to_its_end(
    norm: str, players: int, street: int
) -> None:
    """With eight players nine cards are burned, with seven eight. A short deck uses dead cards again."""
    clause = "AR10.10-2-B-a.IV.2.b.1" if norm == "AR10" else "IB09.12-2-a.III.2.b.1"
    table = circle("seven_stud", norm, purses=(20_000,) * players)
    table.play("croupier deal")
    while table.turn is CHANCE or table.felt.street < street:
        if table.turn is CHANCE:
            table.step()
        else:
            level(table)
    left = table.felt.shoe.undealt
    told = table.play("floor card_too_early")
    assert [(event.place, event.clause) for event in told.of(Burned)] == [(52 - left, clause)]
    table.refused("floor card_too_early", "cannot_have_happened")
    told = Noticed()
    while table.felt.street == street:
        told += table.whoever("check", "match", "raise_to 200")
    burned = [event for event in told.of(Burned) if event.clause == clause]
    assert len(burned) == min(players, left - 1)
    while table.turn is CHANCE or table.felt.street < 4:
        if table.turn is CHANCE:
            table.step()
        else:
            level(table)
    is_common = table.felt.common_seventh
    assert is_common is (players == 8)
    own = [len(table.felt.held(seat)) for seat in table.felt.players]
    assert own == [6 if is_common else 7] * players
    assert len(table.felt.held("board")) == is_common
    cards_out = [held.card for pile in table.felt.piles for held in pile.cards]
    assert len(set(cards_out)) == len(cards_out) == sum(own) + is_common
    table.finish()
    assert sum(table.felt.purses) <= 20_000 * players

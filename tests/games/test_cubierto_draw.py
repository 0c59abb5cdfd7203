"""Covered poker, clause by clause: the draw, and the proof of the openers."""

from __future__ import annotations

from typing import Any

import pytest
from tests.support.cases import case, cited
from tests.support.circle import BOTH, circle

from novamas.equipment.cards import card, cards
from novamas.families.circle.phases.hand import Interval
from novamas.games.cubierto import (
    Discard,
)
from novamas.table.events import Dealt, Discarded, Noted, Shown
from novamas.table.roles import CHANCE, RAIL
from novamas.testing.rehearsal import Rehearsal, in_turn

either = pytest.mark.parametrize("norm", BOTH)


FOUR = in_turn("Js Jh 9c 8c 7c", "Qd Td 8d 7d 9h", "Ks Kh Qc Tc 8s", "As Ah Qs Ts 7s")
NOTHING = in_turn("Js Th 9c 8c Kc", "Qd Td 8d 7d Ah", "Ks Qh Jc 9d 7h", "As Kh Qs 8s 7s")


def dealt(norm: str, given: str = FOUR, **choices: Any) -> Rehearsal:
    table = circle("cubierto", norm, **{"rake": 0, **choices})
    table.play("croupier deal", given)
    return table


def at_the_draw(norm: str) -> Rehearsal:
    """Return a hand in which the third player opened with kings, and all have matched the bet."""
    table = dealt(norm)
    table.play("s1,s2 check; s3 raise_to 200; s4,s1,s2 match")
    return table


@pytest.mark.parametrize(
    ("clause", "norm"),
    [
        cited("IB09.12-1.II.9", "IB09"),
        case("AR10.10-2-A.III.9 AR10.10-2-A.I.1", "AR10.10-2-A.III.9", "AR10"),
    ],
)
def test_once_bets_are_equal_each_discards_once_from_the_opener_and_says_how_many(
    clause: str, norm: str
) -> None:
    table = at_the_draw(norm)
    assert table.turn == 3
    table.refused("s4 discard 1", "not_your_turn")
    told = table.play("s3 discard 345")
    assert told.said == ["Tres."]
    assert [event.card for event in told.of(Discarded)] == [None] * 3
    table.play("Kd 9s 8h; s4 discard 12", "Ad Ac", "s1 discard 5", "Jd")
    table.refused("s4 served", "changed_already", clause)
    assert table.turn == 2


@pytest.mark.parametrize("norm", [case("IB09.12-1.II.10", "IB09"), case("AR10.10-2-A.III.10", "AR10")])
def test_the_croupier_gives_as_many_cards_as_were_discarded_from_the_top(norm: str) -> None:
    table = at_the_draw(norm)
    before = table.felt.shoe.dealt
    table.play("s3 discard 345")
    given = table.play("Kd 9s 8h").of(Dealt)
    assert [(event.to, event.place) for event in given] == [(3, before + n) for n in range(3)]
    assert set(table.felt.cards(3)) == set(cards("Ks Kh Kd 9s 8h"))


@pytest.mark.parametrize("norm", [case("IB09.12-1.II.11", "IB09"), case("AR10.10-2-A.III.11", "AR10")])
def test_each_has_his_cards_before_the_next_discards(norm: str) -> None:
    table = at_the_draw(norm)
    table.play("s3 discard 345", "Kd 9s")
    assert not table.may("s4 served")
    assert not table.may("s4 discard 1")
    table.play("8h")
    assert table.turn == 4
    assert table.may("s4 discard 1")


@pytest.mark.parametrize(
    "norm", [case("IB09.12-1.II.12", "IB09"), case("AR10.10-2-A.III.12 AR10.10-2-A.I.3", "AR10")]
)
def test_who_keeps_his_cards_is_served_and_says_so(norm: str) -> None:
    table = at_the_draw(norm)
    held = table.felt.cards(3)
    told = table.play("s3 served")
    assert told.said == ["Servido."]
    assert not told.of(Discarded, Dealt)
    assert (table.felt.cards(3), table.turn) == (held, 4)


@either
@pytest.mark.law("IB09.12-1.II.17", "AR10.10-2-A.III.17")
def test_until_the_betting_begins_all_see_how_many_each_changed(norm: str) -> None:
    table = at_the_draw(norm)
    table.play("s3 discard 345", "Kd 9s 8h", "s4 served; s1 discard 5", "Jd")
    assert table.felt.changed == ((3, 3), (4, 0), (1, 1))
    for eyes in (RAIL, 1, 2, 3, 4):  # nobody has to ask for it
        assert table.phase.view(eyes).shows.changed == table.felt.changed


@either
@pytest.mark.law("IB09.12-1.II.17", "AR10.10-2-A.III.17")
def test_once_the_betting_begins_nobody_is_told_any_more_how_many_each_changed(norm: str) -> None:
    table = dealt(norm)
    table.play("s1,s2 check; s3 raise_to 200; s4,s1,s2 match; s3 discard 345", "Kd 9s 8h", "s4 served")
    table.play("s1 discard 5", "Jd")
    (noted,) = table.play("s2 served").of(Noted)
    assert (noted.code, noted.clause) == (
        "discards_together",
        "AR10.10-2-A.III.17" if norm == "AR10" else "IB09.12-1.II.17",
    )
    assert isinstance(table.phase, Interval)
    for eyes in (RAIL, 1, 2, 3, 4):
        view = table.phase.view(eyes)
        assert view.shows.changed == ()
        assert [pile.owner for pile in view.piles if len(pile.cards) in (1, 3)] == ["descarte_3", "retiradas"]
    assert len(table.felt.held("descarte_3")) == 3  # the opener's stay on the pot, to be checked


@pytest.mark.law("AR10.10-2-A.I.2", "IB09.12-1.II.9")
def test_in_aragon_four_cards_at_most_are_changed() -> None:
    for norm, most in (("AR10", 4), ("IB09", 5), ("IB09", 4)):
        table = dealt(norm, most_discards=most)
        table.play("s1 raise_to 200; s2,s3,s4 match")
        (offer,) = (offer for offer in table.phase.offers(1) if isinstance(offer.act, Discard))
        assert max(map(len, offer.dials["cards"].every())) == most  # type: ignore[arg-type]


@either
@pytest.mark.law("IB09.12-1.II.13", "IB09.12-1.II.14", "AR10.10-2-A.III.13", "AR10.10-2-A.III.14")
def test_the_opener_may_break_his_openers_and_proves_them_at_the_end(norm: str) -> None:
    table = dealt(norm)
    table.play("s1 raise_to 200; s2 match; s3,s4 fold; s1 discard 1")
    assert table.felt.held("descarte_1")[0].card == card("Js")
    table.play("7h", "s2 served; s1,s2 check")
    told = table.finish()
    assert {"seat": 1} in [note.figures for note in told.of(Noted) if note.code == "opening_proved"]
    assert [event.owner for event in told.of(Shown)] == [1, 2, "descarte_1"]
    assert list(told.paid) == [1]  # the opener's new pair of sevens


@either
@pytest.mark.law("IB09.12-1.II.15", "IB09.12-1.II.16", "AR10.10-2-A.III.15", "AR10.10-2-A.III.16")
def test_when_the_deck_runs_out_earlier_discards_come_again(norm: str) -> None:
    purses = (10_000,) * (5 if norm == "IB09" else 4)
    five = "Qh Jd Td 9d 8s"
    given = in_turn(
        "Js Jh 9c 8c 7c", "Qd Tc 8d 7d 9h", "Ks Kh Qc Ts Kc", "As Ah Qs Th 7s", *(five,) * (len(purses) - 4)
    )
    table = circle("cubierto", norm, purses=purses, rake=0, **({"deck": "32"} if norm == "AR10" else {}))
    table.play("croupier deal", given, "s1 raise_to 200")
    while isinstance(table.phase, Interval):
        seat = table.turn
        assert isinstance(seat, int)
        table.play(f"s{seat} match")
    table.play("s1 discard 345")
    mixed: list[str] = []
    while not isinstance(table.phase, Interval):
        seat = table.turn
        if isinstance(seat, int):
            most = max(len(sets) for sets in ("1", "1234") if len(sets) <= table.felt.can_give(seat))
            mixed += table.play(f"s{seat} discard {'1234'[:most]}").noted
        else:
            mixed += table.step().noted
    assert "discards_shuffled" in mixed
    assert table.felt.held("descarte_1")  # the opener's were left out
    assert all(len(table.felt.held(seat)) == 5 for seat in table.felt.players)
    everything = [held.card for pile in table.felt.piles for held in pile.cards]
    assert len(everything) == len(set(everything))


def dealt_before_the_shuffle(norm: str, *discards: int) -> int | None:
    """Return how many of the 32 cards were dealt when the discards were shuffled, if they were."""
    table = at_the_draw(norm)
    assert table.felt.need_shoe.undealt == 12
    out = 20
    for seat, many in zip((3, 4, 1, 2), discards, strict=True):
        assert table.turn == seat
        events = [*table.play(f"s{seat} discard {'12345'[:many]}")]
        while table.turn is CHANCE:
            events += table.step()
        for event in events:
            out += isinstance(event, Dealt)
            if isinstance(event, Noted) and event.code == "discards_shuffled":
                return out
    return None


@pytest.mark.parametrize("norm", [case("IB09.12-1.II.15", "IB09"), case("AR10.10-2-A.III.15", "AR10")])
def test_discards_are_shuffled_once_only_the_last_card_is_left_and_more_are_wanted(norm: str) -> None:
    assert dealt_before_the_shuffle(norm, 4, 4, 3, 3) == 31
    assert dealt_before_the_shuffle(norm, 4, 4, 4, 1) == 31  # though the third has still to get one
    assert dealt_before_the_shuffle(norm, 3, 3, 3, 3) is None  # the last card is the last that is wanted
    assert dealt_before_the_shuffle(norm, 1, 1, 1, 1) is None


@pytest.mark.parametrize("norm", [case("IB09.12-1.II.15", "IB09"), case("AR10.10-2-A.III.15", "AR10")])
@pytest.mark.parametrize(("discards", "cuts"), [((4, 4, 3, 3), 1), ((4, 4, 4, 1), 4), ((4, 4, 2, 4), 1)])
def test_the_player_before_the_next_card_cuts_the_new_pile(
    norm: str, discards: tuple[int, ...], cuts: int
) -> None:
    """The order is 3, 4, 1, 2 and twelve cards remain. The third player's fourth card is the last one."""
    table = at_the_draw(norm)
    told: list[Noted] = []
    for seat, many in zip((3, 4, 1, 2), discards, strict=True):
        told += table.play(f"s{seat} discard {'12345'[:many]}").of(Noted)
        while table.turn is CHANCE:
            told += table.step().of(Noted)
    seats = [dict(note.figures) for note in told if note.code == "discards_shuffled"]
    assert seats[:1] == [{"seat": cuts}]


@either
@pytest.mark.law("IB09.12-1.II.18", "IB09.12-1.II.19", "IB09.12-1.II.20", "IB09.12-1.II.21")
@pytest.mark.law("AR10.10-2-A.III.18", "AR10.10-2-A.III.19", "AR10.10-2-A.III.20", "AR10.10-2-A.III.21")
def test_after_the_draw_the_opener_speaks_or_the_next_after_him(norm: str) -> None:
    table = dealt(norm)
    table.play("s1,s2 check; s3 raise_to 200; s4,s1,s2 match")
    table.play("s3,s4,s1,s2 served")
    assert table.turn == 3
    table.play("s3 raise_to 200; s4 match; s1 fold; s2 match")
    told = table.play("s3,s4,s2 show; croupier pay_pot")
    assert told.paid == {4: 1_800}
    gone = dealt(norm)
    gone.play("s1 raise_to 200; s2 match; s3 raise_to 600; s4 match; s1 fold; s2 match")
    gone.play("s2,s3,s4 served")
    assert gone.felt.opener == 1
    assert gone.turn == 2


@either
@pytest.mark.law("IB09.12-1.II.14", "AR10.10-2-A.III.14")
def test_whether_an_opener_who_folds_proves_his_opening_is_for_the_house(norm: str) -> None:
    for proves in (True, False):
        table = dealt(norm, folded_opener_proves=proves)
        table.play("s1 raise_to 200; s2 match; s3 raise_to 600; s4,s1 fold; s2 match")
        assert len(table.felt.held("descarte_1")) == (5 if proves else 0)
        assert len(table.felt.held("retiradas")) == (5 if proves else 10)  # with those of seat 4
        table.play("s2,s3 served; s2,s3 check")
        told = table.finish()
        codes = [(note.code, note.figures) for note in told.of(Noted)]
        assert (("opening_proved", {"seat": 1}) in codes) is proves
        assert ([one for one in told.shown if one == "descarte_1"] == ["descarte_1"]) is proves
        assert told.paid == {3: 1_800}


@either
@pytest.mark.law("IB09.12-1.III.3.1", "AR10.10-2-A.IV.3.1")
def test_a_false_opening_of_who_has_folded_is_noted_where_it_must_be_proved(norm: str) -> None:
    table = dealt(norm, NOTHING, folded_opener_proves=True)
    table.play(
        "floor opened_unproved seat=1 cents=200; s2 match; s3 raise_to 600; s4 fold; s1 fold; s2 match"
    )
    table.play("s2,s3 served; s2,s3 check")
    told = table.finish()
    assert {"seat": 1} in [note.figures for note in told.of(Noted) if note.code == "false_play"]
    assert sum(told.paid.values()) == 1_800


@either
@pytest.mark.law("IB09.12-1.II.14", "AR10.10-2-A.III.14", "IB09.12-1.II.15", "AR10.10-2-A.III.15")
def test_an_opener_who_changed_cards_and_folds_later_shows_all_of_them(norm: str) -> None:
    table = dealt(norm, folded_opener_proves=True)
    table.play("s1 raise_to 200; s2 match; s3,s4 fold; s1 discard 1", "7h", "s2 served")
    table.play("s1 check; s2 raise_to 200; s1 fold")
    assert set(table.felt.cards("descarte_1")) == set(cards("Js Jh 9c 8c 7c 7h"))
    told = table.finish()
    assert [note.figures for note in told.of(Noted) if note.code == "opening_proved"] == [{"seat": 1}]


@either
@pytest.mark.law("IB09.12-1.II.16", "AR10.10-2-A.III.16")
def test_nobody_gets_back_a_card_of_their_own(norm: str) -> None:
    table = at_the_draw(norm)
    shuffled_for = []
    for seat, many in ((3, 4), (4, 4), (1, 4), (2, 1)):
        table.play(f"s{seat} discard {'12345'[:many]}")
        while table.turn is CHANCE:
            if "discards_shuffled" in table.step().noted:
                shuffled_for.append(table.felt.to_draw[0])
                assert len(table.felt.held(f"descarte_{table.felt.to_draw[0]}")) == many  # kept apart
                assert not table.felt.held("descarte_4")  # mixed in
    assert shuffled_for == [1]

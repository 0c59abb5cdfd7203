"""The hold'ems against the house, clause by clause: "holdem_contrapartida" and "holdem_bonus"."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.support.cases import case, cited

from novamas.equipment.cards import cards
from novamas.equipment.pieces import piece_names
from novamas.families.banked_poker.bets import BANK, BOARD
from novamas.families.house_holdem.figures import FLOP, RIVER, TURN
from novamas.hands import best_hand, ranking
from novamas.table.events import Burned, Dealt, Payment, Shown, Staked
from novamas.table.roles import CROUPIER
from novamas.testing.rehearsal import Rehearsal, rehearse

GAMES = ("holdem_contrapartida", "holdem_bonus")
BOARD_LOW = "2c 7d 9h Jc 4s"  # no straight, flush or pair on it


def table(slug: str, *lines: str, **choices: Any) -> Rehearsal:
    return rehearse(slug, "AR10", *lines, **{"seats": 3, **choices})


def dealt(slug: str, own: str, *, bonus: int = 0, stake: int = 500) -> Rehearsal:
    """Return a hand in which one player with two cards must decide on the flop bet."""
    box = table(slug, f"s1 bet ante {stake}")
    if bonus:
        box.play(f"s1 bet bonus {bonus}")
    box.play(own)
    return box


def played(
    slug: str, own: str, board: str, bank: str, *, bets: tuple[str, ...] = (FLOP,), bonus: int = 0
) -> Rehearsal:
    """Play the hand of one player to the end."""
    box = dealt(slug, own, bonus=bonus)
    common = board.split()
    box.play("s1 bet_on flop", " ".join(common[:3]))
    for street, turned in ((TURN, common[3]), (RIVER, common[4])):
        box.play(f"s1 bet_on {street}" if street in bets else "s1 check", turned)
    box.play(bank)
    return box


# ---------------------------------------------------------------- the course of a hand


@pytest.mark.law("AR10.10-1-E.VII.2.1", "AR10.10-1-E.VII.2.2", "AR10.10-1-F.VII.2.1")
@pytest.mark.parametrize("slug", GAMES)
def test_after_the_shuffle_antes_are_invited(slug: str) -> None:
    box = table(slug)
    box.refused("s1 bet ante 500", "not_open")
    assert box.play("croupier hagan_juego").said == ["Hagan juego."]
    box.refused("croupier no_va_mas", "no_bets")
    box.play("s1 bet ante 500")
    assert box.felt.on(1, "ante") == 500


@pytest.mark.law("AR10.10-1-E.IV.2", "AR10.10-1-F.IV.2", "AR10.10-1-E.VI.1.1", "AR10.10-1-F.VI.1.1")
@pytest.mark.parametrize("slug", GAMES)
def test_one_box_each_and_an_ante_within_the_limits(slug: str) -> None:
    box = table(slug, "croupier hagan_juego")
    box.refused("s1 bet ante 400", "below_minimum")
    box.refused("s1 bet ante 10100", "above_maximum")
    box.play("s1 bet ante 10000")
    box.refused("s1 bet ante 500", "one_box_only")
    box.play("2c 3c")
    box.play("s1 bet_on flop")  # twice the ante, above the maximum: only the ante is bound by it
    assert box.felt.on(1, FLOP) == 20_000


@pytest.mark.law("AR10.10-1-E.VII.2.3", "AR10.10-1-E.VII.2.4", "AR10.10-1-E.VII.2.5")
@pytest.mark.law("AR10.10-1-F.VII.2.4", "AR10.10-1-F.VII.2.5", "AR10.10-1-F.VII.2.6")
@pytest.mark.parametrize("slug", GAMES)
def test_two_cards_each_and_two_for_the_bank_all_face_down(slug: str) -> None:
    box = table(slug, "s1 bet ante 500; s3 bet ante 500; 2c 3c 4c 5c")
    dealt = sorted(
        box.events.of(Dealt),
        key=lambda event: event.place,
    )
    assert [event.to for event in dealt] == [1, 3, BANK, 1, 3, BANK]
    assert not any(event.up for event in dealt)
    assert box.felt.cards(BANK) == ()  # no one has seen them


@pytest.mark.law("AR10.10-1-E.II.2.1", "AR10.10-1-F.II.2.1")
@pytest.mark.parametrize("slug", GAMES)
def test_a_machine_may_deal_whole_hands(slug: str) -> None:
    box = table(slug, shuffler="automatic", shuffler_deals_hands=True)
    assert box.play("croupier hagan_juego").noted == ["shuffled_by_machine"]
    box.play("s1 bet ante 500; s2 bet ante 500", "2c 3c 4c 5c")
    assert [box.felt.cards(seat) for seat in (1, 2)] == [cards("2c 3c"), cards("4c 5c")]


@pytest.mark.law("AR10.10-1-E.VII.2.6", "AR10.10-1-F.VII.2.7")
@pytest.mark.parametrize("slug", GAMES)
def test_before_the_flop_one_bets_twice_the_ante_or_loses_it(slug: str) -> None:
    box = table(slug, "s1 bet ante 500; s2 bet ante 600; 2c 3c 4c 5c")
    box.refused("s1 check", "bet_or_fold")
    box.refused("s2 fold", "not_your_turn")
    box.play("s1 fold")
    assert (box.won(1), box.felt.held(1)) == (-500, ())
    box.play("s2 bet_on flop")
    assert box.felt.on(2, FLOP) == 1_200
    assert box.at == "CommonCards"


@pytest.mark.law("AR10.10-1-E.VII.2.7", "AR10.10-1-E.VII.2.11", "AR10.10-1-E.VII.2.14")
@pytest.mark.law("AR10.10-1-F.VII.2.8", "AR10.10-1-F.VII.2.12", "AR10.10-1-F.VII.2.15")
@pytest.mark.parametrize("slug", GAMES)
def test_a_card_is_burned_before_flop_turn_and_river(slug: str) -> None:
    box = dealt(slug, "2c 3c")
    told = box.play("s1 bet_on flop", "4d 5d 6d")
    assert len(box.felt.held(BOARD)) == 3
    told += box.play("s1 check", "7d", "s1 check", "8d")
    laid = [event for event in told if isinstance(event, Burned | Dealt)]
    assert [type(event).__name__ for event in laid] == [
        *("Burned", "Dealt", "Dealt", "Dealt", "Burned", "Dealt", "Burned", "Dealt"),
    ]
    assert [event.place for event in laid] == list(range(4, 12))
    assert all(event.up for event in laid if isinstance(event, Dealt))


def after_the_flop(slug: str) -> Rehearsal:
    """Return a hand after the flop with antes of 500, 600 and 700. The second player has folded."""
    box = table(slug, "s1 bet ante 500; s2 bet ante 600; s3 bet ante 700; 2c 3c 4c 5c 6c 7c")
    box.play("s1 bet_on flop; s2 fold; s3 bet_on flop", "9d Td Jd")
    return box


@pytest.mark.parametrize(
    "slug",
    [
        case("AR10.10-1-E.VII.2.8 AR10.10-1-E.VII.2.12", "holdem_contrapartida"),
        case("AR10.10-1-F.VII.2.9 AR10.10-1-F.VII.2.13", "holdem_bonus"),
    ],
)
def test_whoever_has_a_flop_bet_is_asked_before_the_turn_and_before_the_river(slug: str) -> None:
    box = after_the_flop(slug)
    for card in ("Qs", "2h"):
        assert (box.at, box.phase.turn) == ("Deciding", 1)
        box.refused("s3 check", "not_your_turn")
        box.refused("s1 fold", "stays_in")
        box.play("s1 check")
        assert box.phase.turn == 3  # seat 2 is not asked: it has no flop bet
        box.play("s3 check", card)


@pytest.mark.parametrize(
    "slug",
    [
        case("AR10.10-1-E.VII.2.9 AR10.10-1-E.VII.2.10", "holdem_contrapartida"),
        case("AR10.10-1-F.VII.2.10 AR10.10-1-F.VII.2.11", "holdem_bonus"),
    ],
)
def test_a_turn_bet_is_one_ante_and_who_checks_stays_in_without_one(slug: str) -> None:
    box = after_the_flop(slug)
    told = box.play("s1 check; s3 bet_on turn")
    assert [(event.seat, event.bet, event.cents) for event in told.of(Staked)] == [(3, TURN, 700)]
    assert [box.felt.on(seat, TURN) for seat in (1, 2, 3)] == [0, 0, 700]
    box.play("Qs")
    assert box.phase.turn == 1  # the player may still bet on the river


@pytest.mark.parametrize(
    "slug",
    [case("AR10.10-1-E.VII.2.13", "holdem_contrapartida"), case("AR10.10-1-F.VII.2.14", "holdem_bonus")],
)
def test_a_river_bet_is_one_ante_and_who_checks_stays_in_without_one(slug: str) -> None:
    box = after_the_flop(slug)
    box.play("s1 check; s3 bet_on turn", "Qs")
    told = box.play("s1 bet_on river; s3 check")
    assert [(event.seat, event.bet, event.cents) for event in told.of(Staked)] == [(1, RIVER, 500)]
    assert [box.felt.on(seat, RIVER) for seat in (1, 2, 3)] == [500, 0, 0]


@pytest.mark.law(
    "AR10.10-1-E.VII.2.15", "AR10.10-1-E.VII.2.16", "AR10.10-1-F.VII.2.16", "AR10.10-1-F.VII.2.17"
)
@pytest.mark.parametrize("slug", GAMES)
def test_the_bank_shows_first_and_then_each_player_in_turn(slug: str) -> None:
    box = table(slug, "s1 bet ante 500; s3 bet ante 500; Ac Kc Ad Kd")
    box.play(
        "s1 bet_on flop; s3 bet_on flop",
        "2c 7d 9h",
        "s1 check; s3 check",
        "Jc",
        "s1 check; s3 check",
        "4s Qs",
    )
    events = box.play("Qh")
    assert [event.owner for event in events.of(Shown)] == [BANK, 1, 3]
    assert events.said == [
        "La banca: pareja de damas.",
        "Departamento 1: pareja de ases.",
        "Departamento 3: pareja de reyes.",
    ]


# ---------------------------------------------------------------- payment


@pytest.mark.law("AR10.10-1-E.VII.3.2", "AR10.10-1-F.VII.2.19")
@pytest.mark.parametrize("slug", GAMES)
def test_a_better_bank_takes_all_bets(slug: str) -> None:
    box = played(slug, "Kc Kd", BOARD_LOW, "Ac Ad", bets=(FLOP, TURN, RIVER))
    assert box.won(1) == -5 * 500
    assert {payment.returned for payment in box.last.payments.values()} == {0}


@pytest.mark.law("AR10.10-1-E.VII.3.3", "AR10.10-1-F.VII.2.20")
@pytest.mark.parametrize("slug", GAMES)
def test_at_a_tie_all_bets_go_back(slug: str) -> None:
    box = played(slug, "Ac Kd", BOARD_LOW, "Ad Kc", bets=(FLOP, TURN))
    assert box.won(1) == 0
    assert all(payment.returned == payment.stake for payment in box.last.payments.values())
    played_by_table = played(slug, "2d 3d", "Tc Jc Qc Kc Ac", "2h 3h", bets=(FLOP, RIVER))
    assert played_by_table.won(1) == 0


@pytest.mark.law("AR10.10-1-E.VII.3.4", "AR10.10-1-E.VII.3.5", "AR10.10-1-F.VII.2.21", "AR10.10-1-F.VII.2.23")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize("own", ["Ac Ad", "9c 9d", "2d 2h"])  # a pair, and two trios
def test_less_than_a_straight_wins_but_the_ante_only_goes_back(slug: str, own: str) -> None:
    box = played(slug, own, BOARD_LOW, "Kc Kd", bets=(FLOP, TURN, RIVER))
    payments = box.last.payments
    assert payments[1, "ante"].returned == 500
    assert [payments[1, bet].returned for bet in (FLOP, TURN, RIVER)] == [2_000, 1_000, 1_000]
    assert box.won(1) == 4 * 500


@pytest.mark.law("AR10.10-1-E.VII.3.4", "AR10.10-1-E.VII.3.6", "AR10.10-1-F.VII.2.22", "AR10.10-1-F.VII.2.21")
@pytest.mark.parametrize("slug", GAMES)
@pytest.mark.parametrize(
    ("own", "board"),
    [
        ("Td 8c", BOARD_LOW),  # 7 to jack
        ("Ac 3c", "2c 4c 9h Jd 7c"),  # a flush
        ("Jd Jh", "2c 2d 9h Jc 4s"),  # a full house
        ("Jd Jh", "2c 7d 9h Jc Js"),  # four jacks
        ("3c Ac", "2c 4c 5c Jd 9h"),  # ace to five of clubs
        ("Ac Kc", "Qc Jc Tc 2d 4s"),  # royal
    ],
)
def test_with_a_straight_or_better_the_ante_wins_too(slug: str, own: str, board: str) -> None:
    assert played(slug, own, board, "Ks Kh").won(1) == 3 * 500
    assert played(slug, own, board, "Ks Kh", bets=(FLOP, TURN, RIVER)).won(1) == 5 * 500


@pytest.mark.law("AR10.10-1-E.I.2", "AR10.10-1-F.I.2", "AR10.10-1-E.II.1.1", "AR10.10-1-F.II.1.1")
@given(st.permutations(range(52)), st.sampled_from(GAMES))
def test_the_better_five_of_seven_win(deck: list[int], slug: str) -> None:
    own, board, bank = deck[:2], deck[2:7], deck[7:9]
    box = table(slug, "s1 bet ante 500")
    box.play("croupier no_va_mas")
    box.play(piece_names(own), "s1 bet_on flop", piece_names(board[:3]), "s1 check", piece_names(board[3:4]))
    box.play("s1 bet_on river", piece_names(board[4:]), piece_names(bank))
    ranked = ranking(slug, "AR10")
    mine, theirs = best_hand(ranked, own, board), best_hand(ranked, bank, board)
    if mine > theirs:
        assert box.won(1) in (1_500, 2_000)
    else:
        assert box.won(1) == (0 if mine.ties(theirs) else -2_000)
    assert box.felt.cloth == 0


@pytest.mark.law("AR10.10-1-E.VII.3.7", "AR10.10-1-F.VII.3.3")
@pytest.mark.parametrize("slug", GAMES)
def test_then_the_hand_is_over_and_another_begins(slug: str) -> None:
    box = played(slug, "Kc Kd", BOARD_LOW, "Ac Ad")
    assert (box.at, box.phase.turn, box.felt.piles) == ("Waiting", CROUPIER, ())
    all_out = dealt(slug, "2c 3d")
    all_out.play("s1 fold")
    assert (all_out.at, all_out.won(1)) == ("Waiting", -500)


def test_stakes_say_by_which_clause() -> None:
    box = dealt("holdem_contrapartida", "Ac Ad")
    staked = box.play("s1 bet_on flop").of(Staked)
    assert [(event.cents, event.clause) for event in staked] == [(1_000, "AR10.10-1-E.VII.2.6")]


# ---------------------------------------------------------------- the bonus


@pytest.mark.law("AR10.10-1-F.VII.2.2")
def test_the_bonus_goes_with_an_ante_only_and_has_its_own_limits() -> None:
    box = table("holdem_bonus", "croupier hagan_juego", minimum_bonus=200, maximum_bonus=1_000)
    box.refused("s1 bet bonus 200", "not_aside")
    box.play("s1 bet ante 500")
    box.refused("s1 bet bonus 100", "below_minimum")
    box.refused("s1 bet bonus 1100", "above_maximum")
    box.play("s1 bet bonus 200")
    box.refused("s1 bet bonus 200", "nothing_more_there")
    box.play("s1 withdraw bonus")
    assert (box.felt.on(1, "ante"), box.felt.of(1)) == (500, 500)
    box.play("s1 bet bonus 500; s1 withdraw bonus 300")
    box.refused("s1 withdraw bonus 100", "all_or_nothing")
    box.play("s1 withdraw ante")  # and the bonus with it
    assert box.felt.of(1) == 0
    assert "s1 bet bonus 500" not in table("holdem_contrapartida", "s1 bet ante 500").offered(1)


BONUS = [
    cited("AR10.10-1-F.VII.3.a.1", "Ac Ad", "Ah As", 1_000),
    cited("AR10.10-1-F.VII.3.b.1", "Ac Ad", "Ah Ks", 30),
    cited("AR10.10-1-F.VII.3.c.1", "Ac Kc", "Ah As", 25),
    cited("AR10.10-1-F.VII.3.d.1", "Ac Qc", "2h 2s", 20),
    cited("AR10.10-1-F.VII.3.d.1", "Ac Jc", "2h 2s", 20),
    cited("AR10.10-1-F.VII.3.e.1", "Ac Kd", "2h 2s", 15),
    cited("AR10.10-1-F.VII.3.f.1", "Kc Kd", "2h 2s", 10),
    cited("AR10.10-1-F.VII.3.f.1", "Qc Qd", "2h 2s", 10),
    cited("AR10.10-1-F.VII.3.f.1", "Jc Jd", "Ah As", 10),
    cited("AR10.10-1-F.VII.3.g.1", "Ac Qd", "2h 2s", 5),
    cited("AR10.10-1-F.VII.3.g.1", "Ac Jd", "2h 2s", 5),
    cited("AR10.10-1-F.VII.3.h.1", "Tc Td", "2h 2s", 3),
    cited("AR10.10-1-F.VII.3.h.1", "2c 2d", "Kh Ks", 3),
]


@pytest.mark.parametrize(("clause", "own", "bank", "pays"), BONUS)
def test_each_row_of_the_bonus_is_paid_by_its_clause(clause: str, own: str, bank: str, pays: int) -> None:
    box = played("holdem_bonus", own, "3c 5d 8h 9c 6s", bank, bonus=500)
    payment = box.last.payments[1, "bonus"]
    assert (payment.returned, str(payment.rate)) == (500 * (1 + pays), str(pays))
    assert payment.clauses[0] == clause


@pytest.mark.law("AR10.10-1-F.VII.3.1")
def test_the_bonus_is_won_with_the_two_own_cards_alone() -> None:
    for board in ("3c 5d 8h 9c 6s", "Ah As 8h 9c 6s", "Kc Qc Jc Tc 6s"):
        box = played("holdem_bonus", "Ac Kd", board, "2h 2s", bonus=500)
        assert box.last.payments[1, "bonus"].returned == 500 * 16
        assert "AR10.10-1-F.VII.3.1" in box.last.payments[1, "bonus"].clauses
    box = played("holdem_bonus", "Tc 9d", "Ah Ad As Kc Ks", "2h 2s", bonus=500)
    assert box.last.payments[1, "bonus"].returned == 0


@pytest.mark.law("AR10.10-1-F.VII.3.2")
@pytest.mark.parametrize("own", ["Ac Tc", "Kc Qc", "Tc 9d", "3c 2c"])
def test_any_other_two_cards_lose_the_bonus(own: str) -> None:
    box = played("holdem_bonus", own, "4c 5d 8h 9c 6s", "Ah As", bonus=700)
    assert box.last.payments[1, "bonus"].returned == 0


@pytest.mark.law("AR10.10-1-F.VII.2.3")
def test_the_bonus_outlives_a_fold() -> None:
    box = dealt("holdem_bonus", "2c 2d", bonus=500)
    events = box.play("s1 fold")
    assert events.payments[1, "ante"].returned == 0
    assert (
        events.payments[1, "bonus"].returned == 2_000
    )  # settled at once: no player is left and no card matters
    assert box.at == "Waiting"


@pytest.mark.law("AR10.10-1-F.VII.2.3")
@pytest.mark.parametrize(("bank", "pays"), [("Ah As", 1_000), ("Ah 2s", 30)])
def test_a_folded_pair_of_aces_waits_for_the_banks_cards(bank: str, pays: int) -> None:
    box = dealt("holdem_bonus", "Ac Ad", bonus=500)
    box.play("s1 fold")
    assert box.at == "BankCards"
    box.play(bank)
    assert box.won(1) == -500 + 500 * pays


@pytest.mark.law("AR10.10-1-F.VII.2.3")
def test_who_folds_with_a_bonus_keeps_his_cards_while_others_play() -> None:
    box = table("holdem_bonus", "s1 bet ante 500; s2 bet ante 500")
    box.play("s1 bet bonus 500", "Ac Kc Ad Kd", "s1 fold; s2 bet_on flop")
    assert box.felt.cards(1) == cards("Ac Ad")
    box.play("2c 7d 9h", "s2 check", "Jc", "s2 check")
    events = box.play("4s Ah As")
    order = [(event.seat, event.bet) for event in events.of(Payment)]
    assert order == [(2, "ante"), (2, FLOP), (1, "bonus")]
    assert box.won(1) == -500 + 500 * 1_000


@pytest.mark.law("AR10.10-1-F.VII.3.f.1", "AR10.10-1-F.VII.3.h.1", "AR10.10-1-F.VII.3.b.1")
@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_every_pair_has_its_bonus(rank: str) -> None:
    """Each pair pays its bonus: twos to tens three to one, jacks to kings ten, aces thirty."""
    pays, row = {"A": (30, "b"), **dict.fromkeys("JQK", (10, "f"))}.get(rank, (3, "h"))
    other = "K" if rank == "Q" else "Q"
    box = played("holdem_bonus", f"{rank}h {rank}s", "2c 7d 9c Jc 4c", f"{other}d 3d", bonus=500)
    paid = box.last.payments[1, "bonus"]
    assert (paid.returned, paid.clauses[0]) == (500 * (pays + 1), f"AR10.10-1-F.VII.3.{row}.1")

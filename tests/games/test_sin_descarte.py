"""No-draw poker, clause by clause: the deal, voy or paso, payment."""

from __future__ import annotations

import pytest
from tests.support.cases import case, cited

from novamas.equipment.cards import DECK_52, cards
from novamas.hands import best_hand, ranking
from novamas.table.events import Dealt, Discarded, Happened, Payment, Said, Shown, Staked, Took
from novamas.table.roles import CROUPIER, RAIL
from novamas.testing.rehearsal import Rehearsal, rehearse
from novamas.words import voice_for
from novamas.words.events import event_text

NORMS = ["IB05", "AR10"]
both = pytest.mark.parametrize("norm", NORMS)


def table(norm: str = "AR10", **choices: object) -> Rehearsal:
    return rehearse("sin_descarte", norm, **choices)


def dealt(norm: str, mine: str, up: str, **choices: object) -> Rehearsal:
    """Return a hand in which one player staked 1000 and got these cards. The bank shows this card."""
    poker = table(norm, seats=1, **choices)
    poker.play("s1 bet apuesta_inicial 1000")
    deal_one(poker, norm, mine, up)
    return poker


def deal_one(poker: Rehearsal, norm: str, mine: str, up: str) -> None:
    """Deal the player's five cards, and the bank's face-up card when it is due."""
    first, *rest = mine.split()
    poker.play(" ".join((first, up, *rest) if norm == "AR10" else (mine, up)))


def played(norm: str, mine: str, bank: str, **choices: object) -> Rehearsal:
    """Deal such a hand, and let the player stay in. The bank shows its first card."""
    up, *covered = bank.split()
    poker = dealt(norm, mine, up, **choices)
    poker.play("s1 go", " ".join(covered))
    return poker


# ---------------------------------------------------------------- the deal


@pytest.mark.law("IB05.11.V.4.8", "AR10.10-1-A.VI.1.5")
@pytest.mark.parametrize(("norm", "clause"), [("IB05", "IB05.11.V.4.8"), ("AR10", "AR10.10-1-A.VI.1.5")])
def test_initial_bets_precede_the_deal_within_the_limits(norm: str, clause: str) -> None:
    poker = table(norm, seats=3, minimum=500, maximum=5_000)
    poker.refused("croupier no_va_mas", "no_bets")
    poker.refused("s1 bet apuesta_inicial 450", "below_minimum")
    poker.refused("s1 bet apuesta_inicial 5050", "above_maximum")
    told = poker.play("s1 bet apuesta_inicial 500; s2 bet apuesta_inicial 5000")
    assert told.of(Staked) == [
        Staked(1, "apuesta_inicial", 500, clause),
        Staked(2, "apuesta_inicial", 5_000, clause),
    ]
    assert not poker.events.of(Dealt)
    poker.play("croupier no_va_mas")
    poker.refused("s3 bet apuesta_inicial 500", "no_va_mas")
    poker.play("2c")
    poker.refused("s3 bet apuesta_inicial 500", "no_va_mas")
    assert {seat for seat, _, _ in poker.felt.chips} == {1, 2}


@pytest.mark.law("IB05.11.V.4.9", "AR10.10-1-A.VI.1.6")
@both
def test_one_card_at_a_time_from_the_left_the_bank_last(norm: str) -> None:
    poker = table(norm, seats=3)
    poker.refused("croupier no_va_mas", "no_bets")
    poker.play("s2 bet apuesta_inicial 500; s1 bet apuesta_inicial 500")
    told = poker.play("croupier no_va_mas")
    assert [event.words for event in told.of(Said)] == ["No va más."]
    poker.play("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    found = poker.events.of(Dealt)
    assert [event.to for event in found] == [1, 2, "bank"] * 5
    shown = [n for n, event in enumerate(found) if event.up]
    assert shown == ([2] if norm == "AR10" else [14])
    assert poker.at == "Deciding"
    poker.refused("s3 bet apuesta_inicial 500", "no_va_mas")


@pytest.mark.law("IB05.11.V.4.10")
def test_in_the_balearics_the_house_shows_the_first_or_the_last_card_of_the_bank() -> None:
    for bank_card, place in (("first", 2), ("last", 14)):
        poker = table("IB05", seats=2, bank_card=bank_card)
        poker.play(
            "s1 bet apuesta_inicial 500; s2 bet apuesta_inicial 500", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
        )
        assert [event.place for event in poker.events if isinstance(event, Dealt) and event.up] == [place]


@pytest.mark.law("IB05.11.V.4.11", "IB05.11.II.3.1", "AR10.10-1-A.II.2.3", "AR10.10-1-A.VI.1.7")
@pytest.mark.parametrize(("norm", "packs", "up"), [("IB05", 1, 14), ("AR10", 2, 10)])
def test_a_shuffler_deals_five_by_five_and_the_bank_last(norm: str, packs: int, up: int) -> None:
    poker = table(norm, seats=2, shuffler="automatic", packs=packs)
    poker.play("s1 bet apuesta_inicial 500; s2 bet apuesta_inicial 500", "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc")
    found = poker.events.of(Dealt)
    assert [event.to for event in found] == [1] * 5 + [2] * 5 + ["bank"] * 5
    assert [event.place for event in found if event.up] == [up]


@pytest.mark.law("IB05.11.II.1.1", "IB05.11.II.1.3", "AR10.10-1-A.II.1.1", "AR10.10-1-A.II.2.2")
def test_one_deck_of_52_cards_or_several_by_turns() -> None:
    poker = table("IB05", seats=1, packs=3)
    packs = []
    for _ in range(4):
        packs.append(poker.felt.pack)
        poker.play("s1 bet apuesta_inicial 500; croupier no_va_mas")
        assert tuple(poker.felt.shoe.left) == DECK_52
        poker.play("2c 3c 4c 5c 7d 9c", "s1 fold")
    assert packs == [1, 2, 3, 1]


@pytest.mark.law("IB05.11.V.4.9", "AR10.10-1-A.VI.2.1")
@both
def test_only_its_player_sees_a_hand_and_nobody_the_bank_but_for_one_card(norm: str) -> None:
    poker = dealt(norm, "As Kd Qc 4h 2s", "9c")
    assert [held.card for held in poker.phase.view(1).held(1)] == list(cards("As Kd Qc 4h 2s"))
    for eyes in (RAIL, CROUPIER):
        assert {held.card for held in poker.phase.view(eyes).held(1)} == {None}
    bank = poker.phase.view(1).held("bank")
    assert sorted(held.card is not None for held in bank) == [False] * 4 + [True]


# ---------------------------------------------------------------- ranking


@pytest.mark.law("IB05.11.II.1.2", "AR10.10-1-A.II.1.2", "AR10.10-1-A.V.1.b.2")
@both
def test_the_combinations_from_the_highest(norm: str) -> None:
    ordered = [
        "As Ks Qs Js Ts",
        "Ac 2c 3c 4c 5c",
        "2s 2d 2c 2h 3s",
        "2s 2d 2c 3h 3s",
        "7s 5s 4s 3s 2s",
        "Ac 2d 3c 4c 5c",
        "2s 2d 2c 4h 3s",
        "3s 3d 2c 2h 4s",
        "2s 2d 5c 4h 3s",
        "As Kd 4c 3h 2s",
        "As Qd Jc Th 9s",
    ]
    hands = [best_hand(ranking("sin_descarte", norm), cards(text)) for text in ordered]
    assert hands == sorted(hands, reverse=True)
    wraps = best_hand(ranking("sin_descarte", norm), cards("Ks As 2s 3s 4s"))
    assert wraps.category.value == "color"


# ---------------------------------------------------------------- voy or paso


@pytest.mark.law("IB05.11.V.4.12", "IB05.11.V.4.13", "AR10.10-1-A.VI.2.1", "AR10.10-1-A.VI.2.2")
@both
def test_who_goes_adds_just_twice_his_initial_bet(norm: str) -> None:
    poker = dealt(norm, "As Kd Qc 4h 2s", "9c")
    assert poker.verbs(1) == {"go", "fold"}
    told = poker.play("s1 go")
    assert told[0] == Said(1, "Voy.", poker.felt.figures.play.going)
    assert [(event.bet, event.cents) for event in told.of(Staked)] == [("segunda_apuesta", 2_000)]


@pytest.mark.law("IB05.11.V.4.14", "AR10.10-1-A.VI.2.3")
@both
def test_who_passes_loses_at_once_and_his_cards_are_never_seen(norm: str) -> None:
    poker = dealt(norm, "As Qd Tc 4h 2s", "9c")
    told = poker.play("s1 fold")
    assert isinstance(told[0], Said)
    assert told[0].words == "Paso."
    assert poker.events.settled(1) == {"apuesta_inicial": (1_000, 0)}
    assert [event.card for event in told.of(Discarded)] == [None] * 5
    assert poker.at == "Betting"


@pytest.mark.law("IB05.11.V.4.15", "AR10.10-1-A.VI.3.1")
@both
def test_the_bank_turns_its_four_covered_cards_and_nobody_touches_his_any_more(norm: str) -> None:
    poker = dealt(norm, "As Kd Qc 4h 2s", "9c")
    poker.play("s1 go")
    refusal = poker.refused("s1 fold")
    assert refusal.code == "cards_untouchable"
    told = poker.play("9d 8c 5h 3d")
    assert len([event for event in told if isinstance(event, Shown) and event.owner == "bank"]) == 4


# ---------------------------------------------------------------- payment


@pytest.mark.law("IB05.11.V.4.16", "IB05.11.V.4.17", "AR10.10-1-A.VI.3.2", "AR10.10-1-A.VI.3.3")
@both
@pytest.mark.parametrize(
    ("bank", "plays"),
    [
        ("Ad Ks 4d 3c 2h", True),
        ("2d 2s 5c 4d 3h", True),
        ("Ad Qs Jd Tc 9h", False),
        ("Kd Qs Jd Tc 8h", False),
    ],
)
def test_the_bank_plays_with_ace_and_king_or_better(norm: str, bank: str, plays: bool) -> None:
    poker = played(norm, "6c 6h 7d 8s Th", bank)
    if plays:
        assert poker.events.settled(1) == {
            "apuesta_inicial": (1_000, 2_000),
            "segunda_apuesta": (2_000, 4_000),
        }
    else:
        assert poker.events.settled(1) == {
            "apuesta_inicial": (1_000, 2_000),
            "segunda_apuesta": (2_000, 2_000),
        }


HANDS = [  # what the second bet pays to one, against a bank with ace and king, and by which clauses
    cited("IB05.11.V.1.a.1 IB05.11.V.4.18", "Ts Js Qs Ks As", 100),
    cited("IB05.11.V.1.b.1 IB05.11.V.4.18", "5c 6c 7c 8c 9c", 25),
    cited("IB05.11.V.1.c.1 IB05.11.V.4.18", "Jc Jd Jh Js 4d", 20),
    cited("IB05.11.V.1.d.1 IB05.11.V.4.18", "Jc Jd Jh 4s 4d", 7),
    cited("IB05.11.V.1.e.1 IB05.11.V.4.18", "3c 5c 8c 9c Jc", 5),
    cited("IB05.11.V.1.f.1 IB05.11.V.4.18", "5c 6c 7c 8c 9d", 4),
    cited("IB05.11.V.1.g.1 IB05.11.V.4.18", "Jc Jd Jh 4s 5d", 3),
    cited("IB05.11.V.1.h.1 IB05.11.V.4.18", "Jc Jd 5h 5s 4d", 2),
    cited("IB05.11.V.1.i.1 IB05.11.V.4.18", "Jc Jd 5h 6s 4d", 1),
    cited("IB05.11.V.1.j.2 IB05.11.V.1.j.1 IB05.11.V.4.18", "Ac Kc Qh 6s 4d", 1),
    cited("AR10.10-1-A.V.1.a.2 AR10.10-1-A.V.1.a.1 AR10.10-1-A.VI.3.4", "Ts Js Qs Ks As", 100),
    cited("AR10.10-1-A.V.1.b.3 AR10.10-1-A.V.1.b.1 AR10.10-1-A.VI.3.4", "5c 6c 7c 8c 9c", 25),
    cited("AR10.10-1-A.V.1.c.2 AR10.10-1-A.V.1.c.1 AR10.10-1-A.VI.3.4", "Jc Jd Jh Js 4d", 20),
    cited("AR10.10-1-A.V.1.d.2 AR10.10-1-A.V.1.d.1 AR10.10-1-A.VI.3.4", "Jc Jd Jh 4s 4d", 7),
    cited("AR10.10-1-A.V.1.e.2 AR10.10-1-A.V.1.e.1 AR10.10-1-A.VI.3.4", "3c 5c 8c 9c Jc", 5),
    cited("AR10.10-1-A.V.1.f.2 AR10.10-1-A.V.1.f.1 AR10.10-1-A.VI.3.4", "5c 6c 7c 8c 9d", 4),
    cited("AR10.10-1-A.V.1.g.2 AR10.10-1-A.V.1.g.1 AR10.10-1-A.VI.3.4", "Jc Jd Jh 4s 5d", 3),
    cited("AR10.10-1-A.V.1.h.2 AR10.10-1-A.V.1.h.1 AR10.10-1-A.VI.3.4", "Jc Jd 5h 5s 4d", 2),
    cited("AR10.10-1-A.V.1.i.2 AR10.10-1-A.V.1.i.1 AR10.10-1-A.VI.3.4", "Jc Jd 5h 6s 4d", 1),
    cited("AR10.10-1-A.V.1.j.1 AR10.10-1-A.VI.3.4", "Ac Kc Qh 6s 4d", 1),
]


@pytest.mark.parametrize(("clauses", "mine", "pays"), HANDS)
def test_a_better_hand_is_paid_by_its_combination_on_the_second_bet(
    clauses: str, mine: str, pays: int
) -> None:
    second = played(clauses[:4], mine, "Ad Kd 7h 3s 2h").events.payments[1, "segunda_apuesta"]
    assert (second.stake, second.returned) == (2_000, 2_000 * (1 + pays))
    assert second.clauses[: len(clauses.split())] == tuple(clauses.split())
    assert len(set(second.clauses)) == len(second.clauses)


@pytest.mark.parametrize(
    ("clauses", "norm"),
    [
        cited("IB05.11.V.4.19", "IB05"),
        case("AR10.10-1-A.VI.3.4 AR10.10-1-A.I.2", "AR10.10-1-A.VI.3.4", "AR10"),
    ],
)
@pytest.mark.parametrize("mine", ["Ts Js Qs Ks As", "Jc Jd 5h 6s 4d"])
def test_the_initial_bet_of_a_better_hand_is_paid_one_to_one(clauses: str, norm: str, mine: str) -> None:
    first = played(norm, mine, "Ad Kd 7h 3s 2h").events.payments[1, "apuesta_inicial"]
    assert (first.stake, first.returned, first.clauses) == (1_000, 2_000, (clauses,))


@pytest.mark.law("IB05.11.V.1.2", "IB05.11.V.4.20", "AR10.10-1-A.V.1.3", "AR10.10-1-A.VI.3.5")
@both
def test_a_worse_hand_loses_everything(norm: str) -> None:
    poker = played(norm, "Ac Kc Qh 6s 4d", "2d 2h 7h 3s 9c")
    assert poker.events.settled(1) == {"apuesta_inicial": (1_000, 0), "segunda_apuesta": (2_000, 0)}


@both
@pytest.mark.parametrize(
    ("mine", "bank", "won"),
    [
        ("Kc Kd Kh Ks 2c", "Qc Qd Qh Qs Ac", 1),  # four of a kind: the higher
        ("5c 5d 5h 2s 2d", "4c 4d 4h As Ad", 1),  # full house: the higher three
        ("3c 4d 5h 6s 7d", "2c 3d 4h 5s 6d", 1),  # straight: the highest card
        ("Ac 2d 3h 4s 5d", "2c 3d 4h 5s 6d", -1),  # where the ace is low
        ("Ac 9c 7c 5c 3c", "Ad 9d 7d 5d 2d", 1),  # flush: card by card
        ("5c 5d 5h 2s 3d", "4c 4d 4h As Kd", 1),  # three of a kind: the higher
        ("9c 9d 4h 4s 2d", "9h 9s 3h 3s Ad", 1),  # two pairs: the higher, the second, the card left
        ("9c 9d 4h 4s 2d", "9h 9s 4c 4d Ad", -1),
        ("9c 9d Kh 4s 2d", "9h 9s Qc Jd Td", 1),  # a pair: the higher, then the others
        ("Ac Kd Qh 4s 2d", "Ah Ks Jc Td 9d", 1),  # ace and king: the other three
    ],
)
def test_equal_combinations_are_compared_card_by_card(norm: str, mine: str, bank: str, won: int) -> None:
    paid = played(norm, mine, bank).events.payments
    assert paid[1, "apuesta_inicial"].returned == 1_000 * (1 + won)
    if won < 0:
        assert paid[1, "segunda_apuesta"].returned == 0
    by = ranking("sin_descarte", norm)
    compares = by.tie_clause(best_hand(by, cards(mine)).category)
    assert paid[1, "apuesta_inicial"].clauses[-1] == compares
    assert compares in paid[1, "segunda_apuesta"].clauses


@pytest.mark.parametrize(
    "clauses", [cited("IB05.11.V.4.21 IB05.11.V.1.2"), cited("AR10.10-1-A.VI.3.6 AR10.10-1-A.V.1.3")]
)
@pytest.mark.parametrize(
    ("mine", "bank"),
    [("Ac Kd Qh 4s 2d", "Ah Ks Qc 4d 2c"), ("3c 4d 5h 6s 7d", "3d 4c 5s 6h 7c")],  # equal throughout
)
def test_at_a_tie_both_bets_are_kept_without_a_prize(clauses: str, mine: str, bank: str) -> None:
    poker = played(clauses[:4], mine, bank)
    assert poker.events.settled(1) == {"apuesta_inicial": (1_000, 1_000), "segunda_apuesta": (2_000, 2_000)}
    assert {paid.clauses for paid in poker.events.payments.values()} == {tuple(clauses.split())}


@pytest.mark.law("IB05.11.V.4.25", "AR10.10-1-A.VI.3.9")
@both
def test_when_all_is_paid_a_new_hand_begins(norm: str) -> None:
    poker = played(norm, "Ac Kc Qh 6s 4d", "2d 2h 7h 3s 9c")
    assert poker.at == "Betting"
    assert poker.felt.cloth == 0
    assert poker.session.rounds == 1


@pytest.mark.law("AR10.10-1-A.VI.3.10")
def test_in_aragon_the_last_five_hands_are_announced_and_then_the_table_closes() -> None:
    poker = table("AR10", seats=1)
    poker.play("croupier last_hands")
    assert not poker.may("croupier last_hands")
    for hand in range(5):
        poker.play("s1 bet apuesta_inicial 500")
        if hand == 2:  # a void hand does not count
            poker.play("floor deal_fault", "s1 bet apuesta_inicial 500")
        deal_one(poker, "AR10", "As Qd Tc 4h 2s", "9c")
        poker.play("s1 fold")
    assert poker.at == "Closed"
    assert not table("IB05", seats=1).may("croupier last_hands")


# ---------------------------------------------------------------- buying a card


@pytest.mark.law(
    "IB05.11.V.4.Comprar.1", "IB05.11.V.4.Comprar.2", "AR10.10-1-A.VIII.3.1", "AR10.10-1-A.VIII.3.2"
)
@both
def test_one_card_may_be_bought_for_as_much_as_the_initial_bet(norm: str) -> None:
    assert "buy" not in dealt(norm, "2c 3c 4c 5c 9d", "Kc").verbs(1)
    poker = dealt(norm, "2c 3c 4c 5c 9d", "Kc", buy_card=True)
    told = poker.play("s1 buy 5")
    assert [(event.bet, event.cents) for event in told.of(Took)] == [("carta", 1_000)]
    assert [event.card for event in told.of(Discarded)] == [None]
    poker.play("6c")
    assert poker.felt.cards(1) == cards("2c 3c 4c 5c 6c")
    assert poker.refused("s1 buy 1", "may_not_buy").figures == {"has_bought": True}
    poker.play("s1 go")
    poker.play("Qd Jd 7h 2s")  # the bank does not play: the price is not returned
    assert poker.won(1) == 1_000 - 1_000


@pytest.mark.law("IB05.11.V.4.Comprar.2", "AR10.10-1-A.VIII.3.1")
@both
def test_who_has_bought_may_still_pass(norm: str) -> None:
    poker = dealt(norm, "2c 3c 4c 5c 9d", "Kc", buy_card=True)
    poker.play("s1 buy 5", "Jd", "s1 fold")
    assert poker.won(1) == -2_000


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.law("IB05.11.V.4.22", "AR10.10-1-A.VI.3.7")
@both
@pytest.mark.parametrize("what", ["wrong_number", "exposed_card"])
def test_an_error_in_the_deal_voids_the_round_for_everybody(norm: str, what: str) -> None:
    poker = table(norm, seats=2, buy_card=True, carrousel=100)
    poker.play(
        "s1 bet apuesta_inicial 1000; s1 bet seguro 250; s1 bet carrousel 100", "s2 bet apuesta_inicial 500"
    )
    draws = "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc"
    poker.play(draws, "s1 buy 1", "Kd", "s1 fold; s2 go")
    told = poker.play(f"floor deal_fault what={what}")
    assert (poker.won(1), poker.won(2)) == (0, 0)  # bought card, insurance and coin included
    assert isinstance(told[0], Happened)
    assert poker.phase == poker.table.opening


@pytest.mark.law(
    "IB05.11.V.4.23", "IB05.11.V.4.24", "IB05.11.IV.2.4", "AR10.10-1-A.VI.3.8", "AR10.10-1-A.IV.4"
)
@both
def test_who_tells_or_shows_his_cards_loses_his_whole_bet(norm: str) -> None:
    poker = table(norm, seats=2)
    poker.play(
        "s1 bet apuesta_inicial 1000; s1 bet seguro 250; s2 bet apuesta_inicial 500",
        "croupier no_va_mas",
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc",
        "s1 go",
        "floor shows_cards seat=1",
    )
    assert poker.events.settled(1) == {"apuesta_inicial": (1_000, 0), "segunda_apuesta": (2_000, 0)}
    assert poker.felt.on(1, "seguro") == 250  # it stands
    assert poker.felt.of(2) == 500  # and the others play on
    assert poker.turn == 2


@pytest.mark.law("IB05.11.V.4.22", "AR10.10-1-A.VI.3.7")
@both
def test_a_void_round_returns_a_bet_that_was_lost_for_showing_the_cards(norm: str) -> None:
    poker = table(norm, seats=2)
    poker.play(
        "s1 bet apuesta_inicial 1000; s1 bet seguro 250; s2 bet apuesta_inicial 500",
        "croupier no_va_mas",
        "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc",
        "s1 go",  # 1,000 and twice 1,000
        "floor shows_cards seat=1",
    )
    assert poker.won(1) == -1_000 - 2_000 - 250  # the insurance is still on the cloth
    told = poker.play("floor deal_fault")
    assert told.settled(1) == {"apuesta_inicial": (0, 1_000), "segunda_apuesta": (0, 2_000)}
    clause = "IB05.11.V.4.22" if norm == "IB05" else "AR10.10-1-A.VI.3.7"
    sentences = [event_text(paid, voice_for("en", "sin_descarte")) for paid in told.of(Payment)]
    assert sentences == [  # and not as a prize
        f"Seat 1, initial bet: the stake of €10.00 is returned ({clause})",
        f"Seat 1, second bet: the stake of €20.00 is returned ({clause})",
    ]
    assert (poker.won(1), poker.won(2), poker.felt.cloth) == (0, 0, 0)


@pytest.mark.law("IB05.11.V.4.24", "AR10.10-1-A.VI.3.8")
@both
def test_a_player_who_is_alone_and_informs_ends_the_round(norm: str) -> None:
    poker = dealt(norm, "As Kd Qc 4h 2s", "9c")
    poker.play("floor shows_cards seat=1")
    assert poker.at == "Betting"
    assert poker.won(1) == -1_000


@pytest.mark.law("AR10.10-1-A.IV.5", "IB05.11.IV.2.4")
@both
def test_a_comment_is_recorded_and_costs_nothing(norm: str) -> None:
    poker = dealt(norm, "As Kd Qc 4h 2s", "9c")
    before = poker.phase
    told = poker.play("floor comments seat=1")
    assert [type(event) for event in told] == [Happened]
    assert poker.phase == before


@pytest.mark.law("IB05.11.V.4.9", "AR10.10-1-A.VI.1.6")
@both
def test_a_bet_after_no_va_mas_is_given_back(norm: str) -> None:
    poker = dealt(norm, "As Kd Qc 4h 2s", "9c")
    told = poker.play("floor late_bet seat=1 bet=apuesta_inicial:2 cents=700")
    assert told.happened == {"IB05": "IB05.11.V.4.9", "AR10": "AR10.10-1-A.VI.1.6"}[norm]
    assert told.returned == {1: 700}
    assert poker.felt.of(1) == 1_000

"""Odds of no-draw poker compared with published figures, plain counts, the walk and the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import numpy as np
import pytest
from tests.support.small_deck import nets, ready_to_deal, unordered, with_deck

from novamas.equipment.cards import DECK_52, cards, rank
from novamas.families.banked.acts import Bet, Fold, NoVaMas
from novamas.families.banked_poker.acts import Go
from novamas.games.sin_descarte.acts import Buy
from novamas.hands import Category
from novamas.law import catalogue
from novamas.odds import BetOdds, Walk, table_odds
from novamas.odds.games.sin_descarte.best_play import Chooser, Play
from novamas.odds.games.sin_descarte.bets import worth_of
from novamas.odds.games.sin_descarte.census import Deal, census
from novamas.odds.games.sin_descarte.draws import Draw, draws_of
from novamas.odds.games.sin_descarte.kernels import BUY, FOLD, GO
from novamas.odds.games.sin_descarte.payouts import End, Pays
from novamas.odds.report import explain
from novamas.table.deeds import Deed, Drawn
from novamas.table.phases import AnyPhase, follow
from novamas.testing.rehearsal import opened

FRAME = catalogue.under("AR10")["sin_descarte"]

SMALL = cards("Ac Ad Kc Kd Qh 2c 3c 4c 5c 5d 5h Th")


@cache
def pays(norm: str = "AR10", **choices: bool | int) -> Pays:
    return Pays(opened("sin_descarte", norm, seats=1, **choices))


@cache
def odds() -> dict[str, BetOdds]:
    return table_odds(opened("sin_descarte", "AR10", carrousel=100, carrousel_start=5_000_000))


# ---------------------------------------------------------------- published figures and figures by hand


def test_with_the_usual_paytable_the_edge_is_the_published_one() -> None:
    """With 50 for a straight flush the loss over all 19,933,230,517,200 deals is known. Our norms pay 25.

    M. Shackelford, «Caribbean Stud Poker», wizardofodds.com: 1,041,372,912,372 antes, or 5.224 %.
    """
    usual = Pays(opened("sin_descarte", "AR10", seats=1))
    usual.nets[Category.ESCALERA_DE_COLOR, End.WON] = 101
    chooser = Chooser(usual)
    total = 0
    for up in chooser.census.ups:
        deal = Deal(chooser.census, up)
        total += int((chooser.decide(deal).values * deal.hands.weights).sum())
    edge = -Fraction(total, chooser.each * chooser.census.deals)
    assert edge == Fraction(1_041_372_912_372, 19_933_230_517_200)
    assert odds()["apuesta_inicial"].edge == Fraction(262_304_849_593, 4_983_307_629_300)
    assert odds()["apuesta_inicial"].edge > edge


def test_the_whole_distribution_adds_up() -> None:
    bet = odds()["apuesta_inicial"]
    assert bet.distribution is not None
    assert sum(chance for _, chance in bet.distribution) == 1
    assert sum(net * chance for net, chance in bet.distribution) == -bet.edge
    assert [int(net) for net, _ in bet.distribution] == [-3, -1, 0, 1, 3, 5, 7, 9, 11, 15, 41, 51, 201]


@pytest.mark.soak
def test_both_norms_are_worth_the_same() -> None:
    """One norm ranks ace and king as a hand, the other among the high cards. Both pay them alike."""
    balearic = table_odds(opened("sin_descarte", "IB05"))
    assert balearic["apuesta_inicial"].distribution == odds()["apuesta_inicial"].distribution
    assert balearic["seguro"].edge == odds()["seguro"].edge


def test_go_with_ace_king_jack_eight_three_or_better() -> None:
    best, ace_king, pair, table = odds()["apuesta_inicial"].advice
    assert best["from"] == {"code": "hand_or_better", "hand": "A-K-J-8-3"}
    assert [round(100 * float(Fraction(rule["cost"])), 3) for rule in (best, ace_king, pair)] == [
        0.092,
        0.458,
        0.245,
    ]
    rows = table["table"]
    assert len(rows) == 2 + 13 * 164
    assert {"when": {"hand": "less_than_ace_king"}, "best": "fold"} in rows


@pytest.mark.law("IB05.11.V.4.4-7", "AR10.10-1-A.VIII.1.a.1", "AR10.10-1-A.VIII.1.b.1")
def test_the_insurance_on_the_cards_dealt() -> None:
    prizes = 3_744 * 100 + 624 * 300 + 36 * 1_000 + 4 * 2_000
    winners = 3_744 + 624 + 36 + 4
    assert odds()["seguro"].edge == Fraction(comb(52, 5) - winners - prizes, comb(52, 5))
    assert odds()["seguro"].hit == Fraction(winners, comb(52, 5))


@pytest.mark.law(
    "IB05.11.V.4.Carrousel.2", "IB05.11.V.4.Carrousel.3", "AR10.10-1-A.VII.2", "AR10.10-1-A.VII.3"
)
def test_the_carousel_is_even_when_its_pool_is_large_enough() -> None:
    """The pool at which the carousel is even follows from 4 royals and 36 straight flushes in all hands."""
    bet = odds()["carrousel"]
    (even,) = bet.advice
    assert Fraction(even["break_even"]) == 100 / ((4 + Fraction(36, 10)) / comb(52, 5))
    back = (4 * 5_000_100 + 36 * 500_010) / Fraction(comb(52, 5)) / 100  # the coin itself joins the pool
    assert bet.edge == 1 - back


# ---------------------------------------------------------------- the kernels against plain counting


@pytest.mark.parametrize("buy", [False, pytest.param(True, marks=pytest.mark.soak)])
@pytest.mark.parametrize("norm", [pytest.param("IB05", marks=pytest.mark.soak), "AR10"])
def test_the_kernels_against_plain_counting_on_a_small_deck(norm: str, buy: bool) -> None:
    paid = pays(norm, buy_card=buy)
    chooser = Chooser(paid, SMALL)
    rng, met = Random(1), Counter[int]()
    for up in rng.sample(chooser.census.deck, 4):
        deal = Deal(chooser.census, up)
        decided = chooser.decide(deal)
        for n in rng.sample(range(len(deal.hands.fives)), 25):
            hand = tuple(int(card) for card in deal.hands.fives[n])
            worth = worth_of(paid, hand, up, chooser.census.deck)
            assert max(worth.values()) == Fraction(int(decided.values[n]), chooser.each)
            act = int(decided.acts[n])
            chosen = {FOLD: "fold", GO: "go"}.get(act, f"buy {act - BUY + 1}")
            assert worth[chosen] == max(worth.values())
            met[min(act, BUY)] += 1
    assert met.keys() == ({FOLD, GO, BUY} if buy else {FOLD, GO})


@pytest.mark.parametrize(
    ("hand", "up"),
    [("Ac Kd Jh 8s 3c", "7h"), ("2c 3c 4c 5c 9d", "Ah"), ("As Kd Qh Js 2c", "2d"), ("9s 9d Tc Jc Qc", "Kc")],
)
def test_the_kernels_against_plain_counting_on_the_whole_deck(hand: str, up: str) -> None:
    """The kernels agree with plain counting for typical hands, with suits renamed to show a club."""
    buy = hand.startswith("2c")  # plain counting of a bought card takes its time
    paid = pays(buy_card=buy)
    chooser = Chooser(paid)
    held, (shown,) = cards(hand), cards(up)
    worth = worth_of(paid, held, shown)
    mine, club = canonical(held, shown)
    deal = Deal(chooser.census, club)
    decided = chooser.decide(deal)
    (n,) = np.flatnonzero((np.sort(deal.hands.fives, axis=1) == np.sort(np.array(mine))).all(axis=1))
    assert Fraction(int(decided.values[n]), chooser.each) == max(worth.values())


def canonical(hand: tuple[int, ...], up: int) -> tuple[tuple[int, ...], int]:
    """Return the cards with renamed suits: clubs for the bank, the others ordered by the hand's cards."""
    others = [suit for suit in range(4) if suit != up % 4]
    has = {suit: sum(1 << card // 4 for card in hand if card % 4 == suit) for suit in range(4)}
    order = [up % 4, *sorted(others, key=lambda suit: -has[suit])]
    renamed = {suit: n for n, suit in enumerate(order)}
    return tuple(sorted(card // 4 * 4 + renamed[card % 4] for card in hand)), up // 4 * 4


def test_a_decision_is_explained() -> None:
    found = explain(opened("sin_descarte", "AR10"), "Ac Kd Jh 8s 3c", "8h")
    assert found["best"] == "go"
    assert Fraction(found["worth"]["s1 go"]) > -1
    assert found["total"] == {"code": "made", "category": "as_rey", "ranks": [14, 13, 11, 8, 3]}


# ---------------------------------------------------------------- the generic walk


def test_the_fast_method_is_the_generic_walk_on_a_small_deck() -> None:
    paid, deck = pays("IB05"), SMALL[:10]
    opening = opened("sin_descarte", "IB05", seats=1).opening
    dealing = with_deck(ready_to_deal(opening, Bet(1, "apuesta_inicial", paid.stake), NoVaMas()), deck)
    walked = Walk(1, alike=unordered).result(dealing, paid.stake)
    play = Play(paid, deck)
    assert play.mean == walked.mean / paid.stake
    assert play.distribution() == {
        Fraction(net, paid.stake): chance for net, chance in walked.chances.items()
    }


@pytest.mark.law("IB05.11.V.4.Comprar.1", "AR10.10-1-A.VIII.3.1")
@pytest.mark.parametrize("seguro", [False, True])
def test_a_bought_card_is_worth_what_the_walk_says(seguro: bool) -> None:
    """The walk starts from some hands with a card for sale, once with insurance at stake too."""
    table = opened("sin_descarte", "AR10", seats=1, buy_card=True)
    paid = Pays(table)
    bets: list[Deed] = [Bet(1, "apuesta_inicial", paid.stake)]
    if seguro:
        bets.append(Bet(1, "seguro", paid.rules.seguro))
    start = with_deck(ready_to_deal(table.opening, *bets, NoVaMas()), SMALL)
    chooser = Chooser(paid, SMALL, seguro=seguro)
    acts = Counter[str]()
    for hand, up in (("5c 5d 5h 2c Th", "Kc"), ("2c 3c 4c 5c Kd", "Ac"), ("5c 5d Ac Ad Kd", "Th")):
        held, (shown,) = cards(hand), cards(up)
        phase: AnyPhase = start
        for what in (held[0], shown, *held[1:]):
            phase, _ = follow(phase, Drawn(what=what))
        walked = Walk(1, alike=unordered).result(phase, phase.felt.of(1))
        deal = Deal(chooser.census, shown)
        decided = chooser.decide(deal)
        (n,) = np.flatnonzero((deal.hands.fives == np.array(sorted(held))).all(axis=1))
        value = Fraction(int(decided.values[n]), chooser.each * chooser.scale)
        assert walked.mean / paid.stake == value
        acts[walked.decisions[0].best.verb()] += 1
    assert acts["buy"] > 0


# ---------------------------------------------------------------- the bought card over the whole deck


@cache
def bought() -> Play:
    return Play(pays(buy_card=True))


@pytest.mark.soak
def test_the_edge_with_a_card_for_sale() -> None:
    assert -bought().mean == Fraction(283_076_022_209, 23_255_435_603_400)
    assert sum(net * chance for net, chance in bought().distribution().items()) == bought().mean
    flush = bought().draws[:, :2, Draw.FLUSH].sum(axis=(1, 2))
    assert flush[BUY] == flush.sum()  # who has less than a pair and four to a flush always buys


def test_draws_are_seen() -> None:
    hands = [
        cards(text)
        for text in ("2c 3d 4h 5s 9c", "2c 3d 4h 6s 9c", "Ac 2d 3h 4s 9c", "2c 4c 8c Kc 9d", "2c 4d 8h Ks 9c")
    ]
    assert draws_of(np.array(hands, np.uint8)).tolist() == [
        Draw.OPEN_STRAIGHT,
        Draw.INSIDE_STRAIGHT,
        Draw.INSIDE_STRAIGHT,
        Draw.FLUSH,
        Draw.NONE,
    ]


# ---------------------------------------------------------------- the engine itself


@pytest.mark.soak
def test_the_engine_agrees_also_where_cards_are_bought() -> None:
    """The short rule: buy with a good draw below a pair, otherwise stay in with A-K-J-8-3 or better."""
    paid = pays(buy_card=True)
    opening, counted = (
        opened("sin_descarte", "AR10", seats=1, buy_card=True).opening,
        census(FRAME),
    )
    chooser = Chooser(paid)
    least = counted.ladder.strength_of_ranks((3, 8, 11, 13, 14), False)
    pair = next(n for n, each in enumerate(counted.categories) if n and each is Category.PAREJA)
    total = 0
    for up in counted.ups:
        deal = Deal(counted, up)
        draws = (deal.hands.strengths < pair) & (draws_of(deal.hands.fives) >= Draw.OPEN_STRAIGHT)
        total += chooser.by_rule(deal, least, draws)
    exact = total / (chooser.each * counted.deals)

    def decide(phase: AnyPhase) -> Deed:
        felt = phase.felt
        mine = felt.made(1)  # type: ignore[attr-defined]  # the cloth of this game
        laid = spoils_draw(felt.cards(1)) if mine.strength < pair else None
        if laid is not None and not felt.bought:  # type: ignore[attr-defined]
            return Buy(1, laid + 1)
        return Go(1) if mine.strength >= least else Fold(1)

    rounds = 20_000
    won = nets(opening, (Bet(1, "apuesta_inicial", paid.stake),), decide, rounds, seed=31)
    mean = sum(net * many for net, many in won.items()) / rounds / paid.stake
    square = sum((net / paid.stake) ** 2 * many for net, many in won.items()) / rounds
    assert abs(mean - exact) < 3 * ((square - mean**2) / rounds) ** 0.5


def spoils_draw(held: tuple[int, ...]) -> int | None:
    """Return the index of the card that does not fit a four-card flush or open straight."""
    for nth, card in enumerate(held):
        rest = [each for each in held if each != card]
        if len({each % 4 for each in rest}) == 1:
            return nth
    for nth, card in enumerate(held):
        ranks = sorted(rank(each) for each in held if each != card)
        if ranks == list(range(ranks[0], ranks[0] + 4)) and ranks[-1] < 14:
            return nth
    return None


def test_the_deck_is_whole() -> None:
    assert int(census(FRAME).looked_at.weights.astype(np.int64).sum()) == comb(len(DECK_52), 5)

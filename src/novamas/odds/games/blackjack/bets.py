"""The odds of black jack: best play by all cards, basic strategy, insurance, sevens, one decision."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache, partial
from math import sqrt
from typing import Any

from msgspec.structs import replace

from novamas.equipment.cards import card
from novamas.errors import InvalidInput
from novamas.games.blackjack.cloth import INSURANCE, NATURAL, Cloth
from novamas.games.blackjack.setup import Rules
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.money import times
from novamas.odds.advice import Coded, coded, row, whole_chart, whole_table
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.blackjack.analysis import ONE_DECK, Analyser, Course, Terms, best_course
from novamas.odds.games.blackjack.basic_strategy import (
    Advice,
    BasicStrategy,
    advice_against,
    analysed,
    basic_strategy,
)
from novamas.odds.games.blackjack.distribution import nets
from novamas.odds.games.blackjack.enumeration import ACE, TEN, holding, points_of
from novamas.odds.games.blackjack.sevens import sevens_nets, third_card
from novamas.odds.progress import tracked
from novamas.odds.report import BetOdds, Counts
from novamas.table.game import Table

DIGITS = 10  # digits of floating-point figures: more than enough for a cent in a million
ROUNDED = 10.0**-DIGITS  # twice the rounding error, which is far larger than the floating-point error
LABELS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10")
BANK_ORDER = (*range(1, 10), ACE)
_ONE_CARD = re.compile(r"(10|[2-9tjqka])[cdhs♣♦♥♠]?", re.IGNORECASE)
_CARDS = re.compile(f"(?:{_ONE_CARD.pattern})+", re.IGNORECASE)


def rules_of(table: Table) -> Rules:
    """Return the rules of a black jack table."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    return felt.rules


def terms_of(rules: Rules) -> Terms:
    """Return the conditions of a round from a full shoe with the minimum stake, which rounds payouts."""
    stake, half = rules.minimum, Fraction(1, 2)
    back = Fraction(times(stake, half, rules.rounding), stake)
    return Terms(
        shoe=tuple(count * rules.decks for count in ONE_DECK),
        bank_stands_on=rules.bank_stands_on,
        blackjack_pays=Fraction(times(stake, rules.pays[NATURAL].pays, rules.rounding), stake),
        insurance_pays=rules.pays[INSURANCE].pays,
        surrender_loses=1 - back if rules.surrender.is_offered else None,
        resplit_aces=rules.resplit_aces,
        surrender_keeps_half=rules.surrender_keeps_half,
        doubled=rules.doubling.totals if rules.doubling else (),
        even_money=rules.frame.has("course.even_money"),
    )


# ---------------------------------------------------------------- the bets


def bets_apart(table: Table) -> Counts:
    """Return a function for each bet that computes its odds.

    The bets are the hand by best play and by basic strategy, insurance, and the sevens if they are
    offered.
    """
    rules = rules_of(table)
    terms, stake = terms_of(rules), rules.minimum
    found: Counts = {
        "mano": partial(best_odds, terms, stake),
        "mano_basica": partial(basic_odds, terms, stake),
        "seguro": partial(insurance_odds, rules),
    }
    if rules.side_bet is not None:
        found[rules.side_bet.name] = partial(sevens_odds, rules)
    return found


@cache
def best_odds(terms: Terms, stake: int) -> BetOdds:
    """Return the odds of one hand from a full shoe, if each decision considers all cards in sight."""
    analyser = analysed(terms)
    firsts = tracked("cards_of_the_bank", analyser.firsts)
    courses = {first: best_course(analyser.against(first)) for first in firsts}
    return hand_odds(analyser, courses, stake, whole_table(tuple(decisions(analyser))))


@cache
def basic_odds(terms: Terms, stake: int) -> BetOdds:
    """Return the odds of one hand from a full shoe, if it is played by its total alone."""
    basic = basic_strategy(terms)
    return hand_odds(analysed(terms), basic.courses, stake, whole_chart(tuple(chart(basic))))


def hand_odds(
    analyser: Analyser, courses: dict[int, Course], stake: int, advice: Mapping[str, Any]
) -> BetOdds:
    """Return the odds of one hand with a given strategy for each up card.

    They are computed in floating point and then rounded.
    """
    mean = analyser.expectation(lambda against: courses[against.first])
    spread = nets(analyser, courses)
    square = sum(float(net) ** 2 * chance for net, chance in spread.items())
    return BetOdds(
        edge=rounded(-mean),
        per="unit_first_staked",
        stake=stake,
        sd=round(sqrt(square - mean**2), DIGITS),
        hit=rounded(sum(chance for net, chance in spread.items() if net > 0)),
        distribution=tuple((net, rounded(chance)) for net, chance in spread.items() if rounded(chance)),
        advice=(advice,),
        exact=False,
        within=ROUNDED + left_out(analyser, courses),
    )


def left_out(analyser: Analyser, courses: dict[int, Course]) -> float:
    """Return a bound on the effect of splits into more hands than are counted, with four stakes each."""
    return sum(
        4 * chance * analyser.against(first).deals()[pair, pair] * split.ways.tail
        for first, chance in analyser.firsts.items()
        for pair, split in courses[first].splits.items()
    )


def rounded(figure: float) -> Fraction:
    """Return a floating-point figure with only its reliable digits."""
    return Fraction(round(figure * 10**DIGITS), 10**DIGITS)


def insurance_odds(rules: Rules) -> BetOdds:
    """Return the odds of insurance against an ace from a full shoe, if the player saw no other card."""
    shoe = terms_of(rules).shoe
    ten = Fraction(shoe[TEN], sum(shoe) - 1)
    return odds_of(
        {rules.pays[INSURANCE].pays: ten, Fraction(-1): 1 - ten}, "unit_insured", rules.minimum // 2
    )


def sevens_odds(rules: Rules) -> BetOdds:
    """Return the odds of the sevens bet from a full shoe, if the player draws to two sevens."""
    bet = rules.side_bet
    assert bet is not None
    shoe, jackpot = fresh_shoe(rules), bet.start
    odds = odds_of(sevens_nets(bet, shoe, jackpot), "unit_staked", bet.stake)
    rows = []
    for hand in ("7s 7s", "7s 7h"):
        one, two = map(card, hand.split())
        without, with_one = third_card(bet, shoe, jackpot, (one, two))
        best = "hit" if with_one > without else "stand"
        rows.append(row({"hand": hand}, best, {"stand": without, "hit": with_one}, hands=1))
    return replace(odds, advice=(whole_table(rows),))


# ---------------------------------------------------------------- strategy


def chart(basic: BasicStrategy) -> Iterator[dict[str, Any]]:
    """Yield basic strategy with one row for each total and pair: the act against each card of the bank."""
    for points in range(4, 21):
        yield _row(coded("hard", points=points), basic, _hard(points))
    for other in range(1, 9):
        yield _row(coded("soft", points=other + 12), basic, (ACE, other))
    for value in (*range(1, 10), ACE):
        yield _row(coded("pair", card=LABELS[value]), basic, (value, value))


def _hard(points: int) -> tuple[int, ...]:
    """Return two cards with this hard total that are no pair, or three cards if there are no such two."""
    for low in range(1, 10):
        high = points - low - 2
        if low < high <= TEN:
            return low, high
    return (1, 1) if points == 4 else (TEN, 7, 1)


def _row(hand: Coded, basic: BasicStrategy, values: tuple[int, ...]) -> dict[str, Any]:
    is_total = "points" in hand
    against = {LABELS[first]: _advised(basic.advice[first], values, is_total) for first in BANK_ORDER}
    return {"hand": hand, "against": against}


def _advised(advice: Advice, values: tuple[int, ...], is_total: bool) -> str:
    lawful = {"stand", "hit"} | ({"double", "surrender"} if len(values) == 2 else set())
    if not is_total:
        lawful.add("split")
    if values == (ACE, ACE):
        lawful.discard("double")
    return advice.act(values, may=frozenset(lawful))


def decisions(analyser: Analyser) -> Iterator[Mapping[str, Any]]:
    """Yield the best act and the value of each act, for all first two cards against every up card."""
    for first in BANK_ORDER:
        against = analyser.against(first)
        for held in against.deals():
            worth = {act: rounded(value) for act, value in against.worth_of(*held).items()}
            when = {"hand": f"{LABELS[held[0]]} {LABELS[held[1]]}", "bank": LABELS[first]}
            yield row(when, max(worth, key=lambda act: worth[act]), worth, ways(analyser.terms, first, held))


def ways(terms: Terms, first: int, held: tuple[int, int]) -> int:
    """Return in how many ways these two cards and this bank card can be dealt."""
    left = list(terms.shoe)
    many = left[first]
    left[first] -= 1
    one, two = held
    return many * (left[one] * (left[one] - 1) // 2 if one == two else left[one] * left[two])


# ---------------------------------------------------------------- one decision


def read_values(text: str) -> tuple[int, ...]:
    """Return the values of cards typed in any notation, such as "8s 8h", "A7" or "10"."""
    values = []
    for word in text.replace(",", " ").split():
        if _CARDS.fullmatch(word) is None:
            raise InvalidInput("card_unreadable", text_key="rank_unreadable", word=word, given=text)
        for found in _ONE_CARD.finditer(word):
            rank = found[1].upper()
            is_ten = rank in ("10", "T", "J", "Q", "K")
            values.append(ACE if rank == "A" else TEN if is_ten else int(rank) - 1)
    return tuple(values)


def explain(table: Table, hand: str, bank: str) -> dict[str, Any]:
    """Return the best act of a hand against an up card, and each act's value, from a full shoe."""
    held, first = read_values(hand), read_values(bank)
    if len(first) != 1:
        raise InvalidInput("one_bank_card", given=bank)
    points, is_soft = points_of(holding(*held))
    if len(held) < 2:
        raise InvalidInput("no_hand", text_key="no_hand_yet", given=hand)
    if points > 21:
        raise InvalidInput("over_21", given=hand, points=points)
    terms = terms_of(rules_of(table))
    against = analysed(terms).against(first[0])
    worth = against.worth_of(*held)
    return {
        "hand": " ".join(LABELS[value] for value in held),
        "total": coded("soft" if is_soft else "hard", points=points),
        "bank": LABELS[first[0]],
        "best": max(worth, key=lambda act: worth[act]),
        "worth": {f"s1 {act}": str(rounded(value)) for act, value in worth.items()},
        "insurance": str(against.insurance(*held)) if first[0] == ACE else None,
        "basic_strategy": advice_against(terms, first[0])[0].act(held, may=frozenset(worth)),
    }

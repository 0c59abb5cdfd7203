"""Simulation of black jack: one place against the bank, shoe after shoe, each to its cut card.

Hands have the same numbers as in the odds' analyser. A table of acts can therefore hold every decision
that it finds best: for the first two cards, each later hand, and each hand of a split pair, always by the
bank's first card.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52, card, rank
from novamas.errors import NovamasError
from novamas.games.blackjack.cloth import INSURANCE, MAIN, NATURAL, SURRENDER
from novamas.games.blackjack.setup import Rules, SideBet
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.money import times
from novamas.odds.games.blackjack.analysis import Course, best_course
from novamas.odds.games.blackjack.basic_strategy import analysed, basic_strategy
from novamas.odds.games.blackjack.bets import basic_odds, hand_odds, rules_of, terms_of
from novamas.odds.games.blackjack.engine_rounds import VALUES as VALUE_OF
from novamas.odds.games.blackjack.enumeration import ACE, TEN, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND
from novamas.odds.report import BetOdds
from novamas.sim.compiler import kernel, part_of_kernel
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, below
from novamas.table.game import Table, Wager

BASIC, LIKE_THE_BANK = "basic", "bank"
SPLIT, GIVE_UP, EVEN_MONEY = 3, 4, 5  # acts that the analyser does not have
SECOND, OVER = 6, 7  # states, not acts: a split hand gets its second card; a hand has ended
ACTS = {
    "stand": STAND,
    "hit": HIT,
    "double": DOUBLE,
    "split": SPLIT,
    "surrender": GIVE_UP,
    "even_money": EVEN_MONEY,
}

OF_HAND, OF_INSURANCE, OF_SEVENS = range(3)  # the bet that is counted
MAX_HANDS = 97  # from a pair of tens and all other tens of the shoe
EVEN = 2 * MAX_HANDS  # the end with net 0; losses are below it, wins above
WON_NATURAL, GIVEN_UP = 2 * EVEN + 1, 2 * EVEN + 2
INSURANCE_LOST, INSURANCE_WON = 0, 1

SEVEN = 6  # the number of its value in the analyser
NO_SEVEN = 4  # instead of a seven's suit
SEEN, BURNED, BEGAN, WAS_REFILLED = range(4)  # cards of the shoe; BEGAN is SEEN at the beginning of the round
BANK, PLAYER = 0, 1  # owners of cards; split hands get the next numbers


class Acts(NamedTuple):
    """The player's acts, by the bank's first card."""

    first: NDArray[np.int8]  # with these first two cards
    later: NDArray[np.int8]  # with this later hand
    split: NDArray[np.int8]  # with this hand of a split pair of this value


class Shoe(NamedTuple):
    """The cards of a shoe, and how they change a hand."""

    cards: NDArray[np.uint8]
    cut: int  # cards before the cut card; 0 with a fresh shoe in every round
    burned: int
    values: NDArray[np.int64]  # of each card, as the analyser counts it
    suits: NDArray[np.int64]  # of the sevens
    after: NDArray[np.int16]  # the hand after a card, by hand and value; negative if over 21
    points: NDArray[np.int8]
    no_cards: int  # the number of the empty hand


class House(NamedTuple):
    """The rules of the house, and the bet that is counted."""

    bank_stands_on: int
    pays_at_once: bool  # a black jack that the bank cannot tie
    half_is_safe: bool  # of a surrendered hand, from a black jack of the bank
    counted: int
    prizes: NDArray[np.int64]  # by the suits of the first three cards, if they are sevens


class Lying(NamedTuple):
    """The cards on the table, and the state of the shoe."""

    cards: NDArray[np.uint8]
    where: NDArray[np.int64]
    owners: NDArray[np.int64]  # of the cards of this round, as they came
    is_gone: NDArray[np.bool_]  # by owner: the hand is over 21 and has left the table
    on_table: NDArray[np.int64]  # by card: how many are on the table while the others are shuffled
    waiting: NDArray[np.int64]  # split hands that wait for their second card
    strengths: NDArray[np.int64]  # of the hands that wait for the bank
    stakes: NDArray[np.int64]


@kernel
def refill(shoe: Shoe, lying: Lying) -> None:
    """Shuffle the cards that are not on the table, when the shoe is empty in mid-round.

    The hand that got the last card counts as on the table even if it is over 21 since.
    """
    where, on_table = lying.where, lying.on_table
    on_table[:] = 0
    last = where[SEEN] - where[BEGAN] - 1
    for n in range(last + 1):
        owner = lying.owners[n]
        if not lying.is_gone[owner] or owner == lying.owners[last]:
            on_table[lying.cards[where[BEGAN] + n]] += 1
    front, behind = 0, on_table.sum()
    where[SEEN], where[BURNED], where[BEGAN], where[WAS_REFILLED] = behind, 0, 0, 1
    for each in shoe.cards:
        if on_table[each]:
            on_table[each] -= 1
            lying.cards[front] = each
            front += 1
        else:
            lying.cards[behind] = each
            behind += 1


@part_of_kernel
def next_card(stream: Words, shoe: Shoe, lying: Lying, owner: int) -> int:
    """Draw a card for this owner from those that no one has seen."""
    cards, where = lying.cards, lying.where
    if where[SEEN] + where[BURNED] == len(cards):
        refill(shoe, lying)
    here = where[SEEN]
    other = here + below(stream, len(cards) - here)
    found = cards[other]
    cards[other] = cards[here]
    cards[here] = found
    lying.owners[here - where[BEGAN]] = owner
    where[SEEN] = here + 1
    return np.int64(found)  # type: ignore[return-value]  # signed, as numbers are


@part_of_kernel
def play_hands(
    stream: Words,
    shoe: Shoe,
    acts: Acts,
    lying: Lying,
    act: int,
    pair: int,
    hand: int,
    up: int,
    owner: int,
    second: int,
    owned: int,
    live: int,
) -> tuple[int, int, int, int]:
    """Play a hand and its split hands. Return the hands that wait, the loss, a third seven and the owners.

    `owner` owns the first hand, and `second` is the position of its second card in the round. Before,
    `owned` is the last owner's number and `live` the number of hands that wait for the bank.
    """
    lost, third, has_third = 0, NO_SEVEN, False
    stake, pending, is_split = 1, 0, False
    while True:
        if act == STAND:
            lying.strengths[live], lying.stakes[live] = shoe.points[hand], stake
            live, act = live + 1, OVER
        if act == OVER:
            if pending == 0:
                return live, lost, third, owned
            pending -= 1
            owner, act, stake = lying.waiting[pending], SECOND, 1
        elif act == SPLIT:
            owned += 1
            lying.is_gone[owned] = False
            last = lying.where[SEEN] - lying.where[BEGAN] - 1
            lying.owners[last if is_split else second] = owned
            is_split = True
            lying.waiting[pending] = owned
            pending += 1
        if act in (SPLIT, SECOND):
            hand = shoe.after[shoe.no_cards, pair]
        elif act == DOUBLE:
            stake = 2
        found = next_card(stream, shoe, lying, owner)
        if not has_third:
            third, has_third = shoe.suits[found], True
        hand = shoe.after[hand, shoe.values[found]]
        if hand < 0:
            lost, act = lost + stake, OVER
            lying.is_gone[owner] = True
        elif stake == 2 or shoe.points[hand] == 21:
            act = STAND
        else:
            act = acts.split[up, pair, hand] if is_split else acts.later[up, hand]


def empty_table(shoe: Shoe) -> Lying:
    """Return an empty table with an empty shoe. A round has room for twice the cards of the shoe."""
    most = 2 * len(shoe.cards)
    return Lying(
        cards=shoe.cards,
        where=np.array([len(shoe.cards) if place == SEEN else 0 for place in range(4)], np.int64),
        owners=np.zeros(most, np.int64),
        is_gone=np.zeros(most, np.bool_),
        on_table=np.zeros(256, np.int64),
        waiting=np.zeros(most, np.int64),
        strengths=np.zeros(most, np.int64),
        stakes=np.zeros(most, np.int64),
    )


@kernel
def play_shoes(
    stream: Words, rounds: int, lying: Lying, shoe: Shoe, house: House, acts: Acts, counts: Counts
) -> None:
    """Play rounds: a card to the player, one to the bank, one to the player, the player's hands, the bank."""
    where = lying.where
    while rounds:
        if where[SEEN] + where[BURNED] >= shoe.cut or where[WAS_REFILLED]:
            where[SEEN], where[BURNED], where[WAS_REFILLED] = 0, shoe.burned, 0
        where[BEGAN], lying.is_gone[PLAYER] = where[SEEN], False
        first = next_card(stream, shoe, lying, PLAYER)
        up = shoe.values[next_card(stream, shoe, lying, BANK)]
        second = next_card(stream, shoe, lying, PLAYER)
        one, two = shoe.values[first], shoe.values[second]
        hand = shoe.after[shoe.after[shoe.no_cards, one], two]
        is_natural, is_insured = shoe.points[hand] == 21, house.counted == OF_INSURANCE and up == ACE
        act: Any = np.int64(acts.first[up, one, two])
        end = -1
        if house.counted == OF_SEVENS and one == SEVEN and two == SEVEN and act in (STAND, GIVE_UP):
            act = HIT  # for a third seven
        if act == GIVE_UP:
            end = GIVEN_UP
        elif act == EVEN_MONEY and not is_insured:
            end = EVEN + 1
        elif is_natural and house.pays_at_once and up != ACE and up != TEN:
            end = WON_NATURAL
        is_at_risk = act == GIVE_UP and up == TEN and not house.half_is_safe
        live, lost, third = 0, 0, NO_SEVEN
        if is_natural:
            live, act = int(end < 0), STAND
        elif end < 0:
            live, lost, third, _ = play_hands(
                stream, shoe, acts, lying, act, one, hand, up, PLAYER, 2, PLAYER, 0
            )
        # ---- the bank
        bank: Any = np.int64(shoe.after[shoe.no_cards, up])
        cards_of_bank = 1
        while bank >= 0 and (
            (live and shoe.points[bank] < house.bank_stands_on)
            or ((is_insured or is_at_risk) and cards_of_bank == 1)
        ):
            bank = np.int64(shoe.after[bank, shoe.values[next_card(stream, shoe, lying, BANK)]])
            cards_of_bank += 1
        is_bank_natural = cards_of_bank == 2 and shoe.points[bank] == 21
        # ---- what is counted
        if house.counted == OF_INSURANCE:
            if is_insured:
                counts[INSURANCE_WON if is_bank_natural else INSURANCE_LOST] += 1
                rounds -= 1
            continue
        rounds -= 1
        if house.counted == OF_SEVENS:
            counts[house.prizes[shoe.suits[first], shoe.suits[second], third]] += 1
            continue
        if is_at_risk and is_bank_natural:
            end = EVEN - 1
        if end < 0 and is_natural:
            end = EVEN if is_bank_natural else WON_NATURAL
        if end < 0:
            end = EVEN - lost
            result = 0 if bank < 0 else 22 if is_bank_natural else np.int64(shoe.points[bank])
            for n in range(live):
                if lying.strengths[n] > result:
                    end += lying.stakes[n]
                elif lying.strengths[n] < result:
                    end -= lying.stakes[n]
        counts[end] += 1


# ---------------------------------------------------------------- bets and strategies


def compiled(table: Table, bet: str, strategy: str, *, acts: Acts | None = None) -> CompiledBet:
    """Compile a hand by a strategy or by `acts`, the insurance against an ace, or the bet on sevens."""
    rules, wager = rules_of(table), table.game.wagers(table.opening)[bet]
    if acts is not None:
        assert bet == "mano"
    elif bet == "mano":
        check_strategy(strategy, (BASIC, LIKE_THE_BANK))
    else:
        check_strategy(strategy, ())
        strategy = BASIC
    counted, nets, unit, prizes = _bet_of(table, bet, wager, rules)
    shoe = shoe_of(rules)
    return CompiledBet(
        kernel=play_shoes,
        scratch=(empty_table(shoe),),
        tables=(
            shoe,
            House(rules.bank_stands_on, rules.blackjack_at_once, rules.surrender_keeps_half, counted, prizes),
            acts_of(rules, strategy) if acts is None else acts,
        ),
        nets=nets,
        unit=Fraction(unit),
        per=wager.per,
        from_shoe=not rules.is_continuous,
    )


def _bet_of(
    table: Table, bet: str, wager: Wager, rules: Rules
) -> tuple[int, tuple[int, ...], int, NDArray[np.int64]]:
    """Return the counted bet, the net of each end, the unit and the prizes of sevens."""
    side, no_prizes = rules.side_bet, np.zeros((NO_SEVEN + 1,) * 3, np.int64)
    if side is not None and bet == side.name:
        nets, prizes = _prizes(side, rules)
        return OF_SEVENS, nets, side.stake, prizes
    if bet == INSURANCE:
        insured = wager.stake if rules.insured_to_the_half else wager.stake // rules.chip * rules.chip
        if not insured:
            figures = {"game": table.game.slug, "bet": bet}
            raise NovamasError("not_simulated_yet", text_key="bet_not_simulated_yet", **figures)
        won = times(insured, rules.pays[INSURANCE].pays, rules.rounding)
        return OF_INSURANCE, (-insured, won), insured, no_prizes
    return OF_HAND, _nets(wager.stake, rules), wager.stake, no_prizes


def _nets(stake: int, rules: Rules) -> tuple[int, ...]:
    """Return the net of each end: stakes lost and won, a black jack, a surrender."""
    assert rules.pays[MAIN].pays == 1, "a stake that is won makes good one that is lost"
    apart = (
        times(stake, 1 + rules.pays[each].pays, rules.rounding) - stake if each in rules.pays else 0
        for each in (NATURAL, SURRENDER)
    )
    return (*(stake * units for units in range(-EVEN, EVEN + 1)), *apart)


def _prizes(bet: SideBet, rules: Rules) -> tuple[tuple[int, ...], NDArray[np.int64]]:
    """Return the nets of the bet on sevens, the loss first, and the net of each three first cards."""
    nets, ends = [-bet.stake], np.zeros((NO_SEVEN + 1,) * 3, np.int64)
    sevens = [each for each in DECK_52 if rank(each) == rank(card("7s"))]
    for suits in np.ndindex(*ends.shape):
        firsts = [sevens[n] for n in suits[: suits.index(NO_SEVEN) if NO_SEVEN in suits else 3]]
        if firsts and (won := bet.best(firsts, Fraction(0))) is not None:
            nets.append(times(bet.stake, won[1], rules.rounding))
            ends[suits] = len(nets) - 1
    return tuple(nets), ends


def shoe_of(rules: Rules) -> Shoe:
    """Return the shoe of a table. With a continuous shuffler it is fresh in every round."""
    every, fresh = hands(), fresh_shoe(rules, behind=0 if rules.is_continuous else rules.reserve)
    sevens = [each for each in DECK_52 if rank(each) == rank(card("7s"))]
    return Shoe(
        cards=np.frombuffer(fresh.left, np.uint8),
        cut=fresh.cut,
        burned=0 if rules.is_continuous else rules.cards.burned,
        values=np.array(VALUE_OF, np.int64),
        suits=np.array([sevens.index(each) if each in sevens else NO_SEVEN for each in DECK_52], np.int64),
        after=every.after.astype(np.int16),
        points=every.points.astype(np.int8),
        no_cards=every.of(),
    )


def odds_by(table: Table, bet: str, strategy: str) -> BetOdds:
    """Return the odds of a hand by basic strategy, or played like the bank."""
    rules = rules_of(table)
    terms, stake = terms_of(rules), rules.minimum
    if strategy == BASIC:
        return basic_odds(terms, stake)
    plan, analyser, courses = as_the_bank(rules).later[0].astype(np.int64), analysed(terms), {}
    for first in analyser.firsts:
        against = analyser.against(first)
        acts = {held: "hit" if plan[hands().of(*held)] == HIT else "stand" for held in against.deals()}
        courses[first] = Course(acts, against.play(against.shoe[None, :], plan=plan), {})
    return hand_odds(analyser, courses, stake, {})


def acts_of(rules: Rules, strategy: str) -> Acts:
    """Return the acts of a strategy for every hand."""
    if strategy == LIKE_THE_BANK:
        return as_the_bank(rules)
    terms = terms_of(rules)
    if strategy == BASIC:
        return of_courses(basic_strategy(terms).courses)
    analyser = analysed(terms)
    return of_courses({first: best_course(analyser.against(first)) for first in analyser.firsts})


def nothing_but_stand() -> Acts:
    """Return tables of acts in which every act is to stand. The caller fills them."""
    many = len(hands().size)
    return Acts(
        np.zeros((10, 10, 10), np.int8), np.zeros((10, many), np.int8), np.zeros((10, 10, many), np.int8)
    )


def of_courses(courses: Mapping[int, Course]) -> Acts:
    """Return the analyser's courses as tables of acts."""
    pairs = [hands().of(value, value) for value in VALUES]
    acts = nothing_but_stand()
    for first, course in courses.items():
        for (one, other), act in course.acts.items():
            acts.first[first, one, other] = acts.first[first, other, one] = ACTS[act]
        acts.later[first] = course.played.acts
        for value, split in course.splits.items():
            acts.split[first, value] = split.played.acts
            if value == ACE:
                acts.split[first, value] = STAND  # a single card on each ace
            if split.resplit:
                acts.split[first, value, pairs[value]] = SPLIT
    return acts


def as_the_bank(rules: Rules) -> Acts:
    """Return the acts of a player who draws like the bank and never stakes more."""
    draws = (hands().points < rules.bank_stands_on).astype(np.int8) * HIT
    first = np.array([[draws[hands().of(one, other)] for other in VALUES] for one in VALUES], np.int8)
    shape = (10, 10, len(draws))
    return Acts(np.tile(first, (10, 1, 1)), np.tile(draws, (10, 1)), np.broadcast_to(draws, shape).copy())

"""Black jack as a round that stops at every decision: one place against the bank, from a shoe.

`begin`, `propose`, `play` and `settle` are the rules. Between two decisions a round is a `Round` of
whole numbers, apart from the cards on the table. A driver passes it from one function to the next:
`play_rounds` decides by tables of acts, `arena` takes the acts from outside, `seats` plays several
places.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52, card, rank
from novamas.games.blackjack.setup import Rules
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.odds.games.blackjack.analysis import Course, doubled_hands
from novamas.odds.games.blackjack.basic_strategy import analysed
from novamas.odds.games.blackjack.bets import basic_odds, hand_odds, rules_of, terms_of
from novamas.odds.games.blackjack.engine_rounds import VALUES as VALUE_OF
from novamas.odds.games.blackjack.enumeration import ACE, TEN, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND
from novamas.odds.report import BetOdds
from novamas.sim.compiler import kernel, load_fields, part_of_kernel, signed, store_fields
from novamas.sim.games.blackjack.acts import (
    BASIC,
    EVEN_MONEY,
    GIVE_UP,
    LIKE_THE_BANK,
    SPLIT,
    Acts,
    acts_of,
    as_the_bank,
)
from novamas.sim.games.blackjack.nets import (
    EVEN,
    GIVEN_UP,
    INSURANCE_LOST,
    INSURANCE_WON,
    NO_SEVEN,
    OF_INSURANCE,
    OF_SEVENS,
    WON_NATURAL,
    bet_of,
    insured_stake,
)
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, below
from novamas.table.game import Table

DECLINE, INSURE = 6, 7  # acts that no table of acts holds
OVER, PROPOSED, HAND = range(3)  # the decision that a round waits for: none, an offer before play, a hand

BANK_NATURAL = 22  # the bank's result with a black jack

SEVEN = 6  # the number of its value in the analyser
SUITS = NO_SEVEN + 1
SEEN, BURNED, BEGAN, WAS_REFILLED = range(4)  # cards of the shoe; BEGAN is SEEN at the beginning of the round
OWNED, LIVE, PLACES = range(
    4, 7
)  # the last owner's number, the hands that wait for the bank; how many there are
BANK, PLAYER = 0, 1  # owners of cards; split hands get the next numbers


class Shoe(NamedTuple):
    """The cards of a shoe, and how each changes a hand."""

    cards: NDArray[np.uint8]
    cut: int  # cards before the cut card; 0 with a fresh shoe in every round
    burned: int
    values: NDArray[np.int64]  # of each card, as the analyser counts it
    suits: NDArray[np.int64]  # of the sevens
    after: NDArray[np.int16]  # the hand after a card, by hand and value; negative if over 21
    points: NDArray[np.int8]
    no_cards: int  # the number of the empty hand


class House(NamedTuple):
    """The rules of the house, and which bet is counted."""

    bank_stands_on: int
    pays_at_once: bool  # a black jack that the bank cannot tie
    surrenders: bool
    half_is_safe: bool  # of a surrendered hand, from a black jack of the bank
    insures: bool  # whether half the stake is at least a chip
    resplits_aces: bool
    even_money: bool
    doubles: NDArray[np.bool_]  # by hand
    counted: int
    prizes: NDArray[np.int64]  # by the suits of the first three cards, if they are sevens


class Round(NamedTuple):
    """The state of a round between two decisions of one place."""

    asked: int
    up: int  # the value of the bank's first card
    one: int  # the values of the first two cards
    two: int
    hand: int  # the hand to play; negative if over 21
    size: int  # its cards
    owner: int
    second: int  # the position of the place's second card in the round
    stake: int  # on this hand, in units of the first stake
    is_split: int
    pending: int  # split hands that wait for their second card
    lost: int  # units on hands over 21
    sevens: int  # the suits of the first two cards, if they are sevens, as digits in base 5
    third: int  # the suit of a third seven; negative before a third card
    is_natural: int
    is_insured: int
    end: int  # negative while the bank decides it


class Lying(NamedTuple):
    """The cards on the table and the state of the shoe."""

    cards: NDArray[np.uint8]
    where: NDArray[np.int64]
    owners: NDArray[np.int16]  # of the cards of this round, as they came
    is_gone: NDArray[np.bool_]  # by owner: the hand is over 21 and has left the table
    on_table: NDArray[np.int16]  # by card: how many are on the table while the others are shuffled
    waiting: NDArray[np.int16]  # split hands that wait for their second card
    strengths: NDArray[np.int16]  # of the hands that wait for the bank
    stakes: NDArray[np.int16]


FIELDS = len(Round._fields)


@part_of_kernel
def load(row: NDArray[np.int64]) -> Round:
    """Return the round that is stored in a row of an array."""
    return load_fields(row, Round)  # type: ignore[call-arg]  # an intrinsic of numba


@part_of_kernel
def keep(row: NDArray[np.int64], r: Round) -> None:
    """Store a round in a row of an array."""
    store_fields(row, r)  # type: ignore[call-arg]  # an intrinsic of numba


@kernel
def refill(shoe: Shoe, lying: Lying) -> None:
    """Shuffle all cards that are not on the table, because the shoe ran out during a round.

    The hand that got the last card counts as on the table, even if it is over 21.
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
    """Draw a card for this owner out of the cards that no one has seen."""
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
def shuffle_if_due(shoe: Shoe, lying: Lying, places: int) -> None:
    """Clear the table for a round. Take a fresh shoe if the cut card has come or the shoe ran out."""
    where = lying.where
    if where[SEEN] + where[BURNED] >= shoe.cut or where[WAS_REFILLED]:
        where[SEEN], where[BURNED], where[WAS_REFILLED] = 0, shoe.burned, 0
    where[BEGAN], where[OWNED], where[LIVE] = where[SEEN], places, 0
    for owner in range(PLAYER, PLAYER + places):
        lying.is_gone[owner] = False


@part_of_kernel
def first_decision(
    shoe: Shoe, house: House, lying: Lying, up: int, first: int, then: int, owner: int, second: int
) -> Round:
    """Return the round of a place with these two cards. `second` is the second one's position."""
    one, two = shoe.values[first], shoe.values[then]
    sevens = shoe.suits[first] * SUITS + shoe.suits[then]
    hand: Any = signed(shoe.after[shoe.after[shoe.no_cards, one], two])
    is_natural = signed(shoe.points[hand] == 21)
    is_offered = (house.insures or is_natural) if up == ACE else house.surrenders
    # the fields of a round are all signed numbers
    zero, owner, second = signed(0), signed(owner), signed(second)
    r = Round(
        signed(PROPOSED), up, one, two, hand, signed(2), owner, second, signed(1),
        zero, zero, zero, sevens, signed(-1), is_natural, zero, signed(-1),
    )  # fmt: skip
    return r if is_offered else propose(house, lying, r, DECLINE)


@part_of_kernel
def begin(stream: Words, shoe: Shoe, house: House, lying: Lying) -> Round:
    """Deal one card to the place, one to the bank, and one to the place again."""
    shuffle_if_due(shoe, lying, 1)
    first = next_card(stream, shoe, lying, PLAYER)
    up = shoe.values[next_card(stream, shoe, lying, BANK)]
    then = next_card(stream, shoe, lying, PLAYER)
    return first_decision(shoe, house, lying, up, first, then, PLAYER, 2)


@part_of_kernel
def propose(house: House, lying: Lying, r: Round, act: int) -> Round:
    """Answer the offers before play: insurance or even money against an ace, or else a surrender."""
    asked, end, is_insured = signed(HAND), r.end, signed(act == INSURE)
    if act == GIVE_UP:
        end = signed(GIVEN_UP)
    elif act == EVEN_MONEY:
        end = signed(EVEN + 1)
    elif r.is_natural and house.pays_at_once and r.up != ACE and r.up != TEN:
        end = signed(WON_NATURAL)
    if r.is_natural or end >= 0:
        asked = signed(OVER)
        lying.is_gone[r.owner] = end >= 0
    return Round(
        asked, r.up, r.one, r.two, r.hand, r.size, r.owner, r.second, r.stake,
        r.is_split, r.pending, r.lost, r.sevens, r.third, r.is_natural, is_insured, end,
    )  # fmt: skip


@part_of_kernel
def play(stream: Words, shoe: Shoe, house: House, lying: Lying, r: Round, act: int) -> Round:
    """Play an act with the hand, and go on to the next decision of the place or to its end.

    Split hands follow one another.
    """
    where, hand, size, owner, stake, is_split = lying.where, r.hand, r.size, r.owner, r.stake, r.is_split
    asked, pending, lost, third, draws = signed(HAND), r.pending, r.lost, r.third, act != STAND
    alone: Any = signed(shoe.after[shoe.no_cards, r.one])  # the hand of one card of a pair
    if act == SPLIT:
        owned = where[OWNED] + 1
        where[OWNED], lying.is_gone[owned] = owned, False
        lying.owners[where[SEEN] - where[BEGAN] - 1 if is_split else r.second] = owned
        lying.waiting[pending] = owned
        is_split, pending = signed(1), pending + 1
        hand, size = alone, signed(1)
    elif act == DOUBLE:
        stake = signed(2)
    while True:
        if draws:
            found = next_card(stream, shoe, lying, owner)
            if third < 0:
                third = shoe.suits[found]
            hand, size = signed(shoe.after[hand, shoe.values[found]]), size + 1
            if hand < 0:
                lost += stake
                lying.is_gone[owner] = True
            elif stake == 1 and shoe.points[hand] < 21:
                is_of_aces = is_split and r.one == ACE
                if not is_of_aces or (house.resplits_aces and hand == shoe.after[alone, ACE]):
                    break
        if hand >= 0:
            lying.strengths[where[LIVE]], lying.stakes[where[LIVE]] = shoe.points[hand], stake
            where[LIVE] += 1
        if pending == 0:
            asked = signed(OVER)
            break
        pending -= 1
        owner, stake, draws = signed(lying.waiting[pending]), signed(1), True
        hand, size = alone, signed(1)
    return Round(
        asked, r.up, r.one, r.two, hand, size, owner, r.second, stake,
        is_split, pending, lost, r.sevens, third, r.is_natural, r.is_insured, r.end,
    )  # fmt: skip


@part_of_kernel
def is_at_risk(house: House, r: Round) -> bool:
    """Return whether a black jack of the bank takes the whole stake of a surrendered hand."""
    return r.end == GIVEN_UP and r.up == TEN and not house.half_is_safe


@part_of_kernel
def bank_result(
    stream: Words, shoe: Shoe, house: House, lying: Lying, up: int, waits: bool, looks: bool
) -> int:
    """Draw the bank's cards. Return its points, BANK_NATURAL for a black jack, or 0 if over 21.

    The bank draws if a hand `waits`. It takes a single card if it only `looks` for a black jack.
    """
    bank: Any = signed(shoe.after[shoe.no_cards, up])
    cards_of_bank = 1
    while bank >= 0 and (
        (waits and shoe.points[bank] < house.bank_stands_on) or (looks and cards_of_bank == 1)
    ):
        bank = signed(shoe.after[bank, shoe.values[next_card(stream, shoe, lying, BANK)]])
        cards_of_bank += 1
    if bank < 0:
        return 0
    is_natural = cards_of_bank == 2 and shoe.points[bank] == 21
    return signed(BANK_NATURAL if is_natural else shoe.points[bank])


@part_of_kernel
def end_of(house: House, lying: Lying, r: Round, first: int, last: int, bank: int) -> int:
    """Return how a place ends against the bank's result.

    Its hands that are still in play are those from `first` up to `last`.
    """
    if r.end >= 0:
        return EVEN - 1 if bank == BANK_NATURAL and is_at_risk(house, r) else r.end
    if r.is_natural:
        return EVEN if bank == BANK_NATURAL else WON_NATURAL
    end = EVEN - r.lost
    for n in range(first, last):
        if lying.strengths[n] > bank:
            end += lying.stakes[n]
        elif lying.strengths[n] < bank:
            end -= lying.stakes[n]
    return end


@part_of_kernel
def settle(stream: Words, shoe: Shoe, house: House, lying: Lying, r: Round) -> tuple[int, int]:
    """Let the bank play against one place. Return the end of the round and the bank's result."""
    live = lying.where[LIVE]
    waits = live > 0 or (r.is_natural != 0 and r.end < 0)
    looks = r.is_insured != 0 or is_at_risk(house, r)
    bank = bank_result(stream, shoe, house, lying, r.up, waits, looks)
    return end_of(house, lying, r, 0, live, bank), bank


@part_of_kernel
def to_sevens(house: House, act: int, one: int, two: int) -> int:
    """Return the act with two first cards. Two sevens draw a third card if there is a bet on sevens."""
    if house.counted == OF_SEVENS and one == SEVEN and two == SEVEN and (act in (STAND, GIVE_UP)):
        return HIT
    return act


@part_of_kernel
def prize_of_sevens(house: House, r: Round) -> int:
    """Return how the bet on sevens ends."""
    third = r.third if r.third >= 0 else NO_SEVEN
    return house.prizes[r.sevens // SUITS, r.sevens % SUITS, third]  # type: ignore[no-any-return]


@part_of_kernel
def proposal(house: House, act: int, up: int) -> int:
    """Return the answer to an offer. It follows from the act with the first two cards."""
    if house.counted == OF_INSURANCE and up == ACE:
        return INSURE
    return act if act in (GIVE_UP, EVEN_MONEY) else DECLINE


@part_of_kernel
def next_act(acts: Acts, r: Round) -> int:
    """Return the act with a later hand or a split hand, as looked up in a table of acts."""
    return signed(acts.split[r.up, r.one, r.hand] if r.is_split else acts.later[r.up, r.hand])


def empty_table(shoe: Shoe, *tables: int) -> Lying:
    """Return one or several empty tables, each with an empty shoe.

    A round has room for twice the cards of the shoe. Small numbers keep a table in the processor's
    cache.
    """
    many, most = len(shoe.cards), 2 * len(shoe.cards)
    where = np.zeros((*tables, PLACES), np.int64)
    where[..., SEEN] = many
    return Lying(
        cards=np.broadcast_to(shoe.cards, (*tables, many)).copy(),
        where=where,
        owners=np.zeros((*tables, most), np.int16),
        is_gone=np.zeros((*tables, most), np.bool_),
        on_table=np.zeros((*tables, len(DECK_52)), np.int16),
        waiting=np.zeros((*tables, most), np.int16),
        strengths=np.zeros((*tables, most), np.int16),
        stakes=np.zeros((*tables, most), np.int16),
    )


@kernel
def play_rounds(
    stream: Words, rounds: int, lying: Lying, shoe: Shoe, house: House, acts: Acts, counts: Counts
) -> None:
    """Play rounds, with acts looked up in tables."""
    while rounds:
        r = begin(stream, shoe, house, lying)
        act = to_sevens(house, signed(acts.first[r.up, r.one, r.two]), r.one, r.two)
        if r.asked == PROPOSED:
            r = propose(house, lying, r, proposal(house, act, r.up))
        while r.asked == HAND:
            r = play(stream, shoe, house, lying, r, act)
            if r.asked == HAND:
                act = next_act(acts, r)
        end, bank = settle(stream, shoe, house, lying, r)
        if house.counted == OF_INSURANCE:
            if r.is_insured:
                counts[INSURANCE_WON if bank == BANK_NATURAL else INSURANCE_LOST] += 1
                rounds -= 1
            continue
        rounds -= 1
        if house.counted == OF_SEVENS:
            end = prize_of_sevens(house, r)
        counts[end] += 1


# ---------------------------------------------------------------- bets and strategies


def compiled(table: Table, bet: str, strategy: str, *, acts: Acts | None = None) -> CompiledBet:
    """Compile a bet: a hand by a strategy or by `acts`, insurance against an ace, or the sevens."""
    rules, wager = rules_of(table), table.game.wagers(table.opening)[bet]
    if acts is not None:
        assert bet == "mano"
    elif bet == "mano":
        check_strategy(strategy, (BASIC, LIKE_THE_BANK))
    else:
        check_strategy(strategy, ())
        strategy = BASIC
    counted, nets, unit, prizes = bet_of(table, bet, wager, rules)
    shoe = shoe_of(rules)
    return CompiledBet(
        kernel=play_rounds,
        scratch=(empty_table(shoe),),
        tables=(
            shoe,
            house_of(rules, counted, prizes),
            acts_of(rules, strategy) if acts is None else acts,
        ),
        nets=nets,
        unit=Fraction(unit),
        per=wager.per,
        from_shoe=not rules.is_continuous,
    )


def house_of(rules: Rules, counted: int, prizes: NDArray[np.int64]) -> House:
    """Return the rules of a house at black jack."""
    return House(
        bank_stands_on=rules.bank_stands_on,
        pays_at_once=rules.blackjack_at_once,
        surrenders=rules.surrender.is_offered,
        half_is_safe=rules.surrender_keeps_half,
        insures=insured_stake(rules.minimum, rules) > 0,
        resplits_aces=rules.resplit_aces,
        even_money=rules.frame.has("course.even_money"),
        doubles=doubled_hands(rules.doubling.totals if rules.doubling else ()),
        counted=counted,
        prizes=prizes,
    )


def shoe_of(rules: Rules) -> Shoe:
    """Return the shoe of a table. With a continuous shuffler, every round has a fresh shoe."""
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
    """Return the odds of a hand played by basic strategy or played like the bank."""
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

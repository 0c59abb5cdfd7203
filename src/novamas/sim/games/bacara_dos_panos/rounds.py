"""Bacará a dos paños as a coup that stops at three words: coup after coup, shoe after shoe to the cut card.

A coup is a stake on each side against one banker, who draws or stands against both at once. The
bets are those with known odds: a stake on the first side, or the bank of both. Either the hands
stand or draw on five and the banker gives the best reply, or all play the equilibrium.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.cards import DECK_52
from novamas.errors import NovamasError, quoted
from novamas.families.passing_bank.cloth import full_shoe
from novamas.games.bacara_dos_panos.cloth import PANOS
from novamas.games.bacara_dos_panos.setup import Rules
from novamas.hands import baccarat_points
from novamas.odds.games.bacara_dos_panos.bets import (
    DIDS,
    EIGHT,
    FARES,
    PER_BANCA,
    PER_PUNTO,
    STOOD,
    Know,
    model,
    rake_of,
    solve,
)
from novamas.odds.games.baccarat import counts_of, punto_plan
from novamas.sim.compiler import kernel, part_of_kernel, signed
from novamas.sim.games.baccarat import BANCA, NATURAL, ONE, PUNTO, does, in_ten, words
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

FIVES = {"five_stands": Fraction(0), "five_draws": Fraction(1)}
EQUILIBRIUM = "equilibrium"
PLANS = (*FIVES, EQUILIBRIUM)
BETS = tuple(side + name for name in PLANS for side in (PUNTO, BANCA))
CLOTH_ENDS = 3  # won, tied, lost


NOTHING, FIRST, SECOND, BANK = range(4)  # the hand that is asked
WAITS = -1  # instead of what a side did: it waits for its third card


class Coup(NamedTuple):
    """The state of a coup between two words. A side with a natural is asked, but its word has no effect."""

    asked: int
    seen: int  # cards of the shoe that have been dealt
    first: int  # points
    second: int
    bank: int
    first_did: int
    second_did: int
    is_natural: int  # whether the bank's first two cards are a natural


@part_of_kernel
def pair(stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], seen: int) -> int:
    """Deal two cards. Return their points."""
    deal(stream, cards, seen, seen + 2)
    here = np.uint64(seen)  # a signed index would be range-checked
    return in_ten(signed(points[cards[here]]) + signed(points[cards[here + ONE]]))


@part_of_kernel
def did_of(total: int, draws: bool) -> int:
    """Return what a side does with its first two cards."""
    if total >= NATURAL:
        return signed(EIGHT + total - NATURAL)
    return signed(WAITS if draws else STOOD)


@part_of_kernel
def begin(stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], seen: int) -> Coup:
    """Let the first side look at its cards."""
    total, zero = pair(stream, cards, points, seen), signed(0)
    return Coup(signed(FIRST), signed(seen + 2), total, zero, zero, signed(STOOD), signed(STOOD), zero)


@part_of_kernel
def first_says(
    stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], coup: Coup, draws: bool
) -> Coup:
    """Enter the first side's word. The second one looks at its cards."""
    did, total = did_of(coup.first, draws), pair(stream, cards, points, coup.seen)
    return Coup(
        signed(SECOND), coup.seen + 2, coup.first, total, coup.bank, did, coup.second_did, coup.is_natural
    )


@part_of_kernel
def second_says(
    stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], coup: Coup, draws: bool
) -> Coup:
    """Enter the second side's word. The bank shows a natural, or deals the third cards and speaks."""
    did, bank = did_of(coup.second, draws), pair(stream, cards, points, coup.seen)
    first, second, first_did, second_did, seen = coup.first, coup.second, coup.first_did, did, coup.seen + 2
    asked = signed(NOTHING)
    if bank < NATURAL:
        if first_did == WAITS:
            deal(stream, cards, seen, seen + 1)
            first_did, seen = signed(points[cards[seen]]), seen + 1
            first = in_ten(first + first_did)
        if second_did == WAITS:
            deal(stream, cards, seen, seen + 1)
            second_did, seen = signed(points[cards[seen]]), seen + 1
            second = in_ten(second + second_did)
        if min(first_did, second_did) < EIGHT:
            asked = signed(BANK)
    return Coup(asked, seen, first, second, bank, first_did, second_did, signed(bank >= NATURAL))


@part_of_kernel
def bank_says(
    stream: Words, cards: NDArray[np.uint8], points: NDArray[np.int64], coup: Coup, draws: bool
) -> Coup:
    """Give the bank a third card or none, which ends the coup."""
    seen, bank = coup.seen, coup.bank
    if draws:
        deal(stream, cards, seen, seen + 1)
        bank, seen = in_ten(bank + signed(points[cards[seen]])), seen + 1
    did, other_did, none = coup.first_did, coup.second_did, signed(0)
    return Coup(signed(NOTHING), seen, coup.first, coup.second, bank, did, other_did, none)


@part_of_kernel
def fares(coup: Coup, total: int, did: int) -> int:
    """Return the bank's result against a side: 2 won, 1 tied, 0 lost."""
    if did >= EIGHT and not coup.is_natural:
        return 0  # a natural that was shown beats any three cards
    return 1 + int(coup.bank > total) - int(coup.bank < total)


@part_of_kernel
def end_of(coup: Coup) -> int:
    """Return the end of a coup."""
    return CLOTH_ENDS * fares(coup, coup.first, coup.first_did) + fares(coup, coup.second, coup.second_did)


@kernel
def play_shoes(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    cut: int,
    points: NDArray[np.int64],
    hand_draws: NDArray[np.int64],
    bank_draws: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Play coups by a table of all words."""
    seen = signed(len(cards))
    for _ in range(rounds):
        coup = begin(stream, cards, points, signed(0) if seen >= cut else seen)
        draws = coup.first < NATURAL and does(stream, hand_draws[coup.first])
        coup = first_says(stream, cards, points, coup, draws)
        draws = coup.second < NATURAL and does(stream, hand_draws[coup.second])
        coup = second_says(stream, cards, points, coup, draws)
        if coup.asked == BANK:
            draws = does(stream, bank_draws[coup.bank, coup.first_did, coup.second_did])
            coup = bank_says(stream, cards, points, coup, draws)
        seen = coup.seen
        counts[end_of(coup)] += 1


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the bets that can be simulated: both roles with each strategy."""
    return BETS


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile one role in a coup. The bet's name says how all hands play."""
    if bet not in BETS:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=BETS)
    check_strategy(strategy, ())
    rules, shoe, is_bank = rules_of(table), full_shoe(table.frame), bet.startswith(BANCA)
    five, plan = plans(rules, bet.removeprefix(PUNTO).removeprefix(BANCA))
    return CompiledBet(
        kernel=play_shoes,
        scratch=(np.frombuffer(shoe.left, np.uint8),),
        tables=(
            shoe.cut,
            np.array([baccarat_points((each,)) for each in DECK_52], np.int64),
            np.array([words(punto_plan(five)[total]) for total in range(NATURAL)], np.int64),
            bank_bits(plan),
        ),
        nets=tuple(bank_net(rules, ended) if is_bank else side_net(rules, 0, ended) for ended in FARES),
        unit=Fraction(rules.minimum),
        per=PER_BANCA if is_bank else PER_PUNTO,
        from_shoe=True,
    )


def plans(rules: Rules, name: str) -> tuple[Fraction, Mapping[Know, Fraction]]:
    """Return the probability that hands draw on five, and the banker's of drawing in each case."""
    counts, rake = counts_of(full_shoe(rules.frame)), rake_of(rules)
    if name in FIVES:
        five, mixes = FIVES[name], {}
    else:
        solved = solve(counts, rake)
        five, mixes = solved.five, {know: solved.draws(know) for know in solved.mixes}
    answer = model(counts, rake).answer(five)
    return five, {know: mixes.get(know, Fraction(int(draws))) for know, draws in answer.items()}


def bank_bits(plan: Mapping[Know, Fraction]) -> NDArray[np.int64]:
    """Return the banker's probability of drawing as a number out of 2³².

    It depends on the bank's points and the acts of both sides.
    """
    found = np.zeros((NATURAL, len(DIDS), len(DIDS)), np.int64)
    for know, chance in plan.items():
        found[know] = words(chance)
    return found


def side_net(rules: Rules, side: int, ended: tuple[int, int]) -> int:
    """Return the net of a stake on a side, by the bank's results on both."""
    return {1: -rules.minimum, 0: 0, -1: rules.prize(PANOS[side], rules.minimum)}[ended[side]]


def bank_net(rules: Rules, ended: tuple[int, int]) -> int:
    """Return the bank's net with such a stake on each side. The rake is taken from the total gain."""
    stake, net = rules.minimum, 0
    for pano, won in zip(PANOS, ended, strict=True):
        net += {1: stake, 0: 0, -1: -rules.prize(pano, stake)}[won]
    return net - rules.house_part(net) if net > 0 else net


def rules_of(table: Table) -> Rules:
    """Return the rules of a table."""
    rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    assert isinstance(rules, Rules)
    return rules

"""Simulation of bacará a dos paños: coup after coup and shoe after shoe, each to its cut card.

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
from novamas.sim.compiler import kernel
from novamas.sim.games.baccarat import BANCA, NATURAL, PUNTO, does, words
from novamas.sim.play import CompiledBet, Counts, check_strategy
from novamas.sim.streams import Words, deal
from novamas.table.game import Table

FIVES = {"five_stands": Fraction(0), "five_draws": Fraction(1)}
EQUILIBRIUM = "equilibrium"
BETS = tuple(side + name for name in (*FIVES, EQUILIBRIUM) for side in (PUNTO, BANCA))
CLOTHS = 2


class Cloths(NamedTuple):
    """The points and decisions of the hands on both sides of the table."""

    totals: NDArray[np.int64]
    dids: NDArray[np.int64]
    draws: NDArray[np.bool_]


@kernel
def play_shoes(
    stream: Words,
    rounds: int,
    cards: NDArray[np.uint8],
    cloths: Cloths,
    cut: int,
    points: NDArray[np.int64],
    hand_draws: NDArray[np.int64],
    bank_draws: NDArray[np.int64],
    counts: Counts,
) -> None:
    """Play coups. Each side sees its cards and decides, then the bank looks, and third cards follow."""
    totals, dids, draws, seen = cloths.totals, cloths.dids, cloths.draws, len(cards)
    for _ in range(rounds):
        if seen >= cut:
            seen = 0
        for cloth in range(CLOTHS):
            deal(stream, cards, seen, seen + 2)
            totals[cloth] = (points[cards[seen]] + points[cards[seen + 1]]) % 10
            seen += 2
            is_natural = totals[cloth] >= NATURAL
            dids[cloth] = EIGHT + totals[cloth] - NATURAL if is_natural else STOOD
            draws[cloth] = not is_natural and does(stream, hand_draws[totals[cloth]])
        deal(stream, cards, seen, seen + 2)
        bank = (points[cards[seen]] + points[cards[seen + 1]]) % 10
        seen += 2
        is_bank_natural = bank >= NATURAL
        if not is_bank_natural:
            for cloth in range(CLOTHS):
                if draws[cloth]:
                    deal(stream, cards, seen, seen + 1)
                    dids[cloth] = points[cards[seen]]
                    totals[cloth] = (totals[cloth] + dids[cloth]) % 10
                    seen += 1
            if min(dids[0], dids[1]) < EIGHT and does(stream, bank_draws[bank, dids[0], dids[1]]):
                deal(stream, cards, seen, seen + 1)
                bank = (bank + points[cards[seen]]) % 10
                seen += 1
        end = 0
        for cloth in range(CLOTHS):
            fares = int(bank > totals[cloth]) - int(bank < totals[cloth])
            if dids[cloth] >= EIGHT and not is_bank_natural:
                fares = -1  # a natural that was shown beats any three cards
            end = 3 * end + 1 + fares
        counts[end] += 1


def bets_of(table: Table) -> tuple[str, ...]:
    """Return the bets that can be simulated: both roles with each strategy."""
    return BETS


def compiled(table: Table, bet: str, strategy: str) -> CompiledBet:
    """Compile one role in a coup. The bet's name says how all hands play."""
    if bet not in BETS:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(bet), known=BETS)
    check_strategy(strategy, ())
    rules, shoe, is_bank = _rules(table), full_shoe(table.frame), bet.startswith(BANCA)
    five, plan = plans(rules, bet.removeprefix(PUNTO).removeprefix(BANCA))
    return CompiledBet(
        kernel=play_shoes,
        scratch=(
            np.frombuffer(shoe.left, np.uint8),
            Cloths(np.zeros(CLOTHS, np.int64), np.zeros(CLOTHS, np.int64), np.zeros(CLOTHS, np.bool_)),
        ),
        tables=(
            shoe.cut,
            np.array([baccarat_points((each,)) for each in DECK_52], np.int64),
            np.array([words(punto_plan(five)[total]) for total in range(NATURAL)], np.int64),
            bank_bits(plan),
        ),
        nets=tuple(bank_net(rules, fares) if is_bank else first_net(rules, fares[0]) for fares in FARES),
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


def first_net(rules: Rules, fares: int) -> int:
    """Return the net of a stake on the first side, for each result of the bank there."""
    return {1: -rules.minimum, 0: 0, -1: rules.prize(PANOS[0], rules.minimum)}[fares]


def bank_net(rules: Rules, fares: tuple[int, int]) -> int:
    """Return the bank's net with this stake on each side. The rake applies to the total gain."""
    stake, net = rules.minimum, 0
    for pano, won in zip(PANOS, fares, strict=True):
        net += {1: stake, 0: 0, -1: -rules.prize(pano, stake)}[won]
    return net - rules.house_part(net) if net > 0 else net


def _rules(table: Table) -> Rules:
    rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    assert isinstance(rules, Rules)
    return rules

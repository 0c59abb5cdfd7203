"""A circle poker table in the form that its kernel needs: the cards of its variant, and its stakes."""

from __future__ import annotations

from functools import cache
from itertools import combinations_with_replacement, product

import numpy as np
from msgspec.structs import replace

from novamas.equipment.cards import deck
from novamas.errors import NovamasError
from novamas.families.circle.cloth import Cloth
from novamas.families.circle.draw import PAIRS
from novamas.families.circle.stud import StudCloth, open_rank
from novamas.games.cubierto import CubiertoCloth
from novamas.games.seven_stud import SevenStudCloth
from novamas.games.sintetico import SinteticoCloth
from novamas.hands import Category, Shape, ladder
from novamas.hands.tables import RANKS, Tables, tables
from novamas.sim.games.circle.betting import FIXED, NO_LIMIT, PART_OF_POT, SNAPSHOT, TIERS, Stakes
from novamas.sim.games.circle.cards import (
    BY_OPEN_CARDS,
    FIRST,
    OPEN,
    SHOWN_RANKS,
    WHO_BET,
    WHO_BET_EVER,
    WHO_OPENED,
    Deals,
    Numbers,
)
from novamas.table.game import Table

SIZES = (5, 6, 7)  # cards that are ranked


def deals_of(felt: Cloth) -> Deals:
    """Return the cards and dealing rules of a variant."""
    everybody = tuple(range(1, felt.rules.seats + 1))
    ranking = replace(felt, dealt=everybody).ranking  # the deck can depend on the number of players
    shape = ranking.shape
    stud = felt.stud if isinstance(felt, StudCloth) else None
    seven = felt.rules if isinstance(felt, SevenStudCloth) else None
    draw = felt.rules if isinstance(felt, CubiertoCloth) else None
    own = [street.own_so_far for street in felt.streets]
    common = [street.common_so_far for street in felt.streets]
    known = {len(mine) + shared for mine, shared in zip(own, common, strict=True)}
    turns = -1 if felt.rules.goes_clockwise else 1
    return Deals(
        deck=np.array(deck(shape.deck), np.uint8),
        own=np.array(list(map(len, own)), np.int64),
        common=np.array(common, np.int64),
        covered=own[0].count("d"),
        by_size=_tables(shape, known if ranking.exactly is None else set()),
        plays_two=ranking.exactly is not None,
        pair=_least(shape, Category.PAREJA),
        two_pairs=_least(shape, Category.DOBLE_PAREJA),
        straight=_least(shape, Category.ESCALERA),
        shown=heights() if stud else np.zeros(1, np.int16),
        first=_first(felt),
        lowest_first=stud is not None and stud.lowest_opens,
        opening=np.array([_least_pair(shape, pair) if draw else 0 for pair in PAIRS], np.int64),
        most_discards=draw.most_discards if draw else 0,
        opener_apart=draw is not None and draw.folded_opener_proves,
        sets_aside=seven is not None,
        folded_return=seven is not None and seven.discards_return,
        turns=0 if stud and stud.from_first_place else turns,
    )


def _tables(shape: Shape, known: set[int]) -> tuple[Tables, Tables, Tables]:
    """Return the ranking tables for each number of cards that is ranked.

    Other numbers get the tables for five cards.
    """
    five, six, seven = (tables(shape, size if size in known else SIZES[0]) for size in SIZES)
    return five, six, seven


def _least(shape: Shape, kind: Category) -> int:
    """Return the lowest strength of a combination."""
    return 1 + next(n for n, rung in enumerate(ladder(shape).rungs) if rung.category is kind)


def _least_pair(shape: Shape, pair: int) -> int:
    """Return the strength of the weakest hand that has a pair of this rank."""
    lowest = shape.lowest_rank
    return ladder(shape).strength_of_ranks((lowest, lowest + 1, lowest + 2, pair, pair), False)


def _first(felt: Cloth) -> int:
    """Return the rule on who acts first in later betting rounds.

    With open cards it is also the rule for the first betting round.
    """
    if isinstance(felt, StudCloth):
        return BY_OPEN_CARDS
    if isinstance(felt, CubiertoCloth):
        return WHO_OPENED
    if isinstance(felt, SinteticoCloth):
        return WHO_BET_EVER if felt.special.keeps_opener else WHO_BET
    return FIRST


@cache
def heights() -> Numbers:
    """Return the rank of each set of open cards, ranked as a hand.

    The index has the ranks of the cards, counted from 1, as digits in base 14.
    """
    found = np.zeros(SHOWN_RANKS**OPEN, np.int16)
    for cards in range(1, OPEN + 1):
        sets = combinations_with_replacement(range(RANKS), cards)
        each = {ranks: open_rank(4 * n for n in ranks) for ranks in sets}
        order = {height: n for n, height in enumerate(sorted(set(each.values())))}
        for ranks in product(range(RANKS), repeat=cards):
            index = 0
            for n in ranks:
                index = index * SHOWN_RANKS + n + 1
            found[index] = order[each[tuple(sorted(ranks))]]
    return found


def stakes_of(table: Table) -> Stakes:
    """Return a table's stakes in chips. Each player begins with the minimum buy-in."""
    felt = table.opening.felt
    assert isinstance(felt, Cloth)
    rules, limit = felt.rules, felt.limit
    stud = felt.stud if isinstance(felt, StudCloth) else None
    blinds = (0, 0, *rules.blinds)[-2:]
    amounts = (rules.least_resto, rules.ante, *blinds, rules.minimum, rules.maximum)
    # only the maximum can be a fraction of a chip, and the rest cannot be bet
    stack, ante, small, big, minimum, maximum = (cents // rules.chip for cents in amounts)
    part, is_by_unit = limit.part, limit.tiers or limit.snapshot
    return Stakes(
        players=rules.seats,
        stack=stack,
        ante=ante,
        small=small,
        big=big,
        minimum=minimum,
        maximum=maximum,
        limit=_limit(felt),
        part=1 if part is None else part.numerator,
        parts=1 if part is None else part.denominator,
        first_higher=stud.first_higher if stud else 0,
        low=minimum if stud and stud.pair_binds and is_by_unit else 0,
        raises=felt.raises_each or 0,
        must_bet=stud is not None and stud.forced,
        rake=rules.rake.numerator,
        rakes=rules.rake.denominator,
        by_interval=rules.takes_each_interval,
    )


def not_with(table: Table, choice: str) -> NovamasError:
    """Return the error for a choice of the house that no kernel supports."""
    return NovamasError(
        "not_simulated_yet", text_key="choice_not_simulated_yet", game=table.game.slug, choice=choice
    )


def _limit(felt: Cloth) -> int:
    """Return the kind of betting limit."""
    limit = felt.limit
    if limit.fixed:
        return FIXED
    if isinstance(felt, StudCloth) and limit.snapshot:
        return SNAPSHOT
    if isinstance(felt, StudCloth) and limit.tiers:
        return TIERS
    return NO_LIMIT if limit.part is None else PART_OF_POT

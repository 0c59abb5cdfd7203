"""The layout of the blackjack table. Each place has a hand, its insurance and the side bet."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from novamas.families.box_layout import common_cards, hands, pots, spots_of_boxes
from novamas.families.figures import pay_table
from novamas.games.blackjack.cloth import BANK, INSURANCE, MAIN, NATURAL, Cloth, main
from novamas.games.blackjack.setup import Rules, SideBet
from novamas.games.blackjack.side_bet import prize_clauses
from novamas.hands import Sevens
from novamas.table.layout import Layout, Prize, Spot
from novamas.table.phases import AnyPhase


def layout(phase: AnyPhase) -> Layout:
    """Return the layout of the table."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    return _draw(felt.rules)


@cache
def _draw(rules: Rules) -> Layout:
    """Put a place in front of each seat, and vacant places at the left. Payment starts at the right."""
    kinds = tuple(_kinds(rules))
    owners = [main(place) for place in range(1, rules.places + 1)]
    spots = spots_of_boxes(kinds, seats=rules.seats, boxes=rules.places, numbered=True, from_right=True)
    jackpots = [rules.side_bet.name] if rules.side_bet and rules.side_bet.is_progressive else []
    return Layout(
        seats=rules.seats + rules.standing,
        spots=tuple(spots),
        cards=(*hands(owners, rules.seats), *common_cards(BANK)),
        pots=pots(jackpots, rules.side_bet_figures.cite if jackpots else ()),
    )


def _kinds(rules: Rules) -> Iterator[Spot]:
    """Yield the spots of a place. The side bet is settled first, then the insurance, then the hand."""
    hand, insurance = rules.pays[MAIN], rules.pays[INSURANCE]
    yield Spot(MAIN, MAIN, hand.cite, hand.pays, pay_table({NATURAL: rules.pays[NATURAL]}), order=2)
    yield Spot(INSURANCE, INSURANCE, insurance.cite, insurance.pays, order=1)
    if rules.side_bet is not None:
        yield _aside(rules.side_bet, rules)


def _aside(bet: SideBet, rules: Rules) -> Spot:
    """Return the spot of the side bet. A progressive jackpot has a pot of its own."""
    prizes = (Prize(name, pays, prize_clauses(rules, Sevens(name))) for name, pays in bet.prizes)
    return Spot(bet.name, bet.name, (rules.side_bet_figures.stake_clause,), prizes=tuple(prizes))

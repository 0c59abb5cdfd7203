"""The rake at circle poker, where no bet has an edge: by the size of the pot, and per hand.

The rake of a hand depends on how the players play. It is estimated with bots of different styles,
at tables that restart after some hands. The tables are independent, so their results give the
standard error.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from math import sqrt
from statistics import stdev
from typing import TYPE_CHECKING

from msgspec import Struct

from novamas.equipment.chance import Seeded
from novamas.families.circle.cloth import Cloth
from novamas.families.circle.pots import part_of
from novamas.families.circle.setup import Rules
from novamas.odds.cache import cached_for_table
from novamas.odds.progress import tracked
from novamas.table.events import Payment
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.roles import NOBODY
from novamas.table.session import Session

if TYPE_CHECKING:
    from novamas.bots.circle import Bot

POTS = (500, 1_000, 2_500, 5_000, 10_000, 50_000)  # typical pots, in céntimos
TABLES, HANDS = 12, 10  # number of tables, and hands at each
SEED = 1


class Take(Struct, frozen=True):
    """The rake from hands between bots, in céntimos."""

    seed: int
    players: int
    hands: int
    pot: Fraction  # mean pot of a hand
    mean: Fraction  # mean rake of a hand
    se: float  # standard error of `mean`


def circle_rules(table: Table) -> Rules | None:
    """Return the rules of a circle poker table, or None for other games."""
    felt = table.opening.felt
    return felt.rules if isinstance(felt, Cloth) else None


def by_pot(table: Table) -> dict[int, int]:
    """Return the rake from some typical pots.

    If the rake is taken in each betting round, this is its maximum.
    """
    rules = circle_rules(table)
    return {pot: part_of(rules, pot) for pot in POTS} if rules is not None else {}


def expected_take(table: Table, seed: int = SEED) -> Take:
    """Return the mean rake of a hand between bots of different styles.

    The result is cached, because it takes seconds to compute.
    """
    what = f"take of {TABLES} tables, {HANDS} hands at each, from {seed}"
    return cached_for_table(table, what, Take, partial(_take, table, seed))


def _take(table: Table, seed: int) -> Take:
    from novamas.bots.circle import bots_for, minds_for

    opening = table.opening
    seats = tuple(range(1, opening.seats() + 1))
    bots = bots_for(opening, seats, str(seed), minds_for(opening, seats, str(seed)))
    played = [_played(opening, bots, 1_000 * seed + number) for number in tracked("hands", range(TABLES))]
    hands = [hand for each in played for hand in each]
    means = [float(Fraction(sum(taken for _pot, taken in each), len(each))) for each in played]
    return Take(
        seed=seed,
        players=len(seats),
        hands=len(hands),
        pot=Fraction(sum(pot for pot, _taken in hands), len(hands)),
        mean=Fraction(sum(taken for _pot, taken in hands), len(hands)),
        se=stdev(means) / sqrt(len(means)),
    )


def _played(opening: AnyPhase, bots: dict[int, Bot], seed: int) -> list[tuple[int, int]]:
    """Return the pot and the rake of each hand at one table."""
    session = Session(opening, Seeded(seed), companions=bots)
    found: list[tuple[int, int]] = []
    pot = house = 0
    while len(found) < HANDS and session.phase.turn is not NOBODY:
        deed = session.next_deed()
        assert deed is not None, "all play by themselves"
        pot += sum(event.stake for event in session.do(deed) if isinstance(event, Payment))
        if session.rounds > len(found):
            found.append((pot, session.ledger.house - house))
            pot, house = 0, session.ledger.house
    return found

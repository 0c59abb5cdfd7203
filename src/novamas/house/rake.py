"""What the house takes at circle poker, where no bet has an edge: of pots by their size, and in a hand.

What it takes in a hand hangs on how people play. It is told for bots of different minds, at tables that
begin anew after some hands: these are independent of each other, and give the standard error.
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

POTS = (500, 1_000, 2_500, 5_000, 10_000, 50_000)  # céntimos: what people play for
TABLES, HANDS = 12, 10  # tables that are played, and hands at each
SEED = 1


class Take(Struct, frozen=True):
    """What the house took of the hands of bots, in céntimos."""

    seed: int
    players: int
    hands: int
    pot: Fraction  # of a hand, on average
    mean: Fraction  # taken of a hand, on average
    se: float  # the standard error of that mean


def circle_rules(table: Table) -> Rules | None:
    """The rules of a table of circle poker; nothing at any other."""
    felt = table.opening.felt
    return felt.rules if isinstance(felt, Cloth) else None


def by_pot(table: Table) -> dict[int, int]:
    """What the house takes of pots of some sizes; where it does so at each interval, at most."""
    rules = circle_rules(table)
    return {pot: part_of(rules, pot) for pot in POTS} if rules is not None else {}


def expected_take(table: Table, seed: int = SEED) -> Take:
    """What the house takes of a hand of bots, each with a mind of its own; kept, since it takes seconds."""
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
    """The pot of each hand of one table, and what the house took of it."""
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

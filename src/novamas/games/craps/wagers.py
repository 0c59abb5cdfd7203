"""The craps bets whose odds are computed, alone and with the greatest associated bet."""

from __future__ import annotations

from math import lcm

from novamas.equipment.dice import TWO_DICE, points
from novamas.families.banked.acts import Bet
from novamas.games.craps.acts import RefuseDice, TakeDice
from novamas.games.craps.cloth import Cloth
from novamas.games.craps.figures import POINTS
from novamas.table.bets import read_bet
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Wager
from novamas.table.phases import AnyPhase

FIRST_POINT = 4  # the point for bets that need one; their odds do not depend on it
WITH_ASSOCIATED = "_con_asociada"
LINES = ("win", "dont_win", "come", "dont_come")


def wagers(phase: AnyPhase) -> dict[str, Wager]:
    """Return every listed bet as a player who does not throw makes it, with a prize in whole céntimos."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    found: dict[str, Wager] = {}
    for name, spot in felt.spots.items():
        if felt.fates[name].follows:
            found[name] = _following(felt, name)
        elif name == spot.kind or not felt.figures(name).when:
            stake = whole_stake(felt, name)
            found[name] = Wager(_made(felt, name, stake), stake, "unit_staked", to_the_end=True)
    for name in LINES:
        stake = _multiple(felt, 10 * felt.rules.chip)  # so that 150 % and 120 % of it are whole chips too
        per = "unit_staked_with_associated"
        found[name + WITH_ASSOCIATED] = Wager(_made(felt, name, stake), stake, per, to_the_end=True)
    return found


def whole_stake(felt: Cloth, bet: str) -> int:
    """Return the lowest stake of a bet for which the prize is whole céntimos."""
    chip = felt.rules.chip
    return _multiple(felt, chip * (chip * felt.spots[bet].to_one).denominator)


def _multiple(felt: Cloth, of: int) -> int:
    """Return the lowest stake from the minimum up that is a multiple of a chip and of an amount."""
    of = lcm(of, felt.rules.chip)
    return -(-felt.rules.minimum // of) * of


def _made(felt: Cloth, bet: str, stake: int) -> tuple[Deed, ...]:
    """Return the deeds with which seat 1 makes a bet. Seat 2 throws, and first sets a point if needed."""
    deeds: list[Deed] = [RefuseDice(1), TakeDice(2), Bet(2, "win", felt.rules.minimum)]
    if felt.figures(bet).when == "point":
        deeds.append(Drawn(what=_throw(FIRST_POINT)))
    return (*deeds, Bet(1, bet, stake))


def _following(felt: Cloth, bet: str) -> Wager:
    """Return an associated bet. The first bet gets its point, and an equal stake then follows it."""
    followed, stake = read_bet(felt.fates[bet].follows), whole_stake(felt, bet)
    point = Drawn(what=_throw(int(followed.place)))
    deeds = (*_made(felt, followed.kind, stake), point, Bet(1, bet, stake))
    return Wager(deeds, stake, "unit_staked", to_the_end=True)


def _throw(total: int) -> int:
    """Return a throw with this total. The total must be a point."""
    assert total in POINTS
    return next(throw for throw in TWO_DICE.throws if points(throw) == total)

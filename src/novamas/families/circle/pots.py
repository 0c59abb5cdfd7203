"""Pots of circle poker: collected bets, side pots for players who are all in, rake and payment."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from msgspec import Struct

from novamas.families.circle.cloth import BET, POT_BET, Cloth
from novamas.families.circle.setup import Rules
from novamas.hands import Hand
from novamas.law import law
from novamas.table.events import POT
from novamas.table.moves import Moves

C = TypeVar("C", bound=Cloth)


class PotToWin(Struct, frozen=True):
    """A pot: the name of its bet, its amount, and the players entitled to win it."""

    bet: str
    cents: int
    entitled: tuple[int, ...]
    parts: tuple[tuple[int, int], ...] = ()  # each player's contribution, if there are several pots


def side_pot(number: int) -> str:
    """Return the name of the n-th pot, if there are several. Number 1 is the main pot."""
    return f"{POT_BET}_{number}"


def laid_by(felt: Cloth) -> dict[int, int]:
    """Return each player's chips in the pot, including those of dead hands."""
    return {seat: cents for seat, bet, cents in felt.chips if bet == POT_BET and seat != POT}


def plays_for(felt: Cloth) -> dict[int, int]:
    """Return the most that each player can win from any opponent: the player's own contribution."""
    put = laid_by(felt)
    if felt.unlaid:  # this player's ante is missing, unknown to the table: it counts as placed
        put[felt.unlaid] = put.get(felt.unlaid, 0) + felt.rules.ante
    return put


@law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.12")
def can_be_spared(felt: Cloth, seat: int) -> bool:
    """Return whether another live hand can win everything that this player can win.

    If there is none, the player may not give up, because a pot would have no winner.
    """
    put = plays_for(felt)
    return any(put.get(other, 0) >= put.get(seat, 0) for other in felt.players if other != seat)


@law("AR10.10-2.VII.2.2", "AR10.10-2.VII.2.6", "IB09.12.VII.2.2", "IB09.12.VII.2.6")
def gather(moves: Moves[C]) -> None:
    """Return the uncalled part of a bet without rake, and move all other bets of the round into the pot."""
    felt = moves.felt
    put = sorted((cents, seat) for seat, bet, cents in felt.chips if bet == BET)
    if not put:
        return
    top, seat = put[-1]
    matched = put[-2][0] if len(put) > 1 else 0
    if top > matched and seat in felt.players:
        moves.withdraw(seat, BET, top - matched, felt.course.alone)
    moves.slide_all(BET, POT_BET, felt.course.pot)


def in_pot(felt: Cloth) -> int:
    """Return the amount of the pot."""
    return sum([cents for _, bet, cents in felt.chips if bet == POT_BET])


@law("IB09.12.II.3.a.1")
def set_aside(moves: Moves[C], entered: int) -> None:
    """Set aside the rake of a betting round: a percentage of the chips that it added to the pot."""
    felt = moves.felt
    rules = felt.rules
    part = part_of(rules, entered)
    if part:
        moves.change(cagnotte=felt.cagnotte + part)
        moves.say(f"Para la cagnotte: {part}.", felt.course.rake)


@law("AR10.10-2.VII.2.5", "AR10.10-2.VII.2.12", "IB09.12.VII.2.5", "IB09.12.VII.2.15")
def pots_of(felt: Cloth) -> tuple[PotToWin, ...]:
    """Return the main pot and the side pots.

    A player can win from each opponent at most the player's own contribution.
    """
    put, whole = plays_for(felt), in_pot(felt)
    levels = sorted({put[seat] for seat in felt.players if seat in put})
    if len(felt.players) == 1 or not levels:
        return (PotToWin(POT_BET, whole, felt.players),) if whole else ()
    levels[-1] = max(put.values())  # a dead hand may have put in more
    common = common_pot(felt, put)
    if len(levels) == 1 and not common:
        return (PotToWin(POT_BET, whole, tuple(seat for seat in felt.players if seat in put)),)
    sides = zip((0, *levels), levels, strict=False)
    return (*common, *(layer(felt, n, *side) for n, side in enumerate(sides, start=len(common) + 1)))


def common_pot(felt: Cloth, put: Mapping[int, int]) -> tuple[PotToWin, ...]:
    """Return the chips in the pot that belong to no player, as a separate pot, if that is necessary.

    It is necessary if a live hand has no other chips in the pot. All live hands play for this pot.
    Example: one player places the ante for everyone and has nothing left.
    """
    carried = felt.on(POT, POT_BET)
    if not carried or all(put.get(seat) for seat in felt.players):
        return ()
    return (PotToWin(side_pot(1), carried, felt.players),)


def layer(felt: Cloth, number: int, floor: int, level: int) -> PotToWin:
    """Return one of several pots: the chips that players put in between two levels.

    The first pot also holds the chips that belong to no player.
    """
    laid, put = laid_by(felt), plays_for(felt)
    parts = {
        seat: min(cents, level, laid.get(seat, 0)) - min(cents, floor, laid.get(seat, 0))
        for seat, cents in put.items()
    }
    carried = felt.on(POT, POT_BET) if number == 1 else 0
    return PotToWin(
        side_pot(number),
        carried + sum(parts.values()),
        entitled=tuple(seat for seat in felt.players if put.get(seat, 0) > floor),
        parts=tuple((seat, part) for seat, part in parts.items() if part),
    )


def split_pots(moves: Moves[C]) -> tuple[PotToWin, ...]:
    """Separate the main pot and the side pots, if there are several, and return all pots."""
    felt = moves.felt
    pots = pots_of(felt)
    if len(pots) > 1 and felt.on(POT, POT_BET):
        moves.slide(POT, POT_BET, side_pot(1), felt.course.pot)
    for pot in pots:
        for seat, part in pot.parts:
            moves.slide(seat, POT_BET, pot.bet, felt.course.all_in, cents=part)
    return pots


@law("AR10.10-2.II.a.1", "AR10.10-2.VII.3.6", "IB09.12.II.3.a.1", "IB09.12.VII.3.6")
def share_pot(moves: Moves[C], pot: PotToWin, hands: Mapping[int, Hand]) -> None:
    """Share a pot equally among the best hands, after the rake. Odd chips go to the first winners in turn."""
    felt = moves.felt
    strengths = {seat: hand.strength for seat, hand in hands.items()}
    chip = felt.rules.chip
    size = pot.cents
    rake = house_part(felt, size)
    top = max((strengths.get(seat, 0) for seat in pot.entitled), default=0)
    order = felt.players if felt.rules.blinds else felt.in_turn(felt.mano)
    winners = [seat for seat in order if seat in pot.entitled and strengths.get(seat, 0) == top]
    each, odd = divmod((size - rake) // chip, len(winners))
    returned = {seat: (each + (order < odd)) * chip for order, seat in enumerate(winners)}
    moves.change(cagnotte=max(felt.cagnotte - rake, 0))
    clauses: tuple[str, ...] = (felt.course.alone,)  # won without a showdown
    if hands:
        how = felt.course.shared if len(winners) > 1 else felt.course.cards_speak
        clauses = (how, hands[winners[0]].clause)
    moves.share(pot.bet, returned, *clauses, rake=rake, rake_clause=felt.course.rake)


def house_part(felt: Cloth, size: int) -> int:
    """Return the rake of a pot: the amount already set aside, or a percentage of the pot."""
    rules = felt.rules
    if rules.takes_each_interval:
        return min(felt.cagnotte, -(-size * rules.rake // rules.chip) * rules.chip)
    return part_of(rules, size)


def part_of(rules: Rules, cents: int) -> int:
    """Return the rake of an amount, rounded down to whole chips."""
    return cents * rules.rake.numerator // rules.rake.denominator // rules.chip * rules.chip


def give_back(moves: Moves[C], clause: str) -> None:
    """Return all chips to the players who bet them. A pot carried over stays."""
    for seat, bet, cents in moves.felt.chips:
        if seat != POT:
            moves.withdraw(seat, bet, cents, clause)
    moves.change(cagnotte=0)

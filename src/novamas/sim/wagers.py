"""Bets as text: one by its name, one with its place and amount, or several in one round.

rojo                          the usual stake of a bet that has odds
pleno:17 2 €                  a place, and the amount on it
rojo 5 € + pleno:17 2 €       both in the same round
"""

from __future__ import annotations

from fractions import Fraction
from math import sqrt

from msgspec import Struct
from msgspec.structs import replace

from novamas.errors import NovamasError, quoted
from novamas.money import cents_of
from novamas.odds.cache import cached_odds
from novamas.odds.report import BetOdds, method_of
from novamas.odds.walk import Walk
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table, Wager
from novamas.table.offers import Range
from novamas.table.phases import AnyPhase, follow, game_of, why_not
from novamas.table.refusals import Refused
from novamas.table.roles import CHANCE, CROUPIER

TOGETHER = "+"
SEAT = 1
BET = "bet"
PER = "unit_staked"


class PlacedBet(Struct, frozen=True):
    """Chips on one place: the game's wager, the place, and the céntimos. None means the usual stake."""

    wager: str
    bet: str
    cents: int | None


def parse_bets(table: Table, written: str) -> tuple[PlacedBet, ...]:
    """Return the bets that a text lists."""
    return tuple(_lot(table, part.strip()) for part in written.split(TOGETHER))


def _lot(table: Table, written: str) -> PlacedBet:
    wagers = table.game.wagers(table.opening)
    name, _, amount = written.partition(" ")
    wager = name if name in wagers else name.partition(":")[0]
    if wager not in wagers:
        raise NovamasError("no_such_bet", game=table.game.slug, given=quoted(name), known=tuple(wagers))
    cents = cents_of(amount) if amount.strip() else None
    return PlacedBet(wager, name, cents)


def is_by_name(bets: tuple[PlacedBet, ...]) -> bool:
    """Return whether a single bet of the game's list is meant, with its usual stake."""
    return len(bets) == 1 and bets[0].cents is None and bets[0].bet == bets[0].wager


class PlacedBets:
    """Bets placed together, in a game that the walk can follow, with the phase after them."""

    def __init__(self, table: Table, lots: tuple[PlacedBet, ...]) -> None:
        self._method = method_of(table)
        opening = _opening_to_walk(table)
        self.phase = after_placing(table, opening, lots)
        self.staked = self.phase.felt.of(SEAT) - opening.felt.of(SEAT)
        self._to_the_end = any(table.game.wagers(opening)[lot.wager].to_the_end for lot in lots)

    def walk(self) -> Walk:
        """Return a walk over all outcomes of the bets."""
        if self._method is None:
            return Walk(SEAT, to_the_end=self._to_the_end)
        walk: Walk = self._method.walk_to_the_end()
        return walk

    def odds(self) -> BetOdds:
        """Return the exact odds of the bets, per unit of the total stake."""
        result, staked = self.walk().result(self.phase, self.staked), self.staked
        return BetOdds(
            edge=-result.mean / staked,
            per=PER,
            stake=staked,
            sd=sqrt(result.variance) / staked,
            hit=sum((chance for net, chance in result.chances.items() if net > 0), Fraction(0)),
            distribution=tuple((Fraction(net, staked), chance) for net, chance in result.chances.items()),
            tail=result.tail,
            decisions=result.decisions,
        )


def after_placing(table: Table, opening: AnyPhase, bets: tuple[PlacedBet, ...]) -> AnyPhase:
    """Return the phase after all bets are placed. Raise `Refused` if a bet may not be placed."""
    wagers = [table.game.wagers(opening)[lot.wager] for lot in bets]
    before, *others = (wager.acts[:-1] for wager in wagers)
    if any(other != before for other in others) or any(_lays(act) for act in before):
        raise not_together(table, bets)
    phase = opening
    for act in (*before, *map(_last_act, wagers, bets)):
        phase = lay(phase, act)
    return phase


def _lays(act: Deed) -> bool:
    return act.verb() == BET and act.by == SEAT


def _last_act(wager: Wager, lot: PlacedBet) -> Deed:
    """Return the act that places the given amount on the given place."""
    last = wager.acts[-1]
    where = {} if lot.bet == lot.wager else {"bet": lot.bet}
    return replace(last, **where, **({} if lot.cents is None else {"cents": lot.cents}))


def lay(phase: AnyPhase, act: Deed) -> AnyPhase:
    """Advance to the phase where an act is lawful, and do it. Return the phase after it."""
    return follow(advance_to(phase, act), act)[0]


def advance_to(phase: AnyPhase, act: Deed) -> AnyPhase:
    """Advance to the phase where an act is lawful.

    Raise `Refused` if acts of its kind are offered but not this one, or if a player must act before.
    Chance takes its first outcome on the way, because a card burned before the bets does not matter.
    """
    while (refusal := why_not(phase, act)) is not None:
        is_time = any(type(offer.act) is type(act) for offer in phase.offers(act.by))
        if is_time or phase.turn not in (CROUPIER, CHANCE):
            raise Refused(refusal, game_of(phase))
        phase, _ = follow(phase, automatic_act(phase))
    return phase


def automatic_act(phase: AnyPhase) -> Deed:
    """Return the next deed of chance or the croupier, if no player has a choice."""
    if phase.turn is CHANCE:
        return Drawn(what=phase.draws().at(0))
    return next(iter(phase.offers(CROUPIER))).act


class Stake(Struct, frozen=True):
    """The limits of a bet: its unit and its maximum, in céntimos."""

    unit: int
    most: int


def stake_of(table: Table, written: str) -> Stake:
    """Return the stake of a single bet as the unit, and the maximum in such units.

    The stake is the written one, or else the usual one.
    """
    bets = parse_bets(table, written)
    opening = _opening_to_walk(table)
    wager, last = table.game.wagers(opening)[bets[0].wager], len(bets) == 1 and bets[0]
    if not last:
        raise not_together(table, bets)
    phase, act = opening, _last_act(wager, last)
    for before in wager.acts[:-1]:
        phase = lay(phase, before)
    phase = advance_to(phase, act)
    unit = getattr(act, "cents", 0)
    dial = next((offer.dials.get("cents") for offer in phase.offers(act.by) if offer.covers(act)), None)
    if not isinstance(dial, Range):
        return Stake(unit, unit)
    if (refusal := dial.why_not(2 * unit)) is not None and refusal.code == "broken_chip":
        raise Refused(refusal, game_of(phase))
    return Stake(unit, dial.most)


def not_together(table: Table, bets: tuple[PlacedBet, ...]) -> NovamasError:
    """Return the error for bets that cannot be simulated in one round."""
    names = tuple(lot.bet for lot in bets)
    return NovamasError("bets_not_together", game=table.game.slug, bets=names)


def can_be_walked(table: Table) -> bool:
    """Return whether the general walk can follow the game."""
    method = method_of(table)
    return method is None or hasattr(method, "walk_to_the_end")


def _opening_to_walk(table: Table) -> AnyPhase:
    """Return the phase at which the walk of a bet begins. A game's own method may give it."""
    method = method_of(table)
    if not hasattr(method, "opening_to_walk"):
        return table.opening
    opening: AnyPhase = method.opening_to_walk(table)
    return opening


def odds_of_placed(table: Table, written: str) -> BetOdds | None:
    """Return the odds of written bets: cached for a single bet, walked for several.

    Return None if they are unknown. For one bet that the walk cannot follow, another stake scales every
    net.
    """
    bets = parse_bets(table, written)
    if is_by_name(bets):
        return cached_odds(table, only=written)[written]
    if can_be_walked(table):
        return PlacedBets(table, bets).odds()
    if len(bets) > 1:
        return None
    wager = bets[0].wager
    return replace(cached_odds(table, only=wager)[wager], stake=stake_of(table, written).unit)

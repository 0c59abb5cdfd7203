"""The odds of craps: each bet until it is decided, and line bets with the maximum associated bet.

An associated bet (odds) is added to a line bet once its point is known. The general walk computes
all of them. It merges phases in which the player's own chips are equal, because the same throws
decide a bet with any shooter and any point.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from fractions import Fraction
from functools import partial
from math import sqrt
from typing import Any

from msgspec.structs import replace

from novamas.odds.graph import cycles
from novamas.odds.report import BetOdds, Counts, placed
from novamas.odds.walk import Edge, Result, Walk
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table, Wager, open_table
from novamas.table.ledger import Ledger
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE

ME = 1
ASSOCIATED = "asociada_"
WITH_ASSOCIATED = "_con_asociada"


def bets_apart(table: Table) -> Counts:
    """Return a function for each bet that computes its odds. The player does not throw the dice."""
    opening = opening_to_walk(table)
    return {
        name: partial(with_associated, opening, wager)
        if name.endswith(WITH_ASSOCIATED)
        else partial(alone, opening, name, wager)
        for name, wager in table.game.wagers(opening).items()
    }


def opening_to_walk(table: Table) -> AnyPhase:
    """Return the opening phase of the same table with two seats, so that another player throws."""
    return open_table(table.game, table.frame, {**table.chosen, "seats": 2}).opening


def own(phase: AnyPhase) -> Hashable:
    """Return the key by which phases are merged: the player's own chips, and whose turn it is."""
    mine = tuple((bet, cents) for seat, bet, cents in phase.felt.chips if seat == ME)
    return type(phase).__name__, phase.turn, mine


def walk_to_the_end() -> Walk:
    """Return a walk that lasts until all the player's bets are decided.

    The player does not take any bet back before that.
    """
    return Walk(ME, alike=own, to_the_end=True)


def alone(opening: AnyPhase, name: str, wager: Wager) -> BetOdds:
    """Return the odds of a single bet until it is decided."""
    phase = made_alone(opening, name, wager)
    result = walk_to_the_end().result(phase, wager.stake)
    edge = -result.mean / wager.stake
    also = {"bet_resolved": edge / (1 - result.chances.get(0, Fraction(0))), "roll": edge / rolls(phase)}
    advice = () if name.startswith(ASSOCIATED) else tuple(_advice(phase, name, wager.stake, -edge))
    also |= _at_the_least_stake(opening, name, wager)
    return _odds(result, wager, Fraction(wager.stake), edge=edge, also=also, advice=advice)


def made_alone(opening: AnyPhase, name: str, wager: Wager) -> AnyPhase:
    """Return the phase just after the bet was placed. No other chips of the player are on the cloth."""
    return _only(name, placed(opening, wager)[0])


def _only(name: str, phase: AnyPhase) -> AnyPhase:
    """Return the phase with only this bet of the player on the cloth.

    Even the bet on which it depends is removed.
    """
    chips = tuple(chips for chips in phase.felt.chips if chips.seat != ME or chips.bet == name)
    return replace(phase, felt=replace(phase.felt, chips=chips))


def _at_the_least_stake(opening: AnyPhase, name: str, wager: Wager) -> dict[str, Fraction]:
    """Return the edge at the table's minimum stake, where payouts are rounded to the céntimo.

    It is empty if the odds are already computed for that stake.
    """
    before, last = placed(opening, replace(wager, acts=wager.acts[:-1]))[0], wager.acts[-1]
    offers = (offer for offer in before.offers(ME) if offer.covers(last))
    cents = next(offers).dials["cents"]
    assert isinstance(cents, Range)
    if cents.least == wager.stake:
        return {}
    phase, _ = follow(before, replace(last, cents=cents.least))
    mean = walk_to_the_end().result(_only(name, phase), cents.least).mean
    return {"unit_of_the_least_stake": -mean / cents.least}


def _odds(
    result: Result,
    wager: Wager,
    unit: Fraction,
    *,
    edge: Fraction,
    also: Mapping[str, Fraction],
    advice: tuple[Mapping[str, Any], ...] = (),
) -> BetOdds:
    return BetOdds(
        edge=edge,
        per=wager.per,
        stake=wager.stake,
        sd=sqrt(result.variance / unit**2),
        hit=sum((chance for net, chance in result.chances.items() if net > 0), Fraction(0)),
        distribution=tuple((net / unit, chance) for net, chance in result.chances.items()),
        advice=advice,
        also=also,
    )


# ---------------------------------------------------------------- with the maximum associated bet


def with_associated(opening: AnyPhase, wager: Wager) -> BetOdds:
    """Return the odds of a line bet with the maximum associated bet.

    The associated bet is added once the point is known.
    """
    phase = about_to_throw(placed(opening, wager)[0])
    result = associating().result(phase, wager.stake)
    in_all = staked_in_all(phase, wager)
    also = {"unit_of_the_simple_bet": -result.mean / wager.stake}
    return _odds(result, wager, in_all, edge=-result.mean / in_all, also=also)


def staked_in_all(phase: AnyPhase, wager: Wager) -> Fraction:
    """Return the average total stake, with the associated bet that the first throw allows."""
    after = _first_throws(phase).items()
    return sum((chance * _associate(throw)[1] for (throw, _), chance in after), Fraction(wager.stake))


class Associating(Walk):
    """A walk in which the player adds the maximum associated bet as soon as a throw allows it."""

    def _edge(self, phase: AnyPhase, deed: Deed, ways: int) -> Edge:
        after, events = follow(phase, deed)
        ledger = Ledger()
        ledger.enter(events)
        after, added = _associate(after) if isinstance(deed, Drawn) else (after, 0)
        return Edge(ways, ledger.players[self.seat] - added, self._place(after))


def associating() -> Walk:
    """Return the same walk as `walk`, but with the maximum associated bet."""
    return Associating(ME, alike=own, to_the_end=True)


def about_to_throw(phase: AnyPhase) -> AnyPhase:
    while phase.turn is not CHANCE:
        phase, _ = follow(phase, next(iter(phase.offers(phase.turn))).act)
    return phase


def _first_throws(phase: AnyPhase) -> dict[tuple[AnyPhase, int], Fraction]:
    """Return the probability of each phase after the next throw, with the player's gain from it."""
    found: dict[tuple[AnyPhase, int], Fraction] = {}
    for what, ways in phase.draws().items():
        after, events = follow(phase, Drawn(what=what))
        ledger = Ledger()
        ledger.enter(events)
        key = after, ledger.players[ME]
        found[key] = found.get(key, Fraction(0)) + Fraction(ways, phase.draws().total)
    return found


def _associate(phase: AnyPhase) -> tuple[AnyPhase, int]:
    """Add the maximum associated bet unless one is placed. Return the phase and the amount added."""
    if any(seat == ME and bet.startswith(ASSOCIATED) for seat, bet, _ in phase.felt.chips):
        return phase, 0
    for offer in phase.offers(ME):
        if getattr(offer.act, "bet", "").startswith(ASSOCIATED) and (most := _most(offer)):
            after, _ = follow(phase, offer.turned(cents=most))
            return after, most
    return phase, 0


def _most(offer: Offer) -> int:
    """Return the highest stake that an offered act allows."""
    cents = offer.dials.get("cents")
    return cents.most if isinstance(cents, Range) else 0


# ---------------------------------------------------------------- number of throws, and whether to stay


class Rolls(Walk):
    """A walk that counts throws until the player's bets are decided."""

    def _edge(self, phase: AnyPhase, deed: Deed, ways: int) -> Edge:
        edge = super()._edge(phase, deed, ways)
        return Edge(ways, int(isinstance(deed, Drawn)), edge.to)

    def mean(self, start: AnyPhase) -> Fraction:
        """Return the average number of throws."""
        root = self._explore(start)
        parts = cycles([[edge.to for edges in node.edges for edge in edges] for node in self._nodes])
        return self._moments(parts)[0][root]


def rolls(phase: AnyPhase) -> Fraction:
    """Return the average number of throws until the player's bets are decided."""
    return Rolls(ME, alike=own, to_the_end=True).mean(phase)


def _advice(phase: AnyPhase, name: str, stake: int, mean: Fraction) -> Iterator[Mapping[str, Any]]:
    """Return advice after a throw without a decision: leave the bet, or take it back if possible.

    A bet that has not moved is worth what it was worth when it was made.
    """
    checked: set[str] = set()
    for after, _ in _first_throws(about_to_throw(phase)):
        for seat, bet, _ in after.felt.chips:
            if seat != ME or bet in checked or not _may_take_back(after, bet):
                continue
            checked.add(bet)
            worth = mean if bet == name else walk_to_the_end().result(after, stake).mean / stake
            best = "withdraw" if worth < 0 else "stay"
            yield {"best": best, "worth": {f"s{ME} stay {bet}": str(worth), f"s{ME} withdraw {bet}": "0"}}


def _may_take_back(phase: AnyPhase, bet: str) -> bool:
    return any(
        offer.act.verb() == "withdraw" and getattr(offer.act, "bet", "") == bet for offer in phase.offers(ME)
    )

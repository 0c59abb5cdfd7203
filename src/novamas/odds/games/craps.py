"""The odds of craps: every bet until it is decided, associated bets alone and at their maximum.

The walk is the generic one. It is told that only the player's own chips matter to him, not the point of the
others: the throws that decide a bet are the same whoever throws and whatever the point.
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
    """How the odds of each bet are counted, made by somebody who does not throw the dice."""
    opening = with_another_shooter(table)
    return {
        name: partial(with_associated, opening, wager)
        if name.endswith(WITH_ASSOCIATED)
        else partial(alone, opening, name, wager)
        for name, wager in table.game.wagers(opening).items()
    }


def with_another_shooter(table: Table) -> AnyPhase:
    """The same table with a second player, to whom the dice are left."""
    return open_table(table.game, table.frame, {**table.chosen, "seats": 2}).opening


def own(phase: AnyPhase) -> Hashable:
    """What decides a player's bets: his chips, and whether the dice are about to roll."""
    mine = tuple((bet, cents) for seat, bet, cents in phase.felt.chips if seat == ME)
    return type(phase).__name__, phase.turn, mine


def walk() -> Walk:
    """What the player wins until his bets are decided, though some might be taken back before."""
    return Walk(ME, alike=own, to_the_end=True)


def alone(opening: AnyPhase, name: str, wager: Wager) -> BetOdds:
    """A bet by itself until it is decided."""
    phase = made_alone(opening, name, wager)
    result = walk().result(phase, wager.stake)
    edge = -result.mean / wager.stake
    also = {"bet_resolved": edge / (1 - result.chances.get(0, Fraction(0))), "roll": edge / rolls(phase)}
    advice = () if name.startswith(ASSOCIATED) else tuple(_advice(phase, name, wager.stake, -edge))
    also |= _at_the_least_stake(opening, name, wager)
    return _odds(result, wager, Fraction(wager.stake), edge=edge, also=also, advice=advice)


def made_alone(opening: AnyPhase, name: str, wager: Wager) -> AnyPhase:
    """The moment when the bet has just been made, and nothing else of the player's is on the cloth."""
    return _only(name, placed(opening, wager)[0])


def _only(name: str, phase: AnyPhase) -> AnyPhase:
    """The same moment with nothing else of the player's on the cloth, not even what the bet follows."""
    chips = tuple(chips for chips in phase.felt.chips if chips.seat != ME or chips.bet == name)
    return replace(phase, felt=replace(phase.felt, chips=chips))


def _at_the_least_stake(opening: AnyPhase, name: str, wager: Wager) -> dict[str, Fraction]:
    """The edge of the least stake that the table takes, where it is not paid to the céntimo."""
    before, last = placed(opening, replace(wager, acts=wager.acts[:-1]))[0], wager.acts[-1]
    offers = (offer for offer in before.offers(ME) if offer.covers(last))
    cents = next(offers).dials["cents"]
    assert isinstance(cents, Range)
    if cents.least == wager.stake:
        return {}
    phase, _ = follow(before, replace(last, cents=cents.least))
    mean = walk().result(_only(name, phase), cents.least).mean
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


# ---------------------------------------------------------------- with the most that may follow


def with_associated(opening: AnyPhase, wager: Wager) -> BetOdds:
    """A line bet to which, once its point is known, the lawful maximum is associated."""
    phase = about_to_throw(placed(opening, wager)[0])
    result = associating().result(phase, wager.stake)
    in_all = staked_in_all(phase, wager)
    also = {"unit_of_the_simple_bet": -result.mean / wager.stake}
    return _odds(result, wager, in_all, edge=-result.mean / in_all, also=also)


def staked_in_all(phase: AnyPhase, wager: Wager) -> Fraction:
    """What is staked on average, with what the first throw allows to associate."""
    after = _first_throws(phase).items()
    return sum((chance * _associate(throw)[1] for (throw, _), chance in after), Fraction(wager.stake))


class Associating(Walk):
    """A walk in which the player associates the most to his bet as soon as a throw allows it."""

    def _edge(self, phase: AnyPhase, deed: Deed, ways: int) -> Edge:
        after, events = follow(phase, deed)
        ledger = Ledger()
        ledger.enter(events)
        after, added = _associate(after) if isinstance(deed, Drawn) else (after, 0)
        return Edge(ways, ledger.players[self.seat] - added, self._place(after))


def associating() -> Walk:
    """The same as `walk`, with the most that may be associated."""
    return Associating(ME, alike=own, to_the_end=True)


def about_to_throw(phase: AnyPhase) -> AnyPhase:
    while phase.turn is not CHANCE:
        phase, _ = follow(phase, next(iter(phase.offers(phase.turn))).act)
    return phase


def _first_throws(phase: AnyPhase) -> dict[tuple[AnyPhase, int], Fraction]:
    """What the next throw leads to, with what the player receives at once, and its chance."""
    found: dict[tuple[AnyPhase, int], Fraction] = {}
    for what, ways in phase.draws().items():
        after, events = follow(phase, Drawn(what=what))
        ledger = Ledger()
        ledger.enter(events)
        key = after, ledger.players[ME]
        found[key] = found.get(key, Fraction(0)) + Fraction(ways, phase.draws().total)
    return found


def _associate(phase: AnyPhase) -> tuple[AnyPhase, int]:
    """Stake the most that may be associated now, where nothing is yet, and say how much it is."""
    if any(seat == ME and bet.startswith(ASSOCIATED) for seat, bet, _ in phase.felt.chips):
        return phase, 0
    for offer in phase.offers(ME):
        if getattr(offer.act, "bet", "").startswith(ASSOCIATED) and (most := _most(offer)):
            after, _ = follow(phase, offer.turned(cents=most))
            return after, most
    return phase, 0


def _most(offer: Offer) -> int:
    """The most that an offer allows to stake."""
    cents = offer.dials.get("cents")
    return cents.most if isinstance(cents, Range) else 0


# ---------------------------------------------------------------- how long, and whether to stay


class Rolls(Walk):
    """A walk that counts the throws until the player's bets are decided."""

    def _edge(self, phase: AnyPhase, deed: Deed, ways: int) -> Edge:
        edge = super()._edge(phase, deed, ways)
        return Edge(ways, int(isinstance(deed, Drawn)), edge.to)

    def mean(self, start: AnyPhase) -> Fraction:
        """How many throws it takes on average."""
        root = self._explore(start)
        parts = cycles([[edge.to for edges in node.edges for edge in edges] for node in self._nodes])
        return self._moments(parts)[0][root]


def rolls(phase: AnyPhase) -> Fraction:
    """How many throws it takes on average until the player's bets are decided."""
    return Rolls(ME, alike=own, to_the_end=True).mean(phase)


def _advice(phase: AnyPhase, name: str, stake: int, mean: Fraction) -> Iterator[Mapping[str, Any]]:
    """After a throw that decided nothing: leave the bet there, or take it back where that is lawful.

    A bet that has not moved is worth what it was worth when it was made.
    """
    asked: set[str] = set()
    for after, _ in _first_throws(about_to_throw(phase)):
        for seat, bet, _ in after.felt.chips:
            if seat != ME or bet in asked or not _may_take_back(after, bet):
                continue
            asked.add(bet)
            worth = mean if bet == name else walk().result(after, stake).mean / stake
            best = "withdraw" if worth < 0 else "stay"
            yield {"best": best, "worth": {f"s{ME} stay {bet}": str(worth), f"s{ME} withdraw {bet}": "0"}}


def _may_take_back(phase: AnyPhase, bet: str) -> bool:
    return any(
        offer.act.verb() == "withdraw" and getattr(offer.act, "bet", "") == bet for offer in phase.offers(ME)
    )

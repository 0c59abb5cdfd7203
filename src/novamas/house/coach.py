"""The coach of a table: the advised act, the cost of the other acts, and the house edge of bets.

The coach knows only what one viewpoint sees. If the odds of single hands are known, it advises the
act with the greatest exact value. Otherwise it advises the act of an expert bot.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from novamas.bots.minds import USUAL, mind_at
from novamas.house.advice import own_hints, quick_odds
from novamas.money import Cents
from novamas.table.bets import parts_of
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.views import View

if TYPE_CHECKING:
    from novamas.table.game import Table

SKILL: Final = "expert"
SEED: Final = "coach"


class Weighed(Struct, frozen=True):
    """An offered act. It has its cost against the best act, if that is known exactly."""

    act: Deed
    cost: Fraction | None  # in céntimos


class LyingBet(Struct, frozen=True):
    """A player's bet on the cloth, with its house edge."""

    bet: str
    cents: Cents
    edge: Fraction


class Coaching(Struct, frozen=True):
    """The coach's advice on one phase. It has no advised act if there is no decision."""

    advised: Deed | None
    weighed: tuple[Weighed, ...]
    lying: tuple[LyingBet, ...]
    is_exact: bool  # the costs of the acts are known exactly


def coach(table: Table, view: View, *, has: Cents) -> Coaching:
    """Return the coach's advice for a viewpoint with this much money."""
    decides = view.turn == view.eyes and bool(view.offers) and not _is_betting(table, view)
    values, unit = _values(table, view) if decides else ({}, 0)
    offers = {offer.act.verb(): offer for offer in reversed(view.offers)}
    known = {verb: value for verb, value in values.items() if verb in offers}
    advised = _advised(table, view, offers, known, has) if decides else None
    best = max(known.values(), default=Fraction(0))
    weighed = tuple(
        Weighed(offer.act, (best - known[verb]) * unit if verb in known else None)
        for verb, offer in reversed(offers.items())
    )
    return Coaching(advised, weighed if decides else (), tuple(_lying(table, view)), bool(known))


def coach_as_bot(table: Table, view: View, *, has: Cents) -> Coaching:
    """Return what a steady bot would do, without any cost, while the exact advice takes longer."""
    if view.turn != view.eyes or not view.offers or _is_betting(table, view):
        return Coaching(None, (), (), is_exact=False)
    assert isinstance(view.eyes, int)
    acts = {offer.act.verb(): offer.act for offer in reversed(view.offers)}
    advised = mind_at(table, view.eyes, SEED, USUAL).answer(view, has)
    weighed = tuple(Weighed(act, None) for act in reversed(acts.values()))
    return Coaching(advised, weighed, (), is_exact=False)


def _is_betting(table: Table, view: View) -> bool:
    return any(phase.tag() == view.phase and phase.pause for phase in table.game.phases)


def _advised(
    table: Table, view: View, offers: Mapping[str, Offer], known: Mapping[str, Fraction], has: Cents
) -> Deed:
    """Return the best act by its exact value, or else the act of an expert bot."""
    assert isinstance(view.eyes, int)
    expert = mind_at(table, view.eyes, SEED, SKILL).answer(view, has)
    if not known:
        return expert
    best = max(known, key=lambda verb: known[verb])
    return expert if expert.verb() == best else offers[best].act


def _values(table: Table, view: View) -> tuple[Mapping[str, Fraction], Cents]:
    """Return the exact value of each act per unit staked, and the stake.

    They exist only where the odds of single hands are known.
    """
    own = own_hints(table.game)
    if own is None:
        return {}, 0
    values: Mapping[str, Fraction] = own.values(table, view)
    return values, own.unit(view) if values else 0


def _lying(table: Table, view: View) -> Iterator[LyingBet]:
    """Yield the player's bets on the cloth whose odds are known or fast to compute."""
    mine = [chips for chips in view.chips if chips.seat == view.eyes]
    if not mine or table.opening.felt.purses:
        return
    edges: dict[str, Fraction] = {}
    for bet, odds in (quick_odds(table) or {}).items():
        for name in (bet, parts_of(bet).kind):
            edges[name] = min(odds.edge, edges.get(name, odds.edge))
    for chips in mine:
        edge = edges.get(chips.bet, edges.get(parts_of(chips.bet).kind))
        if edge is not None:
            yield LyingBet(chips.bet, chips.cents, edge)

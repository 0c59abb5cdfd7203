"""The odds of all bets of a table, and the best play that follows from them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from typing import Any, TypeAlias

from msgspec import Struct

from novamas.errors import NovamasError
from novamas.extras import optional_packages
from novamas.games import modules_of
from novamas.odds.walk import Decision, Walk
from novamas.table.deeds import Deed
from novamas.table.game import Table, Wager
from novamas.table.phases import AnyPhase, follow, may
from novamas.table.roles import CROUPIER


class BetOdds(Struct, frozen=True):
    """The odds of a bet: the house edge and the player's net wins, per unit of what `per` names."""

    edge: Fraction
    per: str
    stake: int
    sd: float
    hit: Fraction
    distribution: tuple[tuple[Fraction, Fraction], ...] | None  # net win per unit, chance
    tail: Fraction = Fraction(0)
    decisions: tuple[Decision, ...] = ()
    advice: tuple[Mapping[str, Any], ...] = ()  # how to play, from the game's own method
    exact: bool = True
    within: float | None = None  # if not exact: the proved greatest error of the edge
    also: Mapping[str, Fraction] = {}  # the same edge per another unit: a resolved bet, a roll


Counts: TypeAlias = dict[str, Callable[[], BetOdds]]  # computes the odds, by bet


def bet_odds(opening: AnyPhase, wager: Wager) -> BetOdds:
    """Return the exact odds of one bet at this table under best play."""
    phase, staked = placed(opening, wager)
    result = Walk(1, to_the_end=wager.to_the_end).result(phase, staked)
    return BetOdds(
        edge=-result.mean / wager.stake,
        per=wager.per,
        stake=wager.stake,
        sd=sqrt(result.variance) / wager.stake,
        hit=sum((chance for net, chance in result.chances.items() if net > 0), Fraction(0)),
        distribution=tuple((Fraction(net, wager.stake), chance) for net, chance in result.chances.items()),
        tail=result.tail,
        decisions=result.decisions,
    )


def placed(opening: AnyPhase, wager: Wager) -> tuple[AnyPhase, int]:
    """Return the phase just after a bet was placed, and the chips staked for it."""
    phase, before = opening, opening.felt.of(1)
    for act in wager.acts:
        phase = _ready_for(phase, act)
        phase, _ = follow(phase, act)
    return phase, phase.felt.of(1) - before


def _ready_for(phase: AnyPhase, act: Deed) -> AnyPhase:
    """Play the croupier's acts until the given act becomes lawful."""
    while not may(phase, act):
        assert phase.turn is CROUPIER, f"{act} is not lawful in {phase}"
        phase, _ = follow(phase, next(iter(phase.offers(CROUPIER))).act)
    return phase


@optional_packages()
def method_of(table: Table, part: str = "") -> Any:
    """Return the module with the odds method of a game that is too slow for the walk, or None.

    The module is `novamas.odds.games.SLUG`, or that of the family. A game of another package has it in
    `PACKAGE.odds.SLUG`. In a package it is the module `bets`, or the one named by `part`. It has a function
    `bets(table)`, and also `bets_anew(table)` if `bets` reads results that come with the package. If each
    bet is computed by itself, it has `bets_apart(table)`.
    """
    name = next(modules_of(table.game, "novamas.odds.games", "odds"), None)
    found = None if name is None else find_spec(name)
    if found is None:
        return None
    if found.submodule_search_locations is None:
        return None if part else import_module(found.name)
    whole = f"{found.name}.{part or 'bets'}"
    return None if find_spec(whole) is None else import_module(whole)


def table_odds(table: Table, *, only: str | None = None, fresh: bool = False) -> dict[str, BetOdds]:
    """Return the odds of a table's bets, or of one bet, by the game's own method or by the walk.

    `fresh` recomputes results that come with the package.
    """
    apart = counted_apart(table)
    if apart is not None:
        return {name: count() for name, count in apart.items() if only in (None, name)}
    method = method_of(table)
    assert method is not None
    count_all = getattr(method, "bets_anew", method.bets) if fresh else method.bets
    bets: dict[str, BetOdds] = count_all(table)
    return {name: bet for name, bet in bets.items() if only in (None, name)}


def counted_apart(table: Table) -> Counts | None:
    """Return a function for each bet that computes its odds.

    Return None if a method computes all bets at once.
    """
    method = method_of(table)
    if method is None:
        wagers: Mapping[str, Wager] = table.game.wagers(table.opening)
        return {name: partial(bet_odds, table.opening, wager) for name, wager in wagers.items()}
    found: Counts | None = method.bets_apart(table) if hasattr(method, "bets_apart") else None
    return found


def explain(table: Table, hand: str, bank: str) -> dict[str, Any]:
    """Return the best act with one hand against a card of the bank.

    Raises `no_such_decision` if the game has no method for single hands.
    """
    method = method_of(table)
    if not hasattr(method, "explain"):
        raise NovamasError("no_such_decision", game=table.game.slug)
    found: dict[str, Any] = method.explain(table, hand, bank)
    return found


class Settings(Struct, frozen=True):
    """The allowed settings of one pai gow hand by their low hand, best first, each with its value."""

    hand: str
    worth: Mapping[str, Fraction]  # per unit staked, for a player against the bank of the croupier
    house: str  # the setting of the house way


def explain_setting(table: Table, hand: str) -> Settings | None:
    """Return the best settings of a hand. Return None if the game has no hands to set, or no bets."""
    method = method_of(table)
    if not hasattr(method, "explain_setting") or not table.game.wagers(table.opening):
        return None
    found: Settings = method.explain_setting(table, hand)
    return found


def strategy(odds: Mapping[str, BetOdds]) -> list[dict[str, Any]]:
    """Return the best act for every decision, with the value of each act per unit staked, by bet."""
    found: list[dict[str, Any]] = []
    for name, bet in odds.items():
        found.extend({"bet": name, **advice} for advice in (*plain_decisions(bet), *bet.advice))
    return found


def plain_decisions(bet: BetOdds) -> list[dict[str, Any]]:
    """Return the best acts that the walk found, in the form of advice."""
    return [
        {
            "best": decision.best.verb(),
            "worth": {act: str(worth / bet.stake) for act, worth in decision.worth.items()},
        }
        for decision in bet.decisions
    ]

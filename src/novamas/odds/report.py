"""The odds of every bet of a table, as people and other programs read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from math import sqrt
from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from novamas.errors import NovamasError
from novamas.odds.walk import Decision, Walk
from novamas.table.deeds import Deed
from novamas.table.game import Table, Wager
from novamas.table.phases import AnyPhase, follow, may
from novamas.table.roles import CROUPIER


class BetOdds(Struct, frozen=True):
    """The odds of one bet: per unit of what `per` names, from the house's side."""

    edge: Fraction
    per: str
    stake: int
    sd: float
    hit: Fraction
    distribution: tuple[tuple[Fraction, Fraction], ...] | None  # net per unit, chance
    tail: Fraction = Fraction(0)
    decisions: tuple[Decision, ...] = ()
    advice: tuple[Mapping[str, Any], ...] = ()  # how to play it, where a game has a method of its own
    exact: bool = True
    within: float | None = None  # where it is not exact: proved, the edge is no further off
    also: Mapping[str, Fraction] = {}  # the same edge per something else: a resolved bet, a roll

    def plain(self) -> dict[str, Any]:
        """As `novamas odds --json` prints it."""
        return {
            "edge": str(self.edge),
            "edge_float": float(self.edge),
            "per": self.per,
            "exact": self.exact,
            "se": None,  # nothing is drawn: every edge is counted
            "within": self.within,
            "sd": self.sd,
            "hit": str(self.hit),
            "hit_float": float(self.hit),
            "stake_cents": self.stake,
            "tail": str(self.tail),
            "also": {per: str(edge) for per, edge in self.also.items()},
            "distribution": self.distribution
            and [[str(net), str(chance)] for net, chance in self.distribution],
        }


Counts: TypeAlias = dict[str, Callable[[], BetOdds]]  # how to count the odds of each bet


def bet_odds(opening: AnyPhase, wager: Wager) -> BetOdds:
    """The exact odds of one bet at this table, played for the best."""
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
    """The moment when the bet has just been made, and what was staked for it."""
    phase, before = opening, opening.felt.of(1)
    for act in wager.acts:
        phase = _ready_for(phase, act)
        phase, _ = follow(phase, act)
    return phase, phase.felt.of(1) - before


def _ready_for(phase: AnyPhase, act: Deed) -> AnyPhase:
    """The croupier goes on until the act is lawful."""
    while not may(phase, act):
        assert phase.turn is CROUPIER, f"{act} is not lawful in {phase}"
        phase, _ = follow(phase, next(iter(phase.offers(CROUPIER))).act)
    return phase


def method_of(table: Table, part: str = "") -> Any:
    """Return the module that computes the odds of a game the walk is too slow for, or a part of it, if any.

    It is `novamas.odds.games.SLUG`, or that of the family; of a package its module `bets`. It has
    `bets(table)`, and `bets_anew(table)` if `bets` reads sums that come with the package; or
    `bets_apart(table)` if each bet is computed by itself.
    """
    for name in (table.game.slug, table.game.family):
        found = find_spec(f"novamas.odds.games.{name}")
        if found is not None:
            break
    else:
        return None
    if found.submodule_search_locations is None:
        return None if part else import_module(found.name)
    whole = f"{found.name}.{part or 'bets'}"
    return None if find_spec(whole) is None else import_module(whole)


def table_odds(table: Table, *, only: str | None = None, fresh: bool = False) -> dict[str, BetOdds]:
    """The odds of every bet the game names, or of one: by the game's own method, or by the walk.

    `fresh` counts also what comes counted with the package.
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
    """How the odds of each bet are counted by itself; nothing where a method counts them all at once."""
    method = method_of(table)
    if method is None:
        wagers: Mapping[str, Wager] = table.game.wagers(table.opening)
        return {name: partial(bet_odds, table.opening, wager) for name, wager in wagers.items()}
    found: Counts | None = method.bets_apart(table) if hasattr(method, "bets_apart") else None
    return found


def explain(table: Table, hand: str, bank: str) -> dict[str, Any]:
    """What one hand should do against a card of the bank, where the game's own method can tell."""
    method = method_of(table)
    if not hasattr(method, "explain"):
        raise NovamasError("no_such_decision", game=table.game.slug)
    found: dict[str, Any] = method.explain(table, hand, bank)
    return found


class Settings(Struct, frozen=True):
    """The right ways to set one hand of pai gow, by the low hand: the best first, and what each is worth."""

    hand: str
    worth: Mapping[str, Fraction]  # per unit staked, as a client of the croupier's bank
    house: str  # how the house would set it


def explain_setting(table: Table, hand: str) -> Settings | None:
    """How one hand should be set, where that is what a game lets its players decide."""
    method = method_of(table)
    if not hasattr(method, "explain_setting") or not table.game.wagers(table.opening):
        return None
    found: Settings = method.explain_setting(table, hand)
    return found


def report(table: Table, odds: Mapping[str, BetOdds]) -> dict[str, Any]:
    """All of it as one object for other programs."""
    chosen = msgspec.to_builtins(table.chosen, enc_hook=str)
    return {
        "game": table.game.slug,
        "norm": table.frame.norm,
        "choices": {name: chosen[name] for name in table.frame.options},
        "bets": {name: bet.plain() for name, bet in odds.items()},
        "strategy": strategy(odds),
        "readings": [clause.id for clause in table.frame.readings()],
    }


def strategy(odds: Mapping[str, BetOdds]) -> list[dict[str, Any]]:
    """What a player should decide, bet by bet, with what each act is worth per unit staked."""
    found: list[dict[str, Any]] = []
    for name, bet in odds.items():
        found.extend({"bet": name, **advice} for advice in (*plain_decisions(bet), *bet.advice))
    return found


def plain_decisions(bet: BetOdds) -> list[dict[str, Any]]:
    """What the walk found best, as it is told."""
    return [
        {
            "best": decision.best.verb(),
            "worth": {act: str(worth / bet.stake) for act, worth in decision.worth.items()},
        }
        for decision in bet.decisions
    ]

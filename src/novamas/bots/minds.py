"""Decisions of a bot at any game: its answers to the table, and the bets that it places by itself.

A bot sees what its seat sees and has no state. Its acts depend only on its seed, its skill and the view, so
every process that loads the table computes the same acts.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Final, Protocol

from novamas.bots.banker import Banker
from novamas.bots.bettor import HABITS, Bettor, Pause, edges_of, favourites, least_or_more
from novamas.bots.circle import MINDS, Bot, has_bots, seeded_choice
from novamas.bots.knowledge import TableFacts
from novamas.bots.strategies.registry import strategies_for
from novamas.families.circle.cloth import Cloth
from novamas.law import Library
from novamas.money import Cents
from novamas.table.deeds import Deed
from novamas.table.felt import Felt
from novamas.table.game import Table
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import AnyPhase
from novamas.table.views import View

USUAL: Final = "steady"
FOOLISH: Final = 4  # one time in this many a careless bot does something random
NEVER: Final = ("rise", "step_away", "ask_change", "give_up", "ask_for_dice", "pass_shoe")  # pointless acts


def minds_at(opening: AnyPhase) -> tuple[str, ...]:
    """Return the skills that bots at this table can have."""
    return minds_on(type(opening.felt))


def minds_on(felt: type[Felt]) -> tuple[str, ...]:
    """Return the skills that bots can have in a game. Circle poker has its own skills."""
    return tuple(MINDS) if issubclass(felt, Cloth) else tuple(HABITS)


class Mind(Protocol):
    """The bot that plays one seat."""

    def answer(self, view: View, has: Cents) -> Deed:
        """Return the bot's act when the table waits for it. `has` is the money that it can stake."""

    def propose(self, pause: Pause) -> Deed | None:
        """Return an act that the bot does by itself while the table waits for bets, or None."""


def mind_at(table: Table, seat: int, seed: str, mind: str) -> Mind:
    """Return the bot that plays a seat."""
    own = f"{seed}.{seat}"
    known_as = mind if mind in minds_at(table.opening) else USUAL
    if has_bots(table.opening):
        return Circle(_bot(table.frame.law, table.game.slug, table.frame.norm, own, known_as))
    return Banked(TableFacts(table), seat, own, known_as)


def prepare(table: Table, mind: str) -> None:
    """Compute in advance the values that a bot of this skill needs at tables like this.

    The first call takes up to a second: it also imports the strategy, so that no decision waits for it.
    """
    strategies_for(table.game.slug)
    if not has_bots(table.opening) and HABITS[mind if mind in HABITS else USUAL].weighs:
        edges_of(TableFacts(table))


class Banked:
    """A bot in any game except circle poker: against the house, or against players who bank."""

    def __init__(self, known: TableFacts, seat: int, seed: str, mind: str) -> None:
        self.known, self.seed, self.mind = known, seed, mind
        slug = known.table.game.slug
        self.banker = Banker(seed, mind)
        self.bettor = Bettor(known, seat, seed, mind) if slug in favourites() else None
        steady, expert = strategies_for(slug) or (None, None)
        self.way = expert if mind == "expert" else steady

    def answer(self, view: View, has: Cents) -> Deed:
        """Return the act of the bot's strategy. A careless bot acts at random now and then."""
        rng = seeded_choice(self.seed, view.number)
        if self.mind == "careless" and rng.randrange(FOOLISH) == 0:
            sane = [offer for offer in view.offers if offer.act.verb() not in NEVER]
            return _any(rng.choice(sane or view.offers), rng)
        decided = self.way(self.known, view, rng) if self.way is not None else None
        return decided or self.banker.answer(view, has) or view.offers[0].act

    def propose(self, pause: Pause) -> Deed | None:
        return self.banker.propose(pause) if self.bettor is None else self.bettor.bet(pause)


def _any(offer: Offer, rng: Random) -> Deed:
    """Return an offered act with random parameters but a small amount."""
    turned: dict[str, Any] = {}
    for name, dial in offer.dials.items():
        if isinstance(dial, OneOf):
            turned[name] = dial.sample(rng)
        elif isinstance(dial, Range):
            turned[name] = least_or_more(dial, dial.least * rng.choice((1, 1, 2, 3)))
    return offer.turned(**turned)


@lru_cache(maxsize=4096)
def _bot(law: Library, game: str, norm: str, seed: str, mind: str) -> Bot:
    return Bot(game, seed, norm=norm, mind=mind, law=law)


class Circle:
    """A bot for circle poker. It buys the chips it needs and weighs its hand against the price."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def answer(self, view: View, has: Cents) -> Deed:
        return self.bot(view)

    def propose(self, pause: Pause) -> Deed | None:
        view = pause.view
        assert isinstance(view.eyes, int)
        if view.purses[view.eyes - 1]:
            return None
        return next((offer.act for offer in view.offers if offer.act.verb() == "buy"), None)

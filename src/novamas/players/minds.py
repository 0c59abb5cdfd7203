"""How a bot decides at any game: when the table waits for it, and what it stakes of its own accord.

It sees what its seat sees and keeps nothing in mind: what it does follows from its seed, its mind and the
view, so every process that has the table finds the same.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, Protocol

from novamas.players.bots import MINDS, Bot, fancy, has_bots
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.views import View

ALL_MINDS = tuple(MINDS)
USUAL = "steady"
STAKES = ("bet", "stake", "bid", "banco", "buy")  # what somebody does of his own accord
STEPS = 3  # above the least stake
ONE_IN = 3  # how often a bot leaves out a round


class Mind(Protocol):
    """Somebody who plays by himself."""

    def answer(self, view: View) -> Deed:
        """What it does when the table waits for it."""

    def wish(self, view: View, since: int) -> Deed | None:
        """What it does of its own accord while the table waits for bets, if it has not done it yet."""


@lru_cache(maxsize=4096)
def _bot(game: str, norm: str, seed: str, mind: str) -> Bot:
    return Bot(game, seed, norm=norm, mind=mind)


class Banked:
    """A bot against the house or among players who stake: modest bets, and what is offered first."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def answer(self, view: View) -> Deed:
        return view.offers[0].act

    def wish(self, view: View, since: int) -> Deed | None:
        rng = fancy(self.seed, since)
        wishes = [offer for offer in view.offers if offer.act.verb() in STAKES]
        if not wishes or (view.chips and rng.randrange(ONE_IN) == 0):  # nobody else stakes: somebody must
            return None
        return _modest(rng.choice(wishes), rng)


def _modest(offer: Offer, rng: Random) -> Deed:
    """An offer turned to something that somebody might stake: the least, or little more."""
    turned: dict[str, Any] = {}
    for name, dial in offer.dials.items():
        if isinstance(dial, OneOf):
            turned[name] = rng.choice(dial.values)
        elif isinstance(dial, Range):
            most = (dial.most - dial.least) // dial.step
            turned[name] = dial.least + dial.step * rng.randrange(min(most, STEPS) + 1)
    return offer.turned(**turned)


class Circle:
    """A bot at circle poker: it buys what it needs, and weighs its hand against the price."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot

    def answer(self, view: View) -> Deed:
        return self.bot(view)

    def wish(self, view: View, since: int) -> Deed | None:
        assert isinstance(view.eyes, int)
        if view.purses[view.eyes - 1]:
            return None
        return next((offer.act for offer in view.offers if offer.act.verb() == "buy"), None)


def mind_at(table: Table, seat: int, seed: str, mind: str) -> Mind:
    """The bot on a seat."""
    own = f"{seed}.{seat}"
    if has_bots(table.opening):
        return Circle(_bot(table.game.slug, table.frame.norm, own, mind))
    return Banked(own)

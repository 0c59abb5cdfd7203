"""Bets of a bot: its favourite bets, in chips of the table, with an occasional side bet."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from random import Random
from typing import TypeAlias

import msgspec
from msgspec import Struct

from novamas.bots.circle import seeded_choice
from novamas.bots.knowledge import TableFacts, one_in_n
from novamas.money import Cents
from novamas.table.bets import parts_of
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.views import View

OnOffer: TypeAlias = dict[str, dict[str, Offer]]  # by kind of bet, then by bet
STAKING = ("bet", "announce")
BOXES = ("mano", "casilla")  # kinds of bets with a place for each player
TIED = "asociada"  # bets behind another bet, without a house edge
TIMES = (1, 1, 1, 1, 2, 2, 3, 5)  # multiples of the bot's usual stake
UNITS = (1, 1, 1, 2, 2, 4)  # multiples of the minimum stake; one is the bot's usual stake
MAX_BETS = 4  # per bot and pause


class Habit(Struct, frozen=True):
    """The betting habits that belong to a skill."""

    leaves_out: int  # the bot sits out one round in this many
    second: int  # one time in this many the bot makes a second favourite bet; 0: never
    fancies: Fraction  # factor on how often the bot places a bet that is not a favourite
    part: int  # at most one n-th of the bot's money at once
    weighs: bool = False  # whether the bot knows which bet has the smallest edge
    ties: bool = True  # whether the bot adds the bets without a house edge


HABITS = {
    "careless": Habit(leaves_out=6, second=2, fancies=Fraction(2), part=12, ties=False),
    "steady": Habit(leaves_out=8, second=5, fancies=Fraction(1), part=20),
    "expert": Habit(leaves_out=12, second=0, fancies=Fraction(0), part=30, weighs=True),
}


class Favourites(Struct, frozen=True, forbid_unknown_fields=True):
    """The main bets of a game, from `data/favourites/SLUG.toml`. Bots place other bets only now and then."""

    bets: tuple[str, ...]
    fancied: int  # one bet in this many is an exception; 0: never
    weighed: bool = False  # whether an expert compares the edges of its bets


@cache
def favourites() -> Mapping[str, Favourites]:
    """Return the favourite bets of every game with a betting layout."""
    folder = files("novamas.bots").joinpath("data/favourites")
    return {
        file.name.removesuffix(".toml"): msgspec.toml.decode(file.read_bytes(), type=Favourites)
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


class Pause(Struct, frozen=True):
    """A pause for bets, as a bot sees it."""

    view: View
    since: int  # number of the state since which the table has waited for the same
    has: Cents  # money the bot could stake
    done: int = 0  # actions that the bot has done since then
    must: bool = False  # no one else stakes, so the bot must


class Bettor:
    """A bot that bets by the habits of its skill, mostly on its favourite bets."""

    def __init__(self, known: TableFacts, seat: int, seed: str, mind: str) -> None:
        self.known, self.seat, self.seed = known, seat, seed
        self.habit = HABITS[mind]
        self.likes = favourites()[known.table.game.slug]

    def bet(self, pause: Pause) -> Deed | None:
        """Return the bot's next bet in this pause, or None."""
        now = (self.seed, pause.since)
        if pause.done >= MAX_BETS or (not pause.must and one_in_n(self.habit.leaves_out, *now, "sits out")):
            return None
        on_offer = bets_on_offer(pause.view)
        mine = {bet for seat, bet, _cents in pause.view.chips if seat == self.seat}
        wanted = (
            self._main(on_offer, mine, pause),
            self._tied(on_offer, mine),
            self._second(on_offer, now),
            self._fancied(on_offer, now),
        )
        for offer, bet in filter(None, wanted):
            if bet not in mine and (deed := self._staked(offer, bet, pause)) is not None:
                return deed
        return None

    # ------------------------------------------------------------ choice of the bet

    def _main(self, on_offer: OnOffer, mine: set[str], pause: Pause) -> tuple[Offer, str] | None:
        """Return the bot's main bet in a round: its usual bet, or another favourite."""
        kinds = [kind for kind in self._best(on_offer) if kind in on_offer]
        if not kinds or (not pause.must and any(map(self._is_main, mine))):
            return None
        own = seeded_choice(self.seed, "favourite")
        kind = own.choice(self._best(on_offer))
        if kind not in on_offer or (not self.habit.weighs and one_in_n(3, self.seed, pause.since, "another")):
            kind = seeded_choice(self.seed, pause.since, "main").choice(kinds)
        return self._place(on_offer[kind], own)

    def _is_main(self, bet: str) -> bool:
        """Return whether a bet is a main bet of the game. A bet in prison does not count as one."""
        parts = parts_of(bet)
        return parts.kind in self.likes.bets and not parts.times

    def _best(self, on_offer: OnOffer) -> tuple[str, ...]:
        """Return the bot's favourite bets, or those with the smallest edge if the bot compares edges."""
        edges = edges_of(self.known) if self.habit.weighs else {}
        known = {kind: edges[kind] for kind in on_offer if kind in edges and not kind.startswith(TIED)}
        least = min(known.values(), default=None)
        return tuple(sorted(kind for kind, edge in known.items() if edge == least)) or self.likes.bets

    def _tied(self, on_offer: OnOffer, mine: set[str]) -> tuple[Offer, str] | None:
        """Return a bet that can be added behind the bot's present bets."""
        for kind, choices in on_offer.items():
            if kind.startswith(TIED) and self.habit.ties:
                return next(((offer, bet) for bet, offer in choices.items() if bet not in mine), None)
        return None

    def _second(self, on_offer: OnOffer, now: tuple[object, ...]) -> tuple[Offer, str] | None:
        """Return a second favourite bet now and then. Games with a single favourite have none."""
        kinds = [kind for kind in self.likes.bets if kind in on_offer]
        if not kinds or len(self.likes.bets) == 1 or not one_in_n(self.habit.second, *now, "second"):
            return None
        rng = seeded_choice(*now, "which second")
        return self._place(on_offer[rng.choice(kinds)], rng)

    def _fancied(self, on_offer: OnOffer, now: tuple[object, ...]) -> tuple[Offer, str] | None:
        """Return an occasional bet outside the favourites."""
        kinds = sorted(kind for kind in on_offer if kind not in self.likes.bets and not kind.startswith(TIED))
        often = self.likes.fancied and self.habit.fancies / self.likes.fancied
        rng = seeded_choice(*now, "fancy")
        return self._place(on_offer[rng.choice(kinds)], rng) if kinds and rng.random() < often else None

    def _place(self, choices: Mapping[str, Offer], rng: Random) -> tuple[Offer, str]:
        """Return the bet on the bot's own box if there is one, otherwise a random bet of this kind."""
        own = next((bet for bet in choices if parts_of(bet).place == str(self.seat)), None)
        is_box = next(iter(choices)).partition(":")[0] in BOXES
        bet = own if is_box and own is not None else rng.choice(sorted(choices))  # in any order of offers
        return choices[bet], bet

    # ------------------------------------------------------------ amount

    def _staked(self, offer: Offer, bet: str, pause: Pause) -> Deed | None:
        """Stake the usual amount or a multiple of it, but never much of the bot's money.

        Return None if the bot cannot afford it.
        """
        dial = offer.dials.get("cents")
        values: dict[str, object] = {"bet": bet} if "bet" in offer.dials else {}
        if isinstance(dial, Range):
            rng = seeded_choice(self.seed, pause.since, bet, "stake")
            cents = self._times(rng) * dial.least
            values["cents"] = least_or_more(dial, min(cents, pause.has // self.habit.part))
            if dial.least > pause.has:
                return None
        return offer.turned(**values)

    def _times(self, rng: Random) -> int:
        unit = seeded_choice(self.seed, "unit").choice(UNITS)
        return unit if self.habit.weighs else unit * rng.choice(TIMES)


def bets_on_offer(view: View) -> OnOffer:
    """Return the bets that are on offer now, by kind."""
    found: OnOffer = {}
    for offer in view.offers:
        if offer.act.verb() in STAKING and hasattr(offer.act, "bet"):
            dial = offer.dials.get("bet")
            for bet in dial.values if isinstance(dial, OneOf) else (offer.act.bet,):
                found.setdefault(parts_of(bet).kind, {})[bet] = offer
    return found


def least_or_more(dial: Range, cents: Cents) -> Cents:
    """Return a lawful amount close to `cents`, but at least the minimum."""
    return dial.least + max(0, min(cents, dial.most) - dial.least) // dial.step * dial.step


@lru_cache(maxsize=256)
def edges_of(known: TableFacts) -> Mapping[str, Fraction]:
    """Return the edge of each kind of bet at tables like this, if the edges can be computed quickly."""
    known_bets = favourites().get(known.table.game.slug)  # none where players bet against each other
    if known_bets is None or not known_bets.weighed:
        return {}
    from novamas.odds.report import table_odds

    edges: dict[str, Fraction] = {}
    for bet, odds in table_odds(known.table).items():
        kind = parts_of(bet).kind
        edges[kind] = min(odds.edge, edges.get(kind, odds.edge))
    return edges

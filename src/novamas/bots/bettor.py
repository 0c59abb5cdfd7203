"""How a bot bets: on what it likes, in chips of the table, now and then on something beside the game."""

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

OnOffer: TypeAlias = dict[str, dict[str, Offer]]  # by kind and bet
STAKING = ("bet", "announce")
BOXES = ("mano", "casilla")  # kinds of bets of which everybody has his own place
TIED = "asociada"  # bets that stand behind another, and at which the house has no advantage
TIMES = (1, 1, 1, 1, 2, 2, 3, 5)  # as many of his usual stakes somebody lays at once
UNITS = (1, 1, 1, 2, 2, 4)  # as many of the least stakes is somebody's usual one
MAX_BETS = 4  # of one bot in one pause


class Habit(Struct, frozen=True):
    """How somebody bets."""

    leaves_out: int  # one round in so many
    second: int  # a second bet of those he likes, one time in so many; nothing: never
    fancies: Fraction  # how much oftener than others he has a fancy
    part: int  # at most one part in so many of what he has, at once
    weighs: bool = False  # does he know which bet costs least?
    ties: bool = True  # does he stand behind his bets where the house has no advantage?


HABITS = {
    "careless": Habit(leaves_out=6, second=2, fancies=Fraction(2), part=12, ties=False),
    "steady": Habit(leaves_out=8, second=5, fancies=Fraction(1), part=20),
    "expert": Habit(leaves_out=12, second=0, fancies=Fraction(0), part=30, weighs=True),
}


class Favourites(Struct, frozen=True, forbid_unknown_fields=True):
    """The bets that a game is played for: `data/favourites/SLUG.toml`. All other bets are exceptions."""

    bets: tuple[str, ...]
    fancied: int  # one bet in this many is an exception; 0: never
    weighed: bool = False  # whether an expert compares the edges of its bets


@cache
def favourites() -> Mapping[str, Favourites]:
    """Return the favourites of every game with a cloth of bets."""
    folder = files("novamas.bots").joinpath("data/favourites")
    return {
        file.name.removesuffix(".toml"): msgspec.toml.decode(file.read_bytes(), type=Favourites)
        for file in folder.iterdir()
        if file.name.endswith(".toml")
    }


class Pause(Struct, frozen=True):
    """A pause in which players may bet, as a bot finds it."""

    view: View
    since: int  # the state since which the table has waited for the same
    has: Cents  # all that the bot could stake
    done: int = 0  # things that it has done since
    must: bool = False  # nobody else stakes: somebody must


class Bettor:
    """Somebody who bets with his habits, and keeps to his favourites."""

    def __init__(self, known: TableFacts, seat: int, seed: str, mind: str) -> None:
        self.known, self.seat, self.seed = known, seat, seed
        self.habit = HABITS[mind]
        self.likes = favourites()[known.table.game.slug]

    def bet(self, pause: Pause) -> Deed | None:
        """The next of the bets that he makes in this pause, or nothing more."""
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

    # ------------------------------------------------------------ on what

    def _main(self, on_offer: OnOffer, mine: set[str], pause: Pause) -> tuple[Offer, str] | None:
        """The bet that the game is played for: the one he always makes, or another that he likes."""
        kinds = [kind for kind in self._best(on_offer) if kind in on_offer]
        if not kinds or (not pause.must and any(map(self._is_main, mine))):
            return None
        own = seeded_choice(self.seed, "favourite")
        kind = own.choice(self._best(on_offer))
        if kind not in on_offer or (not self.habit.weighs and one_in_n(3, self.seed, pause.since, "another")):
            kind = seeded_choice(self.seed, pause.since, "main").choice(kinds)
        return self._place(on_offer[kind], own)

    def _is_main(self, bet: str) -> bool:
        """Is it one of those that the game is played for? A prisoner is not in play."""
        parts = parts_of(bet)
        return parts.kind in self.likes.bets and not parts.times

    def _best(self, on_offer: OnOffer) -> tuple[str, ...]:
        """What he likes; who weighs bets, those that cost least."""
        edges = edges_of(self.known) if self.habit.weighs else {}
        known = {kind: edges[kind] for kind in on_offer if kind in edges and not kind.startswith(TIED)}
        least = min(known.values(), default=None)
        return tuple(sorted(kind for kind, edge in known.items() if edge == least)) or self.likes.bets

    def _tied(self, on_offer: OnOffer, mine: set[str]) -> tuple[Offer, str] | None:
        """What may stand behind his bets."""
        for kind, choices in on_offer.items():
            if kind.startswith(TIED) and self.habit.ties:
                return next(((offer, bet) for bet, offer in choices.items() if bet not in mine), None)
        return None

    def _second(self, on_offer: OnOffer, now: tuple[object, ...]) -> tuple[Offer, str] | None:
        """Another of those that he likes; where everybody has one place, there is no other."""
        kinds = [kind for kind in self.likes.bets if kind in on_offer]
        if not kinds or len(self.likes.bets) == 1 or not one_in_n(self.habit.second, *now, "second"):
            return None
        rng = seeded_choice(*now, "which second")
        return self._place(on_offer[rng.choice(kinds)], rng)

    def _fancied(self, on_offer: OnOffer, now: tuple[object, ...]) -> tuple[Offer, str] | None:
        """Something beside the game."""
        kinds = sorted(kind for kind in on_offer if kind not in self.likes.bets and not kind.startswith(TIED))
        often = self.likes.fancied and self.habit.fancies / self.likes.fancied
        rng = seeded_choice(*now, "fancy")
        return self._place(on_offer[rng.choice(kinds)], rng) if kinds and rng.random() < often else None

    def _place(self, choices: Mapping[str, Offer], rng: Random) -> tuple[Offer, str]:
        """One's own box where there is one; else the number that one fancies."""
        own = next((bet for bet in choices if parts_of(bet).place == str(self.seat)), None)
        is_box = next(iter(choices)).partition(":")[0] in BOXES
        bet = own if is_box and own is not None else rng.choice(sorted(choices))  # however they are offered
        return choices[bet], bet

    # ------------------------------------------------------------ how much

    def _staked(self, offer: Offer, bet: str, pause: Pause) -> Deed | None:
        """Chips on a bet, as many as he usually lays or some more, and never much of what he has."""
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
    """What may be staked on now."""
    found: OnOffer = {}
    for offer in view.offers:
        if offer.act.verb() in STAKING and hasattr(offer.act, "bet"):
            dial = offer.dials.get("bet")
            for bet in dial.values if isinstance(dial, OneOf) else (offer.act.bet,):
                found.setdefault(parts_of(bet).kind, {})[bet] = offer
    return found


def least_or_more(dial: Range, cents: Cents) -> Cents:
    """A lawful amount of about so much, at least the least."""
    return dial.least + max(0, min(cents, dial.most) - dial.least) // dial.step * dial.step


@lru_cache(maxsize=256)
def edges_of(known: TableFacts) -> Mapping[str, Fraction]:
    """What each kind of bet costs at such tables, where that is soon counted."""
    known_bets = favourites().get(known.table.game.slug)  # none where players bet against each other
    if known_bets is None or not known_bets.weighed:
        return {}
    from novamas.odds.report import table_odds

    edges: dict[str, Fraction] = {}
    for bet, odds in table_odds(known.table).items():
        kind = parts_of(bet).kind
        edges[kind] = min(odds.edge, edges.get(kind, odds.edge))
    return edges

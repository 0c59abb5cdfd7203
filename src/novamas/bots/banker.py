"""Bots in games where a player is the banker: they bid, hold or pass the bank, or stake against it."""

from __future__ import annotations

from random import Random

from novamas.bots.bettor import Pause, least_or_more
from novamas.bots.circle import seeded_choice
from novamas.bots.knowledge import offered_by_verb, one_in_n
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, Range
from novamas.table.views import View

BOLDNESS = {"careless": 2, "steady": 4, "expert": 4}  # the bot puts at most one n-th of its chips into a bank
PLACES = ("come_back", "sit", "join_list")  # acts of a player without a seat
LOW = 20  # in minimum stakes: with fewer chips the bot buys more
BOUGHT = 100  # in minimum stakes


class Banker:
    """A bot in a game where the bank passes from player to player."""

    def __init__(self, seed: str, mind: str) -> None:
        self.seed, self.boldness = seed, BOLDNESS[mind]

    # ------------------------------------------------------------ unprompted acts

    def propose(self, pause: Pause) -> Deed | None:
        """Return an act that the bot does without being asked, or None.

        It first buys chips and takes a seat. Then it bids, takes the bank, or stakes against the bank.
        """
        view, now = pause.view, (self.seed, pause.since, pause.done)
        may = offered_by_verb(view)
        if "buy_chips" in may and pause.has < LOW * view.shows.minimum:
            return _amount(may["buy_chips"], BOUGHT * view.shows.minimum)
        for verb in PLACES:
            if verb in may:
                return may[verb].act
        if pause.done and not pause.must:
            return None
        rng = seeded_choice(*now, "banks")
        if "bid" in may:
            return self._bid(may["bid"], pause, rng)
        if "take_bank" in may:
            return self._taken(may["take_bank"], pause.has, rng) if pause.must or rng.random() < 0.5 else None
        if "banco" in may and view.shows.bank * self.boldness <= pause.has and one_in_n(6, *now, "banco"):
            return may["banco"].act
        return self._staked(view, may, pause, rng)

    def _bid(self, offer: Offer, pause: Pause, rng: Random) -> Deed | None:
        """Bid the minimum, if the bot can afford it."""
        dial = offer.dials["cents"]
        assert isinstance(dial, Range)
        if not pause.must and (dial.least * 2 > pause.has or rng.random() < 0.5):
            return None
        return offer.turned(cents=dial.least)

    def _taken(self, offer: Offer, has: int, rng: Random) -> Deed:
        return _amount(offer, has // self.boldness // rng.choice((1, 2, 4)))

    def _staked(self, view: View, may: dict[str, Offer], pause: Pause, rng: Random) -> Deed | None:
        """Stake part of the bot's chips on one side of the table, or now and then on both sides."""
        stakes = [offer for offer in view.offers if offer.act.verb() == "stake"]
        if not stakes or (not pause.must and one_in_n(6, self.seed, pause.since, "sits out")):
            return None
        both = may.get("stake_on_both")
        offer = both if both is not None and rng.random() < 0.2 else rng.choice(stakes)
        return _amount(offer, view.shows.minimum * rng.choice((1, 1, 2, 3, 5)))

    # ------------------------------------------------------------ answers to questions

    def answer(self, view: View, has: int) -> Deed | None:
        """Return whether the bot takes, keeps or shares the bank, or None if the table does not ask."""
        may, rng = offered_by_verb(view), seeded_choice(self.seed, view.number, "answers")
        if "take_bank" in may:
            offer = may["take_bank"]
            is_dear = offer.act.cents * 2 > has  # type: ignore[attr-defined]  # what goes into the bank
            declined = may.get("decline") or may.get("pass_bank")
            if declined is not None and (is_dear or rng.random() < 0.4):
                return declined.act
            return self._taken(offer, has, rng)
        for goes_on, stops in (("keep", "pass_bank"), ("continue", "leave_bank")):
            if goes_on in may and stops in may:
                return may[goes_on if rng.random() < 0.75 else stops].act
        if "accept" in may and "reject" in may:
            return may["accept" if view.phase == "associating" else "reject"].act
        return None


def _amount(offer: Offer, cents: int) -> Deed:
    """Return the act with an amount close to this one, within the lawful range."""
    dial = offer.dials.get("cents")
    return offer.turned(cents=least_or_more(dial, cents)) if isinstance(dial, Range) else offer.act

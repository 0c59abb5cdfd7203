"""The set-up of Lototrot: the figures of the law, and the organiser's choices with all their faults."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from typing import Literal

import msgspec

from novamas.law import FaultySetup, Frame, law, set_up
from novamas.law.default import ours
from novamas.money import Cents
from novamas.pools.payment_terms import Places, Term

SLUG = "lototrot"
NORM = "IB05"

Category = Literal["seven", "six", "five", "four"]
CATEGORIES: tuple[Category, ...] = ("seven", "six", "five", "four")  # from the highest
Form = Literal["sencilla", "multiple"]


class _Group(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group of figures from the law. Each of its text fields is a clause."""


class Races(_Group, frozen=True):
    """The law's figures on the races of a bet."""

    count: int
    counted: str
    numbered: str
    chosen: str
    listed: str


class TicketLaw(_Group, frozen=True):
    """The law's figures on the elements and the validity of a ticket."""

    elements: str
    outside: str
    accepted: str
    fixed: str
    paid: str


class Closing(_Group, frozen=True):
    """The law's figures on the end of selling."""

    clause: str


class Results(_Group, frozen=True):
    """The law's figures on results of races, and on draws for races without a result."""

    hours: int
    stewards: str
    final: str
    dead_heat: str
    passes_on: str
    drawn: str
    suspended: str
    certified: str
    announced: str


class CategoryLaw(_Group, frozen=True):
    """A category of prizes, with the number of hits that wins it."""

    cite: tuple[str, ...]
    hits: int


class Share(_Group, frozen=True):
    """A share of the prize money, and its clause."""

    share: Fraction
    clause: str


class Distribution(_Group, frozen=True):
    """The distribution of a day's prize money over the categories and the reserve fund."""

    clause: str
    seven: Share
    six: Share
    five: Share
    four: Share
    reserve: Share | None = None

    def of(self, category: Category) -> Share:
        """Return the share of a category."""
        found: Share = getattr(self, category)
        return found


class Sharing(_Group, frozen=True):
    """The law's figures on the computation of a day's prizes."""

    threshold_euros: int
    takings: str
    prize_money: str
    organiser: str
    falls: str
    carries: str
    to_reserve: str
    equal_shares: str
    halves: str
    downwards: str
    levels: str
    releases: str
    unclaimed: str


class PaymentLaw(_Group, frozen=True):
    """The law's figures on the payment of prizes."""

    cheque_above_euros: int
    after_result: str
    order: str
    after_day: str
    ticket: str
    marks: str
    deposit: str
    bearer: str
    signs: str
    control: str
    means: str


class Law(msgspec.Struct, frozen=True):
    """All figures of the law for Lototrot, group by group."""

    races: Races
    ticket: TicketLaw
    closing: Closing
    results: Results
    categories: dict[Category, CategoryLaw]
    below: Distribution  # if the accumulated sum does not exceed the threshold
    above: Distribution
    sharing: Sharing
    payment: PaymentLaw
    places: Places
    term: Term


@cache
def law_of(frame: Frame) -> Law:
    """Return the figures of Lototrot from a frame of law."""
    return Law(
        races=frame.group("races", Races),
        ticket=frame.group("ticket", TicketLaw),
        closing=frame.group("closing", Closing),
        results=frame.group("results", Results),
        categories=frame.group("categories", dict[Category, CategoryLaw]),
        below=frame.group("distributions.below", Distribution),
        above=frame.group("distributions.above", Distribution),
        sharing=frame.group("sharing", Sharing),
        payment=frame.group("payment", PaymentLaw),
        places=frame.group("places", Places),
        term=frame.group("term", Term),
    )


class Rules(msgspec.Struct, frozen=True):
    """The rules under which an organiser takes bets."""

    frame: Frame
    price: Cents  # price of a column
    prize_share: Fraction
    form: Form

    @property
    def law(self) -> Law:
        """The law's figures under which these rules were chosen."""
        return law_of(self.frame)


@law(
    "IB05.14.I.1.2", "IB05.14.II.2.1", "IB05.14.II.2.2", "IB05.14.III.2.1", "IB05.14.III.6.6-1.1",
    "IB05.14.III.6.6-2.1",
)  # fmt: skip
def rules_of(given: Mapping[str, object], frame: Frame | None = None) -> Rules:
    """Return the rules that an organiser chose. Raise `FaultySetup` with all their faults."""
    held = frame or ours().frame(NORM, SLUG)
    setup = set_up(held, given)
    if setup.faults:
        raise FaultySetup(setup.faults, SLUG)
    chosen = setup.chosen
    return Rules(held, chosen["price"], chosen["prize_share"], chosen["form"])

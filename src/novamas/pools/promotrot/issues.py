"""An issue of virtual tickets: its prizes, what it returns, and what each of its tickets holds.

Chance is a seed of 32 bytes, promised before the first ticket is sold (`kit.chance.commitment_to`) and told
when the issue has ended, so that anybody can work out every ticket again:

- pre-drawn: the prizes in the order of the plan, each as many times as it stands there, and then tickets
  without a prize, are shuffled once (`kit.chance.shuffled`) with the draws of the seed. The ticket with
  number n is the n-th of that order; tickets are sold in the order of their numbers;
- probabilistic: the draws of ticket n are those of the seed followed by the text of n (as where a player
  brings a seed), so that each play is drawn apart from every other. The first draw, out of the ways of the
  plan, says which prize it is: the first ways are those of the first prize, and so on; the rest are nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import chain, repeat

import msgspec

from novamas.equipment.chance import RevealedSource, UniformDraw, shuffled
from novamas.errors import NovamasError
from novamas.law import Frame, law
from novamas.money import Cents
from novamas.pools.promotrot.setup import Action, Kind, KindLaw, Law, Presentation, law_of

NOTHING = -1  # the place of no prize


@law("IB05.15.IIbis.6.6-2.1", "IB05.15.IIbis.6.6-5.1")
class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the prize table: in cash, or a thing with its equivalent in money at market price."""

    name: str
    times: int  # of the tickets of a pre-drawn issue, or of the ways of a probabilistic play
    cents: Cents
    thing: str = ""

    @property
    def is_in_kind(self) -> bool:
        """Is it a thing, and no money?"""
        return bool(self.thing)


class Issue(msgspec.Struct, frozen=True):
    """An issue of one concrete game, as its lawful plan has it."""

    frame: Frame
    code: str
    name: str
    kind: Kind
    tickets: int
    price: Cents
    prize_share: Fraction  # as it is announced
    ways: int
    presentation: Presentation
    action: Action
    prizes: tuple[Prize, ...]

    @property
    def law(self) -> Law:
        """What the law fixes."""
        return law_of(self.frame)

    @property
    def kind_law(self) -> KindLaw:
        """What the law says of games of its kind."""
        return self.law.kinds[self.kind]

    @property
    def subject(self) -> str:
        """What books call it."""
        return f"promotrot/{self.code}"

    @property
    def is_pre_drawn(self) -> bool:
        """Are the winning tickets determined beforehand?"""
        return self.kind == "presorteado"

    @property
    def total_takings(self) -> Cents:
        """What is played in all when every ticket is sold."""
        return self.tickets * self.price

    @property
    def returned(self) -> Fraction:
        """The exact part of what is played that the prizes are: of the whole issue, or mathematically."""
        return returned(self.prizes, self.ways, self.price)

    def prize_at(self, place: int) -> Prize | None:
        """The prize at a place of the table."""
        return None if place == NOTHING else self.prizes[place]


@law("IB05.15.IIbis.6.6-2.2", "IB05.15.II.2.3", "IB05.15.II.3.3")
def returned(prizes: tuple[Prize, ...], ways: int, price: Cents) -> Fraction:
    """The part of what is played that prizes are, those in kind at their market price."""
    return Fraction(sum(prize.times * prize.cents for prize in prizes), ways * price)


@law("IB05.15.II.2.4", "IB05.15.II.3.4")
def next_ticket(issue: Issue, sold: int) -> int:
    """The number of the next ticket, after so many were sold: there is none beyond the issue."""
    if sold >= issue.tickets:
        clause = issue.kind_law.tickets
        raise NovamasError("issue_sold_out", clause=clause, issue=issue.code, tickets=issue.tickets)
    return sold + 1


def place_of(issue: Issue, seed: str, number: int) -> int:
    """The place in the prize table of what a ticket holds, or nothing."""
    if not 1 <= number <= issue.tickets:
        raise NovamasError(
            "no_such_ticket", clause=issue.kind_law.tickets, number=number, tickets=issue.tickets
        )
    if issue.is_pre_drawn:
        return pre_drawn(issue, seed)[number - 1] - 1
    return drawn_apart(issue, seed, number)


def prize_of(issue: Issue, seed: str, number: int) -> Prize | None:
    """The prize that a ticket holds, if it holds one: fixed from the moment the seed was promised."""
    return issue.prize_at(place_of(issue, seed, number))


@law("IB05.15.II.2.1")
def pre_drawn(issue: Issue, seed: str) -> bytes:
    """The tickets of a pre-drawn issue in the order of their numbers: nought, or which prize from one."""
    return _shuffled(tuple(prize.times for prize in issue.prizes), issue.tickets, seed)


@lru_cache(maxsize=16)
def _shuffled(times: tuple[int, ...], tickets: int, seed: str) -> bytes:
    winning = chain.from_iterable(repeat(place, count) for place, count in enumerate(times, 1))
    losing = repeat(0, tickets - sum(times))
    return bytes(shuffled(chain(winning, losing), RevealedSource(seed)))


@law("IB05.15.II.3.1", "IB05.15.II.3.6")
def drawn_apart(issue: Issue, seed: str, number: int) -> int:
    """What a play of a probabilistic game comes to, drawn apart from every other by the declared chances."""
    way = RevealedSource(seed, str(number)).draw(UniformDraw(issue.ways))
    for place, prize in enumerate(issue.prizes):
        if way < prize.times:
            return place
        way -= prize.times
    return NOTHING


def tickets_of(issue: Issue, seed: str, sold: int) -> Iterator[Prize | None]:
    """What each of the tickets sold holds, from the first."""
    return (prize_of(issue, seed, number) for number in range(1, sold + 1))

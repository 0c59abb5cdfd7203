"""An issue of virtual tickets: its prizes, its return, and the prize of each ticket.

The results come from a seed of 32 bytes. A commitment to it is published before the first ticket is sold
(`novamas.equipment.chance.commitment_to`), and the seed is revealed when the issue has ended. Anyone can
then recompute every ticket:

- pre-drawn: the list has the prizes in the order of the plan, each as many times as the plan says, and
  then the tickets without a prize. It is shuffled once (`novamas.equipment.chance.shuffled`) with the draws
  of the seed. Ticket n is the n-th of that order. Tickets are sold in the order of their numbers;
- probabilistic: the draws of ticket n are those of the seed followed by the text of n (like a player's
  own seed), so each play is independent of the others. The first draw is one of the plan's `ways`. The
  first ways belong to the first prize, and so on. The rest have no prize.

After a restore of the books a nonce is mixed into the seed (`novamas.pools.mixing`). Tickets that were played
before keep their prizes. The prizes of the others are drawn from the new seed: in a pre-drawn issue, the
contents of all unplayed tickets are shuffled among them, in the order of their numbers.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import chain, repeat

import msgspec

from novamas.equipment.chance import RevealedSource, UniformDraw, shuffled
from novamas.errors import NovamasError
from novamas.law import Frame, law
from novamas.money import Cents
from novamas.pools.mixing import Mixed, mixed_seed
from novamas.pools.promotrot.setup import Action, Kind, KindLaw, Law, Presentation, law_of

NOTHING = -1  # in place of a prize's row


class Remixed(msgspec.Struct, frozen=True):
    """A nonce mixed into an issue's seed, and the tickets that were played before that."""

    mixed: Mixed
    played: frozenset[int]


@law("IB05.15.IIbis.6.6-2.1", "IB05.15.IIbis.6.6-5.1")
class Prize(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the prize table: cash, or an object with its market price."""

    name: str
    times: int  # tickets of a pre-drawn issue, or ways of a probabilistic play
    cents: Cents
    thing: str = ""

    @property
    def is_in_kind(self) -> bool:
        """Whether the prize is an object, not money."""
        return bool(self.thing)


class Issue(msgspec.Struct, frozen=True):
    """An issue of one particular game, made from a lawful plan."""

    frame: Frame
    code: str
    name: str
    kind: Kind
    tickets: int
    price: Cents
    prize_share: Fraction  # as announced
    ways: int
    presentation: Presentation
    action: Action
    prizes: tuple[Prize, ...]

    @property
    def law(self) -> Law:
        """The figures of the law under which the issue was planned."""
        return law_of(self.frame)

    @property
    def kind_law(self) -> KindLaw:
        """The figures of the law for games of this kind."""
        return self.law.kinds[self.kind]

    @property
    def subject(self) -> str:
        """The subject of this issue's entries in the books."""
        return f"promotrot/{self.code}"

    @property
    def is_pre_drawn(self) -> bool:
        """Whether the winning tickets are determined in advance."""
        return self.kind == "presorteado"

    @property
    def returned(self) -> Fraction:
        """The exact share of stakes that returns as prizes, an expected value in a probabilistic issue."""
        return returned(self.prizes, self.ways, self.price)

    def prize_at(self, place: int) -> Prize | None:
        """Return the prize in a row of the prize table. The first row is 0."""
        return None if place == NOTHING else self.prizes[place]


@law("IB05.15.IIbis.6.6-2.2", "IB05.15.II.2.3", "IB05.15.II.3.3")
def returned(prizes: tuple[Prize, ...], ways: int, price: Cents) -> Fraction:
    """Return the share of stakes that returns as prizes. Prizes in kind count at their market price."""
    return Fraction(sum(prize.times * prize.cents for prize in prizes), ways * price)


@law("IB05.15.II.2.4", "IB05.15.II.3.4")
def next_ticket(issue: Issue, sold: int) -> int:
    """Return the number of the next ticket. Raise if the issue is sold out."""
    if sold >= issue.tickets:
        clause = issue.kind_law.tickets
        raise NovamasError("issue_sold_out", clause=clause, issue=issue.code, tickets=issue.tickets)
    return sold + 1


def seed_for(seed: str, number: int, remixed: tuple[Remixed, ...]) -> str:
    """Return the seed from which a ticket is drawn, with every nonce mixed in before its play."""
    return mixed_seed(seed, (one.mixed for one in remixed if number not in one.played))


def place_of(issue: Issue, seed: str, number: int, remixed: tuple[Remixed, ...] = ()) -> int:
    """Return the row of a ticket's prize in the prize table, or `NOTHING` if the ticket wins no prize."""
    if not 1 <= number <= issue.tickets:
        raise NovamasError(
            "no_such_ticket", clause=issue.kind_law.tickets, number=number, tickets=issue.tickets
        )
    if issue.is_pre_drawn:
        return pre_drawn(issue, seed, remixed)[number - 1] - 1
    return drawn_apart(issue, seed_for(seed, number, remixed), number)


def prize_of(issue: Issue, seed: str, number: int, remixed: tuple[Remixed, ...] = ()) -> Prize | None:
    """Return the prize of a ticket, if any. It is fixed once the commitment to the seed is published."""
    return issue.prize_at(place_of(issue, seed, number, remixed))


@law("IB05.15.II.2.1")
def pre_drawn(issue: Issue, seed: str, remixed: tuple[Remixed, ...] = ()) -> bytes:
    """Return the prizes of a pre-drawn issue in ticket order: 0 for no prize, otherwise the row from 1."""
    return _shuffled(tuple(prize.times for prize in issue.prizes), issue.tickets, seed, remixed)


@lru_cache(maxsize=16)
def _shuffled(times: tuple[int, ...], tickets: int, seed: str, remixed: tuple[Remixed, ...]) -> bytes:
    if remixed:
        *before, last = remixed
        order = bytearray(_shuffled(times, tickets, seed, tuple(before)))
        left = [at for at in range(tickets) if at + 1 not in last.played]
        source = RevealedSource(mixed_seed(seed, (one.mixed for one in remixed)))
        for at, row in zip(left, shuffled([order[at] for at in left], source), strict=True):
            order[at] = row
        return bytes(order)
    winning = chain.from_iterable(repeat(place, count) for place, count in enumerate(times, 1))
    losing = repeat(0, tickets - sum(times))
    return bytes(shuffled(chain(winning, losing), RevealedSource(seed)))


@law("IB05.15.II.3.1", "IB05.15.II.3.6")
def drawn_apart(issue: Issue, seed: str, number: int) -> int:
    """Return the prize row of one probabilistic play. It is drawn with the declared chances."""
    way = RevealedSource(seed, str(number)).draw(UniformDraw(issue.ways))
    for place, prize in enumerate(issue.prizes):
        if way < prize.times:
            return place
        way -= prize.times
    return NOTHING

"""Report of an issue, read from the books, and verification of an ended issue against its commitment."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from novamas.equipment import chance
from novamas.errors import NovamasError, RecordMismatch
from novamas.law import law
from novamas.money import Cents
from novamas.pools.mixing import are_committed
from novamas.pools.promotrot.accounts import OFFICE
from novamas.pools.promotrot.entries import (
    Advance,
    End,
    Lapse,
    MixedIn,
    Payment,
    Play,
    Published,
    Ticket,
    end_key,
    issue_key,
)
from novamas.pools.promotrot.faces import face_of
from novamas.pools.promotrot.issues import Issue, Remixed, prize_of
from novamas.store import ReadTransaction


class Standing(msgspec.Struct, frozen=True):
    """The present figures of an issue. Amounts are in céntimos."""

    issue: str
    name: str
    commitment: str
    seed: str  # empty until it ends
    tickets: int
    sold: int
    played: int
    price: Cents
    won: Mapping[str, int]  # number of wins of each prize
    awarded: Cents
    paid: Cents
    in_things: Cents
    lapsed: Cents
    laid_out: Cents  # advances by the organiser, for early prizes

    @property
    def takings(self) -> Cents:
        """The total of the stakes."""
        return self.sold * self.price

    @property
    def owed(self) -> Cents:
        """The total of the prizes that were won and are neither paid nor lapsed."""
        return self.awarded - self.paid - self.in_things - self.lapsed

    @property
    @law("IB05.15.IIbis.5.5-1.2", "IB05.15.IIbis.6.6-7.1")
    def organiser(self) -> Cents:
        """The organiser's result: takings minus prizes, plus lapsed prizes. A loss is negative."""
        return self.takings - self.awarded + self.lapsed

    @property
    @law("IB05.15.IIbis.6.6-7.1")
    def returned(self) -> Fraction | None:
        """The share of the stakes that was won as prizes, claimed or not."""
        return Fraction(self.awarded, self.takings) if self.sold else None


def standing(books: ReadTransaction, code: str) -> Standing:
    """Return the present figures of an issue, computed from its entries."""
    entry = books.entry_of(OFFICE, issue_key(code))
    if entry is None:
        raise NovamasError("no_issue", issue=code)
    plan, subject = entry.read(Published), f"promotrot/{code}"
    end = books.entry_of(OFFICE, end_key(code))
    plays = [made.read(Play) for made in books.entries(subject=subject, kind="play")]
    prizes = [play.prize for play in plays if play.prize]
    payments = [made.read(Payment) for made in books.entries(subject=subject, kind="payment")]
    return Standing(
        issue=code,
        name=plan.name,
        commitment=plan.commitment,
        seed=end.read(End).seed if end else "",
        tickets=plan.tickets,
        sold=sum(1 for _ in books.entries(subject=subject, kind="ticket")),
        played=len(plays),
        price=plan.price,
        won=Counter(prize.name for prize in prizes),
        awarded=sum(prize.cents for prize in prizes),
        paid=sum(one.cents for one in payments if one.takes == "money"),
        in_things=sum(one.cents for one in payments if one.takes == "thing"),
        lapsed=sum(made.read(Lapse).cents for made in books.entries(subject=subject, kind="lapse")),
        laid_out=sum(made.read(Advance).cents for made in books.entries(subject=subject, kind="advance")),
    )


# ---------------------------------------------------------------- verification


class Checked(msgspec.Struct, frozen=True):
    """The result of a successful verification: every ticket of an ended issue agrees with its seed."""

    issue: str
    tickets: int
    won: int
    awarded: Cents


def check_ended(books: ReadTransaction, code: str) -> Checked:
    """Verify every sold ticket of an ended issue against its seed. Raise at the first that differs."""
    entry, end = books.entry_of(OFFICE, issue_key(code)), books.entry_of(OFFICE, end_key(code))
    if entry is None:
        raise NovamasError("no_issue", issue=code)
    if end is None:
        raise NovamasError("seed_not_told", issue=code)
    plan, ended, subject = entry.read(Published), end.read(End), f"promotrot/{code}"
    sold = [made.read(Ticket).number for made in books.entries(subject=subject, kind="ticket")]
    if sorted(sold) != list(range(1, ended.sold + 1)):
        raise RecordMismatch("tickets_not_in_order", issue=code, sold=ended.sold)
    plays = (made.read(Play) for made in books.entries(subject=subject, kind="play"))
    remixed = remixes_of(books, code)
    return check_tickets(plan.issue(), plan.commitment, ended.seed, ended.sold, plays, remixed)


def remixes_of(books: ReadTransaction, code: str) -> tuple[Remixed, ...]:
    """Return the nonces that restores have mixed into an issue's seed, in order."""
    subject = f"promotrot/{code}"
    bodies = [made.read(MixedIn) for made in books.entries(subject=subject, kind="mixed", book=OFFICE)]
    if not bodies:
        return ()
    plays = [
        (made.book, made.number, made.read(Play).number)
        for made in books.entries(subject=subject, kind="play")
    ]
    return tuple(
        Remixed(body.mixed, frozenset(played for book, at, played in plays if _was_there(body, book, at)))
        for body in bodies
    )


def _was_there(body: MixedIn, book: str, number: int) -> bool:
    """Return whether an entry was already in the books when a nonce was mixed in."""
    head = body.heads.get(book)
    return head is not None and number <= head.number


@law("IB05.15.II.2.1", "IB05.15.II.3.1")
def check_tickets(
    issue: Issue,
    commitment: str,
    seed: str,
    sold: int,
    plays: Iterable[Play],
    remixed: tuple[Remixed, ...] = (),
) -> Checked:
    """Recompute every ticket from the plan, the commitment and the seed, without trusting the books.

    Raise at the first ticket that differs.
    """
    if not chance.verify(commitment, seed) or not are_committed(seed, tuple(one.mixed for one in remixed)):
        raise RecordMismatch("issue_seed_not_promised", issue=issue.code)
    seen: set[int] = set()
    won = awarded = 0
    for play in plays:
        prize = prize_of(issue, seed, play.number, remixed)
        face = face_of(issue, seed, play.number, remixed)
        if play.number in seen or play.prize != prize or play.face != face:
            raise RecordMismatch("ticket_departs", issue=issue.code, number=play.number)
        seen.add(play.number)
        won, awarded = won + (prize is not None), awarded + (prize.cents if prize else 0)
    if len(seen) != sold:
        raise RecordMismatch("tickets_not_in_order", issue=issue.code, sold=sold)
    return Checked(issue.code, sold, won, awarded)

"""How an issue stands, in figures out of the books; and whether an ended one is what was promised."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction

import msgspec

from novamas.equipment import chance
from novamas.errors import NovamasError, RecordMismatch
from novamas.law import law
from novamas.money import Cents
from novamas.pools.promotrot.accounts import OFFICE
from novamas.pools.promotrot.entries import (
    Advance,
    End,
    Lapse,
    Payment,
    Play,
    Published,
    Ticket,
    end_key,
    issue_key,
)
from novamas.pools.promotrot.faces import face_of
from novamas.pools.promotrot.issues import Issue, prize_of
from novamas.store import ReadTransaction


class Standing(msgspec.Struct, frozen=True):
    """How an issue stands now; amounts in céntimos."""

    issue: str
    name: str
    commitment: str
    seed: str  # once it has ended
    tickets: int
    sold: int
    played: int
    price: Cents
    won: Mapping[str, int]  # how often each prize
    awarded: Cents
    paid: Cents
    in_things: Cents
    lapsed: Cents
    laid_out: Cents  # by the organiser, for prizes that came early

    @property
    def takings(self) -> Cents:
        """What was played."""
        return self.sold * self.price

    @property
    def owed(self) -> Cents:
        """What was won and can still be claimed, or was not given up yet."""
        return self.awarded - self.paid - self.in_things - self.lapsed

    @property
    @law("IB05.15.IIbis.5.5-1.2", "IB05.15.IIbis.6.6-7.1")
    def organiser(self) -> Cents:
        """What is the organiser's: the rest of what was played, and prizes nobody claimed; or his loss."""
        return self.takings - self.awarded + self.lapsed

    @property
    @law("IB05.15.IIbis.6.6-7.1")
    def returned(self) -> Fraction | None:
        """The part of what was played that was awarded, whether it was claimed or not."""
        return Fraction(self.awarded, self.takings) if self.sold else None


def standing(books: ReadTransaction, code: str) -> Standing:
    """How an issue stands, by its entries."""
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


# ---------------------------------------------------------------- was it what was promised?


class Checked(msgspec.Struct, frozen=True):
    """What was found of an issue that has ended: every ticket is what the seed says."""

    issue: str
    tickets: int
    won: int
    awarded: Cents


def check_ended(books: ReadTransaction, code: str) -> Checked:
    """Check every ticket sold of an issue that has ended against its seed, or tell the first that departs."""
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
    return check_tickets(plan.issue(), plan.commitment, ended.seed, ended.sold, plays)


@law("IB05.15.II.2.1", "IB05.15.II.3.1")
def check_tickets(issue: Issue, commitment: str, seed: str, sold: int, plays: Iterable[Play]) -> Checked:
    """Work every ticket out again: whoever has the plan, the promise and the seed needs nobody's word."""
    if not chance.verify(commitment, seed):
        raise RecordMismatch("issue_seed_not_promised", issue=issue.code)
    seen: set[int] = set()
    won = awarded = 0
    for play in plays:
        prize = prize_of(issue, seed, play.number)
        if play.number in seen or play.prize != prize or play.face != face_of(issue, seed, play.number):
            raise RecordMismatch("ticket_departs", issue=issue.code, number=play.number)
        seen.add(play.number)
        won, awarded = won + (prize is not None), awarded + (prize.cents if prize else 0)
    if len(seen) != sold:
        raise RecordMismatch("tickets_not_in_order", issue=issue.code, sold=sold)
    return Checked(issue.code, sold, won, awarded)

"""JSON of a person's Promotrot terminal in the person's language: plans, tickets and vouchers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from novamas.hall.pools.issues import Own, OwnIssue, OwnTicket, plan_of, plans
from novamas.money import Cents
from novamas.pools.promotrot.analysis import stock_of
from novamas.pools.promotrot.faces import CELLS, RUNNERS, marks_of
from novamas.pools.promotrot.issues import Issue
from novamas.pools.promotrot.setup import Action, Kind, Presentation
from novamas.pools.promotrot.vouchers import Takes, last_day
from novamas.words import Voice

TICKETS_SHOWN = 8


class MarkPayload(msgspec.Struct, frozen=True):
    """A mark that a cell may cover."""

    mark: str
    called: str


class PrizeInPlan(msgspec.Struct, frozen=True):
    """A row of the prize table: the winning combination, and its probability at the first ticket."""

    name: str
    times: int
    cents: Cents
    thing: str
    mark: str  # empty in a race, where the row of the table says it
    chance: str


class VoucherPaid(msgspec.Struct, frozen=True):
    """The payment of a voucher, with the means of payment and the clause."""

    takes: Takes
    clause: str


class OwnVoucherPayload(msgspec.Struct, frozen=True):
    """A voucher with its prize, its deadline and place of payment, and its payment."""

    code: str
    issue: str
    ticket: int
    prize: str
    cents: Cents
    thing: str
    on: date
    last_day: date
    issued: str  # the clauses: on what is printed on it,
    paid_where: str  # and on where such an amount is paid
    term: str
    paid: VoucherPaid | None


class OwnTicketPayload(msgspec.Struct, frozen=True):
    """A ticket, with its marks once it is played."""

    code: str
    number: int
    is_played: bool
    act: int
    cells: tuple[str, ...]
    comes_in: int
    voucher: OwnVoucherPayload | None


class OwnIssuePayload(msgspec.Struct, frozen=True):
    """An issue as the terminal offers it. An issue without a code is not yet published."""

    plan: str
    code: str
    name: str
    kind: Kind
    presentation: Presentation
    action: Action
    tickets: int
    ways: int
    price: Cents
    returned: str
    hit: str
    acts: int  # cells, or horses, that the player picks from
    prizes: tuple[PrizeInPlan, ...]
    marks: tuple[MarkPayload, ...]
    sold: int
    awarded: Cents
    commitment: str
    seed: str | None
    bought: tuple[OwnTicketPayload, ...]  # the last ones, the newest first
    clauses: Mapping[str, str]


class TerminalPayload(msgspec.Struct, frozen=True):
    """The terminal with the balance, the issues and the unpaid vouchers."""

    purse: Cents
    issues: tuple[OwnIssuePayload, ...]
    vouchers: tuple[OwnVoucherPayload, ...]


def terminal_payload(own: Own, purse: Cents, voice: Voice) -> TerminalPayload:
    """Return a person's terminal in the form in which a page shows it."""
    issues = tuple(_issue(plan, _newest(plan, own), voice) for plan in plans())
    return TerminalPayload(purse, issues, tuple(_unpaid(own)))


def _newest(plan: str, own: Own) -> OwnIssue | None:
    """Return the newest issue of a plan."""
    return next((own[code] for code in reversed([*own]) if plan_of(code) == plan), None)


def _unpaid(own: Own) -> Iterator[OwnVoucherPayload]:
    for now in own.values():
        for one in now.tickets:
            if one.payment is None and (found := _voucher(now, one)) is not None:
                yield found


def _issue(plan: str, now: OwnIssue | None, voice: Voice) -> OwnIssuePayload:
    issue = plans()[plan] if now is None else now.issue
    tickets = now.tickets if now else ()
    return OwnIssuePayload(
        plan=plan,
        code=issue.code if now else "",
        name=issue.name,
        kind=issue.kind,
        presentation=issue.presentation,
        action=issue.action,
        tickets=issue.tickets,
        ways=issue.ways,
        price=issue.price,
        returned=str(issue.returned),
        hit=str(stock_of(issue).play().hit),
        acts=RUNNERS if issue.action == "carrera" else CELLS,
        prizes=tuple(_prizes(issue)),
        marks=tuple(MarkPayload(mark, voice.text(f"marks.{mark}")) for mark in marks_of(issue)),
        sold=len(tickets),
        awarded=sum(one.voucher.cents for one in tickets if one.voucher),
        commitment=now.commitment if now else "",
        seed=now.end.seed if now and now.end and not now.remixed else None,  # alone it would prove nothing
        bought=tuple(_ticket(now, one) for one in reversed(tickets[-TICKETS_SHOWN:])) if now else (),
        clauses=_clauses(issue),
    )


def _clauses(issue: Issue) -> dict[str, str]:
    """Return the clause behind each item on the page."""
    held, kind = issue.law, issue.kind_law
    return {
        "kind": kind.cite[0],
        "share": held.prize.share,
        "tickets": kind.tickets,
        "price": kind.price,
        "prizes": kind.prizes,
        "buy": held.selling.ticket,
        "act": held.playing.act,
        "issued": held.voucher.issued,
        "exchanged": held.in_kind.exchanged,
        "money": held.in_kind.money,
        "rest": held.organiser.rest,
    }


def _prizes(issue: Issue) -> Iterator[PrizeInPlan]:
    stock, marks = stock_of(issue), marks_of(issue)
    for at, prize in enumerate(issue.prizes):
        chance = f"{prize.times}/{stock.total}"
        mark = marks[at] if issue.action == "descubrir" else ""
        yield PrizeInPlan(prize.name, prize.times, prize.cents, prize.thing, mark, chance)


def _ticket(now: OwnIssue, one: OwnTicket) -> OwnTicketPayload:
    played = one.play
    return OwnTicketPayload(
        code=one.code,
        number=one.number,
        is_played=played is not None,
        act=played.act if played else 0,
        cells=played.face.cells if played else (),
        comes_in=played.face.comes_in if played else 0,
        voucher=_voucher(now, one),
    )


def _voucher(now: OwnIssue, one: OwnTicket) -> OwnVoucherPayload | None:
    found, held = one.voucher, now.issue.law
    if found is None:
        return None
    return OwnVoucherPayload(
        code=one.voucher_code,
        issue=found.issue,
        ticket=found.ticket,
        prize=found.prize,
        cents=found.cents,
        thing=found.thing,
        on=found.on,
        last_day=last_day(found, held),
        issued=held.voucher.issued,
        paid_where=held.places.clause_for(found.cents),
        term=held.term.within,
        paid=VoucherPaid(one.payment.takes, one.payment.clause) if one.payment else None,
    )

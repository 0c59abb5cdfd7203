"""Promotrot over HTTP, for terminals and the central office."""

from __future__ import annotations

from asyncio import to_thread
from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import JSONBody

from novamas.pools.promotrot.entries import End, FoundVoucher, Lapse, PaidVoucher, PlayedTicket, SoldTicket
from novamas.pools.promotrot.issues import Issue
from novamas.pools.promotrot.joint import JointVoucher
from novamas.pools.promotrot.plans import read_plan
from novamas.pools.promotrot.reports import Checked, Standing, check_ended, standing
from novamas.protocol.pools import IssuePayload, PlayRequest, TicketRequest, VoucherRequest
from novamas.protocol.requests import Line, RequestBody
from novamas.server.error_responses import REFUSED
from novamas.server.pools.auth import Served
from novamas.server.requests import Key, Part


class JointRequest(RequestBody, frozen=True):
    """The codes of several vouchers that one new voucher is to replace."""

    vouchers: Annotated[tuple[Line, ...], msgspec.Meta(min_length=2, max_length=100)]


class IssueRequest(RequestBody, frozen=True):
    """An issue to publish, described by the organiser's plan in TOML."""

    plan: str


class IssuePublished(msgspec.Struct, frozen=True):
    """A published issue with the commitment to its seed."""

    issue: str
    commitment: str


def issue_payload(issue: Issue) -> IssuePayload:
    """Return an issue in the form in which terminals offer it."""
    return IssuePayload(**{name: getattr(issue, name) for name in IssuePayload.__struct_fields__})


class PromotrotTerminals(Controller):
    """Routes for terminals, which sell and play tickets and check and pay vouchers."""

    path = "/"
    tags = ("promotrot",)

    @get("/issues/{issue:str}", responses=REFUSED, sync_to_thread=True)
    def show_issue(self, pools: Served, issue: Part) -> IssuePayload:
        """Return an issue with its price, its prizes, and how it is played."""
        with pools.store.reading() as books:
            return issue_payload(pools.promotrot.office.issue(books, issue))

    @post("/outlets/{outlet:str}/sales", responses=REFUSED, may="sell")
    async def sell(self, pools: Served, outlet: Part, data: JSONBody[TicketRequest], key: Key) -> SoldTicket:
        """Sell the next ticket of an issue. A repeated key returns the same ticket."""
        act = pools.promotrot.selling(outlet, data.issue, data.paid, key)
        return await pools.counter.run_async(act)

    @post("/outlets/{outlet:str}/plays", responses=REFUSED, may="sell")
    async def play(self, pools: Served, outlet: Part, data: JSONBody[PlayRequest]) -> PlayedTicket:
        """Play a ticket at the outlet where it was sold. Idempotent."""
        act = await to_thread(pools.promotrot.playing, outlet, data.ticket, data.act)
        return await pools.counter.run_async(act)

    @get("/vouchers/{code:str}", responses=REFUSED, sync_to_thread=True)
    def show_voucher(self, pools: Served, code: Part) -> FoundVoucher:
        """Return a voucher, so that the outlet can check it before payment."""
        return pools.promotrot.voucher(code)

    @post("/outlets/{outlet:str}/joint-vouchers", responses=REFUSED, may="sell")
    async def join(self, pools: Served, outlet: Part, data: JSONBody[JointRequest], key: Key) -> JointVoucher:
        """Issue one voucher for several prizes of a terminal. A repeated key returns the same voucher."""
        act = pools.promotrot.joining(outlet, data.vouchers, key)
        return await pools.counter.run_async(act)

    @post("/outlets/{outlet:str}/payments", responses=REFUSED, may="pay")
    async def pay(self, pools: Served, outlet: Part, data: JSONBody[VoucherRequest], key: Key) -> PaidVoucher:
        """Pay a voucher to its bearer. The central office may exchange it for the prize in kind."""
        act = pools.promotrot.paying(outlet, data.voucher, key, takes=data.takes)
        return await pools.counter.run_async(act)


class PromotrotOffice(Controller):
    """Routes for the central office, which runs the issues."""

    path = "/"
    tags = ("promotrot office",)

    @post("/issues", responses=REFUSED, sync_to_thread=True)
    def publish(self, pools: Served, data: JSONBody[IssueRequest]) -> IssuePublished:
        """Publish an issue with a commitment to its seed."""
        issue = read_plan(data.plan)
        return IssuePublished(issue.code, pools.promotrot.office.publish(issue))

    @get("/issues/{issue:str}/report", responses=REFUSED, sync_to_thread=True)
    def report(self, pools: Served, issue: Part) -> Standing:
        """Return the report of an issue."""
        with pools.store.reading() as books:
            return standing(books, issue)

    @post("/issues/{issue:str}/lapse", responses=REFUSED, sync_to_thread=True)
    def lapse(self, pools: Served, issue: Part) -> Lapse:
        """Credit the organiser with the vouchers that were not claimed in time."""
        return pools.promotrot.office.lapse(issue)

    @post("/issues/{issue:str}/end", responses=REFUSED, sync_to_thread=True)
    def end(self, pools: Served, issue: Part) -> End:
        """End an issue and reveal its seed."""
        return pools.promotrot.office.end(issue)

    @get("/issues/{issue:str}/check", responses=REFUSED, sync_to_thread=True)
    def check(self, pools: Served, issue: Part) -> Checked:
        """Recompute every ticket of an ended issue from the issue's seed."""
        with pools.store.reading() as books:
            return check_ended(books, issue)

"""Promotrot for chips of play: somebody's own issues, out of some lawful plans.

Each plan can be issued to him again and again, one issue after the other: `herradura-1`, `herradura-2`. He
buys the next ticket, plays it, and is paid its voucher; when an issue ends, its seed is told and every
ticket of it is worked out again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib.resources import files

import msgspec
from msgspec.structs import replace

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError, quoted
from novamas.hall.pools.books import OUTLET, book_of, bought, from_outside, moved, to_outside, won
from novamas.pools.codes import code_of
from novamas.pools.payment_terms import PaidAt, local_day
from novamas.pools.promotrot.entries import (
    End,
    Payment,
    Play,
    Published,
    Ticket,
    end_key,
    issue_key,
    play_key,
    published,
)
from novamas.pools.promotrot.faces import check_act, face_of
from novamas.pools.promotrot.issues import Issue, next_ticket, prize_of
from novamas.pools.promotrot.plans import read_plan
from novamas.pools.promotrot.reports import check_tickets
from novamas.pools.promotrot.setup import SLUG, frame_now, law_of
from novamas.pools.promotrot.vouchers import Takes, Voucher, clause_of_payment, voucher_of
from novamas.store import Entry, ReadTransaction, Store, WriteTransaction

PLANS = ("herradura", "gran_trote", "letras_de_trote", "cielo_de_signos")  # in which order they are offered

for _kind in (Published, Ticket, Play, Payment, End):
    msgspec.json.Decoder(_kind)  # now, in one thread: see `novamas.pools.lototrot.days`


@cache
def plans() -> Mapping[str, Issue]:
    """The plans of which issues are published for chips of play, by their codes."""
    folder = files("novamas.hall").joinpath("data/plans")
    read = (read_plan(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in PLANS)
    return {plan.code: plan for plan in read}


class OwnTicket(msgspec.Struct, frozen=True):
    """A ticket, what was uncovered on it, and the voucher of what it won."""

    entry: int  # of the book
    code: str
    number: int  # of the issue
    play: Play | None = None
    voucher: Voucher | None = None
    voucher_code: str = ""
    payment: Payment | None = None


class OwnIssue(msgspec.Struct, frozen=True):
    """An issue of somebody's own, as it stands."""

    issue: Issue
    commitment: str
    tickets: tuple[OwnTicket, ...]  # in the order of their sale
    end: End | None


Own = Mapping[str, OwnIssue]  # somebody's issues by their codes, the newest last


def issues_of(books: ReadTransaction, person: str) -> Own:
    """Somebody's issues as his book has them."""
    published_: dict[str, Published] = {}
    issues: dict[str, Issue] = {}
    tickets: dict[int, OwnTicket] = {}  # by their entries
    vouchers: dict[str, int] = {}  # the entries of their tickets
    of_issue: dict[str, list[int]] = {}
    ends: dict[str, End] = {}
    for entry in books.entries(book=book_of(SLUG, person)):
        match entry.kind:
            case "issue":
                body = entry.read(Published)
                published_[body.code], issues[body.code], of_issue[body.code] = body, body.issue(), []
            case "ticket":
                ticket = entry.read(Ticket)
                tickets[entry.number] = OwnTicket(entry.number, _code(entry), ticket.number)
                of_issue[ticket.issue].append(entry.number)
            case "play":
                play = entry.read(Play)
                tickets[play.ticket] = _played(tickets[play.ticket], issues[play.issue], entry)
                vouchers[tickets[play.ticket].voucher_code] = play.ticket
            case "payment":
                payment = entry.read(Payment)
                at = vouchers[payment.voucher]
                tickets[at] = replace(tickets[at], payment=payment)
            case "end":
                end = entry.read(End)
                ends[end.issue] = end
    return {
        code: OwnIssue(issue, published_[code].commitment, _all(of_issue[code], tickets), ends.get(code))
        for code, issue in issues.items()
    }


def _all(entries: Iterable[int], tickets: Mapping[int, OwnTicket]) -> tuple[OwnTicket, ...]:
    return tuple(tickets[entry] for entry in entries)


def _code(entry: Entry) -> str:
    return str(code_of(OUTLET, entry.number, entry.hash))


def _played(ticket: OwnTicket, issue: Issue, entry: Entry) -> OwnTicket:
    """A ticket that was played, with the voucher of what it won."""
    play = entry.read(Play)
    if play.prize is None:
        return replace(ticket, play=play)
    voucher = voucher_of(issue, play.number, play.prize, local_day(entry.at), OUTLET, play.establishment)
    return replace(ticket, play=play, voucher=voucher, voucher_code=_code(entry))


class Terminal:
    """The terminal at which everybody plays issues of his own; each act is durable, or refused."""

    def __init__(self, store: Store, chance: Callable[[], CommittedSource] = CommittedSource) -> None:
        self.store = store
        self._chance = chance

    def issues(self, person: str) -> Own:
        """Somebody's issues by their codes."""
        with self.store.reading() as books:
            return issues_of(books, person)

    def publish(self, person: str, plan: str) -> None:
        """Publish the next issue of a plan and promise its seed, unless one of that plan goes on."""
        if plan not in plans():
            clause = law_of(frame_now()).selling.ticket
            raise NovamasError("issue_unknown", clause=clause, given=quoted(plan))
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            own = [one for one in _alone(books, person).values() if plan_of(one.issue.code) == plan]
            if own and own[-1].end is None:
                return
            issue, chance = replace(plans()[plan], code=f"{plan}-{len(own) + 1}"), self._chance()
            body = published(issue, chance.commitment)
            books.append(book, "issue", body, key=issue_key(issue.code))
            books.hide(f"{book}/{issue.code}", chance.kept().encode())

        self.store.write(act)

    def sell(self, person: str, issue: str, key: str) -> None:
        """Buy the next ticket of an issue; asked again under the same key, it is the same ticket."""
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            own = _alone(books, person)
            if books.entry_of(book, f"sale/{key}") is not None:
                return
            now = _going_on(own, issue)
            ticket = Ticket(issue, next_ticket(now.issue, len(now.tickets)), now.issue.price)
            paid = bought(books, person, _takings(book, issue), ticket.price)
            books.append(book, "ticket", ticket, key=f"sale/{key}", transfers=paid)

        self.store.write(act)

    def play(self, person: str, ticket: str, act: int) -> None:
        """Play a ticket: the first thing that is done on it uncovers what it holds; asked again, the same."""

        def uncover(books: WriteTransaction) -> None:
            now, one = _ticket(_alone(books, person), ticket)
            check_act(now.issue, act)
            if one.play is None:
                _uncover(books, person, now.issue, one, act)

        self.store.write(uncover)

    def pay(self, person: str, voucher: str, place: PaidAt, takes: Takes) -> None:
        """Pay a voucher, or exchange it for the thing; once."""
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            now, one, prize = _voucher(_alone(books, person), voucher)
            if one.payment is not None:
                return
            clause = clause_of_payment(prize, now.issue.law, place, local_day(books.now()), takes)
            payment = Payment(prize.issue, one.voucher_code, prize.cents, takes, clause)
            account = _prizes(book, prize.issue)
            given = won(account, person, prize.cents)
            if takes == "thing":
                given = moved(to_outside(account, prize.cents))
            books.append(book, "payment", payment, key=f"pay/{one.voucher_code}", transfers=given)

        self.store.write(act)

    def end(self, person: str, issue: str) -> None:
        """End an issue: tickets left unplayed are uncovered, the seed is told, and all of it is checked."""
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            own = _alone(books, person)
            if issue in own and own[issue].end is not None:
                return
            for one in _going_on(own, issue).tickets:
                if one.play is None:
                    _uncover(books, person, own[issue].issue, one, 0)
            now, seed = issues_of(books, person)[issue], _seed(books, book, issue)
            plays = [one.play for one in now.tickets if one.play is not None]
            check_tickets(now.issue, now.commitment, seed, len(now.tickets), plays)
            takings = _takings(book, issue)
            left = moved(to_outside(takings, books.balance(takings)))
            books.append(
                book, "end", End(issue, len(now.tickets), seed, {}), key=end_key(issue), transfers=left
            )
            books.forget_hidden(f"{book}/{issue}")

        self.store.write(act)


def plan_of(issue: str) -> str:
    """The plan of which an issue is."""
    return issue.rpartition("-")[0]


def _alone(books: WriteTransaction, person: str) -> Own:
    """Somebody's issues, which nobody else touches meanwhile."""
    books.state(book_of(SLUG, person), alone=True)
    return issues_of(books, person)


def _takings(book: str, issue: str) -> str:
    """The account of what was played and nobody has won yet."""
    return f"{book}/{issue}/takings"


def _prizes(book: str, issue: str) -> str:
    """The account of prizes that were won and not paid yet."""
    return f"{book}/{issue}/prizes"


def _uncover(books: WriteTransaction, person: str, issue: Issue, one: OwnTicket, act: int) -> None:
    """Enter what a ticket holds; where a prize comes before its money, the organiser lays that out."""
    book = book_of(SLUG, person)
    seed, takings = _seed(books, book, issue.code), _takings(book, issue.code)
    prize, face = prize_of(issue, seed, one.number), face_of(issue, seed, one.number)
    cents = prize.cents if prize else 0
    short = max(cents - books.balance(takings), 0)
    play = Play(issue.code, one.entry, one.number, act, face, OUTLET if prize else "", prize)
    owed = moved(from_outside(takings, short), (takings, _prizes(book, issue.code), cents))
    books.append(book, "play", play, key=play_key(one.entry), transfers=owed)


def _seed(books: ReadTransaction, book: str, issue: str) -> str:
    """The seed of an issue that goes on."""
    found = books.hidden(f"{book}/{issue}")
    assert found is not None, "an issue that goes on has a seed"
    return found.decode()


def _ticket(own: Own, code: str) -> tuple[OwnIssue, OwnTicket]:
    """The ticket with this code, and its issue."""
    for now in own.values():
        for one in now.tickets:
            if one.code == code.strip().upper():
                return now, one
    raise NovamasError("ticket_unknown", clause=law_of(frame_now()).selling.ticket, given=quoted(code))


def _voucher(own: Own, code: str) -> tuple[OwnIssue, OwnTicket, Voucher]:
    """The voucher with this code, its ticket and its issue."""
    for now in own.values():
        for one in now.tickets:
            if one.voucher is not None and one.voucher_code == code.strip().upper():
                return now, one, one.voucher
    raise NovamasError("voucher_unknown", clause=law_of(frame_now()).voucher.checked, given=quoted(code))


def _going_on(own: Own, issue: str) -> OwnIssue:
    """An issue that has not ended."""
    held = law_of(frame_now()).selling
    if issue not in own:
        raise NovamasError("issue_unknown", clause=held.ticket, given=quoted(issue))
    if own[issue].end is not None:
        raise NovamasError("issue_ended", clause=held.ticket, issue=issue)
    return own[issue]

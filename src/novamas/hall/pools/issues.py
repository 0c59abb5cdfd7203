"""Promotrot for practice chips: each person has private issues of a few prepared plans.

A plan can be issued again and again, one issue after the other: `herradura-1`, `herradura-2`. The
person buys the next ticket, plays it, and redeems its voucher. When an issue ends, its seed is
revealed and every ticket is recomputed from it.
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
from novamas.pools.mixing import mix
from novamas.pools.payment_terms import PaidAt, local_day
from novamas.pools.promotrot.entries import (
    End,
    MixedIn,
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
from novamas.pools.promotrot.issues import Issue, Remixed, next_ticket, prize_of
from novamas.pools.promotrot.plans import read_plan
from novamas.pools.promotrot.reports import check_tickets
from novamas.pools.promotrot.setup import SLUG, frame_now, law_of
from novamas.pools.promotrot.vouchers import Takes, Voucher, clause_of_payment, voucher_of
from novamas.store import Entry, ReadTransaction, Store, WriteTransaction
from novamas.store.epochs import epoch_of

PLANS = (
    "herradura",
    "gran_trote",
    "letras_de_trote",
    "cielo_de_signos",
)  # in the order offered

for _kind in (Published, MixedIn, Ticket, Play, Payment, End):
    msgspec.json.Decoder(_kind)  # not lazily: see `novamas.pools.lototrot.days`


@cache
def plans() -> Mapping[str, Issue]:
    """Return the plans that are issued for practice chips, by their codes."""
    folder = files("novamas.hall").joinpath("data/plans")
    read = (read_plan(folder.joinpath(f"{name}.toml").read_text("utf-8")) for name in PLANS)
    return {plan.code: plan for plan in read}


class OwnTicket(msgspec.Struct, frozen=True):
    """A ticket, its uncovered marks, and the voucher for its prize."""

    entry: int  # name of the book
    code: str
    number: int  # of the issue
    play: Play | None = None
    voucher: Voucher | None = None
    voucher_code: str = ""
    payment: Payment | None = None


class OwnIssue(msgspec.Struct, frozen=True):
    """The state of one of a person's private issues."""

    issue: Issue
    commitment: str
    tickets: tuple[OwnTicket, ...]  # in order of sale
    end: End | None
    epoch: int = 0  # of chance, in which its seed was drawn or a nonce was mixed in last
    remixed: tuple[Remixed, ...] = ()  # after restores


Own = Mapping[str, OwnIssue]  # a person's issues by code, the newest last


def issues_of(books: ReadTransaction, person: str) -> Own:
    """Return a person's issues, as read from the book."""
    published_: dict[str, Published] = {}
    issues: dict[str, Issue] = {}
    tickets: dict[int, OwnTicket] = {}  # by entry
    vouchers: dict[str, int] = {}  # entries of their tickets
    of_issue: dict[str, list[int]] = {}
    ends: dict[str, End] = {}
    remixes: dict[str, tuple[Remixed, ...]] = {}
    for entry in books.entries(book=book_of(SLUG, person)):
        match entry.kind:
            case "issue":
                body = entry.read(Published)
                published_[body.code], issues[body.code], of_issue[body.code] = body, body.issue(), []
            case "mixed":
                body_mixed = entry.read(MixedIn)
                of = body_mixed.issue
                played = frozenset(tickets[at].number for at in of_issue[of] if tickets[at].play is not None)
                remixes[of] = (*remixes.get(of, ()), Remixed(body_mixed.mixed, played))
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
        code: OwnIssue(
            issue,
            published_[code].commitment,
            _all(of_issue[code], tickets),
            ends.get(code),
            remixes[code][-1].mixed.epoch if code in remixes else published_[code].epoch,
            remixes.get(code, ()),
        )
        for code, issue in issues.items()
    }


def _all(entries: Iterable[int], tickets: Mapping[int, OwnTicket]) -> tuple[OwnTicket, ...]:
    return tuple(tickets[entry] for entry in entries)


def _code(entry: Entry) -> str:
    return str(code_of(OUTLET, entry.number, entry.hash))


def _played(ticket: OwnTicket, issue: Issue, entry: Entry) -> OwnTicket:
    """Return a played ticket with the voucher for its prize."""
    play = entry.read(Play)
    if play.prize is None:
        return replace(ticket, play=play)
    voucher = voucher_of(issue, play.number, play.prize, local_day(entry.at), OUTLET, play.establishment)
    return replace(ticket, play=play, voucher=voucher, voucher_code=_code(entry))


class Terminal:
    """The terminal at which persons play private issues. Each act is durable when its method returns."""

    def __init__(self, store: Store, chance: Callable[[], CommittedSource] = CommittedSource) -> None:
        self.store = store
        self._chance = chance

    def issues(self, person: str) -> Own:
        """Return a person's issues, by code."""
        self._mix_after_restore(person)
        with self.store.reading() as books:
            return issues_of(books, person)

    def _mix_after_restore(self, person: str) -> None:
        """Mix a nonce into each open issue's seed that is older than a restore, and publish the nonces."""
        with self.store.reading() as books:
            epoch = epoch_of(books)
            if not epoch or not _stale(issues_of(books, person), epoch):
                return
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            for code, now in _stale(_alone(books, person), epoch).items():
                mixed = mix(_seed(books, book, code), tuple(one.mixed for one in now.remixed), epoch)
                books.append(book, "mixed", MixedIn(code, mixed, {}))

        self.store.write(act)

    def publish(self, person: str, plan: str) -> None:
        """Publish the next issue of a plan with a commitment to its seed, unless one is already open."""
        if plan not in plans():
            clause = law_of(frame_now()).selling.ticket
            raise NovamasError("issue_unknown", clause=clause, given=quoted(plan))
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            own = [one for one in _alone(books, person).values() if plan_of(one.issue.code) == plan]
            if own and own[-1].end is None:
                return
            issue, chance = replace(plans()[plan], code=f"{plan}-{len(own) + 1}"), self._chance()
            body = published(issue, chance.commitment, epoch_of(books))
            books.append(book, "issue", body, key=issue_key(issue.code))
            books.put_encrypted(f"{book}/{issue.code}", chance.kept().encode())

        self.store.write(act)

    def sell(self, person: str, issue: str, key: str) -> None:
        """Buy the next ticket of an issue. Idempotent: a repeated key returns the same ticket."""
        self._mix_after_restore(person)
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
        """Play a ticket. The first play uncovers its marks, and later plays change nothing."""
        self._mix_after_restore(person)

        def uncover(books: WriteTransaction) -> None:
            now, one = _ticket(_alone(books, person), ticket)
            check_act(now.issue, act)
            if one.play is None:
                _uncover(books, person, now, one, act)

        self.store.write(uncover)

    def pay(self, person: str, voucher: str, place: PaidAt, takes: Takes) -> None:
        """Pay a voucher, or exchange it for the prize in kind. Each voucher is paid only once."""
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
        """End an issue: uncover all unplayed tickets, reveal the seed, and check all tickets."""
        self._mix_after_restore(person)
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            own = _alone(books, person)
            if issue in own and own[issue].end is not None:
                return
            for one in _going_on(own, issue).tickets:
                if one.play is None:
                    _uncover(books, person, own[issue], one, 0)
            now, seed = issues_of(books, person)[issue], _seed(books, book, issue)
            plays = [one.play for one in now.tickets if one.play is not None]
            check_tickets(now.issue, now.commitment, seed, len(now.tickets), plays, now.remixed)
            takings = _takings(book, issue)
            left = moved(to_outside(takings, books.balance(takings)))
            books.append(
                book, "end", End(issue, len(now.tickets), seed, {}), key=end_key(issue), transfers=left
            )
            books.forget_hidden(f"{book}/{issue}")

        self.store.write(act)


def plan_of(issue: str) -> str:
    """Return the plan to which an issue belongs."""
    return issue.rpartition("-")[0]


def _alone(books: WriteTransaction, person: str) -> Own:
    """Return a person's issues, and lock them until the transaction is committed."""
    books.state(book_of(SLUG, person), alone=True)
    return issues_of(books, person)


def _takings(book: str, issue: str) -> str:
    """Return the account for stakes that have not been won."""
    return f"{book}/{issue}/takings"


def _prizes(book: str, issue: str) -> str:
    """Return the account for prizes that are won and not yet paid."""
    return f"{book}/{issue}/prizes"


def _stale(own: Own, epoch: int) -> Own:
    """Return the open issues whose seed is older than the last restore."""
    return {code: now for code, now in own.items() if now.end is None and now.epoch < epoch}


def _uncover(books: WriteTransaction, person: str, now: OwnIssue, one: OwnTicket, act: int) -> None:
    """Enter the prize of a ticket. If the takings do not cover it, the organiser advances the rest."""
    book, issue = book_of(SLUG, person), now.issue
    seed, takings = _seed(books, book, issue.code), _takings(book, issue.code)
    prize = prize_of(issue, seed, one.number, now.remixed)
    face = face_of(issue, seed, one.number, now.remixed)
    cents = prize.cents if prize else 0
    short = max(cents - books.balance(takings), 0)
    play = Play(issue.code, one.entry, one.number, act, face, OUTLET if prize else "", prize)
    owed = moved(from_outside(takings, short), (takings, _prizes(book, issue.code), cents))
    books.append(book, "play", play, key=play_key(one.entry), transfers=owed)


def _seed(books: ReadTransaction, book: str, issue: str) -> str:
    """Return the secret seed of an open issue."""
    found = books.hidden(f"{book}/{issue}")
    assert found is not None, "an issue that goes on has a seed"
    return found.decode()


def _ticket(own: Own, code: str) -> tuple[OwnIssue, OwnTicket]:
    """Return the ticket with this code, and the issue to which it belongs."""
    for now in own.values():
        for one in now.tickets:
            if one.code == code.strip().upper():
                return now, one
    raise NovamasError("ticket_unknown", clause=law_of(frame_now()).selling.ticket, given=quoted(code))


def _voucher(own: Own, code: str) -> tuple[OwnIssue, OwnTicket, Voucher]:
    """Return the voucher with this code, with its ticket and its issue."""
    for now in own.values():
        for one in now.tickets:
            if one.voucher is not None and one.voucher_code == code.strip().upper():
                return now, one, one.voucher
    raise NovamasError("voucher_unknown", clause=law_of(frame_now()).voucher.checked, given=quoted(code))


def _going_on(own: Own, issue: str) -> OwnIssue:
    """Return the open issue with this code. Raise an error if it has ended."""
    held = law_of(frame_now()).selling
    if issue not in own:
        raise NovamasError("issue_unknown", clause=held.ticket, given=quoted(issue))
    if own[issue].end is not None:
        raise NovamasError("issue_ended", clause=held.ticket, issue=issue)
    return own[issue]

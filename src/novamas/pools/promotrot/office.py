"""The central system of Promotrot: issues, terminals and vouchers on a store that loses nothing.

Each method is one act, durable when it answers. Those that a terminal asks for have a name in `-ing` beside
them, which gives the act itself, for a `Counter` that serves all who wait together. A terminal that did not
hear the answer asks again under the same key, and gets the same.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import Final

from novamas.errors import NovamasError, shown
from novamas.kit.chance import Live
from novamas.kit.money import Cents
from novamas.law import law
from novamas.pools.codes import OUTLET, Code, book_of, code_of, read_code
from novamas.pools.promotrot import accounts
from novamas.pools.promotrot.accounts import OFFICE
from novamas.pools.promotrot.entries import (
    Advance,
    End,
    Lapse,
    Outlet,
    PaidVoucher,
    Payment,
    Play,
    PlayedTicket,
    Published,
    SoldTicket,
    Ticket,
    published,
)
from novamas.pools.promotrot.faces import check_act, face_of
from novamas.pools.promotrot.issues import Issue, pre_drawn, prize_of
from novamas.pools.promotrot.setup import Law, frame_now, law_of
from novamas.pools.promotrot.vouchers import Takes, Voucher, clause_of_payment, last_day, voucher_of
from novamas.pools.terms import PaidAt, local_day
from novamas.store import Act, Entry, NotEntered, Reading, Store, Writing

CENTRAL: Final = "office"  # where vouchers of any amount are paid, in place of the name of an outlet
OPEN, ENDED = "open", "ended"  # an issue
AUTHORISED, REVOKED = "authorised", "revoked"  # an outlet


class Office:
    """The organiser's central system; any number of them may work on one store."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._issues: dict[str, Issue] = {}  # published ones, which never change

    @property
    def _law(self) -> Law:
        return law_of(frame_now())

    # ------------------------------------------------------------ outlets and issues

    def authorise(self, outlet: str, establishment: str) -> None:
        """Let an establishment sell and pay; asked again, it is identified anew."""
        if not OUTLET.fullmatch(outlet) or outlet == CENTRAL or not establishment.strip():
            clause = self._law.selling.ticket
            raise NovamasError("outlet_unfit", clause=clause, given=shown(outlet))
        self._set_outlet(outlet, AUTHORISED, establishment)

    def revoke(self, outlet: str) -> None:
        """Withdraw the authorisation of an outlet: it neither sells nor pays any more."""
        with self._store.reading() as books:
            establishment = self._establishment(books, outlet)
        self._set_outlet(outlet, REVOKED, establishment)

    def _set_outlet(self, outlet: str, state: str, establishment: str) -> None:
        def act(books: Writing) -> None:
            subject, now = _outlet(outlet), f"{state} {establishment}"
            if books.state(subject, alone=True) != now:
                body = Outlet(outlet, establishment)
                books.append(OFFICE, f"outlet_{state}", body, subject=subject)
                books.set_state(subject, now)

        self._store.write(act)

    def publish(self, issue: Issue, *, seed: str | None = None) -> str:
        """Publish an issue, and promise its seed: the commitment, which the outlets display.

        The seed comes from the operating system, unless whoever tries things out brings one.
        """
        chance = Live(seed)
        body = published(issue, chance.commitment)

        def act(books: Writing) -> str:
            if books.state(issue.subject, alone=True) is not None:
                return self._published_before(books, issue)
            books.append(OFFICE, "issue", body, subject=issue.subject, key=_issue_key(issue.code))
            books.keep_secret(issue.subject, bytes.fromhex(chance.kept()))
            books.set_state(issue.subject, f"{OPEN} 0")
            return chance.commitment

        return self._store.write(act)

    def _published_before(self, books: Reading, issue: Issue) -> str:
        before = self._publication(books, issue.code)
        if published(issue, before.commitment) != before:
            raise NovamasError("issue_published", clause=self._law.selling.ticket, issue=issue.code)
        return before.commitment

    def issue(self, books: Reading, code: str) -> Issue:
        """A published issue."""
        if code not in self._issues:
            self._issues[code] = self._publication(books, code).issue()
        return self._issues[code]

    def _publication(self, books: Reading, code: str) -> Published:
        entry = books.entry_of(OFFICE, _issue_key(code))
        if entry is None:
            raise NovamasError("issue_unknown", clause=self._law.selling.ticket, given=shown(code))
        return entry.read(Published)

    # ------------------------------------------------------------ selling

    def sell(self, outlet: str, issue: str, paid: Cents, key: str) -> SoldTicket:
        """Sell the next ticket of an issue at a terminal, against its price."""
        return self._store.write(self.selling(outlet, issue, paid, key))

    @law("IB05.15.IIbis.2.1", "IB05.15.IIbis.3.1", "IB05.15.IIbis.6.6-1.1")
    def selling(self, outlet: str, issue: str, paid: Cents, key: str) -> Act[SoldTicket]:
        """The act of selling a ticket: no number twice, none beyond the issue, none without its price."""

        def act(books: Writing) -> SoldTicket:
            if (made := books.entry_of(book_of(outlet), f"sale/{key}")) is not None:
                return self._sold_before(made, issue, paid)
            self._check_outlet(books, outlet)
            found = self.issue(books, issue)
            _check_price(found, paid)
            number = self._next(books, found)
            entry = books.append(
                book_of(outlet),
                "ticket",
                Ticket(issue, number, paid),
                subject=found.subject,
                key=f"sale/{key}",
                transfers=accounts.sold(issue, paid),
            )
            books.set_state(found.subject, f"{OPEN} {number}")
            return _sold(entry)

        return act

    @law("IB05.15.II.2.4", "IB05.15.II.3.4")
    def _next(self, books: Writing, issue: Issue) -> int:
        """The number of the next ticket; whoever asks for it has the issue alone."""
        sold = self._still_open(books, issue)
        if sold >= issue.tickets:
            clause = issue.kind_law.tickets
            raise NovamasError("issue_sold_out", clause=clause, issue=issue.code, tickets=issue.tickets)
        return sold + 1

    def _still_open(self, books: Writing, issue: Issue) -> int:
        """How many tickets were sold of an issue that has not ended."""
        state, sold = _standing(books.state(issue.subject, alone=True))
        if state == ENDED:
            raise NovamasError("issue_ended", clause=issue.law.selling.ticket, issue=issue.code)
        return sold

    def _sold_before(self, made: Entry, issue: str, paid: Cents) -> SoldTicket:
        """The ticket that was sold under this key, if it is the one that is asked for."""
        ticket = made.read(Ticket)
        if (ticket.issue, ticket.price) != (issue, paid):
            raise NotEntered("key_reused", book=made.book, number=made.number, key=str(made.key))
        return _sold(made)

    def _check_outlet(self, books: Reading, outlet: str) -> None:
        """Refuse an outlet that is not authorised: it neither sells nor pays."""
        if not (books.state(_outlet(outlet)) or "").startswith(f"{AUTHORISED} "):
            raise NovamasError("outlet_unknown", clause=self._law.selling.ticket, given=shown(outlet))

    def _establishment(self, books: Reading, outlet: str) -> str:
        """How an outlet is identified."""
        found = books.state(_outlet(outlet))
        if found is None:
            raise NovamasError("outlet_unknown", clause=self._law.selling.ticket, given=shown(outlet))
        return found.partition(" ")[2]

    # ------------------------------------------------------------ playing

    def play(self, outlet: str, ticket: str, act: int) -> PlayedTicket:
        """Play a ticket: the first thing the player does on it, and what it shows; asked again, the same."""
        return self._store.write(self.playing(outlet, ticket, act))

    @law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3", "IB05.15.IIbis.6.6-3.1")
    def playing(self, outlet: str, ticket: str, act: int) -> Act[PlayedTicket]:
        """The act of playing a ticket on the terminal where it was bought.

        What was bought never changes: it is looked at before anybody has to wait for this act.
        """
        with self._store.reading() as books:
            bought = self._bought(books, outlet, ticket)
            issue = self.issue(books, bought.read(Ticket).issue)
            check_act(issue, act)
            _deal(books, issue)

        def play(books: Writing) -> PlayedTicket:
            made = books.entry_of(bought.book, _play_key(bought.number))
            if made is None:
                self._still_open(books, issue)
                made = self._uncover(books, issue, bought, act, _seed(books, issue))
            return self._played(books, made)

        return play

    def _bought(self, books: Reading, outlet: str, ticket: str) -> Entry:
        """The ticket with this code, which was bought at this outlet."""
        clause = self._law.selling.ticket
        code = read_code(ticket, clause=clause)
        bought = _entry_of(books, code, "ticket")
        if bought is None:
            raise NovamasError("ticket_unknown", clause=clause, given=shown(ticket))
        if code.outlet != outlet:
            raise NovamasError("ticket_of_another_outlet", clause=clause, outlet=code.outlet)
        return bought

    def _uncover(self, books: Writing, issue: Issue, bought: Entry, act: int, seed: str) -> Entry:
        """Enter what a ticket holds, and owe its prize."""
        number = bought.read(Ticket).number
        prize = prize_of(issue, seed, number)
        where = self._establishment(books, _outlet_of(bought)) if prize else ""
        body = Play(issue.code, bought.number, number, act, face_of(issue, seed, number), where, prize)
        if prize is not None:
            self._lay_out(books, issue, prize.cents)
        return books.append(
            bought.book,
            "play",
            body,
            subject=issue.subject,
            key=_play_key(bought.number),
            transfers=accounts.won(issue.code, prize.cents) if prize else (),
        )

    def _lay_out(self, books: Writing, issue: Issue, cents: Cents) -> None:
        """The organiser lays out what is wanting for a prize that comes before its money."""
        short = cents - books.balance(accounts.takings(issue.code))
        if short > 0:
            moved = accounts.laid_out(issue.code, short)
            body = Advance(issue.code, short)
            books.append(OFFICE, "advance", body, subject=issue.subject, transfers=moved)

    def _played(self, books: Reading, made: Entry) -> PlayedTicket:
        body = made.read(Play)
        bought = books.entry(made.book, body.ticket)
        assert bought is not None, "what was played was bought"
        ticket = _code(bought)
        if body.prize is None:
            return PlayedTicket(ticket, body.number, body.face)
        voucher = self._voucher(books, made)
        last = last_day(voucher, self.issue(books, body.issue).law)
        return PlayedTicket(ticket, body.number, body.face, voucher, _code(made), last)

    def _voucher(self, books: Reading, made: Entry) -> Voucher:
        """The voucher of a play that won; its day is that on which it was printed."""
        body = made.read(Play)
        assert body.prize is not None, "only a prize has a voucher"
        issue, on, outlet = self.issue(books, body.issue), local_day(made.at), _outlet_of(made)
        return voucher_of(issue, body.number, body.prize, on, outlet, body.establishment)

    # ------------------------------------------------------------ paying

    def pay(self, place: str, voucher: str, key: str, *, takes: Takes = "money") -> PaidVoucher:
        """Pay a voucher at an outlet or at the central office (`CENTRAL`), or exchange it there."""
        return self._store.write(self.paying(place, voucher, key, takes=takes))

    @law("IB05.15.IIbis.6.6-4.1", "IB05.15.IIbis.6.6-5.1", "IB05.15.IIbis.6.6-6.1")
    def paying(self, place: str, voucher: str, key: str, *, takes: Takes = "money") -> Act[PaidVoucher]:
        """The act of paying a voucher to whoever bears it, once it was checked; never twice, wherever."""
        book = OFFICE if place == CENTRAL else book_of(place)

        def act(books: Writing) -> PaidVoucher:
            if place != CENTRAL:
                self._check_outlet(books, place)
            code = read_code(voucher, clause=self._law.voucher.checked)
            if (made := books.entry_of(book, f"pay/{key}")) is not None:
                return self._paid_before(made, str(code), takes)
            return self._pay(books, code, f"pay/{key}", book, takes)

        return act

    def _pay(self, books: Writing, code: Code, key: str, book: str, takes: Takes) -> PaidVoucher:
        """Pay a voucher out of this book, if nobody paid it yet."""
        won = _entry_of(books, code, "play")
        if won is None or won.read(Play).prize is None:
            clause = self._law.voucher.checked
            raise NovamasError("voucher_unknown", clause=clause, given=str(code))
        voucher = self._voucher(books, won)
        issue = self.issue(books, voucher.issue)
        subject = _voucher_subject(code)
        if (paid := books.state(subject, alone=True)) is not None:
            clause = issue.law.voucher.checked
            raise NovamasError("voucher_paid", clause=clause, given=str(code), where=paid)
        self._check_not_lapsed(books, issue, voucher)
        place: PaidAt = "office" if book == OFFICE else "outlet"
        clause = clause_of_payment(voucher, issue.law, place, local_day(books.now()), takes)
        move = accounts.paid if takes == "money" else accounts.exchanged
        entry = books.append(
            book,
            "payment",
            Payment(issue.code, str(code), voucher.cents, takes, clause),
            subject=issue.subject,
            key=key,
            transfers=move(issue.code, voucher.cents),
        )
        books.set_state(subject, book)
        return _paid(entry)

    def _check_not_lapsed(self, books: Writing, issue: Issue, voucher: Voucher) -> None:
        """Refuse what went to the organiser by another clock than this one."""
        through = books.state(_lapsed(issue.code))
        if through is not None and voucher.on <= date.fromisoformat(through):
            term = issue.law.term
            last = term.last_day(voucher.on)
            raise NovamasError("claim_lapsed", clause=term.after, last=last, days=term.days)

    def _paid_before(self, made: Entry, voucher: str, takes: Takes) -> PaidVoucher:
        body = made.read(Payment)
        if (body.voucher, body.takes) != (voucher, takes):
            raise NotEntered("key_reused", book=made.book, number=made.number, key=str(made.key))
        return _paid(made)

    # ------------------------------------------------------------ when time has passed

    @law("IB05.15.IIbis.6.6-6.1", "IB05.15.IIbis.6.6-7.1")
    def lapse(self, issue: str) -> Lapse:
        """Give the organiser what nobody claimed in time, of all vouchers whose last day has passed."""

        def act(books: Writing) -> Lapse:
            found = self.issue(books, issue)
            before = books.state(_lapsed(issue), alone=True)
            since = date.fromisoformat(before) if before else date.min
            through = local_day(books.now()) - timedelta(days=found.law.term.days + 1)
            left = [cents for on, cents in _unpaid(books, found) if since < on <= through]
            body = Lapse(issue, max(through, since), len(left), sum(left))
            if left:
                moved = accounts.unclaimed(issue, body.cents)
                books.append(OFFICE, "lapse", body, subject=found.subject, transfers=moved)
                books.set_state(_lapsed(issue), body.through.isoformat())
            return body

        return self._store.write(act)

    @law("IB05.15.II.2.1", "IB05.15.IIbis.5.5-1.2")
    def end(self, issue: str) -> End:
        """End an issue: tickets left unplayed are uncovered, the organiser has the rest, the seed is told."""

        with self._store.reading() as before:
            found = self.issue(before, issue)
            _deal(before, found)

        def act(books: Writing) -> End:
            if (made := books.entry_of(OFFICE, _end_key(issue))) is not None:
                return made.read(End)
            sold, seed = self._still_open(books, found), _seed(books, found)
            for bought in list(_unplayed(books, found)):
                self._uncover(books, found, bought, 0, seed)
            left = accounts.rest(issue, books.balance(accounts.takings(issue)))
            body = End(issue, sold, seed, books.heads(book_of("")))
            books.append(OFFICE, "end", body, subject=found.subject, key=_end_key(issue), transfers=left)
            books.set_state(found.subject, f"{ENDED} {sold}")
            books.forget_secret(found.subject)
            return body

        return self._store.write(act)


@law("IB05.15.IIbis.2.1")
def _check_price(issue: Issue, paid: Cents) -> None:
    """A ticket is bought at the price that was set, for no less and no more."""
    if paid != issue.price:
        clause = issue.law.selling.ticket
        raise NovamasError("not_its_price", clause=clause, cents=paid, price=issue.price)


def _entry_of(books: Reading, code: Code, kind: str) -> Entry | None:
    """The entry of this kind for which a code was made."""
    entry = books.entry(code.book, code.number)
    return entry if entry and entry.kind == kind and code.is_of(entry.hash) else None


def _unplayed(books: Reading, issue: Issue) -> Iterator[Entry]:
    """The tickets of an issue that nobody has played."""
    played = {
        (made.book, made.read(Play).ticket) for made in books.entries(subject=issue.subject, kind="play")
    }
    for bought in books.entries(subject=issue.subject, kind="ticket"):
        if (bought.book, bought.number) not in played:
            yield bought


def _unpaid(books: Reading, issue: Issue) -> Iterator[tuple[date, Cents]]:
    """The vouchers of an issue that were not paid: of which day, and how much."""
    payments = books.entries(subject=issue.subject, kind="payment")
    paid = {made.read(Payment).voucher for made in payments}
    for made in books.entries(subject=issue.subject, kind="play"):
        prize = made.read(Play).prize
        if prize is not None and _code(made) not in paid:
            yield local_day(made.at), prize.cents


def _outlet_of(entry: Entry) -> str:
    """In whose book it stands."""
    return entry.book.removeprefix(book_of(""))


def _code(entry: Entry) -> str:
    """The code of a ticket or voucher."""
    return str(code_of(_outlet_of(entry), entry.number, entry.hash))


def _sold(entry: Entry) -> SoldTicket:
    ticket = entry.read(Ticket)
    return SoldTicket(_code(entry), ticket.issue, ticket.number, ticket.price, entry.at)


def _paid(entry: Entry) -> PaidVoucher:
    body = entry.read(Payment)
    document = str(code_of("oficina", entry.number, entry.hash)) if body.takes == "thing" else ""
    return PaidVoucher(body.voucher, body.cents, body.takes, body.clause, entry.at, document)


def _deal(books: Reading, issue: Issue) -> None:
    """Shuffle a large issue before it is wanted, so that nobody waits for it with the books in his hands."""
    if issue.is_pre_drawn and (seed := books.secret(issue.subject)) is not None:
        pre_drawn(issue, seed.hex())


def _seed(books: Reading, issue: Issue) -> str:
    """The seed of an issue that is open; only the central system knows it."""
    found = books.secret(issue.subject)
    assert found is not None, "an open issue has a seed"
    return found.hex()


def _standing(state: str | None) -> tuple[str, int]:
    """Whether an issue is open, and how many of its tickets were sold."""
    assert state is not None, "a published issue has a state"
    name, _, sold = state.partition(" ")
    return name, int(sold)


def _issue_key(code: str) -> str:
    return f"issue/{code}"


def _play_key(ticket: int) -> str:
    return f"play/{ticket}"


def _end_key(issue: str) -> str:
    return f"end/{issue}"


def _outlet(name: str) -> str:
    return f"promotrot/outlet/{name}"


def _lapsed(issue: str) -> str:
    return f"promotrot/{issue}/lapsed"


def _voucher_subject(code: Code) -> str:
    return f"promotrot/voucher/{code}"

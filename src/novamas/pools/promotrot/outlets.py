"""The terminals of Promotrot: they sell and play tickets, and check, pay and exchange vouchers.

After a lost reply a terminal retries with the same key and gets the same result. `selling`, `playing` and
`paying` return the updates themselves, for a `GroupCommit` of the store.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta

from msgspec.structs import replace

from novamas.errors import NovamasError, quoted
from novamas.law import law
from novamas.money import Cents
from novamas.pools.codes import Code, book_of, code_of, code_text, key_reused, outlet_of, read_code
from novamas.pools.payment_terms import CENTRAL, PaidAt, local_day
from novamas.pools.promotrot import accounts
from novamas.pools.promotrot.accounts import OFFICE
from novamas.pools.promotrot.entries import (
    FoundVoucher,
    PaidVoucher,
    Payment,
    Play,
    PlayedTicket,
    SoldTicket,
    Ticket,
    lapsed_subject,
    play_key,
    voucher_subject,
)
from novamas.pools.promotrot.faces import check_act
from novamas.pools.promotrot.issues import Issue, next_ticket
from novamas.pools.promotrot.joint import (
    Joint,
    JointVoucher,
    check_codes,
    check_together,
    joined_subject,
    joint_voucher,
)
from novamas.pools.promotrot.office import OPEN, Office, deal, seed_of
from novamas.pools.promotrot.vouchers import Takes, Voucher, clause_of_payment, last_day, voucher_of
from novamas.store import Entry, ReadTransaction, Update, WriteTransaction


class Outlets:
    """The terminals of Promotrot, and the counter of the central office."""

    def __init__(self, office: Office) -> None:
        self.office = office

    # ------------------------------------------------------------ selling

    def sell(self, outlet: str, issue: str, paid: Cents, key: str) -> SoldTicket:
        """Sell the next ticket of an issue at a terminal, for its exact price."""
        return self.office.store.write(self.selling(outlet, issue, paid, key))

    @law("IB05.15.IIbis.2.1", "IB05.15.IIbis.3.1", "IB05.15.IIbis.6.6-1.1")
    def selling(self, outlet: str, issue: str, paid: Cents, key: str) -> Update[SoldTicket]:
        """Return the update that sells a ticket for its exact price.

        It sells no number twice, and no more tickets than the issue has.
        """

        def act(books: WriteTransaction) -> SoldTicket:
            if (made := books.entry_of(book_of(outlet), f"sale/{key}")) is not None:
                return _sold_before(made, issue, paid)
            self.office.check_outlet(books, outlet)
            found = self.office.issue(books, issue)
            _check_price(found, paid)
            number = next_ticket(found, self.office.sold(books, found))
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

    # ------------------------------------------------------------ playing

    def play(self, outlet: str, ticket: str, act: int) -> PlayedTicket:
        """Play a ticket with the player's first act and return its face.

        A repeated call returns the same face.
        """
        return self.office.store.write(self.playing(outlet, ticket, act))

    @law("IB05.15.IIbis.2.2", "IB05.15.IIbis.2.3", "IB05.15.IIbis.6.6-3.1")
    def playing(self, outlet: str, ticket: str, act: int) -> Update[PlayedTicket]:
        """Return the update that plays a ticket on the terminal where it was bought.

        A ticket and its issue never change, so they are read before the transaction.
        """
        with self.office.store.reading() as before:
            bought = self._bought(before, outlet, ticket)
            issue = self.office.issue(before, bought.read(Ticket).issue)
            check_act(issue, act)
            deal(before, issue, self.office.remixes(before, issue))

        def play(books: WriteTransaction) -> PlayedTicket:
            books.state(issue.subject, alone=True)  # lock: no other request plays it now, or ends the issue
            made = books.entry_of(bought.book, play_key(bought.number))
            if made is None:
                made = self.office.uncover(books, issue, bought, act, seed_of(books, issue))
            return _played(issue, bought, made)

        return play

    def _bought(self, books: ReadTransaction, outlet: str, ticket: str) -> Entry:
        """Return the ticket with this code. Raise if this outlet did not sell it."""
        clause = self.office.held.selling.ticket
        code = read_code(ticket, clause=clause)
        bought = _entry_of(books, code, "ticket")
        if bought is None:
            raise NovamasError("ticket_unknown", clause=clause, given=quoted(ticket))
        if code.outlet != outlet:
            raise NovamasError("ticket_of_another_outlet", clause=clause, outlet=code.outlet)
        return bought

    # ------------------------------------------------------------ vouchers

    @law("IB05.15.IIbis.6.6-4.1")
    def voucher(self, code: str) -> FoundVoucher:
        """Return a voucher with its last day and whether it was paid, so that a terminal can check it."""
        with self.office.store.reading() as books:
            read = read_code(code, clause=self.office.held.voucher.checked)
            if (joint := _entry_of(books, read, "joint")) is not None:
                return self._found_joint(books, joint)
            voucher, issue = self._won(books, read)
            paid = books.state(voucher_subject(read)) or ""
            return FoundVoucher(str(read), voucher, last_day(voucher, issue.law), paid)

    def _won(self, books: ReadTransaction, code: Code) -> tuple[Voucher, Issue]:
        """Return the voucher with this code, and the issue to which it belongs."""
        made = _entry_of(books, code, "play")
        if made is None or made.read(Play).prize is None:
            clause = self.office.held.voucher.checked
            raise NovamasError("voucher_unknown", clause=clause, given=str(code))
        issue = self.office.issue(books, made.read(Play).issue)
        return _voucher(issue, made), issue

    def join(self, outlet: str, vouchers: Sequence[str], key: str) -> JointVoucher:
        """Issue one voucher for several prizes won on a terminal. It makes the single vouchers void."""
        return self.office.store.write(self.joining(outlet, vouchers, key))

    @law("IB05.15.IIbis.6.6-3.1")
    def joining(self, outlet: str, vouchers: Sequence[str], key: str) -> Update[JointVoucher]:
        """Return the update that issues a joint voucher. The same key returns the same voucher."""
        clause = self.office.held.voucher.checked
        codes = [read_code(one, clause=clause) for one in vouchers]
        check_codes(vouchers, clause)
        body_codes = tuple(map(str, codes))

        def act(books: WriteTransaction) -> JointVoucher:
            found = [self._won(books, code) for code in codes]
            singles, issues = [one for one, _ in found], [issue for _, issue in found]
            if (made := books.entry_of(book_of(outlet), f"join/{key}")) is not None:
                if made.kind != "joint" or made.read(Joint).vouchers != body_codes:
                    raise key_reused(made)
                return joint_voucher(code_text(made), singles, issues[0])
            self.office.check_outlet(books, outlet)
            check_together(outlet, singles, issues)
            for code in codes:
                _check_unpaid(books, code, clause)
            entry = books.append(
                book_of(outlet),
                "joint",
                Joint(issues[0].code, body_codes),
                subject=issues[0].subject,
                key=f"join/{key}",
            )
            for code in codes:
                books.set_state(joined_subject(code), code_text(entry))
            return joint_voucher(code_text(entry), singles, issues[0])

        return act

    def pay(self, place: str, voucher: str, key: str, *, takes: Takes = "money") -> PaidVoucher:
        """Pay a voucher at an outlet or at the central office (`CENTRAL`), or exchange it there."""
        return self.office.store.write(self.paying(place, voucher, key, takes=takes))

    @law("IB05.15.IIbis.6.6-4.1", "IB05.15.IIbis.6.6-5.1", "IB05.15.IIbis.6.6-6.1")
    def paying(self, place: str, voucher: str, key: str, *, takes: Takes = "money") -> Update[PaidVoucher]:
        """Return the update that checks a voucher and pays its bearer.

        It never pays a voucher twice, even if the voucher is presented at different places.
        """
        book = OFFICE if place == CENTRAL else book_of(place)

        def act(books: WriteTransaction) -> PaidVoucher:
            code = read_code(voucher, clause=self.office.held.voucher.checked)
            if (joint := _entry_of(books, code, "joint")) is not None:
                return self._pay_joint(books, place, joint, key, takes)
            found, issue = self._won(books, code)
            if (paid := books.state(voucher_subject(code), alone=True)) is not None:
                made = books.entry_of(book, f"pay/{key}")
                return _paid_before(made, str(code), takes, paid, issue)
            _check_not_joined(books, code, self.office.held.voucher.checked)
            if place != CENTRAL:
                self.office.check_outlet(books, place)
            clause = _clause(books, found, issue, "office" if place == CENTRAL else "outlet", takes)
            move = accounts.paid if takes == "money" else accounts.exchanged
            entry = books.append(
                book,
                "payment",
                Payment(issue.code, str(code), found.cents, takes, clause),
                subject=issue.subject,
                key=f"pay/{key}",
                transfers=move(issue.code, found.cents),
            )
            books.set_state(voucher_subject(code), book)
            return _paid(entry)

        return act

    def _singles(self, books: ReadTransaction, joint: Entry) -> list[tuple[Code, Voucher, Issue]]:
        """Return the single vouchers of a joint voucher, with their codes."""
        codes = [read_code(one, clause="") for one in joint.read(Joint).vouchers]
        return [(code, *self._won(books, code)) for code in codes]

    def _found_joint(self, books: ReadTransaction, joint: Entry) -> FoundVoucher:
        """Return a joint voucher for a check before payment: its prizes, and their sum."""
        singles = self._singles(books, joint)
        (first, voucher, issue), vouchers = singles[0], [one for _, one, _ in singles]
        whole = joint_voucher(code_text(joint), vouchers, issue)
        paid = books.state(voucher_subject(first)) or ""
        shown = replace(voucher, prize=", ".join(one.prize for one in vouchers), cents=whole.cents)
        return FoundVoucher(whole.code, shown, whole.last_day, paid, whole.vouchers)

    @law("IB05.15.IIbis.6.6-3.1", "IB05.15.IIbis.6.6-4.1")
    def _pay_joint(
        self, books: WriteTransaction, place: str, joint: Entry, key: str, takes: Takes
    ) -> PaidVoucher:
        """Pay all prizes of a joint voucher, or none. Each prize has its own entry.

        An outlet's limit of payment applies to the sum of the prizes.
        """
        book, code = OFFICE if place == CENTRAL else book_of(place), code_text(joint)
        singles = self._singles(books, joint)
        issue, total = singles[0][2], sum(one.cents for _, one, _ in singles)
        if (paid := books.state(voucher_subject(singles[0][0]), alone=True)) is not None:
            made = _paid_before(
                books.entry_of(book, f"pay/{key}"), str(singles[0][0]), takes, paid, issue, shown=code
            )
            return replace(made, voucher=code, cents=total)
        if takes == "thing":
            raise NovamasError("prize_is_money", clause=issue.law.prize.nature, cents=total)
        if place != CENTRAL:
            self.office.check_outlet(books, place)
        where: PaidAt = "office" if place == CENTRAL else "outlet"
        issue.law.places.check(where, total)
        entries = []
        for nth, (single, found, _) in enumerate(singles):
            entries.append(
                books.append(
                    book,
                    "payment",
                    Payment(
                        issue.code,
                        str(single),
                        found.cents,
                        takes,
                        _clause(books, found, issue, where, takes),
                    ),
                    subject=issue.subject,
                    key=f"pay/{key}/{nth}" if nth else f"pay/{key}",
                    transfers=accounts.paid(issue.code, found.cents),
                )
            )
            books.set_state(voucher_subject(single), book)
        return replace(_paid(entries[0]), voucher=code, cents=total)


def _check_unpaid(books: WriteTransaction, code: Code, clause: str) -> None:
    """Raise if a voucher was paid or is part of a joint voucher."""
    if (paid := books.state(voucher_subject(code), alone=True)) is not None:
        raise NovamasError("voucher_paid", clause=clause, given=str(code), where=paid)
    _check_not_joined(books, code, clause)


def _check_not_joined(books: ReadTransaction, code: Code, clause: str) -> None:
    if (joint := books.state(joined_subject(code))) is not None:
        raise NovamasError("voucher_joined", clause=clause, given=str(code), joint=joint)


@law("IB05.15.IIbis.2.1")
def _check_price(issue: Issue, paid: Cents) -> None:
    """Raise if the price offered for a ticket is not its exact price."""
    if paid != issue.price:
        clause = issue.law.selling.ticket
        raise NovamasError("not_its_price", clause=clause, cents=paid, price=issue.price)


def _entry_of(books: ReadTransaction, code: Code, kind: str) -> Entry | None:
    """Return the entry of the given kind that a code names, if there is one."""
    entry = books.entry(code.book, code.number)
    return entry if entry and entry.kind == kind and code.is_of(entry.hash) else None


def _sold(entry: Entry) -> SoldTicket:
    ticket = entry.read(Ticket)
    return SoldTicket(code_text(entry), ticket.issue, ticket.number, ticket.price, entry.at)


def _sold_before(made: Entry, issue: str, paid: Cents) -> SoldTicket:
    """Return the ticket sold under this key. Raise if the key belongs to a different request."""
    if made.kind != "ticket":  # of the other pool, because one outlet may sell both
        raise key_reused(made)
    ticket = made.read(Ticket)
    if (ticket.issue, ticket.price) != (issue, paid):
        raise key_reused(made)
    return _sold(made)


def _played(issue: Issue, bought: Entry, made: Entry) -> PlayedTicket:
    """Return a played ticket as its terminal shows it. A winning ticket has a voucher."""
    body, ticket = made.read(Play), code_text(bought)
    if body.prize is None:
        return PlayedTicket(ticket, body.number, body.face)
    voucher = _voucher(issue, made)
    last = last_day(voucher, issue.law)
    return PlayedTicket(ticket, body.number, body.face, voucher, code_text(made), last)


def _voucher(issue: Issue, made: Entry) -> Voucher:
    """Return the voucher of a winning play. Its date is the day on which it was printed."""
    body = made.read(Play)
    assert body.prize is not None, "only a prize has a voucher"
    on, outlet = local_day(made.at), outlet_of(made)
    return voucher_of(issue, body.number, body.prize, on, outlet, body.establishment)


def _clause(books: WriteTransaction, voucher: Voucher, issue: Issue, place: PaidAt, takes: Takes) -> str:
    """Return the clause under which a voucher is paid.

    A lapsed voucher is refused even if this machine's clock is slow.
    """
    on = local_day(books.now())
    if through := books.state(lapsed_subject(issue.code)):
        on = max(on, date.fromisoformat(through) + timedelta(days=issue.law.term.days + 1))
    return clause_of_payment(voucher, issue.law, place, on, takes)


def _paid(entry: Entry) -> PaidVoucher:
    body = entry.read(Payment)
    document = str(code_of("oficina", entry.number, entry.hash)) if body.takes == "thing" else ""
    return PaidVoucher(body.voucher, body.cents, body.takes, body.clause, entry.at, document)


def _paid_before(
    made: Entry | None, voucher: str, takes: Takes, where: str, issue: Issue, *, shown: str = ""
) -> PaidVoucher:
    """Return the payment made under this key. Raise if the voucher was paid under another key."""
    if made is None:
        clause = issue.law.voucher.checked
        raise NovamasError("voucher_paid", clause=clause, given=shown or voucher, where=where)
    if made.subject != issue.subject:  # perhaps of the other pool, because one outlet may pay both
        raise key_reused(made)
    body = made.read(Payment)
    if (body.voucher, body.takes) != (voucher, takes):
        raise key_reused(made)
    return _paid(made)

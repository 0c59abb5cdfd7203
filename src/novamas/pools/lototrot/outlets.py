"""Tickets on a store: sold at outlets, paid there or at the central office, deposited and examined.

`sell` and `pay` take the caller's idempotency key. A retry with the same key, for example after a lost
reply, returns the first result. `selling` and `paying` return the updates themselves, for a `GroupCommit`
of the store.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, date, datetime
from typing import NoReturn

from novamas.errors import NovamasError
from novamas.law import law
from novamas.money import Cents
from novamas.pools.codes import Code, book_of, code_of, code_text, key_reused, outlet_of, read_code
from novamas.pools.lototrot import days
from novamas.pools.lototrot.authorisation import check_outlet, place_of_payment
from novamas.pools.lototrot.day_books import transfers
from novamas.pools.lototrot.days import OFFICE, Day, Decided, Deposited, Paid, Sale, account_of, subject_of
from novamas.pools.lototrot.office import Office, wrong_state
from novamas.pools.lototrot.payment import (
    Claim,
    Damage,
    check_claim,
    check_control,
    check_damage,
    check_deposit,
    check_term,
    means_of,
)
from novamas.pools.lototrot.programme import Programme
from novamas.pools.lototrot.setup import SLUG, Rules, law_of
from novamas.pools.lototrot.tickets import (
    Ticket,
    TicketRequest,
    check_elements,
    check_forecast,
    differences,
    price_of,
    read_forecast,
    refuse_change,
    ticket_of,
)
from novamas.pools.payment_terms import CENTRAL, local_day
from novamas.store import PUBLIC, Entry, ReadTransaction, Update, WriteTransaction
from novamas.store.entries import written

PAID, DEPOSITED = "paid", "deposited"


class Outlets:
    """The outlets of Lototrot, and the counter of the central office."""

    def __init__(self, office: Office) -> None:
        self.office = office
        self._opened: dict[date, tuple[Programme, Rules]] = {}  # fixed once a day is open
        self._paying: dict[date, Day] = {}  # days that no longer change

    # ------------------------------------------------------------ selling

    def sell(self, outlet: str, day: date, forecast: str, paid: Cents, key: str) -> Ticket:
        """Register a bet for its exact price and return the ticket."""
        return self.office.store.write(self.selling(outlet, day, forecast, paid, key))

    @law("IB05.14.II.1.1", "IB05.14.III.10.10-1.1", "IB05.14.III.4.1")
    def selling(self, outlet: str, day: date, forecast: str, paid: Cents, key: str) -> Update[Ticket]:
        """Return the update that sells a ticket.

        The bettor pays when the bet is registered. No ticket is sold after the day has closed.
        """
        programme, rules = self._open(day)
        read = read_forecast(forecast, rules)
        check_forecast(read, programme, rules)
        check_price(price_of(read, rules), paid, rules)
        book, subject, body = book_of(outlet), subject_of(day), written(Sale(str(read), paid))
        moved = transfers((PUBLIC, account_of("stakes", day), paid))

        def act(books: WriteTransaction) -> Ticket:
            try:
                check_outlet(books, outlet, rules.frame)
                check_open(books, programme, rules)
            except NovamasError:
                made = books.entry_of(book, f"sale/{key}")  # sold earlier, but the reply was lost
                if made is None:
                    raise
                if (made.kind, made.subject, made.body) != ("sale", subject, body):
                    raise key_reused(made) from None
                sale = made
            else:
                sale = books.append(book, "sale", body, subject=subject, key=f"sale/{key}", transfers=moved)
            return ticket_of(code_of(outlet, sale.number, sale.hash), read, programme, rules)

        return act

    def sell_many(self, outlet: str, day: date, forecasts: Iterable[str]) -> Cents:
        """Register many bets in one transaction, each with its own entry. Return the total paid.

        Use it for a batch of bets from another system. It takes no idempotency key.
        """
        programme, rules = self._open(day)
        bets = []
        for forecast in forecasts:
            read = read_forecast(forecast, rules)
            check_forecast(read, programme, rules)
            bets.append(Sale(str(read), price_of(read, rules)))
        book, subject, stakes = book_of(outlet), subject_of(day), account_of("stakes", day)

        def act(books: WriteTransaction) -> Cents:
            check_outlet(books, outlet, rules.frame)
            check_open(books, programme, rules)
            for bet in bets:
                books.append(
                    book, "sale", bet, subject=subject, transfers=transfers((PUBLIC, stakes, bet.cents))
                )
            return sum(bet.cents for bet in bets)

        return self.office.store.write(act)

    def _open(self, day: date) -> tuple[Programme, Rules]:
        if day not in self._opened:
            found = self.office.day(day)
            self._opened[day] = found.programme, found.rules
        return self._opened[day]

    # ------------------------------------------------------------ tickets

    @law("IB05.14.III.1.1-5.1", "IB05.14.II.1.2")
    def ticket(self, code: str) -> Ticket:
        """Return a ticket as the organiser's books have it. They prevail over the printed ticket."""
        with self.office.store.reading() as books:
            sale = self._sale(books, code)
            day = self._day(books, sale)
            return ticket_of(self._code(code), day.forecast(sale), day.programme, day.rules)

    def differences(self, code: str, shown: Ticket) -> tuple[str, ...]:
        """Return the elements in which a presented ticket differs from the books.

        Raise if the ticket is not valid.
        """
        recorded, rules = self.ticket(code), self._rules_of(code)
        check_elements(shown, rules)
        return differences(shown, recorded)

    def refuse(self, code: str, request: TicketRequest) -> NoReturn:
        """Raise the refusal of a bettor's request to return, change or correct a registered ticket."""
        refuse_change(request, self._rules_of(code))

    def _rules_of(self, code: str) -> Rules:
        """Return the rules of the day for which a ticket was sold."""
        with self.office.store.reading() as books:
            return self._day(books, self._sale(books, code)).rules

    def prize_of(self, code: str) -> Cents | None:
        """Return the prize of a ticket, or None if its day is not settled."""
        with self.office.store.reading() as books:
            sale = self._sale(books, code)
            day = self._day(books, sale)
            return None if day.settlement is None else day.won_by(sale)

    def won_by(self, code: str) -> Cents:
        """Return the prize of a ticket of a settled day."""
        with self.office.store.reading() as books:
            sale = self._sale(books, code)
            day = self._day(books, sale)
            if day.settlement is None:
                raise wrong_state(day)
            return day.won_by(sale)

    @law("IB05.14.III.10.10-3.1")
    def _code(self, code: str) -> Code:
        """Return the code of a presented ticket.

        Raise if it has none, because nothing else proves a bet.
        """
        held = law_of(self.office.frame)
        if not code.strip():
            raise NovamasError("no_ticket_presented", clause=held.payment.ticket)
        return read_code(code, clause=held.ticket.elements)

    @law("IB05.14.II.3.1", "IB05.14.I.6.2")
    def _sale(self, books: ReadTransaction, text: str) -> Entry:
        """Return the entry of a ticket. Raise if no outlet of this game registered its code."""
        code, held = self._code(text), law_of(self.office.frame).ticket
        sale = books.entry(code.book, code.number)
        if sale is None and books.head(code.book) is None:
            raise NovamasError("ticket_of_no_outlet", clause=held.outside, given=str(code))
        if sale is None or not code.is_of(sale.hash):
            raise NovamasError("code_altered", clause=held.elements, given=str(code))
        if sale.kind != "sale" or not sale.subject.startswith(f"{SLUG}/"):
            raise NovamasError("ticket_of_another_game", clause=held.elements, given=str(code))
        return sale

    def _day(self, books: ReadTransaction, sale: Entry) -> Day:
        day = date.fromisoformat(sale.subject.removeprefix(f"{SLUG}/"))
        if day in self._paying:
            return self._paying[day]
        found = days.read_day(books, day, self.office.frame)
        if found.state == "paying":
            self._paying[day] = found
        return found

    # ------------------------------------------------------------ paying

    def pay(
        self,
        place: str,
        code: str,
        key: str,
        *,
        day: date | None = None,
        damage: tuple[Damage, ...] = (),
        payee: str = "",
    ) -> Paid:
        """Pay the prize of a ticket, or refund it, at an outlet or at the central office (`CENTRAL`)."""
        return self.office.store.write(self.paying(place, code, key, day=day, damage=damage, payee=payee))

    @law("IB05.14.III.10.10-3.1", "IB05.14.III.10.10-4.1", "IB05.14.III.8.8-2.1")
    def paying(
        self,
        place: str,
        code: str,
        key: str,
        *,
        day: date | None = None,
        damage: tuple[Damage, ...] = (),
        payee: str = "",
    ) -> Update[Paid]:
        """Return the update that pays the prize of a ticket once, exactly as the settlement states it.

        The stake of a ticket that was registered after the start is refunded instead.
        """
        book = OFFICE if place == CENTRAL else book_of(place)

        def act(books: WriteTransaction) -> Paid:
            sale = self._sale(books, code)
            if (made := books.entry_of(book, f"pay/{key}")) is not None:
                return self._paid_before(made, sale)
            place_of_payment(books, place, self.office.frame)
            now = self._of_day(books, sale, day)
            self._unpaid(books, sale, now)
            paid = self._owed(books, sale, now, place, damage, payee)
            source = account_of("refunds" if now.is_late(sale) else "prizes", now.day)
            books.append(
                book,
                "refund" if now.is_late(sale) else "payment",
                paid,
                subject=subject_of(now.day),
                key=f"pay/{key}",
                transfers=transfers((source, PUBLIC, paid.cents)),
            )
            books.set_state(ticket_subject(sale), PAID)
            return paid

        return act

    def _paid_before(self, made: Entry, sale: Entry) -> Paid:
        """Return the payment made under this key. Raise if it was not for this ticket."""
        is_same = made.kind in ("payment", "refund") and made.subject == sale.subject
        if not is_same or made.read(Paid).code != code_text(sale):
            raise key_reused(made)
        return made.read(Paid)

    def _of_day(self, books: ReadTransaction, sale: Entry, day: date | None) -> Day:
        """Return the day of a ticket. Raise if the caller gave another day."""
        now = self._day(books, sale)
        if day is not None and day != now.day:
            raise NovamasError("ticket_of_another_day", clause=now.rules.law.ticket.elements, day=now.day)
        return now

    def _unpaid(self, books: WriteTransaction, sale: Entry, now: Day) -> None:
        """Lock a ticket. Raise if it was paid or deposited."""
        held = now.rules.law.payment
        match books.state(ticket_subject(sale), alone=True):
            case "paid":
                raise NovamasError("already_paid", clause=held.bearer, given=code_text(sale))
            case "deposited":
                raise NovamasError("is_deposited", clause=held.control, given=code_text(sale))

    def _owed(
        self,
        books: WriteTransaction,
        sale: Entry,
        now: Day,
        place: str,
        damage: tuple[Damage, ...],
        payee: str,
    ) -> Paid:
        """Return the payment due for a ticket. Raise if it may not be paid at this place and time."""
        if now.is_late(sale):
            check_damage(damage, now.rules)
            cents = sale.read(Sale).cents
            means = means_of(cents, payee, now.rules)
            return Paid(code_text(sale), now.day, cents, means, payee if means == "cheque" else "")
        claim = self._claim(books, sale, now, place, damage, payee)
        means = check_claim(claim, now.rules)
        return Paid(code_text(sale), now.day, claim.cents, means, payee if means == "cheque" else "")

    @law("IB05.14.III.8.8-2.1")
    def _claim(
        self,
        books: WriteTransaction,
        sale: Entry,
        now: Day,
        place: str,
        damage: tuple[Damage, ...],
        payee: str,
    ) -> Claim:
        """Return the claim that a ticket makes. Raise if payment of its day's prizes was not yet ordered."""
        if now.state != "paying" or now.established is None:
            raise NovamasError("payment_not_ordered", clause=now.rules.law.payment.order, day=now.day)
        return Claim(
            day=now.day,
            established=now.established,
            on=local_day(books.now()),
            place=place_of_payment(books, place, self.office.frame),
            cents=now.won_by(sale),
            damage=damage,
            payee=payee,
        )

    # ------------------------------------------------------------ damaged tickets

    @law("IB05.14.III.10.10-3.3", "IB05.14.III.10.10-5.2")
    def deposit(self, place: str, code: str, damage: tuple[Damage, ...], key: str) -> Deposited:
        """Accept a damaged ticket for a later examination. Its prize is set aside and does not lapse."""
        book = OFFICE if place == CENTRAL else book_of(place)

        def act(books: WriteTransaction) -> Deposited:
            sale = self._sale(books, code)
            now = self._day(books, sale)
            check_deposit(damage, now.rules)
            place_of_payment(books, place, self.office.frame)
            self._unpaid(books, sale, now)
            claim = self._claim(books, sale, now, place, damage, "")
            check_term(claim, now.rules)
            deposited = Deposited(code_text(sale), now.day, claim.cents, damage)
            moved = transfers((account_of("prizes", now.day), account_of("deposits", now.day), claim.cents))
            books.append(
                book,
                "deposit",
                deposited,
                subject=subject_of(now.day),
                key=f"deposit/{key}",
                transfers=moved,
            )
            books.set_state(ticket_subject(sale), DEPOSITED)
            return deposited

        return self.office.store.write(act)

    @law("IB05.14.III.10.10-5.2")
    def decide(self, code: str, *, legitimate: bool, by: str, payee: str = "") -> Decided:
        """Enter the decision on a deposited ticket: the prize is paid, or it lapses.

        The decision comes after the term of payment.
        """

        def act(books: WriteTransaction) -> Decided:
            sale = self._sale(books, code)
            now = self._day(books, sale)
            held, deposits = now.rules.law.payment, account_of("deposits", now.day)
            if books.state(ticket_subject(sale), alone=True) != DEPOSITED:
                raise NovamasError("not_deposited", clause=held.control, given=code_text(sale))
            assert now.established is not None
            check_control(now.established, local_day(books.now()), now.rules)
            cents = now.won_by(sale)
            means = means_of(cents, payee, now.rules) if legitimate else None
            named = payee if means == "cheque" else ""
            decided = Decided(code_text(sale), now.day, cents, legitimate, by, means, named)
            target = PUBLIC if legitimate else account_of("lapsed", now.day)
            books.append(
                OFFICE,
                "decision",
                decided,
                subject=subject_of(now.day),
                transfers=transfers((deposits, target, cents)),
            )
            books.set_state(ticket_subject(sale), PAID if legitimate else "rejected")
            return decided

        return self.office.store.write(act)


def ticket_subject(sale: Entry) -> str:
    """Return the subject under which the store records that a ticket was paid, deposited or rejected."""
    return f"{SLUG}/ticket/{outlet_of(sale)}/{sale.number}"


@law("IB05.14.III.4.1", "IB05.14.III.5.5-2.1")
def check_open(books: WriteTransaction, programme: Programme, rules: Rules) -> None:
    """Raise if the programme is not yet displayed or the day is already closed."""
    now, held = books.now(), rules.law
    subject = subject_of(programme.day)
    if books.state(subject) != "open" or (now >= programme.closes and now >= _later_closing(books, subject)):
        raise NovamasError("selling_closed", clause=held.closing.clause, day=programme.day)
    if programme.displayed is None or now < programme.displayed:
        raise NovamasError("not_displayed_yet", clause=held.races.listed, day=programme.day)


def _later_closing(books: WriteTransaction, subject: str) -> datetime:
    """Return the end of selling as last changed, or the minimum of `datetime` if nothing changed it."""
    closes = datetime.min.replace(tzinfo=UTC)
    for entry in books.entries(subject=subject, book=days.OFFICE):
        if entry.kind == "postponed":
            closes = entry.read(days.Postponed).closes
        elif entry.kind == "recalled":
            closes = entry.read(days.Recalled).closes
    return closes


@law("IB05.14.III.10.10-1.1")
def check_price(price: Cents, paid: Cents, rules: Rules) -> None:
    """Raise if the amount paid differs from the price of the bet."""
    if paid != price:
        raise NovamasError("price_not_paid", clause=rules.law.ticket.paid, price=price, paid=paid)

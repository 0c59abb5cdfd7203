"""The central office of Lototrot on a store: days, results, draws and settlements.

Each method is durable when it returns. A refused call raises a `NovamasError` (a code, its clause and
values) and enters nothing. A day goes from `open` to `closed`, `settled` and `paying`. The outlets are in
`novamas.pools.lototrot.outlets`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError, quoted
from novamas.law import Frame, law
from novamas.law.conduct import rules_of_conduct
from novamas.law.default import ours
from novamas.money import Cents
from novamas.pools.codes import LONGEST_ESTABLISHMENT, OUTLET, code_text
from novamas.pools.lototrot import days
from novamas.pools.lototrot.authorisation import AUTHORISED, ENTITY, REVOKED, outlet_subject, unknown_outlet
from novamas.pools.lototrot.day_books import (
    SALE,
    forecasts_of,
    lapse_prizes,
    shared_out,
    sold_since,
    transfers,
)
from novamas.pools.lototrot.days import OFFICE, Closed, Day, State, account_of, read_day, subject_of
from novamas.pools.lototrot.hits import Marks
from novamas.pools.lototrot.payment import last_day
from novamas.pools.lototrot.programme import Programme, check_programme
from novamas.pools.lototrot.races import (
    Cause,
    Declaration,
    Draw,
    Result,
    check_draw,
    check_result,
    check_withdrawal,
    draw_winner,
)
from novamas.pools.lototrot.settlement import Funds, Settlement, settle
from novamas.pools.lototrot.setup import NORM, SLUG, Rules, law_of
from novamas.pools.payment_terms import CENTRAL, local_day
from novamas.store import PUBLIC, ReadTransaction, Store, WriteTransaction
from novamas.store.epochs import epoch_of
from novamas.visible_text import read_name


class Office:
    """The central office of Lototrot. Several instances may work on one store at the same time."""

    def __init__(self, store: Store, frame: Frame | None = None) -> None:
        self.store = store
        self.frame = frame or ours().frame(NORM, SLUG)
        law_of(self.frame)  # cached before there are threads, see `days`

    def day(self, day: date) -> Day:
        """Return the present state of a day."""
        with self.store.reading() as books:
            return read_day(books, day, self.frame)

    # ------------------------------------------------------------ outlets

    @law("IB05.14.I.6.2", "IB05.14.III.10.10-2.3", "IB05.14.III.10.10-2.4")
    def authorise(self, outlet: str, establishment: str, *, entity: bool = False) -> None:
        """Authorise an outlet to register bets, or an entity to pay prizes of any amount.

        Every ticket of an outlet bears the outlet's name.
        """
        if not OUTLET.fullmatch(outlet) or outlet == CENTRAL or not establishment.strip():
            clause = law_of(self.frame).ticket.elements
            raise NovamasError("outlet_badly_named", clause=clause, given=quoted(outlet))
        named = read_name(establishment, LONGEST_ESTABLISHMENT)
        self._set_outlet(outlet, ENTITY if entity else AUTHORISED, named)

    def revoke(self, outlet: str) -> None:
        """Withdraw the authorisation of an outlet. From now on it may neither sell nor pay."""
        self._set_outlet(outlet, REVOKED, "")

    def _set_outlet(self, outlet: str, state: str, establishment: str) -> None:
        subject, body = outlet_subject(outlet), days.Outlet(outlet, establishment)

        def act(books: WriteTransaction) -> None:
            found = books.state(subject, alone=True)
            if found is None and state == REVOKED:
                raise unknown_outlet(outlet, self.frame)
            books.append(OFFICE, f"outlet_{state}", body, subject=subject)
            books.set_state(subject, state)

        self.store.write(act)

    # ------------------------------------------------------------ opening and closing a day

    def open_day(self, programme: Programme, rules: Rules) -> None:
        """Open a day for bets. Its programme must be approved and displayed."""
        check_programme(programme, rules)
        frame, subject = rules.frame, subject_of(programme.day)
        opened = days.Opened(programme, rules.price, str(rules.prize_share), rules.form, frame.pin)

        def act(books: WriteTransaction) -> None:
            if books.state(subject, alone=True) is not None:
                raise NovamasError("day_already_open", clause=rules.law.races.chosen, day=programme.day)
            if books.entry_of(OFFICE, days.law_key(frame.pin)) is None:
                copy = days.LawKept(frame.norm, frame.game, frame.figures)
                books.append(OFFICE, "law", copy, key=days.law_key(frame.pin))
            books.append(OFFICE, "opened", opened, subject=subject)
            books.set_state(subject, "open")

        self.store.write(act)

    @law("IB05.14.III.4.1")
    def close_day(self, day: date, started: datetime | None = None) -> Closed:
        """End selling at the confirmed start of the first race, and refund tickets registered after it.

        Without a start, selling ends now. The organiser may close early, and must close if no race is held.
        The entry names the head of every outlet's book, so that no ticket can be added or removed later.
        """

        def act(books: WriteTransaction) -> Closed:
            now = self._day_in(books, day, "open")
            check_start(started, books.now(), now)
            heads = books.heads("outlet/")
            late = [sale for book in heads if started for sale in sold_since(books, book, day, started)]
            cents = sum(SALE.decode(sale.body).cents for sale in late)
            codes = tuple(code_text(sale) for sale in late)
            closed = Closed(started, heads, codes, cents)
            moved = transfers((account_of("stakes", day), account_of("refunds", day), cents))
            books.append(OFFICE, "closed", closed, subject=subject_of(day), transfers=moved)
            books.set_state(subject_of(day), "closed")
            return closed

        return self.store.write(act)

    @law("IB05.14.III.4.1")
    def postpone(self, day: date, closes: datetime) -> None:
        """Set a later end of selling, because the first race is delayed.

        The confirmed start of the race still ends selling.
        """

        def act(books: WriteTransaction) -> None:
            now = self._day_in(books, day, "open")
            _check_closing(closes, books.now(), now)
            books.append(OFFICE, "postponed", days.Postponed(closes), subject=subject_of(day))

        self.store.write(act)

    @law("IB05.14.III.4.1")
    def recall(self, day: date, closes: datetime) -> None:
        """Record that the start was recalled. Sales continue, and tickets that were late are valid again.

        Raise if one of them was refunded, or if a race of the day has been decided since.
        """

        def act(books: WriteTransaction) -> None:
            now = self._day_in(books, day, "closed")
            assert now.closed is not None
            clause, refunds = now.rules.law.closing.clause, account_of("refunds", day)
            if now.results or now.declared or books.balance(refunds) != now.closed.refunds:
                raise NovamasError("start_not_recalled", clause=clause, day=day)
            _check_closing(closes, books.now(), now)
            moved = transfers((refunds, account_of("stakes", day), now.closed.refunds))
            recalled = days.Recalled(closes, now.closed.refunds)
            books.append(OFFICE, "recalled", recalled, subject=subject_of(day), transfers=moved)
            books.set_state(subject_of(day), "open")

        self.store.write(act)

    # ------------------------------------------------------------ results

    @law("IB05.14.III.5.5-4.5-4-1.1")
    def withdraw(self, day: date, race: int, number: int) -> None:
        """Withdraw a horse. Bets on it count for the next higher number that starts."""

        def act(books: WriteTransaction) -> None:
            now = self._day_in(books, day, "open", "closed")
            self._undecided(now, race)
            check_withdrawal(race, number, now.race(race), now.out_of(race), now.rules)
            books.append(OFFICE, "withdrawal", days.Withdrawal(race, number), subject=subject_of(day))

        self.store.write(act)

    @law("IB05.14.III.5.5-3.1", "IB05.14.III.5.5-3.3")
    def enter_result(self, day: date, race: int, winners: Iterable[int], *, on: date | None = None) -> None:
        """Enter the stewards' definitive result of a race. It can be entered once and never changes.

        `on` is the day on which the stewards decided it, if that is not the day of the entry.
        """
        result = Result(race, tuple(winners))

        def act(books: WriteTransaction) -> None:
            now = self._day_in(books, day, "closed")
            check_result(result, now.race(race), now.out_of(race), now.rules)
            self._undecided(now, race)
            today = local_day(books.now())
            if on is not None and not day <= on <= today:
                raise NovamasError("result_of_no_such_day", clause=now.rules.law.results.stewards, race=race)
            entered = days.Entered(race, result.winners, on or today)
            books.append(OFFICE, "result", entered, subject=subject_of(day))

        self.store.write(act)

    @law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-3.1")
    def declare(self, day: date, cause: Cause, races: Iterable[int] = ()) -> tuple[Declaration, ...]:
        """Declare that the given races have no result, or all races without a result if none is given.

        The winner of each of these races will be drawn from a seed. The call publishes the commitment to it.
        """
        named = tuple(races)

        def act(books: WriteTransaction) -> tuple[Declaration, ...]:
            now = self._day_in(books, day, "closed")
            waiting = tuple(race for race in now.without_result if race not in now.declared)
            return tuple(self._declare(books, now, race, cause) for race in named or waiting)

        return self.store.write(act)

    def _declare(self, books: WriteTransaction, now: Day, race: int, cause: Cause) -> Declaration:
        now.race(race)
        self._undecided(now, race)
        chance = CommittedSource()
        declared = Declaration(race, cause, books.now(), chance.commitment, epoch_of(books))
        books.append(OFFICE, "declaration", declared, subject=subject_of(now.day))
        books.put_encrypted(secret_of(now.day, race), chance.kept().encode())
        return declared

    @law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-4.1")
    def draw(
        self, day: date, race: int, controller: str, *, words: str | None = None, ordered: str = ""
    ) -> Draw:
        """Draw the winner of a declared race in public and reveal the seed.

        The draw takes place before the controller, who certifies it.
        """

        def act(books: WriteTransaction) -> Draw:
            now = self._day_in(books, day, "closed")
            held = now.rules.law.results
            if race not in now.declared:
                raise NovamasError("not_declared", clause=held.drawn, race=race)
            if race in now.results:
                raise NovamasError("result_is_final", clause=held.final, race=race)
            if now.declared[race].present_epoch < epoch_of(books):
                raise NovamasError("nothing_mixed_in", clause=held.drawn)
            seed = books.hidden(secret_of(day, race))
            assert seed is not None
            draw = draw_winner(
                now.declared[race],
                now.race(race),
                now.out_of(race),
                now.rules,
                seed=seed.decode(),
                controller=controller,
                at=books.now(),
                words=words,
                ordered=ordered,
            )
            books.append(OFFICE, "draw", draw, subject=subject_of(day))
            books.forget_hidden(secret_of(day, race))
            return draw

        return self.store.write(act)

    @law("IB05.14.III.5.5-4.5-4-2.1", "IB05.14.III.5.5-4.5-4-4.1")
    def enter_draw(
        self, day: date, race: int, winner: int, controller: str, *, how: str, ordered: str = ""
    ) -> days.PublicDraw:
        """Enter a public draw that did not use the office's seed, as the controller certified it.

        `how` describes the draw, for example with numbered balls. The committed seed remains unused.
        """

        def act(books: WriteTransaction) -> days.PublicDraw:
            now = self._day_in(books, day, "closed")
            held = now.rules.law.results
            if race not in now.declared:
                raise NovamasError("not_declared", clause=held.drawn, race=race)
            if race in now.results:
                raise NovamasError("result_is_final", clause=held.final, race=race)
            check_draw(now.declared[race], controller, books.now(), ordered, now.rules)
            check_result(Result(race, (winner,)), now.race(race), now.out_of(race), now.rules)
            draw = days.PublicDraw(race, books.now(), winner, controller, how, ordered)
            books.append(OFFICE, "public_draw", draw, subject=subject_of(day))
            books.forget_hidden(secret_of(day, race))
            return draw

        return self.store.write(act)

    def _undecided(self, now: Day, race: int) -> None:
        """Raise if the race already has a result, or will be drawn."""
        held = now.rules.law.results
        if race in now.results:
            raise NovamasError("result_is_final", clause=held.final, race=race)
        if race in now.declared:
            raise NovamasError("race_is_drawn", clause=held.drawn, race=race)

    # ------------------------------------------------------------ settlement

    @law("IB05.14.III.8.8-2.1", "IB05.14.III.9.9-1.1")
    def settle_day(self, day: date) -> Settlement:
        """Share out the bets of a day. All its races need a result, and all earlier days must be settled.

        The tickets of a closed day no longer change, so they are counted before the books are locked.
        """
        with self.store.reading() as books:
            closed = read_day(books, day, self.frame)
            self._may_be_settled(books, closed)
            marks = Marks(forecasts_of(books, closed), len(closed.programme.races))
        columns, winners = marks.columns(), marks.winners(closed.winning, closed.rules.law)

        def act(books: WriteTransaction) -> Settlement:
            now = self._day_in(books, day, "closed")
            self._may_be_settled(books, now)
            due = self._lapse(books, day)
            lapsed = {before: books.balance(account_of("lapsed", before)) for before in due}
            brought = Funds(books.balance(days.SEVEN), books.balance(days.RESERVE))
            settlement = settle(day, columns, winners, brought, now.rules, lapsed=sum(lapsed.values()))
            assert settlement.takings == books.balance(account_of("stakes", day))
            moved = [(account_of("lapsed", before), days.SEVEN, cents) for before, cents in lapsed.items()]
            books.append(
                OFFICE,
                "settlement",
                settlement,
                subject=subject_of(day),
                transfers=transfers(*moved, *shared_out(settlement)),
            )
            books.set_state(subject_of(day), "settled")
            return settlement

        return self.store.write(act)

    def _may_be_settled(self, books: ReadTransaction, now: Day) -> None:
        """Raise if the day is not closed, results are missing, or an earlier day is not settled."""
        held = now.rules.law
        if now.state != "closed":
            raise wrong_state(now)
        if now.without_result:
            races = tuple(map(str, now.without_result))
            raise NovamasError("results_missing", clause=held.results.stewards, races=races)
        for before in self._before(books, now.day):
            if books.state(subject_of(before)) in ("open", "closed"):
                raise NovamasError("day_before_not_settled", clause=held.sharing.carries, day=before)

    def _before(self, books: ReadTransaction, day: date) -> list[date]:
        return sorted(one for one in days.days_opened(books) if one < day)

    @law("IB05.14.III.8.8-2.1")
    def order_payment(self, day: date) -> None:
        """Order the payment of a settled day's prizes.

        A later decision on a race does not change the order.
        """

        def act(books: WriteTransaction) -> None:
            now = self._day_in(books, day, "settled")
            assert now.settlement is not None
            order = days.Ordered(day, now.settlement.paid_out)
            books.append(OFFICE, "payment_order", order, subject=subject_of(day))
            books.set_state(subject_of(day), "paying")

        self.store.write(act)

    @law("IB05.14.III.9.9-4.1")
    def bring_in(self, seven: Cents, reserve: Cents, why: str) -> None:
        """Enter the money that earlier days left for 7/7 and in the reserve, before the first settlement."""
        law = law_of(self.frame).sharing

        def act(books: WriteTransaction) -> None:
            if any(books.state(subject_of(day)) not in ("open", "closed") for day in days.days_opened(books)):
                raise NovamasError("funds_are_kept", clause=law.carries)
            if seven < 0 or reserve < 0 or not seven + reserve or not why.strip():
                raise NovamasError("funds_unreadable", clause=law.carries)
            moved = transfers((PUBLIC, days.SEVEN, seven), (PUBLIC, days.RESERVE, reserve))
            body = days.BroughtIn(seven, reserve, why)
            books.append(OFFICE, "brought_in", body, subject=f"{SLUG}/funds", transfers=moved)

        self.store.write(act)

    # ------------------------------------------------------------ lapsed prizes

    @law("IB05.14.III.10.10-2.6", "IB05.14.III.10.10-7.1")
    def lapse(self, day: date) -> Cents:
        """Lapse the prizes of a day that were not claimed in time, and return their total.

        The money goes to the 7/7 fund of the next day that is settled.
        """

        def act(books: WriteTransaction) -> Cents:
            now = self._day_in(books, day, "settled", "paying")
            assert now.established is not None
            last = last_day(now.established, now.rules)
            if local_day(books.now()) <= last:
                raise NovamasError("still_to_be_claimed", clause=now.rules.law.term.within, last=last)
            return lapse_prizes(books, day, last)

        return self.store.write(act)

    def _lapse(self, books: WriteTransaction, day: date) -> list[date]:
        """Lapse all overdue prizes. Return the earlier days whose prizes are added to this day."""
        found = []
        for before in self._before(books, day):
            if not any(books.balance(account_of(each, before)) for each in ("prizes", "lapsed")):
                continue
            then = read_day(books, before, self.frame)
            assert then.established is not None
            last = last_day(then.established, then.rules)
            if last < day and last < local_day(books.now()):
                lapse_prizes(books, before, last)
                if books.balance(account_of("lapsed", before)):
                    found.append(before)
        return found

    @law("IB05.14.III.5.5-3.2", "IB05.14.III.5.5-4.5-4-2.2")
    def announce(self, day: date, what: str, means: str) -> None:
        """Enter an announcement to the public, for example a result or a cancelled race."""

        def act(books: WriteTransaction) -> None:
            now = read_day(books, day, self.frame)
            announcement = days.Announced(what, means, now.rules.law.results.announced)
            books.append(OFFICE, "announced", announcement, subject=subject_of(day))

        self.store.write(act)

    def note_conduct(self, rule: str, who: str, words: str) -> None:
        """Enter a breach of a rule of conduct."""
        if rule not in rules_of_conduct(self.frame).all:
            raise NovamasError("no_rule_of_the_office", clause=self.frame.entry.cite[0], given=quoted(rule))

        def act(books: WriteTransaction) -> None:
            books.append(OFFICE, "conduct", days.Noted(rule, who, words), subject=f"{SLUG}/conduct")

        self.store.write(act)

    def _day_in(self, books: WriteTransaction, day: date, *states: State) -> Day:
        """Lock a day and return it. Raise if its state is not one of those given."""
        books.state(subject_of(day), alone=True)
        now = read_day(books, day, self.frame)
        if now.state not in states:
            if now.state == "closed" and states == ("open",):
                clause = now.rules.law.closing.clause
                raise NovamasError("day_not_settled", text_key="day_is_closed", clause=clause, day=now.day)
            raise wrong_state(now)
        return now


# ---- shared with the outlets


def wrong_state(now: Day) -> NovamasError:
    """Return the error for an action that comes too early or too late in a day."""
    held = now.rules.law
    match now.state:
        case "open":
            return NovamasError("day_still_open", clause=held.closing.clause, day=now.day)
        case "closed":
            return NovamasError("day_not_settled", clause=held.payment.order, day=now.day)
        case _:
            return NovamasError("day_is_settled", clause=held.payment.order, day=now.day)


@law("IB05.14.III.4.1")
def check_start(started: datetime | None, at: datetime, now: Day) -> None:
    """Raise if the confirmed start of the first race is in the future or on another day."""
    clause = now.rules.law.closing.clause
    if started is not None and started > at:
        raise NovamasError("start_to_come", clause=clause)
    if started is not None and local_day(started) != now.day:
        raise NovamasError("start_of_another_day", clause=clause, day=now.day)


def _check_closing(closes: datetime, at: datetime, now: Day) -> None:
    """Raise if the new end of selling has passed, is before the present one, or is on another day."""
    if closes <= at or closes < now.programme.closes or local_day(closes) != now.day:
        raise NovamasError("closing_not_later", clause=now.rules.law.closing.clause, day=now.day)


def secret_of(day: date, race: int) -> str:
    return f"{subject_of(day)}/{race}"

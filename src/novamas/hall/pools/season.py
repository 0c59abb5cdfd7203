"""Lototrot for practice chips: each person has a private season of race days.

The person buys tickets for a race day and then has the races run. The law divides the prize money
between the winning columns of the person and of the other players. If nothing wins the 7/7 prize,
it is carried to the person's next race day, a week later. The results are final on the evening of
the race day, and tickets are paid from the next day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import date, timedelta
from fractions import Fraction

import msgspec
from msgspec.structs import replace

from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError
from novamas.hall.pools.books import OUTLET, book_of, bought, from_outside, moved, to_outside, won
from novamas.money import Cents
from novamas.pools.codes import code_of
from novamas.pools.lototrot.hits import Marks, Winners, Winning, columns_by_category
from novamas.pools.lototrot.meetings import OTHERS, Meeting, bets_of_others, meeting_on, results_of
from novamas.pools.lototrot.payment import Claim, Means, check_claim, last_day
from novamas.pools.lototrot.races import Result, winning_marks
from novamas.pools.lototrot.settlement import Funds, Settlement, settle
from novamas.pools.lototrot.setup import SLUG, Form, Rules, rules_of
from novamas.pools.lototrot.tickets import (
    Forecast,
    Ticket,
    check_forecast,
    price_of,
    read_forecast,
    ticket_of,
)
from novamas.pools.mixing import Mixed, mix, mixed_seed
from novamas.pools.payment_terms import PaidAt, local_day
from novamas.store import Entry, ReadTransaction, Store, WriteTransaction
from novamas.store.epochs import epoch_of

PRICE: Cents = 100  # of a column
EVERY = timedelta(days=7)  # from one race day to the next


# ---------------------------------------------------------------- entries


class Body(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of an entry in a season's book."""


class Opened(Body, frozen=True):
    """The opening of a race day for bets, with the commitment to its seed."""

    meeting: Meeting
    price: Cents
    prize_share: str
    form: Form
    commitment: str
    epoch: int = 0  # of chance, in which the seed was drawn


class MixedIn(Body, frozen=True):
    """A nonce that was mixed into the seed of an open race day after a restore of the books."""

    day: date
    mixed: Mixed


class Sale(Body, frozen=True):
    """The sale of a ticket, with its forecasts and its price."""

    day: date
    forecast: str
    cents: Cents


class Run(Body, frozen=True):
    """The results of a race day, its revealed seed, and the settlement of all bets."""

    day: date
    seed: str
    results: tuple[Result, ...]
    settlement: Settlement
    promised: str = ""  # the first seed, if a nonce was mixed in


class PrizePaid(Body, frozen=True):
    """The payment of a ticket, with its place and its means."""

    day: date
    code: str
    cents: Cents
    place: PaidAt
    means: Means
    payee: str = ""


for _kind in (Opened, MixedIn, Sale, Run, PrizePaid):
    msgspec.json.Decoder(_kind)  # not lazily: see `novamas.pools.lototrot.days`

# ---------------------------------------------------------------- the season


class Bet(msgspec.Struct, frozen=True):
    """A ticket that a person bought, and its outcome."""

    ticket: Ticket
    forecast: Forecast
    columns: Winners  # per category, once the races were run
    won: Cents
    paid: PrizePaid | None


class RaceDay(msgspec.Struct, frozen=True):
    """One race day of a person's season."""

    meeting: Meeting
    rules: Rules
    commitment: str  # the last one
    epoch: int = 0  # of chance, in which it was made
    mixed: tuple[Mixed, ...] = ()  # after restores
    sales: tuple[Entry, ...] = ()
    run: Run | None = None
    paid: Mapping[str, PrizePaid] = {}  # by code

    @property
    def day(self) -> date:
        """The date of the race day."""
        return self.meeting.programme.day

    @property
    def winning(self) -> Winning:
        """The winning numbers, race by race."""
        if self.run is None:
            return ()
        results = zip(self.run.results, self.meeting.programme.races, strict=True)
        return [winning_marks(result, race, ()) for result, race in results]

    @property
    def last_day(self) -> date:
        """The last day on which tickets of this race day are paid."""
        return last_day(self.day, self.rules)

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The tickets of this race day, in order of sale."""
        return tuple(self._bet(sale) for sale in self.sales)

    def _bet(self, sale: Entry) -> Bet:
        forecast = read_forecast(sale.read(Sale).forecast, self.rules)
        code = code_of(OUTLET, sale.number, sale.hash)
        ticket = ticket_of(code, forecast, self.meeting.programme, self.rules)
        if self.run is None:
            return Bet(ticket, forecast, (), 0, None)
        columns = columns_by_category(forecast, self.winning, self.rules.law)
        return Bet(ticket, forecast, columns, self.run.settlement.won_by(columns), self.paid.get(ticket.code))

    @property
    def unclaimed(self) -> Cents:
        """The prizes of this race day's tickets that were not collected."""
        return sum(bet.won for bet in self.bets if bet.paid is None)


class Season(msgspec.Struct, frozen=True):
    """All race days of a person's season, in order of date."""

    days: tuple[RaceDay, ...]

    @property
    def newest(self) -> RaceDay | None:
        """The open race day, or else the last one."""
        return self.days[-1] if self.days else None

    @property
    def open(self) -> RaceDay | None:
        """The race day that takes bets, or None."""
        return self.newest if self.newest is not None and self.newest.run is None else None

    def today(self, first: date) -> date:
        """Return the present date of the season: the race day, or the next day once the races are run."""
        if self.newest is None:
            return first
        return self.newest.day if self.open else self.newest.day + timedelta(days=1)

    @property
    def funds(self) -> Funds:
        """The amounts carried from one race day to the next."""
        runs = [each.run for each in self.days if each.run is not None]
        return runs[-1].settlement.left if runs else Funds()

    def lapsing(self, day: date) -> Cents:
        """Return the prizes that lapsed since the last race day. They are added to this day's 7/7 prize."""
        since = max((each.day for each in self.days if each.day < day), default=date.min)
        return sum(each.unclaimed for each in self.days if since <= each.last_day < day and each.run)


def season_of(books: ReadTransaction, person: str) -> Season:
    """Return a person's season, as read from the book."""
    days: dict[date, RaceDay] = {}
    for entry in books.entries(book=book_of(SLUG, person)):
        changed = _after(entry, days)
        days[changed.day] = changed
    return Season(tuple(days.values()))


def _after(entry: Entry, days: Mapping[date, RaceDay]) -> RaceDay:
    """Return the race day after an entry, which opened or changed it."""
    match entry.kind:
        case "opened":
            opened = entry.read(Opened)
            return RaceDay(opened.meeting, _rules(opened), opened.commitment, opened.epoch)
        case "mixed":
            of_day = entry.read(MixedIn)
            now, one = days[of_day.day], of_day.mixed
            return replace(now, commitment=one.commitment, epoch=one.epoch, mixed=(*now.mixed, one))
        case "sale":
            now = days[entry.read(Sale).day]
            return replace(now, sales=(*now.sales, entry))
        case "run":
            run = entry.read(Run)
            return replace(days[run.day], run=run)
        case _payment:
            paid = entry.read(PrizePaid)
            now = days[paid.day]
            return replace(now, paid={**now.paid, paid.code: paid})


def usual_rules() -> Rules:
    """Return the rules for new race days."""
    return rules_of({"price": PRICE})


def _rules(opened: Opened) -> Rules:
    share = Fraction(opened.prize_share)
    return rules_of({"price": opened.price, "prize_share": share, "form": opened.form})


# ---------------------------------------------------------------- requests


class Seasons:
    """The seasons of all persons in a store. Each change is durable when its method returns."""

    def __init__(self, store: Store, chance: Callable[[], CommittedSource] = CommittedSource) -> None:
        self.store = store
        self._chance = chance

    def of(self, person: str) -> Season:
        """Return a person's season."""
        self._mix_after_restore(person)
        with self.store.reading() as books:
            return season_of(books, person)

    def _mix_after_restore(self, person: str) -> None:
        """Mix a nonce into an open race day's seed if the seed is older than a restore. Publish the nonce."""
        with self.store.reading() as books:
            epoch = epoch_of(books)
            if not epoch or not _is_stale(season_of(books, person), epoch):
                return
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            season = _alone(books, person)
            if season.open is None or not _is_stale(season, epoch):
                return
            mixed = mix(_seed_of(books, book, season.open), season.open.mixed, epoch)
            books.append(book, "mixed", MixedIn(season.open.day, mixed))

        self.store.write(act)

    def open_day(self, person: str) -> None:
        """Open the next race day, unless one is already open."""
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            season = _alone(books, person)
            if season.open:
                return
            day = season.newest.day + EVERY if season.newest else local_day(books.now())
            rules, chance = usual_rules(), self._chance()
            opened = Opened(
                meeting_on(day),
                rules.price,
                str(rules.prize_share),
                rules.form,
                chance.commitment,
                epoch_of(books),
            )
            books.append(book, "opened", opened, key=f"day/{day}")
            books.put_encrypted(f"{book}/{day}", chance.kept().encode())

        self.store.write(act)

    def sell(self, person: str, forecast: str, key: str) -> None:
        """Buy a ticket for the open race day. Idempotent: a repeated key returns the same ticket."""
        self._mix_after_restore(person)
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            season = _alone(books, person)
            if books.entry_of(book, f"sale/{key}") is not None:
                return
            now = _open(season)
            read = read_forecast(forecast, now.rules)
            check_forecast(read, now.meeting.programme, now.rules)
            sale = Sale(now.day, str(read), price_of(read, now.rules))
            paid = bought(books, person, book, sale.cents)
            books.append(book, "sale", sale, key=f"sale/{key}", transfers=paid)

        self.store.write(act)

    def run(self, person: str, day: date) -> None:
        """Run the races of a day and settle all bets. Idempotent."""
        self._mix_after_restore(person)
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            season = _alone(books, person)
            if season.open is None or season.open.day != day:
                return
            run = _run(season, season.open, _seed_of(books, book, season.open))
            shared = run.settlement
            mine = sum(bet.won for bet in replace(season.open, run=run).bets)
            others = OTHERS * season.open.rules.price
            gone = shared.organiser + shared.paid_out - mine
            transfers = moved(from_outside(book, others), to_outside(book, gone))
            books.append(book, "run", run, key=f"run/{day}", transfers=transfers)
            books.forget_hidden(f"{book}/{day}")

        self.store.write(act)

    def pay(self, person: str, code: str, place: PaidAt, payee: str) -> None:
        """Pay a ticket where and how its amount requires. Each ticket is paid only once."""
        book = book_of(SLUG, person)

        def act(books: WriteTransaction) -> None:
            season = _alone(books, person)
            now, bet = _ticket(season, code)
            if bet.paid is not None:
                return
            today = season.today(now.day)
            claim = Claim(now.day, now.day, today, place, bet.won, payee=payee)
            means = check_claim(claim, now.rules)
            named = payee if means == "cheque" else ""
            paid = PrizePaid(now.day, bet.ticket.code, bet.won, place, means, named)
            transfers = won(book, person, bet.won)
            books.append(book, "payment", paid, key=f"pay/{bet.ticket.code}", transfers=transfers)

        self.store.write(act)


def _alone(books: WriteTransaction, person: str) -> Season:
    """Return a person's season, and lock it until the transaction is committed."""
    books.state(book_of(SLUG, person), alone=True)
    return season_of(books, person)


def _is_stale(season: Season, epoch: int) -> bool:
    """Return whether the seed of the open race day is older than the last restore."""
    return season.open is not None and season.open.epoch < epoch


def _seed_of(books: ReadTransaction, book: str, now: RaceDay) -> str:
    """Return the secret seed of an open race day."""
    seed = books.hidden(f"{book}/{now.day}")
    assert seed is not None, "an open day has a seed"
    return seed.decode()


def _open(season: Season) -> RaceDay:
    """Return the race day that takes bets. Raise an error if there is none."""
    if season.open is not None:
        return season.open
    held = usual_rules().law
    if season.newest is None:
        raise NovamasError("no_day_of_play", clause=held.races.chosen)
    raise NovamasError("selling_closed", clause=held.closing.clause, day=season.newest.day)


def _ticket(season: Season, code: str) -> tuple[RaceDay, Bet]:
    """Return the ticket with this code. The races of its day must have been run."""
    for each in reversed(season.days):
        for bet in each.bets:
            if bet.ticket.code == code.strip().upper():
                if each.run is None:
                    clause = each.rules.law.payment.after_result
                    raise NovamasError("paid_from", clause=clause, first=each.day + timedelta(days=1))
                return each, bet
    raise NovamasError("no_ticket_of_play", clause=usual_rules().law.payment.ticket)


def _run(season: Season, now: RaceDay, promised: str) -> Run:
    """Return the results of a race day, with the settlement of all its bets."""
    seed = mixed_seed(promised, now.mixed)
    results = results_of(now.meeting, seed)
    winning = [
        winning_marks(result, race, ())
        for result, race in zip(results, now.meeting.programme.races, strict=True)
    ]
    marks = Marks(_columns(now, seed), len(results))
    settlement = settle(
        now.day,
        marks.columns(),
        marks.winners(winning, now.rules.law),
        season.funds,
        now.rules,
        lapsed=season.lapsing(now.day),
    )
    return Run(now.day, seed, results, settlement, promised if now.mixed else "")


def _columns(now: RaceDay, seed: str) -> Iterator[str]:
    """Return the forecasts of all players for a race day."""
    yield from bets_of_others(now.meeting, seed)
    for sale in now.sales:
        yield sale.read(Sale).forecast

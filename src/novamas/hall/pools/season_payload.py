"""JSON of a person's Lototrot season in the person's language: races, tickets and settlement."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from fractions import Fraction

import msgspec

from novamas.hall.pools.season import Bet, PrizePaid, RaceDay, Season
from novamas.money import Cents
from novamas.pools.lototrot.meetings import OTHERS
from novamas.pools.lototrot.odds import chances_of
from novamas.pools.lototrot.payment import first_day
from novamas.pools.lototrot.programme import Race
from novamas.pools.lototrot.settlement import Funds, Settlement
from novamas.pools.lototrot.setup import CATEGORIES, Form, Law
from novamas.pools.lototrot.tickets import Ticket, check_forecast, price_of, read_forecast
from novamas.words import Voice
from novamas.words.pools import step_text

DAYS_SHOWN = 6


class HorsePayload(msgspec.Struct, frozen=True):
    """A horse and its weight. Its chance to win is its weight divided by the sum of all weights."""

    number: int
    name: str
    ways: int
    wins: str


class RacePayload(msgspec.Struct, frozen=True):
    """A race, with its winner once it has been run."""

    order: int
    racecourse: str
    number: int
    starts: datetime
    horses: tuple[HorsePayload, ...]
    winner: int | None


class CategoryWon(msgspec.Struct, frozen=True):
    """The number of winning columns that a ticket has in one category, and the prize of each."""

    category: str
    clause: str
    columns: int
    each: Cents
    cents: Cents


class BetPayload(msgspec.Struct, frozen=True):
    """A ticket with its hits, its prizes, and whether it was paid."""

    ticket: Ticket
    hits: tuple[bool, ...]
    won: Cents
    wins: tuple[CategoryWon, ...]
    paid_where: str | None  # the clause on where such an amount is paid
    paid: PrizePaid | None


class StepPayload(msgspec.Struct, frozen=True):
    """One step of a settlement, as text."""

    code: str
    clause: str
    says: str


class PrizeShared(msgspec.Struct, frozen=True):
    """The outcome of one prize category."""

    category: str
    clause: str
    winners: int
    each: Cents
    cents: Cents


class SharedPayload(msgspec.Struct, frozen=True):
    """The settlement of a race day."""

    columns: int
    takings: Cents
    prize_money: Cents
    organiser: Cents
    brought: Funds
    left: Funds
    prizes: tuple[PrizeShared, ...]
    steps: tuple[StepPayload, ...]


class RaceDayPayload(msgspec.Struct, frozen=True):
    """A race day of the season."""

    day: date
    price: Cents
    prize_share: str
    form: Form
    others: int
    commitment: str
    seed: str | None
    races: tuple[RacePayload, ...]
    bets: tuple[BetPayload, ...]
    shared: SharedPayload | None
    first_day: date
    last_day: date
    clauses: Mapping[str, str]


class SeasonPayload(msgspec.Struct, frozen=True):
    """A season with its balance, its present date, the amounts carried over, and its last race days."""

    purse: Cents
    today: date
    funds: Funds
    days: tuple[RaceDayPayload, ...]  # the newest first


class ChancePayload(msgspec.Struct, frozen=True):
    """The probability that a category is the best in which a forecast wins."""

    category: str
    clause: str
    chance: str


class QuotePayload(msgspec.Struct, frozen=True):
    """The price of a forecast, and its probability of winning."""

    columns: int
    cents: Cents
    form: Form
    chances: tuple[ChancePayload, ...]
    nothing: str


def season_payload(season: Season, purse: Cents, first: date, voice: Voice) -> SeasonPayload:
    """Return a person's season in the form in which a page shows it."""
    days = tuple(_day(each, voice) for each in reversed(season.days[-DAYS_SHOWN:]))
    return SeasonPayload(purse, season.today(first), season.funds, days)


def quoted(now: RaceDay, forecast: str) -> QuotePayload:
    """Return the price of a forecast on a race day, and its probability of winning."""
    read = read_forecast(forecast, now.rules)
    check_forecast(read, now.meeting.programme, now.rules)
    held = now.rules.law
    chances = chances_of(read, now.meeting.field, held)
    best = tuple(
        ChancePayload(category, held.categories[category].cite[0], str(chance))
        for category, chance in zip(CATEGORIES, chances.best, strict=True)
    )
    return QuotePayload(read.columns, price_of(read, now.rules), read.form, best, str(chances.nothing))


def _day(now: RaceDay, voice: Voice) -> RaceDayPayload:
    rules = now.rules
    return RaceDayPayload(
        day=now.day,
        price=rules.price,
        prize_share=str(rules.prize_share),
        form=rules.form,
        others=OTHERS,
        commitment=now.commitment,
        seed=now.run.seed if now.run else None,
        races=_races(now),
        bets=tuple(_bet(bet, now) for bet in now.bets),
        shared=_shared(now.run.settlement, rules.law, voice) if now.run else None,
        first_day=first_day(now.day, now.day),
        last_day=now.last_day,
        clauses=_clauses(now),
    )


def _clauses(now: RaceDay) -> dict[str, str]:
    """Return the clause behind each item on the page."""
    held, options = now.rules.law, now.rules.frame.options
    return {
        "price": options["price"].cite[0],
        "prize_share": options["prize_share"].cite[0],
        "form": held.races.listed,
        "numbered": held.races.numbered,
        "elements": held.ticket.elements,
        "fixed": held.ticket.fixed,
        "closing": held.closing.clause,
        "results": held.results.stewards,
        "equal_shares": held.sharing.equal_shares,
        "carried": held.sharing.carries,
        "first_day": held.payment.after_day,
        "last_day": held.term.within,
        "means": held.payment.means,
    }


def _races(now: RaceDay) -> tuple[RacePayload, ...]:
    winners = [result.winners[0] for result in now.run.results] if now.run else [None] * len(now.meeting.wins)
    races = zip(now.meeting.programme.races, now.meeting.wins, winners, strict=True)
    return tuple(
        RacePayload(order, race.racecourse, race.number, race.starts, _horses(race, wins), winner)
        for order, (race, wins, winner) in enumerate(races, 1)
    )


def _horses(race: Race, wins: tuple[int, ...]) -> tuple[HorsePayload, ...]:
    return tuple(
        HorsePayload(horse.number, horse.name, ways, str(Fraction(ways, sum(wins))))
        for horse, ways in zip(race.horses, wins, strict=True)
    )


def _bet(bet: Bet, now: RaceDay) -> BetPayload:
    held = now.rules.law
    prizes = now.run.settlement.prizes if now.run else ()
    wins = tuple(
        CategoryWon(
            prize.category, held.categories[prize.category].cite[0], count, prize.cents, count * prize.cents
        )
        for prize, count in zip(prizes, bet.columns, strict=True)
        if count
    )
    return BetPayload(
        ticket=bet.ticket,
        hits=_hits(bet, now),
        won=bet.won,
        wins=wins,
        paid_where=held.places.clause_for(bet.won) if bet.won else None,
        paid=bet.paid,
    )


def _hits(bet: Bet, now: RaceDay) -> tuple[bool, ...]:
    """Return whether a ticket has the winner of each race. It is empty before the races are run."""
    races = zip(bet.forecast.marks, now.winning, strict=now.run is not None)
    return tuple(not winning.isdisjoint(marked) for marked, winning in races)


def _shared(found: Settlement, held: Law, voice: Voice) -> SharedPayload:
    prizes = tuple(
        PrizeShared(
            prize.category, held.categories[prize.category].cite[0], prize.winners, prize.cents, prize.total
        )
        for prize in found.prizes
    )
    steps = tuple(StepPayload(step.code, step.clause, step_text(step, voice)) for step in found.steps)
    return SharedPayload(
        columns=found.columns,
        takings=found.takings,
        prize_money=found.prize_money,
        organiser=found.organiser,
        brought=found.brought,
        left=found.left,
        prizes=prizes,
        steps=steps,
    )

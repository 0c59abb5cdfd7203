"""The public Python API, with the functions that `import novamas` offers."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from novamas.equipment.cards import cards as read_cards
from novamas.equipment.chance import CommittedSource, Scripted, Seeded, Source, system_seed
from novamas.equipment.draws import read_draws
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.extras import optional_packages
from novamas.house.opening import frame_to_play, open_as_written
from novamas.house.sitting import Sitting, table_meant
from novamas.house.stacked_deck import Stacked
from novamas.law import Frame, Library
from novamas.law.choices import read_choice
from novamas.law.texts import Language
from novamas.money import cents_of
from novamas.record import read_record, with_scripted_draws
from novamas.record import replay as done_again
from novamas.table.game import Table
from novamas.table.roles import Role, Who
from novamas.table.session import person_at
from novamas.words import voice_for

if TYPE_CHECKING:
    from novamas.house.audit import AuditReport
    from novamas.house.diff.comparison import Comparison
    from novamas.house.placard.placard import Placard
    from novamas.odds.report import BetOdds
    from novamas.sim.days import DayReport
    from novamas.sim.sessions import SessionsReport
    from novamas.sim.simulation import Keeper, Listener, SimulationReport


MAX_SEED = 10**18 - 1  # as many digits as the longest number that novamas writes

Amount: TypeAlias = int | str | Decimal  # céntimos, or euros: 250, "2,50 €", Decimal("2.50")
Written: TypeAlias = bool | Amount | Fraction | Collection[str]  # a choice as a user writes it


def open(
    game: str,
    *,
    norm: str | None = None,
    region: str | None = None,
    on: date | str | None = None,
    cash: Amount | Mapping[int, Amount] | None = None,
    seed: int | None = None,
    my_seed: str | None = None,
    cards: str | Iterable[int | str] | None = None,
    draws: str | Iterable[int | str] | None = None,
    automatic: str | Iterable[Who | str] = ("croupier", "chance"),
    law: Library | None = None,
    **setup: Written,
) -> Sitting:
    """Open a table and return the session at it. Raise `FaultySetup` with all faults of the set-up.

    Without a norm or a region, the table is under the newest norm that has the whole game. `setup`
    holds the choices of the house: amounts as "2,50 €", Decimal("2.50") or 250 céntimos, rates as
    "1/20". If a choice that the house must state is missing, it is taken from the examples in the law's
    data.

    `cash` is the bankroll of the players: one amount for all, or one by seat. Without it, bankrolls are
    not counted. By default chance comes from the operating system, and a text (`my_seed`) may be mixed
    in. With `seed` it follows from that number. `cards` fixes the cards in dealing order ("As Kd 10h").
    `draws` fixes the outcomes of chance in order ([17, 0], "3-4 6-6"). At the end of `cards` or `draws`
    chance continues from `seed`. Without a seed, a further draw is an error.

    `automatic` names the roles and seats that act by themselves: by default the croupier and chance. An
    automatic seat takes the first act that it is offered. All others act only through `do`.

    `law` is the library of law that has the norm, by default `novamas.library()`.
    """
    frame = frame_to_play(
        _text("game", game), _text("norm", norm), region=_text("region", region), on=_day(on), law=law
    )
    if _is_script(frame, setup.get("deck")):
        raise InvalidInput("deck_is_no_script", given=quoted(setup["deck"]))
    table = open_as_written(frame, setup)
    return Sitting(
        table,
        _source(seed, my_seed, None if draws is None and cards is None else read_draws(draws or ())),
        cards=None if cards is None else Stacked(read_draws(cards)),
        cash=_cash(cash, table),
        automatic=_automatic(automatic, table),
    )


def compute_odds(
    table: Table | Sitting, *, only: str | None = None, fresh: bool = False
) -> dict[str, BetOdds]:
    """Return the odds of a table's bets, or of one bet, exact or with a bound.

    Results that take long to compute are cached.
    """
    from novamas.odds.cache import cached_odds  # imported here: numpy and numba load slowly

    return cached_odds(table_meant(table), only=only, fresh=bool(fresh))


@optional_packages()
def simulate(
    table: Table | Sitting,
    bet: str,
    *,
    rounds: int = 10**7,
    strategy: str = "best",
    seed: int | None = None,
    threads: int | None = None,
    until_se: float = 0.0,
    heard: Listener | None = None,
    keep: Keeper | None = None,
    cluster: str = "",
    seats: int = 1,
    jackpot: Amount | None = None,
) -> SimulationReport:
    """Simulate rounds of a bet at a table. Return the outcomes and compare them with the odds.

    `bet` is a bet of the game or a list of stakes: "pleno:17 2 €", or "rojo 5 € + pleno:17 2 €" for two
    bets in one round. `strategy` is `best`, another strategy of the game, or a file ("mine.toml", see
    docs/simulate.md). The same seed gives the same result, with any number of threads and on a Dask
    `cluster` (its address, or "local"). Without a seed, a random one is drawn and reported with the
    result. The simulation ends early once the standard error of the edge is at most `until_se`. With
    several `seats`, each seat places the bet in every round, and the report gives their net result
    together. `jackpot` is the initial total of the jackpot, by default that of the table. `heard` is
    called with the results so far, `keep` with the outcomes of each round.
    """
    from novamas.house.simulation.strategy_file import strategy_meant
    from novamas.sim.simulation import simulate as simulated  # imported here: numba loads slowly

    opened = table_meant(table)
    return simulated(
        opened,
        _text("bet", bet),
        rounds=rounds,
        seed=_seed_or_drawn(seed),
        strategy=strategy_meant(_text("strategy", strategy), opened),
        threads=threads,
        until_se=until_se,
        heard=heard,
        keep=keep,
        cluster=_text("cluster", cluster),
        seats=seats,
        jackpot=None if jackpot is None else cents_of(jackpot),
    )


@optional_packages()
def simulate_sessions(
    table: Table | Sitting,
    bet: str,
    *,
    purse: Amount,
    target: Amount | None = None,
    rounds: int = 1000,
    system: str = "flat",
    line: Iterable[int] = (1, 2, 3, 4),
    players: int = 10_000,
    seed: int | None = None,
) -> SessionsReport:
    """Simulate sessions in which each player repeats one bet. Return how the sessions ended.

    A session ends when the `purse` is lost, the `target` is reached or all `rounds` are played.
    `system` computes each stake from the earlier ones: flat, martingale, dalembert, labouchere (with
    `line`) or kelly.
    """
    from novamas.sim.sessions import SessionPlan
    from novamas.sim.sessions import sessions as played

    wanted = None if target is None else cents_of(target)
    plan = SessionPlan(purse=cents_of(purse), rounds=rounds, target=wanted, system=system, line=_line(line))
    return played(table_meant(table), _text("bet", bet), plan, players=players, seed=_seed_or_drawn(seed))


@optional_packages()
def simulate_day(
    floor: str | PathLike[str], *, days: int = 10_000, seed: int | None = None, law: Library | None = None
) -> DayReport:
    """Simulate days of play on a floor file. Return the house's win and the float each table needs."""
    from novamas.house.simulation.day import day as played_day

    return played_day(floor, days=days, seed=_seed_or_drawn(seed), law=law)


def replay(path: str | PathLike[str], *, any_edition: bool = False, law: Library | None = None) -> Sitting:
    """Replay a record to its end and return the session.

    The record's hash chain, deeds and draws are checked.
    """
    record = read_record(_path(path), any_edition=any_edition, law=law)
    sitting = Sitting(record.table, Scripted(()), automatic=(), cash=record.header.cash)
    for _ in with_scripted_draws(record, done_again(record, sitting)):
        pass
    return sitting


@optional_packages()
def audit(
    *sessions: str | PathLike[str],
    at: Table | Sitting | Mapping[str, Table | Sitting] | None = None,
    norm: str | None = None,
    any_edition: bool = False,
    law: Library | None = None,
) -> AuditReport:
    """Replay sessions under the law, and return every departure from the claims in their files.

    A record names its own law. A file of rounds (CSV, Parquet) is audited `at` a table, or at several
    tables by their names in the file. Hand histories are audited under `norm`.
    """
    from novamas.house.audit import Setup
    from novamas.house.audit import audit as audited  # imported here: numpy loads slowly

    tables = at if isinstance(at, Mapping) else {} if at is None else {"": at}
    opened = {str(name): table_meant(table) for name, table in tables.items()}
    return audited([_path(one) for one in sessions], Setup(opened, _text("norm", norm), any_edition, law=law))


def diff(one: Table | Sitting, other: Table | Sitting) -> Comparison:
    """Compare two tables of one game: the differences of law and choices, and their cost."""
    from novamas.house.diff.comparison import compare

    return compare(table_meant(one), table_meant(other))


def placard(table: Table | Sitting, language: Language = "en") -> Placard:
    """Return the placard of a table in one language."""
    from novamas.house.placard.placard import placard_of

    opened = table_meant(table)
    return placard_of(opened, voice_for(language, law=opened.frame.law))


def _path(given: object) -> Path:
    if not isinstance(given, str | PathLike) or "\0" in str(given):
        raise InvalidInput("no_record", text_key="no_path", given=quoted(given))
    return Path(given)


def _text(name: str, value: object) -> str:
    if value is not None and not isinstance(value, str):
        raise InvalidInput("no_text", part=name, given=quoted(value))
    return value  # type: ignore[return-value]  # None is returned as None


def _automatic(people: object, table: Table) -> tuple[Who, ...]:
    """Return the named seats and roles, which act automatically. Raise an error for an unknown name."""
    named = people.replace(",", " ").split() if isinstance(people, str) else people
    if not isinstance(named, Iterable):
        raise InvalidInput("no_such_person", given=quoted(people), known=tuple(Role))
    return tuple(person_at(table.opening, who) for who in named)


def _is_script(frame: Frame, deck: object) -> bool:
    """Return whether `deck` holds cards in dealing order. Such cards belong in `cards`."""
    option = frame.options.get("deck")
    if deck is None or (option is not None and option.fault(read_choice(option, deck)) is None):
        return False
    return any(map(_is_card, deck.replace(",", " ").split())) if isinstance(deck, str) else _is_list(deck)


def _is_card(word: str) -> bool:
    try:
        return bool(read_cards(word))
    except InvalidInput:
        return False


def _is_list(given: object) -> bool:
    return isinstance(given, Iterable) and not isinstance(given, Mapping)


def _day(on: object) -> date | None:
    """Return a day that is given as a date or as text (2011-05-31)."""
    if isinstance(on, datetime):
        return on.date()
    if on is None or isinstance(on, date):
        return on
    try:
        return date.fromisoformat(on)  # type: ignore[arg-type]  # a value that is not text raises TypeError
    except (TypeError, ValueError):
        raise InvalidInput("unreadable_day", given=quoted(on)) from None


def _source(seed: object, my_seed: str | None, draws: tuple[int, ...] | None) -> Source:
    if my_seed is not None:
        if seed is not None or draws is not None:
            raise NovamasError("nothing_to_mix")
        live = CommittedSource()
        live.mix_in(_text("my_seed", my_seed))
        return live
    seeded = None if seed is None else Seeded(_seed(seed))
    if draws is not None:
        return Scripted(draws, then=seeded)
    return seeded or CommittedSource()


def _seed_or_drawn(seed: object) -> int:
    """Return the given seed, or else a random seed from the operating system."""
    return int.from_bytes(system_seed(), "big") % (MAX_SEED + 1) if seed is None else _seed(seed)


def _line(line: object) -> tuple[int, ...]:
    if not isinstance(line, Iterable) or isinstance(line, str | bytes | Mapping):
        raise InvalidInput("no_such_line", given=quoted(line))
    return tuple(line)


def _seed(seed: object) -> int:
    if type(seed) is not int or abs(seed) > MAX_SEED:
        raise InvalidInput("seed_unreadable", text_key="seed_no_number", given=quoted(seed))
    return seed


def _cash(cash: object, table: Table) -> dict[int, int] | None:
    """Return the bankroll at each seat, in céntimos."""
    if cash is None:
        return None
    seats = range(1, table.opening.seats() + 1)
    by_seat = cash if isinstance(cash, Mapping) else dict.fromkeys(seats, cash)
    strangers = [seat for seat in by_seat if seat not in seats]
    if strangers:
        raise NovamasError("no_such_seat", given=quoted(strangers[0]), seats=len(seats))
    brought = {seat: cents_of(amount) for seat, amount in by_seat.items()}
    if any(cents < 0 for cents in brought.values()):
        raise InvalidInput("amount_unreadable", text_key="cents_unreadable", given=min(brought.values()))
    return brought

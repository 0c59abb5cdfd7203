"""The door: what `import novamas` gives to whoever builds on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from novamas.equipment.chance import CommittedSource, Scripted, Seeded, Source, system_seed
from novamas.equipment.draws import read_draws
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.house.opening import frame_to_play, open_as_written
from novamas.house.sitting import Sitting, table_meant
from novamas.house.stacked_deck import Stacked
from novamas.house.voices import voice_in
from novamas.law.texts import Language
from novamas.money import cents_of
from novamas.record import read_record, with_scripted_draws
from novamas.record import replay as done_again
from novamas.table.game import Table

if TYPE_CHECKING:
    from novamas.house.audit import AuditReport
    from novamas.house.diff.comparison import Comparison
    from novamas.house.placard.placard import Placard
    from novamas.odds.report import BetOdds
    from novamas.sim.days import DayReport
    from novamas.sim.sessions import SessionsReport
    from novamas.sim.simulation import Keeper, Listener, SimulationReport


MAX_SEED = 10**18 - 1  # as many digits as any number of ours is written with

Amount: TypeAlias = int | str | Decimal  # céntimos, or euros: 250, "2,50 €", Decimal("2.50")
Written: TypeAlias = bool | Amount | Fraction | Collection[str]  # a choice of the house as people write it


def open(
    game: str,
    *,
    norm: str | None = None,
    region: str | None = None,
    on: date | str | None = None,
    cash: Amount | Mapping[int, Amount] | None = None,
    seed: int | None = None,
    my_seed: str | None = None,
    deck: str | Iterable[int | str] | None = None,
    draws: str | Iterable[int | str] | None = None,
    **setup: Written,
) -> Sitting:
    """Open a table and sit down at it; or `Faulty`, with everything that is wrong with its set-up.

    Without a norm or a region the newest norm that has the game whole rules it. The set-up is what the house
    chooses: amounts as "2,50 €", Decimal("2.50") or 250 céntimos, rates as "1/20". What the house must state
    and nobody gives is taken from the examples in the law's data.

    `cash` is what players bring: one amount for everybody, or one by seat; without it nobody counts chips.
    Chance is the operating system's, into which a text of your own may be mixed (`my_seed`), or what follows
    from the number `seed`. A `deck` is a known one, its cards in dealing order ("As Kd 10h"); `draws` are
    what chance brings, in the order in which it is asked ([17, 0], "3-4 6-6"). Where they end the seed goes
    on; without one, that is an error.
    """
    frame = frame_to_play(
        _text("game", game), _text("norm", norm), region=_text("region", region), on=_day(on)
    )
    choices: dict[str, object] = {**setup}
    if "deck" in frame.options and frame.options["deck"].fault(deck) is None:
        choices["deck"], deck = deck, None  # a choice of the house: which cards are in it
    table = open_as_written(frame, choices)
    return Sitting(
        table,
        _source(seed, my_seed, None if draws is None and deck is None else read_draws(draws or ())),
        deck=None if deck is None else Stacked(read_draws(deck)),
        cash=_cash(cash, table),
    )


def compute_odds(
    table: Table | Sitting, *, only: str | None = None, fresh: bool = False
) -> dict[str, BetOdds]:
    """The odds of every bet of a table, or of one, exact or not; what takes long is kept for next time."""
    from novamas.odds.cache import cached_odds  # numpy and numba, for which only odds need wait

    return cached_odds(table_meant(table), only=only, fresh=bool(fresh))


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
    """So many rounds of a bet of a table, at volume: what came of them, and how it agrees with the odds.

    A bet is one of the game's, or what is laid: "pleno:17 1 €", "rojo 5 € + pleno:17 1 €" in one round. A
    strategy is `best`, another that the game knows, or a file ("mine.toml"; docs/simulate.md). The same seed
    gives the same, whatever the number of threads, and on a Dask `cluster` (its address, or "local"); without
    a seed one is drawn, and told with the result. The count ends before if the standard error of the edge is
    `until_se` or less. Each of several `seats` lays the bet in the same round, and what they net together is
    told; a `jackpot` begins so, if not as the table opens. Who listens (`heard`) is told what came so far;
    who keeps rounds (`keep`) is given how each of them ended.
    """
    from novamas.house.simulation.strategy_file import strategy_meant
    from novamas.sim.simulation import simulate as simulated  # numba, for which only this need wait

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
    """Evenings of so many players who lay a bet until the purse is lost, the target reached or all is over.

    A system tells how stakes follow each other: flat, martingale, dalembert, labouchere (by a `line`), kelly.
    """
    from novamas.sim.sessions import SessionPlan
    from novamas.sim.sessions import sessions as played

    wanted = None if target is None else cents_of(target)
    told = SessionPlan(purse=cents_of(purse), rounds=rounds, target=wanted, system=system, line=_line(line))
    return played(table_meant(table), _text("bet", bet), told, players=players, seed=_seed_or_drawn(seed))


def simulate_day(floor: str | PathLike[str], *, days: int = 10_000, seed: int | None = None) -> DayReport:
    """A day of the floor that a file tells, again and again: what it wins, and the float that it needs."""
    from novamas.house.simulation.day import day as played

    return played(floor, days=days, seed=_seed_or_drawn(seed))


def replay(path: str | PathLike[str], *, any_edition: bool = False) -> Sitting:
    """The session that a record holds, played again as far as it goes: its chain, deeds and draws checked."""
    record = read_record(_path(path), any_edition=any_edition)
    sitting = Sitting(record.table, Scripted(()), automatic=(), cash=record.header.cash)
    for _ in with_scripted_draws(record, done_again(record, sitting)):
        pass
    return sitting


def audit(
    *sessions: str | PathLike[str],
    at: Table | Sitting | Mapping[str, Table | Sitting] | None = None,
    norm: str | None = None,
    any_edition: bool = False,
) -> AuditReport:
    """Sessions played again under the law, against what their files say was paid: all that departs.

    Records tell their own law. Files of rounds (CSV, Parquet) were played `at` a table, or at several by the
    names that the file has for them; hand histories under a norm.
    """
    from novamas.house.audit import Setup
    from novamas.house.audit import audit as audited  # numpy, for which only this need wait

    tables = at if isinstance(at, Mapping) else {} if at is None else {"": at}
    opened = {str(name): table_meant(table) for name, table in tables.items()}
    return audited([_path(one) for one in sessions], Setup(opened, _text("norm", norm), any_edition))


def diff(one: Table | Sitting, other: Table | Sitting) -> Comparison:
    """Two tables of a game beside each other: where their law and their house differ, and what that costs."""
    from novamas.house.diff.comparison import compare

    return compare(table_meant(one), table_meant(other))


def placard(table: Table | Sitting, language: Language = "en") -> Placard:
    """What must be shown at a table, in a language."""
    from novamas.house.placard.placard import placard_of

    return placard_of(table_meant(table), voice_in(language))


def _path(given: object) -> Path:
    if not isinstance(given, str | PathLike) or "\0" in str(given):
        raise InvalidInput("no_record", told_as="no_path", given=quoted(given))
    return Path(given)


def _text(name: str, value: object) -> str:
    if value is not None and not isinstance(value, str):
        raise InvalidInput("no_text", part=name, given=quoted(value))
    return value  # type: ignore[return-value]  # nothing is given back as nothing


def _day(on: object) -> date | None:
    """A day as a date or as text: 2011-05-31."""
    if isinstance(on, datetime):
        return on.date()
    if on is None or isinstance(on, date):
        return on
    try:
        return date.fromisoformat(on)  # type: ignore[arg-type]  # what is no text is no day either
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
    """The seed that is given, or one of the operating system's."""
    return int.from_bytes(system_seed(), "big") % (MAX_SEED + 1) if seed is None else _seed(seed)


def _line(line: object) -> tuple[int, ...]:
    if not isinstance(line, Iterable) or isinstance(line, str | bytes | Mapping):
        raise InvalidInput("no_such_line", given=quoted(line))
    return tuple(line)


def _seed(seed: object) -> int:
    if type(seed) is not int or abs(seed) > MAX_SEED:
        raise InvalidInput("seed_unreadable", told_as="seed_no_number", given=quoted(seed))
    return seed


def _cash(cash: object, table: Table) -> dict[int, int] | None:
    """What each seat brings, in céntimos."""
    if cash is None:
        return None
    seats = range(1, table.opening.seats() + 1)
    by_seat = cash if isinstance(cash, Mapping) else dict.fromkeys(seats, cash)
    strangers = [seat for seat in by_seat if seat not in seats]
    if strangers:
        raise NovamasError("no_such_seat", given=quoted(strangers[0]), seats=len(seats))
    brought = {seat: cents_of(amount) for seat, amount in by_seat.items()}
    if any(cents < 0 for cents in brought.values()):
        raise InvalidInput("amount_unreadable", told_as="cents_unreadable", given=min(brought.values()))
    return brought

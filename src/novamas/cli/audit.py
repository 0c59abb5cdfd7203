"""`novamas audit`: sessions played again under the law, against what their files say was paid."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import AnyEdition, Choices, Day, Json, NormToPlay, Place
from novamas.cli.output import heading, print_json, say, show_table
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.house.auditing import Report, Setup
    from novamas.house.auditing.auditing import Listener
    from novamas.house.auditing.tally import Money

SHOWN = 50  # departures on the terminal


def register(app: typer.Typer) -> None:
    """Give the `audit` command to the main one."""
    app.command("audit")(show_audit)


def show_audit(
    context: typer.Context,
    sessions: Annotated[list[Path], typer.Argument(metavar="metavars.session", help="options.sessions")],
    game: Annotated[str | None, typer.Option(metavar="metavars.game", help="options.audited_game")] = None,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    setup: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.audit_setup")] = None,
    any_edition: AnyEdition = False,
    csv: Annotated[bool, typer.Option("--csv", help="options.audit_csv")] = False,
    html: Annotated[bool, typer.Option("--html", help="options.audit_html")] = False,
    json: Json = False,
) -> None:
    """Every round played again: each departure with its clause, money and who gained; totals and tests."""
    from novamas.cli.waiting import bars
    from novamas.house.auditing.auditing import Audit
    from novamas.house.auditing.page import page
    from novamas.house.auditing.written import as_csv, content

    voice: Words = context.obj
    played_at = setup_of(game, norm, place, on, choice or [], setup, any_edition=any_edition)
    with bar(sessions, voice) as heard:
        audit = Audit(played_at, heard)
        for path in sessions:
            audit.file(path)
    with bars(voice):  # the odds of some games take long the first time
        found = audit.report()
    if json:
        print_json(content(found, voice))
    elif csv:
        typer.echo(as_csv(found, voice), nl=False)
    elif html:
        typer.echo(page(found, voice), nl=False)
    else:
        show(found, voice)
    if not found.is_clean:
        raise typer.Exit(1)


def setup_of(
    game: str | None,
    norm: str | None,
    place: str | None,
    on: str | None,
    choices: list[str],
    floor: Path | None,
    *,
    any_edition: bool,
) -> Setup:
    """The tables at which files of rounds were played, and the norm of hand histories."""
    from novamas.cli.opening import frame_to_play, table_of
    from novamas.house.auditing import Setup
    from novamas.house.auditing.setups import tables_of_floor

    opened = {} if floor is None else tables_of_floor(floor, game)
    if game is not None and floor is None:
        opened = {"": table_of(frame_to_play(game, norm, place, on), choices)}
    return Setup(opened, norm, any_edition)


@contextmanager
def bar(sessions: list[Path], voice: Words) -> Iterator[Listener | None]:
    """A bar for how much of the files has been read, on a terminal; nothing where nobody looks."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    shown_on = Console(stderr=True)
    if not shown_on.is_terminal:
        yield None
        return
    columns = TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn()
    with Progress(*columns, console=shown_on, transient=True) as shown:
        tasks = {
            path: shown.add_task(path.name, total=path.stat().st_size if path.is_file() else None)
            for path in sessions
        }
        yield lambda path, read: shown.update(tasks[path], completed=read)


# ---------------------------------------------------------------- for people


def show(found: Report, voice: Words) -> None:
    """Departures one by one, then totals, then what a regulator asks."""
    from novamas.words.auditing import departure_told, place_told

    heading(voice.text("audit.title"))
    for each in found.files:
        if each.game:
            say(voice.say("audit.file", file=each.file, game=each.game, norm=each.norm))
        else:
            say(voice.say("audit.histories", file=each.file, norm=each.norm))
    say("", voice.text("audit.clean") if found.is_clean else voice.say("audit.found", total=found.total))
    games = {each.file: each.game for each in found.files}
    for number, departure in enumerate(found.departures[:SHOWN], start=1):
        spoken = voice.at(games.get(departure.file, ""))
        say("", f"{number}. {voice.named('departures', departure.kind)} · {place_told(departure, spoken)}")
        say(f"   {departure_told(departure, spoken)}")
    if found.total > SHOWN:
        say("", voice.say("audit.more", count=found.total - SHOWN))
    if found.undecided:
        say("", voice.say("audit.undecided", count=found.undecided))
    show_totals(found, voice)
    show_statistics(found, voice)


def show_totals(found: Report, voice: Words) -> None:
    """By kind, by croupier, by seat."""
    if found.kinds:
        heading(voice.text("audit.by_kind"))
        kind, number, stake = (voice.text(f"audit.{name}") for name in ("kind", "number", "stake"))
        rows = [
            (voice.named("departures", name), str(count), voice.money(found.cents[name]))
            for name, count in found.kinds.items()
        ]
        show_table([kind, number, stake], rows, right=[number, stake], whole=[number, stake])
    if found.croupiers:
        show_money("audit.by_croupier", "audit.name", found.croupiers, voice)
    if found.seats:
        by_seat = {str(seat): money for seat, money in found.seats.items()}
        show_money("audit.by_seat", "audit.seat", by_seat, voice)


def show_money(title: str, whose: str, rows: Mapping[str, Money], voice: Words) -> None:
    """What each turned over, and what came of departures."""
    heading(voice.text(title))
    columns = [voice.text(f"audit.{name}") for name in ("rounds", "staked", "win", "departures", "stake")]
    told = [
        (
            name,
            voice.number(money.rounds),
            voice.money(money.staked),
            voice.money(money.win),
            str(money.departures),
            voice.money(money.at_stake),
        )
        for name, money in rows.items()
    ]
    show_table([voice.text(whose), *columns], told, right=columns, whole=columns)


def show_statistics(found: Report, voice: Words) -> None:
    """Money, the hold beside what it should be, and the tests of wheels and shoes."""
    from novamas.house.auditing.written import hold_told, money_told

    heading(voice.text("audit.money"))
    say(*money_told(found, voice))
    for file, hold in found.holds:
        say(*hold_told(file, hold, voice))
    if not found.tests:
        return
    heading(voice.text("audit.tests"))
    columns = ("test", "table_name", "count", "value", "chance", "adjusted")
    names = [voice.text(f"audit.{name}") for name in columns]
    rows = []
    for test in found.tests:
        code = "audit.hold_test" if test.code == "hold" else f"audit.{test.code}"
        chances = (voice.percent(Fraction(chance), 2) for chance in (test.chance, test.adjusted))
        mark = voice.text("audit.alarm") if test.is_alarm else ""
        value = voice.decimal(test.value, 2)
        rows.append((voice.text(code), test.table, voice.number(test.count), value, *chances, mark))
    show_table([*names, ""], rows, right=names[2:], whole=names[2:])
    if not any(test.is_alarm for test in found.tests):
        say(voice.text("audit.no_alarms"))
    say(voice.say("audit.holm", count=len(found.tests)))

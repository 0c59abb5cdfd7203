"""`novamas law`: read and search the clauses, and list those that code or tests cover."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from novamas.cli.options import Json
from novamas.cli.output import console, print_json
from novamas.errors import InvalidInput
from novamas.law import Clause
from novamas.law.citations import expand_ids
from novamas.law.clauses import search_clauses
from novamas.law.coverage import Coverage, coverage
from novamas.law.genealogy import line_of
from novamas.words import Voice
from novamas.words.clauses import CitedClauses, check_game, clause_payload, narrowed
from novamas.words.problems import cited


def register(app: typer.Typer) -> None:
    """Register the `law` command."""
    app.command("law")(read_law)


def read_law(
    context: typer.Context,
    words: Annotated[
        list[str] | None, typer.Argument(metavar="metavars.words", help="options.clauses")
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="metavars.game", help="options.clauses_of_game")] = None,
    norm: Annotated[str | None, typer.Option(metavar="metavars.norm", help="options.clauses_of_norm")] = None,
    root: Annotated[Path, typer.Option(metavar="metavars.folder", help="options.project")] = Path(),
    json: Json = False,
) -> None:
    """Show the text of clauses, and the readings of the doubtful ones."""
    voice: Voice = context.obj
    match words or []:
        case ["coverage", *games]:
            show_coverage(games, coverage(voice.law, root), voice, json=json)
        case ["line", clause]:
            _show_line(clause, voice, json=json)
        case ["search", *wanted] if wanted:
            found = search_clauses(voice.law, " ".join(wanted), voice.language)
            _show_list(narrowed(voice.law, found, game, norm), voice, json=json)
        case [] if game or norm:
            _show_list(narrowed(voice.law, voice.law.clauses(), game, norm), voice, json=json)
        case ids if ids != ["search"]:
            show_clauses(ids, voice, json=json)
        case _other:
            raise InvalidInput("no_clause_asked")


def show_clauses(citations: Sequence[str], voice: Voice, *, json: bool = False) -> None:
    """Show the cited clauses one after the other."""
    if not citations:
        raise InvalidInput("no_clause_asked")
    known = voice.law.index
    found = [voice.clause(id) for one in citations for id in expand_ids(one, known)]
    if json:
        return print_json(CitedClauses(tuple(clause_payload(one, voice) for one in found)))
    screen = console()
    for one in found:
        screen.print(_panel(one, voice))
    return None


def _panel(one: Clause, voice: Voice) -> Panel:
    """Return the panel of one clause. A reading is marked as a reading of this project."""
    lines = [Text(" › ".join(one.path), style="dim"), Text(one.says)]

    def add(title: str, style: str, text: str) -> None:
        lines.append(Text.assemble((title, style), " ", text))

    if replaced := voice.law.replacement_of(one.id):
        says = cited(replaced.says.in_language(voice.language), replaced.cite)
        add(voice.say("law.replaced", norm=replaced.norm), "red", says)
    if one.reading:
        if one.reading.asks:
            add(voice.text("law.doubtful"), "yellow", one.reading.asks)
        add(voice.text("law.our_reading"), "bold yellow", one.reading.applies)
        if one.reading.why:
            add(voice.text("law.why"), "yellow", one.reading.why)
    if one.erratum:
        add(voice.text("law.erratum"), "red", one.erratum)
    if one.see:
        add(voice.text("law.see"), "cyan", ", ".join(one.see))
    if len(line := line_of(voice.law, one.id)) > 1:
        add(
            voice.text("law.line"),
            "cyan",
            " → ".join(f"{each.clause.id} ({each.since.year})" for each in line),
        )
    about = voice.say(
        "law.about",
        game=voice.game_name(one.game),
        kind=voice.text(f"clause_kinds.{one.kind}"),
        duty=voice.text(f"duties.{one.duty}"),
    )
    return Panel(Group(*lines), title=Text(one.id, style="bold"), subtitle=Text(about), title_align="left")


def _show_line(clause: str, voice: Voice, *, json: bool) -> None:
    """Show a clause beside those of other norms on the same matter, with figures and edges that differ."""
    from novamas.house.lineage import lineage  # imported here: the clauses themselves need no game

    found = lineage(voice.law, clause, voice.language)
    if json:
        return print_json(found)
    at, none = voice.at(voice.law.clause(clause).game), voice.text("law.no_figure")
    table = Table(
        *(voice.text(f"law.{column}") for column in ("clause", "signed", "says", "figures", "edge"))
    )
    differ = dict.fromkeys(path for one in found.clauses for path in one.changed)
    for one in found.clauses:
        says = voice.say("law.words_of", clause=one.has_words_of) if one.has_words_of else one.says
        figures = Text("\n").join(
            Text(f"{path} = {one.figures.get(path, none)}", style="bold" if path in one.changed else "")
            for path in differ
        )
        edges = "\n".join(f"{at.bet(bet)}: {voice.percent(edge)}" for bet, edge in one.edges.items())
        table.add_row(one.id, one.signed, Text(says), figures, Text(edges))
    console().print(table)
    return None


def _show_list(found: list[Clause], voice: Voice, *, json: bool) -> None:
    clauses = [voice.clause(one.id) for one in found]
    if json:
        return print_json({"clauses": clauses})
    table = Table(*(voice.text(f"law.{column}") for column in ("clause", "game", "duty", "says")))
    ours = f" [yellow]{voice.text('catalogue.our_reading')}[/]"
    for one in clauses:
        says = escape(one.says) + (ours if one.reading else "")
        table.add_row(one.id, one.game, voice.text(f"duties.{one.duty}"), says)
    screen = console()
    screen.print(table)
    screen.print(voice.say("law.count", count=len(found)))
    return None


def show_coverage(games: Sequence[str], counted: Coverage, voice: Voice, *, json: bool) -> None:
    """Show how many clauses of each game are covered, or the uncovered clauses of the named games."""
    if games:
        for game in games:
            check_game(voice.law, game)
        _show_missing(games, counted, voice, json=json)
    elif json:
        conduct_code, conduct = counted.conduct()
        print_json(
            {
                **msgspec.to_builtins(counted.row()),
                "conduct": conduct,
                "conduct_code": conduct_code,
                "unknown": counted.unknown,
                "games": counted.games(),
            }
        )
    else:
        _show_rows(counted, voice)


def _show_rows(counted: Coverage, voice: Voice) -> None:
    table = Table(voice.text("law.game"))
    for column in ("owed", "code", "tests", "both"):
        table.add_column(voice.text(f"law.{column}"), justify="right")
    total = counted.row()
    for game, row in counted.games().items():
        table.add_row(game, str(row.owed), str(row.code), str(row.tests), str(row.both))
    table.add_section()
    table.add_row(
        voice.text("law.all"), *map(voice.number, (total.owed, total.code, total.tests, total.both))
    )
    screen = console()
    screen.print(table)
    conduct_code, conduct = counted.conduct()
    screen.print(voice.say("law.conduct", code=conduct_code, all=conduct))
    for name in counted.unknown:
        screen.print(voice.say("law.unknown", clause=name), style="red")


def _show_missing(games: Sequence[str], counted: Coverage, voice: Voice, *, json: bool) -> None:
    missing = [(game, one, lacks) for game in games for one, lacks in counted.missing(game)]
    if json:
        entries = [
            {"id": one.id, "game": game, "lacks": lacks, "says": voice.clause(one.id).says}
            for game, one, lacks in missing
        ]
        return print_json({"missing": entries})
    table = Table(*(voice.text(f"law.{column}") for column in ("clause", "lacks", "says")))
    for _game, one, lacks in missing:
        what = ", ".join(voice.text(f"law.{each}") for each in lacks)
        table.add_row(one.id, what, escape(voice.clause(one.id).says))
    console().print(table if missing else voice.text("law.nothing_missing"))
    return None

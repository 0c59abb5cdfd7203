"""`novamas law`: read the clauses, search them, and see which of them the project answers for."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Group
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from novamas.cli.language import _, current, mark
from novamas.cli.output import console, print_json
from novamas.errors import Unreadable
from novamas.law import Clause, UnknownName, clause, clauses, norm_named, search
from novamas.law.citing import spelled_out
from novamas.law.clauses import index
from novamas.law.coverage import Coverage, coverage
from novamas.law.errors import nearest

KINDS = {
    "accounting": mark("accounting"),
    "admin": mark("admin"),
    "amendment": mark("amendment"),
    "bet": mark("bet"),
    "commission": mark("commission"),
    "definition": mark("definition"),
    "equipment": mark("equipment"),
    "irregularity": mark("irregularity"),
    "jackpot": mark("jackpot"),
    "layout": mark("layout"),
    "limit": mark("limit"),
    "noise": mark("noise"),
    "option": mark("option"),
    "payout": mark("payout"),
    "procedure": mark("procedure"),
    "prohibition": mark("prohibition"),
    "ranking": mark("ranking"),
    "seats": mark("seats"),
    "staff": mark("staff"),
    "tie": mark("tie"),
}
DUTIES = {
    "engine": mark("engine"),
    "table": mark("table set-up"),
    "conduct": mark("conduct"),
    "info": mark("info"),
    "none": mark("none"),
}


def register(app: typer.Typer) -> None:
    """Give the `law` command to the main one."""
    app.command("law")(read_law)


def read_law(
    words: Annotated[
        list[str] | None,
        typer.Argument(help=_("clause ids; or `search` and words; or `coverage` and, if you like, a game")),
    ] = None,
    game: Annotated[str | None, typer.Option(help=_("the clauses of this game"))] = None,
    norm: Annotated[str | None, typer.Option(help=_("the clauses of this norm"))] = None,
    root: Annotated[Path, typer.Option(help=_("the project whose coverage is counted"))] = Path(),
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """Read the clauses of the law: what they say, and how we read the doubtful ones."""
    match words or []:
        case ["coverage", *games]:
            _show_coverage(games, coverage(root), json=json)
        case ["search", *wanted] if wanted:
            _show_list(_narrowed(search(" ".join(wanted), current()), game, norm), json=json)
        case [] if game or norm:
            _show_list(_narrowed(clauses(), game, norm), json=json)
        case ids if ids and ids != ["search"]:
            asked = [clause(id) for citation in ids for id in spelled_out(citation, index())]
            _show_clauses(asked, json=json)
        case _other:
            says = _("Say which clause you want to read, or give --game or --norm, or `search` and words.")
            raise Unreadable("no_clause_asked", says)


def _narrowed(found: Iterable[Clause], game: str | None, norm: str | None) -> list[Clause]:
    """The clauses of the game and of the norm, where they are given and exist."""
    if game:
        _must_be_a_game(game)
    if norm:
        norm_named(norm)
    return [one for one in found if game in (None, one.game) and norm in (None, one.norm)]


def _must_be_a_game(game: str) -> None:
    known = dict.fromkeys(one.game for one in clauses())
    if game not in known:
        says = _("The law has no game {game!r}").format(game=game) + f" ({', '.join(nearest(game, known))})"
        raise UnknownName("unknown_game", says)


def _show_clauses(asked: list[Clause], *, json: bool) -> None:
    told = [one.told(current()) for one in asked]
    if json:
        return print_json({"clauses": told})
    shown = console()
    for one in told:
        shown.print(_panel(one))
    return None


def _panel(one: Clause) -> Panel:
    """One clause, as it is shown to people; what is our reading says so."""
    lines = [Text(" › ".join(one.path), style="dim"), Text(one.says)]
    if one.reading:
        if one.reading.asks:
            lines.append(Text.assemble((_("doubtful: "), "yellow"), one.reading.asks))
        lines.append(Text.assemble((_("«our reading» "), "bold yellow"), one.reading.applies))
        if one.reading.why:
            lines.append(Text.assemble((_("why: "), "yellow"), one.reading.why))
    if one.erratum:
        lines.append(Text.assemble((_("erratum: "), "red"), one.erratum))
    if one.see:
        lines.append(Text.assemble((_("see: "), "cyan"), ", ".join(one.see)))
    kind = _("{game} · {kind} · duty: {duty}").format(
        game=one.game, kind=_(KINDS[one.kind]), duty=_(DUTIES[one.duty])
    )
    return Panel(Group(*lines), title=Text(one.id, style="bold"), subtitle=Text(kind), title_align="left")


def _show_list(found: list[Clause], *, json: bool) -> None:
    told = [one.told(current()) for one in found]
    if json:
        return print_json({"clauses": told})
    table = Table(_("clause"), _("game"), _("duty"), _("says"))
    for one in told:
        ours = _(" [yellow]«our reading»[/]") if one.reading else ""
        table.add_row(one.id, one.game, _(DUTIES[one.duty]), escape(one.says) + ours)
    shown = console()
    shown.print(table)
    shown.print(_("clauses: {count}").format(count=len(found)))
    return None


def _show_coverage(games: list[str], cited: Coverage, *, json: bool) -> None:
    """The figures per game or, of the games named, what is missing."""
    if games:
        for game in games:
            _must_be_a_game(game)
        _show_missing(games, cited, json=json)
    elif json:
        conduct_code, conduct = cited.conduct()
        print_json(
            {
                **msgspec.to_builtins(cited.row()),
                "conduct": conduct,
                "conduct_code": conduct_code,
                "unknown": cited.unknown,
                "games": cited.games(),
            }
        )
    else:
        _show_rows(cited)


def _show_rows(cited: Coverage) -> None:
    table = Table(_("game"))
    for heading in (_("owed"), _("code"), _("tests"), _("both")):
        table.add_column(heading, justify="right")
    total = cited.row()
    for game, row in cited.games().items():
        table.add_row(game, str(row.owed), str(row.code), str(row.tests), str(row.both))
    table.add_section()
    table.add_row(_("all"), str(total.owed), str(total.code), str(total.tests), str(total.both))
    shown = console()
    shown.print(table)
    conduct_code, conduct = cited.conduct()
    shown.print(_("conduct clauses cited: {code} of {all}").format(code=conduct_code, all=conduct))
    for name in cited.unknown:
        shown.print(_("unknown clause cited: {name}").format(name=name), style="red")


def _show_missing(games: list[str], cited: Coverage, *, json: bool) -> None:
    missing = {game: cited.missing(game) for game in games}
    if json:
        entries = [
            {"id": one.id, "game": game, "lacks": lacks, "says": one.told(current()).says}
            for game, found in missing.items()
            for one, lacks in found
        ]
        return print_json({"missing": entries})
    table = Table(_("clause"), _("lacks"), _("says"))
    for found in missing.values():
        for one, lacks in found:
            table.add_row(one.id, ", ".join(map(_, lacks)), escape(one.told(current()).says))
    console().print(table if table.rows else _("Every owed clause is answered for."))
    return None

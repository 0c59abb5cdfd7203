"""`novamas pack`: check a pack of law, play its cases, count its clauses, and begin a new one."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import Annotated

import typer

from novamas.cli.options import Json
from novamas.cli.output import say
from novamas.errors import NovamasError
from novamas.law import Library
from novamas.law.packs import Pack
from novamas.words import Voice, voice_for


def register(app: typer.Typer) -> None:
    """Register the `pack` commands."""
    group = typer.Typer(help="commands.pack")
    group.command("new")(new)
    group.command("check")(check)
    group.command("test")(test)
    group.command("coverage")(coverage)
    app.add_typer(group, name="pack")


FolderArgument = Annotated[Path, typer.Argument(metavar="metavars.folder", help="options.pack")]


def new(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="metavars.folder", help="options.new_pack")],
    like: Annotated[str, typer.Option(metavar="metavars.norm", help="options.like_norm")],
    text: Annotated[Path, typer.Option(metavar="metavars.file", help="options.gazette_text")],
    norm: Annotated[str, typer.Option(metavar="metavars.norm", help="options.new_norm")],
    region: Annotated[str, typer.Option(metavar="metavars.place", help="options.new_region")],
    signed: Annotated[str, typer.Option(metavar="metavars.day", help="options.signed")],
    in_force: Annotated[str | None, typer.Option(metavar="metavars.day", help="options.in_force")] = None,
    like_text: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.like_text")] = None,
) -> None:
    """Write a first draft of a pack of law, with a list of what a person must read."""
    from novamas.house.opening import read_day
    from novamas.house.pack_draft import READ_ME, Request, draft_pack

    voice: Voice = context.obj
    day = read_day(signed)
    assert day is not None, "a text was given"
    request = Request(norm=norm, region=region, like=like, signed=day, in_force=read_day(in_force) or day)
    drafted = draft_pack(folder, text, request, voice, like_text)
    count, file = len(drafted.proposals), str(folder / READ_ME)
    say(voice.say("pack.drafted", path=str(folder), count=count, twins=drafted.twins, file=file))


def check(
    context: typer.Context,
    folder: FolderArgument,
) -> int:
    """Show every fault in a pack of law, with its file and line."""
    from novamas.house.pack_check import check_pack

    voice: Voice = context.obj
    faults = check_pack(os.path.abspath(folder))
    say(*(voice.error(fault) for fault in faults))
    say(
        voice.say("pack.checked", path=str(folder))
        if not faults
        else voice.say("pack.faults", count=len(faults))
    )
    return 1 if faults else 0


def test(context: typer.Context, folder: FolderArgument) -> int:
    """Play the cases of a pack of law, and show those that fail."""
    from novamas.testing.cases import play_cases

    voice: Voice = context.obj
    law, pack = _opened(folder)
    said = voice_for(voice.language, law=law)
    played, failed = 0, 0
    for case in play_cases(law, pack):
        played += 1
        failed += bool(case.faults)
        for fault in case.faults:
            say(said.say("pack.case_fault", path=case.path, line=case.line, name=case.name, why=fault))
    if not played:
        raise NovamasError("pack_without_cases", path=str(folder))
    say(voice.say("pack.tested", count=played, faults=failed))
    return 1 if failed else 0


def coverage(
    context: typer.Context,
    folder: FolderArgument,
    games: Annotated[
        list[str] | None, typer.Argument(metavar="metavars.game", help="options.coverage_of_game")
    ] = None,
    json: Json = False,
) -> None:
    """Show how many clauses of a pack its figures and its cases answer for."""
    from novamas.cli.commands.law import show_coverage
    from novamas.law.coverage import pack_coverage

    voice: Voice = context.obj
    law, pack = _opened(folder)
    show_coverage(games or (), pack_coverage(law, pack), voice_for(voice.language, law=law), json=json)


def _opened(folder: Path) -> tuple[Library, Pack]:
    """Return the library of our norms and of the pack in a folder. Raise its fault if it cannot be used."""
    from novamas.law.library import read_library
    from novamas.law.packs import OURS

    law = read_library((OURS, os.path.abspath(folder)))
    for fault in (*law.aside.values(), *law.index_faults.values()):
        raise fault
    return law, law.packs[1]

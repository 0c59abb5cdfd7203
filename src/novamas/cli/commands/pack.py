"""`novamas pack`: check a pack of law."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import Annotated

import typer

from novamas.cli.output import say
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `pack` commands."""
    group = typer.Typer(help="commands.pack")
    group.command("check")(check)
    app.add_typer(group, name="pack")


def check(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(metavar="metavars.folder", help="options.pack")],
) -> int:
    """Show every fault of a pack of law with its file and line."""
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

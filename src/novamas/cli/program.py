"""The command line as Typer knows it; every text in it is an address, told in the language of the call."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from novamas import __version__
from novamas.cli.helping import Command, Group
from novamas.words import Words, words

# Each is a module of this package.
COMMANDS = ("games", "odds", "play", "replay", "audit", "why", "hand", "equity", "law", "diff", "schema")


def program(names: Sequence[str] = COMMANDS) -> Any:
    """The command line with these commands; only their modules are loaded."""
    found = typer.Typer(cls=Group, name="novamas", add_completion=False, rich_markup_mode=None)
    found.callback()(novamas)
    for name in names:
        import_module(f"novamas.cli.{name}").register(found)
    for info in found.registered_commands:
        info.cls = Command
    return get_command(found)


def show_version(asked: bool) -> None:
    """Print the version and end."""
    if asked:
        typer.echo(f"novamas {__version__}")
        raise typer.Exit


def novamas(
    version: Annotated[
        bool, typer.Option("--version", help="options.version", is_eager=True, callback=show_version)
    ] = False,
) -> None:
    """What stands before the name of a command."""


def reference(voice: Words | None = None) -> str:
    """Every command's help as Markdown, in English unless told otherwise."""
    voice = voice or words("en")
    group = program()
    context = group.make_context("novamas", [], resilient_parsing=True, obj=voice)
    sections = [_section(group, None, "novamas", voice)]
    sections += [_section(group.commands[name], context, name, voice) for name in sorted(group.commands)]
    return "\n".join(["# Commands\n", *sections])


def _section(command: Any, parent: Any, name: str, voice: Words) -> str:
    context = command.make_context(
        name, [], parent=parent, resilient_parsing=True, terminal_width=100, obj=voice
    )
    title = name if parent is None else f"novamas {name}"
    help_text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    return f"## {title}\n\n```text\n{help_text}\n```\n"

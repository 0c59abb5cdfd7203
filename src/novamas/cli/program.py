"""The Typer program. Each text in it is a text key, which is resolved in the language of the call."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.main import get_command

from novamas import __version__
from novamas.cli.help import Command, Group
from novamas.words import Voice, our_voice

# Each is a module of this package.
COMMANDS = (
    "games",
    "odds",
    "check",
    "placard",
    "par",
    "simulate",
    "sessions",
    "day",
    "diff",
    "play",
    "drill",
    "replay",
    "audit",
    "why",
    "hand",
    "equity",
    "law",
    "pack",
    "lototrot",
    "promotrot",
    "pools",
    "serve",
    "operator",
    "store",
    "schema",
)


@cache
def program(names: tuple[str, ...] = COMMANDS) -> Any:
    """Return the Typer program with these commands. No other command's module is loaded."""
    found = typer.Typer(cls=Group, name="novamas", add_completion=False, rich_markup_mode=None)
    found.callback()(novamas)
    for name in names:
        import_module(f"novamas.cli.commands.{name}").register(found)
    _localise(found)
    return get_command(found)


def _localise(app: typer.Typer) -> None:
    """Give every command and every group the help of `novamas.cli.help`."""
    for info in app.registered_commands:
        info.cls = Command
    for group in app.registered_groups:
        group.cls = Group
        assert group.typer_instance is not None
        _localise(group.typer_instance)


def show_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        typer.echo(f"novamas {__version__}")
        raise typer.Exit


def show_completion(context: typer.Context, shell: str | None) -> None:
    """Print the completion script for a shell and exit."""
    if shell is not None and not context.resilient_parsing:
        from novamas.cli.completion import script

        typer.echo(script(shell, context.obj), nl=False)
        raise typer.Exit


def novamas(
    version: Annotated[
        bool, typer.Option("--version", help="options.version", is_eager=True, callback=show_version)
    ] = False,
    completion: Annotated[
        str | None,
        typer.Option(
            "--completion",
            metavar="metavars.shell",
            help="options.completion",
            is_eager=True,
            callback=show_completion,
        ),
    ] = None,
) -> None:
    """Define the options that come before the name of a command."""


def reference(voice: Voice | None = None) -> str:
    """Return the help of every command as Markdown."""
    voice = voice or our_voice("en")
    group = program()
    context = group.make_context("novamas", [], resilient_parsing=True, obj=voice)
    sections = [_section(group, None, "novamas", voice)]
    sections += _sections(group, context, voice)
    return "\n".join(["# Commands\n", *sections])


def _sections(group: Any, parent: Any, voice: Voice) -> Iterator[str]:
    """Yield the help of every command in a group and its subgroups."""
    for name in sorted(group.commands):
        command = group.commands[name]
        yield _section(command, parent, name, voice)
        if isinstance(command, Group):
            context = command.make_context(name, [], parent=parent, resilient_parsing=True, obj=voice)
            yield from _sections(command, context, voice)


def _section(command: Any, parent: Any, name: str, voice: Voice) -> str:
    context = command.make_context(
        name, [], parent=parent, resilient_parsing=True, terminal_width=100, obj=voice
    )
    help_text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    return f"## {context.command_path}\n\n```text\n{help_text}\n```\n"

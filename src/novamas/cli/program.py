"""The command line as Typer knows it, built anew in the language that is spoken."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from novamas import __version__
from novamas.cli.language import _, current, mark, use

# Each is a module of this package.
COMMANDS = ("games", "odds", "play", "replay", "why", "hand", "equity", "law", "schema")
ABOUT = mark("The executable catalogue of casino games: play them, compute them, see which clause decides.")
FURNITURE = (  # what Typer writes into a help text by itself
    mark("Usage:"),
    mark("Options:"),
    mark("Commands:"),
    mark("Arguments:"),
    mark("Show this message and exit."),
    mark("[required]"),
    mark("[default:"),
)


class Command(TyperCommand):
    """A command whose whole help is in the reader's language."""

    def get_help(self, ctx: Any) -> str:
        return translated(super().get_help(ctx))


class Group(TyperGroup):
    """The command that has the others, likewise."""

    def get_help(self, ctx: Any) -> str:
        return translated(super().get_help(ctx))


def translated(help_text: str) -> str:
    """A help text with Typer's own words in the reader's language."""
    for piece in FURNITURE:
        help_text = help_text.replace(piece, _(piece))
    return help_text


def program(names: Sequence[str] = COMMANDS) -> typer.Typer:
    """The command line with these commands; only their modules are loaded."""
    languages = _("Every command takes --lang en, es or ca; without it the environment's locale decides.")
    found = typer.Typer(
        cls=Group, help=_(ABOUT), epilog=languages, add_completion=False, rich_markup_mode=None
    )
    found.callback()(novamas)
    for name in names:
        import_module(f"novamas.cli.{name}").register(found)
    for info in found.registered_commands:
        info.cls, info.epilog = Command, languages
        info.help = _(one_line(info.callback.__doc__ if info.callback else ""))
        info.short_help = info.help.partition(":")[0]
    return found


def one_line(docstring: str | None) -> str:
    """What a docstring says, without its line breaks."""
    return " ".join((docstring or "").split())


def show_version(asked: bool) -> None:
    """Print the version and end."""
    if asked:
        typer.echo(f"novamas {__version__}")
        raise typer.Exit


def novamas(
    version: Annotated[
        bool, typer.Option("--version", help=_("print the version"), is_eager=True, callback=show_version)
    ] = False,
) -> None:
    """What stands before the name of a command."""


def reference() -> str:
    """Every command's help as Markdown, in English."""
    language = current()
    use("en")
    try:
        group: Any = get_command(program())
        context = group.make_context("novamas", [], resilient_parsing=True)
        sections = [_section(group, None, "novamas")]
        sections += [_section(group.commands[name], context, name) for name in sorted(group.commands)]
    finally:
        use(language)
    return "\n".join(["# Commands\n", *sections])


def _section(command: Any, parent: Any, name: str) -> str:
    context = command.make_context(name, [], parent=parent, resilient_parsing=True, terminal_width=100)
    title = name if parent is None else f"novamas {name}"
    help_text = "\n".join(line.rstrip() for line in command.get_help(context).splitlines())
    return f"## {title}\n\n```text\n{help_text}\n```\n"

"""The texts of the command line that people read, gathered from its source."""

from __future__ import annotations

import ast
from pathlib import Path

import novamas.cli
from novamas.cli.program import one_line, program
from novamas.games import GAMES, game
from novamas.law import catalogue, norms

SOURCE = Path(novamas.cli.__file__).parent


def written() -> set[str]:
    """Every text in `_("…")` or `mark("…")`."""
    found = set()
    for path in SOURCE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Name)
                and node.func.id in ("_", "mark")
                and node.args
                and isinstance(node.args[0], ast.Constant)
            ):
                found.add(str(node.args[0].value))
    return found


def helps() -> set[str]:
    """The help of every command."""
    commands = program().registered_commands
    return {one_line(command.callback.__doc__) for command in commands if command.callback}


def needed() -> set[str]:
    """All that must be translated: the command line's own texts and what each game is."""
    return written() | helps() | {game(slug).says for slug in GAMES}


def allowed() -> set[str]:
    """What else may be: the choices of the house, which the figures of the law describe in English."""
    frames = [catalogue.under(norm)[slug] for norm in norms() for slug in catalogue.under(norm).games]
    return {option.says for frame in frames for option in frame.options.values()}

"""The `novamas` command: games, law, odds, play, replay and why, in English, Spanish and Catalan."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Any

import typer
from typer.main import get_command

from novamas.cli.language import LANGUAGES, _, current, from_environment, use
from novamas.cli.output import as_json
from novamas.cli.program import COMMANDS, program, reference
from novamas.errors import Departs, NovamasError
from novamas.words import words
from novamas.words.problems import told

FAULTS_FOUND, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141  # the last two as a shell reports signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the words on the command line ask, and give the exit status."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    use(from_environment(os.environ))
    try:
        status = _run(_take_language(words))
        sys.stdout.flush()  # a closed pipe is noticed here, not when the interpreter ends
        return status
    except NovamasError as error:
        _tell(error, json="--json" in words)
        return FAULTS_FOUND if isinstance(error, Departs) else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # what is left is written to nobody
        return PIPE_CLOSED


def _take_language(words: Sequence[str]) -> list[str]:
    """The words without `--lang`, wherever it stands; from here on its language is spoken."""
    left: list[str] = []
    waiting = iter(words)
    for word in waiting:
        name, equals, language = word.partition("=")
        if name != "--lang":
            left.append(word)
            continue
        language = language if equals else next(waiting, "")
        if language not in LANGUAGES:
            says = _("There is no language {name!r} here: --lang takes en, es or ca.").format(name=language)
            raise NovamasError("no_such_language", says)
        use(language)
    return left


def _run(words: list[str]) -> int:
    words = words or ["--help"]
    names = COMMANDS if words[0].startswith("-") else (_command(words[0]),)
    usage_error: Any = typer.BadParameter.__base__  # Typer has no public name for it
    try:
        status = get_command(program(names)).main(args=words, prog_name="novamas", standalone_mode=False)
    except SystemExit:  # Typer's own answer to a closed pipe
        return PIPE_CLOSED
    except usage_error as fault:
        raise NovamasError("usage", _usage(fault, words)) from None
    return status if isinstance(status, int) else 0


def _command(word: str) -> str:
    if word not in COMMANDS:
        says = _("There is no command {name!r}: there are {known}.").format(
            name=word, known=", ".join(COMMANDS)
        )
        raise NovamasError("no_such_command", says)
    return word


def _usage(fault: Any, words: Sequence[str]) -> str:
    """One sentence for a command that is not written as it must be."""
    path = f"novamas {words[0]}" if words[0] in COMMANDS else "novamas"
    match type(fault).__name__:
        case "NoSuchOption":
            what = _("There is no option {name}").format(name=fault.option_name)
        case "MissingParameter":
            what = _("{name} is missing").format(name=fault.param.name.upper())
        case _other:
            what = str(fault.format_message()).rstrip(".")
    return _("{what}; see {command} --help.").format(what=what, command=path)


def _tell(error: NovamasError, *, json: bool) -> None:
    """On standard error: a sentence for each fault, or one object."""
    faults = getattr(error, "faults", ())  # of a table that may not be opened
    if json:
        content = {"code": error.code, "clause": error.clause, "says": words(current()).error(error)}
        if (broken := getattr(error, "at", None)) is not None:  # a record that does not hold
            content |= {"line": broken.line, "expected": broken.expected, "found": broken.found}
        typer.echo(as_json({"error": {**content, "faults": faults} if faults else content}), err=True)
        return
    for fault in faults or (error,):
        typer.echo(told(fault, words(current())), err=True)


__all__ = ["COMMANDS", "main", "program", "reference"]

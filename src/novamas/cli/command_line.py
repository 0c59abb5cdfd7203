"""The entry point of the command line: language, errors and exit status of `novamas`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress

import typer

from novamas.cli.output import as_json
from novamas.cli.program import COMMANDS, program
from novamas.cli.streams import check_output, drop_output, output_error, prepare_input
from novamas.cli.usage_errors import UsageFault, fault_of
from novamas.entry_points import entry_points
from novamas.errors import NovamasError, RecordMismatch
from novamas.extras import optional_packages
from novamas.law import library
from novamas.law.default import library_with
from novamas.law.faults import FaultySetup
from novamas.law.texts import LANGUAGES, Language
from novamas.words import Voice, voice_for
from novamas.words.problems import ErrorBody, error_payload, error_text

GAMES_ELSEWHERE = "novamas.games"  # the entry points of games of other packages
LANGUAGE = "NOVAMAS_LANG"  # the environment's language, without an option
ASKED_WITH = "--complete"  # the option that the scripts of `novamas.cli.completion` use
FAULTS_FOUND, BAD_INPUT, INTERRUPTED, PIPE_CLOSED = 1, 2, 130, 141  # the last two as a shell reports signals


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    line = list(sys.argv[1:] if arguments is None else arguments)
    given, line_left = take_option(line, "--lang")
    given = given or list(filter(None, [os.environ.get(LANGUAGE)]))
    packs, line_left = take_option(line_left, "--pack")
    known = [language for language in given if language in LANGUAGES]
    law = library_with(*packs) if packs else library()
    voice = voice_for(known[-1] if known else language_of(os.environ), law=law)
    try:
        check_output()
        prepare_input()
        for language in given:
            if language not in LANGUAGES:
                raise NovamasError("no_such_language", given=language)
        if line_left[:1] != [ASKED_WITH]:
            _report_aside(voice)
        with optional_packages():
            status = _run(line_left or ["--help"], voice)
        sys.stdout.flush()  # report a closed pipe here, not when the interpreter ends
        return status
    except NovamasError as error:
        _write_error(error, voice, json="--json" in line)
        return FAULTS_FOUND if isinstance(error, RecordMismatch) else BAD_INPUT
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        drop_output()
        return PIPE_CLOSED
    except (OSError, UnicodeEncodeError) as fault:
        error_of_output = output_error(fault)
        if error_of_output is None:
            raise
        drop_output()
        _write_error(error_of_output, voice, json="--json" in line)
        return BAD_INPUT


def language_of(environment: Mapping[str, str]) -> Language:
    """Return the language of the environment's locale, or English if it is neither Spanish nor Catalan."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if environment.get(name):
            return next((each for each in LANGUAGES if each == environment[name][:2].lower()), "en")
    return "en"


def take_option(line: Sequence[str], option: str) -> tuple[list[str], list[str]]:
    """Return the values of an option, wherever it occurs on the line, and the line without it."""
    values: list[str] = []
    left: list[str] = []
    waiting = iter(line)
    for word in waiting:
        name, equals, given = word.partition("=")
        if name == option:
            values.append(given if equals else next(waiting, ""))
        else:
            left.append(word)
    return values, left


def _run(line: Sequence[str], voice: Voice) -> int:
    """Run the command that a line names. Report usage errors of Typer with the texts of novamas."""
    if line[0] == ASKED_WITH:
        return _complete(line[1:], voice)
    names = COMMANDS if line[0].startswith("-") else (_command(line[0]),)
    group = program(names)
    try:
        status = group.main(args=list(line), prog_name="novamas", standalone_mode=False, obj=voice)
    except SystemExit:  # how Typer ends when the pipe is closed
        return PIPE_CLOSED
    except UsageFault as fault:
        if fault.ctx is None:  # Typer does not always name the command
            command = group.commands.get(line[0], group)
            path = "novamas" if command is group else f"novamas {line[0]}"
            raise fault_of(fault, command, path) from None
        raise fault_of(fault, fault.ctx.command, fault.ctx.command_path) from None
    return status if isinstance(status, int) else 0


def _report_aside(voice: Voice) -> None:
    """Write one sentence to standard error for each pack and each installed game that cannot be used."""
    for fault in voice.law.aside.values():
        with suppress(OSError, ValueError):
            typer.echo(voice.say("pack.aside", why=fault), err=True)
    if entry_points(GAMES_ELSEWHERE):
        from novamas.games import faults_of_entries

        for error in faults_of_entries():
            with suppress(OSError, ValueError):
                typer.echo(error_text(error, voice), err=True)


def _complete(request: Sequence[str], voice: Voice) -> int:
    """Print the words that may follow a line, for a shell's completion script (`--complete SHELL LINE`)."""
    from novamas.cli.completion import complete

    shell, typed = [*request, "", ""][:2]
    languages = [each for each in take_option(typed.split(), "--lang")[0] if each in LANGUAGES]
    complete(shell, typed, voice_for(languages[-1], law=voice.law) if languages else voice)
    return 0


def _command(word: str) -> str:
    if word not in COMMANDS:
        raise NovamasError("no_such_command", given=word, known=COMMANDS)
    return word


def _write_error(error: NovamasError, voice: Voice, *, json: bool) -> None:
    """Write an error to standard error: one sentence for each fault, or one JSON object."""
    faults, voice = (error.faults, voice.at(error.game)) if isinstance(error, FaultySetup) else ((), voice)
    with suppress(OSError, ValueError):  # standard error is full: the exit status is all that is left
        if json:
            typer.echo(as_json(ErrorBody(error_payload(error, voice))), err=True)
            return
        for problem in faults or (error,):
            typer.echo(error_text(problem, voice), err=True)

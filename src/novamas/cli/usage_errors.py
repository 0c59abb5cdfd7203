"""Usage errors of the command line: Typer's exceptions as errors of novamas."""

from __future__ import annotations

from typing import Any

import typer

from novamas.errors import NovamasError

UsageFault: Any = typer.BadParameter.__base__  # Typer has no public name for it


def fault_of(fault: Any, command: Any, path: str) -> NovamasError:
    """Return the error for a Typer exception. An unknown exception becomes a general error."""
    match type(fault).__name__:
        case "NoSuchOption":
            return bad_usage("no_such_option", path, option=fault.option_name, near=fault.possibilities or ())
        case "MissingParameter":
            return bad_usage("argument_missing", path, argument=fault.param.metavar)
        case "BadOptionUsage" if _takes_no_value(fault.option_name, command):
            return bad_usage("option_with_value", path, option=fault.option_name)
        case "BadOptionUsage":
            return bad_usage("option_without_value", path, option=fault.option_name)
        case "BadParameter" if fault.param is not None:  # all values but numbers are words or files
            option, least = fault.param.opts[0], fault.param.min
            text_key = "option_no_number" if least is None else "option_no_number_from"
            return bad_usage(text_key, path, option=option, least=least)
        case _other:
            return bad_usage("usage", path)


def bad_usage(text_key: str, path: str, **figures: Any) -> NovamasError:
    """Return a usage error that points to the help of the command."""
    return NovamasError("usage", text_key=text_key, command=path, **figures)


def _takes_no_value(option: str, command: Any) -> bool:
    return any(option in one.opts and one.is_flag for one in command.params if hasattr(one, "is_flag"))

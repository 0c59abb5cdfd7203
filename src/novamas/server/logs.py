"""The log: one line per event, as JSON or text, without secrets and without injected lines.

A line has the name of an event and values that the code chose. It never contains a header, a query,
a body or an address as the client sent it. A route appears as its pattern, so a code in a path is
not logged. As a second protection, everything that looks like a secret is redacted, also in
tracebacks.
"""

from __future__ import annotations

import logging
import re
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import IO, Any, Literal

import msgspec

from novamas.errors import NovamasError
from novamas.server.settings import Logging

LOG = logging.getLogger("novamas.server")
LONGEST = 300  # characters of a value
LONGEST_TRACE = 8000
_current: Logging | None = None  # of the process, for the processes that it starts
_SECRET = re.compile(  # hexadecimal digits; long mixes of digits and capitals; a key in base64
    r"[0-9A-Za-z+/]{43}=|[0-9a-fA-F]{24,}|(?=[a-z_\-]*[0-9A-Z][0-9A-Za-z_\-]*[0-9])[0-9A-Za-z_\-]{40,}"
)
_CONTROL = re.compile(r"[^\x20-\x7e\xa1-\U0010ffff]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A kind of log event with its level and its meaning."""

    level: Literal["info", "warning", "error"]
    says: str


@cache
def events() -> dict[str, Event]:
    """Return all log events by name."""
    text = files("novamas.server").joinpath("data/events.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Event])


def log(event: str, *, exc_info: BaseException | None = None, **figures: str | int | float | None) -> None:
    """Write an event with its values to the log."""
    level = logging.getLevelNamesMapping()[events()[event].level.upper()]
    LOG.log(level, event, exc_info=exc_info, extra={"figures": figures})


def redacted(text: str) -> str:
    """Return a text without anything that may be a secret: a token, seed, guest pass or key."""
    return _SECRET.sub("…", text)


def one_line(text: str) -> str:
    """Return a text with line breaks, control characters and direction marks escaped."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class JsonLines(logging.Formatter):
    """A formatter that writes each event as a JSON object on its own line."""

    def format(self, record: logging.LogRecord) -> str:
        return one_line(msgspec.json.encode(_content(record, self)).decode())


class TextLines(logging.Formatter):
    """A formatter that writes each event as a line of text, with a traceback on the lines below."""

    def format(self, record: logging.LogRecord) -> str:
        fields = _content(record, self)
        trace = str(fields.pop("trace", ""))
        first = f"{fields.pop('at')} {fields.pop('level')} {fields.pop('event')}"
        values = "".join(f" {name}={one_line(str(value))}" for name, value in fields.items())
        return f"{first}{values}" + "".join(f"\n  {one_line(line)}" for line in trace.splitlines())


def _content(record: logging.LogRecord, formatter: logging.Formatter) -> dict[str, Any]:
    """Return the fields of a log record. For a record of another library, `said` has its message."""
    figures: dict[str, Any] = getattr(record, "figures", {})
    is_event = record.name == LOG.name
    fields: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": record.getMessage() if is_event else record.name,
    }
    if not is_event:
        fields["said"] = redacted(record.getMessage())[:LONGEST]
    for name, value in figures.items():
        fields[name] = redacted(value)[:LONGEST] if isinstance(value, str) else value
    if record.exc_info:
        fields["trace"] = redacted(formatter.formatException(record.exc_info))[-LONGEST_TRACE:]
    return fields


def set_up(settings: Logging, target: IO[str] | None = None) -> logging.Handler:
    """Send the server's events, and the warnings of libraries, to standard error."""
    stream = target or sys.stderr
    as_text = settings.form == "text" or (settings.form == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextLines() if as_text else JsonLines())
    for name, level in (
        (LOG.name, logging.INFO),
        ("novamas", logging.WARNING),  # of the packages below the server
        ("uvicorn.error", logging.WARNING),
        ("asyncio", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    return handler


@contextmanager
def whole_process(settings: Logging, target: IO[str] | None = None) -> Iterator[None]:
    """Log all libraries' messages, warnings and uncaught exceptions of this process.

    A `NovamasError` is raised again unchanged, because the caller shows its text. Any other exception
    ends the process.
    """
    global _current
    root = logging.getLogger()
    level, of_threads, of_finalisers, before = root.level, threading.excepthook, sys.unraisablehook, _current
    handler = set_up(settings, target)
    root.addHandler(handler)
    root.setLevel(logging.WARNING)
    logging.captureWarnings(True)
    threading.excepthook = lambda args: _uncaught("thread", args.exc_value)
    sys.unraisablehook = lambda args: _uncaught("finaliser", args.exc_value)
    _current = settings
    try:
        yield
    except NovamasError:
        raise
    except Exception as fault:
        _uncaught("process", fault)
        raise SystemExit(1) from None
    finally:
        logging.captureWarnings(False)
        root.removeHandler(handler)
        root.setLevel(level)
        threading.excepthook, sys.unraisablehook, _current = of_threads, of_finalisers, before


def of_process() -> Logging:
    """Return the log settings of this process, to pass on to the processes that it starts."""
    return _current or Logging()


def _uncaught(where: str, fault: BaseException | None) -> None:
    """Write an uncaught exception to the log."""
    log("our_mistake", where=where, exc_info=fault)

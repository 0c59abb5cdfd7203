"""The log: one line for each event, JSON for programs or text for people; no secrets, and no line is forged.

What is logged is the name of an event and figures that the program chose: never a header, a query, a body or
an address as it was typed. Routes are named by their pattern, so that a code in an address is not told.
Whatever looks like a secret is cut all the same, in the trace of a mistake too.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from typing import IO, Any, Literal

import msgspec

from novamas.server.settings import Logging

LOG = logging.getLogger("novamas.server")
LONGEST = 300  # characters of a figure
LONGEST_TRACE = 8000
_SECRET = re.compile(  # of hexadecimal digits, of any in which digits and capitals mix, a key in base64
    r"[0-9A-Za-z+/]{43}=|[0-9a-fA-F]{24,}|(?=[a-z_\-]*[0-9A-Z][0-9A-Za-z_\-]*[0-9])[0-9A-Za-z_\-]{40,}"
)
_CONTROL = re.compile(r"[^\x20-\x7e\xa1-\U0010ffff]|[\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something significant: how loudly it is told, and what it means."""

    level: Literal["info", "warning", "error"]
    says: str


@cache
def events() -> dict[str, Event]:
    """Everything that is logged."""
    text = files("novamas.server").joinpath("data/events.toml").read_bytes()
    return msgspec.toml.decode(text, type=dict[str, Event])


def log(event: str, *, exc_info: BaseException | None = None, **figures: str | int | float | None) -> None:
    """Log an event with its figures."""
    level = logging.getLevelNamesMapping()[events()[event].level.upper()]
    LOG.log(level, event, exc_info=exc_info, extra={"figures": figures})


def redacted(text: str) -> str:
    """A text without whatever in it may be a secret: a token, a seed, a pass, a key."""
    return _SECRET.sub("…", text)


def one_line(text: str) -> str:
    """A text in which nothing ends the line or turns it round."""
    return _CONTROL.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class JsonLines(logging.Formatter):
    """A line of JSON for each event."""

    def format(self, record: logging.LogRecord) -> str:
        return one_line(msgspec.json.encode(_content(record, self)).decode())


class TextLines(logging.Formatter):
    """A line of text for each event, and the trace of a mistake below it."""

    def format(self, record: logging.LogRecord) -> str:
        found = _content(record, self)
        trace = str(found.pop("trace", ""))
        first = f"{found.pop('at')} {found.pop('level')} {found.pop('event')}"
        figures = "".join(f" {name}={one_line(str(value))}" for name, value in found.items())
        return f"{first}{figures}" + "".join(f"\n  {one_line(line)}" for line in trace.splitlines())


def _content(record: logging.LogRecord, formatter: logging.Formatter) -> dict[str, Any]:
    """What a record tells; one of another library tells its first words."""
    figures: dict[str, Any] = getattr(record, "figures", {})
    own = record.name == LOG.name
    found: dict[str, Any] = {
        "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "event": record.getMessage() if own else record.name,
    }
    if not own:
        found["said"] = redacted(record.getMessage())[:LONGEST]
    for name, value in figures.items():
        found[name] = redacted(value)[:LONGEST] if isinstance(value, str) else value
    if record.exc_info:
        found["trace"] = redacted(formatter.formatException(record.exc_info))[-LONGEST_TRACE:]
    return found


def set_up(settings: Logging, to: IO[str] | None = None) -> logging.Handler:
    """Log to standard error: our own events, and what the libraries have to complain of."""
    stream = to or sys.stderr
    as_text = settings.form == "text" or (settings.form == "auto" and stream.isatty())
    handler = logging.StreamHandler(stream)
    handler.setFormatter(TextLines() if as_text else JsonLines())
    for name, level in (
        (LOG.name, logging.INFO),
        ("uvicorn.error", logging.WARNING),
        ("asyncio", logging.WARNING),
    ):
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = [handler], False
        logger.setLevel(level)
    return handler

"""Tasks of the catalogue: requests as values, which a thread or a worker process runs.

A task holds everything on which its result depends, except language and format. So it serves as a
cache key, and identical requests share one result. The results are those that the command line
prints as JSON.
"""

from __future__ import annotations

import csv
import io
import logging
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from typing import Any, ClassVar, Literal, TypeAlias, get_args

import msgspec

from novamas.errors import InvalidInput, NovamasError
from novamas.law import Library
from novamas.law.texts import Language
from novamas.server.status_codes import status_of
from novamas.words import Voice, voice_for
from novamas.words.problems import ErrorBody, error_payload

Form: TypeAlias = Literal["json", "csv", "html", "pdf", "text", "toml"]
FORMS: tuple[Form, ...] = get_args(Form)
Rows: TypeAlias = Iterable[Mapping[str, object]]  # of a table, by column
Queue: TypeAlias = Literal["at_once", "advice", "short", "long"]  # the dispatcher's thread, or a worker
MEDIA: Mapping[str, str] = {
    "json": "application/json",
    "csv": "text/csv",
    "html": "text/html",
    "pdf": "application/pdf",
    "text": "text/plain",
    "toml": "application/toml",
}
_FORMULA = re.compile(r"[=+@\t\r]|-(?![0-9.])")  # start of a text that a spreadsheet reads as a formula
_LOG = logging.getLogger("novamas.server.jobs")


class Outcome(msgspec.Struct, frozen=True):
    """A finished task as a response: its status, encoded body, media type and language."""

    status: int
    body: bytes
    media: str
    language: Language


class Task(msgspec.Struct, frozen=True):
    """A request to the catalogue."""

    forms: ClassVar[tuple[Form, ...]] = ("json",)
    queue: ClassVar[Queue] = "at_once"

    def content(self, voice: Voice) -> object:
        """Return the result of the task as one value."""
        raise AssertionError(f"{type(self).__name__} does not say what it answers")

    def rows(self, content: Any) -> Rows:
        """Return the result of the task as rows of a table."""
        raise AssertionError(f"{type(self).__name__} is no table")

    def written(self, form: Form, voice: Voice) -> bytes:
        """Run the task and return its encoded result."""
        content = self.content(voice)
        if form == "csv":
            return csv_of(self.rows(content)).encode()
        return encoded(content)


def encoded(content: object) -> bytes:
    """Encode a result as JSON, with fractions as text."""
    return msgspec.json.encode(content, enc_hook=str)


def csv_of(rows: Iterable[Mapping[str, object]]) -> str:
    """Return rows as CSV.

    In a cell, the texts of a list are joined by spaces. Other lists and objects are written as JSON.
    """
    plain = [msgspec.to_builtins(row, enc_hook=str) for row in rows]
    output = io.StringIO()
    writer = csv.writer(output, lineterminator="\n")
    columns = list(dict.fromkeys(name for row in plain for name in row))
    if columns:
        writer.writerow(columns)
    writer.writerows([_cell(row.get(name)) for name in columns] for row in plain)
    return output.getvalue()


def _cell(value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return str(value).lower()
        case str():
            return f"'{value}" if _FORMULA.match(value) else value
        case list() if all(isinstance(one, str) for one in value):
            return " ".join(value)
        case list() | dict():
            return msgspec.json.encode(value).decode()
    return str(value)


def key_of(task: Task, language: Language, form: Form) -> str:
    """Return the key by which identical tasks share one job."""
    named = f"{type(task).__name__} {language} {form} ".encode()
    return blake2b(named + msgspec.json.encode(task, enc_hook=str), digest_size=16).hexdigest()


def done(task: Task, language: Language, form: Form, law: Library) -> Outcome:
    """Run a task and return its outcome. An error also becomes an outcome."""
    voice = voice_for(language, law=law)
    try:
        if form not in task.forms:
            raise InvalidInput("no_such_format", given=form, known=task.forms)
        return Outcome(200, task.written(form, voice), MEDIA[form], language)
    except NovamasError as error:
        return failed(error, language, law)
    except RecursionError:
        return failed(InvalidInput("request_unreadable"), language, law)
    except Exception as mistake:
        _LOG.error("%s", type(task).__name__, exc_info=mistake)
        return failed(NovamasError("our_mistake"), language, law)


def failed(error: NovamasError, language: Language, law: Library) -> Outcome:
    """Return an error as an outcome."""
    body = ErrorBody(error_payload(error, voice_for(language, law=law)))
    return Outcome(status_of(error), encoded(body), MEDIA["json"], language)

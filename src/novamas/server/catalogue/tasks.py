"""What the catalogue is asked, as values: a clerk answers them at once, a worker those that take long.

A task is all that an answer depends on, but for the language and the form; so answers can be kept by it, and
two who ask the same wait for the same. What a task gives is what the command line prints for other programs.
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
from novamas.law.texts import Language
from novamas.server.status_codes import status_of
from novamas.words import Voice, voice_for
from novamas.words.problems import error_payload as problem_content

Form: TypeAlias = Literal["json", "csv", "html", "pdf", "text", "toml"]
FORMS: tuple[Form, ...] = get_args(Form)
Desk: TypeAlias = Literal["clerk", "short", "long"]  # who does it: a thread of ours, or one of two processes
MEDIA: Mapping[str, str] = {
    "json": "application/json",
    "csv": "text/csv",
    "html": "text/html",
    "pdf": "application/pdf",
    "text": "text/plain",
    "toml": "application/toml",
}
_FORMULA = re.compile(r"[=+@\t\r]|-(?![0-9.])")  # how a text begins that a spreadsheet would reckon
_LOG = logging.getLogger("novamas.server")


class Outcome(msgspec.Struct, frozen=True):
    """What came of a task: the status, the body as it is sent, what kind it is, and in which language."""

    status: int
    body: bytes
    media: str
    language: Language


class Task(msgspec.Struct, frozen=True):
    """Something that the catalogue is asked for."""

    forms: ClassVar[tuple[Form, ...]] = ("json",)
    desk: ClassVar[Desk] = "clerk"

    def content(self, voice: Voice) -> object:
        """The answer as one value."""
        raise AssertionError(f"{type(self).__name__} does not say what it answers")

    def rows(self, content: Any) -> Iterable[Mapping[str, object]]:
        """The rows of the answer, where it is a table."""
        raise AssertionError(f"{type(self).__name__} is no table")

    def written(self, form: Form, voice: Voice) -> bytes:
        """The answer as it is sent."""
        content = self.content(voice)
        if form == "csv":
            return csv_of(self.rows(content)).encode()
        return encoded(content)


def encoded(content: object) -> bytes:
    """An answer as JSON, fractions as text."""
    return msgspec.json.encode(content, enc_hook=str)


def csv_of(rows: Iterable[Mapping[str, object]]) -> str:
    """Rows as CSV; what is no single value stands in its cell as JSON."""
    plain = [msgspec.to_builtins(row, enc_hook=str) for row in rows]
    written = io.StringIO()
    lines = csv.writer(written, lineterminator="\n")
    columns = list(dict.fromkeys(name for row in plain for name in row))
    if columns:
        lines.writerow(columns)
    lines.writerows([_cell(row.get(name)) for name in columns] for row in plain)
    return written.getvalue()


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
    """By which the same task is known again."""
    named = f"{type(task).__name__} {language} {form} ".encode()
    return blake2b(named + msgspec.json.encode(task, enc_hook=str), digest_size=16).hexdigest()


def done(task: Task, language: Language, form: Form) -> Outcome:
    """Do a task; whatever is wrong with it is told in one sentence."""
    voice = voice_for(language)
    try:
        if form not in task.forms:
            raise InvalidInput("no_such_format", given=form, known=task.forms)
        return Outcome(200, task.written(form, voice), MEDIA[form], language)
    except NovamasError as error:
        return failed(error, language)
    except RecursionError:
        return failed(InvalidInput("request_unreadable"), language)
    except Exception as mistake:
        _LOG.error("%s", type(task).__name__, exc_info=mistake)
        return failed(NovamasError("our_mistake"), language)


def failed(error: NovamasError, language: Language) -> Outcome:
    """What is wrong, as an outcome."""
    body = encoded({"error": problem_content(error, voice_for(language))})
    return Outcome(status_of(error), body, MEDIA["json"], language)

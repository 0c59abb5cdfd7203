"""What the central system answers where something is wrong: one sentence, in the language of whoever asks."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from typing import Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from novamas.errors import NovamasError, Unreadable
from novamas.law.texts import LANGUAGES, Language
from novamas.store import StoreFault
from novamas.words import words
from novamas.words.problems import content

MOST_BYTES = 256 * 1024  # of a request: a programme with seven races of fifty horses is a tenth of it
_STATUS = {
    **dict.fromkeys(("token_missing", "token_unknown"), 401),
    **dict.fromkeys(("token_may_not", "token_of_another_outlet"), 403),
    **dict.fromkeys(("no_such_route", "no_such_pool_day", "issue_unknown", "no_issue"), 404),
    **dict.fromkeys(("unknown_clause", "unknown_game", "unknown_jurisdiction", "unknown_norm"), 404),
    **dict.fromkeys(("no_such_game", "no_such_job", "no_such_lesson"), 404),
    "no_such_method": 405,
    "key_reused": 409,
    "request_too_large": 413,
    "too_many_jobs": 429,
    "our_mistake": 500,
    **dict.fromkeys(("job_cancelled", "job_lost", "job_too_long", "jobs_full"), 503),
}
_QUOTED = re.compile(r"[`'](?:\$\.?)?([A-Za-z_][A-Za-z0-9_.\-\[\]]*)[`']")
_LOG = logging.getLogger("novamas.server")


class Problem(msgspec.Struct, frozen=True):
    """What was wrong: its code, the clause of the law that says so, and a sentence for people."""

    code: str
    clause: str | None
    says: str


class Refused(msgspec.Struct, frozen=True):
    """The answer to whatever was not done; nothing was entered then."""

    error: Problem


REFUSED = {
    status: ResponseSpec(data_container=Refused, generate_examples=False, description=told)
    for status, told in (
        (400, "The request cannot be read."),
        (401, "There is no token, or one that is worth nothing."),
        (403, "The token is of another outlet, or may not do this."),
        (404, "There is no such day or issue."),
        (409, "The Idempotency-Key was used for something else."),
        (422, "The law or the books do not allow it."),
        (503, "The books cannot be written now: to be asked again under the same key."),
    )
}


def language_of(accepted: str) -> Language:
    """The language that is liked best, of the three; Spanish where it is none of them."""
    liked: list[tuple[float, Language]] = []
    for item in accepted.lower().split(","):
        name, _, weight = item.partition(";")
        known = next((each for each in LANGUAGES if each == name.strip().split("-")[0]), None)
        if known is not None:
            liked.append((_weight(weight), known))
    return max(liked, key=lambda one: one[0])[1] if liked else "es"


def _weight(text: str) -> float:
    found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", text)
    return float(found[1]) if found else 1.0


def tell(request: Request[Any, Any, Any], error: NovamasError) -> Response[Mapping[str, Any]]:
    """An error as the answer to a request."""
    voice = words(language_of(request.headers.get("accept-language", "")))
    headers: dict[str, str] = {"content-language": voice.language}
    if status_of(error) == 401:
        headers["www-authenticate"] = "Bearer"
    if status_of(error) == 503:
        headers["retry-after"] = "1"
    return Response({"error": content(error, voice)}, status_code=status_of(error), headers=headers)


def status_of(error: NovamasError) -> int:
    """The status that tells other programs what kind of problem it is."""
    if error.code in _STATUS:
        return _STATUS[error.code]
    if isinstance(error, StoreFault):
        return 503
    return 400 if isinstance(error, Unreadable) else 422


def tell_unreadable(
    request: Request[Any, Any, Any], fault: HTTPException | UnicodeDecodeError | RecursionError
) -> Response[Mapping[str, Any]]:
    """What Litestar has against a request, in our words."""
    return tell(request, _read(fault, request))


def _read(
    fault: HTTPException | UnicodeDecodeError | RecursionError, request: Request[Any, Any, Any]
) -> NovamasError:
    if isinstance(fault, UnicodeDecodeError | RecursionError):  # bytes that are no text, boxes in boxes
        return Unreadable("request_unreadable")
    match fault.status_code:
        case 404:
            return NovamasError("no_such_route")
        case 405:
            return NovamasError("no_such_method")
        case 413:
            most = request.route_handler.resolve_request_max_body_size()
            return Unreadable("request_too_large", most=most or MOST_BYTES)
        case _ if isinstance(fault, ValidationException) and (field := _field(fault)):
            return Unreadable("request_field", field=field)
        case _:
            return Unreadable("request_unreadable")


def _field(fault: ValidationException) -> str:
    """The field or header that is wrong, where one can be named."""
    found = fault.extra[0] if isinstance(fault.extra, list) and fault.extra else {}
    quoted = _QUOTED.findall(str(found.get("message", fault.detail)))
    named = str(found.get("key", ""))
    if named == "key":
        return "Idempotency-Key"
    if named not in ("", "data"):
        return named
    return next((each for each in reversed(quoted) if each not in _TYPES), "")


_TYPES = {"object", "array", "str", "int", "bool", "null", "date", "datetime", "data"}


def tell_mistake(request: Request[Any, Any, Any], mistake: Exception) -> Response[Mapping[str, Any]]:
    """A mistake of ours: it is logged whole, and whoever asked is told no more than that it is ours."""
    _LOG.error("%s %s", request.method, request.url.path, exc_info=mistake)
    return tell(request, NovamasError("our_mistake"))

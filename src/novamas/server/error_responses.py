"""Error responses: one sentence in the client's language, with a code and a clause of the law."""

from __future__ import annotations

import re
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from litestar.openapi.datastructures import ResponseSpec

from novamas.errors import InvalidInput, NovamasError
from novamas.law.texts import LANGUAGES, Language
from novamas.server.logs import log
from novamas.server.metrics import Metrics
from novamas.server.status_codes import status_of
from novamas.store import StoreFault
from novamas.words import Voice, voice_for
from novamas.words.problems import ErrorBody, error_payload

_BY_TOKEN = ("token_missing", "token_unknown", "operator_missing", "operator_unknown")
_NOT_ALLOWED = ("may_not", "same_person", "token_may_not", "token_of_another_outlet")
_QUOTED = re.compile(r"[`'](?:\$\.?)?([A-Za-z_][A-Za-z0-9_.\-\[\]]*)[`']")


REFUSED = {
    status: ResponseSpec(data_container=ErrorBody, generate_examples=False, description=description)
    for status, description in (
        (400, "The request cannot be read."),
        (401, "There is no token or pass, or one that is worth nothing."),
        (403, "Whoever asks may not do this."),
        (404, "There is no such thing."),
        (409, "The Idempotency-Key was used for something else."),
        (422, "The law or the books do not allow it."),
        (429, "Too often: to be asked again after as many seconds as Retry-After says."),
        (503, "The books cannot be written now: to be asked again under the same key."),
    )
}


def language_of(accepted: str) -> Language:
    """Return the language that an `Accept-Language` header prefers, or Spanish by default."""
    preferred: list[tuple[float, Language]] = []
    for item in accepted.lower().split(","):
        name, _, weight = item.partition(";")
        known = next((each for each in LANGUAGES if each == name.strip().split("-")[0]), None)
        if known is not None:
            preferred.append((_weight(weight), known))
    return max(preferred, key=lambda one: one[0])[1] if preferred else "es"


def spoken(request: Request[Any, Any, Any], game: str = "") -> Voice:
    """Return the translator for the caller's language and for the law that the house serves."""
    language = language_of(request.headers.get("accept-language", ""))
    return voice_for(language, game, request.app.state.running.law)


def _weight(text: str) -> float:
    found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*", text)
    return float(found[1]) if found else 1.0


def error_response(request: Request[Any, Any, Any], error: NovamasError) -> Response[ErrorBody]:
    """Return the response that reports an error."""
    voice = spoken(request)
    headers: dict[str, str] = {"content-language": voice.language}
    if error.code in _BY_TOKEN:
        headers["www-authenticate"] = "Bearer"
    if status_of(error) in (429, 503):
        headers["retry-after"] = str(error.figures.get("seconds", 1))
    _note(request, error)
    return Response(ErrorBody(error_payload(error, voice)), status_code=status_of(error), headers=headers)


def _note(request: Request[Any, Any, Any], error: NovamasError) -> None:
    """Count a refusal. Log store faults and missing permissions."""
    metrics: Metrics = request.app.state.running.metrics
    metrics.refuse(error)
    if isinstance(error, StoreFault):
        metrics.store_faults.labels(error.code).inc()
        log("store_fault", code=error.code)
    elif error.code in _NOT_ALLOWED:
        log("not_allowed", code=error.code, route=request.scope.get("path_template"))


def tell_unreadable(
    request: Request[Any, Any, Any], fault: HTTPException | UnicodeDecodeError | RecursionError
) -> Response[ErrorBody]:
    """Return the response for an error that Litestar raised."""
    return error_response(request, _read(fault, request))


def _read(
    fault: HTTPException | UnicodeDecodeError | RecursionError, request: Request[Any, Any, Any]
) -> NovamasError:
    if isinstance(fault, UnicodeDecodeError | RecursionError):  # bytes that are not text, or nesting too deep
        return InvalidInput("request_unreadable")
    match fault.status_code:
        case 404:
            return NovamasError("no_such_route")
        case 405:
            return NovamasError("no_such_method")
        case 413:
            most = request.route_handler.resolve_request_max_body_size()
            return InvalidInput(
                "request_too_large", most=most or request.app.state.running.settings.limits.bytes
            )
        case _ if isinstance(fault, ValidationException) and (field := _field(fault)):
            return InvalidInput("request_field", field=field)
        case _:
            return InvalidInput("request_unreadable")


def _field(fault: ValidationException) -> str:
    """Return the name of the invalid field or header, or None if it cannot be found."""
    found = fault.extra[0] if isinstance(fault.extra, list) and fault.extra else {}
    quoted = _QUOTED.findall(str(found.get("message", fault.detail)))
    named = str(found.get("key", ""))
    if named == "key":
        return "Idempotency-Key"
    if named not in ("", "data"):
        return named
    return next((each for each in reversed(quoted) if each not in _TYPES), "")


_TYPES = {"object", "array", "str", "int", "bool", "null", "date", "datetime", "data"}


def internal_error_response(request: Request[Any, Any, Any], mistake: Exception) -> Response[ErrorBody]:
    """Log an unexpected exception. Return a response that does not contain its details."""
    log("our_mistake", method=request.method, route=request.scope.get("path_template"), exc_info=mistake)
    return error_response(request, NovamasError("our_mistake"))

"""OpenAPI description. Litestar gives the routes and parameters, msgspec gives all types.

Litestar's own schemas of types are replaced. They leave fractions without a type, and let one value
match both alternatives of a union.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from types import UnionType
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from litestar import Litestar, Response
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute

from novamas.errors import Figure
from novamas.odds.payload import Coded
from novamas.record.schema import definitions
from novamas.school.exercises import Noticed
from novamas.server.catalogue.dispatcher import JobResult
from novamas.server.catalogue.tasks import MEDIA, Task
from novamas.server.tables.context import TableLimits
from novamas.table.events import AnyEvent
from novamas.table.roles import Who

PLACE = "#/components/schemas/"
UNIONS: Mapping[str, Any] = {
    "who": Who,
    "event": AnyEvent,
    "noticed": Noticed,
    "figure": Figure,
    "coded": Coded,
}

_JOB_RESULT = {"$ref": f"{PLACE}JobResult"}

Part: TypeAlias = dict[str, Any]
Operation: TypeAlias = tuple[str, str]  # method and path


def description(app: Litestar) -> Part:
    """Return the OpenAPI 3.1 description of an application."""
    found: Part = app.openapi_schema.to_schema()
    handlers = dict(_handlers(app))
    schemas = _Schemas(handlers.values())
    for (method, path), handler in handlers.items():
        _complete(found["paths"][path][method], handler, schemas)
    found["components"]["schemas"] = schemas.parts
    return found


def _handlers(app: Litestar) -> Iterator[tuple[Operation, HTTPRouteHandler]]:
    """Yield each described route handler with its method and its path."""
    paths = app.openapi_schema.paths or {}
    for route in app.routes:
        if isinstance(route, HTTPRoute) and route.path_format in paths:
            for handler in route.route_handlers:
                for method in handler.http_methods - {"OPTIONS"}:
                    yield (method.lower(), route.path_format), handler


def _complete(operation: Part, handler: HTTPRouteHandler, schemas: _Schemas) -> None:
    """Put the schemas of a handler's request, answer and errors into its operation."""
    request = request_of(handler)
    if request is not None:
        operation["requestBody"]["content"] = {MEDIA["json"]: {"schema": schemas.of(request)}}
    for status, spec in (handler.responses or {}).items():
        if spec.data_container is not None:
            content = {MEDIA["json"]: {"schema": schemas.of(spec.data_container)}}
            operation["responses"][str(status)]["content"] = content
    content = operation["responses"][str(handler.status_code)].get("content")
    task = handler.opt.get("task")
    if task is not None:
        text = {"schema": {"type": "string"}}
        content |= {MEDIA[form]: text for form in task.forms}
        content[MEDIA["json"]] = {"schema": schemas.of(answer_of(handler))}
    elif content:
        for media in content:
            content[media] = {"schema": schemas.of(answer_of(handler))}


def request_of(handler: HTTPRouteHandler) -> Any:
    """Return the type of a handler's request body, or None."""
    data = handler.parsed_fn_signature.parameters.get("data")
    return None if data is None else data.annotation


def answer_of(handler: HTTPRouteHandler) -> Any:
    """Return the type of a handler's answer. It is the result of its task, or its own return type."""
    task: type[Task] | None = handler.opt.get("task")
    if task is not None:
        return get_type_hints(task.content, include_extras=True)["return"]
    returned = handler.parsed_fn_signature.return_type.annotation
    return get_args(returned)[0] if get_origin(returned) is Response else returned


def alternatives(kind: Any) -> tuple[Any, ...]:
    """Return the member types of a union, or the type itself.

    msgspec cannot describe a union of structs as one type.
    """
    return get_args(kind) if get_origin(kind) in (Union, UnionType) else (kind,)


def identifier(name: str) -> str:
    """Return the name of a type as an identifier. If it contains modules, the last part comes first."""
    module, _, kind = name.rpartition(".")
    return module.rpartition(".")[2].title().replace("_", "") + kind


class _Schemas:
    """The schemas of all types that the operations use, and of the parts of these types."""

    def __init__(self, handlers: Collection[HTTPRouteHandler]) -> None:
        named = {f"{kind}": kind for one in handlers for kind in _kinds(one)}
        self.parts = definitions({**UNIONS, **named}, {}, PLACE, identifier)
        self._named = {name: self.parts.pop(name) for name in named}
        self.parts["JobResult"] = {"anyOf": [self._named[f"{kind}"] for kind in _results(handlers)]}
        pace = self.parts["Pace"]  # a table of staff may be faster than one that a guest opens
        step = {**pace["properties"]["step_ms"], "minimum": TableLimits().least_step_ms}
        asked = {**pace, "title": "PaceRequest", "properties": {**pace["properties"], "step_ms": step}}
        self.parts["PaceRequest"] = asked
        wanted = {"anyOf": [{"$ref": f"{PLACE}PaceRequest"}, {"type": "null"}]}
        self.parts["TableRequest"]["properties"]["pace"] |= wanted
        self.parts["JobInfo"]["properties"]["result"] = {"anyOf": [_JOB_RESULT, {"type": "null"}]}

    def of(self, kind: Any) -> Part:
        """Return the schema of a type that an operation uses."""
        if kind is JobResult:
            return _JOB_RESULT
        found = [self._named[f"{one}"] for one in alternatives(kind)]
        return found[0] if len(found) == 1 else {"anyOf": found}


def _kinds(handler: HTTPRouteHandler) -> Iterator[Any]:
    """Yield the types that a handler uses in its request and its answers."""
    yield from alternatives(answer_of(handler))
    yield from (spec.data_container for spec in (handler.responses or {}).values() if spec.data_container)
    if (request := request_of(handler)) is not None:
        yield request


def _results(handlers: Iterable[HTTPRouteHandler]) -> dict[Any, None]:
    """Return the result types of jobs, each once."""
    found: dict[Any, None] = {}
    for handler in handlers:
        task: type[Task] | None = handler.opt.get("task")
        if task is not None and task.queue != "at_once":
            found |= dict.fromkeys(alternatives(answer_of(handler)))
    return found

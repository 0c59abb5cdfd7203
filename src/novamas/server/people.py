"""Persons over HTTP: guest passes in a cookie, nicknames, device links, and operators.

Guards protect the routes: `with_pass` requires a valid guest pass, `operating` requires an
operator's token. Both store the caller in `request.auth`, as `Admitted` or `Operator`.
"""

from __future__ import annotations

from asyncio import to_thread
from html import escape
from typing import Annotated, Any

import msgspec
from litestar import Controller, MediaType, Request, Response, get, post
from litestar.connection import ASGIConnection
from litestar.datastructures import State
from litestar.handlers import BaseRouteHandler
from litestar.params import JSONBody
from litestar.response import Redirect
from msgspec import Meta

from novamas.errors import NovamasError
from novamas.hall.people.operators import operator_of
from novamas.hall.people.persons import CARRIED_WITHIN, KEPT_FOR, Admitted, Person
from novamas.law.texts import Language
from novamas.protocol.pace import Speed
from novamas.protocol.requests import RequestBody
from novamas.server.app_state import AppState
from novamas.server.error_responses import REFUSED, spoken
from novamas.server.logs import log
from novamas.server.middleware import pass_of, set_cookie
from novamas.server.rate_limits import network_of
from novamas.server.requests import Part
from novamas.store import Store

Connection = ASGIConnection[Any, Any, Any, Any]
KEPT_SECONDS = int(KEPT_FOR.total_seconds())


class Me(msgspec.Struct, frozen=True):
    """The house's data on the caller. They are empty without a guest pass."""

    person: str | None = None
    name: str = ""
    language: Language | None = None
    pace: Speed | None = None


class MeRequest(RequestBody, frozen=True):
    """The nickname and language that the caller chooses."""

    name: Annotated[str, Meta(max_length=100)] = ""
    language: Language | None = None
    pace: Speed | None = None  # of tables of the caller's own. Nothing: unchanged


class CarryGiven(msgspec.Struct, frozen=True):
    """A device link. The first device that opens it gets a guest pass of the same person."""

    path: str
    seconds: int


class Revoked(msgspec.Struct, frozen=True):
    """The number of guest passes that were revoked."""

    passes: int


class Operator(msgspec.Struct, frozen=True):
    """An operator, known by the name to which the token was issued."""

    name: str


# ---------------------------------------------------------------- callers


async def with_pass(connection: Connection, _: BaseRouteHandler) -> None:
    """Require a valid guest pass. Used as a guard of routes."""
    found = await admitted(connection)
    if found is None:
        raise NovamasError("pass_missing")
    connection.scope["auth"] = found


async def admitted(connection: Connection) -> Admitted | None:
    """Return the holder of the guest pass in a request, or None. A pass that is due is renewed."""
    running: AppState = connection.app.state.running
    cookie = pass_of(dict(connection.scope["headers"]))
    if not cookie:
        return None
    try:
        found = await to_thread(running.people().admit, cookie)
    except NovamasError as refused:
        if refused.code.startswith("pass_"):
            log("pass_refused", code=refused.code, address=address_of(connection))
            set_cookie(connection.scope, "", 0)  # deletes the bad cookie, so the client stops sending it
        raise
    if found.replaced_by is not None:
        log("pass_replaced", person=found.person.id[:8])
        set_cookie(connection.scope, found.replaced_by, KEPT_SECONDS)
    return found


async def operating(connection: Connection, _: BaseRouteHandler) -> None:
    """Require an operator's token. Used as a guard of routes."""
    connection.scope["auth"] = await operator(connection)


async def operator(connection: Connection) -> Operator:
    """Return the operator whose token is in the request. Raise an error if no valid token is there."""
    token = bearer(connection)
    if token is None:
        raise NovamasError("operator_missing")
    store: Store = connection.app.state.store
    name = await to_thread(operator_of, store, token)
    if name is None:
        raise failed(connection, NovamasError("operator_unknown"))
    succeeded(connection)
    log("operator_admitted", operator=name, route=connection.scope.get("path_template"))
    return Operator(name)


def bearer(connection: Connection) -> str | None:
    """Return the token in the headers of a request, or None."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    return token.strip()


def failed(connection: Connection, refused: NovamasError) -> NovamasError:
    """Record that this address sent a bad token or code, and return the given error.

    Raise `locked_out` after too many failures. A valid token is never locked out, because others may
    share its address, and it is too long to be guessed.
    """
    running: AppState = connection.app.state.running
    address = address_of(connection)
    running.failures.check(address)
    log("token_refused", code=refused.code, address=address)
    if running.failures.failed(address):
        log("locked_out", address=address)
    return refused


def succeeded(connection: Connection) -> None:
    """Clear the failures of this address, because it sent a valid token or code."""
    running: AppState = connection.app.state.running
    running.failures.succeeded(address_of(connection))


def address_of(connection: Connection) -> str:
    """Return the address that counts for the caller's limits."""
    return network_of(connection.client.host if connection.client else "")


# ---------------------------------------------------------------- routes


class People(Controller):
    """Routes for the caller's own nickname, language and guest passes."""

    path = "/api/me"
    tags = ("people",)
    security = ({"pass": []},)

    @get("/", responses=REFUSED)
    async def show(self, request: Request[Any, Any, State]) -> Me:
        """Return the caller's nickname and language. Both are empty without a guest pass."""
        found = await admitted(request)
        if found is None:
            return Me()
        return _me(found.person)

    @post("/", responses=REFUSED, status_code=200)
    async def name(self, request: Request[Any, Any, State], data: JSONBody[MeRequest]) -> Me:
        """Set the caller's nickname and language. A caller without a guest pass gets a new pass."""
        running: AppState = request.app.state.running
        found = await admitted(request)
        if found is None:
            _not_too_often(running, address_of(request))
            new = await to_thread(running.people().arrive, data.name, data.language, data.pace)
            log("person_arrived", person=new.person.id[:8])
            set_cookie(request.scope, str(new.replaced_by), KEPT_SECONDS)
            person = new.person
        else:
            person = await to_thread(
                running.people().rename, found.person.id, data.name, data.language, data.pace
            )
        return _me(person)

    @post("/carry", responses=REFUSED, guards=[with_pass])
    async def carry(self, request: Request[Any, Admitted, State]) -> CarryGiven:
        """Create a device link, which one other device can use within ten minutes."""
        running: AppState = request.app.state.running
        _not_too_often(running, request.auth.id)
        code = await to_thread(running.people().create_device_link, request.auth.person.id)
        log("carry_given", person=request.auth.person.id[:8])
        return CarryGiven(f"/carry/{code}", int(CARRIED_WITHIN.total_seconds()))

    @post("/revoke", responses=REFUSED, guards=[with_pass], status_code=200)
    async def revoke(self, request: Request[Any, Admitted, State]) -> Revoked:
        """Revoke the guest passes on all other devices of the caller."""
        running: AppState = request.app.state.running
        person, kept = request.auth.person.id, request.auth.id
        passes = await to_thread(running.people().revoke, person, but=kept)
        log("passes_revoked", person=person[:8], passes=passes)
        await running.sweep()
        return Revoked(passes)


def _me(person: Person) -> Me:
    return Me(person.id, person.name, person.language, person.speed)


def _not_too_often(running: AppState, key: str) -> None:
    """Raise `too_many_requests` if an address creates guest passes or links too fast.

    Each pass or link takes space in the store.
    """
    if seconds := running.arrivals.take(key):
        raise NovamasError("too_many_requests", seconds=int(seconds) + 1)


class Carrying(Controller):
    """The page that a device link opens."""

    path = "/carry/{code:str}"
    include_in_schema = False

    @get("/", media_type=MediaType.HTML)
    async def ask(self, request: Request[Any, Any, State], code: Part) -> Response[str]:
        """Ask whether to continue on this device. Asking does not use up the link: `take` does."""
        running: AppState = request.app.state.running
        is_good = await to_thread(running.people().can_be_taken, code)
        if not is_good:
            failed(request, NovamasError("carry_unknown"))
        return _page(request, "carry_ask" if is_good else "carry_gone", button=is_good)

    @post("/", media_type=MediaType.HTML)
    async def take(self, request: Request[Any, Any, State], code: Part) -> Response[Any]:
        """Use up the link. This device gets a guest pass of its own."""
        running: AppState = request.app.state.running
        try:
            found = await to_thread(running.people().take, code)
        except NovamasError as refused:
            if refused.code != "carry_unknown":
                raise
            failed(request, refused)
            return _page(request, "carry_gone", button=False)
        succeeded(request)
        log("carry_taken", person=found.person.id[:8])
        set_cookie(request.scope, str(found.replaced_by), KEPT_SECONDS)
        return Redirect("/", status_code=303)


def _page(request: Request[Any, Any, State], says: str, *, button: bool) -> Response[str]:
    """Return a page with one sentence. With `button` it has a button to confirm."""
    voice = spoken(request)
    form = f'<form method="post"><button>{escape(voice.text("server.carry_yes"))}</button></form>'
    return page(
        voice.language, voice.text("server.carry"), voice.text(f"server.{says}"), form if button else ""
    )


def page(language: str, title: str, says: str, rest: str, status: int = 200) -> Response[str]:
    """Return a plain HTML page, without scripts or styles."""
    text = (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<h1>{escape(title)}</h1>\n<p>{escape(says)}</p>\n{rest}\n</html>\n"
    )
    headers = {"content-language": language}
    return Response(text, media_type=MediaType.HTML, headers=headers, status_code=status)

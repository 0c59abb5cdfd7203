"""People over HTTP: the pass in a cookie, a nickname, a link to another device; and the operator.

Routes ask for somebody with a guard: `with_pass` lets in whoever has a good pass, `operating` whoever has an
operator's token. Who it is stands in `request.auth` then: `Admitted`, or `Operator`.
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
from novamas.hall.people.persons import CARRIED_WITHIN, KEPT_FOR, Admitted
from novamas.law.texts import Language
from novamas.server.app_state import AppState
from novamas.server.error_responses import REFUSED, language_of
from novamas.server.logs import log
from novamas.server.middleware import pass_of, set_cookie
from novamas.server.rate_limits import network_of
from novamas.server.requests import Part, RequestBody
from novamas.store import Store
from novamas.words import voice_for

Connection = ASGIConnection[Any, Any, Any, Any]
KEPT_SECONDS = int(KEPT_FOR.total_seconds())


class Me(msgspec.Struct, frozen=True):
    """Whoever asks, as the house knows him; without a pass, nobody."""

    person: str | None = None
    name: str = ""
    language: Language | None = None


class MeRequest(RequestBody, frozen=True):
    """What somebody wants to be called, and spoken to in."""

    name: Annotated[str, Meta(max_length=100)] = ""
    language: Language | None = None


class CarryGiven(msgspec.Struct, frozen=True):
    """A link that another device opens, once."""

    path: str
    seconds: int


class Revoked(msgspec.Struct, frozen=True):
    """How many passes are worth nothing any more."""

    passes: int


class Operator(msgspec.Struct, frozen=True):
    """An operator, by the name that his token was given to."""

    name: str


# ---------------------------------------------------------------- who asks


async def with_pass(connection: Connection, _: BaseRouteHandler) -> None:
    """Let in whoever has a good pass."""
    found = await admitted(connection)
    if found is None:
        raise NovamasError("pass_missing")
    connection.scope["auth"] = found


async def admitted(connection: Connection) -> Admitted | None:
    """Whoever has the pass that comes with a request, if one comes; replaced where its time has come."""
    running: AppState = connection.app.state.running
    given = pass_of(dict(connection.scope["headers"]))
    if not given:
        return None
    try:
        found = await to_thread(running.people().admit, given)
    except NovamasError as refused:
        if refused.code.startswith("pass_"):
            log("pass_refused", code=refused.code, address=address_of(connection))
            set_cookie(connection.scope, "", 0)  # so that it is not shown for ever
        raise
    if found.replaced_by is not None:
        log("pass_replaced", person=found.person.id[:8])
        set_cookie(connection.scope, found.replaced_by, KEPT_SECONDS)
    return found


async def operating(connection: Connection, _: BaseRouteHandler) -> None:
    """Let in whoever has the token of an operator."""
    connection.scope["auth"] = await operator(connection)


async def operator(connection: Connection) -> Operator:
    """The operator whose token comes with a request."""
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
    """The token of a request, if there is one; an address that failed too often has to wait."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not token.strip():
        return None
    running: AppState = connection.app.state.running
    running.failures.check(address_of(connection))
    return token.strip()


def failed(connection: Connection, refused: NovamasError) -> NovamasError:
    """Note that a token or a code was not good; what whoever brought it is told."""
    running: AppState = connection.app.state.running
    address = address_of(connection)
    log("token_refused", code=refused.code, address=address)
    if running.failures.failed(address):
        log("locked_out", address=address)
    return refused


def succeeded(connection: Connection) -> None:
    """Note that a token or a code was good."""
    running: AppState = connection.app.state.running
    running.failures.succeeded(address_of(connection))


def address_of(connection: Connection) -> str:
    """The address by which whoever asks is counted."""
    return network_of(connection.client.host if connection.client else "")


# ---------------------------------------------------------------- routes


class People(Controller):
    """What somebody may do with himself."""

    path = "/api/me"
    tags = ("people",)
    security = ({"pass": []},)

    @get("/", responses=REFUSED)
    async def show(self, request: Request[Any, Any, State]) -> Me:
        """Whoever asks: his nickname and language, if he has a pass."""
        found = await admitted(request)
        if found is None:
            return Me()
        return Me(found.person.id, found.person.name, found.person.language)

    @post("/", responses=REFUSED, status_code=200)
    async def name(self, request: Request[Any, Any, State], data: JSONBody[MeRequest]) -> Me:
        """Get a pass, as whoever has none; or another nickname or language."""
        running: AppState = request.app.state.running
        found = await admitted(request)
        if found is None:
            _not_too_often(running, address_of(request))
            new = await to_thread(running.people().arrive, data.name, data.language)
            log("person_arrived", person=new.person.id[:8])
            set_cookie(request.scope, str(new.replaced_by), KEPT_SECONDS)
            person = new.person
        else:
            person = await to_thread(running.people().rename, found.person.id, data.name, data.language)
        return Me(person.id, person.name, person.language)

    @post("/carry", responses=REFUSED, guards=[with_pass])
    async def carry(self, request: Request[Any, Admitted, State]) -> CarryGiven:
        """A link to go on with this pass on another device: once, within ten minutes."""
        running: AppState = request.app.state.running
        _not_too_often(running, request.auth.id)
        code = await to_thread(running.people().carry, request.auth.person.id)
        log("carry_given", person=request.auth.person.id[:8])
        return CarryGiven(f"/carry/{code}", int(CARRIED_WITHIN.total_seconds()))

    @post("/revoke", responses=REFUSED, guards=[with_pass], status_code=200)
    async def revoke(self, request: Request[Any, Admitted, State]) -> Revoked:
        """Revoke one's passes on all other devices."""
        running: AppState = request.app.state.running
        person, kept = request.auth.person.id, request.auth.id
        passes = await to_thread(running.people().revoke, person, but=kept)
        log("passes_revoked", person=person[:8], passes=passes)
        await running.sweep()
        return Revoked(passes)


def _not_too_often(running: AppState, who: str) -> None:
    """Refuse whoever makes passes or links faster than people do: each takes its place in the store."""
    if waits := running.arrivals.take(who):
        raise NovamasError("too_many_requests", seconds=int(waits) + 1)


class Carrying(Controller):
    """The page that a link to another device opens."""

    path = "/carry/{code:str}"
    include_in_schema = False

    @get("/", media_type=MediaType.HTML)
    async def ask(self, request: Request[Any, Any, State], code: Part) -> Response[str]:
        """Ask whether to go on here; nothing is taken before somebody says yes."""
        running: AppState = request.app.state.running
        running.failures.check(address_of(request))
        is_good = await to_thread(running.people().can_be_taken, code)
        if not is_good:
            failed(request, NovamasError("carry_unknown"))
        return _page(request, "carry_ask" if is_good else "carry_gone", button=is_good)

    @post("/", media_type=MediaType.HTML)
    async def take(self, request: Request[Any, Any, State], code: Part) -> Response[Any]:
        """Go on here: this device has a pass of its own from now on."""
        running: AppState = request.app.state.running
        running.failures.check(address_of(request))
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
    """A small page that says one thing, and perhaps asks for a yes."""
    voice = voice_for(language_of(request.headers.get("accept-language", "")))
    asked = f'<form method="post"><button>{escape(voice.text("server.carry_yes"))}</button></form>'
    return page(
        voice.language, voice.text("server.carry"), voice.text(f"server.{says}"), asked if button else ""
    )


def page(language: str, title: str, says: str, rest: str, status: int = 200) -> Response[str]:
    """A page of plain HTML, without scripts or styles."""
    text = (
        f'<!doctype html>\n<html lang="{language}">\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{escape(title)}</title>\n<h1>{escape(title)}</h1>\n<p>{escape(says)}</p>\n{rest}\n</html>\n"
    )
    headers = {"content-language": language}
    return Response(text, media_type=MediaType.HTML, headers=headers, status_code=status)

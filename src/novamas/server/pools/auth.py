"""Authentication and authorisation of the pools' terminals."""

from __future__ import annotations

from asyncio import to_thread
from typing import Any, TypeAlias

from litestar.connection import ASGIConnection
from litestar.di import NamedDependency
from litestar.handlers import BaseRouteHandler

from novamas.errors import NovamasError
from novamas.pools.lototrot.office import Office as LototrotOffice
from novamas.pools.lototrot.outlets import Outlets as LototrotOutlets
from novamas.pools.lototrot.setup import law_of
from novamas.pools.payment_terms import CENTRAL
from novamas.pools.promotrot.office import Office as PromotrotOffice
from novamas.pools.promotrot.outlets import Outlets as PromotrotOutlets
from novamas.protocol.pools import Right, Terminal
from novamas.server.people import bearer, failed, succeeded
from novamas.server.pools.terminals import terminal_of
from novamas.store import GroupCommit, Store
from novamas.store.group_commit import After


class Pools:
    """Both pools on one store. Their updates share a group commit."""

    def __init__(self, store: Store, after: After | None = None) -> None:
        self.store = store
        self.counter = GroupCommit(store, after)
        self.lototrot = LototrotOutlets(LototrotOffice(store))
        self.promotrot = PromotrotOutlets(PromotrotOffice(store))

    def clause_for(self, game: str) -> str | None:
        """Return the clause that lets only authorised outlets sell and pay in a game."""
        match game:
            case "lototrot":
                return law_of(self.lototrot.office.frame).ticket.outside
            case "promotrot":
                return self.promotrot.office.held.selling.ticket
            case _neither:
                return None


Served: TypeAlias = NamedDependency[Pools]  # the pools, injected into routes


async def admit(connection: ASGIConnection[Any, Any, Any, Any], handler: BaseRouteHandler) -> None:
    """Require a token of this outlet with the right for the route. Used as a guard of routes."""
    pools: Pools = connection.app.state.pools
    clause = pools.clause_for(handler.opt.get("game", ""))
    token = bearer(connection)
    if token is None:
        raise NovamasError("token_missing", clause=clause)
    terminal = await to_thread(terminal_of, pools.store, token)
    if terminal is None:
        raise failed(connection, NovamasError("token_unknown", clause=clause))
    succeeded(connection)
    _check(terminal, connection.path_params.get("outlet"), handler.opt.get("may"), clause)
    connection.scope["auth"] = terminal


def _check(terminal: Terminal, outlet: str | None, may: Right | None, clause: str | None) -> None:
    """Raise an error if the token belongs to another outlet or lacks the right."""
    at_office = outlet == CENTRAL and "office" in terminal.may
    if outlet is not None and outlet != terminal.outlet and not at_office:
        raise NovamasError("token_of_another_outlet", clause=clause, outlet=terminal.outlet)
    if may is not None and may not in terminal.may:
        raise NovamasError("token_may_not", clause=clause, right=f"right_{may}", outlet=terminal.outlet)

"""`novamas pools`: verify the books of both pools, and show their balances and outlets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

import typer

from novamas.cli.options import Json
from novamas.cli.pools_common import StoreAt, To, add_group, answer, done, opened
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.documents import Document
    from novamas.server.pools.outlets import OutletInfo


def register(app: typer.Typer) -> None:
    """Register the `pools` commands."""
    add_group(app, "pools", COMMANDS)


def verify(
    context: typer.Context,
    tickets: Annotated[
        list[str] | None, typer.Option("--ticket", metavar="metavars.code", help="options.pool_kept")
    ] = None,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Verify all books: every chain, every balance, and every head that the user gives."""
    from novamas.hall.keys import known_keys
    from novamas.pools.codes import anchor_of
    from novamas.server.derived_rows import check_rows
    from novamas.store import Breached
    from novamas.store import verify as verify_books
    from novamas.words.pools import verified_document

    voice: Voice = context.obj
    heads = [anchor_of(code) for code in tickets or ()]
    with opened(store) as books:
        found, place = verify_books(books, heads), books.place
        if found.breach is not None:
            raise Breached(found.breach)
        check_rows(books, known_keys(books, store))
    answer(found, lambda: verified_document(found, place, voice), file, json=json)


def show_balances(
    context: typer.Context,
    beginning: Annotated[str, typer.Argument(metavar="metavars.text", help="options.pool_accounts")] = "",
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Show the balance of each account and of the till of each outlet."""
    from novamas.words.pools import balances_document

    voice: Voice = context.obj
    with opened(store) as books, books.reading() as now:
        accounts = now.balances(beginning)
        tills = {book: now.till(book) for book in now.books() if book.startswith(("outlet/", "office/"))}
    found = {"accounts": accounts, "tills": tills}
    answer(found, lambda: balances_document(accounts, tills, voice), file, json=json)


def show_outlets(context: typer.Context, store: StoreAt = None, file: To = None, json: Json = False) -> None:
    """Show each outlet: where it may sell, its till, and its number of tokens."""
    from novamas.server.pools.outlets import outlets

    with opened(store) as books, books.reading() as now:
        found = outlets(now)
    answer(found, lambda: _outlets_document(found, context.obj), file, json=json)


def _outlets_document(found: Sequence[OutletInfo], voice: Voice) -> Document:
    from novamas.documents import Document, Rows

    names = ("outlet", "establishment", "at_lototrot", "at_promotrot", "till", "tokens")
    may = {True: voice.text("catalogue.yes"), False: voice.text("catalogue.no")}
    rows = tuple(
        (
            *(one.name, one.establishment, may[one.lototrot], may[one.promotrot]),
            *(voice.money(one.till), voice.number(one.tokens)),
        )
        for one in found
    )
    block = Rows(tuple(voice.text(f"pools.{name}") for name in names), rows, figures=(4, 5))
    title, about = voice.text("pools.outlets"), voice.text("pools.outlets_about")
    return Document(voice.language, title, about, (block,), voice.text("pools.balances_foot"))


def give_token(
    context: typer.Context,
    outlet: Annotated[str, typer.Argument(metavar="metavars.outlet", help="options.pool_token_outlet")],
    may: Annotated[str, typer.Option(metavar="metavars.rights", help="options.pool_may")] = "sell,pay",
    revoke: Annotated[bool, typer.Option("--revoke", help="options.pool_revoke_tokens")] = False,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Give a token to a terminal of an outlet, or revoke all tokens of the outlet."""
    from novamas.server.pools import terminals

    voice: Voice = context.obj
    with opened(store) as books:
        if revoke:
            revoked = terminals.revoke_tokens(books, outlet)
            text = voice.say("pools_told.tokens_revoked", outlet=outlet, tokens=revoked)
            done({"outlet": outlet, "revoked": revoked}, text, json=json)
        else:
            token = terminals.give_token(books, outlet, may.split(","))
            text = voice.say("pools_told.token_given", outlet=outlet, token=token)
            done({"outlet": outlet, "may": may.split(","), "token": token}, text, json=json)


COMMANDS: dict[str, Any] = {
    "verify": verify,
    "balances": show_balances,
    "outlets": show_outlets,
    "token": give_token,
}

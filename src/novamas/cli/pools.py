"""`novamas pools`: the books of both pools: whether they hold, what lies in them, a copy of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from novamas.cli.options import Json
from novamas.cli.pooling import StoreAt, To, answer, done, opened
from novamas.words import Words


def register(app: typer.Typer) -> None:
    """Give the commands of the books to the main one."""
    group = typer.Typer()
    for name, command in COMMANDS.items():
        group.command(name)(command)
    app.add_typer(group, name="pools")


def verify(
    context: typer.Context,
    tickets: Annotated[
        list[str] | None, typer.Option("--ticket", metavar="metavars.code", help="options.pool_kept")
    ] = None,
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """Read all books: every chain, every balance, every head that somebody kept."""
    from novamas.pools.codes import anchor_of
    from novamas.store import Breached
    from novamas.store import verify as verify_books
    from novamas.words.pools import verified_document

    voice: Words = context.obj
    kept = [anchor_of(code) for code in tickets or ()]
    with opened(store) as books:
        found, place = verify_books(books, kept), books.place
    if found.breach is not None:
        raise Breached(found.breach)
    answer(found, lambda: verified_document(found, place, voice), file, json=json)


def show_balances(
    context: typer.Context,
    beginning: Annotated[str, typer.Argument(metavar="metavars.text", help="options.pool_accounts")] = "",
    store: StoreAt = None,
    file: To = None,
    json: Json = False,
) -> None:
    """What lies in each account, and in the till of each outlet."""
    from novamas.words.pools import balances_document

    voice: Words = context.obj
    with opened(store) as books, books.reading() as now:
        accounts = now.balances(beginning)
        tills = {book: now.till(book) for book in now.books() if book.startswith(("outlet/", "office/"))}
    found = {"accounts": accounts, "tills": tills}
    answer(found, lambda: balances_document(accounts, tills, voice), file, json=json)


def copy(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="metavars.file", help="options.pool_copy")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Copy the books to a file while others go on."""
    voice: Words = context.obj
    with opened(store) as books:
        books.copy_to(path)
    done({"path": str(path)}, voice.say("pools_told.books_copied", path=path), json=json)


COMMANDS: dict[str, Any] = {"verify": verify, "balances": show_balances, "copy": copy}

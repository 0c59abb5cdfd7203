"""`novamas store`: copy and restore the store, delete expired data, and change the master key."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from novamas.cli.options import Json
from novamas.cli.output import say
from novamas.cli.pools_common import SettingsAt, StoreAt, add_group, done, opened
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `store` commands."""
    add_group(app, "store", COMMANDS)


def copy(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="metavars.file", help="options.store_copy")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Copy the store to a file while it is in use, and verify the copy."""
    from novamas.hall.keys import known_keys
    from novamas.server.derived_rows import check_rows
    from novamas.store import Breached, verify

    voice: Voice = context.obj
    with opened(store) as books:
        books.copy_to(path)
    with opened(str(path)) as made:
        found = verify(made)
        if found.breach is not None:
            raise Breached(found.breach)
        check_rows(made, known_keys(made, store))
    figures = {"path": str(path), "entries": found.entries, "transfers": found.transfers}
    done(figures, voice.say("server.copied", **figures), json=json)


def restore(
    context: typer.Context,
    path: Annotated[Path, typer.Argument(metavar="metavars.file", help="options.store_restored")],
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Restore the store from a valid copy."""
    from novamas.hall.keys import known_keys
    from novamas.server.derived_rows import check_rows
    from novamas.store.restore import restore as restore_store

    voice: Voice = context.obj
    found = restore_store(path, store, lambda made: check_rows(made, known_keys(made, store)))
    text = voice.say("server.restored", place=found.place, path=path, entries=found.entries)
    done(found, text, json=json)
    if found.set_aside is not None and not json:
        say(voice.say("server.set_aside", path=found.set_aside))


def tidy(
    context: typer.Context,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="options.store_dry_run")] = False,
    settings: SettingsAt = None,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Delete data whose retention period is over. Books are never deleted."""
    from novamas.hall.retention import RetentionTerms, delete_expired
    from novamas.server.settings import read_settings

    voice: Voice = context.obj
    read = read_settings(settings)
    days = read.retention
    terms = RetentionTerms(days.passes_days, days.links_days, days.operators_days)
    with opened(store or read.serving.store) as books:
        found = delete_expired(books, terms, dry_run=dry_run)
    figures = msgspec.structs.asdict(found)
    text = voice.say("server.would_tidy" if dry_run else "server.tidied", **figures)
    done({**figures, "deleted": not dry_run}, text, json=json)


def rekey(context: typer.Context, store: StoreAt = None, json: Json = False) -> None:
    """Encrypt the store's secrets under a new master key. The server must be stopped."""
    from novamas.hall.keys import VARIABLE, folder_of
    from novamas.hall.rekey import rekey as rekey_store
    from novamas.store.connect import address_of
    from novamas.store.restore import check_unused

    voice: Voice = context.obj
    address = address_of(store)
    if address.get_backend_name() == "sqlite" and Path(str(address.database)).exists():
        check_unused(Path(str(address.database)))
    with opened(store) as books:
        found = rekey_store(books, folder_of(store))
    figures = msgspec.structs.asdict(found)
    told = voice.say("server.rekeyed", **figures)
    if os.environ.get(VARIABLE):
        told = f"{told} {voice.say('server.rekeyed_variable', name=VARIABLE, file=found.file)}"
    done(found, told, json=json)


COMMANDS: dict[str, Any] = {"copy": copy, "restore": restore, "tidy": tidy, "rekey": rekey}

"""Helpers that the commands of both pools share: the store, dates, results, tickets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias
from uuid import uuid4

import typer

from novamas.cli.output import print_json, say, show_document, write_document
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.house.opening import read_day
from novamas.record.bounded_files import read_bounded

if TYPE_CHECKING:
    from novamas.documents import Document
    from novamas.documents.slips import Slip
    from novamas.store import Store
    from novamas.words import Voice

StoreAt: TypeAlias = Annotated[
    str | None,
    typer.Option("--store", metavar="metavars.store", help="options.store", envvar="NOVAMAS_STORE"),
]
SettingsAt: TypeAlias = Annotated[
    Path | None, typer.Option("--settings", metavar="metavars.file", help="options.serve_settings")
]
DayOf: TypeAlias = Annotated[str, typer.Argument(metavar="metavars.day", help="options.pool_day")]
Race: TypeAlias = Annotated[int, typer.Argument(metavar="metavars.number", help="options.pool_race")]
CodeOf: TypeAlias = Annotated[str, typer.Argument(metavar="metavars.code", help="options.pool_code")]
Outlet: TypeAlias = Annotated[str, typer.Option(metavar="metavars.outlet", help="options.pool_outlet")]
Key: TypeAlias = Annotated[str | None, typer.Option(metavar="metavars.text", help="options.pool_key")]
OutletName: TypeAlias = Annotated[
    str, typer.Argument(metavar="metavars.outlet", help="options.pool_outlet_name")
]
Establishment: TypeAlias = Annotated[
    str, typer.Argument(metavar="metavars.text", help="options.pool_establishment")
]
Revoke: TypeAlias = Annotated[bool, typer.Option("--revoke", help="options.pool_revoke")]
PaidTyped: TypeAlias = Annotated[
    str | None, typer.Option("--paid", metavar="metavars.euros", help="options.pool_paid")
]
To: TypeAlias = Annotated[Path | None, typer.Option("--to", metavar="metavars.file", help="options.pool_to")]


def add_group(app: typer.Typer, name: str, commands: Mapping[str, Any]) -> None:
    """Add a group of commands to the main command."""
    group = typer.Typer()
    for word, command in commands.items():
        group.command(word)(command)
    app.add_typer(group, name=name)


def voice_at(context: typer.Context, game: str) -> Voice:
    """Return the translator of the user's language for one of the pools."""
    found: Voice = context.obj.at(game)
    return found


@contextmanager
def opened(place: str | None) -> Iterator[Store]:
    """Yield the store of the pools, and close it at the end."""
    from novamas.store import open_store

    with open_store(place, clock=right_now) as store:
        yield store


@contextmanager
def office_of(place: str | None) -> Iterator[Store]:
    """Yield the store with its secrets encrypted, for commands that commit to seeds or draw."""
    from novamas.hall.keys import folder_of, hide_secrets
    from novamas.pools.restored import mix_after_restore
    from novamas.store.epochs import follow_mark

    with opened(place) as store:
        hide_secrets(store, place)
        follow_mark(store, folder_of(place))
        with suppress(NovamasError):  # of another key: what draws is refused, what reads is not
            mix_after_restore(store)
        yield store


def show_outlet(name: str, voice: Voice, *, revoked: bool, json: bool) -> None:
    """Show that an outlet is now authorised, or no longer."""
    key = "pools_told.outlet_revoked" if revoked else "pools_told.outlet_authorised"
    done({"outlet": name, "revoked": revoked}, voice.say(key, outlet=name), json=json)


def right_now() -> datetime:
    """Return the present time by the machine's clock."""
    return datetime.now(UTC)


def day_of(text: str) -> date:
    """Return the date that a user typed."""
    day = read_day(text)
    assert day is not None
    return day


def instant_of(text: str) -> datetime:
    """Return the time that a user typed. Without an offset it is local time of the Balearic Islands."""
    from novamas.pools.payment_terms import BALEARIC

    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        raise InvalidInput("unreadable_instant", given=quoted(text)) from None
    return found if found.tzinfo else found.replace(tzinfo=BALEARIC)


def text_of(path: Path) -> str:
    """Return the text of a file."""
    try:
        return read_bounded(path).decode("utf-8-sig")
    except OSError as fault:
        raise InvalidInput("file_not_read", path=str(path), errno=fault.errno) from None
    except UnicodeDecodeError:
        raise InvalidInput("file_no_text", path=str(path)) from None


def key_of(given: str | None) -> str:
    """Return the given idempotency key, or a new unique one if none was given."""
    return given or uuid4().hex


def answer(found: object, document: Callable[[], Document], file: Path | None, *, json: bool) -> None:
    """Show the result of a command: as JSON, in a file, or as a document on the terminal."""
    if file is not None:
        write_document(document(), file)
    elif json:
        print_json(found)
    else:
        show_document(document())


def answer_slip(found: object, slip: Slip, file: Path | None, *, json: bool) -> None:
    """Show a ticket or a voucher: as JSON, in a file to print, or as text."""
    from novamas.documents.slips import as_pdf, as_text

    if file is not None:
        content = {".pdf": lambda: as_pdf(slip), ".txt": lambda: as_text(slip).encode()}
        if file.suffix.lower() not in content:
            raise NovamasError("no_such_form", path=str(file), known=tuple(content))
        try:
            file.write_bytes(content[file.suffix.lower()]())
        except OSError as fault:
            raise NovamasError("not_written", path=str(file), errno=fault.errno) from fault
    if json:
        print_json(found)
    elif file is None:
        typer.echo(as_text(slip), nl=False)


def done(found: object, sentence: str, *, json: bool) -> None:
    """Show the result of a command in one sentence or as JSON."""
    print_json(found) if json else say(sentence)

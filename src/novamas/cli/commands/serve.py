"""`novamas serve`: the whole house over HTTP, without any configuration."""

from __future__ import annotations

import os.path
import sys
import webbrowser
from typing import Annotated

import typer

from novamas.cli.output import say
from novamas.cli.pools_common import SettingsAt, StoreAt
from novamas.law.library import library_of
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `serve` command."""
    app.command("serve")(serve)


def serve(
    context: typer.Context,
    host: Annotated[str | None, typer.Option(metavar="metavars.host", help="options.serve_host")] = None,
    port: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.serve_port", min=0, max=65535)
    ] = None,
    store: StoreAt = None,
    workers: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.serve_workers", min=1, max=64)
    ] = None,
    settings: SettingsAt = None,
    open_browser: Annotated[bool, typer.Option("--open/--no-open", help="options.serve_open")] = False,
) -> None:
    """Serve the house until it is stopped. Requests that wait are completed first."""
    from msgspec.structs import replace

    from novamas.server.process import serve as serve_house
    from novamas.server.settings import read_settings

    voice: Voice = context.obj
    read = read_settings(settings)
    law = voice.law
    if read.serving.packs:
        law = library_of(*(pack.folder for pack in law.packs[1:]), *map(os.path.abspath, read.serving.packs))
        for fault in law.aside.values():
            typer.echo(voice.say("pack.aside", why=fault), err=True)
    options = {"host": host, "port": port, "store": store, "workers": workers}
    given = {name: value for name, value in options.items() if value is not None}

    def ready(address: str) -> None:
        say(voice.say("server.serving", url=address))
        sys.stdout.flush()  # the reader may be at the other end of a pipe
        if open_browser:
            webbrowser.open(address)

    serve_house(replace(read, serving=replace(read.serving, **given)), ready, law)
    say(voice.text("server.served"))

"""`novamas operator`: list, give and revoke the tokens of the house's operators."""

from __future__ import annotations

from typing import Annotated

import typer

from novamas.cli.options import Json
from novamas.cli.pools_common import StoreAt, done, opened
from novamas.words import Voice


def register(app: typer.Typer) -> None:
    """Register the `operator` command."""
    app.command("operator")(operator)


def operator(
    context: typer.Context,
    name: Annotated[str | None, typer.Argument(metavar="metavars.text", help="options.operator_name")] = None,
    revoke: Annotated[bool, typer.Option("--revoke", help="options.operator_revoke")] = False,
    store: StoreAt = None,
    json: Json = False,
) -> None:
    """Give or revoke an operator's token, or list the operators. A new token is shown only once."""
    from novamas.cli.usage_errors import bad_usage
    from novamas.hall.people import operators

    voice: Voice = context.obj
    with opened(store) as books:
        if name is None:
            if revoke:
                raise bad_usage("argument_missing", context.command_path, argument="metavars.text")
            with books.reading() as now:
                found = operators.operators(now)
            text = (
                voice.say("server.operators", names=[*found])
                if found
                else voice.text("server.operators_none")
            )
            done({"operators": found}, text, json=json)
        elif revoke:
            tokens = operators.revoke_tokens(books, name)
            done(
                {"name": name, "revoked": tokens},
                voice.say("server.operator_revoked", name=name, tokens=tokens),
                json=json,
            )
        else:
            token = operators.give_token(books, name)
            done(
                {"name": name, "token": token},
                voice.say("server.operator_given", name=name, token=token),
                json=json,
            )

"""`novamas why`: trace each payment of a record to its stake, arithmetic and clauses."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import asdict

from novamas.cli.options import AnyEdition, Choices, Json, NormToPlay, Receipt
from novamas.cli.output import print_json, say
from novamas.errors import NovamasError, RecordMismatch
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.house.audit import Setup
    from novamas.record import Checked, Record


FLOOR = ".toml"
AUDITED = (".csv", ".parquet", ".phh", ".phhs")  # only an audit explains these files; the others are records


def register(app: typer.Typer) -> None:
    """Register the `why` command."""
    app.command("why")(show_why)


def show_why(
    context: typer.Context,
    record: Annotated[Path, typer.Argument(metavar="metavars.record", help="options.record_explained")],
    payment: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.only_payment")
    ] = None,
    departure: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.only_departure")
    ] = None,
    deed: Annotated[str | None, typer.Option(metavar="metavars.text", help="options.refused_deed")] = None,
    after: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.after_line", min=1)
    ] = None,
    game: Annotated[str | None, typer.Option(metavar="metavars.game", help="options.audited_game")] = None,
    norm: NormToPlay = None,
    choice: Choices = None,
    any_edition: AnyEdition = False,
    receipt: Receipt = None,
    json: Json = False,
) -> None:
    """Explain by the law the payments in a record, a refusal, faults in a floor file, or audit departures."""
    from novamas.cli.commands.audit import setup_of
    from novamas.house.why_payload import PaymentsExplained, payment_payload, payments
    from novamas.record import Broken, check, read_record
    from novamas.words.proofs import bound, proofs
    from novamas.words.why import explain

    if record.suffix.lower() == FLOOR:
        why_faults(record, context.obj, json=json)
        return
    if departure is not None or record.suffix.lower() in AUDITED:
        setup = setup_of(context.obj.law, game, norm, None, None, choice or [], None, any_edition=any_edition)
        why_departures(record, departure, setup, context.obj, json=json)
        return
    try:
        read = read_record(record, any_edition=any_edition, law=context.obj.law)
        checked = check(read, receipt)
        if checked.broken is not None:
            raise Broken(checked.broken)
    except Broken as why:
        raise RecordMismatch(
            why.code, text_key="in_history", clause=why.clause, where=str(record), why=why
        ) from None
    voice: Voice = context.obj.at(read.header.game)
    found = list(payments(checked))
    if payment is not None and not 1 <= payment <= len(found):
        raise NovamasError("no_such_payment", number=payment, count=len(found))
    chosen = [one for one in found if payment in (None, one[0])]
    frame = read.table.frame
    if deed is not None:
        why_not(read, checked, deed, after, voice, json=json)
        return
    if json:
        explained = [payment_payload(number, line, paid, frame, voice) for number, line, paid in chosen]
        print_json(PaymentsExplained(payments=tuple(explained), **proofs(checked, voice)))
        return
    if not found:
        say(voice.text("why.nothing_paid"))
    for number, line, paid in chosen:
        say(voice.say("why.payment", number=number, line=line), *explain(paid, frame, voice), "")
    say(*bound(checked, voice))


def why_not(
    read: Record, checked: Checked, text: str, after: int | None, voice: Voice, *, json: bool
) -> None:
    """Explain why a deed is not allowed at a certain point of a record, with the rule and its clause."""
    from novamas.house.why_payload import refusal_payload

    found = refusal_payload(read, checked, text, after, voice)
    if json:
        print_json(found)
    else:
        say(*(found.why or [voice.text("why.is_lawful")]))


def why_faults(path: Path, voice: Voice, *, json: bool) -> None:
    """Explain the faults in a floor file, each with its file, rule, allowed values and clause."""
    from novamas.house.floor.check import check
    from novamas.house.floor.payload import FaultsExplained
    from novamas.house.floor.text import explain_finding

    found = [list(explain_finding(finding, voice)) for finding in check(path, voice.law).findings]
    if json:
        print_json(FaultsExplained(tuple(map(tuple, found))))
        return
    say(*(line for lines in found for line in (*lines, "")))
    if not found:
        say(voice.text("why.nothing_at_fault"))


def why_departures(path: Path, number: int | None, setup: Setup, voice: Voice, *, json: bool) -> None:
    """Explain departures of an audit, step by step from the chips on the table to the law."""
    from novamas.house.audit.audit import Audit
    from novamas.house.audit.payload import DepartureExplained, DeparturesExplained, plain
    from novamas.words.audit import chain_text

    audit = Audit(setup)
    audit.file(path)
    found = audit.tally.departures
    if number is not None and not 1 <= number <= len(found):
        raise NovamasError("no_such_departure", number=number, count=len(found))
    table = audit.observers[0][1].table if audit.observers else None
    game = table.game.slug if table is not None else ""
    chains = [
        (one, list(chain_text(one, table, voice.under(table.frame) if table else voice.at(game))))
        for nth, one in enumerate(found, start=1)
        if number in (None, nth)
    ]
    if json:
        explained = (
            DepartureExplained(**asdict(plain(one, game, voice)), why=tuple(lines)) for one, lines in chains
        )
        print_json(DeparturesExplained(tuple(explained)))
        return
    if not found:
        say(voice.text("audit.clean"))
    for _, lines in chains:
        say(*lines, "")

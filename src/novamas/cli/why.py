"""`novamas why`: walk each payment of a record back to the stake, the arithmetic and the clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import asdict

from novamas.cli.options import AnyEdition, Choices, Json, NormToPlay, Receipt
from novamas.cli.output import print_json, say
from novamas.errors import Departs, NovamasError
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.house.auditing import Setup
    from novamas.house.told import PaymentTold
    from novamas.law import Frame
    from novamas.record import Checked, Record
    from novamas.table.events import Payment


FLOOR = ".toml"
AUDITED = (".csv", ".parquet", ".phh", ".phhs")  # files that are not records: only an audit explains them


def register(app: typer.Typer) -> None:
    """Give the `why` command to the main one."""
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
    """Payments of a record, a refusal, faults of a floor, departures of an audit: each back to the law."""
    from novamas.cli.audit import setup_of
    from novamas.cli.proving import proofs
    from novamas.record import Broken, check, read_record
    from novamas.words.proving import bound
    from novamas.words.why import explain

    if record.suffix.lower() == FLOOR:
        why_faults(record, context.obj, json=json)
        return
    if departure is not None or record.suffix.lower() in AUDITED:
        setup = setup_of(game, norm, None, None, choice or [], None, any_edition=any_edition)
        why_departures(record, departure, setup, context.obj, json=json)
        return
    try:
        read = read_record(record, any_edition=any_edition)
        checked = check(read, receipt)
        if checked.broken is not None:
            raise Broken(checked.broken)
    except Broken as why:
        raise Departs(why.code, told_as="in_history", clause=why.clause, where=str(record), why=why) from None
    voice: Words = context.obj.at(read.header.game)
    found = list(payments(checked))
    if payment is not None and not 1 <= payment <= len(found):
        raise NovamasError("no_such_payment", number=payment, count=len(found))
    chosen = [one for one in found if payment in (None, one[0])]
    frame = read.table.frame
    if deed is not None:
        why_not(read, checked, deed, after, voice, json=json)
        return
    if json:
        told = [content(number, line, paid, frame, voice) for number, line, paid in chosen]
        print_json({"payments": told, **proofs(checked, voice)})
        return
    if not found:
        say(voice.text("why.nothing_paid"))
    for number, line, paid in chosen:
        say(voice.say("why.payment", number=number, line=line), *explain(paid, frame, voice), "")
    say(*bound(checked, voice))


def why_not(
    read: Record, checked: Checked, text: str, after: int | None, voice: Words, *, json: bool
) -> None:
    """Why a deed is not lawful at a moment of a record: what was asked, the rule, the clause."""
    from novamas.house.told import RefusalExplained
    from novamas.record.replaying import opened
    from novamas.table.notation import read as read_deed
    from novamas.words.why import explain_refusal

    session = opened(read)
    for done in checked.done:
        if after is not None and done.line > after:
            break
        session.do(done.deed)
    deed = read_deed(read.table.game.deeds, text, {})
    refusal = session.why_not(deed)
    lines = [] if refusal is None else explain_refusal(deed, session.phase, refusal, read.table.frame, voice)
    if json:
        clause = refusal.clause or None if refusal else None
        code = refusal.code if refusal else None
        print_json(RefusalExplained(text, refusal is None, code, clause, tuple(lines)))
    else:
        say(*(lines or [voice.text("why.is_lawful")]))


def why_faults(path: Path, voice: Words, *, json: bool) -> None:
    """The faults of a floor, each from the file to the rule, to what would be lawful, to the clause."""
    from novamas.house.check import check
    from novamas.house.found_words import explain_finding
    from novamas.house.told import FaultsExplained

    found = [list(explain_finding(finding, voice)) for finding in check(path).findings]
    if json:
        print_json(FaultsExplained(tuple(map(tuple, found))))
        return
    say(*(line for lines in found for line in (*lines, "")))
    if not found:
        say(voice.text("why.nothing_at_fault"))


def why_departures(path: Path, number: int | None, setup: Setup, voice: Words, *, json: bool) -> None:
    """Departures of an audit, each as a chain from what lay on the table to the law."""
    from novamas.house.auditing.auditing import Audit
    from novamas.house.auditing.written import plain
    from novamas.house.told import DepartureExplained, DeparturesExplained
    from novamas.words.auditing import chain_told

    audit = Audit(setup)
    audit.file(path)
    found = audit.tally.departures
    if number is not None and not 1 <= number <= len(found):
        raise NovamasError("no_such_departure", number=number, count=len(found))
    table = audit.observers[0][1].table if audit.observers else None
    game = table.game.slug if table is not None else ""
    chains = [
        (one, list(chain_told(one, table, voice.at(game))))
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


def payments(checked: Checked) -> Iterator[tuple[int, int, Payment]]:
    """Every payment, counted from 1, with the line of the deed that led to it."""
    from novamas.table.events import Payment

    number = 0
    for done in checked.done:
        for event in done.events:
            if isinstance(event, Payment):
                number += 1
                yield number, done.line, event


def content(number: int, line: int, paid: Payment, frame: Frame, voice: Words) -> PaymentTold:
    """A payment, for other programs."""
    from novamas.house.told import ClauseTold, PaymentTold
    from novamas.law import clause
    from novamas.words.why import arithmetic, source_of

    cited = (clause(id).told(voice.language) for id in paid.clauses)
    return PaymentTold(
        payment=number,
        line=line,
        seat=paid.seat,
        bet=paid.bet,
        stake=paid.stake,
        rate=paid.rate,
        returned=paid.returned,
        stays=paid.stays,
        arithmetic=arithmetic(paid, voice),
        clauses=tuple(
            ClauseTold(
                id=each.id,
                says=each.says,
                reading=None if each.reading is None else each.reading.applies,
                borrowed=source_of(each, frame),
            )
            for each in cited
        ),
    )

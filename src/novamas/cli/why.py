"""`novamas why`: walk each payment of a record back to the stake, the arithmetic and the clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import AnyEdition, Json, Receipt
from novamas.cli.output import print_json, say
from novamas.errors import NovamasError
from novamas.words import Words

if TYPE_CHECKING:
    from novamas.law import Clause, Frame, Source
    from novamas.record import Checked
    from novamas.table.events import Payment
    from novamas.table.people import Who


def register(app: typer.Typer) -> None:
    """Give the `why` command to the main one."""
    app.command("why")(show_why)


def show_why(
    context: typer.Context,
    record: Annotated[Path, typer.Argument(metavar="metavars.record", help="options.record_explained")],
    payment: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.only_payment")
    ] = None,
    any_edition: AnyEdition = False,
    receipt: Receipt = None,
    json: Json = False,
) -> None:
    """Every payment of a record: stake, rate, arithmetic, clauses, and what is our own reading."""
    from novamas.cli.proving import proofs
    from novamas.record import Broken, check, read_record
    from novamas.words.proving import bound

    read = read_record(record, any_edition=any_edition)
    checked = check(read, receipt)
    if checked.broken is not None:
        raise Broken(checked.broken)
    voice: Words = context.obj.at(read.header.game)
    found = list(payments(checked))
    if payment is not None and not 1 <= payment <= len(found):
        raise NovamasError("no_such_payment", number=payment, count=len(found))
    chosen = [one for one in found if payment in (None, one[0])]
    frame = read.table.frame
    if json:
        told = [content(number, line, paid, frame, voice) for number, line, paid in chosen]
        print_json({"payments": told, **proofs(checked, voice)})
        return
    if not found:
        say(voice.text("why.nothing_paid"))
    for number, line, paid in chosen:
        say(voice.say("why.payment", number=number, line=line), *explain(paid, frame, voice), "")
    say(*bound(checked, voice))


def payments(checked: Checked) -> Iterator[tuple[int, int, Payment]]:
    """Every payment, counted from 1, with the line of the deed that led to it."""
    from novamas.table.events import Payment

    number = 0
    for done in checked.done:
        for event in done.events:
            if isinstance(event, Payment):
                number += 1
                yield number, done.line, event


def explain(paid: Payment, frame: Frame, voice: Words, *, me: Who | None = None) -> list[str]:
    """A payment line by line: what, how much, and each clause in our words."""
    from novamas.law import clause
    from novamas.words.telling import tell

    lines = [tell(paid, voice, me=me), f"  {arithmetic(paid, voice)}"]
    for cited in (clause(id).told(voice.language) for id in paid.clauses):
        lines.append(f"  {cited.id}: {cited.says}")
        if cited.reading:
            lines.append(f"    {voice.say('why.our_reading', applies=cited.reading.applies)}")
        source = source_of(cited, frame)
        if source:
            says = voice.say("why.borrowed", game=source.game, norm=source.norm, cite=source.cite)
            lines.append(f"    {says}")
    return lines


def arithmetic(paid: Payment, voice: Words) -> str:
    """How the amount was reckoned: stake, and stake times rate."""
    stake, rate = paid.stake, paid.rate
    if rate is None or not stake:
        return voice.say("why.without_rate", stake=stake, returned=paid.returned)
    exact = stake + stake * rate
    is_whole = exact.denominator == 1
    result = voice.money(exact.numerator) if is_whole else voice.say("why.part_of_cent", cents=exact)
    sign = "+" if rate >= 0 else "−"
    reckoned = voice.say("why.reckoned", stake=stake, sign=sign, rate=abs(rate), result=result)
    if exact == paid.returned:
        return reckoned
    return voice.say("why.rounded", reckoned=reckoned, returned=paid.returned)


def source_of(cited: Clause, frame: Frame) -> Source | None:
    """Where the figures of a clause of another norm were borrowed from."""
    if cited.norm == frame.norm:
        return None
    return next((source for source in frame.borrowed.values() if source.norm == cited.norm), None)


def content(number: int, line: int, paid: Payment, frame: Frame, voice: Words) -> dict[str, object]:
    """A payment, for other programs."""
    from novamas.law import clause

    return {
        "payment": number,
        "line": line,
        "seat": paid.seat,
        "bet": paid.bet,
        "stake": paid.stake,
        "rate": paid.rate,
        "returned": paid.returned,
        "stays": paid.stays,
        "arithmetic": arithmetic(paid, voice),
        "clauses": [
            {
                "id": cited.id,
                "says": cited.says,
                "reading": cited.reading and cited.reading.applies,
                "borrowed": source_of(cited, frame),
            }
            for cited in (clause(id).told(voice.language) for id in paid.clauses)
        ],
    }

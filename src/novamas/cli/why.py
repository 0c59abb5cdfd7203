"""`novamas why`: walk each payment of a record back to the stake, the arithmetic and the clauses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.language import _, current
from novamas.cli.output import money, print_json, say
from novamas.errors import NovamasError

if TYPE_CHECKING:
    from novamas.law import Clause, Frame, Source
    from novamas.record import Checked
    from novamas.table.events import Payment
    from novamas.table.people import Who


def register(app: typer.Typer) -> None:
    """Give the `why` command to the main one."""
    app.command("why")(show_why)


def show_why(
    record: Annotated[
        Path, typer.Argument(metavar="RECORD", help=_("the record whose payments are explained"))
    ],
    payment: Annotated[
        int | None, typer.Option(metavar="NUMBER", help=_("only this payment, counted from 1"))
    ] = None,
    any_edition: Annotated[
        bool, typer.Option("--any-edition", help=_("also replay what another edition of the rules made"))
    ] = False,
    receipt: Annotated[
        str | None,
        typer.Option(
            metavar="HEX", help=_("the receipt that you kept: is this the record it was given for?")
        ),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """Explain every payment of a record: stake, rate, arithmetic, clauses, and what is our own reading."""
    from novamas.cli.proving import checked_whole, proved, record_in, said_of_binding

    read = record_in(record, any_edition=any_edition)
    checked = checked_whole(read, receipt)
    found = list(payments(checked))
    if payment is not None and not 1 <= payment <= len(found):
        says = _("There is no payment {number}: the record has {count}.")
        raise NovamasError("no_such_payment", says.format(number=payment, count=len(found)))
    chosen = [one for one in found if payment in (None, one[0])]
    frame = read.table.frame
    if json:
        told = [content(number, line, paid, frame) for number, line, paid in chosen]
        print_json({"payments": told, **proved(checked)})
        return
    if not found:
        say(_("Nothing was paid in this record."))
    for number, line, paid in chosen:
        say(_("Payment {number}, line {line}").format(number=number, line=line), *explain(paid, frame), "")
    say(*said_of_binding(checked))


def payments(checked: Checked) -> Iterator[tuple[int, int, Payment]]:
    """Every payment, counted from 1, with the line of the deed that led to it."""
    from novamas.table.events import Payment

    number = 0
    for done in checked.done:
        for event in done.events:
            if isinstance(event, Payment):
                number += 1
                yield number, done.line, event


def explain(paid: Payment, frame: Frame, *, me: Who | None = None) -> list[str]:
    """A payment line by line: what, how much, and each clause in our words."""
    from novamas.cli.telling import tell_payment
    from novamas.law import clause

    lines = [tell_payment(paid, me=me), f"  {arithmetic(paid)}"]
    for cited in (clause(id).told(current()) for id in paid.clauses):
        lines.append(f"  {cited.id}: {cited.says}")
        if cited.reading:
            lines.append(f"    «{_('our reading')}» {cited.reading.applies}")
        source = source_of(cited, frame)
        if source:
            says = _("This figure is taken from {game} under {norm}, to which {cite} sends us.")
            cite = ", ".join(source.cite)
            lines.append(f"    {says.format(game=source.game, norm=source.norm, cite=cite)}")
    return lines


def arithmetic(paid: Payment) -> str:
    """How the amount was reckoned: stake, and stake times rate."""
    stake, rate = paid.stake, paid.rate
    if rate is None or not stake:
        return _("{stake} staked, {returned} returned.").format(
            stake=money(stake), returned=money(paid.returned)
        )
    sign = "+" if rate >= 0 else "−"
    exact = stake + stake * rate
    result = money(exact.numerator) if exact.denominator == 1 else _("{cents} céntimos").format(cents=exact)
    reckoned = f"{money(stake)} {sign} {money(stake)} × {abs(rate)} = {result}"
    if exact != paid.returned:
        reckoned += _(", rounded to {returned}").format(returned=money(paid.returned))
    return reckoned


def source_of(cited: Clause, frame: Frame) -> Source | None:
    """Where the figures of a clause of another norm were borrowed from."""
    if cited.norm == frame.norm:
        return None
    return next((source for source in frame.borrowed.values() if source.norm == cited.norm), None)


def content(number: int, line: int, paid: Payment, frame: Frame) -> dict[str, object]:
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
        "arithmetic": arithmetic(paid),
        "clauses": [
            {
                "id": cited.id,
                "says": cited.says,
                "reading": cited.reading and cited.reading.applies,
                "borrowed": source_of(cited, frame),
            }
            for cited in (clause(id).told(current()) for id in paid.clauses)
        ],
    }

"""`novamas replay`: play a record again, check every deed, and recompute the draws of a revealed seed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.language import _
from novamas.cli.output import heading, print_json, say
from novamas.errors import Departs, NovamasError

if TYPE_CHECKING:
    from novamas.record import Done, Record
    from novamas.table.deeds import Deed
    from novamas.table.events import Events
    from novamas.table.people import Who


def register(app: typer.Typer) -> None:
    """Give the `replay` command to the main one."""
    app.command("replay")(show_replay)


def show_replay(
    records: Annotated[
        list[Path], typer.Argument(metavar="RECORD", help=_("the records, or hand histories (.phh, .phhs)"))
    ],
    eyes: Annotated[
        str | None,
        typer.Option(metavar="WHO", help=_("what one pair of eyes saw: s1, s2…, croupier, floor, rail")),
    ] = None,
    any_edition: Annotated[
        bool, typer.Option("--any-edition", help=_("also replay what another edition of the rules made"))
    ] = False,
    norm: Annotated[
        str | None,
        typer.Option(metavar="NORM", help=_("the norm of hand histories; none: the mechanics alone")),
    ] = None,
    phh: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("write the hands of the records here, as a hand history")),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help=_("print JSON"))] = False,
) -> None:
    """Play records again: each deed is checked, each event told, each draw of a revealed seed recomputed."""
    from novamas.cli.histories import Histories, is_history
    from novamas.record import read_record
    from novamas.table.people import read_who

    who = None if eyes is None else read_who(eyes)
    of_records = [path for path in records if not is_history(path)]
    shown = [Replay(path, read_record(path, any_edition=any_edition), who) for path in of_records]
    histories = Histories([path for path in records if is_history(path)], norm, who)
    if json:
        hands = {"hands": histories.content()} if histories.paths else {}
        print_json({"records": [one.content() for one in shown], **hands})
    else:
        for one in shown:
            one.show()
        if histories.paths:
            histories.show()
    if any(one.checked.departs for one in shown) or histories.counts["departures"]:
        raise typer.Exit(1)
    if phh is not None:
        write_phh(phh, [one.record for one in shown])


def write_phh(path: Path, records: list[Record]) -> None:
    """The hands of records of circle poker, as one file of hand histories."""
    from novamas.record.phh import write_histories
    from novamas.record.phh_writing import histories_of

    text = write_histories(hand for record in records for hand in histories_of(record))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        says = _("{path} cannot be written: {why}.").format(path=path, why=fault.strerror)
        raise NovamasError("history_not_written", says) from None


def replayed(record: Record) -> Iterator[Done]:
    """Each deed of a record done again, or where it departs, in the reader's language."""
    from novamas.record import replay

    try:
        yield from replay(record)
    except Departs as departs:
        raise Departs(departs.code, worded(departs), clause=departs.clause) from None


def worded(departs: Departs) -> str:
    """Where a record departs, in the reader's language."""
    from novamas.cli import refusing
    from novamas.record.replaying import OtherDraw, OtherSeed, Unlawful
    from novamas.table.notation import write

    match departs:
        case Unlawful(line=line, deed=deed, refusal=refusal):
            why = refusing.worded(refusal)
            return _("Line {line}: {deed}: {why}").format(line=line, deed=write(deed), why=why)
        case OtherDraw(line=line, what=what, drawn=drawn):
            says = _("Line {line}: {what} was drawn, but the seed gives {drawn}.")
            return says.format(line=line, what=what, drawn=drawn)
        case OtherSeed():
            return _("The seed that was revealed is not the one that was committed to.")
        case _:
            return departs.says


class Replay:
    """One record, played again and told."""

    def __init__(self, path: Path, record: Record, eyes: Who | None) -> None:
        from novamas.record import check

        self.path = path
        self.record = record
        self.eyes = eyes
        self.checked = check(record)

    def played(self) -> Iterator[tuple[int, Deed, Events]]:
        """Each deed with its line, and what was noticed by these eyes or by everybody together."""
        for done in self.checked.done:
            seen = done.events
            if self.eyes is not None:
                seen = tuple(event.seen_by(self.eyes) for event in seen)
            yield done.line, done.deed, seen

    def content(self) -> dict[str, object]:
        """For other programs."""
        from novamas.table.notation import write

        header = self.record.header
        departs = self.checked.departs
        return {
            "record": str(self.path),
            "game": header.game,
            "norm": header.norm,
            "deeds": [
                {"line": line, "deed": write(deed), "events": events} for line, deed, events in self.played()
            ],
            "draws": {"checked": self.checked.draws, "chance": self.checked.chance},
            "departure": departs
            and {"code": departs.code, "clause": departs.clause, "says": worded(departs)},
        }

    def show(self) -> None:
        """For people."""
        from novamas.cli.names import name
        from novamas.cli.telling import tell
        from novamas.table.notation import write

        header = self.record.header
        heading(f"{self.path} · {name(header.game)} · {header.norm}")
        for line, deed, events in self.played():
            say(f"{line:>4}  {write(deed) if self.eyes is None else ''}".rstrip())
            for event in events:
                say(f"      {tell(event, me=self.eyes)}")
        if self.checked.departs is not None:
            typer.echo(worded(self.checked.departs), err=True)
            return
        says = {
            "agrees": _(
                "Every deed is lawful, and every draw ({draws}) agrees with the seed that was committed to."
            ),
            "agrees_with_number": _(
                "Every deed is lawful, and every draw ({draws}) agrees with the number {number}."
            ),
            "not_revealed": _(
                "Every deed is lawful. The seed has not been revealed: the draws cannot be checked."
            ),
            "not_committed": _(
                "Every deed is lawful. No seed was committed to: the draws are taken as they are."
            ),
        }
        say(says[self.checked.chance].format(draws=self.checked.draws, number=header.number))

"""`novamas replay`: play a record again, check every deed, and recompute the draws of a revealed seed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import AnyEdition, Json, Receipt
from novamas.cli.output import heading, print_json, say
from novamas.cli.proving import proofs
from novamas.errors import NovamasError
from novamas.words import Words
from novamas.words.proving import broken, proved

if TYPE_CHECKING:
    from novamas.record import Record
    from novamas.table.deeds import Deed
    from novamas.table.events import Events
    from novamas.table.people import Who


def register(app: typer.Typer) -> None:
    """Give the `replay` command to the main one."""
    app.command("replay")(show_replay)


def show_replay(
    context: typer.Context,
    records: Annotated[list[Path], typer.Argument(metavar="metavars.record", help="options.records")],
    eyes: Annotated[str | None, typer.Option(metavar="metavars.who", help="options.eyes")] = None,
    any_edition: AnyEdition = False,
    norm: Annotated[str | None, typer.Option(metavar="metavars.norm", help="options.histories_norm")] = None,
    phh: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.histories_here")] = None,
    receipt: Receipt = None,
    json: Json = False,
) -> None:
    """Play records again: each deed is checked, each event told, each draw of a revealed seed recomputed."""
    from novamas.cli.histories import Histories, is_history
    from novamas.record import read_record
    from novamas.table.people import read_who

    voice: Words = context.obj
    who = None if eyes is None else read_who(eyes)
    of_records = [path for path in records if not is_history(path)]
    shown = [
        Replay(path, read_record(path, any_edition=any_edition), who, receipt, voice) for path in of_records
    ]
    histories = Histories([path for path in records if is_history(path)], norm, who, voice)
    if json:
        hands = {"hands": histories.content()} if histories.paths else {}
        print_json({"records": [one.content() for one in shown], **hands})
    else:
        for one in shown:
            one.show()
        if histories.paths:
            histories.show()
    if any(one.checked.broken for one in shown) or histories.counts["departures"]:
        raise typer.Exit(1)
    if phh is not None:
        write_phh(phh, [one.record for one in shown])


def write_phh(path: Path, records: list[Record]) -> None:
    """The hands of records of circle poker, as one file of hand histories."""
    from novamas.record.phh import write_histories
    from novamas.record.phh_writing import histories_of

    text = write_histories(hand for record in records for hand in histories_of(record))
    if not text:
        raise NovamasError("no_hands_to_write", path=str(path))
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except OSError as fault:
        raise NovamasError("history_not_written", path=str(path), errno=fault.errno) from None


class Replay:
    """One record, played again and told."""

    def __init__(
        self, path: Path, record: Record, eyes: Who | None, receipt: str | None, voice: Words
    ) -> None:
        from novamas.record import check

        seats = record.table.opening.seats()
        if isinstance(eyes, int) and eyes > seats:
            raise NovamasError("no_such_seat_here", seat=eyes, seats=seats)
        self.path = path
        self.record = record
        self.eyes = eyes
        self.checked = check(record, receipt)
        self.voice = voice.at(record.header.game)

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
        return {
            "record": str(self.path),
            "game": header.game,
            "norm": header.norm,
            "deeds": [
                {"line": line, "deed": write(deed), "events": events} for line, deed, events in self.played()
            ],
            **proofs(self.checked, self.voice),
        }

    def show(self) -> None:
        """For people."""
        from novamas.words.telling import tell
        from novamas.words.transcript import deed_words

        header = self.record.header
        heading(f"{self.path} · {self.voice.game_name(header.game)} · {header.norm}")
        for line, deed, events in self.played():
            say(f"{line:>4}  {deed_words(deed, self.voice) if self.eyes is None else ''}".rstrip())
            for event in events:
                say(f"      {tell(event, self.voice, me=self.eyes)}")
        if self.checked.broken is not None:
            typer.echo(broken(self.checked.broken, self.voice), err=True)
            return
        say(*proved(self.checked, header, self.voice))

"""`novamas replay`: replay a record, check every deed, and recompute the draws of a revealed seed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import AnyEdition, House, Json, Receipt, Receipts
from novamas.cli.output import heading, print_json, say
from novamas.errors import NovamasError
from novamas.words import Voice
from novamas.words.proofs import broken, proved

if TYPE_CHECKING:
    from novamas.house.replay import ReplayPayload
    from novamas.record import Checked, Record
    from novamas.table.roles import Who


def register(app: typer.Typer) -> None:
    """Register the `replay` command."""
    app.command("replay")(show_replay)


def show_replay(
    context: typer.Context,
    records: Annotated[list[Path], typer.Argument(metavar="metavars.record", help="options.records")],
    eyes: Annotated[str | None, typer.Option(metavar="metavars.who", help="options.eyes")] = None,
    any_edition: AnyEdition = False,
    norm: Annotated[str | None, typer.Option(metavar="metavars.norm", help="options.histories_norm")] = None,
    phh: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.histories_here")] = None,
    receipt: Receipt = None,
    receipts: Receipts = None,
    house: House = None,
    json: Json = False,
) -> None:
    """Replay records: check each deed, show each event, recompute each draw of a revealed seed."""
    from novamas.cli.hand_histories import Histories, is_history
    from novamas.record import read_record
    from novamas.table.roles import read_who

    voice: Voice = context.obj
    who = None if eyes is None else read_who(eyes)
    of_records = [path for path in records if not is_history(path)]
    against = ExpectedProofs(receipt, receipts, house)
    shown = [
        Replay(path, read_record(path, any_edition=any_edition, law=voice.law), who, against, voice)
        for path in of_records
    ]
    histories = Histories([path for path in records if is_history(path)], norm, who, voice)
    is_broken = any(one.checked.broken for one in shown)
    hands_of = None if phh is None or is_broken else HistoryExport(phh, [one.record for one in shown])
    if json:
        hands = {"hands": histories.content()} if histories.paths else {}
        print_json({"records": [one.content() for one in shown], **hands})
    else:
        for one in shown:
            one.show()
        if histories.paths:
            histories.show()
    if is_broken or histories.counts["departures"]:
        raise typer.Exit(1)
    if hands_of is not None:
        hands_of.write(voice)


class HistoryExport:
    """The hands of circle poker records, to be written to one file."""

    def __init__(self, path: Path, records: list[Record]) -> None:
        from novamas.histories.writer import exported_hands, text_of

        self.path = path
        self.evenings = [exported_hands(record) for record in records]
        self.text = text_of(self.evenings)

    def write(self, voice: Voice) -> None:
        """Write the hands to a new file, never over an existing one. Report hands that are left out."""
        try:
            with self.path.open("x", encoding="utf-8") as file:
                file.write(self.text)
        except OSError as fault:
            raise NovamasError("history_not_written", path=str(self.path), errno=fault.errno) from None
        for evening in self.evenings:
            for why in evening.left_out:
                typer.echo(voice.error(why), err=True)


class ExpectedProofs:
    """Proofs with which records are compared: receipts, and the house that should have signed."""

    def __init__(self, receipt: str | None, receipts: Path | None, house: str | None) -> None:
        from novamas.record.signatures import read_house, read_receipts

        self.receipt = receipt
        self.receipts = () if receipts is None else tuple(read_receipts(receipts))
        self.house = None if house is None else read_house(house)

    def check(self, record: Record) -> Checked:
        """Return the proofs that a record provides."""
        from novamas.record import check

        return check(record, self.receipt, house=self.house, receipts=self.receipts)


class Replay:
    """The replay of one record."""

    def __init__(
        self, path: Path, record: Record, eyes: Who | None, against: ExpectedProofs, voice: Voice
    ) -> None:
        from novamas.table.session import person_at

        self.path = path
        self.record = record
        self.eyes = None if eyes is None else person_at(record.table.opening, eyes)
        self.checked = against.check(record)
        self.voice = voice.under(record.table.frame)

    def content(self) -> ReplayPayload:
        """Return the result of the replay as JSON content."""
        from novamas.house.replay import replay_payload

        return replay_payload(str(self.path), self.record, self.checked, self.eyes, self.voice)

    def show(self) -> None:
        """Show the result of the replay as text."""
        from novamas.house.replay import noticed
        from novamas.words.events import event_text
        from novamas.words.transcript import deed_text

        header = self.record.header
        heading(f"{self.path} · {self.voice.game_name(header.game)} · {header.norm}")
        for line, deed, events in noticed(self.checked, self.eyes):
            say(f"{line:>4}  {deed_text(deed, self.voice) if self.eyes is None else ''}".rstrip())
            for event in events:
                say(f"      {event_text(event, self.voice, me=self.eyes)}")
        if self.checked.broken is not None:
            typer.echo(broken(self.checked.broken, self.voice), err=True)
            return
        say(*proved(self.checked, header, self.voice))

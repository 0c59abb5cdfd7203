"""`novamas play`: play at a table. The croupier and chance are automatic."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import IO, TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from novamas.cli.options import Choices, Day, NormToPlay, Place
from novamas.cli.output import heading, say
from novamas.cli.usage_errors import bad_usage
from novamas.errors import NovamasError
from novamas.words import Voice

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from novamas.cli.played_roles import Persons
    from novamas.equipment.chance import CommittedSource, Seeded
    from novamas.law import Frame
    from novamas.record import Header, Writer
    from novamas.table.game import Table

SHORT_RECEIPT = 32  # hexadecimal digits, as in `novamas.record.chain`

SIGNALLED = 128  # plus the number of the signal: the exit status, as a shell reports it


def register(app: typer.Typer) -> None:
    """Register the `play` command."""
    app.command("play")(play)


def play(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="metavars.game", help="options.game")] = None,
    norm: NormToPlay = None,
    place: Place = None,
    on: Day = None,
    choice: Choices = None,
    cash: Annotated[str | None, typer.Option(metavar="metavars.euros", help="options.cash")] = None,
    seed: Annotated[int | None, typer.Option(metavar="metavars.number", help="options.seed")] = None,
    my_seed: Annotated[str | None, typer.Option(metavar="metavars.text", help="options.my_seed")] = None,
    played: Annotated[
        str | None, typer.Option("--as", metavar="metavars.who", help="options.as_whom")
    ] = None,
    bots: Annotated[str | None, typer.Option("--bots", metavar="metavars.minds", help="options.bots")] = None,
    chores: Annotated[bool, typer.Option("--chores", help="options.chores")] = False,
    record: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.record_here")] = None,
    resume: Annotated[Path | None, typer.Option(metavar="metavars.record", help="options.resume")] = None,
) -> None:
    """Play at a table, with the possible acts, the limits and the reason of every payment on screen."""
    from novamas.cli.opening import frame_to_play
    from novamas.cli.opponents import cash_of_all, default_cash
    from novamas.cli.played_roles import Persons
    from novamas.words.amounts import read_amount

    persons = Persons.read(played)
    voice: Voice = context.obj
    if resume is not None:
        given = (game, norm, place, on, choice, cash, seed, my_seed, record, bots)
        if any(one not in (None, "") for one in given):
            raise NovamasError("not_resumed", text_key="resume_alone")
        evening = TerminalSession.resume(resume, persons, voice)
    elif game is None:
        raise bad_usage("argument_missing", "novamas play", argument="metavars.game")
    else:
        opened = _open(frame_to_play(voice.law, game, norm, place, on), choice or (), persons)
        brought = default_cash(opened) if cash is None else read_amount(cash, voice.language)
        evening = TerminalSession.begun(
            opened, cash_of_all(opened, persons, brought), seed, my_seed, record, persons, bots, voice
        )
    evening.play(does_chores=chores)


def _open(frame: Frame, choice: Iterable[str], persons: Persons) -> Table:
    """Return an open table that has all the seats that the person wants to play."""
    from novamas.cli.opening import table_of
    from novamas.house.opening import fewest_seats

    option, seats = frame.options.get("seats"), max(fewest_seats(frame), persons.last_seat)
    if option is not None and option.most is not None:
        persons.check_seats(int(option.most))
    opened = table_of(frame, choice, {"seats": seats})
    persons.check_seats(opened.opening.seats())
    return opened


def _source(seed: int | None, my_seed: str | None) -> CommittedSource | Seeded:
    """Return the source of the draws: from a number, or from the operating system and the player's seed."""
    from novamas.equipment.chance import CommittedSource, Seeded

    if seed is not None:
        if my_seed is not None:
            raise NovamasError("nothing_to_mix", text_key="seed_and_my_seed")
        return Seeded(seed)
    live = CommittedSource()
    if my_seed is not None:
        live.mix_in(my_seed)
    return live


def bot_seed_of(header: Header) -> str:
    """Return the seed of the bots' random choices. It is public and does not influence the draws."""
    return str(header.number if header.number is not None else header.commitment)


class TerminalSession:
    """A table played at a terminal and its record, new or resumed."""

    def __init__(
        self, header: Header, opened: Table, source: CommittedSource | Seeded, persons: Persons, voice: Voice
    ) -> None:
        from novamas.bots.companions import companions_of
        from novamas.table.session import AUTOMATIC, Session

        self.header = header
        self.opened = opened
        self.source = source
        self.persons = persons
        self.voice = voice.under(opened.frame)
        opening = opened.opening
        self.fancy = bot_seed_of(header)
        self.session = Session(
            opening,
            source,
            automatic=(AUTOMATIC | set(range(1, opening.seats() + 1))) - set(persons),
            cash=header.cash,
            companions=companions_of(opening, persons.seats, self.fancy, header.minds),
        )

    @classmethod
    def begun(
        cls,
        opened: Table,
        cash: Mapping[int, int],
        seed: int | None,
        my_seed: str | None,
        wanted: Path | None,
        persons: Persons,
        bots: str | None,
        voice: Voice,
    ) -> TerminalSession:
        """Open a new table and begin its record."""
        from novamas.cli.opponents import skills_of_bots
        from novamas.cli.saved_records import new_record, write_seed
        from novamas.record import Writer, header_of

        source, now = _source(seed, my_seed), datetime.now(UTC).astimezone()
        header = header_of(opened, source, opened=now.date(), cash=cash, number=seed)
        minds = skills_of_bots(bots, opened, persons, bot_seed_of(header))
        header = replace(header, minds=minds or None)
        evening = cls(header, opened, source, persons, voice)
        evening.file, evening.path = new_record(wanted, opened.game.slug, now)
        if seed is None:
            write_seed(evening.live, evening.path)
        evening.writer = Writer(evening.file, header)
        return evening

    @classmethod
    def resume(cls, path: Path, persons: Persons, voice: Voice) -> TerminalSession:
        """Resume an interrupted table: replay its record, then continue the record."""
        from novamas.cli.saved_records import interrupted, open_again, restore_source, resume_play
        from novamas.record import Writer

        record = interrupted(path, voice.law)
        persons.check_seats(record.table.opening.seats())
        evening = cls(record.header, record.table, restore_source(record, path), persons, voice)
        resume_play(record, evening.session)
        evening.file, evening.path = open_again(path, record), path
        evening.writer = Writer(evening.file, record.header, after=record.chain)
        return evening

    file: IO[str]
    path: Path
    writer: Writer

    @property
    def live(self) -> CommittedSource:
        """The committed source of the draws. It exists unless the draws come from a typed number."""
        from novamas.equipment.chance import CommittedSource

        assert isinstance(self.source, CommittedSource)
        return self.source

    def play(self, *, does_chores: bool) -> None:
        """Sit down, play and leave. Seal the record, unless the player wants to resume it later."""
        from novamas.cli.player import Player
        from novamas.cli.signals import stopping

        self.session.log = self.writer.deed
        with self.file, stopping() as stop:
            receipt = lambda: self.writer.receipt  # noqa: E731 - of the record so far
            player = Player(
                self.opened,
                self.session,
                self.voice,
                receipt,
                stop,
                self.persons,
                fancy=self.fancy,
                does_chores=does_chores,
            )
            end = "left"
            try:
                self.greet()
                end = player.sit()
                if end == "left":
                    player.leave()
            finally:  # in every case: unless the table is saved, the seed is revealed and the record ends
                if end == "left":
                    self.close()
        if end == "saved":
            say(self.voice.say("play.saved", path=self.path))
        else:
            say(self.voice.say("play.record_is", path=self.path))
        if stop.by is not None:
            raise typer.Exit(SIGNALLED + stop.by)

    def greet(self) -> None:
        """Show the seats, their players' cash, and how to verify the draws."""
        from novamas.cli.opponents import skills_text

        voice, slug, header = self.voice, self.opened.game.slug, self.header
        heading(f"{voice.game_name(slug)} · {self.opened.frame.norm}")
        say(voice.text(f"abouts.{slug}"))
        goes_on = bool(self.session.deeds)
        if goes_on:
            say(voice.say("play.goes_on", rounds=self.session.rounds))
        for seat in self.persons.seats:
            chips, cash = self.session.chips_of(seat), self.session.cash_left(seat)
            text = voice.say("play.you_sit", seat=seat, cents=chips) if chips else ""
            text = text or voice.say("play.you_sit_without", seat=seat)
            say(text if cash is None else f"{text} {voice.say('play.cash_left', cents=cash)}")
        for who in self.persons:
            if not isinstance(who, int):
                say(voice.say("play.you_are", who=who))
        if header.minds:
            say(voice.say("play.others", others="; ".join(skills_text(header.minds, voice))))
        if header.number is not None:
            say(voice.say("play.from_number", seed=header.number))
        else:
            promised = "play.committed_before" if goes_on else "play.committed"
            say(voice.say(promised, commitment=header.commitment))
            if self.live.player_seed is not None:
                say(voice.say("play.own_seed", seed=self.live.player_seed))
        given = "play.receipt_so_far" if goes_on else "play.receipt_of_opening"
        say(voice.say(given, receipt=self.writer.receipt[:SHORT_RECEIPT]))
        say("")

    def close(self) -> None:
        """Seal the record, reveal its seed, and delete the seed file."""
        from novamas.cli.saved_records import delete_seed

        if self.header.number is not None:
            self.writer.seal(None, None)
        else:
            self.writer.seal(revealed := self.live.reveal(), self.live.player_seed)
            delete_seed(self.path)
            say(self.voice.say("play.seed_was", seed=revealed))
        say(self.voice.say("play.receipt_of_record", receipt=self.writer.receipt))

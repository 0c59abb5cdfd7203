"""`novamas play`: a newcomer sits down at a table; the croupier and chance are automatic."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import mkstemp
from typing import IO, TYPE_CHECKING, Annotated

import typer

from novamas.cli.language import _
from novamas.cli.output import console, heading, money, say, table, with_clauses
from novamas.errors import NovamasError

if TYPE_CHECKING:
    from novamas.table.events import Event, Payment
    from novamas.table.game import Table
    from novamas.table.offers import Offer
    from novamas.table.session import Session

ME = 1  # the seat of the person who plays


def register(app: typer.Typer) -> None:
    """Give the `play` command to the main one."""
    app.command("play")(play)


def play(
    game: Annotated[str, typer.Argument(metavar="GAME", help=_("the game, as `novamas games` names it"))],
    norm: Annotated[
        str | None,
        typer.Option(metavar="NORM", help=_("the norm; by default the newest that has the game whole")),
    ] = None,
    choice: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help=_("a choice of the house, as name=value; may be given several times")
        ),
    ] = None,
    cash: Annotated[
        str, typer.Option(metavar="EUROS", help=_("what you bring to the table, in euros"))
    ] = "200",
    seed: Annotated[
        int | None,
        typer.Option(metavar="NUMBER", help=_("draw from this number, to play the same game again")),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("write the record here instead of to a temporary file")),
    ] = None,
) -> None:
    """Sit down and play: you are told what you may do, the limits, and why each payment was made."""
    from novamas.cli.opening import table_of
    from novamas.kit.chance import Live, Seeded
    from novamas.kit.money import read_euros
    from novamas.record import Writer, header_of
    from novamas.table.session import Session

    opened = table_of(game, norm, choice or (), {"seats": 1})
    brought = read_euros(cash)
    source = Live() if seed is None else Seeded(seed)
    commitment = source.commitment if isinstance(source, Live) else None
    today = datetime.now(UTC).astimezone().date()
    file, path = _open_record(record, game)
    with file:
        header = header_of(opened, opened=today, cash={ME: brought}, commitment=commitment)
        writer = Writer(file, header)
        session = Session(opened.opening, source, cash={ME: brought}, log=writer.deed)
        player = Player(opened, session)
        player.greet(commitment, seed)
        player.sit()
        player.leave()
        if isinstance(source, Live):
            revealed = source.reveal()
            writer.reveal(revealed)
            say(_("The seed was {seed}.").format(seed=revealed))
    say(_("The record is {path}: `novamas replay {path}` plays it again.").format(path=path))


def _open_record(wanted: Path | None, game: str) -> tuple[IO[str], Path]:
    """A new file for the record: where it is wanted, or a temporary one."""
    if wanted is None:
        number, name = mkstemp(prefix=f"novamas-{game}-", suffix=".jsonl")
        return open(number, "w", encoding="utf-8"), Path(name)
    try:
        return wanted.open("x", encoding="utf-8"), wanted
    except FileExistsError:
        says = _("{path} exists already: a record is never written over.").format(path=wanted)
    except OSError as fault:
        says = _("{path} cannot be written: {why}.").format(path=wanted, why=fault.strerror)
    raise NovamasError("record_not_written", says)


def ask(prompt: str) -> str | None:
    """A line from the player, or nothing when there are no more; a script's lines are shown as typed."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - gives the line its editing and history
        try:
            return input(prompt)
        except (EOFError, KeyboardInterrupt):
            typer.echo("")
            return None
    line = sys.stdin.readline()
    if line:
        say(f"{prompt}{line.rstrip()}")
    return line or None


class Player:
    """A person at the first seat of a table."""

    def __init__(self, opened: Table, session: Session) -> None:
        self.opened = opened
        self.session = session
        self.paid: list[Payment] = []  # the last payments, for `why`

    # ---- before and after

    def greet(self, commitment: str | None, seed: int | None) -> None:
        """Who sits where, with what, and how chance can be checked."""
        from novamas.cli.names import name

        heading(f"{name(self.opened.game.slug)} · {self.opened.frame.norm}")
        say(_(self.opened.game.says))
        chips = money(self.session.chips_of(ME) or 0)
        say(_("You sit at seat {seat} with {amount}.").format(seat=ME, amount=chips))
        if seed is not None:
            say(
                _("The draws come from the number {seed}: the same one gives the same game.").format(
                    seed=seed
                )
            )
        else:
            says = _("The draws are committed to now ({commitment}); the seed is told at the end.")
            say(says.format(commitment=commitment))
        say("")

    def leave(self) -> None:
        """Take back what is free, and tell what was won or lost."""
        while (offer := self._free_offer()) is not None:
            self.tell(self.session.do(offer.act))
        bound = self.session.phase.felt.of(ME)
        if bound:
            says = _("{amount} stays on the cloth: it may not be taken back now.")
            say(says.format(amount=money(bound)))
        chips, net = self.session.chips_of(ME) or 0, self.session.ledger.players[ME]
        says = _("You leave with {amount}. Rounds: {rounds}. Result: {net}.")
        sign = "+" if net > 0 else ""
        say("", says.format(amount=money(chips), rounds=self.session.rounds, net=sign + money(net)))

    def _free_offer(self) -> Offer | None:
        """An act that only gives the player his own chips back."""
        from novamas.table.events import Withdrew
        from novamas.table.phases import follow

        for offer in self.session.offers(ME):
            if not offer.dials:
                _after, events = follow(self.session.phase, offer.act)
                if events and all(isinstance(event, Withdrew) for event in events):
                    return offer
        return None

    # ---- at the table

    def sit(self) -> None:
        """Play until the player leaves, the lines end or the session is over."""
        from novamas.table.people import NOBODY

        self.go_on()
        self.show_acts()
        say(_("Enter: the croupier goes on until the result. ?: help. quit: leave."), "")
        while self.session.phase.turn is not NOBODY:
            line = ask(f"[{money(self.session.chips_of(ME) or 0)}] > ")
            if line is None or not self.answer(line):
                return

    def answer(self, line: str) -> bool:
        """Do what a line asks; whether the player stays. What is refused costs nothing."""
        from novamas.cli.names import folded
        from novamas.cli.refusing import worded
        from novamas.table.refusals import Refused

        word, _space, rest = line.strip().partition(" ")
        try:
            match self.command(folded(word), folded(line)):
                case "enter":
                    self.push()
                case "help":
                    self.help()
                case "acts":
                    self.show_acts()
                case "why":
                    self.why()
                case "law":
                    self.law(rest)
                case "quit":
                    return False
                case _other:
                    self.act(line)
        except Refused as refused:
            say(worded(refused.refusal))
        except NovamasError as error:
            say(with_clauses(error.says, [error.clause]))
        return True

    @staticmethod
    def command(word: str, line: str) -> str:
        """Which of the words that are no acts was typed, if any."""
        from novamas.cli.names import folded

        words = {
            "enter": "",
            "help": "?|help|" + _("help"),
            "acts": "acts|" + _("acts|options"),
            "why": "why|" + _("why"),
            "law": "law|" + _("law"),
            "quit": "quit|exit|q|" + _("quit|exit"),
        }
        for name, alternatives in words.items():
            known = [folded(one) for one in alternatives.split("|")]
            if line in known or (name == "law" and word in known):
                return name
        return ""

    def act(self, line: str) -> None:
        """Do what the line says; or, where it is the croupier's next call, only that."""
        from novamas.cli.lines import read_line
        from novamas.cli.names import folded, verbs

        phase = self.session.phase
        if phase.turn in self.session.automatic:
            first = next(iter(phase.offers(phase.turn)), None)
            if first is not None and folded(line) in map(folded, verbs(first.act.verb())):
                self.step()
                self.go_on()
                return
        deed = read_line(line, self.session.offers(ME))
        self.tell(self.session.do(deed))
        self.go_on()

    def push(self) -> None:
        """The table goes on: to the result, or until the player may do something new."""
        phase = self.session.phase
        if phase.turn == ME:
            self.let_default_happen()
            return
        rounds, before = self.session.rounds, self._verbs()
        while phase.turn in self.session.automatic:
            self.step()
            self.go_on()
            phase = self.session.phase
            if self.session.rounds != rounds or not phase.pause or not self._verbs() <= before:
                return

    def let_default_happen(self) -> None:
        """What happens to a player who says nothing, unless it would stake his chips."""
        from novamas.table.events import Staked
        from novamas.table.phases import follow

        first = next(iter(self.session.offers(ME)), None)
        if first is None:
            return
        _after, events = follow(self.session.phase, first.act)
        if any(isinstance(event, Staked) for event in events):
            say(_("The table waits for you."))
            self.show_acts()
            return
        self.tell(self.session.do(first.act))
        self.go_on()

    def _verbs(self) -> set[str]:
        return {offer.act.verb() for offer in self.session.offers(ME)}

    def step(self) -> None:
        """One deed of the croupier or of chance."""
        from novamas.cli.telling import tell_deed

        deed = self.session.next_deed()
        assert deed is not None, "the table waits for somebody else"
        events = self.session.do(deed)
        if not events:
            say(tell_deed(deed))
        self.tell(events)

    def go_on(self) -> None:
        """On by itself, as long as the player has no say; then, after a round, how he stands."""
        rounds = self.session.rounds
        while self.session.phase.turn in self.session.automatic and not self.session.phase.pause:
            self.tell(self.session.go_on())
        if self.session.rounds != rounds or self.session.phase.turn == ME:
            self.show_standing()
        if self.session.phase.turn == ME and not self.session.phase.pause:
            say(_("The table waits for you."))
            self.show_acts()

    # ---- telling

    def tell(self, events: Iterable[Event]) -> None:
        """What the player notices."""
        from novamas.cli.telling import tell
        from novamas.table.events import Payment, RoundOver

        seen = [event.seen_by(ME) for event in events]
        if paid := [event for event in seen if isinstance(event, Payment)]:
            self.paid = paid
        for event in seen:
            if not isinstance(event, RoundOver):
                say(tell(event, me=ME))

    def show_standing(self) -> None:
        """The player's chips, his bets on the cloth, and the cards as he sees them."""
        from novamas.cli.names import bet_name
        from novamas.cli.telling import person, symbols

        view = self.session.view(ME)
        for pile in view.piles:
            owner = person(pile.owner) if isinstance(pile.owner, int) else pile.owner
            say(f"{owner}: {symbols(held.card for held in pile.cards)}")
        bets = [f"{bet_name(bet)} {money(cents)}" for seat, bet, cents in view.chips if seat == ME]
        if bets:
            say(_("Your bets on the cloth: {bets}.").format(bets=", ".join(bets)))

    def show_acts(self) -> None:
        """All that the player may do now, and how to type it."""
        from novamas.cli.lines import how_to_type, limits, what_may_stand

        offers = self.session.offers(ME)
        if not offers:
            say(_("You may do nothing now."))
            return
        columns = [_("type"), _("on"), _("from"), _("to"), _("by"), _("clause")]
        figures = columns[2:5]
        shown = table(*columns, whole=[*figures, _("type"), _("clause")], right=figures)
        for offer in offers:
            shown.add_row(how_to_type(offer), what_may_stand(offer), *limits(offer), offer.clause)
        console().print(shown)

    def help(self) -> None:
        """What may be typed."""
        say(
            _("Type what you want to do, as `acts` lists it: «{example}».").format(example=self._example()),
            _("Enter: the croupier goes on until the result; type his next call to take a single step."),
            _("acts: what you may do now, with the limits and the clauses."),
            _("why: how the last payments were made, clause by clause."),
            _("law CLAUSE: what a clause says."),
            _("quit: take back what is free and leave."),
        )

    def _example(self) -> str:
        """Something that may be typed now."""
        from novamas.cli.lines import typed

        return next((typed(offer.act) for offer in self.session.offers(ME)), "quit")

    def why(self) -> None:
        """Walk the last payments back to the law."""
        from novamas.cli.why import explain

        if not self.paid:
            say(_("Nothing has been paid yet."))
        for paid in self.paid:
            say(*explain(paid, self.opened.frame, me=ME))

    @staticmethod
    def law(words: str) -> None:
        """Read a clause at the table."""
        from novamas.cli.law import read_law

        read_law(words.split())

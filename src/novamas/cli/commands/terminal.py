"""`novamas promotrot terminal`: the terminal of an outlet, a client of the central system."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.output import heading, say
from novamas.cli.player import ask
from novamas.cli.signals import Stopping, stopping
from novamas.errors import InvalidInput, NovamasError, quoted
from novamas.law.texts import LANGUAGES
from novamas.words import Voice, our_voice

if TYPE_CHECKING:
    from novamas.client.terminal import TerminalClient
    from novamas.pools.promotrot.entries import PlayedTicket
    from novamas.protocol.pools import IssuePayload

GAME = "promotrot"
VERBS = ("buy", "play", "check", "pay", "quit")


def run_terminal(
    context: typer.Context,
    issue: Annotated[str, typer.Argument(metavar="metavars.issue", help="options.pool_issue")],
    server: Annotated[str, typer.Option(metavar="metavars.store", help="options.pool_server")],
    token: Annotated[
        str, typer.Option(metavar="metavars.text", help="options.pool_token", envvar="NOVAMAS_TOKEN")
    ],
) -> None:
    """Run a terminal that sells and plays tickets, and checks and pays vouchers."""
    from novamas.client.terminal import TerminalClient

    voice: Voice = context.obj.at(GAME)
    with TerminalClient(server, token, voice.language) as central, stopping() as stop:
        Screen(central, central.issue(issue), voice, stop).run()


class Screen:
    """The command loop of a terminal, with its output."""

    def __init__(self, central: TerminalClient, issue: IssuePayload, voice: Voice, stop: Stopping) -> None:
        self.central = central
        self.issue = issue
        self.voice = voice
        self.stop = stop

    def run(self) -> None:
        """Read and execute lines until the input ends. An error is shown and does not stop the terminal."""
        heading(self.issue.name)
        say(self.voice.say("terminal.welcome", outlet=self.central.terminal.outlet, price=self.issue.price))
        typed = {verb: self.voice.text(f"terminal.{verb}") for verb in VERBS}
        wide = max(map(len, typed.values()))
        say(*(f"  {typed[verb]:{wide}}  {self.voice.text(f'terminal.{verb}_about')}" for verb in VERBS))
        while (line := self._asked("> ")) is not None:
            try:
                if self._do(line) == "quit":
                    return
            except NovamasError as problem:
                say(self.voice.error(problem))

    def _asked(self, prompt: str) -> str | None:
        """Return the next line typed, or None at the end of the input."""
        return ask(prompt, self.stop)

    def _do(self, line: str) -> str:
        """Execute a typed line and return its command."""
        word, _, given = line.strip().partition(" ")
        if not word:
            return ""
        verb = _verb(word)
        match verb:
            case "buy":
                self._buy()
            case "play":
                self._play(given.strip())
            case "check":
                self._check(given.strip())
            case "pay":
                paid = self.central.pay(given.strip())
                say(self.voice.say("pools_told.paid_by_cash", cents=paid.cents))
            case "quit":
                pass
            case _other:
                known = tuple(self.voice.text(f"terminal.{each}") for each in VERBS)
                raise InvalidInput("no_terminal_verb", given=quoted(word), known=known)
        return verb

    def _buy(self) -> None:
        ticket = self.central.buy(self.issue.code, self.issue.price)
        values = {"code": ticket.code, "number": ticket.number, "cents": ticket.price}
        say(self.voice.say("pools_told.ticket_sold", **values))
        self._play(ticket.code)

    def _check(self, code: str) -> None:
        found = self.central.voucher(code)
        key = "terminal.voucher_was_paid" if found.paid else "terminal.voucher_is_good"
        say(self.voice.say(key, cents=found.voucher.cents, last=found.last_day, prize=found.voucher.prize))

    # ------------------------------------------------------------ playing

    def _play(self, ticket: str) -> None:
        """Play a ticket in the way that its terminal offers, and print the voucher for a prize."""
        from novamas.documents.slips import as_text
        from novamas.words.pools import voucher_slip

        played = self._race(ticket) if self.issue.action == "carrera" else self._uncover(ticket)
        if played is None:
            say(self.voice.say("terminal.played_later", code=ticket))
        elif played.voucher is None or played.last_day is None:
            say(self.voice.text("pools_told.nothing_won"))
        else:
            slip = voucher_slip(played.voucher, played.code, played.last_day, self.voice)
            typer.echo(as_text(slip), nl=False)

    def _race(self, ticket: str) -> PlayedTicket | None:
        """Let the player pick a horse, and show the race."""
        from novamas.pools.promotrot.faces import RUNNERS
        from novamas.words.pools import played_text

        act = self._number("terminal.pick_a_horse", RUNNERS, set())
        if not act:
            return None
        played = self.central.play(ticket, act)
        say(*played_text(played.face, act, self.voice))
        return played

    def _uncover(self, ticket: str) -> PlayedTicket | None:
        """Uncover cells one by one. A line without a number uncovers all remaining cells."""
        from novamas.pools.promotrot.faces import CELLS, uncovered
        from novamas.words.pools import cells_text

        opened: set[int] = set()
        played: PlayedTicket | None = None
        say(*cells_text((None,) * CELLS, self.voice))
        while len(opened) < CELLS:
            act = self._number("terminal.uncover_a_cell", CELLS, opened)
            if act is None and played is None:
                return None
            opened |= {act} if act else set(range(1, CELLS + 1))
            played = played or self.central.play(ticket, act or 1)
            say(*cells_text(uncovered(played.face, opened), self.voice))
        return played

    def _number(self, question: str, most: int, taken: set[int]) -> int | None:
        """Ask until the player types a number that is still free. An empty line returns 0."""
        while (line := self._asked(f"{self.voice.say(question, most=most)} ")) is not None:
            typed = line.strip()
            if not typed:
                return 0
            if typed.isascii() and typed.isdigit() and len(typed) < 4:
                number = int(typed)
                if 1 <= number <= most and number not in taken:
                    return number
            say(self.voice.say("terminal.no_such_number", most=most))
        return None


def _verb(word: str) -> str:
    """Return the command that a word means in any language."""
    typed = word.casefold()
    for language in LANGUAGES:
        for verb in VERBS:
            if our_voice(language).text(f"terminal.{verb}").split()[0] == typed:
                return verb
    return ""

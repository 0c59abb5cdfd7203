"""The player at a terminal: execution of typed lines and of automatic actions."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Literal, TypeAlias

import typer

from novamas.bots.companions import Companions
from novamas.cli.advice import show_hint, show_odds
from novamas.cli.commands.law import show_clauses
from novamas.cli.output import say
from novamas.cli.played_roles import Persons
from novamas.cli.screen import Screen
from novamas.cli.signals import Stopped, Stopping
from novamas.errors import InvalidInput, NovamasError
from novamas.law.texts import LANGUAGES
from novamas.record.chain import SHORT_RECEIPT
from novamas.table.costs import STAKES, costs_nothing, takes_back
from novamas.table.deeds import Act, Deed
from novamas.table.events import Event, Payment, RoundOver
from novamas.table.game import Table
from novamas.table.offers import Offer
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import FLOOR, NOBODY, Who
from novamas.table.session import Session
from novamas.words import Voice, our_voice
from novamas.words.events import event_texts
from novamas.words.line_parser import NotOfferedNow, means, read_line
from novamas.words.normalisation import normalise
from novamas.words.transcript import deed_line
from novamas.words.voice import capital, shortened
from novamas.words.why import explain

NO_ACTS = (  # text keys of `table_words`
    *("help", "acts", "hint", "odds", "why", "law", "incident", "save", "quit"),
)
WITH_MORE = ("help", "law", "incident")  # words that may have an argument
MAX_LINE = 400  # longest line that is read, in characters
OUT_OF_TURN = ("not_now", "not_your_turn")  # refusals that say nothing about the deed itself
MOST_INFORMATIVE = (
    "two_readings",
    "amount_unreadable",
    "incomplete",
    "not_now",
)  # codes of faults, the most informative first

End: TypeAlias = Literal["left", "saved"]


def ask(prompt: str, stop: Stopping) -> str | None:
    """Return a line that the player types, or None at the end of the input. Piped lines are echoed."""
    is_typed = sys.stdin.isatty()
    try:
        with stop.asking():
            line = _typed_line(prompt) if is_typed else _next_line()
    except (EOFError, Stopped):
        typer.echo("")
        return None
    if line and not is_typed:
        say(f"{prompt}{shortened(line.rstrip())}")
    return line if line or is_typed else None


def _next_line() -> str:
    """Return the next line of piped input. A line that is too long is cut and marked as meaningless."""
    line = rest = sys.stdin.readline(MAX_LINE)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(MAX_LINE)
    is_whole = line.endswith("\n") or len(line) < MAX_LINE
    return line if is_whole else f"{line}⋯"  # no word, and not a mark that the parser skips


def _typed_line(prompt: str) -> str:
    with suppress(ImportError):
        import readline  # noqa: F401 - gives the line its editing and history
    return input(prompt)


class Player:
    """One or several roles at a table, played by a person at one terminal."""

    def __init__(
        self,
        opened: Table,
        session: Session,
        voice: Voice,
        receipt: Callable[[], str],
        stop: Stopping,
        persons: Persons,
        *,
        fancy: str = "",
        does_chores: bool = False,
    ) -> None:
        self.opened = opened
        self.session = session
        self.voice = voice
        self.receipt = receipt  # of the record so far
        self.stop = stop
        self.persons = persons
        self.does_chores = does_chores  # otherwise chores are automatic
        self.screen = Screen(session, voice, persons)
        self.companions = Companions(session, persons.seats, fancy)
        self.paid: list[Payment] = []  # the last payments, for `why`
        self.rounds_shown = session.rounds  # rounds played when the player's chips were last shown
        self.rounds_empty = -1  # the round of the last warning that nothing is staked

    # ---- before and after

    def leave(self) -> None:
        """Take back the chips that are free, and show the amount that the player won or lost."""
        while (offer := self._free_offer()) is not None:
            self.show_events(self.session.do(offer.act))
        for seat in self.persons.seats:
            if bound := self.session.phase.felt.of(seat):
                say(self.voice.say("play.bound", cents=bound))
        say("")
        for seat in self.persons.seats:
            chips, net = self.session.chips_of(seat) or 0, self.session.ledger.players[seat]
            values = {"cents": chips, "rounds": self.session.rounds, "net": self.voice.gain(net)}
            whose = "" if seat == self.persons.me else f"{capital(self.voice.person(seat))}: "
            cash = self.session.cash_left(seat)
            left = "" if cash is None else f" {self.voice.say('play.cash_left', cents=cash)}"
            say(whose + self.voice.say("play.you_leave", **values) + left)

    def _free_offer(self) -> Offer | None:
        """Return an offer that only returns the player's own chips, or None if there is no such offer."""
        given = (offer for seat in self.persons.seats for offer in self.session.offers(seat))
        return next((offer for offer in given if takes_back(self.session.phase, offer)), None)

    # ---- at the table

    def sit(self) -> End:
        """Play until the player leaves, the input ends or the session is over. Return how the player left."""
        self.go_on()
        say(self.voice.text("play.keys"), "")
        while self.session.phase.turn is not NOBODY:
            line = ask(self.screen.prompt(), self.stop)
            end: End | None = "left" if line is None else self.answer(line)
            if end is not None:
                return end
        return "left"

    def answer(self, line: str) -> End | None:
        """Execute a typed line. Return how the player leaves, or None if the player stays.

        A refused line changes nothing.
        """
        word, _space, rest = line.strip().partition(" ")
        try:
            match self.command(normalise(word), normalise(line.strip())):
                case "enter":
                    self.push()
                case "help":
                    self.screen.help(rest, self.opened)
                case "acts":
                    self.screen.show_acts()
                case "hint":
                    show_hint(self.opened, self.session.view(self.persons.asked(self.session)), self.voice)
                case "odds":
                    show_odds(self.opened, self.session.offers(self.persons.asked(self.session)), self.voice)
                case "why":
                    self.why()
                case "law":
                    show_clauses(rest.split(), self.voice)
                case "incident" if FLOOR in self.persons:
                    self.done(self.screen.incidents.read(rest, self.session.offers(FLOOR)))
                case "save":
                    return "saved"
                case "quit":
                    return self.confirm_leaving()
                case _other:
                    self.act(line)
        except NovamasError as error:
            say(self.voice.error(error))
        return None

    @staticmethod
    def command(word: str, line: str) -> str:
        """Return the command that a line means in any language, or an empty string if it is an act."""
        if not line:
            return "enter"
        for command in NO_ACTS:
            if line in known_as(command) or (command in WITH_MORE and word in known_as(command)):
                return command
        return ""

    def confirm_leaving(self) -> End | None:
        """Ask for confirmation if chips of the leaving player are still in play."""
        phase = self.session.phase
        bound = sum(phase.felt.of(seat) - phase.free(seat) for seat in self.persons.seats)
        if not bound or phase.rest:
            return "left"
        answer = ask(f"{self.voice.say('play.leave_now', cents=bound)} > ", self.stop)
        match "quit" if answer is None else self.command("", normalise(answer.strip())):
            case "save":
                return "saved"
            case "quit":
                return "left"
        return "left" if answer is not None and normalise(answer.strip()) in known_as("yes") else None

    def act(self, line: str) -> None:
        """Execute the act that a line means. The line of the croupier's next call executes only that call."""
        phase = self.session.phase
        if phase.turn in self.session.automatic:
            first = next(iter(phase.offers(phase.turn)), None)
            if first is not None and means(line, first.act, self.voice):
                self.step()
                self.go_on()
                return
        self.done(self.read(line))

    def done(self, deed: Deed) -> None:
        """Execute a deed of the player, and the automatic deeds after it."""
        self.show_events(self.session.do(deed))
        self.go_on()

    def read(self, line: str) -> Deed:
        """Return the act that a line means, for the role that it names or the first that may do it.

        An act that is not allowed now is returned too, so that the table explains why not.
        """
        named, rest = self.persons.named(line)
        persons = (named,) if named is not None else self.persons.in_order(self.session)
        unread: list[NovamasError] = []
        for acts in ((), self.opened.game.acts):
            read: list[Deed] = []
            for who in persons:
                try:
                    read.append(self._read_as(who, rest, acts))
                except NotOfferedNow:
                    unread.append(Refused(Refusal("not_now", self.session.phase.clause)))
                except InvalidInput as fault:
                    unread.append(fault)
            if read:
                return min(read, key=self._rank_refusal)
        raise min(unread, key=lambda fault: (*MOST_INFORMATIVE, fault.code).index(fault.code))

    def _read_as(self, who: Who, line: str, acts: Iterable[type[Act]]) -> Deed:
        """Return the act that a line means if this role types it."""
        spots = self.opened.game.layout(self.session.phase).spots
        bets = [spot.name for spot in spots if spot.seat in (None, who)] if isinstance(who, int) else []
        return read_line(line, self.session.offers(who), self.voice, acts=acts, by=who, bets=bets)

    def _rank_refusal(self, deed: Deed) -> int:
        """Return 0 if a deed is allowed, 2 if only its turn is wrong, and 1 if it is refused otherwise."""
        refusal = self.session.why_not(deed)
        return 0 if refusal is None else 1 + (refusal.code in OUT_OF_TURN)

    def push(self) -> None:
        """Continue until the result of the round, or until the player can do something new."""
        phase = self.session.phase
        if phase.turn in self.persons:
            self.do_default()
            return
        self.warn_nothing_staked()
        rounds, before = self.session.rounds, self._verbs()
        while phase.turn in self.session.automatic:
            self.step()
            self.go_on()
            phase = self.session.phase
            if self.session.rounds != rounds or not phase.pause or not self._verbs() <= before:
                return

    def warn_nothing_staked(self) -> None:
        """Warn the player, at most once per round, that no bet is placed."""
        seats, rounds = self.persons.seats, self.session.rounds
        may_stake = any(offer.act.verb() in STAKES for seat in seats for offer in self.session.offers(seat))
        if may_stake and self.rounds_empty != rounds and not any(map(self.session.phase.felt.of, seats)):
            self.rounds_empty = rounds
            say(self.voice.text("play.nothing_staked"))

    def do_default(self) -> None:
        """Do the default act of the player, unless it stakes chips."""
        who = self.persons.asked(self.session)
        first = next(iter(self.session.offers(who)), None)
        if first is not None and costs_nothing(self.session.phase, first):
            if self.session.phase.pause and not isinstance(who, int):
                self.do_bot_acts()
            if self.session.phase.turn == who:
                self.do(first.act)
            self.go_on()
        else:
            self.screen.ask(again=True)

    def _verbs(self) -> set[str]:
        return {offer.act.verb() for who in self.persons for offer in self.session.offers(who)}

    def step(self) -> None:
        """Execute one deed of the croupier or of chance."""
        if self.session.phase.pause and not self.do_bot_acts():
            return  # a player must answer first
        deed = self.session.next_deed()
        if deed is None:
            raise NovamasError("table_stands_still", who=self.session.phase.turn)
        self.do(deed)

    def do_bot_acts(self) -> bool:
        """Execute the acts of the bots. Return whether the table still waits for a bot."""
        for theirs in self.companions.deeds():
            self.show_events(self.session.do(theirs))
            if not self.session.phase.pause:
                return False
        return True

    def do(self, deed: Deed) -> None:
        """Execute a deed and show its events. If it has no events, show the deed itself."""
        events = self.session.do(deed)
        if not events:
            say(deed_line(deed, self.voice))
        self.show_events(events)

    def go_on(self) -> None:
        """Execute automatic deeds while the player has no choice. After a round, show the chips."""
        for deed in self.automatic_deeds():
            if deed is None:
                self.show_events(self.session.go_on())
            else:
                self.do(deed)
        is_round_over = self.session.rounds != self.rounds_shown
        is_asked = self.session.phase.turn in self.persons
        if is_round_over or is_asked:
            self.rounds_shown = self.session.rounds
            self.screen.show_standing()
        if is_round_over:
            receipt = self.receipt()[:SHORT_RECEIPT]
            say(self.voice.say("play.receipt_of_round", round=self.session.rounds, receipt=receipt))
        if is_asked:
            self.screen.ask()
        self.screen.show_new_acts()

    def automatic_deeds(self) -> Iterator[Deed | None]:
        """Yield automatic deeds: None for one of the table, else an act that the player must do anyway."""
        while True:
            phase = self.session.phase
            if phase.pause:
                return
            if phase.turn in self.session.automatic:
                before = self.session.number
                yield None
                if self.session.number == before:  # the awaited player has no more cash
                    raise NovamasError("table_stands_still", who=phase.turn)
            elif not self.does_chores and (chore := self._chore(phase.turn)) is not None:
                yield chore.act
            else:
                return

    def _chore(self, who: Who) -> Offer | None:
        """Return the player's only possible act if it stakes nothing, such as cutting the cards."""
        offers = self.session.offers(who) if who in self.persons.seats else []
        if len(offers) != 1 or offers[0].dials or not costs_nothing(self.session.phase, offers[0]):
            return None
        return offers[0]

    # ---- events on the screen

    def show_events(self, events: Iterable[Event]) -> None:
        """Show the events that the played roles see."""
        seen = [self.persons.see(event) for event in events]
        if paid := [event for event in seen if isinstance(event, Payment)]:
            self.paid = paid
        shown = (event for event in seen if not isinstance(event, RoundOver))
        say(*event_texts(shown, self.voice, me=self.persons.me))

    def why(self) -> None:
        """Show how the last payments follow from the law."""
        if not self.paid:
            say(self.voice.text("play.nothing_paid"))
        for paid in self.paid:
            say(*explain(paid, self.opened.frame, self.voice, me=self.persons.me))


def known_as(command: str) -> list[str]:
    """Return the words for a command in all languages."""
    texts = (our_voice(language).text(f"table_words.{command}") for language in LANGUAGES)
    return [normalise(one) for each in texts for one in each.split("|")]

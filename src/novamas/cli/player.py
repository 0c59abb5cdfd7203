"""A person at a table: what is typed, what is told, and what the table does by itself."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress

import typer

from novamas.cli.law import show_clauses
from novamas.cli.output import console, grid, heading, say
from novamas.cli.stopping import Stopped, Stopping
from novamas.cli.why import explain
from novamas.errors import NovamasError
from novamas.law.texts import LANGUAGES
from novamas.players.companions import Companions
from novamas.record.chain import SHORT_RECEIPT
from novamas.table.events import Event, Payment, RoundOver, Staked, Withdrew
from novamas.table.game import Table
from novamas.table.offers import Offer
from novamas.table.people import NOBODY
from novamas.table.phases import follow
from novamas.table.refusals import Refusal, Refused
from novamas.table.session import Session
from novamas.words import Words, words
from novamas.words.house_way import house_way, numbered
from novamas.words.patterns import how_to_type, listing, typed
from novamas.words.reading import NotNow, means, read_line
from novamas.words.speech import capital, folded
from novamas.words.telling import tell_all
from novamas.words.transcript import deed_words

ME = 1  # the seat of the person who plays
LONGEST_LINE = 400  # characters that anybody types
NO_ACTS = ("help", "acts", "why", "law", "quit")  # what else may be typed: words on the shelf `table_words`


def ask(prompt: str, stop: Stopping) -> str | None:
    """A line from the player, or nothing when there are no more; a script's lines are shown as typed."""
    is_typed = sys.stdin.isatty()
    try:
        with stop.asking():
            line = _typed_line(prompt) if is_typed else _next_line()
    except (EOFError, Stopped):
        typer.echo("")
        return None
    if line and not is_typed:
        say(f"{prompt}{line.rstrip()}")
    return line if line or is_typed else None


def _typed_line(prompt: str) -> str:
    with suppress(ImportError):
        import readline  # noqa: F401 - gives the line its editing and history
    return input(prompt)


def _next_line() -> str:
    """The next line of a script; of one that nobody types only the beginning, which means nothing."""
    line = rest = sys.stdin.readline(LONGEST_LINE)
    while rest and not rest.endswith("\n"):
        rest = sys.stdin.readline(LONGEST_LINE)
    is_whole = line.endswith("\n") or len(line) < LONGEST_LINE
    return line if is_whole else f"{line}⋯"  # no word, nor a mark that is passed over


class Player:
    """A person at the first seat of a table."""

    def __init__(
        self,
        opened: Table,
        session: Session,
        voice: Words,
        receipt: Callable[[], str],
        stop: Stopping,
        seed: int = 0,
    ) -> None:
        self.opened = opened
        self.session = session
        self.voice = voice
        self.receipt = receipt  # of the record so far
        self.stop = stop
        self.companions = Companions(session, ME, seed)
        self.paid: list[Payment] = []  # the last payments, for `why`
        self.verbs_listed: set[str] = set()  # what he has been told that he may do
        self.rounds_shown = 0  # after how many rounds the player was told how he stands

    # ---- before and after

    def greet(self, commitment: str | None, seed: int | None, my_seed: str | None) -> None:
        """Who sits where, with what, and how chance can be checked."""
        voice, slug = self.voice, self.opened.game.slug
        heading(f"{voice.game_name(slug)} · {self.opened.frame.norm}")
        say(voice.text(f"abouts.{slug}"))
        say(voice.say("play.you_sit", seat=ME, cents=self.session.chips_of(ME) or 0))
        if seed is not None:
            say(voice.say("play.from_number", seed=seed))
        else:
            say(voice.say("play.committed", commitment=commitment))
        if my_seed is not None:
            say(voice.say("play.own_seed", seed=my_seed))
        say(voice.say("play.receipt_of_opening", receipt=self.receipt()[:SHORT_RECEIPT]))
        say("")

    def leave(self) -> None:
        """Take back what is free, and tell what was won or lost."""
        while (offer := self._free_offer()) is not None:
            self.tell(self.session.do(offer.act))
        bound = self.session.phase.felt.of(ME)
        if bound:
            say(self.voice.say("play.bound", cents=bound))
        chips, net = self.session.chips_of(ME) or 0, self.session.ledger.players[ME]
        told = {"cents": chips, "rounds": self.session.rounds, "net": self.voice.gain(net)}
        say("", self.voice.say("play.you_leave", **told))

    def _free_offer(self) -> Offer | None:
        """An act that only gives the player his own chips back."""
        for offer in self.session.offers(ME):
            if not offer.dials:
                _after, events = follow(self.session.phase, offer.act)
                if events and all(isinstance(event, Withdrew) for event in events):
                    return offer
        return None

    # ---- at the table

    def sit(self) -> None:
        """Play until the player leaves, the lines end or the session is over."""
        self.go_on()
        say(self.voice.text("play.keys"), "")
        while self.session.phase.turn is not NOBODY:
            line = ask(f"[{self.voice.money(self.session.chips_of(ME) or 0)}] > ", self.stop)
            if line is None or not self.answer(line):
                return

    def answer(self, line: str) -> bool:
        """Do what a line asks; whether the player stays. What is refused costs nothing."""
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
        except NovamasError as error:
            say(self.voice.error(error))
        return True

    @staticmethod
    def command(word: str, line: str) -> str:
        """Which of the words that are no acts was typed, if any, in whatever language."""
        if not line:
            return "enter"
        for command in NO_ACTS:
            told = (words(language).text(f"table_words.{command}") for language in LANGUAGES)
            known = [folded(one) for each in told for one in each.split("|")]
            if line in known or (command == "law" and word in known):
                return command
        return ""

    def act(self, line: str) -> None:
        """Do what the line says; or, where it is the croupier's next call, only that."""
        phase = self.session.phase
        if phase.turn in self.session.automatic:
            first = next(iter(phase.offers(phase.turn)), None)
            if first is not None and means(line, first.act, self.voice):
                self.step()
                self.go_on()
                return
        try:
            deed = read_line(line, self.session.offers(ME), self.voice, acts=self.opened.game.acts, by=ME)
        except NotNow:
            raise Refused(Refusal("not_now", phase.clause)) from None
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
        first = next(iter(self.session.offers(ME)), None)
        if first is not None and self._is_free_of_stakes(first):
            self.tell(self.session.do(first.act))
            self.go_on()
        else:
            say(self.voice.say("play.waits_for_you", seat=ME))
            self.show_acts()

    def _is_free_of_stakes(self, offer: Offer) -> bool:
        _after, events = follow(self.session.phase, offer.act)
        return not any(isinstance(event, Staked) for event in events)

    def _verbs(self) -> set[str]:
        return {offer.act.verb() for offer in self.session.offers(ME)}

    def step(self) -> None:
        """One deed of the croupier or of chance."""
        if self.session.phase.pause:
            for theirs in self.companions.deeds():
                self.tell(self.session.do(theirs))
                if not self.session.phase.pause:
                    return  # somebody must answer first
        deed = self.session.next_deed()
        assert deed is not None, "the table waits for somebody else"
        events = self.session.do(deed)
        if not events:
            say(capital(deed_words(deed, self.voice)))
        self.tell(events)

    def go_on(self) -> None:
        """On by itself, as long as the player has no say; then, after a round, how he stands."""
        while self.session.phase.turn in self.session.automatic and not self.session.phase.pause:
            self.tell(self.session.go_on())
        is_round_over = self.session.rounds != self.rounds_shown
        if is_round_over or self.session.phase.turn == ME:
            self.rounds_shown = self.session.rounds
            self.show_standing()
        if is_round_over:
            receipt = self.receipt()[:SHORT_RECEIPT]
            say(self.voice.say("play.receipt_of_round", round=self.session.rounds, receipt=receipt))
        if self.session.phase.turn == ME and not self.session.phase.pause:
            say(self.voice.say("play.waits_for_you", seat=ME))
            self.show_acts()
        elif new := [offer for offer in self.session.offers(ME) if offer.act.verb() not in self.verbs_listed]:
            self.show_acts(new)

    # ---- telling

    def tell(self, events: Iterable[Event]) -> None:
        """What the player notices."""
        seen = [event.seen_by(ME) for event in events]
        if paid := [event for event in seen if isinstance(event, Payment)]:
            self.paid = paid
        told = (event for event in seen if not isinstance(event, RoundOver))
        say(*tell_all(told, self.voice, me=ME))

    def show_standing(self) -> None:
        """The player's chips, his bets on the cloth, and the cards as he sees them."""
        view, voice = self.session.view(ME), self.voice
        for pile in view.piles:
            say(capital(f"{voice.owner(pile.owner, ME)}: {voice.cards(held.card for held in pile.cards)}"))
        bets = [f"{voice.bet(bet)} {voice.money(cents)}" for seat, bet, cents in view.chips if seat == ME]
        if bets:
            say(voice.say("play.your_bets", bets=bets))

    def show_acts(self, some: Sequence[Offer] | None = None) -> None:
        """All that the player may do now, or some of it, and how to type it."""
        offers = self.session.offers(ME) if some is None else some
        self.verbs_listed |= {offer.act.verb() for offer in offers}
        if not offers:
            say(self.voice.text("play.nothing_to_do"))
            return
        for title, rows in listing(offers, self.voice):
            say(title)
            shown = grid()
            for what, bounds in rows:
                shown.add_row("", what, bounds)
            if rows:
                console().print(shown)
        first = offers[0]
        if self.session.phase.turn == ME and self._is_free_of_stakes(first):
            act = typed(first.act, self.voice) if first.dials else how_to_type(first, self.voice, offers)
            say(self.voice.say("play.enter_does", act=act))

    def help(self) -> None:
        """What may be typed."""
        say(
            self.voice.say("play.help_type", example=self._example()),
            self.voice.text("play.help_enter"),
            self.voice.text("play.help_acts"),
            self.voice.text("play.help_why"),
            self.voice.text("play.help_law"),
            self.voice.text("play.help_quit"),
        )
        if rules := house_way(self.opened, self.voice):
            heading(self.voice.text("play.house_way"))
            say(*numbered(rules))

    def _example(self) -> str:
        """Something that may be typed now."""
        shown = (typed(offer.act, self.voice) for offer in self.session.offers(ME))
        return next(shown, self.voice.text("table_words.quit").split("|")[0])

    def why(self) -> None:
        """Walk the last payments back to the law."""
        if not self.paid:
            say(self.voice.text("play.nothing_paid"))
        for paid in self.paid:
            say(*explain(paid, self.opened.frame, self.voice, me=ME))

    def law(self, citations: str) -> None:
        """Read a clause at the table."""
        show_clauses(citations.split(), self.voice)

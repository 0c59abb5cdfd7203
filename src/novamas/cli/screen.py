"""The screen before a decision: the player's chips and cards, the question, the acts on offer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from novamas.cli.incidents import Incidents
from novamas.cli.output import console, grid, heading, say
from novamas.cli.played_roles import Persons
from novamas.errors import InvalidInput
from novamas.table.costs import costs_nothing
from novamas.table.deeds import Act
from novamas.table.game import Table
from novamas.table.offers import Offer
from novamas.table.phases import Incident
from novamas.table.roles import FLOOR, Who
from novamas.table.session import Session
from novamas.words import Voice
from novamas.words.house_way import house_way, numbered
from novamas.words.normalisation import phrase_of
from novamas.words.prompts import question, situation_text
from novamas.words.typed_acts import how_to_type, listing, typed
from novamas.words.vocabulary import verb_phrases
from novamas.words.voice import capital

HELPS = (
    *("help_enter", "help_acts", "help_verb", "help_hint", "help_odds"),
    *("help_why", "help_law", "help_save", "help_quit"),
)
LONG_LIST = 6  # rows: a longer list is shown again only on request


class Screen:
    """The view of a table that a player at a terminal gets."""

    def __init__(self, session: Session, voice: Voice, persons: Persons) -> None:
        self.session = session
        self.voice = voice
        self.persons = persons
        self.listed: set[tuple[Who, str]] = set()  # the acts already shown to each role
        self.incidents = Incidents(voice)

    def prompt(self) -> str:
        """Return the prompt for a line: the player's chips or, with several roles, whose turn it is."""
        who = self.persons.asked(self.session)
        name = "" if len(self.persons.played) == 1 else f"{self.voice.person(who)} "
        chips = self.session.chips_of(who) if isinstance(who, int) else None
        return f"{name}{f'[{self.voice.money(chips or 0)}] ' if isinstance(who, int) else ''}> "

    def show_standing(self) -> None:
        """Show the player's bets and cards and, between hands, the cash."""
        who = self.persons.asked(self.session)
        cash = self.session.cash_left(who) if isinstance(who, int) else None
        if cash is not None and self.session.rounds and self.session.phase.rest:
            say(self.voice.say("play.cash_left", cents=cash))
        say(*map(capital, situation_text(self.session.view(self.persons.asked(self.session)), self.voice)))

    def ask(self, *, again: bool = False) -> None:
        """Show the decision that the player has to make. `again`: Enter was pressed and did nothing."""
        who = self.persons.asked(self.session)
        say(question(self.session.view(who), self.voice))
        offers = self.session.offers(who)
        cash = self.session.cash_left(who) if isinstance(who, int) else None
        if not offers and cash is not None:
            say(self.voice.say("play.nothing_to_buy_with", cents=cash))
        new = [offer for offer in offers if self._key(offer) not in self.listed]
        is_long = sum(len(rows) for _title, rows in listing(offers, self.voice)) > LONG_LIST
        if not is_long or (new and not again):
            self.show(offers if not self.session.phase.pause else new or offers)
        elif again:
            say(self.voice.text("play.acts_to_see"))
        self.show_default(offers)

    def show_new_acts(self) -> None:
        """Show each played role the acts that were not shown before."""
        for who in self.persons:
            offers = self.session.offers(who)
            new = [offer for offer in offers if self._key(offer) not in self.listed]
            self._named(who, new)
            self.show(new, among=offers)

    def show_acts(self) -> None:
        """Show all acts on offer, and how to type them."""
        offers = {who: self.session.offers(who) for who in self.persons.in_order(self.session)}
        if not any(offers.values()):
            say(self.voice.text("play.nothing_to_do"))
        for who, theirs in offers.items():
            self._named(who, theirs)
            self.show(theirs)
        self.show_default(offers[self.persons.asked(self.session)])

    def _named(self, who: Who, offers: Sequence[Offer]) -> None:
        if offers and len(self.persons.played) > 1:
            say(f"{capital(self.voice.person(who))}:")

    def show(self, offers: Sequence[Offer], among: Sequence[Offer] | None = None) -> None:
        """Show each act with its typed form, bet and limits, and each incident with its text."""
        self.listed |= {self._key(offer) for offer in offers}
        acts = [offer for offer in offers if not isinstance(offer.act, Incident)]
        for title, rows in listing(acts, self.voice, among=among, own_first=True):
            say(title)
            shown = grid()
            for what, bounds in rows:
                shown.add_row("", what, bounds)
            if rows:
                console().print(shown)
        say(*self.incidents.lines(offers))

    def show_default(self, offers: Sequence[Offer]) -> None:
        """Show the act that Enter does, if the table waits for the player."""
        if (
            offers
            and self.session.phase.turn in self.persons
            and costs_nothing(self.session.phase, offers[0])
        ):
            first = offers[0]
            act = typed(first.act, self.voice) if first.dials else how_to_type(first, self.voice, offers)
            say(self.voice.say("play.enter_does", act=act))

    @staticmethod
    def _key(offer: Offer) -> tuple[Who, str]:
        return offer.act.by, offer.act.verb()

    # ---- help

    def help(self, about: str, opened: Table) -> None:
        """Show the words that the player may type, or explain one act."""
        if about.strip():
            say(self.explained(about, opened.game.acts))
            return
        say(self.voice.say("play.help_type", example=self._example()))
        say(*(self.voice.text(f"play.{each}") for each in HELPS))
        if FLOOR in self.persons:
            say(self.voice.text("play.help_incident"))
        if rules := house_way(opened, self.voice):
            heading(self.voice.text("play.house_way"))
            say(*numbered(rules))

    def explained(self, about: str, acts: Iterable[type[Act]]) -> str:
        """Return the explanation of the act with this name. Acts on offer take precedence."""
        now = {offer.act.verb(): None for who in self.persons for offer in self.session.offers(who)}
        every = now | {kind.verb(): None for kind in acts}
        typed = phrase_of(about)
        for verb in every:
            if self.voice.has(f"acts_told.{verb}") and typed in verb_phrases(
                self.voice.law, verb, self.voice.game, self.voice.language
            ):
                text = self.voice.text(f"acts_told.{verb}")
                return f"{capital(self.voice.act(verb))}: {text[:1].lower()}{text[1:]}"
        raise InvalidInput(
            "no_such_act_to_explain", given=about.strip(), known=tuple(map(self.voice.act, now))
        )

    def _example(self) -> str:
        """Return an example of a line that the player may type now."""
        shown = (typed(offer.act, self.voice) for who in self.persons for offer in self.session.offers(who))
        return next(shown, self.voice.text("table_words.quit").split("|")[0])

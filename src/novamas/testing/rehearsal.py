"""A table in rehearsal: it is played in lines of text, and the cards, numbers and dice come as they are told.

    table = rehearse("ruleta", "IB05", seats=2)
    told = table.play("s1 bet rojo 500; s2 bet pleno:17 200; 17")
    assert told.payments[2, "pleno:17"].returned == 7_200

A line is a deed in the notation, `s1 bet rojo 500` or `floor late_bet seat=1 bet=rojo cents=500`; what it
leaves out of an incident or a call is as they have it by themselves. Several do the same in one line:
`s1,s2,s3 check`. A line that begins with nobody is what chance brings: `17`, `As 10d`, `3-4`, `6:6`. What the
croupier does in between need not be said, nor what somebody can only do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import copy
from typing import Any, TypeVar

from novamas.equipment.chance import Scripted
from novamas.equipment.draws import read_draw
from novamas.equipment.pieces import piece_names
from novamas.errors import InvalidInput
from novamas.games import game as game_named
from novamas.house.sitting import Sitting
from novamas.law import Fault, FaultySetup, catalogue
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Event, Happened, Noted, Owner, Payment, Said, Shown, Took, Withdrew
from novamas.table.game import Game, Table, open_table
from novamas.table.notation import write
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refusal
from novamas.table.roles import CHANCE, CROUPIER, Who, read_who, write_who

E = TypeVar("E", bound=Event)
_SOMEBODY = re.compile(r"(s\d+|croupier|floor|chance)\b")


class Noticed(tuple[Event, ...]):
    """What was noticed, in order."""

    __slots__ = ()

    def __add__(self, more: tuple[Event, ...]) -> Noticed:  # type: ignore[override]
        return Noticed((*self, *more))

    def of(self, *kinds: type[E]) -> list[E]:
        """The events of these kinds."""
        return [event for event in self if isinstance(event, kinds)]

    @property
    def payments(self) -> dict[tuple[int, str], Payment]:
        """What was decided, by seat and bet."""
        return {(paid.seat, paid.bet): paid for paid in self.of(Payment)}

    def settled(self, seat: int) -> dict[str, tuple[int, int]]:
        """What a player had on each bet that was decided, and what came back to him."""
        return {paid.bet: (paid.stake, paid.returned) for paid in self.of(Payment) if paid.seat == seat}

    @property
    def paid(self) -> dict[int, int]:
        """What each player got back of all that was decided, those who got nothing left out."""
        back: dict[int, int] = {}
        for paid in self.of(Payment):
            if paid.returned:
                back[paid.seat] = back.get(paid.seat, 0) + paid.returned
        return back

    @property
    def pots(self) -> dict[str, dict[int, int]]:
        """What came back to whom, bet by bet."""
        bets = dict.fromkeys(paid.bet for paid in self.of(Payment))
        return {bet: Noticed(paid for paid in self.of(Payment) if paid.bet == bet).paid for bet in bets}

    @property
    def returned(self) -> dict[int, int]:
        """What went back to each player, neither won nor lost."""
        back: dict[int, int] = {}
        for withdrew in self.of(Withdrew):
            back[withdrew.seat] = back.get(withdrew.seat, 0) + withdrew.cents
        return back

    @property
    def raked(self) -> int:
        """What the house took for itself."""
        return sum(took.cents for took in self.of(Took))

    @property
    def said(self) -> list[str]:
        return [said.words for said in self.of(Said)]

    @property
    def noted(self) -> list[str]:
        """What was noted, by its codes."""
        return [noted.code for noted in self.of(Noted)]

    @property
    def shown(self) -> list[Owner]:
        """Whose cards were turned face up."""
        return [shown.owner for shown in self.of(Shown)]

    @property
    def happened(self) -> str:
        """The clause that decided the incident."""
        return self.of(Happened)[0].clause


class Rehearsal:
    """A table at which chance does what it is told, from its opening or from some other moment on."""

    def __init__(self, table: Table, phase: AnyPhase | None = None) -> None:
        self.table = table
        self.session = Sitting(table, Scripted(()), automatic=(CROUPIER,))
        self.session.phase = phase or table.opening
        self.at_once: frozenset[str] = frozenset()  # calls that the croupier makes as soon as he may

    # ---- what is done

    def play(self, *lines: str) -> Noticed:
        """These lines one after the other, those of one text parted by semicolons; all that is noticed."""
        return Noticed(
            event
            for text in lines
            for said in text.split(";")
            for line in each_alone(said.strip())
            for event in self._line(line)
        )

    def _line(self, line: str) -> Iterator[Event]:
        if _SOMEBODY.match(line):
            yield from self._do(self.deed(line))
        else:
            for name in line.split():
                yield from self._do(Drawn(what=read_draw(name)))

    def _do(self, deed: Deed) -> Iterator[Event]:
        yield from self.session.do(deed)
        due = self.session.next_deed()
        if due is not None and due.verb() in self.at_once:
            yield from self._do(due)

    def croupier(self) -> Noticed:
        """The croupier does what he does by default."""
        return Noticed(self._do(self.session.offers(CROUPIER)[0].act))

    def finish(self) -> Noticed:
        """Everybody does what is offered first, and the first card left comes, until the round is over."""
        told: list[Event] = []
        while not self.phase.rest:
            told.extend(self.step())
        return Noticed(told)

    def until(self, phase: str) -> Noticed:
        """The same, until it has come to this phase."""
        told: list[Event] = []
        while self.at != phase:
            told.extend(self.step())
        return Noticed(told)

    def whoever(self, *acts: str) -> Noticed:
        """Whoever's turn it is does the first of these that he may."""
        lines = [f"{write_who(self.turn)} {act}" for act in acts]
        return self.play(next((line for line in lines if self.may(line)), lines[-1]))

    def step(self) -> Noticed:
        """What is offered first is done, or the first that can be drawn comes."""
        if self.turn is CHANCE:
            return Noticed(self._do(Drawn(what=self.phase.draws().at(0))))
        return Noticed(self._do(self.session.offers(self.turn)[0].act))

    def fork(self) -> Rehearsal:
        """The same table, to go on in another way."""
        other = copy(self)
        other.session = self.session.fork()
        return other

    # ---- what may be done

    def deed(self, line: str) -> Deed:
        """The deed that a line says; the end of it may be left out where it is as it is offered."""
        try:
            return self.session.read(line)
        except InvalidInput:
            for offer in self.session.offers(read_who(line.split()[0])):
                if write(offer.act).startswith(f"{line} "):
                    return offer.act
            raise

    def may(self, line: str) -> bool:
        return self.session.why_not(self.deed(line)) is None

    def refused(self, line: str | Deed, code: str = "", clause: str = "") -> Refusal:
        """Why a deed is not lawful now, with this code and this clause where they are given."""
        refusal = self.session.why_not(line if isinstance(line, Deed) else self.deed(line))
        assert refusal is not None, f"{line} is lawful"
        assert code in ("", refusal.code), refusal
        assert clause in ("", refusal.clause), refusal
        return refusal

    def verbs(self, who: Who) -> set[str]:
        """What somebody may do now."""
        return {offer.act.verb() for offer in self.session.offers(who)}

    def offered(self, who: Who) -> list[str]:
        """What somebody may do now, in lines, in the order in which it is offered."""
        return [write(offer.act) for offer in self.session.offers(who)]

    # ---- how it stands

    @property
    def phase(self) -> AnyPhase:
        return self.session.phase

    @property
    def at(self) -> str:
        """The name of the phase."""
        return type(self.phase).__name__

    @property
    def felt(self) -> Any:
        return self.phase.felt

    @property
    def turn(self) -> Any:
        """For whom the table waits; it changes from line to line, so a type checker must not remember it."""
        return self.phase.turn

    @property
    def told(self) -> Noticed:
        """All that was noticed so far."""
        return Noticed(event for events in self.session.told for event in events)

    @property
    def last(self) -> Noticed:
        """What was noticed of the last deed."""
        return Noticed(self.session.told[-1])

    def chips(self, seat: int, bet: str) -> int:
        """What a player has on a bet."""
        return self.phase.felt.on(seat, bet)

    def cards(self, owner: Owner) -> str:
        """The cards or tiles before an owner that somebody has seen, by their names."""
        return piece_names(self.phase.felt.cards(owner))

    def won(self, seat: int) -> int:
        """What a player has won so far; what he has on the cloth is no longer his."""
        return self.session.ledger.players[seat]

    @property
    def house(self) -> int:
        """What the house has won so far."""
        return self.session.ledger.house


def each_alone(line: str) -> Iterator[str]:
    """A line for each of those of whom it is said: `s1,s2 check` is two."""
    who, _, what = line.partition(" ")
    if _SOMEBODY.match(who):
        yield from (f"{one} {what}" for one in who.split(","))
    else:
        yield line


def opened(game: Game | str, norm: str, **choices: Any) -> Table:
    """A table under these choices; what the house must state is as the example of the law has it."""
    chosen = game_named(game) if isinstance(game, str) else game
    frame = catalogue.under(norm)[chosen.slug]
    stated = {name: option.example for name, option in frame.options.items() if option.must_be_stated}
    return open_table(chosen, frame, {**stated, **choices})


def rehearse(game: Game | str, norm: str, *lines: str, **choices: Any) -> Rehearsal:
    """A table of this game in rehearsal, at which these lines have been played."""
    table = Rehearsal(opened(game, norm, **choices))
    table.play(*lines)
    return table


def faults_of(slug: str, norm: str, **choices: Any) -> dict[str, Fault]:
    """The faults of a table under these choices and no others, by their codes."""
    try:
        open_table(game_named(slug), catalogue.under(norm)[slug], choices)
    except FaultySetup as faulty:
        return {fault.code: fault for fault in faulty.faults}
    return {}


def in_turn(*hands: str) -> str:
    """Whole hands as they are dealt, one card at a time: the line that brings them."""
    rows = [hand.split() for hand in hands]
    return " ".join(row[n] for n in range(max(map(len, rows))) for row in rows if n < len(row))

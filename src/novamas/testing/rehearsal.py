"""Scripted test tables: lines of text define the deeds, and the cards, numbers and dice that come.

    table = rehearse("ruleta", "IB05", seats=2)
    events = table.play("s1 bet rojo 500; s2 bet pleno:17 200; 17")
    assert events.payments[2, "pleno:17"].returned == 7_200

A line is a deed in the notation, `s1 bet rojo 500` or `floor late_bet seat=1 bet=rojo cents=500`. Omitted
parts of an incident or a call keep the values offered. Several players may share a line: `s1,s2,s3 check`.
A line without a person is a result of chance: `17`, `As 10d`, `3-4`, `6:6`. Calls of the croupier between
the lines may be omitted, and so may a player's act if it is the only one on offer.
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
from novamas.law import Fault, FaultySetup, Frame, library
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
    """Events in their order, with shortcuts for tests."""

    __slots__ = ()

    def __add__(self, more: tuple[Event, ...]) -> Noticed:  # type: ignore[override]
        return Noticed((*self, *more))

    def of(self, *kinds: type[E]) -> list[E]:
        """Return the events of the given kinds."""
        return [event for event in self if isinstance(event, kinds)]

    @property
    def payments(self) -> dict[tuple[int, str], Payment]:
        """The payments, by seat and bet."""
        return {(paid.seat, paid.bet): paid for paid in self.of(Payment)}

    def settled(self, seat: int) -> dict[str, tuple[int, int]]:
        """Return the stake and the returned amount for each decided bet of a player."""
        return {paid.bet: (paid.stake, paid.returned) for paid in self.of(Payment) if paid.seat == seat}

    @property
    def paid(self) -> dict[int, int]:
        """The amount returned to each player for decided bets. Players who got nothing are left out."""
        back: dict[int, int] = {}
        for paid in self.of(Payment):
            if paid.returned:
                back[paid.seat] = back.get(paid.seat, 0) + paid.returned
        return back

    @property
    def pots(self) -> dict[str, dict[int, int]]:
        """The amounts from each pot, by player and bet."""
        bets = dict.fromkeys(paid.bet for paid in self.of(Payment))
        return {bet: Noticed(paid for paid in self.of(Payment) if paid.bet == bet).paid for bet in bets}

    @property
    def returned(self) -> dict[int, int]:
        """The stakes that were returned to each player without a win or a loss."""
        back: dict[int, int] = {}
        for withdrew in self.of(Withdrew):
            back[withdrew.seat] = back.get(withdrew.seat, 0) + withdrew.cents
        return back

    @property
    def raked(self) -> int:
        """The amount of the rake."""
        return sum(took.cents for took in self.of(Took))

    @property
    def said(self) -> list[str]:
        return [said.words for said in self.of(Said)]

    @property
    def noted(self) -> list[str]:
        """The codes of the notes in the record."""
        return [noted.code for noted in self.of(Noted)]

    @property
    def shown(self) -> list[Owner]:
        """The owners of the cards that were turned face up."""
        return [shown.owner for shown in self.of(Shown)]

    @property
    def happened(self) -> str:
        """The clause that decided the incident."""
        return self.of(Happened)[0].clause


class Rehearsal:
    """A scripted table, which begins at the opening or at a given phase."""

    def __init__(self, table: Table, phase: AnyPhase | None = None) -> None:
        self.table = table
        self.session = Sitting(table, Scripted(()), automatic=(CROUPIER,))
        self.session.phase = phase or table.opening
        self.at_once: frozenset[str] = frozenset()  # calls that the croupier makes as soon as possible

    # ---- playing

    def play(self, *lines: str) -> Noticed:
        """Play these lines in order and return all events. Semicolons separate the lines of one text."""
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
        """Do the croupier's first offered act."""
        return Noticed(self._do(self.session.offers(CROUPIER)[0].act))

    def finish(self) -> Noticed:
        """Take the first offer or the first remaining card, again and again, until the round is over."""
        events: list[Event] = []
        while not self.phase.rest:
            events.extend(self.step())
        return Noticed(events)

    def until(self, phase: str) -> Noticed:
        """Take the first offer or the first remaining card, again and again, until a given phase."""
        events: list[Event] = []
        while self.at != phase:
            events.extend(self.step())
        return Noticed(events)

    def whoever(self, *acts: str) -> Noticed:
        """Do the first of these acts that is lawful for the player whose turn it is."""
        lines = [f"{write_who(self.turn)} {act}" for act in acts]
        return self.play(next((line for line in lines if self.may(line)), lines[-1]))

    def step(self) -> Noticed:
        """Do the first offered act, or take the first possible draw."""
        if self.turn is CHANCE:
            return Noticed(self._do(Drawn(what=self.phase.draws().at(0))))
        return Noticed(self._do(self.session.offers(self.turn)[0].act))

    def fork(self) -> Rehearsal:
        """Return a copy of this table on which a test can try another continuation."""
        other = copy(self)
        other.session = self.session.fork()
        return other

    # ---- offers and refusals

    def deed(self, line: str) -> Deed:
        """Return the deed that a line describes. The first offer that fits completes an incomplete line."""
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
        """Check that a deed is refused, with the given code and clause if any. Return the refusal."""
        refusal = self.session.why_not(line if isinstance(line, Deed) else self.deed(line))
        assert refusal is not None, f"{line} is lawful"
        assert code in ("", refusal.code), refusal
        assert clause in ("", refusal.clause), refusal
        return refusal

    def verbs(self, who: Who) -> set[str]:
        """Return the names of the acts offered to a person."""
        return {offer.act.verb() for offer in self.session.offers(who)}

    def offered(self, who: Who) -> list[str]:
        """Return the acts offered to a person as lines, in the order of the offers."""
        return [write(offer.act) for offer in self.session.offers(who)]

    # ---- state

    @property
    def phase(self) -> AnyPhase:
        return self.session.phase

    @property
    def at(self) -> str:
        """The name of the present phase."""
        return type(self.phase).__name__

    @property
    def felt(self) -> Any:
        return self.phase.felt

    @property
    def turn(self) -> Any:
        """The person for whom the table waits.

        The type is `Any`, because a type checker would assume that the value never changes.
        """
        return self.phase.turn

    @property
    def events(self) -> Noticed:
        """All events since the opening."""
        return Noticed(event for events in self.session.deed_events for event in events)

    @property
    def last(self) -> Noticed:
        """The events of the last deed."""
        return Noticed(self.session.deed_events[-1])

    def chips(self, seat: int, bet: str) -> int:
        """Return a player's chips on a bet."""
        return self.phase.felt.on(seat, bet)

    def cards(self, owner: Owner) -> str:
        """Return the names of an owner's known cards or tiles, separated by spaces."""
        return piece_names(self.phase.felt.cards(owner))

    def won(self, seat: int) -> int:
        """Return a player's winnings so far. Chips on the table count as lost until the player has them."""
        return self.session.ledger.players[seat]

    @property
    def house(self) -> int:
        """The winnings of the house so far."""
        return self.session.ledger.house


def each_alone(line: str) -> Iterator[str]:
    """Yield one line for each person of a shared line: `s1,s2 check` gives two lines."""
    who, _, what = line.partition(" ")
    if _SOMEBODY.match(who):
        yield from (f"{one} {what}" for one in who.split(","))
    else:
        yield line


def opened(game: Game | str, norm: str | Frame, **choices: Any) -> Table:
    """Open a table with these choices. An option that must be stated has the law's example by default.

    The law is a norm of the default library, or the frame of the game in another library.
    """
    chosen = game_named(game) if isinstance(game, str) else game
    frame = _frame(chosen.slug, norm)
    stated = {name: option.example for name, option in frame.options.items() if option.must_be_stated}
    return open_table(chosen, frame, {**stated, **choices})


def rehearse(game: Game | str, norm: str | Frame, *lines: str, **choices: Any) -> Rehearsal:
    """Return a scripted table of this game after these lines were played."""
    table = Rehearsal(opened(game, norm, **choices))
    table.play(*lines)
    return table


def faults_of(slug: str, norm: str | Frame, **choices: Any) -> dict[str, Fault]:
    """Return the codes of the faults that a table has with only these choices."""
    try:
        open_table(game_named(slug), _frame(slug, norm), choices)
    except FaultySetup as faulty:
        return {fault.code: fault for fault in faulty.faults}
    return {}


def _frame(slug: str, norm: str | Frame) -> Frame:
    return library().under(norm)[slug] if isinstance(norm, str) else norm


def in_turn(*hands: str) -> str:
    """Return the line that deals these hands in turn: one card to each, until all are complete."""
    rows = [hand.split() for hand in hands]
    return " ".join(row[n] for n in range(max(map(len, rows))) for row in rows if n < len(row))

"""A session: the one thing at a table that changes. It holds the phase, the record and the players' chips."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import cast

from msgspec.structs import replace

from novamas.equipment.chance import Source
from novamas.errors import NovamasError, quoted
from novamas.table.conduct import Conduct
from novamas.table.deeds import Deed, Drawn, meant
from novamas.table.events import AnyEvent, Bought, Came, Event, Events, NumberedEvent, RoundOver
from novamas.table.ledger import Ledger
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, follow, game_of, offered, offers, why_not
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, CROUPIER, Role, Who, speaks_for, who_meant, write_who
from novamas.table.views import View

AUTOMATIC: frozenset[Who] = frozenset({CROUPIER, CHANCE})
RESULTS_SHOWN = 20  # as many as hang beside a wheel


def person_at(phase: AnyPhase, who: Who) -> Who:
    """Who is meant: a seat of this table, or a role."""
    meant = who_meant(who)
    return seat_at(phase, meant) if isinstance(meant, int) else meant


def seat_at(phase: AnyPhase, seat: int) -> int:
    """A seat of this table."""
    if type(seat) is not int or not 1 <= seat <= phase.seats():
        raise NovamasError("no_such_seat", given=quoted(seat), seats=phase.seats())
    return seat


class Session:
    """A table in play. Who is automatic is an explicit set; the others must be told what to do."""

    def __init__(
        self,
        opening: AnyPhase,
        source: Source,
        *,
        automatic: Iterable[Who] = AUTOMATIC,
        cash: Mapping[int, int] | None = None,
        log: Callable[[Deed], None] | None = None,
        companions: Mapping[int, Callable[[View], Deed]] | None = None,
    ) -> None:
        self.phase = opening
        self.source = source
        self.companions = dict(companions or {})  # seats that nobody plays: each acts by its own view
        self.automatic = frozenset(map(who_meant, automatic)) | self.companions.keys()
        self.cash = dict(cash) if cash is not None else None  # what players brought, where it is known
        self.log = log
        self.deeds: list[Deed] = []
        self.told: list[Events] = []
        self.forgotten = 0  # deeds that are kept elsewhere
        self.rounds = 0
        self.results: deque[Came] = deque(maxlen=RESULTS_SHOWN)
        self._round: list[tuple[AnyPhase, Deed]] = []  # the round so far, for errors that are found late
        self.ledger = Ledger()

    def offers(self, who: Who) -> list[Offer]:
        """What somebody may do now; chips are sold him for the cash that he has left, where it is known."""
        return self._affordable(offers(self.phase, person_at(self.phase, who), self._round))

    @property
    def number(self) -> int:
        """The number of the state: how many deeds led to it."""
        return self.forgotten + len(self.deeds)

    def forget(self) -> None:
        """Let go of the deeds so far and what was told of them, which are kept elsewhere."""
        self.forgotten = self.number
        self.deeds, self.told = [], []

    def fork(self) -> Session:
        """The same table, at which something can be tried, or done as soon as it has been written down."""
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))  # `copy` would take as long as a deed
        other.cash = None if self.cash is None else dict(self.cash)
        other.deeds, other.told, other.forgotten = [], [], self.number
        other.results = self.results.copy()
        other._round = list(self._round)
        other.ledger = self.ledger.copy()
        return other

    def view(self, eyes: Who) -> View:
        """What one pair of eyes sees now."""
        seen = self.phase.view(person_at(self.phase, eyes), self._round)
        may = tuple(self._affordable(seen.offers))
        return replace(seen, offers=may, number=self.number, rounds=self.rounds, results=tuple(self.results))

    def seen_by(self, eyes: Who, since: int = 0) -> Iterator[NumberedEvent]:
        """All that has happened since a state, as these eyes saw it, each event in its envelope."""
        eyes = person_at(self.phase, eyes)
        for number in range(since, self.number):
            for nth, event in enumerate(self.told[number - self.forgotten]):
                yield NumberedEvent(number + 1, nth, cast("AnyEvent", event.seen_by(eyes)))

    def chips_of(self, seat: int) -> int | None:
        """What a player has before him, where it is known."""
        seat = seat_at(self.phase, seat)
        if self.phase.felt.purses:
            return self.phase.felt.purses[seat - 1]
        return None if self.cash is None else self.cash.get(seat, 0) + self.ledger.players[seat]

    def cash_left(self, seat: int) -> int | None:
        """What a player has brought and not changed for chips, where players have purses and it is known."""
        seat, purses = seat_at(self.phase, seat), self.phase.felt.purses
        if not purses or self.cash is None or seat not in self.cash:
            return None
        return self.cash[seat] + self.ledger.players[seat] - purses[seat - 1]

    def _affordable(self, given: Sequence[Offer]) -> list[Offer]:
        """These offers, chips only for as much as the buyer has cash left."""
        if self.cash is None or not self.phase.felt.purses or not self.phase.rest:
            return list(given)
        return [offer for each in given if (offer := self._within_cash(each)) is not None]

    def _within_cash(self, offer: Offer) -> Offer | None:
        """An offer as it stands for who has only so much cash left; nothing where that is too little."""
        by, dial = offer.act.by, offer.dials.get("cents")
        left = self.cash_left(by) if isinstance(by, int) else None
        if left is None or not isinstance(dial, Range) or not self._buys(offer.act):
            return offer
        if left < dial.least:
            return None
        most = dial.least + (min(left, dial.most) - dial.least) // dial.step * dial.step
        act = replace(offer.act, cents=min(offer.act.cents, most))  # type: ignore[attr-defined]
        return replace(offer, act=act, dials={**offer.dials, "cents": replace(dial, most=most)})

    def _buys(self, act: Deed) -> bool:
        return any(type(event) is Bought for event in follow(self.phase, act, self._round)[1])

    def why_not(self, deed: Deed, eyes: Who | None = None) -> Refusal | None:
        """Why a deed is not lawful now, or nothing; who asks for another learns only that it is not his."""
        deed = meant(deed)
        if eyes is not None and (refusal := self._not_yours(person_at(self.phase, eyes), deed)) is not None:
            return refusal
        refusal = why_not(self.phase, deed, self._round)
        if refusal is not None or self.cash is None:
            return refusal
        return self._short_of_chips(deed, follow(self.phase, deed, self._round)[1])

    def _short_of_chips(self, deed: Deed, events: Events) -> Refusal | None:
        """Why a player has not the chips for what follows from his deed, or nothing."""
        if self.cash is None or not isinstance(deed.by, int):
            return None  # nobody knows
        trial = Ledger()
        trial.enter(events)
        if self.phase.felt.purses:  # then the game itself bounds what is lawful by them
            left, price = self.cash_left(deed.by), trial.bought[deed.by]
            if left is None or price <= max(left, 0):
                return None
            return Refusal("not_enough_cash", self.phase.clause, dial="cents", given=price, most=left)
        has, needs = self.chips_of(deed.by) or 0, -trial.players[deed.by]
        if needs <= has:
            return None
        return Refusal("not_enough_chips", self.phase.clause, dial="cents", given=needs, most=has)

    def submit(self, eyes: Who, deed: Deed, at: int) -> list[NumberedEvent]:
        """A deed of who speaks, meant at the state of this number: what he then notices, or `Refused`."""
        eyes, deed = person_at(self.phase, eyes), meant(deed)
        refusal = self._not_yours(eyes, deed) or self._stale(at)
        if refusal is not None:
            raise Refused(refusal, game_of(self.phase))
        self.do(deed)
        return list(self.seen_by(eyes, since=at))

    @staticmethod
    def _not_yours(eyes: Who, deed: Deed) -> Refusal | None:
        if not isinstance(deed, Deed):
            return Refusal("no_deed", "", given=quoted(deed))
        if speaks_for(eyes, deed.by):
            return None
        by = write_who(deed.by) if isinstance(deed.by, int | Role) else quoted(deed.by)
        return Refusal("not_yours", "", figures={"eyes": write_who(eyes), "by": by})

    def _stale(self, at: int) -> Refusal | None:
        if type(at) is int and at == self.number:
            return None
        return Refusal("stale", "", given=quoted(at), least=self.number, most=self.number)

    def do(self, deed: Deed) -> Events:
        """One deed through the trusted door: it is done and recorded, or refused and nothing changes."""
        deed = meant(deed)
        before, past = self.phase, self._round
        refusal = why_not(before, deed, past)
        if refusal is not None:
            raise Refused(refusal, game_of(self.phase))
        after, events = follow(before, deed, past)
        if self.cash is not None and (refusal := self._short_of_chips(deed, events)) is not None:
            raise Refused(refusal, game_of(self.phase))
        if self.log is not None:
            self.log(deed)  # before it counts: what is not written has not happened
        self._enter(deed, after, events)
        return events

    def _enter(self, deed: Deed, after: AnyPhase, events: Events) -> None:
        """What was done and what followed from it."""
        before, past = self.phase, self._round
        if before.rest and not after.rest:
            past.clear()  # a round begins; until then the last one can still be looked into
        if after is not before or type(deed) is not Conduct:
            past.append((before, deed))  # what was only written down is no part of the round
        self.phase = after
        self.deeds.append(deed)
        self.told.append(events)
        self.ledger.enter(events)
        for event in events:
            if type(event) is RoundOver:
                self.rounds += 1
            elif type(event) is Came:
                self.results.append(event)

    def next_deed(self) -> Deed | None:
        """What the table waits for, where it is automatic: chance draws, others do what is offered first."""
        turn = self.phase.turn
        if turn not in self.automatic:
            return None
        if turn is CHANCE:
            return Drawn(what=self.source.draw(self.phase.draws()))
        if isinstance(turn, int) and turn in self.companions:
            return self.companions[turn](self.view(turn))
        given = self._affordable(offered(self.phase, turn))
        return given[0].act if given else None

    def go_on(self) -> Events:
        """On until somebody must decide, players may want to act, or a round is over."""
        told: list[Event] = []
        while (deed := self.next_deed()) is not None:
            events = self.do(deed)
            told.extend(events)
            if self.phase.pause or any(isinstance(event, RoundOver) for event in events):
                break
        return tuple(told)

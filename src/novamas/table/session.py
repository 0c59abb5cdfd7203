"""A session: the only mutable object of a table. It holds the phase, the record and players' chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Generic, cast

from msgspec import Struct
from msgspec.structs import replace
from typing_extensions import TypeVar

from novamas.equipment.chance import Source
from novamas.equipment.shoe import Shoe
from novamas.errors import NovamasError, quoted
from novamas.table.conduct import Conduct
from novamas.table.deeds import Deed, Drawn, meant
from novamas.table.events import AnyEvent, Bought, Came, Event, Events, NumberedEvent, RoundOver
from novamas.table.ledger import NOTHING, Ledger
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, Past, completed, follow, game_of, offers, why_not
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, Role, Who, speaks_for, who_meant, write_who
from novamas.table.views import View

AUTOMATIC: frozenset[Who] = frozenset({CROUPIER, CHANCE})
RESULTS_SHOWN = 20  # the number usually displayed beside a wheel


def person_at(phase: AnyPhase, who: Who) -> Who:
    """Return a seat or role given in any form. Raise `no_such_seat` if the table does not have that seat."""
    meant = who_meant(who)
    return seat_at(phase, meant) if isinstance(meant, int) else meant


def seat_at(phase: AnyPhase, seat: int) -> int:
    """Return a seat of the table. Raise `no_such_seat` if the table does not have it."""
    if type(seat) is not int or not 1 <= seat <= phase.seats():
        raise NovamasError("no_such_seat", given=quoted(seat), seats=phase.seats())
    return seat


P = TypeVar("P", bound=AnyPhase, default=Any)  # the phases of a game
D = TypeVar("D", bound=Deed, default=Any)  # its deeds


class SessionState(Struct, Generic[P, D], frozen=True, forbid_unknown_fields=True):
    """The state after the deeds of a session. It is immutable, so forks share it."""

    phase: P
    number: int = 0  # of deeds
    rounds: int = 0  # that have ended
    results: tuple[Came, ...] = ()  # the last ones, the newest at the end
    past: tuple[tuple[P, D], ...] = ()  # the round so far, for incidents that are found late
    ledger: Ledger = NOTHING
    cash: Mapping[int, int] | None = None  # that players brought, if known


class OfferCache:
    """The offers of each seat and role in one phase. Forks of a session share them.

    Offers of the floor are not cached, because they depend on the course of the round so far. The limit
    set by a player's cash is not cached either. If an act of another person leaves offers unchanged, the
    same object is used again.
    """

    __slots__ = ("_before", "_offers", "phase")

    def __init__(self, phase: AnyPhase | None = None, before: OfferCache | None = None) -> None:
        self.phase = phase
        self._before = before
        self._offers: dict[Who, tuple[Offer, ...]] = {}

    def after(self, phase: AnyPhase) -> OfferCache:
        """Return the cache of the next phase."""
        self._before = None
        return OfferCache(phase, self)

    def of(self, who: Who) -> tuple[Offer, ...]:
        """Return the offers of a seat or role."""
        assert self.phase is not None
        if who is FLOOR:
            return tuple(self.phase.offers(who))
        found = self._offers.get(who)
        if found is None:
            still = self._still(who)
            found = self._offers[who] = tuple(self.phase.offers(who)) if still is None else still
        return found

    def _still(self, who: Who) -> tuple[Offer, ...] | None:
        """Return the offers of the phase before if they have not changed, otherwise None."""
        before = self._before
        if before is None or before.phase is None or self.phase is None or who not in before._offers:
            return None
        return before._offers[who] if self.phase.keeps_offers(before.phase, who) else None


class Session:
    """A table in play.

    The seats and roles in `automatic` act automatically. All other deeds must be passed to `do` or `submit`.
    """

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
        self.state: SessionState = SessionState(opening, cash=None if cash is None else dict(cash))
        self.source = source
        self.companions = dict(companions or {})  # seats that no person plays: each acts by its own view
        self.automatic = frozenset(map(who_meant, automatic)) | self.companions.keys()
        self.log = log
        self.deeds: list[Deed] = []
        self.deed_events: list[Events] = []
        self.change = NOTHING  # the money that the last deed moved
        self._offers = OfferCache()

    @property
    def phase(self) -> AnyPhase:
        """The present phase."""
        phase: AnyPhase = self.state.phase
        return phase

    @phase.setter
    def phase(self, phase: AnyPhase) -> None:
        self.state = replace(self.state, phase=phase)

    @property
    def phase_name(self) -> str:
        """The name of the present phase, as used in records and views."""
        return self.phase.tag()

    @property
    def phase_names(self) -> tuple[str, ...]:
        """The names of the phases of this round so far. The last is the present one."""
        names = [phase.tag() for phase, _ in self.past] + [self.phase_name]
        return tuple(name for name, _ in groupby(names))

    @property
    def events(self) -> Events:
        """All events since the table was opened, or since `forget`."""
        return tuple(event for events in self.deed_events for event in events)

    @property
    def jackpots(self) -> dict[str, int]:
        """The totals of the jackpots at the table by name, in céntimos."""
        return dict(self.phase.felt.jackpots)

    @property
    def shoe(self) -> Shoe | None:
        """The cards that have not been dealt, or None if no cards are in play."""
        return self.phase.felt.shoe

    def stake(self, seat: int, bet: str) -> int:
        """Return the amount that a player has on a bet, in céntimos."""
        return self.phase.felt.on(seat_at(self.phase, seat), bet)

    def stakes(self, seat: int) -> dict[str, int]:
        """Return the amounts that a player has on the cloth by bet, in céntimos."""
        seat = seat_at(self.phase, seat)
        return {chips.bet: chips.cents for chips in self.phase.felt.chips if chips.seat == seat}

    @property
    def rounds(self) -> int:
        """The number of rounds that have ended."""
        return self.state.rounds

    @rounds.setter
    def rounds(self, rounds: int) -> None:
        self.state = replace(self.state, rounds=rounds)

    @property
    def past(self) -> Past:
        """The course of the round so far, for incidents that are found late."""
        past: Past = self.state.past
        return past

    @property
    def results(self) -> tuple[Came, ...]:
        """The last results of ball, wheel or dice. The newest is at the end."""
        return self.state.results

    @property
    def ledger(self) -> Ledger:
        """Net results of players, house and jackpots."""
        return self.state.ledger

    @property
    def cash(self) -> Mapping[int, int] | None:
        """The money that each player brought, by seat, if it is known."""
        return self.state.cash

    def offers(self, who: Who) -> list[Offer]:
        """Return the acts that a person may do now. A player's cash, if known, limits the chips for sale."""
        return list(self.offered(who))

    def offered(self, who: Who) -> Sequence[Offer]:
        """Return what a person may do now: the same object while the acts of others do not change it."""
        who = person_at(self.phase, who)
        if who is FLOOR:
            return self._affordable(offers(self.phase, who, self.past, given_by=self._offered))
        return self._affordable(self._offered(self.phase, who))

    @property
    def number(self) -> int:
        """The number of the state: how many deeds led to it."""
        return self.state.number

    def forget(self) -> None:
        """Drop the deeds so far and their events. The caller has stored them elsewhere."""
        self.deeds, self.deed_events = [], []

    def fork(self) -> Session:
        """Return an independent copy, to try something or to apply a deed before it is committed.

        The copy starts without the earlier deeds.
        """
        other = type(self).__new__(type(self))
        vars(other).update(vars(self))  # `copy.copy` would take as long as applying a deed
        other.deeds, other.deed_events = [], []
        return other

    def view(self, eyes: Who) -> View:
        """Return the view from one viewpoint, with the number of the state, the rounds and the results."""
        seen = self.phase.view(person_at(self.phase, eyes), self.past, self.offers(eyes))
        return replace(seen, number=self.number, rounds=self.rounds, results=self.results)

    def seen_by(self, eyes: Who, since: int = 0) -> Iterator[NumberedEvent]:
        """Yield all events since a state as one viewpoint saw them, each with its number."""
        eyes = person_at(self.phase, eyes)
        first = self.number - len(self.deed_events)
        for number in range(since, self.number):
            for nth, event in enumerate(self.deed_events[number - first]):
                yield NumberedEvent(number + 1, nth, cast("AnyEvent", event.seen_by(eyes)))

    def chips_of(self, seat: int) -> int | None:
        """Return the chips in front of a player, or None if they are not known."""
        seat = seat_at(self.phase, seat)
        if self.phase.felt.purses:
            return self.phase.felt.purses[seat - 1]
        return None if self.cash is None else self.cash.get(seat, 0) + self.ledger.players[seat]

    def cash_left(self, seat: int) -> int | None:
        """Return the cash that a player has not yet changed for chips, or None.

        It is None if the table has no stacks, or if the amount that the player brought is not known.
        """
        seat, purses = seat_at(self.phase, seat), self.phase.felt.purses
        if not purses or self.cash is None or seat not in self.cash:
            return None
        return self.cash[seat] + self.ledger.players[seat] - purses[seat - 1]

    def _offered(self, phase: AnyPhase, who: Who) -> Sequence[Offer]:
        """Return the acts that a person may do in this phase, computed once per phase."""
        if phase is not self._offers.phase:
            self._offers = self._offers.after(phase)
        return self._offers.of(who)

    def _affordable(self, given: Sequence[Offer]) -> Sequence[Offer]:
        """Return the offers, with the sale of chips limited to the buyer's remaining cash."""
        if self.cash is None or not self.phase.felt.purses or not self.phase.rest:
            return given
        return [offer for each in given if (offer := self._within_cash(each)) is not None]

    def _within_cash(self, offer: Offer) -> Offer | None:
        """Return an offer limited to the buyer's remaining cash, or None if that is too little."""
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
        return any(type(event) is Bought for event in follow(self.phase, act, self.past)[1])

    def why_not(self, deed: Deed, eyes: Who | None = None) -> Refusal | None:
        """Return why a deed is not lawful now, or None.

        With `eyes`, a deed of another person is refused as `not_yours`, and nothing else is revealed.
        """
        deed = completed(self.phase, meant(deed))
        if eyes is not None and (refusal := self._not_yours(person_at(self.phase, eyes), deed)) is not None:
            return refusal
        refusal = why_not(self.phase, deed, self.past, given_by=self._offered)
        if refusal is not None or self.cash is None:
            return refusal
        return self._short_of_chips(deed, Ledger.of(follow(self.phase, deed, self.past)[1]))

    def _short_of_chips(self, deed: Deed, change: Ledger) -> Refusal | None:
        """Return the refusal if a player lacks the chips or the cash for a deed, or None."""
        if self.cash is None or not isinstance(deed.by, int):
            return None  # not known
        if self.phase.felt.purses:  # then the game itself limits bets to the stacks
            left, price = self.cash_left(deed.by), change.bought[deed.by]
            if left is None or price <= max(left, 0):
                return None
            return Refusal("not_enough_cash", self.phase.clause, dial="cents", given=price, most=left)
        has, needs = self.chips_of(deed.by) or 0, -change.players[deed.by]
        if needs <= has:
            return None
        return Refusal("not_enough_chips", self.phase.clause, dial="cents", given=needs, most=has)

    def submit(self, eyes: Who, deed: Deed, at: int) -> list[NumberedEvent]:
        """Apply a deed from a viewpoint and return the events that it sees. The deed is meant for state `at`.

        Raise `Refused` if the deed is another person's, meant for another state, or not lawful.
        """
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
        """Apply a deed and record it. Raise `Refused`, and change nothing, if it is not lawful.

        The caller is trusted: `do` does not check who submits the deed.
        """
        deed = completed(self.phase, meant(deed))
        before, past = self.phase, self.state.past
        refusal = why_not(before, deed, past, given_by=self._offered)
        if refusal is not None:
            raise Refused(refusal, game_of(before))
        after, events = follow(before, deed, past)
        change = Ledger.of(events)
        if self.cash is not None and (refusal := self._short_of_chips(deed, change)) is not None:
            raise Refused(refusal, game_of(before))
        if self.log is not None:
            self.log(deed)  # before it takes effect: a deed that is not logged has not happened
        self._enter(deed, after, events, change)
        return events

    def _enter(self, deed: Deed, after: AnyPhase, events: Events, change: Ledger) -> None:
        """Update the state with a deed, its events and the money that they move."""
        state, before = self.state, self.phase
        past = state.past
        if before.rest and not after.rest:
            past = ()  # a round begins; until now, incidents could look back at the last one
        if after is not before or type(deed) is not Conduct:
            past = (*past, (before, deed))  # a breach that was only recorded is not part of the round
        results = tuple([event for event in events if type(event) is Came])
        self.state = replace(
            state,
            phase=after,
            number=state.number + 1,
            rounds=state.rounds + sum([type(event) is RoundOver for event in events]),
            results=(state.results + results)[-RESULTS_SHOWN:] if results else state.results,
            past=past,
            ledger=state.ledger.plus(change) if change.moves_money else state.ledger,
        )
        self.change = change
        self.deeds.append(deed)
        self.deed_events.append(events)

    def next_deed(self) -> Deed | None:
        """Return the next automatic deed, or None if the table waits for a person.

        Chance draws, a companion decides from its view, and all others take their first offer.
        """
        turn = self.phase.turn
        if turn not in self.automatic:
            return None
        if turn is CHANCE:
            return Drawn(what=self.source.draw(self.phase.draws()))
        if isinstance(turn, int) and turn in self.companions:
            return self.companions[turn](self.view(turn))
        given = self._affordable(self._offered(self.phase, turn))
        return given[0].act if given else None

    def go_on(self) -> Events:
        """Play automatically until a person must decide, players may want to act, or a round is over."""
        happened: list[Event] = []
        while (deed := self.next_deed()) is not None:
            events = self.do(deed)
            happened.extend(events)
            if self.phase.pause or any(isinstance(event, RoundOver) for event in events):
                break
        return tuple(happened)

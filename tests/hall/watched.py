"""A table without a store, with subscribers. Each change is published at once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import timedelta
from hashlib import sha256
from random import Random
from typing import Any, cast

from tests.hall.checks import encoded
from tests.hall.virtual_clock import BEGAN
from tests.support.bots_table import few_seats

from novamas.bots.minds import minds_at
from novamas.client.kept import Json, KeptTable, without_nulls
from novamas.equipment.chance import CommittedSource
from novamas.errors import NovamasError
from novamas.hall.clock import HallClock
from novamas.hall.deliveries import Difference, Form, WholeState
from novamas.hall.loaded_tables import LoadedTables
from novamas.hall.publisher import Publisher
from novamas.hall.subscribers import Subscriber
from novamas.hall.tables import commands
from novamas.hall.tables.automation import DueAction, next_due_action
from novamas.hall.tables.commands import Command
from novamas.hall.tables.entries import Opened
from novamas.hall.tables.table import LiveTable
from novamas.hall.text import says
from novamas.hall.views import seen_by
from novamas.protocol.pace import Pace
from novamas.record import Header
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, RAIL, Who
from novamas.testing.random_play import any_deed
from novamas.words import voice_for

OWNER, CASH = "owner", 10**8
PACE = Pace(step_ms=500, betting_ms=20_000, patience_ms=30_000)


class WatchedTable:
    """A table with a publisher. `do` applies a command and sends the result to the subscribers."""

    def __init__(self, game: str, seed: str = "seed") -> None:
        self.seconds = 0.0  # that have passed: no machine is too busy for that
        self.clock = HallClock(lambda: BEGAN + timedelta(seconds=self.seconds))
        self.clock._passed = lambda: self.seconds
        table = few_seats(game)
        header = Header(game=game, norm=table.frame.norm, edition="", choices={}, commitment=seed)
        opening = Opened(header=header, name="", owner=OWNER, pace=PACE, alone=True, opening_float=10**9)
        source = CommittedSource(sha256(seed.encode()).hexdigest())
        self.now = LiveTable("table", opening, table, source)
        self.publish: Callable[[LiveTable], None]
        self.is_watched: Callable[[str], bool]
        self.publisher = Publisher(cast("LoadedTables", self))
        self.do(lambda fork: fork.enter(opening))

    async def get(self, _id: str) -> LiveTable:
        """Return the table, for the publisher."""
        return self.now

    def due_action(self, table: LiveTable) -> DueAction | None:
        """Return the next automatic action of the table."""
        return next_due_action(table, 10**15)

    def evict_closed(self) -> None:
        """Keep the table, closed or not."""

    def do(self, command: Command) -> bool:
        """Apply a command if it is allowed. Return whether it was."""
        before, fork = self.now, self.now.fork()
        try:
            command(fork)
        except NovamasError:
            return False
        if not fork.uncommitted:
            return False
        self.seconds += 0.3
        moments = [self.clock.date()] * len(fork.uncommitted)
        fork.set_timestamps(moments)
        fork.set_ticks(lambda _moment: self.clock.tick(), before.number)
        fork.mark_committed(before)
        self.now = fork
        self.publisher.publish(fork)
        return True

    def seat_everyone(self) -> None:
        """Seat a person on every seat, and give both roles to the owner."""
        for seat in self.now.seat_numbers:
            self.do(commands.sit(person_at(seat), f"P{seat}", seat, CASH))
        for role in (CROUPIER, FLOOR):
            self.do(commands.take_role(OWNER, "Owner", role))

    @property
    def is_over(self) -> bool:
        """Whether no further event is possible."""
        return self.now.closed is not None or self.now.session.phase.turn is NOBODY

    # ------------------------------------------------------------ random play

    def happen(self, rng: Random) -> None:
        """Do a random thing: deeds, an automatic action, or a command of a person."""
        fate = rng.random()
        if fate < 0.62:
            self.do(lambda fork: _play(fork, rng, rng.choice((1, 1, 1, 1, 2, 5))))
        elif fate < 0.85 and (due := self.due_action(self.now)) is not None:
            self.do(due.do)
        else:
            self.do(self._any_command(rng))

    def _any_command(self, rng: Random) -> Command:
        seat = rng.choice(self.now.seat_numbers)
        mind, role = rng.choice(minds_at(self.now.table.opening)), rng.choice((CROUPIER, FLOOR))
        person = person_at(seat)
        new = f"{person}-{rng.randrange(3)}"  # somebody else on this seat
        return rng.choice(
            (
                commands.be_ready(person, seat),
                commands.stand(person, seat),
                commands.sit(person, "Again", seat, CASH),
                commands.sit(new, "New", seat, CASH),
                commands.seat_bot(OWNER, seat, mind),
                commands.take_role(OWNER, "Owner", role),
                commands.leave_role(OWNER, role),
                lambda fork: _leave_and_return(fork, person, seat),
            )
        )


def _play(fork: LiveTable, rng: Random, count: int) -> None:
    for _ in range(count):
        turn = fork.session.phase.turn
        if fork.closed is None and (turn is CHANCE or fork.session.offers(turn)):
            fork.do(any_deed(fork.session, rng, incidents=0.05))


def _leave_and_return(fork: LiveTable, person: str, seat: int) -> None:
    """Leave a seat and sit down again before any subscriber is notified."""
    commands.stand(person, seat)(fork)
    if (due := next_due_action(fork, 10**15)) is not None:
        due.do(fork)
    commands.sit(person, "Back", seat, CASH)(fork)


def person_at(eyes: Who) -> str:
    """Return the first person to have a viewpoint."""
    return f"p{eyes}" if isinstance(eyes, int) else OWNER


# ---------------------------------------------------------------- who watches


class Watcher:
    """A subscriber that maintains the state of a table from the differences it receives."""

    def __init__(self, game: str, subscriber: Subscriber, first: object, form: Form) -> None:
        self.game = game
        self.subscriber = subscriber
        self.form = form
        self.stream: list[Json] = [json.loads(encoded(first)) | {"type": "hello"}]
        self.kept = KeptTable(self.stream[0])

    def hear(self) -> Iterator[Json]:
        """Receive and apply all messages in the queue."""
        while self.subscriber._waiting:
            sent = self.subscriber._waiting.pop(0)
            assert isinstance(sent, Difference | WholeState)
            message = json.loads(sent.text(self.form))
            self.stream.append(message)
            if isinstance(sent, WholeState):
                self.kept = KeptTable(message)
            else:
                assert sent.since == self.kept.state["number"], "a difference from a state that he never had"
                self.kept.apply(message)
            self._must_be_said(sent, message)
            yield message

    def _must_be_said(self, sent: Difference | WholeState, message: Json) -> None:
        """Check that the events are those of the missed states, with the sentences for this viewpoint."""
        assert self.kept.state["events"] == json.loads(encoded(sent.events))
        if self.form.language:
            voice = voice_for(self.form.language, self.game)
            assert message.get("says", []) == list(says(sent.events, voice, sent.eyes))


async def watcher(
    house: WatchedTable,
    person: str,
    eyes: Who,
    *,
    since: int | None = None,
    form: Form | None = None,
    whole: bool = False,
) -> Watcher:
    """Return a new subscriber to a table."""
    subscriber, first = await house.publisher.subscribe("table", person, eyes, since, whole=whole)
    return Watcher(house.now.game.slug, subscriber, first, form or Form())


async def watchers_of(house: WatchedTable, form: Form | None = None) -> list[Watcher]:
    """Return a subscriber for every person and viewpoint, and one at the rail."""
    table = house.now
    found = [await watcher(house, "", RAIL, form=form)]
    for seat, who in table.seats.items():
        if who.person:
            found.append(await watcher(house, who.person, seat, form=form))
    for role, person in table.roles.items():
        with suppress(NovamasError):
            found.append(await watcher(house, person, role, form=form))
    return found


# ---------------------------------------------------------------- the whole


def whole_state(house: WatchedTable, eyes: Who) -> Json:
    """Return the whole state from one viewpoint, as a message would send it."""
    table = house.now
    scene = house.publisher._scene(table)
    whole: Json = json.loads(encoded(seen_by(table, eyes, table.number, (), scene)))
    return whole


def comparable(state: Json) -> Json:
    """Return the parts of a state that must be equal: each offered value, and each fact with a value."""
    view = state["view"]
    return {
        "number": state["number"],
        "seats": state["seats"],
        "cash": state["cash"],
        "pace": state.get("pace", ""),
        "durations": state.get("durations", {}),
        "awaited": state.get("awaited", []),
        "view": {**view, "shows": without_nulls(view["shows"]), "offers": list(by_value(view["offers"]))},
    }


def by_value(offers: list[Any]) -> Iterator[Json]:
    """Yield offers with one value each. The first value of a list is the act's own."""
    for offer in offers:
        dials = offer["dials"]
        lists = [name for name, dial in dials.items() if dial["dial"] == "one_of"]
        spread = next((name for name in lists if offer["act"][name] == dials[name]["values"][0]), None)
        for value in dials[spread]["values"] if spread else [None]:
            act = offer["act"] | ({spread: value} if spread else {})
            one = {spread: {**dials[spread], "values": [value]}} if spread else {}
            yield {**offer, "act": act, "dials": {name: _bare(dial) for name, dial in (dials | one).items()}}


def _bare(dial: Json) -> Json:
    """Return a dial without its empty fields."""
    nothing = {"clause": "", "most_clause": "", "step": 1}
    return {name: value for name, value in dial.items() if nothing.get(name) != value}

"""An arena compared with the engine, step by step: the same random words and the same acts for both."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from novamas.equipment.chance import Draws
from novamas.sim.arena import (
    ENDLESS,
    ROUND,
    SAME_STEP,
    Arena,
    Orders,
    arena_module,
    results_for,
)
from novamas.sim.streams import below, short_streams
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session

Choices = Mapping[str, Deed | tuple[Deed, ...]]  # the lawful acts of a decision, by the arena's names
Named = dict[str, NDArray[np.int16]]


class OneTable:
    """An arena with one table at its first decision."""

    def __init__(self, arena: Arena, seed: int, *, episode: int = ROUND) -> None:
        self.arena, self.episode = arena, episode
        self.state, self.results = arena.states(1), results_for(arena, 1)
        self.stream = short_streams(np.array([seed], np.uint64))
        numbers = np.zeros(1, np.int64)
        self.orders = Orders(numbers, numbers.copy(), np.ones(1, np.bool_))
        self._run()
        self.orders.resets[:] = False

    def _run(self) -> None:
        self.arena.step(
            0,
            1,
            SAME_STEP,
            self.episode,
            self.orders,
            self.stream,
            self.state,
            self.arena.tables,
            self.results,
        )

    def do(self, name: str, amount: int = 0) -> None:
        self.orders.acts[0], self.orders.amounts[0] = self.arena.actions.index(name), amount
        self._run()
        assert not self.results.refused[0], name

    @property
    def lawful(self) -> set[str]:
        return {name for name, may in zip(self.arena.actions, self.results.masks[0], strict=True) if may}

    @property
    def seen(self) -> Named:
        return self.arena.layout.named(self.results.seen[0])

    @property
    def final(self) -> Named:
        return self.arena.layout.named(self.results.final[0])


class FromShort:
    """Cards for the engine as the arena deals them, from the words of a short stream."""

    def __init__(self, seed: int, cards: Sequence[int]) -> None:
        self.stream, self.cards = short_streams(np.array([seed], np.uint64))[0], list(cards)

    def draw(self, draws: Draws) -> int:
        place = len(self.cards) - draws.total
        other = place + below(self.stream, draws.total)
        self.cards[place], self.cards[other] = self.cards[other], self.cards[place]
        assert draws.may_bring(self.cards[place])
        return self.cards[place]


class FromWays:
    """Draws for the engine as the arena makes them: one of several equally likely numbers."""

    def __init__(self, seed: int) -> None:
        self.stream = short_streams(np.array([seed], np.uint64))[0]

    def draw(self, draws: Draws) -> int:
        return draws.at(below(self.stream, draws.total))


class Beside:
    """A table of the engine and one of the arena. `decision` names the acts of a phase, or is None.

    `check` compares what is seen with the phase. With `fresh` each round begins at a fresh table.
    """

    def __init__(
        self,
        table: Table,
        bets: Sequence[Deed],
        decision: Callable[[AnyPhase], Choices | None],
        check: Callable[[AnyPhase, Named], None],
        *,
        cards: Sequence[int] = (),
        seed: int,
        fresh: bool = True,
        source: Any = None,
        **arguments: Any,
    ) -> None:
        arena = arena_module(table.game).arena(table, **arguments)
        self.table, self.bets, self.decision, self.check, self.fresh = table, bets, decision, check, fresh
        self.one = OneTable(arena, seed, episode=ROUND if fresh else ENDLESS)
        self.source = source or FromShort(seed, cards)
        self.steps = self.rounds = 0
        self.laid: tuple[Deed, ...] = ()  # the bet of this round
        self.acts: dict[str, int] = {}
        self._open()
        self.before = 0

    def _open(self) -> None:
        self.session = Session(self.table.opening, self.source, automatic=(CHANCE, CROUPIER))
        self.before = 0
        self._next_round()

    def _next_round(self) -> None:
        self.waiting, self.played = list(self.bets), self.session.rounds

    @property
    def is_over(self) -> bool:
        """Whether the bet is decided. A bet in prison outlasts a round of the engine."""
        events = (event for told in self.session.deed_events for event in told)
        if any("anulada" in getattr(event, "words", "") for event in events):
            self._bet_again()
        phase = self.session.phase
        return self.session.rounds > self.played and not self.waiting and phase.felt.of(1) <= phase.free(1)

    def _bet_again(self) -> None:
        """Place the bet of an annulled round in the next shoe, unless it is still there in prison."""
        self.session.forget()
        self.played = self.session.rounds
        self._take_back()
        if not self.session.phase.felt.of(1):
            self.waiting = list(self.laid)

    def _take_back(self) -> None:
        while taken := [each.act for each in self.session.offers(1) if each.act.verb() == "withdraw"]:
            self.session.do(taken[0])

    def _next_decision(self) -> Choices | None:
        """Play until the next decision, or return None if the round is over."""
        session = self.session
        while not self.is_over:
            if self.waiting and session.why_not(self.waiting[0]) is None:
                session.do(self.waiting.pop(0))
                continue
            if not self.waiting:
                choices = self.decision(session.phase)
                if choices is not None:
                    return choices
            session.do(session.next_deed() or next(iter(session.offers(session.phase.turn))).act)
        return None

    def play(self, steps: int, rng: Random, prefer: Mapping[str, float] | None = None) -> None:
        """Play random acts on both. `prefer` gives the probability of choosing an act if it is lawful."""
        while self.steps < steps:
            choices, has_asked = self._next_decision(), False
            while choices is not None:
                has_asked = True
                assert self.one.lawful == set(choices), (self.steps, self.one.lawful, set(choices))
                self.check(self.session.phase, self.one.seen)
                name = next(
                    (
                        each
                        for each, chance in (prefer or {}).items()
                        if each in choices and rng.random() < chance
                    ),
                    None,
                ) or rng.choice(sorted(choices))
                self.one.do(name)
                done = choices[name]
                deeds = done if isinstance(done, tuple) else (done,)
                self.laid = deeds if self.session.phase.turn != 1 else self.laid
                for deed in deeds:
                    self.session.do(deed)
                self.steps += 1
                self.acts[name] = self.acts.get(name, 0) + 1
                choices = self._next_decision()
                assert (choices is None) == bool(self.one.results.rounds[0])
            if not has_asked:
                assert self.one.lawful == {"go_on"}
                self.one.do("go_on")
            self._compare_money()
            self._take_back()
            self.rounds += 1
            if self.fresh:
                self._open()
            else:
                self._next_round()

    def _compare_money(self) -> None:
        self.session.forget()
        now = self.session.ledger.players[1] + self.session.phase.felt.of(1)
        assert now - self.before == self.one.results.cents[0], (self.rounds, now - self.before)
        self.before = now

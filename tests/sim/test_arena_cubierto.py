"""Covered poker in the arena compared with the engine: each word, each draw, pots that are carried over."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.sim.engine import SEED, any_tables
from tests.sim.test_arena_circle import Hands, word
from tests.support.beside_engine import OneTable

from novamas.families.circle.acts import Deal
from novamas.families.circle.cloth import Party
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Interval
from novamas.games.cubierto import CubiertoCloth, Discard, Discarding, Served
from novamas.sim.arena import arena_module
from novamas.sim.games.circle import arena as circle
from novamas.sim.games.circle.cards import ROOM
from novamas.sim.games.circle.hand import load
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.offers import OneOf
from novamas.table.phases import AnyPhase, do
from novamas.testing.rehearsal import opened


class Pots(Hands):
    """Pots on the engine. A pot that no player opens is played for again."""

    stops = (Interval, Discarding)

    def begin(self) -> AnyPhase:
        many = len(self.seats)
        party = Party(places=self.seats, starters=self.seats, manos=(0,) * many, charged=self.seats)
        return self.hand_of(replace(self.felt, purses=(self.stack,) * many, party=party))

    def hand_of(self, felt: Any) -> AnyPhase:
        hand, many = self.hand, len(self.seats)
        last = (1 - hand) % many + 1 if hand and self.felt.rules.goes_clockwise else hand % many
        self.hand += 1
        self.thrown: dict[int, list[int]] = {}
        return self.go_on(do(Between(replace(felt, mano_place=last)), Deal())[0])

    def go_on(self, phase: AnyPhase) -> AnyPhase:
        phase = super().go_on(phase)
        felt: Any = phase.felt
        return self.hand_of(felt) if phase.rest and felt.entered and any(felt.purses) else phase


def draw(one: OneTable, phase: Discarding[CubiertoCloth], rng: Random, pots: Pots) -> Deed:
    """Compare the lawful discards, and let the player of the arena discard. Return the engine's deed."""
    seat = phase.felt.to_draw[0]
    cards, seen = phase.felt.cards(seat), one.seen
    shown = sorted(cards, reverse=True)
    offers = {type(offer.act): offer for offer in phase.offers(seat)}
    dial = offers[Discard].dials["cards"] if Discard in offers else OneOf(())
    assert isinstance(dial, OneOf)
    deeds: dict[str, Deed] = {"served": Served(seat)}
    for places in dial.values:
        at = sorted(1 + shown.index(cards[int(place) - 1]) for place in places)
        deeds["discard:" + "-".join(map(str, at))] = Discard(seat, places)
    assert one.lawful == set(deeds)
    assert one.arena.who is None or one.arena.who(one.state)[0] == seat
    assert seen["asked"] == 3
    assert seen["own"].tolist() == [card + 1 for card in shown]
    assert not seen["thrown"].any()
    name = rng.choice(sorted(deeds))
    pots.thrown[seat] = [cards[int(place) - 1] + 1 for place in getattr(deeds[name], "cards", "")]
    one.do(name)
    return deeds[name]


def play(table: Table, steps: int, seed: int) -> int:
    """Play random acts on both. Return how often a pot was played for again, or lost by all."""
    arena = arena_module(table.game).arena(table)
    pots, one, rng = Pots(table, seed), OneTable(arena, seed), Random(seed)
    chip, done, blanks = int(pots.felt.rules.chip), 0, 0
    assert arena.nets is not None
    while done < steps:
        phase = pots.begin()
        while isinstance(phase, pots.stops):
            felt: Any = phase.felt
            assert one.seen["unopened"] == felt.blanks
            blanks += int(felt.blanks > 0)
            if isinstance(phase, Discarding):
                deed = draw(one, phase, rng, pots)
            else:
                thrown = sorted(pots.thrown.get(phase.talk.waiting[0], []))
                assert sorted(one.seen["thrown"].tolist()) == [0] * (5 - len(thrown)) + thrown
                deed = word(one, phase, rng, chip)
            phase = pots.go_on(do(phase, deed)[0])
            done += 1
            assert bool(one.results.rounds[0]) == (not isinstance(phase, pots.stops))
        if not one.results.rounds[0]:
            one.do("go_on")
            assert one.results.rounds[0]
        ended: Any = phase.felt
        nets = arena.nets(one.state)[0].tolist()
        assert nets == [purse - pots.stack for purse in ended.purses]
        blanks += int(not any(ended.purses))
    return blanks


@pytest.mark.parametrize("norm", ["AR10", "IB09"])
def test_each_word_and_each_draw_agree_with_the_engine(norm: str, soak: bool) -> None:
    steps, tables = (10**7 // 20, 20) if soak else (150, 3)
    found = [
        play(table, steps, SEED + n) for n, table in enumerate(any_tables("cubierto", norm, SEED, tables))
    ]
    assert any(found)


@pytest.mark.parametrize("apart", [False, True])
def test_a_deck_that_is_short_for_the_draw(apart: bool, soak: bool) -> None:
    play(
        opened("cubierto", "AR10", seats=8, deck="40", folded_opener_proves=apart), 10**5 if soak else 300, 6
    )


def test_antes_may_take_all_chips(soak: bool) -> None:
    assert play(opened("cubierto", "AR10", seats=4, ante=100, least_resto=200), 10**5 if soak else 200, 7)


def test_the_cards_of_others_are_not_seen() -> None:
    """The others' cards and discards are swapped, and observation and mask stay the same."""
    arena: Any = circle.arena(opened("cubierto", "AR10"))
    one, rng = OneTable(arena, SEED), np.random.default_rng(1)
    state: Any = one.state
    for _ in range(150):
        held, thrown = state.cards.held[0].copy(), state.thrown[0].copy()
        me = int(load(state.hands[0]).seat)
        for cards, room in ((state.cards.held[0], ROOM), (state.thrown[0], 5)):
            hidden = [n for n in range(6 * room) if n // room != me]
            cards[hidden] = rng.permutation(52)[: len(hidden)]
        seen, mask = one.results.seen[0].copy(), one.results.masks[0].copy()
        circle.show(0, state, arena.tables, seen, mask, False)
        assert (seen == one.results.seen[0]).all()
        assert (mask == one.results.masks[0]).all()
        state.cards.held[0], state.thrown[0] = held, thrown
        one.do(sorted(one.lawful - {"raise_to"})[int(rng.integers(len(one.lawful - {"raise_to"})))])


def test_bots_discard_by_their_strategy() -> None:
    one = OneTable(circle.arena(opened("cubierto", "AR10"), opponents="strong"), 1)
    rng, rounds, nets = Random(1), 0, 0
    while rounds < 200:
        one.do(rng.choice(sorted(one.lawful - {"raise_to"})))
        rounds, nets = rounds + int(one.results.rounds[0]), nets + int(one.results.cents[0])
    assert nets < 0

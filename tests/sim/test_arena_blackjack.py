"""Black jack in the arena compared with the engine, step by step, and the visibility of cards."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.sim.engine import SEED, any_tables
from tests.support.beside_engine import Beside, Choices, Named, OneTable

from novamas.games.blackjack.phases.cards import Playing, Proposing
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.odds.games.blackjack.bets import rules_of
from novamas.odds.games.blackjack.engine_rounds import VERBS, values_of
from novamas.sim.games.blackjack import arena as blackjack
from novamas.sim.games.blackjack.arena import LAYOUT
from novamas.sim.games.blackjack.rounds import SEEN
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

RARE = {"split": 0.7, "surrender": 0.1, "even_money": 0.3, "decline": 0.4}


def decision(phase: AnyPhase) -> Choices | None:
    if not isinstance(phase, Proposing | Playing) or phase.turn != 1:
        return None
    found: dict[str, Any] = {}
    for offer in phase.offers(1):
        found.setdefault(VERBS[type(offer.act)], offer.act)  # the first of several amounts
    return found


def hand_of(phase: Any) -> Any:
    return phase.hand if isinstance(phase, Playing) else phase.felt.hands[0]


def tell_apart(phase: Any) -> Hashable:
    """Return all facts of a phase that can matter to a player, from the state of the engine."""
    felt, hand = phase.felt, hand_of(phase)
    stake = felt.rules.minimum
    waiting = phase.waiting if isinstance(phase, Playing) else (hand.name,)
    stood = [0] * 6
    for each in felt.hands:
        if each.is_live and each.name not in waiting and isinstance(phase, Playing):
            stood[max(felt.total(each).points - 16, 0)] += felt.on(1, each.name) // stake
    return (
        type(phase).__name__,
        values_of(felt, "bank"),
        tuple(sorted(values_of(felt, hand.name))),
        felt.on(1, hand.name) // stake,
        len(waiting) - 1,
        values_of(felt, hand.name)[0] if hand.is_split else None,
        tuple(stood),
        any(bet.startswith("seguro") for _, bet, _ in felt.chips),
    )


class Watch:
    """Each observation in play, and each phase in which it was made."""

    def __init__(self, table: Table) -> None:
        self.seen: dict[Hashable, bytes] = {}
        self.moments: dict[bytes, Hashable] = {}
        self.beside: Any = None
        self.size = len(fresh_shoe(rules_of(table)).left)

    def check(self, phase: Any, seen: Named) -> None:
        felt, hand = phase.felt, hand_of(phase)
        own = np.bincount(values_of(felt, hand.name), minlength=10)
        assert (seen["own"] == own).all()
        assert seen["own_total"] == felt.total(hand).points
        assert seen["bank_up"] == values_of(felt, "bank")[0] + 1
        lost = self.beside.before - self.beside.session.ledger.players[1] - felt.of(1)
        key = (tell_apart(phase), lost)
        row = np.concatenate([seen[name] for name in seen if name not in ("seen", "left")])
        assert self.seen.setdefault(key, row.tobytes()) == row.tobytes(), key
        assert self.moments.setdefault(row.tobytes(), key) == key


@pytest.mark.parametrize("norm", ["IB05", "AR10"])
def test_each_step_agrees_with_the_engine(norm: str, soak: bool) -> None:
    """The lawful acts, the hand, the different phases and every céntimo agree at lawful tables."""
    steps, tables = (10**7 // 8, 8) if soak else (2500, 2)
    for n, table in enumerate(any_tables("blackjack", norm, SEED, tables)):
        watch, wager = Watch(table), table.game.wagers(table.opening)["mano"]
        bets = [act for act in wager.acts if act.verb() == "bet"]
        cards = fresh_shoe(rules_of(table)).left
        beside = Beside(table, bets, decision, watch.check, cards=cards, seed=SEED + n, fresh=n % 2 == 1)
        watch.beside = beside
        beside.play(steps, Random(n), RARE)
        assert {"stand", "hit", "double", "split"} <= set(beside.acts)


def test_what_was_dealt_face_down_or_not_at_all_is_not_seen() -> None:
    """The future cards are swapped, and observation and mask stay the same."""
    table = opened("blackjack", "IB05")
    arena: Any = blackjack.arena(table)
    one, rng = OneTable(arena, SEED), np.random.default_rng(1)
    state: Any = one.state
    for _ in range(40):
        here = int(state.lying.where[0, SEEN])
        rng.shuffle(state.lying.cards[0, here:])
        seen, mask = one.results.seen[0].copy(), one.results.masks[0].copy()
        blackjack.show(0, state, arena.tables, seen, mask, False)
        assert (seen == one.results.seen[0]).all()
        assert (mask == one.results.masks[0]).all()
        one.do(sorted(one.lawful)[int(rng.integers(len(one.lawful)))])


def test_the_bank_is_shown_when_the_round_is_over() -> None:
    one = OneTable(blackjack.arena(opened("blackjack", "IB05")), 5)
    ends = set()
    for _ in range(300):
        one.do("decline" if "decline" in one.lawful else "stand" if "stand" in one.lawful else "go_on")
        if one.results.over[0]:
            ends.add(int(one.final["bank_end"][0]))
            assert one.final["asked"] == 0
            assert one.seen["bank_end"] == 0
    assert {17, 18, 19, 20, 21, 22, 23} <= ends
    assert LAYOUT.size == len(one.results.seen[0])

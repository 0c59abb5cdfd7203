"""Circle poker in the arena compared with the engine: each act, each player's view, and the chips."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.sim.circle_engine import FromMixedDeck
from tests.sim.engine import SEED, any_tables
from tests.support.beside_engine import OneTable

from novamas.equipment.cards import deck
from novamas.families.circle.acts import Check, Deal, Fold, Match, RaiseTo, Show
from novamas.families.circle.cloth import BOARD, Cloth, Party
from novamas.families.circle.phases.between import Between
from novamas.families.circle.phases.hand import Interval
from novamas.sim.arena import arena_module
from novamas.sim.games.circle import arena as circle
from novamas.sim.games.circle.arena import GO_ON, LEAST, RAISE_TO
from novamas.sim.games.circle.cards import ROOM
from novamas.sim.games.circle.hand import load
from novamas.sim.streams import short_streams
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.phases import AnyPhase, do
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import opened


class Hands:
    """Hands on the engine, one after another, with the cards of the arena."""

    stops: tuple[type, ...] = (Interval,)

    def __init__(self, table: Table, seed: int) -> None:
        felt = table.opening.felt
        assert isinstance(felt, Cloth)
        self.felt, self.hand = felt, 0
        self.stack, self.seats = felt.rules.least_resto, tuple(range(1, felt.rules.seats + 1))
        cards = deck(replace(felt, dealt=self.seats).ranking.shape.deck)
        self.source = FromMixedDeck(0, 0, cards)
        self.source.stream = short_streams(np.array([seed], np.uint64))[0]

    def begin(self) -> AnyPhase:
        """Return the first phase of the next hand in which a player acts, or the last phase of the hand."""
        many, hand = len(self.seats), self.hand
        party = Party(places=self.seats, starters=self.seats, manos=(0,) * many, charged=self.seats)
        last = (1 - hand) % many + 1 if hand and self.felt.rules.goes_clockwise else hand % many
        felt = replace(self.felt, purses=(self.stack,) * many, party=party, mano_place=last)
        self.hand += 1
        return self.go_on(do(Between(felt), Deal())[0])

    def go_on(self, phase: AnyPhase) -> AnyPhase:
        while not phase.rest and not isinstance(phase, self.stops):
            if phase.turn is CHANCE:
                phase = do(phase, Drawn(what=self.source.draw(phase.draws())))[0]
                continue
            acts = [offer.act for offer in phase.offers(phase.turn)]
            phase = do(phase, next((act for act in acts if isinstance(act, Show)), acts[0]))[0]
        return phase


def compare(one: OneTable, phase: Any, chip: int) -> tuple[int, dict[type, Any]]:
    """Check the lawful acts and the view of the player whose turn it is."""
    seat, felt, seen = phase.talk.waiting[0], phase.felt, one.seen
    acts = {type(offer.act): offer.act for offer in phase.offers(seat)}
    lawful, cents = one.lawful, phase.raises(seat) if RaiseTo in acts else None
    assert one.arena.who is None or one.arena.who(one.state)[0] == seat
    assert ("pass" in lawful) == (Check in acts)
    assert ("match" in lawful) == (Match in acts)
    assert ("fold" in lawful) == (Fold in acts and Check not in acts)
    assert ("raise_to" in lawful) == ("raise_least" in lawful) == (cents is not None)
    if cents is not None:
        least, most = int(seen["least"][0]), int(seen["most"][0])
        assert (cents.least, cents.step) == (least * chip, chip)
        assert least * chip <= cents.most < (most + 1) * chip
        assert ("all_in" in lawful) == (most > least)
    own = np.sort(np.array(felt.cards(seat)) + 1)[::-1]
    assert seen["own"][: len(own)].tolist() == own.tolist()
    assert not seen["own"][len(own) :].any()
    board = np.sort(np.array(felt.cards(BOARD), np.int64) + 1)[::-1]
    if "board" in seen:
        assert seen["board"][: len(board)].tolist() == board.tolist()
        assert not seen["board"][len(board) :].any()
    order = [*range(seat, len(felt.purses) + 1), *range(1, seat)]
    assert (seen["stack"] * chip).tolist() == [felt.purses[each - 1] for each in order]
    assert int(seen["pot"][0]) * chip == felt.cloth
    return seat, acts


def word(one: OneTable, phase: Any, rng: Random, chip: int) -> Deed:
    """Compare the player's view, and let the player of the arena speak. Return the engine's deed."""
    seat, acts = compare(one, phase, chip)
    name = rng.choice(sorted(one.lawful))
    if name == "fold" and rng.random() < 0.6:
        name = "match" if "match" in one.lawful else name
    least, most = int(one.seen["least"][0]), int(one.seen["most"][0])
    number = one.arena.actions.index(name)
    if number < LEAST:
        one.do(name)
        return acts[{"fold": Fold, "pass": Check, "match": Match}[name]]  # type: ignore[no-any-return]
    exact = rng.randint(least, most)
    h = load(one.state.hands[0])
    owes = int(one.seen["owes"][0])
    to = exact if number == RAISE_TO else int(circle.amount_of(h, owes, number, 0))
    one.do(name, exact)
    return RaiseTo(seat, to * chip)


def play(table: Table, steps: int, seed: int) -> None:
    arena = arena_module(table.game).arena(table)
    hands, one, rng = Hands(table, seed), OneTable(arena, seed), Random(seed)
    chip, done = int(hands.felt.rules.chip), 0
    while done < steps:
        phase = hands.begin()
        while isinstance(phase, Interval):
            deed = word(one, phase, rng, chip)
            phase = hands.go_on(do(phase, deed)[0])
            done += 1
            assert bool(one.results.rounds[0]) == (not isinstance(phase, Interval))
        if not one.results.rounds[0]:
            assert one.results.masks[0].nonzero()[0].tolist() == [GO_ON]
            one.do("go_on")
            assert one.results.rounds[0]
        felt: Any = phase.felt
        assert arena.nets is not None
        nets = arena.nets(one.state)[0].tolist()
        assert nets == [purse - hands.stack for purse in felt.purses]
        assert -sum(nets) == len(nets) * hands.stack - sum(felt.purses) >= 0  # the rake


@pytest.mark.parametrize(
    ("game", "norm"),
    [
        *(("holdem", "AR10"), ("holdem", "IB09"), ("omaha", "AR10"), ("sintetico", "IB05")),
        *(("five_stud", "AR10"), ("seven_stud", "AR10")),
    ],
)
def test_each_word_agrees_with_the_engine(game: str, norm: str, soak: bool) -> None:
    """Lawful acts, bounds of raises, cards, stacks, pot, turns, and every player's money agree."""
    steps, tables = (10**7 // 20, 20) if soak else (150, 3)
    for n, table in enumerate(any_tables(game, norm, SEED, tables)):
        play(table, steps, SEED + n)


def test_limits_and_blinds() -> None:
    for limit in ("split_limit", "bote_con_limite", "bote_sin_limite"):
        play(opened("holdem", "AR10", limit=limit, small_blind=100, big_blind=200, ante=0), 150, 3)


def test_the_cards_of_others_are_not_seen() -> None:
    """The others' cards and the future ones are swapped, and observation and mask stay the same."""
    arena: Any = circle.arena(opened("holdem", "AR10"))
    one, rng = OneTable(arena, SEED), np.random.default_rng(1)
    state: Any = one.state
    for _ in range(60):
        held, me = state.cards.held[0].copy(), int(load(state.hands[0]).seat)
        hidden = [n for n in range(6 * ROOM) if n // ROOM != me and n % ROOM < 2]
        state.cards.held[0, hidden] = rng.permutation(52)[: len(hidden)]
        seen, mask = one.results.seen[0].copy(), one.results.masks[0].copy()
        circle.show(0, state, arena.tables, seen, mask, False)
        assert (seen == one.results.seen[0]).all()
        assert (mask == one.results.masks[0]).all()
        state.cards.held[0] = held
        one.do(sorted(one.lawful - {"raise_to"})[int(rng.integers(len(one.lawful - {"raise_to"})))])


def test_bots_take_the_other_seats() -> None:
    """Against players who always call, a player who calls loses a share of the rake on average."""
    one = OneTable(circle.arena(opened("holdem", "AR10"), opponents="call"), 1)
    assert one.arena.seats == 1
    won = hands = 0
    while hands < 4000:
        one.do(next(name for name in ("go_on", "pass", "match") if name in one.lawful))
        hands, won = hands + int(one.results.rounds[0]), won + int(one.results.cents[0])
    stake, pot = one.arena.unit // 2, 6 * one.arena.unit // 2
    assert won / hands == pytest.approx(-pot / 20 / 6, abs=4 * stake * 5**0.5 / hands**0.5)


def test_an_amount_beyond_the_bounds_changes_nothing() -> None:
    one = OneTable(circle.arena(opened("holdem", "AR10")), 1)
    for amount in (0, 3, 10**6):
        before = one.results.seen.copy()
        one.orders.acts[0], one.orders.amounts[0] = RAISE_TO, amount
        one._run()
        assert one.results.refused[0]
        assert (one.results.seen == before).all()

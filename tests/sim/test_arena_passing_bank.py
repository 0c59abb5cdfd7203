"""Games with a passing bank in the arena compared with the engine: each word, each view, and the money."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace
from tests.sim.engine import SEED
from tests.sim.passing_bank import Coups
from tests.sim.test_bacara_dos_panos_sim import served as served_panos
from tests.sim.test_chemin_de_fer_sim import served as served_chemin
from tests.support.beside_engine import FromShort, OneTable

from novamas.families.passing_bank.acts import Carta, No
from novamas.families.passing_bank.cloth import BANCA, full_shoe
from novamas.games.bacara_dos_panos.cloth import PANOS
from novamas.games.bacara_dos_panos.cloth import Cloth as PanosCloth
from novamas.games.bacara_dos_panos.phases.cards import BankSpeaks as PanosBankSpeaks
from novamas.games.bacara_dos_panos.phases.cards import Looking, Speaking
from novamas.games.chemin_de_fer.phases.cards import BankSpeaks, PuntoSpeaks, Served
from novamas.hands import baccarat_points
from novamas.odds.cache import cached_odds
from novamas.sim.arena import ENDLESS, arena_module
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

Check = Callable[[AnyPhase, Any], None]


def play(table: Table, coups: Coups, steps: int, seed: int, check: Check) -> None:
    """Play random words on both, shoe after shoe, and compare lawful words, views and money."""
    arena: Any = arena_module(table.game).arena(table)
    one, rng, done = OneTable(arena, seed, episode=ENDLESS), Random(seed), 0
    coups.source = FromShort(seed, full_shoe(table.frame).left)
    while done < steps:
        phase, nets = coups.begin(), None
        while phase is not None:
            offers = {type(offer.act): offer.act for offer in phase.offers(phase.turn)}
            words = {name: offers[kind] for name, kind in (("carta", Carta), ("no", No)) if kind in offers}
            assert one.lawful == set(words), (done, one.lawful, words)
            check(phase, one)
            name = rng.choice(sorted(words))
            one.do(name)
            nets = arena.nets(one.state)[0].tolist()
            phase, done = coups.say(words[name]), done + 1
            assert bool(one.results.rounds[0]) == (phase is None)
        if nets is None:
            assert one.lawful == {"go_on"}
            one.do("go_on")
            nets = arena.nets(one.state)[0].tolist()
        assert nets == coups.nets()


def pair(cards: Any) -> list[int]:
    return sorted((1 + baccarat_points((card,)) for card in cards[:2]), reverse=True)


def check_chemin(phase: AnyPhase, one: Any) -> None:
    assert isinstance(phase, PuntoSpeaks | BankSpeaks)
    felt, seen, is_bank = phase.felt, one.seen, isinstance(phase, BankSpeaks)
    assert one.arena.who(one.state)[0] == 1 + is_bank
    assert seen["role"] == is_bank
    assert seen["own"].tolist() == pair(felt.cards(felt.banker if is_bank else felt.coup.punto))
    assert seen["own_total"] == (felt.bank_points if is_bank else felt.punto_points)
    assert not seen["other"].any()
    third = 0 if not is_bank else 1 if felt.third is None else felt.third + 2
    assert seen["third"] == third


@pytest.mark.parametrize("is_free", [False, True])
def test_each_word_of_chemin_de_fer_agrees_with_the_engine(is_free: bool, soak: bool) -> None:
    table = opened("chemin_de_fer", "IB05", banco_libre=is_free)
    felt = served_chemin(table.opening.felt.rules.minimum, banco_libre=is_free)  # type: ignore[attr-defined]
    phases = (PuntoSpeaks, BankSpeaks)
    coups = Coups(table.frame, (2, 1), 4, lambda shoe: Served(replace(felt, shoe=shoe)), phases)
    play(table, coups, 10**7 // 2 if soak else 1500, SEED + is_free, check_chemin)


def check_panos(phase: AnyPhase, one: Any) -> None:
    felt, seen = phase.felt, one.seen
    assert isinstance(felt, PanosCloth)
    who = phase.n if isinstance(phase, Speaking) else 2
    assert one.arena.who(one.state)[0] == 1 + who
    assert seen["role"] == who
    assert seen["own"].tolist() == pair(felt.cards((*PANOS, BANCA)[who]))
    assert seen["own_total"] == felt.points((*PANOS, BANCA)[who])
    assert not seen["hands"].any()
    assert not seen["totals"].any()
    for n, said in enumerate(felt.coup.said):
        third = felt.third(PANOS[n])
        did = {
            "": 0,
            "no": 1,
            "abato": felt.points(PANOS[n]) + 4,
            "carta": 14 if third is None else third + 2,
        }
        assert seen["did"][n] == did[said]


def test_each_word_of_bacara_a_dos_panos_agrees_with_the_engine(soak: bool) -> None:
    table, felt = opened("bacara_dos_panos", "IB05"), served_panos()
    phases = (Speaking, PanosBankSpeaks)
    coups = Coups(table.frame, (1, 3, 5), 6, lambda shoe: Looking(replace(felt, shoe=shoe), 0), phases)
    play(table, coups, 10**7 // 2 if soak else 1500, SEED, check_panos)


@pytest.mark.parametrize("game", ["chemin_de_fer", "bacara_dos_panos"])
def test_hidden_cards_are_not_seen(game: str) -> None:
    """The other hands and the cards to come are swapped, and observation and mask stay the same."""
    module: Any = arena_module(opened(game, "IB05").game)
    one, rng = OneTable(module.arena(opened(game, "IB05")), SEED, episode=ENDLESS), np.random.default_rng(2)
    state: Any = one.state
    for _ in range(200):
        shoe, start = state.shoes[0], int(state.numbers[0, module.START])
        own = start + 2 * int(one.seen["role"][0])
        places = np.arange(len(shoe))
        hidden = places[(places >= start) & (places != own) & (places != own + 1)]
        before = shoe.copy()
        shoe[hidden] = rng.permutation(shoe[hidden])
        seen, mask = one.results.seen[0].copy(), one.results.masks[0].copy()
        module.show(0, state, one.arena.tables, seen, mask, False)
        assert (seen == one.results.seen[0]).all()
        assert (mask == one.results.masks[0]).all()
        shoe[:] = before
        one.do(sorted(one.lawful)[int(rng.integers(len(one.lawful)))])


@pytest.mark.parametrize("game", ["chemin_de_fer", "bacara_dos_panos"])
@pytest.mark.parametrize("bank", [False, True])
def test_a_role_against_a_plan_has_the_mean_of_its_odds(game: str, bank: bool) -> None:
    """A learner who follows the same plan nets what the odds of the simulation's bet say."""
    table = opened(game, "IB05")
    module: Any = arena_module(table.game)
    plan = "five_draws"
    one = OneTable(module.arena(table, opponents=plan, bank=bank), 7)
    tables: Any = one.arena.tables
    nets: list[float] = []
    hand_draws = tables[4]
    while len(nets) < 20_000:
        lawful = one.lawful
        name = next(iter(lawful))
        total = int(one.seen["own_total"][0])
        if len(lawful) > 1 and not bank:
            name = "carta" if hand_draws[total] else "no"
        elif len(lawful) > 1:
            name = "carta" if tables.bank_draws[known_to_bank(one)] else "no"
        one.do(name)
        if one.results.rounds[0]:
            nets.append(int(one.results.cents[0]) / one.arena.unit)
    edge = float(cached_odds(table)[("banca_" if bank else "punto_") + plan].edge)
    assert np.mean(nets) == pytest.approx(-edge, abs=4 * np.std(nets) / len(nets) ** 0.5)


def known_to_bank(one: OneTable) -> tuple[int, ...]:
    """Return what a banker's plan depends on, from the observation alone."""
    seen = one.seen
    if "did" in seen:
        first, second = (10 if did == 1 else did - 2 if did < 12 else did - 1 for did in seen["did"].tolist())
        return int(seen["own_total"][0]), first, second
    one_card, other = (seen["own"] - 1).tolist()
    return one_card, other, 10 if seen["third"][0] == 1 else int(seen["third"][0]) - 2

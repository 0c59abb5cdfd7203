"""Both simulated games of pai gow pay like the engine for the same settings."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import partial
from itertools import islice
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from tests.sim.engine import (
    SEED,
    FromDeck,
    any_tables,
    assert_same_coups,
    assert_same_seats,
    first_offer,
    netted,
    rounds_of_seats,
)

from novamas.equipment.cards import DECK_53, names
from novamas.equipment.chance import Draws
from novamas.equipment.dice import THREE_DICE
from novamas.errors import NovamasError
from novamas.families.pai_gow.acts import SetHand
from novamas.families.pai_gow.cloth import Cloth
from novamas.families.pai_gow.phases.deal import Setting
from novamas.games.pai_gow_poker.cloth import house_way, way_name
from novamas.games.pai_gow_poker.house_way import LOWS, house_setting, settings
from novamas.odds.games.pai_gow_poker.bets import best_settings, explain_setting, house_settings, right_ways
from novamas.odds.games.pai_gow_poker.seven_cards import HELD, plain_hands, suited_hands
from novamas.sim import simulate
from novamas.sim.dispatch import compile_bet, compile_seats
from novamas.sim.games.pai_gow.hands import felt_of
from novamas.sim.games.pai_gow.seats import acts_of_hands
from novamas.sim.games.pai_gow_poker import rounds as pai_gow_poker
from novamas.sim.games.pai_gow_poker.rounds import number_of, numbers_of_hands
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.refusals import Refused
from novamas.testing.rehearsal import opened

GAMES = [("pai_gow_poker", "AR10"), ("pai_gow_poker", "IB09"), ("pai_gow_poker", "CM16")]
GAMES += [("pai_gow_domino", "CM16")]


class WithDice(FromDeck):
    """Cards or tiles as the kernels deal them, whichever box gets the first ones.

    The cards of an unplayed hand, which comes last, may be any.
    """

    def __init__(self, block: int, felt: Cloth, hands: int) -> None:
        super().__init__(SEED, block, felt.fresh().left)
        self.matter = felt.size * hands

    def draw(self, draws: Draws) -> int:
        if draws is THREE_DICE:
            return THREE_DICE.at(77)
        place = len(self.cards) - draws.total
        return super().draw(draws) if place < self.matter else self.cards[place]


def at_table(
    table: Table, bet: str, block: int, decide: Callable[[AnyPhase], Deed] = first_offer
) -> Iterator[int]:
    return (net for (net,) in of_seats(table, bet, 1, block, decide))


def of_seats(
    table: Table, bet: str, seats: int, block: int, decide: Callable[[AnyPhase], Deed] = first_offer
) -> Iterator[tuple[int, ...]]:
    """Yield the net wins of some boxes on the engine, or of seat 1 as banker against these hands."""
    wager = table.game.wagers(table.opening)[bet]
    if is_bank := bet.startswith("banca"):
        wager = replace(wager, acts=acts_of_hands(felt_of(table), is_bank, seats))
    source = WithDice(block, felt_of(table), seats + 1)
    return rounds_of_seats(table, wager, 1 if is_bank else seats, source, decide)


@pytest.mark.parametrize(("game", "norm"), GAMES)
def test_a_hand_set_as_the_house_sets_it(game: str, norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables(game, norm, SEED, 8 if soak else 3)):
        if table.chosen["house_way"] == "own":
            assert not table.game.wagers(table.opening)
            continue
        prefixes = (1, 2, 20, 100, *((2000,) * soak))
        assert_same_coups(compile_bet(table, "casilla"), at_table(table, "casilla", block), prefixes, block)


@pytest.mark.parametrize(("game", "norm"), [GAMES[0], GAMES[3]])
def test_the_bank_of_a_player_against_the_croupiers_hand(game: str, norm: str, soak: bool) -> None:
    for house_stake in ("minimum", "last_bet"):
        table = opened(game, norm, player_bank=True, house_stake=house_stake)
        bank = at_table(table, "banca", 3)
        assert_same_coups(compile_bet(table, "banca"), bank, (1, 2, 20, 60, *((2000,) * soak)), 3)


@pytest.mark.parametrize(("game", "norm"), GAMES)
def test_several_boxes_against_one_bank(game: str, norm: str, soak: bool) -> None:
    for block, table in enumerate(any_tables(game, norm, SEED, 8 if soak else 2)):
        if table.chosen["house_way"] != "own":
            seats = table.chosen["seats"]
            play = compile_seats(table, "casilla", seats=seats)
            assert_same_seats(play, of_seats(table, "casilla", seats, block), 1000 if soak else 30, block)


@pytest.mark.parametrize(("game", "norm"), [GAMES[0], GAMES[3]])
@pytest.mark.parametrize("house_stake", ["minimum", "last_bet", "none"])
def test_the_bank_of_a_player_against_several_hands(
    game: str, norm: str, house_stake: str, soak: bool
) -> None:
    """If the house stakes, the croupier has a hand too. One commission applies to the total gain."""
    table = opened(game, norm, player_bank=True, house_stake=house_stake, commission=Fraction(1, 30))
    most = table.chosen["seats"] - (house_stake == "none")
    for hands in range(1, most + 1) if soak else (most,):
        play = compile_seats(table, "banca", seats=hands)
        assert_same_seats(play, of_seats(table, "banca", hands, hands), 400 if soak else 25, hands)
    with pytest.raises(Refused):
        compile_seats(table, "banca", seats=most + 1)


@pytest.mark.parametrize(("game", "norm"), [GAMES[0], GAMES[3]])
@pytest.mark.parametrize("bet", ["casilla", "banca"])
def test_one_hand_beside_the_bank_is_the_one_that_plays_alone(game: str, norm: str, bet: str) -> None:
    table = opened(game, norm)
    assert netted(compile_seats(table, bet, seats=1), 9, 100_000) == netted(
        compile_bet(table, bet), 9, 100_000
    )


@pytest.mark.parametrize(
    ("game", "norm", "clause"),
    [
        ("pai_gow_poker", "AR10", "AR10.10-1-C.IV.1"),
        ("pai_gow_poker", "IB09", "IB09.16.IV.1"),
        ("pai_gow_domino", "CM16", "CM16.10.1"),
    ],
)
@pytest.mark.parametrize("bet", ["casilla", "banca"])
def test_more_hands_than_the_table_has_boxes(game: str, norm: str, clause: str, bet: str) -> None:
    for player_bank in (False, True):
        table = opened(game, norm, player_bank=player_bank)
        seats = table.chosen["seats"]
        assert compile_seats(table, bet, seats=seats).unit == seats * table.chosen["minimum"]
        with pytest.raises(Refused) as refused:
            compile_seats(table, bet, seats=seats + 1)
        assert (refused.value.refusal.code, refused.value.refusal.clause) == ("no_such_seat", clause)


@pytest.mark.parametrize(("game", "norm"), GAMES)
def test_a_house_way_that_nobody_knows_is_not_simulated(game: str, norm: str) -> None:
    table = opened(game, norm, house_way="own")
    for make in (compile_bet, partial(compile_seats, seats=2)):
        with pytest.raises(NovamasError) as refused:
            make(table, "casilla")
        assert refused.value.code == "not_simulated_yet"


@pytest.mark.parametrize("seats", [1, 6])
@pytest.mark.parametrize("bet", ["casilla_best", "banca_best"])
def test_hands_set_anyhow(bet: str, seats: int, monkeypatch: pytest.MonkeyPatch, soak: bool) -> None:
    """Hands are set in any lawful way, the same for hands that differ only in suits.

    Against a player's bank the others set theirs by the house way.
    """
    table, rng = opened("pai_gow_poker", "AR10", player_bank=True), Random(SEED)
    house = house_settings(table.frame, table.chosen["house_way"])
    high, low = (strengths.copy() for strengths in house)
    met: dict[int, tuple[int, int]] = {}

    def decide(phase: AnyPhase) -> Deed:
        if not isinstance(phase, Setting) or (bet == "banca_best" and phase.turn != 1):
            return first_offer(phase)
        held = tuple(sorted(phase.felt.known(phase.box)))
        number, (highs, lows) = (
            int(number_of(numbers_of_hands(), np.array(held, np.uint8), 0)),
            settings(held),
        )
        way = rng.choice(right_ways(held))
        if number in met:
            way = next(n for n in right_ways(held) if (highs[n], lows[n]) == met[number])
        met[number] = high[number], low[number] = highs[way], lows[way]
        ways = phase.felt.splits(held)
        chosen = next(w for w in ways if ways[w] == tuple(held[n] for n in LOWS[way]))
        return SetHand(phase.box, phase.box, chosen)

    rounds = 3000 // seats if soak else 150 // seats
    nets = list(islice(of_seats(table, bet, seats, 6, decide), rounds))
    monkeypatch.setattr(pai_gow_poker, "best_settings", lambda frame, way, commission, is_bank: (high, low))
    assert_same_seats(compile_seats(table, bet, seats=seats), iter(nets), rounds, 6)
    if seats == 1:
        assert_same_coups(compile_bet(table, bet), (net for (net,) in nets), (1, 10, rounds // 2, rounds), 6)
    assert any(met[n] != (house[0][n], house[1][n]) for n in met)


def test_every_hand_has_its_number(soak: bool) -> None:
    """The numbers are those of the odds. The house sets each hand as at the table, in any suits."""
    every, rng = np.concatenate((plain_hands().hands, suited_hands().hands)), Random(SEED)
    for n in rng.sample(range(len(every)), 20_000 if soak else 2000):
        assert number_of(numbers_of_hands(), every[n], 0) == n
    table = opened("pai_gow_poker", "AR10")
    way = table.chosen["house_way"]
    high, low = house_settings(table.frame, way)
    for _ in range(5000 if soak else 500):
        held = tuple(sorted(rng.sample(DECK_53, HELD)))
        number = number_of(numbers_of_hands(), np.array(held, np.uint8), 0)
        chosen, (highs, lows) = house_setting(held, house_way(table.frame, way)), settings(held)
        assert (high[number], low[number]) == (highs[chosen], lows[chosen])


@pytest.mark.soak
def test_the_best_setting_is_the_one_that_is_told() -> None:
    """Hands are compared in the suits in which they are written, at the commission of the table."""
    rng, every = Random(SEED), np.concatenate((plain_hands().hands, suited_hands().hands))
    for commission in (Fraction(0), Fraction(1, 50), Fraction(1, 20)):
        table = opened("pai_gow_poker", "AR10", commission=commission)
        best = best_settings(table.frame, table.chosen["house_way"], commission, is_bank=False)
        for number in rng.sample(range(len(every)), 12):
            held = tuple(map(int, every[number]))
            told = explain_setting(table, names(held))
            high, low = settings(held)
            ways = [n for n in right_ways(held) if (high[n], low[n]) == (best[0][number], best[1][number])]
            assert max(told.worth.values()) in {told.worth[way_name(held, n)] for n in ways}


@pytest.mark.soak
@pytest.mark.parametrize("bet", ["casilla_best", "banca_best"])
def test_best_settings_agree_with_their_exact_odds(bet: str) -> None:
    table = opened("pai_gow_poker", "AR10", player_bank=True, commission=Fraction(1, 50))
    found = simulate(table, bet, rounds=4_000_000, seed=SEED)
    assert found.agreement is not None
    assert found.agreement.exact
    assert abs(found.agreement.z) < 3.5


@pytest.mark.parametrize("bet", ["casilla", "casilla_best", "banca", "banca_best"])
def test_tiles_agree_with_their_exact_odds(bet: str) -> None:
    found = simulate(opened("pai_gow_domino", "CM16"), bet, rounds=3_000_000, seed=SEED)
    assert found.agreement is not None
    assert found.agreement.p is not None
    assert found.agreement.exact
    assert abs(found.agreement.z) < 3.5
    assert found.agreement.p > 1e-3


def test_seats_agree_with_the_odds_of_one_and_go_together() -> None:
    """The results are correlated, because a weak hand of the bank is weak against all seats."""
    found = simulate(opened("pai_gow_domino", "CM16"), "casilla", rounds=500_000, seed=SEED, seats=7)
    assert found.agreement is not None
    assert found.seat is not None
    assert found.agreement.exact
    assert abs(found.agreement.z) < 3.5
    assert 0.1 < found.seat.correlation < 0.9


def test_the_bank_against_several_hands_has_no_odds_and_pays_less_commission() -> None:
    table = opened("pai_gow_domino", "CM16")
    one, seven = (simulate(table, "banca", rounds=500_000, seed=SEED, seats=seats) for seats in (1, 7))
    assert (seven.agreement, seven.seat, seven.unit) == (None, None, 7 * one.unit)
    assert seven.edge < one.edge - Fraction(1, 500)


def test_cards_agree_with_their_drawn_odds() -> None:
    found = simulate(opened("pai_gow_poker", "AR10"), "casilla", rounds=4_000_000, seed=SEED)
    assert found.agreement is not None
    assert abs(found.agreement.z) < 3.5

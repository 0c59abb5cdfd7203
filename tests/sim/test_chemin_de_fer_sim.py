"""Simulated chemin de fer equals the engine's coups with the same decisions and cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.sim.engine import SEED, assert_same_coups
from tests.sim.passing_bank import coups

from novamas.errors import NovamasError
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.games.chemin_de_fer.phases.cards import BankSpeaks, PuntoSpeaks, Served
from novamas.hands import baccarat_points
from novamas.odds.cache import cached_odds
from novamas.sim import simulate
from novamas.sim.dispatch import bets_of, compile_bet
from novamas.sim.games.baccarat import STOOD
from novamas.sim.play import CompiledBet
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened, rehearse

TABLE = opened("chemin_de_fer", "IB05")
BETS = ("punto_five_stands", "punto_five_draws", "banca_five_draws", "punto_equilibrium", "banca_equilibrium")


def served(stake: int, **choices: object) -> Cloth:
    """Return the felt after the deal, with seat 1 as banker and seat 2 covering the bank."""
    circle = rehearse("chemin_de_fer", "IB05", seats=4, standing=0, **choices)
    circle.play(f"croupier shuffle; s1 take_bank {stake}; s1 announce; s2 banco; croupier no_van_mas")
    circle.play("s1 repartir", *["croupier serve"] * 4)
    felt = circle.felt
    assert isinstance(felt, Cloth)
    return felt


def at_table(play: CompiledBet, block: int, seat: int) -> Iterator[int]:
    """Yield the net win of a seat in each coup. The kernel's tables make both decisions."""
    felt = served(TABLE.opening.felt.rules.minimum)  # type: ignore[attr-defined]
    *_, punto_draws, bank_draws = play.tables

    def asks(phase: AnyPhase) -> int | None:
        if isinstance(phase, PuntoSpeaks):
            is_too_late = phase.felt.is_natural(phase.felt.bank_points)  # the decision has no effect
            return None if is_too_late else int(punto_draws[phase.felt.punto_points])
        assert isinstance(phase, BankSpeaks)
        one, other = (baccarat_points((card,)) for card in phase.felt.cards(phase.felt.banker))
        return int(bank_draws[one, other, STOOD if phase.felt.third is None else phase.felt.third])

    return coups(TABLE.frame, block, seat, 4, lambda shoe: Served(replace(felt, shoe=shoe)), asks)


@pytest.mark.parametrize("bet", BETS)
def test_coups_end_as_the_engine_ends_them(bet: str, soak: bool) -> None:
    """Each shoe is played to its cut card. Mixed decisions draw random numbers between the cards."""
    play = compile_bet(TABLE, bet)
    seat = 1 if bet.startswith("banca") else 2
    prefixes = (1, 2, 10, 58, 64, 70, *((2000,) * soak))
    assert_same_coups(play, at_table(play, 4, seat), prefixes, 4)


@pytest.mark.parametrize("bet", ["punto_five_stands", "banca_five_draws", "banca_equilibrium"])
def test_coups_agree_with_their_odds(bet: str) -> None:
    found = simulate(TABLE, bet, rounds=1_000_000, seed=SEED)
    assert found.agreement is not None
    assert abs(found.agreement.z) < 4


def test_bets_are_those_whose_odds_are_known() -> None:
    assert set(BETS) < set(bets_of(TABLE)) == set(cached_odds(TABLE))
    with pytest.raises(NovamasError, match="punto_five_draws"):
        compile_bet(TABLE, "punto")
    with pytest.raises(NovamasError, match="best"):
        compile_bet(TABLE, "punto_five_draws", "draw")

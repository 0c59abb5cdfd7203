"""Simulated bacará a dos paños equals the engine's coups with the same decisions and cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.sim.engine import SEED, assert_same_coups
from tests.sim.passing_bank import coups

from novamas.errors import NovamasError
from novamas.families.passing_bank.cloth import BANCA
from novamas.games.bacara_dos_panos.cloth import PANOS, Cloth
from novamas.games.bacara_dos_panos.phases.cards import BankSpeaks, Looking, Speaking
from novamas.odds.cache import cached_odds
from novamas.odds.games.bacara_dos_panos.bets import EIGHT, STOOD
from novamas.sim import simulate
from novamas.sim.dispatch import bets_of, compile_bet
from novamas.sim.games.baccarat import NATURAL
from novamas.sim.play import CompiledBet
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened, rehearse

TABLE = opened("bacara_dos_panos", "IB05")
MINIMUM = TABLE.opening.felt.rules.minimum  # type: ignore[attr-defined]


def served() -> Cloth:
    """Return the felt after the deal, with stakes of seats 1 and 3, one per cloth, against seat 5."""
    circle = rehearse("bacara_dos_panos", "IB05", seats=4, standing=1)
    circle.play("croupier shuffle; s5 bid 100000; croupier go_on; croupier go_on; croupier award")
    circle.play(f"s1 stake primero {MINIMUM}; s3 stake segundo {MINIMUM}; croupier ya_no_va_mas")
    circle.play(*["croupier serve"] * 6)
    felt = circle.felt
    assert isinstance(felt, Cloth)
    return felt


def at_table(play: CompiledBet, block: int, seat: int) -> Iterator[int]:
    """Yield the net win of a seat in each coup. The kernel's tables make all decisions."""
    laid = served()
    *_, hand_draws, bank_draws = play.tables

    def asks(phase: AnyPhase) -> int:
        felt = phase.felt
        assert isinstance(felt, Cloth)
        if isinstance(phase, Speaking):
            return int(hand_draws[felt.points(PANOS[phase.n])])
        assert isinstance(phase, BankSpeaks)
        return int(bank_draws[felt.points(BANCA), did(felt, 0), did(felt, 1)])

    return coups(TABLE.frame, block, seat, 6, lambda shoe: Looking(replace(laid, shoe=shoe), 0), asks)


def did(felt: Cloth, n: int) -> int:
    """Return the decision on a cloth, with its number in the odds."""
    if felt.coup.said[n] == "abato":
        return EIGHT + felt.points(PANOS[n]) - NATURAL
    third = felt.third(PANOS[n])
    return STOOD if third is None else third


@pytest.mark.parametrize("bet", bets_of(TABLE))
def test_coups_end_as_the_engine_ends_them(bet: str, soak: bool) -> None:
    """Each shoe is played to its cut card. Mixed decisions draw random numbers between the cards."""
    play = compile_bet(TABLE, bet)
    seat = 5 if bet.startswith("banca") else 1
    prefixes = (1, 2, 10, 38, 42, 46, *((2000,) * soak))
    assert_same_coups(play, at_table(play, 4, seat), prefixes, 4)


def test_coups_agree_with_their_odds() -> None:
    assert set(bets_of(TABLE)) == set(cached_odds(TABLE))
    for bet in ("punto_five_draws", "banca_equilibrium"):
        found = simulate(TABLE, bet, rounds=1_000_000, seed=SEED)
        assert found.agreement is not None
        assert abs(found.agreement.z) < 4


def test_other_bets_are_refused() -> None:
    with pytest.raises(NovamasError, match="punto_five_draws"):
        compile_bet(TABLE, "punto")

"""Chemin de fer at volume: coups of the engine, by the same words and the same cards."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from tests.sim.engine import SEED, FromDeck, assert_same_coups

from novamas.errors import NovamasError
from novamas.games.chemin_de_fer.cloth import Cloth
from novamas.games.chemin_de_fer.phases.cards import BankSpeaks, PuntoSpeaks, Served
from novamas.hands import baccarat_points
from novamas.odds.cache import kept_odds
from novamas.rounds.passing_bank.acts import Carta, No
from novamas.rounds.passing_bank.cloth import full_shoe
from novamas.sim import simulate
from novamas.sim.baccara import ALWAYS
from novamas.sim.chemin_de_fer import STOOD
from novamas.sim.playing import Play
from novamas.sim.ready import bets_of, ready
from novamas.sim.streams import below
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import RoundOver
from novamas.table.ledger import Ledger
from novamas.table.people import CHANCE
from novamas.table.phases import AnyPhase, follow
from novamas.testing.rehearsal import opened, rehearse

TABLE = opened("chemin_de_fer", "IB05")
BETS = ("punto_five_stands", "punto_five_draws", "banca_five_draws", "punto_equilibrium", "banca_equilibrium")


def served(stake: int) -> Cloth:
    """Seat 1 banks, seat 2 covers it, the cards lie on the cloth."""
    circle = rehearse("chemin_de_fer", "IB05", seats=4, standing=0)
    circle.play(f"croupier shuffle; s1 take_bank {stake}; s1 announce; s2 banco; croupier no_van_mas")
    circle.play("s1 repartir", *["croupier serve"] * 4)
    felt = circle.felt
    assert isinstance(felt, Cloth)
    return felt


def coups(play: Play, block: int, seat: int) -> Iterator[int]:
    """What a seat nets in each coup of one shoe after the other; both speak as the kernel's tables say."""
    felt = served(TABLE.opening.felt.rules.minimum)  # type: ignore[attr-defined]
    source, shoe = FromDeck(SEED, block, full_shoe(TABLE.frame).left), full_shoe(TABLE.frame)
    while True:
        phase: AnyPhase = Served(replace(felt, shoe=shoe.skip().skip().skip().skip()))
        ledger, is_over = Ledger(), False
        while not is_over:
            phase, events = follow(phase, said(phase, play, source))
            ledger.enter(events)
            is_over = any(isinstance(event, RoundOver) for event in events)
        yield ledger.players[seat] + phase.felt.of(seat) - felt.of(seat)
        left = phase.felt.shoe
        shoe = full_shoe(TABLE.frame) if left is None or left.has_reached_cut else left


def said(phase: AnyPhase, play: Play, source: FromDeck) -> Deed:
    if phase.turn is CHANCE:
        return Drawn(what=source.draw(phase.draws()))
    _, _, _, punto_draws, bank_draws = play.tables
    offers = {type(offer.act): offer.act for offer in phase.offers(phase.turn)}
    if isinstance(phase, PuntoSpeaks) and phase.felt.is_natural(phase.felt.bank_points):
        return next(iter(offers.values()))  # whatever he says, it comes too late
    if isinstance(phase, PuntoSpeaks) and Carta in offers and No in offers:
        words = int(punto_draws[phase.felt.punto_points])
    elif isinstance(phase, BankSpeaks) and Carta in offers and No in offers:
        felt = phase.felt
        one, other = (baccarat_points((card,)) for card in felt.cards(felt.banker))
        words = int(bank_draws[one, other, STOOD if felt.third is None else felt.third])
    else:
        return next(iter(offers.values()))
    draws = words == ALWAYS or (words > 0 and below(source.stream, ALWAYS) < words)
    return offers[Carta if draws else No]


@pytest.mark.parametrize("bet", BETS)
def test_coups_end_as_the_engine_ends_them(bet: str, soak: bool) -> None:
    """Some shoes, each to its stop card; where a side mixes, chance is asked between the cards."""
    play = ready(TABLE, bet)
    seat = 1 if bet.startswith("banca") else 2
    prefixes = (1, 2, 10, 58, 64, 70, *((2000,) * soak))
    assert_same_coups(play, coups(play, 4, seat), prefixes, 4)


@pytest.mark.parametrize("bet", ["punto_five_stands", "banca_five_draws", "banca_equilibrium"])
def test_coups_agree_with_their_odds(bet: str) -> None:
    found = simulate(TABLE, bet, rounds=1_000_000, seed=SEED)
    assert found.agreement is not None
    assert abs(found.agreement.z) < 4


def test_bets_are_those_whose_odds_are_known() -> None:
    assert set(BETS) < set(bets_of(TABLE)) == set(kept_odds(TABLE))
    with pytest.raises(NovamasError, match="punto_five_draws"):
        ready(TABLE, "punto")
    with pytest.raises(NovamasError, match="best"):
        ready(TABLE, "punto_five_draws", "draw")

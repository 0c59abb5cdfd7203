"""Wheels and dice: a kernel compiled from the engine's phases pays like the engine."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest
from tests.sim.engine import SEED, FromStream, any_tables, netted

from novamas.equipment.chance import Source
from novamas.errors import NovamasError
from novamas.odds.games import craps
from novamas.odds.report import placed, table_odds
from novamas.odds.walk import Decision
from novamas.sim.dispatch import compile_bet
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE
from novamas.testing.rehearsal import opened

WHEELS = {
    "ruleta": "IB05",
    "ruleta_americana": "IB05",
    "ruleta_doble_cero": "AR10",
    "boule": "IB05",
    "ruleta_de_la_fortuna": "IB05",
}


def engine(
    phase: AnyPhase, staked: int, source: Source, decide: Callable[[AnyPhase], Deed], *, to_the_end: bool
) -> int:
    """Return the net win of seat 1 from the phase of its bet until all its chips are free again."""
    gained = -staked
    while True:
        lies = phase.felt.of(1)
        if phase.rest and not (to_the_end and lies) and phase.free(1) == lies:
            return gained + lies
        deed = Drawn(what=source.draw(phase.draws())) if phase.turn is CHANCE else decide(phase)
        phase, events = follow(phase, deed)
        ledger = Ledger()
        ledger.enter(events)
        gained += ledger.players[1]


def by_decisions(decisions: tuple[Decision, ...]) -> Callable[[AnyPhase], Deed]:
    """Return a player who follows the odds' advice. Other players take the first offer."""
    best = {decision.phase: decision.best for decision in decisions}
    return lambda phase: best.get(phase) or next(iter(phase.offers(phase.turn))).act


def always(verb: str) -> Callable[[AnyPhase], Deed]:
    def decide(phase: AnyPhase) -> Deed:
        acts = [offer.act for offer in phase.offers(phase.turn)]
        return next((act for act in acts if act.verb() == verb), acts[0])

    return decide


def tables(game: str, norm: str, many: int) -> Iterator[tuple[Table, str]]:
    for table in any_tables(game, norm, SEED, many):
        for bet in table.game.wagers(table.opening):
            yield table, bet


@pytest.mark.parametrize(("game", "norm"), WHEELS.items())
def test_wheels_pay_what_the_engine_pays(game: str, norm: str, soak: bool) -> None:
    for table, bet in tables(game, norm, 40 if soak else 8):
        wager, play = table.game.wagers(table.opening)[bet], compile_bet(table, bet)
        phase, staked = placed(table.opening, wager)
        decide = by_decisions(table_odds(table, only=bet)[bet].decisions)
        for block in range(60 if soak else 12):
            source = FromStream(SEED, block)
            assert netted(play, block) == {engine(phase, staked, source, decide, to_the_end=False): 1}


@pytest.mark.parametrize("verb", ["take_half", "imprison"])
def test_half_or_prison_may_be_chosen_always(verb: str, soak: bool) -> None:
    """A zero comes once in 37 spins. It catches some hundred stakes, and half or all of them return."""
    caught = 0
    for nth, table in enumerate(any_tables("ruleta", "IB05", SEED, 6)):
        play = compile_bet(table, "rojo", verb)
        phase, staked = placed(table.opening, table.game.wagers(table.opening)["rojo"])
        for block in range(10_000 * nth, 10_000 * nth + (5000 if soak else 1000)):
            net = engine(phase, staked, FromStream(SEED, block), always(verb), to_the_end=False)
            assert netted(play, block) == {net: 1}
            caught += net not in (-staked, staked)
    assert caught > (60 if verb == "imprison" else 120)


def test_a_strategy_nobody_knows_is_refused() -> None:
    table = opened("ruleta", "IB05")
    with pytest.raises(NovamasError, match="imprison"):
        compile_bet(table, "rojo", "pray")
    with pytest.raises(NovamasError, match="best"):
        compile_bet(table, "pleno", "imprison")  # a number is never caught


def test_craps_pays_what_the_engine_pays(soak: bool) -> None:
    for table, bet in tables("craps", "IB05", 12 if soak else 3):
        opening = craps.opening_to_walk(table)
        wager, play = table.game.wagers(opening)[bet], compile_bet(table, bet)
        if bet.endswith(craps.WITH_ASSOCIATED):
            continue
        phase, decide = craps.made_alone(opening, bet, wager), by_decisions(())
        for block in range(40 if soak else 8):
            net = engine(phase, wager.stake, FromStream(SEED, block), decide, to_the_end=True)
            assert netted(play, block) == {net: 1}


@pytest.mark.parametrize("line", ["win", "dont_win", "come", "dont_come"])
def test_craps_associates_the_most(line: str, soak: bool) -> None:
    """Once the point is set, the player places the maximum associated bet and plays it to the end."""
    table = opened("craps", "IB05")
    opening = craps.opening_to_walk(table)
    name = line + craps.WITH_ASSOCIATED
    wager, play = table.game.wagers(opening)[name], compile_bet(table, name)
    start = craps.about_to_throw(placed(opening, wager)[0])
    for block in range(2000 if soak else 300):
        source = FromStream(SEED, block)
        phase, events = follow(start, Drawn(what=source.draw(start.draws())))
        ledger, staked = Ledger(), 0
        ledger.enter(events)
        for offer in phase.offers(1):
            if getattr(offer.act, "bet", "").startswith(f"asociada_{line}"):
                staked = offer.dials["cents"].most  # type: ignore[union-attr]
                phase, _ = follow(phase, offer.turned(cents=staked))
                break
        rest = engine(phase, staked + wager.stake, source, by_decisions(()), to_the_end=True)
        assert netted(play, block) == {ledger.players[1] + rest: 1}


def test_the_unit_of_a_bet_with_associated_ones_is_what_is_staked_on_average() -> None:
    """Of 36 throws 6 make 4 or 10, 8 make 5 or 9, 10 make 6 or 8, with different associated maxima."""
    table = opened("craps", "IB05")
    play = compile_bet(table, "win_con_asociada")
    (odds,) = table_odds(table, only="win_con_asociada").values()
    mean = sum(net * chance for net, chance in odds.distribution or ())
    assert play.unit > 1000
    assert odds.edge == -mean
    assert {net * play.unit for net, _ in odds.distribution or ()} == set(map(Fraction, play.nets))

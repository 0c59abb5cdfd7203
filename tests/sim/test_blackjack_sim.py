"""Simulated blackjack pays like the engine for the same decisions and cards."""

from __future__ import annotations

from collections.abc import Callable, Iterator
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
    rounds_at,
    rounds_of_seats,
)

from novamas.equipment.chance import Draws
from novamas.errors import NovamasError
from novamas.games.blackjack.acts import Cut, Decline, EvenMoney, Insure, Surrender
from novamas.games.blackjack.cloth import Cloth, main
from novamas.games.blackjack.phases.cards import Playing, Proposing
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.odds.games.blackjack.basic_strategy import advice_against
from novamas.odds.games.blackjack.bets import rules_of, terms_of
from novamas.odds.games.blackjack.engine_rounds import act_of, values_of
from novamas.odds.games.blackjack.enumeration import ACE, TEN, VALUES, hands
from novamas.odds.games.blackjack.kernels import DOUBLE, HIT, STAND
from novamas.sim import simulate
from novamas.sim.dispatch import compile_bet, compile_seats
from novamas.sim.games.blackjack import rounds as blackjack
from novamas.sim.games.blackjack.acts import (
    ACTS,
    EVEN_MONEY,
    GIVE_UP,
    SPLIT,
    Acts,
    nothing_but_stand,
)
from novamas.sim.games.blackjack.nets import EVEN, GIVEN_UP, WON_NATURAL
from novamas.sim.play import CompiledBet
from novamas.sim.seats import CompiledSeats
from novamas.table.deeds import Deed
from novamas.table.events import Payment
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER
from novamas.table.session import Session
from novamas.testing.rehearsal import opened

VERBS = {code: verb for verb, code in ACTS.items()}
TWO_CARDS = [(one, other) for one in VALUES for other in VALUES]


def random_acts(table: Table, rng: Random) -> Acts:
    """Return random lawful acts for every hand, with many doubles and splits."""
    rules, every = rules_of(table), hands()
    acts = nothing_but_stand()
    for up in VALUES:
        for one, other in TWO_CARDS:
            if one <= other:
                lawful = [STAND, HIT, HIT] if (one, other) != (ACE, TEN) else [STAND]
                lawful += [DOUBLE] if every.points[every.of(one, other)] < 21 and other != ACE else []
                lawful += [SPLIT] * 4 if one == other else []
                lawful += [GIVE_UP] if rules.surrender.is_offered and up != ACE else []
                lawful += [EVEN_MONEY] if (one, other) == (ACE, TEN) and up == ACE else []
                acts.first[up, one, other] = acts.first[up, other, one] = rng.choice(lawful)
        for hand in range(len(every.size)):
            draws = 12 + rng.randrange(8) > every.points[hand]
            acts.later[up, hand] = HIT if draws else STAND
            for pair in VALUES:
                acts.split[up, pair, hand] = HIT if draws else STAND
                if every.size[hand] == 2 and rng.random() < 0.3:
                    acts.split[up, pair, hand] = DOUBLE
        acts.split[up, ACE] = STAND
        for pair in VALUES:
            if (pair != ACE or rules.resplit_aces) and rng.random() < 0.7:
                acts.split[up, pair, every.of(pair, pair)] = SPLIT
    return acts


def by(acts: Acts, *, insures: bool = False) -> Callable[[AnyPhase], Deed]:
    """Return a player who follows these tables on the engine."""

    def decide(phase: AnyPhase) -> Deed:
        if isinstance(phase, Proposing):
            return proposed(phase)
        seat = phase.turn
        assert isinstance(seat, int)
        if not isinstance(phase, Playing):
            return Cut(seat)
        felt, hand = phase.felt, phase.hand
        (up,), values = values_of(felt, "bank"), values_of(felt, hand.name)
        if hand.is_split:
            code = acts.split[up, values[0], hands().of(*values)]
        elif len(values) == 2:
            code = acts.first[up, values[0], values[1]]
        else:
            code = acts.later[up, hands().of(*values)]
        return next(offer.act for offer in phase.offers(seat) if offer.act.verb() == VERBS[int(code)])

    def proposed(phase: Proposing) -> Deed:
        seat = phase.turn
        assert isinstance(seat, int)
        (up,), values = values_of(phase.felt, "bank"), values_of(phase.felt, main(seat))
        if insures and up == ACE:
            insurances = [offer.act for offer in phase.offers(seat) if isinstance(offer.act, Insure)]
            return insurances[0] if insurances else Decline(seat)
        wanted = {GIVE_UP: Surrender(seat, main(seat)), EVEN_MONEY: EvenMoney(seat, main(seat))}
        return wanted.get(int(acts.first[up, values[0], values[1]])) or Decline(seat)

    return decide


@pytest.fixture
def no_strategy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skip the computation of basic strategy, which takes seconds and is not used here."""
    monkeypatch.setattr(blackjack, "acts_of", lambda rules, strategy: nothing_but_stand())


def with_acts(play: CompiledBet, acts: Acts) -> CompiledBet:
    shoe, house, _ = play.tables
    return replace(play, tables=(shoe, house, acts))


def at_table(table: Table, bet: str, block: int, decide: Callable[[AnyPhase], Deed]) -> Iterator[int]:
    source = FromDeck(SEED, block, fresh_shoe(rules_of(table)).left)
    return rounds_at(table, table.game.wagers(table.opening)[bet], source, decide)


@pytest.mark.parametrize("norm", ["IB05", "AR10"])
def test_hands_played_anyhow(norm: str, soak: bool) -> None:
    """Some shoes are played with random lawful choices of the house and random tables of acts."""
    ends: set[int] = set()
    for block, table in enumerate(any_tables("blackjack", norm, SEED, 16 if soak else 3)):
        acts = random_acts(table, Random(block))
        play = with_acts(compile_bet(table, "mano", "bank"), acts)
        prefixes = (1, 2, 3, 20, 90, 200, *((2000,) * soak))
        assert_same_coups(play, at_table(table, "mano", block, by(acts)), prefixes, block)
        ends |= set(np.flatnonzero(play.count(max(prefixes), seed=SEED, first=block)).tolist())
    assert {WON_NATURAL, EVEN - 4, EVEN - 2, EVEN - 1, EVEN, EVEN + 1, EVEN + 2, EVEN + 4} <= ends
    assert (GIVEN_UP in ends) == (norm == "IB05")  # the other norm has no surrender


@pytest.mark.soak  # slow to compute; hands end as in the engine with any acts
def test_hands_of_basic_strategy() -> None:
    """The engine looks up the advice itself, hand by hand."""
    table = opened("blackjack", "IB05")
    terms = terms_of(rules_of(table))
    advice = {first: advice_against(terms, first)[0] for first in VALUES}

    def decide(phase: AnyPhase) -> Deed:
        return act_of(phase, advice) if isinstance(phase, Proposing | Playing) else first_offer(phase)

    rounds = at_table(table, "mano_basica", 5, decide)
    assert_same_coups(compile_bet(table, "mano_basica"), rounds, (1, 10, 100, 400, 5000), 5)


@pytest.mark.parametrize("exactly", [True, False])
def test_insurances_are_paid_as_the_engine_pays(exactly: bool, soak: bool) -> None:
    """Insurance for half the stake or in whole chips is paid as on the engine, even if no hand is left."""
    table = opened("blackjack", "IB05", insured_to_the_half=exactly)
    acts = random_acts(table, Random(1))
    play, many = with_acts(compile_bet(table, "seguro"), acts), 300 if soak else 25
    assert play.nets == ((-250, 500) if exactly else (-200, 400))
    assert_same_coups(play, insured(table, acts, 3, many), range(1, many + 1), 3)


def test_no_chip_is_small_enough_to_insure() -> None:
    table = opened("blackjack", "IB05", chip=500, insured_to_the_half=False)
    with pytest.raises(NovamasError, match="cannot be simulated yet"):
        compile_bet(table, "seguro")


def insured(table: Table, acts: Acts, block: int, many: int) -> Iterator[int]:
    """Yield the net win of the insurance in each round in which the bank has an ace."""
    source = FromDeck(SEED, block, fresh_shoe(rules_of(table)).left)
    session, decide = Session(table.opening, source, automatic=(CHANCE, CROUPIER)), by(acts, insures=True)
    _, bet = table.game.wagers(table.opening)["seguro"].acts
    while many:
        if session.why_not(bet) is None and not session.phase.felt.of(1):
            session.do(bet)
        session.do(session.next_deed() or decide(session.phase))
        for event in (event for told in session.deed_events for event in told):
            if isinstance(event, Payment) and event.bet == "seguro:1":
                yield event.returned - event.stake
                many -= 1
        session.forget()


class Refilling(FromDeck):
    """A shoe that runs out during a round: first the cards on the table, then the shuffled ones."""

    last = 0

    def draw(self, draws: Draws) -> int:
        if draws.total not in (self.last - 1, len(self.cards)):
            left = sorted(card for card, many in draws.items() for _ in range(many))
            on_table = sorted(self.cards)
            for card in left:
                on_table.remove(card)
            self.cards = on_table + left
        self.last = draws.total
        return super().draw(draws)


def test_a_shoe_that_runs_out_is_shuffled_without_what_lies_on_the_table(soak: bool) -> None:
    """If a shoe runs out, the cards on the table are left out of the shuffle, as on the engine."""
    table = opened("blackjack", "IB05")
    rules = rules_of(table)
    acts = random_acts(table, Random(8))
    play = with_acts(compile_bet(table, "mano", "bank"), acts)
    shoe, house, _ = play.tables
    for behind in (1, 2, 3):
        few = replace(play, tables=(shoe._replace(cut=312 - behind), house, acts))
        source = Refilling(SEED, behind, fresh_shoe(rules).left)
        rounds = rounds_at(table, table.game.wagers(table.opening)["mano"], source, by(acts))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(
                "novamas.games.blackjack.phases.betting.fresh_shoe",
                lambda rules, behind=0, few=behind: fresh_shoe(rules, behind=few if behind else 0),
            )
            assert_same_coups(few, rounds, (1, 40, 60, 80, 120, 200, *((3000,) * soak)), behind)


@pytest.mark.usefixtures("no_strategy")
def test_sevens_are_what_they_add_to_the_round(soak: bool) -> None:
    """The side bet on sevens counts as what it adds to the round. Two sevens draw a third card."""
    table = opened("blackjack", "AR10", jackpot=True, authorised=("jackpot",))
    wagers, rules = table.game.wagers(table.opening), rules_of(table)
    acts = random_acts(table, Random(2))
    acts.first[:, 6, 6] = HIT
    side = rules.side_bet
    assert side is not None
    play = with_acts(compile_bet(table, side.name), acts)
    both, alone = (at_table(table, bet, 7, by(acts)) for bet in (side.name, "mano"))
    added = (with_it - without for with_it, without in zip(both, alone, strict=True))
    assert wagers[side.name].stake == side.stake
    assert_same_coups(play, added, (1, 10, 100, 300, *((20_000,) * soak)), 7)


def test_the_third_seven_is_drawn_to() -> None:
    """The player draws even if basic strategy would surrender two sevens."""
    prizes = ("siete:1", "dos_sietes_de_distinto_palo:5", "tres_sietes_del_mismo_palo:1000")
    table = opened("blackjack", "IB05", jackpot=True, authorised=("jackpot",), jackpot_prizes=prizes)
    (_, _, acts), side = compile_bet(table, "mano", "basic").tables, rules_of(table).side_bet
    assert GIVE_UP in acts.first[:, 6, 6]
    assert side is not None
    found = simulate(table, side.name, rounds=3_000_000, seed=SEED)
    assert found.agreement is not None
    assert abs(found.agreement.z) < 3.5


# ---------------------------------------------------------------- several places, and a jackpot that grows


def at_seats(play: CompiledSeats, acts: Acts) -> CompiledSeats:
    shoe, house, _, *others = play.tables
    return replace(play, tables=(shoe, house, acts, *others))


@pytest.mark.parametrize(("norm", "seats"), [("IB05", 2), ("IB05", 7), ("AR10", 5)])
def test_places_played_anyhow_against_one_bank(norm: str, seats: int, soak: bool) -> None:
    for block, table in enumerate(any_tables("blackjack", norm, SEED, 6 if soak else 2)):
        if rules_of(table).places < seats or rules_of(table).seats < seats:
            continue
        acts = random_acts(table, Random(block + seats))
        source = FromDeck(SEED, block, fresh_shoe(rules_of(table)).left)
        wager = table.game.wagers(table.opening)["mano"]
        engine = rounds_of_seats(table, wager, seats, source, by(acts))
        play = at_seats(compile_seats(table, "mano", "bank", seats=seats), acts)
        assert_same_seats(play, engine, 1500 if soak else 100, block)


@pytest.mark.parametrize("seats", [1, 3])
def test_a_blackjack_of_the_bank_takes_what_was_given_up(seats: int) -> None:
    """If a surrendered half is not safe, a black jack of the bank takes it, as on the engine."""
    table = opened("blackjack", "IB05", surrender_keeps_half=False)
    acts = random_acts(table, Random(seats))
    acts.first[TEN] = GIVE_UP
    source = FromDeck(SEED, 1, fresh_shoe(rules_of(table)).left)
    wager = table.game.wagers(table.opening)["mano"]
    if seats == 1:
        play = with_acts(compile_bet(table, "mano", "bank"), acts)
        assert_same_coups(play, at_table(table, "mano", 1, by(acts)), (1, 20, 300), 1)
        assert play.count(300, seed=SEED, first=1)[GIVEN_UP] > 20
    else:
        several = at_seats(compile_seats(table, "mano", "bank", seats=seats), acts)
        assert_same_seats(several, rounds_of_seats(table, wager, seats, source, by(acts)), 300, 1)


def test_a_shoe_that_runs_out_among_several_places(soak: bool) -> None:
    """Cards of places that surrendered, were paid or are over 21 are shuffled with the others."""
    table = opened("blackjack", "IB05")
    rules, acts = rules_of(table), random_acts(table, Random(9))
    play = at_seats(compile_seats(table, "mano", "bank", seats=4), acts)
    shoe, *others = play.tables
    for behind in (1, 5, 9):
        few = replace(play, tables=(shoe._replace(cut=312 - behind), *others))
        source = Refilling(SEED, behind, fresh_shoe(rules).left)
        wager = table.game.wagers(table.opening)["mano"]
        rounds = rounds_of_seats(table, wager, 4, source, by(acts))
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(
                "novamas.games.blackjack.phases.betting.fresh_shoe",
                lambda rules, behind=0, few=behind: fresh_shoe(rules, behind=few if behind else 0),
            )
            assert_same_seats(few, rounds, 800 if soak else 80, behind)


PROGRESSIVE = {"jackpot": True, "progressive": True, "authorised": ("jackpot", "progressive")}


@pytest.mark.usefixtures("no_strategy")
@pytest.mark.parametrize("seats", [1, 6])
def test_a_progressive_jackpot_is_fed_and_won_and_carried_on(seats: int, soak: bool) -> None:
    """The shoe has many sevens, so that three of a suit come soon."""
    table = opened("blackjack", "AR10", **PROGRESSIVE)
    rules = rules_of(table)
    assert rules.side_bet is not None
    side, wagers = rules.side_bet.name, table.game.wagers(table.opening)
    acts = random_acts(table, Random(2))
    acts.first[:, 6, 6] = HIT
    cards = sorted(card % 2 + 20 if nth % 3 else card for nth, card in enumerate(fresh_shoe(rules).left))
    play = at_seats(compile_seats(table, side, seats=seats), acts)
    shoe, *others = play.tables
    many_sevens = np.frombuffer(bytes(cards), np.uint8)  # so that the kernel is compiled once
    lying, *places = play.scratch
    play = replace(
        play,
        scratch=(lying._replace(cards=many_sevens), *places),
        tables=(shoe._replace(cards=many_sevens), *others),
    )
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(
            "novamas.games.blackjack.phases.betting.fresh_shoe",
            lambda rules, behind=0: replace(fresh_shoe(rules, behind=behind), left=bytes(cards)),
        )
        both, alone = (
            rounds_of_seats(table, wagers[bet], seats, FromDeck(SEED, 4, cards), by(acts))
            for bet in (side, "mano")
        )
        added = (
            tuple(one - other for one, other in zip(*pair, strict=True))
            for pair in zip(both, alone, strict=True)
        )
        many = 1000 if soak else 60
        assert_same_seats(play, added, many, 4)
        assert play.tally(many, play.count(many, seed=SEED, first=4)).jackpot.prizes > 2  # type: ignore[union-attr]


def test_a_machine_that_never_stops_gives_every_round_a_fresh_shoe() -> None:
    table = opened("blackjack", "IB05", shuffler="continuous")
    assert not compile_bet(table, "mano", "bank").from_shoe
    assert compile_bet(opened("blackjack", "IB05"), "mano", "bank").from_shoe
    acts = random_acts(table, Random(1))
    play = with_acts(compile_bet(table, "mano", "bank"), acts)
    assert_same_coups(play, at_table(table, "mano", 1, by(acts)), (1, 10, 150), 1)


def test_strategies_that_are_known() -> None:
    table = opened("blackjack", "IB05")
    assert isinstance(table.opening.felt, Cloth)
    with pytest.raises(NovamasError, match="basic"):
        compile_bet(table, "mano", "martingale")
    with pytest.raises(NovamasError, match="best"):
        compile_bet(table, "seguro", "basic")
    one, other = compile_bet(table, "mano", "basic"), compile_bet(table, "mano_basica")
    assert list(one.count(1000, seed=1, first=0)) == list(other.count(1000, seed=1, first=0))
    assert blackjack.compiled(table, "mano", "bank").nets[WON_NATURAL] == 750

"""Bots at every game: lawful, the same in every process, never stuck, and as good as their skill."""

from __future__ import annotations

from collections import Counter
from math import sqrt
from statistics import median
from time import process_time

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from tests.support.bots_table import bots_only, few_seats, resume

from novamas.bots.bettor import HABITS, Pause, bets_on_offer, edges_of, favourites
from novamas.bots.buy_ins import bots_cash, few_chips
from novamas.bots.circle import MINDS
from novamas.bots.knowledge import TableFacts
from novamas.bots.minds import USUAL, Mind, mind_at, minds_at
from novamas.bots.strategies import tres_cartas
from novamas.bots.strategies.blackjack import by_total, terms
from novamas.equipment.cards import cards
from novamas.errors import NovamasError
from novamas.games import GAMES
from novamas.games.blackjack.cloth import BANK
from novamas.hall.tables import automation
from novamas.hall.tables.automation import next_due_action
from novamas.hall.tables.opening import check_skill
from novamas.law.texts import LANGUAGES
from novamas.odds.games.blackjack.basic_strategy import advice_against
from novamas.odds.games.blackjack.engine_rounds import VALUES
from novamas.odds.games.tres_cartas import Play
from novamas.odds.report import explain, table_odds
from novamas.table.deeds import Deed
from novamas.table.felt import Held, Pile
from novamas.table.game import Table
from novamas.table.views import View
from novamas.testing.rehearsal import opened
from novamas.words import voice_for

BANKED = tuple(slug for slug in GAMES if minds_at(few_seats(slug).opening) == tuple(HABITS))
SLOW = ("blackjack",)  # whose best play takes a while to count
QUICK = tuple(slug for slug in GAMES if slug not in SLOW)
EVERY = (*QUICK, *(pytest.param(slug, marks=pytest.mark.soak) for slug in SLOW))
FEW_ROUNDS = 6


class Watched:
    """A bot that fails the test if one of its deeds was not on offer."""

    def __init__(self, mind: Mind) -> None:
        self.mind = mind

    def answer(self, view: View, has: int) -> Deed:
        return _lawful(view, self.mind.answer(view, has))

    def propose(self, pause: Pause) -> Deed | None:
        proposed = self.mind.propose(pause)
        return None if proposed is None else _lawful(pause.view, proposed)


def _lawful(view: View, deed: Deed) -> Deed:
    assert any(offer.covers(deed) for offer in view.offers), (deed, view.offers)
    return deed


# ---------------------------------------------------------------- which there are


def test_a_game_has_the_minds_of_circle_poker_or_those_of_the_bank() -> None:
    for slug in GAMES:
        known = minds_at(few_seats(slug).opening)
        assert known in (tuple(MINDS), ("careless", "steady", "expert")), slug
        assert USUAL in known
    assert set(BANKED) == {*favourites(), "chemin_de_fer", "bacara_dos_panos"}


def test_every_mind_has_a_name_of_its_own_in_three_languages() -> None:
    minds = {*MINDS, *HABITS}
    for language in LANGUAGES:
        assert len({voice_for(language).text(f"minds.{mind}") for mind in minds}) == len(minds)


@pytest.mark.parametrize(("slug", "mind"), [("ruleta", "bold"), ("holdem", "expert"), ("boule", "")])
def test_a_mind_of_another_game_is_refused_with_those_that_may_be_chosen(slug: str, mind: str) -> None:
    table = few_seats(slug)
    with pytest.raises(NovamasError) as refused:
        check_skill(mind, table)
    assert refused.value.code == "no_such_mind"
    for language in LANGUAGES:
        told = voice_for(language).error(refused.value)
        assert all(voice_for(language).text(f"minds.{known}") in told for known in minds_at(table.opening))
        assert "--bots" not in told


# ---------------------------------------------------------------- at every game


@pytest.mark.parametrize("slug", EVERY)
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6))
def test_whatever_a_bot_does_is_lawful(slug: str, seed: int) -> None:
    live = bots_only(few_seats(slug), f"seed {seed}")
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(automation, "mind_at", lambda *given: Watched(mind_at(*given)))
        done = Counter(deed.by for deed in resume(live, FEW_ROUNDS) if deed is not None)
    assert sum(done[seat] > 0 for seat in live.seats) > len(live.seats) / 2, done


@pytest.mark.parametrize("slug", EVERY)
def test_every_process_finds_the_same(slug: str) -> None:
    one, other, third = (
        list(resume(bots_only(few_seats(slug), seed), FEW_ROUNDS)) for seed in ("a", "a", "b")
    )
    assert one == other
    assert one != third


@pytest.mark.parametrize("slug", EVERY)
def test_no_table_of_bots_stands_still(slug: str, soak: bool) -> None:
    """Bots that begin with few chips bring more chips, and no bot has debts."""
    table = few_seats(slug)
    live = bots_only(table, "evening", cash=max((1, *table.opening.felt.purses)))
    for _ in resume(live, 400 if soak else 15):
        assert all(live.chips_of(seat) >= 0 for seat in live.seats)


@pytest.mark.parametrize("slug", [slug for slug in BANKED if slug in QUICK])
def test_once_it_has_played_a_while_a_bot_decides_in_a_moment(slug: str) -> None:
    table, took = few_seats(slug), list[float]()

    class Timed(Watched):
        def answer(self, view: View, has: int) -> Deed:
            start = process_time()
            deed = self.mind.answer(view, has)
            took.append(process_time() - start)
            return deed

        def propose(self, pause: Pause) -> Deed | None:
            start = process_time()
            proposed = self.mind.propose(pause)
            took.append(process_time() - start)
            return proposed

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(automation, "mind_at", lambda *given: Timed(mind_at(*given)))
        list(resume(bots_only(table, "quick"), 2 * FEW_ROUNDS))
    assert median(took) < 0.002


def test_a_bot_with_little_left_brings_more_of_the_same_mind() -> None:
    table = few_seats("ruleta")
    live = bots_only(table, "poor", minds={2: "expert"}, cash=few_chips(table) - 1)
    following = next_due_action(live)
    assert following is not None
    following.do(live)
    assert live.chips_of(2) == bots_cash(table) + few_chips(table) - 1
    assert live.seats[2].mind == "expert"


# ---------------------------------------------------------------- how they bet


def _bets(slug: str, mind: str, rounds: int) -> list[Counter[str]]:
    """Return the bets of the bot on seat 1, round by round."""
    live = bots_only(few_seats(slug), f"bets of {mind}", minds={1: mind, 2: "steady", 3: "steady"})
    found: list[Counter[str]] = [Counter()]
    for deed in resume(live, rounds):
        if deed is not None and deed.by == 1 and deed.verb() in ("bet", "announce"):
            found[-1][deed.bet.partition(":")[0]] += 1  # type: ignore[attr-defined]  # of a bet
        while len(found) <= live.session.rounds:
            found.append(Counter())
    return found[:rounds]


def test_people_keep_to_favourites_bet_twice_at_times_and_leave_rounds_out() -> None:
    by_round = _bets("ruleta", "steady", 60)
    every = sum(by_round, Counter[str]())
    assert {0, 1, 2} <= {each.total() for each in by_round}
    liked = favourites()["ruleta"].bets
    assert max(every[kind] for kind in liked) > 60 / 3
    assert any(kind not in liked for kind in every)


@pytest.mark.parametrize(
    ("slug", "best"),
    [
        ("punto_y_banca", {"banca"}),
        ("ruleta_de_la_fortuna", {"24"}),
        ("ruleta", {"rojo", "negro", "par", "impar", "falta", "pasa"}),
        ("craps", {"dont_win", "asociada_dont_win", "dont_come", "asociada_dont_come"}),
    ],
)
def test_an_expert_stakes_where_it_costs_least(slug: str, best: set[str]) -> None:
    edges = edges_of(TableFacts(few_seats(slug)))
    least = min(edge for kind, edge in edges.items() if "asociada" not in kind)
    assert all(edges[kind] == least for kind in best if "asociada" not in kind)
    every = sum(_bets(slug, "expert", 25), Counter[str]())
    assert every
    assert set(every) <= best


def test_nobody_lays_more_than_a_part_of_what_he_has_or_what_is_no_chip() -> None:
    table = few_seats("ruleta")
    for mind, habit in HABITS.items():
        for number in range(40):
            live = bots_only(table, f"{mind} {number}", minds={1: mind})
            while live.session.phase.rest:
                following = next_due_action(live)
                assert following is not None
                following.do(live)
            view = live.view(1)
            has = 100 * number
            proposed = mind_at(table, 1, f"{mind} {number}", mind).propose(Pause(view, 0, has, must=True))
            least = table.opening.felt.rules.minimum  # type: ignore[attr-defined]  # of a wheel
            if has < least:
                assert proposed is None
                continue
            assert proposed is not None
            assert proposed.cents <= max(least, has // habit.part)  # type: ignore[attr-defined]  # of a bet
            assert any(proposed.bet in bets for bets in bets_on_offer(view).values())  # type: ignore[attr-defined]


# ---------------------------------------------------------------- how well they play


def _faced(view: View, **piles: tuple[int, ...]) -> View:
    """Return the same view with these cards face up in front of their owners."""
    changed = tuple(
        Pile(pile.owner, tuple(Held(card, up=True, place=0) for card in piles.get(str(pile.owner), ())))
        for pile in view.piles
    )
    return replace(view, piles=changed)


def _moment(slug: str, phase: str) -> tuple[Table, View]:
    """Return a table, and its first phase of this kind as the player sees it."""
    table = few_seats(slug)
    live = bots_only(table, "moment", minds={1: "steady"})
    for _ in resume(live, 200):
        turn = live.session.phase.turn
        if type(live.session.phase).tag() == phase and isinstance(turn, int):
            return table, live.view(turn)
    raise AssertionError(f"{slug} never came to {phase}")


def test_three_cards_played_steadily_cost_exactly_what_best_play_costs() -> None:
    """The steady bot loses 3.37 % of the ante, as with the best simple rule: stay in with Q-6-4 or better."""
    table, view = _moment("tres_cartas", "deciding")
    play = Play(table)
    mind = mind_at(table, 1, "s", "steady")
    owner = str(view.shows.waiting[0][0])
    goes = [
        mind.answer(_faced(view, **{owner: tuple(hand)}), 10**6).verb() == "go"
        for hand in play.census.hands.tolist()
    ]
    assert -play.worth(np.array(goes)) == table_odds(table)["ante"].edge
    assert float(-play.worth(np.array(goes))) == pytest.approx(0.0337, abs=1e-4)
    assert goes == [
        tuple(sorted(hand)) in tres_cartas.going(TableFacts(table)) for hand in play.census.hands.tolist()
    ]


@pytest.mark.parametrize(
    ("hand", "bank", "act"),
    [
        *(("Ts 6h", "6d", "stand"), ("Ts 2h", "6d", "stand"), ("6s 5h", "6d", "double")),
        *(("8s 8h", "6d", "split"), ("Ts Th", "6d", "stand"), ("As 7h", "6d", "double")),
        ("5s 3h 2c", "6d", "hit"),
    ],
)
def test_blackjack_is_played_by_basic_strategy(hand: str, bank: str, act: str) -> None:
    table, (up,) = opened("blackjack", "IB05"), cards(bank)
    values = tuple(VALUES[card] for card in cards(hand))
    every = frozenset({"stand", "hit"} | ({"double", "split"} if len(values) == 2 else set()))
    found = by_total(terms(TableFacts(table)), VALUES[up], values, every, False)
    assert found == act == explain(table, hand, bank)["basic_strategy"]


def test_a_steady_hand_of_blackjack_does_as_its_advice_says_and_never_insures() -> None:
    table, view = _moment("blackjack", "playing")
    mind, name = mind_at(table, 1, "s", "steady"), view.shows.waiting[0]
    advice, _course = advice_against(terms(TableFacts(table)), VALUES[cards("6d")[0]])
    for hand in ("Ts 6h", "9s 2h", "4s 3h"):
        seen = _faced(view, **{name: cards(hand), BANK: cards("6d")})
        may = frozenset(offer.act.verb() for offer in view.offers)
        assert mind.answer(seen, 10**6).verb() == advice.act(tuple(VALUES[c] for c in cards(hand)), may=may)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("slug", "counted", "bet"), [("blackjack", "mano_basica", "mano"), ("tres_cartas", "ante", "ante")]
)
def test_what_a_steady_bot_loses_is_what_the_odds_say(slug: str, counted: str, bet: str) -> None:
    """A steady bot loses as much as the odds say. A careless bot loses more than chance would explain."""
    table = few_seats(slug, seats=1)
    edge = float(table_odds(table, only=counted)[counted].edge)
    steady, error = _lost(table, "steady", bet)
    assert abs(steady - edge) < 4 * error
    careless, error = _lost(table, "careless", bet)
    assert careless - edge > 4 * error


def _lost(table: Table, mind: str, bet: str) -> tuple[float, float]:
    """Return the mean loss per unit of the first stake, and its standard error."""
    nets = _nets(table, mind, bet, 8_000)
    mean = sum(nets) / len(nets)
    return -mean, sqrt(sum((net - mean) ** 2 for net in nets)) / len(nets)


def _nets(table: Table, mind: str, bet: str, rounds: int) -> list[float]:
    """Return the win of each round per unit of the first stake, for rounds without other stakes."""
    live = bots_only(table, f"long evening of {mind}", minds={1: mind}, cash=10**9)
    nets: list[float] = []
    staked: Counter[str] = Counter()
    ended, before = 0, live.chips_of(1)
    for deed in resume(live, rounds):
        if deed is not None and deed.by == 1 and deed.verb() == "bet":
            staked[deed.bet.partition(":")[0]] += deed.cents  # type: ignore[attr-defined]  # of a bet
        if ended < live.session.rounds:
            if set(staked) == {bet}:
                nets.append((live.chips_of(1) - before) / staked[bet])
            ended, before = live.session.rounds, live.chips_of(1)
            staked.clear()
    return nets

"""Random six-player hands of no-limit hold'em in novamas, pokerkit and rlcard, in one run.

    python -m venv ELSEWHERE
    ELSEWHERE/bin/pip install --require-hashes -r requirements/run.txt -r requirements/bench.txt
    PYTHONPATH=src ELSEWHERE/bin/python benchmarks/playouts.py

All play alike: six players with a hundred big blinds each. The acting player folds, calls or raises with
equal probability among the lawful acts, but never folds if a check is possible. A raise is any lawful amount,
in rlcard one of the few that it knows. Rounds are interleaved, so that a busy machine disturbs all alike, and
the best of each counts. The exit status is 1 if our goal is missed: the speed of rlcard, which has no
clauses, events or offers. The first goal was 1.3 times that speed. A hand has 30 deeds and 3,000 calls, none
of which takes more than a twentieth of its time.
"""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable
from fractions import Fraction
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, NamedTuple

from msgspec.structs import replace

from novamas.families.circle.acts import Deal
from novamas.families.circle.cloth import Party
from novamas.families.circle.phases.between import Between
from novamas.games import game
from novamas.law import catalogue
from novamas.table.deeds import Drawn
from novamas.table.game import open_table
from novamas.table.phases import AnyPhase, do, offers
from novamas.table.roles import CHANCE, CROUPIER

SEATS = 6
STACK = 20_000
BLINDS = (100, 200)
ROUNDS = 7
MARK = 0.95  # of rlcard: machines are noisy


class Contestant(NamedTuple):
    """A program that plays hands. Each round returns its number of actions."""

    name: str
    hands: int
    play: Callable[[Random], int]


def main() -> int:
    contestants = [Contestant("novamas", 1_000, ours()), Contestant("pokerkit", 60, pokerkit())]
    contestants.append(Contestant("rlcard", 200, rlcard()))
    best = dict.fromkeys([each.name for each in contestants], 0.0)
    actions = dict(best)
    for number in range(ROUNDS):
        for each in contestants:
            rng = Random(number)  # noqa: S311 - blind play
            start = process_time()
            acted = sum(each.play(rng) for _ in range(each.hands))
            best[each.name] = max(best[each.name], each.hands / (process_time() - start))
            actions[each.name] += acted / each.hands / ROUNDS
    for name, speed in best.items():
        ratio = best["novamas"] / speed
        print(f"{name:10}{speed:10,.0f} hands a second, {actions[name]:.1f} actions a hand, ×{ratio:.1f}")
    return int(best["novamas"] < MARK * best["rlcard"])


def ours() -> Callable[[Random], int]:
    """Play through `do`, which checks every deed, draws cards, emits events, and cites clauses."""
    blinds = {"ante": 0, "small_blind": BLINDS[0], "big_blind": BLINDS[1]}
    choices = {"seats": SEATS, **blinds, "chip": 1, "rake": Fraction(0)}
    opening = open_table(game("holdem"), catalogue.under("AR10")["holdem"], choices).opening
    seats = tuple(range(1, SEATS + 1))
    party = Party(places=seats, starters=seats, manos=(0,) * SEATS)
    felt: Any = replace(opening.felt, purses=(STACK,) * SEATS, party=party)
    seated, deal = Between(felt), Deal()

    def play(rng: Random) -> int:
        phase: AnyPhase = do(seated, deal)[0]
        actions = 0
        while not phase.rest:
            turn = phase.turn
            if turn is CHANCE:
                draws = phase.draws()
                phase, _ = do(phase, Drawn(what=draws.at(rng.randrange(draws.total))))
            elif turn is CROUPIER:
                phase, _ = do(phase, offers(phase, turn)[0].act)
            else:
                given = offers(phase, turn)
                verbs = [offer.act.verb() for offer in given]
                if verbs[0] == "show":
                    phase, _ = do(phase, given[0].act)
                    continue
                if verbs[0] == "check":
                    given = [offer for offer in given if offer.act.verb() != "fold"]
                chosen = rng.choice(given)
                dial = chosen.dials.get("cents")
                phase, _ = do(phase, chosen.turned(cents=rng.choice(dial.every())) if dial else chosen.act)
                actions += 1
        return actions

    return play


def pokerkit() -> Callable[[Random], int]:
    """Play with pokerkit's state, in which everything except the players' decisions is automatic."""
    kit = import_module("pokerkit")
    warnings.simplefilter("ignore")
    automations = tuple(kit.Automation)

    def play(rng: Random) -> int:
        state = kit.NoLimitTexasHoldem.create_state(
            automations, True, 0, BLINDS, BLINDS[1], (STACK,) * SEATS, SEATS
        )
        actions = 0
        while state.status:
            may_fold = state.checking_or_calling_amount > 0
            kinds = [*(["fold"] if may_fold else []), "match"]
            if state.can_complete_bet_or_raise_to():
                kinds.append("raise")
            match rng.choice(kinds):
                case "fold":
                    state.fold()
                case "match":
                    state.check_or_call()
                case _:
                    least = state.min_completion_betting_or_raising_to_amount
                    most = state.max_completion_betting_or_raising_to_amount
                    state.complete_bet_or_raise_to(rng.randint(least, most))
            actions += 1
        return actions

    return play


def rlcard() -> Callable[[Random], int]:
    """Play rlcard's game without the environment that encodes observations."""
    module = import_module("rlcard.games.nolimitholdem")
    action = import_module("rlcard.games.nolimitholdem.round").Action
    raises = (action.RAISE_HALF_POT, action.RAISE_POT, action.ALL_IN)

    def play(rng: Random) -> int:
        hand = module.Game(num_players=SEATS)
        hand.configure({"game_num_players": SEATS, "chips_for_each": STACK // BLINDS[0], "dealer_id": 0})
        hand.init_game()
        actions = 0
        while not hand.is_over():
            lawful = hand.get_legal_actions()
            raised = hand.round.raised
            owes = max(raised) > raised[hand.game_pointer]
            kinds = [kind for kind in (action.FOLD, action.CHECK_CALL) if kind in lawful]
            kinds = kinds if owes else [action.CHECK_CALL]
            more = [kind for kind in raises if kind in lawful]
            chosen = rng.choice([*kinds, None] if more else kinds)
            hand.step(rng.choice(more) if chosen is None else chosen)
            actions += 1
        hand.get_payoffs()
        return actions

    return play


if __name__ == "__main__":
    sys.exit(main())

"""Exact odds of chemin de fer from a full shoe: the punto with five, and the equilibrium.

Each bet here is one player's bet against another, and its edge is what it loses per unit. The house
takes a deduction from the banker's wins and nothing else. `also` shows that deduction per unit that
the puntos stake.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from msgspec.structs import replace

from novamas.families.passing_bank.cloth import full_shoe
from novamas.families.passing_bank.cuadro import Cuadro, Says
from novamas.games.chemin_de_fer.setup import Rules
from novamas.law import Frame
from novamas.odds.engine_payouts import odds_of
from novamas.odds.games.baccarat import (
    FIVE,
    INFINITE_DECK,
    BankPlan,
    Coups,
    Equilibrium,
    Info,
    Outcome,
    best_bank,
    best_punto,
    counts_of,
    coups_of,
    equilibria,
    outcome,
    punto_plan,
)
from novamas.odds.report import BetOdds
from novamas.table.game import Table

DRAWS, STANDS = Fraction(1), Fraction(0)
PER_PUNTO, PER_BANCA = "stake_of_the_punto", "stake_covered_by_the_bank"
HOUSE = "house_per_stake_of_the_puntos"


def table_plan(rule: Cuadro, *, optional: Says = Says.DRAW) -> BankPlan:
    """Return the plan of a banker who follows the banker's table of play.

    `optional` is the act in the two cells where the banker may choose.
    """

    def plan(info: Info) -> Fraction:
        hand, third = info
        decision = rule.says(sum(hand) % 10, third)
        return Fraction(int((optional if decision is Says.EITHER else decision) is Says.DRAW))

    return plan


def house_rate(table: Table) -> Fraction:
    """Return the house's deduction as a share of the banker's win, as rounded at the table's minimum."""
    rules: Rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    return Fraction(rules.house_part(rules.minimum), rules.minimum)


def bets(table: Table) -> dict[str, BetOdds]:
    """Return the odds of punto and banker, for a punto who stands, draws or mixes with five.

    The punto mixes as in the equilibrium.
    """
    frame, rate = table.frame, house_rate(table)
    stake = table.opening.felt.rules.minimum  # type: ignore[attr-defined]  # the felt of this game
    coups = coups_of(counts_of(full_shoe(frame)))
    bank = table_plan(frame.group("cuadro", Cuadro))
    found = {
        "five_stands": outcome(coups, punto_plan(STANDS), bank),
        "five_draws": outcome(coups, punto_plan(DRAWS), bank),
    }
    solved = equilibria(coups, rate)
    for n, equilibrium in enumerate(solved, 1):
        found["equilibrium" if len(solved) == 1 else f"equilibrium:{n}"] = equilibrium.outcome
    odds = {}
    for name, result in found.items():
        odds[f"punto_{name}"] = _odds(result, DRAWS, PER_PUNTO, stake, rate)
        odds[f"banca_{name}"] = _odds(result, 1 - rate, PER_BANCA, stake, rate, is_bank=True)
    by_table = _decision(found["five_draws"].punto_gains, found["five_stands"].punto_gains)
    odds["punto_five_draws"] = replace(
        odds["punto_five_draws"], advice=({"against": "table_of_play", **by_table},)
    )
    name = next(name for name in odds if name.startswith("punto_equilibrium"))
    odds[name] = replace(odds[name], advice=tuple(_advice(coups, frame, rate)))
    return odds


def _odds(
    result: Outcome, wins: Fraction, per: str, stake: int, rate: Fraction, *, is_bank: bool = False
) -> BetOdds:
    won, lost = (result.bank, result.punto) if is_bank else (result.punto, result.bank)
    odds = odds_of({Fraction(-1): lost, Fraction(0): result.tie, wins: won}, per, stake)
    return replace(odds, also={HOUSE: rate * result.bank})


def _decision(draws: Fraction, stands: Fraction) -> dict[str, Any]:
    """Return the punto's best choice with five, and the value of both choices over the whole coup."""
    best = "carta" if draws >= stands else "no"
    return {"best": best, "worth": {"s1 carta": str(draws), "s1 no": str(stands)}}


# ---------------------------------------------------------------- the solution as advice


def _advice(coups: Coups, frame: Frame, rate: Fraction) -> list[dict[str, Any]]:
    """Return the equilibria of the models, and the cost of not knowing them."""
    replaced = coups_of(INFINITE_DECK, replaced=True).by_total()
    none = Fraction(0)
    solutions = [
        *_solutions("put_back_no_deduction", replaced, none),
        *_solutions("put_back", replaced, rate),
        *_solutions("cards_known_no_deduction", coups, none),
        *_solutions("cards_known", coups, rate),
        *_solutions("total_known", coups.by_total(), rate),
    ]
    solutions[-2]["ignorance"] = ignorance(coups, frame, rate)
    return solutions


def _solutions(model: str, coups: Coups, rate: Fraction) -> Iterator[dict[str, Any]]:
    """Yield the equilibria of a model.

    With five both choices are worth the same to the punto, who mixes them.
    """
    for one in equilibria(coups, rate):
        draws, stands = (outcome(coups, punto_plan(five), one.bank).punto_gains for five in (DRAWS, STANDS))
        yield {
            "model": model,
            **_decision(draws, stands),
            "deduction": str(rate),
            "punto_draws_on_five": str(one.punto_draws),
            "punto_draws_on_five_float": float(one.punto_draws),
            "bank_mixes": [_mix(info, chance) for info, chance in one.mixes.items()],
            "punto_gains": str(one.outcome.punto_gains),
            "punto_gains_float": float(one.outcome.punto_gains),
            "bank_gains": str(one.outcome.bank_gains(rate)),
            "bank_gains_float": float(one.outcome.bank_gains(rate)),
        }


def _mix(info: Info, chance: Fraction) -> dict[str, Any]:
    """Return the banker's probability of drawing, by the banker's cards and the punto's third card."""
    hand, third = info
    against = ["stand" if third is None else str(third)]
    return {"bank": "+".join(map(str, hand)), "against": against, "draws": str(chance)}


def ignorance(coups: Coups, frame: Frame, rate: Fraction) -> list[dict[str, Any]]:
    """Return each player's loss per unit by leaving the equilibrium.

    The opponent knows how that player plays.
    """
    solved = equilibria(coups, rate)[0]
    rule = frame.group("cuadro", Cuadro)
    loses = {
        "punto_draws_on_five": punto_loses(coups, DRAWS, solved, rate),
        "punto_stands_on_five": punto_loses(coups, STANDS, solved, rate),
        "banker_draws_where_optional": bank_loses(coups, table_plan(rule), solved, rate),
        "banker_stands_where_optional": bank_loses(
            coups, table_plan(rule, optional=Says.STAND), solved, rate
        ),
    }
    return [{"ignorance": who, "loses": str(lost), "loses_float": float(lost)} for who, lost in loses.items()]


def punto_loses(coups: Coups, five: Fraction, solved: Equilibrium, rate: Fraction) -> Fraction:
    """Return the loss of a punto who draws with five with a given probability.

    The banker gives the best reply.
    """
    reply = best_bank(coups, punto_plan(five), rate)
    result = outcome(coups, punto_plan(five), lambda info: Fraction(int(reply[info])))
    return solved.outcome.punto_gains - result.punto_gains


def bank_loses(coups: Coups, plan: BankPlan, solved: Equilibrium, rate: Fraction) -> Fraction:
    """Return the loss of a banker's plan against the best punto, who has a choice only with five."""
    five = best_punto(coups, plan)[FIVE]
    return solved.outcome.bank_gains(rate) - outcome(coups, punto_plan(five), plan).bank_gains(rate)

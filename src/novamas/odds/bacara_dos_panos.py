"""Bacará a dos paños under a stated model: cards put back, equal stakes on both cloths, totals known.

A banker who sees what each cloth did draws or stands against both at once. Each hand plays for its own cloth;
both draw on five with the same chance, whatever the other said. What drawing gains the banker is then a
quadratic in that chance, known exactly; his best answer to any chance follows, and the equilibrium lies where
the hands' gain on five turns round: at a fraction shown to be the very point, or between two fractions.
Source: S. N. Ethier and J. Lee, «On the three-person game baccara banque» (2015), who name the earlier ones.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from novamas.games.circle.bacara_dos_panos.cloth import GAME, Rules
from novamas.games.circle.cuadro import Says, cuadro
from novamas.odds.baccara import FIVE, INFINITE_DECK, NATURALS
from novamas.odds.engine import odds_of
from novamas.odds.report import BetOdds
from novamas.table.game import Table

Did: TypeAlias = int  # a third card of so many points; STOOD; or a natural of 8 or 9, as EIGHT and NINE
STOOD, EIGHT, NINE = 10, 11, 12
DIDS = tuple(range(13))
Know: TypeAlias = tuple[int, Did, Did]  # what the banker knows: his points, what each cloth did
Joint: TypeAlias = dict[tuple[int, int], Fraction]  # how the bank fares on each cloth, and the chance
Rake: TypeAlias = tuple[Fraction, Fraction]  # the house's part of a net gain of one unit, and of two
CARD = INFINITE_DECK  # of thirteen
WIDTH = Fraction(1, 2**20)
PER_PUNTO, PER_BANCA = "stake of the punto", "stake on each cloth"


def _two_cards() -> tuple[int, ...]:
    """In how many of 169 ways two cards make each number of points."""
    ways = [0] * 10
    for one, first in enumerate(CARD):
        for other, second in enumerate(CARD):
            ways[(one + other) % 10] += first * second
    return tuple(ways)


TWO = _two_cards()


def _whole(*fives: Fraction) -> int:
    """How many ways there are in all, when the hands of both cloths draw on five with these chances."""
    return 169 * 13 * fives[0].denominator * 169 * 13 * fives[1].denominator * 169 * 13


@cache
def cloth(five: Fraction) -> Mapping[Did, tuple[tuple[int, int], ...]]:
    """What the hand of a cloth does and ends with, in ways, if it draws on five with this chance."""
    found: dict[Did, list[tuple[int, int]]] = {did: [] for did in DIDS}
    always = five.denominator
    for total, ways in enumerate(TWO):
        if total in NATURALS:
            found[EIGHT + total - NATURALS[0]].append((total, 13 * ways * always))
            continue
        draws = five.numerator if total == FIVE else always * int(total < FIVE)
        if draws < always:
            found[STOOD].append((total, 13 * ways * (always - draws)))
        if draws:
            for card, many in enumerate(CARD):
                found[card].append(((total + card) % 10, ways * draws * many))
    return {did: tuple(ends) for did, ends in found.items()}


def _fares(bank: int, did: Did, ends: tuple[tuple[int, int], ...]) -> tuple[int, int, int]:
    """The ways in which a bank without a natural loses, ties and wins against a cloth."""
    if did in (EIGHT, NINE):
        return sum(ways for _, ways in ends), 0, 0
    fares = [0, 0, 0]
    for points, ways in ends:
        fares[1 + (bank > points) - (bank < points)] += ways
    return fares[0], fares[1], fares[2]


@cache
def _table(five: Fraction) -> dict[tuple[int, Did], tuple[int, int, int]]:
    ends = cloth(five)
    return {(bank, did): _fares(bank, did, ends[did]) for bank in range(10) for did in DIDS}


def _joint(know: Know, fives: tuple[Fraction, Fraction], *, draws: bool) -> dict[tuple[int, int], int]:
    """In how many ways the bank fares so on both cloths, at what it knows."""
    points, *dids = know
    tables = [_table(five) for five in fives]
    banks = (
        [((points + card) % 10, TWO[points] * many) for card, many in enumerate(CARD)]
        if draws
        else [(points, TWO[points] * 13)]
    )
    found: dict[tuple[int, int], int] = {}
    for bank, ways in banks:
        first, second = (tables[n][bank, dids[n]] for n in (0, 1))
        for one, one_ways in enumerate(first, -1):
            for other, other_ways in enumerate(second, -1):
                if one_ways and other_ways:
                    key = one, other
                    found[key] = found.get(key, 0) + ways * one_ways * other_ways
    return found


def rake_of(rules: Rules) -> Rake:
    """The house's part at the table's minimum on each cloth, with its rounding."""
    one, two = (Fraction(rules.house_part(units * rules.minimum), rules.minimum) for units in (1, 2))
    return one, two


def pays(first: int, second: int, rake: Rake) -> Fraction:
    """What the banker has of a coup with a unit on each cloth: the house takes its part of a net gain."""
    net = first + second
    return net - rake[net - 1] if net > 0 else Fraction(net)


def knows() -> Iterator[Know]:
    """All that a banker without a natural may have to decide on."""
    for points in range(8):
        for first in DIDS:
            for second in DIDS:
                if min(first, second) < EIGHT:
                    yield points, first, second


def _value(joint: Mapping[tuple[int, int], int], rake: Rake) -> Fraction:
    """What the banker has, in ways."""
    nets = [0] * 5
    for (first, second), ways in joint.items():
        nets[first + second] += ways  # -2 and -1 are the last two
    return (1 - rake[0]) * nets[1] + (2 - rake[1]) * nets[2] - nets[-1] - 2 * nets[-2]


class Model(Struct, frozen=True):
    """What drawing gains the banker and five the first cloth, as polynomials in the chance on five."""

    rake: Rake
    bank: dict[Know, tuple[Fraction, Fraction, Fraction]]  # constant, linear, quadratic
    five: dict[Know, tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]]  # if the bank stands; draws

    def drawing_gains(self, know: Know, five: Fraction) -> Fraction:
        """What the banker gains by drawing rather than standing."""
        a, b, c = self.bank[know]
        return a + b * five + c * five * five

    def answer(self, five: Fraction) -> dict[Know, bool]:
        """The banker's best answer to hands that draw on five with this chance; with zero he must draw."""
        return {know: know[0] == 0 or self.drawing_gains(know, five) > 0 for know in self.bank}

    def gain(self, answer: Mapping[Know, bool], five: Fraction) -> Fraction:
        """What the first cloth gains by drawing on five rather than standing, the second playing `five`."""
        total = Fraction(0)
        for know, lines in self.five.items():
            a, b = lines[answer[know]]
            total += a + b * five
        return total


@cache
def model(rake: Rake) -> Model:
    """The polynomials, through values at three chances."""
    zero, half, one = Fraction(0), Fraction(1, 2), Fraction(1)
    bank, five = {}, {}
    for know in knows():
        at = []
        for chance in (zero, half, one):
            drawn, stood = (_joint(know, (chance, chance), draws=draws) for draws in (True, False))
            at.append((_value(drawn, rake) - _value(stood, rake)) / _whole(chance, chance))
        curve = 2 * (at[0] - 2 * at[1] + at[2])
        bank[know] = (at[0], at[2] - at[0] - curve, curve)
        if know[1] <= STOOD:
            five[know] = (_five_line(know, draws=False), _five_line(know, draws=True))
    return Model(rake, bank, five)


def _five_line(know: Know, *, draws: bool) -> tuple[Fraction, Fraction]:
    """What five gains the first cloth at what the banker knows, as a line in the second cloth's chance."""

    def at(second: Fraction) -> Fraction:
        wins = [
            sum(-first * ways for (first, _), ways in _joint(know, (five, second), draws=draws).items())
            for five in (Fraction(0), Fraction(1))
        ]  # their difference is the five's alone
        return Fraction(wins[1] - wins[0], _whole(Fraction(1), second))

    zero, one = at(Fraction(0)), at(Fraction(1))
    return zero, one - zero


class Solution(Struct, frozen=True):
    """The hands draw on five with a chance between two fractions; where answers differ the banker mixes."""

    low: Fraction
    high: Fraction
    mixes: tuple[Know, ...]
    bank_draws: Fraction  # how much of the later answer he plays there
    outcome: Joint


@cache
def solve(rake: Rake) -> Solution:
    """The symmetric equilibrium, by halving the interval in which the gain on five turns round."""
    found = model(rake)
    low, high = Fraction(0), Fraction(1)
    if found.gain(found.answer(low), low) <= 0:
        high = low
    elif found.gain(found.answer(high), high) >= 0:
        low = high
    while high - low > WIDTH:
        middle = (low + high) / 2
        if found.gain(found.answer(middle), middle) > 0:
            low = middle
        else:
            high = middle
    before, after = found.answer(low), found.answer(high)
    simplest = ((low + high) / 2).limit_denominator(10_000)
    turned = [know for know in before if before[know] != after[know]]
    if turned and all(found.drawing_gains(know, simplest) == 0 for know in turned):
        low = high = simplest  # the very point at which the banker does not care
    mixes = tuple(know for know in before if before[know] != after[know])
    first, second = found.gain(before, low), found.gain(after, low)
    part = first / (first - second) if first != second else Fraction(0)
    return Solution(low, high, mixes, part, outcome(low, _mixed(before, after, part)))


def _mixed(before: Mapping[Know, bool], after: Mapping[Know, bool], part: Fraction) -> dict[Know, Fraction]:
    return {know: (1 - part) * int(before[know]) + part * int(after[know]) for know in before}


def outcome(five: Fraction, plan: Mapping[Know, Fraction]) -> Joint:
    """How the bank fares on both cloths in all, naturals of the bank included."""
    found: Joint = {}
    whole = _whole(five, five)
    for know in ((points, first, second) for points in range(8) for first in DIDS for second in DIDS):
        draws = plan.get(know, Fraction(0))
        for part, does in ((draws, True), (1 - draws, False)):
            if part:
                for fares, ways in _joint(know, (five, five), draws=does).items():
                    found[fares] = found.get(fares, Fraction(0)) + part * Fraction(ways, whole)
    for points in NATURALS:
        against = {
            -1: sum(TWO[n] for n in NATURALS if n > points),
            0: TWO[points],
            1: sum(TWO[n] for n in range(points)),
        }
        for one, first in against.items():
            for other, second in against.items():
                chance = Fraction(TWO[points] * first * second, 169**3)
                found[one, other] = found.get((one, other), Fraction(0)) + chance
    return {fares: chance for fares, chance in found.items() if chance}


# ---------------------------------------------------------------- what ignorance costs


def table_plan(norm: str) -> dict[Know, bool]:
    """A banker who follows the table, and where it differs draws with five or less, as one who erred must."""
    rule, plan = cuadro(norm, GAME), {}
    for know in knows():
        points, *dids = know
        said = {rule.says(points, None if did == STOOD else did) for did in dids if did < EIGHT}
        definite = said - {Says.EITHER} or {Says.DRAW}
        plan[know] = points <= FIVE if len(definite) > 1 else Says.DRAW in definite
    return plan


def punto_gains(joint: Joint) -> Fraction:
    """What a stake on the first cloth gains."""
    return sum((-first * chance for (first, _), chance in joint.items()), Fraction(0))


def bank_gains(joint: Joint, rake: Rake) -> Fraction:
    """What the banker gains with a unit on each cloth."""
    return sum((pays(*fares, rake) * chance for fares, chance in joint.items()), Fraction(0))


def best_five(found: Model, plan: Mapping[Know, bool]) -> Fraction:
    """With which chance the hands draw on five against a banker's plan, each for its own cloth."""
    stands, draws = (found.gain(plan, five) for five in (Fraction(0), Fraction(1)))
    if draws >= 0:
        return Fraction(1)
    return stands / (stands - draws) if stands > 0 else Fraction(0)


def ignorance(norm: str, rake: Rake) -> list[dict[str, Any]]:
    """What each side loses, per unit, by not playing the equilibrium against one who knows that."""
    found, solved = model(rake), solve(rake)
    loses = {}
    for word, five in (("draw", Fraction(1)), ("stand", Fraction(0))):
        best = outcome(five, _played(found.answer(five)))
        loses[f"the hands of both cloths always {word} on five"] = punto_gains(solved.outcome) - punto_gains(
            best
        )
    plan = table_plan(norm)
    worst = outcome(best_five(found, plan), _played(plan))
    lost = bank_gains(solved.outcome, rake) - bank_gains(worst, rake)
    loses["the banker follows the table, and where it differs draws with five or less"] = lost
    return [{"ignorance": who, "loses": str(lost), "loses_float": float(lost)} for who, lost in loses.items()]


def _played(answer: Mapping[Know, bool]) -> dict[Know, Fraction]:
    return {know: Fraction(int(draws)) for know, draws in answer.items()}


# ---------------------------------------------------------------- what is reported


def bets(table: Table) -> dict[str, BetOdds]:
    """A stake on a cloth and the bank of a unit on each, when five draws, stands, and in equilibrium."""
    rules: Rules = table.opening.felt.rules  # type: ignore[attr-defined]  # the felt of this game
    rake, stake = rake_of(rules), rules.minimum
    found = {}
    for name, five in (("five_stands", Fraction(0)), ("five_draws", Fraction(1))):
        found[name] = outcome(five, _played(model(rake).answer(five)))
    solved = solve(rake)
    found["equilibrium"] = solved.outcome
    odds = {}
    for name, joint in found.items():
        punto: dict[Fraction, Fraction] = {}
        bank: dict[Fraction, Fraction] = {}
        for (first, second), chance in joint.items():
            punto[Fraction(-first)] = punto.get(Fraction(-first), Fraction(0)) + chance
            net = pays(first, second, rake)
            bank[net] = bank.get(net, Fraction(0)) + chance
        odds[f"punto_{name}"] = odds_of(punto, PER_PUNTO, stake)
        odds[f"banca_{name}"] = odds_of(bank, PER_BANCA, stake)
    for side in ("punto", "banca"):
        name = f"{side}_equilibrium"
        odds[name] = replace(odds[name], exact=solved.low == solved.high)
    told = _advice(solved, odds) | {"ignorance": ignorance(table.frame.norm, rake)}
    odds["punto_equilibrium"] = replace(odds["punto_equilibrium"], advice=(told,))
    return odds


def _advice(solved: Solution, odds: Mapping[str, BetOdds]) -> dict[str, Any]:
    worth = str(-odds["punto_equilibrium"].edge)
    return {
        "model": "cards put back, equal stakes on both cloths, the banker knows his total",
        "best": "carta",
        "worth": {"s1 carta": worth, "s1 no": worth},
        "draws_on_five_between": [str(solved.low), str(solved.high)],
        "draws_on_five_float": float(solved.low),
        "bank_mixes": [_name(know) for know in solved.mixes],
        "bank_plays_the_later_answer": float(solved.bank_draws),
    }


def _name(know: Know) -> str:
    points, *dids = know
    names = {STOOD: "a stand", EIGHT: "an eight shown", NINE: "a nine shown"}
    return f"{points} against {' and '.join(names.get(did, str(did)) for did in dids)}"

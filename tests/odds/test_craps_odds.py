"""Odds of craps: computed by hand, by the generic walk, and from play on the engine."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from novamas.equipment.chance import Seeded
from novamas.equipment.dice import TWO_DICE
from novamas.families.banked.acts import Bet
from novamas.games.craps.acts import RefuseDice, TakeDice
from novamas.odds.games.craps import rolls, walk_to_the_end
from novamas.odds.payload import report
from novamas.odds.report import BetOdds, bet_odds, placed, strategy, table_odds
from novamas.odds.walk import Walk
from novamas.table.deeds import Drawn
from novamas.table.events import Payment
from novamas.table.game import Wager
from novamas.table.ledger import Ledger
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE
from novamas.table.session import AUTOMATIC, Session
from novamas.testing.rehearsal import opened

POINTS = (4, 5, 6, 8, 9, 10)
LINES = ("win", "dont_win", "come", "dont_come")


@cache
def odds() -> dict[str, BetOdds]:
    return table_odds(opened("craps", "IB05"))


def chance(*totals: int) -> Fraction:
    """Return the probability that a throw has one of these totals, counted on six by six faces."""
    return Fraction(sum(a + b in totals for a in range(1, 7) for b in range(1, 7)), 36)


def before_7(number: int) -> Fraction:
    """Return the probability that a number comes before a 7."""
    return chance(number) / (chance(number) + chance(7))


# ---------------------------------------------------------------- by hand


def by_hand() -> dict[str, Fraction]:
    """Return the edge of every bet per unit staked, from counts of throws alone."""
    win = chance(7, 11) + sum(chance(point) * before_7(point) for point in POINTS)
    dont = chance(2, 3) + sum(chance(point) * (1 - before_7(point)) for point in POINTS)
    dont_lost = 1 - dont - chance(12)
    found = dict.fromkeys(("win", "come"), 1 - 2 * win) | dict.fromkeys(
        ("dont_win", "dont_come"), dont_lost - dont
    )
    found["field"] = chance(5, 6, 7, 8) - chance(3, 4, 9, 10, 11) - 2 * chance(2, 12)
    one_throw = {
        "under_7": ((2, 3, 4, 5, 6), 1),
        "over_7": ((8, 9, 10, 11, 12), 1),
        "juego_de_7": ((7,), 4),
        "juego_de_11": ((11,), 15),
        "any_craps": ((2, 3, 12), 7),
        "craps_2": ((2,), 30),
        "craps_3": ((3,), 15),
        "craps_12": ((12,), 30),
        "horn": ((2, 3, 11, 12), 4),
    }
    for bet, (totals, pays) in one_throw.items():
        found[bet] = 1 - (1 + pays) * chance(*totals)
    for number in (6, 8):
        found[f"big_{number}"] = 1 - 2 * before_7(number)
    for number, pays in ((4, 7), (10, 7), (6, 9), (8, 9)):
        double = Fraction(1, 36)
        found[f"hard_{number}"] = 1 - (1 + pays) * double / (chance(number) + chance(7))
    right = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
    wrong = {4: Fraction(5, 11), 5: Fraction(5, 8), 6: Fraction(4, 5)}
    for number in POINTS:
        like = min(number, 14 - number)
        found[f"right_{number}"] = 1 - (1 + right[like]) * before_7(number)
        found[f"wrong_{number}"] = 1 - (1 + wrong[like]) * (1 - before_7(number))
    return found


def test_every_bet_has_the_edge_that_counting_gives() -> None:
    for bet, edge in by_hand().items():
        assert odds()[bet].edge == edge, bet
    associated = {f"asociada_{line}:{point}" for line in LINES for point in POINTS}
    assert set(odds()) == {*by_hand(), *associated, *(f"{line}_con_asociada" for line in LINES)}


@pytest.mark.parametrize(
    ("bet", "edge", "per_cent"),  # as books print them
    [
        ("win", "7/495", "1.414"),
        ("dont_win", "3/220", "1.364"),
        ("come", "7/495", "1.414"),
        ("field", "1/18", "5.556"),
        ("big_6", "1/11", "9.091"),
        ("hard_4", "1/9", "11.111"),
        ("hard_6", "1/11", "9.091"),
        ("juego_de_7", "1/6", "16.667"),
        ("juego_de_11", "1/9", "11.111"),
        ("any_craps", "1/9", "11.111"),
        ("craps_2", "5/36", "13.889"),
        ("right_4", "1/15", "6.667"),
        ("right_5", "1/25", "4.000"),
        ("right_6", "1/66", "1.515"),
        ("wrong_4", "1/33", "3.030"),
        ("wrong_5", "1/40", "2.500"),
        ("wrong_6", "1/55", "1.818"),
    ],
)
def test_published_figures(bet: str, edge: str, per_cent: str) -> None:
    assert str(odds()[bet].edge) == edge
    assert f"{float(100 * odds()[bet].edge):.3f}" == per_cent


@pytest.mark.law("IB05.06.IV.1.C.3", "IB05.06.IV.1.C.5")
@pytest.mark.parametrize("line", LINES)
@pytest.mark.parametrize("point", POINTS)
def test_associated_bets_have_no_edge_at_all(line: str, point: int) -> None:
    bet = odds()[f"asociada_{line}:{point}"]
    assert bet.edge == 0
    assert bet.hit == (1 - before_7(point) if line.startswith("dont") else before_7(point))


@pytest.mark.law("IB05.06.IV.2.4", "IB05.06.IV.2.5")
def test_with_the_maximum_associated_the_same_loss_is_spread_over_more_money() -> None:
    on_points = chance(*POINTS)
    assert odds()["win_con_asociada"].edge == Fraction(7, 495) / (1 + on_points) == Fraction(7, 825)
    assert odds()["come_con_asociada"].edge == Fraction(7, 825)
    laid = 2 * chance(4, 10) + Fraction(3, 2) * chance(5, 9) + Fraction(6, 5) * chance(6, 8)
    assert odds()["dont_win_con_asociada"].edge == Fraction(3, 220) / (1 + laid) == Fraction(3, 440)
    assert odds()["dont_come_con_asociada"].edge == Fraction(3, 440)
    for line in LINES:
        both = odds()[f"{line}_con_asociada"]
        assert both.also["unit_of_the_simple_bet"] == odds()[line].edge
        assert both.sd > 0
        assert both.distribution is not None
        assert sum(net * chance for net, chance in both.distribution) == -both.edge


def test_per_bet_resolved_a_void_does_not_count() -> None:
    for bet, figures in odds().items():
        if "_con_asociada" in bet:
            continue
        void = Fraction(1, 36) if bet in ("dont_win", "dont_come") else 0
        assert figures.also["bet_resolved"] == figures.edge / (1 - void)
    assert odds()["dont_win"].also["bet_resolved"] == Fraction(27, 1925)


def test_per_roll_a_bet_that_waits_costs_less() -> None:
    length = 1 + sum(chance(point) / (chance(point) + chance(7)) for point in POINTS)
    assert length == Fraction(557, 165)
    assert odds()["win"].also["roll"] == Fraction(7, 495) / length
    assert odds()["right_6"].also["roll"] == Fraction(1, 216)
    assert odds()["hard_4"].also["roll"] == Fraction(1, 36)
    assert odds()["field"].also["roll"] == odds()["field"].edge


def test_distributions_are_whole() -> None:
    for bet, figures in odds().items():
        assert figures.distribution is not None
        assert figures.exact
        assert figures.tail == 0
        assert sum(chance for _, chance in figures.distribution) == 1, bet
        assert sum(net * chance for net, chance in figures.distribution) == -figures.edge
        assert figures.hit == sum(chance for net, chance in figures.distribution if net > 0)


def test_what_to_do_after_a_roll_that_decided_nothing() -> None:
    """A bet against the shooter gains value once there is a point. Any other bet should be taken back."""
    found = {(advice["bet"], str(advice["worth"])): advice["best"] for advice in strategy(odds())}
    assert {best for (bet, _), best in found.items() if bet in ("dont_win", "dont_come")} == {"stay"}
    assert {best for (bet, _), best in found.items() if "dont" not in bet} == {"withdraw"}
    assert len(found) == 2 * len(POINTS) + 2 + 4 + 12  # don't bets by point, big, hard, place
    worth = next(advice["worth"] for advice in strategy(odds()) if advice["bet"] == "dont_win")
    assert worth == {"s1 stay dont_win:4": "1/3", "s1 withdraw dont_win:4": "0"}


def test_other_programs_read_all_of_it() -> None:
    table = opened("craps", "IB05")
    told = report(table, odds())
    assert told["bets"]["dont_win"]["edge"] == "3/220"
    assert told["bets"]["dont_win"]["also"] == {"bet_resolved": "27/1925", "roll": "9/2228"}
    assert told["bets"]["dont_win"]["distribution"] == [
        ["-1", str(1 - Fraction(949, 1980) - Fraction(1, 36))],
        ["0", "1/36"],
        ["1", "949/1980"],
    ]
    assert "IB05.06.IV.1.C.3" in told["readings"]


# ---------------------------------------------------------------- by the generic walk


@cache
def wagers() -> dict[str, Wager]:
    return dict(game_table().game.wagers(game_table().opening))


@cache
def game_table() -> Any:
    return opened("craps", "IB05", seats=2)


@pytest.mark.parametrize(
    "bet", ["win", "dont_win", "come", "dont_come", "field", "hard_8", "right_5", "wrong_10", "big_6"]
)
def test_the_walk_that_forgets_the_shooter_agrees_with_the_one_that_does_not(bet: str) -> None:
    generic = bet_odds(game_table().opening, wagers()[bet])
    assert (generic.edge, generic.distribution) == (odds()[bet].edge, odds()[bet].distribution)
    assert generic.sd == pytest.approx(odds()[bet].sd)


@pytest.mark.parametrize("bet", ["asociada_win:6", "asociada_dont_win:5", "asociada_come:10"])
def test_a_simple_bet_and_its_associated_lose_what_the_simple_bet_loses(bet: str) -> None:
    """The walk evaluates both bets together without any shortcut."""
    together = bet_odds(game_table().opening, wagers()[bet]).edge
    point = int(bet.rpartition(":")[2])
    alone = 2 * before_7(point) - 1
    assert together == (alone if "dont" in bet else -alone)


def test_the_table_needs_no_second_player_for_its_odds() -> None:
    assert table_odds(opened("craps", "IB05", seats=1), only="win")["win"].edge == Fraction(7, 495)


@pytest.mark.parametrize(("rounding", "prize"), [("down", 233), ("up", 234)])
def test_rounding_is_part_of_the_odds_of_stakes_that_do_not_divide(rounding: str, prize: int) -> None:
    table = opened("craps", "IB05", rounding=rounding)
    acts = (RefuseDice(1), TakeDice(2), Bet(2, "win", 200), Bet(1, "right_6", 200))
    wager = Wager(acts, 200, "unit_staked", to_the_end=True)
    edge = 1 - before_7(6) * Fraction(200 + prize, 200)
    assert bet_odds(table.opening, wager).edge == edge
    figures = table_odds(table)
    assert figures["right_6"].also["unit_of_the_least_stake"] == edge
    assert figures["right_6"].edge == Fraction(1, 66)
    assert "unit_of_the_least_stake" not in figures["right_5"].also  # 7/5 of 200 is whole
    assert (
        "unit_of_the_least_stake" not in table_odds(opened("craps", "IB05", rounding="exact"))["right_6"].also
    )


@pytest.mark.law("IB05.06.IV.1.C.3")
@pytest.mark.parametrize(
    ("rounding", "favoured"),  # 2/3 of 200 is 133 1/3, paid 134; 5/6 of 200 is 166 2/3, paid 167
    [("up", {5: Fraction(-1, 500), 9: Fraction(-1, 500), 6: Fraction(-1, 1100), 8: Fraction(-1, 1100)})]
    + [(name, {}) for name in ("down", "exact")],
)
def test_which_bets_favour_the_player_at_the_least_stake(
    rounding: str, favoured: dict[int, Fraction]
) -> None:
    at_least = {
        name: bet.also["unit_of_the_least_stake"]
        for name, bet in table_odds(opened("craps", "IB05", rounding=rounding)).items()
        if "unit_of_the_least_stake" in bet.also
    }
    wanted = {
        f"asociada_{bet}:{point}": favoured[point] for bet in ("dont_win", "dont_come") for point in favoured
    }
    assert {name: edge for name, edge in at_least.items() if edge < 0} == wanted


def test_the_limits_of_the_house_do_not_change_the_odds() -> None:
    other = table_odds(
        opened("craps", "IB05", authorised_minimum=500, chip=250, maximum=10_000, rounding="exact")
    )
    assert {bet: figures.edge for bet, figures in other.items()} == {
        bet: figures.edge for bet, figures in odds().items()
    }


# ---------------------------------------------------------------- by playing


class Moment:
    """A state before a throw or a decision of the bet. It includes an earlier throw."""

    def __init__(self, phase: AnyPhase) -> None:
        while phase.felt.of(1) and phase.turn is not CHANCE:
            phase, _ = follow(phase, next(iter(phase.offers(phase.turn))).act)
        self.phase = phase
        self.over = not phase.felt.of(1)
        self.after: dict[int, tuple[Moment, int]] = {}


class Player:
    """A player who places one bet again and again on the engine."""

    def __init__(self, bet: str) -> None:
        self.associates = bet.endswith("_con_asociada")
        phase, self.staked = placed(game_table().opening, wagers()[bet])
        self.moments: dict[AnyPhase, Moment] = {}
        self.start = self.moment(phase)

    def moment(self, phase: AnyPhase) -> Moment:
        found = Moment(phase)
        return self.moments.setdefault(found.phase, found)

    def throw(self, now: Moment, what: int) -> tuple[Moment, int]:
        """Return the engine's answer to a throw: the next state, and the amount for the player."""
        ledger = Ledger()
        after, events = follow(now.phase, Drawn(what=what))
        ledger.enter(events)
        if self.associates:
            after, events = self.associate(after)
            ledger.enter(events)
        now.after[what] = self.moment(after), ledger.players[1]
        return now.after[what]

    @staticmethod
    def associate(phase: AnyPhase) -> tuple[AnyPhase, Any]:
        """Stake the maximum of the associated bet, unless there is already one."""
        for offer in phase.offers(1):
            if isinstance(offer.act, Bet) and offer.act.bet.startswith("asociada_"):
                return follow(phase, offer.turned(cents=offer.dials["cents"].most))  # type: ignore[union-attr]
        return phase, ()

    def play(self, source: Seeded) -> int:
        """Return the win of one bet."""
        now, net = self.start, -self.staked
        while not now.over:
            what = source.draw(TWO_DICE)
            now, gain = now.after.get(what) or self.throw(now, what)
            net += gain
        return net


def chi_square(met: Counter[int], wanted: dict[int, Fraction]) -> float:
    """Return the distance of the counts from their expectation."""
    assert set(met) <= set(wanted)
    count = sum(met.values())
    return sum(float((met[net] - count * chance) ** 2 / (count * chance)) for net, chance in wanted.items())


CRITICAL = {
    1: 10.83,
    2: 13.82,
    3: 16.27,
    4: 18.47,
    5: 20.52,
    6: 22.46,
}  # one in a thousand, by degrees of freedom


@pytest.mark.parametrize(
    "bet",
    [
        *("win", "dont_win", "come", "dont_come", "field", "big_6", "under_7", "hard_4", "hard_8"),
        *("juego_de_7", "juego_de_11", "any_craps", "craps_12", "horn"),
        *("right_4", "right_5", "right_6", "wrong_4", "wrong_5", "wrong_6"),
        *("win_con_asociada", "dont_win_con_asociada"),
    ],
)
def test_bets_on_the_engine_itself(bet: str, soak: bool) -> None:
    bets = 100_000 if soak else 5_000
    player, source = Player(bet), Seeded(6, stream=sum(map(ord, bet)))
    met = Counter(player.play(source) for _ in range(bets))
    figures, stake = odds()[bet], wagers()[bet].stake
    assert figures.distribution is not None
    unit = Fraction(stake)
    if player.associates:  # its distribution is per unit staked on average
        unit *= figures.also["unit_of_the_simple_bet"] / figures.edge
    wanted = {int(net * unit): chance for net, chance in figures.distribution}
    assert chi_square(met, wanted) < CRITICAL[len(wanted) - 1]
    mean = sum(net * count for net, count in met.items()) / bets / float(unit)
    assert abs(mean + float(figures.edge)) < 3 * figures.sd / bets**0.5


def test_a_session_played_by_itself_agrees() -> None:
    """Two automatic players throw in turn and play Win. The ends and lengths of their bets are counted."""
    session = Session(game_table().opening, Seeded(9), automatic=AUTOMATIC | {1, 2})
    while session.rounds < 8_000:
        session.go_on()
    ends = Counter(
        event.returned > 0
        for events in session.deed_events
        for event in events
        if isinstance(event, Payment) and event.bet.startswith("win")
    )
    wanted = {0: odds()["win"].hit, 1: 1 - odds()["win"].hit}
    assert chi_square(Counter({0: ends[True], 1: ends[False]}), wanted) < CRITICAL[1]
    length = rolls(placed(game_table().opening, wagers()["win"])[0])
    assert sum(ends.values()) == pytest.approx(8_000 / float(length), rel=0.05)


def test_own_chips_are_all_that_matters_to_the_walk() -> None:
    phase, staked = placed(game_table().opening, wagers()["dont_come"])
    everybody = Walk(1, to_the_end=True)
    assert walk_to_the_end().result(phase, staked).mean == everybody.result(phase, staked).mean

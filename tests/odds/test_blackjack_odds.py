"""The odds of blackjack: the walk, plain recursions, a published chart and the engine itself agree."""

from __future__ import annotations

from collections.abc import Hashable
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from novamas.equipment.cards import card
from novamas.equipment.shoe import Shoe
from novamas.errors import InvalidInput, NovamasError
from novamas.games.blackjack.acts import Insure, Split
from novamas.games.blackjack.cloth import Cloth, Hand
from novamas.games.blackjack.phases.cards import Dealing, Playing, Proposing
from novamas.odds.games.blackjack.analysis import Against, Analyser, Course, Terms, best_course
from novamas.odds.games.blackjack.basic_strategy import analysed, basic_strategy
from novamas.odds.games.blackjack.bets import (
    basic_odds,
    explain,
    insurance_odds,
    rules_of,
    sevens_odds,
    terms_of,
)
from novamas.odds.games.blackjack.engine_rounds import values_of
from novamas.odds.games.blackjack.enumeration import ACE, TEN, bank_ways, hands, points_of
from novamas.odds.games.blackjack.split_memory import memory_gain
from novamas.odds.payload import report
from novamas.odds.report import explain as explain_any
from novamas.odds.report import table_odds
from novamas.odds.walk import Walk
from novamas.table.deeds import Deed
from novamas.table.felt import Chips
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened
from novamas.words import voice_for
from novamas.words.odds import holding

NAMES = ["As", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "Ts"]
STAKE = 2
TERMS = terms_of(rules_of(opened("blackjack", "IB05")))
WITHOUT_SURRENDER = replace(TERMS, surrender_loses=None)
JACKPOT: dict[str, Any] = {"jackpot": True, "authorised": ("jackpot", "progressive")}

# ---------------------------------------------------------------- the bank


@cache
def bank_plainly(held: tuple[int, ...], left: tuple[int, ...]) -> dict[int, Fraction]:
    """Return the bank's results by plain recursion: points, 0 for over 21, 22 for a blackjack."""
    points, _ = points_of([held.count(value) for value in range(10)])
    if len(held) > 1 and points >= 17:
        return {0 if points > 21 else 22 if points == 21 and len(held) == 2 else points: Fraction(1)}
    found: dict[int, Fraction] = {}
    for value, many in enumerate(left):
        if many:
            after = (*left[:value], many - 1, *left[value + 1 :])
            for result, chance in bank_plainly(tuple(sorted((*held, value))), after).items():
                found[result] = found.get(result, Fraction(0)) + chance * Fraction(many, sum(left))
    return found


@pytest.mark.parametrize("first", [0, 4, 9])
@pytest.mark.parametrize("held", [(5, 9), (0, 6), (1, 2, 2)])
def test_the_banks_results_are_those_of_a_plain_recursion(first: int, held: tuple[int, ...]) -> None:
    against = Against(TERMS, first)
    left = tuple(int(against.shoe[value]) - held.count(value) for value in range(10))
    plainly = bank_plainly((first,), left)
    bank = against.played.bank[0, hands().of(*held)]
    for result, chance in enumerate(bank):
        assert chance == pytest.approx(float(plainly.get(result, 0)), abs=1e-13)
    assert bank.sum() == pytest.approx(1, abs=1e-13)


def test_an_endless_shoe_gives_the_published_results_of_the_bank() -> None:
    endless = (10**7,) * 9 + (4 * 10**7,)
    bank = Against(replace(TERMS, shoe=endless), TEN).played.bank[0, hands().of(TEN, TEN)]
    published = [0.2121, 0.1114, 0.1114, 0.1114, 0.3422, 0.0345, 0.0769]  # over, 17 to 21, blackjack
    assert [*bank[:1], *bank[17:]] == pytest.approx(published, abs=1e-4)
    assert not bank[1:17].any()


def test_there_are_as_many_hands_and_ways_as_there_should_be() -> None:
    assert len(hands().size) == 3083  # partitions of up to 21 into parts of up to 10
    assert [int((bank_ways(first, 17).sheaf >= 0).sum()) for first in range(10)] == [
        1359, 2037, 1583, 1197, 909, 679, 514, 375, 277, 184,
    ]  # fmt: skip


# ---------------------------------------------------------------- the generic walk, on tiny shoes


def dealing(shoe: tuple[int, ...], **choices: Any) -> Dealing:
    """Return a round after the bet, before cards of a single suit are drawn from this shoe."""
    opening = opened(
        "blackjack", "IB05", places=1, seats=1, authorised_minimum=STAKE, chip=1, **choices
    ).opening
    left = bytes(sorted(card(NAMES[value]) for value in range(10) for _ in range(shoe[value])))
    felt = opening.felt
    assert isinstance(felt, Cloth)
    ready = replace(
        felt,
        chips=(Chips(1, "mano:1", STAKE),),
        commands=((1, 1),),
        hands=(Hand("mano:1", 1),),
        shoe=Shoe(left, size=len(left)),
    )
    return Dealing(ready)


def alike(phase: AnyPhase) -> Hashable:
    """Return a key that is equal for phases that differ only in the order of a hand's cards."""
    felt = phase.felt
    assert isinstance(felt, Cloth)
    piles = tuple((pile.owner, tuple(sorted(felt.cards(pile.owner)))) for pile in felt.piles)
    own = tuple((name, getattr(phase, name)) for name in phase.__struct_fields__ if name != "felt")
    left = felt.shoe.left if felt.shoe else b""
    return type(phase).__name__, piles, felt.cards("bank")[:1], felt.chips, felt.hands, left, own


class CourseWalk(Walk):
    """The exact walk over the engine, with the analyser's decisions."""

    def __init__(self, courses: dict[int, Course]) -> None:
        super().__init__(1, policy=self.play, alike=alike)
        self.courses = courses

    def play(self, phase: AnyPhase, acts: list[Deed]) -> Deed:
        lawful = {act.verb(): act for act in reversed(acts)}
        assert isinstance(phase, Proposing | Playing)
        course = self.courses[values_of(phase.felt, "bank")[0]]
        hand = phase.hand if isinstance(phase, Playing) else phase.felt.hands[0]
        held = values_of(phase.felt, hand.name)
        if isinstance(phase, Proposing):
            return lawful.get(course.acts[min(held), max(held)], lawful["decline"])
        if not hand.is_split:
            verb = course.acts[min(held), max(held)] if len(held) == 2 else None
            return lawful[verb or ("stand", "hit")[course.played.acts[hands().of(*held)]]]
        split = course.splits[held[0]]
        if len(held) == 2 and held[0] == held[1] and split.resplit:
            return lawful["split"]
        return lawful[("stand", "hit", "double")[split.played.acts[hands().of(*held)]]]


SHOES = {
    "sixes and eights, split again": (0, 0, 0, 0, 0, 4, 0, 3, 0, 8),
    "fours, one of nines": (0, 0, 0, 4, 0, 2, 0, 0, 2, 14),
    "twos and fives": (0, 4, 0, 0, 4, 0, 0, 0, 0, 12),
    "fives, sixes and sevens": (0, 0, 0, 0, 2, 3, 3, 0, 0, 10),
    "aces split": (2, 0, 0, 0, 2, 3, 0, 0, 0, 12),
    "aces and twos": (2, 2, 0, 0, 0, 0, 0, 2, 0, 9),
}


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES.keys())
def test_the_analyser_agrees_with_the_walk_over_the_engine_splits_and_all(shoe: tuple[int, ...]) -> None:
    analyser = Analyser(replace(TERMS, shoe=shoe))
    courses = {first: best_course(analyser.against(first)) for first in analyser.firsts}
    assert any(split.resplit for course in courses.values() for split in course.splits.values())
    walked = CourseWalk(courses).result(dealing(shoe), STAKE)
    assert float(walked.mean) / STAKE == pytest.approx(
        analyser.expectation(lambda against: courses[against.first]), abs=1e-13
    )


class FreeWalk(Walk):
    """The exact walk with every act open to the player, except insurance and, if excluded, splitting."""

    def __init__(self, *, splits: frozenset[int]) -> None:
        super().__init__(1, alike=alike)
        self.splits = splits

    def _acts(self, phase: AnyPhase) -> list[Deed]:
        acts = [act for act in super()._acts(phase) if not isinstance(act, Insure)]
        if isinstance(phase, Playing) and values_of(phase.felt, phase.hand.name)[0] not in self.splits:
            acts = [act for act in acts if not isinstance(act, Split)]
        return acts


@pytest.mark.parametrize("shoe", [(0, 0, 0, 4, 0, 2, 0, 0, 2, 12), (3, 0, 0, 2, 0, 0, 3, 0, 0, 9)])
def test_no_act_is_better_than_the_analysers_where_nothing_is_split(shoe: tuple[int, ...]) -> None:
    analyser = Analyser(replace(TERMS, shoe=shoe))
    best = sum(
        chance * dealt * max(worth for act, worth in against.worth_of(*held).items() if act != "split")
        for first, chance in analyser.firsts.items()
        for against in [analyser.against(first)]
        for held, dealt in against.deals().items()
    )
    walked = FreeWalk(splits=frozenset()).result(dealing(shoe), STAKE)
    assert float(walked.mean) / STAKE == pytest.approx(best, abs=1e-13)


@pytest.mark.parametrize(
    ("shoe", "pair"), [((0, 0, 0, 0, 0, 4, 0, 2, 0, 12), 5), ((0, 0, 0, 0, 0, 0, 2, 3, 0, 12), 7)]
)
def test_minding_the_other_hands_of_a_split_gains_next_to_nothing(shoe: tuple[int, ...], pair: int) -> None:
    """Minding the other hands of a split gains almost nothing, even with only a third of a deck."""
    analyser = Analyser(replace(TERMS, shoe=shoe))
    best = sum(
        chance
        * dealt
        * max(w for act, w in against.worth_of(*held).items() if act != "split" or held[0] == pair)
        for first, chance in analyser.firsts.items()
        for against in [analyser.against(first)]
        for held, dealt in against.deals().items()
    )
    walked = float(FreeWalk(splits=frozenset({pair})).result(dealing(shoe), STAKE).mean) / STAKE
    assert best - 1e-13 <= walked <= best + 0.002


def test_minding_the_first_hand_gains_little_out_of_six_decks() -> None:
    """With six decks, minding the first hand of a split gains little: 1/7,000 for sevens against a two."""
    against = analysed(TERMS).against(1)
    assert memory_gain(against, 6) == pytest.approx(0.0001372848, abs=1e-9)
    assert memory_gain(against, 7) == pytest.approx(0, abs=1e-9)  # eights are played alike whatever was seen


# ---------------------------------------------------------------- figures of the six decks


def best_edge(terms: Terms) -> float:
    return -analysed(terms).expectation(best_course)


def test_the_edge_of_best_play_and_what_surrender_is_worth() -> None:
    """The edge of best play with six decks and no hole card, with and without surrender."""
    assert best_edge(WITHOUT_SURRENDER) == pytest.approx(0.0044698992, abs=1e-9)
    assert best_edge(TERMS) == pytest.approx(0.0019637158, abs=1e-9)
    assert best_edge(WITHOUT_SURRENDER) - best_edge(TERMS) == pytest.approx(0.0025, abs=0.0001)


# A chart published for three decks or more, a bank that stands on soft 17 and looks for blackjack, doubling
# on any two cards and after a split, and late surrender, for instance at
# http://blackjack-hand-odds.blogspot.com/2009/04/table-of-what-to-do-in-each-blackjack.html
PUBLISHED = {
    "hard 16": "SSSSSHHRRR",
    "hard 15": "SSSSSHHHRH",
    "hard 12": "HHSSSHHHHH",
    "hard 11": "DDDDDDDDDH",
    "hard 10": "DDDDDDDDHH",
    "hard 9": "HDDDDHHHHH",
    "soft 18": "SDDDDSSHHH",
    "soft 17": "HDDDDHHHHH",
    "A A": "PPPPPPPPPP",
    "10 10": "SSSSSSSSSS",
    "9 9": "PPPPPSPPSS",
    "8 8": "PPPPPPPPPP",
    "7 7": "PPPPPPHHHH",
    "6 6": "PPPPPHHHHH",
    "5 5": "DDDDDDDDHH",
    "4 4": "HHHPPHHHHH",
}
PUBLISHED |= {f"hard {points}": "SSSSSSSSSS" for points in range(17, 21)}
PUBLISHED |= {f"hard {points}": "SSSSSHHHHH" for points in (13, 14)}
PUBLISHED |= {f"hard {points}": "HHHHHHHHHH" for points in range(4, 9)}
PUBLISHED |= {f"soft {points}": "SSSSSSSSSS" for points in (19, 20)}
PUBLISHED |= {f"soft {points}": "HHDDDHHHHH" for points in (15, 16)}
PUBLISHED |= {f"soft {points}": "HHHDDHHHHH" for points in (13, 14)}
PUBLISHED |= {f"{value} {value}": "PPPPPPHHHH" for value in (2, 3)}

# Where the bank takes no second card until the hands are played, and then takes all that was added: no double
# and no split against an ace, no double against a ten, no split of eights against one, as
# http://www.red-dog-poker.info/blackjack_basic_strategy3.html says. A hand is given up before the bank can
# look, so against a ten also fourteens and eights are, by the figures of
# https://blackjackinfo.com/community/threads/bs-difference.10366; against an ace no one may give up here.
CHANGED = {
    ("hard 11", "10"): "H",
    ("hard 14", "10"): "R",
    ("hard 16", "A"): "H",
    ("7 7", "10"): "R",
    ("8 8", "10"): "R",
    ("8 8", "A"): "H",
    ("A A", "A"): "H",
}
LETTERS = {"stand": "S", "hit": "H", "double": "D", "split": "P", "surrender": "R"}


def test_basic_strategy_is_the_published_one_but_for_the_missing_hole_card() -> None:
    (advice,) = basic_odds(TERMS, 500).advice
    found = {
        (holding(row["hand"], voice_for("en")), label): LETTERS[act]
        for row in advice["chart"]
        for label, act in row["against"].items()
    }
    bank = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"]
    expected = {
        (hand, label): letter
        for hand, letters in PUBLISHED.items()
        for label, letter in zip(bank, letters, strict=True)
    }
    assert found == expected | CHANGED
    assert len(found) == 10 * (17 + 8 + 10)


def test_basic_strategy_costs_a_little() -> None:
    best, basic = best_edge(TERMS), -basic_strategy(TERMS).worth
    assert basic - best == pytest.approx(0.0000329445, abs=1e-9)


def test_a_blackjack_of_the_bank_takes_what_was_added() -> None:
    """Without a hole card, split eights lose two stakes to a black jack of the bank: surrender is better."""
    worth = analysed(TERMS).against(TEN).worth_of(7, 7)
    assert worth["split"] == pytest.approx(-0.6096259094, abs=1e-9)
    assert worth["hit"] > worth["split"]
    assert max(worth, key=lambda act: worth[act]) == "surrender"


def test_decisions_by_hand() -> None:
    """The decision with twenty against a nine agrees with a plain recursion."""
    against = analysed(TERMS).against(8)
    left = tuple(int(against.shoe[value]) - (TEN, TEN).count(value) for value in range(10))
    bank = bank_plainly((8,), left)
    won = sum(chance for points, chance in bank.items() if points < 20)
    lost = sum(chance for points, chance in bank.items() if points > 20)
    assert against.worth_of(TEN, TEN)["stand"] == pytest.approx(float(won - lost), abs=1e-13)
    assert against.worth_of(TEN, TEN)["surrender"] == -0.5


def test_insurance_is_worth_it_only_when_tens_abound() -> None:
    against = analysed(TERMS).against(ACE)
    assert against.insurance(TEN, TEN) == Fraction(3 * 94, 309) - 1
    assert against.insurance(5, 6) < 0
    rich = Analyser(replace(TERMS, shoe=(4,) * 9 + (40,))).against(ACE)
    assert rich.insurance(5, 6) > 0
    assert rich.worth_of(ACE, TEN)["even_money"] > rich.worth_of(ACE, TEN)["stand"]


def test_a_split_pair_becomes_as_many_hands_as_it_should() -> None:
    split = analysed(TERMS).against(4).splits[7]
    assert split is not None
    assert split.resplit
    same, whole = Fraction(22), Fraction(309)
    others = whole - same
    two = others * (others - 1) / (whole * (whole - 1))
    three = 2 * same * others * (others - 1) * (others - 2)
    three /= whole * (whole - 1) * (whole - 2) * (whole - 3)
    assert split.ways.chances[0] == pytest.approx(float(two), abs=1e-15)
    assert split.ways.chances[1] == pytest.approx(float(three), abs=1e-15)
    assert sum(split.ways.chances) == pytest.approx(1, abs=1e-14)
    assert split.ways.tail < 1e-10


def test_what_is_not_in_the_shoe_cannot_be_asked_for() -> None:
    with pytest.raises(NovamasError, match="no longer in the shoe"):
        Analyser(replace(TERMS, shoe=(0,) * 9 + (20,))).against(ACE)
    with pytest.raises(NovamasError, match="no longer in the shoe"):
        Analyser(replace(TERMS, shoe=(1,) * 9 + (20,))).against(TEN).worth_of(ACE, ACE)


# ---------------------------------------------------------------- bets, and what the house's choices do


def test_the_distribution_is_whole_and_has_the_edge_for_its_mean() -> None:
    for name in ("mano", "mano_basica"):
        odds = table_odds(opened("blackjack", "IB05"))[name]
        assert odds.distribution is not None
        assert not odds.exact
        assert float(sum(chance for _, chance in odds.distribution)) == pytest.approx(1, abs=1e-8)
        mean = sum(net * chance for net, chance in odds.distribution)
        assert float(mean) == pytest.approx(-float(odds.edge), abs=1e-8)
        assert {Fraction(-1, 2), Fraction(3, 2), Fraction(0), Fraction(2)} <= {
            net for net, _ in odds.distribution
        }


@pytest.mark.law("IB05.03.V.1.b.5")
def test_insurance_costs_twenty_three_parts_of_three_hundred_and_eleven() -> None:
    odds = insurance_odds(rules_of(opened("blackjack", "IB05")))
    assert odds.edge == Fraction(23, 311) == 1 - 3 * Fraction(96, 311)
    assert odds.exact


@pytest.mark.law("AR10.7.e.a.1", "AR10.7.e.b.1", "AR10.7.e.c.1", "AR10.7.e.d.1", "AR10.7.e.e.1")
def test_the_sevens_by_hand() -> None:
    odds = sevens_odds(rules_of(opened("blackjack", "AR10", **JACKPOT)))
    seven, two, three = Fraction(24, 312), Fraction(1, 311), Fraction(1, 310)
    expected = {
        Fraction(5000): seven * 5 * two * 4 * three,
        Fraction(200): seven * (5 * two * 18 * three + 18 * two * 22 * three),
        Fraction(50): seven * 5 * two * 288 * three,
        Fraction(10): seven * 18 * two * 288 * three,
        Fraction(2): seven * 288 * two,
        Fraction(-1): 1 - seven,
    }
    assert odds.distribution == tuple(sorted(expected.items()))
    assert odds.edge == Fraction(65732, 125333)
    (table,) = odds.advice
    assert [row["best"] for row in table["table"]] == ["hit", "hit"]  # a third card, whatever the hand loses


def test_the_progressive_jackpot_is_worth_what_it_has_grown_to() -> None:
    choices = {**JACKPOT, "progressive": True}
    fixed = sevens_odds(rules_of(opened("blackjack", "AR10", **JACKPOT)))
    same = sevens_odds(rules_of(opened("blackjack", "AR10", **choices, jackpot_start=1_000_000)))
    grown = sevens_odds(rules_of(opened("blackjack", "AR10", **choices, jackpot_start=2_000_000)))
    assert same.edge == fixed.edge
    assert fixed.edge - grown.edge == 5000 * Fraction(2, 125333)


def test_each_choice_that_touches_the_odds_moves_them_the_right_way() -> None:
    plain = best_edge(TERMS)
    assert best_edge(replace(TERMS, resplit_aces=False)) > plain + 0.0003
    late = replace(TERMS, surrender_keeps_half=False)
    assert terms_of(rules_of(opened("blackjack", "IB05", surrender_keeps_half=False))) == late
    assert plain + 0.001 < best_edge(late) < best_edge(WITHOUT_SURRENDER)
    aragon = terms_of(rules_of(opened("blackjack", "AR10")))
    assert aragon == WITHOUT_SURRENDER
    for rounding, pays, loses in (
        ("up", Fraction(8, 5), Fraction(2, 5)),
        ("down", Fraction(7, 5), Fraction(3, 5)),
    ):
        table = opened("blackjack", "IB05", authorised_minimum=5, chip=1, rounding=rounding)
        assert terms_of(rules_of(table)) == replace(TERMS, blackjack_pays=pays, surrender_loses=loses)
    for name, value in {"reserve": 104, "blackjack_at_once": False, "maximum": 100_000}.items():
        assert terms_of(rules_of(opened("blackjack", "IB05", **{name: value}))) == TERMS


def test_the_report_tells_every_decision() -> None:
    table = opened("blackjack", "IB05")
    found = report(table, table_odds(table))
    tables = [entry["table"] for entry in found["strategy"] if "table" in entry]
    rows = {(row["when"]["hand"], row["when"]["bank"]): row for row in tables[0]}
    assert len(rows) == 550
    assert rows["8 8", "10"]["best"] == "surrender"
    assert sum(row["hands"] for row in rows.values()) == 312 * 311 * 310 // 2


def test_one_decision_is_explained() -> None:
    table = opened("blackjack", "IB05")
    found = explain(table, "8s 8h", "10")
    assert found["best"] == found["basic_strategy"] == "surrender"
    assert float(Fraction(found["worth"]["s1 split"])) == pytest.approx(-0.6096259094)
    assert explain(table, "8s8h", "Td") == explain(table, "88", "10") == found
    three = explain_any(table, "5 5 6", "K")
    assert set(three["worth"]) == {"s1 stand", "s1 hit"}
    assert explain(table, "A 7", "A")["insurance"] == "-7/103"
    for hand, bank, code in (
        ("8x", "10", "card_unreadable"),
        ("8", "10", "no_hand"),
        ("10 6 9", "10", "over_21"),
        ("16", "10", "card_unreadable"),
        ("8 8", "", "one_bank_card"),
    ):
        with pytest.raises(InvalidInput) as raised:
            explain(table, hand, bank)
        assert raised.value.code == code
    with pytest.raises(NovamasError, match="no decision"):
        explain_any(opened("ruleta", "IB05"), "8 8", "10")


def test_a_plan_can_be_weighed_that_is_not_the_best() -> None:
    import numpy as np

    against = Against(TERMS, 5)
    never = against.play(against.shoe[None, :], plan=np.zeros(len(hands().size), np.int64))
    hand = hands().of(1, 2)
    assert never.worth[0, hand] == never.stand[0, hand] < against.played.worth[0, hand]


@pytest.mark.law("IB05.03.V.1.a.7", "IB05.03.V.1.a.8")
def test_where_the_bank_stands_is_read_from_the_law() -> None:
    assert TERMS.bank_stands_on == 17
    bank = Against(replace(TERMS, bank_stands_on=18), TEN).played.bank[0, hands().of(TEN, TEN)]
    assert bank[17] == 0
    assert bank.sum() == pytest.approx(1, abs=1e-13)

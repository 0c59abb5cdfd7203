"""Settlement of a race day, step by step and to the céntimo, each step with its clause."""

from __future__ import annotations

from fractions import Fraction

import pytest
from tests.pools.day_at_the_races import DAY, rules

from novamas.documents import Rows
from novamas.law import library
from novamas.law.texts import LANGUAGES
from novamas.pools.lototrot.settlement import Funds, Settlement, settle
from novamas.pools.lototrot.setup import CATEGORIES, Rules
from novamas.words import voice_for
from novamas.words.pools import settlement_document, step_text
from novamas.words.texts import of_game

EURO = 100
RULES = rules(price=100)  # a euro a column, sixty per cent for prizes
THRESHOLD = 150_000 * EURO


def settled(
    *winners: int,
    columns: int = 100_000,
    seven: int = 0,
    reserve: int = 0,
    lapsed: int = 0,
    by: Rules = RULES,
) -> Settlement:
    found = settle(DAY, columns, winners, Funds(seven, reserve), by, lapsed=lapsed)
    into = found.takings + seven + lapsed + reserve
    assert into == found.organiser + found.paid_out + found.left.seven + found.left.reserve
    return found


def each(found: Settlement) -> tuple[int, ...]:
    return tuple(prize.cents for prize in found.prizes)


def steps(found: Settlement, code: str) -> list[tuple[str, dict[str, object]]]:
    return [(step.clause, dict(step.figures)) for step in found.steps if step.code == code]


def test_a_plain_day() -> None:
    # 100,000 € bet; 60 % = 60,000 € for prizes, 40,000 € the organiser's. Nothing above 150,000 €, so
    # 7/7 30 % = 18,000 €, 6/7 and 5/7 20 % = 12,000 € each, 4/7 30 % = 18,000 €.
    # One 7/7 with 20,000 € carried and 1,000 € of reserve: 39,000 €. 12,000/10, 12,000/200, 18,000/3,000.
    found = settled(1, 10, 200, 3000, seven=20_000 * EURO, reserve=1_000 * EURO)
    assert each(found) == (39_000 * EURO, 1_200 * EURO, 60 * EURO, 6 * EURO)
    assert (found.organiser, found.prize_money) == (40_000 * EURO, 60_000 * EURO)
    assert found.left == Funds(0, 0)
    assert found.won_by((1, 2, 0, 5)) == (39_000 + 2 * 1_200 + 5 * 6) * EURO


@pytest.mark.law("IB05.14.I.4.1", "IB05.14.I.4.2")
def test_the_bet_is_mutual_more_winners_have_less_each() -> None:
    few, many = settled(0, 10, 200, 3000), settled(0, 20, 400, 6000)
    assert each(few) == (0, 1_200 * EURO, 60 * EURO, 6 * EURO)
    assert each(many) == (0, 600 * EURO, 30 * EURO, 3 * EURO)
    assert steps(few, "takings") == [
        ("IB05.14.I.4.2", {"columns": 100_000, "price": 100, "cents": 100_000 * EURO})
    ]


@pytest.mark.law("IB05.14.III.9.9-1.1", "IB05.14.III.6.6-1.2")
def test_the_percentage_is_of_all_that_was_bet_and_the_rest_is_the_organisers() -> None:
    found = settled(0, 0, 0, 1, by=rules(price=100, prize_share=Fraction(2, 3)), columns=100)
    # Two thirds of 100 € are 66.666… €: 66.67 €, so that prizes have no less.
    assert (found.prize_money, found.organiser) == (6667, 3333)
    assert steps(found, "prize_money") == [("IB05.14.III.9.9-1.1", {"share": "2/3", "cents": 6667})]
    assert steps(found, "organiser") == [("IB05.14.III.6.6-1.2", {"cents": 3333})]


@pytest.mark.law("IB05.14.III.9.9-2.1", "IB05.14.III.9.9-3.1")
@pytest.mark.parametrize(
    ("carried", "code"),
    [(0, "below"), (THRESHOLD - 1, "below"), (THRESHOLD, "below"), (THRESHOLD + 1, "above")],
)
def test_only_strictly_above_150_000_euros_the_second_distribution_holds(carried: int, code: str) -> None:
    found = settled(0, 1, 10, 100, seven=carried)
    clause = {"below": "IB05.14.III.9.9-2.1", "above": "IB05.14.III.9.9-3.1"}[code]
    assert steps(found, f"accumulated_{code}") == [(clause, {"cents": carried, "threshold": THRESHOLD})]


def shares(found: Settlement) -> list[tuple[str, object]]:
    return [(clause, figures["cents"]) for clause, figures in steps(found, "share")]


@pytest.mark.law("IB05.14.III.9.9-2.2", "IB05.14.III.9.9-2.3")
@pytest.mark.law("IB05.14.III.9.9-2.4", "IB05.14.III.9.9-2.5")
def test_the_first_distribution() -> None:
    found = settled(0, 1, 10, 100)
    assert shares(found) == [
        ("IB05.14.III.9.9-2.2", 18_000 * EURO),
        ("IB05.14.III.9.9-2.3", 12_000 * EURO),
        ("IB05.14.III.9.9-2.4", 12_000 * EURO),
        ("IB05.14.III.9.9-2.5", 18_000 * EURO),
    ]
    assert found.left == Funds(18_000 * EURO, 0)


@pytest.mark.law("IB05.14.III.9.9-3.2", "IB05.14.III.9.9-3.3")
@pytest.mark.law("IB05.14.III.9.9-3.4", "IB05.14.III.9.9-3.5")
@pytest.mark.law("IB05.14.III.9.9-3.6")
def test_the_second_distribution() -> None:
    found = settled(0, 1, 10, 100, seven=THRESHOLD + 1)
    assert shares(found) == [
        ("IB05.14.III.9.9-3.2", 12_000 * EURO),
        ("IB05.14.III.9.9-3.3", 12_000 * EURO),
        ("IB05.14.III.9.9-3.4", 12_000 * EURO),
        ("IB05.14.III.9.9-3.5", 18_000 * EURO),
    ]
    assert steps(found, "share_of_reserve") == [
        ("IB05.14.III.9.9-3.6", {"share": "1/10", "cents": 6_000 * EURO})
    ]
    assert found.left == Funds(THRESHOLD + 1 + 12_000 * EURO, 6_000 * EURO)


@pytest.mark.law("IB05.14.III.9.9-4.1")
def test_only_todays_takings_are_distributed_and_only_what_was_carried_is_compared() -> None:
    found = settled(1, 10, 200, 3000, seven=THRESHOLD - 1)  # today's 18,000 € would go beyond it
    assert shares(found)[0] == ("IB05.14.III.9.9-2.2", 18_000 * EURO)
    assert each(found) == (THRESHOLD - 1 + 18_000 * EURO, 1_200 * EURO, 60 * EURO, 6 * EURO)


@pytest.mark.law("IB05.14.III.9.9-5.1")
def test_a_category_without_winners_adds_its_money_to_the_next_below() -> None:
    # 6/7: 12,000 € fall to 5/7; its 24,000 € fall to 4/7: 42,000 € for 3,000 winners are 14 €.
    found = settled(0, 0, 0, 3000)
    assert each(found) == (0, 0, 0, 14 * EURO)
    assert steps(found, "falls") == [
        ("IB05.14.III.9.9-5.1", {"category": "six", "below": "five", "cents": 12_000 * EURO}),
        ("IB05.14.III.9.9-5.1", {"category": "five", "below": "four", "cents": 24_000 * EURO}),
    ]


@pytest.mark.law("IB05.14.III.9.9-5.2")
def test_without_winners_of_seven_its_money_is_carried_and_does_not_fall() -> None:
    first = settled(0, 10, 200, 3000, seven=5 * EURO)
    assert first.left.seven == 18_005 * EURO
    assert steps(first, "carried") == [("IB05.14.III.9.9-5.2", {"cents": 18_005 * EURO})]
    second = settled(2, 10, 200, 3000, seven=first.left.seven)
    assert each(second)[0] == (18_005 + 18_000) * EURO // 2


@pytest.mark.law("IB05.14.III.9.9-5.3")
def test_four_without_winners_goes_to_the_reserve_with_all_that_fell_to_it() -> None:
    found = settled(0, 0, 0, 0)
    assert found.left == Funds(18_000 * EURO, 42_000 * EURO)
    assert steps(found, "to_reserve") == [
        ("IB05.14.III.9.9-5.3", {"category": "four", "cents": 42_000 * EURO})
    ]
    assert settled(0, 1, 2, 0).left.reserve == 18_000 * EURO


@pytest.mark.law("IB05.14.III.9.9-6.1")
def test_equal_shares_are_rounded_down_and_the_rest_goes_to_the_reserve() -> None:
    # 12,000 € / 7 = 1,714.2857 €: seven times 1,714.28 € are 11,999.96 €, four céntimos stay. 12,000/70 is
    # 171.42 € and stays with 60 c; 18,000/700 is 25.71 € and stays with 3 €.
    found = settled(0, 7, 70, 700)
    assert each(found) == (0, 171_428, 17_142, 2_571)
    assert found.left.reserve == 4 + 60 + 300
    assert steps(found, "residue") == [("IB05.14.III.9.9-6.1", {"cents": 364})]


@pytest.mark.law("IB05.14.III.9.9-6.1")
def test_fractions_of_the_shares_go_to_the_reserve_too() -> None:
    # 1 € bet: 60 c for prizes. At 0.51 €: 30.6 c, 31 c for prizes: 9 + 6 + 6 + 9 = 30, one stays.
    found = settled(0, 0, 0, 1, columns=1, by=rules(price=51))
    assert steps(found, "broken_shares") == [("IB05.14.III.9.9-6.1", {"cents": 1})]
    assert (found.prize_money, found.left) == (31, Funds(9, 1))


# ---- equalisation


@pytest.mark.law("IB05.14.III.9.9-7.1")
def test_two_inverted_categories_get_half_of_their_sum_each() -> None:
    # 5/7: 12,000/100 = 120 €, 4/7: 18,000/120 = 150 €. Together 30,000 €; 15,000/100 and 15,000/120.
    found = settled(0, 10, 100, 120)
    assert each(found) == (0, 1_200 * EURO, 150 * EURO, 125 * EURO)
    assert steps(found, "pooled") == []
    # Equal prizes are not inverted: 12,000/80 = 150 € = 18,000/120.
    assert steps(settled(0, 10, 80, 120), "halved") == []


@pytest.mark.law("IB05.14.III.9.9-7.1")
def test_seven_is_compared_with_all_that_was_accumulated_for_it() -> None:
    # 7/7 with 30 winners: 18,000/30 = 600 € against 12,000/10 = 1,200 € of 6/7: 15,000/30 and 15,000/10,
    # still inverted, so 30,000/40 = 750 € each. With 20,000 € accumulated it is 38,000/30: above, untouched.
    assert each(settled(30, 10, 200, 3000))[:2] == (750 * EURO, 750 * EURO)
    found = settled(30, 10, 200, 3000, seven=20_000 * EURO)
    assert each(found)[:2] == (126_666, 1_200 * EURO)
    assert steps(found, "halved") == []


@pytest.mark.law("IB05.14.III.9.9-7.2")
def test_more_than_two_are_taken_from_the_highest_down() -> None:
    # 6/7: 12,000/200 = 60 €; 5/7: 12,000/100 = 120 €; 4/7: 18,000/120 = 150 €.
    # First 6/7 with 5/7: 24,000 € halved is 12,000 € each again: 60 € and 120 €. Then 5/7 with 4/7: 30,000 €
    # halved, 15,000/100 = 150 € and 15,000/120 = 125 €. Then all three by heads: see the next test.
    found = settled(0, 200, 100, 120)
    assert [(clause, figures["upper"], figures["lower"]) for clause, figures in steps(found, "halved")] == [
        ("IB05.14.III.9.9-7.1", "six", "five"),
        ("IB05.14.III.9.9-7.2", "five", "four"),
    ]
    assert [figures["upper_each"] for _, figures in steps(found, "halved")] == [60 * EURO, 150 * EURO]


@pytest.mark.law("IB05.14.III.9.9-7.3")
def test_what_is_still_inverted_is_shared_by_heads() -> None:
    # 5/7: 120 €, 4/7: 18,000/90 = 200 €. Halved: 150 € and 166.67 €, still inverted: 30,000/190 = 157.8947 €.
    found = settled(0, 10, 100, 90)
    assert each(found) == (0, 1_200 * EURO, 157_89, 157_89)
    assert steps(found, "pooled") == [
        (
            "IB05.14.III.9.9-7.3",
            {"upper": "five", "lower": "four", "cents": 30_000 * EURO, "winners": 190, "each": 157_89},
        )
    ]
    assert found.left.reserve == 30_000 * EURO - 190 * 157_89  # 90 c
    # Of the test before: 12,000, 15,000 and 15,000 € for 200, 100 and 120: 60, 150, 125. The first two
    # together have 27,000/300 = 90 €, less than 125: all three, 42,000/420 = 100 €.
    assert each(settled(0, 200, 100, 120)) == (0, 100 * EURO, 100 * EURO, 100 * EURO)


# ---- the reserve fund, and prizes that lapsed


@pytest.mark.law("IB05.14.III.9.9-8.1")
def test_the_fund_of_before_today_goes_to_the_next_winners_of_seven() -> None:
    waiting = settled(0, 10, 200, 0, reserve=500 * EURO)  # 4/7 without winners adds 18,000 € to it
    assert waiting.left.reserve == 18_500 * EURO
    found = settled(1, 10, 200, 0, seven=waiting.left.seven, reserve=waiting.left.reserve)
    assert each(found)[0] == (18_000 + 18_000 + 18_500) * EURO
    assert steps(found, "released")[0][0] == "IB05.14.III.9.9-8.1"
    assert found.left == Funds(0, 18_000 * EURO)  # today's own opens the next fund


@pytest.mark.law("IB05.14.III.10.10-7.1")
def test_prizes_nobody_claimed_go_to_the_seven_of_the_day() -> None:
    found = settled(1, 10, 200, 3000, lapsed=700 * EURO)
    assert each(found)[0] == 18_700 * EURO
    assert steps(found, "lapsed_in") == [
        ("IB05.14.III.10.10-7.1", {"cents": 700 * EURO, "seven": 700 * EURO})
    ]
    # They are part of what is accumulated: with them it is above the threshold.
    assert steps(settled(0, 1, 10, 100, seven=THRESHOLD, lapsed=1), "accumulated_above")


def test_a_day_without_bets_leaves_everything_as_it_was() -> None:
    assert settled(0, 0, 0, 0, columns=0, seven=7, reserve=9).left == Funds(7, 9)


def test_every_step_can_be_told_with_its_clause() -> None:
    days = [
        settled(30, 10, 200, 3000, reserve=5, lapsed=3, columns=99_998, by=rules(price=51)),
        settled(0, 0, 100, 90, seven=THRESHOLD + 1),
        settled(0, 7, 0, 0),
    ]
    told = {
        language: [[step_text(step, voice_for(language, "lototrot")) for step in day.steps] for day in days]
        for language in LANGUAGES
    }
    seen = {step.code for day in days for step in day.steps}
    assert seen == set(of_game(library(), "lototrot")["steps"])
    for language, lines in told.items():
        for day, said in zip(days, lines, strict=True):
            blocks = settlement_document(day, voice_for(language, "lototrot")).blocks
            steps = next(block for block in blocks if isinstance(block, Rows))
            assert steps.rows == tuple(zip(said, (step.clause for step in day.steps), strict=True))
    assert told["es"][2][1] == "Se destina a premios el 60 %: 60.000,00 €."
    assert days[2].steps[1].clause == "IB05.14.III.9.9-1.1"


def test_categories_are_told_from_the_highest_down() -> None:
    assert [RULES.law.categories[category].hits for category in CATEGORIES] == [7, 6, 5, 4]

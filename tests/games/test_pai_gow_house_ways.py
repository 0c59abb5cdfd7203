"""The published house ways of pai gow: a hand set by the text equals the croupier's setting.

The test sets every hand again, by the published rules and without the code of the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from novamas.equipment.cards import JOKER, cards, rank
from novamas.equipment.tiles import TILE_KINDS, TILE_SET
from novamas.families.pai_gow.house_ways import OWN, WayRule
from novamas.games.pai_gow_domino.cloth import house_way as tile_way
from novamas.games.pai_gow_domino.house_way import chosen
from novamas.games.pai_gow_poker.cloth import house_way as card_way
from novamas.games.pai_gow_poker.house_way import LOWS, house_setting, least_high, settings
from novamas.hands import Category, TileCategory, TileHand, ladder, ranking, tile_hand
from novamas.law import catalogue
from novamas.law.texts import LANGUAGES
from novamas.odds.games.pai_gow_poker.seven_cards import plain_hands, suited_hands
from novamas.odds.report import explain_setting, table_odds
from novamas.testing import Rehearsal
from novamas.testing.rehearsal import opened
from novamas.words import voice_for
from novamas.words.house_way import house_way, house_ways

NORMS = ("IB09", "AR10", "CM16")
ONE_IN = 97  # hands that are set where not all of them are
CITED = {"IB09": "IB09.16.VII.18", "AR10": "AR10.10-1-C.VI.17", "CM16": "CM16.6.1.1"}

# ---------------------------------------------------------------- seven cards by the text

Ranks = Counter[int]
Asks = Callable[[Ranks, Mapping[str, int], "Seven"], bool]
Lays = Callable[[Counter[int], Ranks, Mapping[str, int], "Seven", int], bool]


class Seven:
    """Seven cards, with the two hands of each way to set them."""

    def __init__(self, held: tuple[int, ...]) -> None:
        self.ranks = [14 if card == JOKER else rank(card) for card in held]  # the joker counts as an ace
        self.high, self.low = settings(held)
        self.count = Counter(self.ranks)

    def straight(self, way: int) -> bool:
        """Return whether this setting has a straight or better as its high hand."""
        return self.high[way] >= lowest(Category.ESCALERA)


@cache
def lowest(category: Category) -> int:
    """Return the strength of the lowest hand of a combination."""
    rungs = ladder(ranking("pai_gow_poker").shape).rungs
    return 1 + next(place for place, rung in enumerate(rungs) if rung.category is category)


def alike(count: Ranks, many: int) -> list[int]:
    """Return the ranks that occur exactly this many times, the highest first."""
    return sorted((each for each in count if count[each] == many), reverse=True)


def others(count: Ranks) -> Ranks:
    """Return the three cards that do not belong to four of a kind."""
    return Counter({each: many for each, many in count.items() if many != 4})


def keeps_four(count: Ranks, figures: Mapping[str, int]) -> bool:
    rest = others(count)
    pairs = [each for each in rest if rest[each] >= 2]
    if pairs:
        return max(pairs) >= figures["pair"]
    return max(rest) >= figures.get("single", 99)


def goes_low(rank: int, low: Counter[int]) -> bool:
    return low[rank] == 2


FITS: dict[str, Asks] = {
    "five_aces_and_kings": lambda count, f, hand: count[14] == 5 and count[13] == 2,
    "five_aces_split": lambda count, f, hand: count[14] == 5,
    "four_kept": lambda count, f, hand: any(each >= f["least"] for each in alike(count, 4)),
    "four_with_pair": lambda count, f, hand: any(each >= f["least"] for each in alike(count, 4)),
    "four_with_pair_or_single": lambda count, f, hand: any(each >= f["least"] for each in alike(count, 4)),
    "two_threes": lambda count, f, hand: len(alike(count, 3)) == 2,
    "three_pairs": lambda count, f, hand: len(alike(count, 2)) == 3,
    "three_and_pair": lambda count, f, hand: bool(alike(count, 3) and alike(count, 2)),
    "two_pairs_split": lambda count, f, hand: len(alike(count, 2)) == 2 and alike(count, 2)[0] >= f["higher"],
    "two_pairs_kept": lambda count, f, hand: len(alike(count, 2)) == 2 and alike(count, 2)[0] >= f["higher"],
    "both_pairs_split": lambda count, f, hand: (
        len(alike(count, 2)) == 2 and alike(count, 2)[0] >= f["higher"] and alike(count, 2)[1] >= f["lower"]
    ),
    "straight": lambda count, f, hand: any(hand.straight(way) for way in range(len(LOWS))),
    "three_aces": lambda count, f, hand: count[14] == 3,
    "three": lambda count, f, hand: bool(alike(count, 3)),
    "pair": lambda count, f, hand: bool(alike(count, 2)),
    "nothing": lambda count, f, hand: True,
}
LAID: dict[str, Lays] = {
    "five_aces_and_kings": lambda low, count, f, hand, way: goes_low(13, low),
    "five_aces_split": lambda low, count, f, hand, way: goes_low(14, low),
    "four_kept": lambda low, count, f, hand, way: hand.high[way] >= lowest(Category.POQUER),
    "four_with_pair": lambda low, count, f, hand, way: (
        hand.high[way] >= lowest(Category.POQUER)
        if keeps_four(count, f)
        else goes_low(alike(count, 4)[0], low)
    ),
    "two_threes": lambda low, count, f, hand, way: goes_low(alike(count, 3)[0], low),
    "three_pairs": lambda low, count, f, hand, way: goes_low(alike(count, 2)[0], low),
    "three_and_pair": lambda low, count, f, hand, way: goes_low(alike(count, 2)[0], low),
    "two_pairs_split": lambda low, count, f, hand, way: goes_low(alike(count, 2)[1], low),
    "two_pairs_kept": lambda low, count, f, hand, way: (
        not any(low[each] for each in alike(count, 2))
        if alike(count, 1)[0] >= f["single"]
        else goes_low(alike(count, 2)[1], low)
    ),
    "straight": lambda low, count, f, hand, way: hand.straight(way),
    "three_aces": lambda low, count, f, hand, way: low[14] == 1,
    "three": lambda low, count, f, hand, way: not low[alike(count, 3)[0]],
    "pair": lambda low, count, f, hand, way: not low[alike(count, 2)[0]],
    "nothing": lambda low, count, f, hand, way: not low[max(count)],
}
LAID["four_with_pair_or_single"] = LAID["four_with_pair"]
LAID["both_pairs_split"] = LAID["two_pairs_split"]


def by_the_text(held: tuple[int, ...], rules: tuple[WayRule, ...]) -> tuple[str, int, int]:
    """Return the rule that applies, and the strengths of the two hands that it gives."""
    hand = Seven(held)
    rule = next(each for each in rules if FITS[each.code](hand.count, each.figures, hand))
    ways = [
        (hand.low[way], hand.high[way])
        for way, (one, other) in enumerate(LOWS)
        if hand.high[way] >= least_high()[hand.low[way]]
        and LAID[rule.code](
            Counter((hand.ranks[one], hand.ranks[other])), hand.count, rule.figures, hand, way
        )
    ]
    low, high = max(ways)
    return rule.code, high, low


def every_hand(one_in: int) -> Iterator[tuple[int, ...]]:
    """Yield every seven-card hand from 53 cards, suits ignored, or one hand in `every`."""
    for hands in (plain_hands().hands, suited_hands().hands):
        yield from map(tuple, hands[::one_in].tolist())


@pytest.mark.law("IB09.16.VII.18", "AR10.10-1-C.VI.17")
@pytest.mark.parametrize("way", ["usual", "simple"])
def test_by_the_text_every_hand_of_cards_is_set_as_by_the_croupier(way: str, soak: bool) -> None:
    published = card_way(catalogue.under("IB09")["pai_gow_poker"], way)
    met: Counter[str] = Counter()
    for held in every_hand(1 if soak else ONE_IN):
        code, high, low = by_the_text(held, published.rules)
        met[code] += 1
        strengths, lows = settings(held)
        chose = house_setting(held, published)
        assert (strengths[chose], lows[chose]) == (high, low), (code, held)
    assert met.keys() >= {rule.code for rule in published.rules} - {"five_aces_and_kings", "five_aces_split"}


@pytest.mark.parametrize(
    ("seven", "code", "low"),
    [
        ("As Ad Ac Ah Jk Ks Kc", "five_aces_and_kings", "Ks Kc"),
        ("As Ad Ac Ah Jk 9s 7c", "five_aces_split", "As Ad"),
        ("7s 7d 7c 8h 9d Ts Jk", "straight", "7d 7c"),  # three of a kind beside a straight with the joker
        ("As Ad Jk 5s 6d 7c 8h", "straight", "As Ad"),  # the third ace is the joker, which the straight needs
        ("7s 7d 7c 2s 9s Js Jk", "straight", "7d 7c"),  # and beside a flush
        ("As Ah Jk 2s 2h 3s 4s", "three_and_pair", "2s 2h"),  # a full house beside a straight flush
        ("6s 6d 3c 3h 4d 5s 7c", "two_pairs_kept", "3c 3h"),  # the straight 3-7 stays: no king beside it
        ("6s 6d 3c 3h 4d 5s Kc", "two_pairs_kept", "5s Kc"),  # two pairs beside a straight
    ],
)
def test_where_two_rules_could_be_meant_the_first_holds(seven: str, code: str, low: str) -> None:
    held = tuple(sorted(cards(seven)))
    published = card_way(catalogue.under("IB09")["pai_gow_poker"], "usual")
    two = [held[place] for place in LOWS[house_setting(held, published)]]
    assert by_the_text(held, published.rules)[0] == code
    wanted = [14 if card == JOKER else rank(card) for card in cards(low)]
    assert sorted(14 if card == JOKER else rank(card) for card in two) == sorted(wanted)


def test_four_aces_with_the_joker_beside_a_straight_flush_are_set_as_the_text_says() -> None:
    """If a straight flush stays high, two of four aces, joker included, are the low hand."""
    held = tuple(sorted(cards("2s 3s 4s Ac Ad As Jk")))
    published = card_way(catalogue.under("CM16")["pai_gow_poker"], "simple")
    two = [held[place] for place in LOWS[house_setting(held, published)]]
    assert by_the_text(held, published.rules)[0] == "four_kept"
    assert two == list(cards("Ac Ad"))


@pytest.mark.law("IB09.16.VII.18", "AR10.10-1-C.VI.17")
@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("way", ["usual", "simple"])
def test_a_house_way_is_the_same_under_every_norm_but_for_its_clause(norm: str, way: str) -> None:
    """The figures of a house way are the same under every norm, except for the clause."""
    ours, first = (card_way(catalogue.under(each)["pai_gow_poker"], way) for each in (norm, "IB09"))
    assert ours.cite == (CITED[norm],)
    assert (ours.rules, ours.plain) == (first.rules, first.plain)
    table = opened("pai_gow_poker", norm, house_way=way)
    told = voice_for("es", "pai_gow_poker")
    assert house_way(table, told) == house_ways(opened("pai_gow_poker", "IB09"), told)[way]


# What the placard says, a second time: no figure of a published way is changed unseen.
PUBLISHED: dict[str, object] = {
    "usual": (
        ((14, 2, 15), (11, 7, 15), (7, 2, 14), (2, 2, 13)),  # two pairs: the higher, the lower, kept with
        ((14, 7, 15), (11, 10, 15), (7, 2, 14), (2, 2, 2)),  # four: from, kept with a pair, or with a card
        True,
        True,
    ),
    "simple": (((2, 2, 15),), ((2, 2, 2),), False, True),
    "by_worth": (
        (0, 7, 14, 23, 34, 46, 62, 77, 88, 95, 99, 99, 100),
        (0, 0, 0, 2, 5, 9, 16, 25, 33, 49, 66, 78, 91),
    ),
    "best_high": (tuple(range(13)), tuple(range(0, 1300, 100))),  # the high hand, and then the low
}


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("way", ["usual", "simple"])
def test_the_ways_with_cards_are_those_that_are_published(norm: str, way: str) -> None:
    assert card_way(catalogue.under(norm)["pai_gow_poker"], way).plain == PUBLISHED[way]


@pytest.mark.parametrize("way", ["by_worth", "best_high"])
def test_the_ways_with_tiles_are_those_that_are_published(way: str) -> None:
    published = tile_way(catalogue.under("CM16")["pai_gow_domino"], way)
    assert (published.low, published.high) == PUBLISHED[way]


# ---------------------------------------------------------------- four tiles by the text


def four_tiles() -> Iterator[tuple[int, ...]]:
    """Yield every four-tile hand from the 32 tiles, equal tiles counted once."""
    for four in combinations_with_replacement(TILE_KINDS, 4):
        if all(four.count(kind) <= TILE_SET.count(kind) for kind in four):
            yield four


WORTH = {
    TileCategory.PAREJA: "worth_of_pair",
    TileCategory.WONG: "worth_of_wong",
    TileCategory.GONG: "worth_of_gong",
}


def tiles_by_the_text(four: tuple[int, ...], rules: tuple[WayRule, ...]) -> tuple[int, int, int]:
    """Return the values of the two hands that the text gives, and the strength of each."""
    most, *rows, last = rules
    assert (most.code, last.code) == ("worth_most", "better_low")

    def worth(hand: TileHand, place: str) -> int:
        code = WORTH.get(hand.category, "worth_of_points")
        (row,) = (
            each
            for each in rows
            if each.code == code and (hand.category in WORTH or each.figures["points"] == hand.points)
        )
        return row.figures[place]

    found = []
    for partner in (1, 2, 3):
        rest = [four[n] for n in (1, 2, 3) if n != partner]
        low, high = sorted(
            (tile_hand(four[0], four[partner]), tile_hand(*rest)), key=lambda hand: hand.strength
        )
        found.append((worth(low, "low") + worth(high, "high"), low.strength, high.strength))
    return max(found)


@pytest.mark.law("CM16.6.1.1")
@pytest.mark.parametrize("way", ["by_worth", "best_high"])
def test_by_the_text_every_hand_of_tiles_is_set_as_by_the_croupier(way: str) -> None:
    published = tile_way(catalogue.under("CM16")["pai_gow_domino"], way)
    hands = 0
    for four in four_tiles():
        hands += 1
        chose = chosen(four, published)
        worth = published.worth(chose), chose.low.strength, chose.high.strength
        assert worth == tiles_by_the_text(four, published.rules), four
    assert hands > 3000


# ---------------------------------------------------------------- it is published


@pytest.mark.parametrize(
    ("slug", "norm"), [*(("pai_gow_poker", norm) for norm in NORMS), ("pai_gow_domino", "CM16")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_is_told_in_every_language(slug: str, norm: str, language: Any) -> None:
    table = opened(slug, norm)
    voice = voice_for(language, slug)
    published = house_ways(table, voice)
    assert list(published) == list(table.frame.options["house_way"].one_of)
    assert published[table.chosen["house_way"]] == house_way(table, voice)
    for way, rules in published.items():
        assert len(set(rules)) == len(rules) > (0 if way == OWN else 10)
        assert all(rule[0].isupper() and rule.endswith(".") and "{" not in rule for rule in rules)


def test_the_simple_way_as_it_is_published() -> None:
    lines = house_way(opened("pai_gow_poker", "CM16", house_way="simple"), voice_for("es", "pai_gow_poker"))
    assert lines[1:5] == (
        "Cinco ases y dos reyes: los reyes van a la mano baja.",
        "Cinco ases: dos van a la mano baja.",
        "Cuatro cartas iguales, de cualquier valor: en la mano alta queda póquer o mejor.",
        "Dos tríos: dos cartas del más alto van a la mano baja.",
    )
    assert "Dos parejas (de cualquier valor): la menor va a la mano baja." in lines


def test_a_game_without_house_way_publishes_none() -> None:
    voice = voice_for("en", "boule")
    assert house_way(opened("boule", "IB05"), voice) == ()
    assert house_ways(opened("boule", "IB05"), voice) == {}


# ---------------------------------------------------------------- a house's own way


@pytest.mark.law("IB09.16.VII.18", "AR10.10-1-C.VI.17", "CM16.6.1.1")
@pytest.mark.parametrize("norm", NORMS)
def test_by_the_houses_own_way_the_croupier_says_how_he_sets(norm: str) -> None:
    """If the house has its own way, any correct setting may be the published one. A foul one is reported."""
    table = Rehearsal(opened("pai_gow_poker", norm, seats=1, house_way="own"))
    table.play("s1 bet casilla:1 500; 1-1-6", "As Ad 5h 3d 2h 8d Ts")
    table.refused("s1 set_as_house 1", "own_way_unknown", CITED[norm])
    table.play("s1 set_hand 1 8dTs", "Ks Kd 9c 7h 5d 3s 2c")
    table.refused("croupier set_bank KsKd", "foul_hand")
    table.refused("floor wrong_house_way 2c3s", "not_listed")
    assert table.play("floor wrong_house_way KsKd").happened == table.felt.course.foul
    said = table.fork().croupier().said  # who says nothing sets by our usual way
    assert "El croupier: pareja de reyes y carta mayor, nueve." in said
    assert "El croupier: pareja de reyes y carta mayor, tres." in table.play("croupier set_bank 3s2c").said


@pytest.mark.law("CM16.6.1.1")
def test_a_house_may_have_its_own_way_with_tiles_too() -> None:
    table = Rehearsal(opened("pai_gow_domino", "CM16", seats=1, house_way="own"))
    table.play("s1 bet casilla:1 500; 1-1-6", "6:6 4:5 4:4 1:3", "s1 set_hand 1 1:3+4:4", "3:4 2:2 5:6 1:6")
    ways = table.felt.splits(table.felt.known(0))
    assert len(ways) == 3
    for way in ways:
        assert table.fork().play(f"croupier set_bank {way}").payments


def test_the_odds_of_a_way_that_we_do_not_know_are_not_told() -> None:
    for slug, norm, hand in (
        ("pai_gow_poker", "IB09", "As Ad 5h 3d 2h 8d Ts"),
        ("pai_gow_domino", "CM16", "6:6 4:5 4:4 1:3"),
    ):
        table = opened(slug, norm, house_way="own")
        assert table_odds(table) == {}
        assert explain_setting(table, hand) is None
        assert len(house_way(table, voice_for("es", slug))) == 1

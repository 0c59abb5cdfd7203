"""Every hand of every deck is counted by the reference ranking and by the kernels, with known results."""

from collections import Counter
from math import comb

import pytest

from novamas.hands import Category, Shape, ladder, ranking, rankings
from novamas.hands.batch import census, tally

SHORT = tuple(line.category for line in ranking("sintetico", "IB05").ranked)
FIVE = tuple(line.category for line in ranking("sin_descarte", "IB05").ranked)

# royal, straight flush, four, full, flush, straight, three, two pair, pair, high card
FIVE_CARDS = {
    52: (4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240, 1302540),
    48: (4, 32, 528, 3168, 3132, 9180, 42240, 95040, 760320, 798660),
    44: (4, 28, 440, 2640, 1816, 8160, 31680, 71280, 506880, 463080),
    40: (4, 24, 360, 2160, 980, 7140, 23040, 51840, 322560, 249900),
    36: (4, 20, 288, 1728, 480, 6120, 16128, 36288, 193536, 122400),
    32: (4, 16, 224, 1344, 204, 5100, 10752, 24192, 107520, 52020),
    28: (4, 12, 168, 1008, 68, 4080, 6720, 15120, 53760, 17340),
}
SEVEN_CARDS = (4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460)
SIX_CARDS = (188, 1656, 14664, 165984, 205792, 361620, 732160, 2532816, 9730740, 6612900)
PAI_GOW = (1, 24, 180, 828, 4368, 7804, 20532, 63360, 138600, 1215024, 1418964)
THREE_CARDS = (4, 44, 52, 720, 1096, 3744, 16440)
FIGURAS_OF_ONE_PAIR = 1536
FIGURAS_OF_TWO_PAIR = 1728


def by_ladder(shape: Shape) -> dict[Category, int]:
    counted: Counter[Category] = Counter()
    for rung in ladder(shape).rungs:
        counted[rung.category] += rung.hands
    return counted


def expect(shape: Shape, counts: dict[Category, int]) -> None:
    assert sum(counts.values()) == comb(shape.deck, shape.cards)
    assert by_ladder(shape) == counts
    assert census(shape, shape.cards) == counts


@pytest.mark.parametrize("deck", FIVE_CARDS)
def test_five_cards_of_every_deck(deck: int) -> None:
    shape = Shape(deck, 5, FIVE if deck == 52 else SHORT)
    expect(shape, dict(zip(FIVE, FIVE_CARDS[deck], strict=True)))


@pytest.mark.law("IB09.12.VI.1.h.1", "AR10.10-2.VI.1.h.1")
@pytest.mark.parametrize("deck", FIVE_CARDS)
def test_five_cards_of_every_deck_with_figuras(deck: int) -> None:
    order = list(FIVE if deck == 52 else SHORT)
    order.insert(order.index(Category.DOBLE_PAREJA), Category.FIGURAS)
    counts = dict(zip(FIVE, FIVE_CARDS[deck], strict=True))
    counts[Category.PAREJA] -= FIGURAS_OF_ONE_PAIR
    counts[Category.DOBLE_PAREJA] -= FIGURAS_OF_TWO_PAIR
    counts[Category.FIGURAS] = FIGURAS_OF_ONE_PAIR + FIGURAS_OF_TWO_PAIR
    expect(Shape(deck, 5, tuple(order)), counts)


@pytest.mark.law("IB09.12-1.I.1", "AR10.10-2-A.II.2", "IB09.12-1.I.4")
def test_the_decks_of_covered_poker() -> None:
    decks = {
        norm: {each.shape.deck for each in rankings() if (each.game, each.norm) == ("cubierto", norm)}
        for norm in ("IB09", "AR10")
    }
    assert decks == {"IB09": {52, 32}, "AR10": {52, 48, 44, 40, 36, 32}}


def test_pai_gow_poker_with_the_joker() -> None:
    shape = ranking("pai_gow_poker").shape
    expect(shape, dict(zip(shape.order, PAI_GOW, strict=True)))


def test_the_two_card_hand_of_pai_gow_poker() -> None:
    shape = ranking("pai_gow_poker", variant="low").shape
    expect(shape, {Category.PAREJA: 13 * 6 + 4, Category.CARTA_MAYOR: comb(53, 2) - 82})


def test_three_cards_with_and_without_the_royal() -> None:
    shape = ranking("tres_cartas").shape
    expect(shape, dict(zip(shape.order, THREE_CARDS, strict=True)))
    without = ranking("tres_cartas", variant="without_royal").shape
    royal, straight_flush, *others = THREE_CARDS
    expect(without, dict(zip(without.order, (royal + straight_flush, *others), strict=True)))


def test_ace_and_king_of_aragon() -> None:
    counts = dict(zip(FIVE, FIVE_CARDS[52], strict=True))
    counts[Category.AS_REY] = (comb(11, 3) - 1) * (4**5 - 4)
    counts[Category.CARTA_MAYOR] -= counts[Category.AS_REY]
    expect(ranking("sin_descarte", "AR10").shape, counts)


def test_every_rung_of_five_cards_is_counted_alike_by_reference_and_kernel() -> None:
    for shape in {each.shape for each in rankings()}:
        assert tally(shape, shape.cards).tolist() == [0, *(rung.hands for rung in ladder(shape).rungs)]


def test_best_five_of_six() -> None:
    assert census(ranking("holdem").shape, 6) == dict(zip(FIVE, SIX_CARDS, strict=True))


@pytest.mark.soak
def test_best_five_of_seven_all_133_784_560() -> None:
    counted = census(ranking("holdem").shape, 7)
    assert sum(counted.values()) == comb(52, 7) == 133_784_560
    assert counted == dict(zip(FIVE, SEVEN_CARDS, strict=True))

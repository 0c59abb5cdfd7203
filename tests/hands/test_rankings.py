import subprocess
import sys

import pytest

from novamas.equipment import cards
from novamas.errors import InvalidInput
from novamas.hands import Category, best_hand, hand_name, ladder, ranking, rankings
from novamas.law import clause
from novamas.law.texts import LANGUAGES
from novamas.words import voice_for
from novamas.words.hands import hand_text


def test_every_ranking_cites_clauses_that_exist_in_its_norm() -> None:
    for each in rankings():
        cited = [*each.cite, *(line.clause for line in each.ranked)]
        cited += [line.tie for line in each.ranked if line.tie is not None]
        assert all(clause(one).norm == each.norm == one[:4] for one in cited)
        assert {line.category for line in each.ranked} == set(each.shape.order)
        for category in each.shape.order:
            assert clause(each.clause(category))
            assert clause(each.tie_clause(category))


def test_every_rung_names_a_category_of_its_ranking() -> None:
    for shape in {each.shape for each in rankings()}:
        assert {rung.category for rung in ladder(shape).rungs} == set(shape.order)
        assert ladder(shape).category(1) is shape.order[-1]
        assert ladder(shape).category(len(ladder(shape).rungs)) is shape.order[0]


def test_the_first_norm_and_the_usual_deck_unless_named() -> None:
    assert ranking("cubierto").norm == "IB09"
    assert ranking("cubierto").shape.deck == 52
    assert ranking("cubierto", deck=40).norm == "AR10"
    assert ranking("sin_descarte", "AR10").norm == "AR10"
    assert ranking("trijoker").norm == "AR10"


@pytest.mark.parametrize(
    ("game", "norm", "deck", "variant", "complaint"),
    [
        ("parchis", None, None, "", "“parchis” is not a game with ranked hands. Choose one of “cubierto”"),
        (
            "trijoker",
            "IB09",
            None,
            "",
            "The norm “IB09” does not rank the hands of trijoker. These norms do: “AR10”, “IB05”",
        ),
        ("holdem", None, 32, "", "deck of Texas hold'em has 52 cards, not 32"),
        ("holdem", None, None, "low", "no ranking “low”, only the usual one"),
        ("pai_gow_poker", None, None, "high", "there is “low”"),
    ],
)
def test_unknown_rankings_are_refused(
    game: str, norm: str | None, deck: int | None, variant: str, complaint: str
) -> None:
    with pytest.raises(InvalidInput, match=complaint):
        ranking(game, norm, deck=deck, variant=variant)


@pytest.mark.parametrize(
    ("game", "text", "es", "ca", "en"),
    [
        ("holdem", "Kc Kd Kh 2s 2c", "full de reyes y doses", "full de reis i dosos",
         "full house, kings over deuces"),
        ("holdem", "Ac Ad Kh 2s 3c", "pareja de ases", "parella d’asos", "pair of aces"),
        ("holdem", "Ac 2d 3h 4s 5c", "escalera al cinco", "escala al cinc", "straight to the five"),
        ("holdem", "Qc Td 9h 4s 5c", "carta mayor, dama", "carta major, dama", "high card, queen"),
        ("holdem", "Qc Tc 9c 4c 5c", "color a la dama", "color a la dama", "flush to the queen"),
        ("holdem", "8c 8d 8h 8s 5c", "póquer de ochos", "pòquer de vuits", "four eights"),
        ("holdem", "8c 8d 5h 5s Kc", "doble pareja de ochos y cincos", "doble parella de vuits i cincs",
         "two pair, eights and fives"),
        ("pai_gow_poker", "Kc Qc Tc 9c Jk", "escalera de color al rey", "escala de color al rei",
         "straight flush to the king"),
        ("cubierto", "Kc Kd Qc Jd As", "figuras con pareja de reyes", "figures amb parella de reis",
         "figures with a pair of kings"),
    ],
)  # fmt: skip
def test_hands_have_names_in_three_languages(game: str, text: str, es: str, ca: str, en: str) -> None:
    hand = best_hand(ranking(game), cards(text))
    assert [hand_text(hand, voice_for(language)) for language in LANGUAGES] == [es, ca, en]


def test_the_croupier_calls_hands_in_spanish() -> None:
    assert best_hand(ranking("holdem"), cards("Kc Kd Kh 2s 2c")).call == "full de reyes y doses"


def test_every_category_has_a_name() -> None:
    for category in Category:
        for language in LANGUAGES:
            assert "{" not in hand_name(category, (14, 13), language)


def test_importing_hands_loads_neither_numba_nor_numpy() -> None:
    code = "import sys, novamas.hands; print([each for each in ('numba', 'numpy') if each in sys.modules])"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "[]"


def test_numba_waits_for_the_first_kernel() -> None:
    code = "import sys, novamas.hands.batch; print('numba' in sys.modules)"
    printed = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert printed.strip() == "False"

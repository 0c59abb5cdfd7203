"""Every text of the odds and of advice exists in three languages, and reads well."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from tools.odds_goldens import FOLDER, KeptOdds, example_table, kept

import novamas
from novamas.equipment import cards, tiles
from novamas.hands import Category, best_hand, hand_name, ranking, tile_hand
from novamas.hands.names import names
from novamas.law import library
from novamas.law.texts import LANGUAGES, Language
from novamas.odds.advice import ANY_HAND, coded, or_better
from novamas.odds.report import BetOdds
from novamas.table.bets import parts_of
from novamas.words import odds as odds_words
from novamas.words import voice_for
from novamas.words.hands import hand_text
from novamas.words.odds import advice_text, edges_text, exactly, holding
from novamas.words.texts import find, text_file

KEPT = {path.stem: tuple(path.stem.split("-")) for path in sorted(FOLDER.glob("*.json"))}
ODDS = Path(novamas.__file__).parent / "odds"


def every_kept() -> Iterator[tuple[str, str, KeptOdds]]:
    for slug, norm in KEPT.values():
        yield slug, norm, kept(slug, norm)


def every_advice() -> Iterator[Mapping[str, Any]]:
    for _slug, _norm, odds in every_kept():
        yield from odds.strategy


def said(function: str) -> set[str]:
    """Return the codes that the odds pass to a function: every text in its first argument."""
    found: set[str] = set()
    for module in ODDS.rglob("*.py"):
        for node in ast.walk(ast.parse(module.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == function:
                inside = ast.walk(node.args[0])
                found |= {each.value for each in inside if isinstance(each, ast.Constant)}  # type: ignore[misc]
    return found


# ---------------------------------------------------------------- every code has words


def test_what_every_edge_is_per_has_words() -> None:
    for slug, norm, odds in every_kept():
        table = example_table(slug, norm)
        asked = {wager.per for wager in table.game.wagers(table.opening).values()}
        asked |= {per for bet in odds.bets.values() for per in (bet.per, *bet.also)}
        assert asked <= text_file("per").keys(), slug


def test_hands_that_advice_speaks_of_have_words_and_no_others() -> None:
    told = [advice[name] for advice in every_advice() for name in ("from", "then") if name in advice]
    told += [row["hand"] for advice in every_advice() for row in advice.get("chart", ())]
    assert {hands["code"] for hands in told} <= text_file("holdings").keys()
    by_variable = {"ace_king_or_better", "pair_or_better"}
    assert said("coded") - {"made"} | by_variable == text_file("holdings").keys()


def test_models_and_ignorance_have_words_and_no_others() -> None:
    models = {advice["model"] for advice in every_advice() if "model" in advice}
    ignorance = {one["ignorance"] for advice in every_advice() for one in advice.get("ignorance", ())}
    assert models == text_file("models").keys()
    assert ignorance == text_file("ignorance").keys()


def test_what_a_count_goes_through_has_words_and_no_others() -> None:
    assert said("tracked") | {"counting"} == text_file("counting").keys()


def test_bets_that_only_the_odds_know_have_names() -> None:
    """The strategy is part of the bet's name: `punto_equilibrium`, `casilla_best`."""
    for slug, norm, odds in every_kept():
        table = example_table(slug, norm)
        for name in odds.bets.keys() - table.game.wagers(table.opening).keys():
            assert find(library(), f"bets.{parts_of(name).kind}", slug), name


def test_sentences_of_advice_are_all_used() -> None:
    told = Path(odds_words.__file__).read_text("utf-8")
    written = {node.value for node in ast.walk(ast.parse(told)) if isinstance(node, ast.Constant)}
    asked = {str(each).removeprefix("advice.") for each in written}
    assert text_file("advice").keys() <= asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_kept_advice_is_told(language: Language) -> None:
    for slug, norm, odds in every_kept():
        chosen, voice = example_table(slug, norm).chosen, voice_for(language, slug)
        for advice in odds.strategy:
            lines = list(advice_text(advice, chosen, voice))
            assert bool(lines) == ("chart" not in advice)
            for line in lines:
                assert line.endswith("."), line
                assert not {"{", "}", "_"} & set(line.replace("pareja_plus", "")), line


def test_no_sentence_for_people_is_written_among_the_odds() -> None:
    """Every text in the odds is a code, a figure, or a column name for programs."""
    for advice in every_advice():
        for text in texts_in({name: value for name, value in advice.items() if name != "worth"}):
            assert " " not in text, text


def texts_in(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for name, each in value.items():
                yield from (name, *texts_in(each))
        case list():
            for each in value:
                yield from texts_in(each)


# ---------------------------------------------------------------- texts


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", "A-K-J-8-3 o mejor"),
        ("ca", "A-K-J-8-3 o millor"),
        ("en", "A-K-J-8-3 or better"),
    ],
)
def test_a_hand_or_better(language: Language, told: str) -> None:
    assert holding(or_better(cards("8s Kd 3c Ac Jh")), voice_for(language)) == told


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", ["17 blando", "12 duro", "A A", "as y rey"]),
        ("ca", ["17 tou", "12 dur", "A A", "as i rei"]),
        ("en", ["soft 17", "hard 12", "A A", "ace-king"]),
    ],
)
def test_totals_pairs_and_made_hands(language: Language, told: list[str]) -> None:
    hands = (
        coded("soft", points=17),
        coded("hard", points=12),
        coded("pair", card="A"),
        coded("made", category="as_rey", ranks=[14, 13, 11, 8, 3]),
    )
    assert [holding(each, voice_for(language)) for each in hands] == told


RULE = {
    "bet": "ante",
    "best": "go",
    "otherwise": "fold",
    "from": or_better(cards("Qc 6d 4h")),
    "cost": "1/1000",
    "worth": {},
}


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("es", "con Q-6-4 o mejor; si no, «retirarse». Cuesta 0,1000 % frente al juego óptimo."),
        ("ca", "amb Q-6-4 o millor; si no, «retirar-se». Costa 0,1000 % respecte del joc òptim."),
        ("en", "with Q-6-4 or better, otherwise “fold”. Costs 0.1000 % compared with best play."),
    ],
)
def test_a_rule_to_remember_is_told_with_its_cost(language: Language, told: str) -> None:
    (line,) = advice_text(RULE, {}, voice_for(language, "tres_cartas"))
    assert line.endswith(told)


def test_a_rule_for_any_hand_is_told_as_always_the_same() -> None:
    house = {**RULE, "bet": "casilla_best", "from": ANY_HAND, "best": "set_as_house", "otherwise": "set_hand"}
    (line,) = advice_text(house, {}, voice_for("es", "pai_gow_domino"))
    assert line == "casilla con juego óptimo: siempre «casa». Cuesta 0,1000 % frente al juego óptimo."


def test_what_is_done_with_the_rest_is_told_after_a_rule() -> None:
    bought = {**RULE, "from": coded("good_draw"), "best": "buy", "otherwise": "go", "then": RULE["from"]}
    first, then = advice_text(bought, {}, voice_for("en", "sin_descarte"))
    assert "“buy” with less than a pair but four to a flush" in first
    assert then.endswith("with all other hands, and after buying a card, “go” with Q-6-4 or better.")


def test_a_pool_from_which_a_bet_is_even_is_told_in_euros() -> None:
    pool = {"bet": "jackpot", "best": "", "worth": {}, "break_even": "1234567/2"}
    (line,) = advice_text(pool, {}, voice_for("es"))
    assert line == "jackpot: sin ventaja de la casa a partir de 6.172,84 € acumulados."


def test_an_equilibrium_is_told_with_what_its_model_takes_for_granted() -> None:
    odds = kept("chemin_de_fer", "IB05")
    (known,) = [advice for advice in odds.strategy if advice.get("model") == "cards_known"]
    first, *lost = advice_text(known, {}, voice_for("ca", "chemin_de_fer"))
    assert first.startswith("punt en equilibri, sis baralles, el banquer coneix les seves cartes: amb cinc")
    assert "82,321 %" in first
    assert lost[0] == "Si el punt sempre demana amb cinc i l’altra part ho sap, costa 0,088 %."
    assert len(lost) == 4


def test_an_edge_per_something_else_is_told() -> None:
    odds = BetOdds(
        Fraction(1, 50), "unit_staked", 100, 1.0, Fraction(1, 2), None, also={"roll": Fraction(1, 200)}
    )
    assert edges_text("rojo", odds, voice_for("es")) == "rojo: 0,500 % por tirada."


def test_long_fractions_are_told_as_decimals() -> None:
    assert exactly(Fraction(1, 37), voice_for("es")) == "1/37"
    assert exactly(Fraction(10**12 + 1, 3 * 10**12 + 1), voice_for("es")) == "≈ 0,333333333"


# ---------------------------------------------------------------- hands


NAMED = {
    Category.CINCO_ASES: ("cinco ases", "cinc asos", "five aces"),
    Category.ESCALERA_DE_COLOR_REAL: ("escalera de color real", "escala de color reial", "royal flush"),
    Category.ESCALERA_REAL: ("escalera real", "escala reial", "royal straight flush"),
    Category.ESCALERA_DE_COLOR: (
        "escalera de color al as",
        "escala de color a l’as",
        "straight flush to the ace",
    ),
    Category.POQUER: ("póquer de ases", "pòquer d’asos", "four aces"),
    Category.FULL: ("full de ases y damas", "full d’asos i dames", "full house, aces over queens"),
    Category.COLOR: ("color al as", "color a l’as", "flush to the ace"),
    Category.ESCALERA: ("escalera al as", "escala a l’as", "straight to the ace"),
    Category.TRIO: ("trío de ases", "trio d’asos", "three aces"),
    Category.FIGURAS: (
        "figuras con pareja de ases",
        "figures amb parella d’asos",
        "figures with a pair of aces",
    ),
    Category.DOBLE_PAREJA: (
        "doble pareja de ases y damas",
        "doble parella d’asos i dames",
        "two pair, aces and queens",
    ),
    Category.PAREJA: ("pareja de ases", "parella d’asos", "pair of aces"),
    Category.AS_REY: ("as y rey", "as i rei", "ace-king"),
    Category.CARTA_MAYOR: ("carta mayor, as", "carta major, as", "high card, ace"),
}


@pytest.mark.parametrize("category", Category)
def test_every_combination_has_its_name_in_three_languages(category: Category) -> None:
    assert tuple(hand_name(category, (14, 12), language) for language in LANGUAGES) == NAMED[category]


def test_every_rank_has_all_its_forms_in_every_language() -> None:
    assert names().keys() == set(LANGUAGES)
    for language, named in names().items():
        assert named.ranks.keys() == {str(rank) for rank in range(2, 15)}, language
        forms = [form for rank in named.ranks.values() for form in (rank.one, rank.many, rank.of, rank.to)]
        assert not any("'" in text for text in (*forms, *named.categories.values()))


@pytest.mark.parametrize(
    ("held", "told"),
    [
        ("6:6 6:6", ("pareja de Teen", "parella de Teen", "pair of Teen")),
        ("1:1 1:4", ("7 puntos con Day", "7 punts amb Day", "7 points with Day")),
        ("6:6 4:5", ("Wong", "Wong", "Wong")),
        ("6:6 2:6", ("Gong", "Gong", "Gong")),
    ],
)
def test_two_tiles_have_their_name_in_three_languages(held: str, told: tuple[str, ...]) -> None:
    one, other = tiles(held)
    assert tuple(hand_text(tile_hand(one, other), voice_for(language)) for language in LANGUAGES) == told


def test_a_hand_is_named_by_the_voice_and_called_in_spanish() -> None:
    hand = best_hand(ranking("holdem"), cards("Kc Kd Kh As Ac"))
    assert hand_text(hand, voice_for("ca")) == "full de reis i asos"
    assert hand.call == "full de reyes y ases"

"""Strategies from a file: lawful and complete, or one sentence with line and field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.sim.engine import SEED, FromDeck, assert_same_coups, rounds_at

import novamas
from novamas.equipment.cards import DECK_52, RANK_LETTERS, cards
from novamas.errors import NovamasError
from novamas.families.banked.acts import Fold
from novamas.families.house_holdem.acts import BetOn, Check
from novamas.families.house_holdem.figures import FLOP, RIVER, TURN
from novamas.games.blackjack.phases.cards import Playing, Proposing
from novamas.games.blackjack.shoe import fresh_shoe
from novamas.hands import best_hand, blackjack_total, ranking_of
from novamas.house.simulation.strategy_file import strategy_meant
from novamas.odds.games.blackjack.bets import rules_of
from novamas.odds.games.tres_cartas import Play as BestPlay
from novamas.sim.dispatch import compile_bet
from novamas.table.deeds import Deed
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.testing.rehearsal import opened

TRES = opened("tres_cartas", "AR10")


def written(folder: Path, text: str) -> str:
    path = folder / "mine.toml"
    path.write_text(text, "utf-8")
    return str(path)


def from_hand(folder: Path, hand: str, game: str = "tres_cartas") -> str:
    return written(folder, f'game = "{game}"\n\n[decide]\ngo = "{hand}"\n')


def test_the_best_threshold_is_the_best_play(tmp_path: Path) -> None:
    best, mine = (
        novamas.simulate(TRES, "ante", rounds=300_000, seed=SEED, strategy=strategy)
        for strategy in ("best", from_hand(tmp_path, "Qs 6d 4c"))
    )
    assert {each.net: each.times for each in mine.outcomes} == {
        each.net: each.times for each in best.outcomes
    }
    assert (mine.strategy, mine.agreement) == ("mine.toml", None)


@pytest.mark.parametrize("hand", ["As Ks Qs", "2s 2d 3c", "Ah Kd 2c", "2s 3d 5c"])
def test_another_threshold_loses_what_the_census_says(tmp_path: Path, hand: str) -> None:
    """All hands from this one up are played. The exact value and the simulation agree within four errors."""
    play = BestPlay(TRES)
    least = best_hand(ranking_of(TRES.frame), cards(hand)).strength
    exact = -play.worth(play.census.strengths >= least)
    found = novamas.simulate(TRES, "ante", rounds=1_000_000, seed=SEED, strategy=from_hand(tmp_path, hand))
    assert float(found.edge) == pytest.approx(float(exact), abs=4 * found.se)


def test_poker_without_discard_goes_on_from_a_hand_up(tmp_path: Path) -> None:
    """With a pair of twos as the threshold, there are as many folds as lower hands."""
    table = opened("sin_descarte", "AR10", buy_card=False)
    strategy = from_hand(tmp_path, "2s 2d 3c 4h 5s", "sin_descarte")
    found = novamas.simulate(table, "apuesta_inicial", rounds=400_000, seed=SEED, strategy=strategy)
    nothing = Fraction(1_302_540, 2_598_960)  # hands without a combination
    folded = next(each.times for each in found.outcomes if each.net == -500)
    assert folded / found.rounds == pytest.approx(float(nothing), abs=0.004)


# ---------------------------------------------------------------- blackjack

BANK_CARDS = "23456789TA"


def any_letters(rng: Random, table: Table) -> dict[str, dict[str, list[str]]]:
    """Return a random lawful letter for every hand against every card of the bank."""
    offered = rules_of(table).surrender.is_offered
    rows = {"hard": range(4, 21), "soft": range(12, 21), "pair": BANK_CARDS}
    found: dict[str, dict[str, list[str]]] = {}
    for kind, names in rows.items():
        for name in map(str, names):
            letters = []
            for bank in BANK_CARDS:
                known = ["S", "H", "H", "D", "Ds", *(["R", "Rs"] if offered and bank != "A" else [])]
                if (kind, name) in (("soft", "12"), ("pair", "A")):
                    known = [letter for letter in known if letter[0] != "D"]
                if kind == "hard" and int(name) < 12:
                    known = [letter for letter in known if letter not in ("S", "Ds", "Rs")]
                letters.append(rng.choice([*known, *(["P"] * 4 + ["-"] if kind == "pair" else [])]))
            found.setdefault(kind, {})[name] = letters
    return found


def blackjack_file(folder: Path, letters: dict[str, dict[str, list[str]]], even_money: bool = True) -> str:
    text = f'game = "blackjack"\n[decide]\neven_money = {str(even_money).lower()}\n'
    for kind, rows in letters.items():
        text += f"[decide.{kind}]\n"
        text += "".join(f'{name} = "{" ".join(row)}"\n' for name, row in rows.items())
    return written(folder, text)


def by_letters(letters: dict[str, dict[str, list[str]]]) -> Callable[[AnyPhase], Deed]:
    """Return a player who follows the letter for the hand."""

    def decide(phase: AnyPhase) -> Deed:
        acts = {offer.act.verb(): offer.act for offer in phase.offers(phase.turn)}
        if isinstance(phase, Proposing):
            letter = letter_of(phase.felt, "mano:1")
            wanted = "even_money" if "even_money" in acts else "surrender" if letter[0] == "R" else "decline"
            return acts.get(wanted) or acts["decline"]
        if not isinstance(phase, Playing):
            return next(iter(acts.values()))
        letter = letter_of(phase.felt, phase.hand.name)
        first = {"P": "split", "D": "double", "S": "stand", "H": "hit", "R": ""}[letter[0]]
        return acts.get(first) or acts["stand" if letter in ("Ds", "Rs") else "hit"]

    def letter_of(felt: Any, hand: str) -> str:
        total, (up,) = blackjack_total(felt.cards(hand)), felt.cards("bank")
        held = [min(card // 4, 8) if card // 4 < 12 else 9 for card in felt.cards(hand)]
        bank = min(up // 4, 8) if up // 4 < 12 else 9
        if (
            len(held) == 2
            and held[0] == held[1]
            and (pair := letters["pair"][BANK_CARDS[held[0]]][bank]) != "-"
        ):
            return pair
        return letters["soft" if total.is_soft else "hard"].get(str(total.points), ["S"] * 10)[bank]

    return decide


@pytest.mark.parametrize("norm", ["IB05", "AR10"])
def test_blackjack_by_any_letters(tmp_path: Path, norm: str, soak: bool) -> None:
    table = opened("blackjack", norm)
    for n in range(6 if soak else 2):
        letters = any_letters(Random(n), table)
        strategy = strategy_meant(blackjack_file(tmp_path, letters), table)
        source = FromDeck(SEED, n, fresh_shoe(rules_of(table)).left)
        rounds = rounds_at(table, table.game.wagers(table.opening)["mano"], source, by_letters(letters))
        assert_same_coups(compile_bet(table, "mano", strategy), rounds, (1, 2, 20, 150, *((2000,) * soak)), n)


def test_several_places_play_by_one_file(tmp_path: Path) -> None:
    table = opened("blackjack", "IB05")
    path = blackjack_file(tmp_path, any_letters(Random(4), table))
    found = novamas.simulate(table, "mano", rounds=2000, seed=SEED, strategy=path, seats=5)
    assert (found.seats, found.strategy) == (5, "mine.toml")


def blackjack_text(folder: Path, old: str, new: str) -> str:
    table = opened("blackjack", "IB05")
    path = Path(blackjack_file(folder, any_letters(Random(1), table)))
    text = path.read_text("utf-8")
    begin = text.index(old)
    end = text.index("\n", begin)
    path.write_text(text[:begin] + new + text[end:], "utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("old", "new", "code", "field"),
    [
        ("16 = ", 'x16 = "S S S S S S S S S S"', "unknown_field_of_strategy", "decide.hard.x16"),
        ("16 = ", "", "strategy_lacks", "decide.hard.16"),
        ("16 = ", '16 = "S S S S S S S S S"', "strategy_no_row", "decide.hard.16"),
        ("16 = ", '16 = "S S S S S S S S S P"', "strategy_no_row", "decide.hard.16"),
        ("16 = ", '16 = "S S S S S S S S S R"', "strategy_unlawful", "decide.hard.16"),
        ("12 = ", "12 = 3", "strategy_no_text", "decide.hard.12"),
        ("A = ", 'A = "D D D D D D D D D D"', "strategy_unlawful", "decide.pair.A"),
        ("even_money = ", 'even_money = "yes"', "strategy_no_flag", "decide.even_money"),
        ("[decide.soft]", "[decide.soften]", "unknown_field_of_strategy", "decide.soften"),
    ],
)
def test_what_is_wrong_with_letters_is_told_with_its_field(
    tmp_path: Path, old: str, new: str, code: str, field: str
) -> None:
    with pytest.raises(NovamasError) as refused:
        strategy_meant(blackjack_text(tmp_path, old, new), opened("blackjack", "IB05"))
    assert (refused.value.code, refused.value.figures["field"]) == (code, field)
    assert refused.value.figures["line"] > 0


# ---------------------------------------------------------------- trijoker, hold'em against the house


def trijoker_file(folder: Path, first: list[str], second: list[str]) -> str:
    return written(folder, f'game = "trijoker"\n[decide]\nfirst = {first}\nsecond = {second}\n')


def holds(condition: str, held: Sequence[int]) -> bool:
    """Return whether a condition of trijoker is true, checked card by card."""
    ranks = sorted(card // 4 for card in held)
    if condition == "suited":
        return len({card % 4 for card in held}) == 1
    if condition == "straight":
        rows = [{12, 0, 1, 2, 3}, *(set(range(low, low + 5)) for low in range(9))]
        return len(set(ranks)) == len(ranks) and any(set(ranks) <= row for row in rows)
    least = RANK_LETTERS.index(condition[5:] or "2")
    return any(ranks.count(rank) > 1 for rank in ranks if rank >= least)


@pytest.mark.parametrize(
    ("first", "second"),
    [(["pair:J", "suited"], ["pair:9", "suited", "straight"]), (["straight"], []), ([], ["pair"])],
)
def test_trijoker_by_conditions(tmp_path: Path, first: list[str], second: list[str], soak: bool) -> None:
    table = opened("trijoker", "AR10")
    strategy = strategy_meant(trijoker_file(tmp_path, first, second), table)

    def decide(phase: AnyPhase) -> Deed:
        leave, withdraw, *_ = (offer.act for offer in phase.offers(1))
        own = phase.felt.cards(1)
        is_first = leave.bet == "apuesta_1"  # type: ignore[attr-defined]
        held = own if is_first else (*own, phase.felt.cards("board")[0])
        return leave if any(holds(each, held) for each in (first if is_first else second)) else withdraw

    wager = table.game.wagers(table.opening)["trijoker"]
    rounds = rounds_at(table, wager, FromDeck(SEED, 3, DECK_52), decide)
    assert_same_coups(compile_bet(table, "trijoker", strategy), rounds, (1, 10, 300, *((3000,) * soak)), 3)


def test_holdem_by_classes_of_hands(tmp_path: Path, soak: bool) -> None:
    table = opened("holdem_contrapartida", "AR10")
    text = 'game = "holdem_contrapartida"\n[decide]\nflop = ["77+", "A9+", "KTs+", "QJo"]\n'
    text += 'turn = "9s 9d 3c 4h 5s"\nriver = "As Kd 3c 4h 5s"\n'
    strategy, ranking = strategy_meant(written(tmp_path, text), table), ranking_of(table.frame)
    least = {TURN: cards("9s 9d 3c 4h 5s"), RIVER: cards("As Kd 3c 4h 5s")}

    def decide(phase: AnyPhase) -> Deed:
        own, board, street = phase.felt.cards(1), phase.felt.cards("board"), phase.street  # type: ignore[attr-defined]
        if street == FLOP:
            low, high = sorted(card // 4 for card in own)
            names = RANK_LETTERS[high] + RANK_LETTERS[low]
            is_suited = own[0] % 4 == own[1] % 4
            goes = (high == low and high >= 5) or (names[0] == "A" and low >= 7)
            goes |= (is_suited and names in ("KT", "KJ", "KQ")) or (names == "QJ" and not is_suited)
            return BetOn(1, FLOP) if goes else Fold(1)
        better = best_hand(ranking, (*own, *board)).strength >= best_hand(ranking, least[street]).strength
        return BetOn(1, street) if better else Check(1)

    wager = table.game.wagers(table.opening)["ante"]
    rounds = rounds_at(table, wager, FromDeck(SEED, 3, DECK_52), decide)
    assert_same_coups(compile_bet(table, "ante", strategy), rounds, (1, 10, 300, *((3000,) * soak)), 3)


@pytest.mark.parametrize(
    ("game", "text", "code", "line"),
    [
        ("trijoker", 'first = ["flush"]\nsecond = []\n', "no_such_condition", 3),
        ("trijoker", 'first = ["pair:1"]\nsecond = []\n', "no_such_condition", 3),
        ("trijoker", 'first = []\nsecond = "pair"\n', "strategy_no_list", 4),
        ("trijoker", "first = []\n", "strategy_lacks", 2),
        ("holdem_bonus", 'flop = ["AKx"]\nturn = "x"\nriver = "x"\n', "no_two_cards", 3),
        ("holdem_bonus", 'flop = ["77s"]\nturn = "x"\nriver = "x"\n', "no_two_cards", 3),
        ("holdem_bonus", 'flop = []\nturn = "As"\nriver = "x"\n', "hand_of_wrong_length", 4),
    ],
)
def test_what_is_wrong_with_other_files(tmp_path: Path, game: str, text: str, code: str, line: int) -> None:
    path = written(tmp_path, f'game = "{game}"\n[decide]\n{text}')
    with pytest.raises(NovamasError) as refused:
        strategy_meant(path, opened(game, "AR10"))
    assert (refused.value.code, refused.value.figures["line"]) == (code, line)


# ---------------------------------------------------------------- what cannot be read


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ('game = "tres_cartas"\n', "strategy_lacks", 1),
        ('game = "tres_cartas"\n[decide]\n', "strategy_lacks", 2),
        ('[decide]\ngo = "Qs 6d 4c"\n', "strategy_lacks", 1),
        ('game = "ruleta"\n[decide]\ngo = "Qs 6d 4c"\n', "strategy_of_another_game", 1),
        ('game = "tres_cartas"\n[decide]\ngo = 3\n', "strategy_no_text", 3),
        ('game = "tres_cartas"\n[decide]\ngo = "Qs 6d"\n', "hand_of_wrong_length", 3),
        ('game = "tres_cartas"\n[decide]\ngo = "Qs 6d zz"\n', "card_unreadable", 3),
        ('game = "tres_cartas"\n\n[decide]\ngo = "Qs 6d 4c"\nfold = "x"\n', "unknown_field_of_strategy", 5),
        ('game = "tres_cartas"\n[decide\n', "floor_no_toml", 2),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_line(
    tmp_path: Path, text: str, code: str, line: int
) -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(TRES, "ante", rounds=1000, strategy=written(tmp_path, text))
    assert (refused.value.code, refused.value.figures["line"]) == (code, line)
    assert "mine.toml" in str(refused.value)


def test_a_bet_that_decides_nothing_takes_no_file(tmp_path: Path) -> None:
    with pytest.raises(NovamasError) as refused:
        novamas.simulate(TRES, "pareja_plus", rounds=1000, strategy=from_hand(tmp_path, "Qs 6d 4c"))
    assert refused.value.code == "no_such_strategy"

"""Research tools: columns of records, the regret of a strategy, and the notebooks."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import novamas
from novamas.equipment.cards import cards
from novamas.errors import NovamasError
from novamas.hands import best_hand, ranking_of

pytest.importorskip("gymnasium")
pytest.importorskip("pettingzoo")

from novamas import research


def test_a_record_as_columns_tells_every_deed_and_every_payment(tmp_path: Path) -> None:
    sitting = novamas.open("ruleta", draws=[17, 4])
    sitting.round("s1 bet pleno:17 5 €", "s2 bet rojo 10 €")
    path = tmp_path / "record.jsonl"
    sitting.save(path)
    paid = research.payments(path).to_pylist()
    assert [(row["seat"], row["bet"], row["stake"], row["net"]) for row in paid] == [
        (2, "rojo", 1000, -1000),
        (1, "pleno:17", 500, 35 * 500),
    ]
    assert all(clause.startswith("IB05.01") for row in paid for clause in row["clauses"])
    lines = research.deeds(path)["line"].to_pylist()
    assert lines == research.deeds(sitting)["line"].to_pylist()
    assert "chance drawn 17" in lines


def always(verb: str) -> Any:
    return lambda _, acts: next(act for act in acts if act.verb() == verb)


def test_what_a_player_gives_away_who_takes_half() -> None:
    """At French roulette the prison and half the stake have nearly the same value, so the loss is small."""
    table = novamas.open("ruleta")
    by_verb = {
        verb: research.regret_of_strategy(table, "rojo", always(verb)) for verb in ("imprison", "take_half")
    }
    assert min(each.loss for each in by_verb.values()) == 0
    assert max(each.loss for each in by_verb.values()) > 0
    assert {each.best for each in by_verb.values()} == {
        -novamas.compute_odds(table, only="rojo")["rojo"].edge
    }


def test_what_three_card_players_give_away() -> None:
    table = novamas.open("tres_cartas")
    ranking = ranking_of(table.table.frame)
    least = best_hand(ranking, cards("Qs 6d 4c"))
    best = research.regret_by_hands(table, lambda hand: best_hand(ranking, hand) >= least)
    always = research.regret_by_hands(table, lambda _: True)
    assert best.loss == 0
    assert always.loss == best.best - always.worth > Fraction(4, 100)


@pytest.mark.parametrize("game", ["blackjack", "craps", "holdem"])
def test_a_game_that_is_too_large_says_so(game: str) -> None:
    with pytest.raises(NovamasError) as refused:
        research.regret_of_strategy(novamas.open(game), "win", lambda _, acts: acts[0])
    assert refused.value.code == "too_large_to_walk"


class Shell:
    """A stand-in for a notebook that records the display functions registered with it."""

    def __init__(self) -> None:
        self.shown: dict[type, Any] = {}
        self.display_formatter = self
        self.formatters = {"text/html": self}

    def for_type(self, kind: type, shows: Any) -> None:
        self.shown[kind] = shows


def test_a_notebook_shows_tables_hands_odds_and_simulations() -> None:
    shell = Shell()
    research.load_ipython_extension(shell)
    sitting = novamas.open("blackjack", seed=1)
    sitting.do("s1 bet mano:1 10 €")
    ranking = ranking_of(novamas.open("holdem").table.frame)
    table, hand = novamas.open("boule"), best_hand(ranking, cards("As Ks Qs Js 10s"))
    things = {
        "10.00": sitting,
        "1/9": novamas.compute_odds(table, only="rojo")["rojo"],
        "A♠": hand,
        "The simulation agrees with the odds": novamas.simulate(table, "rojo", rounds=100_000, seed=1),
        "Martingale": novamas.simulate_sessions(table, "rojo", purse="50 €", system="martingale", seed=1),
    }
    for words, thing in things.items():
        told = shell.shown[type(thing)](thing)
        assert words in told, told
        assert told.count("<table>") == told.count("</table>") >= 1


def test_what_is_shown_cannot_write_the_page_around_it() -> None:
    from novamas.research.notebooks import table_html

    assert "<script>" not in table_html(("<script>",), [("<script>",)], "<script>")


def test_ids_name_game_norm_and_edition() -> None:
    import gymnasium

    research.register()
    pin = novamas.open("boule").table.frame.pin[:16]
    name = f"novamas/boule-IB05-{pin}-v3"
    assert name in research.every_id()
    env: Any = gymnasium.make(name).unwrapped
    assert env.played.table.game.slug == "boule"

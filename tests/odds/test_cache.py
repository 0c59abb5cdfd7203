"""The cache of results on disk, progress reports, and whole tables of best play."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from math import comb
from pathlib import Path
from tempfile import gettempdir

import numpy as np
import pytest

from novamas.disk_cache import folder
from novamas.equipment.cards import card, cards, name
from novamas.errors import NovamasError
from novamas.odds import BetOdds, cache, table_odds
from novamas.odds.cache import cache_path, cached_odds
from novamas.odds.games.house_holdem.bets import worth_of_bet
from novamas.odds.games.house_holdem.strategy_table import COLUMNS, alike_hands, lines_on
from novamas.odds.games.sin_descarte import strategy_table
from novamas.odds.games.sin_descarte.best_play import Chooser
from novamas.odds.games.sin_descarte.bets import worth_of
from novamas.odds.games.sin_descarte.payouts import Pays
from novamas.odds.payload import bet_payload, plain
from novamas.odds.progress import on_progress, tracked
from novamas.odds.report import counted_apart, method_of, strategy
from novamas.odds.strategy_csv import STRATEGY_TABLE, write_lines
from novamas.odds.suit_classes import suit_classes
from novamas.table.game import Table
from novamas.testing.rehearsal import opened


@pytest.fixture
def keep(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return a separate cache folder, in which even quick results are stored."""
    monkeypatch.setenv("NOVAMAS_CACHE", str(tmp_path / "kept"))
    monkeypatch.setattr(cache, "LONG", 0.0)
    return tmp_path / "kept"


def counting(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return a list that records each real computation of odds and whether it was a fresh one."""
    counts: list[bool] = []

    def count(table: Table, *, only: str | None = None, fresh: bool = False) -> dict[str, BetOdds]:
        counts.append(fresh)
        return table_odds(table, only=only, fresh=fresh)

    monkeypatch.setattr(cache, "table_odds", count)
    return counts


@pytest.mark.parametrize(
    ("slug", "norm"), [("tres_cartas", "AR10"), ("ruleta", "IB05"), ("pai_gow_poker", "IB09")]
)
def test_what_was_kept_is_what_was_counted(
    keep: Path, monkeypatch: pytest.MonkeyPatch, slug: str, norm: str
) -> None:
    counts, table = counting(monkeypatch), opened(slug, norm)
    first, second = cached_odds(table), cached_odds(table)
    assert counts == [False]
    assert [plain(bet_payload(bet)) for bet in first.values()] == [
        plain(bet_payload(bet)) for bet in second.values()
    ]
    assert list(first) == list(second)
    assert strategy(second) == strategy(first)
    assert len(list(keep.glob(f"{slug}-*.json"))) == 1


def test_fresh_counts_again_whatever_was_kept(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts, table = counting(monkeypatch), opened("tres_cartas", "AR10")
    cached_odds(table)
    cached_odds(table, fresh=True)
    assert counts == [False, True]


def test_one_bet_of_a_method_comes_from_the_same_file(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts, table = counting(monkeypatch), opened("tres_cartas", "AR10")
    cached_odds(table)
    assert list(cached_odds(table, only="ante")) == ["ante"]
    assert counts == [False]


def test_one_bet_of_the_walk_has_its_own(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts, table = counting(monkeypatch), opened("boule", "IB05")
    assert list(cached_odds(table, only="rojo")) == ["rojo"]
    assert len(cached_odds(table)) > 1
    assert counts == [False, False]


def test_other_rules_are_other_results(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tables = [opened("tres_cartas", "AR10", pareja_plus=choice) for choice in "ABC"]
    tables.append(opened("tres_cartas", "IB09"))
    places = {cache_path(table, None) for table in tables}
    assert len(places) == 4
    monkeypatch.setattr(cache, "program_hash", lambda: "another program")
    assert cache_path(tables[0], None) not in places


def test_what_was_quick_is_not_kept(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "LONG", 1_000.0)
    cached_odds(opened("boule", "IB05"))
    assert not keep.exists()


@pytest.mark.parametrize("broken", [b"", b"{", b'{"ante": 3}', b"\xff\xfe"])
def test_a_broken_file_is_counted_again(keep: Path, monkeypatch: pytest.MonkeyPatch, broken: bytes) -> None:
    counts, table = counting(monkeypatch), opened("boule", "IB05")
    keep.mkdir()
    cache_path(table, None).write_bytes(broken)
    assert cached_odds(table)["rojo"].edge
    assert cached_odds(table)["rojo"].edge
    assert counts == [False]


def test_a_fraction_that_is_none_is_counted_again(keep: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    counts, table = counting(monkeypatch), opened("boule", "IB05")
    edge = cached_odds(table)["rojo"].edge
    place = cache_path(table, None)
    place.write_bytes(place.read_bytes().replace(b'"1/9"', b'"1/0"'))
    assert cached_odds(table)["rojo"].edge == edge
    assert counts == [False, False]


def test_where_nothing_can_be_written_nothing_fails(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "a file"
    file.write_text("no folder")
    monkeypatch.setattr(cache, "LONG", 0.0)
    monkeypatch.setenv("NOVAMAS_CACHE", str(file))
    counts = counting(monkeypatch)
    assert cached_odds(opened("boule", "IB05")) == cached_odds(opened("boule", "IB05"))
    assert counts == [False, False]
    assert file.read_text() == "no folder"


def test_the_folder_is_the_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOVAMAS_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/somewhere")
    assert folder() == Path("/somewhere/novamas")
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "/of/somebody")
    assert folder() == Path("/of/somebody/.cache/novamas")
    monkeypatch.setenv("NOVAMAS_CACHE", "~/kept")
    assert folder() == Path("/of/somebody/kept")
    monkeypatch.setenv("NOVAMAS_CACHE", "~nobody at all/kept")
    assert folder() == Path(gettempdir()) / "novamas"


# ---------------------------------------------------------------- how far it has come


def test_steps_are_heard_only_by_who_listens() -> None:
    heard: list[tuple[str, int, int]] = []
    assert list(tracked("flops", "ab")) == ["a", "b"]
    with on_progress(lambda *step: heard.append(step)):
        assert list(tracked("flops", "ab")) == ["a", "b"]
    assert list(tracked("flops", "ab")) == ["a", "b"]
    assert heard == [("flops", 0, 2), ("flops", 1, 2), ("flops", 2, 2)]


# ---------------------------------------------------------------- whole tables


def lines_of(table: Table) -> list[dict[str, str]]:
    file = io.StringIO()
    write_lines(table, table_odds(table), file)
    return list(csv.DictReader(io.StringIO(file.getvalue())))


def test_the_whole_table_of_three_cards_has_every_hand() -> None:
    lines = lines_of(opened("tres_cartas", "AR10"))
    assert sum(int(line["hands"]) for line in lines) == 22_100
    by_hand = {line["hand"]: line["best"] for line in lines}
    assert (by_hand["Q-6-4"], by_hand["Q-6-3"]) == ("go", "fold")


def test_the_whole_table_of_dominoes_tells_each_way_to_set() -> None:
    lines = lines_of(opened("pai_gow_domino", "CM16"))
    assert sum(int(line["hands"]) for line in lines if line["bet"] == "casilla_best") == 35_960
    assert {len(line["worth_of_set_hand"].split("; ")) for line in lines} <= {1, 2, 3}


def test_poker_without_discard_has_every_hand_against_a_card_of_the_bank() -> None:
    """Hands in which suits decide are compared with the plain count of each act too."""
    pays = Pays(opened("sin_descarte", "AR10", seats=1))
    lines = list(strategy_table.lines_against(Chooser(pays), card("8c")))
    assert sum(int(str(line["hands"])) for line in lines) == comb(51, 5)
    by_ranks = {str(line["hand"]): line["best"] for line in lines if "-" in str(line["hand"])}
    assert (by_ranks["5-4-3-2-2"], by_ranks["A-Q-J-T-9"]) == ("go", "fold")
    by_suits = [line for line in lines if "-" not in str(line["hand"])]
    assert {line["best"] for line in by_suits} == {"go", "fold"}
    for line in by_suits[:: len(by_suits) // 2]:
        worth = worth_of(pays, cards(str(line["hand"])), card("8c"))
        assert Fraction(str(line["worth_of_best"])) == worth[str(line["best"])] == max(worth.values())


def test_where_nothing_is_decided_there_is_no_table() -> None:
    with pytest.raises(NovamasError, match="no table of best play"):
        lines_of(opened("boule", "IB05"))


def test_holdem_has_every_hand_on_every_flop_once() -> None:
    """Hold'em has 1,286,792 kinds of hand and flop, which add up to all hands and flops."""
    flops, weights = suit_classes(3)
    kinds, hands = 0, 0
    for flop, weight in zip(flops.tolist(), weights.tolist(), strict=True):
        left = np.array([card for card in range(52) if card not in flop], np.uint8)
        alike = alike_hands(tuple(flop), left)
        kinds += int((alike > 0).sum())
        hands += weight * int(alike.sum())
    assert kinds == 1_286_792
    assert hands == 22_100 * 1_176


def test_the_lines_of_a_flop_are_what_each_bet_is_worth() -> None:
    flop = cards("4c 4d 5h")
    lines = {str(line["hand"]): line for line in lines_on(flop, 12)}
    line = lines["5c 9s"]
    assert str(worth_of_bet(cards("5c 9s"), flop)) == line["worth_of_bet_on"]
    assert line["best"] == "bet_on"
    bets = str(lines["2c 2d"][COLUMNS[-1]]).split()
    for turn in cards("2h 9s Ah 3c"):
        worth = worth_of_bet(cards("2c 2d"), (*flop, turn))
        assert (worth > 0) == (name(turn) in bets)


@pytest.mark.parametrize(("slug", "bet"), [("craps", "field"), ("blackjack", "seguro"), ("ruleta", "rojo")])
def test_where_bets_are_counted_apart_one_is_all_that_is_counted(slug: str, bet: str) -> None:
    table = opened(slug, "IB05")
    apart = counted_apart(table)
    assert apart is not None
    found, alone = cached_odds(table, only=bet, fresh=True), apart[bet]()
    assert list(found) == [bet]
    assert (found[bet].edge, found[bet].distribution) == (alone.edge, alone.distribution)
    assert found[bet] == cached_odds(table)[bet]


@pytest.mark.parametrize(
    ("slug", "norm"),
    [("holdem_contrapartida", "AR10"), ("pai_gow_poker", "CM16"), ("sin_descarte", "IB05")],
)
def test_a_strategy_too_long_for_the_odds_has_its_own_table(slug: str, norm: str) -> None:
    long_table = method_of(opened(slug, norm), STRATEGY_TABLE)
    assert long_table is not None
    assert long_table.COLUMNS


@pytest.mark.parametrize("slug", ["ruleta", "craps", "punto_y_banca"])
def test_a_bet_that_a_game_does_not_have_is_told(slug: str) -> None:
    with pytest.raises(NovamasError, match="no bet “mus”"):
        cached_odds(opened(slug, "IB05"), only="mus")

"""Rounds as a pit exports them, with errors planted in their rows: by CSV and by Parquet alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from tests.house.auditing.exporting import ExportedRow, euros, put_csv, put_parquet, rows_of
from tests.house.auditing.sessions import Played, play

from novamas.house.auditing import Report, Setup, audit, report
from novamas.house.auditing.departures import Kind
from novamas.kit.money import read_euros
from novamas.record.claims import BURN

WHEELS = ("ruleta", "ruleta_americana", "ruleta_doble_cero")
CARDS = ("punto_y_banca", "tres_cartas", "blackjack")
LIMITED = ("punto", "banca", "pleno", "ante", "caballo", "rojo", "mano")
TIED = ("segunda_apuesta", "seguro", "bonus")  # bets that are not laid by themselves
Rows = list[ExportedRow]
Planted = tuple[Rows, Kind, str, int | None]  # rows, kind, round, money at stake


@pytest.fixture(autouse=True)
def _no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "kept_odds", lambda table: {})


def by_csv(rows: Rows, session: Played, folder: Path) -> Report:
    return audit([put_csv(rows, folder / "rounds.csv")], Setup({"": session.table}))


def by_parquet(rows: Rows, session: Played, folder: Path) -> Report:
    pytest.importorskip("pyarrow")
    return audit([put_parquet(rows, folder / "rounds.parquet")], Setup({"": session.table}))


WAYS = pytest.mark.parametrize("way", [by_csv, by_parquet])
Way = Callable[[Rows, Played, Path], Report]


# ---------------------------------------------------------------- errors


def changed(rows: Rows, nth: int, **fields: str) -> Rows:
    return [*rows[:nth], {**rows[nth], **fields}, *rows[nth + 1 :]]


def plain_bets(rows: Rows, rng: Random) -> list[int]:
    """The rows of bets of which nothing came back, in rounds in which all went as it should."""
    odd = {row["round"] for row in rows if row.get("irregularity") or "floor" in row.get("acts", "")}
    found = [
        nth
        for nth, row in enumerate(rows)
        if row["bet"] and "@" not in row["bet"] and row["returned"] == "0.00" and row["stake"] != "0.00"
        if row["round"] not in odd and row["bet"].partition(":")[0] not in TIED
    ]
    rng.shuffle(found)
    return found


def wrong_payout(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth in plain_bets(rows, rng):
        cents = None if rows[nth]["bet"] in ("punto", "banca") else 125  # in a tie the stake is still theirs
        yield changed(rows, nth, returned="1.25"), "wrong_payout", rows[nth]["round"], cents


def above_limit(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth in plain_bets(rows, rng):
        if rows[nth]["bet"].partition(":")[0] in LIMITED:
            yield changed(rows, nth, stake="90000.00"), "above_limit", rows[nth]["round"], None


def below_limit(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth in plain_bets(rows, rng):
        yield changed(rows, nth, stake="0.01"), "below_limit", rows[nth]["round"], 1


def unlawful_bet(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth in plain_bets(rows, rng):
        more = {**{name: rows[nth][name] for name in ("round", "croupier", "table", "shoe", "seat")}}
        more |= {"bet": "luna:13", "stake": "5.00", "returned": "0.00"}
        yield [*rows[: nth + 1], more, *rows[nth + 1 :]], "unlawful_bet", rows[nth]["round"], 500


def impossible(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth in [nth for nth, row in enumerate(rows) if row.get("result") or row.get("cards")]:
        row = rows[nth]
        if row.get("result"):
            yield changed(rows, nth, result="99"), "impossible_card", row["round"], None
        elif BURN not in row["cards"] and row["cards"]:
            *most, last = row["cards"].split()
            if last.endswith("=?"):
                continue
            yield (
                changed(rows, nth, cards=" ".join([*most, f"{last.partition('=')[0]}=1z"])),
                "impossible_card",
                row["round"],
                None,
            )


def other_owner(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth, row in enumerate(rows):
        words = row.get("cards", "").split()
        is_told = bool(words) and "=" in words[-1] and not words[-1].endswith("=?")
        if is_told and not row["irregularity"] and "floor" not in row["acts"]:
            words[-1] = f"nadie={words[-1].partition('=')[2]}"
            yield changed(rows, nth, cards=" ".join(words)), "card_out_of_order", row["round"], None


def missing_burn(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth, row in enumerate(rows):
        words = row.get("cards", "").split()
        if BURN in words and nth:
            words.remove(BURN)
            yield changed(rows, nth, cards=" ".join(words)), "missing_burn", row["round"], None


def false_irregularity(rows: Rows, rng: Random) -> Iterator[Planted]:
    for nth in plain_bets(rows, rng):
        if rows[nth].get("result") or rows[nth].get("cards"):
            late = "late_bet 99 rojo 500"
            yield changed(rows, nth, irregularity=late), "misapplied_irregularity", rows[nth]["round"], None


OF_ALL = (wrong_payout, above_limit, below_limit, unlawful_bet, impossible, false_irregularity)
OF_CARDS = (*OF_ALL, other_owner)


@WAYS
@pytest.mark.parametrize("slug", [*WHEELS, *CARDS])
def test_a_clean_file_has_no_departure(slug: str, way: Way, tmp_path: Path) -> None:
    session = play(slug, 9, 30, incidents=0.03)
    found = way(list(rows_of(session)), session, tmp_path)
    assert found.is_clean, found.departures[:3]
    assert found.money.rounds == len(session.rounds)
    assert found.undecided == 0


@WAYS
@pytest.mark.parametrize("slug", [*WHEELS, *CARDS])
def test_every_planted_error_is_found_and_nothing_else(slug: str, way: Way, tmp_path: Path) -> None:
    sessions = [(played, list(rows_of(played))) for played in (play(slug, seed, 30) for seed in (11, 12, 13))]
    for planter in OF_CARDS if slug in CARDS else OF_ALL:
        planted = ((session, one) for session, rows in sessions for one in planter(rows, Random(4)))
        session, (spoiled, kind, round, cents) = next(planted)
        found = way(spoiled, session, tmp_path)
        told = [(one.kind, one.round) for one in found.departures]
        assert told == [(kind, round)], (planter.__name__, found.departures[:3])
        (only,) = found.departures
        assert only.croupier
        assert only.clause
        assert only.line > 0
        if cents is not None:
            assert only.cents == cents


@WAYS
def test_a_burn_that_is_missing_is_found_where_a_shoe_begins(way: Way, tmp_path: Path) -> None:
    sessions = (play("punto_y_banca", seed, 60) for seed in range(60))
    session = next(played for played in sessions if _second_shoe(played))
    spoiled, kind, round, _ = list(missing_burn(list(rows_of(session)), Random(1)))[-1]
    found = way(spoiled, session, tmp_path)
    assert [(one.kind, one.round) for one in found.departures] == [(kind, round)]


def _second_shoe(played: Played) -> bool:
    rows = list(rows_of(played))
    return len({row["shoe"] for row in rows}) > 1


def test_a_card_that_has_come_too_often_from_a_shoe_is_impossible(tmp_path: Path) -> None:
    session = play("punto_y_banca", 3, 4)
    copies = 6
    same = {"round": "", "shoe": "1", "seat": "1", "bet": "empate", "stake": "5", "returned": "0"}
    rows = [
        {**same, "round": str(number), "cards": "punto=9h banca=8d punto=Kc banca=Qs"}
        for number in range(1, copies + 2)
    ]
    found = by_csv(rows, session, tmp_path)
    assert {(one.kind, one.round) for one in found.departures} == {("impossible_card", str(copies + 1))}
    assert sorted(one.found for one in found.departures) == ["8d", "9h", "Kc", "Qs"]


# ---------------------------------------------------------------- prison


def prison_rows(*more: ExportedRow) -> Rows:
    caught = {"round": "1", "seat": "2", "bet": "rojo", "stake": "10", "returned": "0", "result": "0"}
    return [caught, *more]


def audited_prison(rows: Rows, folder: Path) -> Report:
    return by_csv(rows, play("ruleta", 1, 1), folder)


@pytest.mark.law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.2")
def test_a_stake_in_prison_is_followed_from_spin_to_spin(tmp_path: Path) -> None:
    freed = {"round": "2", "seat": "2", "bet": "rojo@1", "stake": "10", "returned": "10", "result": "1"}
    assert audited_prison(prison_rows(freed), tmp_path).is_clean
    lost = {**freed, "result": "2", "returned": "0"}
    assert audited_prison(prison_rows(lost), tmp_path).is_clean
    half = {**prison_rows()[0], "returned": "5"}
    assert audited_prison([half], tmp_path).is_clean


@pytest.mark.law("IB05.01.IV.1.B.b.2")
def test_a_prisoner_who_is_freed_is_not_paid(tmp_path: Path) -> None:
    paid = {"round": "2", "seat": "2", "bet": "rojo@1", "stake": "10", "returned": "20", "result": "1"}
    (found,) = audited_prison(prison_rows(paid), tmp_path).departures
    assert (found.kind, found.due, found.claimed, found.gained) == ("wrong_payout", 1000, 2000, "player")
    assert found.clause == "IB05.01.IV.1.B.b.2"


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_a_stake_that_vanishes_on_zero_was_not_lost(tmp_path: Path) -> None:
    gone = {"round": "2", "seat": "1", "bet": "negro", "stake": "10", "returned": "0", "result": "1"}
    (found,) = audited_prison(prison_rows(gone), tmp_path).departures
    assert (found.kind, found.seat, found.bet, found.cents) == ("wrong_payout", 2, "rojo@1", 1000)
    assert found.clause == "IB05.01.IV.1.B.b.1"
    assert found.gained == "house"


def test_a_prisoner_that_was_never_caught_is_no_bet(tmp_path: Path) -> None:
    rows = [
        {"round": "1", "seat": "1", "bet": "negro", "stake": "10", "returned": "0", "result": "1"},
        {"round": "2", "seat": "1", "bet": "negro@1", "stake": "10", "returned": "10", "result": "2"},
    ]
    (found,) = audited_prison(rows, tmp_path).departures
    assert (found.kind, found.round) == ("unlawful_bet", "2")


# ---------------------------------------------------------------- the same whichever way


def test_spins_by_volume_and_on_the_engine_come_to_the_same(tmp_path: Path) -> None:
    """An act of no effect sends a round to the engine: what is due there is what the returns say."""
    session, rng = play("ruleta", 5, 1), Random(8)
    bets = [
        "rojo",
        "par",
        "docena:2",
        "dos_docenas:1-2",
        "pleno:0",
        "caballo:1-2",
        "seisena:1-6",
        "columna:3",
    ]
    rows = [
        {
            "round": str(number),
            "seat": str(number % 3 + 1),
            "bet": rng.choice(bets),
            "stake": euros(rng.randrange(2, 20) * 100),
            "returned": euros(rng.randrange(0, 40) * 50),
            "result": str(rng.randrange(0, 37)),
        }
        for number in range(150)
    ]
    slow = [{**row, "acts": "s1 bet pleno:36 2 €; s1 withdraw pleno:36 2 €"} for row in rows]
    one, other = by_csv(rows, session, tmp_path), by_csv(slow, session, tmp_path)
    told = [(each.round, each.due, each.claimed) for each in one.departures if each.kind == "wrong_payout"]
    assert len(told) > 50
    on_zero = {row["round"] for row in rows if row["result"] == "0"}
    assert [each for each in told if each[0] not in on_zero] == [
        (each.round, each.due, each.claimed)
        for each in other.departures
        if each.kind == "wrong_payout" and each.round not in on_zero
    ]


def test_amounts_may_be_written_as_people_do(tmp_path: Path) -> None:
    session = play("ruleta", 5, 1)
    row = {"round": "1", "seat": "1", "bet": "pleno:17", "stake": "2,50", "returned": "90 €", "result": "17"}
    found = by_csv([{**row, "stake": "2,00"}], session, tmp_path)
    assert [(one.due, one.claimed) for one in found.departures] == [(7200, 9000)]
    put_csv([{**row, "stake": "2"}], tmp_path / "semicolons.csv", delimiter=";")
    found = audit([tmp_path / "semicolons.csv"], Setup({"": session.table}))
    assert [one.due for one in found.departures] == [7200]
    assert read_euros("90 €") == 9000


def test_each_table_has_its_own_set_up_and_its_own_wheel(tmp_path: Path) -> None:
    small, large = play("ruleta", 5, 1).table, play("ruleta_doble_cero", 5, 1).table
    row = {"seat": "1", "bet": "pleno:17", "stake": "2", "returned": "0"}
    rows = [
        {**row, "round": "1", "table": "A", "result": "3"},
        {**row, "round": "1", "table": "B", "result": "00"},
        {**row, "round": "2", "table": "A", "result": "00"},
    ]
    found = audit([put_csv(rows, tmp_path / "two.csv")], Setup({"A": small, "B": large}))
    assert [(one.kind, one.table, one.round) for one in found.departures] == [("impossible_card", "A", "2")]

"""Audit of files of rounds with injected faults in their rows, as CSV and as Parquet."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.house.audit.exporting import ExportedRow, euros, put_csv, put_parquet, rows_of
from tests.house.audit.planting import NOWHERE, PLANTERS
from tests.house.audit.sessions import Played, play

from novamas.house.audit import KINDS, AuditReport, Setup, audit, report
from novamas.house.audit.departures import Kind
from novamas.money import read_euros
from novamas.record.claims import BURN

WHEELS = ("ruleta", "ruleta_americana", "ruleta_doble_cero")
CARDS = ("punto_y_banca", "tres_cartas", "blackjack")
LIMITED = ("punto", "banca", "pleno", "ante", "caballo", "rojo", "mano")
TIED = ("segunda_apuesta", "seguro", "bonus")  # bets that cannot be placed by themselves
Rows = list[ExportedRow]
Planted = tuple[Rows, Kind, str, int | None]  # rows, kind, round, money at stake


@pytest.fixture(autouse=True)
def _no_odds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "cached_odds", lambda table: {})


def by_csv(rows: Rows, session: Played, folder: Path) -> AuditReport:
    return audit([put_csv(rows, folder / "rounds.csv")], Setup({"": session.table}))


def by_parquet(rows: Rows, session: Played, folder: Path) -> AuditReport:
    pytest.importorskip("pyarrow")
    return audit([put_parquet(rows, folder / "rounds.parquet")], Setup({"": session.table}))


WAYS = pytest.mark.parametrize("way", [by_csv, by_parquet])
BY_BOTH = ("ruleta", "blackjack")  # all games in a soak run; a row is the same in both formats
BY_NONE = ("ruleta_doble_cero",)  # except in a soak run: its spins are audited like those of the other wheels
GAMES_AND_WAYS = pytest.mark.parametrize(
    ("slug", "way"),
    [
        pytest.param(slug, way, marks=[] if slug in quick else [pytest.mark.soak])
        for way, quick in ((by_csv, {*WHEELS, *CARDS} - {*BY_NONE}), (by_parquet, BY_BOTH))
        for slug in (*WHEELS, *CARDS)
    ],
)
Way = Callable[[Rows, Played, Path], AuditReport]


# ---------------------------------------------------------------- errors


def changed(rows: Rows, nth: int, **fields: str) -> Rows:
    return [*rows[:nth], {**rows[nth], **fields}, *rows[nth + 1 :]]


def plain_bets(rows: Rows, rng: Random) -> list[int]:
    """Return the rows with lost bets in rounds without irregularities."""
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
        cents = None if rows[nth]["bet"] in ("punto", "banca") else 125  # at a tie the stake is returned
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


def unlawful_act(rows: Rows, rng: Random) -> Iterator[Planted]:
    """Yield tables of rounds in which a player takes back more than was staked."""
    for nth in plain_bets(rows, rng):
        row = rows[nth]
        if row.get("result") or row.get("cards"):
            more = f"s{row['seat']} withdraw {row['bet']} 900000 €"
            acts = "; ".join(filter(None, (row.get("acts"), more)))
            yield changed(rows, nth, acts=acts), "unlawful_act", row["round"], None


OF_ROWS = (wrong_payout, above_limit, below_limit, unlawful_bet, unlawful_act, impossible, false_irregularity)
OF_CLAIMS = ("wrong_payout", "wrong_remedy", "missing_burn")  # as in any session
# A table of rounds tells no calls, no chain and no seed: of these kinds nothing can be planted in one.
NOT_TOLD: set[Kind] = {"missing_step", "broken_chain", "other_draw"}


@GAMES_AND_WAYS
def test_a_clean_file_has_no_departure(slug: str, way: Way, tmp_path: Path, soak: bool) -> None:
    for seed in range(9, 30 if soak else 11):
        for incidents in (0.03, 0.3):
            session = play(slug, seed, 20, incidents=incidents)
            found = way(list(rows_of(session)), session, tmp_path)
            assert found.is_clean, found.departures[:3]
            assert found.money.rounds == len(session.rounds)
            assert found.undecided == 0


def check(planted: Planted, session: Played, way: Way, folder: Path) -> Kind:
    """Check that the injected error is the only departure, with its round, croupier, clause and money."""
    spoiled, kind, round, cents = planted
    found = way(spoiled, session, folder)
    assert [(one.kind, one.round) for one in found.departures] == [(kind, round)], found.departures[:3]
    (only,) = found.departures
    assert only.croupier
    assert only.clause
    assert only.line > 0
    if cents is not None:
        assert only.cents == cents
    return kind


@GAMES_AND_WAYS
def test_every_planted_error_is_found_and_nothing_else(slug: str, way: Way, tmp_path: Path) -> None:
    """Every kind of error is tried that a file of rounds can show, except cards in games without cards."""
    sessions = [(played, list(rows_of(played))) for played in (play(slug, seed, 30) for seed in (11, 12, 13))]
    kinds = set[Kind]()
    for planter in (*OF_ROWS, other_owner) if slug in CARDS else OF_ROWS:
        planted = ((session, one) for session, rows in sessions for one in planter(rows, Random(4)))
        session, one = next(planted)
        kinds.add(check(one, session, way, tmp_path))
    for name in OF_CLAIMS:
        evenings = (play(slug, seed, 30, incidents=0.2) for seed in (3, 4, 5))
        claimed = next((one for evening in evenings for one in PLANTERS[name](evening, Random(4))), None)
        if claimed is not None:
            told = list(rows_of(claimed.played)), claimed.kind, str(claimed.round + 1), claimed.cents
            kinds.add(check(told, claimed.played, way, tmp_path))
    cannot: set[Kind] = {kind for kind, nowhere in NOWHERE.items() if slug in nowhere.games}  # type: ignore[misc]
    assert kinds == set(KINDS) - NOT_TOLD - (cannot - {"impossible_card"})


@WAYS
def test_a_burn_that_is_missing_is_found_where_a_shoe_begins(way: Way, tmp_path: Path) -> None:
    session = of_two_shoes()
    spoiled, kind, round, _ = list(missing_burn(list(rows_of(session)), Random(1)))[-1]
    found = way(spoiled, session, tmp_path)
    assert [(one.kind, one.round) for one in found.departures] == [(kind, round)]


@cache
def of_two_shoes() -> Played:
    """Return a session in which a second shoe begins."""
    sessions = (play("punto_y_banca", seed, 60) for seed in range(60))
    return next(played for played in sessions if len({row["shoe"] for row in rows_of(played)}) > 1)


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


def test_a_card_that_was_seen_too_early_begins_no_shoe(tmp_path: Path) -> None:
    session = play("blackjack", 3, 1)
    row = {"seat": "1", "bet": "mano:1", "stake": "5", "shoe": "1", "croupier": "Pons"}
    dealt = "mano:1=Td bank=7h mano:1=9c bank=Ts"
    rows = [
        {**row, "round": "1", "returned": "10", "cards": dealt, "acts": "s1 stand"},
        {**row, "round": "2", "returned": "10", "cards": f"shoe=As {dealt}"}
        | {"acts": "floor carta_vista As @0; s1 stand"},
    ]
    for named in ("1", ""):
        assert by_csv([{**each, "shoe": named} for each in rows], session, tmp_path).is_clean


def test_an_irregularity_after_more_draws_than_there_were_breaks_nothing(tmp_path: Path) -> None:
    session = play("ruleta", 5, 1)
    row = {"round": "1", "seat": "1", "bet": "pleno:17", "stake": "2", "returned": "0", "result": "3"}
    odd = {**row, "irregularity": 'conduct IB05.01.IV.3.b.1 s1 "habla" @99'}
    assert by_csv([odd], session, tmp_path).money.rounds == 1


# ---------------------------------------------------------------- prison


def prison_rows(*more: ExportedRow) -> Rows:
    caught = {"round": "1", "seat": "2", "bet": "rojo", "stake": "10", "returned": "0", "result": "0"}
    return [caught, *more]


def audited_prison(rows: Rows, folder: Path) -> AuditReport:
    return by_csv(rows, play("ruleta", 1, 1), folder)


@pytest.mark.law("IB05.01.IV.1.B.b.1", "IB05.01.IV.1.B.b.2")
def test_a_stake_in_prison_is_followed_from_spin_to_spin(tmp_path: Path) -> None:
    freed = {"round": "2", "seat": "2", "bet": "rojo@1", "stake": "10", "returned": "10", "result": "1"}
    assert audited_prison(prison_rows(freed), tmp_path).is_clean
    lost = {**freed, "result": "2", "returned": "0"}
    assert audited_prison(prison_rows(lost), tmp_path).is_clean
    half = {**prison_rows()[0], "returned": "5"}
    assert audited_prison([half], tmp_path).is_clean


@pytest.mark.law("IB05.01.IV.1.B.b.1")
def test_half_of_a_stake_may_be_taken_though_something_went_wrong_in_the_round(tmp_path: Path) -> None:
    odd = {**prison_rows()[0], "irregularity": "tirada_nula objeto @0"}
    for back, is_clean in (("5", True), ("0", True), ("6", False)):
        assert audited_prison([{**odd, "returned": back}], tmp_path).is_clean is is_clean


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


@pytest.mark.law("IB05.01.IV.1.B.b.2")
@pytest.mark.parametrize(
    ("results", "due"), [(("2",), 0), (("1",), 1000), (("0", "1"), 500), (("0", "2"), 0), (("0",), None)]
)
def test_a_prisoner_that_the_file_omits_is_due_what_falls(
    results: tuple[str, ...], due: int | None, tmp_path: Path
) -> None:
    """A stake in prison that the file omits is lost on black, freed on red, and kept on another zero."""
    later = [
        {"round": str(number), "seat": "", "bet": "", "stake": "", "returned": "", "result": result}
        for number, result in enumerate(results, start=2)
    ]
    found = audited_prison(prison_rows(*later), tmp_path)
    assert [each.due for each in found.departures] == ([due] if due else [])
    assert found.money.win == (1000 if due is not None else 0)


def test_a_prisoner_that_was_never_caught_is_no_bet(tmp_path: Path) -> None:
    rows = [
        {"round": "1", "seat": "1", "bet": "negro", "stake": "10", "returned": "0", "result": "1"},
        {"round": "2", "seat": "1", "bet": "negro@1", "stake": "10", "returned": "10", "result": "2"},
    ]
    (found,) = audited_prison(rows, tmp_path).departures
    assert (found.kind, found.round) == ("unlawful_bet", "2")


# ---------------------------------------------------------------- the same whichever way


def test_spins_by_volume_and_on_the_engine_come_to_the_same(tmp_path: Path) -> None:
    """An act without effect sends a round to the engine, which gives the same amounts as the returns."""
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


# ---------------------------------------------------------------- cards, not their spelling

SUITS = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
SPELLINGS: dict[str, Callable[[str], str]] = {
    "ten as 10": lambda word: word.replace("T", "10") if "=" in word else word,
    "symbols": lambda word: word[:-1] + SUITS[word[-1]] if word[-1] in SUITS and "=" in word else word,
    "capitals": str.upper,
    "small letters": str.lower,
    "all of it": lambda word: SPELLINGS["symbols"](SPELLINGS["ten as 10"](word)).title(),
}


@pytest.mark.parametrize("slug", CARDS)
@pytest.mark.parametrize("spelling", SPELLINGS)
def test_cards_are_compared_and_not_their_spelling(slug: str, spelling: str, tmp_path: Path) -> None:
    session = play(slug, 12, 3)
    spelt = SPELLINGS[spelling]
    rows = [
        {**row, "cards": " ".join(map(spelt, row.get("cards", "").split()))} if row.get("cards") else row
        for row in rows_of(session)
    ]
    assert any("=" in row.get("cards", "") for row in rows)
    assert by_csv(rows, session, tmp_path).is_clean

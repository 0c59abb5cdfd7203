"""Every refusal at circle poker cites a clause of its norm and gives the nearest true reason."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from tests.support.circle import BOTH, circle
from tests.support.circle_hands import VARIANTS, any_deed, begun, tables_of, wild_deeds

from novamas.law import clause
from novamas.table.deeds import Deed, Drawn
from novamas.table.phases import AnyPhase, do, why_not
from novamas.table.roles import CHANCE, CROUPIER, FLOOR
from novamas.testing.rehearsal import rehearse

TABLES = [(slug, norm) for slug, norms in VARIANTS.items() for norm in norms]
HANDS = "As Ks Qs 2h Ad Kd Qd 7c"
either = pytest.mark.parametrize("norm", BOTH)


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_every_refusal_cites_a_clause_of_its_norm(slug: str, norm: str) -> None:
    tables, rng = tables_of(slug, norm), Random(f"refusals {slug} {norm}")
    met: Counter[tuple[str, str]] = Counter()
    for _ in range(24):
        phase, _, _ = begun(tables, rng)
        past: list[tuple[AnyPhase, Deed]] = []
        while True:
            for deed in tried(slug, phase, rng):
                if refusal := why_not(phase, deed, past):
                    assert clause(refusal.clause).norm == norm, refusal
                    met[phase.tag(), refusal.code] += 1
            if phase.rest:
                break
            deed = any_deed(phase, past, rng, 0.1)
            past.append((phase, deed))
            phase, _ = do(phase, deed, past[:-1])
    assert {phase for phase, _ in met} >= {"between", "dealing", "interval", "showdown", "reading"}
    assert len({code for _, code in met}) > 10


def tried(slug: str, phase: AnyPhase, rng: Random) -> list[Deed]:
    """Return acts that a player, a stranger, the croupier, the floor or chance may try."""
    seat = rng.randint(1, phase.seats())
    found = [deed for who in (seat, 99, CROUPIER, FLOOR) for deed in wild_deeds(slug, phase, who, rng)]
    return [*found, Drawn(what=200), Drawn(by=seat, what=1), Drawn(by=CHANCE, what=phase.seats())]


@either
@pytest.mark.law("AR10.10-2.VII.2.a.3", "IB09.12.VII.2.a.2")
def test_who_is_out_of_the_hand_is_told_so_and_not_whose_turn_it_is(norm: str) -> None:
    table = circle(norm=norm, purses=(10_000,) * 4 + (0,))
    table.play("croupier deal", HANDS, "s1 fold")
    out = "AR10.10-2.VII.2.a.3" if norm == "AR10" else "IB09.12.VII.2.a.2"
    for act in ("check", "match", "raise_to 200", "fold"):
        table.refused(f"s1 {act}", "out_of_hand", out)
    dealing = "AR10.10-2.VII.1.8" if norm == "AR10" else "IB09.12.VII.1.7"
    table.refused("s5 check", "not_dealt_in", dealing)
    turn = "AR10.10-2.VII.2.1" if norm == "AR10" else "IB09.12.VII.2.1"
    assert table.refused("s3 check", "not_your_turn", turn).figures["turn"] == "s2"


@either
@pytest.mark.law("AR10.10-2.VII.2.11", "AR10.10-2.VII.2.12", "IB09.12.VII.2.14", "IB09.12.VII.2.15")
def test_who_has_too_few_chips_is_told_so(norm: str) -> None:
    enough = "AR10.10-2.VII.2.11" if norm == "AR10" else "IB09.12.VII.2.14"
    table = circle(norm=norm, purses=(10_000, 600, 10_000, 10_000))
    table.play("croupier deal", HANDS, "s1 raise_to 800")
    refusal = table.refused("s2 raise_to 1600", "too_little_to_raise", enough)
    assert refusal.figures == {"cents": 500}
    table.play("s2 match")
    all_in = "AR10.10-2.VII.2.12" if norm == "AR10" else "IB09.12.VII.2.15"
    table.refused("s2 check", "all_in", all_in)


@either
@pytest.mark.law("AR10.10-2.VII.2.11", "IB09.12.VII.2.14", "AR10.10-2.VI.3.a.2.1", "IB09.12.VI.3.a.2.1")
def test_a_refused_raise_says_whether_the_limit_or_ones_own_chips_bound_it(
    norm: str,
) -> None:
    enough = "AR10.10-2.VII.2.11" if norm == "AR10" else "IB09.12.VII.2.14"
    limit = "AR10.10-2.VI.3.a.2.1" if norm == "AR10" else "IB09.12.VI.3.a.2.1"
    table = circle(norm=norm, limit="bote_con_limite", purses=(10_000, 1_000, 10_000, 10_000))
    table.play("croupier deal", HANDS)
    assert table.refused("s1 raise_to 450", "above_maximum", limit).most == 400
    table.play("s1 raise_to 400")
    assert table.refused("s2 raise_to 1600", "above_maximum", enough).most == 900


@either
@pytest.mark.law("AR10.10-2.VII.2.e.1", "IB09.12.VII.2.d.1", "AR10.10-2.VII.2.d.1", "IB09.12.VII.2.c.1")
def test_nobody_raises_whom_nobody_can_answer_nor_matches_nothing(norm: str) -> None:
    table = circle(norm=norm, purses=(500, 500, 10_000, 500))
    table.play("croupier deal", HANDS)
    call = "AR10.10-2.VII.2.d.1" if norm == "AR10" else "IB09.12.VII.2.c.1"
    table.refused("s1 match", "nothing_to_match", call)
    table.play("s1 raise_to 400; s2 match")
    alone = table.fork()
    alone.play("s3 match; s4 match")
    assert alone.turn is CHANCE  # and so on, to the showdown
    raising = "AR10.10-2.VII.2.e.1" if norm == "AR10" else "IB09.12.VII.2.d.1"
    table.play("floor called_out_of_turn 4")
    table.refused("s3 raise_to 800", "nobody_to_answer", raising)


@either
@pytest.mark.law("AR10.10-2.VII.1", "IB09.12.VII.1", "AR10.10-2.V.3", "IB09.12.IV.3")
def test_before_a_game_the_places_are_drawn_first(norm: str) -> None:
    table = rehearse("holdem", norm, seats=6)
    four = "AR10.10-2.VII.1" if norm == "AR10" else "IB09.12.VII.1"
    table.refused("croupier deal", "fewer_than_four", four)
    table.play("s1,s2,s3,s4 buy 5000")
    table.refused("croupier deal", "places_first", "AR10.10-2.V.3" if norm == "AR10" else "IB09.12.IV.3")


@either
@pytest.mark.law("AR10.10-2.IX.e.1", "IB09.12.V.e.1", "IB09.12-2-e.III.2")
def test_who_may_buy_no_more_is_told_why(norm: str) -> None:
    stakes = "AR10.10-2.IX.e.1" if norm == "AR10" else "IB09.12.V.e.1"
    full = circle(norm=norm, purses=(20_000,) * 4)
    assert full.refused("s1 buy 500", "resto_full", stakes).figures == {"most": 20_000}
    part = circle(norm=norm)
    assert part.refused("s1 buy 10500", "above_maximum").most == 10_000  # some may be bought
    if norm == "IB09":
        circle("sintetico", norm).refused("s1 buy 1000", "resto_not_used_up", "IB09.12-2-e.III.b.1")


@either
@pytest.mark.law("AR10.10-2.V.5", "IB09.12.IV.6", "AR10.10-2.VII.2.14", "IB09.12.VII.2.13")
def test_between_hands_each_refusal_has_its_own_reason(norm: str) -> None:
    rest = "AR10.10-2.V.5" if norm == "AR10" else "IB09.12.IV.6"
    table = circle(norm=norm, purses=(10_000,) * 5 + (0,))
    table.refused("s1 return", "does_not_rest", rest)
    table.play("s5 rest")
    table.refused("s5 rest", "rests_already", rest)
    table.refused("s6 rest", "no_chips", rest)
    table.refused("s6 leave", "no_chips", "AR10.10-2.IX.g.1" if norm == "AR10" else "IB09.12.V.g.1")
    table.refused("s6 tip 50", "no_chips", "AR10.10-2.IV.2.1" if norm == "AR10" else "IB09.12.III.2.1")
    hour = "AR10.10-2.II.b.2" if norm == "AR10" else "IB09.12.II.3.b.2"
    table.refused("floor hour_up", "no_session", hour)
    session = circle(norm=norm, charge="sesion")
    session.play("floor hour_up")
    session.refused("floor hour_up", "hour_is_up", hour)
    table.play("floor misconduct seat=2 what=delay")
    expulsion = "AR10.10-2.VII.2.14" if norm == "AR10" else "IB09.12.VII.2.13"
    assert table.refused("floor expel 2", "not_warned_twice", expulsion).figures == {"seat": 2}


@either
@pytest.mark.law("AR10.10-2.VII.3.3", "IB09.12.VII.3.1")
def test_who_may_not_renounce_or_ask_to_see_is_told_why(norm: str) -> None:
    table = circle(norm=norm)
    table.play("croupier deal", HANDS)
    table.until("Showdown")
    if norm == "IB09":
        table.refused(f"s{table.turn} renounce", "must_show", "IB09.12.VII.3.1")
        return
    asks = next(seat for seat in (1, 2, 3, 4) if seat != table.turn)
    table.refused(f"s{asks} ask_to_see {table.turn}", "nothing_to_see", "AR10.10-2.VII.3.3")
    table.refused(f"floor order_to_show {asks}", "nothing_to_see", "AR10.10-2.VII.3.3")


MOMENTS = {
    "IB09": {
        "gathering": "IB09.12.VII.1",
        "lots": "IB09.12.IV.3",
        "between": "IB09.12.VII.1.7",
        "interval": "IB09.12.VII.2.1",
        "showdown": "IB09.12.VII.3.2",
        "reading": "IB09.12.VII.3.3",
    },
    "AR10": {
        "gathering": "AR10.10-2.VII.1",
        "lots": "AR10.10-2.V.3",
        "between": "AR10.10-2.VII.1.8",
        "interval": "AR10.10-2.VII.2.1",
        "showdown": "AR10.10-2.VII.3.2",
        "reading": "AR10.10-2.VII.3.4",
    },
    "IB05": {
        "gathering": "IB05.12.V.4.1",
        "lots": "IB05.12.IV.2",
        "between": "IB05.12.V.4.16",
        "interval": "IB05.12.V.4.22",
        "showdown": "IB05.12.V.4.21",
        "reading": "IB05.12.V.4.39",
    },
}
OWN_MOMENTS = {
    ("holdem", "IB09"): {"dealing": ["IB09.12-2-c.II.1", *(f"IB09.12-2-b.II.{n}" for n in (3, 4, 5))]},
    ("holdem", "AR10"): {"dealing": ["AR10.10-2-B-c.II.1", *(f"AR10.10-2-B-b.II.{n}" for n in (3, 4, 5))]},
    ("omaha", "IB09"): {"dealing": [f"IB09.12-2-b.II.{n}" for n in (1, 3, 4, 5)]},
    ("omaha", "AR10"): {"dealing": [f"AR10.10-2-B-b.II.{n}" for n in (1, 3, 4, 5)]},
    ("cubierto", "IB09"): {
        "dealing": ["IB09.12-1.II.1"],
        "discarding": ["IB09.12-1.II.9"],
        "giving": ["IB09.12-1.II.10"],
    },
    ("cubierto", "AR10"): {
        "dealing": ["AR10.10-2-A.III.1"],
        "discarding": ["AR10.10-2-A.III.9"],
        "giving": ["AR10.10-2-A.III.10"],
    },
    ("sintetico", "IB05"): {"dealing": ["IB05.12.V.4.18", "IB05.12.V.4.20"]},
}


@pytest.mark.parametrize(("slug", "norm"), OWN_MOMENTS)
def test_each_moment_names_the_clause_that_makes_it(slug: str, norm: str) -> None:
    wanted = {**{name: [cited] for name, cited in MOMENTS[norm].items()}, **OWN_MOMENTS[slug, norm]}
    met: dict[str, list[str]] = {}
    table = rehearse(slug, norm, seats=4)
    table.play("s1,s2,s3,s4 buy 5000")
    while not wanted.keys() <= met.keys():
        phase: Any = table.phase
        clauses = met.setdefault(phase.tag(), [])
        if phase.clause not in clauses:
            clauses.append(phase.clause)
        match phase.tag():
            case "discarding":
                table.whoever("discard 12")
            case "interval" if phase.talk.level:
                table.whoever("match")
            case "interval":
                table.whoever("raise_to 200", "check")
            case _:
                table.step()
    assert {name: met[name] for name in wanted} == wanted

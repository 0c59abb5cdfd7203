"""Every table describes its bets and places as data, and random play agrees with the description."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from novamas.equipment.chance import Seeded
from novamas.families.banked.acts import HaganJuego
from novamas.families.wheel.phases import Falling
from novamas.games import GAMES, game
from novamas.games.ruleta_americana import Announce
from novamas.law import catalogue, clause
from novamas.table.events import POT, Events, Payment
from novamas.table.felt import Chips
from novamas.table.game import Table, open_table
from novamas.table.layout import (
    CELL,
    Area,
    Layout,
    Pot,
    Spot,
    astride,
    cell,
)
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.table.wire import reader, written
from novamas.testing.layouts import clauses_of, has_its_places, pays_as_drawn, rates_of
from novamas.testing.random_play import any_deed

FEW: dict[str, Any] = {"seats": 3}
VARIED: dict[str, Any] = {"authorised": ["vary_minimum"], "minimum_kept_elsewhere": True}
SEVENS = {"jackpot": True, "progressive": True, "authorised": ("jackpot", "progressive")}
POOLS = {"carrousel": 100, "carrousel_start": 10_000, "seguro": 100, "buy_card": True}
PROGRESSIVE = {"progresivo": 100, "progresivo_deduction": Fraction(1, 10)}
TABLES: list[tuple[str, str, dict[str, Any]]] = [
    ("ruleta", "IB05", FEW | VARIED),
    ("ruleta_americana", "IB05", FEW | VARIED | {"buttons": True}),
    ("ruleta_doble_cero", "AR10", FEW),
    ("boule", "IB05", FEW),
    ("ruleta_de_la_fortuna", "IB05", FEW),
    ("craps", "IB05", FEW),
    ("treinta_y_cuarenta", "IB05", FEW),
    ("punto_y_banca", "IB05", FEW | {"standing": 2}),
    ("blackjack", "IB05", FEW | {"places": 5, "standing": 2}),
    ("blackjack", "AR10", FEW | SEVENS),
    ("trijoker", "IB05", FEW),
    ("trijoker", "AR10", FEW),
    ("tres_cartas", "IB09", FEW | {"standing": 2, "bets_per_box": 4}),
    ("tres_cartas", "AR10", FEW | {"standing": 2, "bets_per_box": 4}),
    ("sin_descarte", "IB05", FEW | POOLS | {"standing": 2, "bets_per_box": 3}),
    ("sin_descarte", "AR10", FEW | POOLS | {"boxes": 7, "bets_per_box": 3, **PROGRESSIVE}),
    ("holdem_contrapartida", "AR10", FEW),
    ("holdem_bonus", "AR10", FEW),
    ("pai_gow_poker", "IB09", FEW),
    ("pai_gow_poker", "AR10", FEW),
    ("pai_gow_poker", "CM16", FEW),
    ("pai_gow_domino", "CM16", FEW),
    ("cubierto", "IB09", {}),
    ("cubierto", "AR10", {}),
    ("seven_stud", "IB09", {}),
    ("seven_stud", "AR10", {}),
    ("omaha", "IB09", {}),
    ("omaha", "AR10", {}),
    ("holdem", "IB09", {}),
    ("holdem", "AR10", {}),
    ("five_stud", "IB09", {}),
    ("five_stud", "AR10", {}),
    ("sintetico", "IB05", {}),
    ("sintetico", "IB09", {}),
    ("sintetico", "AR10", {}),
    ("chemin_de_fer", "IB05", {}),
    ("bacara_dos_panos", "IB05", {}),
]
NAMED = [f"{slug}-{norm}" for slug, norm, _ in TABLES]


def table_of(slug: str, norm: str, choices: dict[str, Any]) -> Table:
    frame = catalogue.under(norm)[slug]
    given = {name: value for name, value in choices.items() if name in frame.options}
    return open_table(game(slug), frame, {**frame.examples, **given})


def drawn(slug: str, norm: str, choices: dict[str, Any]) -> Layout:
    table = table_of(slug, norm, choices)
    return table.game.layout(table.opening)


def played(table: Table, steps: int) -> Iterator[tuple[Session, Events]]:
    rng, source = Random(7), Seeded(7)
    session = Session(table.opening, source, automatic=())
    for _ in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, source, automatic=())
        yield session, session.do(any_deed(session, rng, incidents=0.03))


@pytest.mark.parametrize(("slug", "norm", "choices"), TABLES, ids=NAMED)
def test_whatever_happens_has_its_place(slug: str, norm: str, choices: dict[str, Any], soak: bool) -> None:
    table = table_of(slug, norm, choices)
    american = slug in ("ruleta_americana", "ruleta_doble_cero")
    paid = 0
    for session, events in played(table, 600 if soak else 200):
        layout = table.game.layout(session.phase)
        has_its_places(layout, session.phase)
        pays_as_drawn(layout, events, each_at_once=american)
        paid += any(isinstance(event, Payment) for event in events)
    assert paid


@pytest.mark.parametrize(("slug", "norm", "choices"), TABLES, ids=NAMED)
def test_a_layout_is_data_that_can_be_drawn(slug: str, norm: str, choices: dict[str, Any]) -> None:
    table = table_of(slug, norm, choices)
    layout = table.game.layout(table.opening)
    assert reader(Layout).decode(written(layout)) == layout
    for clauses in clauses_of(layout):
        assert clauses
        assert all(clause(each) for each in clauses)
    assert all(list(spot.covers) == sorted(set(spot.covers)) for spot in layout.spots)
    facts = {marker.fact for marker in layout.markers} - {""}
    assert facts <= {*table.opening.felt.public, *table.opening.public}
    areas = [*(spot.at for spot in layout.spots), *(place.at for place in layout.cards)]
    areas += [pot.at for pot in layout.pots]
    for nth, area in enumerate(areas):
        assert area.height > 0 <= area.row
        assert area.width > 0 <= area.column
        assert not any(overlap(area, other) for other in areas[:nth]), (slug, area)


def overlap(one: Area, other: Area) -> bool:
    """Return whether two places overlap. A chip on a border covers the cells that it touches."""
    if (one.height < CELL) is not (other.height < CELL):
        return False
    rows = one.row < other.row + other.height and other.row < one.row + one.height
    return rows and one.column < other.column + other.width and other.column < one.column + one.width


# ---------------------------------------------------------------- whose chips lie where


def test_chips_are_found_through_the_grammar_of_bets() -> None:
    layout = drawn("tres_cartas", "IB09", FEW | {"standing": 2, "bets_per_box": 4})
    own = layout.place_of("ante", 2)
    assert isinstance(own, Spot)
    assert (own.name, own.seat) == ("ante", 2)
    assert layout.place_of("ante:2", 5) is own, "another player bets on the hand of seat 2"
    assert layout.place_of("ante:2", 1) is own
    assert layout.place_of("ante", 5) is None, "who stands has no box of his own"
    assert layout.place_of("nada", 1) is None


def test_prisoners_and_split_hands_lie_with_the_others() -> None:
    ruleta, blackjack = drawn("ruleta", "IB05", FEW), drawn("blackjack", "IB05", FEW | {"places": 5})
    assert ruleta.place_of("rojo@2", 3) is ruleta.place_of("rojo", 1)
    hand = blackjack.place_of("mano:2.3", 1)
    assert isinstance(hand, Spot)
    assert (hand.name, hand.seat) == ("mano:2", 2)
    assert blackjack.cards_of("mano:2.3") == blackjack.cards_of("mano:2")
    vacant = blackjack.place_of("mano:5", 1)
    assert isinstance(vacant, Spot)
    assert vacant.seat is None


def test_a_pool_is_a_pot_and_a_stake_on_it_a_spot() -> None:
    layout = drawn("sin_descarte", "AR10", FEW | POOLS | {"boxes": 7})
    assert isinstance(layout.place_of("carrousel", POT), Pot)
    assert isinstance(layout.place_of("carrousel", 2), Spot)
    blind_box = layout.place_of("apuesta_inicial:7", 2)
    assert isinstance(blind_box, Spot)
    assert (blind_box.name, blind_box.seat) == ("apuesta_inicial:7", None)


def test_players_are_drawn_where_they_sit() -> None:
    """Players are drawn where they sit, also at circle poker, where lots decide the places."""
    table = table_of("holdem", "AR10", {})
    for session, _ in played(table, 200):
        places = session.phase.felt.party.places  # type: ignore[attr-defined]  # the felt of circle poker
        hands = [place for place in table.game.layout(session.phase).cards if isinstance(place.owner, int)]
        for nth, seat in enumerate(places):
            assert not seat or [hand.at.column for hand in hands if hand.owner == seat] == [nth * CELL]
        if len({seat for seat in places if seat}) > 3 and places != tuple(sorted(places)):
            return
    pytest.fail("nobody was drawn a place")


# ---------------------------------------------------------------- wheels and dice


WHEELS = [each for each in TABLES if each[0] in ("ruleta", "boule") or each[0].startswith("ruleta_")]


@pytest.mark.parametrize(("slug", "norm", "choices"), WHEELS, ids=[slug for slug, _, _ in WHEELS])
def test_a_wheel_pays_what_is_drawn(slug: str, norm: str, choices: dict[str, Any]) -> None:
    """Chips on every spot are paid for every pocket as drawn: spots on the number, at their rate."""
    table = table_of(slug, norm, choices)
    layout = table.game.layout(table.opening)
    felt: Any = table.opening.felt
    spots = {spot.name: spot for spot in layout.spots if spot.covers}
    chips = tuple(sorted(Chips(1, name, 1_000) for name in spots))
    for pocket in layout.wheel:
        _, events = Falling(replace(felt, chips=chips)).drawn(pocket.number)
        won = [
            each for each in events if isinstance(each, Payment) and each.rate is not None and each.rate > 0
        ]
        assert {paid.bet: paid.rate for paid in won} == {
            name: spot.pays for name, spot in spots.items() if pocket.number in spot.covers
        }
        order = [spots[paid.bet].order for paid in won]
        assert order == sorted(order)


def test_what_is_announced_lays_the_chips_that_are_drawn() -> None:
    table = table_of("ruleta_americana", "IB05", {"seats": 1, "buttons": True})
    layout = table.game.layout(table.opening)
    announced = [spot for spot in layout.spots if spot.lays]
    assert len(announced) == 2 * (37 + 3)
    for spot in announced:
        session = Session(table.opening, Seeded(1), automatic=())
        session.do(HaganJuego())
        session.do(Announce(1, spot.name, 200))
        assert tuple((bet, cents // 200) for _, bet, cents in session.phase.felt.chips) == tuple(
            sorted(spot.lays)
        )


def test_the_throws_of_craps_pay_what_is_drawn() -> None:
    table = table_of("craps", "IB05", FEW)
    felt: Any = table.opening.felt
    for spot in table.game.layout(table.opening).spots:
        assert {rate for rate in felt.fates[spot.name].rates.values() if rate > 0} == rates_of(spot)


# ---------------------------------------------------------------- the drawing


def test_every_game_and_norm_is_here() -> None:
    playable = {
        (slug, norm) for slug in GAMES for norm in ("IB05", "IB09", "AR10", "CM16") if has(norm, slug)
    }
    assert {(slug, norm) for slug, norm, _ in TABLES} == playable


def has(norm: str, slug: str) -> bool:
    return slug in catalogue.under(norm) and catalogue.under(norm)[slug].can_be_played


def test_where_a_chip_lies_that_covers_several() -> None:
    """A chip on several numbers is on a line between two cells, a corner of four, or the edge of a row."""
    assert astride([cell(0, 0), cell(0, 1)]) == Area(3, 7, 2, 2)
    assert astride([cell(0, 0), cell(0, 1), cell(1, 0), cell(1, 1)]) == Area(7, 7, 2, 2)
    assert astride([cell(0, 1), cell(0, 2), cell(0, 3)]) == Area(3, 7, 2, 2)

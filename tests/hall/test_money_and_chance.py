"""Invariants of every table: written money is whole céntimos, and chance favours no one."""

from __future__ import annotations

import json
from typing import Any

import pytest

from novamas.equipment.chance import CommittedSource
from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.hall.tables.entries import BODIES, Body
from novamas.house.opening import frame_to_play, open_as_written
from novamas.record.schema import printed
from novamas.table.deeds import Drawn
from novamas.table.offers import OneOf, Range
from novamas.table.session import Session
from novamas.table.wire import COMMON, types_of

SEED = "5e" * 32
WHEELS = ("boule", "ruleta", "ruleta_americana", "ruleta_de_la_fortuna", "ruleta_doble_cero")


def numbers_in(schema: Any) -> list[Any]:
    """Return every part of a schema that may be a number with a fraction."""
    if isinstance(schema, dict):
        own = [schema] if schema.get("type") == "number" else []
        return own + [found for value in schema.values() for found in numbers_in(value)]
    return [found for value in schema for found in numbers_in(value)] if isinstance(schema, list) else []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_a_table_writes_or_tells_is_a_broken_number(game: str) -> None:
    for name, kind in (*COMMON.items(), *types_of(game_named(game)).items()):
        assert not numbers_in(json.loads(printed(name, {name: kind}))), (game, name)


@pytest.mark.parametrize("body", BODIES.values(), ids=lambda body: body.__name__)
def test_nor_is_anything_in_the_book_of_a_table(body: type[Body]) -> None:
    assert not numbers_in(json.loads(printed("body", {"body": body})))


@pytest.mark.parametrize("game", WHEELS)
@pytest.mark.parametrize("seats", [(1,), (2, 3, 4)])
def test_chance_brings_the_same_whoever_stakes_whatever(game: str, seats: tuple[int, ...]) -> None:
    plain = results(game, (1,), 0)
    for high in (0, 1):
        assert results(game, seats, high) == plain


def results(game: str, seats: tuple[int, ...], high: int) -> list[int]:
    """Return twenty results of a wheel from one seed, with minimum or maximum stakes on different bets."""
    opening = open_as_written(frame_to_play(game), {}).opening
    session = Session(opening, CommittedSource(SEED))
    found: list[int] = []
    while len(found) < 20:
        if session.phase.pause and not session.phase.felt.chips:
            for seat in seats:
                offer = next(offer for offer in session.offers(seat) if "cents" in offer.dials)
                turned: dict[str, Any] = {}
                for name, dial in offer.dials.items():
                    if isinstance(dial, Range):
                        turned[name] = (dial.least, dial.every()[-1])[high]
                    elif isinstance(dial, OneOf):
                        turned[name] = dial.values[-high]
                session.do(offer.turned(**turned))
        deed = session.next_deed()
        if deed is None:  # someone is asked about a stake that zero has caught
            deed = session.offers(session.phase.turn)[0].act
        session.do(deed)
        if isinstance(deed, Drawn):
            found.append(deed.what)
    return found

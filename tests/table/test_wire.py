"""Values on the wire are readable by other programs, and are read back as the same values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from msgspec import ValidationError
from tests.support.every_game import played, small_table

from novamas.equipment.chance import Seeded
from novamas.games import GAMES, game
from novamas.law import Fault
from novamas.record import header_of
from novamas.record.chain import Seal
from novamas.record.schema import added, common, schema
from novamas.table.events import AnyEvent, Came, Event, NumberedEvent
from novamas.table.game import open_table
from novamas.table.refusals import Refusal
from novamas.table.roles import CROUPIER, FLOOR, RAIL, Who
from novamas.table.session import RESULTS_SHOWN, Session
from novamas.table.wire import reader, types_of, written
from novamas.testing.random_play import disturbed
from novamas.testing.rehearsal import opened

STEPS, FEW_STEPS = 400, 150
EYES: tuple[Who, ...] = (1, 2, CROUPIER, FLOOR, RAIL)


@pytest.mark.parametrize("slug", GAMES)
def test_what_was_written_is_read_back(slug: str, soak: bool) -> None:
    types = types_of(game(slug))
    views, offers, deeds = (reader(types[name]) for name in ("view", "offer", "deed"))
    told, refusals = reader(NumberedEvent), reader(Refusal)
    rng, codes, met = Random(slug), set[str](), set[str]()
    for number, session in enumerate(played(slug, 1, STEPS if soak else FEW_STEPS)):
        deed = session.deeds[-1]
        assert deeds.decode(written(deed)) == deed
        for event in session.seen_by(1, since=session.number - 1):
            assert told.decode(written(event)) == event
        view = session.view(EYES[number % len(EYES)])
        assert views.decode(written(view)) == view
        met.add(view.phase)
        assert all(offers.decode(written(offer)) == offer for offer in view.offers[:5])
        refusal = session.why_not(disturbed(rng.choice(session.deeds), rng))
        if refusal is not None:
            assert refusals.decode(written(refusal)) == refusal
            codes.add(refusal.code)
    assert len(codes) > 1
    assert len(met) > 1


@pytest.mark.parametrize("slug", GAMES)
def test_set_ups_and_records_are_read_back(slug: str) -> None:
    opening = small_table(slug)
    rules = opening.felt.rules  # type: ignore[attr-defined]  # every cloth has its rules
    assert reader(types_of(game(slug))["rules"], rules.frame.law).decode(written(rules)) == rules
    table = open_table(game(slug), rules.frame, rules.frame.examples)
    for value in (
        header_of(table),
        Seal(3, "00", "11"),
        Fault("chip", "chip_too_large", "IB05.04.V.b.1", {"chip": 300, "minimum": 200}),
    ):
        assert reader(type(value)).decode(written(value)) == value


def test_a_view_has_the_name_of_its_phase_and_what_that_shows() -> None:
    session = Session(opened("ruleta", "IB05").opening, Seeded(1), automatic=())
    session.do(session.offers(CROUPIER)[0].act)
    view = session.view(RAIL)
    assert view.phase == "betting"
    assert (view.shows.running, view.shows.is_last) == (False, False)
    assert json.loads(written(view))["shows"]["phase"] == "betting"


def test_nothing_unknown_is_read() -> None:
    session = Session(opened("ruleta", "IB05").opening, Seeded(1), automatic=())
    read = reader(types_of(game("ruleta"))["view"])
    plain = json.loads(written(session.view(RAIL)))
    with pytest.raises(ValidationError):
        read.decode(json.dumps({**plain, "secret": 1}))
    with pytest.raises(ValidationError):
        read.decode(json.dumps({**plain, "shows": {"phase": "no_such_phase"}}))


SCHOOL = "novamas.school."  # what its scenes add leaves no table


def test_every_event_is_on_the_wire() -> None:
    at_tables = {kind for kind in Event.__subclasses__() if not kind.__module__.startswith(SCHOOL)}
    assert set(AnyEvent.__args__) == at_tables


# ---------------------------------------------------------------- numbers


def test_states_and_events_are_numbered() -> None:
    *_, session = played("ruleta", 2, STEPS)
    told = list(session.seen_by(RAIL))
    assert session.number == session.view(RAIL).number == len(session.deeds)
    assert [one.number for one in told] == [
        number for number, events in enumerate(session.deed_events, start=1) for _ in events
    ]
    assert all(session.deed_events[one.number - 1][one.nth].seen_by(RAIL) == one.event for one in told)
    half = session.number // 2
    assert list(session.seen_by(RAIL, since=half)) == [one for one in told if one.number > half]


def test_a_view_has_the_last_results_and_the_rounds() -> None:
    session = max(played("ruleta", 3, 2_000), key=lambda session: session.number)
    came = [event for events in session.deed_events for event in events if isinstance(event, Came)]
    view = session.view(RAIL)
    assert len(came) > RESULTS_SHOWN
    assert view.results == tuple(came[-RESULTS_SHOWN:])
    assert view.rounds == session.rounds > 0


# ---------------------------------------------------------------- the schema


def references(part: object) -> Iterator[str]:
    if isinstance(part, dict):
        for word, value in part.items():
            if word == "$ref":
                yield value
            yield from references(value)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)


@pytest.mark.parametrize("slug", GAMES)
def test_a_schema_points_only_to_what_is_there(slug: str) -> None:
    printed = json.loads(schema(game(slug)))
    own, shared = printed["$defs"], json.loads(schema())["$defs"]
    assert {*types_of(game(slug))} <= own.keys()
    assert not own.keys() & shared.keys()
    assert {ref.removeprefix("#/$defs/") for ref in references(shared)} <= shared.keys()
    for ref in references(own):
        file, name = re.fullmatch(r"(common\.json)?#/\$defs/(\w+)", ref).groups()  # type: ignore[union-attr]
        assert name in (shared if file else own), ref


@pytest.mark.parametrize("slug", GAMES)
def test_no_type_on_the_wire_is_left_open(slug: str) -> None:
    """No schema is empty. `object` and `Any` would produce one, which accepts any value."""

    def is_open(part: Any) -> bool:
        if isinstance(part, list):
            return any(map(is_open, part))
        if not isinstance(part, dict):
            return False
        fields = part.get("properties", {}).values()
        return part == {} or any(map(is_open, [*fields, *part.get("anyOf", []), part.get("items", 0)]))

    for name, part in {**common(), **added(game(slug))}.items():
        assert not is_open(part), name

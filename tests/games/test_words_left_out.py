"""Words that a person leaves out: the default of such a word is a value that the table lists now.

A word without a default, such as the bet of a late bet, must be typed.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import fields, replace
from tests.games.test_panos_errors import first_speaks, serving
from tests.games.test_refusals_swept import TABLES, people_at, sittings

import novamas
from novamas.house.sitting import Sitting
from novamas.table.deeds import Deed
from novamas.table.events import Happened
from novamas.table.notation import write
from novamas.table.offers import OneOf
from novamas.table.phases import completed


def left_out(session: Sitting) -> Iterator[tuple[Deed, str]]:
    """Yield offered acts and incidents, each with the name and the default of one word with listed values."""
    for who in people_at(session.phase):
        for offer in session.offers(who):
            defaults = {field.name: field.default for field in fields(type(offer.act))}
            for name, dial in offer.dials.items():
                if isinstance(dial, OneOf) and isinstance(defaults[name], str):
                    yield replace(offer.act, **{name: defaults[name]}), name


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_the_default_of_a_closed_word_is_listed(slug: str, norm: str, soak: bool) -> None:
    for session in sittings(slug, norm, 600 if soak else 80):
        for deed, name in left_out(session):
            word = getattr(completed(session.phase, deed), name)
            refusal = session.why_not(deed)
            assert (refusal is None) is bool(word), (type(session.phase).__name__, deed, refusal)


@pytest.mark.parametrize(("slug", "form"), [
    ("ruleta", "ficha"), ("ruleta_americana", "ficha"), ("ruleta_doble_cero", "ficha"),
    ("ruleta_de_la_fortuna", "divisoria"),
])  # fmt: skip
def test_a_null_spin_takes_the_first_form_of_the_norm(slug: str, form: str) -> None:
    session = novamas.open(slug, seed=1)
    events = session.do("floor tirada_nula")
    assert [event.form["form"] for event in events if isinstance(event, Happened)] == [form]
    assert write(session.deeds[-1]) == f"floor tirada_nula {form}"  # the record names it


def test_exposed_and_lost_cards_are_of_the_first_side_whose_cards_are_unseen() -> None:
    for circle, pano in ((serving(5), "primero"), (first_speaks("Kh 6s"), "segundo")):
        if pano == "segundo":
            circle.play("s1 no")
        lost = circle.session.fork()
        for session, verb, name in ((circle.session, "exposed_cards", "pano"), (lost, "lost_cards", "hand")):
            happened = next(each for each in session.do(f"floor {verb}") if isinstance(each, Happened))
            assert happened.form[name] == pano

"""Wrong values in place of a deed, its parts, a person or a seat get an answer, never a crash."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace
from tests.support.every_game import GAMES, played

import novamas
from novamas.equipment.chance import Seeded
from novamas.errors import InvalidInput, NovamasError
from novamas.games import game as game_named
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Deed, Drawn, kinds_of, wrong_part
from novamas.table.phases import completed, why_not
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CROUPIER, FLOOR, RAIL, Role, Who
from novamas.table.session import Session
from novamas.words import voice_for
from novamas.words.problems import error_text

ANYTHING: list[Any] = [
    *(None, True, False, ..., len, object(), b"rojo", float("nan"), 2.5, 1.0, 1j, Decimal("NaN")),
    *([], {}, set(), (), ("rojo",), [1, 2], {1: 2}, Role.RAIL, Role.NOBODY, "croupier", "s1"),
    *(-(10**5_000), -(2**64), -1, 0, 1, 5, 10, 52, 99, 10**9, 2**63 - 1, 2**63, 10**30, 10**5_000),
    *(
        "",
        " ",
        "x",
        "rojo",
        "pleno:17",
        "pleno:99",
        "mano:9.9",
        "mano:x",
        "casilla:x",
        "ante:x",
        "a:b:c.1@1",
        "\x00",
        "ñ€",
        "-1",
        "1e9",
        "0x1",
    ),
    *("KsAs", "Ks As", "AcKdQhJs10c9d8h", "Ac,Kd", "*", "6:6 1:3", "66 13", "1,2,3", "12345", "1 2", "99"),
    *("Zz", "AsAs", "As", "10", "10 10", "x" * 200, "x" * 10**6, ":" * 150, "s1 " * 60),
]


SOUND: dict[type, list[Any]] = {int: [1, 2, 500, 1_000], bool: [True, False], str: ["rojo", "1", "As"]}


def built(kind: type[Deed], rng: Random, seats: int) -> Deed:
    """Return a deed of a kind, with valid parts except some."""
    given: dict[str, Any] = {}
    for name, kinds in kinds_of(kind):
        sound = SOUND[kinds[0]] if name != "by" else [*range(1, seats + 1), CROUPIER, FLOOR]
        given[name] = rng.choice(sound) if rng.random() < 0.5 else rng.choice(ANYTHING)
    return kind(**given)


def mangled(text: str, rng: Random) -> str:
    """Return a slightly damaged name of a bet or hand: another place, hand or number, or half of it."""
    kind, place = text.partition(":")[::2]
    ends = ["x", "0", "-1", "999", "9" * 30, "½", place[::-1], place * 2, place.upper()]
    forms = [f"{kind}:{end}" for end in (*ends, f"{place}.9", f"{place}@9", text)]
    return rng.choice([*forms, text[1:], text[:-1], kind, f" {text}", text * 3])


def spoilt(act: Deed, rng: Random) -> Deed:
    """Return an act with one part replaced by any value or, if it is text, damaged."""
    name, kinds = rng.choice(kinds_of(type(act)))
    text = getattr(act, name)
    if kinds == (str,) and rng.random() < 0.7:
        return replace(act, **{name: mangled(text, rng)})
    return replace(act, **{name: rng.choice(ANYTHING)})


def answers(slug: str, session: Session, deed: Any, rng: Random) -> Refusal | None:
    """Check that the reason against a deed is None, or a refusal with clause and text that can be sent."""
    refusal = why_not(session.phase, completed(session.phase, deed), session.past)
    assert session.why_not(deed) == refusal or isinstance(getattr(deed, "by", None), str)
    if refusal is None:
        assert not wrong_part(deed)
        return None
    assert isinstance(refusal, Refusal)
    assert json.decode(json.encode(refusal), type=Refusal) == refusal
    voice = voice_for(rng.choice(LANGUAGES), slug)
    assert len(error_text(refusal, voice)) < 1_000
    return refusal


@pytest.mark.parametrize("slug", GAMES)
def test_no_deed_of_any_shape_crashes_a_table(slug: str, soak: bool) -> None:
    """In random play, every phase gets deeds of all kinds with valid, wrong or unreadable parts."""
    rng, kinds = Random(slug), game_named(slug).deeds
    met: dict[type[Deed], Deed] = {}  # lawful once, and mostly at another moment
    found: set[str] = set()
    somebody: list[Who] = [1, 2, CROUPIER, FLOOR]
    for session in played(slug, seed=7, steps=600 if soak else 150):
        offers = session.offers(rng.choice(somebody))
        met |= {type(offer.act): offer.sample(rng) for offer in offers}
        tried = [offer.sample(rng) for offer in rng.sample(offers, min(4, len(offers)))]
        tried += rng.sample(sorted(met.values(), key=repr), min(4, len(met)))
        deeds = [built(kind, rng, session.phase.seats()) for kind in rng.sample(kinds, min(len(kinds), 6))]
        for deed in (*deeds, *(spoilt(act, rng) for act in tried)):
            refusal = answers(slug, session, deed, rng)
            found |= {refusal.code} if refusal else set()
    assert "wrong_part" in found


@pytest.mark.parametrize("wrong", ANYTHING, ids=lambda wrong: type(wrong).__name__)
def test_what_is_no_deed_is_refused(wrong: Any) -> None:
    session = Session(novamas.open("ruleta").table.opening, Seeded(1))
    refusal = session.why_not(wrong)
    assert refusal is not None
    assert refusal.code == "no_deed"
    assert refusal.clause
    for door in (lambda: session.do(wrong), lambda: session.submit(1, wrong, 0)):
        with pytest.raises(Refused) as raised:
            door()
        assert raised.value.code == "no_deed"
    assert session.deeds == []


@pytest.mark.parametrize("wrong", ANYTHING, ids=lambda wrong: type(wrong).__name__)
@pytest.mark.parametrize("slug", ["ruleta", "holdem"])
def test_who_is_nobody_is_told_so(slug: str, wrong: Any) -> None:
    """Offers, views and chips for an impossible person raise an error of novamas."""
    session = novamas.open(slug)
    for door in (session.offers, session.view, lambda who: list(session.seen_by(who))):
        is_somebody = isinstance(wrong, Role) or wrong in ("croupier", "s1")
        if is_somebody or (type(wrong) is int and 1 <= wrong <= session.phase.seats()):
            door(wrong)
            continue
        with pytest.raises(NovamasError) as raised:
            door(wrong)
        assert raised.value.code in ("no_such_person", "no_such_seat")
        assert len(str(raised.value)) < 500
    if not (type(wrong) is int and 1 <= wrong <= session.phase.seats()):
        decide: Any = len
        of_seat: Any
        for of_seat in (session.chips_of, session.net, lambda seat: session.round(players={seat: decide})):
            with pytest.raises(NovamasError):
                of_seat(wrong if wrong.__hash__ else str(wrong))
    with pytest.raises(NovamasError):
        session.submit(wrong, Drawn(what=1), 0)


@pytest.mark.parametrize("slug", GAMES)
def test_a_role_may_be_named_by_its_word(slug: str) -> None:
    """Roles and seats given as text have the same offers, views and deeds."""
    word: Any
    for session in played(slug, seed=3, steps=25):
        for who, word in ((CROUPIER, "croupier"), (FLOOR, "floor"), (RAIL, "rail"), (1, "s1")):
            assert session.offers(word) == session.offers(who)
            assert session.view(word) == session.view(who)
        for offer in session.offers(CROUPIER):
            assert session.why_not(replace(offer.act, by="croupier")) is None
        for offer in session.offers(1):
            assert session.why_not(replace(offer.act, by="s1"), eyes="s1") is None  # type: ignore[arg-type]
    automatic: Any = ["croupier", "chance"]
    assert Session(session.phase, Seeded(1), automatic=automatic).automatic == {CROUPIER, Role.CHANCE}
    with pytest.raises(InvalidInput):
        Session(session.phase, Seeded(1), automatic=["crupier"])  # type: ignore[list-item]


def test_what_is_done_by_a_word_is_recorded_by_the_role() -> None:
    session = novamas.open("ruleta", seed=1)
    calls = session.offers(CROUPIER)[0].act
    session.do(replace(calls, by="croupier"))
    assert session.deeds[-1] == calls
    assert type(session.deeds[-1].by) is Role


@pytest.mark.parametrize("wrong", [True, 1.0, 500.0, None, "500", 10**30], ids=repr)
def test_a_number_that_only_looks_like_one_is_refused(wrong: Any) -> None:
    """True equals one and a float may equal an amount, but a record could not store them as such."""
    session = novamas.open("ruleta", seed=1)
    session.do("s1 bet rojo 5 €")
    bet = next(deed for deed in session.deeds if deed.verb() == "bet")
    for deed in (replace(bet, by=wrong), replace(bet, cents=wrong)):
        if isinstance(wrong, str):
            continue
        refusal = session.why_not(deed)
        assert refusal is not None
        assert refusal.code in ("wrong_part", "not_whole")
        before = list(session.deeds)
        for door in (session.do, session.round):
            with pytest.raises(Refused):
                door(deed)
        assert session.deeds == before

"""Refusals in every phase of every game under every norm: each gives a true and specific reason.

Deeds that were lawful at some time are tried again in later phases, by the same person and by another seat.
Offered deeds are typed as people type them: a flag in other words, a seat as `s3`, without the amount.
Bets are filled to their maximum and tried again. Scripts of draws end before the deed is due.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random
from typing import Any, NamedTuple, get_type_hints

import pytest
from msgspec import to_builtins
from msgspec.structs import replace
from tests.support.every_game import small_choices

import novamas
from novamas.equipment.chance import Seeded
from novamas.errors import InvalidInput
from novamas.families.banked.acts import Withdraw
from novamas.games import GAMES
from novamas.house.sitting import Sitting
from novamas.law import FaultySetup, catalogue, norms
from novamas.law.texts import LANGUAGES
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Table
from novamas.table.offers import Offer, OneOf, Range
from novamas.table.phases import AnyPhase, offered
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CROUPIER, FLOOR, NOBODY, Who, write_who
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened
from novamas.words import voice_for
from novamas.words.problems import error_text

TABLES = [
    (slug, norm)
    for slug in GAMES
    for norm in norms()
    if slug in catalogue.under(norm).games and catalogue.under(norm)[slug].can_be_played
]
# Said instead of "it is not your turn" to a person who has nothing to do: each is a fact about that person or
# that very act, and stays true when the turn comes.
NEARER = {
    *("hand_of_another", "out_of_hand", "all_in", "not_dealt_in", "barred_from_raising", "string_bet"),
    *(
        "at_21",
        "changed_already",
        "half_or_prison",
        "not_your_hand",
        "hand_of_another",
        "not_the_banker",
        "bank_offered",
        "proposal_pending",
        "no_hand_there",
    ),
}


class Tried(NamedTuple):
    """A deed that was tried in a phase, and its refusal."""

    session: Session
    phase: AnyPhase
    deed: Deed
    refusal: Refusal


def table_of(slug: str, norm: str) -> Table:
    try:
        return opened(slug, norm, **small_choices(slug))
    except FaultySetup:
        return opened(slug, norm)


def clauses_at(table: Table) -> set[str]:
    """Return all clauses in the law of a table: its own, and those that it borrows."""
    found = {""}
    values: list[Any] = [
        dict(table.frame.figures),
        *(to_builtins(option, enc_hook=str) for option in table.frame.options.values()),
    ]
    while values:
        match values.pop():
            case str(text):
                found.add(text)
            case dict(inner):
                values += inner.values()
            case list(inner) | tuple(inner):
                values += inner
    return found


def refusals(table: Table, steps: int) -> Iterator[Tried]:
    """Yield refusals of random play: deeds of earlier phases, tried by the same person and by any seat."""
    rng, seen = Random(1), list[Deed]()
    session = Session(table.opening, Seeded(1), automatic=())
    for step in range(steps):
        if session.phase.turn is NOBODY:
            session = Session(table.opening, Seeded(step), automatic=())
        deed = any_deed(session, rng, incidents=0.05)
        seen.append(deed)
        phase = session.phase
        for tried in rng.sample(seen, min(4, len(seen))):
            others = {tried.by, rng.randint(1, phase.seats())} if isinstance(tried.by, int) else {tried.by}
            for who in others:
                again = replace(tried, by=who)
                refusal = session.why_not(again)
                if refusal is not None:
                    yield Tried(session, phase, again, refusal)
        session.do(deed)


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_refusal_is_of_the_law_of_its_table_and_says_whose_turn_it_is(
    slug: str, norm: str, soak: bool
) -> None:
    table, count = table_of(slug, norm), 0
    lawful = clauses_at(table)
    for tried in refusals(table, 800 if soak else 60):
        count += 1
        refusal, phase, deed = tried.refusal, tried.phase, tried.deed
        assert refusal.clause in lawful, (type(phase).__name__, deed, refusal)
        own = str(refusal.figures.get("borrowed_by", refusal.clause))
        assert own.partition(".")[0] == norm, (type(phase).__name__, deed, refusal)
        is_idle = isinstance(phase.turn, int) and deed.by != phase.turn and not offered(phase, deed.by)
        if isinstance(deed.by, int) and is_idle:
            its_turn = tried.session.why_not(replace(deed, by=phase.turn)) is None
            assert not its_turn or refusal.code in {"not_your_turn", *NEARER}, (deed, refusal)
    assert count > 20


@pytest.mark.parametrize("slug", GAMES)
def test_every_refusal_has_a_sentence(slug: str, soak: bool) -> None:
    """The sentence exists in every language and never contains the name of a code or of a field."""
    norm = next(norm for game, norm in TABLES if game == slug)
    for tried in refusals(table_of(slug, norm), 300 if soak else 20):
        assert str(tried.refusal.figures.get("borrowed_by", "")) in str(Refused(tried.refusal, slug))
        for language in LANGUAGES:
            told = error_text(Refused(tried.refusal, slug), voice_for(language).at(slug))
            assert told.endswith((".", ")"))
            assert "{" not in told
            assert tried.refusal.code not in told or "_" not in tried.refusal.code


# ---------------------------------------------------------------- what people type


def sittings(slug: str, norm: str, steps: int) -> Iterator[Sitting]:
    """Yield the phases of random play at a table that reads typed lines."""
    table, rng = table_of(slug, norm), Random(2)
    session = Sitting(table, Seeded(2), automatic=())
    for step in range(steps):
        if session.phase.turn is NOBODY:
            session = Sitting(table, Seeded(step), automatic=())
        yield session
        session.do(any_deed(session, rng, incidents=0.1))


def people_at(phase: AnyPhase) -> tuple[Who, ...]:
    return (*range(1, phase.seats() + 1), CROUPIER, FLOOR)


def offered_at(session: Sitting) -> Iterator[Deed]:
    """Yield an act of each kind that is offered, for each person."""
    for who in people_at(session.phase):
        kinds = set[type[Deed]]()
        for offer in session.offers(who):
            if type(offer.act) not in kinds:
                kinds.add(type(offer.act))
                yield offer.act


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_what_people_type_is_read_or_told_in_their_words(slug: str, norm: str, soak: bool) -> None:
    typed, seen = 0, set[tuple[type[AnyPhase], type[Deed]]]()
    for session in sittings(slug, norm, 400 if soak else 60):
        for act in offered_at(session):
            key = (type(session.phase), type(act))
            if key in seen and not soak:
                continue
            seen.add(key)
            typed += check_typed(session, act)
    assert typed


def check_typed(session: Sitting, act: Deed) -> int:
    """Check the lines by which a person can mean an offered act. Return the number of lines."""
    hints, lines = get_type_hints(type(act)), 0
    for name in act.__struct_fields__[1:]:
        value = getattr(act, name)
        lines += 1
        if hints[name] is bool:
            check_flag(session, act, name)
        elif name in {"seat", "other", "partner"} and isinstance(value, int):
            check_same(session, act, name, f"s{value}")
        elif name == "who" and value[1:].isdecimal():
            check_same(session, act, name, value[1:])
        elif name == "bet" and "@" in value:
            check_lawful(session, act, bet=value.partition("@")[0])
        else:
            lines -= 1
    if isinstance(act, Withdraw) and is_whole(session, act):
        check_lawful(session, act, cents=0)
        lines += 1
    return lines


def is_whole(session: Sitting, act: Withdraw) -> bool:
    """Return whether the player can take back all chips of a bet."""
    assert isinstance(act.by, int)
    return session.why_not(replace(act, cents=session.phase.felt.on(act.by, act.bet))) is None


def values_of(act: Deed) -> dict[str, object]:
    return {name: getattr(act, name) for name in act.__struct_fields__ if name != "by"}


def check_flag(session: Sitting, act: Deed, name: str) -> None:
    with pytest.raises(InvalidInput) as raised:
        session.do(f"{write_who(act.by)} {act.verb()}", **values_of(act) | {name: "maybe"})
    assert "write “yes” or “no”" in str(raised.value)


def check_same(session: Sitting, act: Deed, name: str, word: str) -> None:
    assert session.read(f"{write_who(act.by)} {act.verb()}", **values_of(act) | {name: word}) == act


def check_lawful(session: Sitting, act: Deed, **values: object) -> None:
    line = f"{write_who(act.by)} {act.verb()}"
    assert session.why_not(session.read(line, **values_of(act) | values)) is None, (act, values)


@pytest.mark.parametrize(("slug", "norm"), TABLES)
def test_a_bet_that_is_full_is_not_called_unknown(slug: str, norm: str, soak: bool) -> None:
    """A bet that was listed at this phase, and is no longer, has a specific reason."""
    table, rng = table_of(slug, norm), Random(2)
    session = Sitting(table, Seeded(3), automatic=())
    once = dict[tuple[type[AnyPhase], int], dict[str, Deed]]()
    for step in range(400 if soak else 60):
        if session.phase.turn is NOBODY:
            session = Sitting(table, Seeded(step), automatic=())
        for seat in range(1, min(3, session.phase.seats()) + 1):
            stakes = list(stakes_at(session, seat))
            now = {bet: offer.turned(bet=bet) for offer, bets, _ in stakes for bet in bets}
            before = once.setdefault((type(session.phase), seat), {})
            for bet in before.keys() - now.keys():
                refusal = session.why_not(before[bet])
                assert refusal is not None
                assert refusal.code not in {"not_listed", "no_such_bet"}, (before[bet], refusal)
            before.update(now)
            if stakes and rng.random() < 0.5:
                offer, bets, cents = rng.choice(stakes)
                session.do(offer.turned(bet=rng.choice(bets), cents=cents.most))
        session.do(any_deed(session, rng, incidents=0.02))


def stakes_at(session: Session, seat: int) -> Iterator[tuple[Offer, tuple[str, ...], Range]]:
    """Yield the stakes that a player can place: the offer, its bets and its amounts."""
    for offer in session.offers(seat):
        bets, cents = offer.dials.get("bet"), offer.dials.get("cents")
        if isinstance(bets, OneOf) and isinstance(cents, Range) and not isinstance(offer.act, Withdraw):
            yield offer, bets.values, cents


OWN_MINIMUM = [each for each in TABLES if "minimum_sencilla" in catalogue.under(each[1])[each[0]].options]


@pytest.mark.parametrize(("slug", "norm"), OWN_MINIMUM)
def test_a_minimum_of_its_own_is_refused_by_its_own_clause(slug: str, norm: str) -> None:
    """If a kind of bet has a special minimum, a stake below it is refused by the clause of that minimum."""
    table = table_of(slug, norm)
    option = table.frame.options["minimum_sencilla"]
    higher = opened(slug, norm, minimum_sencilla=3 * int(table.chosen[option.name]))
    before, after = least_at(table), least_at(higher)
    assert set(before) == set(after)
    for bet, (least, _) in before.items():
        assert (after[bet][0] > least) == (after[bet][1] in option.cite), (bet, after[bet])


def least_at(table: Table) -> dict[str, tuple[int, str]]:
    """Return the minimum of each bet at the first betting, with the clause that refuses less."""
    session = Sitting(table, Seeded(1))
    while not (stakes := list(stakes_at(session, 1))):
        session.do(session.next_deed() or session.offers(1)[0].act)
    limits = dict[str, tuple[int, str]]()
    for offer, bets, cents in stakes:
        for bet in bets:
            refusal = session.why_not(offer.turned(bet=bet, cents=cents.least - cents.step))
            assert refusal is not None
            limits[bet] = cents.least, refusal.clause
    return limits


# ---------------------------------------------------------------- scripts that end


AFTER_A_DRAW = {  # games in which a player acts after a draw, once these bets are placed
    "blackjack": ("s1 bet mano:1 10 €",),
    **dict.fromkeys(("holdem_bonus", "holdem_contrapartida", "sin_descarte", "tres_cartas", "trijoker"), ()),
    **dict.fromkeys(("cubierto", "five_stud", "holdem", "omaha", "seven_stud", "sintetico"), ()),
}


@pytest.mark.parametrize("slug", AFTER_A_DRAW)
def test_a_script_that_has_ended_is_the_reason_for_what_it_prevents(slug: str) -> None:
    """The first act of a player after a draw is tried, with a script that ends before that draw."""
    full = novamas.open(slug, seed=4)
    full.round(*AFTER_A_DRAW[slug])
    after = [type(deed) is Drawn and isinstance(then.by, int) for deed, then in pairwise(full.deeds)]
    nth = after.index(True)
    ended = novamas.open(slug, draws=[])
    for deed in full.deeds[:nth]:
        ended.do(deed)
    with pytest.raises(InvalidInput) as raised:
        ended.do(full.deeds[nth + 1])
    assert raised.value.code == "script_ended"


def test_a_script_that_has_ended_does_not_hide_what_was_wrong_with_a_bet() -> None:
    with pytest.raises(Refused) as raised:
        novamas.open("ruleta", draws=[]).round("s1 bet rojo 1")
    assert raised.value.code == "below_minimum"


def test_of_several_phases_that_refuse_a_bet_the_nearest_one_answers() -> None:
    """Before the point, come bets are not listed. After it, the amount is wrong."""
    session = novamas.open("craps", draws="2-2 3-4")
    with pytest.raises(Refused) as raised:
        session.round("s1 bet come 0,01 €")
    assert raised.value.code == "below_minimum"

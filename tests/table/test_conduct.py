"""A breach of a rule of conduct can be recorded at a table of its game, and has no other effect."""

from __future__ import annotations

from fractions import Fraction
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from msgspec import json
from tests.histories.hand_files import evening
from tests.support.circle import circle

from novamas.equipment.chance import Seeded
from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.histories.writer import exported_hands
from novamas.law import catalogue, clauses, library, norms
from novamas.law.conduct import rules_of_conduct
from novamas.law.frames import Frame
from novamas.law.texts import LANGUAGES
from novamas.record import Record, Writer, header_of, read_record, replay
from novamas.table.conduct import Conduct
from novamas.table.deeds import LONGEST
from novamas.table.events import Event, Happened, Noted, Said
from novamas.table.notation import read, write
from novamas.table.phases import offers
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, RAIL
from novamas.table.session import Session
from novamas.table.wire import reader, types_of, written
from novamas.testing.rehearsal import Rehearsal, opened, rehearse
from novamas.words import voice_for
from novamas.words.events import event_text

FRAMES = [
    frame
    for norm in norms()
    for frame in catalogue.under(norm)
    if frame.game in GAMES and frame.can_be_played
]
IN_PART = {"IB05.03.IV.b.1"}  # clauses about the game that also bind people: standing players give no advice
SAID = 'dice «no» y deja 5 € = "cinco"'


def called(frame: Frame) -> str:
    return f"{frame.norm}-{frame.game}"


def people_of(frame: Frame) -> list[tuple[str, str]]:
    """Return each rule of conduct without consequences, with each person who can break it."""
    rules = rules_of_conduct(frame)
    bound = {"s1": rules.players, "croupier": rules.croupier, "floor": rules.floor, "staff": rules.staff}
    free = {who: set(listed) - rules.carried_out_by.keys() for who, listed in bound.items()}
    return [(rule, who) for who, listed in free.items() for rule in sorted(listed)]


def line(rule: str, who: str, words: str = "") -> str:
    return write(Conduct(rule=rule, who=who, words=words))


@pytest.mark.parametrize("frame", FRAMES, ids=called)
def test_the_rules_of_conduct_of_a_table_are_those_of_its_law(frame: Frame) -> None:
    rules = rules_of_conduct(frame)
    in_part = IN_PART & {one.id for one in frame.clauses()}
    assert set(rules.all) == {one.id for one in frame.clauses() if one.duty == "conduct"} | in_part
    assert {rule for rule, _ in people_of(frame)} == set(rules.all) - set(rules.carried_out_by)


def test_every_rule_of_conduct_is_kept() -> None:
    kept = {rule for frame in FRAMES for rule in rules_of_conduct(frame).all}
    at_the_office = set(rules_of_conduct(catalogue.under("IB05")["lototrot"]).all)  # no table has them
    assert kept | at_the_office == {one.id for one in clauses(duty="conduct")} | IN_PART
    assert (len(kept), len(at_the_office)) == (273, 7)


@pytest.mark.law("IB05.03.IV.b.1")
def test_advice_of_a_standing_player_is_recorded_and_the_hand_is_played_as_its_player_wants() -> None:
    lines = "croupier hagan_juego; s1 bet mano:1 500; s2 bet mano:1 500; Tc 9d 6c; s1 decline"
    table = rehearse("blackjack", "IB05", *lines.split("; "), places=1, standing=1)
    before = table.offered(1)
    (happened,) = table.play(line("IB05.03.IV.b.1", "s2", "pide carta"))
    told = {"rule": "IB05.03.IV.b.1", "who": "s2", "words": "pide carta"}
    assert happened == Happened("conduct", "IB05.03.IV.b.1", told)
    assert (table.turn, table.offered(1)) == (1, before)
    table.refused(line("IB05.03.IV.b.1", "croupier"))


@pytest.mark.parametrize("frame", FRAMES, ids=called)
def test_a_breach_of_any_rule_is_written_down_and_told(frame: Frame) -> None:
    table = rehearse(frame.game, frame.norm)
    for rule, who in people_of(frame):
        before = table.phase
        (happened,) = table.play(line(rule, who, SAID))
        assert happened == Happened("conduct", rule, {"rule": rule, "who": who, "words": SAID})
        assert table.phase is before
        for language in LANGUAGES:
            sentence = event_text(happened, voice_for(language, frame.game))
            assert library().clause_in(rule, language).says.removesuffix(".") in sentence
            assert SAID in sentence
            assert f"({rule})" in sentence


@pytest.mark.parametrize("frame", FRAMES, ids=called)
def test_what_a_rule_orders_is_carried_out_by_an_incident_that_keeps_it(frame: Frame) -> None:
    own = {kind.verb(): kind for kind in game_named(frame.game).incidents}
    figures = json.encode(frame.figures).decode()
    for rule, incident in rules_of_conduct(frame).carried_out_by.items():
        assert rule in cited_by(own[incident]) or f'"{rule}"' in figures, (rule, incident)


def cited_by(kind: type[Any]) -> set[str]:
    """Return the clauses that a class and its methods cite."""
    things = [thing for parent in kind.__mro__ for thing in (parent, *vars(parent).values())]
    bare = [getattr(thing, "__func__", thing) for thing in things]
    return {cited for thing in bare for cited in getattr(thing, "__law__", ())}


def test_it_can_be_recorded_at_any_moment_and_is_no_part_of_the_round() -> None:
    table = rehearse("boule", "IB05")
    while table.phase.rest:
        table.step()
    moments = 0
    while not table.phase.rest:
        past = table.session.past
        table.play(line("IB05.04.V.c.3", "croupier"))
        assert table.session.past == past
        moments += 1
        table.step()
    assert moments > 2


def test_only_who_is_bound_by_a_rule_can_break_it() -> None:
    table = rehearse("boule", "IB05")
    table.refused(line("IB05.04.V.c.3", "s1"), "not_listed")
    table.refused(line("IB05.04.V.c.3", "nobody"), "not_listed")
    players = rehearse("chemin_de_fer", "IB05", seats=5)
    players.refused(line("IB05.08.VII.2", "s99"), "not_listed")


@pytest.mark.parametrize(
    "rule",
    [
        "IB05.04.V.c.5",  # of this game, and no rule of conduct
        "IB05.01.IV.3.a.1",  # of conduct, in another game
        "IB09.12.V.a.1",  # in another norm
        "nothing",
    ],
)
def test_what_is_no_rule_of_conduct_here_is_refused(rule: str) -> None:
    refusal = rehearse("boule", "IB05").refused(line(rule, "croupier"), "no_rule_of_conduct")
    for language in LANGUAGES:
        assert rule in voice_for(language).say("refusals.no_rule_of_conduct", **refusal.figures)


def test_a_rule_that_orders_something_is_not_only_written_down() -> None:
    dealt = circle("holdem", "AR10")
    dealt.refused(line("AR10.10-2.VIII.2.b.1", "s1"), "own_incident")  # the croupier's, whoever was absent
    table = rehearse("pai_gow_poker", "IB09")
    refusal = table.refused(line("IB09.16.VIII.2.1", "s1"), "own_incident", "IB09.16.VIII.2.1")
    assert refusal.figures["incident"] == "shows_cards"


@pytest.mark.parametrize(
    ("norm", "rule", "conduct"),
    [
        ("IB09", "IB09.12.V.a.1", "partnership"),
        ("AR10", "AR10.10-2.IX.a.1", "pairs"),
        ("IB05", "IB05.12.IV.6", "pairs"),
    ],
)
def test_who_breaks_a_rule_of_circle_poker_is_warned(norm: str, rule: str, conduct: str) -> None:
    table = circle("sintetico", norm)
    happened, misconduct, said, noted = table.play(line(rule, "s2", "reparte el bote con el puesto 3"))
    assert happened == Happened(
        "conduct", rule, {"rule": rule, "who": "s2", "words": "reparte el bote con el puesto 3"}
    )
    assert misconduct == Happened("misconduct", rule, {"seat": 2, "what": conduct})
    assert isinstance(said, Said)
    assert isinstance(noted, Noted)
    assert (noted.code, noted.figures["seat"]) == ("warned", 2)
    assert table.felt.party.warned == (2,)
    empty = circle("sintetico", norm).phase.seats() + 1
    table.refused(line(rule, f"s{empty}"), "not_listed")


@pytest.mark.law("IB09.12.VII.2.13", "AR10.10-2.VII.2.14")
@pytest.mark.parametrize(
    ("norm", "rules"),
    [("IB09", ("IB09.12.V.a.1", "IB09.12.VII.2.12")), ("AR10", ("AR10.10-2.IX.a.1", "AR10.10-2.VII.2.13"))],
)
def test_who_does_so_again_may_be_sent_away(norm: str, rules: tuple[str, str]) -> None:
    table = circle("holdem", norm)
    table.play(line(rules[0], "s2", "juega con el puesto 3"))
    assert "expel" not in table.verbs(FLOOR)
    table.play(line(rules[1], "s2", "finge tener la mejor mano"))
    assert "expel" in table.verbs(FLOOR)
    table.play("floor expel 2")
    assert 2 not in table.felt.party.places


@pytest.mark.parametrize(
    "said", ["", "«No»", '5 € = "cinco"', "a \\ b", "words=yes", "-", "none", "x" * LONGEST]
)
def test_what_was_said_is_written_and_read_back(said: str) -> None:
    deed = Conduct(rule="IB05.04.V.c.3", who="croupier", words=said)
    assert read([Conduct], write(deed)) == deed
    table = rehearse("boule", "IB05")
    assert table.may(write(deed))
    assert table.session.offers(FLOOR)[0].covers(deed)


@pytest.mark.parametrize("said", ["two\nlines", " a ", "x" * 150 + "\n", "\x1b[31m"])
def test_it_is_told_on_one_line(said: str) -> None:
    table = rehearse("boule", "IB05")
    refusal = table.refused(Conduct(rule="IB05.04.V.c.3", who="croupier", words=said), "not_one_line")
    assert refusal.most == LONGEST
    assert refusal.given is None


def test_it_is_told_in_short() -> None:
    rehearse("boule", "IB05").refused(
        Conduct(rule="IB05.04.V.c.3", who="croupier", words="x" * (LONGEST + 1)), "wrong_part"
    )


def test_only_the_floor_records_it() -> None:
    table = rehearse("boule", "IB05")
    assert all(not offers_conduct(table, who) for who in (1, RAIL))
    assert offers_conduct(table, FLOOR)
    deed = Conduct(by=1, rule="IB05.04.V.c.3", who="croupier")
    assert table.session.why_not(deed) is not None


def offers_conduct(table: Rehearsal, who: Any) -> bool:
    return any(isinstance(offer.act, Conduct) for offer in table.session.offers(who))


def test_it_is_recorded_played_again_and_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    """Records of conduct do not change a table: two sessions that differ only in them end alike."""
    noticed: list[list[Event]] = []
    for breaches in (0, 1):
        table, file = opened("boule", "IB05"), StringIO()
        writer = Writer(file, header_of(table))
        session = Session(table.opening, Seeded(3), automatic=(CROUPIER, CHANCE), log=writer.deed)
        for _ in range(40):
            for _ in range(breaches):
                session.do(Conduct(rule="IB05.04.V.c.3", who="croupier", words=SAID))
            deed = session.next_deed()
            assert deed is not None
            session.do(deed)
        path = tmp_path / "evening.jsonl"
        path.write_text(file.getvalue(), "utf-8")
        record = read_record(path, at=table)
        assert [done.events for done in replay(record)] == session.deed_events
        noticed.append(
            [event for events in session.deed_events for event in events if not isinstance(event, Happened)]
        )
    assert noticed[0] == noticed[1]
    assert len(session.deeds) == 80


def test_offers_of_it_travel_on_the_wire() -> None:
    table = opened("chemin_de_fer", "IB05", seats=5)
    game = table.game
    given = [offer for offer in offers(table.opening, FLOOR) if isinstance(offer.act, Conduct)]
    assert len(given) == 4  # players, croupier, table chief, staff
    for offer in given:
        assert reader(types_of(game)["offer"]).decode(written(offer)) == offer
        assert json.decode(written(offer))["dials"]["words"]["dial"] == "line"


def test_a_hand_is_exported_though_something_was_written_down_in_it() -> None:
    record = evening("holdem", 1, 2, ante=0, small_blind=100, big_blind=200, rake=Fraction(0))
    breach = Conduct(rule="AR10.10-2.VII.2.18", who="croupier", words="deja la baraja sin ficha")
    deeds = [done for deed in record.deeds for done in (deed, breach)][:-1]
    disturbed = Record(record.header, record.table, tuple(deeds))
    assert exported_hands(disturbed).histories == exported_hands(record).histories != ()

"""Pools of a restored store: draws made from a copy's seeds after the copy do not come again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.pools.day_at_the_races import DAY, is_as_committed
from tests.pools.office_with_day import Races
from tests.pools.promotrot import SEED, pre_drawn, probabilistic
from tests.store.databases import Clock, database

from novamas.equipment.chance import CommittedSource
from novamas.equipment.chance import verify as is_promised
from novamas.errors import NovamasError, RecordMismatch
from novamas.hall.pools.issues import Terminal
from novamas.hall.pools.issues_payload import terminal_payload
from novamas.hall.pools.season import Seasons
from novamas.hall.tables.accounts import purse
from novamas.pools.lototrot.meetings import results_of
from novamas.pools.mixing import Mixed, mix, mixed_seed
from novamas.pools.promotrot import issues
from novamas.pools.promotrot.entries import PlayedTicket
from novamas.pools.promotrot.faces import Face
from novamas.pools.promotrot.issues import Issue, Remixed, prize_of
from novamas.pools.promotrot.office import Office
from novamas.pools.promotrot.outlets import Outlets
from novamas.pools.promotrot.reports import check_ended, check_tickets, remixes_of
from novamas.pools.promotrot.setup import SLUG
from novamas.pools.restored import mix_after_restore
from novamas.store import PUBLIC, Store, Transfer, open_store, verify
from novamas.store.restore import restore
from novamas.words import voice_for

PERSON = "ana"
BEFORE, AFTER = 10, 40  # tickets of an issue sold before the copy, and until the end
PLAN = "herradura"

Again = Callable[[Path, pytest.FixtureRequest], str]


def code_of(action: Callable[[], object]) -> str:
    with pytest.raises(NovamasError) as refused:
        action()
    return refused.value.code


class Pools:
    """Both offices and both practice pools on one store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.office = Office(store)
        self.outlets = Outlets(self.office)
        self.terminal = Terminal(store, lambda: CommittedSource(SEED))
        self.seasons = Seasons(store, lambda: CommittedSource(SEED))

    def begin(self, clock: Clock) -> Races:
        """Publish an issue, sell tickets, play half of them, and declare a race without a result."""
        given = (Transfer(PUBLIC, purse(PERSON), 1_000_000),)
        self.store.write(lambda books: books.append("house/purses", "given", {}, transfers=given))
        races = Races(self.store, clock)
        self.office.authorise("palma-1", "Bar Trot, Palma")
        for issue in (pre_drawn(), probabilistic()):
            self.office.publish(issue, seed=SEED)
            tickets = self.sell(issue, BEFORE)
            for ticket in tickets[: BEFORE // 2]:
                self.outlets.play("palma-1", ticket, 1)
        races.close()
        races.office.declare(DAY, "not_held", [3])
        self.seasons.open_day(PERSON)
        self.seasons.sell(PERSON, "1/1/1/1/1/1/1", "k")
        self.terminal.publish(PERSON, PLAN)
        for nth in range(BEFORE):
            self.terminal.sell(PERSON, f"{PLAN}-1", f"k{nth}")
        self.play_own(BEFORE // 2)
        return races

    def sell(self, issue: Issue, most: int) -> list[str]:
        """Sell tickets up to this number, and return the codes of all."""
        return [
            self.outlets.sell("palma-1", issue.code, issue.price, f"{issue.code}/{nth}").code
            for nth in range(most)
        ]

    def play(self, issue: Issue) -> list[PlayedTicket]:
        return [self.outlets.play("palma-1", ticket, 1) for ticket in self.sell(issue, AFTER)]

    def play_own(self, most: int) -> list[Face]:
        """Play the first tickets of the practice issue, and return their faces."""
        for one in self.terminal.issues(PERSON)[f"{PLAN}-1"].tickets[:most]:
            self.terminal.play(PERSON, one.code, 1)
        played = self.terminal.issues(PERSON)[f"{PLAN}-1"].tickets[:most]
        return [one.play.face for one in played if one.play is not None]


def by_file(copy: Path, _request: pytest.FixtureRequest) -> str:
    place = copy.with_name("again.sqlite")
    restore(copy, str(place))
    return str(place)


def into_server(copy: Path, request: pytest.FixtureRequest) -> str:
    place = database(request.getfixturevalue("postgres"))
    restore(copy, place)
    return place


def same(one: list[Face], other: list[Face]) -> int:
    return sum(a == b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize(
    "again", [by_file, pytest.param(into_server, marks=pytest.mark.soak)], ids=lambda again: again.__name__
)
@pytest.mark.parametrize("source", ["sqlite", pytest.param("postgresql", marks=pytest.mark.soak)])
def test_what_people_saw_does_not_come_again(
    source: str, again: Again, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    clock = Clock()
    sqlite = str(tmp_path / "books.sqlite")
    address = sqlite if source == "sqlite" else database(request.getfixturevalue("postgres"))
    plans = (pre_drawn(), probabilistic())
    with open_store(address, clock=clock) as store:
        pools = Pools(store)
        races = pools.begin(clock)
        store.copy_to(tmp_path / "copy.sqlite")
        seen = {issue.code: [one.face for one in pools.play(issue)] for issue in plans}
        own = pools.play_own(BEFORE)
        drawn = races.office.draw(DAY, 3, "M. Riera")
        pools.seasons.run(PERSON, pools.seasons.of(PERSON).days[-1].day)
        ran = pools.seasons.of(PERSON).days[-1].run
    with open_store(again(tmp_path / "copy.sqlite", request), clock=clock) as store:
        pools, office = Pools(store), races.office.__class__(store)
        sold = pools.outlets.sell
        assert code_of(lambda: sold("palma-1", plans[0].code, plans[0].price, "new")) == "nothing_mixed_in"
        assert code_of(lambda: pools.office.end(plans[1].code)) == "nothing_mixed_in"
        assert code_of(lambda: office.draw(DAY, 3, "M. Riera")) == "nothing_mixed_in"
        assert mix_after_restore(store) == len(plans) + 1
        assert mix_after_restore(store) == 0
        for issue in plans:
            faces = [one.face for one in pools.play(issue)]
            kept = BEFORE // 2  # played before the copy was made
            assert faces[:kept] == seen[issue.code][:kept]
            assert same(faces[kept:], seen[issue.code][kept:]) <= 2
            pools.office.end(issue.code)
            with store.reading() as books:
                assert check_ended(books, issue.code).tickets == AFTER
                (remix,) = remixes_of(books, issue.code)
                assert remix.played == frozenset(range(1, kept + 1))
        draw, (declared,) = office.draw(DAY, 3, "M. Riera"), [office.day(DAY).declared[3]]
        assert draw.seed == drawn.seed
        assert is_as_committed(draw, declared)
        check_practice(pools, own)
        pools.seasons.run(PERSON, pools.seasons.of(PERSON).days[-1].day)
        day = pools.seasons.of(PERSON).days[-1]
        assert day.run is not None
        assert ran is not None
        assert day.run.results != ran.results
        assert day.run.results == results_of(day.meeting, day.run.seed)
        assert day.run.promised == SEED
        assert is_promised(day.commitment, day.run.seed)
        assert mixed_seed(SEED, day.mixed) == day.run.seed
        assert verify(store).breach is None


def check_practice(pools: Pools, seen: list[Face]) -> None:
    """Check that the practice issue keeps its played tickets, redraws the others, and proves them all."""
    assert pools.terminal.issues(PERSON)[f"{PLAN}-1"].remixed  # published as soon as anybody looks
    faces = pools.play_own(BEFORE)
    assert faces[: BEFORE // 2] == seen[: BEFORE // 2]
    assert same(faces[BEFORE // 2 :], seen[BEFORE // 2 :]) <= 1
    pools.terminal.end(PERSON, f"{PLAN}-1")  # checks every ticket
    shown = terminal_payload(pools.terminal.issues(PERSON), 0, voice_for("en", SLUG)).issues[0]
    assert shown.seed is None  # a page that knows no nonces would call it broken
    pools.terminal.publish(PERSON, PLAN)
    assert not pools.terminal.issues(PERSON)[f"{PLAN}-2"].remixed


def test_a_pre_drawn_issue_keeps_its_prizes_however_often_it_is_mixed() -> None:
    issue = pre_drawn()
    remixed: tuple[Remixed, ...] = ()
    whole = Counter(issues.pre_drawn(issue, SEED))
    for played in (range(1, 101), range(1, 301), range(1, 302)):
        before = issues.pre_drawn(issue, SEED, remixed)
        mixed = mix(SEED, tuple(one.mixed for one in remixed), len(remixed) + 1)
        remixed = (*remixed, Remixed(mixed, frozenset(played)))
        now = issues.pre_drawn(issue, SEED, remixed)
        assert Counter(now) == whole
        assert now[: len(played)] == before[: len(played)]
        assert now[len(played) :] != before[len(played) :]
        assert prize_of(issue, SEED, 1000, remixed) == issue.prize_at(now[-1] - 1)


def test_a_nonce_that_was_changed_is_found() -> None:
    issue, mixed = pre_drawn(), mix(SEED, (), 1)
    commitment = CommittedSource(SEED).commitment
    check_tickets(issue, commitment, SEED, 0, (), (Remixed(mixed, frozenset()),))
    for forged in (Mixed("other", mixed.commitment, 1), Mixed(mixed.nonce, "00" * 32, 1)):
        with pytest.raises(RecordMismatch):
            check_tickets(issue, commitment, SEED, 0, (), (Remixed(forged, frozenset()),))

"""Offers of a table are computed once for each phase and person, and equal those of the phase."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from tests.hall.watched import WatchedTable, watchers_of
from tests.support.every_game import ONE_OF_EACH_KIND, played, small_table

from novamas.equipment.chance import Seeded
from novamas.table.deeds import Deed
from novamas.table.offers import Offer
from novamas.table.phases import AnyPhase, offers
from novamas.table.roles import CROUPIER, FLOOR, RAIL, Who
from novamas.table.session import Session
from novamas.testing.random_play import any_deed

STEPS = 60


@pytest.mark.parametrize("slug", ONE_OF_EACH_KIND)
def test_cached_offers_are_those_of_the_phase(slug: str, soak: bool) -> None:
    """Cached offers equal those of the phase, also after another person's act and in a fork."""
    for seed in range(20 if soak else 2):
        for session in played(slug, seed, STEPS):
            phase: AnyPhase = session.phase
            everyone: tuple[Who, ...] = (*range(1, phase.seats() + 1), CROUPIER, FLOOR, RAIL)
            for who in everyone:
                assert session.offers(who) == offers(phase, who, session.past), (phase, who)


def test_another_persons_bet_leaves_the_same_offers() -> None:
    """The offers are the same object, so no viewer has to compare them."""
    session = Session(small_table("ruleta"), Seeded(1), automatic=())
    session.do(session.offers(CROUPIER)[0].act)
    before = session._offered(session.phase, 2)
    bet = session.offers(1)[0].act
    session.do(bet)
    assert session._offered(session.phase, 2) is before
    session.do(_for(bet, 2))
    assert session._offered(session.phase, 2) != before  # one's own bet lowers what is left


def _for(deed: Deed, seat: int) -> Deed:
    fields: dict[str, Any] = {name: getattr(deed, name) for name in deed.__struct_fields__}
    return type(deed)(**{**fields, "by": seat})


@pytest.mark.parametrize("slug", ["ruleta", "craps", "blackjack", "holdem"])
def test_a_phase_is_asked_once_for_each_person(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A phase computes a person's offers once, for the check of an act, due actions and all views."""
    table, rng = WatchedTable(slug), Random(1)
    table.seat_everyone()
    watchers = asyncio.run(watchers_of(table))
    assert len(watchers) > 2
    asked: Counter[tuple[int, Who]] = Counter()
    held: list[AnyPhase] = []  # so that no other phase gets its place in memory

    def count(kind: type[AnyPhase]) -> None:
        real = kind.offers

        def counted(self: AnyPhase, who: Who) -> Iterable[Offer]:
            held.append(self)
            asked[id(self), who] += 1
            return real(self, who)

        monkeypatch.setattr(kind, "offers", counted)

    known: set[type[AnyPhase]] = set()
    for _ in range(80):
        if table.is_over:
            break
        kind = type(table.now.session.phase)
        if kind not in known:  # from the next state on, so that all of it is counted
            known.add(kind)
            count(kind)
        table.do(lambda fork: fork.do(any_deed(fork.session, rng, incidents=0.0)))
    often = {key: times for key, times in asked.items() if times > 1 and key[1] is not FLOOR}
    assert asked
    assert not often

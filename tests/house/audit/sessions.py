"""Sessions for the audit: random lawful play of any game, recorded with its payments and stakes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random

from msgspec import Struct
from tests.support.every_game import small_choices

from novamas.equipment.chance import Draws, Seeded
from novamas.house.audit.card_order import RoundCards
from novamas.house.audit.payments import Paying
from novamas.house.opening import homes
from novamas.record import Writer, header_of
from novamas.record.claims import Claimed
from novamas.table.deeds import Deed
from novamas.table.events import Events, RoundOver
from novamas.table.game import Table
from novamas.table.phases import AnyPhase
from novamas.table.roles import NOBODY
from novamas.table.session import Session
from novamas.testing.random_play import any_deed
from novamas.testing.rehearsal import opened

CROUPIERS = ("Pons", "Vidal")


class PlayedDeed(Struct):
    """A deed with the phase before it and its events."""

    before: AnyPhase
    deed: Deed
    events: Events


class PlayedRound(Struct):
    """The deeds of one round, and the claims about it."""

    deeds: list[PlayedDeed]
    claimed: Claimed


class Loaded:
    """Biased chance that repeats the same outcome for as long as possible."""

    def draw(self, draws: Draws) -> int:
        return draws.at(0)


class Played(Struct):
    """A session that was played with seeded or with biased chance."""

    table: Table
    seed: int | None
    rounds: list[PlayedRound]
    rest: list[PlayedDeed]  # after the last whole round


def table_for(slug: str, norm: str | None = None) -> Table:
    return opened(slug, norm or homes(slug)[0], **small_choices(slug))


@lru_cache(maxsize=12)
def play(
    slug: str,
    seed: int,
    rounds: int,
    *,
    incidents: float = 0.02,
    norm: str | None = None,
    is_loaded: bool = False,
) -> Played:
    """Play this many random lawful rounds. If the session closes earlier, try another seed."""
    table = table_for(slug, norm)
    best = Played(table, seed, [], [])
    for shift in range(12):
        found = _play(table, seed + 1000 * shift, rounds, incidents, is_loaded=is_loaded)
        if len(found.rounds) >= rounds:
            return found
        best = max(best, found, key=lambda played: len(played.rounds))
    return best


def _play(table: Table, seed: int, rounds: int, incidents: float, *, is_loaded: bool) -> Played:
    chance = Loaded() if is_loaded else Seeded(seed)
    rng, session = Random(seed), Session(table.opening, chance, automatic=())
    found = Played(table, None if is_loaded else seed, [], [])
    paying, laying = Paying(), RoundCards()
    for _ in range(rounds * 400):
        if session.phase.turn is NOBODY or len(found.rounds) == rounds:
            break
        before, deed = session.phase, any_deed(session, rng, incidents=incidents)
        events = session.do(deed)
        found.rest.append(PlayedDeed(before, deed, events))
        paying.enter(deed, events)
        laying.enter(before, deed, events)
        if any(isinstance(event, RoundOver) for event in events):
            number = len(found.rounds)
            claimed = Claimed(
                paying.claims(),
                tuple(laid.word for laid in laying.all()),
                croupier=CROUPIERS[number // 3 % 2],
            )
            found.rounds.append(PlayedRound(found.rest, claimed))
            found.rest, paying, laying = [], Paying(), RoundCards()
    return found


def write(played: Played, path: Path, *, sealed: bool = True) -> Path:
    """Write the session as a record with its claims, and return its path."""
    with path.open("w", encoding="utf-8", newline="\n") as file:
        writer = Writer(file, header_of(played.table, number=played.seed))
        for round in played.rounds:
            for each in round.deeds:
                writer.deed(each.deed)
            writer.claimed(round.claimed)
        for each in played.rest:
            writer.deed(each.deed)
        if sealed:
            writer.seal()
    return path


def deeds(played: Played) -> Iterator[tuple[int, PlayedDeed]]:
    """Yield every deed of a session with the number of its round."""
    for number, round in enumerate(played.rounds):
        yield from ((number, each) for each in round.deeds)

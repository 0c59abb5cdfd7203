"""The suite that every game inherits: `class TestRuleta(Contract): game, norms = "ruleta", ("IB05",)`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec
import pytest

from novamas.games import GAMES
from novamas.games import game as game_named
from novamas.kit.chance import Seeded
from novamas.law import catalogue, clause
from novamas.record import Writer, header_of, read_record, replay, resume
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.events import Dealt, Discarded, Event, Events, Looked, RoundOver, Shown
from novamas.table.game import Game, Table, open_table
from novamas.table.ledger import Ledger
from novamas.table.notation import read, write
from novamas.table.people import CHANCE, CROUPIER, FLOOR, NOBODY, RAIL, Who
from novamas.table.phases import AnyPhase, do, follow, may, offers, why_not
from novamas.table.refusals import Refused
from novamas.table.session import Session

Played = tuple[AnyPhase, Deed, AnyPhase, Events]


def who_may_act(phase: AnyPhase) -> list[Who]:
    return [*range(1, phase.seats() + 1), CROUPIER]


def any_deed(session: Session, rng: Random, *, incidents: float) -> Deed:
    """Something lawful, chosen blindly: for whom the table waits more often than for the others."""
    phase = session.phase
    if rng.random() < incidents and (given := session.offers(FLOOR)):
        return rng.choice(given).sample(rng)
    if phase.turn is CHANCE:
        return Drawn(what=session.source.draw(phase.draws()))
    waiting: Who = phase.turn
    if rng.random() < (0.8 if phase.pause else 0.2):
        waiting = rng.choice(who_may_act(phase))
    given = session.offers(waiting) or session.offers(phase.turn)
    assert given, f"nobody can act in {phase}"
    # the first offer is what happens by default; a session should not always end at once
    chosen = given[0] if waiting is CROUPIER and rng.random() < 0.95 else rng.choice(given)
    return chosen.sample(rng)


class Contract:
    """Random lawful play, incidents included, and everything that must hold at every step of it."""

    game: ClassVar[str]
    norms: ClassVar[tuple[str, ...]]
    choices: ClassVar[Mapping[str, Any]] = {}
    steps: ClassVar[int] = 4_000
    share: ClassVar[int] = 1  # one in so many of them, but for meeting all that can happen
    rare: ClassVar[frozenset[str]] = frozenset()  # deeds that blind play seldom meets, tested elsewhere

    # ---- what a game gives; a sketch without a frame overrides `tables`

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        for norm in self.norms:
            table = self.table(norm)
            yield table.game, table.opening

    def table(self, norm: str) -> Table:
        return open_table(game_named(self.game), catalogue.under(norm)[self.game], self.choices)

    def play(self, opening: AnyPhase, seed: int, steps: int, *, incidents: float = 0.05) -> Iterator[Played]:
        """So many deeds of blind lawful play; a session that closes is opened again."""
        rng, source = Random(seed), Seeded(seed)
        session = Session(opening, source, automatic=())
        for _ in range(steps):
            if session.phase.turn is NOBODY:
                session = Session(opening, source, automatic=())
            before, deed = session.phase, any_deed(session, rng, incidents=incidents)
            assert session.why_not(deed) is None, (write(deed), session.why_not(deed), before)
            events = session.do(deed)
            yield before, deed, session.phase, events

    # ---- what must hold

    def test_money_is_conserved(self) -> None:
        for _, opening in self.tables():
            ledger, rounds, phases = Ledger(), 0, set()
            rng, source = Random(1), Seeded(1)
            session = Session(opening, source, automatic=())
            for _ in range(self.steps // self.share):
                if session.phase.turn is NOBODY:
                    assert session.phase.felt.cloth == 0, "chips were left on a closed table"
                    session, ledger = Session(opening, source, automatic=()), Ledger()
                phases.add(type(session.phase))
                purses = session.phase.felt.purses
                events = session.do(any_deed(session, rng, incidents=0.05))
                ledger.enter(events)
                rounds += RoundOver() in events
                felt = session.phase.felt
                held = {(seat, bet): cents for seat, bet, cents in felt.chips}
                assert held == {key: cents for key, cents in ledger.cloth.items() if cents}
                assert all(cents > 0 for cents in held.values())
                won = sum(ledger.players.values()) + ledger.house + sum(ledger.jackpots.values())
                assert won + felt.cloth == 0
                for name, cents in opening.felt.jackpots:
                    assert felt.in_jackpot(name) == cents + ledger.jackpots[name] + ledger.linked[name]
                if purses:
                    told = Ledger()
                    told.enter(events)
                    moved = {n + 1: felt.purses[n] - purses[n] for n in range(len(purses))}
                    assert all(moved[seat] == told.players[seat] + told.bought[seat] for seat in moved)
            assert rounds > 10
            assert len(phases) > 2

    def test_may_means_accepted_and_a_refusal_changes_nothing(self) -> None:
        for game, opening in self.tables():
            rng, met = Random(2), Counter[str]()
            seen: list[Deed] = []
            for before, deed, _, _ in self.play(opening, 2, self.steps // self.share):
                seen = [*seen[-200:], deed]
                wild = self.disturbed(rng.choice(seen), rng)
                refusal = why_not(before, wild)
                assert may(before, wild) is (refusal is None)
                if refusal is None:
                    do(before, wild)
                    continue
                met[refusal.code] += 1
                assert refusal.says.endswith("."), refusal
                assert not refusal.clause or clause(refusal.clause), refusal
                with pytest.raises(Refused) as raised:
                    do(before, wild)
                assert raised.value.refusal == refusal
            assert len(met) > 2, (game.slug, met)

    @staticmethod
    def disturbed(deed: Deed, rng: Random) -> Deed:
        """A deed that was lawful at some moment, sometimes with one figure moved."""
        numbers = [
            name for name in deed.__struct_fields__ if type(getattr(deed, name)) is int and name != "by"
        ]
        if numbers and rng.random() < 0.5:
            name = rng.choice(numbers)
            by = rng.choice((-(10**9), -100, -1, 1, 100, 10**9))
            return msgspec.structs.replace(deed, **{name: getattr(deed, name) + by})
        if isinstance(deed.by, int) and rng.random() < 0.3:
            return msgspec.structs.replace(deed, by=rng.choice((1, 2, 99)))
        return deed

    def test_offers_are_lawful_and_say_where(self) -> None:
        for slug in GAMES:
            game_named(slug)  # whatever other games bring with them, a table offers its own game's deeds
        for game, opening in self.tables():
            rng = Random(3)
            for before, _, _, _ in self.play(opening, 3, self.steps // 8 // self.share):
                for who in (*who_may_act(before), FLOOR):
                    for offer in offers(before, who):
                        assert offer.clause, offer
                        assert clause(offer.clause)
                        assert offer.act.by == who
                        assert type(offer.act) in game.deeds, offer
                        assert may(before, offer.act), offer
                        assert may(before, offer.sample(rng)), offer

    def test_replay_gives_the_same_events(self, tmp_path: Path) -> None:
        if not self.norms:
            return
        table = self.table(self.norms[0])
        for seed in range(4, 50):  # until a session lasts: some close after a few deeds
            rng, file = Random(seed), StringIO()
            writer = Writer(file, header_of(table))
            session = Session(table.opening, Seeded(seed), automatic=(), log=writer.deed)
            while len(session.deeds) < 600 and session.phase.turn is not NOBODY:
                session.do(any_deed(session, rng, incidents=0.05))
            if len(session.deeds) >= 200:
                break
        assert len(session.deeds) >= 200
        path = tmp_path / "record.jsonl"
        path.write_text(file.getvalue(), "utf-8")
        record = read_record(path)
        assert record.deeds == tuple(session.deeds)
        again = list(replay(record))
        assert [done.events for done in again] == session.told
        assert again[-1].after == session.phase
        cut = len(session.deeds) // 2  # a crash in mid-round: what was written is resumed
        path.write_text("".join(f"{line}\n" for line in file.getvalue().splitlines()[: cut + 1]), "utf-8")
        resumed = resume(read_record(path))
        for deed in session.deeds[cut:]:
            resumed.do(deed)
        assert resumed.phase == session.phase
        assert resumed.told == session.told

    def test_phases_and_deeds_survive_being_written(self) -> None:
        for game, opening in self.tables():
            for before, deed, after, events in self.play(opening, 5, self.steps // 4 // self.share):
                assert read(game.deeds, write(deed)) == deed
                loaded = game.load(game.save(before))
                assert loaded == before
                assert hash(loaded) == hash(before)
                if type(deed) not in game.incidents:  # an incident may need the round's past
                    assert follow(loaded, deed) == (after, events)

    def test_everything_that_can_happen_happens(self) -> None:
        met: Counter[str] = Counter()
        phases: Counter[str] = Counter()
        wanted: set[str] = set()
        known: set[str] = set()
        for game, opening in self.tables():
            wanted |= {kind.verb() for kind in game.deeds}
            known |= {msgspec.inspect.type_info(phase).tag for phase in game.phases}  # type: ignore[attr-defined]
            for before, deed, _, _ in self.play(opening, 6, 4 * self.steps, incidents=0.15):
                met[deed.verb()] += 1
                phases[str(type(before).__struct_config__.tag)] += 1
        assert wanted - set(met) <= self.rare, met
        assert known - set(phases) <= self.rare | {"closed"}, phases

    def test_chance_has_whole_weights(self) -> None:
        for _, opening in self.tables():
            for before, _, _, _ in self.play(opening, 7, 400):
                if before.turn is CHANCE:
                    draws = before.draws()
                    weights = dict(draws.items())
                    assert sum(weights.values()) == draws.total
                    assert min(weights.values()) > 0
                    assert Counter(draws.at(n) for n in range(draws.total)) == weights
                    assert {what for what in range(-1, 700) if draws.may_bring(what)} == set(weights)

    def test_views_do_not_leak(self) -> None:
        """Worlds that differ only in a card I may not know look the same to me, until it is shown."""
        for game, opening in self.tables():
            compared = sum(self.compare_worlds(game, opening, seed) for seed in range(60))
            hides = any(self.hides(*step, RAIL) for step in self.play(opening, 8, 500))
            assert compared > (50 if hides else -1), f"{game.slug}: only {compared} views compared"

    @staticmethod
    def hides(before: AnyPhase, deed: Deed, after: AnyPhase, events: Events, eyes: Who) -> bool:
        """Was a card drawn that lies where these eyes cannot see it? The felt says so, not the events."""
        return isinstance(deed, Drawn) and any(
            held.card == deed.what and not held.up and held not in before.felt.held(pile.owner)
            for pile in after.felt.piles
            if pile.owner != eyes
            for held in pile.cards
        )

    def compare_worlds(self, game: Game, opening: AnyPhase, seed: int) -> int:
        rng = Random(seed)
        played = list(self.play(opening, seed, 150, incidents=0.02))
        everybody: list[Who] = [1, 2, RAIL, CROUPIER, FLOOR]
        eyes = rng.choice(everybody)
        hidden = [n for n, step in enumerate(played) if self.hides(*step, eyes)]
        if not hidden:
            return 0
        swap = rng.choice(hidden)
        first, drawn, *_ = played[swap]
        assert isinstance(drawn, Drawn)
        one = drawn.what
        others = [what for what, _ in first.draws().items() if what != one]
        other = rng.choice(others)
        second, compared = first, 0
        for before, deed, after, events in played[swap:]:
            assert before.turn == second.turn
            mirrored = deed
            # lots and dice are drawn too: only cards are swapped
            is_card = before.turn is CHANCE and type(before.draws()) is type(first.draws())
            if isinstance(deed, Drawn) and is_card and deed.what in (one, other):
                mirrored = Drawn(what=other if deed.what == one else one)
            if type(deed) in game.incidents or not may(second, mirrored):
                break
            second, seconds = do(second, mirrored)
            seen = [event.seen_by(eyes) for event in events]
            if self.learns(eyes, seen, one, other) or after.turn is NOBODY:
                break
            assert seen == [event.seen_by(eyes) for event in seconds]
            assert after.view(eyes) == second.view(eyes)
            compared += 1
        return compared

    @staticmethod
    def learns(eyes: Who, seen: list[Event], *cards: int) -> bool:
        """Do these eyes rightly come to know one of the two cards: laid open, or dealt to them?"""
        for event in seen:
            match event:
                case Shown(_, shown):
                    known = shown
                case Dealt(to, card, up) if up or to == eyes:
                    known = (card,)
                case Looked(owner, card) if owner == eyes:
                    known = (card,)
                case Discarded("shoe", card):
                    known = (card,)
                case _:
                    known = ()
            if any(card in known for card in cards):
                return True
        return False

    def test_acts_are_documented(self) -> None:
        for game, _ in self.tables():
            for kind in game.deeds:
                assert kind.__doc__, kind
                assert issubclass(kind, Act | Drawn) or kind in game.incidents


__all__ = ["Contract"]

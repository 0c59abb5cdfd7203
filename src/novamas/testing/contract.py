"""The suite that every game inherits: `class TestRuleta(Contract): game, norms = "ruleta", ("IB05",)`.

A game of another project names itself and the frames of its law: `game, frames = GAME, (FRAME,)`. Any
runner that calls methods named `test_…` can run the suite, for example pytest.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from io import StringIO
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import msgspec

from novamas.equipment.chance import Seeded
from novamas.games import game as game_named
from novamas.games import usable_games
from novamas.law import Frame, Library, library
from novamas.law.citations import CITATION, expand_ids
from novamas.record import Writer, header_of, read_record, replay, resume
from novamas.table.conduct import Conduct
from novamas.table.deeds import Act, Deed, Drawn
from novamas.table.events import RoundOver
from novamas.table.game import Game, Table, open_table
from novamas.table.layout import Layout
from novamas.table.ledger import Ledger
from novamas.table.notation import read, write
from novamas.table.phases import AnyPhase, Incident, do, follow, may, offers, why_not
from novamas.table.refusals import Refusal, Refused
from novamas.table.roles import CHANCE, FLOOR, NOBODY, RAIL
from novamas.table.session import Session
from novamas.table.wire import reader, written
from novamas.testing.layouts import clauses_of, has_its_places, pays_as_drawn
from novamas.testing.random_play import Played, any_deed, disturbed, who_may_act
from novamas.testing.worlds import compare_worlds, hides


@cache
def lawful(frame: Frame) -> frozenset[str]:
    """Return the clauses that a game may cite.

    These are its own clauses, its family's, the general ones of its norm, and those that its figures name.
    """
    index = frame.law.index
    own = {each.id for each in (*frame.clauses(), *frame.law.clauses(norm=frame.norm, game="general"))}
    named = {id for cited in CITATION.findall(str(frame.figures)) for id in expand_ids(cited, index)}
    return frozenset(own | (named & index.keys()))


class Contract:
    """Property-based suite: random lawful play with incidents, and properties that hold at every step."""

    game: ClassVar[Game | str]  # the game, or its slug in the catalogue
    norms: ClassVar[tuple[str, ...]] = ()
    law: ClassVar[Library | None] = None  # that has the norms, by default that of the process
    frames: ClassVar[tuple[Frame, ...]] = ()  # for a game whose law is not a norm of the catalogue
    choices: ClassVar[Mapping[str, Any]] = {}
    steps: ClassVar[int] = 4_000
    worlds: ClassVar[int] = 60  # sessions in which a hidden card is swapped with another
    share: ClassVar[int] = 1  # slow games: 1/share of the steps, and more only until enough is met
    rare: ClassVar[frozenset[str]] = frozenset()  # deeds and phases rare in random play

    # ---- the game under test

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        """Yield each game under test, with the opening position of a table."""
        for frame in self.every_frame():
            table = self.table(frame)
            yield table.game, table.opening

    def every_frame(self) -> Iterator[Frame]:
        """Yield the frames of law under which the game is tested."""
        for norm in self.norms:
            yield self.library().under(norm)[self.rules().slug]
        yield from self.frames

    def library(self) -> Library:
        """Return the library of law under which the game is tested."""
        return self.law or library()

    def rules(self) -> Game:
        """Return the rules of the game under test."""
        return game_named(self.game) if isinstance(self.game, str) else self.game

    def table(self, frame: Frame) -> Table:
        return open_table(self.rules(), frame, self.choices)

    def check_clause(self, cited: str) -> None:
        """Check that a cited clause exists. For a law outside the catalogue, check that a clause is cited."""
        assert cited
        assert self.library().clause(cited) if self.norms else True

    def check_refusal(self, opening: AnyPhase, refusal: Refusal) -> None:
        """Check that a refusal cites a clause of the table's own law.

        For a law outside the catalogue, check only the citation, if there is one.
        """
        if self.norms:
            assert refusal.clause in lawful(opening.felt.rules.frame), refusal  # type: ignore[attr-defined]
        elif refusal.clause:
            self.check_clause(refusal.clause)

    def play(self, opening: AnyPhase, seed: int, steps: int, *, incidents: float = 0.05) -> Iterator[Played]:
        """Play `steps` random lawful deeds and yield each of them. Open a new session when one closes."""
        rng, source = Random(seed), Seeded(seed)
        session = Session(opening, source, automatic=())
        for _ in range(steps):
            if session.phase.turn is NOBODY:
                session = Session(opening, source, automatic=())
            before, deed = session.phase, any_deed(session, rng, incidents=incidents)
            assert session.why_not(deed) is None, (write(deed), session.why_not(deed), before)
            events = session.do(deed)
            yield before, deed, session.phase, events

    # ---- properties

    def test_money_is_conserved(self) -> None:
        for _, opening in self.tables():
            ledger, rounds, phases = Ledger(), 0, set()
            rng, source = Random(1), Seeded(1)
            session = Session(opening, source, automatic=())
            for step in range(self.steps):
                if step >= self.steps // self.share and rounds > 10:
                    break
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
                    step_ledger = Ledger()
                    step_ledger.enter(events)
                    moved = {n + 1: felt.purses[n] - purses[n] for n in range(len(purses))}
                    assert all(
                        moved[seat] == step_ledger.players[seat] + step_ledger.bought[seat] for seat in moved
                    )
            assert rounds > 10
            assert len(phases) > 2

    def test_may_means_accepted_and_a_refusal_changes_nothing(self) -> None:
        for game, opening in self.tables():
            rng, met = Random(2), Counter[str]()
            seen: list[Deed] = []
            for before, deed, _, _ in self.play(opening, 2, self.steps // self.share):
                seen = [*seen[-200:], deed]
                wild = disturbed(rng.choice(seen), rng)
                refusal = why_not(before, wild)
                assert may(before, wild) is (refusal is None)
                if refusal is None:
                    do(before, wild)
                    continue
                met[refusal.code] += 1
                self.check_refusal(opening, refusal)
                assert self.refused(before, wild) == refusal
            assert len(met) > 2, (game.slug, met)

    @staticmethod
    def refused(phase: AnyPhase, deed: Deed) -> Refusal | None:
        """Try a deed. Return its refusal, or None if the deed is lawful."""
        try:
            do(phase, deed)
        except Refused as refused:
            return refused.refusal
        return None

    def test_offers_are_lawful_and_say_where(self) -> None:
        assert list(usable_games())  # importing other games must not add their deeds to a table's offers
        for game, opening in self.tables():
            rng = Random(3)
            for before, _, _, _ in self.play(opening, 3, self.steps // 8 // self.share):
                for who in (*who_may_act(before), FLOOR):
                    for offer in offers(before, who):
                        self.check_clause(offer.clause)
                        assert offer.act.by == who
                        assert type(offer.act) in game.deeds, offer
                        assert may(before, offer.act), offer
                        assert may(before, offer.sample(rng)), offer

    def test_what_lies_and_is_paid_has_its_place(self) -> None:
        for game, opening in self.tables():
            layout = game.layout(opening)
            assert reader(Layout).decode(written(layout)) == layout
            for cited in chain.from_iterable(clauses_of(layout)):
                self.check_clause(cited)
            for _, _, after, events in self.play(opening, 9, self.steps // 4 // self.share):
                layout = game.layout(after)
                has_its_places(layout, after)
                pays_as_drawn(layout, events, each_at_once=True)

    def test_replay_gives_the_same_events(self, tmp_path: Path) -> None:
        table = self.table(next(self.every_frame()))
        for seed in range(4, 50):  # until a session is long enough: some close after a few deeds
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
        record = read_record(path, at=table)
        assert record.deeds == tuple(session.deeds)
        again = list(replay(record))
        assert [done.events for done in again] == session.deed_events
        assert again[-1].after == session.phase
        cut = len(session.deeds) // 2  # a crash in mid-round: the part already written is resumed
        path.write_text("".join(f"{line}\n" for line in file.getvalue().splitlines()[: cut + 1]), "utf-8")
        resumed = resume(read_record(path, at=table))
        for deed in session.deeds[cut:]:
            resumed.do(deed)
        assert resumed.phase == session.phase
        assert resumed.events == session.events

    def test_phases_and_deeds_survive_being_written(self) -> None:
        for frame in self.every_frame():
            table = self.table(frame)
            game = table.game
            for before, deed, after, events in self.play(table.opening, 5, self.steps // 4 // self.share):
                assert read(game.deeds, write(deed)) == deed
                loaded = game.load(game.save(before), frame.law)
                assert loaded == before
                assert hash(loaded) == hash(before)
                if not isinstance(deed, Incident):  # an incident may need the round's past
                    assert follow(loaded, deed) == (after, events)

    def test_everything_that_can_happen_happens(self) -> None:
        met: Counter[str] = Counter()
        phases: Counter[str] = Counter()
        wanted: set[str] = set()
        known: set[str] = set()
        for game, opening in self.tables():
            wanted |= {kind.verb() for kind in game.deeds if kind is not Conduct}  # not every law has it
            known |= {msgspec.inspect.type_info(phase).tag for phase in game.phases}  # type: ignore[attr-defined]
            for before, deed, _, _ in self.play(opening, 6, 4 * self.steps, incidents=0.15):
                met[deed.verb()] += 1
                phases[str(type(before).__struct_config__.tag)] += 1
                if self.share > 1 and not (wanted - met.keys() or known - phases.keys() - {"closed"}):
                    break
        assert wanted - met.keys() <= self.rare, met
        assert known - phases.keys() <= self.rare | {"closed"}, phases

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

    def test_nothing_leaks(self) -> None:
        """Sessions that differ only in a hidden card look the same to a viewpoint without access to it."""
        for game, opening in self.tables():
            rng, compared = Random(8), 0
            hidden = any(hides(step, RAIL) for step in self.play(opening, 8, 500))
            least = 50 if hidden else -1
            for seed in range(self.worlds):
                if self.share > 1 and seed >= self.worlds // 2 and compared > least:
                    break  # enough to find injected faults
                played = list(self.play(opening, seed, 150, incidents=0.1))
                compared += compare_worlds(opening, played, rng)
            assert compared > least, f"{game.slug}: only {compared} views compared"

    def test_acts_are_documented(self) -> None:
        for game, _ in self.tables():
            for kind in game.deeds:
                assert kind.__doc__, kind
                assert issubclass(kind, Act | Drawn) or kind in (*game.incidents, Conduct)


__all__ = ["Contract"]

"""The variants of circle poker pass the suite of every game, and varied play meets every event."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, ClassVar

from novamas.equipment.chance import Seeded
from novamas.table.deeds import Deed, Drawn
from novamas.table.game import Game
from novamas.table.phases import AnyPhase
from novamas.table.roles import CHANCE, CROUPIER, FLOOR, NOBODY, Who
from novamas.table.session import Session
from novamas.testing import Contract
from novamas.testing.random_play import Played, who_may_act
from novamas.testing.rehearsal import opened

SHORT = {"game_hands": 2}  # another game begins soon, and its players may keep their places
SESSION = {"charge": "sesion"}


def curious_deed(session: Session, rng: Random, met: Counter[str], *, incidents: float) -> Deed:
    """Return a lawful deed, preferring kinds that were rare so far."""
    phase = session.phase
    people: list[Who] = [phase.turn]
    if rng.random() < incidents:
        people = [FLOOR]
    elif phase.turn is CHANCE:
        return Drawn(what=session.source.draw(phase.draws()))
    elif rng.random() < (0.8 if phase.pause else 0.1):
        people = who_may_act(phase)
    given = [offer for who in people for offer in session.offers(who)] or session.offers(phase.turn)
    if not given:
        return Drawn(what=session.source.draw(phase.draws()))
    rng.shuffle(given)
    if rng.random() < 0.7:  # hands that are played to the end show more than those that are folded
        given = [offer for offer in given if offer.act.verb() != "fold"] or given
    is_curious = rng.random() < 0.7
    agreed = [offer for offer in given if offer.act.verb() in ("agree", "keep_places")]
    if agreed and rng.random() < 0.8:  # it takes all the players of the last game
        given, is_curious = agreed, True
    chosen = min(given, key=lambda offer: met[offer.act.verb()]) if is_curious else given[0]
    if chosen.act.by is CROUPIER and not is_curious:
        chosen = session.offers(CROUPIER)[0]
    met[chosen.act.verb()] += 1
    return chosen.sample(rng)


class CirclePoker(Contract):
    """The suite of every game with varied play, because random play meets few irregularities."""

    steps = 3_000
    more_choices: ClassVar[tuple[Mapping[str, Any], ...]] = (SHORT, SESSION)

    def tables(self) -> Iterator[tuple[Game, AnyPhase]]:
        for norm in self.norms:
            for more in self.more_choices if norm != "IB05" else ({},):  # there the house chooses neither
                table = opened(self.rules().slug, norm, **{**self.choices, **more})
                yield table.game, table.opening

    def play(self, opening: AnyPhase, seed: int, steps: int, *, incidents: float = 0.05) -> Iterator[Played]:
        rng, source, met = Random(seed), Seeded(seed), Counter[str]()
        session = Session(opening, source, automatic=())
        for _ in range(steps // len(self.more_choices)):
            if session.phase.turn is NOBODY:
                session = Session(opening, source, automatic=())
            before, deed = session.phase, curious_deed(session, rng, met, incidents=incidents)
            events = session.do(deed)
            yield before, deed, session.phase, events


class TestHoldem(CirclePoker):
    game = "holdem"
    norms = ("IB09", "AR10")
    choices = {"seats": 5}


class TestHoldemWithBlinds(CirclePoker):
    game = "holdem"
    norms = ("AR10",)
    choices = {"seats": 6, "ante": 0, "small_blind": 100, "big_blind": 200}
    # there is not a ante, and this norm alone does not let players keep their places
    rare = frozenset({"ante_not_laid", "ante_missing", "agree", "keep_places"})


class TestOmaha(CirclePoker):
    game = "omaha"
    norms = ("IB09", "AR10")
    choices = {"seats": 6, "limit": "bote_con_limite"}


class TestFiveStud(CirclePoker):
    game = "five_stud"
    norms = ("IB09", "AR10")
    choices = {"seats": 5}


class TestSevenStud(CirclePoker):
    game = "seven_stud"
    norms = ("IB09", "AR10")
    choices = {"seats": 8}
    rare = frozenset({"stand_aside"})  # the seventh card must come open: see test_seven_stud.py


class TestCubierto(CirclePoker):
    game = "cubierto"
    norms = ("IB09", "AR10")
    choices = {"seats": 5}


class TestSintetico(CirclePoker):
    game = "sintetico"
    norms = ("IB05", "IB09", "AR10")
    choices = {"seats": 5}
    steps = 4_500  # who has folded may leave, and then a hand must wait for others

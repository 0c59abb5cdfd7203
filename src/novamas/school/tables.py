"""A table at the school: opened for an exercise, and played by people who stake a little of everything."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from novamas.bots.circle import seeded_choice
from novamas.equipment.chance import Seeded
from novamas.families.circle.cloth import Cloth as CircleCloth
from novamas.families.circle.cloth import Party
from novamas.families.circle.phases.between import Between
from novamas.families.passing_bank.cloth import BankFelt
from novamas.games import GAMES, game
from novamas.house.opening import frame_to_play, open_as_written
from novamas.school.exercises import Done, Exercise, Written
from novamas.table.deeds import Deed, Drawn
from novamas.table.events import Bought, Event, Noted, Said, Staked, Withdrew
from novamas.table.felt import Chips
from novamas.table.game import Table
from novamas.table.notation import write
from novamas.table.offers import Offer, Range
from novamas.table.phases import AnyPhase, follow
from novamas.table.roles import CHANCE, CROUPIER, NOBODY
from novamas.table.session import Session

EURO = 100
SEATS = 4  # that are taken where something goes wrong
MAX_CHIPS = 20  # steps over the least that somebody stakes: amounts that can be reckoned in one's head
MAX_DEEDS = 400  # of one round
STAKES_EACH = 2  # bets that a player lays at a moment, at most
NAMED = ("double",)  # acts of which chips alone say too little
TELLING = (Staked, Withdrew, Said, Noted, Bought)  # events that say what a player did
STACK = (8, 60)  # chips that somebody has before him at circle poker
LEAVING = ("rise", "leave")
LAYING = ("bet", "withdraw")  # what may be done at any time
INVITING = ("completar",)  # calls upon which everybody thinks again
TIPS = "tip"  # which are nothing to practise
TRIES = 4  # offers that a player thinks of before he lets a moment pass


@cache
def banked_games() -> tuple[str, ...]:
    """The games in which the house pays."""
    return tuple(slug for slug in GAMES if not issubclass(game(slug).felt, CircleCloth | BankFelt))


@cache
def bank_games() -> tuple[str, ...]:
    """The games in which a player has the bank, which passes."""
    return tuple(slug for slug in GAMES if issubclass(game(slug).felt, BankFelt))


@cache
def circle_games() -> tuple[str, ...]:
    """The games in which players play for a pot."""
    return tuple(slug for slug in GAMES if issubclass(game(slug).felt, CircleCloth))


def table_for(exercise: Exercise) -> Table:
    """The table of an exercise, or everything that is wrong with its set-up."""
    return _opened(exercise.game, exercise.norm, tuple(sorted(exercise.choices.items())))


@lru_cache(maxsize=64)
def _opened(slug: str, norm: str, choices: tuple[tuple[str, Written], ...]) -> Table:
    return open_as_written(frame_to_play(slug, norm or None), dict(choices))


def fancy_of(exercise: Exercise, attempt: int) -> Random:
    """What people fancy in an exercise."""
    return seeded_choice("school", exercise.kind, exercise.game, exercise.level, exercise.seed, attempt)


class Step(Struct, frozen=True):
    """A deed, the phase in which it was done, and what was noticed."""

    before: AnyPhase
    deed: Deed
    events: tuple[Event, ...]

    @property
    def noticed(self) -> tuple[Event, ...]:
        """What was noticed, and before it what was done where that does not say it."""
        by = self.deed.by
        is_told = (
            bool(self.events) if by is CROUPIER else any(isinstance(one, TELLING) for one in self.events)
        )
        if (is_told and self.deed.verb() not in NAMED) or by is CHANCE:
            return self.events
        return (Done(by, write(self.deed)), *self.events)

    def called(self) -> Step:
        """The same, with nothing but what the croupier says aloud."""
        said = (event for event in self.events if isinstance(event, Said) and event.who is CROUPIER)
        return Step(self.before, self.deed, tuple(said))


class Played(Struct, frozen=True):
    """A round that was played: what lay on the cloth when it began, and what was done."""

    cloth: tuple[Chips, ...]
    steps: tuple[Step, ...]

    @property
    def events(self) -> list[Event]:
        """All that was noticed."""
        return [event for step in self.steps for event in step.events]

    def from_first_stake(self) -> Played:
        """The same without what goes before the first stake, shuffling and clearing; calls stay."""
        for nth, step in enumerate(self.steps):
            if any(isinstance(event, Staked) for event in step.events):
                called = [one.called() for one in self.steps[:nth]]
                steps = (*(one for one in called if one.events), *self.steps[nth:])
                return Played(step.before.felt.chips, steps)
        return self


class Trial:
    """A table of an exercise, one attempt of its seed: chance and people follow from both."""

    def __init__(self, exercise: Exercise, attempt: int, seats: int) -> None:
        self.table = table_for(exercise)
        self.rng = fancy_of(exercise, attempt)
        self.seats = range(1, min(seats, self.table.opening.seats()) + 1)
        self.session = Session(self._opening(), Seeded(exercise.seed, attempt))

    def _opening(self) -> AnyPhase:
        """The first phase; at circle poker everybody sits already, with chips before him."""
        opening = self.table.opening
        felt = opening.felt
        if not isinstance(felt, CircleCloth):
            return opening
        free = (0,) * (opening.seats() - len(self.seats))
        chip = max(felt.rules.chip, felt.rules.minimum // 4)
        purses = tuple(chip * self.rng.randint(*STACK) for _ in self.seats)
        party = Party(
            places=(*self.seats, *free),
            starters=tuple(self.seats),
            manos=(0,) * opening.seats(),
            charged=tuple(self.seats),
        )
        return Between(replace(felt, purses=(*purses, *free), party=party))

    def round(self) -> Played | None:
        """One round as people play it, from the first stake on; nothing where it does not come to an end."""
        steps = self.whole_round()
        return None if steps is None else Played(steps[0].before.felt.chips, steps).from_first_stake()

    def whole_round(self) -> tuple[Step, ...] | None:
        """All that is done in a round."""
        before, steps = self.session.rounds, []
        for step in self.steps():
            steps.append(step)
            if self.session.rounds > before:
                return tuple(steps)
            if len(steps) > MAX_DEEDS:
                break
        return None

    def steps(self) -> Iterator[Step]:
        """Deed after deed; at each moment that pauses everybody thinks once of what to stake."""
        asked: type[AnyPhase] | None = None
        while self.session.phase.turn is not NOBODY:
            phase = self.session.phase
            if phase.pause and asked is not type(phase):
                asked = type(phase)
                yield from map(self.do, self._stakes())
            elif not phase.pause:
                asked = None
            step = self.do(self._next())
            if step.deed.verb() in INVITING:
                asked = None
            yield step

    def do(self, deed: Deed) -> Step:
        """One deed."""
        before = self.session.phase
        return Step(before, deed, self.session.do(deed))

    def _next(self) -> Deed:
        """What the table waits for: players choose blindly, all others do what is offered first."""
        turn = self.session.phase.turn
        if turn is CHANCE:
            return Drawn(what=self.session.source.draw(self.session.phase.draws()))
        offers = self.session.offers(turn)
        if isinstance(turn, int):
            return self.decide(offers)
        return offers[0].act

    def decide(self, offers: Sequence[Offer]) -> Deed:
        """What a player does for whom the table waits; he does not go on laying chips instead."""
        if self.session.phase.pause:
            return self.modest(offers[0])
        own = [offer for offer in offers if offer.act.verb() not in LAYING]
        return self.modest(self.rng.choice(own or offers))

    def _stakes(self) -> Iterator[Deed]:
        """What everybody stakes while bets are taken, each deed lawful when it is given."""
        for seat in self.seats:
            for _ in range(1 + self.rng.randrange(STAKES_EACH)):
                deed = self._stake(seat)
                if deed is not None and self.session.phase.pause:
                    yield deed

    def _stake(self, seat: int) -> Deed | None:
        offers = self.session.offers(seat)
        for _ in range(min(TRIES, len(offers))):
            deed = self.modest(self.rng.choice(offers))
            if self.session.why_not(deed) is None and self._stakes_chips(deed):
                return deed
        return None

    def _stakes_chips(self, deed: Deed) -> bool:
        """Does it lay chips? Where the bank passes, people also bid, sit down and say what they want."""
        if deed.verb() == TIPS:
            return False
        if isinstance(self.session.phase.felt, BankFelt):
            return deed.verb() not in LEAVING
        _after, events = follow(self.session.phase, deed)
        return any(isinstance(event, Staked) for event in events)

    def modest(self, offer: Offer) -> Deed:
        """One of the acts that an offer allows, with no more chips than people have in their hands."""
        deed, dial = offer.sample(self.rng), offer.dials.get("cents")
        if not isinstance(dial, Range):
            return deed
        if dial.step == 1 and dial.fits(whole := -(-dial.least // EURO) * EURO):
            steps = min((dial.most - whole) // EURO, MAX_CHIPS)
            return replace(deed, cents=whole + EURO * self.rng.randrange(steps + 1))
        steps = min((dial.most - dial.least) // dial.step, MAX_CHIPS)
        return replace(deed, cents=dial.least + dial.step * self.rng.randrange(steps + 1))

    def until(self, wanted: Callable[[Played], bool], rounds: int) -> Played | None:
        """The first of so many rounds that is as it is wanted."""
        for _ in range(rounds):
            played = self.round()
            if played is None or wanted(played):
                return played
        return None

"""Tables of the school. Each is opened for an exercise, and bots place small random bets at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
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
from novamas.law import Library, library
from novamas.law.library_cache import cached_in_library
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
SEATS = 4  # occupied in exercises on irregularities
MAX_CHIPS = 20  # steps above the minimum stake: amounts for mental arithmetic
MAX_DEEDS = 400  # of one round
STAKES_EACH = 2  # bets of a player per betting phase, at most
NAMED = ("double",)  # acts that chips alone do not show
TELLING = (Staked, Withdrew, Said, Noted, Bought)  # events that show what a player did
STACK = (8, 60)  # the range of a player's stack at circle poker, in chips
LEAVING = ("rise", "leave")
LAYING = ("bet", "withdraw")  # acts that are possible at any time
INVITING = ("completar",)  # acts after which each player may bet again
TIPS = "tip"  # not a bet
TRIES = 4  # offers that a player considers before letting a betting phase pass


@cache
def banked_games() -> tuple[str, ...]:
    """Return the games in which the house pays the winners."""
    return tuple(slug for slug in GAMES if not issubclass(game(slug).felt, CircleCloth | BankFelt))


@cache
def bank_games() -> tuple[str, ...]:
    """Return the games in which a player is the banker and the bank passes on."""
    return tuple(slug for slug in GAMES if issubclass(game(slug).felt, BankFelt))


@cache
def circle_games() -> tuple[str, ...]:
    """Return the games in which players compete for a pot."""
    return tuple(slug for slug in GAMES if issubclass(game(slug).felt, CircleCloth))


def table_for(exercise: Exercise, law: Library | None = None) -> Table:
    """Return the table of an exercise. Raise `FaultySetup` with every fault of its set-up."""
    return _opened(law or library(), exercise.game, exercise.norm, tuple(sorted(exercise.choices.items())))


@partial(cached_in_library, most=64)
def _opened(law: Library, slug: str, norm: str, choices: tuple[tuple[str, Written], ...]) -> Table:
    return open_as_written(frame_to_play(slug, norm or None, law=law), dict(choices))


def fancy_of(exercise: Exercise, attempt: int) -> Random:
    """Return the random source for choices in an exercise. The exercise and the attempt are its seed."""
    return seeded_choice("school", exercise.kind, exercise.game, exercise.level, exercise.seed, attempt)


class Step(Struct, frozen=True):
    """A deed, the phase in which it was done, and the events that followed."""

    before: AnyPhase
    deed: Deed
    events: tuple[Event, ...]

    @property
    def noticed(self) -> tuple[Event, ...]:
        """The events of the step. If they do not show the deed, the deed comes first."""
        by = self.deed.by
        is_shown = (
            bool(self.events) if by is CROUPIER else any(isinstance(one, TELLING) for one in self.events)
        )
        if (is_shown and self.deed.verb() not in NAMED) or by is CHANCE:
            return self.events
        return (Done(by, write(self.deed)), *self.events)

    def called(self) -> Step:
        """Return the step with only those events that are calls of the croupier."""
        calls = (event for event in self.events if isinstance(event, Said) and event.who is CROUPIER)
        return Step(self.before, self.deed, tuple(calls))


class Played(Struct, frozen=True):
    """A played round: the chips on the cloth at its beginning, and its steps."""

    cloth: tuple[Chips, ...]
    steps: tuple[Step, ...]

    @property
    def events(self) -> list[Event]:
        """The events of all steps."""
        return [event for step in self.steps for event in step.events]

    def from_first_stake(self) -> Played:
        """Return the round from its first stake on. Of earlier steps only the croupier's calls remain."""
        for nth, step in enumerate(self.steps):
            if any(isinstance(event, Staked) for event in step.events):
                called = [one.called() for one in self.steps[:nth]]
                steps = (*(one for one in called if one.events), *self.steps[nth:])
                return Played(step.before.felt.chips, steps)
        return self


class Trial:
    """A table for one attempt at an exercise. Both determine every draw and choice."""

    def __init__(self, exercise: Exercise, attempt: int, seats: int, law: Library | None = None) -> None:
        self.table = table_for(exercise, law)
        self.law = self.table.frame.law
        self.rng = fancy_of(exercise, attempt)
        self.seats = range(1, min(seats, self.table.opening.seats()) + 1)
        self.session = Session(self._opening(), Seeded(exercise.seed, attempt))

    def _opening(self) -> AnyPhase:
        """Return the first phase. At circle poker the players already sit there with chips."""
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
        """Play a round and return it from its first stake on, or None if it does not end."""
        steps = self.whole_round()
        return None if steps is None else Played(steps[0].before.felt.chips, steps).from_first_stake()

    def whole_round(self) -> tuple[Step, ...] | None:
        """Play a round and return its steps, or None if it does not end within `MAX_DEEDS` deeds."""
        before, steps = self.session.rounds, []
        for step in self.steps():
            steps.append(step)
            if self.session.rounds > before:
                return tuple(steps)
            if len(steps) > MAX_DEEDS:
                break
        return None

    def steps(self) -> Iterator[Step]:
        """Yield the steps of play. When a betting phase begins, every player may place bets."""
        visited: type[AnyPhase] | None = None
        while self.session.phase.turn is not NOBODY:
            phase = self.session.phase
            if phase.pause and visited is not type(phase):
                visited = type(phase)
                yield from map(self.do, self._stakes())
            elif not phase.pause:
                visited = None
            step = self.do(self._next())
            if step.deed.verb() in INVITING:
                visited = None
            yield step

    def do(self, deed: Deed) -> Step:
        """Do a deed and return it as a step."""
        before = self.session.phase
        return Step(before, deed, self.session.do(deed))

    def _next(self) -> Deed:
        """Return the next deed. Players choose at random, all other roles take the first offer."""
        turn = self.session.phase.turn
        if turn is CHANCE:
            return Drawn(what=self.session.source.draw(self.session.phase.draws()))
        offers = self.session.offers(turn)
        if isinstance(turn, int):
            return self.decide(offers)
        return offers[0].act

    def decide(self, offers: Sequence[Offer]) -> Deed:
        """Return an act of the player whose turn it is. Acts that place more chips are not chosen."""
        if self.session.phase.pause:
            return self.modest(offers[0])
        own = [offer for offer in offers if offer.act.verb() not in LAYING]
        return self.modest(self.rng.choice(own or offers))

    def _stakes(self) -> Iterator[Deed]:
        """Yield the bets of every player in a betting phase. Each bet is lawful when it is yielded."""
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
        """Return whether a deed places chips.

        If the bank passes between players, bids, taking a seat and announcements count too.
        """
        if deed.verb() == TIPS:
            return False
        if isinstance(self.session.phase.felt, BankFelt):
            return deed.verb() not in LEAVING
        _after, events = follow(self.session.phase, deed)
        return any(isinstance(event, Staked) for event in events)

    def modest(self, offer: Offer) -> Deed:
        """Return an act that an offer allows, with only a small amount of chips."""
        deed, dial = offer.sample(self.rng), offer.dials.get("cents")
        if not isinstance(dial, Range):
            return deed
        if dial.step == 1 and dial.fits(whole := -(-dial.least // EURO) * EURO):
            steps = min((dial.most - whole) // EURO, MAX_CHIPS)
            return replace(deed, cents=whole + EURO * self.rng.randrange(steps + 1))
        steps = min((dial.most - dial.least) // dial.step, MAX_CHIPS)
        return replace(deed, cents=dial.least + dial.step * self.rng.randrange(steps + 1))

    def until(self, wanted: Callable[[Played], bool], rounds: int) -> Played | None:
        """Return the first round, out of at most `rounds`, for which `wanted` is true, or None."""
        for _ in range(rounds):
            played = self.round()
            if played is None or wanted(played):
                return played
        return None

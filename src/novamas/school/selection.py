"""Which exercise comes next: one that was wrong and is due, or a new one as hard as the trainee is good."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime

from msgspec import Struct

from novamas.bots.circle import seeded_choice
from novamas.errors import NovamasError
from novamas.games import game as game_named
from novamas.law.texts import LANGUAGES
from novamas.school.exercises import MAX_SEED, Exercise, ExerciseKind, Written
from novamas.school.marking import POSED, WITHOUT_GAME, fits, games_for
from novamas.school.progress import Entry, due, level_for
from novamas.words import voice_for
from novamas.words.normalisation import normalise


class ExerciseRequest(Struct, frozen=True):
    """What somebody wants to practise; what he does not say is chosen for him."""

    kinds: tuple[ExerciseKind, ...] = ()
    game: str = ""
    norm: str = ""
    choices: Mapping[str, Written] = {}
    level: int | None = None

    def kinds_wanted(self) -> tuple[ExerciseKind, ...]:
        """The kinds that fit the game, or every kind."""
        asked = self.kinds or tuple(POSED)
        if not self.game:
            return asked
        game_named(self.game)
        found = tuple(kind for kind in asked if fits(kind, self.game))
        if not found:
            raise NovamasError(
                "no_such_exercise",
                told_as="exercise_for_other_games",
                kind=asked[0].value,
                game=self.game,
                known=games_for(asked[0]),
            )
        return found

    def covers(self, exercise: Exercise) -> bool:
        """Is this what is wanted?"""
        return (
            exercise.kind in self.kinds_wanted()
            and self.game in ("", exercise.game)
            and self.norm in ("", exercise.norm)
            and (not self.choices or self.choices == exercise.choices)
        )


def kind_named(written: str) -> ExerciseKind:
    """A kind of exercise by its name, in whatever language."""
    typed = normalise(written.replace("_", " "))
    for kind in ExerciseKind:
        names = (voice_for(language).text(f"school.kind_{kind}") for language in LANGUAGES)
        if written == kind or typed in map(normalise, names):
            return kind
    raise NovamasError("no_such_kind", given=written, known=tuple(ExerciseKind))


def new_exercises(wish: ExerciseRequest, seed: int, entries: Sequence[Entry] = ()) -> Iterator[Exercise]:
    """Exercises without end: kind after kind, each with a game of its own where none is wanted."""
    kinds = wish.kinds_wanted()
    for number in range(MAX_SEED - seed):
        kind = kinds[number % len(kinds)]
        game = wish.game
        if not game and kind not in WITHOUT_GAME:
            game = seeded_choice("drill", seed, number).choice(games_for(kind))
        level = wish.level or level_for(entries, kind, game)
        yield Exercise(kind, game, wish.norm, wish.choices, seed + number, level)


def next_due(wish: ExerciseRequest, entries: Sequence[Entry], now: datetime) -> Exercise | None:
    """What was wrong once, is wanted, and comes back now."""
    return next((one for one in due(entries, now) if wish.covers(one)), None)

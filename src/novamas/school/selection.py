"""Selection of the next exercise: a repetition that is due, or a new exercise at the trainee's level."""

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
from novamas.words import our_voice
from novamas.words.normalisation import normalise


class ExerciseRequest(Struct, frozen=True):
    """A trainee's request for exercises. novamas chooses the fields that are left empty."""

    kinds: tuple[ExerciseKind, ...] = ()
    game: str = ""
    norm: str = ""
    choices: Mapping[str, Written] = {}
    level: int | None = None

    def kinds_wanted(self) -> tuple[ExerciseKind, ...]:
        """Return the requested kinds that the game offers. An empty request means every kind."""
        kinds = self.kinds or tuple(POSED)
        if not self.game:
            return kinds
        game_named(self.game)
        found = tuple(kind for kind in kinds if fits(kind, self.game))
        if not found:
            raise NovamasError(
                "no_such_exercise",
                text_key="exercise_for_other_games",
                kind=kinds[0].value,
                game=self.game,
                known=games_for(kinds[0]),
            )
        return found

    def covers(self, exercise: Exercise) -> bool:
        """Return whether an exercise matches the request."""
        return (
            exercise.kind in self.kinds_wanted()
            and self.game in ("", exercise.game)
            and self.norm in ("", exercise.norm)
            and (not self.choices or self.choices == exercise.choices)
        )


def kind_named(written: str) -> ExerciseKind:
    """Return the kind of exercise with this code, or with this name in any language."""
    typed = normalise(written.replace("_", " "))
    for kind in ExerciseKind:
        names = (our_voice(language).text(f"school.kind_{kind}") for language in LANGUAGES)
        if written == kind or typed in map(normalise, names):
            return kind
    raise NovamasError("no_such_kind", given=written, known=tuple(ExerciseKind))


def new_exercises(request: ExerciseRequest, seed: int, entries: Sequence[Entry] = ()) -> Iterator[Exercise]:
    """Yield new exercises of each kind in turn. If the request names no game, games are random."""
    kinds = request.kinds_wanted()
    for number in range(MAX_SEED - seed):
        kind = kinds[number % len(kinds)]
        game = request.game
        if not game and kind not in WITHOUT_GAME:
            game = seeded_choice("drill", seed, number).choice(games_for(kind))
        level = request.level or level_for(entries, kind, game)
        yield Exercise(kind, game, request.norm, request.choices, seed + number, level)


def next_due(request: ExerciseRequest, entries: Sequence[Entry], now: datetime) -> Exercise | None:
    """Return the first exercise that matches the request and is due for repetition, or None."""
    return next((one for one in due(entries, now) if request.covers(one)), None)

"""Exercises as data, the questions derived from them, and marked answers.

Only the exercise is stored. The engine derives the scene, questions, right answers and clauses from it each
time, so an answer can be marked again later.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta, Struct

from novamas.errors import Figure
from novamas.law.texts import Language
from novamas.table.events import AnyEvent, Event, Owner
from novamas.table.felt import Chips
from novamas.table.refusals import Refusal
from novamas.table.roles import Who

HARDEST = 5
MAX_SEED = 10**15


class ExerciseKind(StrEnum):
    """The subject of an exercise."""

    PAYOUTS = "payouts"
    WRONG_PAYMENT = "wrong_payment"
    POTS = "pots"
    PROCEDURE = "procedure"
    IRREGULARITIES = "irregularities"
    CHIPS = "chips"
    TERMS = "terms"


Level = Annotated[int, Meta(ge=1, le=HARDEST)]
Seed = Annotated[int, Meta(ge=0, le=MAX_SEED)]
Name = Annotated[str, Meta(max_length=60)]
Written: TypeAlias = bool | int | Annotated[str, Meta(max_length=200)]  # a choice of the house


class Exercise(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An exercise: the subject, the table, the level, and the seed that determines the rest."""

    kind: ExerciseKind
    game: Name = ""
    norm: Name = ""  # if empty, the newest norm with all rules of the game
    choices: Mapping[Name, Written] = {}
    seed: Seed = 0
    level: Level = 1


class Done(Event, frozen=True):
    """A deed in the notation of records. It is shown only if no event shows it."""

    who: Who
    deed: str


class Aside(Event, frozen=True):
    """An observation at a table that is not an irregularity."""

    code: str
    seat: int


Noticed: TypeAlias = AnyEvent | Done | Aside


class ActOption(Struct, frozen=True, tag_field="option", tag="act"):
    """An act of the croupier as an option, in the notation of records."""

    deed: str


class ClauseOption(Struct, frozen=True, tag_field="option", tag="clause"):
    """A clause as an option to choose."""

    clause: str


class TermOption(Struct, frozen=True, tag_field="option", tag="term"):
    """A term as an option, by its position in the glossary, in one language or in the reader's."""

    number: int
    language: Language | None = None


class LineOption(Struct, frozen=True, tag_field="option", tag="line"):
    """An event at the table as an option, real or invented. `more` has cards dealt together with it."""

    event: Noticed
    more: tuple[Noticed, ...] = ()


class RemedyOption(Struct, frozen=True, tag_field="option", tag="remedy"):
    """The measures after an irregularity as an option, by their codes."""

    done: tuple[str, ...]


class OwnerOption(Struct, frozen=True, tag_field="option", tag="owner"):
    """The place for the next card as an option: a seat, or a place on the table."""

    owner: Owner


class TextOption(Struct, frozen=True, tag_field="option", tag="text"):
    """A teacher's text as an option, in the languages in which it exists."""

    texts: Mapping[str, str]


Option: TypeAlias = (
    ActOption | ClauseOption | TermOption | LineOption | RemedyOption | OwnerOption | TextOption
)
AnswerKind: TypeAlias = Literal["money", "count", "option"]


class Question(Struct, frozen=True):
    """A question with the scene before it and its right answer.

    An answer is an amount in céntimos, a count, or the number of an option, from 1.
    """

    asks: str  # the code of the question
    answer: AnswerKind
    right: int
    figures: Mapping[str, Figure] = {}
    options: tuple[Option, ...] = ()
    scene: tuple[Noticed, ...] = ()  # the events since the previous question
    clauses: tuple[str, ...] = ()
    refusals: tuple[Refusal | None, ...] = ()  # per option: why it is not lawful, if the table refuses it


class PosedExercise(Struct, frozen=True):
    """The questions of an exercise, with the chips on the table and the events after the questions."""

    exercise: Exercise
    norm: str
    questions: tuple[Question, ...]
    asks: str = ""  # the code of a text before all questions
    figures: Mapping[str, Figure] = {}
    cloth: tuple[Chips, ...] = ()  # the chips there at the beginning
    follows: tuple[AnyEvent, ...] = ()  # the engine's events; payments among them explain the answers

    @property
    def right(self) -> tuple[int, ...]:
        """The right answers, question by question."""
        return tuple(question.right for question in self.questions)

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decide the answers, without repetition."""
        return tuple(dict.fromkeys(one for question in self.questions for one in question.clauses))


class Result(Struct, frozen=True):
    """The result of one question: the trainee's answer, the right answer and the difference."""

    given: int | None  # None if not answered
    right: int
    is_right: bool
    off: int | None = None  # céntimos or things above the right answer; negative if below
    clauses: tuple[str, ...] = ()
    refusal: Refusal | None = None  # why the chosen act is not lawful


class MarkedExercise(Struct, frozen=True):
    """An exercise with the result of each answer."""

    exercise: Exercise
    results: tuple[Result, ...]

    @property
    def is_right(self) -> bool:
        """Whether every answer was right."""
        return all(result.is_right for result in self.results)

    @property
    def points(self) -> int:
        """The number of right answers."""
        return sum(result.is_right for result in self.results)

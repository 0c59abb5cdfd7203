"""What the school asks: an exercise as data, the problem that follows from it, an answer marked.

An exercise is all that anybody keeps. Scene, question, right answer and clauses follow from it each time
anew, by the engine, so that whoever has the exercise can mark the answer again.
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
    """What is practised."""

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
    """An exercise: what is practised, at which table, how hard, and the number from which all follows."""

    kind: ExerciseKind
    game: Name = ""
    norm: Name = ""  # unless it is said, the newest that has the game whole
    choices: Mapping[Name, Written] = {}
    seed: Seed = 0
    level: Level = 1


class Done(Event, frozen=True):
    """What somebody did, in the notation of records, where nothing else that is noticed says so."""

    who: Who
    deed: str


class Aside(Event, frozen=True):
    """Something that is seen at a table and that nobody minds."""

    code: str
    seat: int


Noticed: TypeAlias = AnyEvent | Done | Aside


class ActOption(Struct, frozen=True, tag_field="option", tag="act"):
    """An act of the croupier, in the notation of records."""

    deed: str


class ClauseOption(Struct, frozen=True, tag_field="option", tag="clause"):
    """What a clause orders."""

    clause: str


class TermOption(Struct, frozen=True, tag_field="option", tag="term"):
    """A word of the trade by its place in the glossary, in one language or in the reader's."""

    number: int
    language: Language | None = None


class LineOption(Struct, frozen=True, tag_field="option", tag="line"):
    """Something that was noticed at the table, or that somebody says was; cards that came together."""

    event: Noticed
    more: tuple[Noticed, ...] = ()


class RemedyOption(Struct, frozen=True, tag_field="option", tag="remedy"):
    """What is done when something has gone wrong, by its codes."""

    done: tuple[str, ...]


class OwnerOption(Struct, frozen=True, tag_field="option", tag="owner"):
    """Before whom cards are laid: a seat, or a place on the table."""

    owner: Owner


class TextOption(Struct, frozen=True, tag_field="option", tag="text"):
    """What a teacher wrote, in the languages in which he did."""

    texts: Mapping[str, str]


Option: TypeAlias = (
    ActOption | ClauseOption | TermOption | LineOption | RemedyOption | OwnerOption | TextOption
)
AnswerKind: TypeAlias = Literal["money", "count", "option"]


class Question(Struct, frozen=True):
    """One thing that is asked: what is seen before it, and what the right answer is.

    An answer is céntimos, a number of things, or the number of an option, counted from 1.
    """

    asks: str  # the code of the question
    answer: AnswerKind
    right: int
    figures: Mapping[str, Figure] = {}
    options: tuple[Option, ...] = ()
    scene: tuple[Noticed, ...] = ()  # what has been noticed since the question before
    clauses: tuple[str, ...] = ()
    refusals: tuple[Refusal | None, ...] = ()  # why an option is not lawful, where the table says so


class PosedExercise(Struct, frozen=True):
    """What follows from an exercise: what lies on the table, what is asked, and what then comes to pass."""

    exercise: Exercise
    norm: str
    questions: tuple[Question, ...]
    asks: str = ""  # what is told of all the questions before them
    figures: Mapping[str, Figure] = {}
    cloth: tuple[Chips, ...] = ()  # what lies there as it begins
    follows: tuple[AnyEvent, ...] = ()  # what the engine does: payments explain the answers

    @property
    def right(self) -> tuple[int, ...]:
        """All the right answers."""
        return tuple(question.right for question in self.questions)

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause that the answers rest on, each once."""
        return tuple(dict.fromkeys(one for question in self.questions for one in question.clauses))


class Result(Struct, frozen=True):
    """An answer to one question, and how far it is from the right one."""

    given: int | None  # nothing was answered
    right: int
    is_right: bool
    off: int | None = None  # by how many céntimos or things it is too much
    clauses: tuple[str, ...] = ()
    refusal: Refusal | None = None  # why what was answered is not lawful


class MarkedExercise(Struct, frozen=True):
    """An exercise that somebody has answered."""

    exercise: Exercise
    results: tuple[Result, ...]

    @property
    def is_right(self) -> bool:
        """Was everything right?"""
        return all(result.is_right for result in self.results)

    @property
    def points(self) -> int:
        """How many answers were right."""
        return sum(result.is_right for result in self.results)

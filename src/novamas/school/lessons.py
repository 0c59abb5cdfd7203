"""Lessons that teachers write: a table with known cards, the play, comments, questions and branches.

    game = "ruleta"
    norm = "IB05"
    draws = "0 17"                                the outcomes of chance; or `cards` in dealing order
    title.es = "El cero"

    [[steps]]
    acts = ["s1 bet rojo 10 €"]                   in the notation of records; the croupier acts automatically
    until = "round"                               play to the round's end, or "decision": to a player's turn
    says.es = "Sale el cero."
    question.asks.es = "¿Qué se hace con el rojo?"
    question.options = [{ es = "Se pierde." }, { es = "Se parte o va a prisión." }]
    question.right = 2
    question.clause = "IB05.01.IV.1.B.b.1"
    question.if_wrong = "again"                   the name of a later step

Instead of options a question may be an exercise on the same table. `kind = "payouts"` with a `seat` asks what
the house pays that seat in this step. `kind = "procedure"` asks which act of the croupier comes next.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Annotated, Literal, TypeAlias, cast

from msgspec import Meta, Struct

from novamas.bots.circle import seeded_choice
from novamas.equipment.chance import Scripted, Seeded
from novamas.equipment.draws import read_draws
from novamas.errors import InvalidInput, NovamasError
from novamas.house.opening import frame_to_play, open_as_written
from novamas.house.sitting import Sitting
from novamas.house.stacked_deck import Stacked
from novamas.law import Library, library
from novamas.law.texts import LANGUAGES, Language
from novamas.school.exercises import (
    Exercise,
    ExerciseKind,
    Level,
    Name,
    PosedExercise,
    Question,
    TextOption,
    Written,
)
from novamas.school.payouts import clauses_of, is_back, prize
from novamas.school.procedure import act_now
from novamas.school.toml_files import checked, field_fault, line_of
from novamas.table.events import AnyEvent, Event, Payment, RoundOver
from novamas.table.roles import CROUPIER

MAX_STEPS = 200
MAX_WAYS = 256  # paths through a lesson, by its branches
END = "end"  # the branch that ends the lesson
FOLDER = "data/lessons"

PRINTED = r"^[^\x00-\x09\x0b-\x1f\x7f-\x9f]+$"  # printable characters and line breaks
PrintedText: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2_000, pattern=PRINTED)]
ActLine: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200, pattern=PRINTED)]


class Texts(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A text of the teacher in up to three languages."""

    es: PrintedText | None = None
    ca: PrintedText | None = None
    en: PrintedText | None = None

    def all(self) -> dict[str, str]:
        """Return the text in each language in which it exists."""
        texts = {language: getattr(self, language) for language in LANGUAGES}
        return {language: text for language, text in texts.items() if text is not None}

    def in_language(self, language: Language) -> str:
        """Return the text in this language if it exists, otherwise in the first language that it has."""
        texts = self.all()
        return texts.get(language) or next(iter(texts.values()), "")


class AskedThere(Struct, frozen=True, forbid_unknown_fields=True):
    """A question of a lesson: a choice of options, or an exercise on the lesson's table."""

    kind: Literal["choice", "payouts", "procedure"] = "choice"
    asks: Texts = Texts()
    options: Annotated[tuple[Texts, ...], Meta(max_length=9)] = ()
    right: int = 0
    clause: Name = ""
    seat: int = 0
    if_right: Name = ""
    if_wrong: Name = ""


class LessonStep(Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: acts at the table, the teacher's comment and a question."""

    name: Name = ""
    acts: Annotated[tuple[ActLine, ...], Meta(max_length=100)] = ()
    until: Literal["", "decision", "round"] = ""
    says: Texts = Texts()
    question: AskedThere | None = None
    then: Name = ""


class Lesson(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of a lesson file."""

    title: Texts
    game: Name
    steps: Annotated[tuple[LessonStep, ...], Meta(min_length=1, max_length=MAX_STEPS)]
    norm: Name = ""
    choices: Mapping[Name, Written] = {}
    cards: Annotated[str, Meta(max_length=2_000)] = ""
    draws: Annotated[str, Meta(max_length=2_000)] = ""
    seed: Annotated[int, Meta(ge=0, le=10**12)] = 0
    level: Level = 1

    def place_after(self, nth: int, *, is_right: bool | None) -> int:
        """Return the number of the next step: the target of a branch, or else the following step."""
        step = self.steps[nth]
        question = step.question
        branch = step.then
        if question is not None and is_right is not None:
            branch = (question.if_right if is_right else question.if_wrong) or step.then
        if branch == END:
            return len(self.steps)
        names = [other.name for other in self.steps]
        return names.index(branch) if branch else nth + 1


class Stage(Struct, frozen=True):
    """A step ready for display: the teacher's comment, the events, and the question as an exercise."""

    says: str
    events: tuple[AnyEvent, ...]
    problem: PosedExercise | None


def shipped() -> dict[str, Path]:
    """Return the lessons that come with novamas, by name."""
    folder = Path(str(files("novamas.school").joinpath(FOLDER)))
    return {path.stem: path for path in sorted(folder.glob("*.toml"))}


def lesson_at(named: str, law: Library | None = None) -> tuple[Path, Lesson]:
    """Return a lesson, either from novamas by its name or from a TOML file by its path."""
    known = shipped()
    path = known.get(named, Path(named))
    if named not in known and path.suffix != ".toml":
        raise InvalidInput("no_such_lesson", given=named, known=tuple(known))
    return path, read_lesson(path, law)


def read_lesson(path: Path, law: Library | None = None) -> Lesson:
    """Return the lesson in a file after playing every path through it. An error names the faulty line."""
    law = law or library()
    lesson = checked(path, Lesson)
    if not lesson.title.all():
        raise field_fault(path, "missing", ("title",), "title")
    for nth, step in enumerate(lesson.steps):
        _check_branches(path, lesson, nth, step)
        if step.question is not None:
            _check_question(law, path, ("steps", nth, "question"), step.question)
    sitting = _seated(law, path, lesson)
    for nth, step in enumerate(lesson.steps):
        if step.question is not None and step.question.seat > sitting.phase.seats():
            raise field_fault(path, "wrong", ("steps", nth, "question", "seat"), "seat")
    paths = islice(_ways(lesson, 0, sitting, path), MAX_WAYS + 1)
    if len(list(paths)) > MAX_WAYS:
        raise field_fault(path, "wrong", ("steps",), "steps")
    return lesson


def seated(lesson: Lesson, law: Library | None = None) -> Sitting:
    """Return the table of a lesson. After the scripted draws, the seed determines the draws."""
    table = open_as_written(frame_to_play(lesson.game, lesson.norm or None, law=law), lesson.choices)
    source = Scripted(read_draws(lesson.draws), then=Seeded(lesson.seed))
    return Sitting(table, source, cards=Stacked(read_draws(lesson.cards)) if lesson.cards else None)


def stage(lesson: Lesson, nth: int, sitting: Sitting, language: Language) -> Stage:
    """Play a step at the table and return it for display, without the answer to its question."""
    step = lesson.steps[nth]
    noticed = _played(step, sitting)
    question, follows = _question(lesson, step, sitting, noticed)
    problem = None
    if question is not None:
        kind = ExerciseKind.PROCEDURE if question.asks == "act_now" else ExerciseKind.PAYOUTS
        exercise = Exercise(kind, lesson.game, lesson.norm, lesson.choices, lesson.seed, lesson.level)
        problem = PosedExercise(exercise, sitting.table.frame.norm, (question,), follows=follows)
    hidden = (RoundOver, Payment) if step.question is not None else (RoundOver,)
    shown = tuple(one for one in noticed if not isinstance(one, hidden) and not is_back(one))
    return Stage(step.says.in_language(language), cast("tuple[AnyEvent, ...]", shown), problem)


def _played(step: LessonStep, sitting: Sitting) -> list[Event]:
    """Play the deeds of a step and return the events that the croupier sees."""
    found: list[Event] = []
    for act in step.acts:
        found += sitting.do(act)
    before = sitting.rounds
    while step.until and sitting.rounds == before:
        deed = sitting.next_deed()
        if deed is None and step.until == "decision":
            break
        found += sitting.round() if deed is None else sitting.do(deed)
    return [event.seen_by(CROUPIER) for event in found]


def _question(
    lesson: Lesson, step: LessonStep, sitting: Sitting, noticed: list[Event]
) -> tuple[Question | None, tuple[AnyEvent, ...]]:
    """Return the question of a step, with the events that explain the answer."""
    stated = step.question
    if stated is None:
        return None, ()
    if stated.kind == "payouts":
        paid = [one for one in noticed if isinstance(one, Payment) and one.seat == stated.seat]
        right, cited = sum(map(prize, paid)), clauses_of(paid)
        return Question("paid_seat", "money", right, {"seat": stated.seat}, clauses=cited), tuple(paid)
    if stated.kind == "procedure":
        rng, deed = seeded_choice("lesson", lesson.seed, sitting.number), sitting.next_deed()
        found = None
        if deed is not None:
            found = act_now(sitting.phase, deed, sitting.table.game, rng, lesson.level)
        if found is None:
            raise NovamasError("nothing_to_ask")
        return found, ()
    options = tuple(TextOption(option.all()) for option in stated.options)
    cites = (stated.clause,) if stated.clause else ()
    found = Question("own_words", "option", stated.right, stated.asks.all(), options, clauses=cites)
    return found, tuple(one for one in noticed if isinstance(one, Payment))


# ---------------------------------------------------------------- checks


def _check_branches(path: Path, lesson: Lesson, nth: int, step: LessonStep) -> None:
    """Raise unless each branch leads to a later step or to the end, so that every lesson ends."""
    later = {other.name for other in lesson.steps[nth + 1 :]} | {END, ""}
    if step.then not in later:
        raise field_fault(path, "wrong", ("steps", nth, "then"), "then")
    question = step.question
    for name in ("if_right", "if_wrong"):
        if question is not None and getattr(question, name) not in later:
            raise field_fault(path, "wrong", ("steps", nth, "question", name), name)


def _check_question(law: Library, path: Path, at: tuple[str | int, ...], question: AskedThere) -> None:
    """Check a question's clause and seat. Check a choice's text, its number of options and its answer."""
    if question.clause:
        try:
            law.clause(question.clause)
        except NovamasError:
            raise field_fault(path, "wrong", (*at, "clause"), "clause") from None
    if question.kind == "payouts" and question.seat < 1:
        raise field_fault(path, "missing" if not question.seat else "wrong", (*at, "seat"), "seat")
    if question.kind != "choice":
        return
    if not question.asks.all():
        raise field_fault(path, "missing", at, "asks")
    if len(question.options) < 2 or not all(option.all() for option in question.options):
        raise field_fault(path, "wrong" if question.options else "missing", (*at, "options"), "options")
    if not 1 <= question.right <= len(question.options):
        raise field_fault(path, "wrong" if question.right else "missing", (*at, "right"), "right")


def _seated(law: Library, path: Path, lesson: Lesson) -> Sitting:
    """Return the table of a lesson. If it cannot be opened, raise an error with the name of the field."""
    checks: tuple[tuple[str, Callable[[], object]], ...] = (
        ("game", lambda: frame_to_play(lesson.game, None, law=law)),
        ("norm", lambda: frame_to_play(lesson.game, lesson.norm or None, law=law)),
        ("draws", lambda: read_draws(lesson.draws)),
        ("cards", lambda: read_draws(lesson.cards)),
        ("choices", lambda: seated(lesson, law)),
    )
    for field, check in checks:
        try:
            check()
        except NovamasError as fault:
            raise _at(path, (field,), fault) from None
    return seated(lesson, law)


def _at(path: Path, where: tuple[str | int, ...], fault: NovamasError) -> NovamasError:
    return NovamasError("lesson_wrong", path=str(path), line=line_of(path, where), why=fault)


def _ways(lesson: Lesson, nth: int, sitting: Sitting, path: Path) -> Iterator[None]:
    """Play every path through a lesson, because each deed must be lawful on each path.

    Yield once for each path.
    """
    if nth >= len(lesson.steps):
        yield None
        return
    try:
        shown = stage(lesson, nth, sitting, "es")
    except NovamasError as fault:
        part = "question" if fault.code == "nothing_to_ask" else "acts"
        raise _at(path, ("steps", nth, part), fault) from None
    outcomes: list[bool | None] = [None] if shown.problem is None else [True, False]
    places = dict.fromkeys(lesson.place_after(nth, is_right=outcome) for outcome in outcomes)
    for place in places:
        yield from _ways(lesson, place, sitting.fork() if len(places) > 1 else sitting, path)

"""A trainee's progress: answers in a file of JSON lines, and spaced repetition of wrong ones.

The repetition is a Leitner system. An exercise that was answered wrong enters the first box, under its kind,
game and clause. Each right answer moves it one box further, where it waits longer. A right answer in the last
box removes it. A wrong answer moves it back into the first box.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from os import SEEK_END
from pathlib import Path
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta, Struct

from novamas.errors import InvalidInput
from novamas.record.bounded_files import data_folder, read_bounded
from novamas.school.exercises import HARDEST, Exercise, ExerciseKind, MarkedExercise, Name
from novamas.school.toml_files import field_named

BOX_DAYS = (0, 1, 3, 7, 21)  # days that an exercise waits in each box
BETWEEN = 3  # other exercises before a wrong one comes back
MAX_SECONDS, MAX_CLAUSES = 10**7, 200  # of one answer
STREAK = 3  # right answers in a row that raise the level

Key: TypeAlias = tuple[ExerciseKind, str, str]  # the kind of exercise, the game and the deciding clause


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An answered exercise: the time of the answer, the seconds it took, and whether it was right."""

    at: Annotated[datetime, Meta(tz=True)]
    exercise: Exercise
    right: bool
    seconds: Annotated[int, Meta(ge=0, le=MAX_SECONDS)]
    clauses: Annotated[tuple[Name, ...], Meta(max_length=MAX_CLAUSES)] = ()
    lesson: Name = ""  # the lesson that asked it; a wrong answer there repeats the lesson, not the exercise

    @property
    def key(self) -> Key:
        """The kind, game and deciding clause by which repetitions are grouped."""
        return self.exercise.kind, self.exercise.game, next(iter(self.clauses), "")


class Waiting(Struct, frozen=True):
    """An exercise to repeat after a wrong answer: its box, and the time and number of its last answer."""

    exercise: Exercise
    box: int
    since: datetime
    number: int  # of the entry that put it into the box


class Tally(Struct):
    """The number of answers and of right answers, and the time spent on them."""

    answered: int = 0
    right: int = 0
    seconds: int = 0

    def add(self, entry: Entry) -> None:
        """Count one more answer."""
        self.answered += 1
        self.right += entry.right
        self.seconds += entry.seconds


def progress_file() -> Path:
    """Return the path of the file with the trainee's answers, in the user's data folder."""
    return data_folder() / "school" / "progress.jsonl"


def entry_of(marked: MarkedExercise, at: datetime, seconds: int, lesson: str = "") -> Entry:
    """Return the entry for a marked exercise, with the clauses of wrong answers first."""
    wrong = [clause for result in marked.results if not result.is_right for clause in result.clauses]
    all_of_them = [clause for result in marked.results for clause in result.clauses]
    clauses = tuple(dict.fromkeys((*wrong, *all_of_them)))
    return Entry(at, marked.exercise, marked.is_right, seconds, clauses, lesson)


def read_progress(path: Path) -> list[Entry]:
    """Return all answers of a trainee. An incomplete last line is left out."""
    try:
        lines = read_bounded(path).split(b"\n")
    except FileNotFoundError:
        return []
    except OSError as fault:
        raise InvalidInput("progress_unreadable", path=str(path), errno=fault.errno) from None
    found: list[Entry] = []
    for number, line in enumerate(lines[:-1], start=1):
        try:
            found.append(msgspec.json.decode(line, type=Entry))
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as fault:
            raise _unreadable(path, number, field_named(str(fault))) from None
    return found


def _unreadable(path: Path, line: int, field: str) -> InvalidInput:
    """Return the error for an invalid line. It names the wrong field if there is one."""
    if not field:
        return InvalidInput(
            "progress_unreadable", text_key="progress_line_unreadable", path=str(path), line=line
        )
    return InvalidInput(
        "progress_unreadable", text_key="progress_field_wrong", path=str(path), line=line, field=field
    )


def keep(entry: Entry, path: Path) -> None:
    """Append an entry to the file of answers. Remove an incomplete last line first."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            if file.tell():
                _end_the_line(path)
            file.write(msgspec.json.encode(entry) + b"\n")
    except OSError as fault:
        raise InvalidInput("progress_unreadable", path=str(path), errno=fault.errno) from None


def _end_the_line(path: Path) -> None:
    """Remove an incomplete last line from the file of answers."""
    with path.open("rb+") as file:
        file.seek(-1, SEEK_END)
        if file.read() != b"\n":
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)


# ---------------------------------------------------------------- repetition and level


def waiting(entries: Iterable[Entry]) -> dict[Key, Waiting]:
    """Return the exercises that are in a box, by key."""
    found: dict[Key, Waiting] = {}
    for number, entry in enumerate(entries):
        if entry.lesson:
            continue
        if not entry.right:
            found[entry.key] = Waiting(entry.exercise, 0, entry.at, number)
            continue
        repeated = [key for key, one in found.items() if one.exercise == entry.exercise]
        for key in repeated:
            before = found.pop(key)
            if before.box + 1 < len(BOX_DAYS):
                found[key] = Waiting(before.exercise, before.box + 1, entry.at, number)
    return found


def lessons_to_repeat(entries: Iterable[Entry]) -> list[str]:
    """Return the lessons with a wrong answer that no later right answer corrected."""
    wrong: dict[tuple[str, Key], bool] = {}
    for entry in entries:
        if entry.lesson:
            wrong[entry.lesson, entry.key] = not entry.right
    return sorted({lesson for (lesson, _key), is_wrong in wrong.items() if is_wrong})


def due(entries: Sequence[Entry], now: datetime) -> list[Exercise]:
    """Return the exercises whose repetition is due now, beginning with the lowest box."""
    waits = sorted(waiting(entries).values(), key=lambda one: (one.box, one.number))
    return [
        one.exercise
        for one in waits
        if (now - one.since).days >= BOX_DAYS[one.box] and len(entries) - one.number > BETWEEN
    ]


def level_for(entries: Iterable[Entry], kind: ExerciseKind, game: str) -> int:
    """Return the level of the next exercise: higher after several right answers, lower after a wrong one."""
    level, streak = 1, 0
    for entry in entries:
        if entry.lesson or (entry.exercise.kind, entry.exercise.game) != (kind, game):
            continue
        streak = streak + 1 if entry.right else 0
        if not entry.right:
            level = max(level - 1, 1)
        elif streak == STREAK:
            level, streak = min(level + 1, HARDEST), 0
    return level


def tallies(entries: Iterable[Entry]) -> tuple[dict[tuple[ExerciseKind, str], Tally], dict[str, Tally]]:
    """Return a trainee's tallies, by kind and game and by deciding clause."""
    by_kind: dict[tuple[ExerciseKind, str], Tally] = {}
    by_clause: dict[str, Tally] = {}
    for entry in entries:
        by_kind.setdefault((entry.exercise.kind, entry.exercise.game), Tally()).add(entry)
        for clause in entry.clauses[:1]:
            by_clause.setdefault(clause, Tally()).add(entry)
    return by_kind, by_clause

"""Progress: what a trainee has answered, kept in a file of lines; what went wrong comes back, spaced.

What is wrong goes into the first box, by kind, game and clause. Each time it is right it goes one box on, and
waits longer; from the last box it leaves. One that is wrong again starts anew.
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

BOX_DAYS = (0, 1, 3, 7, 21)  # how long what is in each box waits
BETWEEN = 3  # other exercises before one that was wrong comes back
MOST_SECONDS, MOST_CLAUSES = 10**7, 200  # of one answer
STREAK = 3  # right answers in a row that make it harder

Key: TypeAlias = tuple[
    ExerciseKind, str, str
]  # what is practised, with which game, and the clause that decided


class Entry(Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise that was answered: when, in how many seconds, and whether it was right."""

    at: Annotated[datetime, Meta(tz=True)]
    exercise: Exercise
    right: bool
    seconds: Annotated[int, Meta(ge=0, le=MOST_SECONDS)]
    clauses: Annotated[tuple[Name, ...], Meta(max_length=MOST_CLAUSES)] = ()
    lesson: Name = ""  # in which it was asked; what was wrong there comes back when the lesson does

    @property
    def key(self) -> Key:
        """What it stands for."""
        return self.exercise.kind, self.exercise.game, next(iter(self.clauses), "")


class Waiting(Struct, frozen=True):
    """An exercise that was wrong and comes back: in which box, since when, and after how many others."""

    exercise: Exercise
    box: int
    since: datetime
    number: int  # of the entry that put it there


class Tally(Struct):
    """How often something was answered, how often rightly, and in what time."""

    answered: int = 0
    right: int = 0
    seconds: int = 0

    def add(self, entry: Entry) -> None:
        """One more."""
        self.answered += 1
        self.right += entry.right
        self.seconds += entry.seconds


def progress_file() -> Path:
    """Where a trainee's answers are kept, among his data."""
    return data_folder() / "school" / "progress.jsonl"


def entry_of(marked: MarkedExercise, at: datetime, seconds: int, lesson: str = "") -> Entry:
    """What is kept of an answered exercise; the clauses of what was wrong come first."""
    wrong = [clause for result in marked.results if not result.is_right for clause in result.clauses]
    all_of_them = [clause for result in marked.results for clause in result.clauses]
    clauses = tuple(dict.fromkeys((*wrong, *all_of_them)))
    return Entry(at, marked.exercise, marked.is_right, seconds, clauses, lesson)


def read_progress(path: Path) -> list[Entry]:
    """All that a trainee has answered; a last line that was not written to its end is left out."""
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
    """A line that is none, or a field of it."""
    if not field:
        return InvalidInput(
            "progress_unreadable", told_as="progress_line_unreadable", path=str(path), line=line
        )
    return InvalidInput(
        "progress_unreadable", told_as="progress_field_wrong", path=str(path), line=line, field=field
    )


def keep(entry: Entry, path: Path) -> None:
    """One more line; what was cut short before it is left out."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            if file.tell():
                _end_the_line(path)
            file.write(msgspec.json.encode(entry) + b"\n")
    except OSError as fault:
        raise InvalidInput("progress_unreadable", path=str(path), errno=fault.errno) from None


def _end_the_line(path: Path) -> None:
    """Leave out what follows the last whole line."""
    with path.open("rb+") as file:
        file.seek(-1, SEEK_END)
        if file.read() != b"\n":
            file.seek(0)
            file.truncate(file.read().rfind(b"\n") + 1)


# ---------------------------------------------------------------- what comes back, and how hard


def waiting(entries: Iterable[Entry]) -> dict[Key, Waiting]:
    """What was wrong and has not been right often enough since, by what it stands for."""
    found: dict[Key, Waiting] = {}
    for number, entry in enumerate(entries):
        if entry.lesson:
            continue
        if not entry.right:
            found[entry.key] = Waiting(entry.exercise, 0, entry.at, number)
            continue
        again = [key for key, one in found.items() if one.exercise == entry.exercise]
        for key in again:
            before = found.pop(key)
            if before.box + 1 < len(BOX_DAYS):
                found[key] = Waiting(before.exercise, before.box + 1, entry.at, number)
    return found


def lessons_to_repeat(entries: Iterable[Entry]) -> list[str]:
    """The lessons in which something was wrong that has not been right since."""
    wrong: dict[tuple[str, Key], bool] = {}
    for entry in entries:
        if entry.lesson:
            wrong[entry.lesson, entry.key] = not entry.right
    return sorted({lesson for (lesson, _key), is_wrong in wrong.items() if is_wrong})


def due(entries: Sequence[Entry], now: datetime) -> list[Exercise]:
    """What comes back now, the lowest box first."""
    waits = sorted(waiting(entries).values(), key=lambda one: (one.box, one.number))
    return [
        one.exercise
        for one in waits
        if (now - one.since).days >= BOX_DAYS[one.box] and len(entries) - one.number > BETWEEN
    ]


def level_for(entries: Iterable[Entry], kind: ExerciseKind, game: str) -> int:
    """How hard the next one is: harder after some right answers in a row, easier after a wrong one."""
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
    """How a trainee does: by kind and game, and by clause."""
    by_kind: dict[tuple[ExerciseKind, str], Tally] = {}
    by_clause: dict[str, Tally] = {}
    for entry in entries:
        by_kind.setdefault((entry.exercise.kind, entry.exercise.game), Tally()).add(entry)
        for clause in entry.clauses[:1]:
            by_clause.setdefault(clause, Tally()).add(entry)
    return by_kind, by_clause

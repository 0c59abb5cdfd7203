"""`novamas drill`: training of croupiers at the terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from novamas.cli.options import Choices, Json, NormToPlay
from novamas.cli.output import print_json, say, show_table
from novamas.errors import NovamasError
from novamas.law import Library
from novamas.words import Voice

if TYPE_CHECKING:
    from novamas.school import Exercise, PosedExercise
    from novamas.school.progress import Entry, Tally
    from novamas.school.selection import ExerciseRequest

MAX_LEVEL = 5  # as in `novamas.school.exercises`
COLUMNS = ("kind", "game", "answered", "right", "seconds")
MAX_NAME = 60  # of a lesson
WORST = 10  # clauses in the list


def register(app: typer.Typer) -> None:
    """Register the `drill` command."""
    app.command("drill")(drill)


def drill(
    context: typer.Context,
    game: Annotated[str | None, typer.Argument(metavar="metavars.game", help="options.drill_game")] = None,
    kind: Annotated[
        list[str] | None, typer.Option(metavar="metavars.kind", help="options.drill_kind")
    ] = None,
    norm: NormToPlay = None,
    choice: Choices = None,
    level: Annotated[
        int | None,
        typer.Option(metavar="metavars.number", help="options.drill_level", min=1, max=MAX_LEVEL),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="metavars.number", help="options.drill_seed", min=0, max=10**12)
    ] = None,
    count: Annotated[
        int, typer.Option(metavar="metavars.number", help="options.drill_count", min=1, max=1_000)
    ] = 10,
    lesson: Annotated[
        str | None, typer.Option(metavar="metavars.lesson", help="options.drill_lesson")
    ] = None,
    exam: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.drill_exam")] = None,
    printed: Annotated[bool, typer.Option("--print", help="options.drill_print")] = False,
    answers: Annotated[bool, typer.Option("--answers", help="options.drill_answers")] = False,
    marked: Annotated[
        Path | None, typer.Option("--mark", metavar="metavars.file", help="options.drill_mark")
    ] = None,
    save: Annotated[Path | None, typer.Option(metavar="metavars.file", help="options.drill_save")] = None,
    file: Annotated[
        Path | None, typer.Option("--to", metavar="metavars.file", help="options.drill_file")
    ] = None,
    progress: Annotated[bool, typer.Option("--progress", help="options.drill_progress")] = False,
    json: Json = False,
) -> None:
    """Ask and mark exercises, or run, print or mark an exam."""
    from novamas.house.opening import read_choices
    from novamas.school.progress import progress_file, read_progress
    from novamas.school.selection import ExerciseRequest, kind_named

    voice: Voice = context.obj
    if exam is not None:
        from novamas.cli.exam_session import examine

        examine(exam, voice, printed=printed, answers=answers, marked=marked, save=save, file=file, json=json)
        return
    if lesson is not None:
        learn(lesson, voice)
        return
    if printed or answers or marked or save or file:
        raise NovamasError("exam_wanted")
    request = ExerciseRequest(
        tuple(map(kind_named, kind or ())), game or "", norm or "", read_choices(choice or ()), level
    )
    request.kinds_wanted()
    entries = read_progress(progress_file())
    if progress:
        show_progress(entries, voice, json=json)
    elif json:
        from novamas.school.payload import exercise_payload

        print_json(
            {
                "exercises": [
                    exercise_payload(one, voice) for one in _posed(request, seed, count, entries, voice.law)
                ]
            }
        )
    else:
        practise(request, seed, count, entries, voice)


def learn(named: str, voice: Voice) -> None:
    """Run one of the lessons of novamas, or a lesson from a file."""
    from novamas.cli.drill_session import Drill, summary
    from novamas.cli.signals import stopping
    from novamas.school.lessons import lesson_at
    from novamas.school.progress import keep, progress_file

    path, lesson = lesson_at(named, voice.law)
    with stopping() as stop:
        trainee = Drill(voice, stop, kept=lambda entry: keep(entry, progress_file()))
        trainee.lesson(path.stem[:MAX_NAME], lesson)
    say("", summary(trainee.marked, voice))


def practise(
    request: ExerciseRequest, seed: int | None, count: int, entries: list[Entry], voice: Voice
) -> None:
    """Pose `count` exercises, and store each result in the trainee's progress."""
    from novamas.cli.drill_session import Drill, summary
    from novamas.cli.signals import stopping
    from novamas.school.progress import keep, progress_file

    def kept(entry: Entry) -> None:
        entries.append(entry)
        keep(entry, progress_file())

    with stopping() as stop:
        trainee = Drill(voice, stop, kept=kept)
        trainee.go_through(islice(exercises(request, seed, entries), count))
    say("", summary(trainee.marked, voice))


def exercises(request: ExerciseRequest, seed: int | None, entries: Sequence[Entry]) -> Iterator[Exercise]:
    """Yield exercises. A seed determines them. Without one, repetitions that are due come first."""
    from novamas.equipment.chance import CommittedSource, UniformDraw
    from novamas.school.selection import new_exercises, next_due

    if seed is not None:
        yield from new_exercises(request, seed)
        return
    for new in new_exercises(request, CommittedSource().draw(UniformDraw(10**12)), entries):
        yield next_due(request, entries, datetime.now().astimezone()) or new


def _posed(
    request: ExerciseRequest, seed: int | None, count: int, entries: Sequence[Entry], law: Library
) -> Iterable[PosedExercise]:
    from novamas.school import pose_exercise

    return (pose_exercise(one, law) for one in islice(exercises(request, seed, entries), count))


def show_progress(entries: Sequence[Entry], voice: Voice, *, json: bool) -> None:
    """Show the trainee's results by kind, game and clause, and the repetitions that are due."""
    from novamas.school.progress import lessons_to_repeat, tallies, waiting

    again = lessons_to_repeat(entries)
    by_kind, by_clause = tallies(entries)
    waits = waiting(entries)
    if json:
        print_json(
            {
                "kinds": [
                    {"kind": kind, "game": game, **_plain(tally)} for (kind, game), tally in by_kind.items()
                ],
                "clauses": {clause: _plain(tally) for clause, tally in by_clause.items()},
                "waiting": [{"exercise": one.exercise, "box": one.box + 1} for one in waits.values()],
                "lessons": again,
            }
        )
        return
    if not entries:
        say(voice.text("school.no_progress"))
        return
    titles = [
        voice.text(f"school.column_{name}") for name in ("kind", "game", "answered", "right", "seconds")
    ]
    rows = [
        (voice.text(f"school.kind_{kind}"), voice.game_name(game) if game else "", *_cells(tally, voice))
        for (kind, game), tally in sorted(by_kind.items())
    ]
    show_table(titles, rows, right=titles[2:])
    worst = sorted(by_clause.items(), key=lambda one: one[1].right - one[1].answered)[:WORST]
    if failed := [(clause, *_cells(tally, voice)) for clause, tally in worst if tally.right < tally.answered]:
        columns = [voice.text("school.column_clause"), *titles[2:]]
        show_table(columns, failed, whole=columns[:1], right=titles[2:])
    say(voice.say("school.waiting", count=len(waits)))
    if again:
        say(voice.say("school.lessons_again", lessons=again))


def _cells(tally: Tally, voice: Voice) -> tuple[str, str, str]:
    """Return the number of answers, the number of right ones, and the seconds per answer."""
    right = f"{tally.right} ({tally.right * 100 // tally.answered} %)"
    return voice.number(tally.answered), right, str(tally.seconds // tally.answered)


def _plain(tally: Tally) -> dict[str, int]:
    return {"answered": tally.answered, "right": tally.right, "seconds": tally.seconds}

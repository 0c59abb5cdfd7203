"""Progress: wrong answers are repeated, right ones raise the level, and the file survives a crash."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from novamas.errors import NovamasError
from novamas.law.texts import LANGUAGES
from novamas.school import Exercise, ExerciseKind, mark_exercise, pose_exercise
from novamas.school.progress import (
    BETWEEN,
    BOX_DAYS,
    Entry,
    due,
    entry_of,
    keep,
    lessons_to_repeat,
    level_for,
    read_progress,
    tallies,
    waiting,
)
from novamas.school.selection import ExerciseRequest, kind_named, new_exercises, next_due
from novamas.words import voice_for

NOW = datetime(2026, 11, 16, 12, tzinfo=UTC)
WRONG = Exercise(ExerciseKind.PAYOUTS, "ruleta", seed=1)


def entry(exercise: Exercise, *, right: bool, at: datetime = NOW) -> Entry:
    return Entry(at, exercise, right, 7, ("IB05.01.IV.1.A.a.1",))


def others(count: int, at: datetime = NOW) -> list[Entry]:
    return [entry(Exercise(ExerciseKind.TERMS, seed=seed), right=True, at=at) for seed in range(count)]


def test_what_was_wrong_comes_back_after_some_others() -> None:
    kept = [entry(WRONG, right=False)]
    assert due(kept, NOW) == []
    assert due([*kept, *others(BETWEEN)], NOW) == [WRONG]


def test_each_time_it_is_right_it_waits_longer_and_then_it_leaves() -> None:
    kept, now = [entry(WRONG, right=False)], NOW
    for box, days in enumerate(BOX_DAYS):
        kept += others(BETWEEN, now)
        if days:
            assert due(kept, now + timedelta(days=days, seconds=-1)) == []
        now += timedelta(days=days)
        assert due(kept, now) == [WRONG]
        (waits,) = waiting(kept).values()
        assert waits.box == box
        kept.append(entry(WRONG, right=True, at=now))
    assert waiting(kept) == {}
    assert due([*kept, *others(9)], now + timedelta(days=1000)) == []


def test_wrong_again_it_starts_anew() -> None:
    kept = [entry(WRONG, right=False), entry(WRONG, right=True), entry(WRONG, right=False)]
    (waits,) = waiting(kept).values()
    assert waits.box == 0


def test_it_gets_harder_and_easier() -> None:
    kept = [entry(WRONG, right=True) for _ in range(3)]
    assert level_for(kept[:2], ExerciseKind.PAYOUTS, "ruleta") == 1
    assert level_for(kept, ExerciseKind.PAYOUTS, "ruleta") == 2
    assert level_for(kept, ExerciseKind.PAYOUTS, "boule") == 1
    assert level_for([*kept, entry(WRONG, right=False)], ExerciseKind.PAYOUTS, "ruleta") == 1
    assert level_for(kept * 50, ExerciseKind.PAYOUTS, "ruleta") == 5


def test_what_was_asked_in_a_lesson_counts_and_comes_back_with_the_lesson() -> None:
    problem = pose_exercise(WRONG)
    wrong, right = (
        entry_of(mark_exercise(WRONG, answers), NOW, 3, "ruleta_cero") for answers in ((1,), problem.right)
    )
    assert tallies([wrong])[0][ExerciseKind.PAYOUTS, "ruleta"].answered == 1
    assert lessons_to_repeat([wrong]) == ["ruleta_cero"]
    assert lessons_to_repeat([wrong, right]) == []
    assert not waiting([wrong])
    assert level_for([right] * 9, ExerciseKind.PAYOUTS, "ruleta") == 1


def test_only_what_is_wanted_comes_back() -> None:
    kept = [entry(WRONG, right=False), *others(BETWEEN)]
    assert next_due(ExerciseRequest(game="ruleta"), kept, NOW) == WRONG
    assert next_due(ExerciseRequest(game="boule"), kept, NOW) is None
    assert next_due(ExerciseRequest(kinds=(ExerciseKind.TERMS,)), kept, NOW) is None


def test_new_exercises_follow_from_the_number_and_can_all_be_posed() -> None:
    first = [one for _, one in zip(range(20), new_exercises(ExerciseRequest(), 5), strict=False)]
    assert first == [one for _, one in zip(range(20), new_exercises(ExerciseRequest(), 5), strict=False)]
    assert len({one.kind for one in first}) > 3
    for one in first:
        assert pose_exercise(one).questions


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "a" / "progress.jsonl"
    assert read_progress(path) == []
    problem = pose_exercise(WRONG)
    entries = [entry_of(mark_exercise(WRONG, answers), NOW, 3) for answers in (problem.right, (1,))]
    for one in entries:
        keep(one, path)
    assert read_progress(path) == entries
    assert [one.right for one in entries] == [True, False]
    by_kind, by_clause = tallies(entries)
    assert (
        by_kind[ExerciseKind.PAYOUTS, "ruleta"].answered,
        by_kind[ExerciseKind.PAYOUTS, "ruleta"].right,
    ) == (2, 1)
    assert set(by_clause) == {problem.clauses[0]}


def test_a_line_that_was_cut_short_is_left_out(tmp_path: Path) -> None:
    path = tmp_path / "progress.jsonl"
    keep(entry(WRONG, right=True), path)
    whole = path.read_bytes()
    path.write_bytes(whole + whole[:20])
    assert len(read_progress(path)) == 1
    keep(entry(WRONG, right=False), path)
    assert [one.right for one in read_progress(path)] == [True, False]


def line_with(old: bytes, new: bytes) -> bytes:
    return msgspec.json.encode(entry(WRONG, right=True)).replace(old, new) + b"\n"


HOSTILE = [
    b"nonsense\n",
    b"{}\n",
    b"\xff\xfe\n",
    b"[" * 50_000 + b"\n",
    b"\n",
    msgspec.json.encode(entry(WRONG, right=True)).replace(b"payouts", b"theft") + b"\n",
    msgspec.json.encode(entry(WRONG, right=True)).replace(b'"seed":1', b'"seed":-1') + b"\n",
    b"x" * (2**20 + 2),
    line_with(b'"seconds":7', b'"seconds":-7'),
    line_with(b'"seconds":7', b'"seconds":99999999999999999999999999'),
    line_with(b"+00:00", b"").replace(b'Z"', b'"'),
    line_with(b'"kind":', b'"more":1,"kind":'),
    line_with(b'"game":"ruleta"', b'"game":"' + b"r" * 5_000 + b'"'),
]


MORE = ("exercise.more", "exercise.game")


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_a_file_of_something_else_is_refused_in_one_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "progress.jsonl"
    path.write_bytes(content)
    with pytest.raises(NovamasError) as refused:
        read_progress(path)
    for language in LANGUAGES:
        told = voice_for(language).error(refused.value)
        assert told.endswith(".")
        assert str(path) in told
    if content.startswith(b'{"at"'):
        assert refused.value.figures["field"] in ("at", "exercise.kind", "exercise.seed", "seconds", *MORE)
        assert refused.value.figures["line"] == 1
    assert path.read_bytes() == content


def test_a_folder_in_its_place_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NovamasError):
        read_progress(tmp_path)
    with pytest.raises(NovamasError):
        keep(entry(WRONG, right=True), tmp_path)


def test_kinds_have_names() -> None:
    assert kind_named("pots") is ExerciseKind.POTS
    assert kind_named("pago incorrecto") is kind_named("wrong_payment") is ExerciseKind.WRONG_PAYMENT
    with pytest.raises(NovamasError):
        kind_named("pot")

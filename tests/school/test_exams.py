"""Exams: the same file gives the same exam to every examiner. Invalid files are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from novamas.documents import as_html, as_pdf
from novamas.errors import NovamasError
from novamas.law.texts import LANGUAGES
from novamas.school import pose_exercise
from novamas.school.exam_document import points_of, report, sheet
from novamas.school.exams import answers_written, mark_exam, read_answers, read_exam
from novamas.words import voice_for

EXAM = """
title = "Examen de prueba"
seed = 2026

[[exercises]]
kind = "payouts"
game = "ruleta"
level = 2
count = 3

[[exercises]]
kind = "wrong_payment"
game = "blackjack"
norm = "IB05"
choices = { seats = 5 }

[[exercises]]
kind = "chips"
"""


@pytest.fixture
def exam_file(tmp_path: Path) -> Path:
    path = tmp_path / "exam.toml"
    path.write_text(EXAM, "utf-8")
    return path


def test_the_same_file_is_the_same_exam_and_another_number_another(exam_file: Path, tmp_path: Path) -> None:
    exam = read_exam(exam_file)
    assert exam == read_exam(exam_file)
    assert [one.kind for one in exam.exercises] == ["payouts"] * 3 + ["wrong_payment", "chips"]
    assert len({pose_exercise(one).right for one in exam.exercises[:3]}) > 1
    other = tmp_path / "other.toml"
    other.write_text(EXAM.replace("2026", "2027"), "utf-8")
    assert [pose_exercise(one).right for one in read_exam(other).exercises] != [
        pose_exercise(one).right for one in exam.exercises
    ]
    assert read_exam(other).digest != exam.digest


def test_answers_that_were_written_are_marked_again_the_same(exam_file: Path, tmp_path: Path) -> None:
    exam = read_exam(exam_file)
    given: list[list[int | None]] = [list(pose_exercise(one).right) for one in exam.exercises]
    given[1] = [1]
    given[3] = [None, 250]
    marked = mark_exam(exam, given)
    points, most = points_of(marked)
    assert points == most - 3
    written = tmp_path / "answers.toml"
    written.write_text(answers_written("Ana", marked), "utf-8")
    for language in LANGUAGES:
        candidate, again = read_answers(written, exam, voice_for(language))
        assert candidate == "Ana"
        assert mark_exam(exam, again) == marked


def test_an_exam_is_printed_with_and_without_its_answers(exam_file: Path) -> None:
    exam = read_exam(exam_file)
    right = pose_exercise(exam.exercises[0]).right[0]
    for language in LANGUAGES:
        voice = voice_for(language)
        pages = (as_html(sheet(exam, voice, with_answers=answers)) for answers in (False, True))
        blank, solved = (page.replace("\N{NO-BREAK SPACE}", " ") for page in pages)
        assert f": {voice.money(right)}<" not in blank
        assert f": {voice.money(right)}<" in solved
        assert blank.count("________________<") == sum(
            len(pose_exercise(one).questions) for one in exam.exercises
        )
        assert exam.digest in blank
    assert as_pdf(sheet(exam, voice_for("es"), with_answers=False)).startswith(b"%PDF-")


def test_a_report_has_every_answer_and_the_points(exam_file: Path) -> None:
    exam = read_exam(exam_file)
    marked = mark_exam(exam, [[] for _ in exam.exercises])
    told = as_html(report(exam, "Ana <b>", marked, voice_for("es")))
    assert "Ana &lt;b&gt;: 0 respuestas correctas de " in told
    assert as_pdf(report(exam, "Ana", marked, voice_for("es"))).startswith(b"%PDF-")


WRONG = {
    "": ("missing", 1),
    'title = "x"\nseed = 1\n': ("missing", 1),
    'title = "x"\nseed = 1\nexercises = []\n': ("wrong", 3),
    'title = "x"\nseed = -1\n[[exercises]]\nkind = "chips"\n': ("value", 2),
    'title = "x"\nseed = 1\n[[exercises]]\nkind = "theft"\n': ("value", 4),
    'title = "x"\nseed = 1\n[[exercises]]\nkind = "chips"\nlevel = 9\n': ("value", 5),
    'title = "x"\nseed = 1\n[[exercises]]\nkind = "chips"\ncount = 100000\n': ("value", 5),
    'title = "x"\nseed = 1\n[[exercises]]\nkind = "chips"\nmoney = 1\n': ("unknown", 5),
    'title = "x"\nseed = 1\n' + '[[exercises]]\nkind = "chips"\ncount = 150\n' * 2: ("value", 8),
    'title = "x"\nseed = ': ("no_toml", 2),
}


@pytest.mark.parametrize("content", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_with_a_file_is_said_with_its_line(tmp_path: Path, content: str) -> None:
    how, line = WRONG[content]
    path = tmp_path / "exam.toml"
    path.write_text(content, "utf-8")
    with pytest.raises(NovamasError) as refused:
        read_exam(path)
    assert refused.value.text_key.endswith(how)
    assert refused.value.figures["line"] == line
    for language in LANGUAGES:
        assert str(path) in voice_for(language).error(refused.value)


HOSTILE = [b"\xff\xfe", b"x" * 300_000, b"a = " + b"[" * 3_000, b"a" + b".a" * 9_000 + b" = 1"]


@pytest.mark.parametrize("content", HOSTILE, ids=range(len(HOSTILE)))
def test_hostile_files_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "exam.toml"
    path.write_bytes(content)
    for wrong in (path, tmp_path, tmp_path / "none.toml"):
        with pytest.raises(NovamasError) as refused:
            read_exam(wrong)
        assert voice_for("es").error(refused.value).endswith(".")
        assert str(wrong) in voice_for("es").error(refused.value)


def test_an_exercise_that_cannot_be_posed_is_named(tmp_path: Path) -> None:
    path = tmp_path / "exam.toml"
    path.write_text('title = "x"\nseed = 1\n[[exercises]]\nkind = "payouts"\ngame = "holdem"\n', "utf-8")
    with pytest.raises(NovamasError) as refused:
        read_exam(path)
    assert "ejercicio 1" in voice_for("es").error(refused.value)


@pytest.mark.parametrize(
    "answers",
    [
        '9 = "1"',
        'x = "1"',
        '1 = "lots"',
        '5 = ["1", "2", "3", "4", "5", "6"]',
        '"²" = "1"',
        f'{"9" * 5_000} = "1"',
    ],
    ids=range(6),
)
def test_answers_to_nothing_are_refused(exam_file: Path, tmp_path: Path, answers: str) -> None:
    path = tmp_path / "answers.toml"
    path.write_text(f'candidate = "Ana"\n[answers]\n{answers}\n', "utf-8")
    with pytest.raises(NovamasError) as refused:
        read_answers(path, read_exam(exam_file), voice_for("es"))
    assert refused.value.figures["line"] == 3

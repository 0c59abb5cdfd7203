"""Lessons: every included one can be completed. Invalid ones are refused with file and line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from novamas.errors import NovamasError
from novamas.law.texts import LANGUAGES, Language
from novamas.school.lessons import Lesson, Stage, lesson_at, read_lesson, seated, shipped, stage
from novamas.school.marking import result_of
from novamas.table.events import Payment
from novamas.words import voice_for

SHIPPED = ("blackjack_seguro_y_pares", "ruleta_cero")


def walked(lesson: Lesson, *, right: bool, language: Language = "es") -> Iterator[tuple[int, Stage]]:
    """Yield the steps shown to a trainee who always answers rightly, or never."""
    sitting, nth = seated(lesson), 0
    while nth < len(lesson.steps):
        shown = stage(lesson, nth, sitting, language)
        yield nth, shown
        is_right = None
        if shown.problem is not None:
            (question,) = shown.problem.questions
            is_right = result_of(question, question.right if right else 0).is_right
        nth = lesson.place_after(nth, is_right=is_right)


def test_two_lessons_are_shipped() -> None:
    assert tuple(shipped()) == SHIPPED


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_lesson_speaks_all_languages_and_has_questions_with_clauses(name: str) -> None:
    _path, lesson = lesson_at(name)
    for step in lesson.steps:
        told = [step.says, *(step.question.options if step.question else ())]
        told += [step.question.asks] if step.question and step.question.kind == "choice" else []
        for text in told:
            assert set(text.all()) == set(LANGUAGES)
    asked = [shown.problem for _, shown in walked(lesson, right=True) if shown.problem]
    assert len(asked) >= 4
    assert all(problem.clauses for problem in asked)


@pytest.mark.parametrize("name", SHIPPED)
def test_wrong_answers_take_another_way(name: str) -> None:
    _path, lesson = lesson_at(name)
    right, wrong = ([nth for nth, _ in walked(lesson, right=right)] for right in (True, False))
    assert len(wrong) == len(lesson.steps) == len(right) + 1


@pytest.mark.parametrize("name", SHIPPED)
def test_no_payment_is_shown_before_its_question(name: str) -> None:
    for _, shown in walked(lesson_at(name)[1], right=True):
        if shown.problem is not None:
            assert not any(isinstance(event, Payment) for event in shown.events)


def test_what_the_engine_pays_is_the_answer() -> None:
    answers = {
        name: [
            shown.problem.right[0]
            for _, shown in walked(lesson_at(name)[1], right=True)
            if shown.problem and shown.problem.questions[0].asks == "paid_seat"
        ]
        for name in SHIPPED
    }
    assert answers == {"blackjack_seguro_y_pares": [2_000], "ruleta_cero": [7_000]}


GOOD = """
game = "ruleta"
norm = "IB05"
draws = "17"
title.es = "Prueba"
[[steps]]
acts = ["s1 bet rojo 10 €"]
until = "round"
[[steps]]
question.asks.es = "¿Y bien?"
question.options = [{ es = "Sí." }, { en = "No." }]
question.right = 1
question.clause = "IB05.01.IV.3.c.1"
"""


def test_a_lesson_in_one_language_is_told_in_it(tmp_path: Path) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(GOOD, "utf-8")
    assert read_lesson(path).title.in_language("ca") == "Prueba"


WRONG = {
    ("s1 bet rojo 10 €", "s1 bet rojo 1 céntimo"): 7,
    ("s1 bet rojo 10 €", "s1 bet rojo 0 €"): 7,
    ("s1 bet rojo 10 €", "s99 bet rojo 10 €"): 7,
    ('game = "ruleta"', 'game = "ruletta"'): 2,
    ('norm = "IB05"', 'norm = "XX"'): 3,
    ('draws = "17"', 'draws = "99"'): 7,
    ('draws = "17"', 'draws = "x"'): 4,
    ('draws = "17"', 'choices = { norm = "AR10", seed = 3 }'): 4,
    ('title.es = "Prueba"', ""): 1,
    ('title.es = "Prueba"', "title = {}"): 5,
    ("question.right = 1", "question.right = 3"): 12,
    ("question.right = 1", ""): 10,
    ('{ en = "No." }', "{}"): 11,
    (', { en = "No." }', ""): 11,
    ("IB05.01.IV.3.c.1", f"IB05.{99}"): 13,
    ('until = "round"', 'until = "ever"'): 8,
    ('until = "round"', 'then = "nowhere"'): 8,
    ('until = "round"', "money = 1"): 8,
    ("question.right = 1", 'question.right = 1\nquestion.if_wrong = "before"'): 13,
    ('question.asks.es = "¿Y bien?"', 'question.kind = "payouts"'): 10,
    ('question.asks.es = "¿Y bien?"', 'question.kind = "payouts"\nquestion.seat = 900'): 11,
    ('title.es = "Prueba"', 'title.es = "\\u001b[31m"'): 5,
    ('title.es = "Prueba"', f'title.es = "{"a" * 3_000}"'): 5,
    ('title.es = "Prueba"', "title.es = 10" + "0" * 3_000): 5,
    ('question.asks.es = "¿Y bien?"', 'question.kind = "procedure"\nquestion.seat = "x"'): 11,
}


@pytest.mark.parametrize("change", WRONG, ids=range(len(WRONG)))
def test_what_is_wrong_is_said_with_file_and_line(tmp_path: Path, change: tuple[str, str]) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(GOOD.replace(*change), "utf-8")
    with pytest.raises(NovamasError) as refused:
        read_lesson(path)
    assert refused.value.figures["line"] == WRONG[change]
    for language in LANGUAGES:
        told = voice_for(language).error(refused.value)
        assert str(path) in told
        assert "\n" not in told


def test_a_file_in_another_encoding_is_refused_with_its_line(
    tmp_path: Path,
) -> None:
    path = tmp_path / "lesson.toml"
    path.write_bytes(GOOD.encode("latin-1", "replace"))
    with pytest.raises(NovamasError) as refused:
        read_lesson(path)
    assert isinstance(refused.value.figures["line"], int)
    assert str(path) in voice_for("es").error(refused.value)
    path.write_bytes(GOOD.encode("utf-8-sig"))
    assert read_lesson(path).game == "ruleta"


def test_a_lesson_with_too_many_ways_is_refused(tmp_path: Path) -> None:
    """Each question doubles the paths, and a lesson must not be too slow to check."""
    step = """
[[steps]]
question.asks.es = "¿?"
question.options = [{ es = "a" }, { es = "b" }]
question.right = 1
question.if_right = "join%d"
[[steps]]
says.es = "No."
[[steps]]
name = "join%d"
"""
    path = tmp_path / "lesson.toml"
    for questions, is_sound in ((7, True), (60, False)):
        many = "".join(step % (n, n) for n in range(questions))
        path.write_text('game = "boule"\ntitle.es = "x"\n' + many, "utf-8")
        if is_sound:
            read_lesson(path)
            continue
        with pytest.raises(NovamasError) as refused:
            read_lesson(path)
        assert refused.value.figures["field"] == "steps"


def test_there_is_no_such_lesson() -> None:
    with pytest.raises(NovamasError) as refused:
        lesson_at("nothing")
    assert "ruleta_cero" in voice_for("ca").error(refused.value)

"""`novamas drill`: exercises at the terminal, stored, explained, and as JSON."""

from __future__ import annotations

import json
from pathlib import Path

from novamas.school import Exercise, ExerciseKind, pose_exercise

from .conftest import Novamas

RULETA = ("drill", "ruleta", "--kind", "payouts", "--seed", 3, "--count", 1, "--level", 1)


def test_a_right_answer_is_right_and_explained(novamas: Novamas) -> None:
    right = pose_exercise(Exercise(ExerciseKind.PAYOUTS, "ruleta", seed=3, level=1)).right[0]
    ran = novamas(*RULETA, "--lang", "es", lines=f"{right // 100},{right % 100:02}\n")
    assert ran.status == 0
    assert "Correcto." in ran.out
    assert "IB05.01.IV.1.A.e.1: Seisena" in ran.out
    assert "Ejercicios correctos: 1 de 1." in ran.out


def test_a_wrong_answer_is_told_by_how_much(novamas: Novamas) -> None:
    ran = novamas(*RULETA, lines="1\n")
    assert "Not correct. The answer: €35.00. €34.00 too little." in ran.out
    assert "€7.00 + €7.00 × 5 = €42.00" in ran.out
    assert "Correct exercises: 0 of 1." in ran.out


def test_hints_help_nonsense_and_an_empty_line(novamas: Novamas) -> None:
    ran = novamas(*RULETA, lines="hint\n?\nnonsense\n\n")
    assert ran.out.count("Answer > ") == 4
    assert "an amount in euros" in ran.out
    assert "Not answered. The answer: €35.00." in ran.out


def test_who_leaves_or_has_no_more_lines_is_told_how_he_did(novamas: Novamas) -> None:
    for lines in ("quit\n", "", "salir\n"):
        ran = novamas(*RULETA, lines=lines)
        assert (ran.status, ran.err) == (0, "")
        assert "Correct exercises: 0 of 0." in ran.out


def test_what_was_answered_is_kept_and_shown(novamas: Novamas, tmp_path: Path) -> None:
    assert "No exercises have been done yet." in novamas("drill", "--progress").out
    novamas(*RULETA, lines="1\n")
    assert (tmp_path / "data" / "school" / "progress.jsonl").read_text().count("\n") == 1
    assert "Exercises answered wrongly that will come back: 1." in novamas("drill", "--progress").out
    told = json.loads(novamas("drill", "--progress", "--json").out)
    assert told["kinds"] == [{"kind": "payouts", "game": "ruleta", "answered": 1, "right": 0, "seconds": 0}]
    assert told["waiting"][0]["box"] == 1


def test_without_a_number_exercises_are_new(novamas: Novamas) -> None:
    one, other = (json.loads(novamas("drill", "--count", 3, "--json").out) for _ in range(2))
    assert one != other


def test_json_has_all_that_a_page_needs(novamas: Novamas) -> None:
    told = json.loads(novamas(*RULETA, "--json").out)["exercises"][0]
    assert told["exercise"] == {"kind": "payouts", "game": "ruleta", "seed": 3}
    assert told["questions"][0]["right"] == 3_500
    assert {"spot", "seat", "cents"} == told["laid"][0].keys()
    assert told["laid"][0]["spot"]["at"]["height"] > 0


def test_bad_input_is_one_sentence(novamas: Novamas, tmp_path: Path) -> None:
    for line in (
        ("drill", "ruletta"),
        ("drill", "holdem", "--kind", "payouts"),
        ("drill", "--kind", "theft"),
        ("drill", "ruleta", "--level", 9),
        ("drill", "ruleta", "--seed", -1),
        ("drill", "ruleta", "--norm", "XX99", "--count", 1),
        ("drill", "ruleta", "--choice", "minimum=0", "--count", 1, "--kind", "payouts"),
    ):
        ran = novamas(*line)
        assert ran.status == 2, line
        assert len(ran.err.splitlines()) == 1, ran.err
    kept = tmp_path / "data" / "school" / "progress.jsonl"
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text("nonsense\n")
    ran = novamas("drill")
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)


EXAM = """
title = "Prueba"
seed = 5
[[exercises]]
kind = "payouts"
game = "ruleta"
[[exercises]]
kind = "terms"
"""


def test_an_exam_is_sat_saved_and_marked_by_somebody_else(novamas: Novamas, tmp_path: Path) -> None:
    exam, answers = tmp_path / "exam.toml", tmp_path / "answers.toml"
    exam.write_text(EXAM, "utf-8")
    sat = novamas("drill", "--exam", exam, "--save", answers, "--json", lines="1\nhint\n1\n")
    assert sat.status == 0
    assert "Not correct" not in sat.out
    told = json.loads(sat.out[sat.out.index("\n{") :])
    assert told["most"] == 2
    marked = json.loads(novamas("drill", "--exam", exam, "--mark", answers, "--json").out)
    assert marked["exercises"] == told["exercises"]
    again = novamas("drill", "--exam", exam, "--save", answers, lines="1\n1\n")
    assert again.status == 2


def test_an_exam_is_printed_as_text_page_and_sheets(novamas: Novamas, tmp_path: Path) -> None:
    exam = tmp_path / "exam.toml"
    exam.write_text(EXAM, "utf-8")
    assert "Respuesta: ____" in novamas("drill", "--exam", exam, "--print", "--lang", "es").out
    assert "____" not in novamas("drill", "--exam", exam, "--print", "--answers", "--lang", "es").out
    for ending, begins in ((".html", b"<!doctype html>"), (".pdf", b"%PDF-")):
        path = tmp_path / f"exam{ending}"
        assert novamas("drill", "--exam", exam, "--print", "--to", path).status == 0
        assert path.read_bytes().startswith(begins)


def test_what_belongs_to_an_exam_wants_one(novamas: Novamas, tmp_path: Path) -> None:
    for more in (("--print",), ("--answers",), ("--mark", tmp_path / "x"), ("--to", tmp_path / "x.pdf")):
        ran = novamas("drill", *more)
        assert (ran.status, len(ran.err.splitlines())) == (2, 1)


def test_a_lesson_is_followed_by_its_answers(novamas: Novamas, tmp_path: Path) -> None:
    ran = novamas("drill", "--lesson", "ruleta_cero", "--lang", "es", lines="3\n70\n1\n2\n")
    assert ran.status == 0
    assert "Ejercicios correctos: 3 de 4." in ran.out
    assert "el jugador elige entre la mitad y la prisión" in ran.out
    told = novamas("drill", "--progress", "--lang", "es").out
    assert "Lecciones con respuestas falladas, para repetir: ruleta_cero." in told
    assert len(list(tmp_path.rglob("progress.jsonl"))) == 1
    assert novamas("drill", "--lesson", "nothing").status == 2
    assert novamas("drill", "--lesson", "ruleta_cero", lines="quit\n").status == 0

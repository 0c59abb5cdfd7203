"""Exercises as JSON, for example for a page that draws the cloth."""

from __future__ import annotations

from novamas.school.exercises import PosedExercise
from novamas.school.marking import laid
from novamas.school.text import explained, opening_text, option_text, questions_text, title
from novamas.words import Voice


def exercise_payload(problem: PosedExercise, voice: Voice) -> dict[str, object]:
    """Return an exercise with its questions, texts, answers, and the chips on the cloth."""
    spoken = voice.at(problem.exercise.game)
    return {
        "exercise": problem.exercise,
        "norm": problem.norm,
        "title": title(problem, voice),
        "says": list(opening_text(problem, voice)),
        "questions": [
            {
                "asks": question.asks,
                "figures": question.figures,
                "scene": question.scene,
                "says": list(questions_text(problem, nth, voice)),
                "answer": question.answer,
                "options": [option_text(option, problem.exercise, spoken) for option in question.options],
                "right": question.right,
                "clauses": question.clauses,
            }
            for nth, question in enumerate(problem.questions)
        ],
        "laid": [{"spot": spot, "seat": seat, "cents": cents} for spot, seat, cents in laid(problem)],
        "why": list(explained(problem, voice)),
    }

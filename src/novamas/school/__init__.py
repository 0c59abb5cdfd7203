"""The croupiers' school: exercises that the engine poses and marks, lessons and exams.

An exercise becomes a problem, which is printed and marked:

    exercise = Exercise(ExerciseKind.PAYOUTS, "ruleta", seed=7, level=2)
    problem = pose_exercise(exercise)           # scene, questions, right answers, clauses
    exercise_text(problem, voice_for("es"))     # the lines to print, in Spanish
    mark_exercise(exercise, [4_200])            # right or wrong, the difference, and the clause
"""

from novamas.school.exercises import Exercise, ExerciseKind, MarkedExercise, PosedExercise, Question, Result
from novamas.school.marking import fits, games_for, laid, mark_exercise, pose_exercise
from novamas.school.text import exercise_text

__all__ = [
    "Exercise",
    "ExerciseKind",
    "MarkedExercise",
    "PosedExercise",
    "Question",
    "Result",
    "exercise_text",
    "fits",
    "games_for",
    "laid",
    "mark_exercise",
    "pose_exercise",
]

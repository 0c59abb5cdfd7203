"""The school: exercises for croupiers that the engine poses and marks, lessons and exams.

exercise = Exercise(Kind.PAYOUTS, "ruleta", seed=7, level=2)
problem = pose(exercise)              # scene, questions, right answers, clauses
told(problem, words("es"))            # in somebody's language
mark(exercise, [4_200])               # what is right, by how much it is not, and the clause
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

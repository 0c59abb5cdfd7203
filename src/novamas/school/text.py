"""Text of exercises and results in the reader's language, and the parser of typed answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from novamas.errors import InvalidInput, NovamasError
from novamas.games import game
from novamas.school.exercises import (
    ActOption,
    Aside,
    ClauseOption,
    Done,
    Exercise,
    ExerciseKind,
    LineOption,
    MarkedExercise,
    Option,
    OwnerOption,
    PosedExercise,
    Question,
    RemedyOption,
    Result,
    TermOption,
    TextOption,
)
from novamas.school.tables import table_for
from novamas.table.deeds import Act, Deed
from novamas.table.events import Event, Happened, Payment
from novamas.table.notation import read
from novamas.table.offers import Offer
from novamas.words.amounts import read_amount
from novamas.words.events import event_texts, payment_text
from novamas.words.line_parser import read_line
from novamas.words.normalisation import normalise
from novamas.words.problems import cited, refused
from novamas.words.transcript import deed_line
from novamas.words.typed_acts import typed
from novamas.words.voice import Voice, capital
from novamas.words.why import explain

MAX_COUNT = 10**9
_NUMBER = re.compile(r"[0-9]{1,9}")


def exercise_text(problem: PosedExercise, voice: Voice) -> list[str]:
    """Return the lines of an exercise for printing, question by question."""
    lines = [title(problem, voice), *opening_text(problem, voice)]
    for nth, _question in enumerate(problem.questions):
        lines += questions_text(problem, nth, voice)
    return lines


def title(problem: PosedExercise, voice: Voice) -> str:
    """Return one line with the kind, game, norm, choices and level of an exercise."""
    exercise = problem.exercise
    parts = [voice.text(f"school.kind_{exercise.kind}")]
    parts += [voice.game_name(exercise.game)] if exercise.game else []
    parts += [problem.norm] if problem.norm else []
    parts += [f"{name}={value}" for name, value in sorted(exercise.choices.items())]
    return " · ".join([*parts, voice.say("school.level", level=exercise.level)])


def opening_text(problem: PosedExercise, voice: Voice) -> Iterator[str]:
    """Yield the chips on the cloth and the text that precedes all questions."""
    spoken = voice.at(problem.exercise.game, problem.exercise.norm)
    if problem.cloth:
        placed = (
            spoken.say("transcript.chips", who=chips.seat, bet=chips.bet, cents=chips.cents)
            for chips in problem.cloth
        )
        yield spoken.say("school.lies", chips="; ".join(placed))
    if problem.asks:
        yield spoken.say(f"school.{problem.asks}", **problem.figures)


def questions_text(problem: PosedExercise, nth: int, voice: Voice) -> Iterator[str]:
    """Yield the lines of one question: the scene before it, the question and its options."""
    question, spoken = problem.questions[nth], voice.at(problem.exercise.game, problem.exercise.norm)
    yield from scene_text(question.scene, spoken)
    yield question_text(question, spoken)
    yield from options_text(question, problem.exercise, spoken)


def options_text(question: Question, exercise: Exercise, voice: Voice) -> Iterator[str]:
    """Yield the options of a question with their numbers."""
    for number, option in enumerate(question.options, start=1):
        yield f"  {number}. {option_text(option, exercise, voice)}"


def scene_text(scene: Iterable[Event], voice: Voice) -> Iterator[str]:
    """Yield lines on the events and on the players' deeds."""
    for is_done, run in groupby(scene, key=lambda event: isinstance(event, Done)):
        if is_done:
            yield from (_done(event, voice) for event in run if isinstance(event, Done))
        else:
            yield from event_texts(run, voice)


def _done(done: Done, voice: Voice) -> str:
    return deed_line(read(game(voice.game).deeds, done.deed), voice)


def question_text(question: Question, voice: Voice) -> str:
    """Return the text of a question. A teacher's own text is returned unchanged."""
    own = question.figures.get(voice.language) or question.figures.get("es")
    if question.asks == "own_words":
        return str(own)
    return voice.say(f"school.{question.asks}", **question.figures)


def option_text(option: Option, exercise: Exercise, voice: Voice) -> str:
    """Return the text of an option."""
    match option:
        case ActOption():
            act = _deed(option, exercise)
            return f"{typed(act, voice)}: {voice.text(f'acts_told.{act.verb()}')}"
        case ClauseOption(id):
            return voice.clause(id).says
        case TermOption(number, language):
            name: str = getattr(voice.law.glossary[number], language or voice.language)
            return name
        case LineOption(Payment() as paid):
            return f"{capital(payment_text(paid, voice))}."
        case LineOption(Happened() as happened):
            return capital(sight(happened, voice))
        case LineOption(Aside(code, seat)):
            return voice.say(f"asides.{code}", seat=seat)
        case LineOption(event, more):
            return " ".join(scene_text((event, *more), voice))
        case RemedyOption(done):
            return " ".join(_remedy(code, voice) for code in done)
        case OwnerOption(owner):
            return capital(voice.owner(owner))
        case TextOption(texts):
            return texts.get(voice.language) or next(iter(texts.values()))


def sight(happened: Happened, voice: Voice) -> str:
    """Return what people can see or hear of an irregularity, without its name."""
    forms = (f"sights.{happened.incident}_{value}" for value in happened.form.values())
    key = next(filter(voice.has, forms), f"sights.{happened.incident}")
    return voice.say(key, **happened.form)


def _remedy(code: str, voice: Voice) -> str:
    """Return the text of a measure. A call is quoted in the croupier's words."""
    kind, _colon, words = code.partition(":")
    return voice.say(f"remedies.{kind}", **({"words": words.removesuffix(".")} if words else {}))


def hint(question: Question, voice: Voice) -> list[str]:
    """Return a hint: the texts of the deciding clauses, or the first step if there is no clause.

    If the options are clauses, the hint has only clause ids. For a term it is the first letter.
    """
    right = question.options[question.right - 1] if question.options else None
    if isinstance(right, TermOption):
        letter = getattr(voice.law.glossary[right.number], right.language or voice.language)[0]
        return [voice.say("school.hint_term", letter=letter)]
    if not question.clauses:
        return [voice.text("school.hint_chips" if question.answer == "count" else "school.no_clause")]
    if any(isinstance(option, ClauseOption) for option in question.options):
        return [", ".join(question.clauses)]
    return [_clause_text(id, voice) for id in question.clauses]


# ---------------------------------------------------------------- answers


def read_answer(question: Question, line: str, exercise: Exercise, voice: Voice) -> int:
    """Return the answer that a user typed: an amount in euros, a count, or an option by number or text."""
    written = line.strip()
    if question.answer == "money":
        return read_amount(written, voice.language)
    least, most = (1, len(question.options)) if question.answer == "option" else (0, MAX_COUNT)
    if _NUMBER.fullmatch(written):
        given: int | None = int(written) if least <= int(written) <= most else None
    else:
        given = _option_typed(question, written, exercise, voice.at(exercise.game, exercise.norm))
    if given is None:
        raise InvalidInput("answer_unreadable", given=written, least=least, most=most)
    return given


def _option_typed(question: Question, line: str, exercise: Exercise, voice: Voice) -> int | None:
    """Return the number of the option that a user typed, or None.

    Acts are typed as at a table, other options as printed.
    """
    deeds = [_deed(option, exercise) for option in question.options if isinstance(option, ActOption)]
    acts: list[Deed] = [deed for deed in deeds if isinstance(deed, Act)]
    if acts:
        try:
            return acts.index(read_line(line, [Offer(act, "") for act in acts], voice)) + 1
        except (NovamasError, ValueError):
            return None
    wanted = _bare(line)
    texts = [_bare(option_text(option, exercise, voice)) for option in question.options]
    is_meant = [one == wanted or one.endswith(f" {wanted}") for one in texts]  # «banca» means «La banca»
    return is_meant.index(True) + 1 if wanted and is_meant.count(True) == 1 else None


def _bare(line: str) -> str:
    return normalise(line).strip(" .«»")


def _deed(option: ActOption, exercise: Exercise) -> Deed:
    return read(game(exercise.game).deeds, option.deed)


def answer_text(question: Question, answer: int, exercise: Exercise, voice: Voice) -> str:
    """Return the text of an answer: an amount, a count, or an option with its number."""
    if question.answer == "money":
        return voice.money(answer)
    if question.answer == "count":
        return voice.number(answer)
    if not 1 <= answer <= len(question.options):
        return str(answer)
    return f"{answer}. {option_text(question.options[answer - 1], exercise, voice)}"


def result_text(question: Question, result: Result, exercise: Exercise, voice: Voice) -> str:
    """Return the text of a question's result: right, or the difference, the right answer and the reason."""
    spoken = voice.at(exercise.game, exercise.norm)
    if result.is_right:
        return voice.text("school.right")
    right = answer_text(question, result.right, exercise, spoken).removesuffix(".")
    if result.given is None:
        return voice.say("school.unanswered", right=right)
    off = ""
    if result.off:
        size = abs(result.off)
        amount = voice.money(size) if question.answer == "money" else voice.number(size)
        off = f" {voice.say('school.too_much' if result.off > 0 else 'school.too_little', amount=amount)}"
    text = voice.say("school.wrong", right=right) + off
    if result.refusal:
        return f"{text} {refused(result.refusal, spoken)}"
    return cited(text, result.clauses[:1]) if question.answer == "option" else text


def explained(problem: PosedExercise, voice: Voice) -> Iterator[str]:
    """Yield the explanation of an exercise: the arithmetic of each payment, then events and clauses."""
    spoken, exercise = voice.at(problem.exercise.game, problem.exercise.norm), problem.exercise
    is_explained = exercise.kind is not ExerciseKind.IRREGULARITIES  # else payments are shown as events
    paid = [event for event in problem.follows if isinstance(event, Payment) and is_explained]
    cited_before: set[str] = set()  # each line of law only once
    for one in paid:
        what, arithmetic, *law = explain(one, table_for(exercise, voice.law).frame, spoken)
        yield from (what, arithmetic, *(line for line in law if line not in cited_before))
        cited_before |= set(law)
    others = [event for event in problem.follows if event not in paid]
    if others:
        yield voice.text("school.follows")
        yield from (f"  {line}" for line in event_texts(others, spoken))
    known = {id for one in paid for id in one.clauses}
    yield from (_clause_text(id, voice) for id in problem.clauses if id not in known)


def _clause_text(id: str, voice: Voice) -> str:
    return f"{id}: {voice.clause(id).says}"


def marked_text(problem: PosedExercise, marked: MarkedExercise, voice: Voice) -> Iterator[str]:
    """Yield one line for the result of each question."""
    for question, result in zip(problem.questions, marked.results, strict=True):
        yield result_text(question, result, problem.exercise, voice)

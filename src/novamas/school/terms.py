"""Terms: the words of the trade from one language to another, and the clause that speaks of one."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from novamas.law import clause
from novamas.law.clauses import clauses
from novamas.law.glossary import Term, glossary
from novamas.law.texts import LANGUAGES, Language
from novamas.school.exercises import ClauseOption, Exercise, PosedExercise, Question, TermOption
from novamas.school.tables import fancy_of

OPTIONS = 3  # at the first level; one more at each
FEWEST_CLAUSES = 3
GLANCE = 220  # letters of a clause
BINDING = ("engine", "table", "conduct")  # duties of clauses that order something


def terms(exercise: Exercise, attempt: int) -> PosedExercise | None:
    """What a word is in another language; or, at higher levels, which clause speaks of it."""
    rng = fancy_of(exercise, attempt)
    return (
        _spoken_of(exercise, rng) if exercise.level > 1 and rng.randrange(2) else _translated(exercise, rng)
    )


def _translated(exercise: Exercise, rng: Random) -> PosedExercise | None:
    one, other = rng.sample(LANGUAGES, 2)
    listed = glossary()
    wanted = rng.randrange(len(listed))
    if _forms(listed[wanted], one) & _forms(listed[wanted], other):
        return None  # whoever knows one of them knows the other
    options = _others(wanted, rng, exercise.level, (one, other))
    question = Question(
        asks=f"term_in_{other}",
        figures={"term": getattr(listed[wanted], one)},
        answer="option",
        right=options.index(wanted) + 1,
        options=tuple(TermOption(number, other) for number in options),
    )
    return PosedExercise(exercise, exercise.norm, (question,))


def _spoken_of(exercise: Exercise, rng: Random) -> PosedExercise | None:
    """A term in some language, and clauses of which one alone speaks of it."""
    number = rng.randrange(len(glossary()))
    term, language = glossary()[number], rng.choice(LANGUAGES)
    found = _clauses_with(exercise.game, exercise.norm, number)
    if not found or _has_other_senses(number, language):
        return None
    right = rng.choice(found)
    silent = [id for id in _short(exercise.game, exercise.norm) if not _stands_in(id, term)]
    options = [right, *rng.sample(silent, min(len(silent), FEWEST_CLAUSES + exercise.level // 2 - 1))]
    told = [{_says(id, each) for id in options} for each in LANGUAGES]
    if len(options) < FEWEST_CLAUSES or any(len(texts) < len(options) for texts in told):
        return None
    rng.shuffle(options)
    question = Question(
        asks="term_in_clause",
        figures={"term": getattr(term, language)},
        answer="option",
        right=options.index(right) + 1,
        options=tuple(map(ClauseOption, options)),
        clauses=(right,),
    )
    return PosedExercise(exercise, clause(right).norm, (question,))


def _has_other_senses(number: int, language: Language) -> bool:
    """Does a word for this term stand for another one too, in whatever language?"""
    forms = _forms(glossary()[number], language)
    return any(
        forms & _forms(other, each)
        for nth, other in enumerate(glossary())
        if nth != number
        for each in LANGUAGES
    )


def _others(wanted: int, rng: Random, level: int, languages: tuple[Language, ...]) -> list[int]:
    """A term among others, none of which says the same in any of these languages."""
    listed = glossary()
    taken = [_forms(listed[wanted], language) for language in languages]
    found = [wanted]
    for number in rng.sample(range(len(listed)), len(listed)):
        forms = [_forms(listed[number], language) for language in languages]
        if all(own.isdisjoint(others) for own, others in zip(forms, taken, strict=True)):
            found.append(number)
            taken = [own | others for own, others in zip(forms, taken, strict=True)]
        if len(found) == OPTIONS + level:
            break
    rng.shuffle(found)
    return found


def _forms(term: Term, language: Language) -> frozenset[str]:
    """The words that stand for a term."""
    told: str = getattr(term, language)
    return frozenset(form.strip().casefold() for form in re.split(r"[,;/()]", told) if form.strip())


@cache
def _short(game: str, norm: str) -> tuple[str, ...]:
    """The clauses of a game, or of all, that can be read at a glance in every language."""
    found = [one for one in clauses(norm=norm or None, game=game or None) if one.duty in BINDING]
    return tuple(
        one.id for one in found if all(len(_says(one.id, language)) <= GLANCE for language in LANGUAGES)
    )


@cache
def _clauses_with(game: str, norm: str, number: int) -> tuple[str, ...]:
    """The clauses that speak of a term, whatever language they are told in."""
    return tuple(id for id in _short(game, norm) if _stands_everywhere(id, glossary()[number]))


def _stands_everywhere(cited: str, term: Term) -> bool:
    return all(pattern(term, language).search(_says(cited, language)) for language in LANGUAGES)


def _stands_in(cited: str, term: Term) -> bool:
    return any(pattern(term, language).search(_says(cited, language)) for language in LANGUAGES)


def _says(cited: str, language: Language) -> str:
    return clause(cited).told(language).says


@cache
def pattern(term: Term, language: Language) -> re.Pattern[str]:
    """How the words of a term are found in a sentence."""
    forms = sorted(_forms(term, language), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)

"""Exercises on terms: the trainee translates a casino term, or finds the clause that uses it."""

from __future__ import annotations

import re
from functools import cache
from random import Random

from novamas.law import Library
from novamas.law.glossary import Term
from novamas.law.library_cache import cached_in_library
from novamas.law.texts import LANGUAGES, Language
from novamas.school.exercises import ClauseOption, Exercise, PosedExercise, Question, TermOption
from novamas.school.tables import fancy_of

OPTIONS = 3  # to which the level is added
FEWEST_CLAUSES = 3
GLANCE = 220  # characters of a clause, at most
BINDING = ("engine", "table", "conduct")  # duties of clauses that order something


def terms(exercise: Exercise, attempt: int, law: Library) -> PosedExercise | None:
    """Ask for a term in another language or, at higher levels, for the clause that uses it."""
    rng = fancy_of(exercise, attempt)
    return (
        _spoken_of(law, exercise, rng)
        if exercise.level > 1 and rng.randrange(2)
        else _translated(law, exercise, rng)
    )


def _translated(law: Library, exercise: Exercise, rng: Random) -> PosedExercise | None:
    one, other = rng.sample(LANGUAGES, 2)
    listed = law.glossary
    wanted = rng.randrange(len(listed))
    if _forms(listed[wanted], one) & _forms(listed[wanted], other):
        return None  # the same word in both languages would be too easy
    options = _others(law, wanted, rng, exercise.level, (one, other))
    question = Question(
        asks=f"term_in_{other}",
        figures={"term": getattr(listed[wanted], one)},
        answer="option",
        right=options.index(wanted) + 1,
        options=tuple(TermOption(number, other) for number in options),
    )
    return PosedExercise(exercise, exercise.norm, (question,))


def _spoken_of(law: Library, exercise: Exercise, rng: Random) -> PosedExercise | None:
    """Show a term and several clauses. Ask which of them uses the term."""
    number = rng.randrange(len(law.glossary))
    term, language = law.glossary[number], rng.choice(LANGUAGES)
    found = _clauses_with(law, exercise.game, exercise.norm, number)
    if not found or _has_other_senses(law, number, language):
        return None
    right = rng.choice(found)
    silent = [id for id in _short(law, exercise.game, exercise.norm) if not _stands_in(law, id, term)]
    options = [right, *rng.sample(silent, min(len(silent), FEWEST_CLAUSES + exercise.level // 2 - 1))]
    answers = [{_says(law, id, each) for id in options} for each in LANGUAGES]
    if len(options) < FEWEST_CLAUSES or any(len(texts) < len(options) for texts in answers):
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
    return PosedExercise(exercise, law.clause(right).norm, (question,))


def _has_other_senses(law: Library, number: int, language: Language) -> bool:
    """Return whether one of the words for this term also means another term, in any language."""
    forms = _forms(law.glossary[number], language)
    return any(
        forms & _forms(other, each)
        for nth, other in enumerate(law.glossary)
        if nth != number
        for each in LANGUAGES
    )


def _others(law: Library, wanted: int, rng: Random, level: int, languages: tuple[Language, ...]) -> list[int]:
    """Return the term and other terms, shuffled. No two of them share a word in any language."""
    listed = law.glossary
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
    """Return the words for a term in a language."""
    text: str = getattr(term, language)
    return frozenset(form.strip().casefold() for form in re.split(r"[,;/()]", text) if form.strip())


@cached_in_library
def _short(law: Library, game: str, norm: str) -> tuple[str, ...]:
    """Return the binding clauses that are short in every language, of one game or of all games."""
    found = [one for one in law.clauses(norm=norm or None, game=game or None) if one.duty in BINDING]
    return tuple(
        one.id for one in found if all(len(_says(law, one.id, language)) <= GLANCE for language in LANGUAGES)
    )


@cached_in_library
def _clauses_with(law: Library, game: str, norm: str, number: int) -> tuple[str, ...]:
    """Return the short clauses that use a term in every language."""
    return tuple(id for id in _short(law, game, norm) if _stands_everywhere(law, id, law.glossary[number]))


def _stands_everywhere(law: Library, cited: str, term: Term) -> bool:
    return all(pattern(term, language).search(_says(law, cited, language)) for language in LANGUAGES)


def _stands_in(law: Library, cited: str, term: Term) -> bool:
    return any(pattern(term, language).search(_says(law, cited, language)) for language in LANGUAGES)


def _says(law: Library, cited: str, language: Language) -> str:
    return law.clause_in(cited, language).says


@cache
def pattern(term: Term, language: Language) -> re.Pattern[str]:
    """Return the regular expression that finds the words of a term."""
    forms = sorted(_forms(term, language), key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, forms))})\b", re.IGNORECASE)

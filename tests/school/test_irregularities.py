"""Exercises on irregularities: shown as people see them, with one measure that the engine carries out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from novamas.games import GAMES, game
from novamas.law import library
from novamas.law.texts import LANGUAGES, Language
from novamas.school import Exercise, ExerciseKind, PosedExercise, Question, games_for, pose_exercise
from novamas.school.exercises import HARDEST, Aside, ClauseOption, LineOption, RemedyOption
from novamas.school.irregularities import PLAIN_STAKES
from novamas.school.remedies import ALIKE, Remedy, can_go_wrong, decided, remedy_of
from novamas.school.tables import SEATS, Step, Trial
from novamas.school.text import exercise_text, option_text, sight
from novamas.table.conduct import Conduct
from novamas.table.events import Happened, Staked
from novamas.table.phases import Incident, follow
from novamas.words import voice_for
from novamas.words.normalisation import normalise

TELLTALE = {  # texts that name a fault
    "es": r"error|equivoc|irregular|indebid|\bmal\b|nul[oa]|anul|tard[ií]|fuera de turno|antes de tiempo"
    r"|culpa|se devuelve|se retira|se elimina|se corrige|queda advertid|incidencia|infracci",
    "ca": r"error|equivoc|irregular|indegud|malament|nul·la|anul|tard|fora de torn|abans d’hora|culpa"
    r"|es torna|es retira|s’elimina|es corregeix|queda advertit|incidència|infracci",
    "en": r"error|mistake|irregular|wrong|void|null|\blate\b|out of turn|too early|fault|goes? back"
    r"|is removed|eliminated|put right|warned|incident|misdeal|misconduct",
}


SOME_FORMS = (
    *("given", "carta", "too_few", "superpuestos", "ficha", "divisoria", "bank", "wrong_number"),
    *("face_up", "any_exposed", "croupier", "delay", "frota_los_dados", "low_above_high"),
)


def posed(slug: str, soak: bool, few: int = 6) -> Iterator[PosedExercise]:
    count = -(-1_000 // len(games_for(ExerciseKind.IRREGULARITIES))) if soak else few
    for seed in range(count):
        yield pose_exercise(Exercise(ExerciseKind.IRREGULARITIES, slug, seed=seed, level=1 + seed % HARDEST))


def lines(question: Question, problem: PosedExercise, language: Language) -> list[str]:
    voice = voice_for(language, problem.exercise.game)
    return [option_text(option, problem.exercise, voice) for option in question.options]


def incidents(slug: str) -> list[type[Incident[Any]]]:
    felt = game(slug).felt
    return [kind for kind in felt.incidents if kind is not Conduct]


def happened_at(slug: str) -> Iterator[tuple[Happened, Remedy]]:
    """Yield every incident at a table in play, in each form, with its measure."""
    for seed in range(3):
        trial = Trial(Exercise(ExerciseKind.IRREGULARITIES, slug, seed=seed), 0, SEATS)
        steps: list[Step] = []
        for step in trial.whole_round() or ():
            for offer in can_go_wrong(step.before, steps):
                deed = trial.modest(offer)
                _after, events = follow(step.before, deed, [(one.before, one.deed) for one in steps])
                first = events[0]
                assert isinstance(first, Happened)
                assert isinstance(deed, Incident)
                yield first, remedy_of(deed, step.before, first.clause, steps)
            steps.append(step)


# ---------------------------------------------------------------- as anyone sees it


@pytest.mark.parametrize("slug", GAMES)
def test_every_incident_is_told_by_what_is_seen_and_never_by_its_name(slug: str) -> None:
    met = {(happened.incident, str(happened.form)): happened for happened, _remedy in happened_at(slug)}
    assert met
    for happened in met.values():
        if happened.incident in PLAIN_STAKES:
            continue
        for language in LANGUAGES:
            voice = voice_for(language, slug)
            seen = sight(happened, voice)
            assert not re.search(TELLTALE[language], seen, re.IGNORECASE), seen
            names = [normalise(name) for name in voice.verbs(happened.incident)]
            assert not [name for name in names if name in normalise(seen)], seen
            assert normalise(seen) != normalise(voice.say(f"incidents.{happened.incident}", **happened.form))
            assert seen.endswith(".")
            assert re.match(r"[^:«]+: ", seen) or language == "en", seen


@pytest.mark.parametrize("slug", GAMES)
def test_incidents_that_are_seldom_seen_have_their_words_too(slug: str) -> None:
    voice = voice_for("es", slug)
    for kind in incidents(slug):
        known = [f"sights.{kind.verb()}", *(f"sights.{kind.verb()}_{form}" for form in SOME_FORMS)]
        assert kind.verb() in PLAIN_STAKES or any(map(voice.has, known)), kind


@pytest.mark.parametrize("slug", GAMES)
def test_one_line_goes_wrong_and_looks_like_the_others(slug: str, soak: bool) -> None:
    for problem in posed(slug, soak):
        which, _what = problem.questions
        assert 4 <= len(which.options) <= 12
        asides = [
            one for one in which.options if isinstance(one, LineOption) and isinstance(one.event, Aside)
        ]
        assert 1 <= len(asides) <= 2
        wrong = which.options[which.right - 1]
        assert isinstance(wrong, LineOption)
        assert isinstance(wrong.event, Happened | Staked)
        for option in which.options:
            assert isinstance(option, LineOption)
            assert not isinstance(option.event, Happened) or option is wrong
        for language in LANGUAGES:
            shown = lines(which, problem, language)
            assert shown.count(shown[which.right - 1]) == 1
            assert all(line.endswith((".", "»", "”")) for line in shown)
            assert not [line for line in shown if re.search(r"\b[A-Z]{2}\d\d\.", line)]


@pytest.mark.parametrize("slug", GAMES)
def test_what_is_told_before_the_question_holds_no_clause_nor_name(slug: str) -> None:
    for problem in posed(slug, soak=False):
        for language in LANGUAGES:
            voice = voice_for(language)
            shown = "\n".join(exercise_text(problem, voice))
            assert voice.at(slug).text("events.happened").split("{")[0] not in shown


def test_what_goes_wrong_is_not_always_the_last_line() -> None:
    rights = {
        len(problem.questions[0].options) - problem.questions[0].right
        for problem in (
            pose_exercise(Exercise(ExerciseKind.IRREGULARITIES, "ruleta", seed=seed)) for seed in range(30)
        )
    }
    assert len(rights) > 1


def test_a_late_bet_comes_after_the_call_that_closes_the_betting() -> None:
    """Late chips differ from lawful ones only by the call before them."""
    met = 0
    for seed in range(40):
        problem = pose_exercise(Exercise(ExerciseKind.IRREGULARITIES, "punto_y_banca", seed=seed))
        which = problem.questions[0]
        shown = "\n".join(exercise_text(problem, voice_for("es")))
        assert shown.index("no va más" if "no va más" in shown else "No va más") < shown.index(
            lines(which, problem, "es")[which.right - 1], shown.index("¿Cuál?")
        )
        met += 1
    assert met == 40


# ---------------------------------------------------------------- what is done about it


@pytest.mark.parametrize("slug", GAMES)
def test_one_remedy_is_ordered_and_no_two_say_the_same(slug: str, soak: bool) -> None:
    for problem in posed(slug, soak):
        which, what = problem.questions
        assert 3 <= len(what.options) <= 8
        for language in LANGUAGES:
            shown = lines(what, problem, language)
            assert len(set(map(normalise, shown))) == len(shown)
        kinds = {type(option) for option in what.options}
        assert kinds in ({RemedyOption}, {ClauseOption})
        right = what.options[what.right - 1]
        assert which.clauses == what.clauses
        if isinstance(right, ClauseOption):
            assert right.clause == what.clauses[0]
            continue
        done = [set(option.done) for option in what.options if isinstance(option, RemedyOption)]
        for nth, one in enumerate(done):
            for other in done[:nth]:
                assert not one & other
                assert not [near for near in ALIKE if one & near and other & near]


@pytest.mark.parametrize("slug", GAMES)
def test_no_other_remedy_is_ordered_for_the_same_incident(slug: str) -> None:
    for problem in posed(slug, soak=False):
        which, what = problem.questions
        wrong = which.options[which.right - 1]
        assert isinstance(wrong, LineOption)
        if not isinstance(wrong.event, Happened):
            continue
        same = decided(library(), slug, "").get(wrong.event.incident, frozenset())
        for number, option in enumerate(what.options, start=1):
            if number != what.right and isinstance(option, RemedyOption):
                assert not [one for one in same if set(one.done) & set(option.done)]
            elif number != what.right and isinstance(option, ClauseOption):
                assert option.clause not in {one.clause for one in same}


DONE = {  # the measures of the engine, as the clause orders them
    ("ruleta", "late_bet"): {"chips_back"},
    ("ruleta", "tirada_nula"): {"said_null"},
    ("blackjack", "carta_vista"): {"card_out"},
    ("cubierto", "deck_taken_away"): {"noted_top_found", "noted_unused_shuffled"},
    ("cubierto", "card_face_up_in_stub"): {"card_out"},
    ("trijoker", "own_card_exposed"): {"seen"},
    ("tres_cartas", "shows_cards"): {"goes_on"},
    ("craps", "falta_del_tirador"): {"said:Advertencia al tirador."},
    ("sin_descarte", "deal_fault"): {"void"},
    ("sin_descarte", "shows_cards"): {"loses_bet"},
    ("holdem", "misdeal"): {"deal_again"},
    ("holdem", "large_chip"): {"rest_back"},
    ("holdem", "bet_out_of_turn"): {"chips_stand"},
    ("holdem", "cards_touch"): {"hands_out", "void"},  # void if no other player is in the hand
    ("holdem", "absent_at_turn"): {"hand_out"},
    ("holdem_bonus", "drawn_by_mistake"): {"noted_drawn_card_is_next"},
    ("chemin_de_fer", "stuck_cards"): {"void"},
    ("chemin_de_fer", "banker_baskets"): {"loses_coup"},
}


@pytest.mark.parametrize(("slug", "verb"), DONE)
def test_a_remedy_is_read_from_what_the_engine_does(slug: str, verb: str) -> None:
    found = decided(library(), slug, "")[verb]
    seen = {code for one in found for code in one.done}
    assert DONE[slug, verb] <= seen
    assert not seen & {"void", "chips_back", "hand_void", "loses_bet", "card_out"} - DONE[slug, verb]

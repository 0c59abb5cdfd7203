"""Every form on screen can be typed, at every game in every language. No line breaks the parser."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.support.every_game import GAMES, played

from novamas.errors import NovamasError
from novamas.games import game
from novamas.law.texts import LANGUAGES, Language
from novamas.table.bets import parts_of
from novamas.table.deeds import Deed
from novamas.table.offers import Offer, Range
from novamas.table.roles import CROUPIER, FLOOR, Who
from novamas.words import voice_for
from novamas.words.act_forms import SAID_ALOUD, Form
from novamas.words.amounts import amounts
from novamas.words.line_parser import Ambiguous, read_line
from novamas.words.normalisation import words_of
from novamas.words.texts import text_file
from novamas.words.typed_acts import how_to_type, typed
from novamas.words.vocabulary import called

STEPS, EACH = 120, 6


def moments(slug: str, seed: int) -> Iterator[tuple[Who, list[Offer]]]:
    """Yield the offers of all roles at some points of random play."""
    for step, session in enumerate(played(slug, seed, STEPS)):
        if step % EACH == 0:
            for who in (*range(1, session.phase.seats() + 1), CROUPIER, FLOOR):
                if offers := session.offers(who):
                    yield who, offers


@cache
def some_moments(slug: str) -> list[list[Offer]]:
    return [offers for who, offers in moments(slug, 11) if isinstance(who, int)]


@pytest.mark.parametrize("slug", GAMES)
def test_whatever_is_offered_can_be_typed_as_it_is_shown(slug: str) -> None:
    rng = Random(7)
    for _who, offers in moments(slug, 7):
        for language in LANGUAGES:
            voice = voice_for(language, slug)
            for offer in rng.sample(offers, min(3, len(offers))):
                act = offer.sample(rng)
                assert read_line(typed(act, voice), offers, voice) == act
                if not offer.dials:
                    assert read_line(how_to_type(offer, voice, offers), offers, voice) == offer.act


@pytest.mark.parametrize("slug", GAMES)
def test_without_its_verb_it_is_the_same_act_or_asked_but_nothing_is_ever_taken_back(slug: str) -> None:
    rng = Random(5)
    for _who, offers in moments(slug, 5):
        voice = voice_for(rng.choice(LANGUAGES), slug)
        act = rng.choice(offers).sample(rng)
        rest = typed(act, voice).removeprefix(voice.act(act.verb()))
        try:
            found = read_line(rest, offers, voice)
        except NovamasError:
            continue
        assert found.verb() != SAID_ALOUD
        needs_its_verb = act.verb() == SAID_ALOUD or Form(type(act), (), voice).needs_its_verb
        assert found == act or needs_its_verb or not any(offer.covers(found) for offer in offers)


@pytest.mark.parametrize("slug", GAMES)
def test_a_bet_and_an_amount_are_never_a_lawful_bet_on_something_else(slug: str) -> None:
    rng = Random(9)
    for step, session in enumerate(played(slug, 9, STEPS)):
        if step % EACH:
            continue
        offers, table = session.offers(1), game(slug)
        bets = [spot.name for spot in table.layout(session.phase).spots if spot.seat in (None, 1)]
        for bet in rng.sample(bets, min(3, len(bets))):
            voice = voice_for(rng.choice(LANGUAGES), slug)
            for named in (called(bet, voice), parts_of(bet).place or bet):
                try:
                    found = read_line(f"{named} 2", offers, voice, acts=table.acts, by=1, bets=bets)
                except NovamasError:
                    continue
                if found.verb() == "bet" and named == called(bet, voice):
                    assert (found.bet, found.cents) == (bet, 200), (named, found)  # type: ignore[attr-defined]
                if any(offer.covers(found) for offer in offers):
                    assert getattr(found, "cents", 200) == 200, (named, found)


@pytest.mark.parametrize("slug", GAMES)
def test_no_two_acts_are_shown_alike_where_both_may_be_done(slug: str) -> None:
    for _who, offers in moments(slug, 3):
        verbs = {offer.act.verb() for offer in offers}
        for language in LANGUAGES:
            assert len({voice_for(language, slug).act(verb) for verb in verbs}) == len(verbs)


def test_every_act_of_every_game_has_its_words() -> None:
    verbs = {kind.verb() for slug in GAMES for kind in game(slug).acts}
    assert verbs == set(text_file("acts"))


# ---------------------------------------------------------------- garbled lines


def reads_or_says_why(line: str, offers: list[Offer], slug: str, language: Language) -> Deed | None:
    """Check that a line gives an act or one sentence in every language, and that no amount is invented."""
    try:
        found = read_line(line, offers, voice_for(language, slug), acts=game(slug).acts, by=1)
    except NovamasError as error:
        why = error
    else:
        assert has_typed_its_amount(found, line, offers, language)
        return found
    assert all(voice_for(each, slug).error(why) for each in LANGUAGES)
    assert not isinstance(why, Ambiguous) or len(set(why.readings)) > 1
    return None


def has_typed_its_amount(act: Deed, line: str, offers: list[Offer], language: Language) -> bool:
    """Return whether the amount of a lawful act was typed, if other amounts were possible."""
    cents = getattr(act, "cents", None)
    dials = [offer.dials.get("cents") for offer in offers if offer.covers(act)]
    could_differ = all(isinstance(dial, Range) and dial.least + dial.step <= dial.most for dial in dials)
    if cents is None or not dials or not could_differ:
        return True
    return any(cents in amounts(word.text, language) for word in words_of(line))


WORDS = (
    "apostar bet rojo vermell red pleno 17 17-20 5 5,50 1.000 1,000 € al a la de no va más retirar withdraw",
    "mano 1 carta As A♠ picas 0 -1 99999999999999 ½ ٣ primera docena : _ @ . , «» ' ’ l’as d’11 {} {0} %s",
)
SLIPS = ["", " ", "x", "5", ",", ".", "€", "-", "a", "’"]
GARBLED = st.lists(st.sampled_from(" ".join(WORDS).split()), max_size=14).map(" ".join)
LINES = st.one_of(st.text(max_size=40), GARBLED)


@settings(max_examples=400)
@given(line=LINES, slug=st.sampled_from(sorted(GAMES)), language=st.sampled_from(LANGUAGES), data=st.data())
def test_no_line_breaks_the_reader(line: str, slug: str, language: Language, data: st.DataObject) -> None:
    reads_or_says_why(line, data.draw(st.sampled_from(some_moments(slug))), slug, language)


@settings(max_examples=300)
@given(slug=st.sampled_from(sorted(GAMES)), language=st.sampled_from(LANGUAGES), data=st.data())
def test_no_line_with_a_slip_breaks_it_and_none_takes_chips_back(
    slug: str, language: Language, data: st.DataObject
) -> None:
    offers = data.draw(st.sampled_from(some_moments(slug)))
    rng = data.draw(st.randoms(use_true_random=False))
    act = rng.choice(offers).sample(rng)
    line = list(typed(act, voice_for(language, slug)))
    for _ in range(rng.randint(1, 3)):
        place = rng.randrange(len(line) + 1)
        line[place : place + rng.randint(0, 2)] = rng.choice(SLIPS)
    found = reads_or_says_why("".join(line), offers, slug, language)
    if found is not None and found.verb() == SAID_ALOUD:
        assert act.verb() == SAID_ALOUD
